"""The finished games of a person, as they are in the database."""

from collections import defaultdict
from typing import NamedTuple

from sqlalchemy import select

from capotreno.server.store import schema
from capotreno.server.store.database import Database
from capotreno.server.store.rows import SeatRow


class PastRow(NamedTuple):
    """A finished game, where somebody sat in it, who else did, and the seat's review."""

    table: str
    game: str
    options: dict[str, object]
    changed: float
    result: dict[str, object]
    seat: int
    review: str | None
    others: list[SeatRow]


async def past_of(database: Database, person: str, most: int) -> list[PastRow]:
    """A person's finished games, the latest first."""
    tables, seats, reviews = schema.tables.c, schema.seats.c, schema.reviews.c
    wanted = (
        select(
            *(tables.id, tables.game, tables.options, tables.changed, tables.result),
            *(seats.seat, reviews.text),
        )
        .join_from(schema.seats, schema.tables, tables.id == seats.table)
        .outerjoin(schema.reviews, (reviews.of == tables.id) & (reviews.seat == seats.seat))
        .where(seats.person == person, seats.kind == "person", tables.status == "finished")
        .order_by(tables.changed.desc(), tables.id)
        .limit(most)
    )
    rows = await database.read(wanted)
    others: dict[str, list[SeatRow]] = defaultdict(list)
    ids = [row.id for row in rows]
    some = select(schema.seats).where(seats.table.in_(ids)).order_by(seats.table, seats.seat)
    for row in await database.read(some):
        others[row.table].append(SeatRow(*row))
    return [
        PastRow._make([*row, [one for one in others[row.id] if one.seat != row.seat]])
        for row in rows
    ]
