"""Whose tickets may be which: an imagined world may be given tickets that fit what is built.

`resample` knows no preference: to it every ticket that a seat cannot place may be anybody's. What
somebody builds says more. Here an imagined world exchanges tickets as a guess tells, and looks the
same to the seat that imagines it.
"""

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from typing import Final, NamedTuple

from capotreno.engine.state import HIDDEN, State, View
from capotreno.rules.tickets.stock import TicketStock
from capotreno.rules.tickets.whereabouts import DECK, HELD

FINE: Final = 2**30  # steps of chance between 0 and 1
SWEEPS: Final = 2  # times that every unknown ticket is drawn anew, each beside the others
TRIES: Final = 50  # draws of a ticket before the one that is held stays


class Likely(NamedTuple):
    """What a guess goes by: by ticket, and by spaces that are built and missing."""

    alone: Sequence[float]
    built: Sequence[float]
    missing: Sequence[float]


class Guess:
    """How likely the tickets are one seat's, beside others that it holds.

    `ways`: the routes of each ticket's way. `alone`: how likely each ticket is by itself; as many
    times `built` by the spaces of its way that are the seat's `own`, and times `missing` by the
    others, but for those on the way of another ticket.
    """

    def __init__(
        self,
        stock: TicketStock,
        view: View,
        ways: Sequence[int],
        lengths: Sequence[int],
        own: int,
        likely: Likely,
    ) -> None:
        self.stock = stock
        self.ways = ways
        self.lengths = lengths
        self.own = own
        self.alone, self.built, self.missing = likely
        hidden = unknown_to(stock, view)
        self.unknown = [
            [ticket for ticket in hidden if stock.deck_of[ticket] == deck]
            for deck in range(stock.decks)
        ]
        #: Every unknown ticket with its way, and its weights by the routes of it that are shared:
        #: they are asked for again and again.
        self._known = [
            [(ticket, ways[ticket], dict[int, float]()) for ticket in unknown]
            for unknown in self.unknown
        ]
        self._ladders: dict[tuple[int, int], list[float]] = {}

    def weight(self, ticket: int, shared: int) -> float:
        """The weight of a ticket beside others on whose ways some routes are."""
        left = self.ways[ticket] & ~shared
        built = missing = 0
        while left:
            low = left & -left
            left ^= low
            length = self.lengths[low.bit_length() - 1]
            if self.own & low:
                built += length
            else:
                missing += length
        return self.alone[ticket] * self.built[built] * self.missing[missing]

    def ladder(self, deck: int, shared: int) -> list[float]:
        """The weights of a deck's unknown tickets, added up one after the other."""
        key = (deck, shared)
        found = self._ladders.get(key)
        if found is None:
            weights = [
                known.get(way & shared) or self._weighed(ticket, way & shared, known)
                for ticket, way, known in self._known[deck]
            ]
            found = self._ladders[key] = list(accumulate(weights))
        return found

    def _weighed(self, ticket: int, shared: int, known: dict[int, float]) -> float:
        found = known[shared] = self.weight(ticket, shared)
        return found

    def exchange(self, world: State, seat: int) -> None:
        """Give the seat others in place of the tickets that the one who imagines cannot know."""
        cells, where = world.cells, self.stock.where
        place = HELD + seat
        held = [
            (deck, ticket)
            for deck, unknown in enumerate(self.unknown)
            for ticket in unknown
            if cells[where + ticket] == place
        ]
        for _ in range(SWEEPS):
            for at, (deck, ticket) in enumerate(held):
                shared = 0
                for _, other in held:
                    if other != ticket:
                        shared |= self.ways[other]
                chosen = self._drawn(world, deck, shared, ticket)
                cells[where + ticket] = DECK
                cells[where + chosen] = place
                held[at] = (deck, chosen)

    def _drawn(self, world: State, deck: int, shared: int, held: int) -> int:
        """One of the tickets in a deck, or the one that is held, by weight."""
        cells, where, unknown = world.cells, self.stock.where, self.unknown[deck]
        ladder = self.ladder(deck, shared)
        for _ in range(TRIES):
            at = bisect_right(ladder, world.below(FINE) / FINE * ladder[-1])
            ticket = unknown[min(at, len(unknown) - 1)]
            if ticket == held or cells[where + ticket] == DECK:
                return ticket
        return held


def unknown_to(stock: TicketStock, view: View) -> list[int]:
    """The tickets of which a view does not tell where they are."""
    cells = view.cells
    return [ticket for ticket in range(stock.count) if cells[stock.where + ticket] == HIDDEN]
