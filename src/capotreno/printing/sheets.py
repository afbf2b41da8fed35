"""Sheets of paper: the map cut into pieces that are glued together, and small things in a grid.

Every sheet leaves a margin that any printer can leave white; crop marks stand in it.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from capotreno.printing.chart import Chart
from capotreno.printing.letters import fitting, writable
from capotreno.printing.pen import Drawn, Frame, Page, Path, TextLine, Window, circle, line, rect
from capotreno.words import Voice

MARGIN = 10.0
OVERLAP = 10.0  # of two sheets of the map
MARK = 4.0  # how long a crop mark is
GRAY = "#777777"


@dataclass(frozen=True)
class Paper:
    """A sheet's size in millimetres, upright."""

    name: str
    wide: float
    tall: float

    @property
    def room(self) -> Frame:
        return Frame(MARGIN, MARGIN, self.wide - MARGIN, self.tall - MARGIN)

    def turned(self) -> "Paper":
        return Paper(self.name, self.tall, self.wide)


PAPERS = {
    paper.name.lower(): paper
    for paper in (Paper("A4", 210, 297), Paper("A3", 297, 420), Paper("letter", 215.9, 279.4))
}


# -- the map on sheets ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Tiles:
    """How a map is cut: so many columns and rows of sheets, the map in their middle."""

    paper: Paper
    columns: int
    rows: int
    left: float  # where the map begins on the whole of the sheets
    top: float

    @property
    def step(self) -> tuple[float, float]:
        box = self.paper.room
        return box.right - box.left - OVERLAP, box.bottom - box.top - OVERLAP

    def names(self) -> list[str]:
        return [
            f"{_letter(column)}{row + 1}"
            for row in range(self.rows)
            for column in range(self.columns)
        ]


def _letter(column: int) -> str:
    return (chr(64 + column // 26) if column >= 26 else "") + chr(65 + column % 26)


def cut(chart: Chart, paper: Paper) -> Tiles:
    """The way of cutting that takes the fewest sheets, upright or lying."""
    found = [_cut(chart, way) for way in (paper, paper.turned())]
    return min(found, key=lambda tiles: tiles.columns * tiles.rows)


def _cut(chart: Chart, paper: Paper) -> Tiles:
    box = paper.room
    wide, tall = box.right - box.left - OVERLAP, box.bottom - box.top - OVERLAP
    columns = max(1, math.ceil((chart.wide - OVERLAP) / wide))
    rows = max(1, math.ceil((chart.tall - OVERLAP) / tall))
    left = (columns * wide + OVERLAP - chart.wide) / 2
    top = (rows * tall + OVERLAP - chart.tall) / 2
    return Tiles(paper, columns, rows, left, top)


def map_sheets(chart: Chart, tiles: Tiles, voice: Voice, title: str) -> Iterator[Page]:
    """The sheets of the map, row by row."""
    names = iter(tiles.names())
    box, (dx, dy) = tiles.paper.room, tiles.step
    for row in range(tiles.rows):
        for column in range(tiles.columns):
            name = next(names)
            seen = Frame(
                column * dx - tiles.left,
                row * dy - tiles.top,
                column * dx - tiles.left + box.right - box.left,
                row * dy - tiles.top + box.bottom - box.top,
            )
            shift = (box.left - seen.left, box.top - seen.top)
            inside = [one.moved(*shift) for one in _seen(chart.things, seen)]
            things: list[Drawn] = [Window(box, tuple(inside))]
            things += crop_marks(box, (box.left, box.right), (box.top, box.bottom))
            things += _joints(tiles, row, column)
            words = voice.say("print.sheet", sheet=name, title=title)
            things.append(_note(writable(words), tiles.paper))
            yield Page(f"map-{name}", tiles.paper.wide, tiles.paper.tall, tuple(things))


def _seen(things: Sequence[Drawn], frame: Frame) -> Iterator[Drawn]:
    """Only what a sheet shows a part of."""
    for thing in things:
        if isinstance(thing, Window):
            inner = tuple(_seen(thing.things, frame))
            if inner:
                yield Window(thing.frame, inner)
        elif thing.bounds.meets(frame):
            yield thing


def _joints(tiles: Tiles, row: int, column: int) -> Iterator[Drawn]:
    """Where the neighbour comes to lie: marks at its edge, crosses that meet on both sheets."""
    box = tiles.paper.room
    half = OVERLAP / 2
    for near, edge, way in ((column > 0, box.left, 1), (column < tiles.columns - 1, box.right, -1)):
        if near:
            x = edge + way * OVERLAP
            for y, out in ((box.top, -1), (box.bottom, 1)):
                yield Path(line((x, y + out), (x, y + out * (1 + MARK))), line=GRAY, dash=(1, 0.7))
            for part in (0.25, 0.75):
                yield from _cross(edge + way * half, box.top + (box.bottom - box.top) * part)
    for near, edge, way in ((row > 0, box.top, 1), (row < tiles.rows - 1, box.bottom, -1)):
        if near:
            y = edge + way * OVERLAP
            for x, out in ((box.left, -1), (box.right, 1)):
                yield Path(line((x + out, y), (x + out * (1 + MARK), y)), line=GRAY, dash=(1, 0.7))
            for part in (0.25, 0.75):
                yield from _cross(box.left + (box.right - box.left) * part, edge + way * half)


def _cross(x: float, y: float) -> Iterator[Path]:
    yield Path(circle(x, y, 1.2), line=GRAY, width=0.15)
    yield Path(line((x - 2, y), (x + 2, y)), line=GRAY, width=0.15)
    yield Path(line((x, y - 2), (x, y + 2)), line=GRAY, width=0.15)


def crop_marks(box: Frame, xs: Sequence[float], ys: Sequence[float]) -> Iterator[Path]:
    """Marks in the margin that say where to cut."""
    for x in xs:
        for y, out in ((box.top, -1), (box.bottom, 1)):
            yield Path(line((x, y + out), (x, y + out * (1 + MARK))), line="#000000", width=0.15)
    for y in ys:
        for x, out in ((box.left, -1), (box.right, 1)):
            yield Path(line((x + out, y), (x + out * (1 + MARK), y)), line="#000000", width=0.15)


def _note(text: str, paper: Paper) -> TextLine:
    size = fitting(text, 3.2, paper.wide - 60)
    return TextLine(paper.wide / 2, paper.tall - 3.5, text, size, anchor="middle", fill="#555555")


# -- many small things ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Grid:
    """How many things of one size lie on a sheet, edge to edge."""

    paper: Paper
    wide: float
    tall: float
    columns: int
    rows: int

    @property
    def box(self) -> Frame:
        """The ground they cover, in the middle of the sheet."""
        wide, tall = self.columns * self.wide, self.rows * self.tall
        left, top = (self.paper.wide - wide) / 2, (self.paper.tall - tall) / 2
        return Frame(left, top, left + wide, top + tall)


def grid(paper: Paper, wide: float, tall: float) -> Grid:
    """The sheet, upright or lying, that holds the most."""
    ways = []
    for way in (paper, paper.turned()):
        box = way.room
        columns, rows = int((box.right - box.left) / wide), int((box.bottom - box.top) / tall)
        ways.append(Grid(way, wide, tall, columns, rows))
    return max(ways, key=lambda found: found.columns * found.rows)


def dealt(kind: str, things: Sequence[Sequence[Drawn]], on: Grid, note: str) -> Iterator[Page]:
    """Sheets full of small things, each drawn from its own left top corner."""
    each = on.columns * on.rows
    box = on.box
    for sheet, first in enumerate(range(0, len(things), each), 1):
        laid: list[Drawn] = []
        some = things[first : first + each]
        for i, own in enumerate(some):
            left = box.left + (i % on.columns) * on.wide
            top = box.top + (i // on.columns) * on.tall
            laid += [thing.moved(left, top) for thing in own]
            laid.append(Path(rect(left, top, on.wide, on.tall), line="#bbbbbb", width=0.1))
        rows = math.ceil(len(some) / on.columns)
        columns = min(on.columns, len(some))
        used = Frame(box.left, box.top, box.left + columns * on.wide, box.top + rows * on.tall)
        xs = [box.left + i * on.wide for i in range(columns + 1)]
        ys = [box.top + i * on.tall for i in range(rows + 1)]
        laid += crop_marks(used, xs, ys)
        laid.append(_note(note, on.paper))
        yield Page(f"{kind}-{sheet}", on.paper.wide, on.paper.tall, tuple(laid))
