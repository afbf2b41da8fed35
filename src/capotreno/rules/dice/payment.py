"""Paying with dice: faces of the route's kind, locomotives and tokens, one for every space.

What is left over buys tokens whatever it shows, so two ways to pay differ only in how many dice
and how many tokens they take. A plain face always goes before a locomotive: keeping the
locomotive can only help (a tunnel asks for more), and never costs anything.
"""

from typing import Final

from capotreno.engine.actions import Json, face
from capotreno.engine.errors import PositionError, Reason
from capotreno.engine.layout import PAY_OR_STOP, PAYMENT, Layout
from capotreno.engine.part import Payer
from capotreno.engine.state import State
from capotreno.rules.dice.dice import DICE, DOUBLE, FACES, LOCOMOTIVE, SINGLE, Dice, Roll
from capotreno.rules.dice.tokens import MOST, PRICE, Tokens
from capotreno.rules.dice.tunnels import TunnelDice

REACH: Final = DICE + MOST  # spaces that can be paid at most; a longer route costs as much


class DicePayment(Payer):
    """The only payer of a game with dice."""

    def bind(self, layout: Layout) -> None:
        self.dice = layout.partner(Dice)
        self.tokens = layout.partner(Tokens)
        self.questions = layout.questions
        self.diggers = layout.partners(TunnelDice)
        routes = layout.board.routes
        # A route with a twin on the board is a double one, whoever plays.
        self.kind = [DOUBLE if route.twins else SINGLE for route in routes]
        self.ferry = [route.ferry for route in routes]
        # A rugged space costs two.
        self.prices = [min(REACH, route.length + route.rugged) for route in routes]
        self.ways = [
            (dice, tokens)
            for dice in range(DICE + 1)
            for tokens in range(MOST + 1)
            if dice + tokens
        ]
        self.codes = layout.actions(self, [_face(*way) for way in self.ways], group="pay")
        self._tables(len(routes))
        layout.reason("spaces_short", "locomotives_short", "payment_short")

    def _tables(self, routes: int) -> None:
        """menu[ferry][price][usable dice][tokens][most]: the codes of the ways to pay.

        mask[kind][usable dice][locomotives][tokens][most]: the routes that can be paid. The most
        is how many tokens of the kind the seat can have, those it buys now included.
        """
        at = {way: self.codes + i for i, way in enumerate(self.ways)}
        self.menu = [
            [
                [
                    [
                        [_codes(at, ferry, price, usable, held, most) for most in range(MOST + 1)]
                        for held in range(MOST + 1)
                    ]
                    for usable in range(DICE + 1)
                ]
                for price in range(REACH + 1)
            ]
            for ferry in range(max(self.ferry) + 1)
        ]
        self.mask = [
            [
                [[[0] * (MOST + 1) for _ in range(MOST + 1)] for _ in range(DICE + 1)]
                for _ in range(DICE + 1)
            ]
            for _ in (SINGLE, DOUBLE)
        ]
        for r in range(routes):
            menu = self.menu[self.ferry[r]][self.prices[r]]
            for usable in range(DICE + 1):
                for locos in range(self.ferry[r], usable + 1):
                    masks = self.mask[self.kind[r]][usable][locos]
                    for held, by_most in enumerate(menu[usable]):
                        for most, codes in enumerate(by_most):
                            masks[held][most] |= 1 << r if codes else 0

    # -- the payer ------------------------------------------------------------------------------

    def payable(self, state: State, seat: int) -> int:
        if not self.dice.is_rolled(state):
            return 0
        roll = self.dice.showing(state)
        mask = 0
        for kind in (SINGLE, DOUBLE):
            held = self.tokens.held(state, seat, kind)
            mask |= self.within(roll, kind, held, self.tokens.most(state, seat, kind))
        return mask

    def within(self, roll: Roll, kind: int, held: int, most: int) -> int:
        """The mask of routes of a kind that a roll and so many tokens of the kind pay."""
        locos = roll[LOCOMOTIVE]
        return self.mask[kind][roll[kind] + locos][locos][held][most]

    def payments(self, state: State, seat: int, route: int) -> tuple[int, ...]:
        roll = self.dice.showing(state)
        kind = self.kind[route]
        if roll[LOCOMOTIVE] < self.ferry[route]:
            return ()
        price = self.prices[route]
        for digger in self.diggers:
            if digger.tunnel[route] and not digger.is_dug(state):
                return digger.menu
            price += digger.more(state, route)
        if price > REACH:
            return ()
        menu = self.menu[self.ferry[route]][price][roll[kind] + roll[LOCOMOTIVE]]
        return menu[self.tokens.held(state, seat, kind)][self.tokens.most(state, seat, kind)]

    def price(self, route: int) -> int:
        return self.prices[route]

    def apply(self, state: State, seat: int, code: int, question: int, subject: int) -> None:
        self._pay(state, seat, code, subject)
        asker = self.questions[question].part
        assert asker is not None
        asker.paid(state, seat, question, subject)

    def _pay(self, state: State, seat: int, code: int, route: int) -> None:
        dice, tokens = self.ways[code - self.codes]
        kind, ferry = self.kind[route], self.ferry[route]
        if ferry:
            self.dice.spend(state, seat, LOCOMOTIVE, ferry)
        self.dice.use(state, seat, dice - ferry, (kind, LOCOMOTIVE))
        while self.tokens.held(state, seat, kind) < tokens:
            self.tokens.buy(state, seat, kind)
        if tokens:
            self.tokens.spend(state, seat, kind, tokens)

    def reach(self, state: State, seat: int, kind: int) -> int:
        """The most spaces of a kind that the dice, as they lie, and the seat's tokens pay."""
        roll = self.dice.showing(state)
        held = self.tokens.held(state, seat, kind)
        most = self.tokens.most(state, seat, kind)
        usable = roll[kind] + roll[LOCOMOTIVE]
        return max([dice + _tokens(held, most, dice) for dice in range(usable + 1)])

    def facts_now(self, state: State, seat: int) -> Json:
        if not self.dice.is_rolled(state):
            return {}
        return {"reach": {FACES[kind]: self.reach(state, seat, kind) for kind in (SINGLE, DOUBLE)}}

    def short_of(self, state: State, seat: int, route: int) -> Reason:
        if not self.dice.is_rolled(state):
            return Reason("roll_first", {})
        roll = self.dice.showing(state)
        if roll[LOCOMOTIVE] < self.ferry[route]:
            missing = self.ferry[route] - roll[LOCOMOTIVE]
            return Reason("locomotives_short", {"missing": missing})
        missing = self.prices[route] - self.reach(state, seat, self.kind[route])
        return Reason("spaces_short", {"missing": missing, "length": self.prices[route]})

    def awaits(self, question: int) -> bool:
        """Whether a question is answered by a payment."""
        return self.questions[question].form in (PAYMENT, PAY_OR_STOP)

    def concerns(self, question: int, code: int) -> bool:
        return self.awaits(question)

    def why_not(self, state: State, seat: int, code: int, question: int) -> Reason | None:
        return Reason("payment_short", {}) if self.awaits(question) else None

    def audit(self, state: State) -> None:
        for question, _, _ in state.stack:
            if self.awaits(question) and self.dice.left(state) != DICE:
                raise PositionError("asked: who pays has rolled, and used no dice yet")


def _tokens(held: int, most: int, dice: int) -> int:
    """The tokens a seat can use with so many dice used: those it holds and those it buys now.

    Who holds three has begun the turn with them and buys none; tokens used at once count (R-79).
    """
    return min(most, held + (DICE - dice) // PRICE)


def _codes(
    at: dict[tuple[int, int], int], ferry: int, price: int, usable: int, held: int, most: int
) -> tuple[int, ...]:
    """The ways to pay a price with so many dice that fit and tokens, none of them wasted.

    A ferry takes at least its locomotives of the dice.
    """
    dice = range(ferry, min(usable, price) + 1)
    return tuple([at[n, price - n] for n in dice if 0 < price <= n + _tokens(held, most, n)])


def _face(dice: int, tokens: int) -> tuple[str, str, dict[str, object]]:
    """`pay dice*3 token*1`, and the same as an object."""
    paid = {name: n for name, n in (("dice", dice), ("token", tokens)) if n}
    words = " ".join(f"{name}*{n}" for name, n in paid.items())
    return face("pay", words, dice=dice, tokens=tokens)
