"""The row of face-up cards: turned up, taken for all to see, swept away at too many wilds."""

from typing import Final

from capotreno.engine.errors import PositionError
from capotreno.engine.layout import Layout, OneOf
from capotreno.engine.state import UNKNOWN, Event, State
from capotreno.rules.cards.cards import Cards
from capotreno.rules.seams import Keeper

FLUSHES: Final = 3  # in a row at most


class Row(Keeper):
    """`row` cards lie face up; `flush`: so many wilds among them sweep the row away (0: none do).

    How cards are taken from it is another matter.
    """

    def __init__(self, row: int, flush: int) -> None:
        self.row = row
        self.flush = flush

    def bind(self, layout: Layout) -> None:
        self.fatal = self.flush or self.row + 1
        self.cards = layout.partner(Cards)
        self.left = self.cards.left
        self.deck = self.cards.deck
        self.kinds = self.cards.kinds
        self.wild = self.cards.wild
        layout.name("slot", [str(slot + 1) for slot in range(self.row)])
        self.first = layout.cells("row", "slot", codec=OneOf(layout.words["card"]))
        self.end = self.first + self.row
        self.turned = layout.event(self, "turned", "slot", "card", quiet=True)
        self.took = layout.event(self, "took", "seat", "slot", "card")
        self.flushed = layout.event(self, "flushed")
        self.bits = [1 << card for card in range(self.kinds)] + [0]  # the last: an empty slot

    def lay(self, cells: list[int]) -> None:
        cells[self.first : self.end] = [UNKNOWN] * self.row

    def start(self, state: State) -> None:
        self.replenish(state)

    def lying(self, state: State) -> list[int]:
        return [card for card in state.cells[self.first : self.end] if card >= 0]

    def face_up(self, state: State) -> int:
        """The mask of the kinds in the row."""
        bits = self.bits  # an empty slot, -1, finds the last: nothing
        mask = 0
        for card in state.cells[self.first : self.end]:
            mask |= bits[card]
        return mask

    # -- filling and sweeping -----------------------------------------------------------------

    def refill(self, state: State, slot: int, deck: int = 0) -> None:
        """Replace a taken card by one of a deck; wilds may sweep the row."""
        card = self.cards.next_card(state, deck)
        if card >= 0:
            self.turn(state, slot, card)
            if state.cells[self.first : self.end].count(self.wild) >= self.fatal:
                self.sweep(state)

    def replenish(self, state: State) -> None:
        """Fill every empty slot while there are cards, then sweep if need be (R-72)."""
        if UNKNOWN in state.cells[self.first : self.end]:
            self.fill(state)
        if state.cells[self.first : self.end].count(self.wild) >= self.fatal:
            self.sweep(state)

    def fill(self, state: State) -> None:
        """Turn up a card in every empty slot, from the deck the row shows fewest of (R-85)."""
        cards = self.cards
        shown = [cards.deck_of[card] for card in self.lying(state)]
        for slot in range(self.row):
            if state.cells[self.first + slot] < 0:
                able = [deck for deck in range(cards.decks) if cards.drawable(state, deck)]
                if not able:
                    return
                deck = min(able, key=shown.count)
                shown.append(deck)
                self.turn(state, slot, cards.next_card(state, deck))

    def sweep(self, state: State) -> None:
        """Discard and replace the row while it shows too many wilds (R-04)."""
        for _ in range(FLUSHES):
            row = state.cells[self.first : self.end]
            if row.count(self.wild) < self.fatal or self.hopeless(state):
                return
            self.discard_row(state)
            self.fill(state)

    def hopeless(self, state: State) -> bool:
        """Whether no row below the fatal number can be made of the cards outside the hands."""
        cells = state.cells
        cards = self.cards
        lying = [cards.deck_of[card] for card in self.lying(state)]
        totals = [
            lying.count(deck) + cells[self.left + deck] + cards.discarded(state, deck)
            for deck in range(cards.decks)
        ]
        shown: list[int] = []  # the decks of a new row's cards, filled as `fill` does it
        for _ in range(min(self.row, sum(totals))):
            able = [deck for deck in range(cards.decks) if shown.count(deck) < totals[deck]]
            shown.append(min(able, key=shown.count))
        held = sum(cells[cards.hands + s * self.kinds + self.wild] for s in range(cards.players))
        deck = cards.deck_of[self.wild]
        plain = totals[deck] - (cards.counts[self.wild] - held)
        return shown.count(deck) - plain >= self.fatal

    # -- events: the only places that move cards ----------------------------------------------

    def turn(self, state: State, slot: int, card: int) -> None:
        """A card from its deck is turned up."""
        cells = state.cells
        cells[self.left + self.cards.deck_of[card]] -= 1
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
        cells[cards.hands_seen + at] += 1
        cells[cards.sizes + seat * cards.decks + cards.deck_of[card]] += 1
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

    def check_row(self, state: State, waiting: int) -> None:
        """Raise PositionError if slots are empty, but for the one that waits to be refilled."""
        empty = [slot for slot in range(self.row) if state.cells[self.first + slot] < 0]
        if waiting >= 0 and waiting not in empty:
            raise PositionError("row: the slot to be refilled is not empty")
        drawable = any(self.cards.drawable(state, deck) for deck in range(self.cards.decks))
        if drawable and any(slot != waiting for slot in empty):
            raise PositionError("row: a slot is empty although there are cards to fill it")
