"""Tournaments: everybody plays the same cards, nothing of them is told before, nothing is lost."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import update

from capotreno.server.club import club
from capotreno.server.club.tournaments import Tournaments, paired
from capotreno.server.store import MoveRow, Store
from capotreno.server.store.club import tournaments as kept
from capotreno.server.store.club.tournaments import EntrantRow, PairingRow, RoundRow, TournamentRow
from tests.server.client import Client, Site, finish, running

pytestmark = pytest.mark.anyio


@pytest.fixture
async def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Site]:
    monkeypatch.setattr(club, "TICK", 3600.0)  # only what a test asks for
    async with running(tmp_path) as site:
        yield site


@pytest.fixture
async def people(site: Site) -> AsyncIterator[list[Site]]:
    """Five people with profiles, each with a device of their own."""
    async with AsyncExitStack() as stack:
        found = []
        for name in ("Anna", "Bo", "Cleo", "Dora", "Emil"):
            http = httpx.AsyncClient(base_url=site.url, timeout=120)
            own = Site(site.url, site.context, await stack.enter_async_context(http))
            await own.post("/api/me", {"name": name})
            found.append(own)
        yield found


def token(n: int) -> str:
    return f"the-secret-token-of-number-{n}"


async def begun(people: list[Site], **more: Any) -> str:
    """A tournament of some people that has begun."""
    body = {"name": "Cup", "game": "new_york", "rounds": 2} | more
    id = (await people[0].post("/api/tournaments", body))["id"]
    for n, one in enumerate(people):
        await one.post(f"/api/tournaments/{id}/join", {}, token(n))
    await people[0].post(f"/api/tournaments/{id}/start", {})
    return str(id)


async def ended(
    store: Store, table: str, ranks: list[int], *, came: tuple[int, ...] = (0, 1)
) -> None:
    """A table is over, without being played: those seats have come."""
    last = max(move.seq for move in await store.moves(table))
    result = {"ranks": ranks, "winners": [], "sheets": [{"total": 50 - 9 * n} for n in ranks]}
    for seat in (*came, came[-1]):
        last += 1
        move = MoveRow(table, last, seat, "gesture", {"actions": []}, None, 5.0)
        await store.add_move(move, deadline=None, status="finished", result=result)


async def shown(one: Site, id: str) -> Any:
    return await one.get(f"/api/tournaments/{id}")


async def test_everybody_plays_the_same_cards_and_sees_no_others(
    site: Site, people: list[Site]
) -> None:
    id = await begun(people[:4])
    work = Tournaments(site.hall)
    await asyncio.gather(work.look(), Tournaments(site.hall).look())
    (opened,) = (await shown(people[0], id))["played"]
    first, second = (one["table"] for one in opened["tables"])
    assert sorted(n for one in opened["tables"] for n in one["seats"]) == [0, 1, 2, 3]
    rows = [await site.hall.store.table(table) for table in (first, second)]
    assert len({row.seed for row in rows if row}) == 1
    assert all(row and row.sealed and not row.hints and not row.public for row in rows)
    cells = []
    for one in opened["tables"]:
        async with site.seat(one["table"], token(one["seats"][0])) as own:
            cells.append(own.cells)
    assert cells[0] == cells[1]
    await finish(site, first)
    await work.look()
    for path in ("log", "replay?seat=all", "replay?seat=0", "review?seat=0"):
        refused = await site.http.get(f"/api/tables/{first}/{path}")
        assert (refused.status_code, refused.json()["error"]) == (409, "sealed"), path
    wish = {"kind": "tables", "id": first, "seat": 0, "seq": 3}
    await site.refusal("/api/tries", wish, 409, "sealed")
    for table in (first, second):
        async with site.raw(table) as socket:
            looking = Client(socket)
            await looking.send({"type": "hello", "name": "Gwen", "token": "x" * 30})
            code, said = await looking.end()
            assert (code, said[-1]["error"]) == (4403, "sealed")
    assert (await site.get(f"/api/tables/{first}"))["result"] is None
    mine = opened["tables"][0]["seats"][0]
    assert (await site.get(f"/api/tables/{first}", token(mine)))["result"] is not None
    assert (await site.get(f"/api/tables/{first}", token(opened["tables"][1]["seats"][0])))[
        "result"
    ] is None
    told = await shown(people[1], id)
    done = told["played"][0]["tables"][0]
    assert sum(done["points"]) == 1
    assert done["totals"] is None
    assert {one["par"] for one in told["entrants"]} == {0.0}
    await finish(site, second)
    await Tournaments(site.hall).look()  # as after a restart
    assert (await site.http.get(f"/api/tables/{first}/log")).status_code == 200
    async with site.seat(first) as looking:
        assert looking.result is not None
    told = await shown(people[1], id)
    assert told["played"][0]["status"] == "done"
    assert told["played"][0]["tables"][0]["totals"] is not None
    again = [set(one["seats"]) for one in told["played"][1]["tables"]]
    assert not any(set(one["seats"]) in again for one in told["played"][0]["tables"])
    for one in told["played"][1]["tables"]:
        site.hall.tables.pop(one["table"], None)
        await ended(site.hall.store, one["table"], [1, 2])
    await work.look()
    told = await shown(people[0], id)
    assert told["status"] == "finished"
    assert sum(one["points"] for one in told["entrants"]) == 4
    assert told["entrants"][0]["place"] == 1


async def test_who_never_comes_has_lost_and_is_out(site: Site, people: list[Site]) -> None:
    id = await begun(people[:4], rounds=3)
    work, store = Tournaments(site.hall), site.hall.store
    await work.look()
    one, other = (await shown(people[0], id))["played"][0]["tables"]
    site.hall.tables.pop(one["table"])
    # A bot has played for the second chair and even won.
    await ended(store, one["table"], [2, 1], came=(0,))
    await work.look()
    told = await shown(people[0], id)
    assert told["played"][0]["tables"][0]["absent"] == [one["seats"][1]]
    assert told["played"][0]["tables"][0]["points"] == [1.0, 0.0]
    await store.tournaments._do(update(kept.rounds).values(due=1.0))
    await work.look()
    told = await shown(people[0], id)
    absent = {n for table in told["played"][0]["tables"] for n in table["absent"]}
    assert absent == {one["seats"][1], *other["seats"]}
    out = {entrant["number"] for entrant in told["entrants"] if entrant["status"] == "absent"}
    assert out == absent
    assert told["status"] == "finished"  # one alone plays no further round


async def test_who_is_left_over_has_a_bye_and_who_leaves_plays_no_more(
    site: Site, people: list[Site]
) -> None:
    id = await begun(people[:3], fill="bye", rounds=3)
    work = Tournaments(site.hall)
    await work.look()
    table, bye = (await shown(people[0], id))["played"][0]["tables"]
    assert (bye["table"], len(bye["seats"]), bye["points"]) == ("", 1, [1.0])
    await people[bye["seats"][0]].post(f"/api/tournaments/{id}/leave", {})
    site.hall.tables.pop(table["table"])
    await ended(site.hall.store, table["table"], [1, 2])
    await work.look()
    told = await shown(people[0], id)
    assert [sorted(one["seats"]) for one in told["played"][1]["tables"]] == [sorted(table["seats"])]
    assert (await site.get("/api/tournaments")) == []
    assert [one["id"] for one in await people[1].get("/api/tournaments")] == [id]
    await people[1].http.request("DELETE", "/api/me", json={})
    told = await shown(people[0], id)
    assert [one["status"] for one in told["entrants"] if one["name"] == "–"] == ["out"]


async def test_what_cannot_be_is_refused(site: Site, people: list[Site]) -> None:
    anna, bo = people[:2]
    await site.refusal("/api/tournaments", {"name": "Cup", "game": "new_york"}, 401, "no_person")
    for wrong in ({"game": "nowhere"}, {"game": "new_york", "kind": "robin", "players": 3}):
        await anna.refusal("/api/tournaments", {"name": "Cup"} | wrong, 400, "tournament")
    id = (await anna.post("/api/tournaments", {"name": "Cup", "game": "new_york"}))["id"]
    path = f"/api/tournaments/{id}"
    await anna.post(f"{path}/join", {}, token(0))
    await anna.post(f"{path}/join", {}, token(0))  # twice is once
    await anna.refusal(f"{path}/start", {}, 409, "few_entrants")
    await bo.refusal(f"{path}/start", {}, 403, "not_host")
    await bo.refusal(f"{path}/join", {}, 401, "token")
    await anna.post(f"{path}/call_off", {})
    await bo.refusal(f"{path}/join", {}, 409, "tournament_begun", token(1))
    await anna.refusal("/api/tournaments/nowhere/start", {}, 404, "no_tournament")


def a_tournament(**more: Any) -> TournamentRow:
    row = TournamentRow(
        *("t", "Cup", "swiss", "somewhere", 1, 2, {}, "live", 60, 3, 3600, "bots"),
        *("anna", "en", "running", 1.0),
    )
    return row._replace(**more)


def entrants_of(many: int) -> list[EntrantRow]:
    return [EntrantRow("t", n, f"p{n}", f"t{n}", f"{n}", "in", 1.0) for n in range(many)]


def test_bots_fill_the_chairs_that_are_free() -> None:
    three = paired(a_tournament(), 1, entrants_of(3), [])
    assert [len(seats) for seats in three] == [2, 2]
    assert sum(n is None for seats in three for n in seats) == 1
    five = paired(a_tournament(players=4), 1, entrants_of(5), [])
    assert sorted(sum(n is None for n in seats) for seats in five) == [0, 3]
    robin = a_tournament(kind="robin", fill="bye")
    assert sorted(len(seats) for seats in paired(robin, 1, entrants_of(5), [])) == [1, 2, 2]


async def test_of_two_servers_one_opens_the_round(store: Store, database_url: str) -> None:
    other = await Store.open(database_url)
    await store.tournaments.make(a_tournament(status="open"))
    joined = await asyncio.gather(
        *((store, other)[n % 2].tournaments.join("t", f"p{n}", "x", "y", 1.0) for n in range(6))
    )
    assert all(joined)
    assert [one.number for one in await store.tournaments.entrants("t")] == list(range(6))
    took = await asyncio.gather(
        *(
            own.tournaments.open_round(
                RoundRow("t", 1, seed, 1.0, 2.0, "running"),
                [PairingRow("t", 1, 0, f"at{seed}", {"numbers": [0, 1]}, None)],
            )
            for seed, own in enumerate((store, other, store))
        )
    )
    assert sum(took) == 1
    (pairing,) = await other.tournaments.pairings("t")
    recorded = await asyncio.gather(
        *(own.tournaments.record(pairing, {"ranks": [n]}) for n, own in enumerate((store, other)))
    )
    assert sum(recorded) == 1
    await other.close()
