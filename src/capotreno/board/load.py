"""Reading boards: a shipped one by its name, anyone's by its path.

Whatever is wrong with a file comes out as one `BoardError`, never as another exception.
"""

import json
import re
from codecs import BOM_UTF8
from collections import Counter
from functools import cache
from importlib import resources
from pathlib import Path

import msgspec

from capotreno.board import drawing
from capotreno.board.build import build
from capotreno.board.check.explain import explain
from capotreno.board.errors import BoardError, hint, quoted
from capotreno.board.format import BoardFile
from capotreno.board.model import Board

__all__ = ["BoardError", "load", "parse", "read", "shipped", "text"]

LARGEST_FILE = 8_000_000  # bytes; a shipped board has less than a hundredth of it

_DATA = resources.files("capotreno.board") / "data"
_DECODER = msgspec.json.Decoder(BoardFile)


@cache
def shipped() -> tuple[str, ...]:
    """The names of the boards that come with the package, sorted."""
    files = (entry.name for entry in _DATA.iterdir())
    return tuple(sorted(name.removesuffix(".json") for name in files if name.endswith(".json")))


def text(name: str) -> bytes:
    """A shipped board's file as it is."""
    return (_DATA / f"{name}.json").read_bytes()


def load(source: str | Path) -> Board:
    """The board of a shipped name such as "germany", or of a JSON file anywhere."""
    if isinstance(source, str) and source in shipped():
        return _shipped(source)
    content = read(source)
    return parse(content, Path(source).name)


def parse(content: bytes, file: str = "board") -> Board:
    """The board in the bytes of a file; `file` is what errors call it."""
    data = decoded(content, file)
    board = build(data, file)
    drawing.check(data.drawing, board, file)
    return board


def decoded(content: bytes, file: str = "board") -> BoardFile:
    """The fields of a file, each by itself as it should be."""
    if not content.removeprefix(BOM_UTF8).strip():
        raise BoardError(file, "", "it is empty")
    try:
        content.decode()
        data = _DECODER.decode(content.removeprefix(BOM_UTF8))
    except UnicodeDecodeError:
        raise BoardError(file, "", "it is not UTF-8 text") from None
    except RecursionError:
        raise BoardError(file, "", "it is nested too deeply") from None
    except msgspec.ValidationError as error:
        raise BoardError(file, *explain(str(error), _raw(content))) from None
    except msgspec.DecodeError as error:
        raise BoardError(file, "", f"it is not JSON ({_syntax(str(error), content)})") from None
    _written_once(content, file)
    return data


def _written_once(content: bytes, file: str) -> None:
    """Refuse a field that an object has twice: the decoder would forget the first."""

    def once(pairs: list[tuple[str, object]]) -> None:
        for name, count in Counter(name for name, _ in pairs).items():
            if count > 1:
                raise BoardError(file, "", f"the field {quoted(name)} is written {count} times")

    json.loads(content.removeprefix(BOM_UTF8), object_pairs_hook=once)


@cache
def _shipped(name: str) -> Board:
    return parse((_DATA / f"{name}.json").read_bytes(), f"{name}.json")


def _raw(content: bytes) -> object:
    """The file as plain values, to name items by; None if even that cannot be had."""
    try:
        return msgspec.json.decode(content.removeprefix(BOM_UTF8))
    except (msgspec.DecodeError, RecursionError):
        return None


def read(source: str | Path) -> bytes:
    """A file's bytes, or a `BoardError`."""
    if not isinstance(source, str | Path):
        raise BoardError("board", "", f"{source!r:.60} is neither a name nor the path of a file")
    name = quoted(str(source))
    try:
        with Path(source).open("rb") as file:
            content = file.read(LARGEST_FILE + 1)
    except FileNotFoundError:
        near = hint(str(source), shipped())
        raise BoardError(name, "", f"there is no such board or file{near}") from None
    except IsADirectoryError:
        raise BoardError(name, "", "it is a directory, not a board file") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise BoardError(name, "", f"it cannot be read ({reason.lower()})") from None
    if len(content) > LARGEST_FILE:
        raise BoardError(name, "", f"it is larger than {LARGEST_FILE:,} bytes")
    return content


def _syntax(message: str, content: bytes) -> str:
    """A decoder's message about the text itself, with the line a person would look at."""
    message = message.removeprefix("JSON is malformed: ").lower()
    text = content.removeprefix(BOM_UTF8)
    found = re.fullmatch(r"(.*) \(byte (\d+)\)", message, re.DOTALL)
    if not found:
        end = text.rstrip().count(b"\n") + 1
        return f"it ends too early, in line {end}" if "truncated" in message else message
    before = text[: int(found[2])]
    line, column = before.count(b"\n") + 1, len(before) - before.rfind(b"\n")
    return f"{found[1]} in line {line}, column {column}"
