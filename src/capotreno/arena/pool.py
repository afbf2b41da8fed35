"""Where samples are played: here, in processes on all cores, or on a Ray cluster.

All three give the same results in the same order.
"""

import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from itertools import islice
from multiprocessing import get_context
from typing import Any, NamedTuple

from capotreno.arena.deals import play
from capotreno.arena.entrants import maker
from capotreno.arena.pairings import Pairing
from capotreno.arena.report.times import Times
from capotreno.arena.results import Contest, Sample
from capotreno.engine.errors import CapotrenoError
from capotreno.engine.game import Game
from capotreno.games.registry import REGISTRY, build, choices, register_content

AHEAD = 3  # samples handed out per worker before the first of them is back


class SampleJob(NamedTuple):
    """One sample to be played."""

    contest: Contest
    pairing: Pairing
    deal: int
    board: bytes = b""  # the file of a board of your own, which other processes have not read


Done = tuple[Sample, dict[str, dict[str, int]]]


@cache
def table(name: str, players: int, options: tuple[tuple[str, str], ...]) -> Game:
    """A game at a table, built once in every process; options come as they are written."""
    if name not in REGISTRY:
        build(name, players, {})  # says which games there are
    known = choices(name)
    chosen: dict[str, object] = {
        option: next(
            (one for one in known.get(option, ()) if str(one).lower() == value.lower()), value
        )
        for option, value in options
    }
    return build(name, players, chosen)


def work(job: SampleJob) -> Done:
    """Play a sample; gives it with the times the decisions took."""
    contest = job.contest
    if job.board:
        register_content(job.board)
    game = table(contest.game, contest.players, contest.options)
    makers = [maker(entrant) for entrant in contest.bots]
    times = Times()
    deal = (contest.seed, job.deal)
    games = [
        play(game, makers, seats, deal, times) for seats in job.pairing.seatings(contest.players)
    ]
    return Sample(job.pairing, job.deal, games), times.json()


def cores() -> int:
    """The cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def played(jobs: Iterable[SampleJob], workers: int, ray: str | None) -> Iterator[Done]:
    """The samples of the jobs, in their order."""
    if ray is not None:
        return _on_ray(jobs, ray)
    if workers == 1:
        return map(work, jobs)
    return _in_processes(jobs, workers)


def _in_processes(jobs: Iterable[SampleJob], workers: int) -> Iterator[Done]:
    pool = ProcessPoolExecutor(workers, get_context("spawn"), _leave_interrupts)
    try:
        yield from _in_order(jobs, workers, pool.submit, lambda future: future.result())
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _leave_interrupts() -> None:
    """Ctrl-C is for the process that keeps the results."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _on_ray(jobs: Iterable[SampleJob], address: str) -> Iterator[Done]:
    try:
        import ray  # noqa: PLC0415 (an optional extra)
    except ImportError:
        raise CapotrenoError("Ray is not installed; pip install 'capotreno[ray]'") from None
    ray.init(address=address, log_to_driver=False, configure_logging=False)
    try:
        remote = ray.remote(work)
        workers = max(1, int(ray.cluster_resources().get("CPU", 1)))
        yield from _in_order(jobs, workers, lambda _, job: remote.remote(job), ray.get)
    finally:
        ray.shutdown()


def _in_order(
    jobs: Iterable[SampleJob],
    workers: int,
    submit: Callable[[Callable[[SampleJob], Done], SampleJob], Any],
    result: Callable[[Any], Done],
) -> Iterator[Done]:
    """Keep the workers busy and give the results in the order of the jobs."""
    left = iter(jobs)
    waiting = deque(submit(work, job) for job in islice(left, AHEAD * workers))
    while waiting:
        yield result(waiting.popleft())
        waiting.extend(submit(work, job) for job in islice(left, 1))
