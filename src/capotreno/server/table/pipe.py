"""A table's socket once somebody has sat down: what is said goes straight to who hears it.

The application that let them in is done by then and leaves the memory. So a move costs no task, no
queue and no timer for each of those it is told to.
"""

import asyncio
from collections.abc import Callable, Mapping
from typing import Any, Final, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

__all__ = ["Pipe", "pipe_of"]

NAME: Final = "capotreno"  # the scope's extension by which the application finds it
TEXT: Final = 0x81  # the first byte of a whole text
SHORT: Final = 126  # bytes from which on a frame's length takes two bytes more ...
LONG: Final = 1 << 16  # ... or eight

Heard = Callable[[str], None]


class _Nowhere:
    """What is put here nobody waits for."""

    def put_nowait(self, event: object) -> None:
        pass

    def set(self) -> None:
        pass

    def clear(self) -> None:
        pass


NOWHERE: Final = _Nowhere()


class Pipe(WebSocketsSansIOProtocol):
    """A socket; `take` makes it somebody's."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._heard: Heard | None = None
        self._gone: Callable[[], None] | None = None
        self._silent: Callable[[], None] | None = None
        self._patience = 0.0
        self._at = 0.0  # when it was heard last
        self._out: list[bytes] = []  # what is sent together in a moment

    def handle_connect(self, event: Any) -> None:  # noqa: ANN401 - the same
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["extensions"] = {NAME: {"pipe": self}}

    def take(
        self, heard: Heard, gone: Callable[[], None], silent: Callable[[], None], patience: float
    ) -> None:
        """From now on every message is told to `heard` (empty: it was no text), the end to `gone`.

        `silent` is told when nothing has been said for so many seconds.
        """
        self._heard, self._gone = heard, gone
        self._silent, self._patience = silent, patience
        self._at = self.loop.time()
        # As long as there is such a timer the connection outlives its application.
        self.close_timer = self.loop.call_later(patience, self._look)
        while not self.queue.empty():  # what was said too early
            event = self.queue.get_nowait()
            if event["type"] == "websocket.receive":
                heard(event.get("text") or "")
        # A queue, and an event, take a kilobyte each, and nobody waits at them any more.
        self.queue = self.writable = cast("Any", NOWHERE)
        self.hold(False)
        if self.disconnected:
            self._end()

    def on_task_complete(self, task: asyncio.Task[None]) -> None:
        super().on_task_complete(task)
        if self._heard is not None:  # nobody asks for these any more, but the parser holds them
            for told in (self.request, self.response):
                told.headers.clear()
            del self.scope, self.request, self.response

    def hold(self, wait: bool) -> None:
        """Let the other side wait with more messages, or wait no more."""
        if self.read_paused != wait and not self.transport.is_closing():
            self.read_paused = wait
            (self.transport.pause_reading if wait else self.transport.resume_reading)()

    @property
    def waiting(self) -> int:
        """How many bytes the other side has yet to take."""
        return self.transport.get_write_buffer_size() + sum(map(len, self._out))

    def write(self, text: bytes) -> None:
        """Send a text, together with what else is said in this moment."""
        if self.close_sent or self.disconnected or self.transport.is_closing():
            return
        size = len(text)
        if size < SHORT:
            head = bytes((TEXT, size))
        elif size < LONG:
            head = bytes((TEXT, SHORT, *size.to_bytes(2, "big")))
        else:
            head = bytes((TEXT, SHORT + 1, *size.to_bytes(8, "big")))
        if not self._out:
            self.loop.call_soon(self._flush)
        self._out += (head, text)

    def _flush(self) -> None:
        out, self._out = self._out, []
        if out and not self.disconnected and not self.transport.is_closing():
            self.transport.write(b"".join(out))

    def let_go(self, code: int) -> None:
        """End the connection; who does not read even that is cut off after a while."""
        if self.close_sent or self.disconnected or self.transport.is_closing():
            return
        self._flush()
        self.conn.send_close(code)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.hold(False)
        if self.close_timer is not None:
            self.close_timer.cancel()
        self.close_timer = self.loop.call_later(self.close_timeout, self.transport.abort)

    def send_receive_event_to_app(self) -> None:
        if self._heard is None:
            super().send_receive_event_to_app()
            return
        data = b"".join(self.frames)
        self.frames = []
        self._at = self.loop.time()
        if self.close_sent:
            return
        try:
            text = data.decode() if self.curr_msg_data_type == "text" else ""
        except UnicodeDecodeError:
            self.conn.send_close(1007)
            self.handle_parser_exception()
            return
        self._heard(text)

    def send_keepalive_ping(self) -> None:
        """Who has just said something is there."""
        assert self.ping_interval is not None
        if self._heard is not None and self.loop.time() - self._at < self.ping_interval:
            self.schedule_ping()
        else:
            super().send_keepalive_ping()

    def shutdown(self) -> None:
        self._flush()
        super().shutdown()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._end()

    def _look(self) -> None:
        """Whether it has been silent for too long."""
        left = self._at + self._patience - self.loop.time()
        if left > 0:
            self.close_timer = self.loop.call_later(left, self._look)
        elif self._silent is not None:
            self._silent()

    def _end(self) -> None:
        gone, self._gone = self._gone, None
        if gone is not None:
            self._heard = self._silent = None
            gone()


def pipe_of(extensions: Mapping[str, dict[object, object]] | None) -> Pipe:
    """The pipe that an application was called through."""
    found = (extensions or {})[NAME]["pipe"]
    assert isinstance(found, Pipe)
    return found
