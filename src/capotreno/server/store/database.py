"""The connections to the database: many readers, and writes that are durable when they return.

PostgreSQL gathers the commits of many connections itself. SQLite has one writer at a time, so one
task writes for everybody and commits whatever waits together: many tables, one sync of the disk.
"""

import asyncio
import threading
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self, TypeVar

from sqlalchemy import URL, Connection, Executable, Row, Table, event, make_url
from sqlalchemy.dialects import sqlite
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry, NullPool

from capotreno.server.store.errors import StoreError, passing, told
from capotreno.server.store.migrate import check, migrate

if TYPE_CHECKING:
    from sqlalchemy.dialects import postgresql

__all__ = ["Database", "engine_url"]

T = TypeVar("T")

#: Seconds: how long another program may hold the embedded database, or PostgreSQL may be silent.
BUSY = 5
CONNECT = 5
ANSWER = 15

#: What the driver calls the thread of a connection to SQLite, and how long one may take to end.
CONNECTION = "_connection_worker"
PATIENCE = 2.0

#: Writes that one commit may hold. It bounds what one bad disk moment can fail.
BATCH = 256

_PRAGMAS = (
    f"PRAGMA busy_timeout = {BUSY * 1000}",
    "PRAGMA journal_mode = WAL",
    # In WAL mode only FULL syncs at each commit; NORMAL would lose acknowledged moves.
    "PRAGMA synchronous = FULL",
    "PRAGMA foreign_keys = ON",
)


class Database:
    """An open database of either kind, its tables up to date."""

    def __init__(self, readers: AsyncEngine, writers: AsyncEngine, *, embedded: bool) -> None:
        self.embedded = embedded
        self._readers = readers
        self._writers = writers
        self._group = _Group(writers) if embedded else None
        self._running: set[asyncio.Task[Any]] = set()

    def inserting(self, table: Table) -> "sqlite.Insert | postgresql.Insert":
        """An insert that may say what happens on a conflict: each database has its own."""
        if self.embedded:
            return sqlite.insert(table)
        from sqlalchemy.dialects import postgresql  # noqa: PLC0415 - SQLite starts without it

        return postgresql.insert(table)

    @classmethod
    async def open(cls, text: str, *, migrating: bool = True) -> Self:
        """Opens a database and brings it up to date or, without migrating, refuses another one."""
        with told():
            url = engine_url(text)
            embedded = url.get_backend_name() == "sqlite"
            readers, writers = _embedded(url) if embedded else _served(url)
            before = set(threading.enumerate())
            try:
                await (migrate if migrating else check)(writers)
            except BaseException:
                await writers.dispose()
                await readers.dispose()
                await _ended(set(threading.enumerate()) - before)
                raise
            return cls(readers, writers, embedded=embedded)

    async def close(self) -> None:
        if self._group is not None:
            await self._group.close()
        if self._running:
            await asyncio.wait(self._running)
        with told():
            await self._writers.dispose()
            await self._readers.dispose()

    async def read(self, statement: Executable) -> Sequence[Row[*tuple[Any, ...]]]:
        """The rows of one statement."""
        with told():
            return await self._finished(self._rows(statement))

    async def _finished(self, work: Coroutine[Any, Any, T]) -> T:
        """What the work gives, which is done to its end even if nobody waits any more.

        Whoever leaves takes no connection along: it would answer to an event loop that may be gone.
        """
        running = asyncio.create_task(work)
        self._running.add(running)
        running.add_done_callback(self._running.discard)
        return await asyncio.shield(running)

    async def _rows(self, statement: Executable) -> Sequence[Row[*tuple[Any, ...]]]:
        async with self._readers.connect() as connection:
            return (await connection.execute(statement)).all()

    async def alone(self, statement: str) -> None:
        """Does what stands in no transaction, however long it takes."""
        engine = create_async_engine(
            self._writers.url, poolclass=NullPool, isolation_level="AUTOCOMMIT"
        )
        try:
            with told():
                async with engine.connect() as connection:
                    await connection.exec_driver_sql(statement)
        finally:
            await engine.dispose()

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Does the work in a transaction, returns when it is durable.

        The work may be done twice, the first time rolled back: it has no effect but on the
        connection it is given.
        """
        with told():
            if self._group is not None:
                return await self._group.write(work)
            return await self._finished(self._written(work))

    async def _written(self, work: Callable[[Connection], T]) -> T:
        async with self._writers.begin() as connection:
            return await connection.run_sync(work)


class _Group:
    """The one writer of an embedded database: it commits all that waits at once.

    A commit that fails for the database's reasons fails exactly the works that were in it. If one
    work was at fault, each is done again by itself, and it fails alone.
    """

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._waiting: asyncio.Queue[_Order | None] = asyncio.Queue()
        self._closed = False
        self._task = asyncio.create_task(self._serve(), name="capotreno-store-writer")

    async def write(self, work: Callable[[Connection], T]) -> T:
        if self._closed:
            raise StoreError("The database is closed.")
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._waiting.put_nowait((work, answer))
        return await answer

    async def close(self) -> None:
        if not self._closed:
            self._closed = True
            self._waiting.put_nowait(None)
        await self._task

    async def _serve(self) -> None:
        try:
            while batch := await self._gathered():
                await self._settle(batch)
        finally:
            # However the writer ends, nobody waits for it in vain.
            self._closed = True
            while not self._waiting.empty():
                order = self._waiting.get_nowait()
                if order is not None:
                    order[1].cancel()

    async def _gathered(self) -> list["_Order"]:
        """All that waits, at least one; none when the store is closed."""
        batch: list[_Order] = []
        order = await self._waiting.get()
        while order is not None:
            batch.append(order)
            if len(batch) == BATCH or self._waiting.empty():
                return batch
            order = self._waiting.get_nowait()
        if batch:
            self._waiting.put_nowait(None)
        return batch

    async def _settle(self, batch: Sequence["_Order"]) -> None:
        """Commits a batch and answers everyone in it."""
        works = [work for work, _ in batch]

        def all_of_it(connection: Connection) -> list[Any]:
            return [work(connection) for work in works]

        try:
            async with self._engine.begin() as connection:
                results = await connection.run_sync(all_of_it)
        except asyncio.CancelledError:
            for _, answer in batch:
                answer.cancel()
            raise
        except Exception as error:  # noqa: BLE001 - it is told to those who wait, and the writer lives on
            if len(batch) > 1 and not passing(error):
                for order in batch:
                    await self._settle([order])
                return
            for _, answer in batch:
                if not answer.done():
                    answer.set_exception(error)
            return
        for (_, answer), result in zip(batch, results, strict=True):
            # One who does not wait any more was cancelled; the work is done all the same.
            if not answer.done():
                answer.set_result(result)


_Order = tuple[Callable[[Connection], Any], asyncio.Future[Any]]


def engine_url(text: str) -> URL:
    """A database's address as the drivers want it."""
    try:
        url = make_url(text)
    except ArgumentError as error:
        raise StoreError(
            "A database is named like sqlite:///folder/file.db or postgresql://host/name."
        ) from error
    if url.drivername in {"sqlite", "sqlite+aiosqlite"}:
        if not url.database or url.database == ":memory:" or url.database.startswith("file:"):
            raise StoreError("The embedded database needs a file: sqlite:///folder/file.db")
        return url.set(drivername="sqlite+aiosqlite")
    if url.drivername in {"postgres", "postgresql", "postgresql+asyncpg"}:
        # What libpq and every hosting page call sslmode, asyncpg calls ssl.
        query = {"ssl" if name == "sslmode" else name: value for name, value in url.query.items()}
        return url.set(drivername="postgresql+asyncpg", query=query)
    raise StoreError(
        f"The server keeps its tables in SQLite or PostgreSQL, not in {url.drivername}."
    )


def _embedded(url: URL) -> tuple[AsyncEngine, AsyncEngine]:
    file = Path(url.database or "")
    # Seeds and token hashes are nobody else's business. SQLite gives its other files the same mode.
    # A folder that was there before may be meant for others too, but not this file.
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    file.touch(mode=0o600, exist_ok=True)
    with suppress(PermissionError):  # somebody else's file: who may write it is for them to say
        file.chmod(0o600)
    # A reader sees one statement at a time, and so holds no old snapshot open.
    readers = create_async_engine(url, isolation_level="AUTOCOMMIT", pool_size=4, max_overflow=0)
    writers = create_async_engine(url, pool_size=1, max_overflow=0)
    event.listen(readers.sync_engine, "connect", _prepare)
    event.listen(writers.sync_engine, "connect", _prepare)
    event.listen(writers.sync_engine, "begin", _begin)
    return readers, writers


def _prepare(connection: DBAPIConnection, _record: ConnectionPoolEntry) -> None:
    # The driver would begin transactions by itself, late and without the write lock.
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in _PRAGMAS:
        cursor.execute(pragma)
    cursor.close()


def _begin(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")


def _served(url: URL) -> tuple[AsyncEngine, AsyncEngine]:
    writers = create_async_engine(
        url,
        pool_size=8,
        max_overflow=8,
        pool_timeout=ANSWER,
        # After PostgreSQL was away, no table trips over a dead connection.
        pool_pre_ping=True,
        connect_args={"timeout": CONNECT, "command_timeout": ANSWER},
    )
    return writers.execution_options(isolation_level="AUTOCOMMIT"), writers


async def _ended(threads: set[threading.Thread]) -> None:
    """Waits for the thread of a connection that failed: it still answers to this event loop."""
    for thread in threads:
        if CONNECTION in thread.name:
            await asyncio.to_thread(thread.join, PATIENCE)
