"""One process that thinks, as the server sees it: started, asked, and killed when it must be.

Plain programs on two pipes and not a process pool. A pool's workers share locks, so a SIGKILL (the
OOM killer) can break all of them; it asks a bot that hangs in C code politely first, and it leaves
a helper process behind.
"""

import asyncio
import os
import signal
import sys
import time
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Final

BOOT: Final = 30.0  # seconds to start a worker or to build a game: not the bot's time

# What a worker may know of the server's environment; passwords are not among it. The second row
# says where the user's libraries are, and who has compiled them.
ENVIRONMENT: Final = (
    *("PATH", "LANG", "LC_ALL", "LD_LIBRARY_PATH", "TMPDIR"),
    *("HOME", "XDG_CACHE_HOME", "CXX"),
)
LINE: Final = 4 * 1024 * 1024  # bytes of an answer
PROGRAM: Final = "from capotreno.server.bots.child import serve; serve()"


class WorkerLost(Exception):
    """The worker was gone before the bot began: not the bot's fault."""


class Crashed(Exception):
    """The bot raised an error or took its worker down with it."""


@dataclass(slots=True)
class BotCounts:
    """What the bots of a server did since its start."""

    chosen: int = 0  # answers given, whoever chose
    crashed: int = 0  # bots that raised an error, died, or found no worker
    slow: int = 0  # bots that ran out of time
    illegal: int = 0  # bots that chose what is not possible
    restarted: int = 0  # processes started in the place of a lost one


class WorkerProcess:
    """One process that thinks for one bot at a time, started anew whenever it is lost."""

    def __init__(self, metrics: BotCounts, program: str = "") -> None:
        self.metrics = metrics
        self._program = program
        self.process: Process | None = None
        self._boot: asyncio.Task[bool] | None = None
        self._dying: list[Process] = []
        self.began = 0.0  # when the bot that was asked last began to think
        self._ended = False
        self._started = False

    async def ready(self) -> Process:
        """The running process. Whoever gives up waiting for its start does not stop the start."""
        if self._ended:
            raise WorkerLost("the server is closing")
        if self.process is not None and self.process.returncode is not None:
            self.kill()
        if self._boot is None or (self._boot.done() and self.process is None):
            self._boot = asyncio.create_task(self._start())
        if not await asyncio.shield(self._boot) or self.process is None:
            raise WorkerLost("its process did not start")
        return self.process

    async def _start(self) -> bool:
        await self._reap()
        self.metrics.restarted += self._started
        self._started = True
        environment = {key: os.environ[key] for key in ENVIRONMENT if key in os.environ}
        environment["PYTHONPATH"] = os.pathsep.join(path for path in sys.path if path)
        try:
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-P", "-c", self._program or PROGRAM),
                stdin=PIPE,
                stdout=PIPE,
                limit=LINE,
                env=environment,
                start_new_session=True,  # Ctrl-C is for the server; what a bot forks dies with it
            )
        except OSError:
            return False
        self.process = process
        if self._ended:
            self.kill()
        with suppress(TimeoutError, WorkerLost):
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
        raise Crashed("its process said something that is no answer")

    async def ask(
        self, job: bytes, budget: float, heard: Callable[[str], None] | None = None
    ) -> tuple[str, str]:
        """What the worker answers. The budget runs from when the bot begins.

        `heard` is told what a worker says that tells how far it has come.
        """
        try:
            process = await self._begin(job)
        except WorkerLost:  # killed while it was idle: a new one, once
            process = await self._begin(job)
        self.began = time.monotonic()
        try:
            with self._kill_unless_done():
                async with asyncio.timeout(budget):
                    word, rest = await _hear(process)
                    while heard is not None and word == "so_far":
                        heard(rest)
                        word, rest = await _hear(process)
        except WorkerLost as error:
            raise Crashed(str(error)) from None
        if word == "crashed":
            raise Crashed(rest)
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
                raise WorkerLost(f"its process took no job: {error!r}") from None
            if word != "thinking":
                raise WorkerLost(f"the game could not be built: {rest}")
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
        raise WorkerLost("its process said something that is no line") from None
    if not line.endswith("\n"):
        raise WorkerLost("its process died")
    word, _, rest = line.rstrip("\n").partition(" ")
    return word, rest
