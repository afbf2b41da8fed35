"""Each database is used as it should be, and when it fails the store says so and goes on."""

import asyncio
import sqlite3
import threading
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, event, text

from capotreno.server.store import Store, StoreError
from capotreno.server.store.database import Database
from tests.server.postgres import Cluster
from tests.server.store.rows import a_move, add, on_writer, with_table

pytestmark = pytest.mark.anyio

# What SQLite is asked to do


async def test_many_moves_at_once_cost_few_commits(sqlite_url: str) -> None:
    store = await Store.open(sqlite_url)
    ids = [f"t{n}" for n in range(200)]
    await asyncio.gather(*(with_table(store, id) for id in ids))
    commits: list[object] = []
    writer = store._database._writer
    assert writer is not None
    event.listen(writer._engine, "commit", commits.append)
    assert all(await asyncio.gather(*(add(store, a_move(0, table=id)) for id in ids)))
    await store.close()
    assert len(commits) <= 4


async def test_of_many_moves_at_once_only_the_one_that_was_there_is_refused(
    sqlite_url: str,
) -> None:
    """They are written with one statement; a clash in it is found out one by one."""
    store = await Store.open(sqlite_url)
    ids = [f"t{n}" for n in range(9)]
    await with_table(store, *ids)
    assert await add(store, a_move(0, table="t3"))
    moves = [replace(a_move(0, table=id), seat=1) for id in ids]
    moves.append(a_move(0, table="nowhere"))
    added = await asyncio.gather(*(add(store, move) for move in moves), return_exceptions=True)
    assert [one for one in added if isinstance(one, bool)] == [id != "t3" for id in ids]
    assert "contradicts" in str(added[-1])
    for id in ids:
        (kept,) = await store.moves(id)
        row = await store.table(id)
        assert kept.seat == (id != "t3")
        assert row is not None
        assert (row.status, row.deadline, row.changed) == ("running", 5.0, kept.at)
    await store.close()


async def test_the_lists_are_read_from_indexes(sqlite_url: str) -> None:
    store = await Store.open(sqlite_url)
    asked: list[tuple[str, tuple[object, ...]]] = []

    def note(_c: object, _u: object, sql: str, values: tuple[object, ...], *_: object) -> None:
        asked.append((sql, values))

    event.listen(store._database._readers.sync_engine, "before_cursor_execute", note)
    questions: dict[str, Callable[[], Awaitable[object]]] = {
        "tables_due": lambda: store.due(1.0),
        "seats_token": lambda: store.held(["a", "b"], 9),
        "tables_listed": lambda: store.matching.lobby(9),
        "moves_once": lambda: store.by_key("t", 0, "k"),
        "PRIMARY KEY": lambda: store.moves("t"),
    }
    with sqlite3.connect(sqlite_url.removeprefix("sqlite:///")) as plain:
        for index, question in questions.items():
            await question()
            plan = str(plain.execute(f"EXPLAIN QUERY PLAN {asked[-1][0]}", asked[-1][1]).fetchall())
            assert index in plan
            # `held` sorts a person's few tables; nothing else may sort.
            assert index == "seats_token" or "TEMP B-TREE" not in plan
    plain.close()
    await store.close()


async def test_the_embedded_database_is_durable_and_private(sqlite_url: str) -> None:
    store = await Store.open(sqlite_url)

    def settings(connection: Connection) -> list[object]:
        names = ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        return [connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in names]

    assert await store._database.write(settings) == ["wal", 2, 1, 5000]
    modes = [f.stat().st_mode & 0o777 for f in Path(sqlite_url[10:]).parent.glob("capotreno.db*")]
    await store.close()
    assert modes == [0o600] * 3
    with pytest.raises(StoreError, match="closed"):
        await store.set_deadline("t1", None)


# Trouble


async def test_a_full_disk_is_told_and_the_table_goes_on(sqlite_url: str) -> None:
    store = await Store.open(sqlite_url)
    await with_table(store, "t1", "t2")
    before = await store.table("t1")
    await on_writer(store, "PRAGMA max_page_count = 1")  # that is: as many as there are
    huge = [replace(a_move(0, table=id), body={"x": "y" * 500_000}) for id in ("t1", "t2")]
    results = await asyncio.gather(*(add(store, move) for move in huge), return_exceptions=True)
    for result in results:
        assert isinstance(result, StoreError)
        assert str(result) == "The database has no room left: its disk is full."
        assert "full" in str(result.__cause__)
    assert await store.table("t1") == before
    assert await store.moves("t1") == []
    await on_writer(store, "PRAGMA max_page_count = 100000")
    assert all([await add(store, move) for move in huge])
    await store.close()


async def test_another_program_that_holds_the_database_is_told(sqlite_url: str) -> None:
    store = await Store.open(sqlite_url)
    await with_table(store)
    await on_writer(store, "PRAGMA busy_timeout = 20")
    other = sqlite3.connect(sqlite_url.removeprefix("sqlite:///"), isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreError, match="held by another program"):
        await add(store, a_move(0))
    assert await store.moves("t1") == []
    other.execute("ROLLBACK")
    other.close()
    assert await add(store, a_move(0))
    await store.close()


async def test_a_lost_connection_is_told_and_the_table_goes_on(
    postgres: Cluster, postgresql_url: str
) -> None:
    store = await Store.open(postgresql_url)
    await with_table(store)
    assert await add(store, a_move(0))
    await asyncio.gather(*(store.ping() for _ in range(8)))
    postgres.stop()
    try:
        trials: list[Awaitable[object]] = [store.ping(), store.moves("t1")]
        trials += [add(store, a_move(n)) for n in range(1, 20)]
        results = await asyncio.gather(*trials, return_exceptions=True)
        assert {str(result) for result in results} == {"The database cannot be reached."}
        assert {type(result) for result in results} == {StoreError}
    finally:
        postgres.start()
    assert all(await asyncio.gather(*(add(store, a_move(n)) for n in range(1, 20))))
    assert await store.moves("t1") == [a_move(n) for n in range(20)]
    # Nobody asked while it was away: nobody notices.
    postgres.stop()
    postgres.start()
    assert await add(store, a_move(20))
    await store.ping()
    await store.close()


async def test_a_write_nobody_waits_for_is_finished_before_the_store_is_closed(
    database_url: str,
) -> None:
    store = await Store.open(database_url)
    begun, done = threading.Event(), threading.Event()

    def slowly(connection: Connection) -> None:
        begun.set()
        for _ in range(100):
            connection.execute(text("SELECT 1"))
        done.set()

    writing = asyncio.create_task(store._database.write(slowly))
    while not begun.is_set():  # noqa: ASYNC110 - a thread sets it with SQLite
        await asyncio.sleep(0)
    writing.cancel()
    await store.close()
    assert (writing.cancelled(), done.is_set()) == (True, True)


async def test_postgresqls_own_words_stay_behind_the_sentence(postgresql_url: str) -> None:
    store = await Store.open(postgresql_url)
    raised = "DO $$ BEGIN RAISE EXCEPTION 'no space left' USING ERRCODE = '%s'; END $$"
    for code, sentence in (("53100", "disk is full"), ("57P01", "reached"), ("XX000", "failed")):
        with pytest.raises(StoreError, match=sentence) as trouble:
            await on_writer(store, raised % code)
        assert "no space" not in str(trouble.value)
        assert "no space" in str(trouble.value.__cause__)
    await with_table(store)
    with pytest.raises(StoreError, match="cannot hold"):
        await store.save_log("x", "\u0000", 1.0)
    assert await add(store, a_move(0))
    await store.close()


def test_a_read_nobody_waits_for_ends_before_the_database_closes(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    connecting = threading.Event()

    def slowly(*args: Any, **options: Any) -> Any:
        connecting.set()
        time.sleep(0.2)
        return connect(*args, **options)

    async def day() -> None:
        database = await Database.open(sqlite_url)
        monkeypatch.setattr(sqlite3, "connect", slowly)
        reading = asyncio.create_task(database.read(text("SELECT 1")))
        await asyncio.to_thread(connecting.wait)
        reading.cancel()
        with pytest.raises(asyncio.CancelledError):
            await reading
        await database.close()

    connect = sqlite3.connect
    asyncio.run(day())
    for thread in threading.enumerate():  # one that answers to a loop that is gone, complains
        if "_connection_worker_thread" in thread.name:
            thread.join(10)
