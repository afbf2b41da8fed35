"""Ways over the board: cheapest ones, and one joint network for many tickets.

The joint network is a prize-collecting Steiner tree by a heuristic: tickets are joined one after
the other over what is already planned, in several orders; what no ticket needs is cut off again,
and a ticket that costs more than it is worth is left out. The best order wins.
"""

from dataclasses import dataclass

from capotreno.board.graph import FAR, Graph
from capotreno.engine.menu import bits

Groups = tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Demand:
    """A ticket to be joined: the nodes of its stops and what joining them is worth."""

    ticket: int
    groups: Groups
    prize: float


@dataclass(frozen=True)
class Joint:
    """A network: the routes to claim for it, what they cost, the tickets it does, its worth."""

    routes: int
    cost: float
    done: tuple[int, ...]
    net: float


NOTHING = Joint(0, 0.0, (), 0.0)


class Network:
    """The board's graph, with a cost per route: FAR where a route cannot be had, 0 if owned."""

    def __init__(self, graph: Graph, length: list[int]) -> None:
        self.graph = graph
        self.length = length

    def served(
        self, cost: list[float], planned: int, demands: list[Demand], route: int
    ) -> tuple[int, list[int]]:
        """The ticket that needs a planned route with the least detour, and its way in the plan.

        The way is what has yet to be claimed; -1 and nothing if no ticket needs the route.
        """
        free = [
            float(n) if 0 < price < FAR else price
            for n, price in zip(self.length, cost, strict=True)
        ]
        inside = [n if not n or planned >> r & 1 else FAR for r, n in enumerate(free)]
        without = inside[:]
        without[route] = FAR
        found: tuple[float, int, list[int]] = (FAR, -1, [])
        for demand in demands:
            if self.graph.way(without, demand.groups)[0] < FAR:
                continue
            length, mask = self.graph.way(inside, demand.groups)
            detour = length - self.graph.way(free, demand.groups)[0]
            if length < FAR and detour < found[0]:
                found = (detour, demand.ticket, [r for r in bits(mask) if free[r]])
        return found[1:]

    def join(self, cost: list[float], demands: list[Demand], pieces: int, orders: int = 3) -> Joint:
        """The best network for these tickets that so many pieces can fill."""
        if not demands:
            return NOTHING
        alone = {demand.ticket: self.graph.way(cost, demand.groups)[0] for demand in demands}
        reachable = [demand for demand in demands if alone[demand.ticket] < FAR]
        by_prize = sorted(reachable, key=lambda demand: -demand.prize)
        by_cost = sorted(reachable, key=lambda demand: alone[demand.ticket])
        found = NOTHING
        tried: list[list[Demand]] = []
        for order in (by_prize, by_cost, by_cost[::-1])[:orders]:
            if order not in tried:
                tried.append(order)
                joint = self._join(cost, order, pieces)
                if joint.net > found.net:
                    found = joint
        return found

    def _join(self, cost: list[float], order: list[Demand], pieces: int) -> Joint:
        planned = cost[:]
        routes = 0
        spaces = 0
        done: list[Demand] = []
        for demand in order:
            price, mask = self.graph.way(planned, demand.groups)
            new = [route for route in bits(mask & ~routes) if cost[route] > 0]
            more = sum([self.length[route] for route in new])
            if price > demand.prize or spaces + more > pieces:
                continue
            spaces += more
            done.append(demand)
            for route in new:
                routes |= 1 << route
                planned[route] = 0.0
        routes = self._pruned(cost, routes, done)
        total = sum([cost[route] for route in bits(routes)])
        prize = sum([demand.prize for demand in done])
        return Joint(routes, total, tuple(demand.ticket for demand in done), prize - total)

    def _pruned(self, cost: list[float], routes: int, done: list[Demand]) -> int:
        """Without the routes that no ticket needs, the dearest first."""
        owned = sum([1 << route for route, price in enumerate(cost) if price == 0])
        for route in sorted(bits(routes), key=lambda route: -cost[route]):
            fewer = routes & ~(1 << route)
            root = self.graph.roots(owned | fewer)
            if all(self.graph.joined(root, demand.groups) for demand in done):
                routes = fewer
        return routes
