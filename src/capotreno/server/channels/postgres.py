"""The word between servers through PostgreSQL: NOTIFY and LISTEN on one connection."""

import asyncio
from collections.abc import Iterable

import asyncpg  # type: ignore[import-untyped]

from capotreno.server.channels.lasting import ANSWER, PAUSE, LastingChannels

TROUBLES = (OSError, asyncpg.PostgresError, asyncpg.InterfaceError)


class PostgresChannels(LastingChannels):
    """One connection that speaks and listens, and comes back."""

    troubles = TROUBLES

    def __init__(self, dsn: str) -> None:
        super().__init__()
        self._dsn = dsn
        self._connection: asyncpg.Connection | None = None
        self._cut = asyncio.Event()

    async def _open(self) -> None:
        await self._connect()

    async def on_shutdown(self) -> None:
        await super().on_shutdown()
        self._hang_up()

    async def _connect(self) -> None:
        connection = await asyncpg.connect(self._dsn, timeout=ANSWER, command_timeout=ANSWER)
        self._cut.clear()
        try:
            connection.add_termination_listener(lambda _: self._cut.set())
            for channel in self._channels:
                await connection.add_listener(channel, self._notified)
        except BaseException:
            connection.terminate()
            raise
        self._connection = connection

    def _hang_up(self) -> None:
        """What is left of the connection, also of one that only failed to answer, is ended."""
        if self._connection is not None:
            self._connection.terminate()
            self._connection = None

    async def _keep(self) -> None:
        while True:
            await self._cut.wait()
            self._hang_up()
            try:
                await self._connect()
            except TROUBLES:
                self._cut.set()
                await asyncio.sleep(PAUSE)
            else:
                await self._back()

    async def publish(self, data: bytes, channels: Iterable[str]) -> None:
        """Say it if somebody can hear it; the store has it in any case."""
        if self._connection is None:
            return
        try:
            for channel in channels:
                await self._connection.execute(
                    "SELECT pg_notify($1, $2)", channel, data.decode("utf-8")
                )
        except TROUBLES as error:
            self._dropped(error)
            self._cut.set()

    async def subscribe(self, channels: Iterable[str]) -> None:
        for channel in set(channels) - self._channels:
            self._channels.add(channel)
            if self._connection is not None:
                await self._connection.add_listener(channel, self._notified)

    def _notified(self, _: object, __: int, channel: str, payload: object) -> None:
        self._hear(channel, str(payload).encode())
