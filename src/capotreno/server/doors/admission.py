"""How much the server has to do, and whom it turns away before people at tables wait.

How late it is with everything tells what is so; how many tables are alive, what is to come: tables
that are laid and not played yet make nothing late.

Who sits at a table, comes back to it or takes a seat there is never turned away.
"""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable
from math import exp
from typing import NamedTuple

LOOK = 0.1  # seconds between two looks
SPAN = 5.0  # seconds over which lateness counts: a moment of it is no load
ALIVE = 120.0  # seconds a table counts after the last sign of life
BEYOND = 1.25  # of the tables: who is never turned away may make them more, and then it is too much


class Open(NamedTuple):
    """To whom the server is open."""

    tables: bool = True
    spectators: bool = True


def smoothed(before: float, late: float, seconds: float) -> float:
    """The lateness of the last while, after so many seconds with a new one."""
    return before + (late - before) * (1 - exp(-seconds / SPAN))


def opened(late: float, most: float, before: Open) -> Open:
    """New tables are turned away from `most` on, then, at twice that, new spectators.

    Each is let in again at half of that, so that the doors do not flap. No `most`: all are let in.
    """
    if not most:
        return Open()
    tables = late < (most if before.tables else most / 2)
    spectators = late < (2 * most if before.spectators else most)
    return Open(tables, spectators)


class Load:
    """The load of one server: how long what is due waits for the one thread, and its live tables.

    A table is alive for a while whenever people lay it, sit down at it or move there; an open page
    that nobody touches is no load.
    """

    def __init__(
        self, most_late: float, most_tables: int, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.most_late = most_late
        self.most_tables = most_tables
        self.late = 0.0
        self._in_time = Open()
        self._clock = clock
        self._signs: OrderedDict[str, float] = OrderedDict()  # of each live table the last one
        self._makers: dict[str, str] = {}  # of each live table the mark of who made it

    def note(self, late: float, seconds: float) -> None:
        """In so many seconds something was so late."""
        self.late = smoothed(self.late, late, seconds)
        self._in_time = opened(self.late, self.most_late, self._in_time)

    def sign(self, table: str, maker: str | None = None) -> None:
        """A sign of life of a table's people; `maker`: the mark of the address it was made from."""
        self._signs[table] = self._clock()
        self._signs.move_to_end(table)
        if maker is not None:
            self._makers[table] = maker

    @property
    def live(self) -> int:
        """How many tables are alive."""
        old = self._clock() - ALIVE
        while self._signs and next(iter(self._signs.values())) < old:
            table, _ = self._signs.popitem(last=False)
            self._makers.pop(table, None)
        return len(self._signs)

    def live_of(self, maker: str) -> int:
        """How many of the live tables were made from one address."""
        return self.live and sum(one == maker for one in self._makers.values())

    @property
    def open(self) -> Open:
        """To whom the server is open now; no `most_tables`: there may be any number."""
        most, live = self.most_tables or float("inf"), self.live
        return Open(
            self._in_time.tables and live < most,
            self._in_time.spectators and live < most * BEYOND,
        )

    async def watch(self) -> None:
        """Look again and again how late it is."""
        loop = asyncio.get_running_loop()
        while True:
            began = loop.time()
            await asyncio.sleep(LOOK)
            seconds = loop.time() - began
            self.note(max(0.0, seconds - LOOK), seconds)
