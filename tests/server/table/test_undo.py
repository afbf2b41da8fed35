"""Undo: at once among bots, by agreement among persons, never across what somebody has learned."""

import json
import logging
import random
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from capotreno.engine.game import Game
from capotreno.engine.state import View
from capotreno.server.bots.pool import Chosen
from capotreno.server.store.errors import StoreError
from tests.server.client import Client, Site, finish, keep_all, round_of, running

pytestmark = pytest.mark.anyio

SEED = 4  # at this one seat 0 can claim a route in its first turn


@pytest.fixture
async def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Site]:
    monkeypatch.setattr("secrets.randbits", lambda bits: SEED)
    async with running(tmp_path) as site:
        yield site


async def fault(client: Client, message: str) -> str:
    return str((await client.ask({"type": message}, "error"))["error"])


async def claimed(client: Client, other: Client) -> None:
    """A whole claim: neither chance nor a secret in it."""
    await client.moved(client.choice("claim"))
    await other.reach(await client.moved(client.choice("pay")))


async def test_among_bots_a_gesture_is_taken_back_at_once(site: Site) -> None:
    made = await site.create("Anna", "bot:random")
    async with site.seat(made["table"], made["token"]) as anna:
        while not (anna.offer and anna.offer["question"] == "turn"):
            if anna.offer and anna.offer["question"] == "keep_tickets":
                await anna.moved(anna.choices()[0])
            else:
                await anna.hear()
        before = await anna.snapshot()
        await anna.moved(anna.choice("claim"))
        told = await anna.ask({"type": "undo"}, "update")
        assert (told["kind"], told["by"], told["seq"]) == ("undo", 0, before["seq"] + 2)
        assert told["to"] == before["seq"]  # so that its story leaves out what came after
        after = await anna.snapshot()
        assert [one["to"] for one in after["news"][-2:]] == [None, before["seq"]]
        for part in ("view", "asked", "offer"):
            assert after[part] == before[part]
        await anna.moved(anna.choice("claim"))  # and the game goes on from there


async def test_among_persons_everybody_must_agree(site: Site) -> None:
    table, tokens = await site.persons("Anna", "Bo", "Cleo")
    async with (
        site.seat(table, tokens[0]) as anna,
        site.seat(table, tokens[1]) as bo,
        site.seat(table, tokens[2]) as cleo,
        site.seat(table) as spectator,
    ):
        await keep_all(anna, bo, cleo)
        before = await anna.snapshot()
        await claimed(anna, bo)
        assert await fault(bo, "undo") == "undo_revealed"  # his last move was in the opening
        wish = await anna.ask({"type": "undo"}, "undo_asked")
        assert (wish["seat"], wish["to"], wish["waiting"]) == (0, anna.seq - 1, [1, 2])
        await anna.send({"type": "agree", "agree": True})
        assert (await anna.until("error"))["error"] == "no_undo"  # her own word does not count
        await spectator.send({"type": "agree", "agree": True})
        assert (await spectator.until("error"))["error"] == "spectator"
        await bo.send({"type": "agree", "agree": True})
        assert (await anna.until("undo_asked"))["waiting"] == [2]
        await cleo.send({"type": "agree", "agree": True})
        for client in (anna, bo, cleo, spectator):
            told = await client.until("update", where=lambda m: m["kind"] == "undo")
            assert told["seq"] == before["seq"] + 3
        assert anna.offer == {
            **(anna.offer or {}),
            "question": "payment",
        }  # one gesture back, not the whole turn
        assert await fault(bo, "agree") == "malformed"
        await bo.send({"type": "agree", "agree": True})
        assert (await bo.until("error"))["error"] == "no_undo"


async def test_one_no_is_enough(site: Site) -> None:
    table, tokens = await site.persons("Anna", "Bo")
    async with site.seat(table, tokens[0]) as anna, site.seat(table, tokens[1]) as bo:
        await keep_all(anna, bo)
        await claimed(anna, bo)
        await anna.ask({"type": "undo"}, "undo_asked")
        await bo.send({"type": "agree", "agree": False})
        assert (await anna.until("undo_asked"))["waiting"] == []
        assert (await anna.snapshot())["seq"] == bo.seq  # nothing happened
        await bo.send({"type": "agree", "agree": True})
        assert (await bo.until("error"))["error"] == "no_undo"  # too late


async def test_a_wish_the_table_has_overtaken_is_off(site: Site) -> None:
    table, tokens = await site.persons("Anna", "Bo")
    async with site.seat(table, tokens[0]) as anna, site.seat(table, tokens[1]) as bo:
        await keep_all(anna, bo)
        await claimed(anna, bo)
        await anna.ask({"type": "undo"}, "undo_asked")
        seq = await bo.moved("draw")
        off = await anna.until("undo_asked")
        assert (off["waiting"], anna.seq) == ([], seq)
        assert json.loads(bo.frames[-2]) == off  # with the move itself, before its ack
        await bo.send({"type": "agree", "agree": True})
        assert (await bo.until("error"))["error"] == "no_undo"


async def test_a_wish_goes_with_who_had_it(site: Site) -> None:
    table, tokens = await site.persons("Anna", "Bo", "Cleo")
    async with site.seat(table, tokens[0]) as anna, site.seat(table, tokens[1]) as bo:
        async with site.seat(table, tokens[2]) as cleo:
            await keep_all(anna, bo, cleo)
            await anna.moved(anna.choice("claim"))
        await anna.ask({"type": "undo"}, "undo_asked")
        await bo.until("undo_asked")
        await site.post(f"/api/tables/{table}/leave", {"seat": 0}, token=tokens[0])
        assert (await bo.until("undo_asked"))["waiting"] == []
        await bo.send({"type": "agree", "agree": True})
        assert (await bo.until("error"))["error"] == "no_undo"


async def test_who_leaves_is_not_waited_for(site: Site) -> None:
    table, tokens = await site.persons("Anna", "Bo", "Cleo")
    async with site.seat(table, tokens[0]) as anna, site.seat(table, tokens[1]) as bo:
        async with site.seat(table, tokens[2]) as cleo:
            await keep_all(anna, bo, cleo)
            await anna.moved(anna.choice("claim"))
            assert (await anna.ask({"type": "undo"}, "undo_asked"))["waiting"] == [1, 2]
        await bo.ask({"type": "agree", "agree": True}, "undo_asked")
        async with site.seat(table, tokens[2]) as again:  # who comes back is asked again
            assert (await again.until("undo_asked"))["waiting"] == [2]
        await site.post(f"/api/tables/{table}/leave", {"seat": 2}, token=tokens[2])
        assert (await anna.until("update"))["kind"] == "undo"


async def test_a_lost_database_leaves_the_wish_to_be_granted(
    site: Site, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.CRITICAL, "capotreno")
    table, tokens = await site.persons("Anna", "Bo")

    async def lost(*_: object, **__: object) -> None:
        raise StoreError("The database cannot be reached.")

    async with site.seat(table, tokens[0]) as anna, site.seat(table, tokens[1]) as bo:
        await keep_all(anna, bo)
        await anna.moved(anna.choice("claim"))
        await anna.ask({"type": "undo"}, "undo_asked")
        with monkeypatch.context() as gone:
            gone.setattr(site.hall.store, "add_move", lost)
            assert (await bo.ask({"type": "agree", "agree": True}, "error"))["error"] == "store"
        await bo.ask({"type": "agree", "agree": True}, "update")
        assert (await anna.until("update"))["kind"] == "undo"


async def test_gestures_are_taken_back_one_after_the_other(site: Site) -> None:
    """A game played with undos is the game without them."""
    made = await site.create("Anna", "Bo", game="germany")
    async with (
        site.seat(made["table"], made["token"], seat=0) as anna,
        site.seat(made["table"], made["token"], seat=1) as bo,
    ):
        chance = random.Random(5)
        undone = 0
        for _ in range(150):
            if await round_of([anna, bo], chance.choice) is None:
                break
            mover = next((one for one in (anna, bo) if one.told["undo"]), None)
            if mover is not None and chance.random() < 0.5:
                told = await mover.ask({"type": "undo"}, "update")
                assert told["kind"] == "undo"
                for client in (anna, bo):
                    await client.reach(told["seq"])
                undone += 1
        assert undone > 10
        table = site.hall.tables[made["table"]]
        fresh = await site.hall._load(made["table"])
        assert fresh.state is not None
        assert table.state is not None
        assert table.game.digest(fresh.state) == table.game.digest(table.state)
        assert (fresh.undo_steps.tip, fresh.seq) == (table.undo_steps.tip, table.seq)
        ways = [
            [(s.seat, s.to, s.before.cells) for s in t.undo_steps.steps] for t in (fresh, table)
        ]
        assert ways[0] == ways[1]


async def test_what_chance_has_said_is_not_taken_back(site: Site) -> None:
    made = await site.create("Anna", "Bo")
    async with (
        site.seat(made["table"], made["token"], seat=0) as anna,
        site.seat(made["table"], made["token"], seat=1) as bo,
    ):
        assert await fault(anna, "undo") == "undo_nothing"
        await anna.moved(anna.choices()[0])
        assert await fault(anna, "undo") == "undo_revealed"  # the opening
        await keep_all(anna, bo)
        await anna.moved(anna.choice("take"))  # all in the open, but another card was turned up
        assert await fault(anna, "undo") == "undo_revealed"
        seq = await anna.moved("draw")
        assert await fault(anna, "undo") == "undo_revealed"
        await bo.reach(seq)
        await claimed(bo, anna)
        await anna.moved("tickets")
        await anna.moved(anna.choice("keep"))
        assert await fault(anna, "undo") == "undo_revealed"  # a secret was carried
        seq = anna.seq
    await finish(site, made["table"])
    async with site.seat(made["table"], made["token"]) as anna:
        assert await fault(anna, "undo") == "undo_over"
        assert (await anna.snapshot())["seq"] == anna.seq > seq


async def test_nobody_undoes_before_the_game_begins(site: Site) -> None:
    made = await site.create("Anna", "open")
    async with site.seat(made["table"], made["token"]) as anna:
        assert await fault(anna, "undo") == "undo_over"


@pytest.mark.parametrize(
    ("verbs", "back"),
    [
        (("claim",), True),
        (("draw",), True),  # what it drew it alone has seen
        (("tickets", "keep"), True),
        (("take",), False),  # a card was turned up in its place
        (("draw", "take"), False),
    ],
)
async def test_what_a_bot_has_answered_is_taken_back_with_it(
    site: Site, monkeypatch: pytest.MonkeyPatch, verbs: tuple[str, ...], back: bool
) -> None:
    wanted = [*verbs]

    async def choose(game: Game, view: View, bot: str, seed: int) -> Chosen:
        """A bot that does what it is told, one after the other and the last again and again."""
        legal = game.legal_for(view, view.seat)
        code = next((c for c in legal if game.action(c).verb == wanted[0]), legal[0])
        if view.whose_turn >= 0 and game.action(code).verb == wanted[0] and wanted[1:]:
            wanted.pop(0)
        return Chosen(code, bot, 0.0)

    monkeypatch.setattr(site.hall.workers, "choose", choose)
    made = await site.create("Anna", "bot")
    async with site.seat(made["table"], made["token"]) as anna:
        while await anna.asked_or_over() and anna.asked[0]["question"] != "turn":
            await anna.moved(anna.choices()[0])
        await anna.moved(anna.choice("claim"))
        before = await anna.snapshot()
        await anna.moved(anna.choice("pay"))
        while await anna.asked_or_over() and anna.asked[0]["question"] != "turn":
            await anna.hear()
        assert (anna.told["by"], anna.told["undo"]) == (1, back)
        table = await site.hall._load(made["table"])
        assert table.may_undo(0) == back  # also where the table comes from the store
        if not back:
            assert await fault(anna, "undo") == "undo_revealed"
            return
        await anna.ask({"type": "undo"}, "update")
        after = await anna.snapshot()
        for part in ("view", "asked", "offer"):
            assert after[part] == before[part]


async def test_what_a_bot_saw_in_a_persons_chair_is_not_taken_back(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who comes back finds it in the hand."""

    async def draws(game: Game, view: View, bot: str, seed: int) -> Chosen:
        legal = game.legal_for(view, view.seat)
        return Chosen(next((c for c in legal if game.action(c).verb == "draw"), legal[0]), bot, 0.0)

    monkeypatch.setattr(site.hall.workers, "choose", draws)
    table, tokens = await site.persons("Anna", "Bo")
    async with site.seat(table, tokens[0]) as anna:
        async with site.seat(table, tokens[1]) as bo:
            await keep_all(anna, bo)
            await claimed(anna, bo)
        here = site.hall.tables[table]
        here.seats[1] = replace(here.seats[1], stand_in="random")
        site.hall.thinking.begin(here)
        while await anna.asked_or_over() and anna.asked[0]["seat"] != 0:
            await anna.hear()
        assert (anna.told["by"], anna.told["undo"]) == (1, False)
