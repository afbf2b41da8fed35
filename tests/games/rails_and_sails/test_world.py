"""What only the World side has: rugged routes, the joined edges, tours."""

from collections import Counter

import pytest

from capotreno.rules.scoring.tours import Tours
from tests.games.rails_and_sails.sails import Sails

RUGGED = "dar_es_salaam-luanda"  # two spaces
LONG_RUGGED = "beijing-lahore"  # three


@pytest.mark.rule("W-72", "R-33", "R-86")
def test_a_rugged_space_takes_a_pair() -> None:
    scene = Sails("world")
    pairs = scene.offered(f"claim {RUGGED}", train_red=2, train_green=1, train_green_harbour=1)
    assert pairs == [Counter(train_green=1, train_green_harbour=1), Counter(train_red=2)]
    assert not scene.offered(f"claim {RUGGED}", train_red=3, train_green=1)
    assert scene.why(f"claim {RUGGED}") == ("pairs_short", 72)
    assert not scene.offered(f"claim {RUGGED}", train_red=2, double_red=6), "no ships"
    scene.hand(0, train_red=2, train_green=2).turn(0)
    before = scene.see("pieces")[0]["rail"]
    scene.game.apply(scene.state, scene.game.code(f"claim {RUGGED}"))
    scene.game.apply(scene.state, scene.game.code("pay train_red*2"))
    assert RUGGED not in scene.see("owned")[0], "one of two spaces is paid"
    assert scene.question == "payment"
    scene.game.apply(scene.state, scene.game.code("pay train_green*2"))
    assert RUGGED in scene.see("owned")[0]
    assert scene.see("pieces")[0]["rail"] == before - 2
    assert scene.line(0, "routes") == 2
    assert scene.actor == 1


@pytest.mark.rule("W-72", "R-33")
@pytest.mark.parametrize(
    ("route", "spaces"),
    [
        ("anchorage-vancouver", 2),
        ("beijing-lahore", 3),
        ("casablanca-marseille", 1),
        ("dar_es_salaam-luanda", 2),
        ("lahore-tehran", 2),
    ],
)
def test_the_rugged_routes(route: str, spaces: int) -> None:
    scene = Sails("world")
    assert scene.game.board.route(route).rugged == spaces
    assert not scene.offered(f"claim {route}", train_red=2 * spaces - 1)
    assert scene.offered(f"claim {route}", train_red=2 * spaces)


@pytest.mark.rule("W-73", "R-33", "R-86")
def test_wilds_on_rugged_spaces() -> None:
    scene = Sails("world")
    claim = f"claim {LONG_RUGGED}"
    ways = scene.offered(claim, train_red=3, train_green=1, wild=2)
    good = [Counter(wild=1, train_green=1), Counter(train_red=2), Counter(train_red=1, wild=1)]
    assert len(ways) == len(good)
    assert all(way in ways for way in good)
    assert Counter(wild=2) not in ways, "then red and green would be left over one by one"
    scene.hand(0, wild=6).turn(0).play(claim)
    assert LONG_RUGGED in scene.see("owned")[0]
    assert scene.held(0) == {}


@pytest.mark.rule("W-74", "R-38")
def test_the_edges_are_joined() -> None:
    board = Sails("world").game.board
    over = {frozenset((board.places[r.a].id, board.places[r.b].id)) for r in board.routes if r.wrap}
    assert frozenset(("tokyo", "vancouver")) in over
    assert frozenset(("lima", "sydney")) in over
    assert len(over) == 8
    scene = Sails("world").tickets(0, "buenos_aires-sydney")
    scene.own(0, "lima-sydney/1", "lima-valparaiso/1", "buenos_aires-valparaiso")
    assert scene.line(0, "tickets_done") == board.ticket("buenos_aires-sydney").points


TOUR = "mexico-caracas-lima-valparaiso"


@pytest.mark.rule("W-76", "R-35")
def test_a_tour_in_order_is_worth_more() -> None:
    scene = Sails("world").tickets(0, TOUR).join(0, "mexico", "caracas", "lima", "valparaiso")
    assert scene.line(0, "tickets_done") + scene.line(0, "tours_in_order") == 15
    assert scene.line(0, "tickets_missed") == 0


@pytest.mark.rule("W-77", "R-35")
def test_a_tour_out_of_order_is_worth_less() -> None:
    """Both networks join all four cities; in the second Lagos lies between Luanda and the rest."""
    scene = Sails("world").tickets(0, "lagos-luanda-dar_es_salaam-djibouti")
    scene.own(0, "cape_town-luanda", "lagos-luanda/1", "cape_town-dar_es_salaam/1")
    scene.own(0, "dar_es_salaam-djibouti/1")
    assert scene.line(0, "tours_in_order") == 3
    scene = Sails("world").tickets(0, "lagos-luanda-dar_es_salaam-djibouti")
    scene.own(0, "lagos-luanda/1", "casablanca-lagos", "al_qahira-casablanca")
    scene.own(0, "al_qahira-djibouti/1", "dar_es_salaam-djibouti/1")
    assert scene.line(0, "tickets_done") == 6
    assert scene.line(0, "tours_in_order") == 0, "Lagos would have to be crossed twice"


@pytest.mark.rule("W-78", "R-35")
def test_a_tour_not_done_costs_its_penalty() -> None:
    scene = Sails("world").tickets(0, TOUR).join(0, "mexico", "caracas", "lima")
    assert scene.line(0, "tickets_missed") == -21
    assert scene.line(0, "tickets_done") == scene.line(0, "tours_in_order") == 0


NORTH = ("casablanca-marseille", "athina-marseille", "athina-tehran")
NETWORKS = (
    (("al_qahira-casablanca", "al_qahira-tehran/1"), True),
    (("al_qahira-casablanca", *NORTH), False),
    ((*NORTH, "al_qahira-athina"), False),
    ((*NORTH, "al_qahira-athina", "al_qahira-tehran/1"), True),
    ((*NORTH, "al_qahira-athina", "al_qahira-djibouti/1"), False),
)


@pytest.mark.rule("R-35", "R-87")
@pytest.mark.parametrize("backwards", [False, True])
def test_trails(backwards: bool) -> None:
    """No route is used twice, a place may be met again, and the direction does not matter."""
    scene = Sails("world")
    tours = scene.part(Tours)
    board = scene.game.board
    ticket = board.ticket("casablanca-al_qahira-tehran").index
    groups = tours.tickets.groups[ticket]
    if backwards:
        tours.tickets.groups[ticket] = tuple(reversed(groups))
    try:
        for routes, travelled in NETWORKS:
            mask = sum(1 << board.route(route).index for route in routes)
            assert tours.travelled(mask, ticket) == travelled, routes
    finally:
        tours.tickets.groups[ticket] = groups
