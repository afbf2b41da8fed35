"""The clock: whose time is up, and whose is not."""

import asyncio
import time
from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest

from capotreno.bots.registry import bots
from capotreno.engine.game import Game
from capotreno.engine.state import View
from capotreno.server.bots.pool import BotWorkers, Chosen
from capotreno.server.hall import clock
from capotreno.server.hall import hall as hall_module
from capotreno.server.hall.hall import Hall
from capotreno.server.settings import Settings
from capotreno.server.store.rows import SeatRow, TableRow
from capotreno.server.store.store import Store
from capotreno.server.table.table import Table
from tests.server.client import PATIENCE, running


class Sleepers:
    """Bots that never answer."""

    async def choose(self, game: Game, view: View, bot: str, seed: int) -> Chosen:
        await asyncio.Event().wait()
        raise AssertionError((game, view, bot, seed))

    async def close(self) -> None: ...


async def laid(store: Store, seconds: int, *kinds: str) -> tuple[Hall, Table]:
    """A table of persons and of bots that sleep, its decision overdue."""
    hall = Hall(store, cast("BotWorkers", Sleepers()), Settings(data=Path(), grace=0.0, pause=0.0))
    now = time.time()
    row = TableRow(
        *("clock", "new_york", 1, len(kinds), {}, 7, "live" if seconds else "free", seconds),
        *(False, "creator", "open", None, now, now),
    )
    seats = [
        SeatRow("clock", n, kind, str(n), bot="greedy" if kind == "bot" else "")
        for n, kind in enumerate(kinds)
    ]
    hall.clock.since = now - 10  # the server has been there all the time
    table = await hall.create(row, seats)
    await store.set_deadline("clock", now - 1)
    table.row = replace(table.row, deadline=now - 1)
    return hall, table


@pytest.mark.anyio
@pytest.mark.parametrize("seconds", [0, 60])
async def test_a_bot_that_is_late_costs_no_person_the_chair(sqlite_url: str, seconds: int) -> None:
    """Both are asked at the opening; the time that ran out is the bot's."""
    store = await Store.open(sqlite_url)
    hall, table = await laid(store, seconds, "person", "bot")
    try:
        await hall._overdue(table)
        assert [seat.stand_in for seat in table.seats] == ["", ""]
        again = await store.table("clock")
        assert again is not None
        assert again.deadline is not None
        assert again.deadline > time.time()
    finally:
        await hall.close()
        await store.close()


@pytest.mark.anyio
async def test_persons_who_are_late_get_a_stand_in(sqlite_url: str) -> None:
    store = await Store.open(sqlite_url)
    hall, table = await laid(store, 60, "person", "person")
    try:
        await hall._overdue(table)
        assert [seat.stand_in for seat in table.seats] == [bots()[-1]] * 2
    finally:
        await hall.close()
        await store.close()


@pytest.mark.anyio
@pytest.mark.parametrize("days", [2, -2])
async def test_a_jump_of_the_time_of_day_costs_nobody_the_chair(
    tmp_path: Path, database_url: str, monkeypatch: pytest.MonkeyPatch, days: int
) -> None:
    """A lone server moves its deadlines; among several, what fell into the jump begins anew."""
    monkeypatch.setattr(hall_module, "TICK", 0.02)
    database = database_url if database_url.startswith("postgresql") else ""
    jump = days * 86400
    async with running(tmp_path, database=database) as site:
        table, tokens = await site.persons("Anna", "Bo", pace="live", seconds=600)
        async with site.seat(table, tokens[0]) as anna:
            monkeypatch.setattr(clock, "wall", lambda: time.time() + jump)
            told = await anna.until(
                "seats",
                where=lambda m: (
                    abs(m["now"] - time.time() - jump) < 3600
                    and (m["deadline"] > m["now"] or m["seats"][0]["stand_in"])
                ),
            )
            assert [seat["stand_in"] for seat in told["seats"]] == ["", ""]
            if days > 0 or not database:  # another server's clock may be the right one
                assert 500 < told["deadline"] - told["now"] <= 600
            await site.time_is_up(table)  # and the clock goes on
            await anna.until("seats", where=lambda m: all(s["stand_in"] for s in m["seats"]))


@pytest.mark.anyio
async def test_who_could_not_play_because_the_server_was_away_has_the_time_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hall_module, "TICK", 0.02)
    async with running(tmp_path) as site:
        table, tokens = await site.persons("Anna", "Bo", pace="live", seconds=600)
        await site.hall.close()
        await site.hall.store.set_deadline(table, time.time() - 3600)
    async with running(tmp_path) as site:
        async with asyncio.timeout(PATIENCE):
            while (await site.get(f"/api/tables/{table}"))["deadline"] < site.hall.clock.now():  # noqa: ASYNC110
                await asyncio.sleep(0.01)  # no socket is open that could be told
        async with site.seat(table, tokens[0]) as anna:
            assert [seat["stand_in"] for seat in anna.table["seats"]] == ["", ""]
            assert 500 < anna.table["deadline"] - anna.told["now"] <= 600
