"""Drawing cards: two of them, face up or blind, and a deck that can run out."""

from collections import Counter

import pytest

from tests.games.germany.table import Germany

NO_ROW = (None,) * 5
ROW = ("red", "blue", "green", "black", "white")


@pytest.mark.rule("G-29")
@pytest.mark.parametrize(
    ("cards", "held"),
    [
        (("take red", "take blue"), {"red": 1, "blue": 1}),
        (("take red", "draw"), {"red": 1, "yellow": 1}),
        (("draw", "take red"), {"yellow": 1, "red": 1}),
        (("draw", "draw"), {"yellow": 2}),
    ],
)
def test_two_cards_face_up_or_blind(cards: tuple[str, ...], held: dict[str, int]) -> None:
    scene = Germany().row(*ROW).deck(yellow=5).turn(0)
    scene.play(cards[0])
    assert (scene.actor, scene.question) == (0, "second_card")
    scene.play(cards[1])
    assert scene.held(0) == held
    assert (scene.actor, scene.question) == (1, "turn")


@pytest.mark.rule("G-29")
def test_a_colour_that_does_not_lie_there_cannot_be_taken() -> None:
    scene = Germany().row(*ROW).turn(0)
    assert {text for text in scene.legal if text.startswith("take")} == {f"take {c}" for c in ROW}
    assert scene.why("take orange") == ("not_in_row", "G-29")
    assert scene.why("take wild") == ("not_in_row", "G-29")


@pytest.mark.rule("G-29")
def test_a_blind_card_is_seen_by_its_owner_alone() -> None:
    scene = Germany().row(*ROW).deck(yellow=5).turn(0)
    scene.play("draw")
    assert scene.seen(0, "hands")[0]["yellow"] == 1
    assert set(scene.seen(1, "hands")[0].values()) == {None}


@pytest.mark.rule("G-30")
def test_a_card_taken_is_replaced_at_once() -> None:
    scene = Germany().row(*ROW).deck(yellow=5).turn(0)
    scene.play("take blue")
    assert scene.face_up == ["red", "yellow", "green", "black", "white"]
    scene.play("take black")
    assert scene.face_up == ["red", "yellow", "green", "yellow", "white"]
    assert scene.see("deck_size") == 3


@pytest.mark.rule("G-30")
def test_a_blind_card_leaves_the_row_alone() -> None:
    scene = Germany().row(*ROW).turn(0)
    scene.play("draw", "draw")
    assert scene.face_up == list(ROW)


@pytest.mark.rule("G-31")
def test_the_replacement_may_be_the_second_card() -> None:
    scene = Germany().row(*ROW).deck(yellow=5).turn(0)
    assert scene.why("take yellow") == ("not_in_row", "G-29")
    scene.play("take blue", "take yellow")
    assert scene.held(0) == {"blue": 1, "yellow": 1}


@pytest.mark.rule("G-33")
def test_a_hand_may_be_of_any_size() -> None:
    scene = Germany().row("red", "red", "red", "red", "red").deck(red=2).turn(1)
    assert scene.see("hand_sizes")[1] == 103
    scene.play("draw", "draw")
    assert scene.see("hand_sizes")[1] == 105


@pytest.mark.rule("G-34")
def test_the_discards_become_the_new_deck() -> None:
    scene = Germany().row(*ROW).deck(yellow=1, discards={"orange": 3}).turn(0)
    assert scene.names(scene.play("draw"))[-2:] == ["drew", "asked"]
    assert scene.held(0) == {"yellow": 1}
    assert "reshuffled" in scene.names(scene.play("draw"))
    assert scene.held(0) == {"yellow": 1, "orange": 1}
    assert (scene.see("deck")["orange"], scene.see("discards")["orange"]) == (2, 0)


@pytest.mark.rule("G-34", "R-05")
def test_the_discards_wait_until_a_card_is_needed() -> None:
    scene = Germany().row(*ROW).deck(yellow=2, discards={"orange": 3}).turn(0)
    scene.play("draw", "draw")
    assert (scene.see("deck_size"), scene.see("discards")["orange"]) == (0, 3)
    assert "draw" in scene.legal
    assert scene.names(scene.play("take red"))[:4] == ["answered", "took", "reshuffled", "turned"]
    assert scene.face_up == ["orange", *ROW[1:]]


@pytest.mark.rule("G-35")
def test_each_discard_is_equally_likely_to_come_next() -> None:
    discards = {"blue": 2, "red": 3, "wild": 1}
    found: Counter[str] = Counter()
    for outcome in range(6):
        scene = Germany().row(*ROW).deck(discards=discards).turn(0).chance(outcome)
        scene.play("draw")
        found.update(scene.held(0))
    assert found == discards


@pytest.mark.rule("G-36")
def test_without_any_card_a_route_or_tickets_remain() -> None:
    scene = Germany().row(*NO_ROW).hand(0, blue=3).deck().turn(0)
    assert scene.why("draw") == ("no_cards", "G-36")
    assert scene.why("take blue") == ("not_in_row", "G-29")
    assert {text.split()[0] for text in scene.legal} == {"claim", "tickets"}


@pytest.mark.rule("G-36", "R-03")
def test_without_deck_and_discards_the_row_can_still_be_taken() -> None:
    scene = Germany().row(*ROW).deck().turn(0)
    assert scene.why("draw") == ("no_cards", "G-36")
    scene.play("take red")
    assert scene.why("draw") == ("no_cards", "G-36")
    scene.play("take green")
    assert scene.held(0) == {"red": 1, "green": 1}
    assert scene.actor == 1


@pytest.mark.rule("R-03")
def test_without_a_second_card_the_turn_ends_after_the_first() -> None:
    scene = Germany().row("red", None, None, None, None).deck().turn(0)
    scene.play("take red")
    assert scene.held(0) == {"red": 1}
    assert (scene.actor, scene.question) == (1, "turn")


@pytest.mark.rule("R-03")
def test_a_face_up_wild_is_no_second_card_even_if_it_is_the_only_one() -> None:
    scene = Germany().row("wild", "red", None, None, None).deck().turn(0)
    scene.play("take red")
    assert scene.held(0) == {"red": 1}
    assert (scene.actor, scene.question) == (1, "turn")
    assert "take wild" in scene.legal  # as the first card it can be taken


@pytest.mark.rule("R-03")
def test_the_last_blind_card_is_the_whole_draw_when_only_wilds_lie_there() -> None:
    scene = Germany().row(*["wild"] * 5).deck(blue=1).turn(0)
    scene.play("draw")
    assert scene.held(0) == {"blue": 1}
    assert (scene.actor, scene.question) == (1, "turn")


@pytest.mark.rule("R-05")
def test_a_slot_stays_empty_without_cards_and_is_filled_when_discards_exist() -> None:
    scene = Germany().row(*ROW).hand(0, yellow=1).deck().turn(0)
    scene.play("take red", "take green")
    assert scene.face_up == [None, "blue", None, "black", "white"]
    # Seat 1 spends three cards: two of them fill the row, one is the new deck.
    scene.play("claim bremen-emden", "pay blue*3")
    assert scene.face_up == ["blue", "blue", "blue", "black", "white"]
    assert (scene.see("deck_size"), sum(scene.see("discards").values())) == (1, 0)


@pytest.mark.rule("R-05")
def test_one_discard_fills_one_slot() -> None:
    scene = Germany().row(None, "blue", None, "black", "white").hand(0, yellow=1).deck().turn(0)
    scene.play("claim chemnitz-dresden")
    assert scene.face_up == ["yellow", "blue", None, "black", "white"]
    assert scene.see("deck_size") == 0
