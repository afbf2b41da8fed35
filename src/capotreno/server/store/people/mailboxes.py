"""The mailboxes of people who want to be told by mail; nothing goes to one not confirmed."""

from typing import NamedTuple

from sqlalchemy import delete, select, update

from capotreno.server.store import schema
from capotreno.server.store.database import Database


class MailboxRow(NamedTuple):
    """Somebody's address, and since when they are known to read what is sent there."""

    person: str
    address: str
    confirmed: float | None


class Mailboxes:
    """The mailboxes of one database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self, person: str) -> MailboxRow | None:
        wanted = select(schema.mailboxes).where(schema.mailboxes.c.person == person)
        rows = await self._database.read(wanted)
        return MailboxRow(*rows[0]) if rows else None

    async def put(self, person: str, address: str) -> None:
        """Keeps an address that is to be confirmed, in the place of another."""
        fresh = {"address": address, "confirmed": None}
        adding = (
            self._database.inserting(schema.mailboxes)
            .values(person=person, **fresh)
            .on_conflict_do_update(index_elements=["person"], set_=fresh)
        )
        await self._database.write(lambda connection: connection.execute(adding).rowcount)

    async def confirm(self, person: str, address: str, now: float) -> None:
        columns = schema.mailboxes.c
        same = (columns.person == person, columns.address == address)
        statement = update(schema.mailboxes).where(*same).values(confirmed=now)
        await self._database.write(lambda connection: connection.execute(statement).rowcount)

    async def remove(self, person: str) -> None:
        gone = delete(schema.mailboxes).where(schema.mailboxes.c.person == person)
        await self._database.write(lambda connection: connection.execute(gone).rowcount)
