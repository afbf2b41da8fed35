"""The machinery of the durability tests: servers that can be killed, persons who never give up, and
the law that both are held to.

A server is a process of its own, reached over loopback only. What it has kept is read from a copy
of its files, and replayed with the games alone: nothing of the server judges the server.
"""

import asyncio
import contextlib
import json
import os
import random
import shutil
import socket
import sqlite3
import tempfile
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any, Self

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from capotreno.engine.game import Game
from capotreno.engine.state import NOBODY, State
from capotreno.games.registry import load
from tests.server.born import born
from tests.server.ready import PLAIN

FILE = "capotreno.sqlite3"
MOVES = "SELECT table_id, seq, seat, kind, body, key FROM moves ORDER BY table_id, seq"
PATIENCE = 120.0  # seconds for anything that should come at once, on a noisy machine
START = 300.0  # seconds a server may take to answer, on a noisy machine
GONE = (ConnectionClosed, InvalidHandshake, OSError, TimeoutError)

Frame = dict[str, Any]

game_of = cache(load)


def free_port() -> int:
    """A port outside the range the system gives to clients.

    A client that knocks at a dead server's port inside that range can be given the very port and
    meet itself.
    """
    while True:
        port = random.randrange(20000, 30000)
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


class Server:
    """A server process on loopback that is killed and started again with the same memory."""

    def __init__(self, data: Path, **environment: str) -> None:
        self.data = data
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.words = data.parent / f"stderr-{self.port}"  # not on a disk that may be full
        self.process: BaseProcess | None = None
        self.environment = {
            **os.environ,
            "CAPOTRENO_DATA": str(data),
            "CAPOTRENO_PORT": str(self.port),
            "CAPOTRENO_RATE": "1000",
            "CAPOTRENO_CALLS": "1000",
            "CAPOTRENO_GRACE_SECONDS": "0",
            "CAPOTRENO_PAUSE_SECONDS": "0",
            **environment,
        }

    @property
    def pid(self) -> int:
        assert self.process is not None
        assert self.process.pid is not None
        return self.process.pid

    async def start(self) -> Self:
        self.data.mkdir(parents=True, exist_ok=True)
        self.process = born(self.environment, self.words)
        async with asyncio.timeout(START):
            while True:
                assert self.process.is_alive(), self.said()
                try:
                    _, writer = await asyncio.open_connection("127.0.0.1", self.port)
                except OSError:
                    await asyncio.sleep(0.02)
                else:
                    writer.close()
                    return self

    def kill(self) -> None:
        """SIGKILL: no goodbye to anybody."""
        if self.process is not None:
            self.process.kill()
            self.process.join()
            self.process = None

    def stop(self) -> None:
        """SIGTERM, as an operator would."""
        if self.process is None:
            return
        self.process.terminate()
        try:
            self.process.join(PATIENCE)
            assert self.process.exitcode == 0, self.said()
        finally:
            self.kill()

    def said(self) -> str:
        """All it has written to stderr."""
        return self.words.read_text(encoding="utf-8", errors="replace")

    def moves(self) -> "Moves":
        """What its SQLite holds, by table, read from a copy: recovery stays the server's task."""
        with tempfile.TemporaryDirectory() as folder:
            for name in (FILE, f"{FILE}-wal"):
                if (self.data / name).exists():
                    shutil.copy(self.data / name, folder)
            with contextlib.closing(sqlite3.connect(Path(folder) / FILE)) as copy:
                rows = copy.execute(MOVES).fetchall()
                assert copy.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        return by_table(rows)

    def seed(self, table: str) -> int:
        with contextlib.closing(sqlite3.connect(self.data / FILE)) as database:
            row = database.execute("SELECT seed FROM tables WHERE id = ?", (table,)).fetchone()
        return int(row[0])


@contextlib.asynccontextmanager
async def running(*servers: Server) -> AsyncIterator[None]:
    """Servers for the time of a test; whatever happens they are ended."""
    try:
        await asyncio.gather(*(server.start() for server in servers))
        yield
    finally:
        for server in servers:
            server.kill()


@dataclass(frozen=True)
class Move:
    """A stored move."""

    seq: int
    seat: int
    kind: str
    body: dict[str, Any]
    key: str | None


Moves = dict[str, list[Move]]


def by_table(rows: Iterable[Sequence[Any]]) -> Moves:
    """Stored moves, each table's together."""
    found: Moves = {}
    for table, seq, seat, kind, body, key in rows:
        found.setdefault(table, []).append(Move(seq, seat, kind, json.loads(body), key))
    return found


def effective(moves: Iterable[Move]) -> list[Move]:
    """The gestures that count after undos."""
    kept: list[Move] = []
    for move in moves:
        if move.kind == "undo":
            kept = [one for one in kept if one.seq <= move.body["to"]]
        else:
            kept.append(move)
    return kept


def replayed(game: Game, seed: int, moves: Iterable[Move]) -> State:
    """The state after some moves, from the seed and the game alone."""
    state = game.start(seed)
    for move in effective(moves):
        for action in move.body["actions"]:
            game.apply(state, game.code(action), move.seat)
    return state


def states(game: Game, seed: int, moves: list[Move]) -> Iterator[tuple[int, State]]:
    """The state after every move."""
    state = game.start(seed)
    for number, move in enumerate(moves):
        if move.kind == "undo":
            state = replayed(game, seed, moves[: number + 1])
        else:
            for action in move.body["actions"]:
                game.apply(state, game.code(action), move.seat)
        yield move.seq, state


def cells_of(game: Game, state: State, seat: int | None) -> object:
    """What a seat, or a spectator, must be shown in a state."""
    view = game.view(state, NOBODY if seat is None else seat)
    return json.loads(json.dumps(game.position(view)["cells"]))


# -- calls --------------------------------------------------------------------------------------


async def call(server: Server, method: str, path: str, token: str = "", body: object = None) -> Any:
    """One REST call, repeated until a server answers it."""
    headers = {"authorization": f"Bearer {token}"} if token else {}
    client = httpx.AsyncClient(base_url=server.url, verify=PLAIN)
    async with asyncio.timeout(300), client:
        while True:
            with contextlib.suppress(httpx.TransportError):
                answer = await client.request(method, path, headers=headers, json=body, timeout=60)
                if answer.status_code not in {429, 503}:
                    assert answer.is_success, answer.text
                    json_ = answer.headers["content-type"].startswith("application/json")
                    return answer.json() if json_ else answer.text
            await asyncio.sleep(0.05)


@dataclass
class Table:
    """A table as its players know it."""

    id: str
    game: Game
    token: str
    seats: list[int]


async def create(server: Server, game: str, persons: int, bots: int = 0, **wishes: object) -> Table:
    """A table at which every person's seat is held by one token."""
    seats = [{"kind": "person"}] * persons + [{"kind": "bot", "bot": "random"}] * bots
    body = {"game": game, "seats": seats, **wishes}
    made = await call(server, "POST", "/api/tables", body=body)
    return Table(made["table"], game_of(game, persons + bots), made["token"], made["seats"])


@contextlib.asynccontextmanager
async def talk(server: Server, table: Table, seat: int | None = None) -> AsyncIterator["Talk"]:
    """A socket of a seat, or of a spectator, after its snapshot."""
    address = f"{server.url.replace('http', 'ws')}/api/tables/{table.id}/socket"
    async with connect(address, max_size=None, open_timeout=60, compression=None) as link:
        said = Talk(link, table.game)
        who = {} if seat is None else {"token": table.token, "seat": seat}
        await said.send(type="hello", **who)
        await said.until("snapshot")
        yield said


class Talk:
    """A client that knows what it was told: the view, patched by every update."""

    def __init__(self, link: ClientConnection, game: Game) -> None:
        self.link = link
        self.game = game
        self.seq = -1
        self.view: Frame = {}
        self.offer: Frame | None = None
        self.over = False
        self.frames: list[Frame] = []

    async def send(self, **message: object) -> None:
        await self.link.send(json.dumps(message))

    async def gesture(self, key: str, action: str, seq: int | None = None) -> None:
        seen = self.seq if seq is None else seq
        await self.send(type="gesture", key=key, seq=seen, actions=[action])

    async def hear(self, seconds: float = PATIENCE) -> Frame:
        """The next frame, taken in."""
        async with asyncio.timeout(seconds):  # Python 3.11's wait_for can swallow a cancellation
            frame: Frame = json.loads(await self.link.recv())
        self.frames.append(frame)
        if frame["type"] == "snapshot":
            self.seq, self.offer, self.view = frame["seq"], frame["offer"], frame["view"] or {}
            self.over = frame["table"]["status"] == "finished"
        elif frame["type"] == "update":
            assert frame["seq"] == self.seq + 1, f"a gap: {self.seq}, then {frame['seq']}"
            self.seq, self.offer = frame["seq"], frame["offer"]
            self.view.setdefault("cells", {}).update(frame["changed"])
            self.over = not frame["asked"]
        return frame

    async def until(
        self,
        *types: str,
        when: Callable[[Frame], bool] = lambda frame: True,
        seconds: float = PATIENCE,
    ) -> Frame:
        async with asyncio.timeout(seconds):
            while True:
                frame = await self.hear(seconds)
                if frame["type"] in types and when(frame):
                    return frame

    async def reach(self, seq: int, seconds: float = PATIENCE) -> None:
        """Hear until a move is known."""
        async with asyncio.timeout(seconds):
            while self.seq < seq:
                await self.hear(seconds)

    def choices(self) -> list[str]:
        groups = self.offer["choices"].values() if self.offer else ()
        return [choice["text"] for group in groups for choice in group]
