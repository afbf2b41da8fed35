"""The land of an invented board: a coast drawn by chance, or a country's own.

Everything is in the units of a drawing: 1000 wide, rounded to tenths at once, so that what follows
from it is the same on every machine.
"""

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources

from capotreno.board.model import Name
from capotreno.engine.errors import CapotrenoError
from capotreno.invent.luck import Luck

WIDTH = 1000.0
ASPECT = 1.5

Spot = tuple[float, float]
Ring = tuple[Spot, ...]


@dataclass(frozen=True)
class Land:
    """Where places can be: rings of coast, the largest first, and whatever lies around them."""

    name: Name
    aspect: float
    rings: tuple[Ring, ...]
    neighbours: tuple[Ring, ...]
    source: str
    towns: tuple[tuple[Name, Spot], ...] = ()  # that are there in truth

    @property
    def height(self) -> float:
        return WIDTH / self.aspect

    def holds(self, spot: Spot) -> bool:
        """Whether a spot is on land."""
        return self.piece_of(spot) >= 0

    def piece_of(self, spot: Spot) -> int:
        """The ring that a spot lies in, or -1."""
        return next((at for at, ring in enumerate(self.rings) if inside(ring, spot)), -1)

    def dry(self, a: Spot, b: Spot) -> float:
        """How much of the straight way between two spots runs over land, also a neighbour's."""
        spots = [between(a, b, (i + 0.5) / 24) for i in range(24)]
        rings = (*self.rings, *self.neighbours)
        return sum(any(inside(ring, spot) for ring in rings) for spot in spots) / 24

    def seaside(self, spot: Spot) -> bool:
        """Whether the sea is near: a coast that is no border."""
        near = [corner for ring in self.rings for corner in ring if distance(corner, spot) < 34]
        borders = [corner for ring in self.neighbours for corner in ring]
        return any(min((distance(one, other) for other in borders), default=99) > 9 for one in near)

    def from_coast(self, spot: Spot) -> float:
        """How far a spot is from the nearest corner of a coast."""
        return min(distance(spot, corner) for ring in self.rings for corner in ring)


def between(a: Spot, b: Spot, part: float) -> Spot:
    """A spot on the straight way from one to another."""
    return a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part


def distance(a: Spot, b: Spot) -> float:
    """As the crow flies, in units."""
    return math.hypot(a[0] - b[0], a[1] - b[1])


def inside(ring: Ring, spot: Spot) -> bool:
    """Whether a ring goes around a spot."""
    x, y = spot
    odd = False
    ax, ay = ring[-1]
    for bx, by in ring:
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            odd = not odd
        ax, ay = bx, by
    return odd


def area(ring: Ring) -> float:
    """What a ring encloses, in square units."""
    pairs = zip(ring, (*ring[1:], ring[0]), strict=True)
    return abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in pairs)) / 2


# -- a coast by chance ----------------------------------------------------------------------------

FIRST = ("Val", "Mon", "Bel", "Cal", "Ar", "Lu", "Tar", "Ser", "Or", "Mar", "Bri", "Gal", "Per")
LAST = (
    "doria",
    "tania",
    "cadia",
    "mora",
    "vena",
    "lia",
    "ruvia",
    "silva",
    "gonia",
    "landa",
    "tera",
)


def imagined(luck: Luck) -> Land:
    """A land with bays and capes, and perhaps an island or two off its coast."""
    height = WIDTH / ASPECT
    main = _coast(luck, (WIDTH / 2, height / 2), (WIDTH * 0.40, height * 0.39), 56)
    rings = [main]
    for x, y in luck.shuffled([(0.09, 0.14), (0.91, 0.14), (0.09, 0.86), (0.91, 0.86)]):
        spot = (x * WIDTH, y * height)
        size = luck.between(46, 66)
        if len(rings) < 3 and min(distance(spot, corner) for corner in main) > size * 1.9:
            rings.append(_coast(luck, spot, (size, size * 0.8), 16))
    name = luck.one_of(FIRST) + luck.one_of(LAST)
    return Land(Name(name, name), ASPECT, tuple(rings), (), "Drawn by chance for an invented board")


def _coast(luck: Luck, centre: Spot, size: Spot, corners: int) -> Ring:
    """Waves around a circle, then every stretch broken in two, twice."""
    waves = [
        (k, luck.between(0.1, 0.55) / k**0.95, luck.between(0, 2 * math.pi)) for k in range(2, 10)
    ]
    ring: list[Spot] = []
    for i in range(corners):
        turn = 2 * math.pi * i / corners
        reach = 1 + sum(high * math.cos(k * turn + start) for k, high, start in waves)
        reach = min(max(reach, 0.42), 1.16)
        spot = (
            centre[0] + size[0] * reach * math.cos(turn),
            centre[1] + size[1] * reach * math.sin(turn),
        )
        ring.append(_tenths(spot))
    for _ in range(2):
        ring = _broken(luck, ring)
    return tuple(ring)


def _broken(luck: Luck, ring: Sequence[Spot]) -> list[Spot]:
    found: list[Spot] = []
    for a, b in zip(ring, (*ring[1:], ring[0]), strict=True):
        off = luck.between(-0.2, 0.2)
        x, y = between(a, b, 0.5)
        found += [a, _tenths((x - off * (b[1] - a[1]), y + off * (b[0] - a[0])))]
    return found


def _tenths(spot: Spot) -> Spot:
    return round(spot[0], 1), round(spot[1], 1)


# -- a country's own ------------------------------------------------------------------------------


@cache
def _outlines() -> dict[str, dict[str, object]]:
    file = resources.files("capotreno.invent") / "outlines.json"
    found: dict[str, dict[str, object]] = json.loads(file.read_bytes())
    return found


def regions() -> tuple[str, ...]:
    """The countries whose outlines are known."""
    return tuple(sorted(_outlines()))


def region(name: str) -> Land:
    """A country as it is."""
    data = _outlines().get(name)
    if data is None:
        known = ", ".join(regions())
        raise CapotrenoError(f"there is no outline of {name!r:.40}; there are {known}")
    called, aspect = data["name"], data["aspect"]
    assert isinstance(called, dict)
    assert isinstance(aspect, float)
    rings = sorted(_rings(data["land"]), key=lambda ring: -area(ring))
    source = "Outlines: Natural Earth, public domain"
    assert isinstance(data["towns"], list)
    towns = tuple((Name(en, it), (float(x), float(y))) for en, it, x, y in data["towns"])
    around = tuple(_rings(data["neighbours"]))
    return Land(Name(**called), aspect, tuple(rings), around, source, towns)


def _rings(data: object) -> list[Ring]:
    assert isinstance(data, list)
    return [tuple(zip(flat[::2], flat[1::2], strict=True)) for flat in data]
