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
from capotreno.server.hall import Hall
from capotreno.server.settings import Settings
from capotreno.server.store.rows import SeatRow, TableRow
from capotreno.server.store.store import Store
from capotreno.server.table import Table
from capotreno.server.workers import BotWorkers, Chosen


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
