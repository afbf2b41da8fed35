"""A market of two decks: cards of both lie face up, and the taker names the deck that refills."""

from capotreno.engine.actions import Json, face
from capotreno.engine.errors import PositionError, Reason
from capotreno.engine.layout import DECK, ONE_OF, ROW, Layout
from capotreno.engine.menu import Menu
from capotreno.engine.part import require
from capotreno.engine.state import TURN_QUESTION, State
from capotreno.rules.cards.row import Row


class TwoDeckMarket(Row):
    """Draw two cards, each from the row or blind from a deck; a face-up wild is the whole draw.

    The slot of a taken card is refilled at once, from the deck the taker names before seeing what
    comes (R-30); where only one deck has cards, from that one.
    """

    def bind(self, layout: Layout) -> None:
        super().bind(layout)
        require(self.cards.decks == 2, "this market has two decks of cards")
        decks = layout.words["card_deck"]
        self.decks = decks
        self.second = layout.question(self, "second_card", form=ONE_OF, of="card")
        self.naming = layout.question(self, "refill", form=ONE_OF, of="card_deck", about="slot")
        faces = [face("take", card.id, card=card.id) for card in layout.board.cards]
        draws = [face("draw", deck, deck=deck) for deck in decks]
        refills = [face("refill", deck, deck=deck) for deck in decks]
        self.codes = layout.actions(self, faces, group="draw", spot=ROW)
        self.blind = layout.actions(self, draws, group="draw", spot=DECK)
        self.refills = layout.actions(self, refills, group="refill", spot=DECK)
        self.menu = Menu(range(self.codes, self.refills))
        # draws[mask of decks]: the bits of their blind cards; both[mask]: the codes to refill from
        self.draws = [mask << self.kinds for mask in range(4)]
        self.names = [tuple([self.refills + d for d in (0, 1) if m >> d & 1]) for m in range(4)]
        self.no_wild = ~(1 << self.wild)
        layout.reason("not_in_row", "second_wild", "deck_empty")

    def able(self, state: State) -> int:
        """The mask of decks a card can come from."""
        cells = state.cells
        if cells[self.left] and cells[self.left + 1]:
            return 3
        return self.cards.drawable(state, 0) | self.cards.drawable(state, 1) << 1

    def second_is_due(self, state: State) -> bool:
        """Whether the seat may take another card once it has named a deck."""
        return any(question == self.second for question, _, _ in state.stack)

    # -- the turn -----------------------------------------------------------------------------

    def takeable(self, state: State) -> int:
        """The mask of kinds in the row and of the blind cards after them (R-03)."""
        return self.face_up(state) | self.draws[self.able(state)]

    def options(self, state: State, seat: int) -> tuple[int, ...]:
        return self.menu.of(self.takeable(state))

    def legal(self, state: State, seat: int, question: int, subject: int) -> tuple[int, ...]:
        if question == self.naming:
            return self.names[self.able(state)]
        return self.menu.of(self.takeable(state) & self.no_wild)

    def apply(self, state: State, seat: int, code: int, question: int, subject: int) -> None:
        if code >= self.refills:
            self.refill(state, subject, code - self.refills)
            self._settle(state)
            return
        card = code - self.codes
        if question == TURN_QUESTION and card != self.wild:
            state.ask(self.second, seat, 0)
        if code >= self.blind:
            self.cards.draw(state, seat, code - self.blind)
            self._settle(state)
            return
        slot = state.cells.index(card, self.first, self.end) - self.first
        self.take(state, seat, slot, card)
        able = self.able(state)
        if able == 3:
            state.ask(self.naming, seat, slot)
            return
        if able:
            self.refill(state, slot, able - 1)
        self._settle(state)

    def _settle(self, state: State) -> None:
        """Where no second card can be taken, the turn is over after the first (R-03)."""
        if not state.stack:
            return
        question, seat, subject = state.stack[-1]
        if question == self.second and not self.takeable(state) & self.no_wild:
            state.close(question, seat, subject)

    def why_not(self, state: State, seat: int, code: int, question: int) -> Reason | None:
        if code >= self.refills:
            if question != self.naming:
                return None
            return Reason("deck_empty", {"deck": self.decks[code - self.refills]})
        if question not in (TURN_QUESTION, self.second):
            return None
        if code >= self.blind:
            return Reason("deck_empty", {"deck": self.decks[code - self.blind]})
        card = code - self.codes
        if card == self.wild and card in self.lying(state):
            return Reason("second_wild", {})
        return Reason("not_in_row", {"card": self.cards.names[card]})

    def said(self, state: State, seat: int, code: int) -> tuple[str, Json] | None:
        """A deck, whether it is drawn from or refills the row."""
        if code < self.blind:
            return None
        first = self.refills if code >= self.refills else self.blind
        return "draw_from", {"deck": self.decks[code - first]}

    def audit(self, state: State) -> None:
        asked = [question for question, _, _ in state.stack]
        waiting = -1
        if self.second in asked or self.naming in asked:
            if asked not in ([self.second], [self.naming], [self.second, self.naming]):
                raise PositionError("asked: cards are drawn one after the other")
            waiting = state.stack[-1][2] if asked[-1] == self.naming else -1
            if not -1 <= waiting < self.row or (self.second in asked and state.stack[0][2]):
                raise PositionError("asked: there is no such slot of the row")
            if waiting >= 0 and self.able(state) != 3:
                raise PositionError("asked: only one deck could refill the row")
        self.check_row(state, waiting)
