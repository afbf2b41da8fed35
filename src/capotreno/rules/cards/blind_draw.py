"""The blind draw: a turn may be spent on some cards from the deck, where no card lies face up."""

from capotreno.engine.actions import Json, face
from capotreno.engine.errors import Reason
from capotreno.engine.layout import DECK, Layout
from capotreno.engine.state import TURN_QUESTION, State
from capotreno.rules.cards.cards import Cards
from capotreno.rules.seams import Windfall


class BlindDraw(Windfall):
    """`count` cards at once, fewer only when there are no more (R-03)."""

    def __init__(self, count: int) -> None:
        self.count = count

    def bind(self, layout: Layout) -> None:
        self.cards = layout.partner(Cards)
        self.left = self.cards.left
        self.code = layout.actions(
            self, [face("draw", str(self.count), count=self.count)], group="draw", spot=DECK
        )
        self.menu = (self.code,)
        layout.reason("no_cards")

    def options(self, state: State, seat: int) -> tuple[int, ...]:
        return self.menu if state.cells[self.left] or self.cards.drawable(state) else ()

    def apply(self, state: State, seat: int, code: int, question: int, subject: int) -> None:
        self.draw(state, seat, self.count)

    def draw(self, state: State, seat: int, count: int) -> None:
        cards = self.cards
        for _ in range(count):
            if state.cells[self.left] or cards.drawable(state):
                cards.draw(state, seat)

    def said(self, state: State, seat: int, code: int) -> tuple[str, Json]:
        return "draw_many", {"count": self.count}

    def why_not(self, state: State, seat: int, code: int, question: int) -> Reason | None:
        return Reason("no_cards", {}) if question == TURN_QUESTION else None
