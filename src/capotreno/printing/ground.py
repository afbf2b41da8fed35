"""Where everything of a map lies on paper: every space as large as a piece, none on another.

The board says roughly how its routes run. The map is made as large as its tightest route needs;
then routes swing a little wider, or begin nearer to one of their places, until none is in the way.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from capotreno.board.drawing import Dot
from capotreno.board.model import Board, Point, Route

GAP = 1.5  # millimetres between two spaces of a route
LANE = 1.15  # twins lie so far apart, over a space's width
SWEEPS, GROWTH, TIMES = 30, 1.06, 8  # looks at all routes; how a map grows that stays too tight


@dataclass(frozen=True)
class Slot:
    """The middle of a space and its angle, degrees clockwise."""

    x: float
    y: float
    angle: float


@dataclass(frozen=True)
class Measure:
    """What a space and a place measure, in millimetres."""

    long: float
    wide: float

    @property
    def radius(self) -> float:
        return self.wide * 0.62

    @property
    def clear(self) -> float:
        """The ground between the middle of a place and a route's first space."""
        return self.radius + 1.2


@dataclass(frozen=True)
class Ground:
    """A map laid out, in millimetres."""

    wide: float
    tall: float
    size: Measure
    spots: tuple[tuple[Slot, ...], ...]  # of every route, from a to b
    tight: int  # pairs of spaces that could not be kept apart


@dataclass(frozen=True)
class Bundle:
    """Routes between the same two places, side by side, all in one direction."""

    routes: tuple[Route, ...]  # from the left lane to the right one
    first: int  # the place it begins at
    a: Dot
    b: Dot
    meant: float  # how the board would have it bend
    bend: float
    start: float  # ground before the first space, and after the last
    end: float

    @property
    def chord(self) -> float:
        return math.dist(self.a, self.b)

    def way(self, size: Measure) -> float:
        """How long its shortest lane is: that on the inside of its bend."""
        inside = (len(self.routes) - 1) / 2 * size.wide * LANE * 2 * math.atan(4 * abs(self.bend))
        return self.chord * (1 + 8 / 3 * self.bend * self.bend) - inside

    def needs(self, size: Measure) -> float:
        """How much of its way its spaces fill."""
        return max(route.length for route in self.routes) * (size.long + GAP) - GAP


def laid(board: Board, size: Measure) -> Ground:
    """The map of a board for pieces of some size."""
    wide = _scale(board, size)
    ground = _at(board, size, wide)
    for _ in range(TIMES):
        if not ground.tight:
            break
        wide *= GROWTH
        ground = _at(board, size, wide)
    return ground


def _scale(board: Board, size: Measure) -> float:
    """How wide the picture is at least."""
    printed = [step for route in board.routes for step in _steps(board, route)]
    wide = (size.long + GAP) / sorted(printed)[len(printed) // 12] if printed else 0.0
    for bundle in _bundles(board, 1.0, size):
        least = bundle.needs(size) + 2 * size.clear
        lanes = bundle.chord - bundle.way(size)  # does not grow with the map
        wide = max(wide, (least + max(0.0, lanes)) / bundle.chord)
    return wide


def _steps(board: Board, route: Route) -> Iterator[float]:
    """From space to space where the board says where they are, in widths of its picture."""
    spaces = route.drawing.spaces
    for one, two in pairwise(spaces):
        step = math.hypot(one.x - two.x, (one.y - two.y) / board.aspect)
        if step < 0.5:  # not over the map's edge
            yield step


def _at(board: Board, size: Measure, wide: float) -> Ground:
    tall = wide / board.aspect
    spots: list[tuple[Slot, ...]] = [
        tuple(Slot(s.x * wide, s.y * tall, s.angle) for s in route.drawing.spaces)
        for route in board.routes
    ]
    towns = [
        (at.x * wide, at.y * tall) for place in board.places for at in (place.at, *place.also_at)
    ]
    still = [spot for some in spots for spot in some]
    bundles = _relaxed(_bundles(board, wide, size), size, towns, still)
    for bundle in bundles:
        for route, found in zip(bundle.routes, spread(bundle, size), strict=True):
            own = found if route.a == bundle.first else found[::-1]
            inside = [replace(spot, x=spot.x % wide) if route.wrap else spot for spot in own]
            spots[route.index] = tuple(inside)
    return Ground(wide, tall, size, tuple(spots), tight(spots, size))


def _bundles(board: Board, wide: float, size: Measure) -> list[Bundle]:
    tall = wide / board.aspect

    def at(point: Point) -> Dot:
        return (point.x * wide, point.y * tall)

    groups: dict[object, list[Route]] = {}
    for route in board.routes:
        if not route.drawing.spaces:
            ends = [(route.a, route.drawing.a_at), (route.b, route.drawing.b_at)]
            groups.setdefault((*sorted(ends, key=_end), route.wrap), []).append(route)
    found = []
    for routes in groups.values():
        lead = routes[0]
        turned = {one.index: 1 if one.a == lead.a else -1 for one in routes}
        lanes = {one.index: 10 * one.drawing.lane + one.drawing.bend for one in routes}
        order = {index: lane * turned[index] for index, lane in lanes.items()}
        routes.sort(key=lambda one, order=order: (order[one.index], one.index))  # type: ignore[misc]
        meant = sum(one.drawing.bend * turned[one.index] for one in routes) / len(routes)
        a, b = (at(point) for point in _ends(board, lead))
        if lead.wrap and abs(b[0] - a[0]) > wide / 2:
            b = (b[0] + math.copysign(wide, a[0] - b[0]), b[1])
        bundle = Bundle(tuple(routes), lead.a, a, b, meant, meant, size.clear, size.clear)
        found.append(bundle)
    return found


def _end(end: tuple[int, Point | None]) -> tuple[int, float, float]:
    place, door = end
    return (place, door.x, door.y) if door else (place, -1, -1)


def _ends(board: Board, route: Route) -> tuple[Point, Point]:
    """Where a route begins and ends; of several medallions those that lie closest together."""
    a, b = board.places[route.a], board.places[route.b]
    starts = [route.drawing.a_at] if route.drawing.a_at else [a.at, *a.also_at]
    ends = [route.drawing.b_at] if route.drawing.b_at else [b.at, *b.also_at]
    pairs = [(p, q) for p in starts for q in ends]
    return min(pairs, key=lambda two: math.hypot(two[0].x - two[1].x, two[0].y - two[1].y))


def spread(bundle: Bundle, size: Measure) -> list[list[Slot]]:
    """The spaces of every route of a bundle, in its direction."""
    found = []
    for n, route in enumerate(bundle.routes):
        aside = (n - (len(bundle.routes) - 1) / 2) * size.wide * LANE
        dots = _swing(bundle.a, bundle.b, bundle.bend, aside)
        whole = sum(math.dist(p, q) for p, q in pairwise(dots))
        room = whole - bundle.start - bundle.end
        step = room / route.length
        found.append([_along(dots, bundle.start + step * (i + 0.5)) for i in range(route.length)])
    return found


def _swing(a: Dot, b: Dot, bend: float, aside: float) -> list[Dot]:
    """A parabola from a to b, its middle `bend` of the chord to the right, shifted sideways."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    long = math.hypot(dx, dy) or 1.0
    side = (-dy / long, dx / long)
    dots = []
    for i in range(33):
        t = i / 32
        out = 4 * bend * long * t * (1 - t)
        # Square to the curve, so that twins stay equally far apart.
        slope = 4 * bend * (1 - 2 * t)
        norm = math.hypot(1, slope)
        along = t * long - aside * slope / norm
        off = out + aside / norm
        x, y = a[0] + dx / long * along, a[1] + dy / long * along
        dots.append((x + side[0] * off, y + side[1] * off))
    return dots


def _along(dots: Sequence[Dot], far: float) -> Slot:
    for (ax, ay), (bx, by) in pairwise(dots):
        step = math.dist((ax, ay), (bx, by))
        if far <= step or (bx, by) == dots[-1]:
            part = far / step if step else 0
            angle = math.degrees(math.atan2(by - ay, bx - ax))
            return Slot(ax + (bx - ax) * part, ay + (by - ay) * part, angle)
        far -= step
    raise AssertionError("the last piece takes whatever is left")


# -- out of each other's way ----------------------------------------------------------------------

Form = tuple[Dot, Dot, Dot, Dot]


def form(spot: Slot, long: float, wide: float) -> Form:
    """The corners of a space."""
    turn = math.radians(spot.angle)
    c, s, h, v = math.cos(turn), math.sin(turn), long / 2, wide / 2
    dots = [
        (spot.x + x * c - y * s, spot.y + x * s + y * c)
        for x, y in ((-h, -v), (h, -v), (h, v), (-h, v))
    ]
    return (dots[0], dots[1], dots[2], dots[3])


def depth(one: Form, two: Form) -> float:
    """How deep two rectangles lie in each other; 0 where they do not."""
    least = math.inf
    for shape in (one, two):
        for i in (0, 1):
            (ax, ay), (bx, by) = shape[i], shape[i + 1]
            long = math.hypot(bx - ax, by - ay) or 1.0
            nx, ny = (bx - ax) / long, (by - ay) / long
            first = [x * nx + y * ny for x, y in one]
            other = [x * nx + y * ny for x, y in two]
            shared = min(max(first), max(other)) - max(min(first), min(other))
            if shared <= 0:
                return 0.0
            least = min(least, shared)
    return least


def tight(spots: Iterable[Sequence[Slot]], size: Measure) -> int:
    """Pairs of spaces, of whatever routes, of which one lies on the other."""
    flat = sorted((spot for some in spots for spot in some), key=lambda spot: spot.x)
    forms = [form(spot, size.long, size.wide) for spot in flat]
    reach = math.hypot(size.long, size.wide)
    found = 0
    for n, one in enumerate(flat):
        for m in range(n + 1, len(flat)):
            two = flat[m]
            if two.x - one.x > reach:
                break
            if abs(two.y - one.y) <= reach and depth(forms[n], forms[m]) > 0.05:
                found += 1
    return found


@dataclass
class Lie:
    """A bundle as it lies: the middles of its spaces and their outlines, with a little air."""

    spots: list[Slot]
    forms: list[Form]


def _lie(bundle: Bundle, size: Measure) -> Lie:
    spots = [spot for some in spread(bundle, size) for spot in some]
    return Lie(spots, [form(spot, size.long + 0.4, size.wide + 0.8) for spot in spots])


def _relaxed(
    bundles: list[Bundle], size: Measure, towns: Sequence[Dot], still: Sequence[Slot]
) -> list[Bundle]:
    """Every bundle where it disturbs the others least; places never move."""
    lies = [_lie(bundle, size) for bundle in bundles]
    near = _neighbours(bundles, size)
    fixed = Lie(list(still), [form(spot, size.long, size.wide) for spot in still])
    for _ in range(SWEEPS):
        calm = True
        for me, bundle in enumerate(bundles):
            others = [*(lies[other] for other in near[me]), fixed]
            least = _cost(bundle, lies[me], others, towns, size)
            if least < 0.02:
                continue
            for trial in _trials(bundle, size):
                lie = _lie(trial, size)
                cost = _cost(trial, lie, others, towns, size)
                if cost < least - 1e-6:
                    least, bundles[me], lies[me], calm = cost, trial, lie, False
        if calm:
            break
    return bundles


def _neighbours(bundles: Sequence[Bundle], size: Measure) -> list[list[int]]:
    boxes = []
    for one in bundles:
        room = one.chord * 0.3 + size.long
        (ax, ay), (bx, by) = one.a, one.b
        box = (min(ax, bx) - room, min(ay, by) - room, max(ax, bx) + room, max(ay, by) + room)
        boxes.append(box)
    return [
        [
            j
            for j, (left, top, right, low) in enumerate(boxes)
            if i != j and one[0] < right and left < one[2] and one[1] < low and top < one[3]
        ]
        for i, one in enumerate(boxes)
    ]


def _cost(
    bundle: Bundle, mine: Lie, others: Sequence[Lie], towns: Sequence[Dot], size: Measure
) -> float:
    """On others' spaces, on places, away from where the board would have it."""
    reach = math.hypot(size.long, size.wide) * 1.1
    cost = abs(bundle.bend - bundle.meant) * 0.8
    cost += abs(bundle.start - bundle.end) / size.long * 0.04
    for spot, own in zip(mine.spots, mine.forms, strict=True):
        for other in others:
            for that, its in zip(other.spots, other.forms, strict=True):
                if abs(spot.x - that.x) < reach and abs(spot.y - that.y) < reach:
                    cost += depth(own, its) / size.wide
        for town in towns:
            if abs(spot.x - town[0]) < reach and abs(spot.y - town[1]) < reach:
                lap = size.radius + 0.6 - away(spot, town, size)
                cost += max(0.0, lap) / size.wide * 1.5
    return cost


def away(spot: Slot, at: Dot, size: Measure) -> float:
    """How far a point is from a space."""
    turn = math.radians(-spot.angle)
    dx, dy = at[0] - spot.x, at[1] - spot.y
    x = abs(dx * math.cos(turn) - dy * math.sin(turn)) - size.long / 2
    y = abs(dx * math.sin(turn) + dy * math.cos(turn)) - size.wide / 2
    return math.hypot(max(0.0, x), max(0.0, y))


#: Small changes: how much it swings, and the ground at both ends over a space's length.
_BENDS = (-0.08, -0.03, -0.01, 0.01, 0.03, 0.08)
_TRIALS = [(bend, *shift) for bend in _BENDS for shift in ((0, 0), (0.15, 0), (0, 0.15))]
_TRIALS += [
    (0, *shift)
    for by in (-0.3, -0.1, 0.1, 0.3)
    for shift in ((by, 0), (0, by), (by, -by), (by, by))
]


def _trials(bundle: Bundle, size: Measure) -> Iterator[Bundle]:
    """The changes that leave room for the spaces."""
    for swung, one, two in _TRIALS:
        bend = bundle.bend + swung
        start, end = bundle.start + one * size.long, bundle.end + two * size.long
        trial = replace(bundle, bend=bend, start=start, end=end)
        if (
            abs(bend - bundle.meant) <= 0.2
            and abs(bend) <= 0.42
            and min(start, end) >= size.clear
            and trial.way(size) - start - end >= bundle.needs(size)
        ):
            yield trial
