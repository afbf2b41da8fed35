"""Stations with dice: the first, second and third cost one, two and three station faces (R-66)."""

from capotreno.engine.actions import face
from capotreno.engine.errors import Reason
from capotreno.engine.layout import Layout
from capotreno.engine.state import State
from capotreno.rules.building.stations import Stations
from capotreno.rules.dice.dice import LOCOMOTIVE, STATION, Dice
from capotreno.rules.dice.tokens import Tokens


class DiceStations(Stations):
    """Building is the whole action; dice that are left over buy tokens as always."""

    def pay_with(self, layout: Layout) -> None:
        self.dice = layout.partner(Dice)
        self.tokens = layout.partner(Tokens)
        prices = range(1, self.each + 1)
        self.pay = layout.actions(
            self, [face("pay", f"station*{n}", stations=n) for n in prices], group="pay"
        )
        layout.reason("station_faces")

    def affords(self, state: State, seat: int) -> bool:
        return 0 < self.price(state, seat) <= self.dice.stations(state)

    def payments(self, state: State, seat: int) -> tuple[int, ...]:
        return (self.pay + self.price(state, seat) - 1,) if self.affords(state, seat) else ()

    def short_of(self, state: State, seat: int) -> Reason:
        if not self.dice.is_rolled(state):
            return Reason("roll_first", {})
        price = self.price(state, seat)
        missing = price - self.dice.stations(state)
        return Reason("station_faces", {"missing": missing, "count": price})

    def apply(self, state: State, seat: int, code: int, question: int, subject: int) -> None:
        if code < self.pay:
            super().apply(state, seat, code, question, subject)
            return
        self.dice.use(state, seat, code - self.pay + 1, (STATION, LOCOMOTIVE))
        self.dice.progress(state)
        self.put(state, seat, subject)
        self.tokens.offer(state, seat)

    def why_not(self, state: State, seat: int, code: int, question: int) -> Reason | None:
        if code < self.pay:
            return super().why_not(state, seat, code, question)
        return Reason("payment_short", {}) if question == self.payment else None
