"""Where games are kept: the person's data folder, one log per game, saved after every gesture."""

import os
from datetime import UTC, datetime
from pathlib import Path

from capotreno.engine.errors import CapotrenoError, LogError
from capotreno.engine.log import Log
from capotreno.match import game_of, read_log

RECENT = 50  # files are looked through for a game that was left


def folder() -> Path:
    """CAPOTRENO_DATA, or capotreno in XDG_DATA_HOME, or the usual place below the home folder."""
    own = os.environ.get("CAPOTRENO_DATA")
    if own:
        return Path(own) / "games"
    base = os.environ.get("XDG_DATA_HOME")
    home = Path(base) if base else Path.home() / ".local" / "share"
    return home / "capotreno" / "games"


def new_file(game: str, seed: int) -> Path:
    """A file for a new game, named by the moment, the game and its seed."""
    moment = datetime.now(UTC).strftime("%Y-%m-%d-%H%M%S")
    return folder() / f"{moment}-{game}-{seed % 0x10000:04x}.jsonl"


def free(path: Path) -> Path:
    """A file somebody named for a new game: never one that holds something already."""
    if path.exists() and (path.is_dir() or path.stat().st_size):
        raise CapotrenoError(f"{path} already exists; --resume goes on with a saved game")
    return path


def unfinished(game: str | None = None) -> tuple[Path, Log] | None:
    """The latest game that was left before its end, of one game or of any."""
    try:
        files = sorted(folder().glob("*.jsonl"), reverse=True)[:RECENT]
    except OSError:
        return None
    for file in files:
        try:
            log = read_log(file)
            current = game_of(log).ruleset.version == log.version
        except LogError:
            continue  # somebody's other file, or a damaged one: not worth stopping for
        if log.result is None and current and game in (None, log.game):
            return file, log
    return None
