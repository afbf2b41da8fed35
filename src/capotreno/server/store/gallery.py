"""The boards that people share with everybody, and how each of them stands."""

from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Connection, Select, delete, func, select, update

from capotreno.server.store import schema
from capotreno.server.store.database import Database

__all__ = ["LISTED", "QUARANTINED", "REMOVED", "WAITING", "SharedRow", "StoredGallery"]

#: It is being tried; everybody sees it; it failed, and waits for the operator; the operator has
#: taken it away.
WAITING: Final = "waiting"
LISTED: Final = "listed"
QUARANTINED: Final = "quarantined"
REMOVED: Final = "removed"


@dataclass(frozen=True, slots=True)
class SharedRow:
    """A board in the gallery."""

    id: str  # that of the board
    title: dict[str, object]
    search: str  # what is looked for when somebody searches
    by: str
    token: str  # the hash of the sharer's
    source: str
    at: float
    status: str
    why: str
    facts: dict[str, object]  # what a person chooses it by
    study: dict[str, object] | None  # what was found


class StoredGallery:
    """The gallery of one database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, row: SharedRow, most: int, own: int) -> str:
        """Adds a board that is kept here; why not, if it is not added.

        `most`: letters of all boards in the gallery; `own`: boards of one source, 0: any number.
        """
        gallery, boards = schema.gallery.c, schema.boards.c
        kept = boards.id.in_(select(gallery.id)) | (boards.id == row.id)
        size = select(func.coalesce(func.sum(boards.size), 0)).where(kept)
        theirs = select(func.count()).where(gallery.source == row.source)
        adding = self._database.inserting(schema.gallery).on_conflict_do_nothing()
        values = {name: getattr(row, name) for name in row.__slots__}

        def work(connection: Connection) -> str:
            if own and connection.execute(theirs).scalar_one() >= own:
                return "gallery_own"
            if connection.execute(size).scalar_one() > most:
                return "gallery_full"
            connection.execute(adding, values)
            return ""

        return await self._database.write(work)

    async def find(self, id: str) -> SharedRow | None:
        """A board of the gallery."""
        rows = await self._database.read(_wanted().where(schema.gallery.c.id == id))
        return SharedRow(*rows[0]) if rows else None

    async def page(
        self, most: int, after: tuple[float, str] | None, search: str, token: str
    ) -> list[SharedRow]:
        """What somebody sees, the newest first: all that is listed, and what they have shared."""
        gallery = schema.gallery.c
        mine = (gallery.token == token) & (gallery.status != REMOVED)
        wanted = _wanted().where((gallery.status == LISTED) | mine)
        if search:
            wanted = wanted.where(gallery.search.contains(search.casefold(), autoescape=True))
        if after is not None:
            at, id = after
            wanted = wanted.where((gallery.at < at) | ((gallery.at == at) & (gallery.id > id)))
        wanted = wanted.order_by(gallery.at.desc(), gallery.id).limit(most)
        return [SharedRow(*row) for row in await self._database.read(wanted)]

    async def every(self, most: int) -> list[SharedRow]:
        """All that was shared, for the operator: what is in quarantine first."""
        gallery = schema.gallery.c
        order = (gallery.status != QUARANTINED, gallery.at.desc(), gallery.id)
        rows = await self._database.read(_wanted().order_by(*order).limit(most))
        return [SharedRow(*row) for row in rows]

    async def played(self, ids: list[str]) -> dict[str, int]:
        """At how many tables each of some boards was or is played."""
        tables = schema.tables.c
        wanted = select(tables.game, func.count()).where(tables.game.in_(ids))
        return dict(map(tuple, await self._database.read(wanted.group_by(tables.game))))

    async def set(
        self, id: str, status: str, why: str = "", study: dict[str, object] | None = None
    ) -> bool:
        """How a board stands from now on. False if it is not there any more."""
        values: dict[str, object] = {"status": status, "why": why}
        if study is not None:
            values["study"] = study
        statement = update(schema.gallery).where(schema.gallery.c.id == id).values(values)
        return await self._database.write(
            lambda connection: connection.execute(statement).rowcount == 1
        )

    async def tried(self, id: str, status: str, why: str, study: dict[str, object] | None) -> None:
        """What came of trying a board, unless somebody has decided about it meanwhile."""
        gallery = schema.gallery.c
        statement = (
            update(schema.gallery)
            .where(gallery.id == id, gallery.status == WAITING)
            .values(status=status, why=why, study=study)
        )

        def work(connection: Connection) -> None:
            connection.execute(statement)

        await self._database.write(work)

    async def drop(self, id: str, token: str) -> bool:
        """Takes a board out again for who has shared it; tables at it go on. False: not theirs."""
        gallery = schema.gallery.c
        theirs = (gallery.id == id, gallery.token == token, gallery.status != REMOVED)
        statement = delete(schema.gallery).where(*theirs)
        return await self._database.write(
            lambda connection: connection.execute(statement).rowcount == 1
        )


def _wanted() -> Select[Any]:
    return select(schema.gallery)
