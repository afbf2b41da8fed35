"""Ferries and rough country: where wilds are due, where they may be played, what may replace them.

A ferry demands a wild for every one printed on it. Where wilds are no jokers on plain routes, they
are played on ferries and tunnels only. Where `instead` is a number, so many cards of any kind may
stand for a wild that is due; and on some routes the board lets so many stand for a missing card.
Those cards are then given one by one (R-93). On a tunnel none may: what is shown there has one
colour (R-101).
"""

from itertools import accumulate
from operator import or_
from typing import Final

from capotreno.engine.actions import face
from capotreno.engine.errors import PositionError, Reason
from capotreno.engine.layout import PAYMENT, Layout
from capotreno.engine.state import NOBODY, State
from capotreno.rules.paying.payment import SetPayment
from capotreno.rules.seams import Digger

Payment = tuple[int, int, int, int]  # card (-1: none), copies of it, wilds, cards of any kind

TRIES: Final = 4000  # deals before a world is given up; the true one shows that there is one


class FerryPayment(SetPayment):
    """`jokers`: wilds may be played on every route. `instead`: cards that stand for a wild due."""

    def __init__(self, jokers: bool, instead: int = 0) -> None:
        self.jokers = jokers
        self.instead = instead

    def bind(self, layout: Layout) -> None:
        routes = layout.board.routes
        self.due = [route.ferry for route in routes]
        self.tunnel = [route.tunnel for route in routes]
        self.joker = [self.jokers or r.ferry > 0 or r.tunnel for r in routes]
        # how many cards of any kind stand for one card that is missing, or for one wild that is due
        self.any_for = [
            0 if r.tunnel else r.card_set or (self.instead if r.ferry else 0) for r in routes
        ]
        self.card_set = [r.card_set > 0 and not r.tunnel for r in routes]
        self.loose_routes = [r.index for r in routes if self.any_for[r.index]]
        super().bind(layout)
        self._afford_loosely([card.count for card in layout.board.cards])
        layout.reason("wilds_short")
        self.diggers = layout.partners(Digger)
        self.giving = layout.question(self, "give", form=PAYMENT, of="card")
        self._loose_ways(layout)
        names = [face("give", name, card=name) for name in self.names]
        self.give = layout.actions(self, names if self.loose_routes else [], group="give")

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

    def _afford_loosely(self, counts: list[int]) -> None:
        """loosely[w][c][n][all]: what is paid by n cards of c, w wilds and the rest of a hand.

        The last number is that of all coloured cards in the hand; more than `most` help no further.
        """
        routes = self.loose_routes
        self.most = max([self.length[r] * (self.any_for[r] + 1) for r in routes], default=0)
        self.loosely = [
            [
                [self._paid_loosely(c, n, wilds) for n in range(counts[c] + 1)]
                for c in range(self.colours)
            ]
            for wilds in range(counts[self.wild] + 1 if routes else 0)
        ]

    def _paid_loosely(self, c: int, own: int, wilds: int) -> list[int]:
        """By the number of coloured cards in a hand, `own` of them of colour c: the routes paid."""
        masks = [0] * (self.most + 1)
        for route in self.loose_routes:
            if self.colour[route] in (c, -1):
                needed = self._needed(route, own, wilds)
                if needed >= 0:
                    masks[needed] |= 1 << route
        return list(accumulate(masks, or_))

    def _needed(self, route: int, own: int, wilds: int) -> int:
        """How many coloured cards a hand needs in all to pay a route loosely; -1: no number helps.

        Wilds fill colour only where it is missing: each is worth several cards where it is due.
        """
        each, length = self.any_for[route], self.length[route]
        if self.card_set[route]:
            return max(0, each * (length - own) + own - wilds) if own else -1
        plain = length - self.due[route]
        wilds -= max(0, plain - own)
        if wilds < 0:
            return -1
        return min(own, plain) + each * max(0, self.due[route] - wilds)

    def _loose_ways(self, layout: Layout) -> None:
        """The payments with cards of any kind: which there are, and which of them fit a route."""
        found: dict[Payment, list[int]] = {}
        for route in self.loose_routes:
            colours = range(self.colours) if self.colour[route] < 0 else (self.colour[route],)
            for way in [way for c in colours for way in self._ways_of(route, c)]:
                if route not in found.setdefault(way, []):
                    found[way].append(route)
        self.loose = sorted(found)
        faces = []
        for card, copies, wilds, rest in self.loose:
            cards = {self.names[card]: copies} if copies else {}
            cards |= {self.names[self.wild]: wilds} if wilds else {}
            cards["any"] = rest
            words = " ".join(f"{name}*{count}" for name, count in cards.items())
            faces.append(face("pay", words, cards=cards))
        self.loose_codes = layout.actions(self, faces, group="pay")
        self.loose_of: dict[int, list[int]] = {route: [] for route in self.loose_routes}
        for number, way in enumerate(self.loose):
            for route in found[way]:
                self.loose_of[route].append(number)

    def _ways_of(self, route: int, c: int) -> list[Payment]:
        """With a colour: so many of it, so many wilds, so many cards of any kind.

        On a gray route at least one card is of the colour: any other given would be one (R-07).
        """
        each, due, length = self.any_for[route], self.due[route], self.length[route]
        if self.card_set[route]:
            return [(c, length - sets, 0, each * sets) for sets in range(1, length)]
        plain = length - due
        gray = self.colour[route] < 0
        return [
            (c if plain > extra else -1, plain - extra, due - sets + extra, each * sets)
            for sets in range(1, due + 1)
            for extra in range(plain + 1)
            if plain > extra or not extra or not gray
        ]

    # -- what can be paid ---------------------------------------------------------------------

    def payable(self, state: State, seat: int) -> int:
        mask = super().payable(state, seat)
        if self.loose_routes:
            first = self.hands + seat * self.kinds
            hand = state.cells[first : first + self.colours]
            loosely = self.loosely[state.cells[first + self.wild]]
            coloured = min(sum(hand), self.most)
            for colour in range(self.colours):
                mask |= loosely[colour][hand[colour]][coloured]
        return mask

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
        if not self.any_for[route]:
            return codes
        fitting = [n for n in self.loose_of[route] if self._has(hand, route, self.loose[n])]
        return codes + tuple([self.loose_codes + n for n in fitting])

    def _has(self, hand: list[int], route: int, way: Payment) -> bool:
        card, copies, wilds, rest = way
        if wilds > hand[self.wild] or (copies and hand[card] < copies):
            return False
        left = hand[:]
        if copies:
            left[card] -= copies
        return self._givable(left, route, self.barred(route, way)) >= rest

    def barred(self, route: int, way: Payment) -> int:
        """The kind that may not be given with a way: it would do better in its own place (R-07)."""
        card, copies, wilds, rest = way
        if self.card_set[route]:
            return card
        extra = wilds - (self.due[route] - rest // self.any_for[route])
        return (card if copies else self.colour[route]) if extra else -1

    def _givable(self, hand: list[int], route: int, barred: int) -> int:
        """How many cards of a hand may be given as cards of any kind."""
        found = sum(hand) if self.card_set[route] else sum(hand[: self.colours])
        return found - (hand[barred] if barred >= 0 else 0)

    # -- paying -------------------------------------------------------------------------------

    def legal(self, state: State, seat: int, question: int, subject: int) -> tuple[int, ...]:
        """The question is which card is given."""
        route, barred = divmod(subject, 32)
        kinds = range(self.kinds if self.card_set[route] else self.colours)
        first = self.hands + seat * self.kinds
        return tuple(
            [self.give + c for c in kinds if c != barred - 1 and state.cells[first + c] > 0]
        )

    def apply(self, state: State, seat: int, code: int, question: int, subject: int) -> None:
        if question == self.giving:
            self.cards.spend(state, seat, code - self.give, 1)
            self._look_again(state)
            if not state.stack:
                self._paid_for(state, seat, subject // 32)
        elif self.diggers and question == self.diggers[0].question:
            self.diggers[0].pay_more(state, seat, code, subject)
        elif code >= self.loose_codes:
            self._ask_for(state, seat, self.loose[code - self.loose_codes], subject)
        elif self._is_claim(question) and self.tunnel[subject]:
            self.diggers[0].dig(state, seat, code, subject)
        else:
            super().apply(state, seat, code, question, subject)

    def _is_claim(self, question: int) -> bool:
        return self.questions[question].about == "route"

    def _ask_for(self, state: State, seat: int, way: Payment, route: int) -> None:
        """What is sure is paid; the cards of any kind are asked for, one by one."""
        card, copies, wilds, rest = way
        if copies:
            self.cards.spend(state, seat, card, copies)
        if wilds:
            self.cards.spend(state, seat, self.wild, wilds)
        self._look_again(state)
        for _ in range(rest):
            state.ask(self.giving, seat, route * 32 + self.barred(route, way) + 1)

    def _look_again(self, state: State) -> None:
        for keeper in self.cards.keepers:
            keeper.replenish(state)

    def _paid_for(self, state: State, seat: int, route: int) -> None:
        question = next(n for n, asked in enumerate(self.questions) if asked.name == "payment")
        asker = self.questions[question].part
        assert asker is not None
        asker.paid(state, seat, question, route)

    def cost(self, code: int) -> list[tuple[int, int]]:
        if code < self.loose_codes:
            return super().cost(code)
        card, copies, wilds, _ = self.loose[code - self.loose_codes]
        return [(one, n) for one, n in ((card, copies), (self.wild, wilds)) if n]

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
        first = self.hands + seat * self.kinds
        hand = state.cells[first : first + self.kinds]
        colours = range(self.colours) if self.colour[route] < 0 else (self.colour[route],)
        missing, gap = min([self._short_with(hand, route, colour) for colour in colours])
        if self.due[route] and not gap:
            return Reason("wilds_short", {"missing": missing, "due": self.due[route]})
        return Reason("cards_short", {"missing": missing, "length": self.length[route]})

    def _short_with(self, hand: list[int], route: int, c: int) -> tuple[int, int]:
        """How many cards are missing with a colour, and how many of its spaces it leaves empty.

        Cards of any kind stand in where they may, and wilds do the rest.
        """
        each, due = self.any_for[route], self.due[route]
        used = min(hand[c], self.length[route] - due)
        gap = self.length[route] - due - used
        if self.card_set[route]:
            return gap - min(gap - (not used), (sum(hand) - used) // each), gap
        instead = min(due, (sum(hand[: self.colours]) - used) // each) if each else 0
        wilds = hand[self.wild] if self.joker[route] else 0
        return gap + due - instead - wilds, gap

    def why_not(self, state: State, seat: int, code: int, question: int) -> Reason | None:
        if question == self.giving or self.awaits(question):
            return Reason("payment_short", {})
        return None

    # -- worlds -------------------------------------------------------------------------------

    def resample(self, state: State, seat: int) -> None:
        """Who is asked how to pay, or for a card, has it: that much every seat knows."""
        if not state.stack or state.stack[-1][1] == seat:
            return
        question, other, subject = state.stack[-1]
        for _ in range(TRIES):
            if question == self.giving:
                enough = self._enough_to_give(state, other, subject, len(state.stack))
            elif self.awaits(question):
                asker = self.questions[question].part
                assert asker is not None
                enough = bool(asker.legal(state, other, question, subject))
            else:
                return
            if enough:
                return
            self.cards.deal_unseen(state, seat, NOBODY, {})
        raise AssertionError("no world in which the payment could be made")

    def _enough_to_give(self, state: State, seat: int, subject: int, count: int) -> bool:
        first = self.hands + seat * self.kinds
        hand = state.cells[first : first + self.kinds]
        route, barred = divmod(subject, 32)
        return self._givable(hand, route, barred - 1) >= count

    def audit(self, state: State) -> None:
        for question, seat, subject in state.stack:
            if question == self.giving:
                route, barred = divmod(subject, 32)
                fits = (
                    0 <= route < len(self.length) and self.any_for[route] and barred <= self.kinds
                )
                if state.stack != [(question, seat, subject)] * len(state.stack) or not fits:
                    raise PositionError("asked: cards are given for one route")
                if not self._enough_to_give(state, seat, subject, len(state.stack)):
                    raise PositionError("asked: more cards than can be given")
