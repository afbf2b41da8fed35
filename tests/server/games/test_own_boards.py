"""A board of your own at a server: listed, drawn, explained, and played with bots."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from capotreno import load, register
from capotreno.engine.record import log as logs
from capotreno.games.registry import OWN, REGISTRY, register_content
from capotreno.invent.invent import invent
from capotreno.match import game_of
from tests.server.client import Site, running

pytestmark = pytest.mark.anyio

ISLAND = Path(__file__).parents[3] / "docs" / "examples" / "island.json"


@pytest.fixture
def island() -> Iterator[str]:
    (name,) = register(ISLAND)
    yield name
    del OWN[name], REGISTRY[name]


@pytest.fixture
async def site(island: str, tmp_path: Path) -> AsyncIterator[Site]:
    async with running(tmp_path) as site:
        yield site


async def test_it_is_listed_with_map_and_rules(site: Site, island: str) -> None:
    listed = {game["game"]: game for game in (await site.http.get("/api/games")).json()}
    assert listed[island]["players"] == [2, 3, 4]
    assert listed[island]["title"] == {"en": "Brume Island", "it": "Isola di Bruma"}
    at = f"/api/games/{island}"
    assert (await site.http.get(f"{at}/board")).content == ISLAND.read_bytes()
    found = (await site.http.get(f"{at}/map")).json()
    assert [len(found[what]) for what in ("places", "routes", "tickets")] == [9, 16, 10]
    assert found["route_points"] == [0, 1, 2, 4, 7]
    for language, title in (("en", "# A board of your own"), ("it", "# Una mappa tutta tua")):
        rules = (await site.http.get(f"{at}/rules", params={"language": language})).text
        assert rules.startswith(title)
        assert "**OB-34**" in rules
        assert "**OB-66**" not in rules  # it is no race
        assert {"en": "from the 4 face up", "it": "fra le 4 scoperte"}[language] in rules
    plain = await site.http.get(f"{at}/drawing")
    assert (plain.status_code, plain.json()) == (200, None)


async def test_the_drawing_of_its_own_file_is_sent(site: Site) -> None:
    content = invent(8, 2, 3)
    name = register_content(content)
    try:
        sent = (await site.http.get(f"/api/games/{name}/drawing")).json()
    finally:
        del OWN[name], REGISTRY[name]
    assert sent["board"] == name
    assert {"sea", "land"} <= {layer["role"] for layer in sent["layers"]}


async def test_a_person_and_two_bots_play_it_to_the_end(site: Site, island: str) -> None:
    made = await site.create("Anna", "bot:random", "bot:planner", game=island)
    async with site.seat(made["table"], made["token"]) as anna:
        while await anna.asked_or_over():
            await anna.moved(anna.choices()[0])
        assert anna.result is not None
        assert len(anna.result["ranks"]) == 3
    counted = await site.counted()
    assert 'capotreno_bot_choices{kind="crashed"} 0.0' in counted
    assert 'capotreno_bot_choices{kind="illegal"} 0.0' in counted
    log = logs.read((await site.http.get(f"/api/tables/{made['table']}/log")).text)
    assert log.version == load(ISLAND).ruleset.version
    logs.verify(game_of(log), log)
