"""The socket of a table: one connection, one seat (or a spectator)."""

import asyncio
import contextlib
import logging
import time
from functools import partial

import msgspec
from litestar import WebSocket, websocket
from litestar.datastructures import State
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from capotreno.engine.errors import CapotrenoError, NotLegal
from capotreno.engine.errors import Reason as EngineReason
from capotreno.engine.state import NOBODY
from capotreno.server.doors import wire
from capotreno.server.doors.limits import FRAME, Bucket, address_of
from capotreno.server.doors.origins import host_known, origin_allowed
from capotreno.server.doors.tables import clean_name
from capotreno.server.group.relay import to_owner
from capotreno.server.hall.caller import Caller, caller_of
from capotreno.server.hall.context import Context
from capotreno.server.hall.secrets import digest
from capotreno.server.store.errors import StoreError
from capotreno.server.table.audience import Listener
from capotreno.server.table.changes import encode
from capotreno.server.table.faults import Refusal, Stale
from capotreno.server.table.offer import reason
from capotreno.server.table.pipe import pipe_of
from capotreno.server.table.questions import because, hinted, misses
from capotreno.server.table.table import Table
from capotreno.words import say

logger = logging.getLogger("capotreno")

Socket = WebSocket[object, object, State]

NONE = Caller()  # who looks on
HELLO_SECONDS = 10.0
SILENCE_SECONDS = 90.0  # a client that says nothing for so long is gone

#: What a message of each kind costs of the messages a connection may send: about what it costs the
#: server. A snapshot is the dearest, and a hint keeps a worker busy.
PRICES: dict[type[msgspec.Struct], float] = {
    wire.Hello: 1,
    wire.Gesture: 1,
    wire.Why: 2,
    wire.Near: 2,
    wire.Hint: 5,
    wire.Say: 2,
    wire.Moderate: 2,
    wire.Block: 2,
    wire.Report: 2,
    wire.Undo: 2,
    wire.Agree: 2,
    wire.Back: 2,
    wire.Resync: 5,
    wire.Ping: 1,
}
NONSENSE = 1.0  # what is not understood costs
MANY = 8  # messages that wait for an answer; more are not read yet

decode = msgspec.json.Decoder(wire.FromClient).decode


class Leave(Exception):
    """The connection ends, with a last word."""

    def __init__(
        self, error: str, code: int = 4400, values: dict[str, str | int] | None = None
    ) -> None:
        super().__init__(error)
        self.error = error
        self.code = code
        self.values = values


@websocket("/api/tables/{table_id:str}/socket", middleware=[to_owner])
async def table_socket(socket: Socket, table_id: FromPath[str]) -> None:
    """Everything live about a table; docs/protocol.md tells how to speak to it."""
    context = Context.of(socket.app)
    address = address_of(socket.client)
    await socket.accept()
    connection = Connection(socket, context)
    if not context.knocks.take(address):  # who comes back again and again
        await _goodbye(socket, Leave("too_fast", 4429), connection.listener.language)
        return
    if not context.sockets.take(address):
        await _goodbye(socket, Leave("too_many", 4429), connection.listener.language)
        return
    context.metrics.sockets.inc()
    try:
        await connection.enter(table_id)
    except Leave as leave:
        await _goodbye(socket, leave, connection.listener.language)
    except WebSocketDisconnect:
        pass
    except StoreError as error:
        context.hall.trouble("a connection", error)
        await _goodbye(socket, Leave("store", 1013), connection.listener.language)
    finally:
        if connection.table is None:
            connection.gone()


async def _goodbye(socket: Socket, leave: Leave, language: str) -> None:
    with contextlib.suppress(WebSocketDisconnect, RuntimeError, OSError):
        await socket.send_text(_last_word(leave, language).decode())
        await socket.close(leave.code)


def _last_word(leave: Leave, language: str) -> bytes:
    text = say(language, f"server.{leave.error}", leave.values)
    return encode(wire.Error(leave.error, text, closing=True))


def _small(text: object) -> str:
    if not isinstance(text, str) or len(text) > FRAME:
        raise Leave("too_large", 4413)
    return text


class Connection:
    """One socket from its hello to its end."""

    def __init__(self, socket: Socket, context: Context) -> None:
        self.context = context
        self.hall = context.hall
        self.bucket = Bucket(context.settings.rate, context.settings.rate * 2)
        self.faults = Bucket(0.5, 20)
        self.address = address_of(socket.client)
        self.pipe = pipe_of(socket.scope["extensions"])
        self.listener = Listener(NOBODY, "en")
        self.token: str | None = None  # as stored
        self.table: Table | None = None
        self._socket: Socket | None = socket  # until somebody has sat down
        self._unheard: list[str] = []
        self._task: asyncio.Task[None] | None = None

    async def enter(self, table_id: str) -> None:
        """Hear the hello, show the table, and listen from then on."""
        assert self._socket is not None
        headers = self._socket.headers
        host = headers.get("host", "")
        if not host_known(host, self.context.settings.names):
            raise Leave("host", 4421, {"host": host[:60]})
        if not origin_allowed(headers, self.context.settings.origins):
            raise Leave("origin", 4403)
        hello = await self._hello(self._socket)
        self.listener.language = hello.language
        try:
            caller = await self._caller(hello)
            if caller == NONE and not await self._may_look_on(table_id):
                self.context.metrics.turned_away.labels("spectators").inc()
                raise Leave("busy_spectators", 1013)
            table = await self.hall.fresh(table_id)
        except Refusal as refusal:
            why = refusal.reason
            raise Leave(why.key.removeprefix("server."), 4404, why.values) from None
        self.listener = self._listener(table, hello, caller)
        if self.listener.seat == NOBODY and table.row.sealed:
            raise Leave("sealed", 4403)
        if self.listener.seat != NOBODY:
            self.token = table.seats[self.listener.seat].token
            self.context.load.sign(table_id, table.row.source)
        try:
            await self.hall.talk.enter(table, self.listener)
        except Refusal as refusal:
            raise Leave(refusal.reason.key.removeprefix("server."), 4403) from None
        await self._show(table)
        table.audience.join(self.listener)
        self.hall.keep(table)
        if table.wish is not None:
            wish = table.wish
            self._tell(wire.UndoAsked(wish.seat, wish.to, sorted(wish.waiting)))
        self.table, self._socket = table, None
        self.pipe.take(self._heard, self.gone, self._silent, SILENCE_SECONDS)

    def gone(self) -> None:
        """The connection has ended."""
        self.context.metrics.sockets.dec()
        self.context.sockets.give_back(self.address)
        if self.table is not None:
            self.table.audience.leave(self.listener)
            self.table.touched = time.monotonic()
            self._unheard.clear()

    def _heard(self, text: str) -> None:
        """A message has come: one is answered after the other."""
        self._unheard.append(text)
        if self._task is None:
            self._task = asyncio.create_task(self._answer_all())
            self.pipe.tasks.add(self._task)  # the server waits for it before it ends
            self._task.add_done_callback(self.pipe.tasks.discard)
        elif len(self._unheard) == MANY:
            self.pipe.hold(True)

    async def _answer_all(self) -> None:
        assert self.table is not None
        try:
            while self._unheard:
                text = self._unheard.pop(0)
                await self._hear(self.table, _small(text))
        except Leave as leave:
            self._end(leave)
        except Exception:
            logger.exception("a fault of the server")
            self.pipe.let_go(1011)
        finally:
            self._task = None
            self.pipe.hold(False)

    def _silent(self) -> None:
        self._end(Leave("silence", 4408))

    def _end(self, leave: Leave) -> None:
        self._unheard.clear()
        self.pipe.write(_last_word(leave, self.listener.language))
        self.pipe.let_go(leave.code)

    async def _may_look_on(self, table_id: str) -> bool:
        """Whether there is room for a spectator; who comes before the deal may want a seat."""
        return self.context.load.open.spectators or await self.hall.not_dealt(table_id)

    async def _hello(self, socket: Socket) -> wire.Hello:
        try:
            message = decode(await self._first(socket))
        except (msgspec.MsgspecError, RecursionError):
            raise Leave("hello") from None
        if not isinstance(message, wire.Hello):
            raise Leave("hello")
        return message

    async def _caller(self, hello: wire.Hello) -> Caller:
        """Who says hello: a token's holder or, where a seat is asked for, a person by profile."""
        if hello.token is None and hello.seat is None:
            return NONE
        assert self._socket is not None
        person = (await caller_of(self._socket, self.hall.store)).person
        return Caller(hello.token or "", person)

    def _listener(self, table: Table, hello: wire.Hello, caller: Caller) -> Listener:
        """Who listens from now on: a seat, or a spectator who may talk if there is a name."""
        seat = self._seat(table, hello, caller)
        row = None if seat == NOBODY else table.seats[seat]
        keys = {caller.who, row.token if row else None, caller.token and digest(caller.token)}
        if row is not None:
            listener = Listener(seat, hello.language, row.person or row.token or "", row.name)
        else:
            listener = Listener(NOBODY, hello.language)
            listener.source = self.hall.source_of(self.address)
            if caller != NONE and hello.name is not None:
                listener.who = caller.who
                with contextlib.suppress(Refusal):  # who has no letter in the name only looks on
                    listener.name = clean_name(hello.name)
        listener.host = bool(table.row.creator) and table.row.creator in keys
        listener.pipe = self.pipe
        return listener

    def _seat(self, table: Table, hello: wire.Hello, caller: Caller) -> int:
        """The seat somebody has a right to; who brings nothing, or only a name, looks on."""
        if caller == NONE:
            return NOBODY
        held = caller.seats(table.seats)
        if not held and hello.seat is None and hello.name is not None:
            return NOBODY
        if not held or (hello.seat is not None and hello.seat not in held):
            logger.info("table %s: a token that holds no such seat", table.row.id)
            raise Leave("token", 4401)
        return held[0] if hello.seat is None else hello.seat

    async def _first(self, socket: Socket) -> str:
        try:
            data = await asyncio.wait_for(socket.receive_data(mode="text"), HELLO_SECONDS)
        except TimeoutError:
            raise Leave("silence", 4408) from None
        return _small(data)

    def _pay(self, price: float) -> None:
        if not self.bucket.take(price):
            raise Leave("too_fast", 4429)

    def _tell(self, message: wire.FromServer) -> None:
        self.listener.tell(encode(message))

    async def _show(self, table: Table) -> None:
        listener = self.listener
        chat = await self.hall.talk.lines(table, listener)
        shown = table.audience.snapshot(listener.seat, chat, host=listener.host)
        listener.tell(shown)

    # -- messages -----------------------------------------------------------------------------

    async def _hear(self, table: Table, text: str) -> None:
        """One message; whatever is wrong with it is answered and changes nothing."""
        if self.hall.closing:
            return  # nobody is told that it was done, so it is sent again
        seat = self.listener.seat
        if self.listener.lost or (seat != NOBODY and table.seats[seat].token != self.token):
            raise Leave("token", 4401)  # the chair has changed hands, or too much was not read
        try:
            message = decode(text)
        except (msgspec.MsgspecError, RecursionError):
            self._pay(NONSENSE)
            if not self.faults.take():
                raise Leave("malformed") from None
            self._error("malformed")
            return
        self._pay(PRICES[type(message)])
        try:
            await self._answer(table, message)
        except Refusal as refusal:
            self._error(refusal.reason.key.removeprefix("server."), refusal.reason.values)
        except StoreError as error:
            self.hall.trouble("a message", error)
            self._error("store")

    def _error(self, key: str, values: dict[str, str | int] | None = None) -> None:
        self._tell(wire.Error(key, say(self.listener.language, f"server.{key}", values)))

    async def _answer(self, table: Table, message: wire.FromClient) -> None:
        if isinstance(message, wire.Ping):
            self._tell(wire.Pong(table.seq, table.clock.now()))
        elif isinstance(message, wire.Resync):
            await self._show(table)
        elif isinstance(message, wire.Say | wire.Moderate | wire.Block | wire.Report):
            await self._talk(table, message)
        elif self.listener.seat == NOBODY:
            raise Refusal("spectator")
        elif isinstance(message, wire.Gesture):
            await self._gesture(table, message)
        elif isinstance(message, wire.Why | wire.Near | wire.Hint):
            self._tell(await self._asked(table, message))
        else:
            await self._wish(table, message)

    async def _asked(
        self, table: Table, message: wire.Why | wire.Near | wire.Hint
    ) -> wire.FromServer:
        """The answer to a question."""
        seat, language = self.listener.seat, self.listener.language
        if isinstance(message, wire.Why):
            return because(table, seat, language, message.action)
        if isinstance(message, wire.Near):
            return misses(table, seat, language)
        return await hinted(table, seat, language, message.after, self.hall.workers)

    async def _wish(self, table: Table, message: wire.FromClient) -> None:
        """Everything about the table that is no move."""
        seat = self.listener.seat
        if isinstance(message, wire.Back):
            if table.seats[seat].stand_in:
                await self.hall.stand_in(table, seat, "")
            else:
                self._tell(table.audience.seats())
        elif isinstance(message, wire.Undo):
            await self.hall.undos.ask(table, seat)
        elif isinstance(message, wire.Agree):
            await self.hall.undos.answer(table, seat, message.agree)
        else:
            raise Refusal("hello_again")

    async def _talk(
        self, table: Table, message: wire.Say | wire.Moderate | wire.Block | wire.Report
    ) -> None:
        """What is said, and order among those who say it."""
        talk = self.hall.talk
        if isinstance(message, wire.Say):
            await talk.say(table, self.listener, message.text, message.emote)
            self.hall.notices.said(table, self.listener, message.text)
        elif isinstance(message, wire.Moderate):
            await talk.moderate(table, self.listener, message)
        elif isinstance(message, wire.Block):
            await talk.block(table, self.listener, message.line)
        else:
            await talk.report(table, self.listener, message.line, message.why)

    async def _gesture(self, table: Table, message: wire.Gesture) -> None:
        seat = self.listener.seat
        began = time.perf_counter()
        try:
            if table.seats[seat].stand_in:
                await self.hall.stand_in(table, seat, "")
            told = partial(self._acknowledge, message.key)
            await table.play(seat, message.seq, message.key, message.actions, told=told)
        except Stale as stale:
            self._refused(table, message.key, stale.reason, stale=True)
        except NotLegal as refusal:
            self._refused(table, message.key, refusal.reason)
        except CapotrenoError as refusal:
            self._refused(table, message.key, EngineReason("refused", {"why": str(refusal)}))
        else:
            self.context.load.sign(table.row.id, table.row.source)
            self.context.metrics.gestures.inc()
            self.context.metrics.gesture_seconds.observe(time.perf_counter() - began)
            self.hall.moved(table)

    def _acknowledge(self, key: str, seq: int) -> None:
        self._tell(wire.Ack(key, seq))

    def _refused(self, table: Table, key: str, why: EngineReason, stale: bool = False) -> None:
        self.context.metrics.refused.inc()
        found = reason(why, self.listener.language)
        self._tell(wire.Refused(key, table.seq, stale, found))
