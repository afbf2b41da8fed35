"""The lobby by what one looks for, and quick match: found, or opened and waited at."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from capotreno.server.club import lobby
from capotreno.server.hall.secrets import digest
from capotreno.server.store import SeatRow, Store
from capotreno.server.store.club.matching import TableWish
from tests.server.client import Site, running
from tests.server.store.rows import a_table

pytestmark = pytest.mark.anyio


@pytest.fixture
async def site(tmp_path: Path) -> AsyncIterator[Site]:
    async with running(tmp_path) as site:
        yield site


async def matched(site: Site, name: str, token: str | None = None, **more: object) -> Any:
    body = {"name": name, "game": "new_york", "pace": "correspondence"}
    return await site.post("/api/match", body | more, token)


async def test_one_finds_what_one_looks_for(site: Site) -> None:
    ways: list[dict[str, Any]] = [
        {"public": True},
        {"public": True, "options": {"dice": True}},
        {"public": True, "game": "germany", "hints": False},
        {"public": True, "pace": "live", "seconds": 60},
        {"public": False},
    ]
    made = [(await site.create("Anna", "open", **way))["table"] for way in ways]
    running = (await site.create("Anna", "bot:random", public=True))["table"]

    async def found(**wish: object) -> set[int]:
        query = "&".join(f"{key}={value}" for key, value in wish.items())
        tables = (await site.get(f"/api/tables?{query}"))["tables"]
        every = [*made, running]
        return {every.index(one["table"]) for one in tables}

    assert await found() == {0, 1, 2, 3, 5}
    assert await found(waiting="true") == {0, 1, 2, 3}
    assert await found(dice="true") == {1}
    assert await found(dice="false", game="new_york") == {0, 3, 5}
    assert await found(pace="live") == await found(pace="live", hints="false") == {3}
    assert await found(hints="false") == {2, 3}
    assert await found(players="3") == set()


async def test_quick_match_brings_two_together_and_no_third(site: Site) -> None:
    first = await matched(site, "Anna")
    assert (await matched(site, "Anna", first["token"]))["table"] == first["table"]
    dice = await matched(site, "Dora", dice=True)
    second = await matched(site, "Bo")
    assert second["table"] == first["table"] != dice["table"]
    summary = await site.get(f"/api/tables/{first['table']}")
    assert (summary["status"], summary["hints"]) == ("running", False)
    assert [seat["name"] for seat in summary["seats"]] == ["Anna", "Bo"]
    third = await matched(site, "Cleo")
    assert third["table"] not in (first["table"], dice["table"])
    await site.refusal("/api/match", {"name": " "}, 400, "name")


async def test_against_the_clock_somebody_must_be_there(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby, "JUST_OPENED", -1.0)
    gone = await matched(site, "Anna", pace="live")
    here = await matched(site, "Bo", pace="live")
    assert here["table"] != gone["table"]
    async with site.seat(here["table"], here["token"]):
        assert (await matched(site, "Cleo", pace="live"))["table"] == here["table"]


async def test_whoever_is_blocked_is_not_brought_together(site: Site) -> None:
    anna = await matched(site, "Anna")
    table = await site.hall.table(anna["table"])
    bo = (await site.create("Bo", "open"))["token"]
    for one, other in ((anna["token"], bo), (bo, anna["token"])):
        await site.hall.store.talk.block(digest(one), digest(other), "x", 1.0)
        assert (await matched(site, "Bo", bo))["table"] != anna["table"]
        await site.hall.store.talk.unblock(digest(one), digest(other))
    assert table.row.status == "open"


async def test_of_many_who_look_at_two_servers_two_and_two_meet(
    store: Store, database_url: str
) -> None:
    other = await Store.open(database_url)
    wish = TableWish("somewhere", 2, True, "live", (20, 60), waiting=True)

    async def look(n: int) -> tuple[str, str]:
        own = (store, other)[n % 2]
        row = a_table(f"t{n}", source=None)
        me = SeatRow(row.id, 0, "person", "x", token=f"me{n}")
        seats = [me, SeatRow(row.id, 1, "open", "")]
        tried: list[str] = []
        while True:
            id, found = await own.matching.match(wish, [f"me{n}"], 0.0, (row, seats), tried)
            if found == "new":
                return id, found
            free = SeatRow(id, 1, "open", "")
            mine = SeatRow(id, 1, "person", "x", token=f"me{n}")
            if await own.put_seat(mine, expect=free):
                await own.start(id, None)
                return id, found
            tried.append(id)

    got = await asyncio.gather(*(look(n) for n in range(10)))
    await other.close()
    tables = [id for id, _ in got]
    assert sorted(found for _, found in got) == ["free"] * 5 + ["new"] * 5
    assert all(tables.count(id) == 2 for id in tables)
