"""The race by tickets with dice: swapping the tickets in hand costs a station (R-68)."""

from capotreno.engine.errors import Reason
from capotreno.engine.layout import Layout
from capotreno.engine.state import OVER_CELL, TURN_QUESTION, State
from capotreno.rules.dice.dice import LOCOMOTIVE, STATION, Dice
from capotreno.rules.dice.tokens import Tokens
from capotreno.rules.tickets.race import TicketRace


class DiceRace(TicketRace):
    """Swapping is the whole action; dice that are left over buy tokens as always."""

    def bind(self, layout: Layout) -> None:
        super().bind(layout)
        self.dice = layout.partner(Dice)
        self.tokens = layout.partner(Tokens)
        layout.reason("stations_short")

    def options(self, state: State, seat: int) -> tuple[int, ...]:
        return super().options(state, seat) if self.dice.stations(state) else ()

    def apply(self, state: State, seat: int, code: int, question: int, subject: int) -> None:
        self.dice.use(state, seat, 1, (STATION, LOCOMOTIVE))
        super().apply(state, seat, code, question, subject)
        if not state.cells[OVER_CELL]:
            self.tokens.offer(state, seat)

    def why_not(self, state: State, seat: int, code: int, question: int) -> Reason | None:
        if question == TURN_QUESTION:
            if not self.dice.is_rolled(state):
                return Reason("roll_first", {})
            if not self.dice.stations(state):
                return Reason("stations_short", {"missing": 1, "count": 1})
        return super().why_not(state, seat, code, question)
