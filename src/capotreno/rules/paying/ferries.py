"""Ferries: a wild is due for every one printed on them.

Where wilds may be played at all is in `wilds`, what may stand for one that is due in
`any_for_wild`, what for a missing card in `card_sets`; `giving` asks for such cards one by one.
"""

from capotreno.engine.actions import Json
from capotreno.engine.errors import Reason
from capotreno.engine.layout import Layout
from capotreno.engine.state import State
from capotreno.rules.paying.any_cards import AnyCards
from capotreno.rules.paying.giving import GivingPayment
from capotreno.rules.paying.wilds import wilds_count
from capotreno.rules.seams import Digger


class FerryPayment(GivingPayment):
    """A set as long as the route, with a wild for each that is due; tunnels go to their digger.

    `wilds`: where they may be played. `any_cards`: what cards of any kind may stand for.
    """

    def __init__(self, wilds: str, any_cards: tuple[AnyCards, ...] = ()) -> None:
        super().__init__(any_cards)
        self.wilds = wilds

    def bind(self, layout: Layout) -> None:
        routes = layout.board.routes
        self.due = [route.ferry for route in routes]
        self.tunnel = [route.tunnel for route in routes]
        self.joker = [wilds_count(self.wilds, route) for route in routes]
        self.diggers = layout.partners(Digger)
        super().bind(layout)
        layout.reason("wilds_short")

    def facts(self) -> Json:
        """How many routes take wilds, where not all of them do."""
        return {} if all(self.joker) else {"wild_routes": sum(self.joker)}

    def _afford(self, layout: Layout) -> None:
        counts = [card.count for card in layout.board.cards]
        shapes: dict[tuple[int, int, int, bool], int] = {}  # colour, length, due, joker: the routes
        for r, length in enumerate(self.length):
            shape = (self.colour[r], length, self.due[r], self.joker[r])
            shapes[shape] = shapes.get(shape, 0) | 1 << r
        self.afford = [
            [
                [
                    sum(
                        [
                            mask
                            for (colour, length, due, joker), mask in shapes.items()
                            if colour in (c, -1)
                            and ((n + w >= length and w >= due) if joker else n >= length)
                        ]
                    )
                    for n in range(counts[c] + 1)
                ]
                for c in range(self.colours)
            ]
            for w in range(counts[self.wild] + 1)
        ]

    def payments(self, state: State, seat: int, route: int) -> tuple[int, ...]:
        first = self.hands + seat * self.kinds
        hand = state.cells[first : first + self.kinds]
        length = self.length[route]
        most = length - self.due[route]
        wilds = hand[self.wild] if self.joker[route] else 0
        colour = self.colour[route]
        codes: tuple[int, ...] = ()
        for c in range(self.colours) if colour < 0 else (colour,):
            codes += self.menu[length][wilds][c][min(hand[c], most)]
        codes += self.all_wild[length][wilds]
        return codes + self.loose_payments(hand, route) if self.loose_of[route] else codes

    def apply(self, state: State, seat: int, code: int, question: int, subject: int) -> None:
        if self.diggers and question == self.diggers[0].question:
            self.diggers[0].pay_more(state, seat, code, subject)
        elif self.diggers and question == self.claims.payment and self.tunnel[subject]:
            self.diggers[0].dig(state, seat, code, subject)
        else:
            super().apply(state, seat, code, question, subject)

    def price(self, route: int) -> int:
        return self.length[route] + self.due[route] + int(self.tunnel[route])

    def lacking(self, hand: list[int], route: int) -> tuple[int, list[int]]:
        colour = self.colour[route]
        if colour < 0:
            colour = max(range(self.colours), key=hand.__getitem__)
        wilds = hand[self.wild] if self.joker[route] else 0
        missing = self.length[route] - hand[colour] - wilds
        wanted = self.due[route] - hand[self.wild]
        return max(missing, wanted), [self.wild, colour] if wanted > 0 else [colour]

    def short_of(self, state: State, seat: int, route: int) -> Reason:
        hand = self.cards.hand_of(state, seat)
        colours = range(self.colours) if self.colour[route] < 0 else (self.colour[route],)
        missing, gap = min([self._short_with(hand, route, colour) for colour in colours])
        if self.due[route] and not gap:
            return Reason("wilds_short", {"missing": missing, "due": self.due[route]})
        return Reason("cards_short", {"missing": missing, "length": self.length[route]})

    def _short_with(self, hand: list[int], route: int, c: int) -> tuple[int, int]:
        """How many cards are missing with a colour, and how many of its spaces it leaves empty.

        Cards of any kind stand in where they may, and wilds do the rest.
        """
        due, rule = self.due[route], self.rule[route]
        used = min(hand[c], self.length[route] - due)
        gap = self.length[route] - due - used
        spared = rule.spared(hand, route, used) if rule is not None else 0
        if rule is not None and rule.kinds == self.kinds:
            return gap - spared, gap  # wilds are among the cards that were counted already
        wilds = hand[self.wild] if self.joker[route] else 0
        return gap + due - spared - wilds, gap
