"""Public tables by what people look for, and the one to sit down at: found or opened, at once."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from sqlalchemy import ColumnElement, Connection, Text, exists, func, or_, select, text, type_coerce

from capotreno.server.store import schema
from capotreno.server.store.database import Database
from capotreno.server.store.rows import SeatRow, TableRow

__all__ = ["Found", "LobbyPlace", "Matching", "TableWish"]

#: A place in the lobby: whether it is behind, when the table was made, its id.
LobbyPlace = tuple[bool, float, str]

#: PostgreSQL's lock for those who look for a match: one at a time sees what the other has opened.
_LOCK: Final = 0x6361706F6D617463

#: How a table was found: I wait there already, it has a free seat for me, or it was opened now.
Found = Literal["mine", "free", "new"]


@dataclass(frozen=True)
class TableWish:
    """What somebody looks for; nothing said: anything will do."""

    game: str | None = None
    players: int | None = None
    dice: bool | None = None
    pace: str | None = None
    seconds: tuple[int, int] | None = None  # from, to
    hints: bool | None = None
    waiting: bool = False  # only tables with a free seat

    def conditions(self) -> list[ColumnElement[bool]]:
        """The same for the database."""
        tables = schema.tables.c
        with_dice = type_coerce(tables.options, Text).contains('"dice":true', autoescape=True)
        found: list[ColumnElement[bool]] = []
        if self.game is not None:
            found.append(tables.game == self.game)
        if self.players is not None:
            found.append(tables.players == self.players)
        if self.dice is not None:
            found.append(with_dice if self.dice else ~with_dice)
        if self.pace is not None:
            found.append(tables.pace == self.pace)
        if self.seconds is not None:
            found.append(tables.seconds.between(*self.seconds))
        if self.hints is not None:
            found.append(tables.hints if self.hints else ~tables.hints)
        if self.waiting:
            found.append(tables.status == "open")
        return found


class Matching:
    """The lobby of one database."""

    def __init__(
        self,
        database: Database,
        creating: Callable[[TableRow, Sequence[SeatRow]], Callable[[Connection], bool]],
    ) -> None:
        self._database = database
        self._creating = creating

    async def lobby(
        self,
        most: int,
        after: LobbyPlace | None = None,
        since: float = 0.0,
        wish: TableWish = TableWish(),  # noqa: B008 - frozen
    ) -> list[TableRow]:
        """Public tables that are open or running: the newest first, then those that stand behind.

        At most so many, those that come after a place in this order; where nothing has happened
        since then, nobody waits any more.
        """
        columns = schema.tables.c
        listed = select(schema.tables).where(text(schema.LISTED), columns.changed >= since)
        listed = listed.where(*wish.conditions())
        if after is not None:
            behind, created, id = after
            older = (columns.created < created) | ((columns.created == created) & (columns.id > id))
            listed = listed.where(columns.behind & older if behind else columns.behind | older)
        order = (columns.behind, columns.created.desc(), columns.id)
        rows = await self._database.read(listed.order_by(*order).limit(most))
        return [TableRow(*row) for row in rows]

    async def match(
        self,
        wish: TableWish,
        mine: Sequence[str],
        since: float,
        new: tuple[TableRow, Sequence[SeatRow]],
        but_not: Sequence[str] = (),
    ) -> tuple[str, Found]:
        """The table at which I wait already, one that waits for me, or else the new one.

        `mine`: as whom I am known. Of many who ask at once, at whatever server, each sees what
        the one before has opened.
        """
        tables, seats, blocks = schema.tables.c, schema.seats.c, schema.blocks.c
        held = or_(seats.token.in_(mine), seats.person.in_(mine))
        here = seats.table == tables.id
        sits = exists().where(here, held)
        theirs = or_(blocks.blocked == seats.token, blocks.blocked == seats.person)
        mind = exists().where(here, blocks.who.in_(mine), theirs)
        minds = or_(blocks.who == seats.token, blocks.who == seats.person)
        minded = exists().where(here, blocks.blocked.in_(mine), minds)
        waiting = (text(schema.LISTED), tables.status == "open", tables.changed >= since)
        fits = select(tables.id).where(*waiting, *wish.conditions(), tables.id.not_in(but_not))
        own = fits.where(sits).limit(1)
        free = fits.where(~sits, ~mind, ~minded).order_by(tables.created, tables.id).limit(1)
        create = self._creating(*new)

        def work(connection: Connection) -> tuple[str, Found]:
            if not self._database.embedded:  # SQLite has one writer anyway
                connection.execute(select(func.pg_advisory_xact_lock(_LOCK)))
            found: Any = connection.execute(own).scalar()
            if found is not None:
                return found, "mine"
            found = connection.execute(free).scalar()
            if found is not None:
                return found, "free"
            create(connection)
            return new[0].id, "new"

        return await self._database.write(work)
