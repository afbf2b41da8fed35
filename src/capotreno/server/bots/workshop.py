"""Libraries for the usual tables, built beside everything else: with one a table has its search.

It is for who plays on a machine of their own (`make play`). One game after the other is compiled
at the lowest priority, for the tables that most people sit down at.
"""

import asyncio
import json
import logging
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import suppress
from typing import Final

from capotreno.bots.opponents import WITH_CARDS, WITH_DICE
from capotreno.games.registry import REGISTRY, load
from capotreno.native.library.build import NoLibrary
from capotreno.native.library.game import library
from capotreno.server.bots.child import converse, write
from capotreno.server.bots.process import BotCounts, Crashed, WorkerLost, WorkerProcess

PROGRAM: Final = "from capotreno.server.bots.workshop import serve; serve()"
NICE: Final = 19  # everybody else comes first
DAY: Final = 86_400.0  # seconds that it may take
TABLES: Final = 2  # of each map: the smallest, and one more player

log = logging.getLogger(__name__)


class Workshop:
    """One process, which is gone when all is built."""

    def __init__(self) -> None:
        self._process = WorkerProcess(BotCounts(), PROGRAM)
        self.task: asyncio.Task[None] | None = None

    def begin(self) -> None:
        """Build what is missing."""
        self.task = asyncio.create_task(self._build())

    async def _build(self) -> None:
        try:
            job = json.dumps([*tables()]).encode() + b"\n"
            _, built = await self._process.ask(job, DAY)
            log.info("libraries that were built: %s", built)
        except (TimeoutError, Crashed, WorkerLost) as error:
            log.warning("libraries were not built: %s", error)
        self._process.end()

    async def close(self) -> None:
        """Leave what is being built, and nothing of it behind."""
        process = self._process.process
        if process is not None and process.returncode is None:
            with suppress(ProcessLookupError, TimeoutError):
                process.send_signal(signal.SIGTERM)
                await asyncio.wait_for(process.wait(), 1.0)
        if self.task is not None:
            self.task.cancel()
            with suppress(asyncio.CancelledError):
                await self.task
        self._process.end()
        await self._process.gone()


def serve() -> None:
    """Build all of it, in the process's own life."""
    os.nice(NICE)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    converse(_built)


def _built(job: list[tuple[str, int, bool]], answers: int) -> str:
    write(answers, b"thinking\n")
    built = 0
    for name, players, dice in job:
        try:
            library(load(name, players, dice=dice))
        except NoLibrary as reason:
            return f"answer {json.dumps([built, str(reason)])}"
        built += 1
    return f"answer {json.dumps([built, ''])}"


def tables() -> Iterator[tuple[str, int, bool]]:
    """Those that most people sit down at, first; short games before long ones."""
    for more in range(TABLES):
        for dice, maps in ((False, WITH_CARDS), (True, WITH_DICE)):
            for name in sorted(maps, key=lambda name: (REGISTRY[name]().board.minutes or 0, name)):
                low, high = REGISTRY[name]().board.players
                if low + more <= high:
                    yield name, low + more, dice
