"""What the store keeps about ratings: one for each person and family of maps, each table once."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from sqlalchemy import Connection, and_, select

from capotreno.server.store import schema
from capotreno.server.store.database import Database
from capotreno.server.store.rows import SeatRow, TableRow

__all__ = ["RatingRow", "Ratings"]

MOST = 500  # games of two people that are looked at


class RatingRow(NamedTuple):
    """How well somebody plays a family of maps."""

    person: str
    family: str
    mu: float
    sigma: float
    games: int
    won: int
    at: float


class Ratings:
    """The ratings of one database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, person: str) -> list[RatingRow]:
        """All ratings of somebody, the one with most games first."""
        ratings = schema.ratings
        wanted = select(ratings).where(ratings.c.person == person)
        rows = await self._database.read(wanted.order_by(ratings.c.games.desc(), ratings.c.family))
        return [RatingRow(*row) for row in rows]

    async def some(self, people: Sequence[str], family: str) -> dict[str, RatingRow]:
        """The ratings of some people for a family, as far as they have one."""
        if not people:
            return {}
        ratings = schema.ratings
        wanted = select(ratings).where(ratings.c.person.in_(people), ratings.c.family == family)
        return {row.person: RatingRow(*row) for row in await self._database.read(wanted)}

    async def keep(
        self,
        table: str,
        people: Sequence[str],
        family: str,
        at: float,
        change: Callable[[Mapping[str, RatingRow]], list[RatingRow]],
    ) -> bool:
        """Changes some people's ratings by what a table tells. False if it was done before.

        `change`: from the ratings there are to those after it. Of two who do it at once, at
        whatever server, one does it; another table of the same people waits its turn.
        """
        ratings = schema.ratings
        mark = self._database.inserting(schema.rated).on_conflict_do_nothing()
        whose = schema.people
        lock = select(whose.c.id).where(whose.c.id.in_(people)).order_by(whose.c.id)
        known = and_(ratings.c.person.in_(people), ratings.c.family == family)

        def work(connection: Connection) -> bool:
            if connection.execute(mark, {"table": table, "at": at}).rowcount != 1:
                return False
            there = {row.id for row in connection.execute(lock.with_for_update())}
            rows = connection.execute(select(ratings).where(known)).all()
            for row in change({row.person: RatingRow(*row) for row in rows}):
                if row.person not in there:
                    continue
                adding = self._database.inserting(ratings).values(**row._asdict())
                connection.execute(
                    adding.on_conflict_do_update(
                        index_elements=["person", "family"], set_=row._asdict()
                    )
                )
            return True

        return await self._database.write(work)

    async def unrated(self, since: float, most: int = 100) -> list[str]:
        """Finished tables of people with profiles that have told nothing yet, the oldest first."""
        tables, seats, rated = schema.tables.c, schema.seats.c, schema.rated.c
        wanted = (
            select(tables.id, tables.changed)
            .distinct()
            .join_from(schema.tables, schema.seats, seats.table == tables.id)
            .outerjoin(schema.rated, rated.table == tables.id)
            .where(tables.status == "finished", tables.changed >= since)
            .where(seats.person.is_not(None), rated.table.is_(None))
            .order_by(tables.changed, tables.id)
            .limit(most)
        )
        return [row.id for row in await self._database.read(wanted)]

    async def meetings(self, one: str, other: str) -> list[tuple[TableRow, list[SeatRow]]]:
        """The finished games of two people with each other, the last one first."""
        tables, seats = schema.tables, schema.seats
        mine, theirs = seats.alias(), seats.alias()
        wanted = (
            select(tables, mine, theirs)
            .join_from(tables, mine, mine.c.table == tables.c.id)
            .join(theirs, theirs.c.table == tables.c.id)
            .where(mine.c.person == one, theirs.c.person == other, tables.c.status == "finished")
            .order_by(tables.c.changed.desc(), tables.c.id)
            .limit(MOST)
        )
        width, wide = len(tables.c), len(seats.c)
        return [
            (
                TableRow(*row[:width]),
                [SeatRow(*row[width : width + wide]), SeatRow(*row[width + wide :])],
            )
            for row in await self._database.read(wanted)
        ]
