"""A windfall with dice: tokens of the player's choice instead of cards (R-68)."""

from capotreno.engine.actions import face
from capotreno.engine.errors import PositionError, Reason
from capotreno.engine.layout import ONE_OF, Layout
from capotreno.engine.state import State
from capotreno.rules.dice.tokens import KINDS, MOST, Tokens
from capotreno.rules.seams import Windfall


class DiceWindfall(Windfall):
    """One token after the other, while the seat has room for one; they cost no dice.

    Who began the turn with three of a kind may take that kind again once it has spent some.
    """

    def bind(self, layout: Layout) -> None:
        self.tokens = layout.partner(Tokens)
        self.question = layout.question(
            self, "windfall", form=ONE_OF, of="token"
        )  # the subject: how many are still due
        self.codes = layout.actions(
            self, [face("gift", kind, token=kind) for kind in KINDS], group="token"
        )
        layout.reason("gift_limit")

    def draw(self, state: State, seat: int, count: int) -> None:
        """So many tokens more: two windfalls of one claim are asked about as one."""
        due = count
        if state.stack and state.stack[-1][0] == self.question:
            due += state.stack[-1][2]
            state.close(*state.stack[-1])
        if due and self.legal(state, seat, self.question, due):
            state.ask(self.question, seat, due)

    def legal(self, state: State, seat: int, question: int, subject: int) -> tuple[int, ...]:
        return tuple(
            [
                self.codes + kind
                for kind in range(len(KINDS))
                if self.tokens.held(state, seat, kind) < self.tokens.most(state, seat, kind)
            ]
        )

    def apply(self, state: State, seat: int, code: int, question: int, subject: int) -> None:
        self.tokens.gain(state, seat, code - self.codes)
        self.draw(state, seat, subject - 1)
        if not state.stack:
            self.tokens.offer(state, seat)

    def why_not(self, state: State, seat: int, code: int, question: int) -> Reason | None:
        return Reason("gift_limit", {"most": MOST}) if question == self.question else None

    def audit(self, state: State) -> None:
        for question, _, subject in state.stack:
            if question == self.question and not 1 <= subject <= len(KINDS) * MOST:
                raise PositionError("asked: a windfall of so many tokens is impossible")
