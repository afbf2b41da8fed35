"""Where names go on a map: beside their places, apart from each other, inside the picture."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

#: Widths of letters in a wide sans serif, as parts of the size of the letters.
NARROW, WIDE, USUAL, CAPITAL = 0.36, 1.0, 0.65, 0.78
GAP = 2.0  # between a name and whatever else
RINGS = (0.0, 7.0, 14.0, 22.0, 32.0)  # how much further off a name may be moved
ROUNDS = 12  # looks at all names


class Box(NamedTuple):
    """A rectangle; y points down."""

    left: float
    top: float
    right: float
    bottom: float

    def shared(self, other: "Box") -> float:
        """The area both have, with the gap that must stay between them."""
        wide = min(self.right, other.right) - max(self.left, other.left) + GAP
        tall = min(self.bottom, other.bottom) - max(self.top, other.top) + GAP
        return wide * tall if wide > 0 and tall > 0 else 0.0


def width(words: str, size: float) -> float:
    """How wide words are at most, whatever font the reader has."""
    return size * sum(_letter(letter) for letter in words)


def _letter(letter: str) -> float:
    if letter in "iljtfrI.,:;'’-() ":
        return NARROW
    if letter in "mwMW@—":
        return WIDE
    return CAPITAL if letter.isupper() else USUAL


def placed(
    points: Sequence[tuple[float, float]],
    names: Sequence[str],
    size: float,
    dot: float,
    frame: Box,
) -> list[Box]:
    """A box for the name of every point: the nearest free one, looked for again and again."""
    dots = [Box(x - dot, y - dot, x + dot, y + dot) for x, y in points]
    choices = [
        list(_around(point, width(name, size), size, dot))
        for point, name in zip(points, names, strict=True)
    ]
    chosen = [own[0] for own in choices]
    for _ in range(ROUNDS):
        before = chosen[:]
        for i, own in enumerate(choices):
            others = [*dots, *chosen[:i], *chosen[i + 1 :]]
            chosen[i] = min(own, key=lambda box, others=others: _cost(box, others, frame))  # type: ignore[misc]
        if chosen == before:
            break
    return chosen


def _around(point: tuple[float, float], wide: float, size: float, dot: float) -> Iterator[Box]:
    """Boxes beside a point, the best ones first: to the right, left, above, below, aslant."""
    x, y = point
    for ring in RINGS:
        far = dot + GAP + 1 + ring
        for dx, dy in ((1, 0), (-1, 0), (0, -1), (0, 1), (1, -1), (1, 1), (-1, -1), (-1, 1)):
            left = x + far if dx > 0 else x - far - wide if dx < 0 else x - wide / 2
            if dy == 0:
                top = y - size * 0.6
            else:
                aslant = far * 0.6 if dx else far
                top = y + aslant if dy > 0 else y - aslant - size * 1.2
            yield Box(left, top, left + wide, top + size * 1.2)


def _cost(box: Box, others: Sequence[Box], frame: Box) -> float:
    """What it would lie upon; who is outside the picture is not read at all."""
    outside = (
        max(0.0, frame.left - box.left)
        + max(0.0, box.right - frame.right)
        + max(0.0, frame.top - box.top)
        + max(0.0, box.bottom - frame.bottom)
    )
    return outside * 1000 + sum(box.shared(other) for other in others)
