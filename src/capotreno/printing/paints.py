"""How colours are printed: each with a symbol and a hatching of its own, so that grey is enough."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from capotreno.board.drawing import Dot
from capotreno.board.model import Board, Card
from capotreno.printing.pen import Path, Stroke, circle, line, placed, polygon


@dataclass(frozen=True)
class Hue:
    """A colour as it is printed."""

    fill: str
    edge: str  # darker: outlines and hatching
    ink: str  # what can be read on it
    symbol: str
    hatch: str


_PAINTS = {
    "red": Hue("#c8372d", "#7d1d17", "#ffffff", "diamond", "rising"),
    "blue": Hue("#2f6fb5", "#173f6c", "#ffffff", "drop", "across"),
    "green": Hue("#3f8f47", "#1f5326", "#ffffff", "triangle", "upright"),
    "yellow": Hue("#e9c02f", "#8d7010", "#2a2205", "star", "dots"),
    "orange": Hue("#e07f26", "#8a4709", "#2a1500", "hexagon", "falling"),
    "black": Hue("#3a3a3c", "#121214", "#ffffff", "square", ""),
    "white": Hue("#f6f4ee", "#8b8678", "#26241f", "circle", ""),
    "purple": Hue("#7d4a98", "#472659", "#ffffff", "cross", "crossed"),
    "pink": Hue("#df7fae", "#8d3a64", "#2b0c1b", "heart", "grid"),
    "brown": Hue("#8a5a33", "#4d2f17", "#ffffff", "wave", "bricks"),
}
GRAY = Hue("#c9c5bb", "#6d695f", "#26241f", "", "")
WILD = Hue("#efe3c4", "#7b6430", "#2a2205", "wheel", "")
#: For colours that only the board's maker knows.
_OTHERS = (
    Hue("#4aa3a2", "#1f5655", "#08201f", "house", "rising"),
    Hue("#a7b94a", "#5b6720", "#1c2006", "moon", "across"),
    Hue("#b0493f", "#66221b", "#ffffff", "arrow", "grid"),
    Hue("#6f7fc4", "#364380", "#ffffff", "bars", "upright"),
    Hue("#c99f73", "#71512e", "#241607", "hourglass", "crossed"),
    Hue("#8fc1dd", "#3b6f8c", "#0a2330", "bolt", "falling"),
)
#: The pieces of the seats, by the name a board gives their colour.
SEATS = {name: paint.fill for name, paint in _PAINTS.items()}


def paints(board: Board) -> dict[str, Hue]:
    """Every colour of a board, no two with the same symbol; "" is a route of no colour."""
    found = {"": GRAY}
    strange = 0
    for colour in board.colours:
        if colour in _PAINTS:
            found[colour] = _PAINTS[colour]
        else:
            found[colour] = _OTHERS[strange % len(_OTHERS)]
            strange += 1
    return found


def hue_of(colour: str) -> Hue:
    """How something of a colour is painted that is no card: a passenger, merchandise."""
    return _PAINTS.get(colour, GRAY)


def of_card(card: Card, known: dict[str, Hue]) -> Hue:
    """How a card is painted; wilds have a look of their own."""
    return WILD if card.wild else known.get(card.colour, GRAY)


# -- hatching -------------------------------------------------------------------------------------


def hatching(kind: str, long: float, wide: float, step: float) -> Iterator[tuple[Stroke, ...]]:
    """The lines or dots of a hatching over a rectangle around the origin."""
    h, v = long / 2, wide / 2
    match kind:
        case "rising":
            yield from _slanting(h, v, 1, step)
        case "falling":
            yield from _slanting(h, v, -1, step)
        case "crossed":
            yield from _slanting(h, v, 1, step * 1.5)
            yield from _slanting(h, v, -1, step * 1.5)
        case "across":
            yield from (line((-h, y), (h, y)) for y in _between(v, step))
        case "upright":
            yield from (line((x, -v), (x, v)) for x in _between(h, step))
        case "grid":
            yield from (line((-h, y), (h, y)) for y in _between(v, step * 1.5))
            yield from (line((x, -v), (x, v)) for x in _between(h, step * 1.5))
        case "bricks":
            yield from _bricks(h, v, step * 1.5)
        case "dots":
            for row, y in enumerate(_between(v, step)):
                for x in _between(h - step * 0.25, step * 1.4):
                    at = x + (row % 2) * step * 0.7
                    if at < h - step * 0.2:
                        yield circle(at, y, step * 0.16)


def _between(half: float, step: float) -> list[float]:
    """Evenly spread between -half and half, about a step apart."""
    count = max(1, round(2 * half / step))
    return [-half + 2 * half * (i + 0.5) / count for i in range(count)]


def _slanting(h: float, v: float, way: int, step: float) -> Iterator[tuple[Stroke, ...]]:
    """Lines at 45 degrees, cut at the rectangle."""
    count = max(1, round(2 * (h + v) / (step * math.sqrt(2))))
    for i in range(count):
        c = -(h + v) + 2 * (h + v) * (i + 0.5) / count  # x + way * y = c
        low, high = max(-h, c - v), min(h, c + v)
        if high - low > 0.05:
            yield line((low, way * (c - low)), (high, way * (c - high)))


def _bricks(h: float, v: float, step: float) -> Iterator[tuple[Stroke, ...]]:
    rows = _between(v, step)
    for n, y in enumerate(rows):
        yield line((-h, y), (h, y))
        low = rows[n - 1] if n else -v
        for x in _between(h, step * 2):
            at = x + (n % 2) * step
            if at < h:
                yield line((at, low), (at, y))


# -- symbols --------------------------------------------------------------------------------------


def _ring(count: int, *radii: float, turn: float = -90.0) -> list[Dot]:
    found = []
    for i in range(count):
        angle = math.radians(turn + 360 * i / count)
        radius = radii[i % len(radii)]
        found.append((radius * math.cos(angle), radius * math.sin(angle)))
    return found


def _dots(text: str) -> list[Dot]:
    numbers = [float(n) for n in text.split()]
    return list(zip(numbers[::2], numbers[1::2], strict=True))


#: In a circle of radius 1 around the origin.
_POLYGONS: dict[str, Sequence[Dot]] = {
    "diamond": _dots("0 -1 .85 0 0 1 -.85 0"),
    "triangle": _dots("0 -.95 .95 .75 -.95 .75"),
    "square": _dots("-.75 -.75 .75 -.75 .75 .75 -.75 .75"),
    "star": _ring(10, 1, 0.45),
    "hexagon": _ring(6, 0.95, turn=0),
    "cross": _dots(
        "-.3 -.95 .3 -.95 .3 -.3 .95 -.3 .95 .3 .3 .3"
        " .3 .95 -.3 .95 -.3 .3 -.95 .3 -.95 -.3 -.3 -.3"
    ),
    "house": _dots("0 -.95 .9 -.1 .65 -.1 .65 .85 -.65 .85 -.65 -.1 -.9 -.1"),
    "arrow": _dots("0 -.95 .9 0 .35 0 .35 .9 -.35 .9 -.35 0 -.9 0"),
    "hourglass": _dots("-.8 -.9 .8 -.9 .15 0 .8 .9 -.8 .9 -.15 0"),
    "bolt": _dots(".3 -1 -.65 .15 -.05 .15 -.3 1 .65 -.2 .05 -.2"),
}
_CURVED: dict[str, tuple[Stroke, ...]] = {
    "circle": circle(0, 0, 0.85),
    "drop": (
        ("M", ((0, -1),)),
        ("C", ((0.4, -0.4), (0.7, -0.1), (0.7, 0.3))),
        ("C", ((0.7, 0.75), (0.35, 1), (0, 1))),
        ("C", ((-0.35, 1), (-0.7, 0.75), (-0.7, 0.3))),
        ("C", ((-0.7, -0.1), (-0.4, -0.4), (0, -1))),
        ("Z", ()),
    ),
    "heart": (
        ("M", ((0, 0.9),)),
        ("C", ((-0.7, 0.35), (-1, 0), (-1, -0.4))),
        ("C", ((-1, -1), (-0.2, -1), (0, -0.45))),
        ("C", ((0.2, -1), (1, -1), (1, -0.4))),
        ("C", ((1, 0), (0.7, 0.35), (0, 0.9))),
        ("Z", ()),
    ),
    "wave": (
        ("M", ((-0.95, -0.2),)),
        ("C", ((-0.6, -0.85), (-0.3, -0.7), (0, -0.2))),
        ("C", ((0.3, 0.2), (0.6, 0.2), (0.95, -0.35))),
        ("L", ((0.95, 0.2),)),
        ("C", ((0.6, 0.85), (0.3, 0.7), (0, 0.2))),
        ("C", ((-0.3, -0.2), (-0.6, -0.2), (-0.95, 0.35))),
        ("Z", ()),
    ),
    "moon": (
        ("M", ((0.3, -0.95),)),
        ("C", ((-1.2, -0.9), (-1.2, 0.9), (0.3, 0.95))),
        ("C", ((-0.5, 0.4), (-0.5, -0.4), (0.3, -0.95))),
        ("Z", ()),
    ),
    "wheel": (
        *circle(0, 0, 1),
        *circle(0, 0, 0.72),
        *circle(0, 0, 0.3),
        *(
            step
            for turn in (0, 60, 120)
            for step in placed(polygon(_dots("-.72 -.08 .72 -.08 .72 .08 -.72 .08")), 0, 0, turn)
        ),
    ),
    "bars": tuple(
        step
        for y in (-0.65, 0.0, 0.65)
        for step in polygon([(-0.8, y - 0.2), (0.8, y - 0.2), (0.8, y + 0.2), (-0.8, y + 0.2)])
    ),
}


def symbol(name: str, x: float, y: float, radius: float, ink: str) -> list[Path]:
    """A symbol around a point; none for a route of no colour."""
    if not name:
        return []
    steps = polygon(_POLYGONS[name]) if name in _POLYGONS else _CURVED[name]
    return [Path(placed(steps, x, y, 0, radius), fill=ink)]
