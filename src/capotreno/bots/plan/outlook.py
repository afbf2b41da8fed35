"""The outlook: what a seat plans, as far as it can see now.

One joint network for all tickets, how sure it is to be done in time, and what every route and
every ticket is worth beside it. All of it is reckoned in turns: how many of them a route takes and
what one is worth is all that differs between cards (`card_outlook`) and dice (`dice_outlook`).
"""

import math
from dataclasses import replace
from functools import cached_property
from itertools import pairwise

from capotreno.board.graph import FAR
from capotreno.bots.odds.draws import best_of
from capotreno.bots.plan.extras import Extra, one_more
from capotreno.bots.plan.network import NOTHING, Demand, Joint, Network
from capotreno.bots.plan.sight import Sight
from capotreno.bots.tuned.constants import Constants
from capotreno.engine.state import View

RACE = 12.0  # turns a ticket is worth where nothing but tickets counts
UNWANTED, COVETED = 0.2, 2.0  # what somebody wants a route at least and at most, as a usual one
ANOTHER = 0.5  # what a further ticket of a draw is worth, for the time it takes


class Outlook:
    """What the view's seat plans and how far it has come. It depends on the view alone."""

    constants: Constants
    turns_left: float  # this turn included
    doubt: float  # by how many turns that guess may be wrong
    turn_price: float  # what a turn is worth when nothing presses
    most: float  # how much a prize for the most tickets counts
    turns: list[float]  # how many every route takes
    worth: list[float]  # what every route brings, less what its pieces could
    cost: list[float]  # what every route costs, in points

    def __init__(
        self, sight: Sight, network: Network, extras: list[Extra], constants: Constants, view: View
    ) -> None:
        self.sight = sight
        self.network = network
        self.constants = constants
        self.view = view
        self.open = sight.open(view)
        self.left = sight.to_place(view, view.seat)
        self.more = [0.0] * sight.routes  # what every route brings besides its points
        for extra in extras:
            for route, more in enumerate(extra.worth(view)):
                self.more[route] += constants.extra * more
        self._demands: dict[int, Demand] = {}
        self._losses: dict[int, float] = {}
        self._ways: dict[tuple[int, ...], tuple[list[float], list[int]]] = {}

    # -- the price of a turn: with cards and with dice ------------------------------------------

    def length_of(self, routes: int) -> float:
        """Turns some routes take, one with another."""
        raise NotImplementedError

    def time_of(self, route: int) -> float:
        """Turns a route takes beside a plan."""
        raise NotImplementedError

    # -- routes ---------------------------------------------------------------------------------

    @cached_property
    def wanted(self) -> list[float]:
        """How much anybody wants every route: the square of what it brings, in usual routes'."""
        brings = [points + more for points, more in zip(self.sight.points, self.more, strict=True)]
        usual = sum(brings) / len(brings)
        shares = [bring / usual if usual else 1.0 for bring in brings]
        return [min(COVETED, max(UNWANTED, share**2)) for share in shares]

    def costs(self, turn: float, least: float) -> list[float]:
        """What every route costs in points: nothing if owned, FAR if it cannot be had."""
        owned = self.sight.network(self.view)
        exchange = self.sight.exchangeable(self.view) & ~self.open
        found = []
        for route, time in enumerate(self.turns):
            price = max(least * time, turn * time - self.worth[route])
            if owned >> route & 1:
                price = 0.0
            elif exchange >> route & 1:
                price += turn + self.sight.length[route]
            elif not self.open >> route & 1:
                price = FAR
            found.append(price)
        return found

    def last_gain(self, route: int) -> float:
        """What a claim brings in the last turn: its points, and the tickets it completes."""
        stock = self.sight.tickets
        root = stock.graph.roots(self.sight.network(self.view) | 1 << route)
        done = [self.demand(t).prize for t in self.waiting if stock.joins(root, t)]
        return self.sight.points[route] + self.more[route] + sum(done)

    # -- tickets --------------------------------------------------------------------------------

    def demand(self, ticket: int) -> Demand:
        """What a ticket asks for; of several destinations the one that is worth its way most."""
        found = self._demands.get(ticket)
        if found is None:
            found = self._demands[ticket] = self._demand(ticket)
        return found

    def _demand(self, ticket: int) -> Demand:
        stock = self.sight.tickets
        printed = stock.tickets[ticket]
        groups, points = stock.groups[ticket], float(printed.points)
        if stock.choices[ticket]:
            best, _, _ = self.network.graph.spread(self.cost, groups[0])
            ends = [
                (points - min([best[node] for node in end]), points, end)
                for end, points in stock.choices[ticket]
            ]
            _, points, end = max(ends)
            groups = (groups[0], end)
        if self.sight.race:
            return Demand(ticket, groups, self.race_prize)
        return Demand(ticket, groups, points + printed.penalty + self.one_more)

    @cached_property
    def race_prize(self) -> float:
        """What a ticket is worth where nothing but tickets counts."""
        return RACE * self.turn_price

    @cached_property
    def one_more(self) -> float:
        """What every ticket done brings beyond its points."""
        return self.most * one_more(self.sight, self.view)

    @cached_property
    def demands(self) -> list[Demand]:
        """The tickets in hand that are not done, and bonuses that count as one: numbers below 0."""
        found = [self.demand(ticket) for ticket in self.waiting]
        return found + [demand for demand, _, _ in self.prizes]

    @cached_property
    def prizes(self) -> list[tuple[Demand, str, str]]:
        """What is asked for beside tickets, with its kind and its name."""
        found = []
        for which, bonus in self.sight.to_win(self.view):
            graph = self.sight.tickets.graph
            groups = (graph.nodes(bonus.a), graph.nodes(bonus.b))
            demand = Demand(-1 - which, groups, self.race_prize)
            found.append((demand, "bonus", bonus.name))
        for which, name, places, points in self.sight.districts_to_join(self.view):
            found.append((Demand(-1 - which, places, points), "district", name))
        return found

    @cached_property
    def waiting(self) -> list[int]:
        """The tickets in hand that are not done."""
        return self.sight.waiting(self.view)

    # -- the plan -------------------------------------------------------------------------------

    @cached_property
    def joint(self) -> Joint:
        """The network for the tickets in hand."""
        return self.best_joint(self.demands)

    @cached_property
    def served(self) -> list[int]:
        """The tickets in hand that the plan will do."""
        return [ticket for ticket in self.joint.done if ticket >= 0]

    def best_joint(self, demands: list[Demand]) -> Joint:
        """The network for some tickets; where time is short, for the best of them."""
        joint = found = self.network.join(self.cost, demands, self.left)
        while len(joint.done) > 1 and self.length_of(joint.routes) > self.turns_left - 1:
            demands = self._without_the_worst(demands, joint)
            joint = self.network.join(self.cost, demands, self.left)
            if self.value_of(joint) > self.value_of(found):
                found = joint
        return found if self.value_of(found) > 0 else NOTHING

    def _without_the_worst(self, demands: list[Demand], joint: Joint) -> list[Demand]:
        """Time is short: give up the ticket that is worth least for what it costs."""
        planned = [demand for demand in demands if demand.ticket in joint.done]
        worst = min(
            planned,
            key=lambda d: d.prize / (1.0 + self.network.graph.way(self.cost, d.groups)[0]),
        )
        return [demand for demand in planned if demand is not worst]

    def stays(self, route: int) -> int:
        """The mask of routes that are still to be had if somebody else takes a route."""
        return self.sight.claims.parallel.stays_open_for_all[route]

    def loss(self, route: int) -> float:
        """What the plan is worth less if somebody else takes a route."""
        found = self._losses.get(route)
        if found is None:
            found = self._losses[route] = self._loss(route)
        return found

    def _loss(self, route: int) -> float:
        demands = [demand for demand in self.demands if demand.ticket in self.joint.done]
        stays = self.stays(route)
        cost = [price if not price or stays >> r & 1 else FAR for r, price in enumerate(self.cost)]
        cost[route] = FAR
        return max(0.0, self.joint.net - self.network.join(cost, demands, self.left, 1).net)

    def ticket_for(self, route: int) -> tuple[int, list[int]]:
        """The ticket that a route of the plan serves, and its planned way; -1: only a bonus."""
        demands = [self.demand(ticket) for ticket in self.served]
        return self.network.served(self.cost, self.joint.routes, demands, route)

    def prize_for(self, route: int) -> tuple[str, str]:
        """What a route of the plan serves that is no ticket: its kind and its name."""
        wanted = [prize for prize in self.prizes if prize[0].ticket in self.joint.done]
        demands = [replace(demand, ticket=at) for at, (demand, _, _) in enumerate(wanted)]
        at, _ = self.network.served(self.cost, self.joint.routes, demands, route)
        _, kind, name = wanted[max(0, at)]
        return kind, name

    # -- time -----------------------------------------------------------------------------------

    def value_of(self, joint: Joint) -> float:
        """What a network is worth if part of it may come too late."""
        length = self.length_of(joint.routes)
        late = min(1.0, self._late(length) / max(1.0, length))
        return joint.net - late * (joint.net + joint.cost)

    def _late(self, length: float) -> float:
        """How many turns too long something of a length is, as far as can be said now."""
        over = (length - self.turns_left) / self.doubt
        return self.doubt * math.log1p(math.exp(min(30.0, over)))

    def in_time(self, length: float) -> float:
        """The chance that something of a length is done in time."""
        return 1.0 / (1.0 + math.exp(min(30.0, (length - self.turns_left) / self.doubt)))

    @cached_property
    def turn(self) -> float:
        """What a turn is worth now: spent on something else, the plan comes later by one."""
        length = self.length_of(self.joint.routes)
        later = self._late(length + 1.0) - self._late(length)
        prizes = self.joint.net + self.joint.cost
        return self.turn_price + later * prizes / max(1.0, length)

    # -- more tickets ---------------------------------------------------------------------------

    def keep_value(self, tickets: list[int]) -> float:
        """What holding exactly these tickets is worth: done, missed, and the time they take."""
        joint = self.best_joint([self.demand(ticket) for ticket in tickets])
        missed = sum([self.sight.tickets.tickets[ticket].penalty for ticket in tickets])
        return self.value_of(joint) - missed

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
        length = self.length_of(self.joint.routes) + 1.0  # a turn to draw it
        pieces = self.left - self.sight.spaces(self.joint.routes)
        return [
            [self._gain(ticket, length, pieces) for ticket in deck]
            for deck in self.sight.tickets.unplaced(self.view)
        ]

    def _gain(self, ticket: int, length: float, pieces: int) -> float:
        """Points of a ticket less what its way costs; its penalty where that cannot be had."""
        penalty = float(self.sight.tickets.tickets[ticket].penalty)
        demand = self.demand(ticket)
        points = demand.prize - (0.0 if self.sight.race else penalty)
        price, time, spaces, sure = 0.0, length, 0, True
        for sources, targets in pairwise(demand.groups):
            best, via = self._from(sources)
            node = min(targets, key=best.__getitem__)
            if best[node] == FAR:
                return -self.race_prize if self.sight.race else -penalty
            price += best[node]
            while (route := via[node]) >= 0:
                sure = sure and not self.cost[route]
                if self.planned[route] > 0:
                    time += self.time_of(route)
                    spaces += self.sight.length[route]
                node = sum(self.network.graph.ends[route]) - node
        if spaces > pieces:
            return -penalty
        done = 1.0 if sure else self.in_time(time)
        return done * points - (1.0 - done) * penalty - price

    def _from(self, sources: tuple[int, ...]) -> tuple[list[float], list[int]]:
        """What it costs to reach every place from some, and by which routes, beside the plan."""
        found = self._ways.get(sources)
        if found is None:
            found = self._ways[sources] = self.network.graph.spread(self.planned, sources)[:2]
        return found

    def draw_value(self, counts: tuple[int, ...], keep: int = 0) -> float:
        """What drawing so many tickets from each deck promises, if `keep` of them must be kept.

        Those count whole, and the best one if all may be returned; what else is worth keeping
        counts in part, for the time it takes. It is the mean over all that may be drawn.
        """
        good = [[max(0.0, gain) for gain in deck] for deck in self.gains]
        means = [
            min(n, len(deck)) * sum(deck) / max(1, len(deck))
            for deck, n in zip(good, counts, strict=True)
        ]
        whole = max(1, keep)
        held = best_of(self.gains if keep else good, counts, whole)
        return held + ANOTHER * (sum(means) - best_of(good, counts, whole))

    def renewal(self, hand: int) -> float:
        """What so many new tickets promise beyond those in hand: the nearest of each counts."""
        fresh = [gain for deck in self.gains for gain in deck]
        if len(fresh) < hand:
            return -FAR
        old = [self._gain(ticket, 0.0, self.left) for ticket in self.waiting]
        return best_of([fresh], (hand,), 1) - max(old, default=-FAR)
