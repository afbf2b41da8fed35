"""The socket of a seat: snapshot, updates without gaps, gestures once or not at all."""

import asyncio
import random
import socket
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from capotreno.games.registry import load
from capotreno.server.serve import bound
from capotreno.server.settings import Settings
from capotreno.server.store.rows import MoveRow
from capotreno.server.table import audience
from capotreno.server.table.offer import asked
from capotreno.server.table.stored import effective, replayed
from capotreno.words import say
from tests.server.client import Client, Json, Site, keep_all, round_of, running

pytestmark = [pytest.mark.anyio, pytest.mark.quick]

SEED = 4  # at this one seat 0 can claim a route in its first turn


@pytest.fixture
async def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Site]:
    monkeypatch.setattr("secrets.randbits", lambda bits: SEED)
    async with running(tmp_path) as site:
        yield site


async def memory_is_store(site: Site, id: str) -> None:
    """The state in memory is the one the stored moves lead to."""
    table = await site.hall.table(id)
    moves = await site.hall.store.moves(id)
    assert [move.seq for move in moves] == list(range(table.seq + 1))
    assert table.state is not None
    stored = replayed(table.game, table.row.seed, effective(moves))
    assert table.game.digest(stored) == table.game.digest(table.state)


# -- what is told -------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["new_york", "germany"])
async def test_changes_laid_over_a_snapshot_are_the_next_snapshot(site: Site, game: str) -> None:
    table, tokens = await site.persons("Anna", "Bo", "Cleo", game=game)
    chance = random.Random(1)
    async with (
        site.seat(table, tokens[0]) as anna,
        site.seat(table, tokens[1]) as bo,
        site.seat(table, tokens[2]) as cleo,
        site.seat(table) as spectator,
    ):
        everybody = [anna, bo, cleo, spectator]
        for _ in range(25):
            await round_of(everybody[:3], chance.choice, spectator)
            for client in everybody:
                told = (client.seq, client.cells, client.asked, client.offer)
                fresh = await client.snapshot()
                assert told == (
                    fresh["seq"],
                    fresh["view"]["cells"],
                    fresh["asked"],
                    fresh["offer"],
                )
        assert [client.offer is not None for client in everybody].count(True) >= 1
        assert spectator.offer is None
        seats = [(await client.snapshot())["seat"] for client in everybody]
        assert seats == [0, 1, 2, None]


async def test_the_deal_is_told_to_who_was_waiting(site: Site) -> None:
    made = await site.create("Anna", "open")
    async with site.seat(made["table"], made["token"]) as anna, site.seat(made["table"]) as watch:
        assert (anna.seq, anna.cells, anna.offer) == (-1, None, None)
        refused = await anna.play("draw")
        assert (refused["reason"]["key"], refused["stale"]) == ("server.not_started", True)
        assert (await anna.ask({"type": "why", "action": "draw"}, "error"))[
            "error"
        ] == "not_started"
        await site.join(made["table"], "Bo")
        for client in (anna, watch):
            dealt = await client.until("update")
            assert (dealt["seq"], dealt["by"], dealt["status"]) == (0, -1, "running")
            assert client.cells == (await client.snapshot())["view"]["cells"]


async def test_ping_is_answered_with_the_last_seq(site: Site) -> None:
    made = await site.create("Anna", "Bo")
    async with site.seat(made["table"]) as client:
        began = time.time()
        pong = await client.ask({"type": "ping"}, "pong")
        assert pong["seq"] == client.seq == 0
        assert began <= pong["now"] <= time.time()


async def test_presence_follows_who_comes_and_goes(site: Site) -> None:
    table, tokens = await site.persons("Anna", "Bo")

    def present(message: Json) -> list[bool]:
        return [seat["present"] for seat in message["seats"]]

    async with site.seat(table, tokens[0]) as anna:
        await anna.until("seats", where=lambda m: present(m) == [True, False])
        async with site.seat(table, tokens[1]):
            await anna.until("seats", where=lambda m: present(m) == [True, True])
            async with site.seat(table, tokens[1]), site.seat(table):
                await anna.until("seats", where=lambda m: m["spectators"] == 1)
            await anna.until("seats", where=lambda m: m["spectators"] == 0)
            assert present(anna.present) == [True, True]  # one of his two sockets is left
        await anna.until("seats", where=lambda m: present(m) == [True, False])
        found = await site.get(f"/api/tables/{table}")
        assert present(found) == [True, False]


async def test_what_was_said_is_there_after_a_reconnect(site: Site, tmp_path: Path) -> None:
    table, tokens = await site.persons("Anna", "Bo")
    async with site.seat(table, tokens[0]) as anna, site.seat(table) as spectator:
        line = await anna.ask({"type": "say", "text": "<i>ciao</i> 🚂"}, "line")
        assert (line["seat"], line["name"], line["text"]) == (0, "Anna", "<i>ciao</i> 🚂")
        assert (await spectator.until("line")) == line
        await anna.send({"type": "say", "text": " \n "})  # nothing said
        assert (await spectator.ask({"type": "say", "text": "me too"}, "error"))[
            "error"
        ] == "nameless"
        too_long = await anna.ask({"type": "say", "text": "x" * 501}, "error")
        assert too_long["error"] == "malformed"
    async with site.seat(table, tokens[1]) as bo:
        assert bo.chat == [line]


# -- gestures -----------------------------------------------------------------------------------


async def test_a_gesture_is_played_whole_or_not_at_all(site: Site) -> None:
    table, tokens = await site.persons("Anna", "Bo")
    async with site.seat(table, tokens[0]) as anna, site.seat(table, tokens[1]) as bo:
        await keep_all(anna, bo)
        before = await anna.snapshot()
        claim = anna.choice("claim")
        refused = await anna.play(claim, "pay blue*6")
        assert (refused["type"], refused["stale"], refused["seq"]) == ("refused", False, anna.seq)
        refused = await anna.play("draw", "draw")  # nobody looks into the deck for free
        assert refused["type"] == "refused"
        after = await anna.snapshot()
        assert {**after, "now": 0} == {**before, "now": 0}
        await anna.moved(claim)
        pay = anna.choice("pay")
        await memory_is_store(site, table)
        await bo.reach(anna.seq)
        seq = await anna.moved(pay)
        await bo.reach(seq)
        both = await bo.play(bo.choice("claim"), "pay blue*6")
        assert both["type"] == "refused"
        await memory_is_store(site, table)


async def test_two_actions_in_one_gesture_are_one_move(site: Site) -> None:
    table, tokens = await site.persons("Anna", "Bo")
    async with site.seat(table, tokens[0]) as anna, site.seat(table, tokens[1]) as bo:
        await keep_all(anna, bo)
        seq, claim = anna.seq, anna.choice("claim")
        await anna.moved(claim)
        pay = anna.choice("pay")
        await anna.send({"type": "undo"})
        await bo.until("undo_asked")
        await bo.send({"type": "agree", "agree": True})
        await anna.until("update")
        assert await anna.moved(claim, {"do": "pay", **_mix(pay)}) == seq + 3
        assert anna.asked[0]["seat"] == 1
        moves = await site.hall.store.moves(table)
        assert moves[-1].body["actions"] == [claim, pay]


def _mix(pay: str) -> Json:
    """The JSON of `pay red*2`, without its verb, as a client that builds actions would say it."""
    words = [part.split("*") for part in pay.removeprefix("pay ").split()]
    return {"cards": {card: int(count) for card, count in words}}


async def test_a_gesture_sent_twice_is_played_once(tmp_path: Path) -> None:
    async with running(tmp_path) as site:
        table, tokens = await site.persons("Anna", "Bo")
        async with site.seat(table, tokens[0]) as anna:
            gesture = anna.gesture(anna.choices()[0], key="once")
            await anna.send(gesture)
            await anna.send(gesture)
            acks = [await anna.until("ack", "refused"), await anna.until("ack", "refused")]
            assert [(ack["type"], ack["key"], ack["seq"]) for ack in acks] == [
                ("ack", "once", 1)
            ] * 2
        async with site.seat(table, tokens[0]) as anna:
            assert await anna.ask(gesture, "ack", "refused") == acks[0]
        async with site.seat(table, tokens[1]) as bo:  # another seat's key is another key
            assert (await bo.play(bo.choices()[0], key="once", seq=0))["seq"] == 2
    async with running(tmp_path) as site:
        async with site.seat(table, tokens[0]) as anna:
            assert anna.seq == 2
            assert await anna.ask(gesture, "ack", "refused") == acks[0]
            assert (await anna.snapshot())["seq"] == 2
        assert len(await site.hall.store.moves(table)) == 3
        await memory_is_store(site, table)


async def test_a_stale_gesture_is_refused_and_changes_nothing(site: Site) -> None:
    table, tokens = await site.persons("Anna", "Bo")
    async with site.seat(table, tokens[0]) as anna, site.seat(table, tokens[1]) as bo:
        await keep_all(anna, bo)
        for seq in (anna.seq - 1, anna.seq + 1, -1, 2**70):
            refused = await anna.play("draw", seq=seq)
            assert (refused["type"], refused["stale"], refused["seq"]) == (
                "refused",
                True,
                anna.seq,
            )
            assert refused["reason"]["key"] == "server.stale"
        assert (await anna.snapshot())["seq"] == bo.seq
        await anna.moved("draw")


async def test_the_opening_is_answered_in_any_order(site: Site) -> None:
    table, tokens = await site.persons("Anna", "Bo", "Cleo")
    async with (
        site.seat(table, tokens[0]) as anna,
        site.seat(table, tokens[1]) as bo,
        site.seat(table, tokens[2]) as cleo,
    ):
        assert [asked["now"] for asked in anna.asked] == [True, True, True]
        gestures = [client.gesture(client.choices()[0], seq=0) for client in (anna, bo, cleo)]
        for client, gesture in reversed(list(zip((anna, bo, cleo), gestures, strict=True))):
            assert (await client.ask(gesture, "ack", "refused"))["type"] == "ack"
        assert (await anna.snapshot())["seq"] == 3
        # Others may have answered since; but her own last answer she must have seen.
        early = await anna.play(anna.choices()[0], seq=0)
        assert (early["type"], early["stale"]) == ("refused", True)
        await asyncio.gather(*(client.play(client.choices()[0]) for client in (cleo, bo, anna)))
        assert [asked["question"] for asked in (await anna.snapshot())["asked"]] == ["turn"]
        await memory_is_store(site, table)


async def test_a_refusal_says_why_in_the_listeners_language(site: Site) -> None:
    table, tokens = await site.persons("Anna", "Bo")
    async with (
        site.seat(table, tokens[0], language="it") as anna,
        site.seat(table, tokens[0], language="en") as english,
        site.seat(table, tokens[1]) as bo,
    ):
        await keep_all(anna, bo)
        await english.reach(anna.seq)
        question = {"type": "near"}
        near = (await anna.ask(question, "misses"))["near"][0]
        here = (await english.ask(question, "misses"))["near"][0]
        assert near["text"] == here["text"]
        assert near["reason"]["text"] != here["reason"]["text"]
        for client, miss in ((anna, near), (english, here)):
            refused = await client.play(miss["text"])
            assert (refused["type"], refused["stale"]) == ("refused", False)
            assert refused["reason"] == miss["reason"]
            assert refused["reason"]["rule"].startswith("NY-")
            why = await client.ask({"type": "why", "action": miss["action"]}, "because")
            assert why["reason"] == miss["reason"]
        assert (await anna.ask({"type": "why", "action": "draw"}, "because"))["reason"] is None
        stale = await anna.play("draw", seq=0)
        assert stale["reason"]["text"] == "il tavolo è andato avanti; guarda di nuovo"
        refused = await bo.play("draw")  # it is not his turn
        assert (refused["type"], refused["stale"]) == ("refused", False)
        assert "seat 1" in refused["reason"]["text"]
        assert (await anna.snapshot())["seq"] == bo.seq


async def test_two_sockets_of_one_seat_are_told_the_same(site: Site) -> None:
    table, tokens = await site.persons("Anna", "Bo")
    async with (
        site.seat(table, tokens[0]) as left,
        site.seat(table, tokens[1]) as bo,
        site.seat(table, tokens[0]) as right,
    ):
        await keep_all(left, bo)
        await right.reach(left.seq)
        assert (right.cells, right.offer) == (left.cells, left.offer)
        answers = await asyncio.gather(left.play("draw", key="l"), right.play("draw", key="r"))
        assert sorted(answer["type"] for answer in answers) == ["ack", "refused"]
        seq = (await left.snapshot())["seq"]
        await right.reach(seq)
        assert (right.seq, right.cells, right.offer) == (left.seq, left.cells, left.offer)


async def test_two_short_frames_are_not_held_back(tmp_path: Path) -> None:
    """Update and ack leave as they are written; held back they would be 40 ms apart."""
    found = asyncio.get_running_loop().create_future()

    def accepted(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        link = writer.get_extra_info("socket")
        found.set_result(link.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
        writer.close()

    listener = bound(Settings(port=0, data=tmp_path))
    async with await asyncio.start_server(accepted, sock=listener):
        _, knocking = await asyncio.open_connection(*listener.getsockname())
        assert await found != 0
        knocking.close()


# -- trouble on the way -------------------------------------------------------------------------


async def test_a_slow_reader_is_let_go_and_nobody_waits_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(audience, "BACKLOG", 80_000)  # more than a snapshot with fifty lines
    async with running(tmp_path, narrow=True) as site:
        table, tokens = await site.persons("Anna", "Bo")
        narrow = socket.socket()
        narrow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        narrow.connect(("127.0.0.1", int(site.url.rpartition(":")[2])))
        async with site.raw(table, sock=narrow, max_queue=1) as opened:
            slow = Client(opened)
            await slow.send({"type": "hello"})
            async with site.seat(table, tokens[0]) as anna:
                lines = 0
                listeners = (await site.hall.table(table)).audience.listeners
                while not any(listener.lost for listener in listeners):
                    await anna.ask({"type": "say", "text": "🚂" * 250}, "line")
                    lines += 1
                    assert lines < 1000
                assert (await anna.play(anna.choices()[0]))["type"] == "ack"
            code, said = await slow.end()
            assert code == 1013
            assert said[0]["type"] == "snapshot"
            assert sum(message["type"] == "line" for message in said) < lines
        async with site.seat(table) as again:
            assert (again.seq, again.chat[-1]["number"]) == (1, lines - 1)


async def test_who_vanishes_in_a_gesture_leaves_memory_and_store_equal(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, tokens = await site.persons("Anna", "Bo")
    add_move = site.hall.store.add_move
    begun, go = asyncio.Event(), asyncio.Event()

    async def slowly(move: MoveRow, **stand: object) -> bool:
        begun.set()
        await go.wait()
        return await add_move(move, **stand)  # type: ignore[arg-type]

    async with site.seat(table, tokens[1]) as bo:
        with monkeypatch.context() as patched:
            patched.setattr(site.hall.store, "add_move", slowly)
            async with site.seat(table, tokens[0]) as anna:
                gesture = anna.gesture(anna.choices()[0], key="gone")
                await anna.send(gesture)
                await begun.wait()
                anna.socket.transport.abort()
            assert (await site.hall.table(table)).seq == 0  # told to nobody before it is durable
            go.set()
            await bo.reach(1)
        await memory_is_store(site, table)
        async with site.seat(table, tokens[0]) as anna:
            assert (await anna.ask(gesture, "ack", "refused"))["seq"] == 1
        assert (await bo.snapshot())["seq"] == 1


async def test_a_gesture_that_is_cut_short_by_the_server_is_still_whole(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    id, _ = await site.persons("Anna", "Bo")
    table = await site.hall.table(id)
    add_move = site.hall.store.add_move
    kept = asyncio.Event()

    async def slowly(move: MoveRow, **stand: object) -> bool:
        done = await add_move(move, **stand)  # type: ignore[arg-type]
        kept.set()
        await asyncio.sleep(0.05)
        return done

    monkeypatch.setattr(site.hall.store, "add_move", slowly)
    assert table.state is not None
    code = table.game.legal_for(table.state, 0)[0]
    playing = asyncio.create_task(table.play(0, 0, "cut", [code]))
    await kept.wait()
    playing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await playing
    async with table.lock:  # whoever comes next waits until memory and store are one again
        assert table.seq == 1
    await memory_is_store(site, id)


@pytest.mark.parametrize(
    ("wishes", "hints"),
    [
        ({}, True),
        ({"public": True}, True),
        ({"pace": "live", "seconds": 60}, True),
        ({"public": True, "pace": "live", "seconds": 60}, False),  # strangers, against the clock
        ({"public": True, "pace": "live", "seconds": 60, "hints": True}, True),
        ({"hints": False}, False),
    ],
)
async def test_a_table_may_forbid_hints(site: Site, wishes: dict[str, Any], hints: bool) -> None:
    made = await site.create("Anna", "Bo", **wishes)
    assert (await site.get(f"/api/tables/{made['table']}"))["hints"] is hints
    async with site.seat(made["table"], made["token"], seat=0) as anna:
        if hints:
            await anna.ask({"type": "hint"}, "hinted")
        else:
            refused = await anna.ask({"type": "hint"}, "error")
            assert (refused["error"], refused["text"]) == (
                "hints_off",
                say("en", "server.hints_off"),
            )


async def test_a_hint_is_a_choice_with_its_reason_in_the_listeners_language(site: Site) -> None:
    table, tokens = await site.persons("Anna", "Bo")
    async with (
        site.seat(table, tokens[0], language="it") as anna,
        site.seat(table, tokens[1]) as bo,
        site.seat(table, None) as guest,
    ):
        await keep_all(anna, bo)
        hinted = await anna.ask({"type": "hint"}, "hinted")
        assert hinted["seq"] == anna.seq
        assert hinted["choice"]["text"] in anna.choices()
        key, values = hinted["reason"]["key"], hinted["reason"]["values"]
        assert hinted["reason"]["text"] == say("it", key, values)
        assert ("ticket" in values) == (values.get("route") in hinted["way"])
        assert (await bo.ask({"type": "hint"}, "error"))["error"] == "no_hint"  # not its turn
        claim = next(text for text in anna.choices() if text.startswith("claim "))
        paid = await anna.ask({"type": "hint", "after": claim}, "hinted")
        assert paid["choice"]["action"]["do"] == "pay"
        assert paid["choice"]["text"] not in anna.choices()  # the claim is not made
        for other in ("draw", "claim nowhere"):
            refused = await anna.ask({"type": "hint", "after": other}, "error")
            assert refused["error"] == "no_hint"
        assert (await guest.ask({"type": "hint"}, "error"))["error"] == "spectator"


async def test_who_must_wait_for_somebody_elses_answer_is_not_asked_now() -> None:
    """In Germany the tickets are announced one after the other, in New York all choose at once."""
    game = load("germany", 3)
    waiting = asked(game, game.start(1))
    assert [(one.question, one.now) for one in waiting] == [
        ("ticket_mix", True),
        ("ticket_mix", False),
        ("ticket_mix", False),
    ]
    game = load("new_york", 3)
    assert all(one.now for one in asked(game, game.start(1)))
