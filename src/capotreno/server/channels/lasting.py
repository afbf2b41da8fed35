"""Channels for as long as the servers live.

The framework's own backends stop for good, or raise where nobody listens, at the first message
that is not taken. Here the connection is made again when it is lost. Messages get lost with it; so
a server that is back says `lost`, and everybody looks into the store.
"""

import asyncio
import contextlib
import logging
from abc import abstractmethod
from collections.abc import AsyncGenerator, Iterable

from litestar.channels.backends.base import ChannelsBackend

from capotreno.server.channels import messages
from capotreno.server.store.errors import StoreError

LOST = messages.write("", messages.MessagesLost())
PAUSE = 0.5  # seconds between two knocks at a database that is away
ANSWER = 10.0  # seconds it may be silent

logger = logging.getLogger("capotreno")


class LastingChannels(ChannelsBackend):
    """What both kinds have in common: messages that are heard, in their order."""

    troubles: tuple[type[Exception], ...] = (OSError,)

    def __init__(self) -> None:
        self._channels: set[str] = set()
        self._heard: asyncio.Queue[tuple[str, bytes]] = asyncio.Queue()
        self._keeper: asyncio.Task[None] | None = None

    @abstractmethod
    async def _keep(self) -> None:
        """Make the connection again whenever it is cut."""

    @abstractmethod
    async def _open(self) -> None:
        """Make the first connection: a wrong address is told at once."""

    async def on_startup(self) -> None:
        try:
            await self._open()
        except self.troubles as error:
            raise StoreError(
                f"The channels between servers (CAPOTRENO_CHANNELS) cannot be opened: {error}"
            ) from error
        self._keeper = asyncio.create_task(self._keep(), name="capotreno-channels")

    async def on_shutdown(self) -> None:
        if self._keeper is not None:
            self._keeper.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._keeper

    def _hear(self, channel: str, data: bytes) -> None:
        self._heard.put_nowait((channel, data))

    async def _back(self) -> None:
        """The connection was lost and is there again."""
        for channel in self._channels:
            self._hear(channel, LOST)
        await self.publish(LOST, self._channels)

    def _dropped(self, error: Exception) -> None:
        logger.warning("a message to the other servers was lost: %s", error)

    async def unsubscribe(self, channels: Iterable[str]) -> None:
        self._channels -= set(channels)  # what still comes is not passed on

    async def stream_events(self) -> AsyncGenerator[tuple[str, bytes], None]:
        while True:
            channel, data = await self._heard.get()
            if channel in self._channels:
                yield channel, data

    async def get_history(self, channel: str, limit: int | None = None) -> list[bytes]:
        raise NotImplementedError  # the store is the history
