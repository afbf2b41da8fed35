"""Chairs that change hands: the old holder hears and says nothing more, the present stay seated."""

from collections.abc import AsyncIterator
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
