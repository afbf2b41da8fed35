"""What is done to outlines in the board's units: thinning, clipping, merging, writing."""

from __future__ import annotations

import heapq
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import pairwise

from tools.drawing.atlas import Line, Point

Box = tuple[float, float, float, float]


def thinned(line: Sequence[Point], area: float) -> Line:
    """Visvalingam: corners of smaller triangles than this go, the smallest first; ends stay."""
    size = len(line)
    if size <= 2:
        return list(line)
    before = [i - 1 for i in range(size)]
    after = [i + 1 for i in range(size)]
    gone = [False] * size
    worth = [0.0] * size
    heap: list[tuple[float, int]] = []

    def weigh(i: int, least: float = 0.0) -> None:
        worth[i] = max(least, triangle(line[before[i]], line[i], line[after[i]]))
        heapq.heappush(heap, (worth[i], i))

    for i in range(1, size - 1):
        weigh(i)
    while heap:
        value, i = heapq.heappop(heap)
        if gone[i] or value != worth[i]:
            continue
        if value >= area:
            break
        gone[i] = True
        a, b = before[i], after[i]
        after[a], before[b] = b, a
        for j in (a, b):
            if 0 < j < size - 1:
                weigh(j, value)
    return [point for point, out in zip(line, gone, strict=True) if not out]


def triangle(a: Point, b: Point, c: Point) -> float:
    """Its area."""
    return abs((b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1])) / 2


def area(ring: Sequence[Point]) -> float:
    """A ring's signed area."""
    pairs = zip(ring, [*ring[1:], ring[0]], strict=True)
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in pairs) / 2


def filled_in(line: Sequence[Point], gap: float) -> Line:
    """Points added on long edges, so that they can bend."""
    found = [line[0]]
    for a, b in pairwise(line):
        parts = max(1, int(max(abs(b[0] - a[0]), abs(b[1] - a[1])) / gap) + 1)
        found += [
            (a[0] + (b[0] - a[0]) * k / parts, a[1] + (b[1] - a[1]) * k / parts)
            for k in range(1, parts + 1)
        ]
    return found


def rounded(line: Iterable[Point]) -> Line:
    """To the tenth, without repeating a point."""
    found: Line = []
    for x, y in line:
        point = (round(x, 1) + 0.0, round(y, 1) + 0.0)
        if not found or point != found[-1]:
            found.append(point)
    return found


def merged(rings: Iterable[Line]) -> list[Line]:
    """The outer lines of shapes that touch: edges that run both ways are inner borders and go."""
    edges: Counter[tuple[Point, Point]] = Counter()
    for ring in rings:
        for a, b in pairwise(ring):
            if a == b:
                continue
            if edges[b, a]:
                edges[b, a] -= 1
            else:
                edges[a, b] += 1
    onward: dict[Point, list[Point]] = defaultdict(list)
    for (a, b), count in edges.items():
        onward[a] += [b] * count
    found = []
    for start in list(onward):
        while onward[start]:
            ring, here = [start], start
            while onward[here]:
                here = onward[here].pop()
                ring.append(here)
                if here == start:
                    break
            if len(ring) > 3:
                found.append(ring)
    return found


def cut(ring: Line, at: Point, inward: Point) -> Line:
    """A closed ring's part on one side of a line (Sutherland and Hodgman)."""

    def depth(point: Point) -> float:
        return (point[0] - at[0]) * inward[0] + (point[1] - at[1]) * inward[1]

    found: Line = []
    for a, b in zip(ring, [*ring[1:], *ring[:1]], strict=True):
        deep, next_deep = depth(a), depth(b)
        if deep >= 0:
            found.append(a)
        if (deep >= 0) != (next_deep >= 0):
            t = deep / (deep - next_deep)
            found.append((a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])))
    return found


def clipped(ring: Line, box: Box) -> Line:
    """A closed ring's part inside a rectangle."""
    left, top, right, bottom = box
    return within(ring, [(left, top), (right, top), (right, bottom), (left, bottom)])


def within(ring: Line, convex: Sequence[Point]) -> Line:
    """A closed ring's part inside a convex shape whose corners run clockwise on the picture."""
    for a, b in zip(convex, [*convex[1:], convex[0]], strict=True):
        ring = cut(ring, a, (a[1] - b[1], b[0] - a[0]))
    return ring


def pieces(line: Line, box: Box) -> list[Line]:
    """An open line's parts inside a rectangle."""
    left, top, right, bottom = box
    found: list[Line] = []
    for a, b in pairwise(line):
        dx, dy = b[0] - a[0], b[1] - a[1]
        start, end = 0.0, 1.0
        for p, q in (
            (-dx, a[0] - left),
            (dx, right - a[0]),
            (-dy, a[1] - top),
            (dy, bottom - a[1]),
        ):
            if p < 0:
                start = max(start, q / p)
            elif p > 0:
                end = min(end, q / p)
            elif q < 0:
                end = -1.0
        if start > end:
            continue
        first = (a[0] + start * dx, a[1] + start * dy)
        last = (a[0] + end * dx, a[1] + end * dy)
        if found and found[-1][-1] == first:
            found[-1].append(last)
        else:
            found.append([first, last])
    return found


def smoothed(line: Sequence[Point], rounds: int = 2, *, closed: bool = False) -> Line:
    """Chaikin's corner cutting."""
    found = list(line)
    for _ in range(rounds):
        ends = zip(found, [*found[1:], found[0]] if closed else found[1:], strict=False)
        cut: Line = [] if closed else [found[0]]
        for a, b in ends:
            cut.append((a[0] * 0.75 + b[0] * 0.25, a[1] * 0.75 + b[1] * 0.25))
            cut.append((a[0] * 0.25 + b[0] * 0.75, a[1] * 0.25 + b[1] * 0.75))
        found = cut if closed else [*cut, found[-1]]
    return found


def holds(rings: Iterable[Sequence[Point]], point: Point) -> bool:
    """Whether a point lies inside, even-odd."""
    x, y = point
    inside = False
    for ring in rings:
        for (ax, ay), (bx, by) in zip(ring, [*ring[1:], ring[0]], strict=True):
            if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
                inside = not inside
    return inside


def away(rings: Iterable[Sequence[Point]], point: Point) -> float:
    """How far a point lies from the nearest edge."""
    x, y = point
    best = float("inf")
    for ring in rings:
        for (ax, ay), (bx, by) in zip(ring, [*ring[1:], ring[0]], strict=True):
            dx, dy = bx - ax, by - ay
            square = dx * dx + dy * dy
            t = max(0.0, min(1.0, ((x - ax) * dx + (y - ay) * dy) / square)) if square else 0.0
            best = min(best, (ax + t * dx - x) ** 2 + (ay + t * dy - y) ** 2)
    return float(best**0.5)


def number(tenths: int) -> str:
    """A number of tenths, as short as path data allows."""
    whole, rest = divmod(abs(tenths), 10)
    sign = "-" if tenths < 0 else ""
    return f"{sign}{whole if whole or not rest else ''}{f'.{rest}' if rest else ''}"


def path(line: Sequence[Point], *, closed: bool) -> str:
    """Path data with relative steps: half the bytes of absolute ones, and no error adds up."""
    points = [(round(x * 10), round(y * 10)) for x, y in line]
    if closed and points[0] == points[-1]:
        points.pop()
    (x, y), *rest = points
    words = [f"M{number(x)} {number(y)}"]
    last = ""
    for u, v in rest:
        if (u, v) == (x, y):
            continue
        words.append(("l" if not last else _gap(last, number(u - x))) + number(u - x))
        words.append(_gap(number(u - x), number(v - y)) + number(v - y))
        last = number(v - y)
        x, y = u, v
    return "".join(words) + ("z" if closed else "")


def _gap(before: str, after: str) -> str:
    """A minus needs no space before it, nor does a point after a number that has one."""
    return "" if after[0] == "-" or (after[0] == "." and "." in before) else " "
