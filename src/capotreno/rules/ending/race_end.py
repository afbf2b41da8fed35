"""The end of a race: at once when somebody reaches the goal, else at the last piece or a stall."""

from typing import ClassVar, Final

from capotreno.engine.actions import Json
from capotreno.engine.errors import PositionError
from capotreno.engine.layout import MANY, Layout, TurnNumber
from capotreno.engine.part import Ending
from capotreno.engine.state import TURNS_CELL, Event, State
from capotreno.rules.claiming.claims import Claims
from capotreno.rules.claiming.pieces import Pieces

GOAL: Final = "goal_reached"
LAST_PIECE: Final = "last_piece"
STALLED: Final = "stalled"


class RaceEnd(Ending):
    """`goal`: so many completed tickets end it, at that moment and before all else (R-41, R-44).

    `rounds`: so many rounds without a claim, or nobody with the pieces for a route, end it (R-45).
    """

    reasons: ClassVar[tuple[str, ...]] = (GOAL, LAST_PIECE, STALLED)

    def __init__(self, goal: int, rounds: int) -> None:
        self.goal = goal
        self.rounds = rounds

    def bind(self, layout: Layout) -> None:
        self.players = layout.players
        self.pieces = layout.partner(Pieces)
        self.claims = layout.partner(Claims)
        self.goal_reason = layout.words["reason"].index(GOAL)
        self.longest = max(self.claims.length)
        self.patience = self.rounds * layout.players
        self.moved = layout.cells("last_claim", codec=TurnNumber(), most=MANY)  # 0: none yet
        self.noted = layout.event(self, "claim_noted", "turn", quiet=True)

    def facts(self) -> Json:
        return {"goal": self.goal}

    def reached(self, state: State, completed: int) -> bool:
        """Somebody has completed so many: is that the end? Then it is the end now."""
        if completed < self.goal:
            return False
        state.finish(self.goal_reason)
        return True

    def claimed(self, state: State, seat: int, route: int) -> None:
        self.note(state, state.cells[TURNS_CELL])

    def note(self, state: State, turn: int) -> None:
        state.cells[self.moved] = turn
        if state.events is not None:
            state.events.append((self.noted, turn))

    def fold(self, state: State, event: Event) -> None:
        self.note(state, event[1])

    def turn_over(self, state: State, seat: int) -> str:
        quiet = state.cells[TURNS_CELL] - state.cells[self.moved]
        if quiet:  # nothing was claimed: no piece has moved, no route was closed
            return STALLED if quiet >= self.patience else ""
        left = self.pieces.left(state, seat)
        if left == 0:
            return LAST_PIECE
        rich = left >= self.longest and state.cells[self.claims.open + seat]
        return "" if rich or not self.stuck(state) else STALLED

    def stuck(self, state: State) -> bool:
        """Whether nobody has the pieces for any route still open to them."""
        for seat in range(self.players):
            if state.cells[self.claims.open + seat] & self.pieces.within(state, seat):
                return False
        return True

    def audit(self, state: State) -> None:
        if not 0 <= state.cells[self.moved] <= state.cells[TURNS_CELL]:
            raise PositionError("last_claim: impossible")
