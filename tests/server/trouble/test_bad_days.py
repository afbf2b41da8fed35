"""Bad days: the disk is full, the database is away. Nothing changes until it is back; then the
table goes on as if nothing had been.
"""

import asyncio
import contextlib
import os
import resource
import subprocess
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import httpx
import pytest

from capotreno.games.registry import games
from tests.server.postgres import Cluster
from tests.server.trouble.torture import (
    FILE,
    PATIENCE,
    Server,
    Table,
    Talk,
    call,
    create,
    running,
    talk,
)

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

GAME = games()[0]
LINES = 3  # in the server's log for a bad day: the store's, and the word to other servers


class Disk:
    """A disk that can be filled up and emptied again."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def fill(self, server: Server) -> None:
        raise NotImplementedError

    def free(self, server: Server) -> None:
        raise NotImplementedError


class Tiny(Disk):
    """A file system of its own, of a few megabytes."""

    def fill(self, server: Server) -> None:
        block = bytes(4096)
        with contextlib.suppress(OSError), (self.folder / "ballast").open("wb", 0) as ballast:
            while True:
                ballast.write(block)

    def free(self, server: Server) -> None:
        (self.folder / "ballast").unlink()


class Limited(Disk):
    """No file of the server may grow: what everybody may do to a process of theirs."""

    def fill(self, server: Server) -> None:
        largest = (self.folder / f"{FILE}-wal").stat().st_size
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (largest, resource.RLIM_INFINITY))

    def free(self, server: Server) -> None:
        whole = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, whole)


@pytest.fixture(params=["file system", "limit"])
def disk(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Disk]:
    folder = tmp_path / "disk"
    if request.param == "limit":
        yield Limited(folder)
        return
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=16m", "none", str(folder)]
    if os.geteuid() != 0 or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("only root can mount a small disk here; the limit is tested all the same")
    try:
        yield Tiny(folder)
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


async def healthy(server: Server) -> int:
    """What a server says of its health, as a status."""
    async with httpx.AsyncClient(base_url=server.url, timeout=60) as http:
        return (await http.get("/health")).status_code


async def asked(talks: list[Talk]) -> Talk:
    """Who is asked; bots may be at it still."""
    async with asyncio.timeout(PATIENCE):
        while True:
            for said in talks:
                if said.offer is not None:
                    return said
            await talks[0].hear()


async def step(talks: list[Talk], key: str) -> None:
    """One gesture that everybody gets to know."""
    said = await asked(talks)
    await said.gesture(key, said.choices()[0])
    seq = (await said.until("ack", "error", "refused"))["seq"]
    await asyncio.gather(*(one.reach(seq) for one in talks))


async def refused_by_the_store(talks: list[Talk], server: Server) -> tuple[Talk, str, int]:
    """A gesture on a bad day: a clear error, no move, no word to the others."""
    said = await asked(talks)
    action, seq = said.choices()[0], said.seq
    for _ in range(2):
        await said.gesture("bad-day", action)
        answer = await said.until("ack", "error", "refused")
        assert (answer["type"], answer.get("error")) == ("error", "store"), answer
        assert len(answer["text"]) > 20
        assert not answer["closing"]
    await said.send(type="say", text="is anybody there?")
    assert (await said.until("error", "line"))["error"] == "store"
    await said.send(type="ping")
    assert (await said.until("pong"))["seq"] == seq
    assert {one.seq for one in talks} == {seq}
    assert "Traceback" not in server.said(), server.said()
    return said, action, seq


async def the_same_again(talks: list[Talk], said: Talk, action: str, seq: int) -> None:
    """The database is back: the same gesture, under the same key, counts once."""
    async with asyncio.timeout(PATIENCE):
        while True:
            await said.gesture("bad-day", action, seq)
            answer = await said.until("ack", "error", "refused")
            if answer["type"] == "ack":
                break
            assert answer.get("error") == "store", answer
            await asyncio.sleep(0.2)
    assert answer["seq"] == seq + 1
    await said.gesture("bad-day", action, seq)
    assert await said.until("ack", "error", "refused") == answer
    await asyncio.gather(*(one.reach(seq + 1) for one in talks))


@contextlib.asynccontextmanager
async def seated(server: Server, table: Table) -> AsyncIterator[list[Talk]]:
    async with contextlib.AsyncExitStack() as stack:
        yield [await stack.enter_async_context(talk(server, table, seat)) for seat in table.seats]


async def stands(server: Server, table: Table) -> tuple[int, str]:
    """How far a table is."""
    found = await call(server, "GET", f"/api/tables/{table.id}")
    return found["seq"], found["status"]


async def bots_went_on(server: Server, table: Table, seq: int) -> None:
    async with asyncio.timeout(PATIENCE):
        path = f"/api/tables/{table.id}"
        while (await call(server, "GET", path))["seq"] <= seq:  # noqa: ASYNC110 - another process
            await asyncio.sleep(0.2)


async def test_a_full_disk_is_told_and_the_table_goes_on_when_there_is_room(disk: Disk) -> None:
    server = Server(disk.folder)
    async with running(server):
        table = await create(server, GAME, 2)
        async with seated(server, table) as talks:
            for number in range(6):
                await step(talks, f"before-{number}")
            live = await create(server, GAME, 2, pace="live", seconds=2)
            bots = await create(server, GAME, 0, bots=2)  # they play on all the time
            disk.fill(server)
            said, action, seq = await refused_by_the_store(talks, server)
            assert await healthy(server) == 503
            before = [await stands(server, one) for one in (live, bots)]
            await asyncio.sleep(3.0)  # the clock of the live table rings on the full disk
            assert [await stands(server, one) for one in (live, bots)] == before
            disk.free(server)
            await the_same_again(talks, said, action, seq)
            assert await healthy(server) == 200
            for number in range(4):
                await step(talks, f"after-{number}")
            for one, (seq_then, status) in zip((live, bots), before, strict=True):
                if status == "running":  # and did not end before the disk was full
                    await bots_went_on(server, one, seq_then + 2)
        server.stop()
        moves = server.moves()[table.id]
        assert [move.seq for move in moves] == list(range(len(moves)))
        assert [move.key for move in moves].count("bad-day") == 1
    assert "Traceback" not in server.said(), server.said()
    assert 1 <= len(server.said().splitlines()) <= LINES, server.said()


async def test_a_lost_database_is_told_and_the_tables_go_on_when_it_is_back(
    tmp_path: Path, postgres: Cluster
) -> None:
    url = postgres.create()
    left = Server(tmp_path / "left", CAPOTRENO_DATABASE=url)
    right = Server(tmp_path / "right", CAPOTRENO_DATABASE=url)
    async with running(left, right), contextlib.AsyncExitStack() as stack:
        table = await create(left, GAME, 2)
        live = await create(left, GAME, 2, pace="live", seconds=1)
        sides = zip((left, right), table.seats, strict=True)
        talks = [
            await stack.enter_async_context(talk(server, table, seat)) for server, seat in sides
        ]
        for number in range(4):
            await step(talks, f"before-{number}")
        postgres.stop()
        try:
            said, action, seq = await refused_by_the_store(talks, left)
            await asyncio.sleep(1.5)
        finally:
            postgres.start()
        await the_same_again(talks, said, action, seq)
        for number in range(6):  # also the word between the servers is back
            await step(talks, f"after-{number}")
        await bots_went_on(right, live, 0)
        for server in (left, right):
            server.stop()
            assert "Traceback" not in server.said(), server.said()
            assert 1 <= len(server.said().splitlines()) <= LINES, server.said()
