"""Tournaments go on: rounds are paired, tables made, results gathered, whoever never came is out.

Every step is found in the store and may be done again: after a restart, or by two servers at once.
Everybody plays the same cards: all tables of a round have one seed. Until the last of them is
over they are sealed, and nothing that was played at one can be seen by who plays at another.
"""

import logging
import secrets
import time
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from capotreno.engine.errors import CapotrenoError
from capotreno.server.club.pairing import Entrant, chairs, robin, robin_rounds, swiss
from capotreno.server.club.standings import PlayedTable, scores
from capotreno.server.hall.secrets import new_id
from capotreno.server.store.club.tournaments import (
    EntrantRow,
    PairingRow,
    RoundRow,
    TournamentRow,
)
from capotreno.server.store.rows import SeatRow, TableRow
from capotreno.server.table.results import finish_of

if TYPE_CHECKING:
    from capotreno.server.hall.hall import Hall
    from capotreno.server.table.table import Table

logger = logging.getLogger("capotreno")

BOT: Final = "planner"  # fills free chairs, and plays for who is late
BYE: Final = {"ranks": [1], "totals": [None], "absent": []}


def numbers_of(pairing: PairingRow) -> list[int | None]:
    """Who sits at a table, chair by chair."""
    return [None if n is None else int(n) for n in pairing.seats["numbers"]]


def played(pairings: Sequence[PairingRow]) -> list[PlayedTable]:
    """What has been played, for the standings."""
    return [
        PlayedTable(
            one.round,
            tuple(numbers_of(one)),
            tuple(one.result["ranks"]),
            tuple(one.result["totals"]),
        )
        for one in pairings
        if one.result is not None
    ]


def rounds_of(row: TournamentRow, entrants: int) -> int:
    """How many rounds it has once it begins: a round robin as many as it takes, so often."""
    if row.kind == "robin":
        return robin_rounds(entrants, row.rounds)
    return row.rounds


def paired(
    row: TournamentRow, nth: int, entrants: Sequence[EntrantRow], before: Sequence[PairingRow]
) -> list[list[int | None]]:
    """The tables of the next round, chair by chair; one alone has a bye."""
    points: dict[int, float] = defaultdict(float)
    met: dict[int, set[int]] = defaultdict(set)
    alone: Counter[int] = Counter()
    first: Counter[int] = Counter()
    for table in played(before):
        got = scores(table.ranks)
        people = [n for n in table.seats if n is not None]
        for chair, n in enumerate(table.seats):
            if n is not None:
                points[n] += got[chair]
                met[n] |= set(people) - {n}
                alone[n] += len(people) < row.players
        if table.seats[0] is not None and not table.bye:
            first[table.seats[0]] += 1
    inside = [one.number for one in entrants if one.status == "in"]
    if row.kind == "robin":
        numbers = [one.number for one in entrants]
        groups = [[n for n in pair if n in inside] for pair in robin(numbers, nth)]
        groups = [group for group in groups if group]
    else:
        field = [Entrant(n, points[n], frozenset(met[n]), alone[n], first[n]) for n in inside]
        groups = swiss(field, row.players)
    tables: list[list[int | None]] = []
    for group in groups:
        seats: list[int | None] = [*chairs(group, first, nth)]
        if row.fill == "bots" or len(seats) > 1:
            seats += [None] * (row.players - len(seats))
        tables.append(seats)
    return tables


class Tournaments:
    """The tournaments of a server, as far as they are its work."""

    def __init__(self, hall: "Hall") -> None:
        self._hall = hall
        self._store = hall.store

    async def look(self) -> None:
        """Do what there is to do now; one that cannot go on must not stop the others."""
        for row in await self._store.tournaments.running():
            try:
                while await self._step(row):
                    pass
            except CapotrenoError as error:
                logger.warning("tournament %s: %s", row.id, error)

    async def _step(self, row: TournamentRow) -> bool:
        """One step of a tournament; whether there may be another one at once."""
        rounds = await self._store.tournaments.rounds(row.id)
        pairings = await self._store.tournaments.pairings(row.id)
        if rounds and rounds[-1].status == "running":
            return await self._play(row, rounds[-1], pairings)
        entrants = await self._store.tournaments.entrants(row.id)
        inside = sum(one.status == "in" for one in entrants)
        if len(rounds) >= row.rounds or inside < 2:
            await self._store.tournaments.set_status(row.id, "running", "finished")
            logger.info("a tournament is over", extra={"rounds": len(rounds)})
            return False
        return await self._open(row, len(rounds) + 1, entrants, pairings)

    async def _open(
        self,
        row: TournamentRow,
        nth: int,
        entrants: list[EntrantRow],
        before: list[PairingRow],
    ) -> bool:
        """The next round: who plays whom, and with which cards, which nobody knows yet."""
        now = time.time()
        seed = secrets.randbits(64)
        opened = RoundRow(row.id, nth, seed, now, now + row.round_seconds, "running")
        tables = [
            PairingRow(
                *(row.id, nth, board, new_id() if len(seats) > 1 else "", {"numbers": seats}),
                None if len(seats) > 1 else dict(BYE),
            )
            for board, seats in enumerate(paired(row, nth, entrants, before))
        ]
        await self._store.tournaments.open_round(opened, tables)
        return True

    async def _play(
        self, row: TournamentRow, running: RoundRow, pairings: list[PairingRow]
    ) -> bool:
        """The tables of a round: made, looked after, and unsealed when the last one is over."""
        here = [one for one in pairings if one.round == running.number]
        waiting = [one for one in here if one.result is None]
        there = await self._store.tournaments.tables([one.at for one in waiting])
        over = [await self._table(row, running, one, there.get(one.at)) for one in waiting]
        if waiting:
            return all(over)
        at = [one.at for one in here if one.at]
        if await self._store.tournaments.close_round(running, at, time.time()):
            await self._hall.reseated(at)
        return True

    async def _table(
        self, row: TournamentRow, running: RoundRow, pairing: PairingRow, table: TableRow | None
    ) -> bool:
        """One table: there, or made now; late, or over: whether that."""
        if table is None:
            await self._make(row, running, pairing)
        elif table.status == "finished":
            end = finish_of(table.result)
            await self._record(pairing, end.ranks, end.totals)
            return True
        elif time.time() > running.due:
            return await self._late(pairing)
        return False

    async def _record(
        self, pairing: PairingRow, ranks: Sequence[int], totals: Sequence[int | None]
    ) -> None:
        """What became of a table; who never came has lost, whatever a bot did there."""
        came = {
            move.seat
            for move in await self._store.moves(pairing.at)
            if move.kind == "gesture" and move.seat >= 0 and "thought" not in move.body
        }
        numbers = numbers_of(pairing)
        gone = [n is not None and chair not in came for chair, n in enumerate(numbers)]
        absent = [n for n, away in zip(numbers, gone, strict=True) if n is not None and away]
        result = {
            "ranks": [len(ranks) if away else rank for rank, away in zip(ranks, gone, strict=True)],
            "totals": [None if away else own for own, away in zip(totals, gone, strict=True)],
            "absent": absent,
        }
        if absent and len(absent) < sum(n is not None for n in numbers):
            # Who came has not lost to somebody who did not.
            ranked = sorted({rank for rank, away in zip(ranks, gone, strict=True) if not away})
            result["ranks"] = [
                len(ranks) if away else 1 + ranked.index(rank)
                for rank, away in zip(ranks, gone, strict=True)
            ]
        if await self._store.tournaments.record(pairing, result):
            for n in absent:
                await self._store.tournaments.leave(pairing.tournament, n, "absent")

    async def _make(self, row: TournamentRow, running: RoundRow, pairing: PairingRow) -> None:
        """A table of the round, with its cards; at once at two servers it is made once."""
        game = await self._hall.game(row.game, row.players, row.options)
        if game.ruleset.version != row.version:
            return  # it cannot go on before the server has these rules again
        entrants = {one.number: one for one in await self._store.tournaments.entrants(row.id)}
        now = time.time()
        made = TableRow(
            id=pairing.at,
            game=row.game,
            version=row.version,
            players=row.players,
            options=row.options,
            seed=running.seed,
            pace=row.pace,
            seconds=row.seconds,
            public=False,
            creator="",  # nobody may put a bot in a chair
            status="open",
            deadline=None,
            created=now,
            changed=now,
            language=row.language,
            hints=False,
            sealed=True,
        )
        seats = []
        for chair, n in enumerate(numbers_of(pairing)):
            one = None if n is None else entrants[n]
            if one is None or one.token is None:
                seats.append(SeatRow(pairing.at, chair, "bot", f"{chair + 1}", BOT))
            else:
                person = SeatRow(pairing.at, chair, "person", one.name, token=one.token)
                seats.append(replace(person, person=one.person))
        await self._hall.create(made, seats)

    async def _late(self, pairing: PairingRow) -> bool:
        """The time of the round is over: a bot plays on for who is asked, to the end.

        Where somebody never came it is over at once (true): they have lost, and are out.
        """
        table = await self._hall.fresh(pairing.at)
        numbers = numbers_of(pairing)
        moves = await self._store.moves(pairing.at)
        own = {move.seat for move in moves if move.seq > 0 and "thought" not in move.body}
        if any(n is not None and chair not in own for chair, n in enumerate(numbers)):
            await self._record(pairing, [1] * len(numbers), [None] * len(numbers))
            await self._give_up(table)
            return True
        for chair in table.asked:
            if table.seats[chair].kind == "person" and not table.bot_of(chair):
                await self._hall.stand_in(table, chair, BOT)
        return False

    async def _give_up(self, table: "Table") -> None:
        """The game has been decided without being played: bots have its chairs."""
        for row in list(table.seats):
            if row.kind == "person":
                await self._hall.seat(
                    table, row, SeatRow(row.table, row.seat, "bot", row.name, BOT)
                )
