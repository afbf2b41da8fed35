"""The cards: deck, discards and hands. A deck is a multiset, sampled when a card is drawn.

`shown` remembers what every seat could see: cards taken face up and not yet played again.
"""

from capotreno.engine.errors import PositionError
from capotreno.engine.layout import OWNER, SECRET, Layout
from capotreno.engine.part import Part
from capotreno.engine.state import NOBODY, UNKNOWN, Event, State


class Cards(Part):
    """One deck of cards in several kinds; the board says how many of each."""

    def __init__(self, hand: int) -> None:
        self.hand = hand  # cards dealt to every seat at the start

    def bind(self, layout: Layout) -> None:
        cards = layout.board.cards
        self.kinds = len(cards)
        self.counts = [card.count for card in cards]
        self.players = layout.players
        self.wild = next(i for i, card in enumerate(cards) if card.wild)
        self.keepers: list[Keeper] = layout.partners(Keeper)
        self.names = [card.id for card in cards]
        layout.name("card", self.names)
        self.hands = layout.cells("hands", "seat", "card", secrecy=OWNER)
        self.shown = layout.cells("shown", "seat", "card")
        self.sizes = layout.cells("hand_sizes", "seat")
        self.deck = layout.cells("deck", "card", secrecy=SECRET)
        self.left = layout.cells("deck_size")
        self.discards = layout.cells("discards", "card")
        self.drew = layout.event(self, "drew", "seat", "card", secret=("card",))
        self.spent = layout.event(self, "spent", "seat", "card", "count")
        self.reshuffled = layout.event(self, "reshuffled")

    def lay(self, cells: list[int]) -> None:
        cells[self.deck : self.deck + self.kinds] = self.counts
        cells[self.left] = sum(self.counts)

    def start(self, state: State) -> None:
        for seat in range(self.players):
            for _ in range(self.hand):
                self.draw(state, seat)

    def drawable(self, state: State) -> bool:
        """Whether a card can come from the deck, after a reshuffle if need be."""
        cells = state.cells
        return cells[self.left] > 0 or self.discarded(state) > 0

    def discarded(self, state: State) -> int:
        return sum(state.cells[self.discards : self.discards + self.kinds])

    def next_card(self, state: State) -> int:
        """The top card of the deck; the discards are reshuffled when it is empty (R-05).

        UNKNOWN if there is no card at all. The caller moves the card.
        """
        left = state.cells[self.left]
        if left == 0:
            if self.discarded(state) == 0:
                return UNKNOWN
            self.reshuffle(state)
            left = state.cells[self.left]
        return state.pick(self.deck, left)

    def draw(self, state: State, seat: int) -> None:
        """A blind card from the deck."""
        left = state.cells[self.left]
        card = state.pick(self.deck, left) if left else self.next_card(state)
        self.take_blind(state, seat, card)

    # -- events: the only places that move cards ----------------------------------------------

    def take_blind(self, state: State, seat: int, card: int) -> None:
        cells = state.cells
        cells[self.left] -= 1
        cells[self.sizes + seat] += 1
        if card >= 0:
            cells[self.deck + card] -= 1
            cells[self.hands + seat * self.kinds + card] += 1
        if state.events is not None:
            state.events.append((self.drew, seat, card))

    def spend(self, state: State, seat: int, card: int, count: int) -> None:
        """Cards of one kind go from a hand to the discards, for all to see."""
        cells = state.cells
        at = seat * self.kinds + card
        cells[self.hands + at] -= count
        cells[self.discards + card] += count
        cells[self.sizes + seat] -= count
        shown = cells[self.shown + at]
        if shown:
            cells[self.shown + at] = shown - count if shown > count else 0
        if state.events is not None:
            state.events.append((self.spent, seat, card, count))

    def reshuffle(self, state: State) -> None:
        """The deck is empty, and the discards become the deck."""
        cells = state.cells
        discards = cells[self.discards : self.discards + self.kinds]
        cells[self.left] = sum(discards)
        cells[self.deck : self.deck + self.kinds] = discards
        cells[self.discards : self.discards + self.kinds] = [0] * self.kinds
        if state.events is not None:
            state.events.append((self.reshuffled,))

    def fold(self, state: State, event: Event) -> None:
        kind = event[0]
        if kind == self.drew:
            self.take_blind(state, event[1], event[2])
        elif kind == self.spent:
            self.spend(state, event[1], event[2], event[3])
        else:
            self.reshuffle(state)

    # -- worlds -------------------------------------------------------------------------------

    def unseen(self, state: State, seat: int) -> list[int]:
        """How many of each kind a seat can not place: in the deck or unknown in another hand."""
        cells = state.cells
        found = [self.counts[card] - cells[self.discards + card] for card in range(self.kinds)]
        for keeper in self.keepers:
            for card in keeper.lying(state):
                found[card] -= 1
        for other in range(self.players):
            first = (self.hands if other == seat else self.shown) + other * self.kinds
            for card in range(self.kinds):
                found[card] -= cells[first + card]
        return found

    def resample(self, state: State, seat: int) -> None:
        self.deal_unseen(state, seat, NOBODY, {})

    def deal_unseen(self, state: State, seat: int, other: int, sure: dict[int, int]) -> None:
        """Deal the cards a seat cannot place at random; `other` gets some kinds for sure."""
        cells = state.cells
        deck = self.deck
        cells[deck : deck + self.kinds] = self.unseen(state, seat)
        total = sum(cells[deck : deck + self.kinds])
        rows = [(one * self.kinds, one) for one in range(self.players) if one != seat]
        unknown: dict[int, int] = {}
        for row, one in rows:
            known = cells[self.shown + row : self.shown + row + self.kinds]
            cells[self.hands + row : self.hands + row + self.kinds] = known
            unknown[row] = cells[self.sizes + one] - sum(known)
        for card, count in sure.items():
            cells[deck + card] -= count
            cells[self.hands + other * self.kinds + card] += count
            unknown[other * self.kinds] -= count
            total -= count
        for row, count in unknown.items():
            for _ in range(count):
                card = state.pick(deck, total)
                total -= 1
                cells[deck + card] -= 1
                cells[self.hands + row + card] += 1

    def audit(self, state: State) -> None:
        cells = state.cells
        lying = [card for keeper in self.keepers for card in keeper.lying(state)]
        for card in range(self.kinds):
            held = [cells[self.hands + s * self.kinds + card] for s in range(self.players)]
            shown = [cells[self.shown + s * self.kinds + card] for s in range(self.players)]
            rest = [cells[self.deck + card], cells[self.discards + card]]
            if min(held + shown + rest) < 0:
                raise PositionError("cards: a count is below zero")
            if any(s > h for s, h in zip(shown, held, strict=True)):
                raise PositionError("cards: more cards are shown than held")
            if sum(held) + sum(rest) + lying.count(card) != self.counts[card]:
                raise PositionError("cards: some are lost or too many")
        if cells[self.left] != sum(cells[self.deck : self.deck + self.kinds]):
            raise PositionError("cards: deck_size is not the number of cards in the deck")
        for seat in range(self.players):
            first = self.hands + seat * self.kinds
            if cells[self.sizes + seat] != sum(cells[first : first + self.kinds]):
                raise PositionError("cards: hand_sizes is not the number of cards held")


class Keeper(Part):
    """A part that keeps cards lying open on the table."""

    def lying(self, state: State) -> list[int]:
        """The kinds of the cards lying open."""
        raise NotImplementedError

    def replenish(self, state: State) -> None:
        """Cards have come back to the discards: fill what stood empty, look again (R-05)."""
        raise NotImplementedError
