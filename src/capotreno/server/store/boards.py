"""The boards that people bring along to tables, each under an id that is made from its text."""

from typing import Final

from sqlalchemy import Connection, delete, func, select, update

from capotreno.server.store import schema
from capotreno.server.store.database import Database

__all__ = ["BARRED", "Boards"]

#: Boards that one new one may push out.
ROOM = 1000

#: How a shared board stands of which no game is built: it failed when it was tried, or the operator
#: has taken it away.
BARRED: Final = ("quarantined", "removed")


class Boards:
    """The boards of one database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def save(self, id: str, text: str, at: float, most: int) -> bool:
        """Keeps a board under the id that is made from it. False if there is no room.

        `most`: letters of all boards together that are not in the gallery. The oldest of them that
        nobody plays on make room.
        """
        boards = schema.boards
        again = update(boards).where(boards.c.id == id).values(at=at)

        def work(connection: Connection) -> bool:
            if connection.execute(again).rowcount == 1:
                return True
            if not _make_room(connection, len(text), most):
                return False
            row = {"id": id, "text": text, "at": at, "size": len(text)}
            connection.execute(self._database.inserting(boards).on_conflict_do_nothing(), row)
            return True

        return await self._database.write(work)

    async def text(self, id: str) -> str | None:
        """The file of a board, whatever is thought of it."""
        boards = schema.boards.c
        rows = await self._database.read(select(boards.text).where(boards.id == id))
        return rows[0].text if rows else None

    async def barred(self, id: str) -> bool:
        """Whether no game may be built of a board."""
        gallery = schema.gallery.c
        wanted = select(gallery.id).where(gallery.id == id, gallery.status.in_(BARRED))
        return bool(await self._database.read(wanted))


def _make_room(connection: Connection, size: int, most: int) -> bool:
    """Drops the oldest boards at which nobody plays, until so much more fits; or whether none do.

    The board of a table that is not finished stays, and what is in the gallery.
    """
    boards, tables = schema.boards.c, schema.tables.c
    brought = boards.id.not_in(select(schema.gallery.c.id))
    sizes = select(func.coalesce(func.sum(boards.size), 0)).where(brought)
    total = connection.execute(sizes).scalar_one()
    if total + size <= most:
        return True
    played = select(tables.game).where(tables.status.in_(("open", "running")))
    oldest = select(boards.id, boards.size).where(brought, boards.id.not_in(played))
    dropped: list[str] = []
    for row in connection.execute(oldest.order_by(boards.at, boards.id).limit(ROOM)).all():
        if total + size <= most:
            break
        dropped.append(row.id)
        total -= row.size
    connection.execute(delete(schema.boards).where(boards.id.in_(dropped)))
    return bool(total + size <= most)
