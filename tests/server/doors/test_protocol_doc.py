"""docs/protocol.md shows what the server says: its examples are compared with a fresh session.

`CAPOTRENO_WRITE_DOCS=1 pytest tests/server/doors/test_protocol_doc.py` writes them anew.
"""

import json
import os
import re
from pathlib import Path
from typing import get_args

import pytest

from capotreno.server.doors import wire
from capotreno.words import messages
from tests.server.client import Client, Json, Site, bearer, finish, keep_all, running

pytestmark = pytest.mark.anyio

DOC = Path(__file__).parents[3] / "docs" / "protocol.md"
BLOCK = re.compile(r"<!-- example: (\w+) -->\n```(\w*)\n(.*?)```\n", re.DOTALL)
SEED = 4
WIDE = 96
MOST = {
    "cells": 6,
    "near": 1,
    "moves": 1,
    "choices": 3,
    "seats": 8,
    "title": 8,
}  # entries shown; others 5
TIMES = ("now", "at", "deadline", "away", "replaceable")


# -- examples that do not change from run to run ------------------------------------------------


class Names:
    """What is random gets a fixed stand-in, in the order it comes."""

    def __init__(self) -> None:
        self.known: dict[str, str] = {}

    def add(self, value: str, shown: str) -> str:
        self.known[value] = shown
        return value

    def plain(self, text: str) -> str:
        for value, shown in self.known.items():
            text = text.replace(value, shown)
        return text

    def shown(self, value: object, key: str = "") -> object:
        """A value with stand-ins for what is random, and only the beginning of what is long."""
        if key in TIMES and isinstance(value, float):
            return 1800000000.0
        if isinstance(value, str):
            return self.plain(value)
        most = MOST.get(key, 13 if isinstance(value, dict) else 3)
        if isinstance(value, dict):
            parts = {k: self.shown(v, k) for k, v in list(value.items())[:most]}
            return parts | ({"…": "…"} if len(value) > most else {})
        if isinstance(value, list):
            rows = [self.shown(v) for v in value[:most]]
            return rows + (["…"] if len(value) > most else [])
        return value


def top(names: Names, message: Json) -> Json:
    """A whole message: every field of its own is shown."""
    return {key: names.shown(value, key) for key, value in message.items()}


def pretty(value: object, before: str = "", after: int = 0) -> str:
    """JSON that uses a line as long as it fits into one."""
    flat = json.dumps(value, ensure_ascii=False)
    if len(before) + len(flat) + after <= WIDE or not isinstance(value, dict | list) or not value:
        return flat
    inner = before + "  "
    if isinstance(value, list):
        rows = [inner + pretty(row, inner) for row in value]
        return "[\n" + ",\n".join(rows) + f"\n{before}]"
    rows = [
        f"{inner}{json.dumps(key, ensure_ascii=False)}: {pretty(row, inner, len(key) + 4)}"
        for key, row in value.items()
    ]
    return "{\n" + ",\n".join(rows) + f"\n{before}}}"


class Session:
    """The examples of one session, by name."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.names = Names()
        self.examples: dict[str, str] = {}
        self.seen: set[str] = set()

    async def rest(
        self, name: str, method: str, path: str, body: object = None, token: str | None = None
    ) -> Json:
        content = body if isinstance(body, str) else json.dumps(body) if body else None
        headers = bearer(token) | ({"content-type": "application/json"} if body else {})
        answer = await self.site.http.request(method, path, content=content, headers=headers)
        if "token" in answer.json():
            who = (body or {}).get("name", "Anna") if isinstance(body, dict) else "Anna"
            self.names.add(answer.json()["token"], f"the-secret-token-of-{who}")
        if "table" in answer.json() and method == "POST":
            known = len([v for v in self.names.known.values() if v.startswith("table")])
            if answer.json()["table"] not in self.names.known:
                self.names.add(answer.json()["table"], f"table{known + 1}")
        lines = [f"{method} {self.names.plain(path)}"]
        if token:
            lines.append(f"authorization: Bearer {self.names.plain(token)}")
        if isinstance(body, dict):
            lines += ["", pretty(top(self.names, body))]
        found = answer.json()
        told = top(self.names, found) if isinstance(found, dict) else self.names.shown(found)
        lines += ["", f"{answer.status_code}", pretty(told)]
        self.examples[name] = "\n".join(lines) + "\n"
        self.seen.add(path)
        return found if isinstance(found, dict) else {}

    def socket(self, name: str, *messages: tuple[str, Json]) -> None:
        """→ from the client, ← from the server."""
        lines = []
        for arrow, message in messages:
            lines.append(f"{arrow} {pretty(top(self.names, message))}")
            self.seen.add(f"{arrow}{message['type']}")
        self.examples[name] = "\n".join(lines) + "\n"

    async def asked(self, name: str, client: Client, message: Json, *kinds: str) -> Json:
        """A message and the first answer of each kind."""
        await client.send(message)
        answers = [await client.until(kind) for kind in kinds]
        self.socket(name, ("→", message), *(("←", answer) for answer in answers))
        return answers[-1]


async def session(site: Site) -> Session:
    """A table from its making to its rematch."""
    s = Session(site)
    await s.rest("games", "GET", "/api/games")
    await s.rest("bots", "GET", "/api/bots")
    await s.rest("words", "GET", "/api/words?language=it")
    await s.rest("health", "GET", "/health")
    seats = [{"kind": "person", "name": "Anna"}, {"kind": "open"}]
    body = {"game": "new_york", "seats": seats, "shuffle": False, "public": True, "hints": True}
    made = await s.rest(
        "create", "POST", "/api/tables", body | {"pace": "correspondence", "seconds": 259200}
    )
    table, anna_token = made["table"], made["token"]
    async with site.seat(table, anna_token) as waiting:
        snapshot = json.loads(waiting.frames[-1])
        hello = {"type": "hello", "token": anna_token, "language": "en"}
        s.socket("hello", ("→", hello), ("←", snapshot))
    path = f"/api/tables/{table}"
    joined = await s.rest("join", "POST", f"{path}/join", {"name": "Bo"})
    await s.rest("summary", "GET", path)
    await s.rest("lobby", "GET", "/api/tables")
    await s.rest("mine", "POST", "/api/mine", {"tokens": [anna_token]})
    async with site.seat(table, anna_token) as anna:
        async with site.seat(table, joined["token"]) as bo:
            await play(s, anna, bo)
        await anna.until("seats", where=lambda m: not m["seats"][1]["present"])
        site.hall.tables[table].patience = 0.0  # three days at this pace
        await s.rest("stand_in", "POST", f"{path}/seats/1", {"bot": "random"}, anna_token)
        async with site.seat(table, joined["token"]) as bo:
            await bo.until("seats", where=lambda m: bool(m["seats"][1]["present"]))
            await s.asked("back", bo, {"type": "back"}, "seats")
    (blocked,) = await site.get("/api/blocked", joined["token"])
    s.names.add(blocked["id"], "mark1")
    await s.rest("blocked", "GET", "/api/blocked", token=joined["token"])
    lift = {"id": blocked["id"]}
    await s.rest("lift", "POST", "/api/blocked/lift", lift, joined["token"])
    await s.rest("unfinished", "GET", f"{path}/log")
    await finish(site, table)
    log = (await site.http.get(f"{path}/log")).text
    shown = [line if len(line) <= WIDE else f"{line[:WIDE]}…" for line in log.splitlines()]
    s.examples["log"] = (
        "\n".join([f"GET {s.names.plain(path)}/log", "", "200", *shown[:4], "…"]) + "\n"
    )
    await s.rest("replay", "GET", f"{path}/replay?seat=0")
    kept = await s.rest("upload", "POST", "/api/logs", log)
    s.examples["upload"] = s.examples["upload"].replace(kept["log"], "log1")
    await s.rest("rematch", "POST", f"{path}/rematch", token=anna_token)
    again = await site.create("Anna", "open", token=anna_token)
    s.names.add(again["table"], "table3")
    await s.rest("leave", "POST", f"/api/tables/{again['table']}/leave", {"seat": 0}, anna_token)
    wish = {"name": "Cleo", "game": "new_york", "pace": "correspondence"}
    await s.rest("match", "POST", "/api/match", wish)
    await s.rest("fault", "GET", "/api/tables/nowhere")
    return s


async def play(s: Session, anna: Client, bo: Client) -> None:
    """The socket's messages, in the order of the document."""
    s.socket("snapshot", ("←", json.loads(anna.frames[0])))
    first = await anna.snapshot()
    gesture = anna.gesture(anna.choices()[0], key="a1")
    await anna.send(gesture)
    told = [await anna.until("update", "ack"), await anna.until("update", "ack")]
    s.socket("gesture", ("→", gesture), *(("←", message) for message in told))
    assert first["seq"] == 0
    await bo.until("update")
    s.socket("redacted", ("←", json.loads(bo.frames[-1])))
    await keep_all(anna, bo)
    stale = anna.gesture("draw", key="a2", seq=1)
    await s.asked("stale", anna, stale, "refused")
    near = (await anna.ask({"type": "near"}, "misses"))["near"][0]["text"]
    await s.asked("refused", anna, anna.gesture(near, key="a3"), "refused")
    await s.asked("why", anna, {"type": "why", "action": near}, "because")
    await s.asked("near", anna, {"type": "near"}, "misses")
    await s.asked("hint", anna, {"type": "hint"}, "hinted")
    await s.asked("malformed", anna, {"type": "dance"}, "error")
    await s.asked("ping", anna, {"type": "ping"}, "pong")
    await s.asked("resync", anna, {"type": "resync"}, "snapshot")
    s.examples["resync"] = '→ {"type": "resync"}\n'
    await talked(s, anna, bo)
    await anna.moved(anna.choice("claim"))
    await anna.send({"type": "undo"})
    wish = await anna.until("undo_asked")
    s.socket("undo", ("→", {"type": "undo"}), ("←", wish))
    await bo.reach(anna.seq)
    await s.asked("agree", bo, {"type": "agree", "agree": True}, "update")
    await anna.until("update")


async def talked(s: Session, anna: Client, bo: Client) -> None:
    """The chat, and order in it."""
    line = await anna.ask({"type": "say", "text": "Hm."}, "line")
    s.names.add(line["by"], "mark-of-Anna")
    await s.asked("say", anna, {"type": "say", "text": "Ciao!", "emote": "hello"}, "line")
    await bo.send({"type": "say", "text": "Hurry up!"})
    rude = await bo.until("line", where=lambda m: bool(m["seat"] == 1))
    number = rude["number"]
    await anna.until("line", where=lambda m: m["number"] == number)
    await s.asked("report", anna, {"type": "report", "line": number, "why": "rude"}, "reported")
    wish = {"type": "moderate", "act": "remove", "line": number}
    await s.asked("moderate", anna, wish, "unsaid")
    await bo.until("unsaid")
    await s.asked("block", bo, {"type": "block", "line": 0}, "unsaid")


# -- the document -------------------------------------------------------------------------------


def errors() -> str:
    """Every refusal of the server itself, from the message file."""
    found = {k: v for k, v in messages("en").items() if k.startswith("server.")}
    rows = [f"{key.removeprefix('server.'):<14} {text}" for key, text in sorted(found.items())]
    return "\n".join(rows) + "\n"


async def test_the_examples_are_what_the_server_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("secrets.randbits", lambda bits: SEED)
    async with running(tmp_path) as site:
        fresh = await session(site)
        schema = await site.get("/api/schema/openapi.json")
    fresh.examples["errors"] = errors()
    text = DOC.read_text("utf-8")
    if os.environ.get("CAPOTRENO_WRITE_DOCS"):
        text = BLOCK.sub(
            lambda m: f"<!-- example: {m[1]} -->\n```{m[2]}\n{fresh.examples[m[1]]}```\n", text
        )
        DOC.write_text(text, "utf-8")
    shown = {name: example for name, _, example in BLOCK.findall(text)}
    assert set(shown) == set(fresh.examples)
    for name, example in fresh.examples.items():
        assert shown[name] == example, name
    for path, methods in schema["paths"].items():
        for method in methods:
            assert f"`{method.upper()} {path}`" in " ".join(text.split()), (method, path)
    for messages_of, arrow in ((wire.FromClient, "→"), (wire.FromServer, "←")):
        tags = {kind.__struct_config__.tag for kind in get_args(messages_of)}
        assert {f"{arrow}{tag}" for tag in tags} <= fresh.seen
    assert not any(real in text for real in fresh.names.known)


@pytest.mark.slow
async def test_the_little_client_plays_a_whole_game(tmp_path: Path) -> None:
    program = re.search(r"```python\n(.*?)```", DOC.read_text("utf-8"), re.DOTALL)
    assert program is not None
    names: Json = {}
    exec(compile(program[1], str(DOC), "exec"), names)  # noqa: S102 - our own document
    async with running(tmp_path) as site:
        result = await names["play"](site.url)
        assert len(result["ranks"]) == 2
        counted = await site.counted()
        assert "capotreno_refused_total 0.0" in counted
