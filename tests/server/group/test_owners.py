"""Each table has one owner among the servers of a group, and none is needed for long."""

import asyncio
import contextlib
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from capotreno.games.registry import games
from capotreno.server.store import Store
from tests.server.postgres import Cluster
from tests.server.trouble.torture import Server, Table, call, create, running, talk

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

GAME = games()[0]


def two(folder: Path, url: str) -> list[Server]:
    return [Server(folder / name, CAPOTRENO_DATABASE=url) for name in ("left", "right")]


@pytest.fixture(scope="module")
def group(tmp_path_factory: pytest.TempPathFactory, postgres: Cluster) -> Iterator[list[Server]]:
    """Two servers of one database; nobody ends them."""
    servers = two(tmp_path_factory.mktemp("group"), postgres.create())
    try:
        for server in servers:
            asyncio.run(server.start())
        yield servers
    finally:
        for server in servers:
            server.kill()
    for server in servers:
        assert "Traceback" not in server.said(), server.said()


async def kept(servers: list[Server]) -> list[int]:
    """How many tables each server has in its memory."""
    return [(await call(server, "GET", "/health"))["tables"] for server in servers]


async def play(table: Table, *servers: Server, moves: int = 6) -> int:
    """Each seat sits at its own server; the number of the last move, which both have seen."""
    async with contextlib.AsyncExitStack() as stack:
        sides = [
            await stack.enter_async_context(talk(server, table, seat))
            for seat, server in enumerate(servers)
        ]
        for _ in range(moves):
            side = next(one for one in sides if one.offer is not None)
            await side.gesture(f"k{side.seq}", side.choices()[0])
            await side.until("ack")
            await asyncio.gather(*(one.reach(side.seq) for one in sides))
        return sides[0].seq


async def test_a_table_is_in_the_memory_of_the_server_that_was_asked_first(
    group: list[Server],
) -> None:
    left, right = group
    before = await kept(group)
    tables = [await create(left, GAME, 2) for _ in range(2)]
    assert await kept(group) == before  # made, and nobody sits there yet
    await play(tables[0], right, left)
    await play(tables[1], left, right)
    await play(tables[1], right, right)
    for table in tables:
        for server in group:
            found = await call(server, "GET", f"/api/tables/{table.id}")
            assert found["seq"] == (6 if table is tables[0] else 12)
    assert await kept(group) == [before[0] + 1, before[1] + 1]


async def test_a_list_shows_how_the_tables_of_another_server_stand(group: list[Server]) -> None:
    left, right = group
    table = await create(left, GAME, 2)
    for moves in (4, 8):
        assert await play(table, right, right, moves=4) == moves
        mine = await call(left, "POST", "/api/mine", body={"tokens": [table.token]})
        (own,) = mine["tables"]
        shown = await call(right, "GET", f"/api/tables/{table.id}")
        assert (own["table"]["seq"], own["table"]["asked"]) == (moves, shown["asked"])


async def test_who_passes_on_is_not_who_calls(group: list[Server]) -> None:
    """The owner sees the caller as the first server did: by that name of the site, the origin."""
    left, right = group
    before = await kept(group)
    table = await create(left, GAME, 2)
    async with talk(right, table, 0), httpx.AsyncClient(base_url=left.url) as client:
        path = f"/api/tables/{table.id}/leave"
        token = {"authorization": f"Bearer {table.token}"}
        own = await client.post(path, json={"seat": 1}, headers={**token, "origin": left.url})
        assert own.status_code == 200, own.text
        assert own.headers.get_list("x-frame-options") == ["DENY"]
        assert own.json()["seats"][1]["kind"] == "bot"
        other = {**token, "origin": right.url}  # the owner's own origin is not left's
        assert (await client.post(path, json={"seat": 0}, headers=other)).status_code == 403
        assert (await client.post(path, content=b"{", headers=token)).status_code == 415
        long = {**token, "content-type": "application/json"}
        too_long = await client.post(path, content=b" " * 100_000, headers=long)
        assert too_long.status_code == 413
    assert await kept(group) == [before[0], before[1] + 1]


async def test_nobody_else_may_speak_as_a_server_does(group: list[Server]) -> None:
    left, _ = group
    table = await create(left, GAME, 2)
    forged = {"x-capotreno-owner": "somebody", "x-capotreno-caller": "192.0.2.1"}
    async with httpx.AsyncClient(base_url=left.url, headers=forged) as client:
        assert (await client.get(f"/api/tables/{table.id}")).status_code == 421
    address = f"{left.url.replace('http', 'ws')}/api/tables/{table.id}/socket"
    with pytest.raises(InvalidStatus, match="403"):
        await connect(address, additional_headers=forged)


async def test_a_dead_owner_is_followed_at_once(tmp_path: Path, postgresql_url: str) -> None:
    """Nobody waits until its lease has run out; back again, it passes on what was its own."""
    left, right = two(tmp_path, postgresql_url)
    store = await Store.open(postgresql_url)
    try:
        async with running(left, right):
            table = await create(left, GAME, 2)
            assert await play(table, left, left) == 6
            left.kill()
            before = await owner(store, table)
            assert await store.leases.held(before) == {table.id}
            assert (await call(right, "GET", f"/api/tables/{table.id}"))["seq"] == 6
            assert await play(table, right, right) == 12
            assert await owner(store, table) != before
            await left.start()
            assert await play(table, left, right) == 18
            assert await kept([left, right]) == [0, 1]
            right.stop()  # it says goodbye, and has nothing any more
            assert await store.leases.of(table.id, 0.0) is None
            assert await play(table, left, left) == 24
    finally:
        await store.close()
    for server in (left, right):
        assert "Traceback" not in server.said(), server.said()


async def owner(store: Store, table: Table) -> str:
    found = await store.leases.of(table.id, 0.0)
    assert found is not None
    return found.server
