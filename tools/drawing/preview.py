"""A drawing with its board's routes and places on top, as a picture to look at."""

from __future__ import annotations

import subprocess
import tempfile
from pathlib import Path

from capotreno.board.drawing import LINES
from capotreno.board.format import DrawingFile
from capotreno.board.model import Board, Route

PAINT = {
    "gray": "#a7a29a",
    "purple": "#b56fb0",
    "orange": "#e08a34",
    "white": "#fafafa",
    "black": "#3a3a3a",
    "yellow": "#e9cf3d",
    "blue": "#4f86c6",
    "green": "#6aa84f",
    "red": "#cc4b40",
    "pink": "#e79ac0",
}

WIDE = {"bridge": 4, "avenue": 3, "path": 2.5, "river": 1.8}


def picture(drawing: DrawingFile, board: Board) -> str:
    """The SVG."""
    width, height = drawing.size
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">']
    for layer in drawing.layers:
        colour = drawing.theme[layer.role]
        style = f'fill="{colour}" fill-rule="evenodd"'
        if layer.role in LINES:
            wide = WIDE.get(layer.role, 1.4)
            style = f'fill="none" stroke="{colour}" stroke-width="{wide}" stroke-linejoin="round"'
        elif layer.role in ("land", "neighbour") and "sea" in drawing.theme:
            style += ' stroke="#8fb3c2" stroke-width="1"'
        elif layer.role == "fog":
            style += ' opacity="0.35"'
        parts += [f'<path d="{path}" {style}/>' for path in layer.paths]
    for label in drawing.labels:
        parts.append(
            f'<text transform="translate({label.x} {label.y}) rotate({label.angle})" '
            f'font-size="{label.size}" text-anchor="middle" font-style="italic" '
            f'font-family="serif" fill="#7396a6" letter-spacing="2">{label.text.en}</text>'
        )
    parts += [track(board, route, drawing.size) for route in board.routes]
    for place in board.places:
        x, y = place.at.x * width, place.at.y * height
        parts.append(
            f'<circle cx="{x}" cy="{y}" r="7" fill="#fff" stroke="#7a2f1d" stroke-width="3"/>'
        )
        parts.append(
            f'<text x="{x}" y="{y - 11}" font-size="13" text-anchor="middle" '
            f'font-family="sans-serif" paint-order="stroke" stroke="#fff" stroke-width="3">'
            f"{place.name.en}</text>"
        )
    return "\n".join([*parts, "</svg>"])


def track(board: Board, route: Route, size: tuple[float, float]) -> str:
    """A route's spaces, or a plain line where the board does not tell them."""
    width, height = size
    colour = PAINT.get(route.colour, "#a7a29a")
    if route.drawing.spaces:
        return "".join(
            f'<rect x="-11" y="-3.5" width="22" height="7" fill="{colour}" stroke="#555" '
            f'stroke-width="0.5" opacity="0.85" '
            f'transform="translate({space.x * width} {space.y * height}) rotate({space.angle})"/>'
            for space in route.drawing.spaces
        )
    a, b = (board.places[end].at for end in (route.a, route.b))
    if route.wrap:
        return ""
    middle = (a.x + b.x) / 2 * width, (a.y + b.y) / 2 * height
    along = (b.x - a.x) * width, (b.y - a.y) * height
    bend = 2 * route.drawing.bend
    handle = middle[0] - along[1] * bend, middle[1] + along[0] * bend
    ends = [f"{end.x * width} {end.y * height}" for end in (a, b)]
    return (
        f'<path d="M{ends[0]}Q{handle[0]} {handle[1]} {ends[1]}" '
        f'fill="none" stroke="{colour}" stroke-width="5" opacity="0.75" stroke-dasharray="12 4"/>'
    )


def shoot(drawing: DrawingFile, board: Board, target: Path, scale: float = 1.2) -> None:
    """The picture as a PNG, taken by Chromium."""
    width, height = (round(value * scale) for value in drawing.size)
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "page.html"
        style = "<style>body{margin:0}svg{display:block;width:100vw}</style>"
        page.write_text(f"<!doctype html><meta charset=utf-8>{style}{picture(drawing, board)}")
        subprocess.run(
            [
                "chromium",
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--hide-scrollbars",
                f"--user-data-dir={folder}/profile",
                f"--window-size={width},{height}",
                f"--screenshot={target.resolve()}",
                page.as_uri(),
            ],
            check=True,
            capture_output=True,
        )
