"""The way to a table's owner: what comes to another server of the group is passed on to it.

The proxy in front should bring all that concerns a table to the same server; then nothing is passed
on. From a server that is gone a table is taken, and a call to it is answered here: nobody waits for
the dead.
"""

import asyncio
import contextlib
import hmac
import http.client
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

import msgspec
from litestar.enums import ScopeType
from litestar.types import ASGIApp, HTTPScope, Receive, Scope, Send, WebSocketScope
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus

from capotreno.server.doors.bodies import RefusalBody
from capotreno.server.doors.limits import BODY
from capotreno.server.group.owners import Owners
from capotreno.server.hall.context import Context
from capotreno.server.store.errors import StoreError
from capotreno.server.store.leases import Lease
from capotreno.server.table.audience import AGAIN
from capotreno.words import say

__all__ = ["to_owner"]

Heads = list[tuple[bytes, bytes]]

#: Said by one server to another: for whom it is meant, who calls, and by which name of the site.
OWNER, CALLER, HOST = b"x-capotreno-owner", b"x-capotreno-caller", b"x-capotreno-host"
#: What is said of the one connection, and not passed on to the next.
OF_ONE = {b"connection", b"upgrade", b"host", b"content-length", b"transfer-encoding"}
OF_ONE |= {OWNER, CALLER, HOST}
SOCKETS = b"sec-websocket-"
#: What comes back with an answer.
BACK = ("content-type", "cache-control", "set-cookie", "retry-after")

KNOCK = 3.0  # seconds in which a server that lives lets somebody in
ANSWER = 30.0  # seconds in which it answers
TRIES = 3  # owners, one after the other, that may be gone
ANOTHER = 421  # the answer of a server that is not the one that is meant


class _Gone(Exception):
    """The owner is not there any more, and has heard nothing."""


def to_owner(app: ASGIApp) -> ASGIApp:
    """A table's door: whoever comes to it is brought to the table's owner."""

    async def door(scope: Scope, receive: Receive, send: Send) -> None:
        hall = Context.of(scope["litestar_app"]).hall
        table = str(scope["path_params"]["table_id"])
        heads = dict(scope["headers"])
        sent = heads.get(OWNER)
        if not hall.shared:
            await app(scope, receive, send)
        elif sent is not None and not hmac.compare_digest(sent, hall.owners.name.encode()):
            await _another(scope, send)
        else:
            with contextlib.suppress(StoreError):  # the door itself will say so
                if sent is not None:
                    _as_it_came(scope, heads)
                    await hall.owners.take(table)
                elif scope["type"] == ScopeType.WEBSOCKET:
                    if await _socket(hall.owners, table, scope, receive, send):
                        return
                elif (owner := await hall.owners.other(table)) is not None:
                    body = await _body(receive)
                    receive = _once_more(body, receive)
                    if len(body) <= BODY and await _call(owner, scope, body, send):
                        return
            await app(scope, receive, send)

    return door


def _as_it_came(scope: Scope, heads: Mapping[bytes, bytes]) -> None:
    """What another server has passed on looks as it did there."""
    scope["client"] = (heads.get(CALLER, b"?").decode("latin-1"), 0)
    rest = [(name, value) for name, value in scope["headers"] if name != b"host"]
    scope["headers"] = [*rest, (b"host", heads.get(HOST, b""))]


def _passed(owner: Lease, scope: HTTPScope | WebSocketScope) -> Heads:
    """What is said to the owner: all that was said to us, and whom it is from."""
    client = scope["client"]
    heads = [
        (name, value)
        for name, value in scope["headers"]
        if name not in OF_ONE and not name.startswith(SOCKETS)
    ]
    host = dict(scope["headers"]).get(b"host", b"")
    caller = client[0] if client else "?"
    return [*heads, (OWNER, owner.server.encode()), (CALLER, caller.encode()), (HOST, host)]


def _target(scope: HTTPScope | WebSocketScope) -> str:
    query = scope["query_string"].decode("latin-1")
    return scope["raw_path"].decode("latin-1") + (f"?{query}" if query else "")


async def _another(scope: Scope, send: Send) -> None:
    """We are not whom the other server means: it was at our address before us."""
    if scope["type"] == ScopeType.WEBSOCKET:
        await send({"type": "websocket.close", "code": AGAIN, "reason": ""})  # which is a 403
    else:
        await _answer(send, ANOTHER, [], b"")


async def _answer(send: Send, status: int, heads: Heads, body: bytes) -> None:
    length = (b"content-length", str(len(body)).encode())
    await send({"type": "http.response.start", "status": status, "headers": [*heads, length]})
    await send({"type": "http.response.body", "body": body, "more_body": False})


# -- calls --------------------------------------------------------------------------------------


async def _body(receive: Receive) -> bytes:
    """The body of a call, or more of it than any call may have."""
    body = b""
    while len(body) <= BODY:
        message = await receive()
        if message["type"] != "http.request":
            break
        body += message["body"]
        if not message["more_body"]:
            break
    return body


def _once_more(body: bytes, receive: Receive) -> Receive:
    """What was received, as if it had not been; a body that is too long ends with that."""
    first: list[Any] = [{"type": "http.request", "body": body, "more_body": False}]

    async def again() -> Any:  # noqa: ANN401 - a message of the application's kind
        return first.pop() if first else await receive()

    return again


async def _call(owner: Lease, scope: HTTPScope, body: bytes, send: Send) -> bool:
    """Pass a call on; False if the owner has not heard it."""
    if not owner.address:
        return False
    try:
        status, heads, answer = await asyncio.to_thread(_asked, owner, scope, body)
    except _Gone:
        return False
    except (OSError, http.client.HTTPException):
        # It may have been done or not: who asked may ask again.
        status, heads = 503, [(b"content-type", b"application/json")]
        answer = msgspec.json.encode(RefusalBody("store", say("en", "server.store")))
    await _answer(send, status, heads, answer)
    return True


def _asked(owner: Lease, scope: HTTPScope, body: bytes) -> tuple[int, Heads, bytes]:
    """The owner's answer; in a thread of its own."""
    there = urlsplit(owner.address)
    line = http.client.HTTPConnection(there.hostname or "", there.port, timeout=KNOCK)
    with contextlib.closing(line):
        try:
            line.connect()
        except OSError:
            raise _Gone from None
        line.sock.settimeout(ANSWER)
        line.putrequest(scope["method"], _target(scope), skip_accept_encoding=True)
        for name, value in _passed(owner, scope):
            line.putheader(name.decode("latin-1"), value)
        line.putheader("content-length", str(len(body)))
        line.endheaders(body)
        answer = line.getresponse()
        if answer.status == ANOTHER:
            raise _Gone
        heads = [
            (name.lower().encode("latin-1"), value.encode("latin-1"))
            for name, value in answer.getheaders()
            if name.lower() in BACK
        ]
        return answer.status, heads, answer.read()


# -- sockets ------------------------------------------------------------------------------------


async def _socket(
    owners: Owners, table: str, scope: WebSocketScope, receive: Receive, send: Send
) -> bool:
    """Take a table that is nobody's, or pass its socket on; False if it is for us."""
    for _ in range(TRIES):
        if await owners.take(table):
            return False
        owner = await owners.other(table)
        if owner is None or not owner.address:
            return False
        try:
            line = await _knock(owner, scope)
        except _Gone:
            if await owners.take_from(owner, table):
                return False
        except (OSError, InvalidHandshake):  # it lives, and has no time
            await send({"type": "websocket.close", "code": AGAIN, "reason": ""})
            return True
        else:
            await _through(line, receive, send)
            return True
    return False


async def _knock(owner: Lease, scope: WebSocketScope) -> ClientConnection:
    """A socket to the owner, as it came to us."""
    heads = [
        (name.decode("latin-1"), value.decode("latin-1")) for name, value in _passed(owner, scope)
    ]
    try:
        return await connect(
            owner.address.replace("http", "ws", 1) + _target(scope),
            additional_headers=heads,
            user_agent_header=None,
            compression=None,
            proxy=None,
            open_timeout=KNOCK,
            max_size=None,
        )
    except TimeoutError:
        raise
    except InvalidStatus as refused:
        if refused.response.status_code == 403:
            raise _Gone from None
        raise
    except OSError:
        raise _Gone from None


async def _through(line: ClientConnection, receive: Receive, send: Send) -> None:
    """Everything that is said on either side, until one of them ends."""
    await send({"type": "websocket.accept", "subprotocol": None, "headers": []})
    heard = asyncio.create_task(_heard(line, receive))
    try:
        with contextlib.suppress(ConnectionClosed, OSError):
            async for text in line:
                data = text if isinstance(text, str) else text.decode()
                await send({"type": "websocket.send", "bytes": None, "text": data})
        code = line.close_code
        ended = AGAIN if code is None or code in (1005, 1006) else code
        if not heard.done():
            with contextlib.suppress(OSError, RuntimeError):
                await send({"type": "websocket.close", "code": ended, "reason": ""})
    finally:
        heard.cancel()
        await line.close()


async def _heard(line: ClientConnection, receive: Receive) -> None:
    """What the person says, for the owner; the end, for both."""
    with contextlib.suppress(ConnectionClosed):
        while (message := await receive())["type"] != "websocket.disconnect":
            if message["type"] == "websocket.receive":
                text = message.get("text")
                await line.send(text if text is not None else message.get("bytes") or b"")
        await line.close()
