"""Bots at a server's tables: they think in processes of their own, on a View, within a time.

The law: a bot that crashes, hangs, dies or cheats costs its table its budget and a moment more; a
simpler bot stands in for it and the game goes on. A worker gets the cells, the stack and the seat
of a View and nothing else: no State, no file or socket of the server, none of its environment.
The processes themselves are in `process`, what happens inside one in `child`.
"""

import asyncio
import json
import logging
import random
import time
from collections.abc import Mapping
from inspect import isfunction
from typing import Final, NamedTuple

from capotreno.bots.bot import Advice
from capotreno.bots.levels.search import THINKING
from capotreno.bots.registry import bots, known
from capotreno.engine.errors import CapotrenoError
from capotreno.engine.game import Game
from capotreno.engine.state import View
from capotreno.engine.view import pack
from capotreno.games.registry import REGISTRY
from capotreno.server.bots.job import Job
from capotreno.server.bots.process import BotCounts, Crashed, WorkerLost, WorkerProcess

STAND_IN: Final = 1.0  # seconds at most for a bot that stands in: simpler ones are fast

log = logging.getLogger(__name__)


class Chosen(NamedTuple):
    """What a bot answered: a legal code, which bot it really was, how many seconds it thought."""

    code: int
    bot: str
    seconds: float


class WorkersClosed(CapotrenoError):
    """The server is going down: no bot answers any more, and nobody should play in its place."""


class BotWorkers:
    """A few processes that all tables of a server share, first come, first served.

    `extra` names more bots as "module:Class". It is for the server's own code: a name that is
    neither in it nor in the registry is refused.
    """

    def __init__(
        self, workers: int = 1, budget: float = 5.0, extra: Mapping[str, str] | None = None
    ) -> None:
        if workers < 1 or not budget > 0:
            raise CapotrenoError("bots need at least one worker and some time")
        self.budget = budget
        self.metrics = BotCounts()
        self._extra = dict(extra or {})
        self._workers = [WorkerProcess(self.metrics) for _ in range(workers)]
        self._idle = self._workers[:]
        self._free = asyncio.Semaphore(workers)  # wakes those who wait in the order they came
        self._asked = 0  # jobs that are being thought about or wait
        self._closed = False

    @property
    def pids(self) -> tuple[int, ...]:
        """The process ids of the workers that run now."""
        running = (worker.process for worker in self._workers)
        return tuple(p.pid for p in running if p is not None and p.returncode is None)

    async def warm(self) -> None:
        """Start the workers, so that the first bot need not wait for its process."""
        await asyncio.gather(*(self._warm() for _ in self._workers))

    async def _warm(self) -> None:
        async with self._free:
            worker = self._idle.pop()
            try:
                await worker.ready()
            except WorkerLost:
                log.warning("a bot worker did not start")
            finally:
                self._idle.append(worker)

    async def choose(self, game: Game, view: View, bot: str, seed: int) -> Chosen:
        """A bot's answer for the view's seat."""
        names = self._line_up(bot)
        menu = game.legal(view)
        if not menu:
            raise CapotrenoError(f"seat {view.seat} is not asked now")
        if len(menu) == 1:
            self.metrics.chosen += 1
            return Chosen(menu[0], bot, 0.0)
        self._asked += 1
        try:
            async with self._free:
                worker = self._idle.pop()
                job = self._job(game, view, seed)
                try:
                    chosen = await self._ask_all(worker, names, job, menu)
                finally:
                    self._idle.append(worker)
        finally:
            self._asked -= 1
        self.metrics.chosen += 1
        return chosen

    async def advise(self, game: Game, view: View, seed: int) -> Advice:
        """A hint for the view's seat; a CapotrenoError if there is none to be had in time."""
        menu = game.legal(view)
        job = {**self._job(game, view, seed), "hint": True}
        async with self._free:
            self._check_open()
            worker = self._idle.pop()
            try:
                word, rest = await worker.ask(json.dumps(job).encode() + b"\n", self.budget)
                found = Advice(*json.loads(rest)) if word == "advice" else None
            except (TimeoutError, Crashed, WorkerLost) as error:
                log.warning("no hint: %s", error)
                found = None
            finally:
                self._idle.append(worker)
        if found is None or found.code not in menu:
            raise CapotrenoError("no hint could be found")
        return found

    def _job(self, game: Game, view: View, seed: int) -> Job:
        return {
            "game": (game.name, game.players, game.ruleset.options),
            "board": game.ruleset.source,
            "declared": declared(game.name),
            "view": pack(view),
            "seed": seed,
            "bot": "",
            "kind": "",
            "budget": self.budget,
            "thinking": THINKING / max(1, 1 + self._asked - len(self._workers)),
            "hint": False,
        }

    def _line_up(self, bot: str) -> tuple[str, ...]:
        """The bot that is asked, then the simpler ones, the strongest of them first."""
        names = bots()
        if bot in names:
            return names[names.index(bot) :: -1]
        if bot in self._extra or bot in known():  # no level everywhere, or not any more
            return (bot, *reversed(names))
        raise CapotrenoError(f"there is no bot '{bot:.60}'; there are {', '.join(names)}")

    async def _ask_all(
        self, worker: WorkerProcess, names: tuple[str, ...], job: Job, menu: tuple[int, ...]
    ) -> Chosen:
        """Ask one bot after the other until one answers with a legal code."""
        metrics = self.metrics
        for name in names:
            self._check_open()
            budget = self.budget if name == names[0] else min(self.budget, STAND_IN)
            job["bot"], job["kind"], job["budget"] = name, self._extra.get(name, ""), budget
            try:
                code = await worker.code(json.dumps(job).encode() + b"\n", budget)
            except TimeoutError:
                metrics.slow += 1
                log.warning("bot %s took more than %.1f seconds", name, budget)
            except (Crashed, WorkerLost) as error:
                self._check_open()  # close() took the worker away: no fault of the bot
                metrics.crashed += 1
                log.warning("bot %s crashed: %s", name, error)
                if isinstance(error, WorkerLost):
                    break  # without a worker the simpler bots would fare no better
            else:
                if code in menu:
                    return Chosen(code, name, time.monotonic() - worker.began)
                metrics.illegal += 1
                log.warning("bot %s chose %d, which is not legal", name, code)
        self._check_open()
        log.error("no bot could choose; the server took any legal action")
        return Chosen(random.Random(job["seed"]).choice(menu), bots()[0], 0.0)

    def _check_open(self) -> None:
        if self._closed:
            raise WorkersClosed("the server is closing; its bots play no more")

    async def close(self) -> None:
        """End every worker now; whoever still waits for a bot gets WorkersClosed."""
        self._closed = True
        for worker in self._workers:
            worker.end()  # before the first await: also a cancelled close ends them
        for worker in self._workers:
            await worker.gone()


def declared(name: str) -> str:
    """Where the function is that declares a game: a mechanic from elsewhere comes with its own."""
    function = REGISTRY.get(name)
    return f"{function.__module__}:{function.__name__}" if isfunction(function) else ""
