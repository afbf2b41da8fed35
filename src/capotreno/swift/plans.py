"""The plan for a seat's tickets, which holds while nothing of it is taken.

A way stays the best one while none of its own routes is closed and no other is opened: routes only
fewer leave it as it is, also among equals. So whoever plays a game on may keep each seat's plan and
look for a new one only when the old one does not hold. What is decided is the same without it.
"""

from typing import Final

from capotreno.engine.state import State
from capotreno.swift.ways import Ways

# What is kept for a seat: what the plan was made for, the ways that were looked at, what was found.
TICKETS, FREE, ABLE, LOOKED, WANTED, WITHIN, FIRST, PIECES = range(8)


class Plans:
    """Plans as they are kept, all seats' in one list of sets."""

    def __init__(self, ways: Ways) -> None:
        self.ways = ways
        self.fields: Final = PIECES + ways.pieces.kinds
        self.size: Final = self.fields * ways.players
        #: So many members a set in it may have: the routes, or the tickets, in whole words.
        self.widest: Final = 64 * (max(ways.none, len(ways.value)) // 64 + 1)

    def none(self) -> list[int]:
        """No plan of anybody, at the beginning."""
        return [0] * self.size

    def plan(self, state: State, seat: int, kept: list[int]) -> tuple[int, int, int]:
        """Routes for the tickets not done yet, and which of these can still be done.

        In a race also the routes of the one that is nearest.
        """
        ways = self.ways
        undone = ways.tickets.undone(state, seat)
        if not undone:
            return (0, 0, 0)
        able = ways.able(state, seat)
        at = seat * self.fields
        if not self._holds(state, seat, undone, able, kept):
            wanted, within, first, looked = ways.joint(state, seat, undone)
            tickets = 0
            for ticket in undone:
                tickets |= 1 << ticket
            kept[at + TICKETS] = tickets
            kept[at + FREE] = ways.tickets.network(state, seat)
            kept[at + ABLE] = able
            kept[at + LOOKED] = looked
            kept[at + WANTED] = wanted
            kept[at + WITHIN] = within
            kept[at + FIRST] = first
            left = ways.pieces.of(state, seat)
            for kind in range(ways.pieces.kinds):
                kept[at + PIECES + kind] = left[kind]
        return (kept[at + WANTED], kept[at + WITHIN], kept[at + FIRST])

    def _holds(
        self, state: State, seat: int, undone: list[int], able: int, kept: list[int]
    ) -> bool:
        """Whether the plan that is kept is the one that would be found."""
        ways = self.ways
        at = seat * self.fields
        if able & ~kept[at + ABLE] or kept[at + LOOKED] & ~able:
            return False
        if kept[at + FREE] != ways.tickets.network(state, seat):
            return False
        left = ways.pieces.of(state, seat)
        for kind in range(ways.pieces.kinds):
            if kept[at + PIECES + kind] != left[kind]:
                return False
        tickets = 0
        for ticket in undone:
            tickets |= 1 << ticket
        return kept[at + TICKETS] == tickets
