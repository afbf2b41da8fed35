"""Who does a long piece of work: this process, processes on all cores, or a Ray cluster.

All three give the same results in the same order, so that what is added up of them is the same to
the last digit.
"""

import os
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import ProcessPoolExecutor
from itertools import islice
from multiprocessing import get_context
from typing import Any, TypeVar

from capotreno.engine.errors import CapotrenoError

__all__ = ["cores", "done"]

AHEAD = 3  # jobs handed out per worker before the first of them is back

Given = TypeVar("Given")
Got = TypeVar("Got")


def cores() -> int:
    """The cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def done(
    work: Callable[[Given], Got], jobs: Iterable[Given], workers: int, ray: str | None = None
) -> Generator[Got, None, None]:
    """What the jobs come to, in their order.

    `ray`: the address of a cluster, empty for the one that is known here or else a new one.
    """
    if ray is not None:
        return _on_ray(work, jobs, ray)
    if workers == 1:
        return (work(job) for job in jobs)
    return _in_processes(work, jobs, workers)


def _in_processes(
    work: Callable[[Given], Got], jobs: Iterable[Given], workers: int
) -> Generator[Got, None, None]:
    pool = ProcessPoolExecutor(workers, get_context("spawn"), _leave_interrupts)
    try:
        yield from _in_order(
            jobs, workers, lambda job: pool.submit(work, job), lambda future: future.result()
        )
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _leave_interrupts() -> None:
    """Ctrl-C is for the process that keeps the results."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _on_ray(
    work: Callable[[Given], Got], jobs: Iterable[Given], address: str
) -> Generator[Got, None, None]:
    try:
        import ray  # noqa: PLC0415 (an optional extra)
    except ImportError:
        raise CapotrenoError("Ray is not installed; pip install 'capotreno[ray]'") from None
    try:
        ray.init(address=address or None, log_to_driver=False, configure_logging=False)
    except (ConnectionError, ValueError, RuntimeError) as error:
        raise CapotrenoError(f"no Ray cluster at '{address[:80]}': {_first(error)}") from None
    try:
        remote = ray.remote(work)
        workers = max(1, int(ray.cluster_resources().get("CPU", 1)))
        yield from _in_order(jobs, workers, remote.remote, ray.get)
    except ray.exceptions.RayError as error:
        cause = getattr(error, "cause", None) or error
        raise CapotrenoError(f"the Ray cluster gave up: {_first(cause)}") from None
    finally:
        ray.shutdown()


def _first(error: BaseException) -> str:
    """The first line of an error: Ray's own tell whole stories."""
    return (str(error).strip().splitlines() or [type(error).__name__])[0][:200]


def _in_order(
    jobs: Iterable[Given],
    workers: int,
    submit: Callable[[Given], Any],
    result: Callable[[Any], Got],
) -> Generator[Got, None, None]:
    """Keep the workers busy and give the results in the order of the jobs."""
    left = iter(jobs)
    waiting = deque(submit(job) for job in islice(left, AHEAD * workers))
    while waiting:
        yield result(waiting.popleft())
        waiting.extend(submit(job) for job in islice(left, 1))
