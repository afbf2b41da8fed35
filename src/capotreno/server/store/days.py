"""What the server remembers of each day: its deal, who plays it where, answers to its puzzle."""

from collections import Counter
from typing import NamedTuple

from sqlalchemy import Table, select

from capotreno.server.store import schema
from capotreno.server.store.database import Database

__all__ = ["DayRow", "Days", "TryRow"]

MOST = 1000  # tries of a day that are looked at


class DayRow(NamedTuple):
    """The deal of a day."""

    day: str
    game: str
    version: int
    players: int
    seed: int


class TryRow(NamedTuple):
    """Somebody's table of that deal, and how it stands."""

    token: str  # the hash of theirs
    table: str
    name: str
    status: str
    result: dict[str, object] | None
    changed: float


class Days:
    """The days of one database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def deal(self, day: str) -> DayRow | None:
        """The deal of a day, if it was made."""
        days = schema.days
        rows = await self._database.read(select(days).where(days.c.day == day))
        return DayRow(*rows[0]) if rows else None

    async def make(self, deal: DayRow) -> DayRow:
        """Keeps the deal of a day; if there is one already, that one stays."""
        await self._add(schema.days, deal._asdict())
        return await self.deal(deal.day) or deal

    async def begin(self, day: str, token: str, table: str) -> bool:
        """Keeps at which table somebody plays it. False if they do at another."""
        return await self._add(schema.tries, {"day": day, "token": token, "table": table})

    async def tries(self, day: str) -> list[TryRow]:
        """Who plays or has played the deal of a day, while they hold their seat themselves."""
        tries, tables, seats = schema.tries.c, schema.tables.c, schema.seats.c
        wanted = (
            select(
                *(tries.token, tries.table, seats.name),
                *(tables.status, tables.result, tables.changed),
            )
            .join_from(schema.tries, schema.tables, tables.id == tries.table)
            .join(schema.seats, (seats.table == tries.table) & (seats.token == tries.token))
            .where(tries.day == day)
            .order_by(tables.changed, tables.id)
            .limit(MOST)
        )
        return [TryRow(*row) for row in await self._database.read(wanted)]

    async def table(self, day: str, token: str) -> str | None:
        """The table at which somebody plays the deal of a day."""
        tries = schema.tries.c
        wanted = select(tries.table).where(tries.day == day, tries.token == token)
        rows = await self._database.read(wanted)
        return rows[0].table if rows else None

    async def guess(self, day: str, token: str, code: int) -> int:
        """Keeps what somebody answered to the puzzle of a day; their first answer stays."""
        await self._add(schema.guesses, {"day": day, "token": token, "code": code})
        first = await self.guessed(day, token)
        return code if first is None else first

    async def guessed(self, day: str, token: str) -> int | None:
        """What somebody has answered."""
        guesses = schema.guesses.c
        wanted = select(guesses.code).where(guesses.day == day, guesses.token == token)
        rows = await self._database.read(wanted)
        return rows[0].code if rows else None

    async def guesses(self, day: str) -> Counter[int]:
        """How many have given which answer."""
        guesses = schema.guesses.c
        rows = await self._database.read(select(guesses.code).where(guesses.day == day))
        return Counter(row.code for row in rows)

    async def _add(self, table: Table, row: dict[str, object]) -> bool:
        """Adds a row. False if there is one of its key."""
        adding = self._database.inserting(table).on_conflict_do_nothing()
        return await self._database.write(
            lambda connection: connection.execute(adding, row).rowcount == 1
        )
