"""How much a bot thinks, counted in a way that is the same on any machine."""

import sys
from collections.abc import Callable
from functools import partial
from statistics import median
from types import FrameType
from typing import TypeVar

from capotreno import Game
from capotreno.bots.registry import make

T = TypeVar("T")


def effort(think: Callable[[], T]) -> tuple[T, int]:
    """What somebody thinks of, and how many functions were called for it."""
    calls = 0

    def count(frame: FrameType, event: str, argument: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        return think(), calls
    finally:
        sys.setprofile(before)


def usual(game: Game) -> float:
    """The calls of a planner's decision, at the median of a game: each is about a microsecond."""
    state, bot = game.start(1), make("planner", game, 1)
    spent: list[int] = []
    while (seat := game.actor(state)) is not None and len(spent) < 150:
        view = game.view(state, seat)
        code, calls = effort(partial(bot.choose, view))
        if len(game.legal(view)) > 1:
            spent.append(calls)
        game.apply(state, code)
    return median(spent)
