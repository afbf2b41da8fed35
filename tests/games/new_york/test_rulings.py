"""Rulings that New York shows well: its deck is small, and its opening is simultaneous."""

import pytest

from capotreno import NOBODY, CapotrenoError, Match, load
from capotreno.engine.state import Event
from tests.scene import Scene

A, B, C, D = (ticket.id for ticket in load("new_york", 2).board.tickets[:4])
RED_TWO = "lincoln_center-midtown_west"


def stuck() -> Scene:
    """Nothing to draw; seat 0 has no cards, seat 1 holds all of them but no pieces."""
    scene = Scene("new_york").row(None, None, None, None, None).deck().ticket_deck()
    scene.own(1, "chelsea-soho", "united_nations-gramercy_park", "central_park-united_nations")
    return scene.own(1, "lower_east_side-brooklyn", RED_TWO).turn(0)


@pytest.mark.rule("R-02")
def test_a_seat_with_nothing_to_do_passes() -> None:
    scene = stuck()
    assert scene.legal == ["pass"]
    match = Match(scene.game, seed=1)
    match.state = scene.state
    match.play("pass")
    assert match.log.gestures[-1].actions == ["pass"]
    assert match.actor == 1


@pytest.mark.rule("R-02")
def test_when_all_pass_in_a_row_the_game_is_scored() -> None:
    scene = stuck()
    scene.play("pass")
    assert scene.legal == ["pass"]
    scene.play("pass")
    outcome = scene.game.outcome(scene.state)
    assert outcome.reason == "all_passed"
    assert outcome.sheets[1].line("routes").points == 7 + 4 + 4 + 4 + 2


@pytest.mark.rule("R-03")
def test_without_a_legal_second_card_the_turn_ends() -> None:
    scene = Scene("new_york").row("red", "wild", None, None, None).deck().turn(0)
    assert scene.legal[:2] == ["take red", "take wild"]
    scene.play("take red")
    assert (scene.actor, scene.question, scene.held(0)) == (1, "turn", {"red": 1})


@pytest.mark.rule("R-04")
def test_the_row_is_swept_three_times_at_most() -> None:
    scene = Scene("new_york").row("red", "wild", "wild", "blue", "blue").deck(green=1, wild=1)
    # A wild comes up. Then, three times: the one card left in the deck, and of the five
    # reshuffled ones (plain ones counted first) the three wilds and a plain one.
    again = (0, 4, 3, 2, 0)
    scene.chance(1, *again, *again, *again).turn(0)
    events = scene.names(scene.play("take red"))
    assert events.count("flushed") == 3
    assert scene.face_up.count("wild") == 3
    assert scene.question == "second_card"


@pytest.mark.rule("R-04")
def test_the_row_stands_when_no_better_one_can_be_made() -> None:
    # Outside the hands: four wilds and two blue cards; any five of them show three wilds.
    scene = Scene("new_york").row("red", "wild", "wild", "blue", "blue").deck(wild=2).turn(0)
    assert "flushed" not in scene.names(scene.play("take red"))
    assert scene.face_up == ["wild", "wild", "wild", "blue", "blue"]


@pytest.mark.rule("R-05")
def test_an_empty_slot_is_filled_as_soon_as_there_are_discards() -> None:
    scene = Scene("new_york").row(None, None, "red", "red", "red").hand(0, blue=2).deck().turn(0)
    events = scene.names(scene.play("claim midtown_west-chelsea"))
    assert events.index("spent") < events.index("reshuffled") < events.index("turned")
    assert scene.face_up == ["blue", "blue", "red", "red", "red"]


@pytest.mark.rule("R-06")
def test_a_closed_track_stays_closed() -> None:
    scene = Scene("new_york").own(0, "central_park-times_square/1").hand(1, red=2).turn(1)
    for _ in range(4):
        assert scene.refused("claim central_park-times_square/2").reason.key == "twin_closed"
        scene.play("draw", "draw")
        scene.play("draw", "draw")


@pytest.mark.rule("R-07")
def test_no_card_too_many() -> None:
    scene = Scene("new_york").hand(0, red=4, wild=2).turn(0)
    scene.play(f"claim {RED_TWO}")
    assert scene.legal == ["pay red*1 wild*1", "pay red*2", "pay wild*2"]
    for waste in ("pay red*3", "pay red*2 wild*1", "pay red*1 wild*2"):
        scene.refused(waste)


@pytest.mark.rule("R-10", "R-70")
def test_opening_answers_in_any_order_give_the_same_game() -> None:
    game = load("new_york", 3)
    digests = set()
    for order in ((0, 1, 2), (2, 1, 0), (1, 2, 0)):
        state = game.start(11)
        assert game.actors(state) == (0, 1, 2)
        for seat in order:
            first = [game.action(code) for code in game.legal_for(state, seat)][-1]
            assert first.verb == "return"
            game.apply(state, first.code, seat)
            game.apply(state, game.legal_for(state, seat)[0], seat)
        digests.add(game.digest(state))
        position = game.position(state)["cells"]
        assert isinstance(position, dict)
        under = sorted(p for p in position["tickets"].values() if p.startswith("under"))
        assert under == ["under 0 0", "under 1 1", "under 2 2"]
    assert len(digests) == 1


@pytest.mark.rule("R-10", "R-75")
def test_an_opening_answer_is_secret_until_the_last_one_is_in() -> None:
    match = Match(load("new_york", 2), seed=4)
    seen = match.view(1).cells
    match.play(match.legal(0)[1], seat=0)
    assert match.view(1).cells == seen
    match.play(match.legal(0)[0], seat=0)
    assert match.view(1).cells == seen
    assert match.game.actors(match.state) == (1,)
    for _ in range(2):
        match.play(match.legal(1)[0], seat=1)
    position = match.game.position(match.view(1))["cells"]
    assert isinstance(position, dict)
    assert position["tickets_held"] == [{"normal": 1}, {"normal": 2}]


@pytest.mark.rule("R-70")
def test_tickets_from_below_come_up_in_the_order_they_went_down() -> None:
    scene = Scene("new_york").ticket_deck(under=(D, B, C, A)).turn(0)
    scene.play("tickets", f"keep {B}", f"return {D}")
    scene.play("tickets", f"return {A}", f"keep {C}")
    assert scene.seen(0, "tickets")[D] == "under 4 0"
    assert scene.seen(1, "tickets")[A] == "under 5 1"


@pytest.mark.rule("R-70")
def test_several_refusals_go_down_in_the_order_of_the_list() -> None:
    # Only a draw of four can refuse several at once: Germany's.
    scene = Scene("germany")
    short = [t.id for t in scene.game.board.tickets if t.deck == "short"][:4]
    scene.ticket_deck(fresh=tuple(short)).chance(3, 2, 1, 0).turn(0)
    scene.play("tickets short*4", f"return {short[0]}", f"keep {short[1]}")
    scene.play(f"return {short[2]}", f"return {short[3]}")
    places = [scene.seen(0, "tickets")[ticket] for ticket in short]
    assert places == ["under 0 0", "held 0", "under 1 0", "under 2 0"]


@pytest.mark.rule("R-71")
@pytest.mark.parametrize("hand", [{"red": 3}, {"red": 2, "wild": 1}], ids=str)
def test_the_payment_is_asked_whether_or_not_there_is_a_choice(hand: dict[str, int]) -> None:
    """Otherwise everybody would learn from a missing question that there was no wild."""
    scene = Scene("new_york").hand(0, **hand).turn(0)
    game, state = scene.game, scene.state
    events: list[Event] = []
    state.events = events
    game.apply(state, game.code(f"claim {RED_TWO}"))
    game.apply(state, game.code("pay red*2"))
    told = [game.redact(event, 1) for event in events]
    names = [game.layout.events[event[0]].name for event in told if event is not None]
    assert names == ["answered", "asked", "answered", "spent", "placed", "claimed", "turn"]


@pytest.mark.rule("R-71")
def test_a_gesture_ends_where_chance_has_spoken() -> None:
    """Or a refusal of the rest would tell what the deck has in store, for nothing."""
    game = load("new_york", 2)
    match = Match(game, 3)
    while match.state.cells[1] < 0:
        match.play(match.legal()[0])
    told = set()
    for ticket in game.board.tickets:
        with pytest.raises(CapotrenoError) as refusal:
            match.play("tickets", f"keep {ticket.id}")
        told.add(str(refusal.value).replace(ticket.id, ""))
    assert len(told) == 1


@pytest.mark.rule("R-71")
def test_the_claim_stands_while_its_payment_is_asked() -> None:
    scene = Scene("new_york").hand(0, red=2, blue=2, wild=1).turn(0)
    scene.play(f"claim {RED_TWO}")
    assert (scene.actor, scene.question) == (0, "payment")
    assert scene.legal == ["pay red*1 wild*1", "pay red*2"]
    assert scene.seen(NOBODY, "owned")[0] == []  # not before it is paid
    assert not [action for action in scene.legal if action.startswith("claim")]
    scene.play("pay red*2")
    assert scene.seen(NOBODY, "owned")[0] == [RED_TWO]


@pytest.mark.rule("R-72")
@pytest.mark.parametrize(
    ("wilds", "row"),
    [
        (0, ["blue", "blue", "red", "red", "wild"]),
        (2, ["wild", "wild", "blue", "blue", "red"]),
    ],
)
def test_a_row_left_standing_is_swept_by_the_payment_that_makes_a_better_one_possible(
    wilds: int, row: list[str]
) -> None:
    scene = Scene("new_york").row("wild", "wild", "wild", "blue", "blue").hand(0, red=2)
    scene.deck(wild=wilds).chance(*[0] * 5).turn(0)
    assert "flushed" in scene.names(scene.play(f"claim {RED_TWO}"))
    assert scene.face_up == row


@pytest.mark.rule("R-72")
def test_a_row_left_standing_stands_through_draws_from_the_deck() -> None:
    scene = Scene("new_york").row("wild", "wild", "wild", "blue", "blue")
    scene.deck(wild=2, red=1).turn(0)
    scene.play("draw")
    assert scene.face_up == ["wild", "wild", "wild", "blue", "blue"]


@pytest.mark.rule("R-73", "R-74")
def test_cards_taken_face_up_are_known_and_those_drawn_unseen_are_not() -> None:
    scene = Scene("new_york").row("red", "blue", "green", "pink", "black").deck(orange=3).turn(0)
    scene.play("take red", "draw")
    assert scene.held(0) == {"red": 1, "orange": 1}
    for seat in (1, NOBODY):
        shown = scene.seen(seat, "hands_seen")[0]
        assert {card: n for card, n in shown.items() if n} == {"red": 1}
        assert set(scene.seen(seat, "hands")[0].values()) == {None}
        assert scene.seen(seat, "hand_sizes")[0] == 2
        assert scene.seen(seat, "deck_size") == 1
        assert set(scene.seen(seat, "deck").values()) == {None}
    assert scene.seen(0, "hands")[0]["orange"] == 1


@pytest.mark.rule("R-73")
def test_a_card_played_is_taken_to_be_one_of_those_shown() -> None:
    scene = Scene("new_york").hand(0, red=2).row("red", "red", "green", "pink", "black").turn(0)
    scene.play("take red", "take red")
    assert scene.seen(1, "hands_seen")[0]["red"] == 2
    scene.turn(0).play(f"claim {RED_TWO}")
    assert scene.seen(1, "hands_seen")[0]["red"] == 0
    assert scene.seen(1, "discards")["red"] == 2


@pytest.mark.rule("R-73")
def test_what_was_shown_and_not_played_stays_known() -> None:
    scene = Scene("new_york").row("red", "red", "green", "pink", "black").deck(red=4).turn(0)
    scene.play("take red", "take red")
    scene.turn(0).play("take red")
    scene.turn(0).play(f"claim {RED_TWO}")
    assert scene.held(0) == {"red": 1}
    assert scene.seen(1, "hands_seen")[0]["red"] == 1


@pytest.mark.rule("R-73")
def test_a_seat_knows_the_ticket_it_put_under_the_deck_until_it_is_drawn() -> None:
    scene = Scene("new_york").ticket_deck(fresh=(A, B, C)).chance(0, 0).turn(0)
    scene.play("tickets", f"return {A}", f"keep {B}")
    assert [scene.seen(seat, "tickets")[A] for seat in (0, 1, NOBODY)] == ["under 0 0", None, None]
    for seat in (0, 1, NOBODY):
        assert scene.seen(seat, "tickets_left") == {"normal": 2}
        assert scene.seen(seat, "tickets_fresh") == {"normal": 1}
    scene.chance(0).play("tickets")
    assert [scene.seen(seat, "tickets")[A] for seat in (0, 1)] == [None, "offered 1"]


@pytest.mark.rule("R-74")
def test_hands_stay_hidden_after_the_end() -> None:
    scene = stuck()
    scene.play("pass")
    scene.play("pass")
    assert scene.actor is None
    assert set(scene.seen(0, "hands")[1].values()) == {None}


@pytest.mark.rule("R-75")
def test_tickets_are_decided_one_by_one_in_the_order_of_the_list() -> None:
    scene = Scene("new_york").ticket_deck(fresh=(A, B)).chance(1, 0).turn(0)
    scene.play("tickets")
    assert scene.legal == [f"keep {A}", f"return {A}"]  # although B was drawn first
    before = scene.seen(1, "tickets_held")
    scene.play(f"keep {A}")
    assert scene.seen(1, "tickets_held") == before
    scene.refused(f"return {A}")  # the answer is final
    assert scene.legal == [f"keep {B}", f"return {B}"]


@pytest.mark.rule("R-76")
def test_the_first_card_of_a_kind_is_taken() -> None:
    scene = Scene("new_york").row("red", "blue", "green", "blue", "blue").deck(pink=2).turn(0)
    assert scene.legal.count("take blue") == 1
    scene.play("take blue")
    assert scene.face_up == ["red", "pink", "green", "blue", "blue"]
