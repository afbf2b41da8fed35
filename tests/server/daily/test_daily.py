"""The deal of a day and its puzzle: the same for everybody, one try, the results afterwards."""

import asyncio
from collections.abc import AsyncIterator
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

from capotreno.games.registry import games
from capotreno.server.daily import days, door, puzzles
from capotreno.server.hall.secrets import digest
from capotreno.server.store.records import MARK
from capotreno.server.store.store import Store
from tests.server.client import Site, running

pytestmark = pytest.mark.anyio

#: A day on which a short game is played.
DAY = next(
    day
    for day in (date(2026, 11, n) for n in range(1, 30))
    if days.game_of(day) == days.game_of(day, days.SHORT) == "new_york"
)


@pytest.fixture
async def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Site]:
    for module in (door, puzzles):
        monkeypatch.setattr(module, "today", lambda: DAY)
    async with running(tmp_path) as site:
        yield site


async def begun(site: Site, name: str, token: str | None = None) -> tuple[str, str]:
    """Somebody's table of the deal, and their token."""
    joined = await site.post("/api/daily", {"name": name}, token)
    assert joined["seats"] == [0]
    return joined["table"], joined["token"]


async def finished(site: Site, table: str, token: str, which: int) -> None:
    """Play to the end, always the first answer there is, or the last."""
    async with site.seat(table, token) as own:
        while await own.asked_or_over():
            await own.moved(own.choices()[which])


async def puzzle(site: Site, token: str | None = None) -> Any:
    """The puzzle of the day, asked for until it is there."""
    headers = {"authorization": f"Bearer {token}"} if token else {}
    path = "/api/daily/puzzle"
    while (answer := await site.http.get(path, headers=headers)).status_code == 202:
        assert answer.json() == {}
        await asyncio.sleep(0.05)
    assert answer.is_success, answer.text
    return answer.json()


async def test_everybody_has_the_same_deal_one_try_and_the_results_afterwards(site: Site) -> None:
    (first, anna), (second, bruno) = await begun(site, "Anna"), await begun(site, "Bruno")
    assert first != second
    assert (await begun(site, "Anna again", anna))[0] == first
    opened = []
    for table, token in ((first, anna), (second, bruno)):
        async with site.seat(table, token) as own:
            opened.append((own.cells, own.offer and own.offer["choices"]))
    assert opened[0] == opened[1]
    told = await site.get("/api/daily", anna)
    assert (told["day"], told["game"], told["playing"]) == (str(DAY), "new_york", 2)
    assert (told["mine"], told["results"]) == ({"table": first, "status": "running"}, None)
    assert (await site.get("/api/daily"))["mine"] is None
    await finished(site, first, anna, 0)
    await finished(site, second, bruno, -1)
    told = await site.get("/api/daily", bruno)
    assert told["mine"]["status"] == "finished"
    assert {one["name"]: one["mine"] for one in told["results"]} == {"Anna": False, "Bruno": True}
    assert [one["place"] for one in told["results"]] == [1, 2]
    assert told["results"][0]["margin"] >= told["results"][1]["margin"]
    assert (await site.get("/api/daily"))["results"] is None  # who may still play it
    await site.hall.store.records.forget(digest(bruno)[:MARK])
    left = await site.get("/api/daily", anna)
    assert [(one["place"], one["name"]) for one in left["results"]] == [(1, "Anna")]
    await site.hall.store.records.remove([first])
    assert (await site.get("/api/daily", anna))["mine"] is None


async def test_who_has_left_has_had_their_try(site: Site) -> None:
    table, token = await begun(site, "Anna")
    await site.post(f"/api/tables/{table}/leave", {"seat": 0}, token)
    told = await site.get("/api/daily", token)
    assert (told["mine"], told["results"]) == ({"table": table, "status": "left"}, [])
    joined = await site.post("/api/daily", {"name": "Anna"}, token)
    assert (joined["table"], joined["seats"]) == (table, [])


async def test_midnight_passes_while_somebody_plays(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, token = await begun(site, "Anna")
    monkeypatch.setattr(door, "today", lambda: DAY + timedelta(days=1))
    body = {"name": "Anna", "day": str(DAY)}  # who has looked at yesterday's page all night
    await site.refusal("/api/daily", body, 404, "no_day")
    assert (await site.get("/api/daily", token))["mine"] is None
    own = await site.get(f"/api/daily?day={DAY}", token)
    assert (own["mine"]["table"], own["results"]) == (table, None)  # still to be played
    assert (await site.get(f"/api/daily?day={DAY}"))["results"] == []
    await finished(site, table, token, 0)
    own = await site.get(f"/api/daily?day={DAY}", token)
    assert [one["name"] for one in own["results"]] == ["Anna"]


async def test_the_puzzle_tells_what_is_right_to_who_has_answered(site: Site) -> None:
    asked = await puzzle(site)
    assert (asked["chosen"], asked["best"], asked["reason"]) == (None, None, "")
    assert all(one["win"] is one["given"] is None for one in asked["answers"])
    replay = await site.get(f"/api/logs/{asked['log']}/replay?seat={asked['seat']}")
    assert replay["game"] == asked["game"]
    wrong, other = (one["code"] for one in asked["answers"][:2])
    told = await site.post("/api/daily/puzzle", {"day": str(DAY), "code": wrong})
    assert told["puzzle"]["chosen"] == wrong
    best = told["puzzle"]["best"]
    wins = {one["code"]: one["win"] + one["margin"] / 150 for one in told["puzzle"]["answers"]}
    assert wins[best] > wins[told["puzzle"]["played"]]
    assert told["puzzle"]["reason"]
    again = await site.post("/api/daily/puzzle", {"day": str(DAY), "code": other}, told["token"])
    assert again["puzzle"]["chosen"] == wrong
    assert [one["given"] for one in again["puzzle"]["answers"][:2]] == [1, 0]
    assert (await puzzle(site, told["token"]))["chosen"] == wrong
    assert (await puzzle(site))["chosen"] is None
    for code, day in ((10**6, DAY), (wrong, DAY - timedelta(days=1))):
        body = {"day": str(day), "code": code}
        await site.refusal("/api/daily/puzzle", body, 404, "no_day")


async def test_other_days(site: Site) -> None:
    for day in ("2026-99-99", str(DAY + timedelta(days=1)), "2026-01-01", "yesterday"):
        assert (await site.http.get(f"/api/daily?day={day}")).status_code == 404, day
    before = DAY - timedelta(days=1)
    await days.deal_of(site.hall.store, before)
    told = await site.get(f"/api/daily?day={before}")
    assert (told["results"], told["mine"]) == ([], None)


def test_every_short_game_has_its_day() -> None:
    week = [days.game_of(DAY + timedelta(days=n)) for n in range(2 * len(games()))]
    assert 5 <= len(set(week)) < len(games())
    assert week[: len(set(week))] == week[len(set(week)) : 2 * len(set(week))]
    assert days.end_of(DAY) - days.end_of(DAY - timedelta(days=1)) == 24 * 60 * 60


async def test_whoever_asks_first_makes_the_deal(tmp_path: Path) -> None:
    store = await Store.open(f"sqlite:///{tmp_path / 'one.sqlite3'}")
    try:
        found = await asyncio.gather(*(days.deal_of(store, DAY) for _ in range(5)))
        assert len(set(found)) == 1
        assert (await days.deal_of(store, DAY + timedelta(days=1))).seed != found[0].seed
    finally:
        await store.close()
