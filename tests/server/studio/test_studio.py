"""Boards that people draw at a server: looked at, invented, brought along to tables."""

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from capotreno.board.load import text
from capotreno.engine.record import log as logs
from capotreno.games.own.page import ABOUT
from capotreno.invent.invent import invent
from capotreno.match import game_of
from capotreno.server.studio import examiner as examiners
from capotreno.server.studio.carried import name_of
from capotreno.server.table.faults import Refusal
from tests.server.client import Site, running

pytestmark = pytest.mark.anyio

ISLAND = (Path(__file__).parents[3] / "docs/examples/island.json").read_bytes()
JSON = {"content-type": "application/json"}


@pytest.fixture
async def site(tmp_path: Path) -> AsyncIterator[Site]:
    async with running(tmp_path) as site:
        yield site


def changed(**changes: object) -> dict[str, Any]:
    board: dict[str, Any] = json.loads(ISLAND)
    return board | changes


async def look(site: Site, board: object, language: str = "en") -> dict[str, Any]:
    found: dict[str, Any] = await site.post(f"/api/studio/check?language={language}", board)
    return found


async def keep(site: Site, content: bytes) -> dict[str, Any]:
    answer = await site.http.post("/api/boards", content=content, headers=JSON)
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()
    return found


async def test_a_sound_board_has_its_rules_and_no_faults(site: Site) -> None:
    found = await look(site, json.loads(ISLAND))
    assert found["faults"] == []
    assert any("4" in sentence for sentence in found["rules"])
    assert await look(site, json.loads(ISLAND), "it") != found


async def test_every_fault_is_told_at_once_and_of_what_it_is(site: Site) -> None:
    board = changed()
    board["routes"][0] |= {"length": 11, "colour": "red"}
    board["tickets"][0]["points_in_order"] = 0
    board["tickets"].append({"stops": ["lighthouse", "lighthouse"], "points": 1})
    found = await look(site, board)
    assert {id for fault in found["faults"] for id in fault["tickets"]} >= {"lighthouse-lighthouse"}
    assert found["rules"] == []
    board["tickets"].pop()
    board["tickets"][0].pop("points_in_order")
    board["game"]["flush"] = 9
    found = await look(site, board)
    assert [fault["routes"] for fault in found["faults"] if fault["routes"]]
    assert any(fault["part"] == "game" for fault in found["faults"])


async def test_a_number_that_cannot_be_stands_at_its_field_in_ones_own_language(site: Site) -> None:
    board = changed()
    board["game"]["twins_from"] = 99
    (fault,) = (await look(site, board, "it"))["faults"]
    assert (fault["part"], fault["field"]) == ("game", "twins_from")
    assert "numero intero <= 9" in fault["text"]
    board = changed()
    board["game"]["hands"] = 3
    (fault,) = (await look(site, board, "it"))["faults"]
    assert "forse «hand»" in fault["text"]


async def test_what_stands_out_names_its_things(site: Site) -> None:
    board = changed()
    board["tickets"][0]["points"] = 40
    board["places"].append({"id": "nowhere", "x": 0.5, "y": 0.5})
    notes = (await look(site, board))["notes"]
    assert any(note["stops"] == ["nowhere"] for note in notes)
    assert any(note["tickets"] for note in notes)


@pytest.mark.parametrize("text", ["", "{", "[]", '"x"', "{}", "null", "9" * 9000, "[" * 50_000])
async def test_nonsense_is_one_fault(site: Site, text: str) -> None:
    answer = await site.http.post("/api/studio/check", content=text, headers=JSON)
    assert answer.status_code == 200, answer.text
    assert len(answer.json()["faults"]) == 1


async def test_a_board_is_bounded_in_size_and_in_time(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer = await site.http.post("/api/studio/check", content=b" " * 300_000, headers=JSON)
    assert answer.status_code == 413
    site.hall.examiner.budget = 0.05
    many = {"seed": 1, "places": 80}  # takes a second or two
    await site.refusal("/api/studio/invent", many, 400, "heavy_board")
    site.hall.examiner.budget = 30.0
    assert (await look(site, changed(minutes=7)))["faults"] == []  # a new process
    monkeypatch.setattr(examiners, "WAITING", 0)
    await site.refusal("/api/studio/check", changed(minutes=8), 503, "busy_studio")
    assert (await look(site, changed(minutes=7)))["faults"] == []  # what was asked before is known


async def test_a_board_is_invented_and_invented_again(site: Site) -> None:
    wish = {"seed": 3, "places": 12, "players": 3}
    board = await site.post("/api/studio/invent", wish)
    assert board == json.loads(invent(12, 3, 3))
    await site.refusal("/api/studio/invent", wish | {"region": "atlantis"}, 400, "board")
    ids = {end for route in board["routes"][:3] for end in (route["a"], route["b"])}
    held = [place for place in board["places"] if place["id"] in ids]
    stay = [route for route in board["routes"] if {route["a"], route["b"]} <= ids]
    land = [layer["paths"] for layer in board["drawing"]["layers"] if layer["role"] == "land"]
    rest = {"count": 12, "players": 3, "seed": 8, "land": land[0], "places": held, "routes": stay}
    rest["aspect"] = board["picture"]["aspect"]
    found = await site.post("/api/studio/again", rest)
    assert len(found["places"]) == 12 - len(held)
    new = board | {
        "places": held + found["places"],
        "routes": stay + found["routes"],
        "tickets": found["tickets"],
    }
    assert (await look(site, new))["faults"] == []
    assert not ids & {place["id"] for place in found["places"]}
    pairs = [frozenset((route["a"], route["b"])) for route in found["routes"]]
    assert not {frozenset((route["a"], route["b"])) for route in stay} & set(pairs)
    await site.refusal("/api/studio/again", {"count": 4}, 400, "board")
    await site.refusal("/api/studio/again", rest | {"land": ["M1"]}, 400, "board")
    await site.refusal("/api/studio/again", rest | {"places": []}, 400, "board")


async def test_every_switch_has_its_sentence(site: Site) -> None:
    for language in ("en", "it"):
        found = await site.get(f"/api/studio/rules?language={language}")
        assert found.keys() == ABOUT.keys()
        assert all(len(sentence) > 20 and "R-" not in sentence for sentence in found.values())
    assert "italy" in await site.get("/api/studio/regions")


async def test_a_table_carries_its_board_through_everything(tmp_path: Path) -> None:
    async with running(tmp_path) as site:
        about = await keep(site, ISLAND)
        name = about["game"]
        assert (name, about["players"]) == (name_of(ISLAND), [2, 3, 4])
        assert await keep(site, ISLAND) == about
        assert name not in [game["game"] for game in await site.get("/api/games")]
        at = f"/api/games/{name}"
        assert await site.get(at) == about
        assert (await site.http.get(f"{at}/board")).content == ISLAND
        assert len((await site.get(f"{at}/map"))["routes"]) == 16
        assert await site.get(f"{at}/drawing") is None
        assert "Brume" not in (await site.http.get(f"{at}/rules?language=it&dice=true")).text[:20]
        made = await site.create("Anna", "bot:path", game=name)
        dice = await site.create("Anna", "bot:path", game=name, options={"dice": True})
        table = made["table"]
        async with site.seat(table, made["token"]) as anna:
            await anna.asked_or_over()
            await anna.moved(anna.choices()[0])
    async with running(tmp_path) as site:  # the store has kept it
        async with site.seat(table, made["token"]) as anna:
            while await anna.asked_or_over():
                await anna.moved(anna.choices()[0])
        assert (await site.get(f"/api/tables/{dice['table']}"))["game"] == name
        text = (await site.http.get(f"/api/tables/{table}/log")).text
        log = logs.read(text)
        assert (log.game, log.board.encode()) == ("brume_island", ISLAND)
        logs.verify(game_of(log), log)
        replay = await site.get(f"/api/tables/{table}/replay")
        assert replay["game"] == name
        assert 'capotreno_bot_choices{kind="crashed"} 0.0' in await site.counted()
        again = await site.post(f"/api/tables/{table}/rematch", {}, made["token"])
        assert again["game"] == name
    async with running(tmp_path / "other") as site:  # and a log brings it along to another server
        sent = await site.http.post("/api/logs", content=text)
        assert sent.status_code == 201, sent.text
        shown = await site.get(f"/api/logs/{sent.json()['log']}/replay")
        assert shown["game"] == name
        assert len((await site.get(f"/api/games/{name}/map"))["places"]) == 9


async def test_two_boards_of_one_name_are_two_games(site: Site) -> None:
    other = json.dumps(changed(minutes=99)).encode()
    names = [(await keep(site, content))["game"] for content in (ISLAND, other)]
    tables = [await site.create("bot:path", "bot:path", game=name) for name in names]
    versions = [(await site.get(f"/api/tables/{made['table']}"))["version"] for made in tables]
    assert versions[0] != versions[1]


async def test_what_is_no_game_is_not_kept(site: Site) -> None:
    await site.refusal("/api/boards", changed(players=[2, 9]), 400, "board")
    await site.refusal("/api/boards", changed(id="germany"), 400, "board")
    answer = await site.http.post("/api/boards", content=b"\xff\xfe", headers=JSON)
    assert answer.json()["error"] == "board"
    seats = [{"kind": "person"}, {"kind": "bot"}]
    body = {"game": name_of(b"nothing"), "seats": seats}
    await site.refusal("/api/tables", body, 404, "no_game")
    for what in ("", "/map", "/board", "/drawing", "/rules"):
        answer = await site.http.get(f"/api/games/{name_of(b'nothing')}{what}")
        assert (answer.status_code, answer.json()["error"]) == (404, "no_game")


async def test_the_oldest_boards_that_nobody_plays_make_room(tmp_path: Path) -> None:
    async with running(tmp_path) as site:
        contents = [json.dumps(changed(minutes=n)).encode() for n in range(4)]
        played = (await keep(site, contents[0]))["game"]
        await site.create("Anna", "open", game=played)
        site.hall.carried._most = 3 * len(contents[0]) + 9
        names = [(await keep(site, content))["game"] for content in contents[1:]]
        store = site.hall.store
        assert [await store.boards.text(name) is not None for name in (played, *names)] == [
            True,
            False,
            True,
            True,
        ]
        site.hall.carried._most = len(contents[0])
        with pytest.raises(Refusal, match="no room"):
            await site.hall.carried.keep(json.dumps(changed(minutes=50)).encode())


async def test_a_board_comes_as_sheets_of_paper(site: Site) -> None:
    for paper, language in (("A4", "en"), ("letter", "it")):
        at = f"/api/studio/print?paper={paper}&language={language}"
        answer = await site.http.post(at, content=ISLAND, headers=JSON)
        assert answer.headers["content-type"] == "application/pdf"
        assert answer.content.startswith(b"%PDF")
    await site.refusal("/api/studio/print?paper=A0", changed(), 400, "request")
    await site.refusal("/api/studio/print", changed(players=[2, 9]), 400, "board")
    usa = json.loads(text("usa")) | {"id": "mine"}
    said = await site.refusal("/api/studio/print", usa, 400, "board")
    assert "publisher" in said
    answer = await site.http.post("/api/studio/again", content=b"{", headers=JSON)
    assert answer.json()["error"] == "board"
