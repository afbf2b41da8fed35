"""Plots drawn by hand: small SVG pictures that need no library and no network."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from capotreno.arena.labels import Box, placed
from capotreno.arena.statistics import Estimate
from capotreno.board.model import Board, Point, Route

#: Colours that people with any colour sight tell apart (Okabe and Ito), for entrants in order.
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#999999")
WIDTH = 460.0  # of a plot; the names beside it are the page's own text, as wide as they are
EDGE = 8.0
ROW = 26.0
TINY = 10.0  # the size of the letters on the map


def colour(index: int) -> str:
    """The colour of an entrant."""
    return COLOURS[index % len(COLOURS)]


def picture(width: float, height: float, parts: Sequence[str], title: str) -> str:
    """A whole picture of its parts."""
    return (
        f'<svg viewBox="0 0 {width:.0f} {height:.0f}" role="img" aria-label="{escape(title)}">'
        f"{''.join(parts)}</svg>"
    )


def text(x: float, y: float, words: str, anchor: str = "start", kind: str = "") -> str:
    """Words at a point."""
    own = f' class="{kind}"' if kind else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{own}>{escape(words)}</text>'


def line(a: tuple[float, float], b: tuple[float, float], kind: str) -> str:
    """A straight line of a kind the page has a style for."""
    return f'<line x1="{a[0]:.1f}" y1="{a[1]:.1f}" x2="{b[0]:.1f}" y2="{b[1]:.1f}" class="{kind}"/>'


@dataclass(frozen=True)
class PlotScale:
    """From values to the width of a plot."""

    low: float
    high: float

    def x(self, value: float) -> float:
        span = (self.high - self.low) or 1.0
        inside = min(max(value, self.low), self.high)
        return EDGE + (WIDTH - 2 * EDGE) * (inside - self.low) / span


def plots(rows: Sequence[tuple[str, str, str]], title: str) -> str:
    """A row per name: the name, a plot, the figures in words. Long names break, none is cut."""
    body = "".join(
        f"<tr><th>{escape(name)}</th><td>{plot}</td><td>{escape(words)}</td></tr>"
        for name, plot, words in rows
    )
    return f'<table class="plots" aria-label="{escape(title)}">{body}</table>'


def whiskers(
    rows: Sequence[tuple[str, Estimate, str]], scale: PlotScale, mark: float | None, title: str
) -> str:
    """One row per name: its mean, its interval and the figures in words; a mark where fair is."""
    y = ROW / 2
    found = []
    for i, (name, own, words) in enumerate(rows):
        parts = [
            line((scale.x(own.low), y), (scale.x(own.high), y), "whisker"),
            f'<circle cx="{scale.x(own.mean):.1f}" cy="{y}" r="5" fill="{colour(i)}"/>',
        ]
        if mark is not None:
            parts.insert(0, line((scale.x(mark), 0), (scale.x(mark), ROW), "mark"))
        found.append((name, picture(WIDTH, ROW, parts, f"{name}: {words}"), words))
    return plots(found, title)


def distributions(rows: Sequence[tuple[str, Sequence[int], str]], title: str) -> str:
    """How often which score was reached: one ridge per name, all on the same scale."""
    every = [value for _, values, _ in rows for value in values]
    if not every:
        return ""
    low, high = min(every), max(every)
    bins = min(60, max(1, high - low + 1))
    step = (high - low) / bins or 1.0
    scale = PlotScale(low, high)
    base = 48.0
    found = []
    for i, (name, values, words) in enumerate(rows):
        counts = [0] * bins
        for value in values:
            counts[min(bins - 1, int((value - low) / step))] += 1
        top = max(counts, default=1) or 1
        points = [f"{scale.x(low):.1f},{base}"]
        for b, n in enumerate(counts):
            y = base - (base - 4) * n / top
            points.append(f"{scale.x(low + b * step):.1f},{y:.1f}")
            points.append(f"{scale.x(low + (b + 1) * step):.1f},{y:.1f}")
        points.append(f"{scale.x(high):.1f},{base}")
        mean = sum(values) / max(1, len(values))
        parts = [
            f'<polygon points="{" ".join(points)}" fill="{colour(i)}" fill-opacity=".55"/>',
            line((scale.x(mean), 2), (scale.x(mean), base), "whisker"),
        ]
        found.append((name, picture(WIDTH, base + 2, parts, f"{name}: {words}"), words))
    ends = [(low, "start"), ((low + high) / 2, "middle"), (high, "end")]
    axis = [text(scale.x(value), 12, f"{value:.0f}", anchor, "small") for value, anchor in ends]
    found.append(("", picture(WIDTH, 18, axis, title), ""))
    return plots(found, title)


def bars(rows: Sequence[tuple[str, float, str]], title: str) -> str:
    """A bar from 0 to 1 per name, with words at its end."""
    found = []
    for name, value, words in rows:
        bar = (
            f'<rect x="0" y="3" width="{WIDTH * value:.1f}" height="13" '
            f'fill="{colour(0)}" fill-opacity=".75"/>'
        )
        found.append((name, picture(WIDTH, 18, [bar], f"{name}: {words}"), words))
    return plots(found, title)


# -- the board ------------------------------------------------------------------------------------

WIDE = 900.0
DOT = 4.0


def heat(value: float) -> str:
    """From pale to dark as the value goes from 0 to 1."""
    pale, dark = (222, 214, 196), (178, 24, 43)
    mixed = [round(p + (d - p) * value) for p, d in zip(pale, dark, strict=True)]
    return f"rgb({mixed[0]},{mixed[1]},{mixed[2]})"


def heat_map(
    board: Board, uses: Sequence[float], words: Sequence[str], names: Sequence[str], title: str
) -> str:
    """The board with every route coloured by how much it is used; a tooltip has the figure."""
    tall = WIDE / board.aspect
    most = max(uses, default=1.0) or 1.0
    parts = []
    for route in sorted(board.routes, key=lambda route: uses[route.index]):
        value = uses[route.index] / most
        parts.append(
            f'<path d="{_way(board, route, tall)}" fill="none" stroke="{heat(value)}" '
            f'stroke-width="{4 + 6 * value:.1f}" stroke-linecap="round">'
            f"<title>{escape(words[route.index])}</title></path>"
        )
    spots = [
        (at.x * WIDE, at.y * tall, names[place.index])
        for place in board.places
        for at in (place.at, *place.also_at)
    ]
    points = [(x, y) for x, y, _ in spots]
    called = [name for _, _, name in spots]
    boxes = placed(points, called, TINY, DOT, Box(0, 0, WIDE, tall))
    for (x, y, name), box in zip(spots, boxes, strict=True):
        parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{DOT:.0f}" class="place"/>')
        # Written from the side the place is on: a narrower font must not tear it off.
        anchor, at_x = ("start", box.left) if box.left > x else ("end", box.right)
        if box.left <= x <= box.right:
            anchor, at_x = "middle", (box.left + box.right) / 2
        parts.append(text(at_x, box.bottom - TINY * 0.3, name, anchor, "tiny"))
    return picture(WIDE, tall, parts, title)


def _way(board: Board, route: Route, tall: float) -> str:
    """A route as a bent line; twins lie side by side."""
    drawing = route.drawing
    a, b = drawing.a_at or board.places[route.a].at, drawing.b_at or board.places[route.b].at
    a, b = _nearest(board, route, a, b)
    ax, ay, bx, by = a.x * WIDE, a.y * tall, b.x * WIDE, b.y * tall
    dx, dy = bx - ax, by - ay
    long = (dx * dx + dy * dy) ** 0.5 or 1.0
    side = (-dy / long, dx / long)  # to the right of a -> b where y points down
    aside = drawing.lane * 9.0
    ax, ay, bx, by = (
        ax + side[0] * aside,
        ay + side[1] * aside,
        bx + side[0] * aside,
        by + side[1] * aside,
    )
    out = 2 * drawing.bend * long
    mx, my = (ax + bx) / 2 + side[0] * out, (ay + by) / 2 + side[1] * out
    return f"M{ax:.1f} {ay:.1f}Q{mx:.1f} {my:.1f} {bx:.1f} {by:.1f}"


def _nearest(board: Board, route: Route, a: Point, b: Point) -> tuple[Point, Point]:
    """Of places with several medallions, the ones that lie closest together."""
    starts = (a,) if route.drawing.a_at else (a, *board.places[route.a].also_at)
    ends = (b,) if route.drawing.b_at else (b, *board.places[route.b].also_at)
    pairs = [(p, q) for p in starts for q in ends]
    return min(pairs, key=lambda pair: (pair[0].x - pair[1].x) ** 2 + (pair[0].y - pair[1].y) ** 2)
