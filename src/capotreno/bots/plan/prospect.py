"""The prospect: what a seat's tickets ask of its plan, and how sure the plan is to be in time.

It is the same with cards and with dice; what a turn costs and how long routes take is not.
"""

import math
from functools import cached_property

from capotreno.bots.plan.extras import one_more
from capotreno.bots.plan.network import Demand, Joint, Network
from capotreno.bots.plan.sight import Sight
from capotreno.engine.state import View

RACE = 12.0  # turns a ticket is worth where nothing but tickets counts


class TicketPlan:
    """What both outlooks are made of. It depends on the view alone."""

    sight: Sight
    network: Network
    view: View
    cost: list[float]  # what every route costs, in points
    turn_price: float  # what a turn is worth when nothing presses
    most: float  # how much a prize for the most tickets counts
    turns_left: float
    doubt: float  # by how many turns the guess at the time that is left may be wrong

    def __init__(self) -> None:
        self._demands: dict[int, Demand] = {}

    @cached_property
    def joint(self) -> Joint:
        """The network for the tickets in hand; where time is short, for some of them."""
        raise NotImplementedError

    def length_of(self, routes: int) -> float:
        """Turns some routes take."""
        raise NotImplementedError

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
            best, _, _ = self.network.spread(self.cost, groups[0])
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
        for which in self.sight.to_win(self.view):
            bonus = self.sight.bonuses[0].bonuses[which]
            graph = self.sight.tickets.graph
            groups = (graph.nodes(bonus.a), graph.nodes(bonus.b))
            found.append(Demand(-1 - which, groups, self.race_prize))
        return found

    @cached_property
    def waiting(self) -> list[int]:
        return self.sight.waiting(self.view)

    def without_the_worst(self, demands: list[Demand], joint: Joint) -> list[Demand]:
        """Time is short: give up the ticket that is worth least for what it costs."""
        planned = [demand for demand in demands if demand.ticket in joint.done]
        worst = min(
            planned,
            key=lambda d: d.prize / (1.0 + self.network.way(self.cost, d.groups)[0]),
        )
        return [demand for demand in planned if demand is not worst]

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
