"""Tables with dice: chosen when they are made, played like any other, kept in the log."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from capotreno.engine.record import log as logs
from capotreno.match import game_of
from tests.server.client import Site, running

pytestmark = pytest.mark.anyio


@pytest.fixture
async def site(tmp_path: Path) -> AsyncIterator[Site]:
    async with running(tmp_path) as site:
        yield site


async def test_every_game_offers_dice(site: Site) -> None:
    for game in await site.get("/api/games"):
        assert game["options"]["dice"] == [False, True]


async def test_a_person_and_a_bot_play_with_dice_to_the_end(site: Site) -> None:
    made = await site.create("Anna", "bot:greedy", game="new_york", options={"dice": True})
    async with site.seat(made["table"], made["token"]) as anna:
        verbs = set()
        while await anna.asked_or_over():
            verbs |= {text.split()[0] for text in anna.choices()}
            await anna.moved(anna.choices()[0])
        assert anna.result is not None
        assert {"roll", "reroll", "claim"} <= verbs
        assert not {"take", "draw"} & verbs
    log = logs.read((await site.http.get(f"/api/tables/{made['table']}/log")).text)
    assert log.options == {"dice": True}
    logs.verify(game_of(log), log)
    table = await site.get(f"/api/tables/{made['table']}")
    assert table["options"] == {"dice": True}


@pytest.mark.parametrize("options", [{"dice": 1}, {"dice": "yes"}, {"tunnel_faces": 1}])
async def test_what_cannot_be_chosen_is_refused(site: Site, options: dict[str, object]) -> None:
    seats = [{"kind": "person", "name": "Anna"}, {"kind": "bot"}]
    body = {"game": "new_york", "seats": seats}
    await site.post("/api/tables", body)
    text = await site.refusal("/api/tables", {**body, "options": options}, 400, "refused")
    assert "dice" in text or "tunnel_faces" in text


async def test_the_rules_with_dice(site: Site) -> None:
    for language, words in (("en", "five dice"), ("it", "cinque dadi")):
        path = f"/api/games/germany/rules?language={language}&dice=true"
        text = (await site.http.get(path)).text
        assert words in text
        assert "**D-30**" in text
        assert "**R-79**" in text
