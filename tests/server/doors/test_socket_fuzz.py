"""Whatever is sent to a socket: the server answers or hangs up, and the table goes on."""

import asyncio
import json
import logging
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed

from capotreno.server.table.stored import effective, replayed
from tests.server.client import Client, Site, finish, round_of, running

VALID: list[dict[str, Any]] = [
    {"type": "hello", "token": "x" * 20, "seat": 0, "language": "it"},
    {"type": "gesture", "key": "k", "seq": 3, "actions": ["draw", 7, {"do": "draw"}]},
    {"type": "why", "action": {"do": "take", "card": "red"}},
    {"type": "say", "text": "ciao"},
    {"type": "undo"},
    {"type": "agree", "agree": True},
    {"type": "back"},
    {"type": "resync"},
    {"type": "ping"},
]

leaves = (
    st.none()
    | st.booleans()
    | st.integers(-(2**70), 2**70)
    | st.floats()
    | st.text(max_size=20)
    | st.sampled_from(["draw", "tickets", "claim", "🚂" * 50, "\x00", "\u202e"])
)
values = st.recursive(
    leaves,
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4)
    ),
    max_leaves=8,
)


@st.composite
def mutated(draw: st.DrawFn) -> str:
    """A valid message with a field changed, added or left out, or its text damaged."""
    message = dict(draw(st.sampled_from(VALID)))
    for _ in range(draw(st.integers(0, 3))):
        field = draw(st.sampled_from([*message, "seq", "key", "actions", "text", "x"]))
        if draw(st.booleans()):
            message[field] = draw(values)
        else:
            message.pop(field, None)
    text = json.dumps(message, ensure_ascii=draw(st.booleans()))
    if draw(st.integers(0, 4)) == 0:
        at = draw(st.integers(0, len(text)))
        text = text[:at] + draw(st.text(max_size=5)) + text[at + draw(st.integers(0, 3)) :]
    return text


def sendable(text: str) -> bool:
    try:
        return text.encode() is not None
    except UnicodeEncodeError:
        return False


frames = (
    mutated().filter(sendable)
    | values.map(json.dumps)
    | st.text(max_size=200).filter(sendable)
    | st.binary(max_size=200)
)


class Arena:
    """A server with one table that every example speaks to."""

    def __init__(self, site: Site, table: str, tokens: list[str]) -> None:
        self.site = site
        self.table = table
        self.tokens = tokens

    async def storm(self, said: list[str | bytes], seat: int | None, greets: bool) -> None:
        """Say all that on a fresh socket; then it answers a ping or has hung up with a reason."""
        async with self.site.raw(self.table) as opened:
            client = Client(opened)
            try:
                if greets:
                    hello = {"token": self.tokens[seat]} if seat is not None else {}
                    await client.send({"type": "hello"} | hello)
                for frame in said:
                    await opened.send(frame)
                await client.ask({"type": "ping"}, "pong")
            except ConnectionClosed as closed:
                code = closed.rcvd and closed.rcvd.code
            else:
                return
        assert code in (4400, 4401)

    async def sound(self) -> None:
        """Memory and store agree."""
        table = await self.site.hall.table(self.table)
        moves = await self.site.hall.store.moves(self.table)
        assert table.state is not None
        state = replayed(table.game, table.row.seed, effective(moves))
        assert table.game.digest(state) == table.game.digest(table.state)
        assert table.seq == moves[-1].seq


async def opened(folder: Path) -> tuple[Site, Callable[[], Coroutine[None, None, None]]]:
    """A server that runs until it is closed, by the same task that opened it."""
    ready: asyncio.Future[Site] = asyncio.get_running_loop().create_future()
    enough = asyncio.Event()

    async def life() -> None:
        async with running(folder) as site:
            ready.set_result(site)
            await enough.wait()

    task = asyncio.create_task(life())

    async def close() -> None:
        enough.set()
        await task

    while not ready.done():
        assert not task.done(), "the server did not open"
        await asyncio.sleep(0.005)
    return ready.result(), close


def fuzz(folder: Path, examples: int, by_hand: bool, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING)
    with asyncio.Runner() as runner:
        site, close = runner.run(opened(folder))
        try:
            table, tokens = runner.run(site.persons("Anna", "Bo"))
            arena = Arena(site, table, tokens)

            @settings(
                max_examples=examples,
                suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
            )
            @given(
                said=st.lists(frames, min_size=1, max_size=6),
                seat=st.sampled_from([0, 1, None]),
                greets=st.sampled_from([True, True, True, False]),
            )
            def storm(said: list[str | bytes], seat: int | None, greets: bool) -> None:
                runner.run(arena.storm(said, seat, greets))

            storm()
            runner.run(arena.sound())
            runner.run(to_the_end(site, table, tokens) if by_hand else finish(site, table))
            runner.run(arena.sound())
        finally:
            runner.run(close())
    faults = [r for r in caplog.records if r.exc_info and r.name.startswith("capotreno")]
    assert not faults, [r.getMessage() for r in faults]


async def to_the_end(site: Site, table: str, tokens: list[str]) -> None:
    """Afterwards ordinary clients finish the game."""
    async with site.seat(table, tokens[0]) as anna, site.seat(table, tokens[1]) as bo:
        while await round_of([anna, bo], lambda choices: choices[-1]):
            pass
        assert anna.result is not None
        assert anna.result == bo.result


def test_garbage_breaks_neither_server_nor_table(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    fuzz(tmp_path, 25, False, caplog)


@pytest.mark.slow
def test_much_garbage_breaks_neither_server_nor_table(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    fuzz(tmp_path, 120, True, caplog)
