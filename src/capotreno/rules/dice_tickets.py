"""Tickets with dice: each station lets a seat draw one; any number of them is kept, even none."""

from capotreno.engine.actions import Json, face
from capotreno.engine.errors import Reason
from capotreno.engine.layout import Layout
from capotreno.engine.state import TURN_QUESTION, WHO_CELL, State
from capotreno.rules.dice import DICE, LOCOMOTIVE, STATION, Dice
from capotreno.rules.tickets import Draw, Tickets
from capotreno.rules.tokens import Tokens


class DiceTickets(Tickets):
    """The opening is the board's own; later a seat says how many it draws before it sees them."""

    def __init__(self, opening: Draw, mix: bool, shuffle_back: bool) -> None:
        super().__init__(opening, Draw(DICE, keep=0), mix, shuffle_back)

    def bind(self, layout: Layout) -> None:
        self.dice = layout.partner(Dice)
        self.tokens = layout.partner(Tokens)
        super().bind(layout)
        # menus[stations][s][l]: what can be announced with so many stations and tickets left
        most = [len(own) for own in self.in_deck]
        self.menus = [
            [
                [self._affordable(n, short, long) for long in range(most[-1] + 1)]
                for short in range(most[0] + 1)
            ]
            for n in range(DICE + 1)
        ]
        layout.reason("stations_short")

    def _announcements(self, decks: tuple[str, ...]) -> list[tuple[str, str, Json]]:
        if self.mix:
            return super()._announcements(decks)
        self.mixes = [(n, 0) for n in range(1, DICE + 1)]
        return [face("tickets", str(n), count=n) for n, _ in self.mixes]

    def _affordable(self, stations: int, short: int, long: int) -> tuple[int, ...]:
        return tuple(
            [
                self.announce + i
                for i, (a, b) in enumerate(self.mixes)
                if a + b <= stations and a <= short and b <= long
            ]
        )

    def options(self, state: State, seat: int) -> tuple[int, ...]:
        left = state.cells[self.left : self.left + self.decks]
        return self.menus[self.dice.stations(state)][left[0]][left[-1]]

    def apply(self, state: State, seat: int, code: int, question: int, subject: int) -> None:
        if question != TURN_QUESTION:
            super().apply(state, seat, code, question, subject)
            return
        mix = self.mixes[code - self.announce]
        self.dice.use(state, seat, sum(mix), (STATION, LOCOMOTIVE))
        for deck, n in enumerate(mix):
            if n:
                self.offer(state, seat, deck, n)
        state.ask(self.keeping, seat, 0)

    def _finished(self, state: State, seat: int, keep: int) -> None:
        kept = state.cells[self.chosen + seat]
        super()._finished(state, seat, keep)
        if state.cells[WHO_CELL] >= 0:
            if kept:
                self.dice.progress(state)
            self.tokens.offer(state, seat)

    def why_not(self, state: State, seat: int, code: int, question: int) -> Reason | None:
        if code >= self.keep_code or question != TURN_QUESTION:
            return super().why_not(state, seat, code, question)
        if not self.dice.is_rolled(state):
            return Reason("roll_first", {})
        wanted = sum(self.mixes[code - self.announce])
        missing = wanted - self.dice.stations(state)
        if missing > 0:
            return Reason("stations_short", {"missing": missing, "count": wanted})
        return Reason("no_tickets", {})
