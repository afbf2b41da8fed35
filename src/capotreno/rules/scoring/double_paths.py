"""Double paths: points by the number of tickets done over two ways with no common route (R-102)."""

from typing import ClassVar, Final

from capotreno.board.memory import Memory
from capotreno.engine.layout import Layout
from capotreno.engine.menu import bits
from capotreno.engine.part import Part, ScoreLine
from capotreno.engine.state import State
from capotreno.rules.tickets.tickets import Tickets

REMEMBERED: Final = 2048  # networks and tickets whose answer is kept


class DoublePaths(Part):
    """`points` for one such ticket, for two ..., the last for so many or more.

    Only one's own routes count, not those that a station lends, and a tour has no two ends.
    """

    labels: ClassVar[tuple[str, ...]] = ("double_paths",)

    def __init__(self, points: tuple[int, ...]) -> None:
        self.points = points

    def bind(self, layout: Layout) -> None:
        self.players = layout.players
        self.tickets = layout.partner(Tickets)
        self.graph = self.tickets.graph
        # by ticket: the one end, and the others that would do, as masks of nodes; a tour: none
        masks = [[sum([1 << n for n in group]) for group in own] for own in self.tickets.groups]
        ends = [[sum([1 << n for n in end]) for end, _ in own] for own in self.tickets.choices]
        self.origin = [own[0] for own in masks]
        self.goals = [
            choices or (own[1:] if len(own) == 2 else [])
            for own, choices in zip(masks, ends, strict=True)
        ]
        self._known: Memory[tuple[int, int], bool] = Memory()

    def doubled(self, state: State, seat: int) -> list[int]:
        """The tickets a seat has done whose ends its own routes join by two ways."""
        routes = self.tickets.claims.routes(state, seat)
        done = self.tickets.done(state, seat)
        return [ticket for ticket in done if self.twice(routes, ticket)]

    def twice(self, routes: int, ticket: int) -> bool:
        """Whether two ways over these routes, with no common route, join the ends of a ticket."""
        known = self._known.get((routes, ticket))
        if known is None:
            if len(self._known) > REMEMBERED:
                self._known.clear()
            known = False
            for goal in self.goals[ticket]:
                known = known or self._two_ways(routes, self.origin[ticket], goal)
            self._known[routes, ticket] = known
        return known

    def _two_ways(self, routes: int, start: int, goal: int) -> bool:
        """There are two ways if every single route may be taken away and one is left."""
        if not self._joined(routes, start, goal):
            return False
        return all(self._joined(routes ^ 1 << route, start, goal) for route in bits(routes))

    def _joined(self, routes: int, start: int, goal: int) -> bool:
        return any(net & start and net & goal for net in self.graph.nets(routes))

    def worth(self, count: int) -> int:
        """What so many such tickets give."""
        return self.points[min(count, len(self.points)) - 1] if count else 0

    def score(self, state: State) -> list[list[ScoreLine]]:
        found = [len(self.doubled(state, seat)) for seat in range(self.players)]
        return [[ScoreLine("double_paths", self.worth(n), ())] for n in found]
