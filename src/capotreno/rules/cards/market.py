"""The market: the turn spent drawing cards, from the face-up row or blind from one deck."""

from capotreno.engine.actions import face
from capotreno.engine.errors import PositionError, Reason
from capotreno.engine.layout import DECK, ONE_OF, ROW, Layout
from capotreno.engine.menu import bits
from capotreno.engine.part import require
from capotreno.engine.state import TURN_QUESTION, State
from capotreno.rules.cards.row import Row


class Market(Row):
    """Draw two cards, each from the row or blind; a face-up wild is the whole draw if `whole`."""

    def __init__(self, row: int, flush: int, whole: bool = True) -> None:
        super().__init__(row, flush)
        self.whole = whole

    def bind(self, layout: Layout) -> None:
        super().bind(layout)
        require(self.cards.decks == 1, "several decks of cards need a market for several decks")
        self.second = layout.question(self, "second_card", form=ONE_OF, of="card")
        faces = [face("take", card.id, card=card.id) for card in layout.board.cards]
        self.codes = layout.actions(self, faces, group="draw", spot=ROW)
        self.blind = layout.actions(self, [face("draw", "")], group="draw", spot=DECK)
        # menu[mask]: the codes of the kinds in the mask, its last bit being the blind card
        codes = range(self.codes, self.blind + 1)
        self.menu = [tuple([codes[i] for i in bits(m)]) for m in range(1 << len(codes))]
        self.blind_bit = 1 << self.kinds
        self.no_wild = ~(1 << self.wild) if self.whole else -1
        layout.reason("not_in_row", "second_wild", "no_cards")

    def options(self, state: State, seat: int) -> tuple[int, ...]:
        return self.menu[self.takeable(state)]

    def takeable(self, state: State) -> int:
        """The mask of kinds in the row, and the blind card's bit (R-03)."""
        cells = state.cells
        bits = self.bits
        mask = self.blind_bit if cells[self.left] or self.cards.drawable(state) else 0
        for card in cells[self.first : self.end]:
            mask |= bits[card]
        return mask

    def legal(self, state: State, seat: int, question: int, subject: int) -> tuple[int, ...]:
        return self.menu[self.takeable(state) & self.no_wild]

    def apply(self, state: State, seat: int, code: int, question: int, subject: int) -> None:
        if code == self.blind:
            self.cards.draw(state, seat)
        else:
            card = code - self.codes
            slot = state.cells.index(card, self.first, self.end)
            self.take(state, seat, slot - self.first, card)
            self.refill(state, slot - self.first)
            if card == self.wild and self.whole:
                return
        if question == TURN_QUESTION and (
            state.cells[self.left] or self.takeable(state) & self.no_wild
        ):
            state.ask(self.second, seat, 0)

    def why_not(self, state: State, seat: int, code: int, question: int) -> Reason | None:
        if question not in (TURN_QUESTION, self.second):
            return None
        if code == self.blind:
            return Reason("no_cards", {})
        card = code - self.codes
        if card == self.wild and self.whole and card in self.lying(state):
            return Reason("second_wild", {})
        return Reason("not_in_row", {"card": self.cards.names[card]})

    def audit(self, state: State) -> None:
        for question, _, subject in state.stack:
            if question == self.second and (subject or len(state.stack) > 1):
                raise PositionError("asked: a second card is asked alone")
        self.check_row(state, -1)
