"""Bots at a server's tables: they think in processes of their own, on a View, within a time.

The law: a bot that crashes, hangs, dies or cheats costs its table its budget and a moment more; a
simpler bot stands in for it and the game goes on. A worker gets the cells, the stack and the seat
of a View and nothing else: no State, no file or socket of the server, none of its environment.

Workers are plain programs on two pipes and not a process pool. A pool's workers share locks, so a
SIGKILL (the OOM killer) can break all of them; it asks a bot that hangs in C code politely first,
and it leaves a helper process behind.
"""

import asyncio
import json
import logging
import os
import random
import signal
import sys
import time
import traceback
from asyncio.subprocess import PIPE, Process
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from typing import Final, NamedTuple, TypedDict

from capotreno.bots.bot import Advice, Bot
from capotreno.bots.registry import advise, bots, make
from capotreno.engine.errors import CapotrenoError
from capotreno.engine.game import Game
from capotreno.engine.state import View
from capotreno.engine.view import PackedView, pack, unpack
from capotreno.games.registry import OWN, build, register_content

BOOT: Final = 30.0  # seconds to start a worker or to build a game: not the bot's time
STAND_IN: Final = 1.0  # seconds at most for a bot that stands in: simpler ones are fast
ALARM: Final = 1.0  # seconds over its budget a bot has when the server itself is gone

# What a worker may know of the server's environment; passwords are not among it.
ENVIRONMENT: Final = ("PATH", "LANG", "LC_ALL", "LD_LIBRARY_PATH", "TMPDIR")
PROGRAM: Final = "from capotreno.server.bots.workers import serve; serve()"

log = logging.getLogger(__name__)


class Job(TypedDict):
    """All that a worker is told about a decision."""

    game: tuple[str, int, dict[str, object]]  # name, players, options
    board: str  # the file of a board of one's own, otherwise empty
    view: PackedView
    seed: int
    bot: str
    kind: str  # "module:Class" of a bot that is not in the registry, otherwise empty
    budget: float
    hint: bool  # not a move is wanted but advice


class Chosen(NamedTuple):
    """What a bot answered: a legal code, which bot it really was, how many seconds it thought."""

    code: int
    bot: str
    seconds: float


class WorkersClosed(CapotrenoError):
    """The server is going down: no bot answers any more, and nobody should play in its place."""


class _Lost(Exception):
    """The worker was gone before the bot began: not the bot's fault."""


class _Crashed(Exception):
    """The bot raised an error or took its worker down with it."""


@dataclass(slots=True)
class Metrics:
    """What the bots of a server did since its start."""

    chosen: int = 0  # answers given, whoever chose
    crashed: int = 0  # bots that raised an error, died, or found no worker
    slow: int = 0  # bots that ran out of time
    illegal: int = 0  # bots that chose what is not possible
    restarted: int = 0  # processes started in the place of a lost one


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
        self.metrics = Metrics()
        self._extra = dict(extra or {})
        self._workers = [_Worker(self.metrics) for _ in range(workers)]
        self._idle = self._workers[:]
        self._free = asyncio.Semaphore(workers)  # wakes those who wait in the order they came
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
            except _Lost:
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
        job = self._job(game, view, seed)
        async with self._free:
            worker = self._idle.pop()
            try:
                chosen = await self._ask_all(worker, names, job, menu)
            finally:
                self._idle.append(worker)
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
            except (TimeoutError, _Crashed, _Lost) as error:
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
            "board": OWN.get(game.name, b"").decode(),
            "view": pack(view),
            "seed": seed,
            "bot": "",
            "kind": "",
            "budget": self.budget,
            "hint": False,
        }

    def _line_up(self, bot: str) -> tuple[str, ...]:
        """The bot that is asked, then the simpler ones, the strongest of them first."""
        names = bots()
        if bot in names:
            return names[names.index(bot) :: -1]
        if bot in self._extra:
            return (bot, *reversed(names))
        raise CapotrenoError(f"there is no bot '{bot:.60}'; there are {', '.join(names)}")

    async def _ask_all(
        self, worker: "_Worker", names: tuple[str, ...], job: Job, menu: tuple[int, ...]
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
            except (_Crashed, _Lost) as error:
                self._check_open()  # close() took the worker away: no fault of the bot
                metrics.crashed += 1
                log.warning("bot %s crashed: %s", name, error)
                if isinstance(error, _Lost):
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


class _Worker:
    """One process that thinks for one bot at a time, started anew whenever it is lost."""

    def __init__(self, metrics: Metrics) -> None:
        self.metrics = metrics
        self.process: Process | None = None
        self._boot: asyncio.Task[bool] | None = None
        self._dying: list[Process] = []
        self.began = 0.0  # when the bot that was asked last began to think
        self._ended = False
        self._started = False

    async def ready(self) -> Process:
        """The running process. Whoever gives up waiting for its start does not stop the start."""
        if self._ended:
            raise _Lost("the server is closing")
        if self.process is not None and self.process.returncode is not None:
            self.kill()
        if self._boot is None or (self._boot.done() and self.process is None):
            self._boot = asyncio.create_task(self._start())
        if not await asyncio.shield(self._boot) or self.process is None:
            raise _Lost("its process did not start")
        return self.process

    async def _start(self) -> bool:
        await self._reap()
        self.metrics.restarted += self._started
        self._started = True
        environment = {key: os.environ[key] for key in ENVIRONMENT if key in os.environ}
        environment["PYTHONPATH"] = os.pathsep.join(path for path in sys.path if path)
        try:
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-P", "-c", PROGRAM),
                stdin=PIPE,
                stdout=PIPE,
                env=environment,
                start_new_session=True,  # Ctrl-C is for the server; what a bot forks dies with it
            )
        except OSError:
            return False
        self.process = process
        if self._ended:
            self.kill()
        with suppress(TimeoutError, _Lost):
            async with asyncio.timeout(BOOT):
                if await _hear(process) == ("ready", ""):
                    return True
        self.kill()
        return False

    async def code(self, job: bytes, budget: float) -> int:
        """The code a bot answers with, legal or not."""
        word, rest = await self.ask(job, budget)
        with suppress(ValueError):
            if word == "code":
                return int(rest)
        self.kill()
        raise _Crashed("its process said something that is no answer")

    async def ask(self, job: bytes, budget: float) -> tuple[str, str]:
        """What the worker answers. The budget runs from when the bot begins."""
        try:
            process = await self._begin(job)
        except _Lost:  # killed while it was idle: a new one, once
            process = await self._begin(job)
        self.began = time.monotonic()
        try:
            with self._kill_unless_done():
                async with asyncio.timeout(budget):
                    word, rest = await _hear(process)
        except _Lost as error:
            raise _Crashed(str(error)) from None
        if word == "crashed":
            raise _Crashed(rest)
        return word, rest

    async def _begin(self, job: bytes) -> Process:
        process = await self.ready()
        assert process.stdin is not None
        with self._kill_unless_done():
            try:
                async with asyncio.timeout(BOOT):
                    process.stdin.write(job)
                    await process.stdin.drain()
                    word, rest = await _hear(process)
            except (TimeoutError, OSError) as error:
                raise _Lost(f"its process took no job: {error!r}") from None
            if word != "thinking":
                raise _Lost(f"the game could not be built: {rest}")
        return process

    @contextmanager
    def _kill_unless_done(self) -> Iterator[None]:
        """Also when the table is cancelled: a late answer must not meet the next question."""
        try:
            yield
        except BaseException:
            self.kill()
            raise

    def kill(self) -> None:
        """SIGKILL, at once and without waiting: a bot may hang where nothing else reaches it."""
        process, self.process = self.process, None
        if process is None:
            return
        self._dying.append(process)
        if process.returncode is None:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(process.pid, signal.SIGKILL)

    def end(self) -> None:
        """No process now, and no new one."""
        self._ended = True
        self.kill()

    async def gone(self) -> None:
        """Wait until the process is no more, also one that was just being started."""
        if self._boot is not None:
            await asyncio.wait([self._boot])
        await self._reap()

    async def _reap(self) -> None:
        while self._dying:
            await self._dying[-1].wait()
            self._dying.pop()


async def _hear(process: Process) -> tuple[str, str]:
    """The next line of a worker: a word and the rest. It is read as text and never unpickled."""
    assert process.stdout is not None
    try:
        line = (await process.stdout.readline()).decode()
    except ValueError:
        raise _Lost("its process said something that is no line") from None
    if not line.endswith("\n"):
        raise _Lost("its process died")
    word, _, rest = line.rstrip("\n").partition(" ")
    return word, rest


# -- in the worker ------------------------------------------------------------------------------


def serve() -> None:
    """The life of a worker: read a job, build its game, think, answer, until the server is gone.

    Its lines are `ready`, `thinking`, `code N`, `advice [code, why, values]` and `crashed "why"`.
    """
    jobs = os.fdopen(os.dup(0), "rb")
    answers = os.dup(1)
    null = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null, 0)  # what a bot reads and prints is not the conversation with the server
    os.dup2(2, 1)
    os.close(null)
    # The default action is the kernel's: it ends also C code that never returns to Python.
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    with suppress(BrokenPipeError), jobs:
        os.write(answers, b"ready\n")
        for line in jobs:
            os.write(answers, _think(json.loads(line), answers).encode() + b"\n")


def _think(job: Job, answers: int) -> str:
    """The last line of the answer to a job."""
    try:
        name, players, options = job["game"]
        game = _game(name, players, json.dumps(options, sort_keys=True), job["board"])
        view = unpack(game, job["view"])
        os.write(answers, b"thinking\n")
        signal.setitimer(signal.ITIMER_REAL, job["budget"] + ALARM)
        if job["hint"]:
            return f"advice {json.dumps(advise(game, view, job['seed']))}"
        bot = _bot(job, game)
        bot.budget = job["budget"]
        code = bot.choose(view)
    except Exception:  # noqa: BLE001 - whatever a bot does wrong is told to the server
        return f"crashed {json.dumps(traceback.format_exc()[-4000:])}"
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
    return f"code {code if type(code) is int and 0 <= code < 2**63 else -1}"


@lru_cache(maxsize=16)
def _game(name: str, players: int, options: str, board: str) -> Game:
    if board:
        register_content(board.encode())
    return build(name, players, json.loads(options))


def _bot(job: Job, game: Game) -> Bot:
    if not job["kind"]:
        return make(job["bot"], game, job["seed"])
    module, _, name = job["kind"].partition(":")
    kind: type[Bot] = getattr(import_module(module), name)
    return kind(game, job["seed"])
