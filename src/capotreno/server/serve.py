"""Serving: the application on a production ASGI server, until it is told to stop."""

import asyncio
import atexit
import contextlib
import gc
import logging
import os
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Coroutine
from dataclasses import replace
from types import FrameType
from typing import Any

import uvicorn
from litestar import Litestar
from uvicorn.config import LOGGING_CONFIG

from capotreno import __version__
from capotreno.engine.errors import CapotrenoError
from capotreno.server.app import create_app
from capotreno.server.doors.connections import BACKLOG, Seldom, more_files, plain
from capotreno.server.doors.limits import FRAME
from capotreno.server.hall.context import Context
from capotreno.server.journal import keep_lines
from capotreno.server.settings import Settings
from capotreno.server.store.errors import StoreError
from capotreno.server.table.pipe import Pipe
from capotreno.words import say

run: Callable[[Coroutine[Any, Any, None]], None] = asyncio.run
with contextlib.suppress(ImportError):  # on Windows, and with a Python of another kind, without
    import uvloop

    run = uvloop.run  # a seventh less work for the same moves

logger = logging.getLogger("capotreno")

SWITCH = 0.001  # seconds after which the thread that writes gets its turn
COLLECTING = (10_000, 20, 100)  # new objects after which cycles are looked for, in three circles
GRACE = 1  # seconds in which calls and sockets under way may end by themselves


def bound(settings: Settings) -> socket.socket:
    """A listening socket; port 0 finds a free one."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    # The protocol is named because asyncio sets TCP_NODELAY only where it is: without it the second
    # of two short frames (an update, its ack) waits 40 ms for the other side's kernel.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((settings.host, settings.port))
    except OSError as error:
        listener.close()
        where = f"{settings.host}:{settings.port}"
        raise CapotrenoError(f"cannot listen on {where}: {error.strerror}") from None
    return listener


def configured(app: Litestar, settings: Settings) -> uvicorn.Config:
    """How the application is run: limits of the transport, its own heartbeat, no version told."""
    return uvicorn.Config(
        app,
        http=plain(Context.of(app).doors),
        backlog=BACKLOG,
        # It is opened before: so a start that fails is an error of ours, and not a traceback.
        lifespan="off",
        log_level="warning",
        log_config=None if settings.log == "json" else LOGGING_CONFIG,
        ws=Pipe,
        ws_max_size=FRAME,
        ws_ping_interval=20.0,
        ws_ping_timeout=20.0,
        # The dictionaries of compression take 50 KiB a socket, more than all the rest of a table.
        ws_per_message_deflate=False,
        server_header=False,
        # From anybody else these headers could name an address of their liking.
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=list(settings.proxies),
        timeout_graceful_shutdown=GRACE,
    )


class Server(uvicorn.Server):
    """A server that tells its address when it can be reached there."""

    def __init__(self, config: uvicorn.Config, show: bool = False) -> None:
        super().__init__(config)
        self.show = show
        self.closing: Callable[[], None] = lambda: None

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """It is told to stop: what waits is not begun, so that what is under way ends soon."""
        self.closing()
        super().handle_exit(sig, frame)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started and sockets:
            host, port = sockets[0].getsockname()[:2]
            sys.stdout.write(f"http://{host}:{port}\n")
            sys.stdout.flush()
            logger.info("the server is ready", extra={"port": port, "version": __version__})
            if self.show:
                here = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, host)  # noqa: S104
                threading.Thread(target=_show, args=(f"http://{here}:{port}",), daemon=True).start()


def _show(address: str) -> None:
    """Open the browser, where there is one with a window of its own."""
    windows = sys.platform in ("darwin", "win32") or any(
        os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")
    )
    with contextlib.suppress(webbrowser.Error, OSError):
        if windows:
            webbrowser.open(address)


def bound_anywhere(settings: Settings, language: str) -> socket.socket:
    """A listening socket on the port that is wished for or, where that is busy, on a free one."""
    try:
        return bound(settings)
    except CapotrenoError:
        listener = bound(replace(settings, port=0))
    sys.stderr.write(f"{say(language, 'serve.other_port', {'port': settings.port})}\n")
    return listener


def serve(settings: Settings, listener: socket.socket | None = None, show: bool = False) -> None:
    """Serve until SIGINT or SIGTERM; the address is the first line on stdout.

    `show`: the browser opens there.
    """
    listener = listener or bound(settings)
    # With the process all of its memory goes: looking through it for cycles first takes longer than
    # everything else at the end.
    atexit.register(gc.freeze)
    try:
        with listener:
            run(_serve(settings, listener, show))
    except (StoreError, ExceptionGroup) as error:
        raise _told(error) from None


def _told(error: Exception) -> Exception:
    """What failed, as a sentence where it was the store; the framework wraps it into groups."""
    while isinstance(error, ExceptionGroup):
        error = error.exceptions[0]
    return CapotrenoError(str(error)) if isinstance(error, StoreError) else error


async def _serve(settings: Settings, listener: socket.socket, show: bool) -> None:
    if settings.log == "json":
        keep_lines()
    more_files()
    sys.setswitchinterval(SWITCH)
    app = create_app(replace(settings, port=listener.getsockname()[1]))
    async with app.lifespan():
        # The ASGI server raises the signal once more when it has ended: no death but an end.
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda *_: None)
        seldom = Seldom()
        for name in ("asyncio", "uvicorn.error"):
            logging.getLogger(name).addFilter(seldom)
        # What is there now stays: nobody need look through it again and again.
        gc.collect()
        gc.freeze()
        gc.set_threshold(*COLLECTING)
        server = Server(configured(app, settings), show)
        server.closing = Context.of(app).hall.close_doors
        await server.serve(sockets=[listener])
    logger.info("the server has ended")
