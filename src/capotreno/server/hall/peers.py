"""Several servers: what they tell each other of their tables, and which of them still live.

A word between servers holds nothing secret: a table's id and that it has changed, seats that are
present, a wish to undo. What the store has is read from there.
"""

import time
from collections.abc import Callable

from capotreno.server.table.audience import NONE, Presence
from capotreno.server.table.table import Table

ALIVE = 5.0  # seconds between two signs of life
GONE = 16.0  # seconds of silence after which a server counts as dead

Word = dict[str, object]


class Peers:
    """The other servers. `publish` says a word to all of them."""

    def __init__(self, publish: Callable[[Word], None]) -> None:
        self._publish = publish
        self._heard: dict[str, float] = {}
        self._said = float("-inf")
        self._told: dict[str, Presence] = {}  # what was last said of each table's audience here

    def heard(self, name: str) -> None:
        """A server has said something: it lives."""
        self._heard[name] = time.monotonic()

    def live(self) -> None:
        """Give a sign of life now and then."""
        now = time.monotonic()
        if now - self._said >= ALIVE:
            self._said = now
            self._publish({"alive": True})

    def gone(self) -> list[str]:
        """The servers that have fallen silent, each named once."""
        old = time.monotonic() - GONE
        silent = [name for name, at in self._heard.items() if at < old]
        for name in silent:
            del self._heard[name]
        return silent

    def ask_who(self, table: Table) -> None:
        """Ask who of a table is where."""
        self._publish({"table": table.row.id, "who": True})

    def tell_here(self, table: Table, again: bool = False) -> None:
        """Tell who of a table is here, if that is news."""
        here, id = table.audience.here, table.row.id
        if again or self._told.get(id, NONE) != here:
            self._told[id] = here
            word: Word = {"table": id, "here": sorted(here.seats), "spectators": here.spectators}
            self._publish(word)
        if here == NONE:
            self._told.pop(id, None)


def presence_in(word: Word) -> Presence | None:
    """What a word says about an audience elsewhere; None if it says nothing."""
    match word:
        case {"here": list(seats), "spectators": int(spectators)}:
            return Presence(frozenset(seat for seat in seats if isinstance(seat, int)), spectators)
    return None
