"""Tours in exact order against brute force: every trail is tried, step by step."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from capotreno.rules.scoring.tours import Tours
from tests.conformance import oracle
from tests.rules.worlds import mask
from tests.scene import game_of

WORLD = game_of("world", 5)
TOURS = [ticket for ticket in WORLD.board.tickets if len(ticket.stops) > 2]


def network(seed: int, start: int) -> set[int]:
    """Routes grown from a place with the pieces of one seat: dense where they are short."""
    random = Random(seed)
    board = WORLD.board
    left = {"rail": 25, "sea": 35}
    reached, owned = {start}, set[int]()
    while True:
        near = [
            route
            for route in board.routes
            if route.index not in owned
            and not owned.intersection(route.twins)
            and reached & {route.a, route.b}
            and route.length <= left[route.kind]
        ]
        if not near or random.random() < 0.01:
            return owned
        route = min(random.sample(near, min(2, len(near))), key=lambda route: route.length)
        left[route.kind] -= route.length
        owned.add(route.index)
        reached |= {route.a, route.b}


@given(st.integers(0, 2**32), st.data())
def test_a_trail_is_found_where_there_is_one(seed: int, data: st.DataObject) -> None:
    tour = data.draw(st.sampled_from(TOURS))
    stops = [WORLD.board.place(stop).index for stop in tour.stops]
    owned = network(seed, data.draw(st.sampled_from(stops)))
    told = oracle.in_order(WORLD.board, owned, tour.index)
    assert WORLD.layout.partner(Tours).travelled(mask(owned), tour.index) == told


def test_the_networks_are_worth_trying() -> None:
    """Some join all stops in order, some out of order, some not at all."""
    met = set()
    part = WORLD.layout.partner(Tours)
    for seed in range(300):
        tour = TOURS[seed % len(TOURS)]
        owned = network(seed, WORLD.board.place(tour.stops[0]).index)
        joined = part.tickets.joins(WORLD.graph.roots(mask(owned)), tour.index)
        met.add((joined, part.travelled(mask(owned), tour.index)))
    assert met == {(False, False), (True, False), (True, True)}
