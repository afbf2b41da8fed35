"""Wilds: they pay for anything, cost a turn in the row, and sweep it when they are three."""

import pytest

from tests.games.germany.table import COLOURS, Germany, Opening

ROW = ("wild", "red", "blue", "green", "black")
PLAIN = ("red", "blue", "green", "black", "white")


@pytest.mark.rule("G-37")
@pytest.mark.parametrize("colour", COLOURS)
def test_a_wild_completes_a_set_of_any_colour(colour: str) -> None:
    scene = Germany()
    route = next(r for r in scene.game.board.routes if r.colour == colour and r.length > 1)
    assert route.id not in scene.hand(0, **{colour: route.length - 1}).turn(0).claimable
    scene.hand(0, **{colour: route.length - 1}, wild=1).turn(0)
    assert route.id in scene.claimable
    scene.play(f"claim {route.id}")
    assert scene.see("discards")[colour] == route.length - 1
    assert scene.see("discards")["wild"] == 1


@pytest.mark.rule("G-38")
def test_a_wild_taken_from_the_row_is_the_only_card() -> None:
    scene = Germany().row(*ROW).deck(yellow=5).turn(0)
    scene.play("take wild")
    assert scene.held(0) == {"wild": 1}
    assert scene.face_up == ["yellow", *ROW[1:]]
    assert (scene.actor, scene.question) == (1, "turn")


@pytest.mark.rule("G-39")
@pytest.mark.parametrize("first", ["take red", "draw"])
def test_a_wild_lying_there_cannot_be_the_second_card(first: str) -> None:
    scene = Germany().row(*ROW).deck(yellow=5).turn(0)
    scene.play(first)
    assert "take wild" not in scene.legal
    assert scene.why("take wild") == ("second_wild", "G-39")


@pytest.mark.rule("G-39")
def test_a_wild_turned_up_as_the_replacement_cannot_be_the_second_card() -> None:
    scene = Germany().row(*PLAIN).deck(wild=3).turn(0)
    scene.play("take red")
    assert scene.face_up == ["wild", *PLAIN[1:]]
    assert scene.why("take wild") == ("second_wild", "G-39")
    scene.play("take blue")
    assert scene.held(0) == {"red": 1, "blue": 1}


@pytest.mark.rule("G-41")
@pytest.mark.parametrize(
    ("cards", "held"),
    [
        (("draw", "draw"), {"wild": 2}),
        (("draw", "take red"), {"wild": 1, "red": 1}),
        (("take red", "draw"), {"wild": 1, "red": 1}),
    ],
)
def test_a_blind_wild_is_one_card_of_two(cards: tuple[str, ...], held: dict[str, int]) -> None:
    scene = Germany().row(*PLAIN).deck(wild=5).turn(0)
    scene.play(cards[0])
    assert (scene.actor, scene.question) == (0, "second_card")
    scene.play(cards[1])
    assert scene.held(0) == held
    assert scene.actor == 1


@pytest.mark.rule("G-40")
def test_three_wilds_sweep_the_row() -> None:
    scene = Germany().row("wild", "wild", "red", "blue", "green").turn(0)
    wild = scene.see("deck_size") - 1  # wilds are counted last
    scene.chance(wild, *[0] * 6)
    events = scene.names(scene.play("take red"))
    assert events[1:9] == ["took", "turned", "flushed", *["turned"] * 5]
    assert scene.face_up == ["purple"] * 5
    discards = {card: n for card, n in scene.see("discards").items() if n}
    assert discards == {"wild": 3, "blue": 1, "green": 1}
    assert (scene.actor, scene.question) == (0, "second_card")  # the turn goes on with the new row
    scene.play("take purple")
    assert scene.held(0) == {"red": 1, "purple": 1}


@pytest.mark.rule("G-40")
def test_two_wilds_do_not() -> None:
    scene = Germany().row("wild", "red", "red", "blue", "green").turn(0)
    scene.chance(scene.see("deck_size") - 1)
    assert "flushed" not in scene.names(scene.play("take red"))
    assert scene.face_up.count("wild") == 2


@pytest.mark.rule("G-40")
def test_three_wilds_at_the_set_up_sweep_the_row_too() -> None:
    wild = range(101, 98, -1)  # the last card of a deck of 102, 101, 100
    opening = Opening(forced=(*[0] * 8, *wild))
    assert opening.names(opening.told)[8:14] == [*["turned"] * 5, "flushed"]
    assert opening.see("discards")["wild"] == 3
    assert "wild" not in opening.face_up
    assert len(opening.face_up) == 5


def swept(*wilds: int) -> Germany:
    """A third wild will be turned up, and the rows that follow have so many wilds."""
    scene = Germany().row("wild", "wild", "red", "blue", "green").turn(0)
    deck = scene.see("deck_size") - 1
    outcomes = [deck]  # the last card of a deck is a wild, its first one purple
    for count in wilds:
        outcomes += [deck - 1 - n for n in range(count)] + [0] * (5 - count)
        deck -= 5
    return scene.chance(*outcomes)


@pytest.mark.rule("G-40", "R-04")
@pytest.mark.parametrize("wilds", [(0,), (2,), (3, 0), (4, 2), (3, 3, 0), (3, 3, 2)])
def test_a_new_row_of_three_wilds_is_swept_again(wilds: tuple[int, ...]) -> None:
    scene = swept(*wilds)
    events = scene.names(scene.play("take red"))
    assert events.count("flushed") == len(wilds)
    assert scene.face_up.count("wild") == wilds[-1]


@pytest.mark.rule("R-04")
def test_after_three_sweeps_the_row_stays() -> None:
    scene = swept(3, 3, 3)
    events = scene.names(scene.play("take red"))
    assert events.count("flushed") == 3
    assert scene.face_up == ["wild"] * 3 + ["purple"] * 2
    assert scene.why("take wild") == ("second_wild", "G-39")


@pytest.mark.rule("R-04")
def test_a_row_that_cannot_become_better_stays() -> None:
    """Outside the hands there are only two plain cards: any five show three wilds at least."""
    scene = Germany().row("wild", "wild", "red", "blue", "green").deck(wild=5).turn(0)
    events = scene.names(scene.play("take red"))
    assert "flushed" not in events
    assert scene.face_up == ["wild", "wild", "wild", "blue", "green"]


@pytest.mark.rule("R-04")
def test_a_row_that_can_just_become_better_is_swept() -> None:
    """A third plain card among the discards: a row with two wilds is possible."""
    scene = Germany().row("wild", "wild", "red", "blue", "green")
    scene.deck(wild=5, discards={"white": 1}).turn(0)
    assert "flushed" in scene.names(scene.play("take red"))
