"""What the server remembers of people who want to be remembered: a profile and its keys.

A seat knows whose it is (`seats.person`), so whatever is said of a person's games is found there.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, NamedTuple

from sqlalchemy import Connection, Row, Table, delete, func, insert, or_, select, update

from capotreno.server.store import schema
from capotreno.server.store.club.tournaments import forget
from capotreno.server.store.database import Database
from capotreno.server.store.people.holidays import Holidays
from capotreno.server.store.people.mailboxes import Mailboxes
from capotreno.server.store.people.past import PastRow, past_of
from capotreno.server.store.records import SUCCESSOR, leave_alone
from capotreno.server.store.talk import OF_TALK

__all__ = ["DEVICE", "LINK", "ONCE", "KeyRow", "People", "PersonRow"]

#: What a key is: a browser's own, the private link, or a link that opens one device.
DEVICE, LINK, ONCE = "device", "link", "once"

#: Devices of one person; the one that was seen longest ago goes.
DEVICES = 20


@dataclass(frozen=True, slots=True)
class PersonRow:
    """Somebody with a profile. The id is no secret and opens nothing."""

    id: str
    name: str
    face: str
    created: float
    settings: dict[str, object] = field(default_factory=dict)


class KeyRow(NamedTuple):
    """A secret that opens a profile, as its hash."""

    hash: str
    person: str
    kind: str
    name: str  # of a device, as it is shown to its owner
    made: float
    seen: float
    until: float | None = None


class People:
    """The people of one database."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.mailboxes = Mailboxes(database)
        self.holidays = Holidays(database)

    # -- profiles -----------------------------------------------------------------------------

    async def make(self, person: PersonRow, key: KeyRow) -> None:
        """Keeps a new profile and the key of the device it was made on."""

        def work(connection: Connection) -> None:
            values = {name: getattr(person, name) for name in person.__slots__}
            connection.execute(insert(schema.people).values(**values))
            connection.execute(insert(schema.keys).values(**key._asdict()))

        await self._database.write(work)

    async def get(self, id: str) -> PersonRow | None:
        return (await self.some([id])).get(id)

    async def some(self, ids: Sequence[str]) -> dict[str, PersonRow]:
        """Those of some people that there are, by id."""
        if not ids:
            return {}
        wanted = select(schema.people).where(schema.people.c.id.in_(sorted(set(ids))))
        return {row.id: PersonRow(*row) for row in await self._database.read(wanted)}

    async def marked(self, mark: str) -> PersonRow | None:
        """Whose id begins with that."""
        wanted = select(schema.people).where(schema.people.c.id.startswith(mark, autoescape=True))
        rows = await self._database.read(wanted.limit(1))
        return PersonRow(*rows[0]) if rows else None

    async def change(self, id: str, **values: object) -> None:
        """Writes over what a person says of themselves."""
        statement = update(schema.people).where(schema.people.c.id == id).values(**values)
        await self._do(statement)

    # -- keys ---------------------------------------------------------------------------------

    async def by_secret(self, key: str, now: float) -> tuple[PersonRow, KeyRow] | None:
        """Whose profile a key (its hash) opens, with what else is kept of the key."""
        people, keys = schema.people, schema.keys
        wanted = (
            select(people, keys)
            .join_from(keys, people, people.c.id == keys.c.person)
            .where(keys.c.hash == key, or_(keys.c.until.is_(None), keys.c.until > now))
        )
        width = len(people.c)
        rows = await self._database.read(wanted)
        return (PersonRow(*rows[0][:width]), KeyRow(*rows[0][width:])) if rows else None

    async def keys(self, person: str) -> list[KeyRow]:
        """A person's keys, the last one used first."""
        keys = schema.keys
        wanted = select(keys).where(keys.c.person == person).order_by(keys.c.seen.desc())
        return [KeyRow(*row) for row in await self._database.read(wanted)]

    async def add_key(self, key: KeyRow) -> None:
        """Keeps a key. A link takes an earlier one's place; of many devices the oldest goes."""
        keys = schema.keys.c

        def work(connection: Connection) -> None:
            theirs = (keys.person == key.person, keys.kind == key.kind)
            if key.kind == DEVICE:
                latest = select(keys.hash).where(*theirs).order_by(keys.seen.desc())
                kept = [row.hash for row in connection.execute(latest.limit(DEVICES - 1))]
                connection.execute(delete(schema.keys).where(*theirs, keys.hash.not_in(kept)))
            else:
                connection.execute(delete(schema.keys).where(*theirs))
            connection.execute(insert(schema.keys).values(**key._asdict()))

        await self._database.write(work)

    async def take(self, key: str) -> bool:
        """Takes a key away by its hash. False if it was gone: of two who use it, one does."""
        return bool(await self._do(delete(schema.keys).where(schema.keys.c.hash == key)))

    async def drop_device(self, person: str, mark: str) -> int:
        """Takes away the key of a device, named by the beginning of its hash."""
        keys = schema.keys.c
        theirs = (keys.person == person, keys.kind == DEVICE)
        named = keys.hash.startswith(mark, autoescape=True)
        return await self._do(delete(schema.keys).where(*theirs, named))

    async def seen(self, key: str, now: float) -> None:
        """A key was used."""
        await self._do(update(schema.keys).where(schema.keys.c.hash == key).values(seen=now))

    # -- seats --------------------------------------------------------------------------------

    async def claim(self, token: str, person: str) -> list[str]:
        """The seats that a token (its hash) holds and nobody has claimed are this person's.

        Of several at one table the first: the others are friends at one screen. Which tables.
        """
        seats, others = schema.seats.c, schema.seats.alias().c
        mine = (others.table == seats.table, others.token == token)
        first = select(func.min(others.seat)).where(*mine).scalar_subquery()
        held = (seats.token == token, seats.kind == "person", seats.person.is_(None))
        free = (*held, seats.seat == first)

        def work(connection: Connection) -> list[str]:
            found = connection.execute(select(seats.table).where(*free).distinct()).all()
            connection.execute(update(schema.seats).where(*free).values(person=person))
            return [row.table for row in found]

        return await self._database.write(work)

    async def past(self, person: str, most: int) -> list[PastRow]:
        """A person's finished games, the latest first."""
        return await past_of(self._database, person, most)

    # -- all that is kept of somebody ---------------------------------------------------------

    async def kept(self, person: PersonRow) -> dict[str, object]:
        """All of it, to be told."""
        return {
            "person": person,
            "made": datetime.fromtimestamp(person.created, UTC).isoformat(),
            "seats": await self.seats(person.id),
            "records": await self.records(person.id),
        }

    async def seats(self, person: str) -> list[dict[str, object]]:
        """Every seat of a person, with its table and what they said there."""
        tables, seats, chat = schema.tables.c, schema.seats.c, schema.chat.c
        wanted = (
            select(
                *(tables.id, tables.game, tables.status, tables.created, tables.changed),
                *(tables.result, seats.seat, seats.name),
            )
            .join_from(schema.seats, schema.tables, tables.id == seats.table)
            .where(seats.person == person)
            .order_by(tables.created, tables.id, seats.seat)
        )
        found = []
        for row in await self._database.read(wanted):
            said = (
                select(chat.at, chat.text)
                .where(chat.table == row.id, chat.seat == row.seat)
                .where(or_(chat.name.is_(None), chat.name == row.name))
                .order_by(chat.number)
            )
            lines = [line._asdict() for line in await self._database.read(said)]
            found.append({**row._asdict(), "said": lines})
        return found

    async def records(self, person: str) -> dict[str, list[dict[str, object]]]:
        """What else is kept of a person, table by table; of secrets only that they are."""
        found: dict[str, list[dict[str, object]]] = {}
        said = [(column.table, column) for column in MINE_OF_TALK]
        for table, column in [*_owned(), *said]:
            rows = await self._database.read(select(table).where(column == person))
            found[table.name] = [_open(row) for row in rows]
        seats = schema.seats.c
        held = await self._database.read(select(seats.token).where(seats.person == person))
        tokens = [row.token for row in held if row.token]
        for column in OF_DEVICES:
            table = column.table
            rows = await self._database.read(select(table).where(column.in_(tokens)))
            found[table.name] = [_open(row) for row in rows]
        return found

    async def remove(self, person: str) -> list[str]:
        """Removes a person with all that is kept of them; the tables they were at.

        Their names and words go from the tables, which stay for the others: bots play on.
        """
        seats, chat = schema.seats.c, schema.chat.c
        theirs = select(seats.table, seats.seat, seats.name, seats.token)
        theirs = theirs.where(seats.person == person)
        letters, gallery = schema.letters.c, schema.gallery.c
        bot = {"kind": "bot", "bot": SUCCESSOR, "name": "–", "stand_in": ""}
        none = {"token": None, "key": None, "person": None}

        def work(connection: Connection) -> list[str]:
            held = connection.execute(theirs).all()
            ids = sorted({row.table for row in held})
            tokens = sorted({row.token for row in held if row.token})
            for row in held:
                here = (chat.table == row.table, chat.seat == row.seat)
                own = or_(chat.name.is_(None), chat.name == row.name)
                connection.execute(delete(schema.chat).where(*here, own))
            for column in (schema.tries.c.token, schema.guesses.c.token):
                connection.execute(delete(column.table).where(column.in_(tokens)))
            shared = update(schema.gallery).where(gallery.token.in_(tokens))
            connection.execute(shared.values(by="–", token=""))  # for others play there
            waiting = [f"{way} {person}" for way in ("here", "mail")]
            connection.execute(delete(schema.letters).where(letters.to.in_(waiting)))
            mine = update(schema.seats).where(seats.person == person)
            connection.execute(mine.values(**bot, **none))
            for table, column in _owned():
                connection.execute(delete(table).where(column == person))
            forget(connection, person)
            for column in OF_TALK:
                connection.execute(delete(column.table).where(column == person))
            connection.execute(delete(schema.people).where(schema.people.c.id == person))
            leave_alone(connection, ids)
            return ids

        return await self._database.write(work)

    async def unused(self, before: float) -> list[str]:
        """People who have no seat and none of whose keys was used since then."""
        people, keys, seats = schema.people.c, schema.keys.c, schema.seats.c
        last = select(func.max(keys.seen)).where(keys.person == people.id).scalar_subquery()
        sat = select(seats.person).where(seats.person.is_not(None))
        idle = func.coalesce(last, people.created) < before
        wanted = select(people.id).where(idle, people.id.not_in(sat)).limit(100)
        return [row.id for row in await self._database.read(wanted)]

    async def _do(self, statement: Any) -> int:  # noqa: ANN401 - an update or a delete
        return await self._database.write(lambda connection: connection.execute(statement).rowcount)


def _owned() -> list[tuple[Table, Any]]:
    """What is kept under a person's id: tables with the column that says whose a row is."""
    id = schema.people.c.id
    tables = reversed(schema.metadata.sorted_tables)
    return [(table, column) for table in tables for column in table.c if column.references(id)]


#: What a person has said, in a chair or looking on, and what they wished about others' words.
MINE_OF_TALK = (
    schema.chat.c.author,
    schema.hushed.c.who,
    schema.blocks.c.who,
    schema.reports.c.reporter,
)

#: What was done on the devices where a person has sat down.
OF_DEVICES = (schema.tries.c.token, schema.guesses.c.token, schema.gallery.c.token)

#: What opens something, here or elsewhere, and leaves the house for nobody; who others are.
SECRET = frozenset({"hash", "token", "auth", "source", "blocked", "author"})


def _open(row: Row[Any]) -> dict[str, object]:
    return {name: value for name, value in row._asdict().items() if name not in SECRET}
