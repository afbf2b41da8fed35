"""The server's clock. Deadlines are times of day, because a table outlives its server.

But a time of day may be put forward or back, and a machine may sleep. So the time is counted from
the last look at the time of day, and a jump of it is noticed before anybody's time is up.
"""

import time

JUMP = 2.0  # seconds; less than this is a clock being set right

wall = time.time


class Clock:
    """The time, and since when it has run without a gap."""

    def __init__(self) -> None:
        self._apart = wall() - time.monotonic()
        self.since = self.now()

    def now(self) -> float:
        """The time as it has passed since the last jump."""
        return time.monotonic() + self._apart

    def jump(self) -> float:
        """The seconds by which the time of day has moved otherwise than time passes, or 0."""
        jump = wall() - self.now()
        return jump if abs(jump) > JUMP else 0.0

    def accept(self, jump: float) -> None:
        """Go by the time of day again, from here on."""
        self._apart += jump
        self.since = self.now()
