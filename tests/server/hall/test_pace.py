"""Bots that people can follow: time to undo, a pause between moves, turns for bots alone."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from capotreno.engine.game import Game
from capotreno.engine.state import View
from capotreno.server.bots.pool import Chosen
from capotreno.server.table.audience import Presence
from tests.server.client import Client, Site, running

pytestmark = pytest.mark.anyio

LONG = 3600.0  # seconds that no test waits for


def grace(site: Site, seconds: float) -> None:
    """From now on bots leave people so much time to undo."""
    site.hall.thinking.settings = replace(site.hall.thinking.settings, grace=seconds)


@asynccontextmanager
async def at_a_turn(site: Site, *others: str) -> AsyncIterator[tuple[str, Client]]:
    """Anna against bots, at her first turn."""
    made = await site.create("Anna", *others)
    async with site.seat(made["table"], made["token"], seat=0) as anna:
        while await anna.asked_or_over():
            if anna.asked[0]["question"] == "turn":
                break
            await anna.moved(anna.choices()[0])
        yield made["table"], anna


async def over(site: Site, table: str) -> None:
    async with asyncio.timeout(600):
        while site.hall.tables[table].asked:  # noqa: ASYNC110 - bots play
            await asyncio.sleep(0.02)


@pytest.fixture(autouse=True)
def _same_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("secrets.randbits", lambda bits: 4)  # seat 0 can claim in its first turn


async def test_a_gesture_that_ended_a_turn_can_be_taken_back(tmp_path: Path) -> None:
    async with running(tmp_path, grace=LONG) as site, at_a_turn(site, "bot") as (_, anna):
        await anna.moved(anna.choice("claim"))
        seq = await anna.moved(anna.choice("pay"))
        assert (anna.asked[0]["seat"], anna.told["undo"]) == (1, True)
        told = await anna.ask({"type": "undo"}, "update")
        assert (told["kind"], told["seq"], told["asked"][0]["seat"]) == ("undo", seq + 1, 0)
        await anna.moved(anna.choice("pay"))
        await anna.snapshot()
        assert anna.asked[0]["seat"] == 1  # the bot, that waits for as long as it is told to
        grace(site, 0.0)
        assert (await anna.until("update"))["by"] == 1


async def test_no_grace_where_nothing_can_be_taken_back(tmp_path: Path) -> None:
    async with running(tmp_path, grace=LONG) as site, at_a_turn(site, "bot") as (_, anna):
        await anna.moved("draw")
        await anna.moved("draw")
        assert (await anna.until("update"))["by"] == 1


async def test_bots_wait_while_somebody_wants_to_undo(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("capotreno.server.table.undo.PATIENCE", LONG)
    async with running(tmp_path, grace=LONG) as site:
        made = await site.create("Anna", "bot", "open")
        bo_token = (await site.join(made["table"], "Bo"))["token"]
        async with (
            site.seat(made["table"], made["token"]) as anna,
            site.seat(made["table"], bo_token) as bo,
        ):
            while anna.asked[0]["question"] != "turn":
                for client in (anna, bo):
                    if client.offer and client.asked[0]["question"] != "turn":
                        await client.moved(client.choices()[0])
                await anna.reach(max(anna.seq, bo.seq))
                await anna.snapshot()
            await anna.moved(anna.choice("claim"))
            await anna.moved(anna.choice("pay"))
            assert (await anna.ask({"type": "undo"}, "undo_asked"))["waiting"] == [2]
            grace(site, 0.0)  # only the wish holds the bot back
            await bo.reach(anna.seq)
            await bo.until("undo_asked")
            await asyncio.sleep(0.6)
            await bo.send({"type": "agree", "agree": True})
            assert (await anna.until("update"))["kind"] == "undo"
            grace(site, LONG)
            await anna.moved(anna.choice("pay"))
            await anna.ask({"type": "undo"}, "undo_asked")
            grace(site, 0.0)
            wish = site.hall.tables[made["table"]].wish
            assert wish is not None
            assert wish.until > time.monotonic()  # in an hour
            wish.until = time.monotonic()
            told = await anna.until("update")  # nobody answers: the bot goes on, the wish is off
            assert (told["by"], told["kind"]) == (1, "gesture")
            assert (await anna.until("undo_asked"))["waiting"] == []


async def test_bots_pause_for_who_looks_on_and_for_nobody_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(tmp_path, pause=0.4) as site:
        choose, there = site.hall.workers.choose, asyncio.Event()

        async def waits(game: Game, view: View, bot: str, seed: int) -> Chosen:
            await there.wait()  # or the game may be over before anybody looks on
            return await choose(game, view, bot, seed)

        monkeypatch.setattr(site.hall.workers, "choose", waits)
        made = await site.create("bot", "bot:random", game="new_york")
        async with site.seat(made["table"]) as spectator:
            there.set()
            while spectator.asked[0]["question"] != "turn":
                await spectator.until("update")
            turns: list[int] = []
            while len(turns) < 4:
                told = await spectator.until("update")
                if told["asked"] and told["asked"][0]["question"] == "turn":
                    turns.append(told["seq"])
            # By the times of the moves themselves: who looks on may hear of several late, at once.
            moves = await site.hall.store.moves(made["table"])
            assert moves[turns[-1]].at - moves[turns[0]].at > 3 * 0.4 * 0.9
            seq = spectator.seq
        await over(site, made["table"])  # nobody looks on: the rest takes no time
        table = site.hall.tables[made["table"]]
        assert table.seq > seq + 20


async def test_everybody_is_told_how_long_a_bot_thought(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(tmp_path) as site, at_a_turn(site, "bot") as (table, anna):
        choose = site.hall.workers.choose

        async def pondered(game: Game, view: View, bot: str, seed: int) -> Chosen:
            return (await choose(game, view, bot, seed))._replace(seconds=0.1234)

        monkeypatch.setattr(site.hall.workers, "choose", pondered)
        await anna.moved("draw")
        await anna.moved("draw")
        assert anna.told["thought"] == 0  # it was a person's
        told = await anna.until("update")
        assert (told["by"], told["thought"]) == (1, 123)
        moves = await site.hall.store.moves(table)  # so other servers tell the same
        assert moves[told["seq"]].body["thought"] == 123
        assert "thought" not in moves[told["seq"] - 1].body
        async with site.seat(table) as spectator:
            news = {one["seq"]: one for one in spectator.told["news"]}
        assert news[told["seq"]]["thought"] == 123
        assert news[told["seq"] - 1]["by"] == 0
        assert all(
            one.get("card") is None for one in news[told["seq"] - 1]["events"]
        )  # drawn blind


async def test_the_opening_does_not_wait(tmp_path: Path) -> None:
    async with (
        running(tmp_path, pause=LONG, grace=LONG) as site,
        at_a_turn(site, "bot", "bot", "bot") as (_, anna),
    ):
        assert anna.asked[0]["seat"] == 0


async def test_tables_without_people_take_turns(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(tmp_path) as site:
        workers = site.hall.workers
        thinking: list[int] = []
        most = 0
        choose = workers.choose

        async def counted(game: Game, view: View, bot: str, seed: int) -> Chosen:
            nonlocal most
            thinking.append(game.players)
            most = max(most, thinking.count(3))
            try:
                await asyncio.sleep(0.001)
                return await choose(game, view, bot, seed)
            finally:
                thinking.remove(game.players)

        monkeypatch.setattr(workers, "choose", counted)
        alone = [await site.create("bot:random", "bot:random", "bot:random") for _ in range(5)]
        async with at_a_turn(site, "bot:random") as (_, anna):
            seq = anna.seq
            await anna.moved("draw")
            await anna.moved("draw")
            while not await anna.asked_or_over():
                pass
            assert anna.seq > seq + 2  # the bot answered while the five were at it
        for made in alone:
            await over(site, made["table"])
        assert most == 1


async def test_there_are_only_so_many_tables_without_people(tmp_path: Path) -> None:
    async with running(tmp_path, bot_tables=2, pause=LONG) as site:
        for _ in range(2):
            made = await site.create("bot", "bot")
            site.hall.tables[made["table"]].audience.elsewhere["x"] = Presence(frozenset(), 1)
        body = {"game": "new_york", "seats": [{"kind": "bot"}] * 2}
        await site.refusal("/api/tables", body, 429, "too_many_bots")
        await site.create("Anna", "bot")
