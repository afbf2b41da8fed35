"""The records as their operator meets them: whole tables and people, listed, exported and removed.

Nothing here is done by those who play. What goes, goes with everything that hangs on it.
"""

import time
from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import Connection, delete, func, or_, select, text, update

from capotreno.server.store import schema
from capotreno.server.store.database import Database
from capotreno.server.store.rows import ChatRow, SeatRow, TableRow
from capotreno.server.store.talk import OF_TALK

__all__ = ["MARK", "Person", "Records"]

#: Letters of a person's mark: the beginning of their profile's id or, where they have none, of
#: what is stored of their token. It opens nothing.
MARK = 12

#: Ids in one statement: databases know only so many values at once.
MANY = 500

#: The bot that plays on for a person whose data are removed.
SUCCESSOR = "planner"


class Person(NamedTuple):
    """Somebody with a profile, or who holds seats without one: one browser, or one program."""

    mark: str
    name: str  # one that they gave
    profile: bool
    tables: int
    last: float  # when something last happened at one of them


class Records:
    """The records of one database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    # -- what there is ------------------------------------------------------------------------

    async def standing(self, ids: Sequence[str]) -> dict[str, float]:
        """Those of some tables that are there, and when each last changed."""
        columns = schema.tables.c
        found: dict[str, float] = {}
        for part in parts(ids):
            wanted = select(columns.id, columns.changed).where(columns.id.in_(part))
            found |= {row.id: row.changed for row in await self._database.read(wanted)}
        return found

    async def tables(self, most: int, status: str | None = None) -> list[tuple[TableRow, int]]:
        """The tables that changed last, each with the number of its moves."""
        tables, moves = schema.tables, schema.moves
        count = select(func.count()).where(moves.c.table == tables.c.id).scalar_subquery()
        wanted = select(tables, count).order_by(tables.c.changed.desc(), tables.c.id).limit(most)
        if status is not None:
            wanted = wanted.where(tables.c.status == status)
        rows = await self._database.read(wanted)
        return [(TableRow(*row[:-1]), row[-1]) for row in rows]

    async def people(self, most: int) -> list[Person]:
        """Who has a profile or holds seats, the last to be at a table first."""
        tables, seats, people = schema.tables.c, schema.seats.c, schema.people
        who = func.coalesce(seats.person, seats.token)
        last = func.max(tables.changed)
        wanted = (
            select(
                *(who.label("who"), func.max(people.c.name).label("own")),
                *(func.max(seats.name).label("name"), func.count(seats.table.distinct())),
                last.label("last"),
            )
            .join_from(schema.seats, schema.tables, tables.id == seats.table)
            .outerjoin(people, people.c.id == seats.person)
            .where(seats.token.is_not(None))
            .group_by(who)
            .order_by(last.desc(), who)
            .limit(most)
        )
        found = [
            Person(who[:MARK], own or name, own is not None, many, at)
            for who, own, name, many, at in await self._database.read(wanted)
        ]
        sat = select(seats.person).where(seats.person.is_not(None))
        alone = select(people).where(people.c.id.not_in(sat)).order_by(people.c.created.desc())
        found += [
            Person(row.id[:MARK], row.name, True, 0, row.created)
            for row in await self._database.read(alone.limit(most))
        ]
        return sorted(found, key=lambda one: -one.last)[:most]

    async def of_person(self, mark: str) -> list[tuple[TableRow, SeatRow, list[ChatRow]]]:
        """All that is kept of a person: their seats, each with its table and what they said there.

        The chat of a chair is theirs as long as nobody else sat in it: what was said under another
        name is not.
        """
        tables, seats, chat = schema.tables, schema.seats, schema.chat
        wanted = (
            select(tables, seats)
            .join_from(seats, tables, tables.c.id == seats.c.table)
            .where(seats.c.token.startswith(mark, autoescape=True))
            .order_by(tables.c.created, tables.c.id, seats.c.seat)
        )
        width = len(tables.c)
        found = []
        for row in await self._database.read(wanted):
            seat = SeatRow(*row[width:])
            said = (
                select(chat)
                .where(chat.c.table == seat.table, chat.c.seat == seat.seat)
                .where(or_(chat.c.name.is_(None), chat.c.name == seat.name))
                .order_by(chat.c.number)
            )
            lines = [ChatRow(*line) for line in await self._database.read(said)]
            found.append((TableRow(*row[:width]), seat, lines))
        return found

    async def old(self, finished: float, unfinished: float, most: int) -> list[str]:
        """Tables that are finished and did not change since then, or are not finished and ….

        Whoever still has time to decide has abandoned nothing.
        """
        columns = schema.tables.c
        over = columns.status == "finished"
        waiting = columns.deadline.is_not(None) & (columns.deadline >= unfinished)
        gone = (over & (columns.changed < finished)) | (
            ~over & (columns.changed < unfinished) & ~waiting
        )
        rows = await self._database.read(select(columns.id).where(gone).limit(most))
        return [row.id for row in rows]

    async def size(self) -> int:
        """The bytes of the whole database."""
        of_sqlite = "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size"
        of_postgresql = "SELECT pg_database_size(current_database())"
        wanted = of_sqlite if self._database.embedded else of_postgresql
        (row,) = await self._database.read(text(wanted))
        return int(row[0])

    # -- what goes ----------------------------------------------------------------------------

    async def remove(self, ids: Sequence[str]) -> int:
        """Removes tables with all that hangs on them; how many there were."""

        def work(connection: Connection) -> int:
            return sum(_remove(connection, part) for part in parts(ids))

        return await self._database.write(work)

    async def forget(self, mark: str) -> int:
        """Removes a person from their tables, which stay for the others; how many seats they had.

        Their names and words go, their tokens open nothing any more, and a bot plays on. A table
        that they alone had opened and nobody else has sat down at goes whole.
        """
        held = await self.of_person(mark)
        daily = (schema.tries.c.token, schema.guesses.c.token)
        seats, chat = schema.seats.c, schema.chat.c

        gallery = schema.gallery.c
        theirs = gallery.token.startswith(mark, autoescape=True)
        unnamed = update(schema.gallery).where(theirs).values(by="–", token="")

        def work(connection: Connection) -> int:
            connection.execute(unnamed)
            for column in (*daily, *OF_TALK):
                own = column.startswith(mark, autoescape=True)
                connection.execute(delete(column.table).where(own))
            for _, seat, said in held:
                here = (seats.table == seat.table, seats.seat == seat.seat)
                empty = {"name": "–", "token": None, "key": None, "stand_in": "", "person": None}
                bot = {"kind": "bot", "bot": SUCCESSOR}
                connection.execute(update(schema.seats).where(*here).values(**empty, **bot))
                numbers = [line.number for line in said]
                lines = delete(schema.chat).where(chat.table == seat.table)
                connection.execute(lines.where(chat.number.in_(numbers)))
            leave_alone(connection, sorted({table.id for table, _, _ in held}))
            return len(held)

        return await self._database.write(work)

    async def vacuum(self, *, whole: bool) -> None:
        """Gives back the room of what was removed; not `whole`: only what makes nobody wait."""
        if not self._database.embedded:
            await self._database.alone("VACUUM (ANALYZE)")
            return
        for statement in ("VACUUM",) * whole + (
            "PRAGMA optimize",
            "PRAGMA wal_checkpoint(PASSIVE)",
        ):
            await self._database.alone(statement)


def parts(ids: Sequence[str]) -> list[Sequence[str]]:
    """Ids, so many at a time."""
    return [ids[start : start + MANY] for start in range(0, len(ids), MANY)]


def leave_alone(connection: Connection, ids: Sequence[str]) -> None:
    """Somebody has left these tables for good: those with no person any more go whole."""
    tables, seats = schema.tables.c, schema.seats.c
    for part in parts(ids):
        mine = update(schema.tables).where(tables.id.in_(part))
        connection.execute(mine.values(changed=time.time()))
        theirs = select(seats.table).where(seats.token.is_not(None))
        alone = select(tables.id).where(tables.id.in_(part), tables.id.not_in(theirs))
        _remove(connection, [row.id for row in connection.execute(alone)])


def _remove(connection: Connection, ids: Sequence[str]) -> int:
    """Removes tables; first whatever has them as its own."""
    id = schema.tables.c.id
    for table in reversed(schema.metadata.sorted_tables):
        for column in table.c:
            if column.references(id):
                connection.execute(delete(table).where(column.in_(ids)))
    connection.execute(delete(schema.reviews).where(schema.reviews.c.of.in_(ids)))
    later = update(schema.tables).where(schema.tables.c.rematch.in_(ids)).values(rematch=None)
    connection.execute(later)
    return connection.execute(delete(schema.tables).where(id.in_(ids))).rowcount
