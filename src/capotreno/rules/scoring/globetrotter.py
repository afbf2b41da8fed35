"""Globetrotter: points for the most completed tickets, for everybody who shares the lead."""

from typing import ClassVar

from capotreno.engine.actions import Json
from capotreno.engine.layout import Layout
from capotreno.engine.part import Part, ScoreLine
from capotreno.engine.state import State
from capotreno.rules.tickets.tickets import Tickets


class Globetrotter(Part):
    """Missed tickets do not matter; nobody gets it for none at all (R-08)."""

    labels: ClassVar[tuple[str, ...]] = ("globetrotter",)

    def __init__(self, points: int) -> None:
        self.points = points

    def facts(self) -> Json:
        return {"globetrotter": self.points}

    def bind(self, layout: Layout) -> None:
        self.players = layout.players
        self.tickets = layout.partner(Tickets)

    def score(self, state: State) -> list[list[ScoreLine]]:
        done = [len(self.tickets.done(state, seat)) for seat in range(self.players)]
        best = max(done)
        return [
            [ScoreLine("globetrotter", self.points if n == best and best > 0 else 0, ())]
            for n in done
        ]
