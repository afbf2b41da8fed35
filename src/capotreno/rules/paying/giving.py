"""Payments with cards of any kind among them, which are given one by one (R-93).

What is sure, cards of a colour and wilds, is paid at once. Then the seat is asked for one card of
any kind after the other; nothing of it can be taken back.
"""

from itertools import accumulate
from operator import or_
from typing import Final

from capotreno.engine.actions import face
from capotreno.engine.errors import PositionError
from capotreno.engine.layout import PAYMENT, Layout
from capotreno.engine.part import require
from capotreno.engine.state import State
from capotreno.rules.claiming.claims import Claims
from capotreno.rules.paying.any_cards import AnyCards, LooseWay
from capotreno.rules.paying.payment import SetPayment

# A decision has one subject, and who is asked for a card must know two things: for which route,
# and which kind may not be given. Both are packed into one number: route * PACKED + kind + 1, the
# last 0 where every kind may be given. Recorded games hold such numbers.
PACKED: Final = 32


class GivingPayment(SetPayment):
    """A payer that also takes cards of any kind, where one of `any_cards` says for what."""

    def __init__(self, any_cards: tuple[AnyCards, ...]) -> None:
        self.any_cards = any_cards

    def bind(self, layout: Layout) -> None:
        super().bind(layout)
        require(self.kinds < PACKED, "too many kinds of card to ask for one of them")
        self.claims = layout.partner(Claims)
        self.rule: list[AnyCards | None] = [None for _ in layout.board.routes]
        for rule in self.any_cards:
            rule.bind(layout)
            for route, each in enumerate(rule.each):
                if each and self.rule[route] is None:
                    self.rule[route] = rule
        self.loose_routes = [
            (route, rule) for route, rule in enumerate(self.rule) if rule is not None
        ]
        self._afford_loosely([card.count for card in layout.board.cards])
        # asked or not, the question has its number: those after it are in recorded games
        self.giving = layout.question(self, "give", form=PAYMENT, of="card")
        self._loose_ways(layout)
        names = [face("give", name, card=name) for name in self.names]
        self.give = layout.actions(self, names if self.loose_routes else [], group="give")

    def _afford_loosely(self, counts: list[int]) -> None:
        """loosely[w][c][n][all]: what is paid by n cards of c, w wilds and the rest of a hand.

        The last number is that of all coloured cards in the hand; more than `most` help no further.
        """
        routes = self.loose_routes
        self.most = max([self.length[r] * (rule.each[r] + 1) for r, rule in routes], default=0)
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
        for route, rule in self.loose_routes:
            if self.colour[route] in (c, -1):
                needed = rule.needed(route, own, wilds)
                if needed >= 0:
                    masks[needed] |= 1 << route
        return list(accumulate(masks, or_))

    def _loose_ways(self, layout: Layout) -> None:
        """The payments with cards of any kind: which there are, and which of them fit a route."""
        found: dict[LooseWay, list[int]] = {}
        for route, rule in self.loose_routes:
            colours = range(self.colours) if self.colour[route] < 0 else (self.colour[route],)
            for way in [way for c in colours for way in rule.ways(route, c)]:
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
        self.loose_of: list[list[int]] = [[] for _ in self.rule]
        for number, way in enumerate(self.loose):
            for route in found[way]:
                self.loose_of[route].append(number)

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
        return super().payments(state, seat, route) + self.loose_payments(hand, route)

    def loose_payments(self, hand: list[int], route: int) -> tuple[int, ...]:
        """The codes of the ways to pay a route that hold cards of any kind."""
        rule = self.rule[route]
        if rule is None:
            return ()
        codes = self.loose_codes
        return tuple([codes + n for n in self.loose_of[route] if self._has(hand, route, rule, n)])

    def _has(self, hand: list[int], route: int, rule: AnyCards, number: int) -> bool:
        card, copies, wilds, rest = self.loose[number]
        if wilds > hand[self.wild] or (copies and hand[card] < copies):
            return False
        left = hand[:]
        if copies:
            left[card] -= copies
        return self._givable(left, rule, self._barred(route, rule, self.loose[number])) >= rest

    def _barred(self, route: int, rule: AnyCards, way: LooseWay) -> int:
        return rule.barred(route, way[0] if way[1] else self.colour[route], way)

    def _asking(self, route: int, way: LooseWay) -> int:
        """The subject of the question for a card of any kind."""
        rule = self.rule[route]
        assert rule is not None
        return route * PACKED + self._barred(route, rule, way) + 1

    def _givable(self, hand: list[int], rule: AnyCards, barred: int) -> int:
        """How many cards of a hand may be given as cards of any kind."""
        return sum(hand[: rule.kinds]) - (hand[barred] if barred >= 0 else 0)

    # -- paying -------------------------------------------------------------------------------

    def legal(self, state: State, seat: int, question: int, subject: int) -> tuple[int, ...]:
        """The question is which card is given."""
        barred = subject % PACKED - 1
        rule = self.rule[subject // PACKED]
        assert rule is not None
        first = self.hands + seat * self.kinds
        kinds = range(rule.kinds)
        return tuple([self.give + c for c in kinds if c != barred and state.cells[first + c] > 0])

    def apply(self, state: State, seat: int, code: int, question: int, subject: int) -> None:
        if question == self.giving:
            self.cards.spend(state, seat, code - self.give, 1)
            self._look_again(state)
            if not state.stack:
                self.claims.paid(state, seat, self.claims.payment, subject // PACKED)
        elif code >= self.loose_codes:
            self._ask_for(state, seat, self.loose[code - self.loose_codes], subject)
        else:
            super().apply(state, seat, code, question, subject)

    def _ask_for(self, state: State, seat: int, way: LooseWay, route: int) -> None:
        """What is sure is paid; the cards of any kind are asked for, one by one."""
        card, copies, wilds, rest = way
        if copies:
            self.cards.spend(state, seat, card, copies)
        if wilds:
            self.cards.spend(state, seat, self.wild, wilds)
        self._look_again(state)
        for _ in range(rest):
            state.ask(self.giving, seat, self._asking(route, way))

    def _look_again(self, state: State) -> None:
        for keeper in self.cards.keepers:
            keeper.replenish(state)

    def cost(self, code: int) -> list[tuple[int, int]]:
        if code < self.loose_codes:
            return super().cost(code)
        card, copies, wilds, _ = self.loose[code - self.loose_codes]
        return [(one, n) for one, n in ((card, copies), (self.wild, wilds)) if n]

    def awaits(self, question: int) -> bool:
        return question == self.giving or super().awaits(question)

    # -- worlds -------------------------------------------------------------------------------

    def able(self, state: State, payer: int) -> bool:
        question, _, subject = state.stack[-1]
        if question != self.giving:
            return super().able(state, payer)
        rule = self.rule[subject // PACKED]
        assert rule is not None
        first = self.hands + payer * self.kinds
        hand = state.cells[first : first + self.kinds]
        return self._givable(hand, rule, subject % PACKED - 1) >= len(state.stack)

    def deal_payment(self, state: State, payer: int) -> bool:
        question, _, subject = state.stack[-1]
        none = [0] * self.kinds
        if question == self.giving:
            rest = self._unshown(state, payer, none, subject, len(state.stack))
            fits = self.cards.can_get(state, payer, none, rest)
            if fits:
                self._give_any(state, payer, subject, rest)
            return fits
        codes = self.conceivable(state, payer)
        codes = tuple([code for code in codes if self._can_get(state, payer, code, subject)])
        if codes:
            code = codes[state.below(len(codes))]
            rest = self._rest(state, payer, code, subject)
            self.cards.get(state, payer, self.row(code))
            if rest:
                way = self.loose[code - self.loose_codes]
                self._give_any(state, payer, self._asking(subject, way), rest)
        return bool(codes)

    def _can_get(self, state: State, payer: int, code: int, subject: int) -> bool:
        """Whether a hand that lacks cards can come to pay so."""
        rest = self._rest(state, payer, code, subject)
        return self.cards.can_get(state, payer, self.row(code), rest)

    def _rest(self, state: State, payer: int, code: int, subject: int) -> int:
        """How many cards of any kind a payment takes beside those that were seen in the hand."""
        if code < self.loose_codes:
            return 0
        way = self.loose[code - self.loose_codes]
        return self._unshown(state, payer, self.row(code), self._asking(subject, way), way[3])

    def _unshown(self, state: State, payer: int, sure: list[int], subject: int, count: int) -> int:
        """How many of so many cards of any kind are not in the hand yet, which also pays `sure`."""
        hand = self.hands + payer * self.kinds
        for kind in self._givable_kinds(subject):
            count -= max(0, state.cells[hand + kind] - sure[kind])
        return max(0, count)

    def _give_any(self, state: State, payer: int, subject: int, count: int) -> None:
        """A hand gets so many cards of any kind that may be given."""
        kinds, deck = self._givable_kinds(subject), self.cards.deck
        for _ in range(count):
            left = state.below(sum([state.cells[deck + kind] for kind in kinds]))
            for kind in kinds:
                left -= state.cells[deck + kind]
                if left < 0:
                    self.cards.give(state, payer, kind, 1)
                    break

    def _givable_kinds(self, subject: int) -> list[int]:
        """The kinds of card that may be given."""
        rule = self.rule[subject // PACKED]
        assert rule is not None
        return [kind for kind in range(rule.kinds) if kind != subject % PACKED - 1]

    def audit(self, state: State) -> None:
        for question, seat, subject in state.stack:
            if question == self.giving:
                route, barred = divmod(subject, PACKED)
                fits = 0 <= route < len(self.rule) and self.rule[route] is not None
                fits = fits and barred <= self.kinds
                if state.stack != [(question, seat, subject)] * len(state.stack) or not fits:
                    raise PositionError("asked: cards are given for one route")
                if not self.able(state, seat):
                    raise PositionError("asked: more cards than can be given")
