"""The one writer of an embedded database: a thread that commits all that waits at once.

SQLite has one writer at a time, so many tables share one sync of the disk. Python's threads take
turns, and each statement is a turn: so the moves of a batch are written with one statement.
"""

import asyncio
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from queue import SimpleQueue
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import Connection, Engine

from capotreno.server.store.errors import StoreError, passing

__all__ = ["Appended", "Writer"]

T = TypeVar("T")

#: Writes that one commit may hold. It bounds what one bad disk moment can fail.
BATCH = 256
#: Moves in one statement: SQLite knows only so many values at once.
ROWS = 64
#: Seconds between two commits while there is much to write: what comes meanwhile goes along.
GATHER = 0.003

_INSERT = (
    "INSERT INTO moves (table_id, seq, seat, kind, body, key, at) VALUES {} ON CONFLICT DO NOTHING"
)
_STAND = (
    "UPDATE tables SET deadline = new.column2, status = new.column3, result = new.column4, "
    "changed = new.column5 FROM (VALUES {}) AS new WHERE tables.id = new.column1"
)


class Appended(NamedTuple):
    """A move, and how its table stands after it, as the columns hold them."""

    move: tuple[object, ...]  # table_id, seq, seat, kind, body, key, at
    stand: tuple[object, ...]  # id, deadline, status, result, changed


@dataclass(eq=False)
class _Order:
    """Something to be written, and who waits for it."""

    work: Callable[[Connection], Any] | Appended
    answer: asyncio.Future[Any]
    result: Any = None
    error: Exception | None = None


class _Clash(Exception):
    """Of several moves written at once one was there already; which, each alone will tell."""


class Writer:
    """Commits what waits. What was answered is durable.

    A commit that fails for the database's reasons fails exactly the works that were in it. If one
    work was at fault, each is done again by itself, and it fails alone.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._loop = asyncio.get_running_loop()
        self._waiting: list[_Order] = []  # for the next commit
        self._busy = False  # a commit is under way, or will be in a moment
        self._ended = 0.0  # when the last one was
        self._batches: SimpleQueue[list[_Order] | None] = SimpleQueue()
        self._closed = False
        self._idle: asyncio.Future[None] | None = None  # whoever closes waits for it
        self._thread = threading.Thread(target=self._serve, name="capotreno-writer", daemon=True)
        self._thread.start()

    async def write(self, work: Callable[[Connection], T]) -> T:
        """What some work on the database gives, when it is durable."""
        result: T = await self._ordered(work)
        return result

    async def append(self, row: Appended) -> bool:
        """Adds a move. False, and no change, if there is one of its number or key."""
        return bool(await self._ordered(row))

    async def close(self) -> None:
        """Finish what waits."""
        if not self._closed:
            self._closed = True
            if self._busy:
                self._idle = self._loop.create_future()
                await self._idle
            self._batches.put(None)
        await asyncio.to_thread(self._thread.join)
        self._engine.dispose()

    async def _ordered(self, work: Callable[[Connection], Any] | Appended) -> Any:  # noqa: ANN401
        if self._closed:
            raise StoreError("The database is closed.")
        order = _Order(work, self._loop.create_future())
        self._waiting.append(order)
        if not self._busy:
            self._begin()
        return await order.answer

    def _begin(self) -> None:
        """The next commit: with all that comes in this moment, and not too soon after the last.

        To wake the thread takes a while, so it is woken once for all of them.
        """
        self._busy = True
        self._loop.call_later(self._ended + GATHER - self._loop.time(), self._hand_over)

    def _hand_over(self) -> None:
        batch, self._waiting = self._waiting[:BATCH], self._waiting[BATCH:]
        self._batches.put(batch)

    def _committed(self, batch: Sequence[_Order]) -> None:
        """On the loop: everybody hears how it went."""
        self._ended = self._loop.time()
        _answer(batch)
        if self._waiting:
            self._begin()
            return
        self._busy = False
        if self._idle is not None and not self._idle.done():
            self._idle.set_result(None)

    # -- the thread ---------------------------------------------------------------------------

    def _serve(self) -> None:
        while (batch := self._batches.get()) is not None:
            self._settle(batch)
            self._loop.call_soon_threadsafe(self._committed, batch)

    def _settle(self, batch: Sequence[_Order]) -> None:
        """Commits a batch; every order in it knows how it went."""
        try:
            with self._engine.begin() as connection:
                _do(connection, batch)
        except Exception as error:  # noqa: BLE001 - it is told to those who wait, and the writer lives on
            if len(batch) > 1 and not passing(error):
                for order in batch:
                    self._settle([order])
                return
            for order in batch:
                order.error = error


def _do(connection: Connection, batch: Sequence[_Order]) -> None:
    moves: list[_Order] = []
    for order in batch:
        if isinstance(order.work, Appended):
            moves.append(order)
        else:
            order.result = order.work(connection)
    for first in range(0, len(moves), ROWS):
        part = moves[first : first + ROWS]
        rows = [order.work for order in part if isinstance(order.work, Appended)]
        added = _append(connection, rows)
        if added != len(part) > 1:
            raise _Clash
        for order in part:
            order.result = added == 1 or len(part) > 1


def _append(connection: Connection, rows: Sequence[Appended]) -> int:
    """Adds moves and says how their tables stand; how many were new."""
    inserting, standing = _statements(len(rows))
    values = tuple(value for row in rows for value in row.move)
    added = connection.exec_driver_sql(inserting, values).rowcount
    if added == len(rows):
        connection.exec_driver_sql(standing, tuple(value for row in rows for value in row.stand))
    return added


@lru_cache(ROWS)
def _statements(rows: int) -> tuple[str, str]:
    """The statements for so many moves at once."""
    moves = ", ".join(["(?, ?, ?, ?, ?, ?, ?)"] * rows)
    stands = ", ".join(["(?, ?, ?, ?, ?)"] * rows)
    return _INSERT.format(moves), _STAND.format(stands)


def _answer(batch: Sequence[_Order]) -> None:
    for order in batch:
        # One who does not wait any more was cancelled; the work is done all the same.
        if order.answer.done():
            continue
        if order.error is None:
            order.answer.set_result(order.result)
        else:
            order.answer.set_exception(order.error)
