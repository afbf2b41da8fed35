"""Harbours with dice: the first, second and third cost one, two and three stations (R-67)."""

from capotreno.engine.actions import face
from capotreno.engine.errors import Reason
from capotreno.engine.layout import Layout
from capotreno.engine.state import State
from capotreno.rules.building.harbours import Harbours
from capotreno.rules.dice.dice import LOCOMOTIVE, STATION, Dice
from capotreno.rules.dice.tokens import Tokens
from capotreno.rules.seams import HarbourPrice


class DiceHarbours(HarbourPrice):
    """Building is the whole action; dice that are left over buy tokens as always."""

    def bind(self, layout: Layout) -> None:
        self.dice = layout.partner(Dice)
        self.tokens = layout.partner(Tokens)
        self.harbours = layout.partner(Harbours)
        self.questions = layout.questions
        prices = range(1, self.harbours.each + 1)
        self.codes = layout.actions(
            self, [face("pay", f"station*{n}", stations=n) for n in prices], group="pay"
        )
        layout.reason("harbour_stations")

    def price(self, state: State, seat: int) -> int:
        """What the seat's next harbour costs."""
        return self.harbours.each - self.harbours.left(state, seat) + 1

    def affords(self, state: State, seat: int) -> bool:
        return self.dice.stations(state) >= self.price(state, seat)

    def payments(self, state: State, seat: int) -> tuple[int, ...]:
        return (self.codes + self.price(state, seat) - 1,)

    def short_of(self, state: State, seat: int) -> Reason:
        if not self.dice.is_rolled(state):
            return Reason("roll_first", {})
        price = self.price(state, seat)
        missing = price - self.dice.stations(state)
        return Reason("harbour_stations", {"missing": missing, "count": price})

    def apply(self, state: State, seat: int, code: int, question: int, subject: int) -> None:
        self.dice.use(state, seat, code - self.codes + 1, (STATION, LOCOMOTIVE))
        self.dice.progress(state)
        asker = self.questions[question].part
        assert asker is not None
        asker.paid(state, seat, question, subject)
        self.tokens.offer(state, seat)

    def why_not(self, state: State, seat: int, code: int, question: int) -> Reason | None:
        asked = self.questions[question].part is self.harbours
        return Reason("payment_short", {}) if asked else None
