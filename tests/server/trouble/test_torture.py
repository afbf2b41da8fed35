"""Servers die at random moments of running games, and nobody loses a move.

One alone, and one or both of two that share a database. `make test` kills them a few times, `make
torture` 200 times and with three tables of every game.
"""

import asyncio
import contextlib
import os
import random
import signal
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import asyncpg  # type: ignore[import-untyped]
import pytest

from capotreno.engine.record import log as logs
from capotreno.games.registry import REGISTRY, games
from tests import long
from tests.server.trouble.torture import (
    GONE,
    MOVES,
    Frame,
    Move,
    Moves,
    Server,
    Table,
    Talk,
    by_table,
    call,
    cells_of,
    create,
    effective,
    running,
    states,
    talk,
)

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

KILLS = int(os.environ.get("CAPOTRENO_KILLS", str(long.of(3, 200))))
LONG = KILLS > 20
LIFE = (1, 150 if LONG else 80)  # gestures between two deaths
BOTH = 0.2  # how often both servers die
ASLEEP = 0.03 if LONG else 0.0  # how often one only sleeps, and longer than it counts as living
SLEEP = 17.0
TAIL = 1200.0  # seconds for the last games to end


@dataclass
class Person:
    """A seat that plays at random until its game is over, through any number of dead servers.

    A gesture is sent again under its key until it is answered. Some are sent twice at once, some
    race with another gesture of the same seat; now and then an undo is asked for.
    """

    servers: list[Server]
    table: Table
    seat: int
    dice: random.Random
    undoes: bool = False
    on_sent: Callable[[], None] = lambda: None
    pending: dict[str, Frame] = field(default_factory=dict)
    acknowledged: dict[str, tuple[int, list[str]]] = field(default_factory=dict)
    refused: set[str] = field(default_factory=set)
    shown: list[tuple[int, object]] = field(default_factory=list)  # seq and cells, to be judged
    connections: int = 0
    over: bool = False

    async def live(self) -> None:
        while not self.over:
            with contextlib.suppress(*GONE):
                server = self.dice.choice(self.servers)
                async with talk(server, self.table, self.seat) as said:
                    self.connections += 1
                    await self._play(said)
            await asyncio.sleep(0.03)

    async def _play(self, said: Talk) -> None:
        frame = said.frames[-1]
        for message in list(self.pending.values()):
            await said.send(**message)
        while True:
            if frame["type"] in {"snapshot", "update"} and said.view:
                self.shown.append((said.seq, dict(said.view["cells"])))
            elif frame["type"] == "ack":
                self._acknowledge(frame["key"], frame["seq"])
            elif frame["type"] == "refused":
                self._refuse(frame)
            elif frame["type"] == "error" and frame["error"] not in {"stale", "undo_revealed"}:
                assert frame["error"] in {"undo_nothing", "undo_over", "store"}, frame
            if said.over and not self.pending:
                self.over = True
                return
            if said.offer is not None and not self.pending:
                await self._gesture(said)
            frame = await said.hear()
            said.frames.clear()

    async def _gesture(self, said: Talk) -> None:
        if self.undoes and self.dice.random() < 0.05:
            await said.send(type="undo")
        first = self._write(said)
        twice = self.dice.random()
        for message in (first, first) if twice < 0.2 else (first,):
            await said.send(**message)
        if twice > 0.85:
            await said.send(**self._write(said))
        self.on_sent()

    def _write(self, said: Talk) -> Frame:
        key = f"{self.seat}-{self.dice.getrandbits(60):x}"
        action = self.dice.choice(said.choices())
        message = {"type": "gesture", "key": key, "seq": said.seq, "actions": [action]}
        self.pending[key] = message
        return message

    def _acknowledge(self, key: str, seq: int) -> None:
        sent = self.pending.pop(key, None)
        if sent is None:
            assert self.acknowledged[key][0] == seq, "one key, two moves"
            return
        self.acknowledged[key] = (seq, sent["actions"])

    def _refuse(self, frame: Frame) -> None:
        assert frame["key"] not in self.acknowledged, "acknowledged, then refused"
        self.pending.pop(frame["key"], None)
        self.refused.add(frame["key"])

    def known(self) -> "Known":
        """What must be true of the moves from now on."""
        shown, self.shown = self.shown, []
        return Known(self, dict(self.acknowledged), set(self.refused), shown)

    def judge(self, moves: list[Move], known: "Known") -> None:
        """The law: what was acknowledged is there, once."""
        assert [move.seq for move in moves] == list(range(len(moves)))
        mine = {move.key: move for move in moves if move.seat == self.seat and move.key is not None}
        keyed = [move for move in moves if move.key is not None and move.seat == self.seat]
        assert len(mine) == len(keyed), "a gesture was applied twice"
        for key, (seq, actions) in known.acknowledged.items():
            assert key in mine, f"an acknowledged move is lost: {key}"
            assert (mine[key].seq, mine[key].body["actions"]) == (seq, actions)
        assert not known.refused & mine.keys(), "a refused gesture was played"
        assert mine.keys() <= self.acknowledged.keys() | self.pending.keys(), "played by nobody"


class Known(NamedTuple):
    """What a person was told, before the moves were looked at: others may go on meanwhile."""

    person: Person
    acknowledged: dict[str, tuple[int, list[str]]]
    refused: set[str]
    shown: list[tuple[int, object]]


def judge_views(people: list[Known], seed: int, moves: list[Move]) -> None:
    """The law: what the persons at one table were shown is the replayed log."""
    game = people[0].person.table.game
    shown: dict[int, list[tuple[int, object]]] = {}
    for known in people:
        for seq, cells in known.shown:
            shown.setdefault(seq, []).append((known.person.seat, cells))
    if not shown:
        return
    for seq, state in states(game, seed, moves):
        for seat, cells in shown.pop(seq, []):
            assert cells == cells_of(game, state, seat), f"move {seq}, seat {seat}"
    assert not shown, f"shown and lost: {sorted(shown)}"


class Storm:
    """Tables of every game, and the persons at them; `kept`: all moves, and the tables' seeds."""

    def __init__(
        self,
        servers: list[Server],
        kept: Callable[[], Awaitable[tuple[Moves, dict[str, int]]]],
        dice: random.Random,
    ) -> None:
        self.servers = servers
        self.kept = kept
        self.dice = dice
        self.people: list[Person] = []
        self.sent = asyncio.Semaphore(0)
        self.finished = 0
        self._tasks: set[asyncio.Task[None]] = set()

    def seat(self) -> None:
        """Tables of every game: full ones of persons, small ones, and with bots, in turn or all."""
        for number, game in enumerate(games() if LONG else games()[::3]):
            kinds = ((REGISTRY[game]().board.players[1], 0), (2, 0), (1, 1))
            for persons, bots in kinds if LONG else (kinds[number % 3],):
                self.begin(game, persons, bots)

    def begin(self, game: str, persons: int, bots: int) -> None:
        task = asyncio.create_task(self._table(game, persons, bots))
        self._tasks.add(task)

    async def _table(self, game: str, persons: int, bots: int) -> None:
        """One game after the other at a table of this kind."""
        while True:
            table = await create(self.dice.choice(self.servers), game, persons, bots)
            people = [
                Person(
                    self.servers,
                    table,
                    seat,
                    random.Random(self.dice.random()),
                    undoes=persons == 1,
                    on_sent=self.sent.release,
                )
                for seat in table.seats
            ]
            self.people += people
            async with asyncio.TaskGroup() as group:  # one that fails ends the others
                for person in people:
                    group.create_task(person.live())
            await self._verify(table)
            self.finished += 1

    async def _verify(self, table: Table) -> None:
        """The log of the finished game replays from its seed, and is what the store holds."""
        server = self.dice.choice(self.servers)
        log = logs.read(await call(server, "GET", f"/api/tables/{table.id}/log"))
        logs.verify(table.game, log)
        moves, _ = await self.kept()
        kept = effective(moves[table.id])
        assert [gesture.actions for gesture in log.gestures] == [
            move.body["actions"] for move in kept
        ]

    async def blow(self, gestures: int) -> None:
        """Wait until so many gestures were sent; a fault of a table is a fault here."""
        for _ in range(gestures):
            waiting = asyncio.ensure_future(self.sent.acquire())
            await asyncio.wait({waiting, *self._tasks}, timeout=300, return_when="FIRST_COMPLETED")
            self.check_tasks()
            said = "".join(server.said()[-2000:] for server in self.servers)
            assert waiting.done(), f"nobody plays any more\n{said}"

    def check_tasks(self) -> None:
        for task in self._tasks:
            if task.done():
                task.result()

    async def judge(self) -> int:
        told = [person.known() for person in self.people]
        moves, seeds = await self.kept()
        tables: dict[str, list[Known]] = {}
        for known in told:
            id = known.person.table.id
            known.person.judge(moves[id], known)
            tables.setdefault(id, []).append(known)
        for id, people in tables.items():
            judge_views(people, seeds[id], moves[id])
        return sum(len(rows) for rows in moves.values())

    async def end(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


async def test_a_killed_server_loses_no_move_and_plays_none_twice(tmp_path: Path) -> None:
    dice = random.Random(os.environ.get("CAPOTRENO_TORTURE_SEED", "capotreno"))
    server = Server(tmp_path / "data")

    async def kept() -> tuple[Moves, dict[str, int]]:
        moves = server.moves()
        return moves, {table: server.seed(table) for table in moves}

    storm = Storm([server], kept, dice)
    async with running(server):
        try:
            storm.seat()
            for _ in range(KILLS):
                await storm.blow(dice.randint(*LIFE))
                await asyncio.sleep(dice.random() * 0.01)
                server.kill()
                await storm.judge()
                await server.start()
            async with asyncio.timeout(TAIL):
                while storm.finished < (len(games()) if LONG else 1):
                    await storm.blow(50)
            await storm.end()
            server.stop()
            moves = await storm.judge()
        finally:
            await storm.end()
    assert moves > KILLS * 10
    assert sum(person.connections for person in storm.people) > KILLS * 10
    assert "Traceback" not in server.said(), server.said()


async def test_of_two_servers_any_may_be_killed_at_any_time(
    tmp_path: Path, postgresql_url: str
) -> None:
    """One, or both; or one sleeps, and wakes when the other has taken its tables."""
    dice = random.Random(os.environ.get("CAPOTRENO_TORTURE_SEED", "two"))
    servers = [
        Server(tmp_path / name, CAPOTRENO_DATABASE=postgresql_url) for name in ("left", "right")
    ]

    async def kept() -> tuple[Moves, dict[str, int]]:
        connection = await asyncpg.connect(postgresql_url)
        try:
            moves = by_table(await connection.fetch(MOVES))
            seeds = await connection.fetch("SELECT id, seed FROM tables")
        finally:
            await connection.close()
        return moves, {id: int(seed) for id, seed in seeds}

    storm = Storm(servers, kept, dice)
    async with running(*servers):
        try:
            storm.seat()
            killed = 0
            while killed < (KILLS if LONG else 2):
                await storm.blow(dice.randint(*LIFE))
                if dice.random() < ASLEEP:
                    await asleep(dice.choice(servers))
                    continue
                await asyncio.sleep(dice.random() * 0.01)
                dead = servers if dice.random() < BOTH else [dice.choice(servers)]
                for server in dead:
                    server.kill()
                killed += len(dead)
                if len(dead) == 1:
                    await storm.blow(dice.randint(*LIFE) // 3)  # with the other one
                await storm.judge()
                await asyncio.gather(*(server.start() for server in dead))
            async with asyncio.timeout(TAIL):
                while storm.finished < (len(games()) if LONG else 1):
                    await storm.blow(50)
            await storm.end()
            for server in servers:
                server.stop()
            moves = await storm.judge()
        finally:
            await storm.end()
    assert moves > killed * 10
    for server in servers:
        assert "Traceback" not in server.said(), server.said()


async def asleep(server: Server) -> None:
    """It does nothing for so long that another one may have its tables, and then it goes on."""
    os.kill(server.pid, signal.SIGSTOP)
    try:
        await asyncio.sleep(SLEEP)
    finally:
        os.kill(server.pid, signal.SIGCONT)
