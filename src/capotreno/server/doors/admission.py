"""How late the server is with everything, and whom it turns away before people at tables wait.

Who sits at a table, comes back to it or takes a seat there is never turned away.
"""

import asyncio
from math import exp
from typing import NamedTuple

LOOK = 0.1  # seconds between two looks
SPAN = 5.0  # seconds over which lateness counts: a moment of it is no load


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
    """The lateness of one server: how long what is due waits for the one thread."""

    def __init__(self, most: float) -> None:
        self.most = most
        self.late = 0.0
        self.open = Open()

    def note(self, late: float, seconds: float) -> None:
        """In so many seconds something was so late."""
        self.late = smoothed(self.late, late, seconds)
        self.open = opened(self.late, self.most, self.open)

    async def watch(self) -> None:
        """Look again and again how late it is."""
        loop = asyncio.get_running_loop()
        while True:
            began = loop.time()
            await asyncio.sleep(LOOK)
            seconds = loop.time() - began
            self.note(max(0.0, seconds - LOOK), seconds)
