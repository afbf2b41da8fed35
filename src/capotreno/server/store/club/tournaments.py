"""Tournaments as the store keeps them: who is in, the rounds with their cards, the tables of each.

Every step of a tournament is one transaction that only the first of several servers can take.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from sqlalchemy import (
    CheckConstraint,
    Column,
    Connection,
    Double,
    ForeignKey,
    Index,
    Integer,
    PrimaryKeyConstraint,
    Table,
    Text,
    func,
    insert,
    or_,
    select,
    update,
)

from capotreno.server.store.database import Database
from capotreno.server.store.rows import TableRow
from capotreno.server.store.schema import JsonObject, Seed, metadata
from capotreno.server.store.schema import tables as schema_tables

__all__ = ["EntrantRow", "PairingRow", "RoundRow", "StoredTournaments", "TournamentRow", "forget"]

MOST = 256  # entrants of a tournament

tournaments = Table(
    "tournaments",
    metadata,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("game", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("players", Integer, nullable=False),
    Column("options", JsonObject, nullable=False),
    Column("pace", Text, nullable=False),
    Column("seconds", Integer, nullable=False),
    Column("rounds", Integer, nullable=False),
    Column("round_seconds", Integer, nullable=False),
    Column("fill", Text, nullable=False),
    Column("host", Text, nullable=False),
    Column("language", Text, nullable=False),
    Column("status", Text, nullable=False),
    Column("created", Double, nullable=False),
    CheckConstraint("kind IN ('swiss', 'robin')", name="tournaments_kind"),
    CheckConstraint(
        "status IN ('open', 'running', 'finished', 'called_off')", name="tournaments_status"
    ),
    Index("tournaments_status_of", "status"),
)


def _of_one() -> Column[str]:
    return Column("tournament", Text, ForeignKey("tournaments.id"), nullable=False)


entrants = Table(
    "entrants",
    metadata,
    _of_one(),
    Column("number", Integer, nullable=False),
    Column("person", Text),
    Column("token", Text),
    Column("name", Text, nullable=False),
    Column("status", Text, nullable=False),
    Column("joined", Double, nullable=False),
    PrimaryKeyConstraint("tournament", "number", name="entrants_key"),
    CheckConstraint("status IN ('in', 'out', 'absent')", name="entrants_status"),
    Index("entrants_once", "tournament", "person", unique=True),
    Index("entrants_person", "person"),
)

rounds = Table(
    "rounds",
    metadata,
    _of_one(),
    Column("number", Integer, nullable=False),
    Column("seed", Seed, nullable=False),
    Column("opened", Double, nullable=False),
    Column("due", Double, nullable=False),
    Column("status", Text, nullable=False),
    PrimaryKeyConstraint("tournament", "number", name="rounds_key"),
    CheckConstraint("status IN ('running', 'done')", name="rounds_status"),
)

pairings = Table(
    "pairings",
    metadata,
    _of_one(),
    Column("round", Integer, nullable=False),
    Column("board", Integer, nullable=False),
    Column("at", Text, nullable=False),
    Column("seats", JsonObject, nullable=False),
    Column("result", JsonObject),
    PrimaryKeyConstraint("tournament", "round", "board", name="pairings_key"),
    Index("pairings_at", "at"),
)


class TournamentRow(NamedTuple):
    """A tournament: what is played, how, and how far it has come."""

    id: str
    name: str
    kind: str  # swiss, robin
    game: str
    version: int
    players: int  # at a table
    options: dict[str, object]
    pace: str
    seconds: int  # for a decision
    rounds: int
    round_seconds: int
    fill: str  # who is left over: a bye, or bots in the free chairs
    host: str  # the person who opened it
    language: str
    status: str  # open, running, finished, called_off
    created: float


class EntrantRow(NamedTuple):
    """Somebody who takes part."""

    tournament: str
    number: int
    person: str | None
    token: str | None  # the hash of theirs: it holds their seats
    name: str
    status: str  # in, out, absent
    joined: float


class RoundRow(NamedTuple):
    """A round. Its seed tells every card of all its tables: it leaves for nobody before the end."""

    tournament: str
    number: int
    seed: int
    opened: float
    due: float
    status: str  # running, done


class PairingRow(NamedTuple):
    """A table of a round, or a bye."""

    tournament: str
    round: int
    board: int
    at: str  # the table's id; empty for a bye
    seats: dict[str, Any]  # {"numbers": [...]}, by chair; null where a bot fills one
    result: dict[str, Any] | None  # {"ranks", "totals", "absent"}


class StoredTournaments:
    """The tournaments of one database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    # -- looking ----------------------------------------------------------------------------------

    async def get(self, id: str) -> TournamentRow | None:
        rows = await self._database.read(select(tournaments).where(tournaments.c.id == id))
        return TournamentRow(*rows[0]) if rows else None

    async def running(self) -> list[TournamentRow]:
        """Those that go on."""
        wanted = select(tournaments).where(tournaments.c.status == "running")
        return [TournamentRow(*row) for row in await self._database.read(wanted)]

    async def of(self, person: str, most: int = 50) -> list[TournamentRow]:
        """Those that somebody has opened or takes part in, the newest first."""
        own = select(entrants.c.tournament).where(entrants.c.person == person)
        mine = or_(tournaments.c.host == person, tournaments.c.id.in_(own))
        wanted = select(tournaments).where(mine).order_by(tournaments.c.created.desc()).limit(most)
        return [TournamentRow(*row) for row in await self._database.read(wanted)]

    async def entrants(self, id: str) -> list[EntrantRow]:
        wanted = select(entrants).where(entrants.c.tournament == id).order_by(entrants.c.number)
        return [EntrantRow(*row) for row in await self._database.read(wanted)]

    async def rounds(self, id: str) -> list[RoundRow]:
        wanted = select(rounds).where(rounds.c.tournament == id).order_by(rounds.c.number)
        return [RoundRow(*row) for row in await self._database.read(wanted)]

    async def pairings(self, id: str) -> list[PairingRow]:
        order = (pairings.c.round, pairings.c.board)
        wanted = select(pairings).where(pairings.c.tournament == id).order_by(*order)
        return [PairingRow(*row) for row in await self._database.read(wanted)]

    async def tables(self, ids: Sequence[str]) -> dict[str, TableRow]:
        """Those of some tables that have been made."""
        wanted = select(schema_tables).where(schema_tables.c.id.in_(ids))
        return {row.id: TableRow(*row) for row in await self._database.read(wanted)}

    # -- before it begins -------------------------------------------------------------------------

    async def make(self, row: TournamentRow) -> None:
        await self._do(insert(tournaments).values(**row._asdict()))

    async def join(self, id: str, person: str, token: str, name: str, at: float) -> bool:
        """Somebody takes part, once. False where it has begun or is full."""
        there = (entrants.c.tournament == id, entrants.c.person == person)
        count = select(func.count(), func.coalesce(func.max(entrants.c.number), -1))
        count = count.where(entrants.c.tournament == id)
        begun = select(tournaments.c.status).where(tournaments.c.id == id).with_for_update()

        def work(connection: Connection) -> bool:
            if connection.execute(begun).scalar() != "open":
                return False
            back = update(entrants).where(*there).values(token=token, name=name, status="in")
            if connection.execute(back).rowcount:
                return True
            number, last = connection.execute(count).one()
            if number >= MOST:
                return False
            row = EntrantRow(id, last + 1, person, token, name, "in", at)
            connection.execute(insert(entrants).values(**row._asdict()))
            return True

        return await self._database.write(work)

    async def leave(self, id: str, number: int, status: str = "out") -> None:
        """Somebody plays no further round."""
        here = (entrants.c.tournament == id, entrants.c.number == number)
        await self._do(update(entrants).where(*here).values(status=status))

    async def set_status(self, id: str, old: str, new: str, rounds: int | None = None) -> bool:
        """It begins, ends or is called off. False if it stood otherwise."""
        here = (tournaments.c.id == id, tournaments.c.status == old)
        values: dict[str, object] = {"status": new}
        if rounds is not None:
            values["rounds"] = rounds
        return bool(await self._do(update(tournaments).where(*here).values(**values)))

    # -- its rounds -------------------------------------------------------------------------------

    async def open_round(self, row: RoundRow, tables: Sequence[PairingRow]) -> bool:
        """A round with its pairs. False if another server was faster."""
        first = self._database.inserting(rounds).on_conflict_do_nothing()

        def work(connection: Connection) -> bool:
            if connection.execute(first, row._asdict()).rowcount != 1:
                return False
            connection.execute(insert(pairings), [one._asdict() for one in tables])
            return True

        return await self._database.write(work)

    async def record(self, table: PairingRow, result: dict[str, Any]) -> bool:
        """What became of a table; the first word stays."""
        here = (
            pairings.c.tournament == table.tournament,
            pairings.c.round == table.round,
            pairings.c.board == table.board,
            pairings.c.result.is_(None),
        )
        return bool(await self._do(update(pairings).where(*here).values(result=result)))

    async def close_round(self, row: RoundRow, at: Sequence[str], now: float) -> bool:
        """All have played: what was hidden of their tables is no secret any more."""
        here = (rounds.c.tournament == row.tournament, rounds.c.number == row.number)
        done = update(rounds).where(*here, rounds.c.status == "running").values(status="done")
        columns = schema_tables.c
        unseal = update(schema_tables).where(columns.id.in_(at), columns.sealed)

        def work(connection: Connection) -> bool:
            if connection.execute(done).rowcount != 1:
                return False
            connection.execute(unseal.values(sealed=False, changed=now))
            return True

        return await self._database.write(work)

    async def _do(self, statement: Any) -> int:  # noqa: ANN401 - an insert or an update
        return await self._database.write(lambda connection: connection.execute(statement).rowcount)


def forget(connection: Connection, person: str) -> None:
    """A person's name goes from the tournaments; what they played stays for the others."""
    nobody = {"person": None, "token": None, "name": "–", "status": "out"}
    connection.execute(update(entrants).where(entrants.c.person == person).values(**nobody))
    connection.execute(update(tournaments).where(tournaments.c.host == person).values(host=""))
