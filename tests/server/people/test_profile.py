"""A profile: made, opened on another device, its seats, all that is kept of it, and its end."""

import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from capotreno.server.doors.limits import Buckets
from capotreno.server.hall.caller import COOKIE
from capotreno.server.hall.secrets import digest
from capotreno.server.people import door
from tests.server.client import Client, Json, Site, finish, running
from tests.test_papers import ROOT

pytestmark = pytest.mark.anyio


@pytest.fixture
async def site(tmp_path: Path) -> AsyncIterator[Site]:
    async with running(tmp_path) as site:
        yield site


@pytest.fixture
async def devices(site: Site) -> AsyncIterator[list[Site]]:
    """Three devices with cookies of their own."""
    async with AsyncExitStack() as stack:
        found = []
        for _ in range(3):
            http = httpx.AsyncClient(base_url=site.url, timeout=120)
            found.append(Site(site.url, site.context, await stack.enter_async_context(http)))
        yield found


async def person(at: Site, name: str = "Anna", **more: Any) -> Json:
    made: Json = await at.post("/api/me", {"name": name, **more})
    return made


async def moved_to(device: Site, other: Site, *, once: bool = True, **more: Any) -> Json:
    """The profile of one device is opened on another by its link."""
    link = await device.post("/api/me/links", {"once": once})
    opened: Json = await other.post("/api/me/open", {"secret": link["secret"], **more})
    return opened


def cookie(device: Site) -> dict[str, str]:
    """What opens the profile of a device at a socket."""
    return {"cookie": f"{COOKIE}={device.http.cookies[COOKIE]}"}


@asynccontextmanager
async def seated(device: Site, table: str, seat: int) -> AsyncIterator[Client]:
    """A seat's socket opened by the profile alone, without any token."""
    async with device.raw(table, additional_headers=cookie(device)) as opened:
        client = Client(opened)
        await client.send({"type": "hello", "seat": seat})
        await client.until("snapshot")
        yield client


async def test_a_profile_is_made_changed_and_seen_by_others(devices: list[Site]) -> None:
    here, there, _ = devices
    assert await here.get("/api/me") is None
    made = await person(here, " Anna \n Bianchi ", face="fox", device="Chrome")
    assert (made["name"], made["face"], made["link"]) == ("Anna Bianchi", "fox", False)
    assert [(one["name"], one["here"]) for one in made["devices"]] == [("Chrome", True)]
    assert await here.get("/api/me") == made
    wishes = made["wishes"] | {"zone": "Europe/Rome", "quiet": {"begins": 1320, "ends": 420}}
    answer = await here.http.patch("/api/me", json={"name": "Nina", "wishes": wishes})
    assert (answer.json()["name"], answer.json()["wishes"]) == ("Nina", wishes)
    assert (await here.http.patch("/api/me", json={"face": "owl"})).json()["wishes"] == wishes
    seen = await there.get(f"/api/people/{made['id']}")
    assert seen == {"id": made["id"], "name": "Nina", "face": "owl"}
    await here.refusal("/api/me", {"name": "Bo"}, 409, "has_person")
    wrong = await here.http.patch("/api/me", json={"wishes": wishes | {"zone": "../etc"}})
    assert (wrong.status_code, wrong.json()["error"]) == (400, "zone")
    for gone in ("nobody", "x" * 200):
        assert (await there.http.get(f"/api/people/{gone}")).status_code == 404


async def test_the_key_is_kept_from_pages_and_from_other_sites(devices: list[Site]) -> None:
    answer = await devices[0].http.post("/api/me", json={"name": "Anna"})
    words = answer.headers["set-cookie"].lower().split("; ")
    assert {"httponly", "samesite=strict", "path=/api"} <= set(words)
    assert "secure" not in words  # it is plain HTTP here
    secret = devices[0].http.cookies[COOKIE]
    assert secret not in answer.text
    stored = await devices[0].hall.store.people.keys(answer.json()["id"])
    assert secret not in repr(stored)
    evil = {"origin": "https://evil.example", "sec-fetch-site": "cross-site"}
    for method, path in (("DELETE", "/api/me"), ("POST", "/api/me/links"), ("PATCH", "/api/me")):
        refused = await devices[0].http.request(method, path, headers=evil)
        assert (refused.status_code, refused.json()["error"]) == (403, "origin")


async def test_without_a_profile_nothing_of_one_is_to_be_had(devices: list[Site]) -> None:
    here, there, _ = devices
    secret = (await person(here))["id"]
    for method, path in (
        *(("PATCH", "/api/me"), ("DELETE", "/api/me"), ("GET", "/api/me/export")),
        *(("POST", "/api/me/links"), ("POST", "/api/me/claim")),
        ("DELETE", "/api/me/devices/0123456789ab"),
    ):
        for cookie in ({}, {"cookie": f"{COOKIE}={'x' * 32}"}, {"cookie": f"{COOKIE}={secret}"}):
            body: Json | None = {} if method in ("POST", "PATCH") else None
            answer = await there.http.request(method, path, json=body, headers=cookie)
            assert (answer.status_code, answer.json()["error"]) == (401, "no_person"), path
    for wrong in ("x" * 32, here.http.cookies[COOKIE]):  # a device's key is no link
        await there.refusal("/api/me/open", {"secret": wrong}, 404, "no_link")


async def test_a_link_for_one_device_works_once_and_soon(
    devices: list[Site], monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there, third = devices
    made = await person(here)
    link = await here.post("/api/me/links", {"once": True})
    look = {"secret": link["secret"], "look": True}
    for _ in range(2):  # looking uses nothing up
        assert await there.post("/api/me/open", look) == {
            "id": made["id"],
            "name": "Anna",
            "face": "",
        }
    assert await there.get("/api/me") is None
    opened = await there.post("/api/me/open", {"secret": link["secret"], "device": "phone"})
    assert (opened["id"], len(opened["devices"])) == (made["id"], 2)
    await third.refusal("/api/me/open", {"secret": link["secret"]}, 404, "no_link")
    earlier = await here.post("/api/me/links", {"once": True})
    monkeypatch.setattr(door, "SOON", -1.0)
    late = await here.post("/api/me/links", {"once": True})
    for one in (earlier, late):
        await third.refusal("/api/me/open", {"secret": one["secret"]}, 404, "no_link")


async def test_the_private_link_is_for_good_until_there_is_a_new_one(devices: list[Site]) -> None:
    here, there, third = devices
    await person(here)
    first = await here.post("/api/me/links", {})
    await there.post("/api/me/open", {"secret": first["secret"]})
    await there.post("/api/me/open", {"secret": first["secret"]})  # again: still one device more
    assert len((await here.get("/api/me"))["devices"]) == 2
    assert (await here.get("/api/me"))["link"]
    second = await there.post("/api/me/links", {})
    await third.refusal("/api/me/open", {"secret": first["secret"]}, 404, "no_link")
    await third.post("/api/me/open", {"secret": second["secret"]})
    await here.post("/api/me/leave", {})
    assert await here.get("/api/me") is None
    left = (await there.get("/api/me"))["devices"]
    other = next(one["mark"] for one in left if not one["here"])
    assert (await there.http.delete(f"/api/me/devices/{other}")).is_success
    assert await third.get("/api/me") is None
    for mark in (other, "", "%", "0" * 64):
        assert (await there.http.delete(f"/api/me/devices/{mark}")).status_code in (404, 405)


async def test_my_seat_is_mine_on_my_other_device(devices: list[Site]) -> None:
    here, there, stranger = devices
    await person(here)
    table = (await here.create("Anna", "open", pace="free"))["table"]
    bo = await stranger.join(table, "Bo")
    await moved_to(here, there)
    mine = await there.post("/api/mine", {"tokens": []})
    assert [(one["table"]["table"], one["seats"]) for one in mine["tables"]] == [(table, [0])]
    async with seated(there, table, 0) as anna:
        assert anna.offer is not None
        await anna.moved(anna.choices()[0])
    with pytest.raises(ConnectionClosed, match="4401"):
        async with seated(there, table, 1):
            raise AssertionError("not hers")
    await person(stranger, "Bo")
    assert (await stranger.post("/api/mine", {"tokens": []}))["tables"] == []
    await stranger.refusal(f"/api/tables/{table}/leave", {"seat": 0}, 401, "token")
    # Who made the table does there what its maker may, and nobody else.
    path = f"/api/tables/{table}/seats/1"
    await stranger.refusal(path, {"bot": "greedy"}, 403, "creator", bo["token"])
    assert (await there.post(path, {"bot": "greedy"}))["seats"][1]["stand_in"] == "greedy"
    # Who has left a seat has no part in it any more.
    await there.post(f"/api/tables/{table}/leave", {"seat": 0})
    assert (await here.post("/api/mine", {"tokens": []}))["tables"] == []


async def test_seats_of_before_are_claimed_once_and_only_with_their_token(
    devices: list[Site],
) -> None:
    here, there, _ = devices
    made = await here.create("Anna", "Zoë", "open")  # two at one screen
    token, table = made["token"], made["table"]
    anna = (await here.http.post("/api/me", json={"name": "A", "claim": True})).json()
    assert (await here.post("/api/me/claim", None))["tables"] == 0  # no token, no seat
    assert (await here.post("/api/me/claim", {}, token))["tables"] == 1
    assert [row.person for row in (await here.hall.table(table)).seats] == [anna["id"], None, None]
    await person(there, "Bo")
    assert (await there.post("/api/me/claim", {}, token))["tables"] == 0
    # The rows in memory are those of the store: the chair can still be left.
    await here.post(f"/api/tables/{table}/leave", {"seat": 0}, token)


async def test_a_rematch_and_the_deal_of_a_day_are_mine_too(devices: list[Site]) -> None:
    here, there, _ = devices
    await person(here)
    made = await here.create("Anna", "bot:random")
    await finish(here, made["table"])
    again = await here.post(f"/api/tables/{made['table']}/rematch", {}, made["token"])
    day = await here.post("/api/daily", {"name": "Anna"})
    await moved_to(here, there)
    mine = (await there.post("/api/mine", {"tokens": []}))["tables"]
    assert {one["table"]["table"] for one in mine} == {made["table"], again["table"], day["table"]}
    assert {tuple(one["seats"]) for one in mine} == {(0,), (1,)}


async def test_all_that_is_kept_is_told_and_then_removed(devices: list[Site]) -> None:
    here, there, _ = devices
    me = await person(here, face="fox", device="My phone")
    table = (await here.create("Anna", "open"))["table"]
    alone = (await here.create("Anna", "bot:random"))["table"]
    day = await here.post("/api/daily", {"name": "Anna"})
    bo = await there.join(table, "Bo")
    async with seated(here, table, 0) as anna:
        await anna.ask({"type": "say", "text": "ciao!"}, "line")
    answer = await here.http.get("/api/me/export")
    kept = answer.json()
    assert kept["person"]["face"] == "fox"
    assert [one["said"][0]["text"] for one in kept["seats"] if one["said"]] == ["ciao!"]
    assert {one["id"] for one in kept["seats"]} == {table, alone, day["table"]}
    assert [one["name"] for one in kept["records"]["keys"]] == ["My phone"]
    assert here.http.cookies[COOKIE] not in answer.text
    stored = (await here.hall.store.people.keys(me["id"]))[0].hash
    assert stored not in answer.text
    assert (await here.http.request("DELETE", "/api/me")).json() == {"tables": 3}
    assert COOKIE not in here.http.cookies
    assert (await here.http.get(f"/api/people/{me['id']}")).status_code == 404
    async with there.seat(table, bo["token"]) as other:
        chair = other.table["seats"][0]
        assert (chair["kind"], chair["name"], other.chat) == ("bot", "–", [])
    left = await here.hall.store.records.standing([table, alone, day["table"]])
    assert set(left) == {table}
    assert await here.hall.store.days.tries((await here.get("/api/daily"))["day"]) == []


async def test_what_was_said_looking_on_and_done_on_my_devices_is_mine_too(
    devices: list[Site],
) -> None:
    here, there, _ = devices
    me = await person(here)
    token = (await here.create("Anna", "open"))["token"]
    store, mine, kept_as = here.hall.store, me["id"], digest(token)
    board = await here.http.post(
        "/api/gallery?by=Anna",
        content=(ROOT / "docs/examples/island.json").read_bytes(),
        headers={"content-type": "application/json", "authorization": f"Bearer {token}"},
    )
    game = board.json()["board"]["game"]
    await store.days.guess("2026-01-01", kept_as, 7)
    await store.talk.block(mine, "s" * 64, "Somebody", 1.0)
    await store.talk.block("s" * 64, mine, "Anna", 1.0)
    theirs = await there.create("Bo", "bot:random")
    async with here.raw(theirs["table"], additional_headers=cookie(here)) as opened:
        guest = Client(opened)
        await guest.ask({"type": "hello", "name": "Anna", "token": token}, "snapshot")
        await guest.ask({"type": "say", "text": "nice route"}, "line")
    answer = await here.http.get("/api/me/export")
    kept = answer.json()["records"]
    assert [one["text"] for one in kept["chat"]] == ["nice route"]
    assert [one["name"] for one in kept["blocks"]] == ["Somebody"]
    assert [one["day"] for one in kept["guesses"]] == ["2026-01-01"]
    assert [one["id"] for one in kept["gallery"]] == [game]
    assert "s" * 64 not in answer.text
    assert kept_as not in answer.text
    assert (await here.http.request("DELETE", "/api/me")).is_success
    assert await store.days.guesses("2026-01-01") == {}
    shared = await store.gallery.find(game)
    assert shared is not None
    assert (shared.by, shared.token) == ("–", "")
    assert await store.talk.blocked(mine) == []
    async with there.seat(theirs["table"], theirs["token"]) as bo:
        assert bo.chat == []


async def test_one_address_makes_only_so_many(site: Site) -> None:
    site.context.founders = Buckets(0.0, 2)
    for _ in range(2):
        await person(site)
        await site.post("/api/me/leave", {})
    await site.refusal("/api/me", {"name": "Anna"}, 429, "too_many_people")


async def test_my_games_are_counted(devices: list[Site]) -> None:
    here, there, _ = devices
    await person(here)
    assert (await here.get("/api/me/games"))["all"]["games"] == 0
    one = await here.create("Anna", "bot:random")
    two = await here.create("Anna", "open")
    await there.join(two["table"], "Bo")
    await here.create("Anna", "open")  # not finished
    for made in (one, two):
        await finish(here, made["table"])
    weighed = {"reviews": [{"seat": 0, "skill": {"margin": -2.5}, "luck": {"margin": 5.5}}]}
    await here.hall.store.save_review(one["table"], 0, json.dumps(weighed), 1.0)
    await here.hall.store.save_review(two["table"], 0, "of another format", 1.0)
    past = await here.get("/api/me/games")
    assert [game["table"] for game in past["games"]] == [two["table"], one["table"]]
    result = (await here.get(f"/api/tables/{one['table']}"))["result"]
    game = past["games"][1]
    assert (game["points"], game["place"]) == (result["sheets"][0]["total"], result["ranks"][0])
    assert (game["won"], game["skill"], game["luck"]) == (0 in result["winners"], -2.5, 5.5)
    kept = {line["label"]: len(line["items"]) for line in result["sheets"][0]["lines"]}
    assert game["missed"] == kept["tickets_missed"]
    assert [(other["name"], other["bot"]) for other in past["games"][0]["others"]] == [("Bo", "")]
    assert (past["all"]["games"], past["all"]["reviewed"], past["all"]["luck"]) == (2, 1, 5.5)
    assert past["all"]["wins"] == sum(one["won"] for one in past["games"])
    assert [(one["name"], one["games"]) for one in past["maps"]] == [("new_york", 2)]
    assert [(one["name"], one["games"]) for one in past["bots"]] == [("random", 1)]
    assert [(one["name"], one["games"]) for one in past["people"]] == [("Bo", 1)]
