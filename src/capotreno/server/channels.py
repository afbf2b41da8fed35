"""The word between servers through PostgreSQL, for as long as the servers live.

The framework's own backend opens a connection for every word, and stops for good at the first one
that PostgreSQL does not take. Here one connection speaks and listens, and is made again when it is
lost. Words get lost with it; so a server that is back says `lost`, and everybody looks into the
store.
"""

import asyncio
import contextlib
import json
import logging
from collections.abc import AsyncGenerator, Iterable

import asyncpg  # type: ignore[import-untyped]
from litestar.channels.backends.base import ChannelsBackend

__all__ = ["LOST", "PostgresChannels"]

LOST = json.dumps({"lost": True})
PAUSE = 0.5  # seconds between two knocks at a database that is away
ANSWER = 10.0  # seconds it may be silent

logger = logging.getLogger("capotreno")


class PostgresChannels(ChannelsBackend):
    """NOTIFY and LISTEN on one connection that comes back."""

    def __init__(self, dsn: str) -> None:
        self._dsn = dsn
        self._channels: set[str] = set()
        self._heard: asyncio.Queue[tuple[str, bytes]] = asyncio.Queue()
        self._connection: asyncpg.Connection | None = None
        self._cut = asyncio.Event()
        self._keeper: asyncio.Task[None] | None = None

    async def on_startup(self) -> None:
        await self._connect()
        self._keeper = asyncio.create_task(self._keep(), name="capotreno-channels")

    async def on_shutdown(self) -> None:
        if self._keeper is not None:
            self._keeper.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._keeper
        if self._connection is not None:
            self._connection.terminate()
            self._connection = None

    async def _connect(self) -> None:
        connection = await asyncpg.connect(self._dsn, timeout=ANSWER, command_timeout=ANSWER)
        self._cut.clear()
        connection.add_termination_listener(lambda _: self._cut.set())
        for channel in self._channels:
            await connection.add_listener(channel, self._hear)
        self._connection = connection

    async def _keep(self) -> None:
        """Make the connection again whenever it is cut."""
        while True:
            await self._cut.wait()
            self._connection = None
            try:
                await self._connect()
            except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
                self._cut.set()
                await asyncio.sleep(PAUSE)
                continue
            for channel in self._channels:
                self._heard.put_nowait((channel, LOST.encode()))
            await self.publish(LOST.encode(), self._channels)

    async def publish(self, data: bytes, channels: Iterable[str]) -> None:
        """Say it if somebody can hear it; the store has it in any case."""
        if self._connection is None:
            return
        try:
            for channel in channels:
                await self._connection.execute(
                    "SELECT pg_notify($1, $2)", channel, data.decode("utf-8")
                )
        except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
            logger.warning("a word to the other servers was lost: %s", error)
            self._cut.set()

    async def subscribe(self, channels: Iterable[str]) -> None:
        for channel in set(channels) - self._channels:
            self._channels.add(channel)
            if self._connection is not None:
                await self._connection.add_listener(channel, self._hear)

    async def unsubscribe(self, channels: Iterable[str]) -> None:
        self._channels -= set(channels)  # what still comes is not passed on

    async def stream_events(self) -> AsyncGenerator[tuple[str, bytes], None]:
        while True:
            channel, data = await self._heard.get()
            if channel in self._channels:
                yield channel, data

    async def get_history(self, channel: str, limit: int | None = None) -> list[bytes]:
        raise NotImplementedError  # the store is the history

    def _hear(self, _: object, __: int, channel: str, payload: object) -> None:
        self._heard.put_nowait((channel, str(payload).encode()))
