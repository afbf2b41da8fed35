"""The outlook with dice: what a seat plans, how long that takes, and what turns are worth.

With dice nearly every route of four spaces is a turn, so time is the budget and pieces are the
other one. What a turn and a piece are worth is found as two prices: at them the open routes that
are worth their cost just fill the time and the pieces that are left.
"""

from functools import cached_property

from capotreno.board.graph import FAR
from capotreno.bots.odds.dice import turns
from capotreno.bots.odds.turn_values import DiceTables, Sort
from capotreno.bots.plan.extras import Extra
from capotreno.bots.plan.network import Network
from capotreno.bots.plan.outlook import Outlook
from capotreno.bots.plan.sight import ENDLESS, Sight
from capotreno.bots.tuned.constants import DiceConstants
from capotreno.engine.layout import Layout
from capotreno.engine.menu import bits
from capotreno.engine.state import View
from capotreno.rules.dice.dice import DOUBLE, SINGLE
from capotreno.rules.dice.tokens import MOST

STEP = 0.25  # of the price of a piece
DEAREST = 12  # steps
SLOWEST = 0.7  # of the usual pace
GUESSES = (0.5, 0.75, 1.0, 1.25, 1.5)  # of the time that seems left, rising
FEW = 14  # pieces, and fewer: a route or two, and what is left over of them is worth nothing
TRUST = 4.0  # turns for which the usual pace counts against the one that is seen


class DiceSight(Sight):
    """What a bot reads off a View of a game with dice."""

    def see_cards(self, layout: Layout) -> None:
        self.dice_tables = DiceTables(self.game)


class DiceOutlook(Outlook):
    """What the view's seat plans; it depends on the view alone, and not on how the dice lie."""

    sight: DiceSight
    constants: DiceConstants

    def __init__(
        self,
        sight: DiceSight,
        network: Network,
        extras: list[Extra],
        constants: DiceConstants,
        view: View,
    ) -> None:
        super().__init__(sight, network, extras, constants, view)
        self.constants = c = constants
        self.turns_left = self._turns_left()
        self.doubt = 0.5 + c.hurry * self.turns_left
        self.most = c.extra
        self.turns = [usual(sort[1:]) for sort in sight.dice_tables.sorts]
        self.bare = [points + more for points, more in zip(sight.points, self.more, strict=True)]
        turn, piece = (1.0, 0.0) if sight.race else self._prices()
        self.turn_price = max(0.1, c.turn * turn)
        piece *= c.piece * min(1.0, self.left / FEW)
        self.worth = [w - piece * n for w, n in zip(self.bare, sight.length, strict=True)]
        self.cost = self.costs(c.ticket * self.turn_price, c.least)

    # -- time and pieces ------------------------------------------------------------------------

    def _turns_left(self) -> float:
        """How many turns the seat still has, this one included: known in the last round.

        Before it the seat that is ahead decides, at the pace it has shown so far.
        """
        sight, view = self.sight, self.view
        ending = sight.last_round
        if ending is None:
            return float(ENDLESS)
        known = ending.own_turns_to_go(view)
        if known:
            return float(known)
        had = view.turn / sight.players
        soonest = float(ENDLESS)
        for seat in range(sight.players):
            left = sight.to_place(view, seat)
            placed = sight.supply - left
            # Who has built little so far need not go on like that.
            pace = (TRUST * self.constants.pace + placed) / (TRUST + had)
            pace = max(SLOWEST * self.constants.pace, pace)
            soonest = min(soonest, max(1.0, (left - ending.limit) / pace))
        return soonest + ending.turns

    def _prices(self) -> tuple[float, float]:
        """What a turn and a piece are worth: the routes worth it just use up both.

        Others want the best routes too, so a seat gets one out of as many as there are seats.
        How long the game goes on is a guess, and where either time or pieces abound the other is
        all that counts: so the prices are a mean over shorter and longer games.
        """
        pieces = self.left * self.sight.players
        guesses = [self.turns_left * self.sight.players * share for share in GUESSES]
        found: list[tuple[float, float]] = []
        for step in range(DEAREST):
            price = step * STEP
            rates = self._rates(price)
            while len(found) < len(guesses):
                rate, used = self._filled(rates, guesses[len(found)])
                if used > pieces and step < DEAREST - 1:
                    break  # in a longer game pieces are dearer
                found.append((rate, price))
        turn, piece = (sum(prices) / len(found) for prices in zip(*found, strict=True))
        return turn, piece

    def _rates(self, price: float) -> list[tuple[float, int]]:
        """What the open routes bring a turn at a price of a piece, and which; the best first."""
        length = self.sight.length
        rates = [((self.bare[r] - price * length[r]) / self.turns[r], r) for r in bits(self.open)]
        return sorted([one for one in rates if one[0] > 0], reverse=True)

    def _filled(self, rates: list[tuple[float, int]], time: float) -> tuple[float, int]:
        """What the first route brings for which there is no time any more, and the pieces used."""
        spent, used = 0.0, 0
        for rate, route in rates:
            if spent >= time:
                return rate, used
            spent += self.turns[route]
            used += self.sight.length[route]
        return 0.0, used

    def length_of(self, routes: int) -> float:
        return self.constants.delay * sum([self.turns[route] for route in bits(routes)])

    def time_of(self, route: int) -> float:
        return self.constants.delay * self.turns[route]

    # -- tokens ---------------------------------------------------------------------------------

    def tokens(self, paying: int) -> list[list[float]]:
        """By kind: what 0 to 3 tokens are worth, as turns that they save for the best route."""
        c = self.constants
        future = min(1.0, max(0.0, self.turns_left - 1.0))
        spare = c.spare * self.turn_price
        found = []
        for kind in (SINGLE, DOUBLE):
            sorts: dict[Sort, float] = {}
            for route in bits(self.open):
                sort = self.sight.dice_tables.sorts[route]
                if sort[0] != kind or route == paying:
                    continue
                planned = bool(self.joint.routes >> route & 1)
                worth = FAR if planned else self.worth[route]
                sorts[sort] = max(worth, sorts.get(sort, -FAR))
            row = [0.0]
            for held in range(1, MOST + 1):
                best = max([self._saves(sort, w, held) for sort, w in sorts.items()], default=0.0)
                row.append(future * c.token * (best + spare * held**0.5))
            found.append(row)
        return found

    def _saves(self, sort: Sort, worth: float, held: int) -> float:
        """Points that tokens save for a route, which may not be worth its turns without them."""
        _, price, ferry, tunnel = sort
        without = self.turn_price * turns(price, ferry, tunnel, 0)
        along = self.turn_price * turns(price, ferry, tunnel, held)
        return max(0.0, min(worth, without) - along)

    # -- tickets --------------------------------------------------------------------------------

    @cached_property
    def time_for_tickets(self) -> float:
        """How much of what new tickets promise counts: the less, the longer the plan takes."""
        busy = self.length_of(self.joint.routes) / self.turns_left
        return self.constants.tickets * max(0.0, 1.0 - busy)


def usual(sort: tuple[int, ...]) -> float:
    """Turns a route takes for a seat with a token now and then."""
    return 0.5 * (turns(*sort, 0) + turns(*sort, 1))
