"""The holidays of people who play by correspondence: nobody's time runs out while they are away."""

from typing import NamedTuple

from sqlalchemy import func, insert, select, update

from capotreno.server.store import schema
from capotreno.server.store.database import Database


class HolidayRow(NamedTuple):
    """From when to when somebody is away."""

    person: str
    begins: float
    ends: float


class Holidays:
    """The holidays of one database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def since(self, person: str, then: float) -> list[HolidayRow]:
        """The holidays of somebody that were not over then."""
        columns = schema.holidays.c
        wanted = select(schema.holidays).where(columns.person == person, columns.ends > then)
        rows = await self._database.read(wanted.order_by(columns.begins))
        return [HolidayRow(*row) for row in rows]

    async def until(self, person: str, now: float) -> float | None:
        """When somebody who is away now comes back."""
        columns = schema.holidays.c
        there = (columns.person == person, columns.begins <= now, columns.ends > now)
        rows = await self._database.read(select(func.max(columns.ends)).where(*there))
        return None if rows[0][0] is None else float(rows[0][0])

    async def add(self, row: HolidayRow) -> None:
        adding = insert(schema.holidays).values(**row._asdict())
        await self._database.write(lambda connection: connection.execute(adding).rowcount)

    async def end(self, person: str, now: float) -> None:
        """Somebody is back."""
        columns = schema.holidays.c
        there = (columns.person == person, columns.ends > now)
        statement = update(schema.holidays).where(*there).values(ends=now)
        await self._database.write(lambda connection: connection.execute(statement).rowcount)

    async def waiting(self, person: str) -> list[tuple[str, int]]:
        """The tables by correspondence that somebody plays at, and the seconds for a decision."""
        tables, seats = schema.tables.c, schema.seats.c
        wanted = (
            select(tables.id, tables.seconds)
            .join_from(schema.seats, schema.tables, tables.id == seats.table)
            .where(seats.person == person, seats.kind == "person")
            .where(tables.status == "running", tables.pace == "correspondence")
        )
        return [(row.id, row.seconds) for row in await self._database.read(wanted)]
