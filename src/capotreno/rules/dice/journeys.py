"""Journeys with dice: a fare is a locomotive of the dice, and a journey is the whole action (R-66).

Over one's own routes a passenger rides free, but it sets out when the dice lie there, as any action
does; those left over buy tokens (R-57).
"""

from typing import ClassVar

from capotreno.engine.errors import Reason
from capotreno.engine.layout import Layout
from capotreno.engine.state import TURN_QUESTION, State
from capotreno.rules.dice.dice import LOCOMOTIVE, Dice
from capotreno.rules.dice.tokens import Tokens
from capotreno.rules.travelling.journeys import Journeys


class DiceJourneys(Journeys):
    """The dice lie open, so a journey that leads no further ends without a question."""

    fare: ClassVar[str] = "ride_for_die"

    def pay_with(self, layout: Layout) -> None:
        self.dice = layout.partner(Dice)
        self.tokens = layout.partner(Tokens)
        layout.reason("fare_locomotive")

    def fares(self, state: State, seat: int) -> int:
        return self.dice.showing(state)[LOCOMOTIVE]

    def pay(self, state: State, seat: int) -> None:
        self.dice.spend(state, seat, LOCOMOTIVE, 1)

    def no_fare(self) -> Reason:
        return Reason("fare_locomotive", {})

    def leads_on(self, state: State, seat: int, place: int) -> bool:
        return bool(self.onward(state, seat, place))

    def options(self, state: State, seat: int) -> tuple[int, ...]:
        return super().options(state, seat) if self.dice.is_rolled(state) else ()

    def set_out(self, state: State, seat: int, place: int) -> None:
        self.dice.progress(state)
        super().set_out(state, seat, place)

    def end(self, state: State, seat: int, place: int) -> None:
        super().end(state, seat, place)
        self.tokens.offer(state, seat)

    def why_not(self, state: State, seat: int, code: int, question: int) -> Reason | None:
        departing = self.departs <= code < self.rides
        if departing and question == TURN_QUESTION and not self.dice.is_rolled(state):
            return Reason("roll_first", {})
        return super().why_not(state, seat, code, question)
