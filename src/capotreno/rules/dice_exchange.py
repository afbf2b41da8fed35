"""Exchanging pieces with dice: still a whole turn, so it comes before rolling (R-67)."""

from capotreno.engine.errors import Reason
from capotreno.engine.layout import Layout
from capotreno.engine.state import TURN_QUESTION, State
from capotreno.rules.dice import Dice
from capotreno.rules.exchange import Exchange


class DiceExchange(Exchange):
    """Who has rolled does not exchange in that turn."""

    def bind(self, layout: Layout) -> None:
        super().bind(layout)
        self.dice = layout.partner(Dice)
        layout.reason("exchange_first")

    def options(self, state: State, seat: int) -> tuple[int, ...]:
        return () if self.dice.is_rolled(state) else super().options(state, seat)

    def why_not(self, state: State, seat: int, code: int, question: int) -> Reason | None:
        if question == TURN_QUESTION and code < self.counts and self.dice.is_rolled(state):
            return Reason("exchange_first", {})
        return super().why_not(state, seat, code, question)
