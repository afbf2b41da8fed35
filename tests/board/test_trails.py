"""The longest trail: against every way tried on small networks, and in few steps on large ones."""

from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from capotreno.board.trails import Front, WeightedEdge, longest_trail, simple
from tests import long
from tests.conformance import oracle


@st.composite
def networks(draw: st.DrawFn) -> list[WeightedEdge]:
    """A few edges of one piece, some of them side by side."""
    edges: list[WeightedEdge] = []
    count = 1
    for _ in range(draw(st.integers(1, 10))):
        a = draw(st.integers(0, count - 1))
        b = draw(st.sampled_from([node for node in range(count + 1) if node != a]))
        edges.append((a, b, draw(st.integers(1, 9))))
        count = max(count, b + 1)
    return draw(st.permutations(edges))


@given(networks(), st.integers(0, 40))
@settings(max_examples=long.of(150, 2000))
@example([(0, 1, 1), (0, 2, 1), (0, 3, 1), (1, 2, 1), (1, 3, 1), (2, 3, 1)], 0)
def test_no_way_is_longer(edges: list[WeightedEdge], least: int) -> None:
    told = oracle.longest_trail(edges)
    assert longest_trail(edges) == told
    assert longest_trail(edges, least) == max(told, least)


def grid(width: int, height: int) -> list[WeightedEdge]:
    """Every place joined to those beside it."""
    across = [(x + width * y, x + 1 + width * y) for x in range(width - 1) for y in range(height)]
    down = [(x + width * y, x + width * (y + 1)) for x in range(width) for y in range(height - 1)]
    return [(a, b, 1) for a, b in across + down]


def complete(count: int, first: int = 0) -> list[WeightedEdge]:
    """Every place joined to every other."""
    return [(first + a, first + b, 1) for a in range(count) for b in range(a)]


def crossroads(count: int, seed: int) -> list[WeightedEdge]:
    """Three edges, some side by side, at every place, of random lengths."""
    random = Random(seed)
    ends = [node for node in range(count) for _ in range(3)]
    while True:
        random.shuffle(ends)
        pairs = list(zip(ends[::2], ends[1::2], strict=True))
        if all(a != b for a, b in pairs):
            return largest([(a, b, random.randint(1, 6)) for a, b in pairs])


def largest(edges: list[WeightedEdge]) -> list[WeightedEdge]:
    """Of some edges the piece with the most."""
    pieces: list[tuple[set[int], list[WeightedEdge]]] = []
    for edge in edges:
        nodes, own = {edge[0], edge[1]}, [edge]
        apart = []
        for met, others in pieces:
            if met & nodes:
                nodes, own = nodes | met, own + others
            else:
                apart.append((met, others))
        pieces = [*apart, (nodes, own)]
    return max((own for _, own in pieces), key=len)


LARGE = {
    "a full grid of seven": (grid(7, 7), 74),
    "a full grid of ten": (grid(10, 10), 165),
    "a ladder": (grid(30, 2), 61),
    "twelve places, all joined": (complete(12), 61),
    "two parts and a bridge": ([*complete(8), *complete(8, 8), (0, 8, 1)], 51),
    "a star": ([(0, node, node) for node in range(1, 80)], 79 + 78),
}


@pytest.mark.parametrize("name", LARGE)
def test_large_networks_take_few_steps(name: str) -> None:
    """The bound leads straight to the trail: an edge is decided hardly more than once."""
    edges, told = LARGE[name]
    assert longest_trail(edges) == told
    assert steps(edges) <= 3 * len(edges)


def steps(edges: list[WeightedEdge]) -> int:
    few, least = simple(edges, 0)
    total = sum(length for _, _, length in few)
    front = Front(few)
    left_out = front.least_left_out(total)
    assert longest_trail(edges) == max(least, total - left_out)
    return front.steps


def test_where_the_bound_is_not_met_the_search_stays_small() -> None:
    """Random networks of sixty edges: of a grid, and with three edges at every place."""
    cut = [largest(Random(seed).sample(grid(7, 7), 60)) for seed in range(40)]
    assert max(steps(edges) for edges in cut) < 3000
    assert max(steps(crossroads(40, seed)) for seed in range(40)) < 6000
