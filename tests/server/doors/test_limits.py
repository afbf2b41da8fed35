"""Bad input, floods, strange pages, a lost database: answered and logged, never a traceback."""

import contextlib
import json
import logging
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from capotreno.server.app import HEADERS
from capotreno.server.doors import socket as door
from capotreno.server.doors.limits import BODY, FRAME, LOG, Bucket, Buckets
from capotreno.server.store import StoreError
from capotreno.server.store.rows import MoveRow
from tests.server.client import Client, Json, Site, keep_all, running

pytestmark = pytest.mark.anyio


@pytest.fixture
async def site(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> AsyncIterator[Site]:
    async with running(tmp_path) as site:
        yield site
    faults = [r for r in caplog.records if r.exc_info or "Traceback" in r.getMessage()]
    assert not faults, faults


async def first_words(site: Site, table: str, *frames: str | bytes, **more: object) -> Client:
    """A client that has said these things instead of a hello."""
    async with site.raw(table, **more) as opened:
        client = Client(opened)
        with contextlib.suppress(ConnectionClosed):  # some are let go before they speak
            for frame in frames:
                await opened.send(frame)
        client.keys, client.chat = await client.end()
        return client


async def last_word(
    site: Site, table: str, *frames: str | bytes, **more: object
) -> tuple[int, str]:
    """The code a connection is closed with, and the last error it was told."""
    client = await first_words(site, table, *frames, **more)
    said = client.chat[-1]
    assert said["type"] == "error"
    assert said["closing"] is True
    assert said["text"]
    return client.keys, str(said["error"])


DEEP = "[" * 8000 + "]" * 8000
HELLO = json.dumps({"type": "hello"})


# -- the socket ---------------------------------------------------------------------------------


async def test_the_first_word_must_be_a_hello(site: Site) -> None:
    table = str((await site.create("Anna", "Bo"))["table"])
    wrong: list[str | bytes] = [
        "",
        "hello",
        "{}",
        "null",
        "[]",
        "NaN",
        DEEP,
        '{"type":"hello","token":NaN}',
        '{"type":"hello","token":"short"}',
        '{"type":"hello","seat":9,"token":null}',
        '{"type":"hello","language":"de"}',
        '{"type":"ping"}',
        '{"type":"gesture","key":"k","seq":0,"actions":["draw"]}',
        b"\x00\xff",
        HELLO.encode(),
        '{"type":"hello","token":"\\ud800aaaaaaaaaaaaaaaaaaa"}',
        '{"type":"hello","deep":' + '{"a":' * 2000 + "1" + "}" * 2001,
    ]
    for frame in wrong:
        assert await last_word(site, table, frame) == (4400, "hello"), frame[:60]


async def test_a_silent_client_is_not_waited_for(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = str((await site.create("Anna", "Bo"))["table"])
    monkeypatch.setattr(door, "HELLO_SECONDS", 0.05)
    assert await last_word(site, table) == (4408, "silence")
    monkeypatch.setattr(door, "SILENCE_SECONDS", 0.05)
    assert await last_word(site, table, HELLO) == (4408, "silence")


async def test_a_token_must_hold_the_seat(site: Site) -> None:
    table, tokens = await site.persons("Anna", "Bo")
    elsewhere = await site.create("Anna", "Bo")
    wrong: list[Json] = [
        {"token": "x" * 32},
        {"token": tokens[0][:-1] + ("A" if tokens[0][-1] != "A" else "B")},
        {"token": tokens[0], "seat": 1},
        {"token": elsewhere["token"]},
        {"token": "🚂" * 16},
    ]
    for hello in wrong:
        frame = json.dumps({"type": "hello", **hello})
        assert await last_word(site, table, frame) == (4401, "token")
    for guessed in ("nowhere", "x" * 14, "%2e%2e", table.upper()):
        assert await last_word(site, guessed, HELLO) == (4404, "no_table")
    assert not site.hall._loading  # a guess leaves nothing behind
    italian = json.dumps({"type": "hello", "token": "x" * 32, "language": "it"})
    said = (await first_words(site, table, italian)).chat[-1]
    assert said["text"] == "questo codice non dà diritto a quel posto"


async def test_a_frame_over_the_limit_ends_the_connection(site: Site) -> None:
    table = str((await site.create("Anna", "Bo"))["table"])
    async with site.seat(table) as client:
        await client.send(json.dumps({"type": "say", "text": "x" * FRAME}))
        code, _ = await client.end()
        assert code == 1009
    async with site.seat(table) as client:
        assert (await client.ask({"type": "ping"}, "pong"))["seq"] == 0


async def test_what_is_not_understood_is_answered_and_changes_nothing(
    still: None, site: Site
) -> None:
    table, tokens = await site.persons("Anna", "Bo")
    gesture = {"type": "gesture", "key": "k", "seq": 0, "actions": ["draw"]}
    wrong = [
        "",
        "{",
        "NaN",
        DEEP,
        '{"type":"dance"}',
        '{"kind":"ping"}',
        '{"type":7}',
        json.dumps(gesture | {"actions": []}),
        json.dumps(gesture | {"actions": ["draw"] * 21}),
        json.dumps(gesture | {"actions": "draw"}),
        json.dumps(gesture | {"actions": [None]}),
        json.dumps(gesture | {"actions": [1.5]}),
        json.dumps(gesture | {"key": ""}),
        json.dumps(gesture | {"key": "k" * 65}),
        json.dumps(gesture | {"seq": "0"}),
        json.dumps(gesture | {"seq": None}),
        json.dumps(gesture).replace("0", "NaN"),
        json.dumps({"type": "agree", "agree": 1}),
    ]
    async with site.seat(table, tokens[0]) as anna:
        for frame in wrong:
            await anna.send(frame)
            answer = await anna.until("error", "ack", "refused")
            assert (answer["type"], answer["error"]) == ("error", "malformed"), frame[:80]
            assert answer["closing"] is False
        await anna.send(HELLO)
        assert (await anna.until("error"))["error"] == "hello_again"
        strange: list[object] = [
            "",
            "claim" * 1000,
            -1,
            2**80,
            {},
            {"do": []},
            {"do": "draw", "x": {"y": [1, None]}},
            "\x00",
            True,
        ]
        for action in strange:
            answer = await anna.play(action)
            assert answer["type"] in ("refused", "error"), action
            await anna.ask({"type": "why", "action": action}, "because", "error")
        assert (await anna.snapshot())["seq"] == 0
    async with site.seat(table, tokens[0]) as anna:  # who sends nothing else is let go
        with contextlib.suppress(ConnectionClosed):
            for _ in range(21):
                await anna.send("garbage")
        code, said = await anna.end()
        assert (code, said[-1]["error"]) == (4400, "malformed")


async def test_a_flood_ends_the_connection_and_no_other(tmp_path: Path, still: None) -> None:
    async with running(tmp_path, rate=5.0) as site:
        table = str((await site.create("Anna", "Bo"))["table"])
        async with site.seat(table) as calm, site.seat(table) as loud:
            with contextlib.suppress(ConnectionClosed):
                for _ in range(30):
                    await loud.send({"type": "ping"})
            code, said = await loud.end()
            assert (code, said[-1]["error"]) == (4429, "too_fast")
            assert sum(message["type"] == "pong" for message in said) in (9, 10)  # after a hello
            assert (await calm.ask({"type": "ping"}, "pong"))["seq"] == 0


async def test_a_page_from_elsewhere_may_not_connect(tmp_path: Path) -> None:
    async with running(tmp_path, origins=("https://friend.example",)) as site:
        table = str((await site.create("Anna", "Bo"))["table"])
        for origin in ("https://evil.example", "null", "http://127.0.0.1:1", "file://"):
            assert await last_word(site, table, HELLO, origin=origin) == (4403, "origin")
        for origin in (site.url, "https://friend.example"):
            async with site.raw(table, origin=origin) as opened:
                await opened.send(HELLO)
                assert json.loads(await opened.recv())["type"] == "snapshot"


async def test_a_socket_elsewhere_is_not_found(site: Site) -> None:
    for path in ("a/b", "../x"):
        with pytest.raises(InvalidStatus):
            async with site.raw(path):
                pass


# -- REST ---------------------------------------------------------------------------------------


async def test_every_answer_is_ours_and_has_its_headers(site: Site) -> None:
    table = str((await site.create("Anna", "Bo"))["table"])
    calls: list[tuple[str, str, object, int]] = [
        ("GET", "/health", None, 200),
        ("GET", "/metrics", None, 401),
        ("GET", "/api/games", None, 200),
        ("GET", "/api/games/new_york/board", None, 200),
        ("GET", "/api/schema/openapi.json", None, 200),
        ("GET", f"/api/tables/{table}", None, 200),
        ("GET", "/nowhere", None, 404),
        ("GET", "/api/nothing", None, 404),
        ("GET", "/api/games/../../etc/passwd", None, 404),
        ("GET", "/api/games/atlantis/board", None, 404),
        ("GET", "/api/tables/" + "x" * 65, None, 400),
        ("GET", "/api/tables/nowhere", None, 404),
        ("DELETE", f"/api/tables/{table}", None, 405),
        ("POST", "/api/tables", "{", 400),
        ("POST", "/api/tables", "NaN", 400),
        ("POST", "/api/tables", DEEP, 400),
        ("POST", "/api/tables", '{"game":"\\ud800","seats":[]}', 400),
        ("POST", "/api/tables", "x" * (BODY + 1), 413),
        ("POST", "/api/logs", "x" * (LOG + 1), 413),
        ("POST", f"/api/tables/{table}/seats/x", "{}", 404),
        ("POST", "/api/mine", json.dumps({"tokens": ["x" * 20] * 201}), 400),
    ]
    for method, path, body, status in calls:
        kind = {"content-type": "application/json"} if body else {}
        answer = await site.http.request(method, path, content=body, headers=kind)  # type: ignore[arg-type]
        assert answer.status_code == status, (path, answer.text[:300])
        for name, value in HEADERS.items():
            assert answer.headers[name] == value, (path, name)
            assert answer.headers.get_list(name) == [value]
        assert "server" not in answer.headers
        assert "Traceback" not in answer.text
        assert 'File "' not in answer.text
        if status >= 400:
            assert set(answer.json()) == {"error", "text"}
            assert answer.headers["content-type"].startswith("application/json")


async def test_a_body_without_a_length_is_limited_too(site: Site) -> None:
    async def endless() -> AsyncIterator[bytes]:
        for _ in range(BODY // 1024 + 2):
            yield b"x" * 1024

    kind = {"content-type": "application/json"}
    answer = await site.http.post("/api/tables", content=endless(), headers=kind)
    assert (answer.status_code, answer.json()["error"]) == (413, "request")


async def test_an_address_may_not_call_too_often(site: Site) -> None:
    site.context.callers = Buckets(0.001, 3)
    codes = [(await site.http.get("/api/games")).status_code for _ in range(5)]
    assert codes == [200, 200, 200, 429, 429]
    assert (await site.http.get("/api/games")).json()["error"] == "too_fast"
    assert site.context.callers.take("another address")


def test_buckets_fill_again_and_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr("time.monotonic", lambda: now[0])
    bucket = Bucket(2.0, 4.0)
    assert [bucket.take() for _ in range(5)] == [True] * 4 + [False]
    now[0] = 1.0
    assert [bucket.take() for _ in range(3)] == [True, True, False]
    monkeypatch.setattr("capotreno.server.doors.limits.ADDRESSES", 2)
    buckets = Buckets(0.0, 1.0)
    assert [buckets.take(address) for address in "aba"] == [True, True, False]
    assert buckets.take("c")  # b is the one that is forgotten
    assert [buckets.take(address) for address in "ab"] == [False, True]


async def test_health_and_metrics_count(site: Site) -> None:
    table, tokens = await site.persons("Anna", "Bo")
    assert await site.get("/health") == {"status": "ok", "tables": 1}
    async with site.seat(table, tokens[0]) as anna:
        await anna.moved(anna.choices()[0])
        await anna.play("draw")
        text = await site.counted()
        for line in ("sockets 1.0", "tables 1.0", "gestures_total 1.0", "refused_total 1.0"):
            assert f"capotreno_{line}" in text
    assert "capotreno_gesture_seconds_bucket" in text


# -- the database is gone -----------------------------------------------------------------------


async def test_a_lost_database_is_said_and_the_table_goes_on_when_it_is_back(
    site: Site, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.CRITICAL, "capotreno")
    table, tokens = await site.persons("Anna", "Bo")
    store, add_move = site.hall.store, site.hall.store.add_move

    async def lost(*_: object, **__: object) -> None:
        raise StoreError("The database cannot be reached.")

    async def kept_but_lost(move: MoveRow, **stand: object) -> None:
        await add_move(move, **stand)  # type: ignore[arg-type]
        raise StoreError("The database cannot be reached.")

    async with site.seat(table, tokens[0]) as anna, site.seat(table, tokens[1]) as bo:
        await keep_all(anna, bo)
        before, gesture = anna.seq, anna.gesture("draw", key="lost")
        with monkeypatch.context() as gone:
            for method in ("add_move", "create", "ping", "chat", "add_chat", "by_key", "table"):
                gone.setattr(store, method, lost)
            assert (await anna.ask(gesture, "ack", "error"))["error"] == "store"
            assert (await anna.ask({"type": "say", "text": "?"}, "error"))["error"] == "store"
            assert (await anna.ask({"type": "ping"}, "pong"))["seq"] == before
            for path in ("/health", "/api/tables/somewhere"):
                answer = await site.http.get(path)
                assert (answer.status_code, answer.json()["error"]) == (503, "store")
            body = {"game": "new_york", "seats": [{"kind": "open"}] * 2}
            await site.refusal("/api/tables", body, 503, "store")
            assert await last_word(site, table, HELLO) == (1013, "store")
        assert (await anna.ask(gesture, "ack", "error"))["seq"] == before + 1
        with monkeypatch.context() as gone:
            gone.setattr(store, "add_move", kept_but_lost)
            gesture = anna.gesture("draw", key="unsure", seq=before + 1)
            assert (await anna.ask(gesture, "ack", "error"))["error"] == "store"
        assert (await anna.ask(gesture, "ack", "error"))["seq"] == before + 2
        await bo.reach(before + 2)
        assert (await bo.play("draw"))["seq"] == before + 3
        assert await site.get("/health") == {"status": "ok", "tables": 1}


def test_who_was_silent_for_long_has_no_more_than_one_burst() -> None:
    bucket = Bucket(rate=0.001, burst=3)
    bucket.at -= 1e6
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
