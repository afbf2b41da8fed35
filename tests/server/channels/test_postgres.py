"""The connection between servers is ended when it is given up: PostgreSQL keeps none of it."""

import asyncio
from collections.abc import AsyncIterator

import asyncpg  # type: ignore[import-untyped]
import pytest

from capotreno.server.channels.postgres import PostgresChannels
from tests.server.postgres import Cluster

pytestmark = pytest.mark.anyio

#: More than PostgreSQL carries in one message.
TOO_LONG = b"x" * 9000


@pytest.fixture
async def opened(
    monkeypatch: pytest.MonkeyPatch, anyio_backend: str
) -> AsyncIterator[list[asyncpg.Connection]]:
    """Every connection that is made meanwhile."""
    made: list[asyncpg.Connection] = []
    connect = asyncpg.connect

    async def noted(*arguments: object, **named: object) -> asyncpg.Connection:
        made.append(await connect(*arguments, **named))
        return made[-1]

    monkeypatch.setattr(asyncpg, "connect", noted)
    yield made
    for connection in made:
        connection.terminate()


@pytest.fixture
async def channels(
    postgres: Cluster, postgresql_url: str, opened: list[asyncpg.Connection]
) -> AsyncIterator[PostgresChannels]:
    found = PostgresChannels(postgresql_url)
    await found.on_startup()
    await found.subscribe(["tables"])
    yield found
    await found.on_shutdown()


async def test_a_connection_that_failed_is_ended_before_the_next(
    channels: PostgresChannels, opened: list[asyncpg.Connection]
) -> None:
    await channels.publish(TOO_LONG, ["tables"])
    async with asyncio.timeout(60):
        while len(opened) < 2:  # noqa: ASYNC110 - the keeper makes the next one
            await asyncio.sleep(0.01)
    assert opened[0].is_closed()


async def test_a_server_that_stops_while_it_connects_leaves_nothing_open(
    channels: PostgresChannels,
    opened: list[asyncpg.Connection],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    listening = asyncio.Event()

    async def never(*_: object) -> None:
        listening.set()
        await asyncio.Event().wait()

    monkeypatch.setattr(asyncpg.Connection, "add_listener", never)
    await channels.publish(TOO_LONG, ["tables"])
    async with asyncio.timeout(60):
        await listening.wait()
    await channels.on_shutdown()
    assert [connection.is_closed() for connection in opened] == [True, True]
