"""Who reviews games and makes puzzles for people: one process, a few that wait; all is kept."""

import asyncio
import json
import logging
import time
from collections.abc import Awaitable, Callable
from typing import Final, NamedTuple

from capotreno.engine.actions import Json
from capotreno.reviewing import puzzle, shape
from capotreno.server.bots.process import BotCounts, Crashed, WorkerLost, WorkerProcess
from capotreno.server.store.store import Store
from capotreno.server.table.faults import Refusal

PROGRAM: Final = "from capotreno.server.reviews.child import serve; serve()"
WAITING: Final = 8  # reviews at once; whoever asks for more is asked to come again
FORMATS: Final = (shape.FORMAT, puzzle.FORMAT)  # what is kept of others is made anew
BEGINNING: Final = 50  # letters among which the format stands

log = logging.getLogger(__name__)


class SoFar(NamedTuple):
    """How far a review has come: so many moments of so many, none while it waits its turn."""

    done: int = 0
    total: int = 0


class Reviews:
    """One process for all games. It starts with the first review."""

    def __init__(self, store: Store, seconds: float) -> None:
        self.seconds = seconds
        self._store = store
        self._process = WorkerProcess(BotCounts(), PROGRAM)
        self._free = asyncio.Semaphore(1)
        self._coming: dict[tuple[str, int], asyncio.Task[bytes]] = {}
        self._so_far: dict[tuple[str, int], SoFar] = {}

    async def find(self, id: str, seat: int, task: Callable[[], Awaitable[Json]]) -> bytes | SoFar:
        """The review of a finished game for a seat, or how far it has come: then ask again.

        `task` says what the process is to do, where it is not known yet.
        """
        key = id, seat
        coming = self._coming.get(key)
        if coming is None:
            known = await self._store.review(id, seat)
            if known is not None and any(one in known[:BEGINNING] for one in FORMATS):
                return known.encode()
            for failed in [key for key, task in self._coming.items() if task.done()]:
                self._forget(failed)  # nobody has asked again
            if len(self._coming) >= WAITING:
                raise Refusal("busy_reviews")
            if key not in self._coming:  # or somebody else asked meanwhile
                self._so_far[key] = SoFar()
                self._coming[key] = asyncio.create_task(self._make(id, seat, task))
            return self._so_far[key]
        if not coming.done():
            return self._so_far[key]
        self._forget(key)
        return coming.result()

    def _forget(self, key: tuple[str, int]) -> None:
        self._coming.pop(key, None)
        self._so_far.pop(key, None)

    async def _make(self, id: str, seat: int, task: Callable[[], Awaitable[Json]]) -> bytes:
        async with self._free:
            job = await task() | {"seat": seat, "seconds": self.seconds}
            text = await self._answer(json.dumps(job).encode() + b"\n", (id, seat))
        await self._store.save_review(id, seat, text, time.time())
        self._forget((id, seat))  # from now on the store has it
        return text.encode()

    async def _answer(self, job: bytes, key: tuple[str, int]) -> str:
        def heard(rest: str) -> None:
            done, total = rest.split()
            self._so_far[key] = SoFar(int(done), int(total))

        try:
            word, rest = await self._process.ask(job, self.seconds, heard)
        except TimeoutError:
            raise Refusal("long_review") from None
        except (Crashed, WorkerLost) as error:
            log.warning("a game was not reviewed: %s", error)
            raise Refusal("fault") from None
        if word == "refused":
            raise Refusal("no_review", why=json.loads(rest))
        return rest

    async def close(self) -> None:
        """End the process now, and whoever waits for it."""
        for task in self._coming.values():
            task.cancel()
        await asyncio.gather(*self._coming.values(), return_exceptions=True)
        self._process.end()
        await self._process.gone()
