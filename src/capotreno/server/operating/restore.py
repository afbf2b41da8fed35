"""The way back from a backup: what it holds and the database does not is added.

What is there stays as it is. So a restore may be done again, after an accident with one table as
after the loss of all, into either kind of database, and while a server runs on it.
"""

import contextlib
import sqlite3
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import Column, Connection, Row, Table, select

from capotreno.server.operating.backup import ROWS, copy_file
from capotreno.server.operating.there import NotDone
from capotreno.server.store import schema
from capotreno.server.store.database import Database
from capotreno.server.store.errors import told

__all__ = ["Restored", "restore"]

TABLES = 50  # restored at once: people's moves wait no longer than for these
SOON = 30.0  # seconds a restored decision has at least

Written = list[dict[str, Any]]


class Restored(NamedTuple):
    """How many tables a restore has brought back, and how many were there already."""

    tables: int
    there: int


async def restore(file: Path, url: str) -> Restored:
    """Adds to a database what a backup holds and the database does not."""
    async with _opened(file) as source:
        target = await Database.open(url)
        try:
            await _all_that_is_of_no_table(source, target)
            return await _tables(source, target)
        finally:
            await target.close()


@contextlib.asynccontextmanager
async def _opened(file: Path) -> AsyncIterator[Database]:
    """A backup, brought up to date where it is older; the file itself stays as it is."""
    with tempfile.TemporaryDirectory(prefix="capotreno-restore-") as folder:
        copy = Path(folder) / "backup.sqlite3"
        _copied(file, copy)
        source = await Database.open(f"sqlite:///{copy}")
        try:
            yield source
        finally:
            await source.close()


def _copied(file: Path, copy: Path) -> None:
    if not file.is_file():
        raise NotDone("restore.no_file", file=str(file))
    with told():
        copy_file(file, copy)
    with contextlib.closing(sqlite3.connect(copy)) as opened:
        found = opened.execute("SELECT 1 FROM sqlite_master WHERE name = 'alembic_version'")
        if found.fetchone() is None:
            raise NotDone("restore.no_backup", file=str(file))


def _owner(table: Table) -> Column[Any] | None:
    """The column that says of which table a record is; none where it is of none."""
    return next((column for column in table.c if column.references(schema.tables.c.id)), None)


async def _all_that_is_of_no_table(source: Database, target: Database) -> None:
    for table in schema.metadata.sorted_tables:
        if table is schema.tables or _owner(table) is not None:
            continue
        key = list(table.primary_key.columns)
        start = 0
        while rows := await source.read(select(table).order_by(*key).offset(start).limit(ROWS)):
            await _add(target, [(table, _values(table, rows))])
            start += ROWS


async def _tables(source: Database, target: Database) -> Restored:
    """Table by table with all that hangs on it, some at once, each whole or not at all."""
    id = schema.tables.c.id
    ids = [row.id for row in await source.read(select(id).order_by(id))]
    added = 0
    for start in range(0, len(ids), TABLES):
        some = ids[start : start + TABLES]
        there = {row.id for row in await target.read(select(id).where(id.in_(some)))}
        missing = [one for one in some if one not in there]
        whole = []
        for table in schema.metadata.sorted_tables:
            owner = id if table is schema.tables else _owner(table)
            if owner is not None:
                rows = await source.read(select(table).where(owner.in_(missing)))
                whole.append((table, _values(table, rows)))
        await _add(target, whole)
        added += len(missing)
    return Restored(added, len(ids) - added)


def _values(table: Table, rows: Sequence[Row[Any]]) -> Written:
    """Records as they are written; a decision that is overdue by now gets its time anew."""
    values = [dict(zip(table.c.keys(), row, strict=True)) for row in rows]
    if table is schema.tables:
        now = time.time()
        for row in values:
            if row["status"] == "running" and row["deadline"] and row["deadline"] < now:
                row["deadline"] = now + max(row["seconds"], SOON)
    return values


async def _add(target: Database, whole: list[tuple[Table, Written]]) -> None:
    """Adds records, in one transaction; those that are there stay as they are."""

    def work(connection: Connection) -> None:
        for table, values in whole:
            if values:
                adding = target.inserting(table).on_conflict_do_nothing()
                connection.execute(adding, values)

    await target.write(work)
