"""Connections that are no table's socket have places and times; what repeats is logged once."""

import asyncio
import contextlib
import logging
import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from capotreno.server.doors import connections as doors
from capotreno.server.doors.connections import Doors, Seldom
from capotreno.server.settings import Settings
from tests.server.client import PATIENCE, Site, running

pytestmark = pytest.mark.anyio

HALF = b"GET /health HTTP/1.1\r\nhost: here\r\nx-slow: "


@contextlib.asynccontextmanager
async def opened(
    site: Site, data: bytes = b""
) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """A connection that has sent this."""
    host, port = site.url.removeprefix("http://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    writer.write(data)
    await writer.drain()
    try:
        yield reader, writer
    finally:
        writer.close()
        with contextlib.suppress(OSError):
            await writer.wait_closed()


async def rest_of(reader: asyncio.StreamReader) -> bytes:
    """All that still comes until the server closes the connection."""
    async with asyncio.timeout(PATIENCE):
        try:
            return await reader.read()
        except ConnectionError:
            return b""


async def inside(site: Site, number: int) -> None:
    """Wait until so many connections are inside."""
    async with asyncio.timeout(PATIENCE):
        while site.context.doors.inside != number:  # noqa: ASYNC110 - the other side of a socket
            await asyncio.sleep(0.01)


async def test_an_address_has_so_many_plain_connections(tmp_path: Path) -> None:
    async with running(tmp_path, connections=3) as site, contextlib.AsyncExitStack() as stack:
        table = str((await site.create("Anna", "Bo"))["table"])
        await site.http.aclose()
        await inside(site, 0)
        for _ in range(3):
            await stack.enter_async_context(opened(site, HALF))
        await inside(site, 3)
        async with opened(site) as (reader, _):
            assert (await rest_of(reader)).startswith(b"HTTP/1.1 503 ")
        assert site.context.doors.refused == 1
        await stack.aclose()
        await inside(site, 0)
        async with site.seat(table), site.seat(table), site.seat(table), site.seat(table):
            await inside(site, 0)  # a table's socket takes no place here


async def test_all_together_have_so_many_and_a_proxy_is_nobody() -> None:
    house = Doors(Settings(connections=2, all_connections=5, proxies=("192.0.2.0/24",)))
    assert [house.enter("a", "a", 1) for _ in range(3)] == [True, True, False]
    assert [house.enter("192.0.2.7", "192.0.2.7", 1) for _ in range(4)] == [True] * 3 + [False]
    house.leave("192.0.2.7", "192.0.2.7")
    assert house.enter("b", "b", 1)
    house.leave("a", "a")
    assert not house.enter("b", "b", house.room + 1)  # the files of the process are used up
    assert house.enter("a", "a", house.room)
    assert (house.inside, house.refused) == (5, 3)


async def test_half_a_request_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(tmp_path) as site:
        monkeypatch.setattr(doors, "HEAD", 0.2)
        async with opened(site, HALF) as (reader, writer):

            async def drop_by_drop() -> None:
                with contextlib.suppress(OSError):
                    while not writer.is_closing():
                        writer.write(b"x")
                        await writer.drain()
                        await asyncio.sleep(0.02)

            dripping = asyncio.create_task(drop_by_drop())
            said = await rest_of(reader)
            dripping.cancel()
        assert said == b"" or said.startswith(b"HTTP/1.1 408 ")
        async with opened(site) as (reader, _):  # nor who says nothing at all
            assert (await rest_of(reader)).startswith(b"HTTP/1.1 408 ")


async def test_half_a_body_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with running(tmp_path) as site:
        monkeypatch.setattr(doors, "CALL", 0.2)
        head = b"POST /api/mine HTTP/1.1\r\nhost: here\r\ncontent-length: 1000\r\n"
        head += b"content-type: application/json\r\n\r\n{"
        async with opened(site, head) as (reader, _):
            assert await rest_of(reader) == b""
        await inside(site, 0)
    assert not [record for record in caplog.records if record.exc_info]


async def test_a_request_after_a_request_has_its_own_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(tmp_path) as site, opened(site) as (reader, writer):
        for _ in range(3):
            writer.write(b"GET /api/bots HTTP/1.1\r\nhost: here\r\n\r\n")
            async with asyncio.timeout(PATIENCE):
                head = await reader.readuntil(b"\r\n\r\n")
                assert head.startswith(b"HTTP/1.1 200")
                length = re.search(rb"content-length: (\d+)", head)
                assert length is not None
                await reader.readexactly(int(length[1]))
        monkeypatch.setattr(doors, "HEAD", 0.2)
        writer.write(b"GET /api/bots HTTP/1.1\r\nhost: here\r\n\r\n" + HALF)
        assert (await rest_of(reader)).count(b"200 OK") == 1


def test_what_repeats_is_logged_once_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr("time.monotonic", lambda: now[0])
    seldom = Seldom()

    def heard(words: str, error: BaseException | None = None) -> bool:
        found = None if error is None else (type(error), error, None)
        return seldom.filter(logging.LogRecord("asyncio", 40, "", 0, words, (), found))

    assert [heard("no more files"), heard("no more files"), heard("else")] == [True, False, True]
    now[0] = doors.QUIET
    assert heard("no more files")
    assert not heard("Exception in ASGI application", asyncio.CancelledError())
    assert heard("Exception in ASGI application", ValueError())
