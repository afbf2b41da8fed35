"""The drawing behind a board: shapes by role that a picture paints under routes and places.

A drawing knows no rule and no route. A shape has a role (sea, land, river ...) and the client's
style sheet decides what a role looks like, by day and by night; `theme` is what to use without one.
"""

import re
from codecs import BOM_UTF8
from collections.abc import Iterator
from functools import cache
from importlib import resources
from typing import Final

import msgspec

from capotreno.board.errors import BoardError, NoSuchThing
from capotreno.board.format import BoardFile, DrawingFile
from capotreno.board.model import Board

WIDTH: Final = 1000.0
# Shapes may run this far out of the picture, so that no outline shows along its edge.
BLEED: Final = 6.0
LARGEST_FILE: Final = 60 * 1024

# What is filled, what is only a line, and what a name may be the name of.
AREAS: Final = frozenset(
    {
        "sea",
        "night",
        "land",
        "neighbour",
        "lake",
        "water",
        "park",
        "block",
        "pier",
        "hill",
        "forest",
    }
    | {"mountain", "swamp", "field", "moon", "star", "cloud", "fog", "house", "window", "grave"}
    | {"pumpkin", "ghost"}
)
LINES: Final = frozenset(
    {"river", "border", "contour", "wave", "path", "avenue", "bridge", "branch"}
)
LABELS: Final = frozenset({"sea", "lake", "river", "country", "region"})

Dot = tuple[float, float]
Segment = tuple[str, tuple[Dot, ...]]

_DATA = resources.files("capotreno.board") / "drawing"
_TOKENS = re.compile(r"\s*,?\s*([MmLlCcQqZz]|-?(?:\d+(?:\.\d)?|\.\d)(?![\deE]))")
_ARGUMENTS = {"m": 2, "l": 2, "q": 4, "c": 6, "z": 0}

_DECODER = msgspec.json.Decoder(DrawingFile)
_OF_BOARDS = msgspec.json.Decoder(BoardFile)


def text(name: str) -> bytes:
    """A shipped drawing's file as it is; NoSuchThing for a board without one."""
    file = _DATA / f"{name}.json"
    if not file.is_file():
        raise NoSuchThing(f"there is no drawing of {name!r:.60}")
    return file.read_bytes()


@cache
def load(name: str) -> DrawingFile:
    """The drawing behind a shipped board."""
    return parse(text(name), f"{name}.json")


def parse(content: bytes, file: str = "drawing") -> DrawingFile:
    """The drawing in the bytes of a file; `file` is what errors call it."""
    try:
        drawing = _DECODER.decode(content)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BoardError(file, "", str(error)) from None
    _check_paths(drawing, file)
    return drawing


def _check_paths(drawing: DrawingFile, file: str) -> None:
    for layer in drawing.layers:
        for path in layer.paths:
            try:
                outline(path)
            except ValueError as error:
                raise BoardError(file, f"layer {layer.role}", str(error)) from None


def check(drawing: DrawingFile | None, board: Board, file: str) -> None:
    """Refuse the drawing of a board's own file that does not fit it."""
    if drawing is not None:
        _check_paths(drawing, file)
        for fault in faults(drawing, board):
            raise BoardError(file, "drawing", fault)


def within(content: bytes) -> bytes:
    """The drawing that a board's own file holds, as JSON: `null` where it holds none."""
    return msgspec.json.encode(_OF_BOARDS.decode(content.removeprefix(BOM_UTF8)).drawing)


def faults(drawing: DrawingFile, board: Board) -> Iterator[str]:
    """What does not fit the board, or itself, in sentences."""
    width, height = drawing.size
    if drawing.board != board.id:
        yield f"it is the drawing of {drawing.board}, not of {board.id}"
    if width != WIDTH or abs(width / height - board.aspect) > 0.001:
        yield f"its size is {width} by {height}, but the board's aspect is {board.aspect}"
    for layer in drawing.layers:
        if layer.role not in AREAS | LINES:
            yield f"nobody knows the role {layer.role}"
        if layer.role not in drawing.theme:
            yield f"the theme has no colour for {layer.role}"
        for ring in (ring for path in layer.paths for ring in outline(path)):
            if any(not _inside(point, width, height) for point in ring):
                yield f"a shape of layer {layer.role} runs out of the picture"
    for label in drawing.labels:
        if label.role not in LABELS:
            yield f"nobody knows the role {label.role} of a label"
        if not (0 <= label.x <= width and 0 <= label.y <= height):
            yield f"the label {label.text.en} lies outside the picture"


def outline(path: str) -> list[list[Dot]]:
    """The corners of path data, one list for each part: curves by their ends and handles."""
    parts: list[list[Dot]] = []
    for command, points in segments(path):
        if command == "M":
            parts.append([])
        parts[-1] += points
    return parts


def segments(path: str) -> Iterator[Segment]:
    """Path data step by step, with no relative points: M, L, Q, C and Z."""
    x = y = 0.0
    begin = (x, y)
    for command, numbers in _commands(path):
        relative = command.islower()
        if command in "Zz":
            x, y = begin
            yield "Z", ()
            continue
        points = [
            (x + a, y + b) if relative else (a, b)
            for a, b in zip(numbers[::2], numbers[1::2], strict=True)
        ]
        last = points[-1]
        if command in "Mm":
            begin = last
        yield command.upper(), tuple(points)
        x, y = last


def _commands(path: str) -> Iterator[tuple[str, list[float]]]:
    """Path data one command at a time; repeated arguments repeat the command, as SVG has it."""
    tokens = _tokens(path)
    if not tokens or tokens[0] not in ("M", "m"):
        raise ValueError("path data must begin with M")
    command, at = "", 0
    while at < len(tokens):
        if tokens[at].isalpha():
            command, at = tokens[at], at + 1
        elif command in "Zz":
            raise ValueError("numbers after Z")
        count = _ARGUMENTS[command.lower()]
        numbers = tokens[at : at + count]
        if len(numbers) < count or any(number.isalpha() for number in numbers):
            raise ValueError(f"{command} wants {count} numbers")
        yield command, [float(number) for number in numbers]
        at += count
        # After a move, further pairs are lines.
        command = {"M": "L", "m": "l"}.get(command, command)


def _tokens(path: str) -> list[str]:
    found, at = [], 0
    while at < len(path):
        match = _TOKENS.match(path, at)
        if not match:
            raise ValueError(f"path data holds {path[at : at + 10]!r}")
        found.append(match[1])
        at = match.end()
    return found


def _inside(point: Dot, width: float, height: float) -> bool:
    x, y = point
    slack = BLEED + 0.1
    return -slack <= x <= width + slack and -slack <= y <= height + slack
