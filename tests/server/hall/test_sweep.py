"""What an operator does beside a running server is noticed, and old tables go when they should."""

import time
from pathlib import Path

import pytest

from capotreno.server.hall import sweep
from capotreno.server.hall.sweep import DAY
from tests.server.client import Client, Site, finish, running

pytestmark = pytest.mark.anyio


@pytest.fixture(autouse=True)
def only_the_test_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine the server's own look would be first."""
    monkeypatch.setattr(sweep, "LOOK", 3600.0)


async def gone(site: Site, table: str) -> bool:
    return (await site.http.get(f"/api/tables/{table}")).status_code == 404


async def test_the_people_of_a_removed_table_are_told(tmp_path: Path) -> None:
    async with running(tmp_path) as site:
        id, tokens = await site.persons("Anna", "Bo")
        other, _ = await site.persons("Cleo", "Dan")
        async with site.seat(id, tokens[0]) as anna, site.seat(id) as guest:
            assert await site.hall.store.records.remove([id]) == 1
            await site.hall.sweep.look()
            for client in (anna, guest):
                code, _ = await client.end()
                assert code == 1013  # come back: and then
        async with site.raw(id) as opened:
            late = Client(opened)
            await late.send({"type": "hello", "token": tokens[0]})
            code, said = await late.end()
            assert (code, said[-1]["error"]) == (4404, "no_table")
        assert await gone(site, id)
        assert set(site.hall.tables) == {other}


async def test_a_bot_stops_thinking_about_a_removed_table(tmp_path: Path) -> None:
    async with running(tmp_path, pause=60.0, grace=60.0) as site:
        made = await site.create("Anna", "bot:random")
        table = await site.hall.table(made["table"])
        async with site.seat(made["table"], made["token"]) as anna:
            while anna.offer is not None:
                await anna.moved(anna.choices()[0])
            assert site.hall.thinking.busy(table.row.id)
            await site.hall.store.records.remove([table.row.id])
            await site.hall.sweep.look()
            await anna.end()
        task = site.hall.thinking._tasks.get(table.row.id)
        assert task is None or task.cancelling()


async def test_who_was_removed_from_a_table_is_sent_away_and_a_bot_plays_on(tmp_path: Path) -> None:
    async with running(tmp_path) as site:
        id, tokens = await site.persons("Anna", "Bo")
        async with site.seat(id, tokens[0]) as anna, site.seat(id, tokens[1]) as bo:
            await anna.send({"type": "say", "text": "hello from Anna"})
            await bo.until("line")
            people = {one.name: one.mark for one in await site.hall.store.records.people(9)}
            assert await site.hall.store.records.forget(people["Anna"]) == 1
            await site.hall.sweep.look()
            await anna.end()
            seats = await bo.until("seats", where=lambda m: m["seats"][0]["kind"] == "bot")
            assert seats["seats"][0]["name"] == "–"
            assert (await bo.snapshot())["chat"] == []
        assert "Anna" not in str(await site.get(f"/api/tables/{id}"))


async def test_a_look_that_finds_nothing_changes_nothing(tmp_path: Path) -> None:
    async with running(tmp_path) as site:
        id, tokens = await site.persons("Anna", "Bo")
        async with site.seat(id, tokens[0]) as anna:
            await anna.moved(anna.choices()[0])
            table = await site.hall.table(id)
            reads: list[object] = []
            table.catch_up = reads.append  # type: ignore[assignment, method-assign]
            await site.hall.sweep.look()
            assert reads == []
            await anna.snapshot()


async def test_old_tables_go_and_those_somebody_thinks_about_stay(tmp_path: Path) -> None:
    async with running(tmp_path, keep=30.0, keep_unfinished=10.0) as site:
        now = time.time()

        async def aged(days: float, *, over: bool = False, deadline: float | None = None) -> str:
            id, _ = await site.persons("Anna", "Bo")
            if over:
                await finish(site, id)
            when = {"changed": now - days * DAY, "deadline": deadline}
            await site.hall.store._set(id, **when)
            return id

        old = [await aged(31, over=True), await aged(11)]
        kept = [
            await aged(29, over=True),
            await aged(9),
            await aged(11, deadline=now + DAY),  # a letter's time is long
        ]
        assert await site.hall.sweep.clear() == 2
        await site.hall.sweep.look()
        assert [await gone(site, id) for id in (*old, *kept)] == [True, True, False, False, False]
        assert await site.hall.sweep.clear() == 0


async def test_nothing_goes_unless_it_is_wished(tmp_path: Path) -> None:
    async with running(tmp_path) as site:
        id, _ = await site.persons("Anna", "Bo")
        await site.hall.store._set(id, changed=1.0)
        assert await site.hall.sweep.clear() == 0
        assert not await gone(site, id)
