"""The last round: who ends a turn with few pieces starts it, and everybody plays once more."""

from typing import ClassVar

from capotreno.engine.errors import PositionError
from capotreno.engine.layout import Layout
from capotreno.engine.part import Ending
from capotreno.engine.state import Event, State
from capotreno.rules.pieces import Pieces


class LastRound(Ending):
    """At `pieces` or fewer at the end of a turn, every seat gets `turns` more (R-09)."""

    reasons: ClassVar[tuple[str, ...]] = ("last_round",)

    def __init__(self, pieces: int, turns: int) -> None:
        self.limit = pieces
        self.turns = turns

    def bind(self, layout: Layout) -> None:
        self.players = layout.players
        self.pieces = layout.partner(Pieces)
        self.to_go = layout.cells("last_turns")  # turns left in the whole game; 0: not yet known
        self.began = layout.event(self, "last_round", "seat")
        self.counted = layout.event(self, "last_turn_over")

    def turn_over(self, state: State, seat: int) -> str:
        if state.cells[self.to_go]:
            self.count(state)
            return "" if state.cells[self.to_go] else "last_round"
        if self.pieces.left(state, seat) <= self.limit:
            self.begin(state, seat)
        return ""

    def begin(self, state: State, seat: int) -> None:
        state.cells[self.to_go] = self.players * self.turns
        if state.events is not None:
            state.events.append((self.began, seat))

    def count(self, state: State) -> None:
        state.cells[self.to_go] -= 1
        if state.events is not None:
            state.events.append((self.counted,))

    def fold(self, state: State, event: Event) -> None:
        if event[0] == self.began:
            self.begin(state, event[1])
        else:
            self.count(state)

    def audit(self, state: State) -> None:
        if not 0 <= state.cells[self.to_go] <= self.players * self.turns:
            raise PositionError("last_turns: impossible")
