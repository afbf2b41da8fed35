"""Claiming where routes are worth nothing in themselves: what they join is all that counts."""

from typing import ClassVar

from capotreno.engine.layout import Layout
from capotreno.engine.part import ScoreLine
from capotreno.engine.state import State
from capotreno.rules.claiming.claims import Claims


class PlainClaims(Claims):
    """Any open route may be claimed, connected or not; it scores nothing."""

    labels: ClassVar[tuple[str, ...]] = ()

    def __init__(self) -> None:
        super().__init__({})

    def bind(self, layout: Layout) -> None:
        self.points = {route.length: 0 for route in layout.board.routes}
        super().bind(layout)

    def score(self, state: State) -> list[list[ScoreLine]]:
        return []
