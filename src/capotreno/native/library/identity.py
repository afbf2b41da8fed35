"""What a game's library is made from, as one short name: the rules' source and the bound game.

Translating takes seconds, this takes a fraction of one; so a library that is there is found without
translating its game again. Whatever the translator can read is in the name: every value that a part
holds once it is bound, the source of its class, and everything in the packages of rules.
"""

import inspect
import sys
from collections.abc import Iterator
from functools import cache, cached_property
from hashlib import sha256
from pathlib import Path

from capotreno.board.memory import Memory
from capotreno.engine.game import Game

PACKAGE = Path(__file__).parents[2]
READ = ("board", "engine", "games", "native", "rules", "swift")  # what a library is made from
SUFFIXES = (".py", ".hpp", ".cu", ".h")
PLAIN = (int, str, bool, float, bytes, type(None))


def identity(game: Game) -> str:
    """A name that belongs to this game with these rules alone, on every machine and Python."""
    walk = _Walk()
    digest = sha256(sources().encode())
    for text in walk.texts(game):
        digest.update(text.encode())
        digest.update(b"\0")
    for module in sorted(walk.modules):
        digest.update(_source(module))
    return digest.hexdigest()[:32]


@cache
def sources() -> str:
    """A name for the packages of rules and of the compiler as they are."""
    digest = sha256()
    for folder in READ:
        for file in sorted((PACKAGE / folder).rglob("*")):
            if file.suffix in SUFFIXES:
                digest.update(f"{file.relative_to(PACKAGE).as_posix()}\0".encode())
                digest.update(file.read_bytes())
    return digest.hexdigest()


def _source(module: str) -> bytes:
    """The source of a module from elsewhere; one typed in by hand has none, and no library."""
    try:
        return inspect.getsource(sys.modules[module]).encode()
    except (KeyError, OSError, TypeError):
        return module.encode()


class _Walk:
    """Everything a game holds, as texts in one order, whatever the process."""

    def __init__(self) -> None:
        self.seen: dict[int, int] = {}
        self.kept: list[object] = []  # alive while their numbers are in use
        self.modules: set[str] = set()

    def texts(self, value: object) -> Iterator[str]:
        if isinstance(value, PLAIN):
            yield repr(value)
            return
        if isinstance(value, Memory):  # what it remembers changes nothing
            return
        if isinstance(value, tuple):  # which of them are one object is the interpreter's business
            yield from self._row(value)
            return
        if isinstance(value, (set, frozenset)):
            yield f"set {sorted(map(repr, value))}"
            return
        number = self.seen.setdefault(id(value), len(self.seen))
        if number != len(self.kept):
            yield f"#{number}"
            return
        self.kept.append(value)
        if isinstance(value, list):
            yield from self._row(value)
        elif isinstance(value, dict):
            yield f"dict {len(value)}"
            for key, own in value.items():
                yield from self.texts(key)
                yield from self.texts(own)
        else:
            yield from self._thing(value)

    def _row(self, value: list[object] | tuple[object, ...]) -> Iterator[str]:
        yield f"{type(value).__name__} {len(value)}"
        if all(type(own) is int for own in value):
            yield repr(value)
        else:
            for own in value:
                yield from self.texts(own)

    def _thing(self, value: object) -> Iterator[str]:
        kind = value if isinstance(value, type) or callable(value) else type(value)
        named = f"{getattr(kind, '__module__', '')}.{getattr(kind, '__qualname__', repr(kind))}"
        yield named
        for base in getattr(kind, "__mro__", (kind,)):
            module = str(getattr(base, "__module__", ""))
            top = module.split(".", maxsplit=1)[0]
            if top != "capotreno" and top not in sys.stdlib_module_names:
                self.modules.add(module)
        if kind is not value:
            held = dict(getattr(value, "__dict__", {}))
            for base in type(value).__mro__:
                for slot in getattr(base, "__slots__", ()):
                    if hasattr(value, slot):
                        held[slot] = getattr(value, slot)
            for name in sorted(held):
                if not isinstance(getattr(kind, name, None), cached_property):  # it is remembered
                    yield name
                    yield from self.texts(held[name])
