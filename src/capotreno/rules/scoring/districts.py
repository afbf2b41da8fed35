"""Districts: points for every region whose places one's own network joins, all of them."""

from collections.abc import Mapping
from typing import ClassVar

from capotreno.board.graph import Graph
from capotreno.engine.layout import Layout
from capotreno.engine.part import Item, Part, ScoreLine
from capotreno.engine.state import State
from capotreno.rules.claiming.claims import Claims


class Districts(Part):
    """`points` by region: for everybody who joins it, over whatever routes of one's own.

    What stations lend is for tickets alone.
    """

    labels: ClassVar[tuple[str, ...]] = ("districts",)

    def __init__(self, points: Mapping[str, int]) -> None:
        self.points = points

    def bind(self, layout: Layout) -> None:
        board = layout.board
        self.players = layout.players
        self.claims = layout.partner(Claims)
        self.graph = Graph(board)
        self.items = [Item(region, points) for region, points in self.points.items()]
        # by district: the nodes of every place, and the same as masks
        self.groups = [
            tuple([self.graph.nodes_of[place] for place in board.places_of(region)])
            for region in self.points
        ]
        self.places = [[sum([1 << n for n in nodes]) for nodes in own] for own in self.groups]

    def joined(self, routes: int) -> list[int]:
        """The districts, by number, that some routes join."""
        nets = self.graph.nets(routes)
        return [which for which in range(len(self.places)) if self._within(nets, which)]

    def _within(self, nets: list[int], which: int) -> bool:
        """Whether one of some networks has all places of a district."""
        for net in nets:
            missing = [1 for place in self.places[which] if not net & place]
            if not missing:
                return True
        return False

    def score(self, state: State) -> list[list[ScoreLine]]:
        sheets = []
        for seat in range(self.players):
            items = [self.items[which] for which in self.joined(self.claims.routes(state, seat))]
            total = sum([item.points for item in items])
            sheets.append([ScoreLine("districts", total, tuple(items))])
        return sheets
