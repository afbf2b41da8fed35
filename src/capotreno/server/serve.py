"""Serving: the application on a production ASGI server, until it is told to stop."""

import asyncio
import signal
import socket
import sys

import uvicorn
from litestar import Litestar

from capotreno.engine.errors import CapotrenoError
from capotreno.server.app import create_app
from capotreno.server.limits import FRAME
from capotreno.server.settings import Settings


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


def configured(app: Litestar) -> uvicorn.Config:
    """How the application is run: limits of the transport, its own heartbeat, no version told."""
    return uvicorn.Config(
        app,
        log_level="warning",
        ws="websockets-sansio",
        ws_max_size=FRAME,
        ws_ping_interval=20.0,
        ws_ping_timeout=20.0,
        # The dictionaries of compression take 50 KiB a socket, more than all the rest of a table.
        ws_per_message_deflate=False,
        server_header=False,
        proxy_headers=False,  # or anybody could name an address of their liking
        timeout_graceful_shutdown=5,
    )


class Server(uvicorn.Server):
    """A server that tells its address when it can be reached there."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started and sockets:
            host, port = sockets[0].getsockname()[:2]
            sys.stdout.write(f"http://{host}:{port}\n")
            sys.stdout.flush()


def serve(settings: Settings) -> None:
    """Serve until SIGINT or SIGTERM; the address is the first line on stdout."""
    listener = bound(settings)
    server = Server(configured(create_app(settings)))
    # The ASGI server raises the signal once more when it has ended: that is no death but an end.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: None)
    asyncio.run(server.serve(sockets=[listener]))
    if not server.started:
        raise CapotrenoError("the server could not start; the lines above say why")
