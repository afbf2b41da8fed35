"""What another server says: taken as meant, and ignored where another version means something."""

import json
import logging
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from capotreno.server.channels import messages
from capotreno.server.table.audience import Presence
from tests.server.client import Site, running

pytestmark = pytest.mark.anyio


@pytest.fixture
async def site(tmp_path: Path) -> AsyncIterator[Site]:
    async with running(tmp_path) as site:
        yield site


@pytest.mark.parametrize(
    "message",
    [
        messages.Alive(),
        messages.MessagesLost(),
        messages.Changed("t"),
        messages.Moved("t", 3),
        messages.Who("t"),
        messages.Here("t", [0, 2], 1),
        messages.Wished("t", 3, 0, 2, [1]),
        messages.Answered("t", 3, 1, True, 2),
        messages.Said("t", 3, 9),
    ],
)
def test_a_letter_comes_as_it_went(message: messages.Message) -> None:
    assert messages.read(messages.write("there", message)) == messages.Letter("there", message)


def test_a_later_version_may_say_more() -> None:
    letter = {"from": "b", "message": {"type": "moved", "table": "t", "seq": 3, "more": 1}, "x": 2}
    data = json.dumps(letter).encode()
    assert messages.read(data) == messages.Letter("b", messages.Moved("t", 3))


async def test_what_is_not_understood_is_ignored_with_one_line(
    site: Site, caplog: pytest.LogCaptureFixture
) -> None:
    made = await site.create("Anna", "Bo")
    id = str(made["table"])
    table = site.hall.tables[id]
    before = table.seq
    strange = [
        b"",
        b"\xff\xfe",
        b"[1, 2]",
        b"null",
        json.dumps({"table": id, "seq": 99, "from": "older"}).encode(),
        json.dumps({"from": "newer", "message": {"type": "sung", "table": id}}).encode(),
        json.dumps({"from": "newer", "message": {"type": "here", "table": id}}).encode(),
        json.dumps(
            {"from": "b", "message": {"type": "here", "table": id, "seats": "0", "spectators": 0}}
        ).encode(),
    ]
    with caplog.at_level(logging.WARNING, logger="capotreno"):
        for data in strange:
            await site.hall.peers.heard(data)
            told = len(caplog.records)
            await site.hall.peers.heard(data)  # the same again says nothing new
            assert len(caplog.records) == told
    lines = [record.getMessage() for record in caplog.records]
    assert len(lines) == len(set(lines)) > 4
    assert all(line.startswith("a message of another server is ignored: ") for line in lines)
    assert not any(record.exc_info for record in caplog.records)
    assert (table.seq, table.audience.elsewhere) == (before, {})


async def test_who_is_present_elsewhere_is_heard_until_that_server_is_silent(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = await site.create("Anna", "Bo")
    id = str(made["table"])
    table = site.hall.tables[id]
    peers = site.hall.peers
    await peers.heard(messages.write(peers.name, messages.Here(id, [0], 0)))
    assert table.audience.elsewhere == {}  # our own voice
    await peers.heard(messages.write("there", messages.Here("nowhere", [0], 0)))
    await peers.heard(messages.write("there", messages.Here(id, [1], 2)))
    assert table.audience.elsewhere == {"there": Presence(frozenset({1}), 2)}
    peers.bury()
    assert table.audience.present() == {1}
    monkeypatch.setattr("capotreno.server.hall.peers.GONE", -1.0)
    peers.bury()
    assert table.audience.present() == set()
