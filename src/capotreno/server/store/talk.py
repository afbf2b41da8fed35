"""What the store keeps about talk: who is silent or out at a table, who blocks whom, reports."""

from typing import Final, NamedTuple

from sqlalchemy import Connection, delete, func, select, update

from capotreno.server.store import schema
from capotreno.server.store.database import Database
from capotreno.server.store.rows import ChatRow

__all__ = ["OF_TALK", "OUT", "SILENCED", "BlockedRow", "ReportRow", "Talks"]

#: Whose something is: by these a person's talk is found and removed.
OF_TALK: Final = (
    schema.chat.c.author,
    schema.hushed.c.who,
    schema.blocks.c.who,
    schema.blocks.c.blocked,
    schema.reports.c.reporter,
    schema.reports.c.author,
)

SILENCED: Final = "silenced"
OUT: Final = "out"

MOST_BLOCKED = 500  # people that one person blocks


class ReportRow(NamedTuple):
    """A line that somebody has put before the operator."""

    of: str  # the table
    number: int
    reporter: str
    author: str | None
    name: str | None
    text: str
    why: str
    at: float
    done: bool = False


class BlockedRow(NamedTuple):
    """Somebody who is blocked: as who, and by what name they were known."""

    who: str
    name: str
    at: float


class Talks:
    """The talk of one database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def line(self, table: str, number: int) -> ChatRow | None:
        """A line that was said at a table."""
        chat = schema.chat
        wanted = select(chat).where(chat.c.table == table, chat.c.number == number)
        rows = await self._database.read(wanted)
        return ChatRow(*rows[0]) if rows else None

    async def remove(self, table: str, number: int) -> None:
        """A line's words go; its number stays taken."""
        chat = schema.chat
        here = (chat.c.table == table, chat.c.number == number)
        gone = update(chat).where(*here).values(text="", emote=None, removed=True)

        def work(connection: Connection) -> None:
            connection.execute(gone)

        await self._database.write(work)

    # -- order at a table -------------------------------------------------------------------------

    async def hushed(self, table: str, who: str) -> frozenset[str]:
        """How somebody is kept quiet at a table; nothing: they are not."""
        hushed = schema.hushed.c
        wanted = select(hushed.kind).where(hushed.table == table, hushed.who == who)
        return frozenset(row.kind for row in await self._database.read(wanted))

    async def hush(self, table: str, who: str, kind: str) -> None:
        row = {"table": table, "who": who, "kind": kind}
        adding = self._database.inserting(schema.hushed).on_conflict_do_nothing()

        def work(connection: Connection) -> None:
            connection.execute(adding, row)

        await self._database.write(work)

    async def unhush(self, table: str, who: str) -> None:
        hushed = schema.hushed
        gone = delete(hushed).where(hushed.c.table == table, hushed.c.who == who)

        def work(connection: Connection) -> None:
            connection.execute(gone)

        await self._database.write(work)

    # -- blocks -----------------------------------------------------------------------------------

    async def blocked(self, who: str) -> list[BlockedRow]:
        """Whom somebody blocks, the last one first."""
        blocks = schema.blocks.c
        wanted = select(blocks.blocked, blocks.name, blocks.at).where(blocks.who == who)
        rows = await self._database.read(wanted.order_by(blocks.at.desc()).limit(MOST_BLOCKED))
        return [BlockedRow(*row) for row in rows]

    async def blocked_by(self, who: str) -> frozenset[str]:
        return frozenset(one.who for one in await self.blocked(who))

    async def block(self, who: str, blocked: str, name: str, at: float) -> None:
        blocks = schema.blocks
        row = {"who": who, "blocked": blocked, "name": name, "at": at}
        adding = self._database.inserting(blocks).on_conflict_do_nothing()
        count = select(func.count()).where(blocks.c.who == who)
        oldest = select(func.min(blocks.c.at)).where(blocks.c.who == who).scalar_subquery()
        forget = delete(blocks).where(blocks.c.who == who, blocks.c.at == oldest)

        def work(connection: Connection) -> None:
            if connection.execute(count).scalar_one() >= MOST_BLOCKED:
                connection.execute(forget)
            connection.execute(adding, row)

        await self._database.write(work)

    async def unblock(self, who: str, blocked: str) -> None:
        blocks = schema.blocks.c
        gone = delete(schema.blocks).where(blocks.who == who, blocks.blocked == blocked)

        def work(connection: Connection) -> None:
            connection.execute(gone)

        await self._database.write(work)

    # -- reports ----------------------------------------------------------------------------------

    async def report(self, report: ReportRow) -> None:
        """Keeps a report; of one line by one person the first."""
        adding = self._database.inserting(schema.reports).on_conflict_do_nothing()

        def work(connection: Connection) -> None:
            connection.execute(adding, report._asdict())

        await self._database.write(work)

    async def reports(self, most: int, *, settled: bool = False) -> list[ReportRow]:
        """What was reported, the oldest first; not `settled`: what nobody has looked after yet."""
        reports = schema.reports
        wanted = select(reports).order_by(reports.c.at).limit(most)
        if not settled:
            wanted = wanted.where(~reports.c.done)
        return [ReportRow(*row) for row in await self._database.read(wanted)]

    async def settle(self, table: str) -> int:
        """Somebody has looked after the reports of a table; how many there were."""
        reports = schema.reports
        settled = update(reports).where(reports.c.of == table, ~reports.c.done).values(done=True)
        return await self._database.write(lambda connection: connection.execute(settled).rowcount)
