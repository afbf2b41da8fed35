"""The longest trail by sets: against every way tried, and against the search by fronts."""

from hypothesis import example, given, settings
from hypothesis import strategies as st

from capotreno.board.longest import LongestTrails
from tests import long
from tests.board.networks import LARGE, Edge, networks
from tests.conformance import oracle


def longest(edges: list[Edge], least: int = 0) -> int:
    trails = LongestTrails([(a, b) for a, b, _ in edges], [length for _, _, length in edges])
    net = 0
    for a, b, _ in edges:
        net |= 1 << a | 1 << b
    return trails.longest((1 << len(edges)) - 1, net, least)


@given(networks(), st.integers(0, 40))
@settings(max_examples=long.of(150, 2000))
@example([(0, 1, 1), (0, 2, 1), (0, 3, 1), (1, 2, 1), (1, 3, 1), (2, 3, 1)], 0)
@example([(0, 1, 2), (1, 2, 2), (2, 0, 2), (0, 3, 5), (0, 4, 4), (0, 5, 3)], 0)
def test_no_way_is_longer(edges: list[Edge], least: int) -> None:
    told = oracle.longest_trail(edges)
    assert longest(edges) == told
    assert longest(edges, least) == max(told, least)


def test_large_networks_are_counted() -> None:
    for edges, told in LARGE.values():
        assert longest(edges) == told
