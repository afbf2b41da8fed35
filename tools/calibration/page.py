"""The page about a calibration: a reliability diagram for every board, and the figures."""

from collections.abc import Mapping
from html import escape
from pathlib import Path

from capotreno.arena.report import svg
from capotreno.arena.report.page import STYLE
from capotreno.arena.statistics import Estimate
from tools.calibration.figures import Figures

SIDE, EDGE = 320.0, 30.0
KINDS = "svg.square{max-width:22rem}.dot{fill:#0072b2}"


def write(path: Path, boards: Mapping[str, Figures], words: str) -> None:
    """Write the page; `words` is the table that also stands in the papers, as it is."""
    diagrams = "".join(
        f"<h3>{escape(name)}</h3>{diagram(name, found)}" for name, found in boards.items()
    )
    path.write_text(
        '<!doctype html><html lang="en"><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width"><title>Calibration</title>'
        f"<style>{STYLE}{KINDS}</style><h1>Is the review right?</h1>"
        "<p>Across: the chance to win that the review said. Up: how often it came true, with its "
        "95 % interval by games. On the dashed line both are the same.</p>"
        f"{diagrams}<h2>Figures</h2><pre>{escape(words)}</pre></html>\n",
        encoding="utf-8",
    )


def diagram(name: str, found: Figures) -> str:
    """What was said against what happened."""

    def at(x: float, y: float) -> tuple[float, float]:
        inside = SIDE - 2 * EDGE
        return EDGE + inside * x, SIDE - EDGE - inside * min(1.0, max(0.0, y))

    parts = [
        svg.line(at(0, 0), at(1, 1), "mark"),
        svg.line(at(0, 0), at(1, 0), "whisker"),
        svg.line(at(0, 0), at(0, 1), "whisker"),
    ]
    for value in (0.0, 0.5, 1.0):
        x, y = at(value, 0)
        parts.append(svg.text(x, y + 16, f"{value:.0%}", "middle", "small"))
        x, y = at(0, value)
        parts.append(svg.text(x - 4, y + 4, f"{value:.0%}", "end", "small"))
    for own in found.bins:
        low, high = at(own.predicted, own.happened.low), at(own.predicted, own.happened.high)
        parts.append(svg.line(low, high, "whisker"))
        x, y = at(own.predicted, own.happened.mean)
        parts.append(f'<circle class="dot" cx="{x:.1f}" cy="{y:.1f}" r="4"/>')
    picture = svg.picture(SIDE, SIDE, parts, f"{name}: what was said against what happened")
    return picture.replace("<svg ", '<svg class="square" ', 1)


def figure(own: Estimate, digits: int = 3, sign: str = "") -> str:
    """A mean with its interval."""
    return (
        f"{own.mean:{sign}.{digits}f} ({own.low:{sign}.{digits}f} to {own.high:{sign}.{digits}f})"
    )
