"""Paying a harbour with cards: two marked trains and two marked ships of one colour (R-34)."""

from capotreno.engine.errors import Reason
from capotreno.engine.layout import Layout
from capotreno.engine.part import require
from capotreno.engine.state import State
from capotreno.rules.building.harbours import Harbours
from capotreno.rules.paying.fares import HALF, HARBOUR, harbour_sets
from capotreno.rules.paying.transport import CardCounts, TransportPayment
from capotreno.rules.seams import HarbourPrice


class HarbourCards(HarbourPrice):
    """Any of the four may be a wild, even all."""

    def bind(self, layout: Layout) -> None:
        self.payer = layout.partner(TransportPayment)
        self.harbours = layout.partner(Harbours)
        self.cards = self.payer.cards
        self.suits = self.payer.suits
        ships = [layout.board.cards[suit.single] for suit in self.suits]
        doubles = [layout.board.cards[suit.double] for suit in self.suits]
        require(all(card.harbour for card in ships), "a single ship bears the harbour mark")
        require(not any(card.harbour for card in doubles), "a double ship bears no harbour mark")
        # what so many cards of a kind count for: half of a harbour at most
        self.half = [min(n, HALF) for n in range(max(self.cards.counts) + 1)]
        self.pairs = [(suit.marked, suit.single) for suit in self.suits]
        self.alone: list[CardCounts] = [((self.payer.wild, HARBOUR),)]
        self.payer.register(layout, self.alone)
        for colour in range(len(self.suits)):
            self.payer.register(layout, self._ways(colour, HALF, HALF, HARBOUR))
        # menu[colour][marked trains][ships][wilds], each no more than could be spent
        few, wilds = range(HALF + 1), range(HARBOUR + 1)
        self.menu = [
            [
                [[self.payer.menu_of(self._ways(c, m, s, w)) for w in wilds] for s in few]
                for m in few
            ]
            for c in range(len(self.suits))
        ]
        layout.reason("harbour_short")

    def _ways(self, colour: int, marked: int, ships: int, wilds: int) -> list[CardCounts]:
        suit = self.suits[colour]
        fares = harbour_sets(marked, ships, wilds)
        return [self.payer.way(suit.marked, suit.single, fare) for fare in fares]

    def missing(self, state: State, seat: int) -> int:
        """How many cards the colour nearest to it lacks."""
        cells, half = state.cells, self.half
        first = self.cards.hands + seat * self.cards.kinds
        best = 0
        for marked, single in self.pairs:
            have = half[cells[first + marked]] + half[cells[first + single]]
            best = max(best, have)
        return HARBOUR - best - cells[first + self.cards.wild]

    def lacking(self, hand: list[int]) -> tuple[int, list[int]]:
        """How many cards a hand lacks for a harbour, and the kinds that help the nearest colour."""
        found = (HARBOUR, [suit.marked for suit in self.suits])
        for suit in self.suits:
            marked, ships = min(hand[suit.marked], HALF), min(hand[suit.single], HALF)
            missing = HARBOUR - marked - ships - hand[self.cards.wild]
            if missing < found[0]:
                kinds = [suit.marked] * (marked < HALF) + [suit.single] * (ships < HALF)
                found = (missing, kinds)
        return found

    def affords(self, state: State, seat: int) -> bool:
        return self.missing(state, seat) <= 0

    def payments(self, state: State, seat: int) -> tuple[int, ...]:
        first = self.cards.hands + seat * self.cards.kinds
        hand = state.cells[first : first + self.cards.kinds]
        wilds = min(hand[self.cards.wild], HARBOUR)
        codes = self.payer.menu_of(self.alone) if wilds == HARBOUR else ()
        for colour, suit in enumerate(self.suits):
            marked, ships = min(hand[suit.marked], HALF), min(hand[suit.single], HALF)
            codes += self.menu[colour][marked][ships][wilds]
        return tuple(sorted(codes))

    def short_of(self, state: State, seat: int) -> Reason:
        return Reason("harbour_short", {"missing": self.missing(state, seat)})
