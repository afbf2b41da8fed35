"""Tickets and cheapest ways against an independent search, dead ends included (R-23)."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from capotreno.board.graph import FAR, Graph
from capotreno.board.model import Board
from tests import long
from tests.conformance import oracle
from tests.rules.worlds import BOARDS, mask, network

GRAPHS = {name: Graph(board) for name, board in BOARDS.items()}
#: What tickets ask to be joined: their stops, and each of their options by itself.
WANTED = {
    name: sorted(
        {ticket.stops for ticket in board.tickets if len(ticket.stops) > 1}
        | {(t.stops[0], option.stop) for t in board.tickets for option in t.options}
    )
    for name, board in BOARDS.items()
}
every_board = pytest.mark.parametrize("name", sorted(BOARDS))


def walks(board: Board, owned: set[int], start: set[int], goal: set[int]) -> bool:
    """Depth first from place to place; a dead end may be the first or the last, never between."""
    seen = set(start)
    stack = list(start)
    while stack:
        here = stack.pop()
        for index in owned:
            route = board.routes[index]
            if here in (route.a, route.b):
                there = route.a + route.b - here
                if there in goal:
                    return True
                if there not in seen and not board.places[there].dead_end:
                    seen.add(there)
                    stack.append(there)
    return bool(start & goal)


@every_board
@given(data=st.data())
def test_tickets_are_done_as_the_search_says(name: str, data: st.DataObject) -> None:
    board, graph = BOARDS[name], GRAPHS[name]
    owned = data.draw(network(board))
    root = graph.roots(mask(owned))
    nets = oracle.networks(board, owned)
    for stops in WANTED[name]:
        places = [set(board.places_of(stop)) for stop in stops]
        joined = graph.joined(root, tuple(graph.nodes(stop) for stop in stops))
        assert joined == any(all(net & stop for stop in places) for net in nets), stops
    for one, two, *more in data.draw(st.lists(st.sampled_from(WANTED[name]), max_size=6)):
        joined = graph.joined(root, (graph.nodes(one), graph.nodes(two)))
        ends = set(board.places_of(one)), set(board.places_of(two))
        assert joined == walks(board, owned, *ends), (one, two, more)


@every_board
@settings(max_examples=long.of(12, 1000))
@given(data=st.data())
def test_networks_grow_as_routes_are_built(name: str, data: st.DataObject) -> None:
    """One route after the other, in any order: the networks are those of the independent search."""
    board = BOARDS[name]
    graph = Graph(board)
    order = list(data.draw(network(board)))
    Random(data.draw(st.integers(0, 99))).shuffle(order)
    for n in range(1, min(len(order), 90) + 1):
        built = set(order[:n])
        net = graph.net(mask(built), order[n - 1])
        nets = [_places(graph, own) for own in graph.nets(mask(built))]
        assert sorted(map(sorted, nets)) == sorted(map(sorted, oracle.networks(board, built)))
        assert _places(graph, net) in nets
        assert all(net >> node & 1 for node in graph.ends[order[n - 1]])


def _places(graph: Graph, net: int) -> set[int]:
    """The places whose nodes are in a network."""
    return {place for place, own in enumerate(graph.nodes_of) if any(net >> n & 1 for n in own)}


def test_a_dead_end_is_no_way_through() -> None:
    """On every board with one: two routes that meet in it join its neighbours to it only."""
    tried = 0
    for name, board in BOARDS.items():
        graph = GRAPHS[name]
        for place in board.places:
            ways = [r for r in board.routes if place.index in (r.a, r.b)]
            far = {r.index: r.a + r.b - place.index for r in ways}
            one, two = ways[0], ways[-1]
            if not place.dead_end or far[one.index] == far[two.index]:
                continue
            root = graph.roots(mask({one.index, two.index}))
            ends = [graph.nodes_of[far[r.index]] for r in (one, two)]
            assert not graph.joined(root, (ends[0], ends[1]))
            assert graph.joined(root, (ends[0], graph.nodes_of[place.index]))
            assert graph.joined(root, (ends[1], graph.nodes_of[place.index]))
            tried += 1
    assert tried > 5


def bellman_ford(board: Board, cost: list[float], start: set[int], goal: set[int]) -> float:
    """The least cost from place to place, FAR for none; only a start leads out of a dead end."""
    best = {place.index: 0.0 if place.index in start else FAR for place in board.places}
    for _ in board.places:
        for route in board.routes:
            for here, there in ((route.a, route.b), (route.b, route.a)):
                leaves = here in start or not board.places[here].dead_end
                if leaves:
                    best[there] = min(best[there], best[here] + cost[route.index])
    return min(best[place] for place in goal)


@every_board
@given(data=st.data())
def test_the_cheapest_way_is_the_cheapest(name: str, data: st.DataObject) -> None:
    board, graph = BOARDS[name], GRAPHS[name]
    random = Random(data.draw(st.integers(0, 2**32)))
    closed = data.draw(st.sampled_from([0.0, 0.3, 0.6, 0.9]))
    cost = [
        FAR if random.random() < closed else random.choice((0, 1, 2, 5, 9)) for _ in board.routes
    ]
    names = [place.id for place in board.places] + [region.id for region in board.regions]
    one, two = random.sample(names, 2)
    start, goal = set(board.places_of(one)), set(board.places_of(two))
    found, way = graph.way(cost, (graph.nodes(one), graph.nodes(two)))
    assert found == bellman_ford(board, cost, start, goal)
    owned = {route.index for route in board.routes if way >> route.index & 1}
    if found == FAR:
        assert way == 0
    else:
        assert sum(cost[r] for r in owned) == found
        assert all(cost[r] >= 0 for r in owned)
        assert walks(board, owned, start, goal)
