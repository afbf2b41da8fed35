"""The lobby: a page at a time, and nobody pushes the others out of it."""

import time
from pathlib import Path

import pytest

from capotreno.server.doors.tables import PAGE
from capotreno.server.store import Store
from capotreno.server.store.store import IN_FRONT
from tests.server.client import Site, running
from tests.server.store.rows import a_table

pytestmark = pytest.mark.anyio


async def made(site: Site, address: str) -> str:
    """A public table of somebody at an address."""
    body = {"game": "new_york", "seats": [{"kind": "person"}, {"kind": "open"}], "public": True}
    answer = await site.http.post("/api/tables", json=body, headers={"x-forwarded-for": address})
    assert answer.status_code == 201
    return str(answer.json()["table"])


async def pages(site: Site) -> list[list[str]]:
    """The whole lobby, page by page."""
    found: list[list[str]] = []
    after: str | None = None
    while not found or after is not None:
        asked = {} if after is None else {"after": after}
        page = (await site.http.get("/api/tables", params=asked)).json()
        found.append([table["table"] for table in page["tables"]])
        after = page["after"]
    return found


async def test_a_flood_of_tables_pushes_no_honest_one_out(
    tmp_path: Path, database_url: str
) -> None:
    database = database_url if database_url.startswith("postgresql") else ""
    async with running(tmp_path, database=database, proxies=("127.0.0.1",)) as site:
        honest = await made(site, "192.0.2.1")
        flood = [await made(site, f"2001:db8::{n:x}") for n in range(51)]  # one network
        late = await made(site, "192.0.2.2")
        found = await pages(site)
        assert {honest, late} < set(found[0])
        assert found[0][: IN_FRONT + 2] == [late, *reversed(flood[:IN_FRONT]), honest]
        whole = [table for page in found for table in page]
        assert sorted(whole) == sorted([honest, late, *flood])  # each once, and all can be reached
        assert [len(page) for page in found] == [PAGE, PAGE, 53 - 2 * PAGE]
        assert whole[IN_FRONT + 2 :] == [*reversed(flood[IN_FRONT:])]
        rows = [await site.hall.store.table(table) for table in (honest, flood[0])]
        assert not any("192.0.2" in str(row) or "2001:" in str(row) for row in rows)


async def test_a_place_that_is_none_is_refused(tmp_path: Path) -> None:
    async with running(tmp_path) as site:
        for after in ("x", "0 soon t", "0 1.0 \u00e9", "1", ""):
            answer = await site.http.get("/api/tables", params={"after": after})
            assert (answer.status_code, answer.json()["error"]) == (400, "after"), after


async def test_who_has_few_tables_left_there_stands_in_front_again(store: Store) -> None:
    for n in range(IN_FRONT + 1):
        await store.create(a_table(f"t{n}", source="s", created=float(n)), [])
    await store.create(a_table("hidden", source="s", public=False), [])
    await store.create(a_table("other", source="o", created=-1.0), [])
    assert [row.id for row in await store.matching.lobby(99)] == [
        "t4",
        "t3",
        "t2",
        "t1",
        "t0",
        "other",
        "t5",
    ]
    for id in ("t0", "t5"):
        await store._set(id, status="finished")
    await store.create(a_table("t6", source="s", created=6.0), [])
    assert [row.id for row in await store.matching.lobby(2)] == ["t6", "t4"]


async def test_an_abandoned_table_leaves_the_lobby_and_comes_back_with_a_move(
    store: Store,
) -> None:
    await store.create(a_table("quiet", created=1.0, changed=10.0), [])
    await store.create(a_table("alive", created=2.0, changed=20.0), [])
    assert [row.id for row in await store.matching.lobby(9, None, 15.0)] == ["alive"]
    await store._set("quiet", changed=15.0)
    assert [row.id for row in await store.matching.lobby(9, None, 15.0)] == ["alive", "quiet"]
    assert [row.id for row in await store.matching.lobby(9)] == ["alive", "quiet"]


async def test_how_long_a_table_is_listed_is_a_setting(tmp_path: Path) -> None:
    async with running(tmp_path, listed=1.0) as site:
        made = await site.create("Anna", "open", public=True)
        assert await pages(site) == [[made["table"]]]
        await site.hall.store._set(made["table"], changed=time.time() - 3601)
        assert await pages(site) == [[]]
