"""The doors: how many plain connections the server holds, and how long each may take.

A connection is plain until it has become a table's socket. Whoever sends half a request, or reads
no answer, gives the place back after a while; and there are places for others meanwhile.
"""

import asyncio
import logging
import resource
import time
from ipaddress import ip_address, ip_network
from typing import Any

from litestar.datastructures import Address
from uvicorn.protocols.http.h11_impl import H11Protocol

from capotreno.server.doors.limits import Places, address_of
from capotreno.server.settings import Settings

HEAD = 10.0  # seconds for the head of a request
CALL = 60.0  # seconds from there to the end of its answer
BACKLOG = 128  # connections that the system may hand over at once
SPARE = 3 * BACKLOG + 64  # open files that are not connections, or not counted yet
FILES = 65536  # open files that are enough
QUIET = 60.0  # seconds between two lines that say the same

FULL = (
    b"HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\nretry-after: 10\r\n"
    b"content-type: text/plain\r\n\r\ntoo many connections; try again later\n"
)
LATE = b"HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"


def more_files() -> None:
    """Let the process open as many files as it may, or as are enough."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


class Doors:
    """The places of a server: so many for each address, so many in all, and files for them."""

    def __init__(self, settings: Settings) -> None:
        files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        self.room = FILES if files == resource.RLIM_INFINITY else max(1, files - SPARE)
        # Half of the room at most: the other half is for people at tables.
        self.most = min(settings.all_connections, max(1, self.room // 2))
        self.proxies = settings.proxies
        self.refused = 0
        self.inside = 0
        self._places = Places(settings.connections)

    def enter(self, host: str, address: str, all_open: int) -> bool:
        """A connection, with which so many are open; False: there is no place for it."""
        free = self.inside < self.most and all_open <= self.room
        # Behind a proxy everybody would be one address.
        if not free or not (self._is_proxy(host) or self._places.take(address)):
            self.refused += 1
            return False
        self.inside += 1
        return True

    def leave(self, host: str, address: str) -> None:
        self.inside -= 1
        if not self._is_proxy(host):
            self._places.give_back(address)

    def _is_proxy(self, host: str) -> bool:
        for proxy in self.proxies:
            if proxy in ("*", host):
                return True
            try:
                if ip_address(host) in ip_network(proxy, strict=False):
                    return True
            except ValueError:
                continue
        return False


class Plain(H11Protocol):
    """A plain connection, with a time for each thing it does."""

    doors: Doors

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._timer: asyncio.TimerHandle | None = None
        self._time = 0.0
        self._host, port = self.client or ("?", 0)
        self._address = address_of(Address(self._host, port))
        self._inside = self.doors.enter(self._host, self._address, len(self.connections))
        if self._inside:
            self._look()
        else:
            transport.write(FULL)
            transport.close()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._look()

    def on_response_complete(self) -> None:
        self._time = 0.0
        super().on_response_complete()
        self._look()

    def handle_websocket_upgrade(self, event: Any) -> None:  # noqa: ANN401 - h11 is uvicorn's affair
        self._go()
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        self._go()
        super().connection_lost(exc)

    def _look(self) -> None:
        """Whatever comes drop by drop, its time began with the first one."""
        asked = self.cycle is not None and not self.cycle.response_complete
        time = CALL if asked else HEAD
        if self._inside and time != self._time:
            self._time = time
            if self._timer is not None:
                self._timer.cancel()
            self._timer = self.loop.call_later(time, self._late)

    def _late(self) -> None:
        if self._time == HEAD and not self.transport.get_write_buffer_size():
            self.transport.write(LATE)
            self.transport.close()
        else:  # who reads no answer does not read this either
            self.transport.abort()

    def _go(self) -> None:
        if self._inside:
            self._inside = False
            self.doors.leave(self._host, self._address)
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


def plain(doors: Doors) -> type[Plain]:
    """The plain connections of one server."""
    return type("Plain", (Plain,), {"doors": doors})


class Seldom(logging.Filter):
    """A line that is said again within a minute is not; nor that the end of the server ended."""

    def __init__(self) -> None:
        super().__init__()
        self._said: dict[str, float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        if record.exc_info and isinstance(record.exc_info[1], asyncio.CancelledError):
            return False
        words, now = str(record.msg)[:40], time.monotonic()
        if now - self._said.get(words, -QUIET) < QUIET:
            return False
        self._said[words] = now
        return True
