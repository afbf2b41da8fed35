"""How much one address, and everybody together, may take of a server."""

import asyncio
from pathlib import Path

import pytest
from litestar.datastructures import Address

from capotreno.engine.errors import CapotrenoError
from capotreno.server.bots.pool import Chosen
from capotreno.server.doors.limits import Places, address_of
from capotreno.server.hall import hall
from capotreno.server.settings import Settings, from_environment
from capotreno.server.store import Store
from tests.server.client import PATIENCE, Client, finish, running

pytestmark = pytest.mark.anyio


async def test_an_address_has_so_many_connections(tmp_path: Path) -> None:
    async with running(tmp_path, sockets=2) as site:
        table = str((await site.create("Anna", "Bo"))["table"])
        async with site.seat(table) as first:
            async with site.seat(table), site.raw(table) as third:
                code, said = await Client(third).end()
                assert (code, said[-1]["error"], said[-1]["closing"]) == (4429, "too_many", True)
                assert (await first.ask({"type": "ping"}, "pong"))["seq"] == 0
            for _ in range(5):  # who has gone has given the place back
                async with site.seat(table):
                    pass
                await first.until("seats", where=lambda m: m["spectators"] == 1)
        assert "capotreno_sockets 0.0" in await site.counted()


def test_places_are_counted_by_address() -> None:
    places = Places(1)
    assert [places.take(address) for address in "aab"] == [True, False, True]
    places.give_back("a")
    assert places.take("a")
    places.give_back("a")
    places.give_back("b")
    assert not places._taken


@pytest.mark.parametrize(
    ("host", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("2001:db8:1:2::1", "2001:db8:1:2::"),
        ("::ffff:192.0.2.7", "::ffff:192.0.2.7"),
        ("fe80::1%eth0", "fe80::"),
        ("testclient", "testclient"),
    ],
)
def test_a_network_of_one_person_is_one_address(host: str, counted: str) -> None:
    assert address_of(Address(host, 1)) == counted


def test_a_call_from_nowhere_is_counted_too() -> None:
    assert address_of(None) == "?"


def test_limits_are_settings() -> None:
    wanted = {
        "CAPOTRENO_SOCKETS": "7",
        "CAPOTRENO_CALLS": "3",
        "CAPOTRENO_UPLOADS": "4",
        "CAPOTRENO_LOGS_MIB": "5",
        "CAPOTRENO_GRACE_SECONDS": "0",
        "CAPOTRENO_PAUSE_SECONDS": "0.25",
        "CAPOTRENO_AWAY_SECONDS": "8",
        "CAPOTRENO_BOT_TABLES": "6",
        "CAPOTRENO_PROXIES": "127.0.0.1, ::1",
    }
    found = from_environment(wanted)
    assert (found.sockets, found.calls, found.uploads, found.logs) == (7, 3.0, 4.0, 5)
    assert (found.grace, found.pause, found.absence, found.bot_tables) == (0.0, 0.25, 8.0, 6)
    assert found.proxies == ("127.0.0.1", "::1")
    for name in wanted:
        if name != "CAPOTRENO_PROXIES":
            with pytest.raises(CapotrenoError, match=name):
                from_environment({name: "-1"})


async def test_calls_and_uploads_are_limited_as_set(tmp_path: Path, still: None) -> None:
    settings = Settings(calls=2.0, uploads=3.0)
    async with running(tmp_path, calls=settings.calls, uploads=settings.uploads) as site:
        # What the test's own client is spared of, as the server would have made it:
        callers = type(site.context.callers)(settings.calls, settings.calls * 5)
        assert sum(callers.take("a") for _ in range(20)) == 10
        codes = [
            (await site.http.post("/api/logs", content="nonsense")).status_code for _ in range(5)
        ]
        assert codes == [400, 400, 400, 429, 429]


async def test_uploaded_logs_make_room_for_newer_ones(tmp_path: Path) -> None:
    async with running(tmp_path, logs=2) as site:
        made = await site.create("Anna", "Bo")
        await finish(site, made["table"])
        text = (await site.http.get(f"/api/tables/{made['table']}/log")).text
        lines = text.splitlines()
        fat = lines[0].replace('"Anna"', '"' + "A" * 900_000 + '"')
        body = "\n".join([fat, *lines[1:]]) + "\n"
        kept = []
        for _ in range(3):
            answer = await site.http.post("/api/logs", content=body)
            assert answer.status_code == 201, answer.text
            kept.append(answer.json()["log"])
        found = [(await site.http.get(f"/api/logs/{log}")).status_code for log in kept]
        assert found == [404, 200, 200]


async def test_the_newest_log_stays_however_long(store: Store) -> None:
    for n in range(4):
        await store.save_log(f"log{n}", "x" * 10, float(n), most=25)
    assert [await store.log(f"log{n}") is not None for n in range(4)] == [False, False, True, True]
    await store.save_log("long", "x" * 100, 9.0, most=25)
    assert [await store.log(id) is not None for id in ("log3", "long")] == [False, True]
    await store.save_log("log3", "x", 10.0, most=25)
    assert await store.log("long") is None


async def test_a_proxy_is_believed_and_nobody_else(tmp_path: Path) -> None:
    """Behind a proxy everybody would be one address."""
    asked = {"x-forwarded-for": "203.0.113.9"}
    for proxies, seen in (((), "127.0.0.1"), (("127.0.0.1",), "203.0.113.9")):
        async with running(tmp_path / seen, proxies=proxies) as site:
            taken: list[str] = []
            site.context.callers.take = lambda a, _, taken=taken: bool(taken.append(a)) or True  # type: ignore[assignment, method-assign, misc]
            await site.http.get("/api/bots", headers=asked)
            assert taken == [seen]


async def test_a_flood_of_tables_of_bots_leaves_people_their_server(tmp_path: Path) -> None:
    async with running(tmp_path, bot_tables=10) as site:
        wishes = [{"kind": "bot", "bot": "greedy"}] * 4
        body = {"game": "germany", "seats": wishes}
        answers = await asyncio.gather(
            *(site.http.post("/api/tables", json=body) for _ in range(30))
        )
        assert {answer.status_code for answer in answers} == {201, 429}
        made = await site.create("Anna", "bot:random")
        async with site.seat(made["table"], made["token"]) as anna:
            for _ in range(6):
                assert await anna.asked_or_over()
                await anna.moved(anna.choices()[0])


async def test_tables_that_everybody_has_left_count_as_tables_of_bots(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Leaving is no way around the limit; who leaves late stands still until there is room."""
    monkeypatch.setattr(hall, "TICK", 0.02)
    async with running(tmp_path, bot_tables=1) as site:
        thinks, choose = asyncio.Event(), site.hall.workers.choose

        async def slowly(*arguments: object) -> Chosen:
            await thinks.wait()
            return await choose(*arguments)  # type: ignore[arg-type]

        monkeypatch.setattr(site.hall.workers, "choose", slowly)
        thinks.set()
        made = [await site.create("Anna", "bot:random") for _ in range(3)]
        left = [str(one["table"]) for one in made]
        async with asyncio.timeout(PATIENCE):
            while any(site.hall.thinking.busy(table) for table in left):  # noqa: ASYNC110
                await asyncio.sleep(0.01)
        thinks.clear()
        for one in made:
            path = f"/api/tables/{one['table']}/leave"
            await site.post(path, {"seat": 0}, token=one["token"])
        bots = {"game": "new_york", "seats": [{"kind": "bot", "bot": "random"}] * 2}
        await site.refusal("/api/tables", bots, 429, "too_many_bots")
        person = (await site.create("Bo", "bot:random"))["table"]
        for table in left:
            await site.time_is_up(table)
        async with asyncio.timeout(PATIENCE):
            while len(await site.hall.store.due(site.hall.clock.now() + 60)) > 2:  # noqa: ASYNC110
                await asyncio.sleep(0.01)
        played = [table for table in left if site.hall.thinking.busy(table)]
        assert (len(played), site.hall.thinking.busy(person)) == (1, True)
        late = next(table for table in left if table not in played)
        seq = site.hall.tables[late].seq
        await finish(site, played[0])
        thinks.set()
        async with asyncio.timeout(PATIENCE):
            while site.hall.tables[late].seq == seq:
                await site.time_is_up(late)
                await asyncio.sleep(0.05)
