"""What happened before one came: every snapshot says it, also after a restart."""

import random
from pathlib import Path
from typing import Any

import pytest

from capotreno.server.table.stored import NEWS
from tests.server.client import Client, Json, Site, keep_all, running

pytestmark = pytest.mark.anyio


async def news(site: Site, table: str, *tokens: str | None) -> list[list[Json]]:
    """What each seat, and last a spectator, is told of the last moves."""
    found = []
    for token in (*tokens, None):
        async with site.seat(table, token) as client:
            found.append(client.told["news"])
    return found


async def undone(first: Client, second: Client) -> None:
    """The first seat takes its last gesture back, and the second agrees."""
    await first.ask({"type": "undo"}, "undo_asked")
    await second.reach(first.seq)
    await second.ask({"type": "agree", "agree": True}, "update")
    await first.until("update", where=lambda m: m["kind"] == "undo")


async def played(site: Site, table: str, tokens: list[str], rounds: int, seed: int) -> int:
    """Some gestures and, wherever it is possible, sometimes an undo; how many undos there were."""
    dice, undos = random.Random(seed), 0
    async with site.seat(table, tokens[0]) as one, site.seat(table, tokens[1]) as two:
        await keep_all(one, two)
        for _ in range(rounds):
            asked, other = (one, two) if one.offer else (two, one)
            seq = await asked.moved(dice.choice(asked.choices()))
            await other.reach(seq)
            if asked.told["undo"] and dice.random() < 0.7:
                await undone(asked, other)
                undos += 1
    return undos


@pytest.mark.parametrize("rounds", [3, 60])
async def test_the_news_are_the_same_after_a_restart(
    tmp_path: Path, rounds: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To every seat what it may know, undone moves and undos included."""
    monkeypatch.setattr("secrets.randbits", lambda bits: 4)
    async with running(tmp_path) as site:
        table, tokens = await site.persons("Anna", "Bo")
        undos = await played(site, table, tokens, rounds, seed=2)
        before = await news(site, table, *tokens)
        undo_steps = [step[:2] for step in site.hall.tables[table].undo_steps.steps]
    async with running(tmp_path) as site:
        after = await news(site, table, *tokens)
        again = [step[:2] for step in site.hall.tables[table].undo_steps.steps]
    assert after == before
    assert again[len(again) - len(undo_steps) :] == undo_steps  # and what may be taken back
    if rounds > NEWS:
        assert undos
        assert {move["kind"] for move in before[0]} == {"gesture", "undo"}
        assert len(before[0]) == NEWS
    cards: list[set[Any]] = [
        {e["card"] for move in told for e in move["events"] if e["event"] == "drew"}
        for told in before
    ]
    assert cards[0] | cards[1] > {None}
    assert cards[2] == {None}  # a spectator learns of no drawn card
