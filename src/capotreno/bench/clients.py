"""The people of the load bench: a socket for every seat, a gesture per table now and then."""

import asyncio
import contextlib
import random
import time
import urllib.error
import urllib.request
from collections.abc import Sequence
from http import HTTPStatus
from typing import Any, Self
from zlib import crc32

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from capotreno.bench.readers import Readers

__all__ = ["Clients"]

SETTLE = 1.0  # seconds of quiet before the memory is looked at
ANSWER = 10.0  # seconds after which a gesture counts as lost


class _Choice(msgspec.Struct):
    text: str


class _Offer(msgspec.Struct):
    choices: dict[str, list[_Choice]]


class _Frame(msgspec.Struct):
    """What a player of the bench reads of a frame; the rest is passed over."""

    type: str
    seq: int = -1
    offer: _Offer | None = None
    key: str = ""


_decode = msgspec.json.Decoder(_Frame).decode


class _Seat:
    """A socket that knows what it is asked."""

    def __init__(self, link: ClientConnection) -> None:
        self.link = link
        self.seq = -1
        self.offer: _Offer | None = None
        self.waits: dict[str, asyncio.Future[str]] = {}

    async def listen(self) -> None:
        try:
            async for data in self.link:
                frame = _decode(data)
                if frame.type in {"snapshot", "update"}:
                    self.seq, self.offer = frame.seq, frame.offer
                elif frame.type in {"ack", "refused"} and frame.key in self.waits:
                    self.waits.pop(frame.key).set_result(frame.type)
        except ConnectionClosed:
            pass


class _Busy(Exception):
    """The server takes no new tables: it has enough to do."""


class Clients:
    """Everybody; the stages are warm, lay, sit and play."""

    def __init__(self, job: dict[str, Any]) -> None:
        self.job = job
        self.made: list[tuple[str, str]] = []  # table and token
        self.waits: list[float] = []
        self.refused = 0
        self.late = 0
        self.turned_away = 0  # tables the server would not take
        self._servers: list[str] = job["servers"]
        self._readers = Readers(self._servers[0], job["seats"])
        self._dice = random.Random(1)
        self._links: list[ClientConnection] = []
        self._tables: list[list[_Seat]] = []
        self._tasks: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await asyncio.gather(*(link.close() for link in self._links))

    async def warm(self) -> None:
        """A table of each game, a review where any are read: what all share is made once."""
        for game in self.job["games"]:
            with contextlib.suppress(_Busy):
                await self._sit(*await self._lay(game))
        await self._readers.bring(self.job["logs"])
        await self._settle()

    async def lay(self) -> None:
        games: Sequence[str] = self.job["games"]
        for number in range(self.job["tables"]):
            try:
                self.made.append(await self._lay(games[number % len(games)]))
            except _Busy:
                self.turned_away = self.job["tables"] - number
                break
        await self._settle()

    async def sit(self) -> None:
        for id, token in self.made:
            self._tables.append(await self._sit(id, token))
        await self._settle()

    async def play(self) -> dict[str, object]:
        """Every table at its own moment of the period."""
        end = time.perf_counter() + self.job["seconds"]
        tables = (self._table(seats, end) for seats in self._tables)
        await asyncio.gather(self._readers.read(end), *tables)
        return {
            "waits": self.waits,
            "reviewed": self._readers.reviewed,
            "refused": self.refused,
            "late": self.late,
            "turned_away": self.turned_away,
        }

    async def _settle(self) -> None:
        await asyncio.sleep(SETTLE)

    async def _lay(self, game: str) -> tuple[str, str]:
        body = {"game": game, "seats": [{"kind": "person"}] * self.job["seats"]}
        while True:
            try:
                server = self._dice.choice(self._servers)
                made = await asyncio.to_thread(_post, f"{server}/api/tables", body)
            except urllib.error.HTTPError as error:
                if error.code == HTTPStatus.SERVICE_UNAVAILABLE:
                    raise _Busy from None
                if error.code != HTTPStatus.TOO_MANY_REQUESTS:
                    raise
                await asyncio.sleep(0.1)  # the server lets an address make so many a second
            else:
                return made["table"], made["token"]

    async def _sit(self, id: str, token: str) -> list[_Seat]:
        # All of a table come to the same server, as a proxy brings them.
        server = self._servers[crc32(id.encode()) % len(self._servers)]
        address = f"{server.replace('http', 'ws', 1)}/api/tables/{id}/socket"
        seats = []
        for number in range(self.job["seats"]):
            link = await connect(address, max_size=None, ping_interval=None)
            self._links.append(link)
            hello = {"type": "hello", "token": token, "seat": number}
            await link.send(msgspec.json.encode(hello).decode())
            seat = _Seat(link)
            task = asyncio.create_task(seat.listen())
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
            seats.append(seat)
        return seats

    async def _table(self, seats: list[_Seat], end: float) -> None:
        """One gesture a period, as long as the game lasts; then the next game."""
        period: float = self.job["period"]
        at = time.perf_counter() + self._dice.random() * period
        task: asyncio.Task[None] | None = None
        while at < end:
            await asyncio.sleep(max(0.0, at - time.perf_counter()))
            at += period
            asked = next((seat for seat in seats if seat.offer is not None), None)
            if task is not None and not task.done():
                self.late += 1
            elif asked is not None:
                task = asyncio.create_task(self._gesture(asked))
            elif all(seat.seq >= 0 for seat in seats):
                await asyncio.gather(*(seat.link.close() for seat in seats))
                game = self._dice.choice(self.job["games"])
                try:
                    seats[:] = await self._sit(*await self._lay(game))
                except _Busy:
                    self.turned_away += 1
                    break
        if task is not None:
            await task

    async def _gesture(self, seat: _Seat) -> None:
        assert seat.offer is not None
        texts = [choice.text for group in seat.offer.choices.values() for choice in group]
        key = f"{self._dice.getrandbits(60):x}"
        answer = seat.waits[key] = asyncio.get_running_loop().create_future()
        message = {
            "type": "gesture",
            "key": key,
            "seq": seat.seq,
            "actions": [self._dice.choice(texts)],
        }
        began = time.perf_counter()
        try:
            async with asyncio.timeout(ANSWER):
                await seat.link.send(msgspec.json.encode(message).decode())
                kind = await answer
        except (TimeoutError, ConnectionClosed):
            self.late += 1
            return
        if kind == "ack":
            self.waits.append(time.perf_counter() - began)
        else:
            self.refused += 1


def _post(address: str, body: object) -> dict[str, str]:
    """What the server answers to a body of JSON."""
    request = urllib.request.Request(  # noqa: S310 (the bench's own server on loopback)
        address, msgspec.json.encode(body), {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(request, timeout=30) as answer:  # noqa: S310
        made: dict[str, str] = msgspec.json.decode(answer.read())
    return made
