"""Tables over REST and socket: made, joined, left, looked at, taken over, undone, played again."""

import asyncio
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from capotreno.bots.registry import bots
from capotreno.server.bots.pool import Chosen
from capotreno.server.doors.limits import Buckets
from capotreno.server.doors.tables import PAGE, PAGE_PRICE
from capotreno.server.hall import hall
from tests.server.client import Client, Json, Site, finish, keep_all, running

pytestmark = pytest.mark.anyio

SEED = 4  # at this one seat 0 can claim a route in its first turn


@pytest.fixture
async def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Site]:
    monkeypatch.setattr(hall, "TICK", 0.02)
    monkeypatch.setattr("secrets.randbits", lambda bits: SEED)
    async with running(tmp_path) as site:
        yield site


async def summary(site: Site, table: str) -> Json:
    found: Json = await site.get(f"/api/tables/{table}")
    return found


# -- making and joining -------------------------------------------------------------------------


async def test_a_table_is_made_and_waits_for_its_open_seats(site: Site) -> None:
    made = await site.create("Anna", "bot:random", "open", public=True)
    found = await summary(site, made["table"])
    assert made["seats"] == [0]
    assert [seat["kind"] for seat in found["seats"]] == ["person", "bot", "open"]
    assert (found["status"], found["seq"], found["asked"]) == ("open", -1, [])
    assert (found["players"], found["game"], found["pace"]) == (3, "new_york", "free")
    joined = await site.join(made["table"], "Bo")
    assert joined["seats"] == [2]
    assert joined["token"] != made["token"]
    assert (await summary(site, made["table"]))["status"] == "running"


async def test_seats_are_shuffled_only_if_wished(site: Site) -> None:
    orders = set()
    for _ in range(40):
        made = await site.create("Anna", "bot:random", "open", "open", shuffle=True)
        orders.add(tuple(made["seats"]))
        if len(orders) == 4:
            break
    assert orders == {(0,), (1,), (2,), (3,)}


async def test_a_table_that_cannot_be_is_refused_with_a_sentence(site: Site) -> None:
    cases: list[tuple[Json, int, str]] = [
        ({"game": "atlantis"}, 400, "refused"),
        ({"seats": [{"kind": "bot", "bot": "hal"}, {"kind": "open"}]}, 400, "no_bot"),
        ({"seats": [{"kind": "open"}]}, 400, "refused"),
        ({"seats": [{"kind": "open"}] * 5}, 400, "refused"),
        ({"seats": []}, 400, "request"),
        ({"seats": [{"kind": "open"}] * 9}, 400, "request"),
        ({"seats": [{"kind": "ghost"}] * 2}, 400, "request"),
        ({"pace": "live"}, 400, "seconds"),
        ({"pace": "correspondence", "seconds": 0}, 400, "seconds"),
        ({"pace": "live", "seconds": -1}, 400, "request"),
        ({"options": {"wings": True}}, 400, "refused"),
        ({"options": {"dice": [{}]}}, 400, "refused"),
        ({"colour": "red"}, 400, "request"),
        ({"language": "xx"}, 400, "request"),
    ]
    for body, status, error in cases:
        whole = {"game": "new_york", "seats": [{"kind": "open"}] * 2, **body}
        assert len(await site.refusal("/api/tables", whole, status, error)) > 10
    assert (await site.get("/health"))["tables"] == 0


async def test_only_one_gets_the_last_open_seat(site: Site) -> None:
    made = await site.create("Anna", "open")
    path = f"/api/tables/{made['table']}/join"
    answers = await asyncio.gather(
        *(site.http.post(path, json={"name": f"Bo {n}"}) for n in range(8))
    )
    assert sorted(answer.status_code for answer in answers) == [201] + [409] * 7
    assert {a.json()["error"] for a in answers if a.status_code == 409} == {"no_seat"}
    winner = next(answer.json() for answer in answers if answer.status_code == 201)
    async with site.seat(made["table"], winner["token"]) as client:
        assert client.table["seats"][1]["name"].startswith("Bo ")


async def test_a_named_seat_is_taken_and_no_other(site: Site) -> None:
    made = await site.create("Anna", "open", "open")
    assert (await site.join(made["table"], "Bo", seat=2))["seats"] == [2]
    path = f"/api/tables/{made['table']}/join"
    await site.refusal(path, {"name": "Cleo", "seat": 2}, 409, "no_seat")
    await site.refusal(path, {"name": "Cleo", "seat": 0}, 409, "no_seat")


async def test_several_seats_with_one_token_are_played_over_a_socket_each(site: Site) -> None:
    made = await site.create("Anna", "Bo", "open")
    assert made["seats"] == [0, 1]
    more = await site.post(
        f"/api/tables/{made['table']}/join", {"name": "Cleo"}, token=made["token"]
    )
    assert (more["token"], more["seats"]) == (made["token"], [0, 1, 2])
    async with (
        site.seat(made["table"], made["token"]) as first,
        site.seat(made["table"], made["token"], seat=1) as second,
        site.seat(made["table"], made["token"], seat=2) as third,
    ):
        assert [first.offer, second.offer, third.offer] != [None] * 3
        await keep_all(first, second, third)
        assert [(one["question"], one["seat"]) for one in first.asked] == [("turn", 0)]
        assert first.cells is not None
        assert second.cells is not None
        assert first.cells != second.cells  # each socket has its own seat's view


async def my_tables(site: Site, *tokens: str) -> list[Json]:
    """All pages of somebody's tables."""
    page = await site.post("/api/mine", {"tokens": tokens})
    found = list(page["tables"])
    while page["after"] is not None:
        page = await site.post("/api/mine", {"tokens": tokens, "after": page["after"]})
        found += page["tables"]
    return found


async def test_my_tables_come_in_pages_and_only_a_page_comes_to_the_memory(site: Site) -> None:
    made = await site.create("Anna", "Bo")
    token = str(made["token"])
    for _ in range(2 * PAGE):
        made = await site.create("Anna", "Bo", token=token)
    site.hall.tables.clear()
    page = await site.post("/api/mine", {"tokens": [token]})
    assert len(page["tables"]) == len(site.hall.tables) == PAGE
    assert page["tables"][0]["table"]["table"] == made["table"]  # the latest change first
    found = [one["table"]["table"] for one in await my_tables(site, token)]
    assert len(found) == len(set(found)) == 2 * PAGE + 1
    last = await site.post("/api/mine", {"tokens": [token], "table": found[-1]})
    assert [(one["table"]["table"], one["seats"]) for one in last["tables"]] == [
        (found[-1], [0, 1])
    ]
    assert last["after"] is None
    assert await site.post("/api/mine", {"tokens": ["x" * 20], "table": found[-1]}) == {
        "tables": [],
        "after": None,
    }
    await site.refusal("/api/mine", {"tokens": [token], "after": "Anna"}, 400, "after")


async def test_a_page_of_my_tables_counts_as_several_calls(site: Site) -> None:
    site.context.callers = Buckets(0.0, 2 * PAGE_PRICE)
    codes = [(await site.http.post("/api/mine", json={"tokens": []})).status_code for _ in "123"]
    assert codes == [200, 200, 429]


async def test_my_tables_and_the_public_lobby(site: Site) -> None:
    shown = await site.create("Anna", "open", public=True)
    hidden = await site.create("Anna", "Bo", "open", token=shown["token"])
    other = await site.create("Cleo", "open", public=True)
    mine = await my_tables(site, shown["token"], "x" * 20)
    assert {(one["table"]["table"], tuple(one["seats"])) for one in mine} == {
        (shown["table"], (0,)),
        (hidden["table"], (0, 1)),
    }
    lobby = [one["table"] for one in (await site.get("/api/tables"))["tables"]]
    assert lobby == [other["table"], shown["table"]]
    assert await my_tables(site) == []
    await finish(site, shown["table"])
    await site.join(shown["table"], "Bo")
    await finish(site, shown["table"])
    assert [one["table"] for one in (await site.get("/api/tables"))["tables"]] == [other["table"]]


async def test_a_table_of_rules_that_are_gone_spoils_no_list_and_no_clock(
    site: Site, tmp_path: Path
) -> None:
    old = await site.create("Anna", "bot:random", public=True, pace="live", seconds=5)
    new = await site.create("Bo", "Cleo", token=old["token"], public=True, pace="live", seconds=5)
    row = (await site.hall.table(old["table"])).row
    await site.hall.store._set(row.id, version=99, deadline=1.0)
    del site.hall.tables[row.id], site.hall._seen[row.id]
    assert [t["table"] for t in (await site.get("/api/tables"))["tables"]] == [new["table"]]
    mine = await my_tables(site, old["token"])
    assert [one["table"]["table"] for one in mine] == [new["table"]]
    answer = await site.http.get(f"/api/tables/{row.id}")
    assert (answer.status_code, answer.json()["error"]) == (409, "other_version")
    assert "99" in answer.json()["text"]
    async with site.raw(row.id) as socket:
        client = Client(socket)
        await client.send({"type": "hello", "language": "it"})
        code, said = await client.end()
    assert (code, said[-1]["error"]) == (4404, "other_version")
    assert "versione 99" in said[-1]["text"]
    await site.time_is_up(new["table"])
    async with site.seat(new["table"], new["token"]) as seat:
        await seat.until("seats", where=lambda m: bool(m["seats"][0]["stand_in"]))


# -- names --------------------------------------------------------------------------------------


async def test_a_name_is_text_and_nothing_else(site: Site) -> None:
    cases = [
        ("<b onclick='x()'>Anna</b>", "<b onclick='x()'>Anna</b>"),
        ("  Anna \t of\nEphesus ", "Anna of Ephesus"),
        ("An\x00na\x1b[31m", "An na [31m"),
        ("\u202eannA\u2066", "annA"),
        ("آنّا مرحبا", "آنّا مرحبا"),
        ("👩\u200d🚀 Anna 🚂", "👩\u200d🚀 Anna 🚂"),
        ("x" * 40, "x" * 40),
    ]
    for name, shown in cases:
        made = await site.create("open", "open")
        await site.join(made["table"], name)
        assert (await summary(site, made["table"]))["seats"][0]["name"] == shown


async def test_a_name_that_cannot_be_shown_is_refused(site: Site) -> None:
    cases: list[tuple[object, int, str]] = [
        ("x" * 41, 400, "request"),
        ("", 400, "request"),
        ("\u200d\u200c", 400, "name"),
        ("\t\n\x00 ", 400, "name"),
        (7, 400, "request"),
    ]
    made = await site.create("open", "open")
    for name, status, error in cases:
        await site.refusal(f"/api/tables/{made['table']}/join", {"name": name}, status, error)
    assert (await summary(site, made["table"]))["seats"][0]["kind"] == "open"


# -- leaving, standing in, time -----------------------------------------------------------------


async def test_who_leaves_before_the_game_leaves_an_open_seat(site: Site) -> None:
    made = await site.create("Anna", "open", "open")
    path = f"/api/tables/{made['table']}/leave"
    bo = await site.join(made["table"], "Bo")
    await site.refusal(path, {"seat": 1}, 401, "token", token=made["token"])
    await site.refusal(path, {"seat": 1}, 401, "token")
    left = await site.post(path, {"seat": 1}, token=bo["token"])
    assert (left["seats"][1]["kind"], left["seats"][1]["name"]) == ("open", "")
    await site.refusal(path, {"seat": 1}, 401, "token", token=bo["token"])
    assert (await site.join(made["table"], "Cleo"))["seats"] == [1]


async def test_who_leaves_a_running_game_is_replaced_by_a_bot_that_plays(site: Site) -> None:
    table, tokens = await site.persons("Anna", "Bo")
    async with site.seat(table, tokens[0]) as anna:
        await site.post(f"/api/tables/{table}/leave", {"seat": 1}, token=tokens[1])
        await anna.until("update", where=lambda m: m["by"] == 1)
        assert anna.present["seats"][1]["kind"] == "bot"
        assert anna.present["seats"][1]["name"] == "Bo"
    async with site.raw(table) as socket:
        bo = Client(socket)
        await bo.send({"type": "hello", "token": tokens[1]})
        assert (await bo.end())[0] == 4401


async def test_the_creator_alone_puts_a_bot_in_an_empty_chair_and_takes_it_out(site: Site) -> None:
    table, tokens = await site.persons("Anna", "Bo")
    path = f"/api/tables/{table}/seats/1"
    await site.refusal(path, {"bot": "random"}, 403, "creator")
    await site.refusal(path, {"bot": "random"}, 403, "creator", token=tokens[1])
    await site.refusal(path, {"bot": "hal"}, 400, "no_bot", token=tokens[0])
    await site.refusal(path[:-1] + "7", {"bot": "random"}, 409, "no_seat", token=tokens[0])
    async with site.seat(table, tokens[0]) as anna:
        seated = await site.post(path, {"bot": "random"}, token=tokens[0])
        bo = seated["seats"][1]
        assert 0 < bo.pop("away") <= bo.pop("replaceable")
        assert bo == {
            "seat": 1,
            "kind": "person",
            "name": "Bo",
            "bot": "",
            "stand_in": "random",
            "present": False,
        }
        await anna.until("update", where=lambda m: m["by"] == 1)
        back = await site.post(path, {"bot": ""}, token=tokens[0])
        assert back["seats"][1]["stand_in"] == ""
    async with site.seat(table, tokens[1]) as bo:
        assert bo.table["seats"][1]["name"] == "Bo"  # his seat was never anybody else's


async def test_time_is_up_a_bot_takes_over_and_the_person_comes_back(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    thinks = asyncio.Event()
    choose = site.hall.workers.choose

    async def slowly(*arguments: object) -> Chosen:
        await thinks.wait()
        return await choose(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(site.hall.workers, "choose", slowly)
    table, tokens = await site.persons("Anna", "Bo", pace="live", seconds=500)
    async with site.seat(table, tokens[0]) as anna, site.seat(table, tokens[1]) as bo:
        await keep_all(anna, bo)
        await site.time_is_up(table)
        taken = await anna.until("seats", where=lambda m: bool(m["seats"][0]["stand_in"]))
        assert [seat["stand_in"] for seat in taken["seats"]] == [bots()[-1], ""]
        assert (await summary(site, table))["deadline"] < time.time() + 60  # the bot's
        began = time.time()
        await anna.send({"type": "back"})
        await anna.until("seats", where=lambda m: not m["seats"][0]["stand_in"])
        hers = (await summary(site, table))["deadline"]
        assert began + 500 <= hers <= time.time() + 500
        thinks.set()
        await anna.moved("draw")  # the bot's thought came too late
        await site.time_is_up(table)
        await anna.until("update", where=lambda m: m["by"] == 0)
        await bo.until("update", where=lambda m: bool(m["asked"]) and m["asked"][0]["seat"] == 1)
        assert (await summary(site, table))["seats"][0]["stand_in"] == bots()[-1]
        await bo.moved("draw")
        await bo.moved("draw")
        await bo.until("update", where=lambda m: m["by"] == 0)  # and it plays on for her


@pytest.mark.parametrize(("pace", "seconds"), [("live", 60), ("correspondence", 3 * 86400)])
async def test_every_decision_has_its_deadline(site: Site, pace: str, seconds: int) -> None:
    made = await site.create("Anna", "open", pace=pace, seconds=seconds)
    assert (await summary(site, made["table"]))["deadline"] is None
    began = time.time()
    await site.join(made["table"], "Bo")
    first = (await summary(site, made["table"]))["deadline"]
    assert began + seconds <= first <= time.time() + seconds
    async with site.seat(made["table"], made["token"]) as anna:
        await anna.send(anna.gesture(anna.choices()[0]))
        told = await anna.until("update")
        assert told["deadline"] > first
        assert (await summary(site, made["table"]))["deadline"] == told["deadline"]


async def test_a_free_pace_has_no_deadline(site: Site) -> None:
    made = await site.create("Anna", "Bo", pace="free", seconds=60)
    found = await summary(site, made["table"])
    assert (found["status"], found["deadline"], found["seconds"]) == ("running", None, 0)


# -- again --------------------------------------------------------------------------------------


async def test_a_rematch_has_the_same_tokens_one_chair_on(site: Site) -> None:
    table, tokens = await site.persons("Anna", "Bo")
    path = f"/api/tables/{table}/rematch"
    await site.refusal(path, None, 409, "not_finished", token=tokens[0])
    await finish(site, table)
    await site.refusal(path, None, 401, "token")
    async with site.seat(table, tokens[0]) as anna:
        both = await asyncio.gather(*(site.post(path, None, token=token) for token in tokens))
        again = both[0]["table"]
        assert both[1]["table"] == again  # asked twice, made once
        assert again != table
        await anna.until("seats", where=lambda m: m["rematch"] == again)
    assert [seat["name"] for seat in both[0]["seats"]] == ["Bo", "Anna"]
    assert (await summary(site, table))["rematch"] == again
    assert len(await my_tables(site, *tokens)) == 2
    async with site.seat(again, tokens[0]) as anna, site.seat(again, tokens[1]) as bo:
        assert (anna.table["status"], anna.result) == ("running", None)
        assert [anna.offer is None, bo.offer is None].count(False) >= 1
        await keep_all(anna, bo)
        assert bo.offer is not None  # seat 0, where Anna sat
