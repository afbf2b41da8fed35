"""Which day it is, and what is played on it."""

import secrets
from datetime import UTC, date, datetime, time, timedelta
from typing import Final

from capotreno.games.registry import REGISTRY, games
from capotreno.server.store.days import DayRow
from capotreno.server.store.store import Store

PLAYERS: Final = 2  # the person and a bot
LONGEST: Final = 45  # minutes that a day's game takes
SHORT: Final = 20  # and that of a puzzle: its whole game is reviewed


def today() -> date:
    """The day at this moment: one for everybody, wherever they are."""
    return datetime.now(UTC).date()


def end_of(day: date) -> float:
    """The moment when a day is over."""
    return datetime.combine(day + timedelta(days=1), time(), UTC).timestamp()


def game_of(day: date, longest: int = LONGEST) -> str:
    """The game of a day: all that are short enough, in turn."""
    short = [name for name in games() if 0 < (REGISTRY[name]().board.minutes or 0) <= longest]
    return short[day.toordinal() % len(short)]


async def deal_of(store: Store, day: date) -> DayRow:
    """The deal of a day. Whoever asks first makes it; its seed is nobody's guess."""
    known = await store.days.deal(day.isoformat())
    if known is not None:
        return known
    name = game_of(day)
    made = DayRow(day.isoformat(), name, REGISTRY[name]().version, PLAYERS, secrets.randbits(64))
    return await store.days.make(made)
