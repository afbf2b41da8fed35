"""Paying with dice: faces of the route's kind, locomotives and tokens, one for every space.

What is left over buys tokens whatever it shows, so two ways to pay differ only in how many dice
and how many tokens they take. A plain face always goes before a locomotive: keeping the
locomotive can only help (a tunnel asks for more), and never costs anything.
"""

from typing import Final

from capotreno.engine.actions import face
from capotreno.engine.errors import Reason
from capotreno.engine.layout import Layout
from capotreno.engine.part import Payer
from capotreno.engine.state import State
from capotreno.rules.dice import DICE, DOUBLE, LOCOMOTIVE, SINGLE, Dice
from capotreno.rules.tokens import MOST, PRICE, Tokens

REACH: Final = DICE + MOST  # spaces that can be paid at most; a longer route costs as much


class DicePayment(Payer):
    """The only payer of a game with dice."""

    def bind(self, layout: Layout) -> None:
        self.dice = layout.partner(Dice)
        self.tokens = layout.partner(Tokens)
        self.questions = layout.questions
        routes = layout.board.routes
        # A route with a twin on the board is a double one, whoever plays.
        self.kind = [DOUBLE if route.twins else SINGLE for route in routes]
        self.ferry = [route.ferry for route in routes]
        # A rugged space costs two.
        self.price = [min(REACH, route.length + route.rugged) for route in routes]
        self.ways = [
            (dice, tokens)
            for dice in range(DICE + 1)
            for tokens in range(MOST + 1)
            if dice + tokens
        ]
        self.codes = layout.actions(self, [_face(*way) for way in self.ways])
        self._tables()
        layout.reason("spaces_short", "locomotives_short", "payment_short")

    def _tables(self) -> None:
        """menu[price][usable][tokens][buys]: the ways to pay; mask[kind][usable][locos][...]."""
        at = {way: self.codes + i for i, way in enumerate(self.ways)}
        self.menu = [
            [
                [
                    [
                        tuple(
                            [
                                at[dice, price - dice]
                                for dice in range(min(usable, price) + 1)
                                if 0 < price <= dice + _tokens(held, buys, dice)
                            ]
                        )
                        for buys in (0, 1)
                    ]
                    for held in range(MOST + 1)
                ]
                for usable in range(DICE + 1)
            ]
            for price in range(REACH + 1)
        ]
        routes = range(len(self.price))
        self.mask = [
            [
                [
                    [
                        [
                            sum(
                                1 << r
                                for r in routes
                                if self.kind[r] == kind
                                and self.ferry[r] <= locos
                                and self._at_least(r, self.menu[self.price[r]][usable][held][buys])
                            )
                            for buys in (0, 1)
                        ]
                        for held in range(MOST + 1)
                    ]
                    for locos in range(usable + 1)
                ]
                for usable in range(DICE + 1)
            ]
            for kind in (SINGLE, DOUBLE)
        ]

    def _at_least(self, route: int, codes: tuple[int, ...]) -> tuple[int, ...]:
        """Those ways to pay that use a die for each locomotive of a ferry."""
        ferry = self.ferry[route]
        return tuple([code for code in codes if self.ways[code - self.codes][0] >= ferry])

    # -- the payer ------------------------------------------------------------------------------

    def payable(self, state: State, seat: int) -> int:
        if not self.dice.is_rolled(state):
            return 0
        roll = self.dice.showing(state)
        locos = roll[LOCOMOTIVE]
        mask = 0
        for kind in (SINGLE, DOUBLE):
            held = self.tokens.held(state, seat, kind)
            buys = int(self.tokens.buyable(state, seat, kind))
            mask |= self.mask[kind][roll[kind] + locos][locos][held][buys]
        return mask

    def payments(self, state: State, seat: int, route: int) -> tuple[int, ...]:
        roll = self.dice.showing(state)
        kind = self.kind[route]
        held = self.tokens.held(state, seat, kind)
        buys = int(self.tokens.buyable(state, seat, kind))
        usable = roll[kind] + roll[LOCOMOTIVE]
        codes = self.menu[self.price[route]][usable][held][buys]
        return self._at_least(route, codes) if self.ferry[route] else codes

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

    def short_of(self, state: State, seat: int, route: int) -> Reason:
        if not self.dice.is_rolled(state):
            return Reason("roll_first", {})
        roll = self.dice.showing(state)
        if roll[LOCOMOTIVE] < self.ferry[route]:
            missing = self.ferry[route] - roll[LOCOMOTIVE]
            return Reason("locomotives_short", {"missing": missing})
        kind = self.kind[route]
        held = self.tokens.held(state, seat, kind)
        buys = int(self.tokens.buyable(state, seat, kind))
        usable = roll[kind] + roll[LOCOMOTIVE]
        best = max([dice + _tokens(held, buys, dice) for dice in range(usable + 1)])
        missing = self.price[route] - best
        return Reason("spaces_short", {"missing": missing, "length": self.price[route]})

    def why_not(self, state: State, seat: int, code: int, question: int) -> Reason | None:
        asker = self.questions[question].part
        asks = asker is not None and type(asker).paid is not Payer.paid
        return Reason("payment_short", {}) if asks else None


def _tokens(held: int, buys: int, dice: int) -> int:
    """The tokens a seat can use with so many dice used: those it holds and those it buys now."""
    return min(MOST, held + (DICE - dice) // PRICE) if buys else held


def _face(dice: int, tokens: int) -> tuple[str, str, dict[str, object]]:
    """`pay dice*3 token*1`, and the same as an object."""
    paid = {name: n for name, n in (("dice", dice), ("token", tokens)) if n}
    words = " ".join(f"{name}*{n}" for name, n in paid.items())
    return face("pay", words, dice=dice, tokens=tokens)
