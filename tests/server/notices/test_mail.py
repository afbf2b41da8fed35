"""Mail: to an address that was confirmed, in plain text, with a way to stop; holidays with it."""

import asyncio
import email
import re
import time
from collections.abc import AsyncIterator
from email.message import Message
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from capotreno.engine.errors import CapotrenoError
from capotreno.server.doors.limits import Buckets
from capotreno.server.notices import notices
from capotreno.server.notices.mail import addressable
from capotreno.server.settings import from_environment
from tests.server.client import Json, Site, finish, running
from tests.server.notices.conftest import sent

pytestmark = pytest.mark.anyio

DAY = 24 * 60 * 60


class Sink:
    """A server for mail that takes everything, unless it is told not to."""

    def __init__(self) -> None:
        self.mails: list[Message] = []
        self.refuses = False
        self.port = 0

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"220 here\r\n")
        while line := await reader.readline():
            word = line[:4].upper()
            if self.refuses:
                writer.write(b"451 not now\r\n")
            elif word == b"DATA":
                writer.write(b"354 go on\r\n")
                text = await reader.readuntil(b"\r\n.\r\n")
                self.mails.append(email.message_from_bytes(text.removesuffix(b".\r\n")))
                writer.write(b"250 taken\r\n")
            else:
                writer.write(b"221 bye\r\n" if word == b"QUIT" else b"250 yes\r\n")
        writer.close()


@pytest.fixture
async def sink(anyio_backend: str) -> AsyncIterator[Sink]:
    made = Sink()
    server = await asyncio.start_server(made.serve, "127.0.0.1", 0)
    made.port = server.sockets[0].getsockname()[1]
    yield made
    server.close()


@pytest.fixture
async def site(sink: Sink, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Site]:
    monkeypatch.setattr(notices, "TICK", 3600.0)
    wanted: Json = {"smtp": f"smtp://127.0.0.1:{sink.port}", "site": "https://play.example.org"}
    club = "Club <club@example.org>"
    async with running(tmp_path, notice_seconds=0.0, mail_from=club, **wanted) as site:
        yield site


def said(mail: Message) -> str:
    body = mail.get_payload(decode=True)
    assert isinstance(body, bytes)
    return body.decode()


def deed(mail: Message, what: str) -> str:
    """The call that the page behind a link makes."""
    found = re.search(rf"https://play\.example\.org/mail/{what}#(\w+)\.(\w+)", said(mail))
    assert found is not None, said(mail)
    return f"/api/mail/{what}?person={found[1]}&signature={found[2]}"


async def somebody(site: Site, sink: Sink, **wishes: object) -> str:
    """A person who has confirmed an address; their id."""
    kinds = ["turn", "end", "reminder"]
    me = await site.post("/api/me", {"name": "Anna", "wishes": {"mail": kinds, **wishes}})
    asked = await site.post("/api/me/mail", {"address": "anna@example.org"})
    assert asked == {"there": True, "address": "anna@example.org", "confirmed": False}
    await site.post(deed(sink.mails[-1], "confirm"), {})
    assert (await site.get("/api/me/mail"))["confirmed"]
    return str(me["id"])


async def test_an_address_is_confirmed_before_anything_is_sent_there(
    site: Site, sink: Sink
) -> None:
    await site.post("/api/me", {"name": "Anna", "wishes": {"mail": ["turn"], "language": "it"}})
    await site.post("/api/me/mail", {"address": " anna@example.org "})
    (asked,) = sink.mails
    assert (asked["To"], asked["From"]) == ("anna@example.org", "Club <club@example.org>")
    assert "conferma" in said(asked)
    made = await site.create("Anna", "open")
    await site.join(made["table"], "Bo")
    await sent(site)
    assert len(sink.mails) == 1  # not yet
    path = deed(asked, "confirm")
    for wrong in (path[:-1] + ("0" if path[-1] != "0" else "1"), path.replace("confirm", "stop")):
        await site.refusal(wrong, {}, 404, "bad_link")
    await site.post(path, {})
    await site.post("/api/me/mail", {"address": "other@example.org"})
    assert not (await site.get("/api/me/mail"))["confirmed"]  # another is asked anew
    await site.refusal(path, {}, 404, "bad_link")


async def test_a_notice_comes_by_mail_and_can_be_stopped(site: Site, sink: Sink) -> None:
    await somebody(site, sink)
    made = await site.create("Anna", "bot:random")
    await sent(site)
    mail = sink.mails[-1]
    assert mail["Subject"] == "New York: It is your turn."
    assert f"https://play.example.org/table/{made['table']}" in said(mail)
    assert mail.get_content_type() == "text/plain"
    once = urlsplit(mail["List-Unsubscribe"].strip("<>"))
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    # A mail program sends a form, and no origin.
    form = {"content-type": "application/x-www-form-urlencoded"}
    path = f"{once.path}?{once.query}"
    answer = await site.http.post(path, content="List-Unsubscribe=One-Click", headers=form)
    assert answer.is_success, answer.text
    assert deed(mail, "stop").partition("?")[2] == once.query
    assert (await site.get("/api/me/mail"))["address"] is None
    many = len(sink.mails)
    await finish(site, made["table"])
    site.hall.notices.moved(await site.hall.table(made["table"]))
    await sent(site)
    assert len(sink.mails) == many


async def test_who_floods_or_has_no_address_is_refused(site: Site, sink: Sink) -> None:
    await site.refusal("/api/me/mail", {"address": "a@example.org"}, 401, "no_person")
    await site.post("/api/me", {"name": "Anna"})
    for wrong in ("nobody", "a@b", "a@example.org\r\nBcc: all@example.org", "a b@example.org"):
        await site.refusal("/api/me/mail", {"address": wrong}, 400, "mailbox")
    site.context.mailers = Buckets(0.0, 2)
    for _ in range(2):
        await site.post("/api/me/mail", {"address": "a@example.org"})
    await site.refusal("/api/me/mail", {"address": "b@example.org"}, 429, "mail_fast")
    assert {mail["To"] for mail in sink.mails} == {"a@example.org"}


async def test_a_server_for_mail_that_is_away_is_tried_again(site: Site, sink: Sink) -> None:
    await somebody(site, sink)
    many, sink.refuses = len(sink.mails), True
    await site.create("Anna", "bot:random")
    await sent(site)
    letters = site.hall.store.letters
    (letter,) = await letters.due(time.time() + DAY, 9)
    assert (letter.to.split()[0], letter.tries, len(sink.mails)) == ("mail", 1, many)
    sink.refuses = False
    await letters.put_off(letter, 0.0)
    await sent(site)
    assert (len(sink.mails), await letters.waiting()) == (many + 1, 0)
    sink.refuses = True
    await site.refusal("/api/me/mail", {"address": "b@example.org"}, 503, "mail_away")


async def test_without_a_server_for_mail_there_is_none(tmp_path: Path) -> None:
    async with running(tmp_path) as site:
        await site.post("/api/me", {"name": "Anna"})
        assert not (await site.get("/api/me/mail"))["there"]
        await site.refusal("/api/me/mail", {"address": "a@example.org"}, 404, "no_mail")
    smtp = {"CAPOTRENO_SMTP": "smtp://localhost"}
    whole = smtp | {"CAPOTRENO_MAIL_FROM": "a@b.c", "CAPOTRENO_SITE": "https://play.example/"}
    assert from_environment(whole).site == "https://play.example"
    for broken in (smtp, whole | {"CAPOTRENO_SMTP": "localhost"}, {"CAPOTRENO_SITE": "play"}):
        with pytest.raises(CapotrenoError, match="CAPOTRENO_S"):
            from_environment(broken)


def test_what_looks_like_an_address() -> None:
    assert addressable("Anna.B+x@mail.example.org")
    for wrong in ("", "@example.org", "a@", "a@-", "a@b", "a@b.c d", "a@b..c", "à@b.it", "x" * 300):
        assert not addressable(wrong), wrong


# -- holidays -----------------------------------------------------------------------------------


async def answered(site: Site, made: Json) -> None:
    """The bot of a table has chosen its tickets: only its person is asked."""
    async with site.seat(made["table"], made["token"]) as own:
        while [one["seat"] for one in own.asked] != [0]:
            await own.hear()


async def test_on_holiday_nobodys_time_runs_out(site: Site, sink: Sink) -> None:
    await somebody(site, sink)
    made = await site.create("Anna", "bot:random", pace="correspondence", seconds=3600)
    id = made["table"]
    await answered(site, made)
    assert await site.get("/api/me/holiday") == {"until": None, "left": 30}
    taken = await site.post("/api/me/holiday", {"days": 7})
    back = time.time() + 7 * DAY
    assert abs(taken["until"] - back) < 60
    assert taken["left"] == 23
    assert abs((await site.get(f"/api/tables/{id}"))["deadline"] - back - 3600) < 60
    # A turn that comes meanwhile, too; and at the latest when the time would be up.
    for _ in range(2):
        await site.time_is_up(id)
        table = await site.hall.table(id)
        await site.hall._due(id)
        assert table.seats[0].stand_in == ""
        assert table.row.deadline is not None
        assert abs(table.row.deadline - back - 3600) < 60
    live = await site.create("Anna", "bot:random", pace="live", seconds=30)
    await answered(site, live)
    await site.time_is_up(live["table"])
    await site.hall._due(live["table"])
    assert (await site.hall.table(live["table"])).seats[0].stand_in  # there nobody waits for days
    back_again = await site.post("/api/me/holiday", {"days": 0})
    assert back_again == {"until": None, "left": 30}  # it had hardly begun
    await site.time_is_up(id)
    await site.hall._due(id)
    assert (await site.hall.table(id)).seats[0].stand_in


async def test_a_year_has_so_many_days_of_holiday(site: Site) -> None:
    me = await site.post("/api/me", {"name": "Anna"})
    for days in (31, 366):
        sentence = await site.refusal("/api/me/holiday", {"days": days}, 409, "holiday")
        assert "30 days" in sentence
    await site.post("/api/me/holiday", {"days": 30})
    assert (await site.post("/api/me/holiday", {"days": 20}))["left"] == 10  # shortened
    holidays = site.hall.store.people.holidays
    assert await holidays.until(me["id"], time.time() + 21 * DAY) is None
