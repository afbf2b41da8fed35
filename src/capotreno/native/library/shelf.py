"""Which tables have a library here: a note lies beside each library and says for whom it was built.

Finding a library by its game takes a tenth of a second, and a server has seventy tables to ask for.
A note is believed only if it was written for the rules and boards as they are, by the compiler
that would be asked now.
"""

import json
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from capotreno.engine.game import Game
from capotreno.native.library import build
from capotreno.native.library.build import NoLibrary
from capotreno.native.library.identity import PACKAGE, sources

NOTE = ".json"


class Shelved(NamedTuple):
    """A table of a shipped game: how many sit there, and what was chosen, as text."""

    game: str
    players: int
    options: str


def shelved(game: Game) -> Shelved:
    """The table of a game."""
    return Shelved(game.name, game.players, json.dumps(game.ruleset.options, sort_keys=True))


def note(file: Path, game: Game) -> None:
    """Say beside a library for which table it is; boards of one's own are on no list."""
    beside = file.with_suffix(NOTE)
    if game.ruleset.source or beside.exists():
        return
    with suppress(OSError):  # it is played without a note too
        written = beside.with_suffix(f"{NOTE}.new")
        written.write_text(json.dumps([_mark(file.parent), *shelved(game)]), encoding="utf-8")
        written.replace(beside)


def tables() -> frozenset[Shelved]:
    """The tables whose library is here: shipped, or in the user's cache."""
    folders = [build.PREBUILT]
    with suppress(NoLibrary):
        build.compiler()  # what is in the cache is found by the compiler's version
        folders.append(build.cache_folder())
    return frozenset(table for folder in folders for table in _noted(folder))


def _noted(folder: Path) -> list[Shelved]:
    found, mark = [], _mark(folder)
    for file in folder.glob(f"*{NOTE}"):
        with suppress(OSError, ValueError, TypeError):
            written, *table = json.loads(file.read_text("utf-8"))
            if written == mark and file.with_suffix(build.ENDING).exists():
                found.append(Shelved(*table))
    return found


def _mark(folder: Path) -> str:
    """What the libraries of a folder are made from, and by whom."""
    return rules() if folder == build.PREBUILT else build.own_name(rules(), build.compiler())


@cache
def rules() -> str:
    """A name for the rules and boards as they are."""
    digest = sha256(sources().encode())
    for file in sorted((PACKAGE / "board" / "data").glob("*.json")):
        digest.update(file.read_bytes())
    return digest.hexdigest()[:32]
