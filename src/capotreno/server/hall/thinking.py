"""The bots at a server's tables: when they think, and how long they wait for people.

Who looks on must be able to follow, and whoever has just moved to take it back; so bots wait a
little where somebody is there to see it. They think meanwhile.
"""

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import Callable

from capotreno.engine.errors import CapotrenoError
from capotreno.engine.state import TURN_QUESTION, View
from capotreno.server.bots.pool import BotWorkers, Chosen
from capotreno.server.settings import Settings
from capotreno.server.store.errors import StoreError
from capotreno.server.table.faults import Stale
from capotreno.server.table.table import Table

logger = logging.getLogger("capotreno")

LATER = 0.25  # of the pause, before what a bot does later in its turn
BLINK = 0.1  # seconds after which a bot that waits looks up


class Thinking:
    """One task for each table whose bots are asked."""

    def __init__(
        self,
        workers: BotWorkers,
        settings: Settings,
        moved: Callable[[Table], None],
        trouble: Callable[[str, StoreError], None],
    ) -> None:
        self.workers = workers
        self.settings = settings
        self._moved = moved
        self._trouble = trouble
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._stuck: dict[str, Table] = {}  # a bot could not save its move there
        # Tables without people take turns, so that those with people never wait for many of them.
        self._alone = asyncio.Semaphore(settings.bot_workers)
        self._unattended: set[str] = set()  # the tables without a person whose bots play

    @property
    def unattended(self) -> int:
        """How many tables without a person are being played."""
        return len(self._unattended)

    def begin(self, table: Table) -> None:
        """Let the bots of a table play, if one of them is asked and none is at it already."""
        if table.bot_asked() is None or not self._may_play(table):
            return
        if table.row.id not in self._tasks:
            self._tasks[table.row.id] = asyncio.create_task(self._play(table))

    def _may_play(self, table: Table) -> bool:
        """Whether a table's bots may go on: without a person only so many are played at once.

        However they came to be without one: made so, left, or late. The others stand still.
        """
        id = table.row.id
        if not table.bots_only:
            self._unattended.discard(id)
        elif id in self._unattended or len(self._unattended) < self.settings.bot_tables:
            self._unattended.add(id)
        else:
            return False
        return True

    def busy(self, id: str) -> bool:
        return id in self._tasks or id in self._stuck

    def try_again(self) -> None:
        """Let the bots think again whose moves were not saved."""
        for id, table in list(self._stuck.items()):
            if table.bot_asked() is None:
                del self._stuck[id]
            self.begin(table)

    def forget(self, id: str) -> None:
        """A table is gone: no bot thinks about it any more."""
        self._stuck.pop(id, None)
        task = self._tasks.get(id)
        if task is not None:
            task.cancel()

    async def close(self) -> None:
        for task in list(self._tasks.values()):
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task

    async def _play(self, table: Table) -> None:
        """Bots play on until a person is asked; a fault here is left to the clock."""
        id = table.row.id
        try:
            while (seat := table.bot_asked()) is not None and self._may_play(table):
                assert table.state is not None
                seq, view = table.seq, table.game.view(table.state, seat)
                chosen = await self._choice(table, view, seat)
                # A move, a wish or who looks on may change how long it is.
                while table.seq == seq and (left := self._patience(table, seat)) > 0:  # noqa: ASYNC110
                    await asyncio.sleep(min(left, BLINK))
                if table.seq != seq or not table.bot_of(seat):
                    continue
                with contextlib.suppress(Stale):
                    await table.play(seat, seq, None, [chosen.code], thought=chosen.seconds)
                    self._moved(table)
            self._stuck.pop(id, None)
        except StoreError as error:
            self._trouble("a bot's move was not saved", error)
            self._stuck[id] = table
        except CapotrenoError:
            self._stuck.pop(id, None)
            logger.exception("table %s: a bot's move was refused", id)
        finally:  # in the same breath: whoever asks for bots after this must find none thinking
            self._tasks.pop(id, None)
            self._unattended.discard(id)

    async def _choice(self, table: Table, view: View, seat: int) -> Chosen:
        turn = self._alone if table.bots_only else contextlib.nullcontext()
        async with turn:
            bot, seed = table.bot_of(seat), secrets.randbits(64)
            return await self.workers.choose(table.game, view, bot, seed)

    def _patience(self, table: Table, seat: int) -> float:
        """Seconds a bot's move must still wait: none where nobody looks on, nor in the opening."""
        now = time.monotonic()
        if table.wish is not None:
            return table.wish.until - now
        state = table.state
        if state is None or state.whose_turn < 0 or not table.audience.watched:
            return 0.0
        decision = table.game.decision(state, seat)
        begins = decision is not None and decision[0] == TURN_QUESTION
        wait = self.settings.pause if begins else self.settings.pause * LATER
        last = table.undo_steps.steps[-1].seat if table.undo_steps.steps else None
        if last is not None and not table.bot_of(last):
            wait = max(wait, self.settings.grace)
        return table.moved + wait - now
