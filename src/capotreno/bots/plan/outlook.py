"""The outlook: what a seat plans, as far as it can see now.

One joint network for all tickets, the cards it still needs, the time that is left, and what
every route and every ticket is worth beside it.
"""

import random
from functools import cached_property
from itertools import pairwise

from capotreno.board.graph import FAR
from capotreno.bots.advisers.hand import HandNeeds, Needs
from capotreno.bots.plan.extras import Extra
from capotreno.bots.plan.network import NOTHING, Joint, Network
from capotreno.bots.plan.prospect import TicketPlan
from capotreno.bots.plan.sight import Sight
from capotreno.bots.tuned.constants import Constants
from capotreno.engine.menu import bits
from capotreno.engine.state import HIDDEN, View

DRAWS = 24  # imagined draws of tickets, the same for every choice between them
CARDS = 2  # a turn brings


class Outlook(TicketPlan):
    """What the view's seat plans and how far it has come. It depends on the view alone."""

    def __init__(
        self,
        sight: Sight,
        network: Network,
        purse: HandNeeds,
        extras: list[Extra],
        constants: Constants,
        view: View,
    ) -> None:
        super().__init__()
        self.sight = sight
        self.network = network
        self.purse = purse
        self.constants = constants
        self.view = view
        self.hand = sight.hand(view)
        self.open = sight.open(view)
        self.left = sight.left(view, view.seat)
        self.turns_left = sight.turns_left(view, constants.pace)
        self.doubt = 1.0 + constants.hurry * self.turns_left
        self.turn_price, self.most = constants.turn, constants.most
        self.worth = self._worth(extras)
        self.turns = self._turns()
        self.cost = self._cost()

    def _worth(self, extras: list[Extra]) -> list[float]:
        """Points every route brings, with what else it brings, less what its pieces could."""
        c, sight = self.constants, self.sight
        # Pieces that there is no time to place are worth nothing.
        piece = c.piece * min(1.0, self.turns_left / max(1, self.left))
        worth = [
            c.points * points - piece * length
            for points, length in zip(sight.points, sight.length, strict=True)
        ]
        for extra in extras:
            for route, more in enumerate(extra.worth(self.view)):
                worth[route] += c.extra * more
        return worth

    def _turns(self) -> list[float]:
        """Turns every route takes: to claim it, and to draw what is not in hand.

        Early, cards for many routes come together; late, one waits for the last colour.
        """
        c, purse = self.constants, self.purse
        together = c.waste / CARDS
        late = 1.0 - self.left / self.sight.supply
        scarce = purse.scarcity(self.sight.unseen(self.view))
        per_card = [together + late * (c.slow * much - together) for much in scarce]
        turns = []
        for route, price in enumerate(purse.price):
            missing, kinds = purse.lacking(self.hand, route)
            have = max(0.0, 1.0 - c.held) * (price - missing) * together
            slow = c.colour * per_card[kinds[0]] if self.sight.coloured[route] else together
            turns.append(1.0 + have + missing * slow)
        return turns

    def _cost(self) -> list[float]:
        """What every route costs in points: nothing if owned, FAR if it cannot be had."""
        c = self.constants
        owned = self.sight.network(self.view)
        exchange = self.sight.exchangeable(self.view) & ~self.open
        cost = []
        for route, turns in enumerate(self.turns):
            if owned >> route & 1:
                cost.append(0.0)
                continue
            price = max(c.least * turns, c.turn * turns - self.worth[route])
            if exchange >> route & 1:
                price += c.turn + self.sight.length[route]
            elif not self.open >> route & 1:
                price = FAR
            cost.append(price)
        return cost

    # -- the plan -----------------------------------------------------------------------------

    @cached_property
    def joint(self) -> Joint:
        """The network for the tickets in hand; where time is short, for some of them."""
        demands = self.demands
        joint = found = self.network.join(self.cost, demands, self.left)
        while len(joint.done) > 1 and self.length_of(joint.routes) > self.turns_left - 1:
            demands = self.without_the_worst(demands, joint)
            joint = self.network.join(self.cost, demands, self.left)
            if self.value_of(joint) > self.value_of(found):
                found = joint
        return found

    def length_of(self, routes: int) -> float:
        if not routes:
            return 0.0
        claims = bits(routes)
        needs = self.purse.needs(self.hand, claims)
        c = self.constants
        cards = max(needs.total * c.waste / CARDS, max(needs.by_kind) * c.slow)
        return c.delay * (len(claims) + cards)

    @cached_property
    def needs(self) -> Needs:
        """The cards the plan still lacks; what is closest to being claimed comes first."""
        routes = sorted(
            bits(self.joint.routes),
            key=lambda r: (self.purse.lacking(self.hand, r)[0], -self.worth[r]),
        )
        return self.purse.needs(self.hand, routes)

    @cached_property
    def planned(self) -> list[float]:
        """The costs with the plan already built; in a race tickets come one by one, so without."""
        cost = self.cost[:]
        if not self.sight.race:
            for route in bits(self.joint.routes):
                cost[route] = 0.0
        return cost

    def ticket_for(self, route: int) -> tuple[int, list[int]]:
        """The ticket that a route of the plan serves, and its planned way; -1: only a bonus."""
        demands = [self.demand(ticket) for ticket in self.joint.done if ticket >= 0]
        return self.network.served(self.cost, self.joint.routes, demands, route)

    def spare(self, route: int) -> float:
        """What a route outside the plan brings beyond what the plan loses by paying it."""
        pieces = self.left - self.sight.length[route]
        if self.joint.routes and self.sight.spaces(self.joint.routes) > pieces:
            return -FAR
        more = self.missing_more(route)
        return self.worth[route] - more * self.constants.waste / CARDS * self.turn

    def missing_more(self, route: int) -> int:
        """How many cards more the plan lacks once a route outside it has been paid."""
        hand = self.purse.after(self.hand, route)
        return self.purse.needs(hand, list(self.needs.by_route)).total - self.needs.total

    def loss(self, route: int) -> float:
        """What the plan is worth less without a route."""
        cost = self.cost[:]
        cost[route] = FAR
        demands = [demand for demand in self.demands if demand.ticket in self.joint.done]
        return max(0.0, self.joint.net - self.network.join(cost, demands, self.left, 1).net)

    # -- more tickets -------------------------------------------------------------------------

    def keep_value(self, tickets: list[int]) -> float:
        """What holding exactly these tickets is worth: done, missed, and the time they take."""
        joint = NOTHING
        if tickets:
            demands = [self.demand(ticket) for ticket in tickets]
            joint = self.network.join(self.cost, demands, self.left, 2)
        missed = sum([self.sight.tickets.tickets[ticket].penalty for ticket in tickets])
        return self.value_of(joint) - missed

    @cached_property
    def gains(self) -> list[list[float]]:
        """By deck: what every ticket the seat cannot place would be worth beside the plan."""
        stock = self.sight.tickets
        where = self.view.cells[stock.where : stock.end]
        length = self.length_of(self.joint.routes)
        pieces = self.left - self.sight.spaces(self.joint.routes)
        known: dict[tuple[int, ...], tuple[list[float], list[int]]] = {}
        gains: list[list[float]] = []
        for deck in stock.in_deck:
            loose = [ticket for ticket in deck if where[ticket] == HIDDEN]
            gains.append([self._gain(ticket, length, pieces, known) for ticket in loose])
        return gains

    def _gain(
        self,
        ticket: int,
        length: float,
        pieces: int,
        known: dict[tuple[int, ...], tuple[list[float], list[int]]],
    ) -> float:
        """Points of a ticket less what its way costs; its penalty where that cannot be had."""
        printed = self.sight.tickets.tickets[ticket]
        demand = self.demand(ticket)
        groups, points = demand.groups, float(printed.points)
        if not self.sight.race:
            points = demand.prize - printed.penalty
        price, turns, spaces, sure = 0.0, length, 0, True
        for sources, targets in pairwise(groups):
            if sources not in known:
                best, via, _ = self.network.spread(self.planned, sources)
                known[sources] = (best, via)
            best, via = known[sources]
            node = min(targets, key=best.__getitem__)
            if best[node] == FAR:
                return -self.race_prize if self.sight.race else -float(printed.penalty)
            price += best[node]
            while (route := via[node]) >= 0:
                sure = sure and not self.cost[route]
                if self.planned[route] > 0:
                    turns += self.turns[route]
                    spaces += self.sight.length[route]
                node = sum(self.network.ends[route]) - node
        if spaces > pieces:
            return -float(printed.penalty)
        done = 1.0 if sure else self.in_time(turns)
        return done * points - (1.0 - done) * printed.penalty - price

    def renewal(self, hand: int) -> float:
        """What so many new tickets promise beyond those in hand: the nearest of each counts."""
        imagined = random.Random(1)
        fresh = [gain for own in self.gains for gain in own]
        if len(fresh) < hand:
            return 0.0
        new = sum(max(imagined.sample(fresh, hand)) for _ in range(DRAWS)) / DRAWS
        known: dict[tuple[int, ...], tuple[list[float], list[int]]] = {}
        old = [self._gain(ticket, 0.0, self.left, known) for ticket in self.waiting]
        return new - max(old, default=-FAR)

    def draw_value(self, counts: tuple[int, ...], keep: int) -> float:
        """What drawing so many tickets from each deck promises, if `keep` must be kept.

        The best one counts whole; what else is worth keeping counts half, for the time it takes.
        """
        imagined = random.Random(1)  # the same draws for every choice
        total = 0.0
        for _ in range(DRAWS):
            drawn: list[float] = []
            for own, n in zip(self.gains, counts, strict=True):
                drawn += imagined.sample(own, min(n, len(own)))
            drawn.sort(reverse=True)
            total += sum(drawn[:keep]) + 0.5 * sum(gain for gain in drawn[keep:] if gain > 0)
        return total / DRAWS
