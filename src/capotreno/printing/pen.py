"""What is drawn on a page, in millimetres from its left top corner: paths and words, nothing else.

`svg` and `pdf` write the same things, so that both files look alike.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from capotreno.board.drawing import Dot
from capotreno.printing.letters import width

Stroke = tuple[str, tuple[Dot, ...]]  # M, L, C or Z with its points, as in path data

#: How far from a corner the handles of a quarter of a circle lie.
ROUND = 0.5523


class Frame(NamedTuple):
    """A rectangle; y points down."""

    left: float
    top: float
    right: float
    bottom: float

    def grown(self, by: float) -> "Frame":
        return Frame(self.left - by, self.top - by, self.right + by, self.bottom + by)

    def meets(self, other: "Frame") -> bool:
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )

    def holds(self, other: "Frame") -> bool:
        return (
            self.left <= other.left
            and self.top <= other.top
            and other.right <= self.right
            and other.bottom <= self.bottom
        )


@dataclass(frozen=True)
class Path:
    """A shape, filled, with a line, or both."""

    steps: tuple[Stroke, ...]
    fill: str = ""
    line: str = ""
    width: float = 0.2
    dash: tuple[float, ...] = ()
    faint: float = 1.0  # how much of it covers what lies under it
    title: str = ""  # on a screen: what is said of it where the pointer rests

    def moved(self, dx: float, dy: float) -> "Path":
        return replace(self, steps=_moved(self.steps, dx, dy))

    @property
    def bounds(self) -> Frame:
        dots = [dot for _, points in self.steps for dot in points]
        xs, ys = [x for x, _ in dots], [y for _, y in dots]
        return Frame(min(xs), min(ys), max(xs), max(ys)).grown(self.width / 2 if self.line else 0)


@dataclass(frozen=True)
class TextLine:
    """A line of text; `anchor` says what of it stands at x, `angle` turns it clockwise."""

    x: float
    y: float
    text: str
    size: float
    bold: bool = False
    anchor: str = "start"
    fill: str = "#222222"
    halo: float = 0.0  # a pale rim so wide, for words on a drawing
    angle: float = 0.0

    def moved(self, dx: float, dy: float) -> "TextLine":
        return replace(self, x=self.x + dx, y=self.y + dy)

    @property
    def wide(self) -> float:
        return width(self.text, self.size, self.bold)

    @property
    def start(self) -> float:
        """How far left of x it begins."""
        return {"start": 0.0, "middle": 0.5, "end": 1.0}[self.anchor] * self.wide

    @property
    def bounds(self) -> Frame:
        left, right = -self.start, self.wide - self.start
        corners = [(x, y) for x in (left, right) for y in (-0.8 * self.size, 0.22 * self.size)]
        turned = [_turn(corner, self.angle) for corner in corners]
        xs, ys = [self.x + x for x, _ in turned], [self.y + y for _, y in turned]
        return Frame(min(xs), min(ys), max(xs), max(ys)).grown(self.halo / 2)


@dataclass(frozen=True)
class Window:
    """Things of which only what lies in a frame is seen."""

    frame: Frame
    things: tuple["Drawn", ...]

    def moved(self, dx: float, dy: float) -> "Window":
        frame = Frame(*(a + b for a, b in zip(self.frame, (dx, dy, dx, dy), strict=True)))
        return Window(frame, tuple(thing.moved(dx, dy) for thing in self.things))

    @property
    def bounds(self) -> Frame:
        return self.frame


Drawn = Path | TextLine | Window


@dataclass(frozen=True)
class Page:
    """A sheet of paper with what is on it."""

    name: str
    wide: float
    tall: float
    things: tuple[Drawn, ...]


# -- shapes ---------------------------------------------------------------------------------------


def polygon(dots: Sequence[Dot], *, closed: bool = True) -> tuple[Stroke, ...]:
    """Straight lines from dot to dot."""
    steps: list[Stroke] = [("M", (dots[0],)), *(("L", (dot,)) for dot in dots[1:])]
    return (*steps, ("Z", ())) if closed else tuple(steps)


def line(a: Dot, b: Dot) -> tuple[Stroke, ...]:
    """One straight line."""
    return polygon((a, b), closed=False)


def circle(x: float, y: float, radius: float) -> tuple[Stroke, ...]:
    """A circle around a point."""
    return slab(x, y, 0, 2 * radius, 2 * radius, radius)


def rect(
    left: float, top: float, wide: float, tall: float, corner: float = 0
) -> tuple[Stroke, ...]:
    """An upright rectangle from its left top corner."""
    return slab(left + wide / 2, top + tall / 2, 0, wide, tall, corner)


def slab(
    x: float, y: float, angle: float, long: float, wide: float, corner: float
) -> tuple[Stroke, ...]:
    """A rectangle around a point, turned, with round corners."""
    h, v, r = long / 2, wide / 2, min(corner, long / 2, wide / 2)
    if not r:
        dots = [(-h, -v), (h, -v), (h, v), (-h, v)]
        return placed(polygon(dots), x, y, angle)
    k = r * (1 - ROUND)
    steps: list[Stroke] = [
        ("M", ((-h + r, -v),)),
        ("L", ((h - r, -v),)),
        ("C", ((h - k, -v), (h, -v + k), (h, -v + r))),
        ("L", ((h, v - r),)),
        ("C", ((h, v - k), (h - k, v), (h - r, v))),
        ("L", ((-h + r, v),)),
        ("C", ((-h + k, v), (-h, v - k), (-h, v - r))),
        ("L", ((-h, -v + r),)),
        ("C", ((-h, -v + k), (-h + k, -v), (-h + r, -v))),
        ("Z", ()),
    ]
    return placed(steps, x, y, angle)


def placed(
    steps: Iterable[Stroke], x: float, y: float, angle: float = 0, scale: float = 1
) -> tuple[Stroke, ...]:
    """Steps around the origin, made larger, turned clockwise and set down at a point."""
    found = []
    for command, points in steps:
        turned = [_turn((px * scale, py * scale), angle) for px, py in points]
        found.append((command, tuple((x + dx, y + dy) for dx, dy in turned)))
    return tuple(found)


def _turn(dot: Dot, angle: float) -> Dot:
    if not angle:
        return dot
    turn = math.radians(angle)
    x, y = dot
    return (x * math.cos(turn) - y * math.sin(turn), x * math.sin(turn) + y * math.cos(turn))


def _moved(steps: Iterable[Stroke], dx: float, dy: float) -> tuple[Stroke, ...]:
    return tuple((command, tuple((x + dx, y + dy) for x, y in dots)) for command, dots in steps)
