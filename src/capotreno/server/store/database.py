"""The connections to the database: many readers, and writes that are durable when they return.

PostgreSQL gathers the commits of many connections itself; for SQLite one writer does.
"""

import asyncio
import threading
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self, TypeVar

import msgspec
from sqlalchemy import (
    URL,
    Connection,
    Engine,
    Executable,
    Row,
    Table,
    create_engine,
    event,
    make_url,
)
from sqlalchemy.dialects import sqlite
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry, NullPool

from capotreno.server.store.errors import StoreError, passing, told
from capotreno.server.store.migrate import check, migrate
from capotreno.server.store.rows import MoveRow
from capotreno.server.store.writer import Appended, Writer

if TYPE_CHECKING:
    import asyncpg  # type: ignore[import-untyped]
    from sqlalchemy.dialects import postgresql

__all__ = ["Database", "engine_url"]

T = TypeVar("T")

encode = msgspec.json.Encoder().encode

#: Seconds: how long another program may hold the embedded database, or PostgreSQL may be silent.
BUSY = 5
CONNECT = 5
ANSWER = 15

#: What the driver calls the thread of a connection to SQLite, and how long one may take to end.
CONNECTION = "_connection_worker"
PATIENCE = 2.0

#: A move and how its table stands after it, both or neither, in one statement.
_APPEND = (
    "WITH added AS (INSERT INTO moves (table_id, seq, seat, kind, body, key, at) "
    "VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING RETURNING 1) "
    "UPDATE tables SET deadline = $8, status = $9, result = $10, changed = $7 "
    "WHERE id = $1 AND EXISTS (SELECT 1 FROM added)"
)
_ONE = "UPDATE 1"  # what PostgreSQL says when it has done it

_PRAGMAS = (
    f"PRAGMA busy_timeout = {BUSY * 1000}",
    "PRAGMA journal_mode = WAL",
    # In WAL mode only FULL syncs at each commit; NORMAL would lose acknowledged moves.
    "PRAGMA synchronous = FULL",
    "PRAGMA foreign_keys = ON",
)


class Database:
    """An open database of either kind, its tables up to date."""

    def __init__(
        self, readers: AsyncEngine, writers: AsyncEngine, moves: "asyncpg.Pool | None"
    ) -> None:
        self.embedded = moves is None
        self._readers = readers
        self._writers = writers
        self._moves = moves
        self._writer = Writer(_writing(writers.url)) if moves is None else None
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
            return cls(readers, writers, None if embedded else await _appending(url))

    async def close(self) -> None:
        if self._writer is not None:
            await self._writer.close()
        if self._running:
            await asyncio.wait(self._running)
        with told():
            if self._moves is not None:
                try:
                    async with asyncio.timeout(PATIENCE):
                        await self._moves.close()
                except TimeoutError:
                    self._moves.terminate()
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
            if self._writer is not None:
                return await self._writer.write(work)
            return await self._finished(self._written(work))

    async def append(
        self, move: MoveRow, deadline: float | None, status: str, result: str | None
    ) -> bool:
        """Adds a move and says how its table stands after it, both or neither.

        False, and no change, if the table has a move of that number or of that seat and key.
        """
        body = encode(move.body).decode()
        with told():
            row = (move.table, move.seq, move.seat, move.kind, body, move.key, move.at)
            if self._writer is not None:
                stand = (move.table, deadline, status, result, move.at)
                return await self._writer.append(Appended(row, stand))
            return await self._finished(self._appended(*row, deadline, status, result))

    async def _appended(self, *values: object) -> bool:
        """One statement is a transaction; by the driver alone it costs less than half."""
        assert self._moves is not None
        try:
            done: str = await self._moves.execute(_APPEND, *values)
        except TimeoutError:
            raise
        except Exception as error:
            if not passing(error):
                raise
            # A connection that nobody used may have been cut. Its key adds no move twice.
            done = await self._moves.execute(_APPEND, *values)
        return done == _ONE

    async def _written(self, work: Callable[[Connection], T]) -> T:
        async with self._writers.begin() as connection:
            return await connection.run_sync(work)


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
    writers = create_async_engine(url, poolclass=NullPool)  # for the time of migrating
    event.listen(readers.sync_engine, "connect", _prepare)
    event.listen(writers.sync_engine, "connect", _prepare)
    event.listen(writers.sync_engine, "begin", _begin)
    return readers, writers


def _writing(url: URL) -> Engine:
    """The engine of the thread that writes."""
    engine = create_engine(url.set(drivername="sqlite"), pool_size=1, max_overflow=0)
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "begin", _begin)
    return engine


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


async def _appending(url: URL) -> "asyncpg.Pool":
    """The connections that moves are added by; none is made before the first."""
    import asyncpg  # noqa: PLC0415 - SQLite starts without it

    query = {"sslmode" if name == "ssl" else name: value for name, value in url.query.items()}
    return await asyncpg.create_pool(
        url.set(drivername="postgresql", query=query).render_as_string(hide_password=False),
        min_size=0,
        max_size=8,
        timeout=CONNECT,
        command_timeout=ANSWER,
    )


async def _ended(threads: set[threading.Thread]) -> None:
    """Waits for the thread of a connection that failed: it still answers to this event loop."""
    for thread in threads:
        if CONNECTION in thread.name:
            await asyncio.to_thread(thread.join, PATIENCE)
