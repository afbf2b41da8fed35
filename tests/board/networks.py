"""Networks for the tests of longest paths and tours: drawn at random, and artificial ones."""

from random import Random

from hypothesis import strategies as st

Edge = tuple[int, int, int]  # node, node, length


@st.composite
def networks(draw: st.DrawFn) -> list[Edge]:
    """A few edges of one piece, some of them side by side."""
    edges: list[Edge] = []
    count = 1
    for _ in range(draw(st.integers(1, 10))):
        a = draw(st.integers(0, count - 1))
        b = draw(st.sampled_from([node for node in range(count + 1) if node != a]))
        edges.append((a, b, draw(st.integers(1, 9))))
        count = max(count, b + 1)
    return draw(st.permutations(edges))


def grid(width: int, height: int) -> list[Edge]:
    """Every place joined to those beside it."""
    across = [(x + width * y, x + 1 + width * y) for x in range(width - 1) for y in range(height)]
    down = [(x + width * y, x + width * (y + 1)) for x in range(width) for y in range(height - 1)]
    return [(a, b, 1) for a, b in across + down]


def complete(count: int, first: int = 0) -> list[Edge]:
    """Every place joined to every other."""
    return [(first + a, first + b, 1) for a in range(count) for b in range(a)]


def crossroads(count: int, seed: int) -> list[Edge]:
    """Three edges, some side by side, at every place, of random lengths."""
    random = Random(seed)
    ends = [node for node in range(count) for _ in range(3)]
    while True:
        random.shuffle(ends)
        pairs = list(zip(ends[::2], ends[1::2], strict=True))
        if all(a != b for a, b in pairs):
            return largest([(a, b, random.randint(1, 6)) for a, b in pairs])


def largest(edges: list[Edge]) -> list[Edge]:
    """Of some edges the piece with the most."""
    pieces: list[tuple[set[int], list[Edge]]] = []
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
