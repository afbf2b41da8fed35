"""A server on loopback in the test's own loop, and a small client that knows no rules."""

import asyncio
import json
import socket
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import Any, Self

import httpx
import uvicorn
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from capotreno.server.doors.limits import Buckets
from capotreno.server.hall.context import Context
from capotreno.server.serve import bound, configured
from capotreno.server.settings import Settings
from capotreno.server.table.faults import Stale
from tests.server.ready import PLAIN, living

Json = dict[str, Any]

METRICS = "the secret of the operator"
# Nobody has to follow, nobody to come back, nobody is turned away.
QUICK: Json = {
    "rate": 1e6,
    "chat": 1e9,
    "grace": 0.0,
    "pause": 0.0,
    "absence": 0.0,
    "late": 0.0,
    "tables": 0,
    "own_tables": 0,
    "metrics": METRICS,
}
PATIENCE = 120.0  # seconds for anything that should come at once: the machines are noisy


class _Server(uvicorn.Server):
    """One that leaves the test-suite's signals alone."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


class Site:
    """A running server: its address, a REST client, and its insides for those who must look."""

    def __init__(self, url: str, context: Context, http: httpx.AsyncClient) -> None:
        self.url = url
        self.context = context
        self.hall = context.hall
        self.http = http

    async def get(self, path: str, token: str | None = None) -> Any:
        return self._good(await self.http.get(path, headers=bearer(token)))

    async def post(self, path: str, body: object, token: str | None = None) -> Any:
        return self._good(await self.http.post(path, json=body, headers=bearer(token)))

    async def refusal(
        self, path: str, body: object, status: int, error: str, token: str | None = None
    ) -> str:
        """A call that must be refused; its sentence."""
        answer = await self.http.post(path, json=body, headers=bearer(token))
        assert (answer.status_code, answer.json()["error"]) == (status, error), answer.text
        return str(answer.json()["text"])

    def _good(self, answer: httpx.Response) -> Any:
        assert answer.is_success, (answer.status_code, answer.text)
        return answer.json()

    async def counted(self) -> str:
        """What the server has counted, as its operator sees it."""
        answer = await self.http.get("/metrics", headers=bearer(METRICS))
        assert answer.is_success, answer.text
        return answer.text

    async def time_is_up(self, table: str) -> None:
        """The decision a table waits for is overdue from now on."""
        await self.hall.store.set_deadline(table, self.hall.clock.now())

    async def create(self, *seats: str, token: str | None = None, **more: Any) -> Json:
        """A table; a seat is `open`, `bot:random` or the name of a person of the creator's."""
        wishes: list[Json] = []
        for seat in seats:
            kind, _, bot = seat.partition(":")
            if kind == "bot":
                wishes.append({"kind": "bot"} | ({"bot": bot} if bot else {}))
            elif kind == "open":
                wishes.append({"kind": "open"})
            else:
                wishes.append({"kind": "person", "name": seat})
        body = {"game": "new_york", "seats": wishes, "shuffle": False, **more}
        made: Json = await self.post("/api/tables", body, token)
        return made

    async def join(self, table: str, name: str, **more: object) -> Json:
        joined: Json = await self.post(f"/api/tables/{table}/join", {"name": name, **more})
        return joined

    async def persons(self, *names: str, **more: Any) -> tuple[str, list[str]]:
        """A table of persons with a token each: its id and the tokens by seat."""
        made = await self.create(names[0], *["open"] * (len(names) - 1), **more)
        table = str(made["table"])
        joined = [await self.join(table, name) for name in names[1:]]
        return table, [str(made["token"]), *(str(one["token"]) for one in joined)]

    @asynccontextmanager
    async def raw(self, table: str, **more: Any) -> AsyncIterator[ClientConnection]:
        """A socket that has not said hello."""
        address = f"{self.url.replace('http', 'ws', 1)}/api/tables/{table}/socket"
        async with connect(address, max_size=None, compression=None, **more) as opened:
            yield opened

    @asynccontextmanager
    async def seat(
        self,
        table: str,
        token: str | None = None,
        seat: int | None = None,
        language: str = "en",
        name: str | None = None,
    ) -> AsyncIterator["Client"]:
        """A client that has said hello and has its snapshot."""
        async with self.raw(table) as opened:
            client = Client(opened)
            hello: Json = {"type": "hello", "language": language}
            if token is not None:
                hello |= {"token": token}
            if seat is not None:
                hello |= {"seat": seat}
            if name is not None:
                hello |= {"name": name}
            await client.send(hello)
            await client.until("snapshot")
            yield client


class Client:
    """A seat or a spectator: it keeps what it is told and knows no rules."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.frames: list[str] = []
        self.table: Json = {}
        self.chat: list[Json] = []
        self.cells: Json | None = None
        self.asked: list[Json] = []
        self.offer: Json | None = None
        self.seq = -2
        self.result: Json | None = None
        self.present: Json = {}
        self.told: Json = {}  # the last snapshot or update
        self.keys = 0

    async def send(self, message: object) -> None:
        await self.socket.send(message if isinstance(message, str) else json.dumps(message))

    async def hear(self) -> Json:
        """The next message; whatever it says about the table is remembered."""
        async with asyncio.timeout(PATIENCE):
            frame = await self.socket.recv()
        assert isinstance(frame, str)
        self.frames.append(frame)
        message: Json = json.loads(frame)
        self._take(message)
        return message

    def _take(self, message: Json) -> None:
        kind = message["type"]
        if kind == "snapshot":
            self.table = message["table"]
            self.result = self.table["result"]
            self.chat = message["chat"]
            self.cells = message["view"] and message["view"]["cells"]
        elif kind == "update":
            assert message["seq"] == self.seq + 1, f"{self.seq}, then {message['seq']}"
            self.cells = (self.cells or {}) | message["changed"]
            self.result = message["result"]
        if kind in ("snapshot", "update"):
            self.told = message
            self.seq, self.asked, self.offer = message["seq"], message["asked"], message["offer"]
        elif kind == "line":
            self.chat.append(message)
        elif kind == "seats":
            self.present = message

    async def until(self, *kinds: str, where: Callable[[Json], bool] = lambda _: True) -> Json:
        """Listen until a message of these kinds comes; it."""
        while True:
            message = await self.hear()
            if message["type"] in kinds and where(message):
                return message

    async def reach(self, seq: int) -> Self:
        """Listen until move `seq` has been told."""
        while self.seq < seq:
            await self.hear()
        return self

    async def asked_or_over(self) -> bool:
        """Listen until this seat is asked (True) or the game is over (False)."""
        while self.offer is None and self.result is None:
            await self.hear()
        return self.result is None

    async def ask(self, message: Json, *kinds: str) -> Json:
        await self.send(message)
        return await self.until(*kinds)

    def gesture(self, *actions: object, key: str | None = None, seq: int | None = None) -> Json:
        self.keys += 1
        return {
            "type": "gesture",
            "key": key or f"k{self.keys}-{self.seq}",
            "seq": self.seq if seq is None else seq,
            "actions": list(actions),
        }

    async def play(self, *actions: object, key: str | None = None, seq: int | None = None) -> Json:
        """A gesture and its answer: ack, refused or error."""
        message = self.gesture(*actions, key=key, seq=seq)
        await self.send(message)
        return await self.until(
            "ack",
            "refused",
            "error",
            where=lambda m: m.get("key", message["key"]) == message["key"],
        )

    async def moved(self, *actions: object) -> int:
        """A gesture that must be played, and has been told here too."""
        answer = await self.play(*actions)
        assert answer["type"] == "ack", answer
        await self.reach(answer["seq"])
        return int(answer["seq"])

    async def snapshot(self) -> Json:
        return await self.ask({"type": "resync"}, "snapshot")

    async def end(self) -> tuple[int, list[Json]]:
        """Listen to the end of the connection: its code and the last messages."""
        said: list[Json] = []
        try:
            while True:
                said.append(await self.hear())
        except ConnectionClosed as closed:
            frame = closed.rcvd
            return (frame.code if frame else 1006), said

    def choices(self) -> list[str]:
        """Everything this seat is offered, in words."""
        assert self.offer is not None
        return [choice["text"] for group in self.offer["choices"].values() for choice in group]

    def choice(self, verb: str) -> str:
        assert self.offer is not None
        return str(self.offer["choices"][verb][0]["text"])


def bearer(token: str | None) -> dict[str, str]:
    return {} if token is None else {"authorization": f"Bearer {token}"}


async def round_of(
    clients: list[Client], pick: Callable[[list[str]], str], *others: Client
) -> Client | None:
    """The next seat that is asked plays, and everybody hears of it; None when it is over."""
    asked = next((client for client in clients if client.offer is not None), None)
    if asked is None:
        if clients[0].result is not None:
            return None
        await clients[0].until("update")  # a bot's
        seq = clients[0].seq
    else:
        seq = await asked.moved(pick(asked.choices()))
    for client in (*clients, *others):
        await client.reach(seq)
    return asked or clients[0]


async def keep_all(*clients: Client) -> None:
    """The opening: everybody keeps every ticket, and the first turn begins."""
    while any(client.offer for client in clients):
        if clients[0].asked[0]["question"] == "turn":
            return
        await round_of(list(clients), lambda choices: choices[0])


async def finish(site: Site, id: str) -> None:
    """Play a table to its end from the inside, without a socket."""
    table = await site.hall.table(id)
    while table.asked:
        assert table.state is not None
        seat = table.asked[0]
        code = table.game.legal_for(table.state, seat)[-1]
        with suppress(Stale):  # its own bot was faster
            await table.play(seat, table.seq, None, [code])


@asynccontextmanager
async def running(folder: Path, *, narrow: bool = False, **settings: Any) -> AsyncIterator[Site]:
    """The real server on loopback, with its database in a folder; `narrow`: it can send little."""
    wanted = Settings(port=0, data=folder, **(QUICK | settings))
    listener = bound(wanted)
    if narrow:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
    async with living(wanted) as app:
        server = _Server(configured(app, wanted))
        serving = asyncio.create_task(server.serve(sockets=[listener]))
        while not server.started:
            assert not serving.done(), "the server did not start"
            await asyncio.sleep(0.005)
        url = f"http://127.0.0.1:{listener.getsockname()[1]}"
        context = Context.of(app)
        context.callers = Buckets(1e6, 1e6)
        context.knocks = Buckets(1e6, 1e6)
        try:
            async with httpx.AsyncClient(base_url=url, timeout=PATIENCE, verify=PLAIN) as http:
                yield Site(url, context, http)
        finally:
            server.should_exit = True
            await serving
