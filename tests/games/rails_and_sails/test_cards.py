"""Drawing cards: two decks, the row of six, wilds."""

import pytest

from tests.games.rails_and_sails.sails import Sails, on_both

ROW = ("train_red", "ship_red", "train_green", "ship_green", "double_white", "double_black")


@on_both
@pytest.mark.rule("W-21", "GL-21")
def test_two_cards_from_row_or_decks(name: str) -> None:
    scene = Sails(name).row(*ROW).turn(0)
    assert {text for text in scene.legal if text.startswith(("take", "draw"))} == {
        *(f"take {card}" for card in ROW),
        "draw train",
        "draw ship",
    }
    scene.chance(0, 0).play("draw train", "draw ship")
    assert scene.held(0) == {"train_purple": 1, "ship_purple": 1}
    assert scene.actor == 1
    assert scene.why("take wild") == ("not_in_row", 21)


@on_both
@pytest.mark.rule("W-22", "GL-22", "R-30", "R-88")
def test_the_taker_names_the_deck_before_seeing_the_card(name: str) -> None:
    scene = Sails(name).row(*ROW).turn(0)
    scene.play("take ship_red")
    assert (scene.actor, scene.question, scene.legal) == (
        0,
        "refill",
        ["refill train", "refill ship"],
    )
    assert scene.face_up.index(None) == 1, "nothing is seen before the deck is named"
    events = scene.chance(0).play("refill train")
    assert [event["card"] for event in scene.words(events, "turned")] == [scene.face_up[1]]
    assert scene.face_up[1] == "train_purple"
    assert scene.question == "second_card"
    assert "take train_purple" in scene.legal, "the replacement may be the second card"
    scene.chance(0).play("take train_purple", "refill ship")
    assert scene.face_up[1] == "ship_purple"
    assert scene.held(0) == {"ship_red": 1, "train_purple": 1}
    assert scene.actor == 1


@on_both
@pytest.mark.rule("W-22", "GL-22", "R-30", "R-88")
def test_an_empty_deck_cannot_be_named(name: str) -> None:
    scene = Sails(name).row(*ROW).deck(train_purple=3).turn(0)
    events = scene.chance(0).play("take ship_red")
    assert "turned" in scene.names(events), "only the train deck could refill: no question"
    assert scene.face_up[1] == "train_purple"
    assert scene.question == "second_card"
    assert scene.why("draw ship") == ("deck_empty", 30)
    scene = Sails(name).row(*ROW).deck(discards={"ship_black": 1}, train_purple=3).turn(0)
    scene.play("take ship_red")
    assert scene.legal == ["refill train", "refill ship"], "its discards can be reshuffled"
    events = scene.chance(0).play("refill ship")
    assert scene.words(events, "reshuffled") == [{"event": "reshuffled", "card_deck": "ship"}]
    assert scene.face_up[1] == "ship_black"


@on_both
@pytest.mark.rule("W-23", "GL-23")
@pytest.mark.parametrize("deck", ["train", "ship"])
def test_the_row_may_become_all_of_one_deck(name: str, deck: str) -> None:
    scene = Sails(name).row(*ROW)
    decks = {card.id: card.deck for card in scene.game.board.cards}
    for _ in range(9):
        shown = [card for card in scene.face_up if card]
        other = [card for card in shown if decks[card] != deck]
        if not other:
            break
        scene.turn(0).chance(0, 0).play(f"take {other[0]}", f"refill {deck}", f"draw {deck}")
    assert {decks[str(card)] for card in scene.face_up} == {deck}


@on_both
@pytest.mark.rule("W-24", "GL-24", "W-25", "GL-25")
def test_a_face_up_wild_is_a_whole_turn_and_never_the_second_card(name: str) -> None:
    scene = Sails(name).row("wild", *ROW[1:]).turn(0)
    scene.chance(0).play("take wild", "refill ship")
    assert scene.held(0) == {"wild": 1}
    assert scene.actor == 1
    scene = Sails(name).row("wild", *ROW[1:]).turn(0)
    scene.chance(0).play("draw ship")
    assert "take wild" not in scene.legal
    assert scene.why("take wild") == ("second_wild", 25)
    scene = Sails(name).row(*ROW).turn(0)
    last = scene.see("deck_size")["train"] - 1  # a wild: they are counted last
    scene.chance(last).play("take ship_red", "refill train")
    assert scene.face_up[1] == "wild"
    assert scene.why("take wild") == ("second_wild", 25)


@on_both
@pytest.mark.rule("W-26", "GL-26")
def test_a_wild_drawn_blindly_is_one_card(name: str) -> None:
    scene = Sails(name).turn(0)
    scene.chance(scene.see("deck_size")["train"] - 1).play("draw train")
    assert scene.held(0) == {"wild": 1}
    assert scene.question == "second_card"
    scene.chance(scene.see("deck_size")["train"] - 1).play("draw train")
    assert scene.held(0) == {"wild": 2}


@on_both
@pytest.mark.rule("W-27", "GL-27", "R-85")
def test_three_wilds_of_six_sweep_the_row(name: str) -> None:
    scene = Sails(name).row("wild", "wild", *ROW[:4]).turn(0)
    last = scene.see("deck_size")["train"] - 1
    events = scene.chance(last, 0, 0, 0, 0, 0, 0).play("take train_red", "refill train")
    assert scene.names(events).count("flushed") == 1
    decks = {card.id: card.deck for card in scene.game.board.cards}
    assert [decks[str(card)] for card in scene.face_up] == ["train", "ship"] * 3
    assert scene.see("discards")["wild"] == 3
    two = Sails(name).row("wild", *ROW[:5]).turn(0)
    last = two.see("deck_size")["train"] - 1
    assert "flushed" not in two.names(two.chance(last).play("take train_red", "refill train"))


@on_both
@pytest.mark.rule("W-27", "GL-27", "R-04")
def test_a_row_that_cannot_get_better_stands(name: str) -> None:
    """Only wilds are left of the trains: three of the six would be wilds again and again."""
    scene = Sails(name).row("wild", "wild", "ship_red", "ship_green", "double_white", "double_red")
    scene.deck(wild=3, ship_black=4).turn(0)
    events = scene.chance(0).play("take ship_red", "refill train")
    assert "flushed" not in scene.names(events)
    assert scene.face_up.count("wild") == 3


@on_both
@pytest.mark.rule("W-28", "GL-28")
def test_any_number_of_cards_in_hand(name: str) -> None:
    scene = Sails(name).hand(0, train_red=7, train_green=7, ship_red=4, double_red=6, wild=10)
    scene.turn(0).play("draw train", "draw ship")
    assert sum(scene.see("hand_sizes")[0].values()) == 36


@on_both
@pytest.mark.rule("W-29", "GL-29", "R-05", "R-31")
def test_each_deck_is_made_anew_of_its_own_discards(name: str) -> None:
    scene = Sails(name).row(*ROW)
    scene.deck(discards={"wild": 2, "ship_black": 3}, ship_white=1).turn(0)
    events = scene.chance(0).play("draw train")
    assert scene.words(events, "reshuffled") == [{"event": "reshuffled", "card_deck": "train"}]
    assert scene.held(0) == {"wild": 1}
    assert scene.see("deck_size") == {"train": 1, "ship": 1}
    assert scene.see("discards")["ship_black"] == 3, "the ships' discards stay where they are"


@on_both
@pytest.mark.rule("W-30", "GL-30", "R-03")
def test_without_any_card_one_of_the_other_actions(name: str) -> None:
    scene = Sails(name).row(*[None] * 6).deck().turn(0)
    scene.own(0, scene.route("rail", 2))
    assert scene.verbs == {"tickets", "exchange"}
    assert scene.why("draw train") == ("deck_empty", 30)
    one = Sails(name).row("train_red", *[None] * 5).deck().turn(0)
    one.play("take train_red")
    assert one.actor == 1, "no second card: the turn is over after the first"


@on_both
@pytest.mark.rule("R-85", "R-05")
def test_empty_slots_fill_from_the_deck_the_row_shows_fewer_of(name: str) -> None:
    scene = Sails(name)
    scene.row(None, None, "ship_red", "ship_green", "double_white", "double_black")
    route = scene.route("rail", 1, "red")
    scene.hand(0, train_red=1).deck().turn(0)
    events = scene.chance(0).play(f"claim {route}")
    assert scene.names(events).count("turned") == 1, "one train was discarded, one slot is filled"
    assert scene.face_up[:2] == ["train_red", None]
