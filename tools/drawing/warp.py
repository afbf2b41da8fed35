"""Bending the real world onto a board whose places do not lie where geography has them.

First an affine fit of the projected places to their positions on the board; then thin-plate splines
in several gentle steps. One exact spline could fold the land where two places push against each
other; a step that is smoothed and shortened until it folds nothing cannot, and neither can a chain
of such steps.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from tools.drawing.atlas import Point

STEPS = 40
CLOSE = 0.6  # units; the places lie as near as this when the steps end
SMOOTH = 0.004
LEAST_STRETCH = 0.35  # of an area, in one step

Map = Callable[[Point], Point]


def project(kind: str, centre: Point, parallels: Point) -> Map:
    """A conformal projection: `mercator`, or `conic` (Lambert's) for a country's usual look."""

    def mercator(point: Point) -> Point:
        lon, lat = point
        lat = max(-84.0, min(84.0, lat))
        return math.radians(lon - centre[0]), -math.log(
            math.tan(math.pi / 4 + math.radians(lat) / 2)
        )

    if kind == "mercator":
        return mercator
    first, second = (math.radians(p) for p in parallels)
    tangent = [math.tan(math.pi / 4 + p / 2) for p in (first, second)]
    cone = math.log(math.cos(first) / math.cos(second)) / math.log(tangent[1] / tangent[0])
    scale = math.cos(first) * tangent[0] ** cone / cone

    def conic(point: Point) -> Point:
        lat = max(-60.0, min(89.0, point[1]))
        radius = scale / math.tan(math.pi / 4 + math.radians(lat) / 2) ** cone
        turn = cone * math.radians(point[0] - centre[0])
        return radius * math.sin(turn), radius * math.cos(turn)

    return conic


def solve(matrix: list[list[float]], columns: int) -> list[list[float]]:
    """Gauss on an augmented matrix; the solutions of its last columns."""
    size = len(matrix)
    for i in range(size):
        pivot = max(range(i, size), key=lambda row: abs(matrix[row][i]))
        matrix[i], matrix[pivot] = matrix[pivot], matrix[i]
        top = matrix[i]
        for row in range(size):
            if row != i and matrix[row][i]:
                ratio = matrix[row][i] / top[i]
                below = matrix[row]
                for column in range(i, size + columns):
                    below[column] -= ratio * top[column]
    return [[matrix[i][size + c] / matrix[i][i] for i in range(size)] for c in range(columns)]


def affine(sources: Sequence[Point], targets: Sequence[Point]) -> Map:
    """The best affine map of some points onto others."""
    rows = [(1.0, x, y) for x, y in sources]
    normal = [
        [sum(r[i] * r[j] for r in rows) for j in range(3)]
        + [sum(r[i] * t[k] for r, t in zip(rows, targets, strict=True)) for k in range(2)]
        for i in range(3)
    ]
    (a, b, c), (d, e, f) = solve(normal, 2)
    return lambda p: (a + b * p[0] + c * p[1], d + e * p[0] + f * p[1])


def bump(square: float) -> float:
    """The thin plate's kernel, of a squared distance."""
    return square * math.log(square) if square > 0 else 0.0


class Step:
    """One smoothed thin-plate spline of displacements, shortened by `share`."""

    def __init__(self, at: Sequence[Point], push: Sequence[Point], unit: float) -> None:
        self.at, self.unit, self.share = list(at), unit, 1.0
        size = len(at)
        matrix = []
        for i, (x, y) in enumerate(at):
            row = [bump(((x - u) ** 2 + (y - v) ** 2) / unit**2) for u, v in at]
            row[i] += SMOOTH
            matrix.append([*row, 1.0, x / unit, y / unit, *push[i]])
        for k in range(3):
            side = [(1.0, x / unit, y / unit)[k] for x, y in at]
            matrix.append([*side, 0.0, 0.0, 0.0, 0.0, 0.0])
        self.dx, self.dy = solve(matrix, 2)
        assert len(self.dx) == size + 3

    def __call__(self, point: Point) -> Point:
        x, y = point
        unit2 = self.unit**2
        n = len(self.at)
        u, v = x / self.unit, y / self.unit
        px = self.dx[n] + self.dx[n + 1] * u + self.dx[n + 2] * v
        py = self.dy[n] + self.dy[n + 1] * u + self.dy[n + 2] * v
        for (a, b), wx, wy in zip(self.at, self.dx, self.dy, strict=False):
            height = bump(((x - a) ** 2 + (y - b) ** 2) / unit2)
            px += wx * height
            py += wy * height
        return x + self.share * px, y + self.share * py


def grid(width: float, height: float, gap: float) -> list[Point]:
    """Points all over the picture and a little around it."""
    margin = 60.0
    across = range(int((width + 2 * margin) / gap) + 1)
    down = range(int((height + 2 * margin) / gap) + 1)
    return [(-margin + i * gap, -margin + j * gap) for i in across for j in down]


def stretch(bend: Map, point: Point, reach: float = 1.0) -> float:
    """How the map changes a small area here; negative where it folds."""
    x, y = point
    left, right = bend((x - reach, y)), bend((x + reach, y))
    up, down = bend((x, y - reach)), bend((x, y + reach))
    return ((right[0] - left[0]) * (down[1] - up[1]) - (right[1] - left[1]) * (down[0] - up[0])) / (
        4 * reach * reach
    )


class Warp:
    """From longitude and latitude to the board's units."""

    def __init__(
        self, projection: Map, places: Sequence[tuple[Point, Point]], size: tuple[float, float]
    ) -> None:
        self.projection = projection
        self.size = size
        sources = [projection(source) for source, _ in places]
        targets = [target for _, target in places]
        self.flat = affine(sources, targets)
        self.steps: list[Step] = []
        now = [self.flat(source) for source in sources]
        ring = self._ring(now)
        for _ in range(STEPS):
            push = [(t[0] - p[0], t[1] - p[1]) for p, t in zip(now, targets, strict=True)]
            if max(math.hypot(*p) for p in push) < CLOSE:
                break
            step = self._gentle([*now, *ring], [*push, *[(0.0, 0.0)] * len(ring)])
            self.steps.append(step)
            now = [step(point) for point in now]
            ring = [step(point) for point in ring]
        self.misses = [math.dist(p, t) for p, t in zip(now, targets, strict=True)]

    def _ring(self, points: Sequence[Point]) -> list[Point]:
        """Far around everything the affine fit holds: points that are not pushed."""
        width, height = self.size
        far = 0.6 * max(width, height)
        xs, ys = [p[0] for p in points] + [0, width], [p[1] for p in points] + [0, height]
        x, y = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
        a, b = (max(xs) - min(xs)) / 2 + far, (max(ys) - min(ys)) / 2 + far
        turns = [i * math.tau / 16 for i in range(16)]
        return [(x + a * math.cos(t), y + b * math.sin(t)) for t in turns]

    def _gentle(self, at: list[Point], push: list[Point]) -> Step:
        step = Step(at, push, max(self.size))
        points = [*grid(*self.size, 40.0), *at]
        while min(stretch(step, p) for p in points) < LEAST_STRETCH and step.share > 0.02:
            step.share *= 0.7
        return step

    def bend(self, point: Point) -> Point:
        """The steps alone, on the board's units."""
        for step in self.steps:
            point = step(point)
        return point

    def __call__(self, place: Point) -> Point:
        return self.bend(self.flat(self.projection(place)))

    def folds(self, gap: float = 12.0) -> tuple[float, float]:
        """The least and the greatest stretch of area anywhere near the picture."""
        found = [stretch(self.bend, p) for p in grid(*self.size, gap)]
        return min(found), max(found)
