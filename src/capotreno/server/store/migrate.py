"""Bringing a database up to date, whoever starts first, and leaving alone one that is ahead."""

import asyncio
from weakref import WeakKeyDictionary

from sqlalchemy import Connection, column, inspect, select, table, text
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

from capotreno.server.store.errors import StoreError
from capotreno.server.store.schema import VERSION

__all__ = ["MIGRATIONS", "check", "migrate"]

#: Where Alembic finds the steps: a folder of this package.
MIGRATIONS = "capotreno.server.store:migrations"

#: PostgreSQL's lock for this: any number that nobody else uses.
_LOCK = 0x6361706F74726E6F

#: Alembic keeps the migration under way in a global, so one at a time; a lock belongs to its loop.
_ALONE: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Lock] = WeakKeyDictionary()

_RECORD = "alembic_version"


async def migrate(writers: AsyncEngine) -> None:
    """Makes or updates the tables, in one transaction that one process at a time is in."""
    async with _ALONE.setdefault(asyncio.get_running_loop(), asyncio.Lock()):
        await _migrate_alone(writers)


async def check(engine: AsyncEngine) -> None:
    """Refuses a database that this program's servers would first bring up to date, or cannot."""
    async with engine.connect() as connection:
        found = await connection.run_sync(_version)
    if found != VERSION:
        raise StoreError(
            f"The database is of version {found or 'none'}, and this program's is {VERSION}: use "
            "the program of the server that runs on it, or start a server of this one once."
        )


async def _migrate_alone(writers: AsyncEngine) -> None:
    if writers.dialect.name == "sqlite":
        # Its transactions begin with the write lock.
        async with writers.begin() as connection:
            await connection.run_sync(_migrate)
        return
    # A connection of its own: a step over many rows may take longer than a move is waited for.
    engine = create_async_engine(writers.url, poolclass=NullPool, connect_args={"timeout": 5})
    try:
        async with engine.begin() as connection:
            await connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
            await connection.run_sync(_migrate)
    finally:
        await engine.dispose()


def _migrate(connection: Connection) -> None:
    found = _version(connection)
    if found == VERSION:
        return
    # Alembic is slow to import and seldom needed.
    from alembic import command  # noqa: PLC0415
    from alembic.config import Config  # noqa: PLC0415
    from alembic.script import ScriptDirectory  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", MIGRATIONS)
    known = {step.revision for step in ScriptDirectory.from_config(config).walk_revisions()}
    if found is not None and found not in known:
        raise StoreError(
            f"The database was written by a newer Capotreno: it is of version {found}, and this "
            f"program knows versions up to {VERSION}. Install the newer program."
        )
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def _version(connection: Connection) -> str | None:
    """The database's version, None if it is fresh."""
    if not inspect(connection).has_table(_RECORD):
        return None
    version = connection.execute(select(column("version_num")).select_from(table(_RECORD))).scalar()
    return None if version is None else str(version)
