"""Whom a server offers to play against, and where the strongest is met."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from capotreno.bots.opponents import SearchTable
from capotreno.bots.registry import LADDER, bots
from capotreno.server.doors import library, tables
from tests.server.client import Site, running

pytestmark = pytest.mark.anyio


@pytest.fixture
async def site(tmp_path: Path) -> AsyncIterator[Site]:
    async with running(tmp_path) as site:
        yield site


async def test_the_bots_and_where_they_are_met(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(library, "search_tables", list)
    found = await site.get("/api/bots")
    assert [bot["bot"] for bot in found] == list(bots())
    assert [bot["level"] for bot in found] == [LADDER.index(name) for name in bots()]
    monkeypatch.setattr(library, "search_tables", lambda: [SearchTable("usa", 3, False)])
    *others, last = await site.get("/api/bots")
    assert others == found
    assert (last["bot"], last["level"]) == ("search", 5)
    assert last["tables"] == [{"game": "usa", "players": 3, "dice": False}]
    for bot in (*others, last):
        for words in (bot["name"], bot["about"]):
            assert all(words[language] for language in ("en", "it"))


async def test_a_search_sits_down_only_where_it_is_met(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    seats: list[dict[str, str]] = [{"kind": "person", "name": "Ada"}]
    seats.append({"kind": "bot", "bot": "search"})
    wish = {"game": "new_york", "seats": seats}
    for met, status in (((), 400), (("search",), 201)):
        monkeypatch.setattr(tables, "opponents", lambda _, met=met: (*bots(), *met))
        answer = await site.http.post("/api/tables", json=wish)
        assert answer.status_code == status


async def test_whoever_names_no_bot_meets_the_strongest_that_plays_everywhere(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "opponents", lambda _: (*bots(), "search"))
    seats = [{"kind": "person", "name": "Ada"}, {"kind": "bot"}]
    answer = await site.http.post("/api/tables", json={"game": "new_york", "seats": seats})
    found = await site.get(f"/api/tables/{answer.json()['table']}")
    assert {seat["bot"] for seat in found["seats"] if seat["kind"] == "bot"} == {bots()[-1]}
