"""Who looks at drafts, invents and prints boards: one process, a few who wait, never for long."""

import asyncio
import json
import logging
from hashlib import blake2b
from math import ceil
from typing import Final, Literal

from capotreno.server.bots.process import BotCounts, Crashed, WorkerLost, WorkerProcess
from capotreno.server.table.faults import Refusal

PROGRAM: Final = "from capotreno.server.studio.child import serve; serve()"
WAITING: Final = 16  # drafts at once; whoever comes then is asked to come again
KEPT: Final = 64  # answers remembered: a draft that is asked about again costs nothing

log = logging.getLogger(__name__)
Matter = Literal["check", "keep", "invent", "again", "print"]


class Examiner:
    """One process for all who draw. It starts with the first draft."""

    def __init__(self, budget: float, kept: int = KEPT) -> None:
        self.budget = budget
        self._kept = kept
        self._process = WorkerProcess(BotCounts(), PROGRAM)
        self._free = asyncio.Semaphore(1)
        self._waiting = 0
        self._known: dict[bytes, bytes] = {}

    async def ask(self, task: Matter, **about: object) -> bytes:
        """The answer to a task, as JSON; a Refusal with a sentence where there is none."""
        job = json.dumps({"task": task, "budget": self.budget, **about}).encode() + b"\n"
        key = blake2b(job, digest_size=16).digest()
        known = self._known.get(key)
        if known is not None:
            return known
        if self._waiting >= WAITING:
            raise Refusal("busy_studio")
        self._waiting += 1
        try:
            async with self._free:
                answer = await self._answer(job)
        finally:
            self._waiting -= 1
        self._known[key] = answer
        while len(self._known) > self._kept:
            del self._known[next(iter(self._known))]
        return answer

    async def _answer(self, job: bytes) -> bytes:
        try:
            word, rest = await self._process.ask(job, self.budget)
        except TimeoutError:
            raise Refusal("heavy_board", seconds=ceil(self.budget)) from None
        except (Crashed, WorkerLost) as error:
            log.warning("a draft was not looked at: %s", error)
            raise Refusal("fault") from None
        if word == "refused":
            raise Refusal("board", why=json.loads(rest))
        return rest.encode()

    async def close(self) -> None:
        """End the process now."""
        self._process.end()
        await self._process.gone()
