"""The box and the set-up of New York: NY-01 to NY-15."""

from collections import Counter
from typing import Any

import pytest

from capotreno import NOBODY, Game, RulesetError, State, Tape, load
from capotreno.engine.state import Event
from capotreno.rules.scoring.landmarks import Landmarks
from tests.scene import Scene

SEATS = pytest.mark.parametrize("players", [2, 3, 4])

# The deck in the order chance counts it: six each of blue, green, black, pink, red, orange, then
# eight wilds. Two seats are dealt four blue cards; 39, 38, 37 are then the last cards: wilds.
FOUR_BLUE = [0, 0, 0, 0]
FOUR_TICKETS = [0, 0, 0, 0]


def set_up(*row: int) -> tuple[Game, State, list[str]]:
    """Two seats with four blue cards, and the row as chance says; also the names of the events."""
    game = load("new_york", 2)
    tape, events = Tape([*FOUR_BLUE, *row, *FOUR_TICKETS]), list[Event]()
    state = game.start(1, tape, events)
    assert tape.rolled == tape.forced
    return game, state, [game.layout.events[event[0]].name for event in events]


def cells(game: Game, state: State, name: str) -> Any:
    position: Any = game.position(state)
    return position["cells"][name]


@pytest.mark.rule("NY-01")
def test_two_to_four_play() -> None:
    for players in (2, 3, 4):
        assert load("new_york", players).players == players
    for players in (1, 5):
        with pytest.raises(RulesetError, match="for 2 to 4 players"):
            load("new_york", players)


@pytest.mark.rule("NY-02")
def test_the_map_has_places_routes_and_landmarks() -> None:
    game = load("new_york", 2)
    board = game.board
    assert (len(board.places), len(board.routes)) == (15, 41)
    assert {place.id for place in board.places if not place.landmark} == {
        "lincoln_center",
        "midtown_west",
        "gramercy_park",
        "east_village",
        "soho",
        "lower_east_side",
    }
    assert any(isinstance(part, Landmarks) for part in game.parts)


@SEATS
@pytest.mark.rule("NY-03", "NY-04", "NY-08")
def test_everybody_has_fifteen_pieces_and_an_empty_map(players: int) -> None:
    scene = Scene("new_york", players)
    assert scene.seen(NOBODY, "pieces") == [{"road": 15}] * players
    assert scene.seen(NOBODY, "owned") == [[]] * players
    assert sum(supply.count for supply in scene.game.board.supplies) * 4 == 60


@pytest.mark.rule("NY-04")
def test_spare_pieces_are_never_played() -> None:
    # Fifteen pieces are on the map; the spares in the box do not help.
    scene = Scene("new_york", 2).hand(0, red=5, wild=2)
    scene.own(0, "chelsea-soho", "united_nations-gramercy_park", "central_park-united_nations")
    scene.own(0, "lower_east_side-brooklyn", "lincoln_center-midtown_west").turn(0)
    assert not [action for action in scene.legal if action.startswith("claim")]
    assert scene.refused("claim midtown_west-times_square").reason.values["have"] == 0


@pytest.mark.rule("NY-05")
def test_forty_four_cards() -> None:
    cards = {card.id: card.count for card in load("new_york", 2).board.cards}
    colours = ("blue", "green", "black", "pink", "red", "orange")
    assert cards == {**dict.fromkeys(colours, 6), "wild": 8}
    assert sum(cards.values()) == 44


@pytest.mark.rule("NY-06")
def test_eighteen_tickets_in_one_deck() -> None:
    tickets = load("new_york", 2).board.tickets
    assert len(tickets) == len({ticket.id for ticket in tickets}) == 18
    assert len({ticket.deck for ticket in tickets}) == 1


@pytest.mark.rule("NY-07", "R-50")
def test_no_points_are_counted_during_play() -> None:
    scene = Scene("new_york", 2).hand(0, red=1).turn(0)
    events = scene.play("claim midtown_west-times_square")
    assert scene.names(events) == [
        *("answered", "asked", "answered", "spent", "placed", "claimed", "turn"),
    ]
    assert scene.line(0, "routes") == 1  # the sheet is worked out whenever somebody asks


@SEATS
@pytest.mark.rule("NY-09", "NY-10")
def test_two_cards_each_and_five_face_up(players: int) -> None:
    game = load("new_york", players)
    events: list[Event] = []
    state = game.start(7, events=events)
    names = Counter(game.layout.events[event[0]].name for event in events)
    assert names["drew"] == 2 * players
    assert cells(game, state, "hand_sizes") == [2] * players
    row = cells(game, state, "row")
    assert len(row) == 5
    assert None not in row.values()
    assert cells(game, state, "deck_size") == 44 - 2 * players - 5 * (1 + names["flushed"])


@pytest.mark.rule("NY-11")
def test_three_wilds_sweep_the_first_row() -> None:
    five_green = [0] * 5
    game, state, events = set_up(39, 38, 37, 0, 0, *five_green)
    assert events.count("flushed") == 1
    assert cells(game, state, "row") == dict.fromkeys("12345", "green")
    discards = cells(game, state, "discards")
    assert {card: n for card, n in discards.items() if n} == {"wild": 3, "blue": 2}


@pytest.mark.rule("NY-11")
def test_two_wilds_do_not() -> None:
    game, state, events = set_up(39, 38, 0, 0, 0)
    assert "flushed" not in events
    row = cells(game, state, "row")
    assert list(row.values()) == ["wild", "wild", "blue", "blue", "green"]


@SEATS
@pytest.mark.rule("NY-12")
def test_two_tickets_each(players: int) -> None:
    game = load("new_york", players)
    state = game.start(3)
    assert cells(game, state, "tickets_offered") == [{"normal": 2}] * players
    assert cells(game, state, "tickets_left") == {"normal": 18 - 2 * players}


@pytest.mark.rule("NY-13")
def test_keep_both_opening_tickets_or_one_but_not_none() -> None:
    game, state, _ = set_up(0, 0, 0, 0, 0)
    first, second = game.board.tickets[0].id, game.board.tickets[1].id

    def legal() -> list[str]:
        return [game.action(code).text for code in game.legal_for(state, 0)]

    assert legal() == [f"keep {first}", f"return {first}"]
    both = state.copy()
    game.apply(both, game.code(f"keep {first}"), 0)
    assert f"return {second}" in [game.action(code).text for code in game.legal_for(both, 0)]
    game.apply(both, game.code(f"keep {second}"), 0)
    assert game.actors(both) == (1,)

    game.apply(state, game.code(f"return {first}"), 0)
    assert legal() == [f"keep {second}"]
    refusal = game.refusal(state, game.code(f"return {second}"), 0)
    assert f"you must keep {second}" in str(refusal)


@pytest.mark.rule("NY-14")
def test_an_opening_refusal_goes_under_the_deck() -> None:
    game, state, _ = set_up(0, 0, 0, 0, 0)
    a, b, c, d = (ticket.id for ticket in game.board.tickets[:4])
    for seat, answers in ((0, (f"return {a}", f"keep {b}")), (1, (f"keep {c}", f"keep {d}"))):
        for answer in answers:
            game.apply(state, game.code(answer), seat)
    tickets = cells(game, state, "tickets")
    assert [tickets[ticket] for ticket in (a, b, c, d)] == ["under 0 0", "held 0"] + ["held 1"] * 2
    assert cells(game, state, "tickets_left") == {"normal": 15}
    assert cells(game, state, "tickets_fresh") == {"normal": 14}


@pytest.mark.rule("NY-15", "NY-59")
def test_opening_tickets_are_secret() -> None:
    game, state, _ = set_up(0, 0, 0, 0, 0)
    own = cells(game, game.view(state, 0), "tickets")
    assert [place for place in own.values() if place is not None] == ["offered 0"] * 2
    nobody = cells(game, game.view(state, NOBODY), "tickets")
    assert set(nobody.values()) == {None}
