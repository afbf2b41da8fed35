"""The shipped boards hold what their witnesses say."""

import json
from collections import Counter

import pytest

from capotreno.board.check.statistics import statistics
from capotreno.board.check.ways import distance
from capotreno.board.load import load, shipped
from capotreno.board.model import Board, Name
from tests.board.boards import DATA

SIZES = {  # places, routes, spaces, tickets, cards
    "europe": (47, 101, 300, 101, 110),
    "germany": (40, 110, 313, 89, 110),
    "ghost_train": (19, 66, 134, 33, 72),
    "great_lakes": (37, 110, 355, 55, 140),
    "maerklin": (40, 110, 313, 46, 118),
    "new_york": (15, 41, 84, 18, 44),
    "nordic": (39, 81, 207, 46, 110),
    "switzerland": (51, 88, 205, 46, 110),
    "usa": (36, 100, 309, 69, 110),
    "world": (48, 130, 411, 65, 140),
}

# How many tickets are worth exactly, and how many less than, their shortest distance.
VALUES = {
    "europe": (93, 1),
    "germany": (88, 0),
    "great_lakes": (11, 32),
    "maerklin": (46, 0),
    "new_york": (18, 0),
    "nordic": (46, 0),
    "world": (4, 0),
}


def total(board: Board) -> int:
    return sum(card.count for card in board.cards)


def marked(board: Board, mark: str) -> tuple[int, int]:
    places = sum(mark in place.marks for place in board.places)
    return places, sum(mark in ticket.marks for ticket in board.tickets)


def test_every_board_is_listed_here() -> None:
    assert shipped() == tuple(SIZES)


@pytest.mark.parametrize("name", SIZES)
def test_sizes(name: str) -> None:
    board = load(name)
    spaces = sum(route.length for route in board.routes)
    sizes = (len(board.places), len(board.routes), spaces, len(board.tickets), total(board))
    assert sizes == SIZES[name]


@pytest.mark.parametrize("name", SIZES)
def test_every_board_is_whole(name: str) -> None:
    board = load(name)
    assert board.id == name
    assert board.witnesses
    assert board.supplies
    assert {route.kind for route in board.routes} == {supply.kind for supply in board.supplies}
    assert {route.colour for route in board.routes} - {""} == set(board.colours)
    assert not statistics(board).isolated_places
    for items in (board.places, board.routes, board.tickets):
        assert [item.index for item in items] == list(range(len(items)))
    for route in board.routes:
        assert all(route.index in board.routes[twin].twins for twin in route.twins)


@pytest.mark.parametrize("name", SIZES)
def test_one_item_is_one_line_of_the_file(name: str) -> None:
    text = (DATA / f"{name}.json").read_text(encoding="utf-8")
    lines = [line.strip().rstrip(",") for line in text.splitlines()]
    value = json.loads(text)
    for items in ("places", "routes", "tickets"):
        for item in value[items]:
            assert json.dumps(item, ensure_ascii=False) in lines


@pytest.mark.parametrize(("name", "values"), VALUES.items())
def test_ticket_values_against_distances(name: str, values: tuple[int, int]) -> None:
    facts = statistics(load(name))
    assert (facts.exact_tickets, facts.cheap_tickets) == values


def test_germany() -> None:
    board = load("germany")
    assert Counter(ticket.deck for ticket in board.tickets) == {"short": 55, "long": 34}
    assert sum(place.passengers for place in board.places) == 60
    assert {passengers.count for passengers in board.passengers} == {10}
    dead_ends = [place for place in board.places if place.dead_end]
    assert len(dead_ends) == 5
    assert all(place.kind == "country" for place in dead_ends)
    assert board.place("niederlande").name == Name("Netherlands", "Paesi Bassi")
    assert len(board.place("oesterreich").also_at) == 1
    assert [card.id for card in board.cards][-1] == "wild"
    assert board.ticket("mannheim-stuttgart").points == 2
    wrong = [t for t in statistics(board).tickets if t.points != t.distance]
    assert [(t.id, t.points, t.distance) for t in wrong] == [("kiel-stuttgart", 17, 16)]
    colours = {own.colour: own.spaces for own in statistics(board).colours}
    assert colours.pop("gray") == 92
    assert set(colours.values()) == {27, 28}


def test_distances_do_not_run_through_countries() -> None:
    board = load("germany")
    assert distance(board, "emden", "freiburg") == 15
    assert distance(board, "emden", "oesterreich") == 19
    assert distance(board, "koeln", "schweiz") == 10


def test_new_york() -> None:
    board = load("new_york")
    assert sum(place.landmark for place in board.places) == 9
    assert [supply.kind for supply in board.supplies] == ["road"]
    assert board.supplies[0].count == 15
    assert board.route("central_park-united_nations").drawing.bend == -0.15


def test_rails_and_sails_cards() -> None:
    for name in ("world", "great_lakes"):
        cards = {card.id: card for card in load(name).cards}
        assert sum(card.count for card in cards.values() if card.deck == "train") == 80
        assert sum(card.count for card in cards.values() if card.deck == "ship") == 60
        assert (cards["train_red"].count, cards["train_red_harbour"].count) == (7, 4)
        assert (cards["ship_red"].count, cards["ship_red"].harbour) == (4, True)
        assert (cards["double_red"].count, cards["double_red"].spaces) == (6, 2)
        assert (cards["wild"].deck, cards["wild"].kind, cards["wild"].count) == ("train", "", 14)


def test_world() -> None:
    board = load("world")
    tours = [ticket for ticket in board.tickets if ticket.tour]
    assert len(tours) == 8
    assert all(tour.penalty == tour.points_in_order + 6 for tour in tours)
    assert sum(place.port for place in board.places) == 38
    assert sum(route.wrap for route in board.routes) == 10
    assert sum(route.rugged > 0 for route in board.routes) == 5
    assert all(len(route.drawing.spaces) == route.length for route in board.routes)


def test_great_lakes_pairs_of_rail_and_sea_are_no_twins() -> None:
    board = load("great_lakes")
    for a, b in (("duluth", "thunder_bay"), ("muskegon", "traverse_city")):
        pair = {board.place(a).index, board.place(b).index}
        tracks = [route for route in board.routes if {route.a, route.b} == pair]
        assert sorted(route.kind for route in tracks) == ["rail", "sea"]
        assert all(not route.twins for route in tracks)


def test_ghost_train_says_what_is_reconstructed() -> None:
    board = load("ghost_train")
    assert [route.id for route in board.routes if not route.reconstructed] == [
        "misty_windmill-train_station"
    ]
    assert [ticket.id for ticket in board.tickets if not ticket.reconstructed] == [
        "witchs_cauldron-pumpkin_patch"
    ]
    assert board.route_points == ()
    assert {region.id: len(region.places) for region in board.regions} == {
        "dark_forest": 3,
        "coast": 3,
    }
    assert all(sentence.en != sentence.it for sentence in board.reconstructed)


def test_usa() -> None:
    board = load("usa")
    decks = Counter(ticket.deck for ticket in board.tickets)
    assert decks == {"base": 30, "1910": 35, "mystery_train": 4}
    assert marked(board, "big_city") == (7, 35)
    assert sum(bool(ticket.points_in) for ticket in board.tickets) == 4
    assert board.ticket("los_angeles-miami").points_in == (("1910", 19),)
    colours = {own.colour: own.spaces for own in statistics(board).colours}
    assert {colours[colour] for colour in board.colours} == {27}


def test_europe() -> None:
    board = load("europe")
    assert marked(board, "big_city") == (9, 45)
    assert sum(route.tunnel for route in board.routes) == 18
    assert Counter(route.ferry for route in board.routes) == {0: 88, 1: 9, 2: 4}
    assert sum(bool(route.twins) for route in board.routes) == 22


def test_nordic() -> None:
    board = load("nordic")
    assert board.players == (2, 3)
    assert board.route("lieksa-murmansk").card_set == 4
    assert board.route("lieksa-murmansk").length == 9
    assert board.route_points[9] == 27


def test_switzerland() -> None:
    board = load("switzerland")
    crossings = {region.id: len(region.places) for region in board.regions}
    assert crossings == {"france": 4, "deutschland": 5, "osterreich": 3, "italia": 5}
    dead_ends = {place.index for place in board.places if place.dead_end}
    assert dead_ends == {place for region in board.regions for place in region.places}
    choices = [ticket for ticket in board.tickets if ticket.options]
    assert len(choices) == 12
    for ticket in choices:
        values = [option.points for option in ticket.options]
        assert (ticket.points, ticket.penalty) == (max(values), min(values))
    assert board.ticket("bern-countries").penalty == 5
    plain = [t for t in statistics(board).tickets if "countries" not in t.id]
    assert all(ticket.points == ticket.distance for ticket in plain)


def test_maerklin() -> None:
    board, germany = load("maerklin"), load("germany")
    assert board.routes == germany.routes
    tokens = Counter(place.token_colour for place in board.places)
    assert tokens == {"white": 16, "yellow": 12, "red": 6, "black": 1, "": 5}
    assert board.place("berlin").tokens == (7, 6, 5, 4)
    assert sum(len(place.tokens) for place in board.places) == 74
    cards = {card.id: card for card in board.cards}
    assert (cards["wild_4plus"].from_length, cards["wild_4plus"].wild) == (4, True)
    assert (cards["passenger"].passenger, cards["passenger"].colour) == (True, "")
