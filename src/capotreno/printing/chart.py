"""The map of a board as it is printed: its drawing, routes, places, and names that touch none."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from capotreno.board.drawing import AREAS, Dot, segments
from capotreno.board.format import DrawingFile
from capotreno.board.model import Board, Place, Route
from capotreno.printing.ground import Form, Ground, Measure, Slot, depth, form, laid
from capotreno.printing.letters import writable
from capotreno.printing.paints import WILD, Hue, hatching, paints, symbol
from capotreno.printing.pen import (
    Drawn,
    Frame,
    Path,
    Stroke,
    TextLine,
    Window,
    circle,
    line,
    placed,
    rect,
    slab,
)  # fmt: skip
from capotreno.printing.pictures import DARK, PALE, anchor, crate, passenger, peaks
from capotreno.words import Voice

PAPER = "#f7f2e4"
EDGE = 6.0  # paper around whatever sticks out furthest
NAME, SMALLEST = 5.0, 3.6  # the size of names, in millimetres
#: What a name is spared, in millimetres that it would rather go further away.
ACROSS, SMALLER, OUTSIDE, ON = 5.0, 2.5, 12.0, 1000.0
LINES = {"river": 1.4, "border": 0.5, "contour": 0.5, "wave": 0.4, "path": 0.8, "avenue": 1.6}
FAINT = {"fog": 0.5, "cloud": 0.5}
CORNERS = {"rail": 0.16, "road": 0.36, "sea": 0.5}  # round ends by the kind of piece
UNNAMED = "unnamed"


@dataclass(frozen=True)
class Mark:
    """How a route is painted, and what is told about it where that can be shown."""

    hue: Hue
    title: str = ""


@dataclass(frozen=True)
class Chart:
    """The whole map, from its left top corner, and the ground it was drawn on."""

    wide: float
    tall: float
    things: tuple[Drawn, ...]
    ground: Ground
    names: tuple[TextLine, ...]
    forms: tuple[Form, ...]  # all spaces as they are drawn


def chart(
    board: Board,
    drawing: DrawingFile | None,
    size: Measure,
    voice: Voice,
    marked: Sequence[Mark] | None = None,
) -> Chart:
    """A board's map for pieces of some size; `marked`: how each route is painted instead."""
    ground = laid(board, size)
    known = paints(board)
    marks = marked or [Mark(known[route.colour]) for route in board.routes]
    picture = Frame(0, 0, ground.wide, ground.tall)
    lying: list[Drawn] = [Path(_frame(picture), PAPER)]
    lying += _scenery(drawing, ground) if drawing else []
    tracks = [
        thing
        for route, mark in zip(board.routes, marks, strict=True)
        for thing in _track(route, ground, mark)
    ]
    ways = [way for route in board.routes for way in _way(board, route, ground)]
    lying += [Path(line(*way), line="#8d8674", width=1.0) for way in ways]
    towns = [thing for place in board.places for thing in _town(place, ground)]
    forms = tuple(form(spot, size.long, size.wide) for some in ground.spots for spot in some)
    names = tuple(_names(board, ground, forms, [_lain(way) for way in ways], voice))
    above = [*tracks, *towns, *names]
    if drawing:
        above = [
            *_labels(drawing, ground, [*forms, *(_outline(n.bounds) for n in names)], voice),
            *above,
        ]
    bounds = [thing.bounds for thing in (*above, Path(_frame(picture)))]
    left = min(box.left for box in bounds) - EDGE
    top = min(box.top for box in bounds) - EDGE
    wide = max(box.right for box in bounds) + EDGE - left
    tall = max(box.bottom for box in bounds) + EDGE - top
    things = [thing.moved(-left, -top) for thing in (*lying, *above)]
    sheet = Path(rect(0, 0, wide, tall), PAPER)
    return Chart(
        wide,
        tall,
        (sheet, *things),
        ground,
        tuple(name.moved(-left, -top) for name in names),
        tuple(_shifted(one, -left, -top) for one in forms),
    )


def _shifted(one: Form, dx: float, dy: float) -> Form:
    a, b, c, d = ((x + dx, y + dy) for x, y in one)
    return (a, b, c, d)


def _lain(way: tuple[Dot, Dot]) -> Form:
    """A line as the ground it takes."""
    (ax, ay), (bx, by) = way
    angle = math.degrees(math.atan2(by - ay, bx - ax))
    return form(Slot((ax + bx) / 2, (ay + by) / 2, angle), math.dist(*way), 1.2)


def _frame(box: Frame) -> tuple[Stroke, ...]:
    return rect(box.left, box.top, box.right - box.left, box.bottom - box.top)


def _outline(box: Frame) -> Form:
    left, top, right, bottom = box
    return ((left, top), (right, top), (right, bottom), (left, bottom))


# -- what lies behind -----------------------------------------------------------------------------


def _scenery(drawing: DrawingFile, ground: Ground) -> list[Drawn]:
    """The drawing, pale, so that what is played on stands out."""
    scale = ground.wide / drawing.size[0]
    things: list[Drawn] = []
    for layer in drawing.layers:
        colour = _pale(drawing.theme[layer.role])
        for path in layer.paths:
            steps = tuple(_steps(path, scale))
            if layer.role in AREAS:
                things.append(Path(steps, fill=colour, faint=FAINT.get(layer.role, 1.0)))
            else:
                wide = LINES.get(layer.role, 0.7) * max(1.0, scale)
                things.append(Path(steps, line=colour, width=wide))
    return [Window(Frame(0, 0, ground.wide, ground.tall), tuple(things))]


def _steps(path: str, scale: float) -> Iterator[Stroke]:
    """Path data as steps; a curve with one handle is the same one with two."""
    last = (0.0, 0.0)
    for command, found in segments(path):
        dots = [(x * scale, y * scale) for x, y in found]
        if command == "Q":
            dots = [*(_third(end, dots[0]) for end in (last, dots[1])), dots[1]]
        last = dots[-1] if dots else last
        yield command.replace("Q", "C"), tuple(dots)


def _third(end: Dot, handle: Dot) -> Dot:
    return (end[0] + 2 * (handle[0] - end[0]) / 3, end[1] + 2 * (handle[1] - end[1]) / 3)


def _pale(colour: str) -> str:
    """Halfway to the paper; a theme may also write #rgb."""
    if len(colour) == 4:
        colour = "#" + "".join(2 * digit for digit in colour[1:])
    mixed = (round(int(colour[i : i + 2], 16) * 0.6 + 255 * 0.4) for i in (1, 3, 5))
    return "#" + "".join(f"{part:02x}" for part in mixed)


def _labels(
    drawing: DrawingFile, ground: Ground, taken: Sequence[Form], voice: Voice
) -> Iterator[TextLine]:
    """The drawing's own names, where they lie on nothing."""
    scale = ground.wide / drawing.size[0]
    for label in drawing.labels:
        text = label.text.it if voice.language == "it" else label.text.en
        words = TextLine(
            label.x * scale,
            label.y * scale,
            writable(text),
            min(label.size * scale * 0.7, 9.0),
            anchor="middle",
            fill="#6b7f88",
            angle=label.angle,
        )
        own = _outline(words.bounds)
        if not any(depth(own, one) > 0 for one in taken):
            yield words


# -- routes ---------------------------------------------------------------------------------------


def _way(board: Board, route: Route, ground: Ground) -> Iterator[tuple[Dot, Dot]]:
    """The line from place to place that holds a route's spaces together, piece by piece."""
    spots = ground.spots[route.index]
    ends = [
        _nearest(board.places[place], spot, ground)
        for place, spot in ((route.a, spots[0]), (route.b, spots[-1]))
    ]
    dots = [ends[0], *((spot.x, spot.y) for spot in spots), ends[1]]
    for one, two in pairwise(dots):
        if math.dist(one, two) < ground.wide / 2:  # not over the map's edge
            yield one, two


def _nearest(place: Place, spot: Slot, ground: Ground) -> Dot:
    at = [(p.x * ground.wide, p.y * ground.tall) for p in (place.at, *place.also_at)]
    return min(at, key=lambda dot: math.dist(dot, (spot.x, spot.y)))


def _track(route: Route, ground: Ground, mark: Mark) -> Iterator[Drawn]:
    """A route's spaces, each as large as a piece, with what it demands."""
    paint = mark.hue
    long, wide = ground.size.long, ground.size.wide
    corner = wide * CORNERS.get(route.kind, 0.16)
    spots = ground.spots[route.index]
    wilds, rough = _middle(route.length, route.ferry), _middle(route.length, route.rugged)
    for i, spot in enumerate(spots):
        if route.tunnel:
            wall = slab(spot.x, spot.y, spot.angle, long + 1.0, wide + 1.4, corner * 1.3)
            yield Path(wall, line=DARK, width=0.9, dash=(2.2, 1.1))
        space = slab(spot.x, spot.y, spot.angle, long, wide, corner)
        yield Path(space, fill=paint.fill, title=mark.title)
        inset = corner * 0.6
        for steps in hatching(paint.hatch, long - 2 * inset, wide - 0.6, wide / 4.5):
            solid = len(steps) > 2
            own = placed(steps, spot.x, spot.y, spot.angle)
            yield Path(own, fill=paint.edge) if solid else Path(own, line=paint.edge, width=0.28)
        yield Path(space, line=paint.edge, width=0.5)
        if i in wilds:
            yield from _badge(spot, wide * 0.42, WILD)
            yield from symbol(WILD.symbol, spot.x, spot.y, wide * 0.3, WILD.ink)
        elif i in rough:
            angle = _upright(spot.angle)
            yield Path(circle(spot.x, spot.y, wide * 0.42), PALE, paint.edge, 0.4)
            yield from peaks(spot.x, spot.y, angle, wide * 0.32, DARK)
        elif paint.symbol:
            yield Path(circle(spot.x, spot.y, wide * 0.36), paint.fill)
            yield from symbol(paint.symbol, spot.x, spot.y, wide * 0.28, paint.ink)
    if route.card_set:
        middle = spots[len(spots) // 2]
        size = wide * 0.36
        yield Path(circle(middle.x, middle.y, wide * 0.44), PALE, paint.edge, 0.4)
        text = f"{route.card_set}:1"
        yield TextLine(middle.x, middle.y + size * 0.35, text, size, bold=True, anchor="middle")


def _badge(spot: Slot, radius: float, paint: Hue) -> Iterator[Path]:
    yield Path(circle(spot.x, spot.y, radius), paint.fill, paint.edge, 0.5)


def _upright(angle: float) -> float:
    turned = angle % 180
    return turned - 180 if turned > 90 else turned


def _middle(length: int, count: int) -> range:
    """So many spaces in a route's middle."""
    first = max(0, (length - count) // 2)
    return range(first, first + min(count, length))


# -- places ---------------------------------------------------------------------------------------


def _town(place: Place, ground: Ground) -> Iterator[Drawn]:
    """A place's medallions, with a sign of what it is."""
    radius = ground.size.radius
    for point in (place.at, *place.also_at):
        x, y = point.x * ground.wide, point.y * ground.tall
        outer = circle(x, y, radius)
        if place.dead_end:
            outer = rect(x - radius * 0.9, y - radius * 0.9, radius * 1.8, radius * 1.8, 0.8)
        yield Path(outer, PALE, DARK, 0.7)
        if place.tokens:
            yield from crate(x, y, radius * 0.95, DARK)
        elif place.landmark:
            yield from symbol("star", x, y, radius * 0.78, "#b8860b")
        elif place.port:
            yield from anchor(x, y, radius * 0.62, DARK)
        elif place.passengers:
            yield from passenger(x, y, radius * 1.3, "#c8372d", DARK)
        else:
            yield Path(circle(x, y, radius * 0.45), DARK)
        count = place.passengers or len(place.tokens)
        if count:
            size = radius * 0.8
            yield Path(circle(x + radius, y - radius, size * 0.62), DARK)
            text, low = str(count), y - radius + size * 0.33
            yield TextLine(x + radius, low, text, size, bold=True, anchor="middle", fill="#ffffff")


# -- names ----------------------------------------------------------------------------------------


def _names(
    board: Board, ground: Ground, forms: Sequence[Form], ways: Sequence[Form], voice: Voice
) -> Iterator[TextLine]:
    """The name of every place beside it, on no space, no other place and no other name."""
    radius = ground.size.radius
    frame = Frame(0, 0, ground.wide, ground.tall)
    dots = [
        (at.x * ground.wide, at.y * ground.tall)
        for place in board.places
        for at in (place.at, *place.also_at)
    ]
    taken = [*forms, *(_outline(Frame(x, y, x, y).grown(radius)) for x, y in dots)]
    wanted = [
        (place.name.of(voice.language), place.at.x * ground.wide, place.at.y * ground.tall, radius)
        for place in board.places
        if UNNAMED not in place.marks
    ]
    wanted.sort(key=lambda one: -len(one[0]))  # the longest are the hardest
    for text, x, y, off in wanted:
        words = _free(writable(text), (x, y), off, taken, ways, frame)
        taken.append(_outline(words.bounds))
        yield words
    for region in board.regions:
        if region.at is not None:
            at = (region.at.x * ground.wide, region.at.y * ground.tall)
            words = _free(writable(region.name.of(voice.language)), at, 0, taken, ways, frame)
            taken.append(_outline(words.bounds))
            yield words


def _free(
    text: str, at: Dot, off: float, taken: Sequence[Form], ways: Sequence[Form], frame: Frame
) -> TextLine:
    """The nearest room for a name that nothing else takes.

    It may lie over the thin line of a way, and have smaller letters, rather than go far.
    """
    best: tuple[float, TextLine] | None = None
    for far in range(0, 60, 3):
        if best is not None and best[0] <= far:
            break
        for size in (NAME, (NAME + SMALLEST) / 2, SMALLEST):
            for words in _around(text, size, at, off + 1 + far):
                own = _outline(words.bounds)
                over = sum(depth(own, one) for one in taken if _near(own, one))
                crossed = any(_near(own, one) and depth(own, one) for one in ways)
                cost = far + ACROSS * crossed + SMALLER * (NAME - size) + ON * over
                cost += 0 if frame.holds(words.bounds) else OUTSIDE
                if best is None or cost < best[0]:
                    best = (cost, words)
    assert best is not None
    return best[1]


def _near(one: Form, two: Form) -> bool:
    """Whether they may meet: an upright rectangle and any other."""
    (left, top), _, (right, bottom), _ = one
    xs, ys = [x for x, _ in two], [y for _, y in two]
    return min(xs) < right and left < max(xs) and min(ys) < bottom and top < max(ys)


def _around(text: str, size: float, at: Dot, off: float) -> Iterator[TextLine]:
    """A name to the right of a point, left, below, above, and aslant."""
    x, y = at
    low = size * 0.3
    aslant = off * 0.75
    for dx, dy, side in (
        (off, low, "start"),
        (-off, low, "end"),
        (0, off + size * 0.8, "middle"),
        (0, -off - size * 0.25, "middle"),
        (aslant, aslant + low, "start"),
        (aslant, low - aslant, "start"),
        (-aslant, aslant + low, "end"),
        (-aslant, low - aslant, "end"),
    ):
        yield TextLine(x + dx, y + dy, text, size, bold=True, anchor=side, halo=0.9)
