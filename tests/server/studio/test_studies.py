"""Is a board good? Asked at a server while the board is drawn."""

import asyncio
import json
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from capotreno.board.load import parse
from capotreno.server.studio import studies as studying
from tests.server.client import Site, running

pytestmark = pytest.mark.anyio

ISLAND = json.loads((Path(__file__).parents[3] / "docs/examples/island.json").read_bytes())


@pytest.fixture
async def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Site]:
    monkeypatch.setattr(studying, "GAMES", 40)
    async with running(tmp_path) as site:
        yield site


async def ended(site: Site, answer: dict[str, Any]) -> dict[str, Any]:
    """What a study has found, when it has."""
    until = time.monotonic() + 120
    while not (answer["found"] or answer["even"]):
        assert time.monotonic() < until, "it is studied for ever"
        await asyncio.sleep(0.02)
        answer = await site.get(f"/api/studio/studies/{answer['study']}")
    return answer


async def test_a_board_is_studied_beside_everything_else(site: Site) -> None:
    begun = await site.post("/api/studio/study", ISLAND)
    assert (begun["done"], begun["total"], begun["found"]) == (0, 0, None)
    found = (await ended(site, begun))["found"]
    board = parse(json.dumps(ISLAND).encode())
    assert (found["games"], found["wanted"], found["players"]) == (40, 40, 3)
    assert [route["id"] for route in found["routes"]] == [route.id for route in board.routes]
    assert [ticket["id"] for ticket in found["tickets"]] == [one.id for one in board.tickets]
    assert sum(found["seats"]) == pytest.approx(1)
    assert len(found["course"]["en"]) == len(found["course"]["it"]) > 2
    again = await site.post("/api/studio/study", ISLAND)
    assert again["found"] == found  # it is known
    two = await ended(site, await site.post("/api/studio/study?players=2", ISLAND))
    assert two["found"]["players"] == 2


async def test_what_stands_out_says_of_what_it_is(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(studying, "GAMES", 200)
    dear = json.loads(json.dumps(ISLAND))
    dear["tickets"][0]["points"] = 30
    found = (await ended(site, await site.post("/api/studio/study", dear)))["found"]
    told = [one for one in found["findings"] if one["kind"] == "ticket_dear"]
    assert "lighthouse-market_cross" in told[0]["tickets"] or told[0]["tickets"]
    assert told[0]["text"]["en"] != told[0]["text"]["it"]
    begun = await site.post("/api/studio/even?change=tickets&change=colours", dear)
    even = (await ended(site, begun))["even"]
    assert any(one["number"] == 0 and one["after"] < 30 for one in even["changes"])
    assert even["after"] < even["before"]


async def test_a_study_is_stopped_and_keeps_what_was_played(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(studying, "GAMES", 1000)
    begun = await site.post("/api/studio/study", ISLAND)
    other = await site.post("/api/studio/study?players=2", ISLAND)
    await site.post(f"/api/studio/studies/{other['study']}/stop", {})  # it never had its turn
    gone = await site.http.get(f"/api/studio/studies/{other['study']}")
    assert gone.json()["error"] == "no_study"
    while not begun["done"]:
        await asyncio.sleep(0.01)
        begun = await site.get(f"/api/studio/studies/{begun['study']}")
    assert begun["total"] == 1000
    await site.post(f"/api/studio/studies/{begun['study']}/stop", {})
    found = (await ended(site, begun))["found"]
    assert 0 < found["games"] < found["wanted"] == 1000


async def test_the_time_is_bounded_and_so_are_those_who_wait(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    site.context.studies.seconds = 0.0
    monkeypatch.setattr(studying, "GAMES", 1000)
    begun = await site.post("/api/studio/study", ISLAND)
    found = await ended(site, begun)  # two games, then the time is up
    assert found["found"]["games"] == 2
    monkeypatch.setattr(studying, "WAITING", 0)
    await site.refusal("/api/studio/study", ISLAND | {"minutes": 5}, 503, "busy_studies")


async def test_what_is_no_game_is_not_studied(site: Site) -> None:
    begun = await site.post("/api/studio/study", ISLAND | {"players": [2, 9]})
    while True:
        answer = await site.http.get(f"/api/studio/studies/{begun['study']}")
        if answer.status_code != 202:
            break
        await asyncio.sleep(0.02)
    assert answer.json()["error"] == "board"
    answer = await site.http.get("/api/studio/studies/nothing")
    assert answer.json()["error"] == "no_study"
    await site.refusal("/api/studio/even?change=places", ISLAND, 400, "request")
    await site.post("/api/studio/studies/nothing/stop", {})
