"""Whole games played by clients that know no rules, and what remains of them: the log."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from capotreno.engine.record import log as logs
from capotreno.match import game_of
from tests.server.client import Site, finish, round_of, running

pytestmark = pytest.mark.anyio


@pytest.fixture
async def site(tmp_path: Path) -> AsyncIterator[Site]:
    async with running(tmp_path) as site:
        yield site


@pytest.mark.slow
async def test_two_persons_play_new_york_to_the_end(site: Site) -> None:
    table, tokens = await site.persons("Anna", "Bo")
    async with (
        site.seat(table, tokens[0]) as anna,
        site.seat(table, tokens[1]) as bo,
        site.seat(table) as spectator,
    ):
        while await round_of([anna, bo], lambda choices: choices[-1], spectator):
            pass
        assert anna.result == bo.result == spectator.result
        assert anna.result is not None
        over = [await client.snapshot() for client in (anna, bo, spectator)]
        for seen in over:
            assert (seen["offer"], seen["asked"]) == (None, [])
            assert seen["table"]["status"] == "finished"
            assert seen["table"]["result"] == anna.result
        refused = await anna.play("draw")
        assert (refused["type"], refused["stale"]) == ("refused", False)
    answer = await site.http.get(f"/api/tables/{table}/log")
    assert answer.headers["content-type"].startswith("application/x-ndjson")
    log = logs.read(answer.text)
    state = logs.verify(game_of(log), log)
    assert game_of(log).outcome(state).json() == anna.result
    assert log.seats == ["Anna", "Bo"]


@pytest.mark.slow
@pytest.mark.parametrize("game", ["germany", "maerklin"])
async def test_a_person_and_two_bots_play_to_the_end(site: Site, game: str) -> None:
    made = await site.create("Anna", "bot:random", "bot:greedy", game=game)
    async with site.seat(made["table"], made["token"]) as anna:
        while await anna.asked_or_over():
            await anna.moved(anna.choices()[0])
        assert anna.result is not None
        assert len(anna.result["ranks"]) == 3
    counted = await site.counted()
    assert 'capotreno_bot_choices{kind="crashed"} 0.0' in counted
    log = logs.read((await site.http.get(f"/api/tables/{made['table']}/log")).text)
    logs.verify(game_of(log), log)


async def test_a_log_is_kept_if_it_verifies_and_told_only_when_the_game_is_over(site: Site) -> None:
    table, _ = await site.persons("Anna 🚂", "Bo")
    early = await site.http.get(f"/api/tables/{table}/log")
    assert (early.status_code, early.json()["error"]) == (409, "not_finished")
    assert (await site.http.get("/api/tables/nowhere/log")).status_code == 404
    await finish(site, table)
    text = (await site.http.get(f"/api/tables/{table}/log")).text
    kept = await site.http.post("/api/logs", content=text)
    assert kept.status_code == 201
    assert kept.json() == {
        "log": kept.json()["log"],
        "game": "new_york",
        "players": 2,
        "gestures": len(text.splitlines()) - 2,
        "finished": True,
    }
    again = await site.http.get(f"/api/logs/{kept.json()['log']}")
    assert logs.read(again.text) == logs.read(text)
    assert (await site.http.get("/api/logs/nothing")).status_code == 404


async def test_a_log_that_was_tampered_with_is_refused(site: Site) -> None:
    table, _ = await site.persons("Anna", "Bo")
    await finish(site, table)
    text = (await site.http.get(f"/api/tables/{table}/log")).text
    lines = text.splitlines(keepends=True)
    seed = logs.read(text).seed
    garbage = [
        text.replace('"winners": [', '"winners": [7, ', 1),
        text.replace(f'"seed": {seed}', f'"seed": {(seed or 0) ^ 1}'),
        "".join(lines[:3] + lines[4:]),
        "".join(lines[:-1]),
        text.replace("new_york", "germany", 1),
        text.replace('"Anna"', '"\\ud800"', 1),
        text.replace('"version": ', '"version": 1', 1),
        text.replace('"players": 2', '"players": 99999999', 1),
        "[" * 5000,
        "",
        "\x00",
        "null\n" * 10,
    ]
    for wrong in garbage:
        assert wrong != text
        answer = await site.http.post("/api/logs", content=wrong)
        assert (answer.status_code, answer.json()["error"]) == (400, "log"), wrong[:200]
    for more in (b"\xff\xfe", text.encode("utf-16")):
        answer = await site.http.post("/api/logs", content=more)
        assert (answer.status_code, answer.json()["error"]) == (400, "log")
