"""The word between servers through Redis: PUBLISH and SUBSCRIBE."""

import asyncio
from collections.abc import Iterable

from redis.asyncio import Redis
from redis.asyncio.client import PubSub
from redis.exceptions import RedisError

from capotreno.server.channels.lasting import ANSWER, PAUSE, LastingChannels

TROUBLES = (OSError, RedisError)


class RedisChannels(LastingChannels):
    """One connection that listens and comes back, others that speak."""

    troubles = TROUBLES

    def __init__(self, url: str) -> None:
        super().__init__()
        self._redis = Redis.from_url(url, socket_connect_timeout=ANSWER, health_check_interval=30)
        self._listening: PubSub | None = None
        self._wanted = asyncio.Event()

    async def _open(self) -> None:
        await self._redis.ping()

    async def on_shutdown(self) -> None:
        await super().on_shutdown()
        await self._redis.aclose()

    async def _keep(self) -> None:
        first = True
        while True:
            await self._wanted.wait()
            try:
                async with self._redis.pubsub(ignore_subscribe_messages=True) as listening:
                    await listening.subscribe(*self._channels)
                    self._listening = listening
                    if not first:
                        await self._back()
                    first = False
                    async for word in listening.listen():
                        self._hear(word["channel"].decode(), word["data"])
            except TROUBLES:
                self._listening = None
                await asyncio.sleep(PAUSE)

    async def publish(self, data: bytes, channels: Iterable[str]) -> None:
        """Say it if somebody can hear it; the store has it in any case."""
        try:
            for channel in channels:
                await self._redis.publish(channel, data)
        except TROUBLES as error:
            self._dropped(error)

    async def subscribe(self, channels: Iterable[str]) -> None:
        fresh = set(channels) - self._channels
        self._channels |= fresh
        if fresh and self._listening is not None:
            await self._listening.subscribe(*fresh)
        self._wanted.set()
