"""Paying with several kinds of wilds, some of which may be played on long routes only.

As with one kind of wild, nothing enumerates hands: a route's length says which wilds count; what a
seat can pay is looked up by how many cards it has of a colour and of those wilds together, and the
ways to pay a route by small counts.
"""

from itertools import product

from capotreno.board.memory import Memory
from capotreno.engine.actions import Json, face
from capotreno.engine.errors import Reason
from capotreno.engine.layout import Layout
from capotreno.engine.state import State
from capotreno.rules.cards.cards import Cards
from capotreno.rules.paying.payment import CardPayment

Counts = tuple[int, ...]
WildPayment = tuple[int, int, Counts]  # card (-1: none), copies of it, wilds of each kind


class LimitedWildPayment(CardPayment):
    """Some cards of one colour and some wilds, as many as the route has spaces (R-07).

    A card that is neither coloured nor wild pays for nothing.
    """

    def bind(self, layout: Layout) -> None:
        board = layout.board
        self.questions = layout.questions
        self.cards = layout.partner(Cards)
        self.hands = self.cards.hands
        self.kinds = len(board.cards)
        self.names = [card.id for card in board.cards]
        self.coloured = [i for i, card in enumerate(board.cards) if card.colour and not card.wild]
        wilds = [i for i, card in enumerate(board.cards) if card.wild]
        self.wilds = sorted(wilds, key=lambda i: board.cards[i].from_length)
        by_colour = {board.cards[i].colour: n for n, i in enumerate(self.coloured)}
        self.length = [route.length for route in board.routes]
        self.colour = [by_colour.get(route.colour, -1) for route in board.routes]  # -1: gray
        longest = max(self.length)
        # usable[length]: so many kinds of wilds, the first ones, may be played on such a route
        least = [board.cards[i].from_length for i in self.wilds]
        self.usable = [sum([one <= n for one in least]) for n in range(longest + 1)]
        counts = [card.count for card in board.cards]
        self._afford(counts)
        self._ways(counts, longest)
        self.codes = layout.actions(self, [self._face(way) for way in self.ways], group="pay")
        self.menus: Memory[tuple[int, int, int, Counts], tuple[int, ...]] = Memory()
        layout.reason("cards_short", "payment_short")

    def _afford(self, counts: list[int]) -> None:
        """A table [c][n] for some kinds of wilds: routes where these may be played and no others.

        Those, gray ones too, that n cards pay, of colour c and of these wilds together.
        """
        most = max(counts) + sum([counts[kind] for kind in self.wilds])
        numbers = sorted({self.usable[length] for length in self.length})
        self.afford = [
            (
                self.wilds[:u],
                [[self._paid(u, c, n) for n in range(most + 1)] for c in range(len(self.coloured))],
            )
            for u in numbers
        ]

    def _paid(self, u: int, c: int, n: int) -> int:
        mask = 0
        for route, length in enumerate(self.length):
            if self.usable[length] == u and self.colour[route] in (c, -1) and length <= n:
                mask |= 1 << route
        return mask

    def _ways(self, counts: list[int], longest: int) -> None:
        """Every payment there is; fitting[c][length]: their numbers, the last c: wilds alone."""
        self.ways: list[WildPayment] = []
        self.fitting: list[list[list[int]]] = []
        for card in (*self.coloured, -1):
            by_length: list[list[int]] = [[] for _ in range(longest + 1)]
            for length in range(1, longest + 1):
                kinds = self.wilds[: self.usable[length]]
                few = [range(min(counts[kind], length) + 1) for kind in kinds]
                for some in product(*few):
                    copies = length - sum(some)
                    if copies == 0 if card < 0 else 0 < copies <= counts[card]:
                        by_length[length].append(len(self.ways))
                        self.ways.append((card, copies, some))
            self.fitting.append(by_length)

    def _face(self, way: WildPayment) -> tuple[str, str, Json]:
        """`pay red*2 wild*1`, and the same as an object."""
        cards = {self.names[kind]: n for kind, n in self._cards(way)}
        words = " ".join(f"{name}*{count}" for name, count in cards.items())
        return face("pay", words, cards=cards)

    def _cards(self, way: WildPayment) -> list[tuple[int, int]]:
        """The cards of a payment, as kinds and counts."""
        card, copies, some = way
        found = [(card, copies)] if copies else []
        return found + [(kind, n) for kind, n in zip(self.wilds, some, strict=False) if n]

    # -- what can be paid -------------------------------------------------------------------------

    def payable(self, state: State, seat: int) -> int:
        first = self.hands + seat * self.kinds
        hand = state.cells[first : first + self.kinds]
        mask = 0
        for kinds, by_colour in self.afford:
            wilds = 0
            for kind in kinds:
                wilds += hand[kind]
            for kind, of_colour in zip(self.coloured, by_colour, strict=True):
                mask |= of_colour[hand[kind] + wilds]
        return mask

    def payments(self, state: State, seat: int, route: int) -> tuple[int, ...]:
        first = self.hands + seat * self.kinds
        hand = state.cells[first : first + self.kinds]
        length = self.length[route]
        usable = self.wilds[: self.usable[length]]
        wilds = tuple([min(hand[kind], length) for kind in usable])
        colour = self.colour[route]
        codes: tuple[int, ...] = ()
        for c in range(len(self.coloured)) if colour < 0 else (colour,):
            codes += self._menu(length, c, hand[self.coloured[c]], wilds)
        return codes + self._menu(length, len(self.coloured), 0, wilds)

    def _menu(self, length: int, c: int, held: int, wilds: Counts) -> tuple[int, ...]:
        """The codes to pay a length with some cards of a colour and some of these wilds."""
        key = (length, c, held, wilds)
        menu = self.menus.get(key)
        if menu is None:
            menu = self.menus[key] = tuple(
                [self.codes + n for n in self.fitting[c][length] if self._has(n, held, wilds)]
            )
        return menu

    def _has(self, number: int, held: int, wilds: Counts) -> bool:
        _, copies, some = self.ways[number]
        return copies <= held and all(n <= have for n, have in zip(some, wilds, strict=True))

    def _counting(self, hand: list[int], route: int) -> int:
        """How many wilds of a hand count for a route."""
        return sum([hand[kind] for kind in self.wilds[: self.usable[self.length[route]]]])

    # -- paying -----------------------------------------------------------------------------------

    def pay(self, state: State, seat: int, code: int) -> None:
        for kind, n in self.cost(code):
            self.cards.spend(state, seat, kind, n)
        for keeper in self.cards.keepers:
            keeper.replenish(state)

    def cost(self, code: int) -> list[tuple[int, int]]:
        return self._cards(self.ways[code - self.codes])

    def price(self, route: int) -> int:
        return self.length[route]

    def lacking(self, hand: list[int], route: int) -> tuple[int, list[int]]:
        colour = self.colour[route]
        kind = self.coloured[colour]
        if colour < 0:
            kind = max(self.coloured, key=hand.__getitem__)
        missing = self.length[route] - hand[kind] - self._counting(hand, route)
        return missing, [kind, *self.wilds[1 : self.usable[self.length[route]]]]

    def short_of(self, state: State, seat: int, route: int) -> Reason:
        missing, _ = self.lacking(self.cards.hand_of(state, seat), route)
        return Reason("cards_short", {"missing": missing, "length": self.length[route]})
