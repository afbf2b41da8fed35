"""The server dies at random moments of running games, and nobody loses a move.

`make test` kills it a few times, `make torture` 200 times and with three tables of every game.
"""

import asyncio
import contextlib
import os
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from capotreno.engine.record import log as logs
from capotreno.games.registry import REGISTRY, games
from tests import long
from tests.server.trouble.torture import (
    GONE,
    Frame,
    Move,
    Server,
    Table,
    Talk,
    call,
    cells_of,
    create,
    effective,
    running,
    states,
    talk,
)

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

KILLS = int(os.environ.get("CAPOTRENO_KILLS", str(long.of(5, 200))))
LONG = KILLS > 20
LIFE = (1, 150 if LONG else 80)  # gestures between two deaths
TAIL = 1200.0  # seconds for the last games to end


@dataclass
class Person:
    """A seat that plays at random until its game is over, through any number of dead servers.

    A gesture is sent again under its key until it is answered. Some are sent twice at once, some
    race with another gesture of the same seat; now and then an undo is asked for.
    """

    server: Server
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
                async with talk(self.server, self.table, self.seat) as said:
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

    def judge(self, moves: list[Move]) -> None:
        """The law: what was acknowledged is there, once."""
        assert [move.seq for move in moves] == list(range(len(moves)))
        mine = {move.key: move for move in moves if move.seat == self.seat and move.key is not None}
        keyed = [move for move in moves if move.key is not None and move.seat == self.seat]
        assert len(mine) == len(keyed), "a gesture was applied twice"
        for key, (seq, actions) in self.acknowledged.items():
            assert key in mine, f"an acknowledged move is lost: {key}"
            assert (mine[key].seq, mine[key].body["actions"]) == (seq, actions)
        assert not self.refused & mine.keys(), "a refused gesture was played"
        assert mine.keys() <= self.acknowledged.keys() | self.pending.keys(), "played by nobody"


def judge_views(people: list[Person], seed: int, moves: list[Move]) -> None:
    """The law: what the persons at one table were shown is the replayed log."""
    game = people[0].table.game
    shown: dict[int, list[tuple[int, object]]] = {}
    for person in people:
        for seq, cells in person.shown:
            shown.setdefault(seq, []).append((person.seat, cells))
        person.shown.clear()
    for seq, state in states(game, seed, moves):
        for seat, cells in shown.pop(seq, []):
            assert cells == cells_of(game, state, seat), f"move {seq}, seat {seat}"
    assert not shown, f"shown and lost: {sorted(shown)}"


class Storm:
    """Tables of every game, and the persons at them."""

    def __init__(self, server: Server, dice: random.Random) -> None:
        self.server = server
        self.dice = dice
        self.people: list[Person] = []
        self.sent = asyncio.Semaphore(0)
        self.finished = 0
        self._tasks: set[asyncio.Task[None]] = set()

    def seat(self) -> None:
        """Tables of every game: full ones of persons, small ones, and with bots, in turn or all."""
        for number, game in enumerate(games()):
            kinds = ((REGISTRY[game]().board.players[1], 0), (2, 0), (1, 1))
            for persons, bots in kinds if LONG else (kinds[number % 3],):
                self.begin(game, persons, bots)

    def begin(self, game: str, persons: int, bots: int) -> None:
        task = asyncio.create_task(self._table(game, persons, bots))
        self._tasks.add(task)

    async def _table(self, game: str, persons: int, bots: int) -> None:
        """One game after the other at a table of this kind."""
        while True:
            table = await create(self.server, game, persons, bots)
            people = [
                Person(
                    self.server,
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
        log = logs.read(await call(self.server, "GET", f"/api/tables/{table.id}/log"))
        logs.verify(table.game, log)
        kept = effective(self.server.moves()[table.id])
        assert [gesture.actions for gesture in log.gestures] == [
            move.body["actions"] for move in kept
        ]

    async def blow(self, gestures: int) -> None:
        """Wait until so many gestures were sent; a fault of a table is a fault here."""
        for _ in range(gestures):
            waiting = asyncio.ensure_future(self.sent.acquire())
            await asyncio.wait({waiting, *self._tasks}, timeout=300, return_when="FIRST_COMPLETED")
            self.check_tasks()
            assert waiting.done(), f"nobody plays any more\n{self.server.said()[-2000:]}"

    def check_tasks(self) -> None:
        for task in self._tasks:
            if task.done():
                task.result()

    def judge(self) -> int:
        moves = self.server.moves()
        tables: dict[str, list[Person]] = {}
        for person in self.people:
            person.judge(moves[person.table.id])
            tables.setdefault(person.table.id, []).append(person)
        for id, people in tables.items():
            judge_views(people, self.server.seed(id), moves[id])
        return sum(len(rows) for rows in moves.values())

    async def end(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


async def test_a_killed_server_loses_no_move_and_plays_none_twice(tmp_path: Path) -> None:
    dice = random.Random(os.environ.get("CAPOTRENO_TORTURE_SEED", "capotreno"))
    server = Server(tmp_path / "data")
    storm = Storm(server, dice)
    async with running(server):
        try:
            storm.seat()
            for _ in range(KILLS):
                await storm.blow(dice.randint(*LIFE))
                await asyncio.sleep(dice.random() * 0.01)
                server.kill()
                storm.judge()
                await server.start()
            async with asyncio.timeout(TAIL):
                while storm.finished < (len(games()) if LONG else 2):
                    await storm.blow(50)
            await storm.end()
            server.stop()
            moves = storm.judge()
        finally:
            await storm.end()
    assert moves > KILLS * 10
    assert sum(person.connections for person in storm.people) > KILLS * 10
    assert "Traceback" not in server.said(), server.said()
