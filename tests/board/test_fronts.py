"""The search by fronts: against every way tried on small networks, in few steps on large ones."""

from random import Random

import pytest
from hypothesis import example, given, settings

from capotreno.board.fronts import NEVER, TOO_WIDE, Fronts
from tests import long
from tests.board.networks import LARGE, Edge, complete, crossroads, grid, largest, networks
from tests.conformance import oracle


def searched(edges: list[Edge]) -> Fronts:
    return Fronts([(a, b) for a, b, _ in edges], [length for _, _, length in edges])


def left_out(fronts: Fronts, most: int | None = None) -> int:
    every = (1 << len(fronts.ends)) - 1
    return fronts.least_left_out(every, sum(fronts.length) if most is None else most)


@given(networks())
@settings(max_examples=long.of(150, 2000))
@example([(0, 1, 1), (0, 2, 1), (0, 3, 1), (1, 2, 1), (1, 3, 1), (2, 3, 1)])
def test_no_way_is_longer(edges: list[Edge]) -> None:
    fronts = searched(edges)
    told = left_out(fronts)
    assert told == sum(fronts.length) - oracle.longest_trail(edges)
    assert left_out(fronts, told - 1) == NEVER


def test_edges_that_are_not_there_do_not_count() -> None:
    fronts = searched(grid(4, 4))
    random = Random(1)
    for _ in range(30):
        chosen = largest([edge for edge in grid(4, 4) if random.random() < 0.6])
        edges = sum(1 << grid(4, 4).index(edge) for edge in chosen)
        assert fronts.least_left_out(edges, 99) == left_out(searched(chosen))


@pytest.mark.parametrize("name", LARGE)
def test_large_networks_take_few_steps(name: str) -> None:
    """The bound leads straight to the trail: an edge is decided hardly more than once."""
    edges, told = LARGE[name]
    fronts = searched(edges)
    assert sum(fronts.length) - left_out(fronts) == told
    assert fronts.tried <= 3 * len(edges)


def test_where_the_bound_is_not_met_the_search_stays_small() -> None:
    """Random networks of sixty edges: of a grid, and with three edges at every place."""
    steps = []
    for seed in range(30):
        for edges in (largest(Random(seed).sample(grid(7, 7), 60)), crossroads(40, seed)):
            fronts = searched(edges)
            assert left_out(fronts) < NEVER
            steps.append(fronts.tried)
    assert max(steps) < 6000


def test_what_is_too_wide_is_said() -> None:
    assert left_out(searched(complete(16))) == TOO_WIDE
