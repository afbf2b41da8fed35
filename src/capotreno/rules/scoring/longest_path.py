"""The longest path: points for the longest unbroken run of one's own routes, each used once."""

from typing import ClassVar, Final

from capotreno.board.graph import Graph
from capotreno.board.longest import LongestTrails
from capotreno.board.memory import Memory
from capotreno.engine.actions import Json
from capotreno.engine.layout import Layout
from capotreno.engine.part import Part, ScoreLine
from capotreno.engine.state import State
from capotreno.rules.claiming.claims import Claims

REMEMBERED: Final = 512  # networks whose longest path is kept


class LongestPath(Part):
    """`points` for everybody whose path is as long as the longest; nobody gets it for none (R-08).

    A path may come back to a place and cross itself, but no route is used twice.
    """

    labels: ClassVar[tuple[str, ...]] = ("longest_path",)
    measures: ClassVar[tuple[str, ...]] = ("longest_path",)

    def __init__(self, points: int) -> None:
        self.points = points

    def facts(self) -> Json:
        return {"longest_path": self.points}

    def bind(self, layout: Layout) -> None:
        self.players = layout.players
        self.claims = layout.partner(Claims)
        lengths = [route.length for route in layout.board.routes]
        self.trails = LongestTrails(Graph(layout.board).ends, lengths)
        self._known: Memory[int, int] = Memory()

    def spaces(self, state: State, seat: int) -> int:
        """How many spaces the longest path of a seat has; everybody can count them."""
        return self.longest(self.claims.routes(state, seat))

    def longest(self, routes: int) -> int:
        """The most spaces of a path over these routes, none of them used twice."""
        known = self._known.get(routes)
        if known is not None:
            return known
        if len(self._known) > REMEMBERED:
            self._known.clear()
        best = 0
        left = routes
        while left:
            own, places, length = self.trails.piece(left)
            left ^= own
            if length > best:
                best = self.trails.longest(own, places, best)
        self._known[routes] = best
        return best

    def score(self, state: State) -> list[list[ScoreLine]]:
        spaces = [self.spaces(state, seat) for seat in range(self.players)]
        best = max(spaces)
        return [
            [ScoreLine("longest_path", self.points if n == best and best > 0 else 0, ())]
            for n in spaces
        ]

    def measure(self, state: State, seat: int, name: str) -> int:
        """Whether the seat has the longest path."""
        spaces = [self.spaces(state, other) for other in range(self.players)]
        return int(spaces[seat] == max(spaces) and spaces[seat] > 0)
