"""Cards as a gift: what a bonus brings comes unseen from the deck, where a row lies beside it."""

from capotreno.engine.layout import Layout
from capotreno.engine.state import State
from capotreno.rules.cards.cards import Cards
from capotreno.rules.seams import Windfall


class Gifts(Windfall):
    """So many cards of the one deck, fewer only when there are no more (R-03)."""

    def bind(self, layout: Layout) -> None:
        self.cards = layout.partner(Cards)

    def draw(self, state: State, seat: int, count: int) -> None:
        for _ in range(count):
            if self.cards.drawable(state):
                self.cards.draw(state, seat)
