"""What the server remembers of notices: where people want them, and those that wait to be sent."""

from typing import Any, NamedTuple

from sqlalchemy import Connection, delete, func, or_, select, update

from capotreno.server.store import schema
from capotreno.server.store.database import Database

__all__ = ["EndpointRow", "LetterRow", "Letters"]

#: Browsers of one person, or of one token, that are told; the oldest goes.
ENDPOINTS = 10

INVITED = 7 * 24 * 60 * 60.0  # seconds that an invitation is kept
MOST_INVITED = 20  # that somebody is shown


class EndpointRow(NamedTuple):
    """A browser that wants to be told, and how it is reached."""

    id: str
    person: str | None
    token: str | None  # the hash of the token of that device
    address: str
    point: str  # the browser's public key
    auth: str  # and its secret
    settings: dict[str, object]  # of who has no profile
    made: float


class LetterRow(NamedTuple):
    """A notice that is to be sent: one of a kind, for a seat, to somebody's device or mailbox."""

    to: str  # `push`, `mail` or (it lies on the page) `here`, and the endpoint's or person's id
    kind: str
    table: str
    seat: int
    who: str  # somebody the notice names
    due: float
    until: float
    tries: int = 0


class Letters:
    """The notices of one database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def secret(self, name: str, made: str) -> str:
        """A secret of all servers of this database: the one that is there or, now, this one."""
        secrets = schema.secrets
        adding = self._database.inserting(secrets).on_conflict_do_nothing()

        def work(connection: Connection) -> str:
            connection.execute(adding, {"name": name, "text": made})
            wanted = select(secrets.c.text).where(secrets.c.name == name)
            return str(connection.execute(wanted).scalar_one())

        return await self._database.write(work)

    # -- where people want them ---------------------------------------------------------------

    async def subscribe(self, row: EndpointRow, before: str | None = None) -> None:
        """Keeps an endpoint, in the place of an earlier one; of many the oldest goes."""
        columns = schema.endpoints.c
        theirs = columns.person == row.person if row.person else columns.token == row.token

        def work(connection: Connection) -> None:
            gone = columns.id.in_([one for one in (row.id, before) if one])
            connection.execute(delete(schema.endpoints).where(gone))
            latest = select(columns.id).where(theirs).order_by(columns.made.desc())
            kept = [one.id for one in connection.execute(latest.limit(ENDPOINTS - 1))]
            connection.execute(delete(schema.endpoints).where(theirs, columns.id.not_in(kept)))
            connection.execute(schema.endpoints.insert().values(**row._asdict()))

        await self._database.write(work)

    async def endpoint(self, id: str) -> EndpointRow | None:
        found = await self._endpoints(schema.endpoints.c.id == id)
        return found[0] if found else None

    async def endpoints_of(self, person: str | None, token: str | None) -> list[EndpointRow]:
        """The endpoints of who holds a seat, by profile and by token."""
        columns = schema.endpoints.c
        by_person = (columns.person.is_not(None)) & (columns.person == person)
        by_token = (columns.token.is_not(None)) & (columns.token == token)
        return await self._endpoints(or_(by_person, by_token))

    async def _endpoints(self, where: Any) -> list[EndpointRow]:  # noqa: ANN401 - a condition
        rows = await self._database.read(select(schema.endpoints).where(where))
        return [EndpointRow(*row) for row in rows]

    async def unsubscribe(self, id: str) -> None:
        """Forgets an endpoint, and what was to be sent there."""

        def work(connection: Connection) -> None:
            connection.execute(delete(schema.endpoints).where(schema.endpoints.c.id == id))
            connection.execute(delete(schema.letters).where(schema.letters.c.to == f"push {id}"))

        await self._database.write(work)

    # -- those that lie on somebody's page ----------------------------------------------------

    async def invite(self, person: str, table: str, who: str, now: float) -> bool:
        """Keeps an invitation for a while; False if there is one to that table already."""
        until = now + INVITED
        row = LetterRow(f"here {person}", "invitation", table, -1, who, until, until)
        adding = self._database.inserting(schema.letters).on_conflict_do_nothing()
        return await self._done(adding.values(**row._asdict())) == 1

    async def invitations(self, person: str, now: float) -> list[tuple[str, str]]:
        """The tables somebody is invited to and by whom, the last one first."""
        columns = schema.letters.c
        wanted = (
            select(columns.table, columns.who)
            .where(columns.to == f"here {person}", columns.until > now)
            .order_by(columns.until.desc(), columns.table)
            .limit(MOST_INVITED)
        )
        return [(row.table, row.who) for row in await self._database.read(wanted)]

    async def decline(self, person: str, table: str) -> None:
        """An invitation is no more."""
        columns = schema.letters.c
        here = (columns.to == f"here {person}", columns.table == table)
        await self._done(delete(schema.letters).where(*here))

    # -- those that wait ----------------------------------------------------------------------

    async def put(self, letters: list[LetterRow]) -> None:
        """Keeps notices to be sent; one of the same kind, seat and place waits already, or not."""
        if not letters:
            return
        adding = self._database.inserting(schema.letters).on_conflict_do_nothing()
        rows = [letter._asdict() for letter in letters]

        def work(connection: Connection) -> None:
            connection.execute(adding, rows)

        await self._database.write(work)

    async def due(self, now: float, most: int) -> list[LetterRow]:
        """Notices whose time has come, the longest due first."""
        columns = schema.letters.c
        wanted = select(schema.letters).where(columns.due <= now).order_by(columns.due).limit(most)
        return [LetterRow(*row) for row in await self._database.read(wanted)]

    async def take(self, letter: LetterRow, due: float) -> bool:
        """Puts a notice off until then, as tried once more; False if another server was faster."""
        new = {"due": due, "tries": schema.letters.c.tries + 1}
        statement = update(schema.letters).where(*_this(letter)).values(**new)
        return await self._done(statement.where(schema.letters.c.due == letter.due)) == 1

    async def put_off(self, letter: LetterRow, due: float) -> None:
        """Puts a notice off as if it had not been tried."""
        new = {"due": due, "tries": letter.tries}
        await self._done(update(schema.letters).where(*_this(letter)).values(**new))

    async def drop(self, letter: LetterRow) -> None:
        await self._done(delete(schema.letters).where(*_this(letter)))

    async def waiting(self) -> int:
        rows = await self._database.read(select(func.count()).select_from(schema.letters))
        return int(rows[0][0])

    async def _done(self, statement: Any) -> int:  # noqa: ANN401 - something that is written
        return await self._database.write(lambda connection: connection.execute(statement).rowcount)


def _this(letter: LetterRow) -> tuple[Any, ...]:
    columns = schema.letters.c
    own = (columns.to == letter.to, columns.kind == letter.kind)
    return (*own, columns.table == letter.table, columns.seat == letter.seat)
