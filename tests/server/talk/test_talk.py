"""The talk at a table: two rooms, emotes, order, blocks, reports, and no flood."""

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from capotreno.server.hall.secrets import digest
from capotreno.server.store.records import MARK
from tests.server.client import Client, Site, running

pytestmark = [pytest.mark.anyio, pytest.mark.usefixtures("still")]

GUEST = "the-secret-of-a-guest-at-the-table"


@pytest.fixture
async def site(tmp_path: Path) -> AsyncIterator[Site]:
    async with running(tmp_path) as site:
        yield site


def guest(site: Site, table: str, name: str = "Gwen", token: str = GUEST) -> Any:
    """A spectator with a name."""
    return site.seat(table, token, name=name)


async def said(client: Client, text: str = "", **more: object) -> Any:
    """Say something; what comes of it."""
    return await client.ask({"type": "say", "text": text, **more}, "line", "error")


async def heard(client: Client) -> list[str]:
    return [line["text"] for line in (await client.snapshot())["chat"]]


async def test_the_players_do_not_hear_the_spectators_while_they_play(site: Site) -> None:
    table, (anna, bo) = await site.persons("Anna", "Bo")
    async with (
        site.seat(table, anna) as one,
        site.seat(table, bo) as two,
        guest(site, table) as watching,
        site.seat(table) as silent,
    ):
        line = await said(watching, "take the red one!")
        assert (line["room"], line["seat"], line["name"]) == ("spectators", -1, "Gwen")
        assert (await silent.until("line"))["text"] == "take the red one!"
        line = await said(one, "", emote="hello")
        assert (line["room"], line["emote"], line["name"]) == ("players", "hello", "Anna")
        assert (await two.until("line"))["number"] == line["number"]
        assert (await watching.until("line"))["by"] == line["by"] != ""
        assert await heard(two) == [""]
        assert await heard(silent) == ["take the red one!", ""]
        room = await site.hall.table(table)
        room.row = replace(room.row, status="finished")
        assert await heard(two) == ["take the red one!", ""]
        assert not any("take the red" in frame for frame in two.frames[:-1])


async def test_who_has_no_name_or_is_silenced_says_nothing(site: Site) -> None:
    table, (anna, bo) = await site.persons("Anna", "Bo")
    async with site.seat(table) as silent:
        assert (await said(silent, "hello?"))["error"] == "nameless"
    async with guest(site, table, " ") as blank:
        assert (await said(blank, "hello?"))["error"] == "nameless"
    async with site.seat(table, anna) as one, site.seat(table, bo) as two:
        assert (await one.snapshot())["host"]
        assert not (await two.snapshot())["host"]
        line = await said(two, "rude")
        order = {"type": "moderate", "line": line["number"]}
        assert (await two.ask(order | {"act": "silence"}, "error"))["error"] == "creator"
        await one.send(order | {"act": "silence"})
        await one.send(order | {"act": "remove"})
        assert (await two.until("unsaid"))["lines"] == [line["number"]]
        assert (await said(two, "still rude"))["error"] == "silenced"
        assert await heard(one) == []
        await one.send(order | {"act": "unsilence"})
        assert (await one.until("error"))["error"] == "no_line"  # it is gone
        kept = await site.hall.store.chat(table)
        assert [(row.text, row.removed) for row in kept] == [("", True)]


async def test_anybody_takes_back_their_own_words_and_nobody_elses(site: Site) -> None:
    table, (anna, bo) = await site.persons("Anna", "Bo")
    async with site.seat(table, anna) as one, site.seat(table, bo) as two:
        number = (await said(two, "oops"))["number"]
        await one.until("line")
        other = (await said(one, "mine"))["number"]
        wish = {"type": "moderate", "act": "remove"}
        assert (await two.ask(wish | {"line": other}, "error"))["error"] == "creator"
        await two.send(wish | {"line": number})
        assert (await one.until("unsaid"))["lines"] == [number]
        nothing = await one.ask(wish | {"line": 99, "act": "put_out"}, "error")
        assert nothing["error"] == "no_line"
        mine = await one.ask(wish | {"line": other, "act": "put_out"}, "error")
        assert mine["error"] == "no_line"


async def test_a_spectator_is_put_out_and_stays_out(site: Site) -> None:
    made = await site.create("Anna", "open")
    table, anna = made["table"], made["token"]
    async with site.seat(table, anna) as one, guest(site, table) as rude:
        number = (await said(rude, "boo"))["number"]
        await one.until("line")  # before the deal everybody hears everybody
        await one.send({"type": "moderate", "act": "put_out", "line": number})
        await rude.end()
        for token, name in ((GUEST, "Gwen"), (GUEST, "another name"), (None, None)):
            async with site.raw(table) as opened:
                client = Client(opened)
                await client.send({"type": "hello", "token": token, "name": name})
                code, last = await client.end()
                assert (code, last[-1]["error"]) == (4403, "put_out")
        joined = await site.join(table, "Bo")  # who plays is not put out
        async with site.seat(table, joined["token"]) as two:
            number = (await said(two, "hi"))["number"]
            wish = {"type": "moderate", "act": "put_out", "line": number}
            assert (await one.ask(wish, "error"))["error"] == "only_spectators"


async def test_who_is_blocked_is_not_heard_at_any_table(site: Site) -> None:
    table, (anna, bo) = await site.persons("Anna", "Bo")
    async with site.seat(table, anna) as one, site.seat(table, bo) as two:
        number = (await said(two, "blah"))["number"]
        await one.until("line")
        gone = await one.ask({"type": "block", "line": number}, "unsaid")
        assert gone["lines"] == [number]
        assert await heard(one) == []
        assert await heard(two) == ["blah"]
        itself = await two.ask({"type": "block", "line": number}, "error")
        assert itself["error"] == "no_line"
    other = (await site.create("Bo", "open", token=bo))["table"]
    async with site.seat(other, bo) as two, guest(site, other, "Anna", anna) as one:
        await said(two, "blah again")
        await two.ask({"type": "ping"}, "pong")
        await one.ask({"type": "ping"}, "pong")
        assert one.chat == []
    (blocked,) = await site.get("/api/blocked", anna)
    assert blocked["name"] == "Bo"
    assert await site.get("/api/blocked", bo) == []
    assert await site.post("/api/blocked/lift", {"id": blocked["id"]}, anna) == []
    async with guest(site, other, "Anna", anna) as one:
        assert await heard(one) == ["blah again"]


async def test_a_report_keeps_the_words_for_the_operator(site: Site) -> None:
    table, (anna, bo) = await site.persons("Anna", "Bo")
    async with site.seat(table, anna) as one, site.seat(table, bo) as two:
        number = (await said(two, "something bad"))["number"]
        await one.until("line")
        wish = {"type": "report", "line": number, "why": "insults"}
        for _ in range(2):
            assert (await one.ask(wish, "reported"))["line"] == number
        await two.send({"type": "moderate", "act": "remove", "line": number})
        await one.until("unsaid")
    (report,) = await site.hall.store.talk.reports(10)
    assert (report.of, report.text, report.why) == (table, "something bad", "insults")
    assert (report.reporter, report.author) == (digest(anna), digest(bo))
    assert await site.hall.store.talk.settle(table) == 1
    assert await site.hall.store.talk.reports(10) == []
    await site.hall.store.records.forget(digest(bo)[:MARK])
    assert await site.hall.store.talk.reports(10, settled=True) == []
    assert await site.hall.store.chat(table) == []


async def test_nobody_floods_a_table(tmp_path: Path) -> None:
    async with running(tmp_path, chat=30.0) as site:
        await flooded(site)


async def flooded(site: Site) -> None:
    table, (anna, _) = await site.persons("Anna", "Bo")
    for token, name, most in ((anna, None, 6), (GUEST, "Gwen", 3)):
        async with site.seat(table, token, name=name) as client:
            answers = [(await said(client, f"{n}"))["type"] for n in range(most)]
            assert answers == ["line"] * most
            assert (await said(client, "more"))["error"] == "chat_fast"
    async with site.seat(table, anna) as again:  # another connection is no way around
        assert (await said(again, "more"))["error"] == "chat_fast"
