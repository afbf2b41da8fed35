"""The market: a row of face-up cards, and the turn spent drawing cards from it or blind."""

from typing import Final

from capotreno.engine.actions import face
from capotreno.engine.errors import PositionError, Reason
from capotreno.engine.layout import Choice, Layout
from capotreno.engine.menu import bits
from capotreno.engine.state import TURN_QUESTION, UNKNOWN, Event, State
from capotreno.rules.cards import Cards, Keeper

FLUSHES: Final = 3  # in a row at most


class Market(Keeper):
    """Draw two cards, each from the row or blind; a face-up wild is the whole draw.

    `flush`: so many face-up wilds sweep the row away.
    """

    def __init__(self, row: int, flush: int) -> None:
        self.row = row
        self.flush = flush

    def bind(self, layout: Layout) -> None:
        self.cards = layout.partner(Cards)
        self.left = self.cards.left
        self.deck = self.cards.deck
        cards = layout.board.cards
        self.kinds = len(cards)
        self.wild = next(i for i, card in enumerate(cards) if card.wild)
        layout.name("slot", [str(slot + 1) for slot in range(self.row)])
        self.first = layout.cells("row", "slot", codec=Choice(layout.words["card"]))
        self.end = self.first + self.row
        self.second = layout.question(self, "second_card")
        self.turned = layout.event(self, "turned", "slot", "card")
        self.took = layout.event(self, "took", "seat", "slot", "card")
        self.flushed = layout.event(self, "flushed")
        faces = [face("take", card.id, card=card.id) for card in cards]
        self.codes = layout.actions(self, [*faces, face("draw", "")])
        self.blind = self.codes + self.kinds
        # menu[mask]: the codes of the kinds in the mask, its last bit being the blind card
        codes = range(self.codes, self.blind + 1)
        self.menu = [tuple([codes[i] for i in bits(m)]) for m in range(1 << len(codes))]
        self.bits = [1 << card for card in range(self.kinds)] + [0]  # the last: an empty slot
        self.blind_bit = 1 << self.kinds
        self.no_wild = ~(1 << self.wild)
        layout.reason("not_in_row", "second_wild", "no_cards")

    def lay(self, cells: list[int]) -> None:
        cells[self.first : self.end] = [UNKNOWN] * self.row

    def start(self, state: State) -> None:
        self.replenish(state)

    def lying(self, state: State) -> list[int]:
        return [card for card in state.cells[self.first : self.end] if card >= 0]

    # -- the turn -----------------------------------------------------------------------------

    def options(self, state: State, seat: int) -> tuple[int, ...]:
        return self.menu[self.takeable(state)]

    def takeable(self, state: State) -> int:
        """The mask of kinds in the row, and the blind card's bit (R-03)."""
        cells = state.cells
        bits = self.bits  # an empty slot, -1, finds the last: nothing
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
            if card == self.wild:
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
        if card == self.wild and card in self.lying(state):
            return Reason("second_wild", {})
        return Reason("not_in_row", {"card": self.cards.names[card]})

    # -- the row ------------------------------------------------------------------------------

    def refill(self, state: State, slot: int) -> None:
        """Replace a taken card at once; wilds may sweep the row."""
        left = state.cells[self.left]
        card = state.pick(self.deck, left) if left else self.cards.next_card(state)
        if card >= 0:
            self.turn(state, slot, card)
            if state.cells[self.first : self.end].count(self.wild) >= self.flush:
                self.sweep(state)

    def replenish(self, state: State) -> None:
        """Fill every empty slot while there are cards, then sweep if need be (R-72)."""
        if UNKNOWN in state.cells[self.first : self.end]:
            self.fill(state)
        if state.cells[self.first : self.end].count(self.wild) >= self.flush:
            self.sweep(state)

    def fill(self, state: State) -> None:
        for slot in range(self.row):
            if state.cells[self.first + slot] < 0:
                card = self.cards.next_card(state)
                if card < 0:
                    return
                self.turn(state, slot, card)

    def sweep(self, state: State) -> None:
        """Discard and replace the row while it shows too many wilds (R-04)."""
        for _ in range(FLUSHES):
            row = state.cells[self.first : self.end]
            if row.count(self.wild) < self.flush or self.hopeless(state):
                return
            self.discard_row(state)
            self.fill(state)

    def hopeless(self, state: State) -> bool:
        """Whether no row below the fatal number can be made of the cards outside the hands."""
        cells = state.cells
        lying = self.lying(state)
        cards = self.cards
        total = len(lying) + cells[self.left] + cards.discarded(state)
        held = sum(cells[cards.hands + s * self.kinds + self.wild] for s in range(cards.players))
        plain = total - (cards.counts[self.wild] - held)
        return min(self.row, total) - plain >= self.flush

    # -- events: the only places that move cards ----------------------------------------------

    def turn(self, state: State, slot: int, card: int) -> None:
        """A card from the deck is turned up."""
        cells = state.cells
        cells[self.left] -= 1
        cells[self.deck + card] -= 1
        cells[self.first + slot] = card
        if state.events is not None:
            state.events.append((self.turned, slot, card))

    def take(self, state: State, seat: int, slot: int, card: int) -> None:
        """A face-up card goes to a hand, for all to see."""
        cells = state.cells
        cards = self.cards
        at = seat * self.kinds + card
        cells[self.first + slot] = UNKNOWN
        cells[cards.hands + at] += 1
        cells[cards.shown + at] += 1
        cells[cards.sizes + seat] += 1
        if state.events is not None:
            state.events.append((self.took, seat, slot, card))

    def discard_row(self, state: State) -> None:
        cells = state.cells
        for slot in range(self.first, self.end):
            card = cells[slot]
            if card >= 0:
                cells[self.cards.discards + card] += 1
                cells[slot] = UNKNOWN
        if state.events is not None:
            state.events.append((self.flushed,))

    def fold(self, state: State, event: Event) -> None:
        kind = event[0]
        if kind == self.turned:
            self.turn(state, event[1], event[2])
        elif kind == self.took:
            self.take(state, event[1], event[2], event[3])
        else:
            self.discard_row(state)

    def audit(self, state: State) -> None:
        for question, _, subject in state.stack:
            if question == self.second and (subject or len(state.stack) > 1):
                raise PositionError("asked: a second card is asked alone")
        if len(self.lying(state)) < self.row and self.cards.drawable(state):
            raise PositionError("row: a slot is empty although there are cards to fill it")
