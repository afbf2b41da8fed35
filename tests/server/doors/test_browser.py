"""What a browser needs of the server: its files, standings, replays, and answers it may keep."""

import asyncio
import gzip
import os
import re
import socket
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from capotreno.games.registry import REGISTRY, choices, games, load
from capotreno.reader.standing import Standing
from capotreno.server.doors.site import PAGES
from capotreno.server.serve import bound, bound_anywhere
from capotreno.server.settings import Settings
from capotreno.server.table import replay
from tests.long import LONG
from tests.server.client import Json, Site, finish, keep_all, round_of, running

pytestmark = pytest.mark.anyio

SCRIPT = b"console.log(1);" * 200


@pytest.fixture
async def site(tmp_path: Path) -> AsyncIterator[Site]:
    web = tmp_path / "web"
    (web / "assets" / "fonts").mkdir(parents=True)
    (web / "index.html").write_text("<!doctype html><title>Capotreno</title>")
    (web / "icon.svg").write_text("<svg/>")
    (web / "manifest.webmanifest").write_text("{}")
    (web / "secret.txt").write_text("not for anybody")
    (web / "assets" / "main-1a2b.js").write_bytes(SCRIPT)
    (web / "assets" / "main-1a2b.js.gz").write_bytes(gzip.compress(SCRIPT))
    (web / "assets" / "main-1a2b.js.br").write_bytes(b"as if by brotli")
    (web / "assets" / "plain-3c.css").write_bytes(b"b{color:red}" * 300)
    (web / "assets" / "fonts" / "a-4d.woff2").write_bytes(b"font")
    (tmp_path / "outside.js").write_text("not for anybody")
    async with running(tmp_path / "data", web=web) as site:
        yield site


async def raw(site: Site, target: str) -> bytes:
    """A call whose path no library has tidied up."""
    host, port = site.url.removeprefix("http://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    writer.write(f"GET {target} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n".encode())
    answer = await reader.read()
    writer.close()
    return answer


# -- files --------------------------------------------------------------------------------------


async def test_every_page_of_the_client_is_its_one_file(site: Site) -> None:
    for address in PAGES:
        path = re.sub(r"{\w+:str}", "abc", address)
        answer = await site.http.get(path)
        assert (answer.status_code, answer.headers["cache-control"]) == (200, "no-cache")
        assert answer.headers["content-type"] == "text/html; charset=utf-8"
        assert "<title>" in answer.text
    first = await site.http.get("/")
    again = await site.http.get("/", headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    for path in ("/nowhere", "/table/a/b", "/index.html", "/secret.txt"):
        assert (await site.http.get(path)).status_code == 404


async def test_assets_are_kept_for_ever_and_sent_packed(site: Site) -> None:
    path = "/assets/main-1a2b.js"
    codings = {"br": "br", "gzip": "gzip", "gzip, deflate, br": "br", "": None, "br;q=0": None}
    for asked, coding in codings.items():
        async with site.http.stream("GET", path, headers={"accept-encoding": asked}) as answer:
            body = b"".join([chunk async for chunk in answer.aiter_raw()])
        assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert answer.headers["content-type"] == "text/javascript; charset=utf-8"
        assert answer.headers["vary"] == "accept-encoding"
        assert answer.headers.get("content-encoding") == coding
        plain = {"br": b"as if by brotli", "gzip": gzip.compress(SCRIPT), None: SCRIPT}[coding]
        assert len(body) == len(plain)
    loose = await site.http.get("/assets/plain-3c.css")  # packed here: it was built without
    assert (loose.headers["content-encoding"], loose.text[:7]) == ("gzip", "b{color")
    assert (await site.http.get("/assets/fonts/a-4d.woff2")).content == b"font"
    for path, kind in (("/icon.svg", "image/svg+xml"), ("/manifest.webmanifest", "application/")):
        answer = await site.http.get(path)
        assert (answer.status_code, answer.headers["cache-control"]) == (200, "no-cache")
        assert answer.headers["content-type"].startswith(kind)


@pytest.mark.parametrize(
    "target",
    [
        "/assets/../secret.txt",
        "/assets/../index.html",
        "/assets/../../outside.js",
        "/assets/%2e%2e/%2e%2e/outside.js",
        "/assets/..%2f..%2foutside.js",
        "/assets/%2e%2e%5c%2e%2e%5coutside.js",
        "/assets/fonts/../../../outside.js",
        "/assets//etc/passwd",
        "/assets/%2fetc%2fpasswd",
        "/assets/.hidden.js",
        "/assets/main-1a2b.js%00.css",
        "/assets/",
        "/assets/fonts",
        "/assets/main-1a2b.js.gz",
        "//outside.js",
        "/../outside.js",
    ],
)
async def test_no_path_leads_out_of_the_folder(site: Site, target: str) -> None:
    answer = await raw(site, target)
    assert answer.startswith((b"HTTP/1.1 404", b"HTTP/1.1 400")), answer[:200]
    assert b"not for anybody" not in answer
    assert b"root:" not in answer


async def test_without_the_client_the_server_says_how_to_build_it(tmp_path: Path) -> None:
    async with running(tmp_path, web=tmp_path / "nothing") as site:
        answer = await site.http.get("/")
        assert answer.status_code == 503
        assert answer.headers["content-type"].startswith("text/html")
        assert answer.text.count("make web") == 2
        assert (await site.http.get("/assets/x.js")).json()["error"] == "no_file"
        assert (await site.http.get("/icon.svg")).status_code == 404
        assert (await site.get("/api/games"))[0]["game"]


async def test_assets_do_not_use_up_an_address(site: Site) -> None:
    site.context.callers.rate, site.context.callers.burst = 0.0, 2.0
    for _ in range(5):
        assert (await site.http.get("/assets/fonts/a-4d.woff2")).status_code == 200
    assert (await site.http.get("/api/bots")).status_code == 200


# -- games --------------------------------------------------------------------------------------


async def test_games_for_the_start_page(site: Site) -> None:
    for game in await site.get("/api/games"):
        minutes = REGISTRY[game["game"]]().board.minutes
        assert game["minutes"] == minutes >= 15
        offered = {name: list(values) for name, values in choices(game["game"]).items()}
        assert game["options"] == offered


async def test_board_and_drawing_are_kept_until_they_change(
    site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer = await site.http.get("/api/games/new_york/board")
    assert answer.headers["cache-control"] == "no-cache"
    again = {"if-none-match": answer.headers["etag"]}
    assert (await site.http.get("/api/games/new_york/board", headers=again)).status_code == 304
    other = await site.http.get("/api/games/germany/board", headers=again)
    assert other.status_code == 200
    package = tmp_path / "package"
    (package / "board" / "drawing").mkdir(parents=True)
    (package / "board" / "drawing" / "new_york.json").write_text('{"land": []}')
    monkeypatch.setattr("importlib.resources.files", lambda _: package)
    drawing = await site.http.get("/api/games/new_york/drawing")
    assert (drawing.text, drawing.headers["content-type"]) == ('{"land": []}', "application/json")
    for path, status, error in (
        ("/api/games/germany/drawing", 404, "no_drawing"),
        ("/api/games/atlantis/drawing", 404, "no_game"),
    ):
        answer = await site.http.get(path)
        assert (answer.status_code, answer.json()["error"]) == (status, error)


async def test_rules_in_a_language_with_and_without_dice(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    papers = {
        ("new_york", "it", False): "# Regole: è così",
        ("new_york", "it", True): "# Con i dadi",
    }
    monkeypatch.setattr("capotreno.rulebook.rules", lambda *asked: papers.get(asked))
    for query, text in (
        ("?language=it", "# Regole: è così"),
        ("?language=it&dice=false", "# Regole: è così"),
        ("?language=it&dice=true", "# Con i dadi"),
    ):
        rules = await site.http.get(f"/api/games/new_york/rules{query}")
        assert (rules.text, rules.headers["etag"][0]) == (text, '"')
        assert rules.headers["content-type"] == "text/markdown; charset=utf-8"
    for path, status, error in (
        ("/api/games/new_york/rules", 404, "no_rules"),
        ("/api/games/atlantis/rules", 404, "no_game"),
        ("/api/games/new_york/rules?dice=six", 400, "request"),
        ("/api/games/new_york/rules?language=xx", 400, "request"),
    ):
        answer = await site.http.get(path)
        assert (answer.status_code, answer.json()["error"]) == (status, error)


@pytest.mark.parametrize("name", games())
def test_every_action_can_be_drawn_from_its_ids(name: str) -> None:
    """Whatever the words of an action name, its JSON names by id; cards and decks by count."""
    game = load(name, REGISTRY[name]().board.players[1])
    ids = {word for words in game.layout.words.values() for word in words}
    ids |= {card.id for card in game.board.cards} | {p.colour for p in game.board.passengers}
    ids |= {"any"}  # cards of any kind, named one by one afterwards
    for action in game.actions.all:
        fields = {key: value for key, value in action.json.items() if key != "do"}
        assert bool(fields) == (" " in action.text), action.text
        for value in fields.values():
            if isinstance(value, dict):
                assert set(value) <= ids
                assert all(type(count) is int for count in value.values())
            else:
                assert value is None or type(value) is int or value in ids, action.text
    for question in game.layout.questions:
        if question.part is game.layout.questions[0].part or not question.about:
            continue
        assert question.about in game.layout.words


# -- standings ----------------------------------------------------------------------------------


def standing_of(site: Site, table: str, seat: int) -> Json:
    """What the standing should be, counted anew."""
    found = site.hall.tables[table]
    assert found.state is not None
    game = found.game
    standing = Standing(game, game.view(found.state, seat), seat)
    routes = game.board.routes
    own = [*standing.progress, *standing.offers]
    return {
        "points": standing.points,
        "paths": standing.paths,
        "tickets": [
            {
                "ticket": game.board.tickets[one.ticket].id,
                "status": one.status,
                "missing": one.missing,
                "routes": [routes[route].id for route in one.routes],
                "points": one.points,
                "lent": [routes[route].id for route in one.lent],
            }
            for one in own
        ],
        "closed": [routes[route].id for route in standing.closed],
    }


@pytest.mark.parametrize("name", games() if LONG else ("europe", "germany", "world"))
async def test_standings_follow_the_game(
    site: Site, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("secrets.randbits", lambda bits: 4)  # a deal in which somebody scores
    made = await site.create("Anna", "Bo", "Cleo", game=name)
    async with (
        site.seat(made["table"], made["token"], seat=0) as anna,
        site.seat(made["table"], made["token"], seat=1) as bo,
        site.seat(made["table"], made["token"], seat=2) as cleo,
        site.seat(made["table"]) as spectator,
    ):
        first = (await anna.snapshot())["standing"]
        assert first["points"] == [0, 0, 0]
        seen: set[str] = set()
        everybody = (anna, bo, cleo, spectator)
        for number in range(250):
            verb = ("claim", "pay", "keep", "passenger", "draw", "take")
            played = await round_of(
                [anna, bo, cleo],
                lambda choices, verb=verb: next(  # type: ignore[misc]
                    (c for v in verb for c in reversed(choices) if c.startswith(v)), choices[0]
                ),
                spectator,
            )
            if played is None:
                break
            for seat, client in zip((0, 1, 2, -1), everybody, strict=True):
                told = client.told["standing"]
                assert told == standing_of(site, made["table"], seat), (number, seat)
                seen |= {one["status"] for one in told["tickets"]}
            assert not spectator.told["standing"]["tickets"]
        assert sum(anna.told["standing"]["points"]) > 0
        assert "open" in seen
        assert (await bo.snapshot())["standing"] == bo.told["standing"]


async def test_an_offer_is_measured_before_it_is_kept(site: Site) -> None:
    made = await site.create("Anna", "Bo")
    async with site.seat(made["table"], made["token"], seat=0) as anna:
        tickets = (await anna.snapshot())["standing"]["tickets"]
        assert len(tickets) == 2
        assert all(one["status"] == "open" and one["missing"] > 0 for one in tickets)
        assert all(one["routes"] for one in tickets)
        await anna.moved(anna.choice("keep"))
        assert anna.told["standing"]["tickets"] == tickets  # chosen, and still in the offer
        await anna.moved(anna.choice("return"))
        assert len(anna.told["standing"]["tickets"]) == 1


async def test_a_table_that_waits_has_no_standing(site: Site) -> None:
    made = await site.create("Anna", "open")
    async with site.seat(made["table"], made["token"]) as anna:
        assert (anna.told["standing"], anna.told["undo"]) == (None, False)


async def test_undo_is_shown_to_who_may(site: Site) -> None:
    made = await site.create("Anna", "Bo")
    async with (
        site.seat(made["table"], made["token"], seat=0) as anna,
        site.seat(made["table"], made["token"], seat=1) as bo,
        site.seat(made["table"]) as spectator,
    ):
        await anna.moved(anna.choices()[0])
        assert not anna.told["undo"]  # the opening
        await bo.reach(anna.seq)
        await keep_all(anna, bo)
        assert not anna.told["undo"]
        seq = await anna.moved(anna.choice("claim"))
        await bo.reach(seq)
        await spectator.reach(seq)
        assert (anna.told["undo"], bo.told["undo"], spectator.told["undo"]) == (True, False, False)
        assert (await anna.snapshot())["undo"]
        assert (await anna.ask({"type": "undo"}, "update"))["kind"] == "undo"
        assert not anna.told["undo"]
        await anna.moved("draw")
        assert not anna.told["undo"]


async def test_a_table_from_the_store_knows_its_way_back(site: Site) -> None:
    made = await site.create("Anna", "Bo")
    async with (
        site.seat(made["table"], made["token"], seat=0) as anna,
        site.seat(made["table"], made["token"], seat=1) as bo,
    ):
        await keep_all(anna, bo)
        at = anna.cells
        await anna.moved(anna.choice("claim"))
        await anna.moved(anna.choice("pay"))
        before = site.hall.tables[made["table"]]
        fresh = await site.hall._load(made["table"])
        assert fresh is not before
        assert (fresh.undo_steps.tip, len(fresh.undo_steps.steps)) == (before.undo_steps.tip, 2)
    async with site.seat(made["table"], made["token"], seat=0) as anna:
        for _ in range(2):
            assert anna.told["undo"]
            await anna.ask({"type": "undo"}, "update")
        assert (anna.told["undo"], anna.cells) == (False, at)


# -- replays ------------------------------------------------------------------------------------


async def test_a_replay_is_what_the_sockets_told(site: Site) -> None:
    made = await site.create("Anna", "Bo", game="new_york")
    path = f"/api/tables/{made['table']}"
    async with (
        site.seat(made["table"], made["token"], seat=0) as anna,
        site.seat(made["table"], made["token"], seat=1) as bo,
        site.seat(made["table"]) as spectator,
    ):
        deals = [(await client.snapshot())["view"] for client in (anna, bo, spectator)]
        refused = await site.http.get(f"{path}/replay")
        assert (refused.status_code, refused.json()["error"]) == (409, "not_finished")
        told: list[list[Json]] = [[], [], []]
        number = 0
        while True:
            choose = -1 if number % 3 else 0
            if await round_of([anna, bo], lambda c, at=choose: c[at], spectator) is None:  # type: ignore[misc]
                break
            number += 1
            for own, client in zip(told, (anna, bo, spectator), strict=True):
                own.append(client.told)
    for eyes, deal, updates in zip(("0", "1", "none"), deals, told, strict=True):
        found = await site.get(f"{path}/replay?seat={eyes}")
        assert found["view"] == deal
        assert len(found["moves"]) == len(updates)
        for move, update in zip(found["moves"], updates, strict=True):
            for field in ("seq", "by", "events", "changed", "asked"):
                assert move[field] == update[field], (eyes, field)
            assert move["points"] == update["standing"]["points"]
        assert found["result"] == updates[-1]["result"]
    whole = await site.get(f"{path}/replay")
    assert whole["seats"] == ["Anna", "Bo"]
    assert (whole["seat"], whole["view"]["chance"]) == ("all", None)
    assert all(None not in hand.values() for hand in whole["view"]["cells"]["hands"])
    assert whole["moves"][-1]["totals"] == [s["total"] for s in whole["result"]["sheets"]]
    assert (await site.http.get(f"{path}/replay?seat=2")).status_code == 404
    assert (await site.http.get(f"{path}/replay?seat=-1")).status_code == 404


async def test_a_replay_of_an_uploaded_log_is_made_once(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = await site.create("Anna", "Bo")
    await finish(site, made["table"])
    table = f"/api/tables/{made['table']}"
    text = (await site.http.get(f"{table}/log")).text
    kept = (await site.http.post("/api/logs", content=text)).json()["log"]
    answer = await site.http.get(f"/api/logs/{kept}/replay?seat=1")
    assert answer.json() == await site.get(f"{table}/replay?seat=1")
    assert "max-age" in answer.headers["cache-control"]
    again = {"if-none-match": answer.headers["etag"]}
    monkeypatch.setattr(replay, "told", None)  # it is not made again
    async with site.http.stream("GET", f"/api/logs/{kept}/replay?seat=1", headers=again) as same:
        assert same.status_code == 304
    plain = {"accept-encoding": "identity"}
    unpacked = await site.http.get(f"/api/logs/{kept}/replay?seat=1", headers=plain)
    assert "content-encoding" not in unpacked.headers
    assert unpacked.json() == answer.json()
    unfinished = "".join(line + "\n" for line in text.splitlines()[:4])
    short = (await site.http.post("/api/logs", content=unfinished)).json()["log"]
    for id, status, error in ((short, 409, "not_finished"), ("nolog", 404, "no_log")):
        answer = await site.http.get(f"/api/logs/{id}/replay")
        assert (answer.status_code, answer.json()["error"]) == (status, error)


async def test_a_replay_is_bounded(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    made = await site.create("Anna", "Bo")
    await finish(site, made["table"])
    monkeypatch.setattr(replay, "MOST", 10)
    answer = await site.http.get(f"/api/tables/{made['table']}/replay")
    assert (answer.status_code, answer.json()["error"]) == (413, "too_long")
    monkeypatch.setattr(replay, "KEPT", 10)
    known = replay.Replays()
    known.keep(("log", "a", "all"), b"12345678")
    assert known.get(("log", "a", "all"))
    known.keep(("log", "b", "all"), b"12345678")
    assert known.get(("log", "a", "all")) is None
    known.keep(("log", "b", "all"), b"123456789012")
    assert known.get(("log", "b", "all")) is None


# -- serve --open -------------------------------------------------------------------------------


def test_a_busy_port_is_left_to_who_has_it(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        busy = Settings(port=taken.getsockname()[1])
        with bound_anywhere(busy, "it") as found:
            assert found.getsockname()[1] not in (0, busy.port)
        assert str(busy.port) in capsys.readouterr().err
    with bound(Settings(port=0)) as free:
        port = free.getsockname()[1]
    with bound_anywhere(Settings(port=port), "en") as found:
        assert found.getsockname()[1] == port
    assert not capsys.readouterr().err


@pytest.mark.slow
def test_the_browser_opens_where_the_server_is(tmp_path: Path) -> None:
    script = tmp_path / "browser"
    script.write_text(f'#!/bin/sh\necho "$1" > {tmp_path}/opened\n')
    script.chmod(0o755)
    environment: dict[str, Any] = {
        **os.environ,
        "CAPOTRENO_DATA": str(tmp_path / "data"),
        "CAPOTRENO_PORT": "0",
        "BROWSER": str(script),
    }
    command = [sys.executable, "-m", "capotreno", "serve", "--open"]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            address = server.stdout.readline().strip()
            for _ in range(100):
                if (tmp_path / "opened").exists() and (tmp_path / "opened").read_text():
                    break
                httpx.get(f"{address}/health").raise_for_status()
            assert (tmp_path / "opened").read_text().strip() == address
        finally:
            server.terminate()
            assert server.wait(10) == 0
