"""A database is made ready by whoever opens it, in steps that ship with the package."""

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text
from sqlalchemy.ext.asyncio import create_async_engine

from capotreno.server.store import Store, StoreError, schema
from capotreno.server.store.migrate import MIGRATIONS
from tests.server.postgres import Cluster

pytestmark = pytest.mark.anyio


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    """An empty database, in which every step is still to be made."""
    return f"sqlite:///{tmp_path / 'capotreno.db'}"


@pytest.fixture
def postgresql_url(postgres: Cluster) -> str:
    """The same."""
    return postgres.create(empty=True)


DESCRIPTIONS = {
    "sqlite": ["SELECT name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_autoindex%'"],
    "postgresql": [
        """SELECT table_name, column_name, ordinal_position, data_type, is_nullable, column_default
           FROM information_schema.columns WHERE table_schema = 'public'""",
        "SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'",
        """SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid) FROM pg_constraint
           WHERE connamespace = 'public'::regnamespace""",
    ],
}


def described(connection: Connection) -> list[list[str]]:
    """What is in the database, word for word but for spaces."""
    rows = [
        [" ".join(str(word).split()) for word in row]
        for sql in DESCRIPTIONS[connection.dialect.name]
        for row in connection.execute(text(sql))
    ]
    return sorted(row for row in rows if "alembic_version" not in " ".join(row))


async def looked_at(url: str, *, create: bool = False) -> list[list[str]]:
    engine = create_async_engine(
        url.replace("sqlite:", "sqlite+aiosqlite:").replace("postgresql:", "postgresql+asyncpg:")
    )
    async with engine.begin() as connection:
        if create:
            await connection.run_sync(schema.metadata.create_all)
        found = await connection.run_sync(described)
    await engine.dispose()
    return found


async def test_the_steps_from_nothing_lead_to_the_sqlite_tables(
    sqlite_url: str, tmp_path: Path
) -> None:
    await (await Store.open(sqlite_url)).close()
    declared = await looked_at(f"sqlite:///{tmp_path / 'declared.db'}", create=True)
    assert len(declared) >= 9
    assert await looked_at(sqlite_url) == declared


async def test_the_steps_from_nothing_lead_to_the_postgresql_tables(
    postgres: Cluster, postgresql_url: str
) -> None:
    await (await Store.open(postgresql_url)).close()
    declared = await looked_at(postgres.create(empty=True), create=True)
    assert len(declared) >= 40
    assert await looked_at(postgresql_url) == declared


async def test_the_newest_step_is_the_version_the_schema_names() -> None:
    config = Config()
    config.set_main_option("script_location", MIGRATIONS)
    assert ScriptDirectory.from_config(config).get_heads() == [schema.VERSION]


async def laid(database_url: str, version: str, *statements: str) -> None:
    """A database of an older version, with something in it."""
    url = database_url.replace("sqlite:", "sqlite+aiosqlite:")
    engine = create_async_engine(url.replace("postgresql:", "postgresql+asyncpg:"))

    def old(connection: Connection) -> None:
        config = Config()
        config.set_main_option("script_location", MIGRATIONS)
        config.attributes["connection"] = connection
        command.upgrade(config, version)
        for statement in (TABLE, *statements):
            connection.execute(text(statement))

    async with engine.begin() as connection:
        await connection.run_sync(old)
    await engine.dispose()


TABLE = (
    "INSERT INTO tables VALUES ('t', 'g', 1, 1, '{}', '1', 'free', 0, true, 'c', "
    "'open', NULL, 1, 1, NULL, NULL, 'en')"
)


async def test_a_database_of_the_first_version_is_brought_up_to_date(database_url: str) -> None:
    """With all that is in it: nobody has to begin anew."""
    await laid(
        database_url,
        "0001",
        "INSERT INTO seats VALUES ('t', 0, 'person', 'Zoë', '', '', 'hash')",
        "INSERT INTO chat VALUES ('t', 0, 0, 'ciao', 2)",
        "INSERT INTO logs VALUES ('l', 'four', 3)",
    )
    store = await Store.open(database_url)
    assert [(row.name, row.key) for row in await store.seats("t")] == [("Zoë", None)]
    assert [(row.text, row.name) for row in await store.chat("t")] == [("ciao", "Zoë")]
    await store.save_log("m", "more", 4.0, most=7)
    assert (await store.log("l"), await store.log("m")) == (None, "more")
    assert [(row.id, row.source, row.behind) for row in await store.matching.lobby(9)] == [
        ("t", None, False)
    ]
    await store.close()


async def test_a_database_of_the_second_version_is_brought_up_to_date(database_url: str) -> None:
    await laid(
        database_url,
        "0002",
        "INSERT INTO seats VALUES ('t', 0, 'person', 'Zoë', '', '', 'hash', 'key')",
    )
    store = await Store.open(database_url)
    assert [(row.id, row.source, row.behind) for row in await store.matching.lobby(9)] == [
        ("t", None, False)
    ]
    assert [(row.name, row.key) for row in await store.seats("t")] == [("Zoë", "key")]
    await store.close()


async def set_version(url: str, version: str) -> None:
    store = await Store.open(url)

    def work(connection: Connection) -> None:
        connection.execute(text("UPDATE alembic_version SET version_num = :v"), {"v": version})

    await store._database.write(work)
    await store.close()


async def test_a_newer_database_is_left_alone(database_url: str) -> None:
    await set_version(database_url, "9999")
    with pytest.raises(StoreError, match=r"newer Capotreno: it is of version 9999"):
        await Store.open(database_url)


async def test_processes_that_start_together_do_not_collide(database_url: str) -> None:
    program = (
        "import asyncio, sys; from capotreno.server.store import Store\n"
        "async def main():\n"
        "    input(); await (await Store.open(sys.argv[1])).close()\n"
        "asyncio.run(main())"
    )
    processes = [
        subprocess.Popen(  # noqa: ASYNC220 - nothing else runs meanwhile
            [sys.executable, "-W", "error", "-c", program, database_url],
            stdin=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for _ in range(3)
    ]
    answers = await asyncio.gather(
        *(asyncio.to_thread(process.communicate, "go\n") for process in processes)
    )
    assert [
        (process.returncode, errors)
        for process, (_, errors) in zip(processes, answers, strict=True)
    ] == [(0, "")] * 3
    store = await Store.open(database_url)
    assert sum((await store.counts()).values()) == 0
    await store.close()


@pytest.mark.parametrize("_loop", [1, 2])
async def test_databases_are_made_at_once_in_one_process(tmp_path: Path, _loop: int) -> None:
    urls = [f"sqlite:///{tmp_path / name}" for name in "abc"]
    for store in await asyncio.gather(*map(Store.open, urls)):
        await store.close()


async def test_a_fresh_file_is_made_with_its_folder(tmp_path: Path) -> None:
    store = await Store.open(f"sqlite:///{tmp_path / 'new' / 'folder' / 'file'}.db")
    assert sum((await store.counts()).values()) == 0
    await store.close()


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("", "named like"),
        ("mysql://host/name", "not in mysql"),
        ("sqlite://", "needs a file"),
        ("sqlite:////proc/no/such/folder/x.db", "reached"),
        ("postgresql://nobody@127.0.0.1:1/nothing", "reached"),
    ],
)
async def test_a_database_that_cannot_be_opened_is_told(url: str, sentence: str) -> None:
    with pytest.raises(StoreError, match=sentence):
        await Store.open(url)


async def test_a_file_that_is_no_database_is_told(tmp_path: Path) -> None:
    file = tmp_path / "x.db"
    file.write_text("a diary\n" * 1000, encoding="utf-8")
    with pytest.raises(StoreError, match="not a database"):
        await Store.open(f"sqlite:///{file}")


async def test_what_a_hosting_page_gives_is_understood(postgresql_url: str) -> None:
    url = postgresql_url.replace("postgresql:", "postgres:") + "?sslmode=prefer"
    store = await Store.open(url)
    await store.ping()
    await store.close()
    with pytest.raises(StoreError, match="no database of that name"):
        await Store.open(postgresql_url + "_not")
