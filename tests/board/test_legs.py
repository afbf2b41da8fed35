"""Stops in their order: against every trail tried on small networks, in few steps on large ones."""

from itertools import product
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from capotreno.board.legs import Legs
from tests import long
from tests.board.networks import crossroads, grid, largest
from tests.conformance import oracle

Edge = tuple[int, int]
Stops = tuple[tuple[int, ...], ...]


@st.composite
def tours(draw: st.DrawFn) -> tuple[list[Edge], Stops]:
    """A few edges, some side by side, and stops of one node or several."""
    nodes = draw(st.permutations(range(draw(st.integers(4, 8)))))
    pairs = st.lists(st.sampled_from(nodes), min_size=2, max_size=2, unique=True)
    edges = [(a, b) for a, b in draw(st.lists(pairs, min_size=3, max_size=11))]
    count = draw(st.integers(2, min(5, len(nodes))))
    stops = [[node] for node in nodes[:count]]
    for node in nodes[count:]:
        at = draw(st.integers(0, 3 * count))
        if at < count:
            stops[at].append(node)
    return edges, tuple(tuple(stop) for stop in stops)


def legs(edges: list[Edge], stops: Stops) -> Legs:
    return Legs(edges, [[sum(1 << node for node in stop) for stop in stops]])


def in_order(edges: list[Edge], stops: Stops) -> bool:
    return legs(edges, stops).in_order((1 << len(edges)) - 1, 0)


def one_by_one(edges: list[Edge], stops: Stops) -> tuple[bool, int]:
    """The answer without the short ways to it, and the nodes to which legs were led."""
    search = legs(edges, stops)
    web = search.web
    own = (list(range(web.nodes)), list(web.meeting))
    return search._found((1 << len(edges)) - 1, 0, *own), search.tried


@given(tours())
@settings(max_examples=long.of(150, 2000))
def test_a_trail_is_found_where_there_is_one(drawn: tuple[list[Edge], Stops]) -> None:
    edges, stops = drawn
    told = any(
        oracle.trail(dict(enumerate(edges)), line[0], list(line)) for line in product(*stops)
    )
    assert in_order(edges, stops) == told
    assert one_by_one(edges, stops)[0] == told


def test_large_networks_take_few_steps() -> None:
    """Sixty routes and more, five stops: hardly ever a leg must be tried."""
    answers, steps = set(), 0
    for seed in range(40):
        for network in (grid(7, 7), Random(seed).sample(grid(7, 7), 60), crossroads(40, seed)):
            edges = [(a, b) for a, b, _ in largest(network)]
            nodes = sorted({node for edge in edges for node in edge})
            stops = tuple((node,) for node in Random(seed).sample(nodes, 5))
            told = in_order(edges, stops)
            answers.add(told)
            if not told:
                found, tried = one_by_one(edges, stops)
                assert not found
                steps = max(steps, tried)
    assert answers == {True, False}
    assert steps < 300


def test_a_narrow_place_is_seen_at_once() -> None:
    """Two wide parts and three edges between them, which the order would have to cross four times.

    No leg is tried: there would be millions.
    """
    one = [(a, b) for a, b, _ in grid(6, 6)]
    edges = [*one, *[(a + 36, b + 36) for a, b in one], (5, 36), (17, 48), (29, 60)]
    fits: Stops = ((0,), (70,), (7,), (50,))
    assert in_order(edges, fits)
    assert not in_order(edges, (*fits, (8,)))
    assert one_by_one(edges, (*fits, (8,))) == (False, 0)


def test_what_lies_aside_is_not_searched() -> None:
    """Beyond the stops a long strip of three rows goes on; it is as good as one node."""
    edges = [(a, b) for a, b, _ in grid(16, 3)]
    stops: Stops = ((41,), (12,), (30,), (10,), (44,))
    search = legs(edges, stops)
    assert not search.in_order((1 << len(edges)) - 1, 0)
    assert search.tried < 100
