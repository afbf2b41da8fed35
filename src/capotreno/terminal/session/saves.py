"""Where games are kept: the person's data folder, one log per game, saved after every gesture."""

import os
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from capotreno.engine.errors import CapotrenoError
from capotreno.engine.record.log import Log, replay
from capotreno.match import game_of, read_log
from capotreno.server.settings import data_folder
from capotreno.telling.names import BOT_SEAT

RECENT = 50  # files are looked through for a game that was left


def folder() -> Path:
    """The folder of saved games, in the user's data folder."""
    return data_folder(os.environ) / "games"


def new_file(game: str, seed: int) -> Path:
    """A file for a new game, named by the moment, the game and its seed."""
    moment = datetime.now(UTC).strftime("%Y-%m-%d-%H%M%S")
    return folder() / f"{moment}-{game}-{seed % 0x10000:04x}.jsonl"


def free(path: Path) -> Path:
    """A file somebody named for a new game: never one that holds something already."""
    if path.exists() and (path.is_dir() or path.stat().st_size):
        raise CapotrenoError(f"{path} already exists; --resume goes on with a saved game")
    return path


@dataclass(frozen=True)
class Unfinished:
    """A game that was left before its end."""

    path: Path
    log: Log
    turn: int
    last: datetime  # gesture

    @property
    def moment(self) -> str:
        """When it was left, in the person's own time."""
        return self.last.astimezone().strftime("%Y-%m-%d %H:%M")


def unfinished(game: str | None = None, dice: bool = False) -> list[Unfinished]:
    """The games that were left before their end, of one game or of any, the latest first.

    `dice`: only those with dice.
    """
    try:
        files = sorted(folder().glob("*.jsonl"), reverse=True)[:RECENT]
    except OSError:
        return []
    found = []
    for file in files:
        try:
            log = read_log(file)
            if dice and not log.options.get("dice"):
                continue
            if log.result is None and _touched(log) and game in (None, log.game):
                state = replay(game_of(log), log)
                found.append(Unfinished(file, log, state.turn, _last(file, log)))
        except (CapotrenoError, OSError):
            continue  # somebody's other file, or a damaged one: not worth stopping for
    return sorted(found, key=lambda one: one.last, reverse=True)


def _touched(log: Log) -> bool:
    """Whether a person has done anything in it."""
    people = [seat for seat, name in enumerate(log.seats) if not BOT_SEAT.fullmatch(name)]
    return any(gesture.seat in people for gesture in log.gestures)


def _last(file: Path, log: Log) -> datetime:
    """When somebody last played it, or when the file was last written."""
    try:
        moment = datetime.fromisoformat(log.gestures[-1].time or "")
    except ValueError:
        moment = datetime.fromtimestamp(file.stat().st_mtime, UTC)
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
