"""Who studies boards for people: one process, a few that wait, and never for long."""

import asyncio
import json
import logging
import signal
from collections.abc import Sequence
from contextlib import suppress
from hashlib import blake2b
from typing import Final, Literal

import msgspec

from capotreno.server.bots.process import BotCounts, Crashed, WorkerLost, WorkerProcess
from capotreno.server.reviews.reviews import SoFar
from capotreno.server.studio.shapes import StudyAnswer
from capotreno.server.studio.studying import SLOW, SPARE
from capotreno.server.table.faults import Refusal

PROGRAM: Final = "from capotreno.server.studio.studying import serve; serve()"
WAITING: Final = 8  # studies at once; whoever asks for more is asked to come again
KEPT: Final = 64  # results remembered
GAMES: Final = 1000

log = logging.getLogger(__name__)
StudyWork = Literal["study", "even", "try"]


class Studies:
    """One process for all boards. It starts with the first study."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._process = WorkerProcess(BotCounts(), PROGRAM)
        self._free = asyncio.Semaphore(1)
        self._coming: dict[str, asyncio.Task[StudyAnswer]] = {}
        self._so_far: dict[str, SoFar] = {}
        self._played = ""  # the study whose games are played now
        self._known: dict[str, StudyAnswer] = {}

    def begin(
        self, work: StudyWork, board: str, players: int = 0, change: Sequence[str] = ()
    ) -> str:
        """Have a board studied, or made even; the id under which one asks for what was found."""
        task = {"work": work, "board": board, "players": players, "change": sorted(change)}
        id = blake2b(json.dumps(task).encode(), digest_size=12).hexdigest()
        known = self._known.get(id)
        if known is not None and (known.found is None or known.found.games == known.found.wanted):
            return id
        self._known.pop(id, None)  # it was ended early: there is more to be played
        if id in self._coming and not self._coming[id].done():
            return id
        for old in [key for key, coming in self._coming.items() if coming.done()]:
            self._forget(old)  # nobody has asked again
        if len(self._coming) >= WAITING:
            raise Refusal("busy_studies")
        self._so_far[id] = SoFar()
        coming = self._coming[id] = asyncio.create_task(self._make(id, task))
        coming.add_done_callback(lambda done: done.cancelled() or done.exception())
        return id

    def find(self, id: str) -> StudyAnswer:
        """What was found, or how far it has come: then ask again."""
        known = self._known.get(id)
        if known is not None:
            return known
        coming = self._coming.get(id)
        if coming is None:
            raise Refusal("no_study")
        if not coming.done():
            return StudyAnswer(id, *self._so_far[id])
        self._forget(id)
        return coming.result()  # a refusal: what was found is known by now

    async def wait(self, id: str) -> StudyAnswer:
        """What was found, when it is there."""
        coming = self._coming.get(id)
        if coming is not None:
            await asyncio.wait([coming])
        return self.find(id)

    def stop(self, id: str) -> None:
        """End a study early: what was played is kept. One that waits for its turn is not begun."""
        process = self._process.process
        if id == self._played and process is not None:
            with suppress(ProcessLookupError):
                process.send_signal(signal.SIGINT)
        elif id in self._coming and not self._coming[id].done():
            self._coming[id].cancel()
            self._forget(id)

    def _forget(self, id: str) -> None:
        self._coming.pop(id, None)
        self._so_far.pop(id, None)

    async def _make(self, id: str, task: dict[str, object]) -> StudyAnswer:
        async with self._free:
            self._played = id
            try:
                found = await self._answer(task | {"games": GAMES, "seconds": self.seconds}, id)
            finally:
                self._played = ""
        self._known[id] = found
        while len(self._known) > KEPT:
            del self._known[next(iter(self._known))]
        self._forget(id)
        return found

    async def _answer(self, task: dict[str, object], id: str) -> StudyAnswer:
        def heard(rest: str) -> None:
            done, total = rest.split()
            self._so_far[id] = SoFar(int(done), int(total))

        job = json.dumps(task).encode() + b"\n"
        try:
            word, rest = await self._process.ask(job, 2 * self.seconds + SPARE, heard)
        except TimeoutError:
            raise Refusal("slow_board") from None
        except (Crashed, WorkerLost) as error:
            log.warning("a board was not studied: %s", error)
            raise Refusal("fault") from None
        if word == "refused":
            why = json.loads(rest)
            raise Refusal("slow_board") if why == SLOW else Refusal("board", why=why)
        return msgspec.structs.replace(msgspec.json.decode(rest, type=StudyAnswer), study=id)

    async def close(self) -> None:
        """End the process now, and whoever waits for it."""
        tasks = list(self._coming.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._process.end()
        await self._process.gone()
