"""Chairs that change hands: the old holder hears and says nothing more, the present stay seated."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.server.client import Site, keep_all, running

pytestmark = pytest.mark.anyio


@pytest.fixture
async def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Site]:
    monkeypatch.setattr("secrets.randbits", lambda bits: 4)  # seat 0 can claim in its first turn
    async with running(tmp_path) as site:
        yield site


async def test_who_left_an_open_chair_hears_nothing_of_the_next_one_there(site: Site) -> None:
    table = (await site.create("Anna", "open", "open"))["table"]
    left = await site.join(table, "Bo")
    async with site.seat(table, left["token"]) as old:
        await site.post(f"/api/tables/{table}/leave", {"seat": 1}, token=left["token"])
        await site.join(table, "Cleo")
        await site.join(table, "Dora")  # and it is dealt
        code, said = await old.end()
        assert code in (1013, 4401)
        assert not [message for message in said if message["type"] in ("update", "snapshot")]


async def test_nobody_present_is_replaced_by_the_creator(site: Site) -> None:
    table, tokens = await site.persons("Anna", "Bo")
    path = f"/api/tables/{table}/seats/1"
    async with site.seat(table, tokens[1]):
        await site.refusal(path, {"bot": "random"}, 409, "present", token=tokens[0])
    seated = await site.post(path, {"bot": "random"}, token=tokens[0])
    assert seated["seats"][1]["stand_in"] == "random"


async def test_what_others_have_played_since_is_not_taken_back(site: Site) -> None:
    """A bot that has paid has shown cards of its hand: undo must not be a look at them."""
    table, tokens = await site.persons("Anna", "Bo")
    async with site.seat(table, tokens[0]) as anna, site.seat(table, tokens[1]) as bo:
        await keep_all(anna, bo)
        await anna.moved(anna.choice("claim"))
        await bo.reach(await anna.moved(anna.choice("pay")))
        await anna.reach(await bo.moved(bo.choice("claim")))
        refused = await anna.ask({"type": "undo"}, "error", "undo_asked")
        assert refused["error"] == "undo_revealed"


@pytest.mark.parametrize("id", ["a%00b", "%F0%9F%9A%82", "..", "a'b"])
async def test_names_that_no_table_or_log_can_have(site: Site, id: str) -> None:
    for path in (f"/api/tables/{id}", f"/api/logs/{id}"):
        assert (await site.http.get(path)).status_code == 404


KEY = "a-secret-of-the-client-0001"


async def test_a_join_whose_answer_was_lost_is_asked_again(site: Site) -> None:
    table = (await site.create("Anna", "open", "open"))["table"]
    first = await site.join(table, "Bo", key=KEY)
    assert await site.join(table, "Bo", key=KEY) == first
    assert first["seats"] == [1]
    other = await site.join(table, "Cleo", key=KEY + "x")
    assert (other["seats"], other["token"] == first["token"]) == ([2], False)
    assert await site.join(table, "Bo", key=KEY) == first  # also when it is full and dealt
    async with site.seat(table, first["token"]) as bo:
        assert bo.told["seat"] == 1
    elsewhere = (await site.create("Dora", "open"))["table"]
    assert (await site.join(elsewhere, "Bo", key=KEY))["token"] != first["token"]
    path = f"/api/tables/{table}/join"
    await site.refusal(path, {"name": "Bo", "key": "too-short"}, 400, "request")


async def test_a_table_asked_for_twice_with_a_key_is_made_once(
    tmp_path: Path, database_url: str
) -> None:
    """The answer got lost, or both were sent at once; on either database."""
    database = database_url if database_url.startswith("postgresql") else ""
    async with running(tmp_path / "once", database=database, bot_tables=1) as site:
        wishes = [{"kind": "person", "name": "Anna"}, {"kind": "open"}, {"kind": "open"}]
        body = {"game": "new_york", "seats": wishes, "public": True, "key": KEY}
        both = await asyncio.gather(*(site.post("/api/tables", body) for _ in range(5)))
        first = both[0]
        assert both == [first] * 5
        assert [one["table"] for one in (await site.get("/api/tables"))["tables"]] == [
            first["table"]
        ]
        other = await site.post("/api/tables", body | {"key": KEY + "x"})
        assert {other["table"], other["token"]}.isdisjoint({first["table"], first["token"]})
        await site.refusal("/api/tables", body, 401, "token", token="x" * 32)
        await site.refusal("/api/tables", body | {"key": "too-short"}, 400, "request")
        assert KEY not in str(await site.hall.store.table(first["table"]))
        alone = {"game": "new_york", "seats": [{"kind": "bot"}] * 2, "key": KEY + "bots"}
        made = await site.post("/api/tables", alone)
        assert await site.post("/api/tables", alone) == made  # not one too many
    async with running(tmp_path / "once", database=database) as site:
        assert await site.post("/api/tables", body) == first  # also after a restart
        async with site.seat(first["table"], first["token"]) as anna:
            assert anna.table["seats"][first["seats"][0]]["name"] == "Anna"


async def test_a_token_takes_one_more_chair_once_per_key(site: Site) -> None:
    made = await site.create("Anna", "open", "open", "open")
    path, token = f"/api/tables/{made['table']}/join", made["token"]
    for seats in ([0, 1], [0, 1]):
        again = await site.post(path, {"name": "Bo", "key": KEY}, token)
        assert (again["token"], again["seats"]) == (token, seats)
    assert (await site.post(path, {"name": "Cleo"}, token))["seats"] == [0, 1, 2]
    await site.post(f"/api/tables/{made['table']}/leave", {"seat": 1}, token)
    anew = await site.post(path, {"name": "Bo", "key": KEY}, token)  # the chair was given back
    assert anew["seats"] == [0, 1, 2]
    await site.refusal(path, {"name": "Eve", "key": KEY}, 401, "token")  # it is Anna's by token


async def test_back_is_answered_also_if_nobody_stood_in(site: Site) -> None:
    table, tokens = await site.persons("Anna", "Bo")
    async with site.seat(table, tokens[0]) as anna:
        await anna.until("seats")
        said = await anna.ask({"type": "back"}, "seats")
        assert said["seats"][0]["stand_in"] == ""


async def test_who_is_late_sees_the_stand_in_and_takes_the_chair_back(site: Site) -> None:
    table, tokens = await site.persons("Anna", "Bo", pace="live", seconds=60)
    async with site.seat(table, tokens[0]) as anna:
        await site.time_is_up(table)
        bot = await anna.until("seats", where=lambda m: bool(m["seats"][0]["stand_in"]))
        assert bot["seats"][0]["present"]
        assert (await anna.snapshot())["table"]["seats"][0]["stand_in"]
        await anna.play("draw")  # whatever it is, and played or not
        await anna.ask({"type": "ping"}, "pong")
        assert not (await anna.snapshot())["table"]["seats"][0]["stand_in"]


async def test_what_was_said_keeps_the_name_it_was_said_under(site: Site) -> None:
    table = (await site.create("Anna", "open"))["table"]
    bo = await site.join(table, "Bo")
    async with site.seat(table, bo["token"]) as client:
        await client.ask({"type": "say", "text": "ciao"}, "line")
    await site.post(f"/api/tables/{table}/leave", {"seat": 1}, token=bo["token"])
    row = site.hall.tables[table].seats[1]
    assert await site.hall.seat(site.hall.tables[table], row, replace(row, name="Somebody else"))
    async with site.seat(table) as spectator:
        assert [(line["name"], line["text"]) for line in spectator.chat] == [("Bo", "ciao")]
