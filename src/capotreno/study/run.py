"""A study from its first deal to its last, on all cores; whoever stops it keeps what was played."""

from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass

from capotreno.crew import cores, done
from capotreno.engine.errors import CapotrenoError
from capotreno.study.play import StudyJob, StudyTable, game_of, has_library, study
from capotreno.study.tally import BoardTally

PIECE = 100  # deals that a process plays at once
FEW = 1000  # games, where no library plays them
MIXED = 20  # one more game for so many: with one seat that chooses at random


@dataclass
class Studied:
    """What was played, by whom, and why not more or faster."""

    table: StudyTable
    seed: int
    wanted: int
    tally: BoardTally
    mixed: BoardTally  # games in which one seat chooses at random
    interpreted: str = ""  # why no library played
    stopped: bool = False
    ray: str | None = None  # the cluster it was played on


Watcher = Callable[[int, int], None]  # games played, games wanted


def run(
    table: StudyTable,
    games: int,
    seed: int,
    workers: int = 0,
    progress: Watcher | None = None,
    *,
    ray: str | None = None,
    native: bool = True,
) -> Studied:
    """Play so many games, two of every deal, here or on a cluster; an interrupt ends it early.

    Not `native`: nothing is compiled, whoever the board is from.
    """
    if games < 2:
        raise CapotrenoError(f"a study needs two games at least, not {games}")
    why = has_library(table) if native else "not native"
    deals = (min(games, FEW) if why else games) // 2
    game = game_of(table)
    size = (game.players, len(game.board.routes), len(game.board.tickets), len(game.board.cards))
    found = Studied(
        table, seed, 2 * deals, BoardTally.of(*size), BoardTally.of(*size), why, ray=ray
    )
    jobs = [(True, job) for job in _jobs(table, deals, seed, not why)]
    if "random" not in table.bots and table.players > 1:
        odd = (*table.bots * table.players, "random")[-table.players :]
        mixed = table._replace(bots=odd)
        jobs += [(False, job) for job in _jobs(mixed, max(1, deals // MIXED), seed, not why)]
    count = min(workers or cores(), len(jobs))
    try:
        with closing(done(_played, jobs, count, ray)) as played:
            for main, tally in played:
                (found.tally if main else found.mixed).add(tally)
                if progress is not None:
                    progress(found.tally.games, found.wanted)
    except KeyboardInterrupt:
        found.stopped = True
        if not found.tally.games:
            raise
    return found


def _jobs(table: StudyTable, deals: int, seed: int, native: bool) -> Iterator[StudyJob]:
    piece = PIECE if native else 1
    for first in range(0, deals, piece):
        yield StudyJob(table, first, min(piece, deals - first), seed, native)


def _played(job: tuple[bool, StudyJob]) -> tuple[bool, BoardTally]:
    """A job's tally, and whether it is of the study's own games."""
    main, own = job
    return main, study(own)
