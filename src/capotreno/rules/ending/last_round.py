"""The last round: who ends a turn with few pieces starts it, and everybody plays once more."""

from typing import ClassVar

from capotreno.engine.errors import PositionError
from capotreno.engine.layout import Layout
from capotreno.engine.part import Ending
from capotreno.engine.state import OVER_CELL, TURNS_CELL, WHO_CELL, Event, State
from capotreno.rules.claiming.pieces import Pieces


class LastRound(Ending):
    """At `pieces` or fewer at the end of a turn, every seat gets `turns` more (R-09)."""

    reasons: ClassVar[tuple[str, ...]] = ("last_round",)

    def __init__(self, pieces: int, turns: int) -> None:
        self.limit = pieces
        self.turns = turns

    def bind(self, layout: Layout) -> None:
        self.players = layout.players
        self.pieces = layout.partner(Pieces)
        self.reason = layout.words["reason"].index("last_round")
        # turns left in the whole game; 0: not yet known
        self.to_go = layout.cells("last_turns", most=self.turns * self.players)
        self.began = layout.event(self, "last_round", "seat")
        self.counted = layout.event(self, "last_turn_over", quiet=True)

    def turn_over(self, state: State, seat: int) -> str:
        if state.cells[self.to_go]:
            self.count(state)
            return "" if state.cells[self.to_go] else "last_round"
        if self.pieces.left(state, seat) <= self.limit:
            self.begin(state, seat)
        return ""

    def turns_to_go(self, state: State) -> int:
        """How many turns of all seats are left, this one included; 0: nobody knows yet."""
        return state.cells[self.to_go]

    def own_turns_to_go(self, state: State) -> int:
        """Of these, those of the seat whose turn it is."""
        return -(-state.cells[self.to_go] // self.players)

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
        to_go, who = state.cells[self.to_go], state.cells[WHO_CELL]
        all_turns = self.players * self.turns
        if not 0 <= to_go <= all_turns or (to_go and who < 0):
            raise PositionError("last_turns: impossible")
        over = state.cells[OVER_CELL]
        if to_go or over == self.reason:
            # Turns ended since it began; while one is running, it began one seat further back.
            since = all_turns - to_go + (0 if over else 1)
            if self.pieces.left(state, (who - since) % self.players) > self.limit:
                raise PositionError("last_turns: nobody had so few pieces when it began")
        elif not over:
            for seat in range(self.players):
                ended = seat != who and seat < state.cells[TURNS_CELL] - 1
                if who >= 0 and ended and self.pieces.left(state, seat) <= self.limit:
                    raise PositionError("last_turns: a seat ended a turn with few pieces")
