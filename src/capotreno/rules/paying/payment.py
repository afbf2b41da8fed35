"""Paying with cards: a set of one colour as long as the route, wilds standing for any of it.

Nothing enumerates hands: what a seat can pay is looked up by how many cards it has per colour,
and the ways to pay a route by three small numbers.
"""

from typing import Final

from capotreno.engine.actions import Json, face
from capotreno.engine.errors import PositionError, Reason
from capotreno.engine.layout import PAY_OR_STOP, PAYMENT, Layout, Question
from capotreno.engine.part import Payer
from capotreno.engine.state import State
from capotreno.rules.cards.cards import Cards

DEAREST: Final = 3  # cards that something other than a route may cost: a station, the rock


class CardPayment(Payer):
    """A payer whose payments are sets of cards: whoever asked for one is told that it was paid."""

    questions: list[Question]
    cards: Cards

    def apply(self, state: State, seat: int, code: int, question: int, subject: int) -> None:
        self.pay(state, seat, code)
        asker = self.questions[question].part
        assert asker is not None
        asker.paid(state, seat, question, subject)

    def cost(self, code: int) -> list[tuple[int, int]]:
        """The cards of a payment, as kinds and counts."""
        raise NotImplementedError

    def lacking(self, hand: list[int], route: int) -> tuple[int, list[int]]:
        """How many cards a hand lacks for a route, and the kinds that help most, the best first.

        For a route of any colour those of the colour that is nearest to it.
        """
        raise NotImplementedError

    def awaits(self, question: int) -> bool:
        """Whether a question is answered by a payment."""
        return self.questions[question].form in (PAYMENT, PAY_OR_STOP)

    def concerns(self, question: int, code: int) -> bool:
        return self.awaits(question)

    def why_not(self, state: State, seat: int, code: int, question: int) -> Reason | None:
        return Reason("payment_short", {}) if self.awaits(question) else None

    # -- worlds -------------------------------------------------------------------------------

    def resample(self, state: State, seat: int) -> None:
        """Who is asked how to pay can pay: that much every seat knows about the hand.

        Where the hand dealt cannot, one of the sets that pay is dealt for sure and the rest anew.
        """
        if not state.stack:
            return
        question, payer, _ = state.stack[-1]
        if payer == seat or not self.awaits(question) or self.able(state, payer):
            return
        self.cards.gather_unseen(state, seat)
        if not self.deal_payment(state, payer):
            raise PositionError("asked: a payment that no hand the view allows could make")
        self.cards.deal_unseen(state, seat)

    def deal_payment(self, state: State, payer: int) -> bool:
        """One of the sets that a seat can come to hold and pay with; False if there is none."""
        cards = self.cards
        codes = self.conceivable(state, payer)
        codes = tuple([code for code in codes if cards.can_get(state, payer, self.row(code), 0)])
        if codes:
            cards.get(state, payer, self.row(codes[state.below(len(codes))]))
        return bool(codes)

    def row(self, code: int) -> list[int]:
        """The cards of a payment, as counts by kind."""
        found = [0] * self.cards.kinds
        for card, count in self.cost(code):
            found[card] += count
        return found

    def conceivable(self, state: State, payer: int) -> tuple[int, ...]:
        """The codes of the payments a seat could make that held whatever it may hold."""
        cells, cards = state.cells, self.cards
        first, end = cards.hands + payer * cards.kinds, cards.hands + (payer + 1) * cards.kinds
        hand = cells[first:end]
        deck = cells[cards.deck : cards.deck + cards.kinds]
        cells[first:end] = [held + more for held, more in zip(hand, deck, strict=True)]
        codes = self.answers(state, payer)
        cells[first:end] = hand
        return codes

    def able(self, state: State, payer: int) -> bool:
        """Whether a seat can make the payment that it is asked for."""
        return bool(self.answers(state, payer))

    def answers(self, state: State, payer: int) -> tuple[int, ...]:
        """The codes of the payments a seat can make, as whoever asked for one says."""
        question, _, subject = state.stack[-1]
        asker = self.questions[question].part
        assert asker is not None
        return asker.legal(state, payer, question, subject)


class SetPayment(CardPayment):
    """A payment is some cards of one colour and some wilds, never one card too many (R-07)."""

    def bind(self, layout: Layout) -> None:
        self.cards = layout.partner(Cards)
        self.hands = self.cards.hands
        board = layout.board
        self.questions = layout.questions
        self.colours = len(board.cards) - 1  # the wild is the last kind of card
        self.wild = self.colours
        self.kinds = len(board.cards)
        names = [card.id for card in board.cards]
        by_colour = {card.colour: i for i, card in enumerate(board.cards) if not card.wild}
        self.length = [route.length for route in board.routes]
        self.colour = [by_colour.get(route.colour, -1) for route in board.routes]  # -1: gray
        self.names = names
        self._afford(layout)
        longest = max(DEAREST, *self.length)
        faces = []
        self.ways: list[tuple[int, int, int]] = []  # card, copies of it, wilds
        for card in range(self.colours):
            for copies in range(1, longest + 1):
                for wilds in range(longest - copies + 1):
                    self.ways.append((card, copies, wilds))
        self.ways.extend((self.wild, 0, wilds) for wilds in range(1, longest + 1))
        for card, copies, wilds in self.ways:
            faces.append(_face(names[card], copies, names[self.wild], wilds))
        self.codes = layout.actions(self, faces, group="pay")
        self._menus([card.count for card in board.cards], longest)
        layout.reason("cards_short", "payment_short")

    def _afford(self, layout: Layout) -> None:
        """afford[w][c][n]: the routes, gray ones too, that n cards of colour c and w wilds pay."""
        counts = [card.count for card in layout.board.cards]
        wilds = counts[self.wild]
        routes = range(len(self.length))
        by_colour = [
            [
                sum(1 << r for r in routes if self.colour[r] in (c, -1) and self.length[r] <= n)
                for n in range(max(counts) + wilds + 1)
            ]
            for c in range(self.colours)
        ]
        self.afford = [[own[w:] for own in by_colour] for w in range(wilds + 1)]

    def _menus(self, counts: list[int], longest: int) -> None:
        """menu[length][w][c][n]: the codes to pay a length with some of n cards of c and w wilds.

        all_wild[length][w]: the code to pay it with wilds alone, if w are enough.
        """
        at = {way: self.codes + i for i, way in enumerate(self.ways)}
        lengths = range(longest + 1)
        wilds = range(counts[self.wild] + 1)
        few = {
            (length, w, c, n): tuple(
                [at[c, k, length - k] for k in range(max(1, length - w), n + 1)]
            )
            for length in lengths
            for w in range(length + 1)
            for c in range(self.colours)
            for n in range(length + 1)
        }
        self.menu = [
            [
                [
                    [few[length, min(w, length), c, min(n, length)] for n in range(counts[c] + 1)]
                    for c in range(self.colours)
                ]
                for w in wilds
            ]
            for length in lengths
        ]
        self.all_wild: list[list[tuple[int, ...]]] = [
            [(at[self.wild, 0, length],) if 0 < length <= w else () for w in wilds]
            for length in lengths
        ]

    def payable(self, state: State, seat: int) -> int:
        cells = state.cells
        at = self.hands + seat * self.kinds
        mask = 0
        for of_colour in self.afford[cells[at + self.wild]]:
            mask |= of_colour[cells[at]]
            at += 1
        return mask

    def payments(self, state: State, seat: int, route: int) -> tuple[int, ...]:
        cells = state.cells
        first = self.hands + seat * self.kinds
        length = self.length[route]
        wilds = cells[first + self.wild]
        menu = self.menu[length][wilds]
        colour = self.colour[route]
        if colour >= 0:
            return menu[colour][cells[first + colour]] + self.all_wild[length][wilds]
        codes: tuple[int, ...] = ()
        for of_colour in menu:
            codes += of_colour[cells[first]]
            first += 1
        return codes + self.all_wild[length][wilds]

    def pay(self, state: State, seat: int, code: int) -> None:
        card, copies, wilds = self.ways[code - self.codes]
        cards = self.cards
        if copies:
            cards.spend(state, seat, card, copies)
        if wilds:
            cards.spend(state, seat, self.wild, wilds)
        for keeper in cards.keepers:
            keeper.replenish(state)

    def short_of(self, state: State, seat: int, route: int) -> Reason:
        cells = state.cells
        first = self.hands + seat * self.kinds
        colour = self.colour[route]
        held = cells[first + colour] if colour >= 0 else max(cells[first : first + self.colours])
        missing = self.length[route] - held - cells[first + self.wild]
        return Reason("cards_short", {"missing": missing, "length": self.length[route]})

    def cost(self, code: int) -> list[tuple[int, int]]:
        card, copies, wilds = self.ways[code - self.codes]
        return [(one, n) for one, n in ((card, copies), (self.wild, wilds)) if n]

    def price(self, route: int) -> int:
        return self.length[route]

    def lacking(self, hand: list[int], route: int) -> tuple[int, list[int]]:
        colour = self.colour[route]
        if colour < 0:
            colour = max(range(self.colours), key=hand.__getitem__)
        return self.length[route] - hand[colour] - hand[self.wild], [colour]


def _face(card: str, copies: int, wild: str, wilds: int) -> tuple[str, str, Json]:
    """`pay red*2 wild*1`, and the same as an object."""
    cards = {card: copies} if copies else {}
    if wilds:
        cards[wild] = wilds
    words = " ".join(f"{name}*{count}" for name, count in cards.items())
    return face("pay", words, cards=cards)
