"""A study from its first deal to its last, on all cores; whoever stops it keeps what was played."""

import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED as ONE
from concurrent.futures import Future, ProcessPoolExecutor, wait
from dataclasses import dataclass
from multiprocessing import get_context

from capotreno.engine.errors import CapotrenoError
from capotreno.study.play import StudyJob, StudyTable, game_of, has_library, study
from capotreno.study.tally import BoardTally

PIECE = 100  # deals that a process plays at once
FEW = 1000  # games, where no library plays them
MIXED = 20  # one more game for so many: with one seat that chooses at random
AHEAD = 2  # pieces handed out to every process before the first is back


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


Watcher = Callable[[int, int], None]  # games played, games wanted


def run(
    table: StudyTable, games: int, seed: int, workers: int = 0, progress: Watcher | None = None
) -> Studied:
    """Play so many games, two of every deal; an interrupt ends it early."""
    if games < 2:
        raise CapotrenoError(f"a study needs two games at least, not {games}")
    why = has_library(table)
    deals = (min(games, FEW) if why else games) // 2
    game = game_of(table)
    size = (game.players, len(game.board.routes), len(game.board.tickets), len(game.board.cards))
    found = Studied(table, seed, 2 * deals, BoardTally.of(*size), BoardTally.of(*size), why)
    jobs = [(True, job) for job in _jobs(table, deals, seed, not why)]
    if "random" not in table.bots and table.players > 1:
        odd = (*table.bots * table.players, "random")[-table.players :]
        mixed = table._replace(bots=odd)
        jobs += [(False, job) for job in _jobs(mixed, max(1, deals // MIXED), seed, not why)]
    count = min(workers or _cores(), len(jobs))
    try:
        played = _here(jobs) if count == 1 else _in_processes(jobs, count)
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


def _here(jobs: list[tuple[bool, StudyJob]]) -> Iterator[tuple[bool, BoardTally]]:
    for main, job in jobs:
        yield main, study(job)


def _in_processes(
    jobs: list[tuple[bool, StudyJob]], workers: int
) -> Iterator[tuple[bool, BoardTally]]:
    """Every job's tally, as they come."""
    pool = ProcessPoolExecutor(workers, get_context("spawn"), _leave_interrupts)
    running: dict[Future[BoardTally], bool] = {}
    try:
        for main, job in jobs:
            running[pool.submit(study, job)] = main
            if len(running) < AHEAD * workers:
                continue
            yield from _done(running)
        while running:
            yield from _done(running)
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _done(running: dict[Future[BoardTally], bool]) -> Iterator[tuple[bool, BoardTally]]:
    ready, _ = wait(running, return_when=ONE)
    for future in ready:
        yield running.pop(future), future.result()


def _leave_interrupts() -> None:
    """Ctrl-C is for the process that keeps what was played."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
