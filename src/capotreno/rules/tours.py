"""Tours: tickets of several stops, worth more if they are travelled in the printed order (R-35)."""

from typing import ClassVar

from capotreno.engine.layout import Layout
from capotreno.engine.menu import bits
from capotreno.engine.part import Item, Line, Part
from capotreno.engine.state import State
from capotreno.rules.tickets import Tickets


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
        tickets = layout.board.tickets
        self.bonus = [Item(t.id, t.points_in_order - t.points) for t in tickets]
        self.tour = [t.tour and t.points_in_order != t.points for t in tickets]

    def score(self, state: State) -> list[list[Line]]:
        sheets = []
        for seat in range(self.players):
            items = [self.bonus[ticket] for ticket in self.in_order(state, seat)]
            total = sum([item.points for item in items])
            sheets.append([Line("tours_in_order", total, tuple(items))])
        return sheets

    def in_order(self, state: State, seat: int) -> list[int]:
        """The tours a seat has done in the printed order."""
        routes = self.tickets.claims.routes(state, seat)
        done = [ticket for ticket in self.tickets.done(state, seat) if self.tour[ticket]]
        return [ticket for ticket in done if self.travelled(routes, ticket)]

    def travelled(self, routes: int, ticket: int) -> bool:
        """Whether a trail over these routes meets the stops of a ticket in order."""
        stops = self.tickets.groups[ticket]
        routes = self._without_spurs(routes, {node for stop in stops for node in stop})
        return any(self._onward(routes, node, stops, 1) for node in stops[0])

    def _onward(
        self, routes: int, node: int, stops: tuple[tuple[int, ...], ...], next_stop: int
    ) -> bool:
        """Whether from a node, over routes not used yet, the next stops can be met."""
        if next_stop == len(stops):
            return True
        root = self.graph.roots(routes)
        left = ((node,), *stops[next_stop:])
        if not self.graph.joined(root, left):
            return False
        for path, end in self._paths(routes, node, 1 << node, stops[next_stop]):
            if self._onward(routes & ~path, end, stops, next_stop + 1):
                return True
        return False

    def _paths(
        self, routes: int, node: int, visited: int, goal: tuple[int, ...]
    ) -> list[tuple[int, int]]:
        """Every simple path from a node to a goal: its mask of routes and the node it ends in."""
        if node in goal:
            return [(0, node)]
        found = []
        for route in self.graph.at[node]:
            if routes >> route & 1:
                a, b = self.graph.ends[route]
                other = b if a == node else a
                if not visited >> other & 1:
                    onward = self._paths(routes, other, visited | 1 << other, goal)
                    found += [(path | 1 << route, end) for path, end in onward]
        return found

    def _without_spurs(self, routes: int, stops: set[int]) -> int:
        """The routes without those that lead nowhere: no trail between stops runs over them."""
        while True:
            degree: dict[int, int] = {}
            for route in bits(routes):
                for node in self.graph.ends[route]:
                    degree[node] = degree.get(node, 0) + 1
            spurs = 0
            for route in bits(routes):
                if any(degree[n] == 1 and n not in stops for n in self.graph.ends[route]):
                    spurs |= 1 << route
            if not spurs:
                return routes
            routes &= ~spurs
