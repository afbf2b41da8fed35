"""Exchanging pieces with dice: still a whole turn, so it comes before rolling (R-67)."""

from capotreno.engine.errors import Reason
from capotreno.engine.layout import Layout
from capotreno.engine.state import TURN_QUESTION, State
from capotreno.rules.claiming.exchange import Exchange
from capotreno.rules.dice.dice import Dice


class DiceExchange(Exchange):
    """Who has rolled does not exchange in that turn, nor who is to pass (R-78)."""

    def bind(self, layout: Layout) -> None:
        super().bind(layout)
        self.dice = layout.partner(Dice)
        layout.reason("exchange_first")

    def options(self, state: State, seat: int) -> tuple[int, ...]:
        if self.dice.is_rolled(state) or not self.dice.is_patient(state):
            return ()
        return super().options(state, seat)

    def swap(self, state: State, seat: int, kind: int, count: int) -> None:
        """A turn in which pieces are exchanged builds nothing (R-78)."""
        self.dice.wait(state)
        super().swap(state, seat, kind, count)

    def why_not(self, state: State, seat: int, code: int, question: int) -> Reason | None:
        if question == TURN_QUESTION and code < self.counts:
            if self.dice.is_rolled(state):
                return Reason("exchange_first", {})
            if not self.dice.is_patient(state):
                return Reason("no_patience", {})
        return super().why_not(state, seat, code, question)
