"""The outlook with dice: what a seat plans, how long that takes, and what turns are worth.

With dice nearly every route of four spaces is a turn, so time is the budget and pieces are the
other one. What a turn and a piece are worth is found as two prices: at them the open routes that
are worth their cost just fill the time and the pieces that are left.
"""

import math
from functools import cached_property
from itertools import pairwise

from capotreno.board.graph import FAR
from capotreno.bots.odds.dice import turns
from capotreno.bots.odds.stakes import DiceTables, Sort
from capotreno.bots.plan.extras import Extra
from capotreno.bots.plan.network import NOTHING, Demand, Joint, Network
from capotreno.bots.plan.prospect import TicketPlan
from capotreno.bots.plan.sight import ENDLESS, Sight
from capotreno.bots.tuned.dice_constants import DiceConstants
from capotreno.engine.layout import Layout
from capotreno.engine.menu import bits
from capotreno.engine.state import HIDDEN, TURNS_CELL, View
from capotreno.rules.dice.dice import DOUBLE, SINGLE
from capotreno.rules.dice.tokens import MOST

STEP = 0.25  # of the price of a piece
DEAREST = 12  # steps
SLOWEST = 0.7  # of the usual pace
TRUST = 4.0  # turns for which the usual pace counts against the one that is seen
ANOTHER = 0.5  # what a further ticket of a draw is worth, for the time it takes


class DiceSight(Sight):
    """What a bot reads off a View of a game with dice."""

    def see_cards(self, layout: Layout) -> None:
        self.tray = DiceTables(self.game)


class DiceOutlook(TicketPlan):
    """What the view's seat plans; it depends on the view alone, and not on how the dice lie."""

    sight: DiceSight

    def __init__(
        self,
        sight: DiceSight,
        network: Network,
        extras: list[Extra],
        constants: DiceConstants,
        view: View,
    ) -> None:
        super().__init__()
        self.sight = sight
        self.network = network
        self.constants = c = constants
        self.view = view
        self.open = sight.open(view)
        self.left = sight.left(view, view.seat)
        self.turns_left = self._turns_left()
        self.doubt = 0.5 + c.hurry * self.turns_left
        self.most = c.extra
        self.turns = [usual(sort[1:]) for sort in sight.tray.sorts]
        self.bare = [float(points) for points in sight.points]
        for extra in extras:
            for route, more in enumerate(extra.worth(view)):
                self.bare[route] += c.extra * more
        turn, piece = (1.0, 0.0) if sight.race else self._prices()
        self.turn_price = max(0.1, c.turn * turn)
        piece *= c.piece
        self.worth = [w - piece * n for w, n in zip(self.bare, sight.length, strict=True)]
        self.cost = self._cost()

    # -- time and pieces ------------------------------------------------------------------------

    def _turns_left(self) -> float:
        """How many turns the seat still has, this one included: known in the last round.

        Before it the seat that is ahead decides, at the pace it has shown so far.
        """
        sight, view = self.sight, self.view
        if not sight.endings:
            return float(ENDLESS)
        ending = sight.endings[0]
        to_go = view.cells[ending.to_go]
        if to_go:
            return 1.0 + (to_go - 1) // sight.players
        had = view.cells[TURNS_CELL] / sight.players
        soonest = float(ENDLESS)
        for seat in range(sight.players):
            left = sight.left(view, seat)
            placed = sight.supply - left
            # Who has built little so far need not go on like that.
            pace = (TRUST * self.constants.pace + placed) / (TRUST + had)
            pace = max(SLOWEST * self.constants.pace, pace)
            soonest = min(soonest, max(1.0, (left - ending.limit) / pace))
        return soonest + ending.turns

    def _prices(self) -> tuple[float, float]:
        """What a turn and a piece are worth: the routes worth it just use up both.

        Others want the best routes too, so a seat gets one out of as many as there are seats.
        """
        routes = bits(self.open)
        time = self.turns_left * self.sight.players
        pieces = self.left * self.sight.players
        length = self.sight.length
        rate = price = 0.0
        for step in range(DEAREST):
            price = step * STEP
            rates = sorted(((self.bare[r] - price * length[r]) / self.turns[r], r) for r in routes)
            spent, used, rate = 0.0, 0, 0.0
            for rate, route in reversed(rates):
                if rate <= 0 or spent >= time:
                    break
                spent += self.turns[route]
                used += length[route]
            if used <= pieces:
                break
        return max(0.0, rate), price

    def _cost(self) -> list[float]:
        """What every route costs in points: nothing if owned, FAR if it cannot be had."""
        owned = self.sight.owned(self.view, self.view.seat)
        exchange = self.sight.exchangeable(self.view) & ~self.open
        least, turn = self.constants.least, self.constants.ticket * self.turn_price
        cost = []
        for route, time in enumerate(self.turns):
            price = max(least * time, turn * time - self.worth[route])
            if owned >> route & 1:
                price = 0.0
            elif exchange >> route & 1:
                price += turn + self.sight.length[route]
            elif not self.open >> route & 1:
                price = FAR
            cost.append(price)
        return cost

    # -- the plan -------------------------------------------------------------------------------

    @cached_property
    def joint(self) -> Joint:
        return self.best_joint(self.demands)

    def best_joint(self, demands: list[Demand]) -> Joint:
        """The network for some tickets; where time is short, for the best of them."""
        joint = found = self.network.join(self.cost, demands, self.left)
        while len(joint.done) > 1 and self.length_of(joint.routes) > self.turns_left - 1:
            demands = self.without_the_worst(demands, joint)
            joint = self.network.join(self.cost, demands, self.left, 1)
            if self.value_of(joint) > self.value_of(found):
                found = joint
        return found if self.value_of(found) > 0 else NOTHING

    def length_of(self, routes: int) -> float:
        return self.constants.delay * sum([self.turns[route] for route in bits(routes)])

    @cached_property
    def losses(self) -> dict[int, float]:
        """By planned route: what the plan is worth less if somebody else takes it."""
        demands = [demand for demand in self.demands if demand.ticket in self.joint.done]
        stays = self.sight.claims.parallel.stays_open_for_all
        found = {}
        for route in bits(self.joint.routes):
            cost = [
                price if not price or stays[route] >> r & 1 else FAR
                for r, price in enumerate(self.cost)
            ]
            cost[route] = FAR
            net = self.network.join(cost, demands, self.left, 1).net
            found[route] = max(0.0, self.joint.net - net)
        return found

    def ticket_for(self, route: int) -> tuple[int, list[int]]:
        """The ticket that a route of the plan serves, and its planned way; -1: none."""
        demands = [self.demand(ticket) for ticket in self.joint.done if ticket >= 0]
        return self.network.served(self.cost, self.joint.routes, demands, route)

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
                sort = self.sight.tray.sorts[route]
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

    def keep_value(self, tickets: list[int]) -> float:
        """What holding exactly these tickets is worth: done, missed, and the time they take."""
        joint = self.best_joint([self.demand(ticket) for ticket in tickets]) if tickets else NOTHING
        missed = sum([self.sight.tickets.tickets[ticket].penalty for ticket in tickets])
        return max(0.0, self.value_of(joint)) - missed

    @cached_property
    def planned(self) -> list[float]:
        """The costs with the plan already built; in a race tickets come one by one, so without."""
        if self.sight.race:
            return self.cost
        routes = self.joint.routes
        return [0.0 if routes >> r & 1 else price for r, price in enumerate(self.cost)]

    @cached_property
    def gains(self) -> list[list[float]]:
        """By deck: what every ticket the seat cannot place would be worth beside the plan."""
        stock = self.sight.tickets
        where = self.view.cells[stock.where : stock.end]
        length = self.length_of(self.joint.routes) + 1.0
        pieces = self.left - self.sight.spaces(self.joint.routes)
        known: dict[tuple[int, ...], tuple[list[float], list[int]]] = {}
        return [
            sorted(
                self._gain(ticket, length, pieces, known)
                for ticket in deck
                if where[ticket] == HIDDEN
            )
            for deck in stock.in_deck
        ]

    def _gain(
        self,
        ticket: int,
        length: float,
        pieces: int,
        known: dict[tuple[int, ...], tuple[list[float], list[int]]],
    ) -> float:
        """Points of a ticket less what its way costs; its penalty where that cannot be had."""
        penalty = float(self.sight.tickets.tickets[ticket].penalty)
        demand = self.demand(ticket)
        points = demand.prize - (0.0 if self.sight.race else penalty)
        price, time, spaces, sure = 0.0, length, 0, True
        for sources, targets in pairwise(demand.groups):
            if sources not in known:
                best, via, _ = self.network.spread(self.planned, sources)
                known[sources] = (best, via)
            best, via = known[sources]
            node = min(targets, key=best.__getitem__)
            if best[node] == FAR:
                return -self.race_prize if self.sight.race else -penalty
            price += best[node]
            while (route := via[node]) >= 0:
                sure = sure and not self.cost[route]
                if self.planned[route] > 0:
                    time += self.constants.delay * self.turns[route]
                    spaces += self.sight.length[route]
                node = sum(self.network.ends[route]) - node
        if spaces > pieces:
            return -penalty
        done = 1.0 if sure else self.in_time(time)
        return done * points - (1.0 - done) * penalty - price

    @cached_property
    def time_for_tickets(self) -> float:
        """How much of what new tickets promise counts: the less, the longer the plan takes."""
        busy = self.length_of(self.joint.routes) / self.turns_left
        return self.constants.tickets * max(0.0, 1.0 - busy)

    def draw_value(self, counts: tuple[int, ...]) -> float:
        """What drawing so many tickets from each deck promises, where all may be returned.

        Exactly: the best of them counts whole, what else is worth keeping counts in part.
        """
        total = best = 0.0
        for own, n in zip(self.gains, counts, strict=True):
            drawn = min(n, len(own))
            if drawn:
                good = [max(0.0, gain) for gain in own]
                total += drawn * sum(good) / len(good)
                best = max(best, best_of(good, drawn))
        return ANOTHER * total + (1.0 - ANOTHER) * best

    def renewal(self, hand: int) -> float:
        """What so many new tickets promise beyond those in hand: the nearest of each counts."""
        fresh = sorted(gain for own in self.gains for gain in own)
        if len(fresh) < hand:
            return -FAR
        known: dict[tuple[int, ...], tuple[list[float], list[int]]] = {}
        old = [self._gain(ticket, 0.0, self.left, known) for ticket in self.waiting]
        return best_of(fresh, hand) - max(old, default=-FAR)


def usual(sort: tuple[int, ...]) -> float:
    """Turns a route takes for a seat with a token now and then."""
    return 0.5 * (turns(*sort, 0) + turns(*sort, 1))


def best_of(values: list[float], n: int) -> float:
    """The mean of the best of n values drawn without putting back; `values` are sorted."""
    ways = math.comb(len(values), n)
    return sum([value * math.comb(i, n - 1) for i, value in enumerate(values)]) / ways
