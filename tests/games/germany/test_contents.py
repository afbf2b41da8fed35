"""The box: what the map, the decks and the bag hold."""

from collections import Counter

import pytest

from capotreno import CapotrenoError, load
from tests.games.germany.table import COLOURS, Germany

GAME = load("germany", 5)
BOARD = GAME.board
COUNTRIES = {"daenemark", "niederlande", "frankreich", "schweiz", "oesterreich"}


@pytest.mark.rule("G-01")
def test_the_map_has_cities_and_countries_and_all_hang_together() -> None:
    kinds = Counter(place.kind for place in BOARD.places)
    assert kinds == {"city": 35, "country": 5}
    assert {place.id for place in BOARD.places if place.kind == "country"} == COUNTRIES
    everything = (1 << len(BOARD.routes)) - 1
    roots = GAME.graph.roots(everything)
    assert len({roots[place.index] for place in BOARD.places if place.kind == "city"}) == 1
    reached = {BOARD.places[end].id for route in BOARD.routes for end in (route.a, route.b)}
    assert reached == {place.id for place in BOARD.places}


@pytest.mark.rule("G-02")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_two_to_five_play(players: int) -> None:
    assert load("germany", players).players == players
    assert BOARD.seat_colours == ("white", "red", "purple", "yellow", "black")


@pytest.mark.rule("G-02")
@pytest.mark.parametrize("players", [0, 1, 6])
def test_no_other_number_plays(players: int) -> None:
    with pytest.raises(CapotrenoError, match="2 to 5 players"):
        load("germany", players)


@pytest.mark.rule("G-03")
def test_everybody_has_45_pieces() -> None:
    scene = Germany(5)
    assert [scene.pieces(seat) for seat in range(5)] == [45] * 5


@pytest.mark.rule("G-04")
def test_there_are_110_train_cards() -> None:
    counts = {card.id: card.count for card in BOARD.cards}
    assert counts == {**dict.fromkeys(COLOURS, 12), "wild": 14}
    assert sum(counts.values()) == 110


@pytest.mark.rule("G-05", "R-24")
def test_there_are_55_short_tickets_and_the_least_counts_2() -> None:
    values = [ticket.points for ticket in BOARD.tickets if ticket.deck == "short"]
    assert len(values) == 55
    assert sorted(set(values)) == list(range(2, 12))
    assert [ticket.id for ticket in BOARD.tickets if ticket.points < 3] == ["mannheim-stuttgart"]
    scene = Germany().tickets(0, "mannheim-stuttgart").own(0, "mannheim-stuttgart/1")
    assert scene.line(0, "tickets_done") == 2


@pytest.mark.rule("G-06")
def test_there_are_34_long_tickets_worth_12_to_22() -> None:
    values = [ticket.points for ticket in BOARD.tickets if ticket.deck == "long"]
    assert len(values) == 34
    assert (min(values), max(values)) == (12, 22)


@pytest.mark.rule("G-07")
def test_globetrotter_is_worth_15_and_makes_the_cards_200() -> None:
    scene = Germany().tickets(0, "mannheim-stuttgart").own(0, "mannheim-stuttgart/1")
    assert [scene.line(seat, "globetrotter") for seat in (0, 1)] == [15, 0]
    assert sum(card.count for card in BOARD.cards) + len(BOARD.tickets) + 1 == 200


@pytest.mark.rule("G-08")
def test_there_are_60_passengers() -> None:
    assert sum(colour.count for colour in BOARD.passengers) == 60


@pytest.mark.rule("G-32")
def test_the_cards_have_the_colours_of_the_routes() -> None:
    cards = {card.id for card in BOARD.cards if not card.wild}
    routes = {route.colour for route in BOARD.routes if route.colour}
    assert cards == routes == set(COLOURS)


@pytest.mark.rule("G-42")
def test_a_route_joins_two_cities_or_a_city_and_a_country() -> None:
    for route in BOARD.routes:
        kinds = {BOARD.places[route.a].kind, BOARD.places[route.b].kind}
        assert kinds in ({"city"}, {"city", "country"})
        assert route.colour in ("", *COLOURS)
        assert route.length in range(1, 8)
    assert any(not route.colour for route in BOARD.routes)


@pytest.mark.rule("G-54", "R-06")
def test_some_routes_are_double_and_some_triple() -> None:
    joined = Counter((route.a, route.b) for route in BOARD.routes)
    assert Counter(joined.values()) == {1: 62, 2: 21, 3: 2}
    triples = {route.id for route in BOARD.routes if len(route.twins) == 2}
    assert triples == {
        f"{pair}/{n}" for pair in ("dortmund-duesseldorf", "duesseldorf-koeln") for n in (1, 2, 3)
    }


@pytest.mark.rule("G-71")
def test_a_ticket_names_two_places_and_a_value() -> None:
    places = {place.id for place in BOARD.places}
    for ticket in BOARD.tickets:
        assert len(set(ticket.stops)) == 2
        assert places.issuperset(ticket.stops)
        assert ticket.points == ticket.penalty > 0


@pytest.mark.rule("G-76")
def test_some_tickets_name_one_country_or_two() -> None:
    countries = {ticket.id: len(COUNTRIES.intersection(ticket.stops)) for ticket in BOARD.tickets}
    assert Counter(countries.values()) == {0: 72, 1: 15, 2: 2}
    assert {id for id, n in countries.items() if n == 2} == {
        "daenemark-niederlande",
        "frankreich-daenemark",
    }
