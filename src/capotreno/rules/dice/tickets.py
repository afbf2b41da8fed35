"""Tickets with dice: each station lets a seat draw one; any number of them is kept, even none."""

from capotreno.engine.errors import Reason
from capotreno.engine.layout import Layout
from capotreno.engine.state import State
from capotreno.rules.dice.dice import LOCOMOTIVE, STATION, Dice
from capotreno.rules.dice.tokens import Tokens
from capotreno.rules.seams import Toll


class DiceTickets(Toll):
    """A seat says how many it draws before it sees them (R-63); the opening is the board's own."""

    def bind(self, layout: Layout) -> None:
        self.dice = layout.partner(Dice)
        self.tokens = layout.partner(Tokens)
        layout.reason("stations_short")

    def allows(self, state: State, seat: int) -> int:
        return self.dice.stations(state)

    def charge(self, state: State, seat: int, count: int) -> None:
        self.dice.use(state, seat, count, (STATION, LOCOMOTIVE))

    def settled(self, state: State, seat: int, kept: int) -> None:
        if kept:
            self.dice.progress(state)
        self.tokens.offer(state, seat)

    def refuse(self, state: State, seat: int, count: int) -> Reason | None:
        if not self.dice.is_rolled(state):
            return Reason("roll_first", {})
        missing = count - self.dice.stations(state)
        return (
            Reason("stations_short", {"missing": missing, "count": count}) if missing > 0 else None
        )
