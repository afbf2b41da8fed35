"""The values of a turn with dice: what every roll is worth, once its ends have a price.

A turn ends with a route, with something that stations buy, or with nothing; the dice that are
left over buy tokens. A bot says what each of these is worth to it, and here the dice are weighed:
what to do with a roll, what to roll again, how to pay, which tokens to buy. All of it is exact.
"""

from capotreno.bots.odds.dice import dug, hope, through, throws
from capotreno.engine.game import Game
from capotreno.engine.state import View
from capotreno.rules.dice.dice import DICE, DOUBLE, LOCOMOTIVE, SINGLE, STATION, Dice, Roll
from capotreno.rules.dice.payment import REACH, DicePayment
from capotreno.rules.dice.tokens import MOST, PRICE, Tokens
from capotreno.rules.dice.tunnels import TunnelDice

NO = float("-inf")
NOTHING = [NO] * (DICE + 1)  # what stations buy where they buy nothing

Sort = tuple[int, int, int, int]  # of a route: kind, price, ferry, tunnel sides of a tunnel die


class DiceTables:
    """The parts of a game that have to do with dice, and what they say of every route."""

    def __init__(self, game: Game) -> None:
        layout = game.layout
        self.dice = layout.partner(Dice)
        self.tokens = layout.partner(Tokens)
        self.payer = payer = layout.partner(DicePayment)
        sides = max([digger.faces for digger in layout.partners(TunnelDice)], default=0)
        self.sorts: list[Sort] = [
            (payer.kind[r], payer.prices[r], payer.ferry[r], sides if route.tunnel else 0)
            for r, route in enumerate(game.board.routes)
        ]

    def held(self, view: View) -> tuple[int, int]:
        """The seat's tokens for single and double routes."""
        return self.tokens.held(view, view.seat, SINGLE), self.tokens.held(view, view.seat, DOUBLE)


class TurnValues:
    """What a turn's ends are worth to a seat.

    `routes`: by route, those it would claim. `stations[n]`: the best that exactly n stations buy.
    `tokens[kind][n]`: holding n tokens of a kind after the turn.
    """

    def __init__(
        self,
        dice_tables: DiceTables,
        view: View,
        routes: dict[int, float],
        stations: list[float],
        tokens: list[list[float]],
    ) -> None:
        self.dice_tables = dice_tables
        self.routes = routes
        self.stations = stations
        self.tokens = tokens
        self.held = dice_tables.held(view)
        self.most = [dice_tables.tokens.most(view, view.seat, kind) for kind in (SINGLE, DOUBLE)]
        rolled = dice_tables.dice.is_rolled(view)
        # Who begins a turn with three of a kind buys none of that kind in it.
        self.full = [
            dice_tables.tokens.was_full(view, kind) if rolled else self.held[kind] == MOST
            for kind in (SINGLE, DOUBLE)
        ]
        self.best: dict[Sort, int] = {}
        for route, worth in routes.items():
            sort = dice_tables.sorts[route]
            if sort not in self.best or worth > routes[self.best[sort]]:
                self.best[sort] = route
        self._saved: dict[tuple[int, int, int], float] = {}
        self._claims: dict[tuple[int, int, int], tuple[float, int]] = {}

    # -- tokens ---------------------------------------------------------------------------------

    def saved(self, dice: int, single: int, double: int) -> float:
        """What so many tokens are worth with so many dice left over to buy more with."""
        key = (dice, single, double)
        value = self._saved.get(key)
        if value is None:
            value = self.tokens[SINGLE][single] + self.tokens[DOUBLE][double]
            if dice >= PRICE:
                if not self.full[SINGLE] and single < self.most[SINGLE]:
                    value = max(value, self.saved(dice - PRICE, single + 1, double))
                if not self.full[DOUBLE] and double < self.most[DOUBLE]:
                    value = max(value, self.saved(dice - PRICE, single, double + 1))
            self._saved[key] = value
        return value

    # -- claims ---------------------------------------------------------------------------------

    def paid(self, kind: int, dice: int, tokens: int) -> float:
        """What is left after paying a route of a kind with so many dice and tokens."""
        bought = max(0, tokens - self.held[kind])
        after = list(self.held)
        after[kind] += bought - tokens
        return self.saved(DICE - dice - PRICE * bought, after[SINGLE], after[DOUBLE])

    def claim(self, route: int, fitting: int, locos: int) -> float:
        """A route and what is left over, if so many dice fit, some of them locomotives.

        A tunnel that cannot be dug costs the turn and brings nothing.
        """
        payer = self.dice_tables.payer
        kind, price, ferry, tunnel = self.dice_tables.sorts[route]
        if locos < ferry:
            return NO
        value, done = 0.0, 0.0
        for more, chance in enumerate(dug(tunnel)):
            if not chance or price + more > REACH:
                continue
            menu = payer.menu[ferry][price + more][fitting][self.held[kind]][self.most[kind]]
            if menu:
                ways = [payer.ways[code - payer.codes] for code in menu]
                left = max([self.paid(kind, dice, tokens) for dice, tokens in ways])
                value += chance * (self.routes[route] + left)
                done += chance
        return value + (1.0 - done) * self.saved(0, *self.held) if done else NO

    def best_claim(self, kind: int, fitting: int, locos: int) -> tuple[float, int]:
        """The claim of a kind that is worth most, and its route; NO and -1 if there is none."""
        key = (kind, fitting, locos)
        found = self._claims.get(key)
        if found is None:
            found = (NO, -1)
            for sort, route in self.best.items():
                if sort[0] == kind:
                    found = max(found, (self.claim(route, fitting, locos), route))
            self._claims[key] = found
        return found

    # -- rolls ----------------------------------------------------------------------------------

    def value(self, roll: Roll) -> float:
        """The best that can be done with a roll."""
        locos = roll[LOCOMOTIVE]
        value = max(
            self.nothing(),
            self.best_claim(SINGLE, roll[SINGLE] + locos, locos)[0],
            self.best_claim(DOUBLE, roll[DOUBLE] + locos, locos)[0],
        )
        for n in range(1, roll[STATION] + locos + 1):
            if self.stations[n] > NO:
                value = max(value, self.bought(n))
        return value

    def aim(self, roll: Roll) -> int:
        """The route it would claim with a roll; -1 if it would do something else."""
        locos = roll[LOCOMOTIVE]
        claims = [self.best_claim(kind, roll[kind] + locos, locos) for kind in (SINGLE, DOUBLE)]
        value, route = max(claims)
        return route if route >= 0 and value >= self.value(roll) else -1

    def chance(self, route: int, roll: Roll, some: Roll) -> float:
        """The chance that a route can be paid after rolling some of the dice again."""
        kind, price, ferry, tunnel = self.dice_tables.sorts[route]
        kept = roll[kind] - some[kind]
        locos = roll[LOCOMOTIVE] - some[LOCOMOTIVE]
        return sum(
            [
                odds
                * through(
                    price,
                    ferry,
                    tunnel,
                    kept + locos + new[kind] + new[LOCOMOTIVE],
                    locos + new[LOCOMOTIVE],
                    self.held[kind],
                )
                for new, odds in throws(sum(some))
            ]
        )

    def nothing(self) -> float:
        """All dice for tokens."""
        return self.saved(DICE, *self.held)

    def bought(self, n: int) -> float:
        """The best that n stations buy, and tokens for the rest."""
        return self.stations[n] + self.rest(n)

    def rest(self, n: int) -> float:
        """Tokens for the dice that n stations leave."""
        return self.saved(DICE - n, *self.held)

    def reroll(self, roll: Roll, menu: list[Roll]) -> tuple[float, Roll | None]:
        """What the roll is worth, and the dice to roll again if that promises more."""
        values = {faces: self.value(faces) for faces, _ in throws(DICE)}
        best, found = values[roll] + 1e-9, None
        for some in menu:
            promise = hope(roll, some, values)
            if promise > best:
                best, found = promise, some
        return best, found
