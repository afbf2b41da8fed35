"""What one connection or one address can make the server do is bounded, whatever it sends."""

import asyncio
from pathlib import Path
from typing import get_args

import pytest

from capotreno.engine.actions import ALIKE, LONGEST
from capotreno.engine.errors import NotAnAction
from capotreno.games.registry import games, load
from capotreno.server.doors import socket as door
from capotreno.server.doors import wire
from capotreno.server.doors.limits import Bucket, Buckets
from capotreno.server.doors.socket import PRICES
from capotreno.server.table import audience
from tests.server.client import Client, running

pytestmark = pytest.mark.anyio


def test_every_kind_of_message_has_its_price() -> None:
    assert set(PRICES) == set(get_args(wire.FromClient))
    assert all(price >= 1 for price in PRICES.values())


@pytest.mark.parametrize(
    "message",
    [{"type": "resync"}, {"type": "hint"}, {"type": "why", "action": "draw"}, {"type": "near"}],
)
async def test_what_costs_more_counts_more(
    tmp_path: Path, message: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(tmp_path) as site:
        made = await site.create("Anna", "open")  # not begun: nothing is thought of
        monkeypatch.setattr(door, "Bucket", lambda *_: Bucket(0.0, 10.0))
        async with site.seat(made["table"], made["token"]) as anna:
            for _ in range(11):
                await anna.send(message)
            code, said = await anna.end()
    answers = [one for one in said if one["type"] in ("snapshot", "error")]
    price = next(
        price for kind, price in PRICES.items() if kind.__name__.lower() == message["type"]
    )
    assert (code, answers[-1]["error"]) == (4429, "too_fast")
    assert len(answers) - 1 == 10 // price < 10


@pytest.mark.parametrize("name", games())
def test_a_mistyped_action_is_compared_with_few(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    actions = load(name, 2).actions
    looked: list[int] = []

    def close(text: str, words: list[str], **_: object) -> list[str]:
        looked.append(len(words))
        return []

    monkeypatch.setattr("capotreno.engine.actions.get_close_matches", close)
    for action in actions.all[:: max(1, len(actions.all) // 20)]:
        for text in (action.text[::-1] + "?", action.text + "x", "x" + action.text):
            with pytest.raises(NotAnAction):
                actions.code(text)
    assert max(looked) <= 4 * ALIKE
    del looked[:]
    with pytest.raises(NotAnAction) as told:
        actions.code("draw " * 3000)
    assert not looked
    assert len(str(told.value)) < LONGEST + 100


def test_a_mistyped_action_is_still_recognised() -> None:
    game = load("new_york", 2)
    for text, meant in (
        ("clam soho-wall_street", "claim soho-wall_street"),
        ("claim zoho-wall_street", "claim soho-wall_street"),
        ("claim soho-wall_stret", "claim soho-wall_street"),
        ("drwa", "draw"),
    ):
        with pytest.raises(NotAnAction, match=f"did you mean '{meant}'"):
            game.code(text)


async def test_who_comes_and_goes_is_told_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(audience, "SPECTATORS_PAUSE", 3600.0)
    async with running(tmp_path) as site:
        made = await site.create("Anna", "Bo")
        table = await site.hall.table(made["table"])
        async with site.seat(made["table"], made["token"], seat=0) as anna:
            await anna.until("seats")
            for _ in range(20):
                async with site.seat(made["table"]):
                    pass
            async with asyncio.timeout(20):
                while table.audience.here.spectators:  # noqa: ASYNC110 - nothing is told
                    await asyncio.sleep(0.01)
            await anna.ask({"type": "ping"}, "pong")
            told = [frame for frame in anna.frames if '"type":"seats"' in frame]
            assert len(told) == 1  # her own coming
            # Who sits down is told soon, whoever comes and goes besides.
            async with site.seat(made["table"], made["token"], seat=1):
                seats = await anna.until("seats", where=lambda m: m["seats"][1]["present"])
                assert seats["spectators"] == 0


async def test_an_address_may_not_come_back_again_and_again(tmp_path: Path) -> None:
    async with running(tmp_path) as site:
        table = str((await site.create("Anna", "Bo"))["table"])
        site.context.knocks = Buckets(0.0, 2)
        for _ in range(2):
            async with site.seat(table):
                pass
        async with site.raw(table) as third:
            code, said = await Client(third).end()
        assert (code, said[-1]["error"]) == (4429, "too_fast")
