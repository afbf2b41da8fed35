"""Backups: one file that holds everything a server remembers, made while it runs.

Whatever the database is, the file is one of SQLite's, as the embedded database is: so a club may
move from SQLite to PostgreSQL, or back, by a backup and a restore.
"""

import asyncio
import contextlib
import os
import sqlite3
import time
from functools import partial
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import Connection, insert, select
from sqlalchemy.ext.asyncio import create_async_engine

from capotreno.server.operating.there import NotDone
from capotreno.server.store import schema
from capotreno.server.store.database import Database, engine_url
from capotreno.server.store.errors import told
from capotreno.server.store.migrate import check

__all__ = ["Copied", "backup", "copy_file", "dated", "thinned"]

ROWS = 1000  # written at once
PREFIX, SUFFIX = "capotreno-", ".sqlite3"


class Copied(NamedTuple):
    """What a backup holds."""

    file: Path
    tables: int
    moves: int
    size: int


def dated(folder: Path) -> Path:
    """The name of a backup made now, in a folder; later ones sort behind it."""
    return folder / time.strftime(f"{PREFIX}%Y%m%d-%H%M%S{SUFFIX}", time.gmtime())


def thinned(folder: Path, most: int) -> list[Path]:
    """Removes the oldest backups of a folder until so many are left; those it removed."""
    found = sorted(folder.glob(f"{PREFIX}????????-??????{SUFFIX}"))
    old = found[: max(0, len(found) - most)]
    for file in old:
        file.unlink()
    return old


def backup(url: str, to: Path) -> Copied:
    """Everything in a database, as it stood at one moment, in a new file."""
    if to.exists():
        raise NotDone("backup.exists", file=str(to))
    # Its last name is given to a whole file only: who finds it there may rely on it.
    part = to.with_name(f".{to.name}.part")
    part.unlink(missing_ok=True)
    os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    try:
        with told():
            if engine_url(url).get_backend_name() == "sqlite":
                copy_file(_file(url), part)
            else:
                asyncio.run(_gather(url, part))
            copied = _finished(part)
        os.link(part, to)  # which fails, where a rename would overwrite
    finally:
        part.unlink(missing_ok=True)
    _sync(to.parent)
    return copied._replace(file=to)


def _file(url: str) -> Path:
    """The file of an embedded database, which must be there: to open it would make one."""
    file = Path(engine_url(url).database or "")
    if not file.is_file():
        raise NotDone("admin.no_database", file=str(file))
    return file


def copy_file(file: Path, to: Path) -> None:
    """SQLite's own online copy: in one step, so it is one moment, and no writer waits for it."""
    with (
        contextlib.closing(sqlite3.connect(file, timeout=60)) as source,
        contextlib.closing(sqlite3.connect(to)) as copy,
    ):
        source.backup(copy)


async def _gather(url: str, part: Path) -> None:
    """The same from PostgreSQL: all tables within one transaction that sees one moment."""
    copy = await Database.open(f"sqlite:///{part}")
    engine = create_async_engine(engine_url(url), connect_args={"timeout": 10})
    try:
        await check(engine)
        reading = engine.execution_options(
            isolation_level="REPEATABLE READ", postgresql_readonly=True
        )
        async with reading.connect() as source:
            for table in schema.metadata.sorted_tables:
                rows = await source.stream(select(table))
                async for batch in rows.partitions(ROWS):
                    values = [dict(zip(table.c.keys(), row, strict=True)) for row in batch]
                    adding = partial(Connection.execute, statement=insert(table), parameters=values)
                    await copy.write(adding)
    finally:
        await engine.dispose()
        await copy.close()


def _finished(part: Path) -> Copied:
    """A copy that is one file, whole, and on the disk."""
    with contextlib.closing(sqlite3.connect(part)) as copy:
        copy.execute("PRAGMA journal_mode = DELETE")
        if copy.execute("PRAGMA integrity_check").fetchone() != ("ok",):
            raise NotDone("backup.damaged")
        (tables,) = copy.execute("SELECT count(*) FROM tables").fetchone()
        (moves,) = copy.execute("SELECT count(*) FROM moves").fetchone()
    _sync(part)
    return Copied(part, tables, moves, part.stat().st_size)


def _sync(path: Path) -> None:
    """What was written there is on the disk."""
    opened = os.open(path, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
