"""A backup is one moment of a server that is played on, and a restore brings it back whole."""

import asyncio
import contextlib
import os
import random
import sqlite3
import stat
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy import select

from capotreno.server.operating.backup import backup, dated, thinned
from capotreno.server.operating.restore import restore
from capotreno.server.operating.there import NotDone
from capotreno.server.store import ChatRow, Store, StoreError, schema
from capotreno.server.store.database import Database
from tests.server.postgres import Cluster
from tests.server.store.rows import a_move, a_table, add, with_table
from tests.server.store.test_migrations import laid
from tests.server.trouble.torture import (
    FILE,
    PATIENCE,
    Move,
    Server,
    Table,
    cells_of,
    create,
    replayed,
    running,
    talk,
)

pytestmark = pytest.mark.anyio

TABLES = 2
BETWEEN = 6  # moves of each table from one copy to the next


async def rows_of(url: str) -> dict[str, list[str]]:
    """Everything in a database."""
    database = await Database.open(url, migrating=False)
    try:
        return {
            name: sorted(map(repr, map(tuple, await database.read(select(table)))))
            for name, table in schema.metadata.tables.items()
        }
    finally:
        await database.close()


async def moves_of(url: str) -> dict[str, list[Move]]:
    store = await Store.open(url, migrating=False)
    try:
        tables = [row.id for row, _ in await store.records.tables(100)]
        return {
            id: [
                Move(move.seq, move.seat, move.kind, dict(move.body), move.key)
                for move in await store.moves(id)
            ]
            for id in tables
        }
    finally:
        await store.close()


class Breath:
    """People play ever slower until they draw breath: no game ends, however busy the machine is."""

    def __init__(self) -> None:
        self.gestures = 0

    async def wait(self) -> None:
        self.gestures += 1
        await asyncio.sleep(0.002 * self.gestures**2)


async def plays(server: Server, table: Table, seat: int, breath: Breath) -> None:
    """A person who plays on and on."""
    async with talk(server, table, seat) as said:
        while not said.over:
            if said.offer is None:
                await said.hear()
                continue
            await breath.wait()
            await said.gesture(f"{seat}-{len(said.frames)}", random.choice(said.choices()))
            answer = await said.until("ack", "refused")
            await said.reach(answer["seq"])


@contextlib.asynccontextmanager
async def load(server: Server, breath: Breath) -> AsyncIterator[list[Table]]:
    """Tables at which people play meanwhile."""
    tables = [await create(server, "germany", 2) for _ in range(TABLES)]
    people = [
        asyncio.create_task(plays(server, table, seat, breath))
        for table in tables
        for seat in (0, 1)
    ]
    try:
        yield tables
        assert not any(task.done() for task in people), "somebody stopped playing"
    finally:
        for task in people:
            task.cancel()
        await asyncio.gather(*people, return_exceptions=True)


async def capotreno(*words: str | Path, **environment: str) -> str:
    """A command of an operator beside the server."""
    done = await asyncio.to_thread(
        subprocess.run,
        [sys.executable, "-m", "capotreno", *map(str, words), "--language", "en"],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


async def test_a_backup_under_load_is_restored_equal(tmp_path: Path, database_url: str) -> None:
    """And a server on what was restored shows every table as it stood at that moment."""
    kind = database_url.partition(":")[0]
    data = tmp_path / "data"
    url = f"sqlite:///{data / FILE}" if kind == "sqlite" else database_url
    settings = {"CAPOTRENO_DATABASE": url} if kind == "postgresql" else {}
    server = Server(data, **settings)
    copies = [tmp_path / f"copy-{n}.sqlite3" for n in range(2)]
    breath = Breath()
    async with running(server), load(server, breath) as tables:
        for copy in copies:
            breath.gestures = 0
            await enough(url)
            said = await capotreno("backup", copy, CAPOTRENO_DATA=str(data), **settings)
            assert f"{TABLES} tables" in said
        breath.gestures = 0
        await enough(url)
    last = await moves_of(url)
    before: dict[str, list[Move]] = {id: [] for id in last}
    for copy in copies:
        kept = await moves_of(f"sqlite:///{copy}")
        for id, moves in last.items():
            assert moves[: len(kept[id])] == kept[id], "it holds what was never so"
            assert len(before[id]) < len(kept[id]) < len(moves), "nobody played meanwhile"
        before = kept
    fresh = tmp_path / "fresh"
    await capotreno("restore", copies[0], CAPOTRENO_DATA=str(fresh))
    assert await rows_of(f"sqlite:///{fresh / FILE}") == await rows_of(f"sqlite:///{copies[0]}")
    kept = await moves_of(f"sqlite:///{copies[0]}")
    again = Server(fresh)
    async with running(again):
        for table in tables:
            async with talk(again, table, 0) as anna:
                state = replayed(table.game, again.seed(table.id), kept[table.id])
                assert anna.view["cells"] == cells_of(table.game, state, 0)


async def enough(url: str) -> None:
    """Wait until every table has some more moves than now, however many it has."""
    store = await Store.open(url, migrating=False)
    before = {row.id: moves for row, moves in await store.records.tables(100)}
    assert len(before) == TABLES
    async with asyncio.timeout(PATIENCE):
        while True:
            found = await store.records.tables(100)
            if all(moves >= before[row.id] + BETWEEN for row, moves in found):
                break
            await asyncio.sleep(0.05)
    await store.close()


async def filled(store: Store) -> None:
    """A little of everything there is."""
    await with_table(store, "a", "b")
    for id in ("a", "b"):
        for seq in range(3):
            await add(store, a_move(seq, table=id, key=f"k{seq}"))
        await store.add_chat(ChatRow(id, 0, 0, "ciao 'è' 🚂\n\"", 7.25, "Zoë"))
    await store._set("a", deadline=None, status="finished", result={"points": [1, 2.5], "x": "é"})
    await store._set("b", deadline=time.time() + 1e6)
    await store.save_log("l1", '{"a": 1}\n', 3.5)


async def test_what_is_there_stays_and_what_is_missing_comes_back(
    store: Store, database_url: str, tmp_path: Path
) -> None:
    await filled(store)
    whole = await rows_of(database_url)
    file = tmp_path / "copy.sqlite3"
    made = await asyncio.to_thread(backup, database_url, file)
    assert (made.file, made.tables, made.moves) == (file, 2, 6)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [name for name in os.listdir(tmp_path) if "copy" in name] == [file.name]  # noqa: PTH208
    assert await rows_of(f"sqlite:///{file}") == whole
    before = file.read_bytes()
    assert await restore(file, database_url) == (0, 2)
    assert await rows_of(database_url) == whole
    # An accident with one table, while the other is played on.
    await store.records.remove(["a"])
    await add(store, a_move(3, table="b"))
    assert await restore(file, database_url) == (1, 1)
    assert [move.seq for move in await store.moves("b")] == [0, 1, 2, 3]
    found = await rows_of(database_url)
    for name in ("seats", "chat", "logs"):
        assert found[name] == whole[name], name
    assert [row for row in whole["moves"] if row not in found["moves"]] == []
    assert file.read_bytes() == before


async def test_from_one_kind_of_database_into_the_other(
    sqlite_url: str, postgres: Cluster, tmp_path: Path
) -> None:
    other = postgres.create(empty=True)
    store = await Store.open(sqlite_url)
    await filled(store)
    await store.close()
    file = tmp_path / "copy.sqlite3"
    await asyncio.to_thread(backup, sqlite_url, file)
    assert await restore(file, other) == (2, 0)
    assert await rows_of(other) == await rows_of(sqlite_url)


async def test_whose_time_is_up_by_then_has_it_anew(sqlite_url: str, tmp_path: Path) -> None:
    store = await Store.open(sqlite_url)
    for id, status in (("late", "running"), ("over", "finished"), ("long", "running")):
        when = time.time() + 1e6 if id == "long" else 1000.0
        row = a_table(id, status=status, deadline=when, pace="correspondence", seconds=86400)
        await store.create(row, [])
    long = await store.table("long")
    await store.close()
    file = tmp_path / "copy.sqlite3"
    await asyncio.to_thread(backup, sqlite_url, file)
    fresh = f"sqlite:///{tmp_path / 'fresh.sqlite3'}"
    await restore(file, fresh)
    store = await Store.open(fresh)
    late, over = await store.table("late"), await store.table("over")
    assert await store.table("long") == long
    await store.close()
    assert late is not None
    assert over is not None
    assert late.deadline == pytest.approx(time.time() + 86400, abs=600)
    assert over.deadline == 1000.0


async def test_an_older_backup_is_brought_up_to_date_and_a_newer_one_refused(
    tmp_path: Path,
) -> None:
    seat = "INSERT INTO seats VALUES ('t', 0, 'person', 'Zoë', '', '', 'hash')"
    older = f"sqlite:///{tmp_path / 'older.sqlite3'}"
    await laid(older, "0001", seat)
    file, newer = tmp_path / "old.sqlite3", tmp_path / "new.sqlite3"
    for copy in (file, newer):
        await asyncio.to_thread(backup, older, copy)
    with contextlib.closing(sqlite3.connect(newer)) as new:
        new.execute("UPDATE alembic_version SET version_num = '9999'")
        new.commit()
    fresh = f"sqlite:///{tmp_path / 'fresh.sqlite3'}"
    assert await restore(file, fresh) == (1, 0)
    store = await Store.open(fresh, migrating=False)
    assert [seat.name for seat in await store.seats("t")] == ["Zoë"]
    await store.close()
    with pytest.raises(StoreError, match="of version 0001"):  # it is a server's to bring it up
        await Store.open(older, migrating=False)
    with pytest.raises(StoreError, match="newer Capotreno"):
        await restore(newer, fresh)


async def test_what_is_no_backup_changes_nothing(tmp_path: Path) -> None:
    none = f"sqlite:///{tmp_path / 'none.sqlite3'}"
    other = tmp_path / "other.sqlite3"
    with contextlib.closing(sqlite3.connect(other)) as somebody:
        somebody.execute("CREATE TABLE tables (id)")
    letter = tmp_path / "letter"
    letter.write_text("dear friend " * 1000)
    for file, why in ((other, NotDone), (letter, StoreError), (tmp_path / "gone", NotDone)):
        with pytest.raises(why):
            await restore(file, none)
    with pytest.raises(NotDone, match="no database"):  # none was made
        await asyncio.to_thread(backup, none, tmp_path / "copy")


def test_a_backup_overwrites_nothing_and_leaves_nothing_half(tmp_path: Path) -> None:
    file = tmp_path / "there.sqlite3"
    file.write_text("something dear")
    with pytest.raises(NotDone, match="overwrites nothing"):
        backup(f"sqlite:///{tmp_path / 'gone.db'}", file)
    with pytest.raises(NotDone, match="no database"):
        backup(f"sqlite:///{tmp_path / 'gone.db'}", tmp_path / "new.sqlite3")
    broken = tmp_path / "broken.db"
    broken.write_bytes(b"no database at all" * 500)
    with pytest.raises(StoreError):
        backup(f"sqlite:///{broken}", tmp_path / "new.sqlite3")
    assert sorted(one.name for one in tmp_path.iterdir()) == ["broken.db", "there.sqlite3"]
    assert file.read_text() == "something dear"


def test_the_newest_backups_of_a_folder_are_kept(tmp_path: Path) -> None:
    names = [f"capotreno-2026010{day}-030000.sqlite3" for day in range(1, 6)]
    for name in (*reversed(names), "capotreno-of-my-own.sqlite3"):
        (tmp_path / name).touch()
    assert [file.name for file in thinned(tmp_path, 2)] == names[:3]
    left = {file.name for file in tmp_path.iterdir()}
    assert left == {*names[3:], "capotreno-of-my-own.sqlite3"}
    now = dated(tmp_path)
    now.touch()
    assert now not in thinned(tmp_path, 1)


async def test_postgresqls_own_copy_is_as_good(
    postgres: Cluster, postgresql_url: str, tmp_path: Path
) -> None:
    """The way that docs/operate.md names for those who back up other databases so already."""
    store = await Store.open(postgresql_url)
    await filled(store)
    await store.close()
    fresh = postgres.create(empty=True)
    dump = postgres.run("pg_dump", "--format=plain", "--no-owner", postgresql_url)
    postgres.run("psql", "-q", "-v", "ON_ERROR_STOP=1", "-d", fresh, typed=dump)
    assert await rows_of(fresh) == await rows_of(postgresql_url)
