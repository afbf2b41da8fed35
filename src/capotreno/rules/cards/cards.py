"""The cards: decks, discards and hands. A deck is a multiset, sampled when a card is drawn.

`hands_seen` is what everybody has seen of a hand: cards taken face up and not yet played again.
Where there are several decks, everybody sees from which one a card comes.
"""

from capotreno.engine.errors import PositionError
from capotreno.engine.layout import OWNER, SECRET, Layout
from capotreno.engine.part import Part, require
from capotreno.engine.state import UNKNOWN, Event, State
from capotreno.rules.seams import Keeper


class Cards(Part):
    """The board's decks: every kind of card belongs to one; the board says how many of each.

    `hand`: how many cards are dealt to every seat at the start, by deck if there are several.
    """

    def __init__(self, hand: int | dict[str, int]) -> None:
        self.hand = hand

    def bind(self, layout: Layout) -> None:
        cards = layout.board.cards
        self.kinds = len(cards)
        self.counts = [card.count for card in cards]
        self.players = layout.players
        self.wild = next(i for i, card in enumerate(cards) if card.wild)
        self.keepers: list[Keeper] = layout.partners(Keeper)
        self.names = [card.id for card in cards]
        layout.name("card", self.names)
        which = self._decks(layout, [card.deck for card in cards])
        each, every = max(self.counts), sum(self.counts)
        self.hands = layout.cells("hands", "seat", "card", secrecy=OWNER, most=each)
        self.hands_seen = layout.cells("hands_seen", "seat", "card", most=each)
        self.sizes = layout.cells("hand_sizes", "seat", *which, most=every)
        self.deck = layout.cells("deck", "card", secrecy=SECRET)
        self.left = layout.cells("deck_size", *which, most=every)
        self.discards = layout.cells("discards", "card", most=each)
        self.drew = layout.event(self, "drew", "seat", "card", *which, secret=("card",))
        self.spent = layout.event(self, "spent", "seat", "card", "count")
        self.reshuffled = layout.event(self, "reshuffled", *which)

    def _decks(self, layout: Layout, decks: list[str]) -> tuple[str, ...]:
        """The decks there are; how cells and events name them: not at all if there is one."""
        names = list(dict.fromkeys(decks))
        self.decks = len(names)
        self.deck_of = [names.index(deck) for deck in decks]
        require(self.deck_of == sorted(self.deck_of), "the cards of a deck must stand together")
        hand = {names[0]: self.hand} if isinstance(self.hand, int) else self.hand
        require(list(hand) == names, f"the hand must say how many cards come from {names}")
        self.dealt = [hand[deck] for deck in names]
        # of every deck: its first kind of card and the one after its last
        self.first_kind = [self.deck_of.index(deck) for deck in range(self.decks)]
        self.end_kind = [*self.first_kind[1:], self.kinds]
        self.tags: list[tuple[int, ...]] = [()]
        if self.decks == 1:
            return ()
        self.tags = [(deck,) for deck in range(self.decks)]
        layout.name("card_deck", names)
        return ("card_deck",)

    def lay(self, cells: list[int]) -> None:
        cells[self.deck : self.deck + self.kinds] = self.counts
        for deck in range(self.decks):
            cells[self.left + deck] = self.of_deck(self.counts, 0, deck)

    def start(self, state: State) -> None:
        for seat in range(self.players):
            for deck in range(self.decks):
                for _ in range(self.dealt[deck]):
                    self.draw(state, seat, deck)

    def of_deck(self, cells: list[int], first: int, deck: int) -> int:
        """How many cards of a deck some cells count; `first` counts the first kind of all."""
        return sum(cells[first + self.first_kind[deck] : first + self.end_kind[deck]])

    # -- looking ------------------------------------------------------------------------------

    def hand_of(self, state: State, seat: int) -> list[int]:
        """How many cards of each kind a seat holds."""
        first = self.hands + seat * self.kinds
        return state.cells[first : first + self.kinds]

    def hand_size(self, state: State, seat: int) -> int:
        """How many cards a seat holds, as everybody can count."""
        first = self.sizes + seat * self.decks
        return sum(state.cells[first : first + self.decks])

    def left_in(self, state: State, deck: int = 0) -> int:
        """How many cards are left in a deck."""
        return state.cells[self.left + deck]

    def drawable(self, state: State, deck: int = 0) -> bool:
        """Whether a card can come from a deck, after a reshuffle if need be."""
        return state.cells[self.left + deck] > 0 or self.discarded(state, deck) > 0

    def discarded(self, state: State, deck: int = 0) -> int:
        return self.of_deck(state.cells, self.discards, deck)

    def next_card(self, state: State, deck: int = 0) -> int:
        """The top card of a deck; its discards are reshuffled when it is empty (R-05).

        UNKNOWN if there is no card at all. The caller moves the card.
        """
        left = state.cells[self.left + deck]
        if left == 0:
            if self.discarded(state, deck) == 0:
                return UNKNOWN
            self.reshuffle(state, deck)
            left = state.cells[self.left + deck]
        first = self.first_kind[deck]
        return first + state.pick(self.deck + first, left)

    def draw(self, state: State, seat: int, deck: int = 0) -> None:
        """A blind card from a deck."""
        self.take_blind(state, seat, self.next_card(state, deck), deck)

    # -- events: the only places that move cards ----------------------------------------------

    def take_blind(self, state: State, seat: int, card: int, deck: int) -> None:
        cells = state.cells
        cells[self.left + deck] -= 1
        cells[self.sizes + seat * self.decks + deck] += 1
        if card >= 0:
            cells[self.deck + card] -= 1
            cells[self.hands + seat * self.kinds + card] += 1
        if state.events is not None:
            state.events.append((self.drew, seat, card, *self.tags[deck]))

    def spend(self, state: State, seat: int, card: int, count: int) -> None:
        """Cards of one kind go from a hand to the discards, for all to see."""
        cells = state.cells
        at = seat * self.kinds + card
        cells[self.hands + at] -= count
        cells[self.discards + card] += count
        cells[self.sizes + seat * self.decks + self.deck_of[card]] -= count
        shown = cells[self.hands_seen + at]
        if shown:
            cells[self.hands_seen + at] = shown - count if shown > count else 0
        if state.events is not None:
            state.events.append((self.spent, seat, card, count))

    def reshuffle(self, state: State, deck: int) -> None:
        """A deck is empty, and its discards become the deck."""
        cells = state.cells
        first, end = self.first_kind[deck], self.end_kind[deck]
        discards = cells[self.discards + first : self.discards + end]
        cells[self.left + deck] = sum(discards)
        cells[self.deck + first : self.deck + end] = discards
        cells[self.discards + first : self.discards + end] = [0] * len(discards)
        if state.events is not None:
            state.events.append((self.reshuffled, *self.tags[deck]))

    def fold(self, state: State, event: Event) -> None:
        kind = event[0]
        if kind == self.spent:
            self.spend(state, event[1], event[2], event[3])
            return
        deck = event[-1] if self.decks > 1 else 0
        if kind == self.drew:
            self.take_blind(state, event[1], event[2], deck)
        else:
            self.reshuffle(state, deck)

    # -- worlds -------------------------------------------------------------------------------

    def unseen(self, state: State, seat: int) -> list[int]:
        """How many of each kind a seat can not place: in the deck or unknown in another hand."""
        cells = state.cells
        found = [self.counts[card] - cells[self.discards + card] for card in range(self.kinds)]
        for keeper in self.keepers:
            for card in keeper.lying(state):
                found[card] -= 1
        for other in range(self.players):
            first = (self.hands if other == seat else self.hands_seen) + other * self.kinds
            for card in range(self.kinds):
                found[card] -= cells[first + card]
        return found

    def resample(self, state: State, seat: int) -> None:
        self.gather_unseen(state, seat)
        self.deal_unseen(state, seat)

    def gather_unseen(self, state: State, seat: int) -> None:
        """The cards a seat cannot place lie in their decks; the others hold what was seen."""
        cells = state.cells
        cells[self.deck : self.deck + self.kinds] = self.unseen(state, seat)
        for other in range(self.players):
            if other != seat:
                hand, shown = self.hands + other * self.kinds, self.hands_seen + other * self.kinds
                cells[hand : hand + self.kinds] = cells[shown : shown + self.kinds]

    def deal_unseen(self, state: State, seat: int) -> None:
        """The others' hands are filled up at random."""
        cells = state.cells
        for other in range(self.players):
            if other != seat:
                for deck in range(self.decks):
                    first = self.first_kind[deck]
                    left = self.of_deck(cells, self.deck, deck)
                    for _ in range(self.room(state, other, deck)):
                        self.give(state, other, first + state.pick(self.deck + first, left), 1)
                        left -= 1

    def room(self, state: State, seat: int, deck: int) -> int:
        """How many cards of a deck a hand lacks while worlds are dealt."""
        held = self.of_deck(state.cells, self.hands + seat * self.kinds, deck)
        return state.cells[self.sizes + seat * self.decks + deck] - held

    def give(self, state: State, seat: int, card: int, count: int) -> None:
        """Some cards of a kind go to a hand that has room for them."""
        state.cells[self.deck + card] -= count
        state.cells[self.hands + seat * self.kinds + card] += count

    def can_get(self, state: State, seat: int, some: list[int], more: int) -> bool:
        """Whether a hand that lacks cards can come to hold some, by kind, and more of any kind."""
        hand = self.hands + seat * self.kinds
        for deck in range(self.decks):
            room = self.room(state, seat, deck) - more
            for card in range(self.first_kind[deck], self.end_kind[deck]):
                missing = some[card] - state.cells[hand + card]
                if missing > 0:
                    room -= missing
                    if missing > state.cells[self.deck + card]:
                        return False
            if room < 0:
                return False
        return True

    def get(self, state: State, seat: int, some: list[int]) -> None:
        """A hand gets what it lacks of some cards, by kind."""
        hand = self.hands + seat * self.kinds
        for card, count in enumerate(some):
            missing = count - state.cells[hand + card]
            if missing > 0:
                self.give(state, seat, card, missing)

    def audit(self, state: State) -> None:
        cells = state.cells
        lying = [card for keeper in self.keepers for card in keeper.lying(state)]
        for card in range(self.kinds):
            hands = [cells[self.hands + s * self.kinds + card] for s in range(self.players)]
            shown = [cells[self.hands_seen + s * self.kinds + card] for s in range(self.players)]
            rest = [cells[self.deck + card], cells[self.discards + card]]
            if min(hands + shown + rest) < 0:
                raise PositionError("cards: a count is below zero")
            if any(s > h for s, h in zip(shown, hands, strict=True)):
                raise PositionError("cards: more cards are shown than held")
            if sum(hands) + sum(rest) + lying.count(card) != self.counts[card]:
                raise PositionError("cards: some are lost or too many")
        for deck in range(self.decks):
            if cells[self.left + deck] != self.of_deck(cells, self.deck, deck):
                raise PositionError("cards: deck_size is not the number of cards in the deck")
            for seat in range(self.players):
                held = self.of_deck(cells, self.hands + seat * self.kinds, deck)
                if cells[self.sizes + seat * self.decks + deck] != held:
                    raise PositionError("cards: hand_sizes is not the number of cards held")
