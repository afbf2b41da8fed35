"""Landmarks: points for every landmark that one of your routes touches, once each (R-50)."""

from typing import ClassVar

from capotreno.engine.layout import Layout
from capotreno.engine.menu import bits
from capotreno.engine.part import Item, Part, ScoreLine
from capotreno.engine.state import State
from capotreno.rules.claiming.claims import Claims


class Landmarks(Part):
    """`points` for each landmark, however many of the seat's routes touch it."""

    labels: ClassVar[tuple[str, ...]] = ("landmarks",)

    def __init__(self, points: int) -> None:
        self.points = points

    def bind(self, layout: Layout) -> None:
        board = layout.board
        self.players = layout.players
        self.claims = layout.partner(Claims)
        self.items = [Item(place.id, self.points) for place in board.places]
        landmark = [1 << place.index if place.landmark else 0 for place in board.places]
        self.touch = [landmark[route.a] | landmark[route.b] for route in board.routes]

    def score(self, state: State) -> list[list[ScoreLine]]:
        sheets = []
        for seat in range(self.players):
            touched = 0
            for route in self.claims.listed(state, seat):
                touched |= self.touch[route]
            items = [self.items[place] for place in bits(touched)]
            sheets.append([ScoreLine("landmarks", self.points * len(items), tuple(items))])
        return sheets
