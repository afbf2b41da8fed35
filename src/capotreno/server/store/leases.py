"""Which server of a group has a table in hand.

A server says again and again that it lives; as long as it does, the tables it has taken are its
own. A lease saves work and nothing else: of two who write a move the key (table, seq) lets one win.
"""

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import Connection, delete, select, text, update

from capotreno.server.store import schema
from capotreno.server.store.database import Database
from capotreno.server.store.records import parts

__all__ = ["Lease", "Leases"]

#: A table that is nobody's, or whose server is no more. A table that is not there is taken by none.
_TAKE = text(
    "INSERT INTO leases (table_id, server) SELECT id, :server FROM tables WHERE id = :table "
    "ON CONFLICT (table_id) DO UPDATE SET server = :server WHERE leases.server = :server "
    "OR leases.server NOT IN (SELECT name FROM servers WHERE until > :now)"
)


class Lease(NamedTuple):
    """Who has a table in hand, until when that holds, and where the others reach it."""

    server: str
    address: str  # empty: nowhere
    until: float


class Leases:
    """The leases of one database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def live(self, server: Lease) -> None:
        """A server lives, until then at least."""
        there = self._database.inserting(schema.servers).values(
            name=server.server, address=server.address, until=server.until
        )
        again = {"address": server.address, "until": server.until}
        statement = there.on_conflict_do_update(index_elements=["name"], set_=again)
        await self._database.write(lambda connection: connection.execute(statement).rowcount)

    async def bury(self, address: str) -> None:
        """The server that was at an address is no more: another one is there now."""
        servers = schema.servers.c
        there = (servers.address == address, servers.address != "")
        gone = delete(schema.servers).where(*there)
        await self._database.write(lambda connection: connection.execute(gone).rowcount)

    async def take(self, table: str, server: str, now: float) -> bool:
        """Takes a table for a server; False if another that lives has it, or it is not there."""
        values = {"table": table, "server": server, "now": now}
        return await self._database.write(
            lambda connection: connection.execute(_TAKE, values).rowcount == 1
        )

    async def take_from(self, other: str, table: str, server: str) -> bool:
        """Takes a table from a server that cannot be reached; False if it has it no more."""
        columns = schema.leases.c
        mine = update(schema.leases).where(columns.table == table, columns.server == other)
        statement = mine.values(server=server)
        return await self._database.write(
            lambda connection: connection.execute(statement).rowcount == 1
        )

    async def of(self, table: str, now: float) -> Lease | None:
        """Which living server has a table in hand."""
        leases, servers = schema.leases.c, schema.servers.c
        rows = await self._database.read(
            select(servers.name, servers.address, servers.until)
            .join_from(schema.leases, schema.servers, leases.server == servers.name)
            .where(leases.table == table, servers.until > now)
        )
        return Lease(*rows[0]) if rows else None

    async def held(self, server: str) -> set[str]:
        """The tables that are a server's."""
        columns = schema.leases.c
        rows = await self._database.read(select(columns.table).where(columns.server == server))
        return {row[0] for row in rows}

    async def let_go(self, server: str, tables: Sequence[str]) -> None:
        """A server has these tables in hand no more."""
        columns = schema.leases.c

        def work(connection: Connection) -> None:
            for part in parts(tables):
                gone = delete(schema.leases).where(columns.table.in_(part))
                connection.execute(gone.where(columns.server == server))

        await self._database.write(work)

    async def leave(self, server: str, before: float) -> None:
        """A server ends; with it go those that have said nothing since then."""
        servers, leases = schema.servers, schema.leases
        ended = delete(servers).where((servers.c.name == server) | (servers.c.until < before))
        orphans = delete(leases).where(leases.c.server.not_in(select(servers.c.name)))

        def work(connection: Connection) -> None:
            connection.execute(ended)
            connection.execute(orphans)

        await self._database.write(work)
