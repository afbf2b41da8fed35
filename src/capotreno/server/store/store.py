"""The server's memory of its tables: append-only moves, and what little else about them changes.

What a method has returned from is durable. Any trouble with the database is a StoreError, and when
the database is back the same Store goes on.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Self

import msgspec
from sqlalchemy import (
    Connection,
    and_,
    delete,
    func,
    insert,
    or_,
    select,
    text,
    update,
)

from capotreno.server.store import schema
from capotreno.server.store.boards import Boards
from capotreno.server.store.club.friends import Friends
from capotreno.server.store.club.matching import Matching
from capotreno.server.store.club.ratings import Ratings
from capotreno.server.store.club.tournaments import StoredTournaments
from capotreno.server.store.database import Database
from capotreno.server.store.days import Days
from capotreno.server.store.gallery import StoredGallery
from capotreno.server.store.leases import Leases
from capotreno.server.store.people import People
from capotreno.server.store.people.letters import Letters
from capotreno.server.store.records import Records
from capotreno.server.store.rows import ChatRow, MoveRow, SeatRow, TableRow
from capotreno.server.store.talk import Talks

__all__ = ["Store"]

#: Tables of one source that stand in front in the lobby.
IN_FRONT = 5

#: Logs that one new one may push out.
ROOM = 1000
#: Reviews of finished games that are kept.
REVIEWS = 20_000


def _values(row: TableRow | SeatRow | MoveRow | ChatRow) -> dict[str, object]:
    return {name: getattr(row, name) for name in row.__slots__}


def _make_room(connection: Connection, newest: str, most: int) -> None:
    """Drops the oldest logs until all together are no longer than that; the newest one stays."""
    logs = schema.logs.c
    total = connection.execute(select(func.coalesce(func.sum(logs.size), 0))).scalar_one()
    if total <= most:
        return
    oldest = select(logs.id, logs.size).where(logs.id != newest).order_by(logs.at, logs.id)
    dropped: list[str] = []
    for row in connection.execute(oldest.limit(ROOM)).all():
        if total <= most:
            break
        dropped.append(row.id)
        total -= row.size
    connection.execute(delete(schema.logs).where(logs.id.in_(dropped)))


class Store:
    """The memory itself; `await Store.open(url)` makes one, `await store.close()` ends it."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.records = Records(database)
        self.days = Days(database)
        self.people = People(database)
        self.boards = Boards(database)
        self.gallery = StoredGallery(database)
        self.talk = Talks(database)
        self.ratings = Ratings(database)
        self.friends = Friends(database)
        self.tournaments = StoredTournaments(database)
        self.matching = Matching(database, self._creating)
        self.letters = Letters(database)
        self.leases = Leases(database)

    @classmethod
    async def open(cls, url: str, *, migrating: bool = True) -> Self:
        """Opens `sqlite:///file` or `postgresql://…` and brings its tables up to date.

        Not `migrating`: one of another version is refused.
        """
        return cls(await Database.open(url, migrating=migrating))

    async def close(self) -> None:
        """Finishes the writes under way and lets the database go."""
        await self._database.close()

    async def ping(self) -> None:
        """Returns if the database keeps what is written: on a full disk it still answers."""
        # Neither changes anything; but each must be written like a move.
        nothing = "PRAGMA user_version = 0" if self._database.embedded else "SELECT txid_current()"

        def work(connection: Connection) -> None:
            connection.exec_driver_sql(nothing)

        await self._database.write(work)

    # Tables and seats

    async def create(
        self, table: TableRow, seats: Sequence[SeatRow], moves: Sequence[MoveRow] = ()
    ) -> bool:
        """Keeps a new table, with moves if it goes on from another's. False if that id is taken.

        In the lobby it stands behind if its source has enough tables there already.
        """
        return await self._database.write(self._creating(table, seats, moves))

    def _creating(
        self, table: TableRow, seats: Sequence[SeatRow], moves: Sequence[MoveRow] = ()
    ) -> Callable[[Connection], bool]:
        """What keeps a new table, for a transaction."""
        statement = self._database.inserting(schema.tables).on_conflict_do_nothing()
        theirs = (
            select(func.count())
            .select_from(schema.tables)
            .where(text(schema.LISTED), schema.tables.c.source == table.source)
        )

        def work(connection: Connection) -> bool:
            many = table.public and connection.execute(theirs).scalar_one() >= IN_FRONT
            if connection.execute(statement, _values(table) | {"behind": many}).rowcount != 1:
                return False
            if seats:
                connection.execute(insert(schema.seats), [_values(seat) for seat in seats])
            if moves:
                connection.execute(insert(schema.moves), [_values(move) for move in moves])
            return True

        return work

    async def table(self, id: str) -> TableRow | None:
        rows = await self._database.read(select(schema.tables).where(schema.tables.c.id == id))
        return TableRow(*rows[0]) if rows else None

    async def seats(self, id: str) -> list[SeatRow]:
        seats = schema.seats
        rows = await self._database.read(
            select(seats).where(seats.c.table == id).order_by(seats.c.seat)
        )
        return [SeatRow(*row) for row in rows]

    async def put_seat(self, seat: SeatRow, *, expect: SeatRow | None = None) -> bool:
        """Writes over a seat. False, and no change, if it is not as expected any more."""
        columns = schema.seats.c
        known = {"table": seat.table, "seat": seat.seat} if expect is None else _values(expect)
        statement = (
            update(schema.seats)
            .where(columns.table == seat.table, columns.seat == seat.seat)
            .where(*(columns[name] == value for name, value in known.items()))
            .values(_values(seat))
        )
        return await self._database.write(
            lambda connection: connection.execute(statement).rowcount == 1
        )

    async def start(self, id: str, deadline: float | None) -> None:
        """The table is complete: its game runs."""
        await self._set(id, status="running", deadline=deadline, changed=time.time())

    async def set_deadline(self, id: str, deadline: float | None) -> None:
        await self._set(id, deadline=deadline)

    async def shift_deadlines(self, seconds: float) -> None:
        """Moves every deadline, because the time of day has moved."""
        columns = schema.tables.c
        statement = (
            update(schema.tables)
            .where(columns.status == "running", columns.deadline.is_not(None))
            .values(deadline=columns.deadline + seconds)
        )

        def work(connection: Connection) -> None:
            connection.execute(statement)

        await self._database.write(work)

    async def set_rematch(self, id: str, new_id: str) -> bool:
        """Names the table that continues this one. False if there is one already."""
        columns = schema.tables.c
        statement = (
            update(schema.tables)
            .where(columns.id == id, columns.rematch.is_(None))
            .values(rematch=new_id, changed=time.time())
        )
        return await self._database.write(
            lambda connection: connection.execute(statement).rowcount == 1
        )

    async def _set(self, id: str, **values: object) -> None:
        statement = update(schema.tables).where(schema.tables.c.id == id).values(**values)

        def work(connection: Connection) -> None:
            connection.execute(statement)

        await self._database.write(work)

    # Moves

    async def moves(self, id: str, after: int = -1) -> list[MoveRow]:
        moves = schema.moves
        rows = await self._database.read(
            select(moves).where(moves.c.table == id, moves.c.seq > after).order_by(moves.c.seq)
        )
        return [MoveRow(*row) for row in rows]

    async def by_key(self, id: str, seat: int, key: str) -> MoveRow | None:
        """The move a client already sent under this key."""
        columns = schema.moves.c
        rows = await self._database.read(
            select(schema.moves).where(
                columns.table == id, columns.seat == seat, columns.key == key
            )
        )
        return MoveRow(*rows[0]) if rows else None

    async def add_move(
        self,
        move: MoveRow,
        *,
        deadline: float | None,
        status: str,
        result: dict[str, object] | None,
    ) -> bool:
        """Appends a move and says how the table stands after it, both or neither.

        False, and no change, if the table has a move of that number or of that seat and key.
        """
        ending = None if result is None else msgspec.json.encode(result).decode()
        return await self._database.append(move, deadline, status, ending)

    # Lists

    async def due(self, now: float, limit: int = 100) -> list[str]:
        """The running tables whose time is up, the longest overdue first."""
        columns = schema.tables.c
        rows = await self._database.read(
            select(columns.id)
            .where(columns.status == "running", columns.deadline <= now)
            .order_by(columns.deadline)
            .limit(limit)
        )
        return [row.id for row in rows]

    async def held(
        self,
        token_hashes: Sequence[str],
        most: int,
        after: tuple[float, str] | None = None,
        table: str | None = None,
        person: str | None = None,
    ) -> list[tuple[TableRow, SeatRow]]:
        """The seats held by these tokens or this person, each with its table, latest change first.

        At most so many tables, those that come after one of that change and id; or one alone.
        """
        if not token_hashes and person is None:
            return []
        tables, seats = schema.tables, schema.seats
        held = or_(
            seats.c.token.in_(sorted(set(token_hashes))),
            and_(seats.c.person.is_not(None), seats.c.person == person),
        )
        page = select(tables.c.id).where(tables.c.id.in_(select(seats.c.table).where(held)))
        if table is not None:
            page = page.where(tables.c.id == table)
        if after is not None:
            changed, id = after
            older = tables.c.changed < changed
            page = page.where(older | ((tables.c.changed == changed) & (tables.c.id > id)))
        page = page.order_by(tables.c.changed.desc(), tables.c.id).limit(most)
        rows = await self._database.read(
            select(tables, seats)
            .join_from(seats, tables, tables.c.id == seats.c.table)
            .where(held, tables.c.id.in_(page))
            .order_by(tables.c.changed.desc(), tables.c.id, seats.c.seat)
        )
        width = len(tables.c)
        return [(TableRow(*row[:width]), SeatRow(*row[width:])) for row in rows]

    async def counts(self) -> dict[str, int]:
        """How many tables are open, running and finished."""
        status = schema.tables.c.status
        rows = await self._database.read(select(status, func.count()).group_by(status))
        return {"open": 0, "running": 0, "finished": 0} | dict(map(tuple, rows))

    # Chat and logs

    async def add_chat(self, row: ChatRow) -> ChatRow:
        """Keeps what was said under the table's next number, whatever number it came with."""
        chat = schema.chat
        # PostgreSQL needs the lock, against two with one number; SQLite has one writer anyway.
        lock = (
            select(schema.tables.c.id)
            .where(schema.tables.c.id == row.table)
            .with_for_update(key_share=True)
        )
        last = select(func.coalesce(func.max(chat.c.number), -1)).where(chat.c.table == row.table)

        def work(connection: Connection) -> ChatRow:
            connection.execute(lock)
            number = connection.execute(last).scalar_one() + 1
            said = replace(row, number=number)
            connection.execute(insert(chat).values(_values(said)))
            return said

        return await self._database.write(work)

    async def chat(self, id: str, last: int = 50) -> list[ChatRow]:
        """The last things said at a table, in the order they were said."""
        chat = schema.chat
        rows = await self._database.read(
            select(chat).where(chat.c.table == id).order_by(chat.c.number.desc()).limit(last)
        )
        return [ChatRow(*row) for row in reversed(rows)]

    async def save_log(self, id: str, text: str, at: float, most: int | None = None) -> None:
        """Keeps a game's log under an id; a later one takes its place.

        `most`: letters of all logs together. The oldest make room.
        """
        fresh = {"text": text, "at": at, "size": len(text)}
        statement = (
            self._database.inserting(schema.logs)
            .values(id=id, **fresh)
            .on_conflict_do_update(index_elements=["id"], set_=fresh)
        )

        def work(connection: Connection) -> None:
            connection.execute(statement)
            if most is not None:
                _make_room(connection, id, most)

        await self._database.write(work)

    async def log(self, id: str) -> str | None:
        logs = schema.logs
        rows = await self._database.read(select(logs.c.text).where(logs.c.id == id))
        return rows[0].text if rows else None

    async def save_review(self, of: str, seat: int, text: str, at: float) -> None:
        """Keeps the review of a finished table or log; the oldest of very many make room."""
        reviews = schema.reviews
        row = {"of": of, "seat": seat, "text": text, "at": at}
        oldest = select(reviews.c.at).order_by(reviews.c.at.desc()).offset(REVIEWS).limit(1)

        def work(connection: Connection) -> None:
            known = (reviews.c.of == of, reviews.c.seat == seat)
            connection.execute(delete(reviews).where(*known))
            connection.execute(self._database.inserting(reviews).on_conflict_do_nothing(), row)
            last = connection.execute(oldest).scalar()
            if last is not None:
                connection.execute(delete(reviews).where(reviews.c.at <= last))

        await self._database.write(work)

    async def review(self, of: str, seat: int) -> str | None:
        reviews = schema.reviews.c
        rows = await self._database.read(
            select(reviews.text).where(reviews.of == of, reviews.seat == seat)
        )
        return rows[0].text if rows else None
