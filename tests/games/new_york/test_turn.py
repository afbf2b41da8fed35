"""The turn and the cards of New York: NY-21 to NY-35."""

import pytest

from capotreno import NotYourDecision
from tests.scene import Scene


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.rule("NY-21", "NY-22", "R-01")
def test_seat_0_begins_and_turns_go_round(players: int) -> None:
    scene = Scene("new_york", players)
    order = []
    for _ in range(2 * players):
        order.append(scene.actor)
        scene.play("draw", "draw")
    assert order == [*range(players)] * 2


@pytest.mark.rule("NY-22")
def test_nobody_plays_out_of_turn() -> None:
    scene = Scene("new_york", 3)
    assert [scene.game.legal_for(scene.state, seat) for seat in (1, 2)] == [(), ()]
    with pytest.raises(NotYourDecision, match="seat 1 is not asked now; seat 0 is"):
        scene.play("draw", seat=1)


@pytest.mark.rule("NY-23")
def test_three_actions_and_no_passing() -> None:
    scene = Scene("new_york").hand(0, pink=1).row("red", "red", "red", "red", "red").turn(0)
    assert {action.split()[0] for action in scene.legal} == {"take", "draw", "claim", "tickets"}
    assert scene.refused("pass").reason.key == "not_now"


@pytest.mark.rule("NY-24")
@pytest.mark.parametrize(
    ("action", "question", "answers"),
    [
        ("draw", "second_card", {"take", "draw"}),
        ("tickets", "keep_tickets", {"keep", "return"}),
        ("claim chelsea-soho", "payment", {"pay"}),
    ],
)
def test_a_turn_is_one_action(action: str, question: str, answers: set[str]) -> None:
    scene = Scene("new_york").hand(0, pink=4, wild=4, red=1).turn(0)
    scene.play(action)
    assert scene.question == question
    assert {text.split()[0] for text in scene.legal} == answers
    while scene.actor == 0:
        scene.play(scene.legal[0])
    assert (scene.actor, scene.question) == (1, "turn")


@pytest.mark.rule("NY-24")
def test_no_claim_after_a_first_card() -> None:
    scene = Scene("new_york").hand(0, pink=2).turn(0)
    scene.play("draw")
    assert scene.refused("claim midtown_west-times_square").reason.key == "not_asked"


@pytest.mark.rule("NY-25")
def test_cards_and_routes_have_the_same_colours() -> None:
    board = Scene("new_york").game.board
    cards = {card.colour for card in board.cards if not card.wild}
    assert cards == {"blue", "green", "black", "pink", "red", "orange"}
    assert cards == {route.colour for route in board.routes} - {""}


@pytest.mark.rule("NY-26")
@pytest.mark.parametrize("colour", ["blue", "green", "black", "pink", "red", "orange"])
def test_a_wild_stands_for_any_colour(colour: str) -> None:
    board = Scene("new_york").game.board
    route = next(r.id for r in board.routes if (r.colour, r.length) == (colour, 2))
    scene = Scene("new_york").hand(0, **{colour: 1}).turn(0)
    assert f"claim {route}" not in scene.legal
    scene.hand(0, **{colour: 1, "wild": 1})
    scene.play(f"claim {route}")
    assert route in scene.seen(0, "owned")[0]
    assert scene.held(0) == {}


@pytest.mark.rule("NY-27")
def test_a_hand_has_no_limit() -> None:
    scene = Scene("new_york").row("red", "red", "red", "red", "red").turn(1)
    scene.deck(blue=2)  # the last seat holds all the others
    assert sum(scene.held(1).values()) == 37
    scene.play("draw", "draw")
    assert sum(scene.held(1).values()) == 39


@pytest.mark.rule("NY-28", "NY-29")
@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("take red", "take blue"),
        ("take red", "draw"),
        ("draw", "take red"),
        ("draw", "draw"),
    ],
)
def test_two_cards_each_face_up_or_unseen(first: str, second: str) -> None:
    scene = Scene("new_york").row("red", "blue", "green", "pink", "black").turn(0)
    scene.play(first)
    assert (scene.actor, sum(scene.held(0).values())) == (0, 1)
    scene.play(second)
    assert (scene.actor, sum(scene.held(0).values())) == (1, 2)
    for action in (first, second):
        if action != "draw":
            assert scene.held(0)[action.removeprefix("take ")] >= 1


@pytest.mark.rule("NY-29")
def test_only_what_lies_face_up_can_be_taken() -> None:
    scene = Scene("new_york").row("red", "red", "green", "pink", "black").turn(0)
    takes = [action for action in scene.legal if action.startswith("take")]
    assert takes == ["take green", "take black", "take pink", "take red"]
    error = scene.refused("take blue")
    assert (error.reason.key, error.reason.rule) == ("not_in_row", "NY-29")
    assert scene.refused("take wild").reason.key == "not_in_row"


@pytest.mark.rule("NY-30")
def test_a_face_up_card_is_replaced_at_once() -> None:
    scene = Scene("new_york").row("red", "blue", "green", "pink", "black").deck(orange=2).turn(0)
    scene.play("take green")
    assert scene.face_up == ["red", "blue", "orange", "pink", "black"]
    scene.play("take orange")  # the new card may be the second one
    assert scene.held(0) == {"green": 1, "orange": 1}
    assert scene.face_up == ["red", "blue", "orange", "pink", "black"]


@pytest.mark.rule("NY-30")
def test_a_card_drawn_unseen_leaves_the_row_alone() -> None:
    scene = Scene("new_york").row("red", "blue", "green", "pink", "black").turn(0)
    scene.play("draw")
    assert scene.face_up == ["red", "blue", "green", "pink", "black"]


@pytest.mark.rule("NY-31")
def test_a_face_up_wild_is_the_whole_draw() -> None:
    scene = Scene("new_york").row("red", "wild", "green", "pink", "black").turn(0)
    scene.play("take wild")
    assert scene.held(0) == {"wild": 1}
    assert (scene.actor, scene.question) == (1, "turn")


@pytest.mark.rule("NY-32")
@pytest.mark.parametrize("first", ["draw", "take red"])
def test_a_face_up_wild_is_no_second_card(first: str) -> None:
    scene = Scene("new_york").row("red", "wild", "green", "pink", "black").turn(0)
    scene.play(first)
    assert "take wild" not in scene.legal
    error = scene.refused("take wild")
    assert (error.reason.key, error.reason.rule) == ("second_wild", "NY-32")


@pytest.mark.rule("NY-32")
def test_nor_is_one_just_turned_up() -> None:
    scene = Scene("new_york").row("red", "blue", "green", "pink", "black").deck(wild=2).turn(0)
    scene.play("take red")
    assert scene.face_up[0] == "wild"
    assert scene.refused("take wild").reason.key == "second_wild"


@pytest.mark.rule("NY-33")
def test_an_unseen_wild_is_a_card_like_any() -> None:
    scene = Scene("new_york").row("red", "blue", "green", "pink", "black").deck(wild=3).turn(0)
    scene.play("draw")
    assert (scene.actor, scene.held(0)) == (0, {"wild": 1})
    scene.play("draw")
    assert (scene.actor, scene.held(0)) == (1, {"wild": 2})


@pytest.mark.rule("NY-34")
def test_a_third_face_up_wild_sweeps_the_row() -> None:
    scene = Scene("new_york").row("red", "wild", "wild", "blue", "blue")
    # Chance counts the deck by kinds: one wild comes up, then the five green ones.
    scene.deck(green=5, wild=1).chance(5, 0, 0, 0, 0, 0).turn(0)
    events = scene.play("take red")
    assert scene.names(events).count("flushed") == 1
    assert scene.face_up == ["green"] * 5
    assert {k: n for k, n in scene.seen(0, "discards").items() if n} == {"wild": 3, "blue": 2}
    assert scene.question == "second_card"  # the draw goes on
    assert scene.held(0) == {"red": 1}


@pytest.mark.rule("NY-34")
def test_two_face_up_wilds_do_not() -> None:
    scene = Scene("new_york").row("red", "wild", "wild", "blue", "blue").deck(green=5).turn(0)
    assert "flushed" not in scene.names(scene.play("take red"))
    assert scene.face_up == ["green", "wild", "wild", "blue", "blue"]


@pytest.mark.rule("NY-35", "R-05")
def test_the_discards_become_the_deck_when_a_card_is_needed() -> None:
    scene = Scene("new_york").row("red", "red", "red", "red", "red")
    scene.deck(blue=1, discards={"green": 4}).turn(0)
    assert "reshuffled" not in scene.names(scene.play("draw"))
    assert (scene.seen(0, "deck_size"), scene.held(0)) == (0, {"blue": 1})
    assert "reshuffled" in scene.names(scene.play("draw"))
    assert scene.held(0) == {"blue": 1, "green": 1}
    assert (scene.seen(0, "deck_size"), sum(scene.seen(0, "discards").values())) == (3, 0)


@pytest.mark.rule("NY-35", "R-03")
def test_without_deck_and_discards_no_card_can_be_drawn_unseen() -> None:
    scene = Scene("new_york").row("red", "red", "red", "red", "red").deck().turn(0)
    assert "draw" not in scene.legal
    error = scene.refused("draw")
    assert (error.reason.key, error.reason.rule) == ("no_cards", "NY-35")
    scene.play("take red")
    assert scene.face_up == [None, "red", "red", "red", "red"]
    scene.play("take red")
    assert (scene.actor, scene.held(0)) == (1, {"red": 2})
