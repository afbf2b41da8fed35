"""Tables come to the memory and leave it; of one table there is never a second one in use."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from capotreno.server.store.errors import StoreError
from capotreno.server.store.rows import TableRow
from capotreno.server.table.faults import Refusal
from tests.server.client import Site, running

pytestmark = pytest.mark.anyio


@pytest.fixture
async def site(tmp_path: Path) -> AsyncIterator[Site]:
    async with running(tmp_path) as site:
        yield site


async def evicted(site: Site) -> str:
    """A table that is in the store alone."""
    made = await site.create("Anna", "Bo")
    del site.hall.tables[made["table"]], site.hall._seen[made["table"]]
    return str(made["table"])


async def test_a_table_is_loaded_once_for_all_who_wait(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also if the first try fails while others wait and still others come."""
    id = await evicted(site)
    store, table = site.hall.store, site.hall.store.table
    loads = 0
    gate = asyncio.Event()

    async def slow(wanted: str) -> TableRow | None:
        nonlocal loads
        loads += 1
        await gate.wait()
        if loads == 1:
            raise StoreError("The database cannot be reached.")
        return await table(wanted)

    monkeypatch.setattr(store, "table", slow)
    first = [asyncio.create_task(site.hall.table(id)) for _ in range(3)]
    await asyncio.sleep(0.01)
    first[0].cancel()  # who started it has gone
    gate.set()
    failed = await asyncio.gather(*first, return_exceptions=True)
    assert [type(error) for error in failed] == [asyncio.CancelledError, StoreError, StoreError]
    found = await asyncio.gather(*(site.hall.table(id) for _ in range(5)))
    assert len({*map(builtin_id, found)}) == 1
    assert loads == 2
    assert not site.hall._loading
    with pytest.raises(Refusal):
        await site.hall.table("nowhere")
    assert not site.hall._loading


def builtin_id(thing: object) -> int:
    return id(thing)


async def test_a_table_in_somebodys_hand_is_the_one_everybody_gets(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing stays a moment longer than it must, and a socket is slow to come."""
    async with running(tmp_path, idle_seconds=0.0) as site:
        made = await site.create("Anna", "Bo")
        chat = site.hall.store.chat

        async def slow(id: str, last: int = 50) -> object:
            await asyncio.sleep(0.3)
            site.hall._forget()
            return await chat(id, last)

        monkeypatch.setattr(site.hall.store, "chat", slow)
        async with site.seat(made["table"], made["token"], seat=0) as anna:
            async with site.seat(made["table"], made["token"], seat=1) as bo:
                seq = await anna.moved(anna.choices()[0])
                await bo.reach(seq)
                assert anna.present["seats"][1]["present"]
            assert site.hall.tables[made["table"]].audience.listeners


async def test_a_table_nobody_has_leaves_the_memory(tmp_path: Path) -> None:
    async with running(tmp_path, idle_seconds=0.0) as site:
        made = await site.create("Anna", "Bo")
        async with site.seat(made["table"], made["token"], seat=0) as anna:
            seq = await anna.moved(anna.choices()[0])
        async with asyncio.timeout(120):
            while site.hall.tables:  # noqa: ASYNC110 - the clock does it
                await asyncio.sleep(0.05)
        async with site.seat(made["table"], made["token"], seat=0) as anna:
            assert anna.seq == seq
