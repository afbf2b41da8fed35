"""Tours: tickets of several stops, worth more if they are travelled in the printed order (R-35)."""

from typing import ClassVar, Final

from capotreno.board.legs import Legs
from capotreno.board.memory import Memory
from capotreno.engine.layout import Layout
from capotreno.engine.part import Item, Part, ScoreLine
from capotreno.engine.state import State
from capotreno.rules.tickets.tickets import Tickets

REMEMBERED: Final = 512  # networks and tickets whose answer is kept


class Tours(Part):
    """What a tour is worth in order beyond the value that any tour done has as a ticket.

    In order: a trail over the seat's own routes, none used twice, meets stop after stop. Read
    backwards such a trail meets them in reverse, so the direction does not matter.
    """

    labels: ClassVar[tuple[str, ...]] = ("tours_in_order",)

    def bind(self, layout: Layout) -> None:
        self.players = layout.players
        self.tickets = layout.partner(Tickets)
        self.graph = self.tickets.graph
        groups = self.tickets.groups
        stops = [[sum([1 << node for node in group]) for group in own] for own in groups]
        self.legs = Legs(self.graph.ends, stops)
        tickets = layout.board.tickets
        self.bonus = [Item(t.id, t.points_in_order - t.points) for t in tickets]
        self._known: Memory[tuple[int, int], bool] = Memory()
        self.tour = [t.tour and t.points_in_order != t.points for t in tickets]

    def score(self, state: State) -> list[list[ScoreLine]]:
        sheets = []
        for seat in range(self.players):
            items = [self.bonus[ticket] for ticket in self.in_order(state, seat)]
            total = sum([item.points for item in items])
            sheets.append([ScoreLine("tours_in_order", total, tuple(items))])
        return sheets

    def in_order(self, state: State, seat: int) -> list[int]:
        """The tours a seat has done in the printed order."""
        routes = self.tickets.claims.routes(state, seat)
        done = [ticket for ticket in self.tickets.done(state, seat) if self.tour[ticket]]
        return [ticket for ticket in done if self.travelled(routes, ticket)]

    def travelled(self, routes: int, ticket: int) -> bool:
        """Whether a trail over these routes meets the stops of a ticket in order."""
        known = self._known.get((routes, ticket))
        if known is None:
            if len(self._known) > REMEMBERED:
                self._known.clear()
            known = self._known[routes, ticket] = self.legs.in_order(routes, ticket)
        return known
