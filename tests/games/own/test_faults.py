"""What does not fit together is refused with one sentence that names it."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from capotreno import BoardError, load
from capotreno.board.load import parse
from tests.games.own.shipped import written
from tests.games.own.table import classic, declared, island, with_passengers

File = dict[str, Any]


def three_decks(value: File) -> None:
    for deck in ("ship", "plane"):
        value["decks"].append({"id": deck, "cards": [{"id": deck, "count": 3}]})


def tunnels_of_two_decks(value: File) -> None:
    value["decks"].append({"id": "ship", "cards": [{"id": "ship", "count": 3}]})


def no_wild(value: File) -> None:
    value["decks"][0]["cards"].pop()


def wild_first(value: File) -> None:
    value["decks"][0]["cards"].reverse()


def no_supply(value: File) -> None:
    value["supplies"] = []


def rugged(value: File) -> None:
    value["routes"][0]["rugged"] = 1


def long_route(value: File) -> None:
    value["routes"][0]["length"] = 10


def ticket_decks(value: File) -> None:
    value["tickets"][0]["deck"] = "long"


def scattered_tickets(value: File) -> None:
    value["tickets"][1]["deck"] = "long"


def second_wild(value: File) -> None:
    value["decks"][0]["cards"].append({"id": "long", "wild": True, "count": 2, "from_length": 4})


def no_tickets(value: File) -> None:
    value["tickets"] = value["tickets"][:7]


def seven_and_more(value: File) -> None:
    value["players"] = [2, 8]


def alone(value: File) -> None:
    value["players"] = [1, 4]


def two_of_a_colour(value: File) -> None:
    value["decks"][0]["cards"].insert(0, {"id": "navy", "count": 3, "colour": "blue"})


def many_copies(value: File) -> None:
    value["decks"][0]["cards"][0]["count"] = 61


def double_ship(value: File) -> None:
    value["decks"][0]["cards"][0]["spaces"] = 2


def spare_ships(value: File) -> None:
    value["supplies"].append({"kind": "sea", "count": 5})


def any_cards_in_a_tunnel(value: File) -> None:
    next(route for route in value["routes"] if route.get("tunnel"))["card_set"] = 3


def any_cards_on_a_ferry(value: File) -> None:
    next(route for route in value["routes"] if route.get("ferry"))["card_set"] = 3


def merchandise(value: File) -> None:
    value["places"][0]["tokens"] = [3]


def few_pieces(value: File) -> None:
    value["supplies"][0]["count"] = 3


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (three_decks, "decks: a game needs one deck of cards or two, not 3."),
        (tunnels_of_two_decks, "decks: tunnels turn up cards of one deck, but there are two."),
        (no_wild, "decks: a game needs one kind of wild card, and it stands last."),
        (wild_first, "decks: a game needs one kind of wild card, and it stands last."),
        (two_of_a_colour, "card navy: every kind of card but the wild needs a colour of its own."),
        (many_copies, "card red: 61 copies are too many; the most is 60."),
        (
            double_ship,
            (
                "colour red: with ships it needs four kinds of card: a train, a train with the "
                "harbour mark, a ship and a double ship."
            ),
        ),
        (
            second_wild,
            (
                "route market_cross-quarry: ferries, tunnels and card sets do not go together "
                "with wilds for long routes or passenger cards."
            ),
        ),
        (no_supply, "nobody has pieces of its kind 'rail': add a supply."),
        (few_pieces, "route saltings-orchard: its 4 spaces are more than the 3 pieces there are."),
        (
            rugged,
            (
                "route lighthouse-old_port: rugged spaces are paid with pairs of trains: they need "
                "train and ship cards."
            ),
        ),
        (long_route, "route lighthouse-old_port: no points for its length 10: add route_points."),
        (
            ticket_decks,
            (
                "tickets: a game has one deck of tickets, not long and normal, unless tickets.mix "
                "or tickets.dealt says what comes from which."
            ),
        ),
        (scattered_tickets, "tickets: the tickets of a deck stand together."),
        (no_tickets, "tickets: 4 players are dealt 8 tickets at the opening, but there are 7."),
        (seven_and_more, "players: a board of your own is for 2 to 7 players."),
        (alone, "players: a board of your own is for 2 to 7 players."),
        (spare_ships, "supply sea: no route takes its pieces: the last round never begins."),
        (any_cards_in_a_tunnel, "card_set is for routes that are neither ferries nor tunnels."),
        (any_cards_on_a_ferry, "card_set is for routes that are neither ferries nor tunnels."),
        (
            merchandise,
            "places: merchandise needs passenger cards in the deck, the fares of journeys.",
        ),
    ],
)
def test_a_map_that_cannot_be_played(change: Callable[[File], None], sentence: str) -> None:
    value = island()
    change(value)
    with pytest.raises(BoardError) as fault:
        declared(value)
    assert str(fault.value).endswith(sentence)


#: Mechanics of other boxes that this map cannot have, or not together.
MISFITS: list[tuple[File, str]] = [
    (
        {"hand": {"train": 3, "ship": 2}},
        "hand says how many cards of each deck are dealt: one number.",
    ),
    ({"blind_draw": 3}, "blind_draw is for a game in which no card lies face up: with row 0."),
    (
        {"row": 0, "face_up_wild": "one_card"},
        "face_up_wild 'one_card' is for a row of one deck of cards.",
    ),
    (
        {"piece_choice": {"rail": 6}},
        "piece_choice is between two kinds of pieces, but there are 1: see supplies.",
    ),
    (
        {"exchange": {}},
        "exchange takes pieces out of the box: add piece_choice, which leaves some.",
    ),
    ({"harbours": {}}, "harbours are built in ports, but no place is one."),
    ({"journeys": {}}, "journeys are made for merchandise, but no place has tokens."),
    (
        {"connections": [{"a": "mill", "b": "quarry", "ticket": True}]},
        "connections are won in a race: add race, or leave them out.",
    ),
    (
        {"tickets": {"opening": [2, 1], "mix": True}},
        "tickets.mix is announced of two decks of tickets, but there are 1.",
    ),
    (
        {"tickets": {"opening": [2, 1], "dealt": {"normal": 2}}},
        "tickets.dealt is for refused tickets that leave the game: see refused.",
    ),
    (
        {"tickets": {"opening": [2, 1], "refused": "leave", "dealt": {"normal": 1}}},
        "tickets.dealt is not 2 together, as tickets.opening says.",
    ),
    (
        {"tickets": {"opening": [2, 1], "refused": "leave", "dealt": {"long": 2}}},
        "tickets.dealt names how many of each deck, in order: normal.",
    ),
    (
        {"race": {}, "bonuses": None, "ranking": None},
        "a race counts the tickets done and nothing else: tickets is no part of it.",
    ),
]


@pytest.mark.parametrize(
    ("game", "sentence"),
    [
        ({"hand": 15}, "game: 4 hands of 15 and a row of 4 take 64 cards, but there are 43."),
        ({"flush": 5}, "game: flush 5 is more than the 4 cards of the row."),
        (
            {"tickets": {"opening": [1, 2]}},
            "game: tickets.opening [1, 2] is not [drawn, kept] with 1 <= kept <= drawn <= 9.",
        ),
        (
            {"tickets": {"opening": [2, 1], "later": [0, 0]}},
            "game: tickets.later [0, 0] is not [drawn, kept] with 1 <= kept <= drawn <= 9.",
        ),
        ({"passengers": {}}, "game: passengers give points, but the board has none."),
        (
            {"ranking": ["stations"]},
            "game: ranking names 'stations', which this game does not count.",
        ),
        ({"ranking": ["tickets", "tickets"]}, "game: ranking names the same thing twice."),
        ({"ending": {"pieces": 12}}, "game: ending.pieces 12: everybody begins with only 12."),
        *[({**choice}, f"game: {sentence}") for choice, sentence in MISFITS],
    ],
)
def test_choices_that_do_not_fit(game: File, sentence: str) -> None:
    with pytest.raises(BoardError) as fault:
        declared(island(**game))
    assert str(fault.value) == f"my-board.json: {sentence}"


def test_choices_about_what_the_map_has_not() -> None:
    value = classic(bonuses={"landmarks": 1})
    for place in value["places"]:
        place.pop("landmark", None)
    with pytest.raises(BoardError, match="landmarks, but no place is one"):
        declared(value)
    for choice in ({"wilds": "ferries_and_tunnels"}, {"cards_for_wild": 3}):
        value = island(**choice)
        for route in value["routes"]:
            route.pop("ferry", None)
            route.pop("tunnel", None)
        with pytest.raises(BoardError, match=r"ferries.*, but there are none"):
            declared(value)
    value = island(cards_for_wild=3)
    for route in value["routes"]:
        route["tunnel"] = True
    with pytest.raises(BoardError, match=r"ferries that are no tunnels, but there are none"):
        declared(value)
    waiting = with_passengers()
    waiting["passengers"] = []
    with pytest.raises(BoardError, match="the places want 9 but the bag holds 0"):
        declared(waiting)


@pytest.mark.parametrize(
    ("game", "sentence"),
    [
        ({"hands": 4}, "unknown field 'hands' in 'game', did you mean 'hand'?"),
        (
            {"tickets": {"openning": [3, 2]}},
            "unknown field 'openning' in 'game.tickets', did you mean 'opening'?",
        ),
        ({"passengers": {"most": -1}}, "'game.passengers.most' should be a whole number >= 0."),
        (
            {"bonuses": {"longest": 4}},
            "unknown field 'longest' in 'game.bonuses', did you mean 'longest_path'?",
        ),
        ({"row": -1}, "'game.row' should be a whole number >= 0."),
        ({"hand": {"train": 21}}, "'game.hand' should be a whole number <= 20."),
        ({"race": {"gaol": 6}}, "unknown field 'gaol' in 'game.race', did you mean 'goal'?"),
        ({"connections": [{"a": "mill"}]}, "the field 'b' of 'game.connections[0]' is missing."),
        (
            {"wilds": "nowhere"},
            "'game.wilds' has the unknown value 'nowhere'; it can be 'everywhere'",
        ),
        ({"tickets": {"later": [3]}}, "'game.tickets.later' should be a list of length 2."),
    ],
)
def test_words_that_mean_nothing(game: File, sentence: str) -> None:
    with pytest.raises(BoardError) as fault:
        parse(json.dumps(classic(**game)).encode(), "my-board.json")
    assert str(fault.value).startswith(f"my-board.json: {sentence.removesuffix('.')}")


def ship_cards(value: File) -> None:
    value["decks"] = written("world")["decks"]
    value["game"]["hand"] = {"train": 1, "ship": 1}
    for route in value["routes"]:
        route["colour"] = "gray"
        for rough in ("ferry", "tunnel", "card_set"):
            route.pop(rough, None)


def race(value: File) -> None:
    value["game"] = {"race": {}}
    value["tickets"] = [ticket for ticket in value["tickets"] if len(ticket["stops"]) == 2]


@pytest.mark.parametrize(
    ("change", "choice", "sentence"),
    [
        (ship_cards, {"stations": {}}, "stations are paid with cards of one colour"),
        (ship_cards, {"row": 0}, "two decks of cards need a row"),
        (ship_cards, {"face_up_wild": "one_card"}, "is for a row of one deck of cards"),
        (ship_cards, {"hand": 3}, 'each deck are dealt: {"train": 2, "ship": 2}'),
        (ship_cards, {"hand": {"ship": 1, "train": 1}}, "hand names the decks in their order"),
        (ship_cards, {"hand": {"train": 1, "ship": 16}}, "4 hands of 16 take 64 cards of ship"),
        (ship_cards, {"harbours": {}}, "harbours are built in ports, but no place is one"),
        (race, {"stations": {}}, "stations is no part of it"),
        (race, {"bonuses": {"landmarks": 1}}, "bonuses is no part of it"),
        (race, {"race": {"hand": 9}}, "4 players hold 36 tickets in a race, but there are"),
        (race, {"connections": [{"a": "mill", "b": "mars"}]}, "no place and no region 'mars'"),
        (race, {"connections": [{"a": "mill", "b": "mill"}]}, "have a place in common"),
        (race, {"connections": [{"a": "mill", "b": "quarry"}]}, "it brings nothing"),
        (race, {"ranking": ["tickets"]}, "ranking names 'tickets', which this game does not"),
    ],
)
def test_mechanics_that_do_not_go_together(
    change: Callable[[File], None], choice: File, sentence: str
) -> None:
    value = island()
    change(value)
    declared(value)  # is a game
    value["game"] |= choice
    with pytest.raises(BoardError) as fault:
        declared(value)
    assert sentence in str(fault.value)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(BoardError, match="there is no such board or file"):
        load(tmp_path / "nowhere.json")
