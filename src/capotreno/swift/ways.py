"""Ways for tickets: which open routes a seat wants, one ticket after the other over one network.

A route costs about the turns it takes, less what it brings; what is owned, lent or wanted already
costs nothing, so that tickets share their ways.
"""

from typing import Final

from capotreno.engine.game import Game
from capotreno.engine.state import State
from capotreno.rules.claiming.claims import Claims
from capotreno.rules.claiming.pieces import Pieces
from capotreno.rules.dice.dice import Dice
from capotreno.rules.tickets.race import TicketRace
from capotreno.rules.tickets.stock import TicketStock
from capotreno.swift.extras import Extras

RING: Final = 64  # distances that are kept at once: no route costs as much
FAR: Final = 32_768  # the cost of no way at all
LEAST_TURN: Final = 10  # what a turn is worth at least, in tenths of a point
PER_CARD: Final = 5  # tenths of a turn that a card takes, beside the one for the claim
PER_DIE: Final = 2  # and a space that dice pay
PER_COST: Final = 3  # tenths of a point that the search counts as one
ALL: Final = 1024  # more than there are tickets


class Ways:
    """The board as plain tables, and the search over it."""

    def __init__(self, game: Game, extras: Extras) -> None:
        layout = game.layout
        self.players = game.players
        self.claims = layout.partner(Claims)
        self.pieces = layout.partner(Pieces)
        self.tickets = layout.partner(TicketStock)
        self.race = bool(layout.partners(TicketRace))
        graph = game.graph
        self.nodes = graph.count
        self.beside = graph.beside
        self.everywhere = (1 << graph.count) - 1
        self.none = len(graph.ends)  # no route
        self.a = [a for a, _ in graph.ends] + [0]
        self.b = [b for _, b in graph.ends] + [0]
        self.first = [0]  # by node: where its neighbours begin
        self.routes: list[int] = []
        self.others: list[int] = []
        for node in range(graph.count):
            for route, other in graph.near[node]:
                self.routes.append(route)
                self.others.append(other)
            self.first.append(len(self.routes))
        self.length = self.claims.length
        points = [0 if self.race else item.points for item in self.claims.items]
        self.own_points = [10 * own for own in points]
        self.points = [10 * own + extras.first(route) for route, own in enumerate(points)]
        payer = self.claims.payer
        per_card = PER_DIE if layout.partners(Dice) else PER_CARD
        self.turns = [10 + per_card * payer.price(route) for route in range(self.none)]
        self.turn_worth = self._turn_worth()
        self.cost = [self._cost(*both) for both in zip(self.turns, self.points, strict=True)]
        self._legs()
        self.value = [10 * (ticket.points + ticket.penalty) for ticket in self.tickets.tickets]
        self.prize = [10 * ticket.points for ticket in self.tickets.tickets]
        order = sorted(range(len(self.value)), key=lambda t: (-self.value[t], t))
        self.rank = [order.index(ticket) for ticket in range(len(order))]
        self.by_rank = order
        self.supply = sum(self.pieces.counts) if not self.pieces.total else self.pieces.total

    def _turn_worth(self) -> int:
        """What a turn brings on routes alone, where they are good."""
        if self.race:
            return 10
        each = sorted(
            10 * points // turns for points, turns in zip(self.points, self.turns, strict=True)
        )
        return max(LEAST_TURN, each[-1 - len(each) // 8])

    def _cost(self, turns: int, points: int) -> int:
        """The turns that a route takes, less what it brings, in thirds of a tenth."""
        return min(RING - 1, max(3, (turns * self.turn_worth // 10 - points) // PER_COST))

    def _legs(self) -> None:
        """Tickets as legs from some nodes to others: one, or those of a tour in printed order."""
        self.first_leg = [0]
        self.leg_from: list[int] = []
        self.leg_to: list[int] = []
        for ticket, groups in enumerate(self.tickets.groups):
            stops = [sum(1 << node for node in set(group)) for group in groups]
            choices = self.tickets.choices[ticket]
            if choices:
                ends = {node for end, _ in choices for node in end}
                stops = [stops[0], sum(1 << node for node in ends)]
            self.leg_from += stops[:-1]
            self.leg_to += stops[1:]
            self.first_leg.append(len(self.leg_from))

    # -- searching ------------------------------------------------------------------------------

    def way(self, free: int, able: int, sources: int, targets: int) -> tuple[int, int]:
        """The cheapest way from some nodes to others: its cost, and the routes it lacks.

        `free` routes cost nothing, of the others those that are `able` may be used.
        """
        ring = [0] * RING  # by distance: the nodes that may be as far
        best = [FAR] * self.nodes
        via = [self.none] * self.nodes  # by node: the route that leads there
        rest = self.everywhere  # nodes that nobody has been to
        left = sources
        while left:
            low = left & -left
            left ^= low
            best[low.bit_length() - 1] = 0
        ring[0] = sources
        far = 0
        quiet = 0
        while quiet < RING:
            here = ring[far % RING] & rest
            ring[far % RING] = 0
            quiet += 1
            while here:
                quiet = 0
                low = here & -here
                here ^= low
                rest ^= low
                node = low.bit_length() - 1
                if targets & low:
                    return (far, self._back(via, node, free))
                for at in range(self.first[node], self.first[node + 1]):
                    route = self.routes[at]
                    total = far
                    if not free >> route & 1:
                        if not able >> route & 1:
                            continue
                        total = far + self.cost[route]
                    other = self.others[at]
                    if total < best[other]:
                        best[other] = total
                        via[other] = route
                        if total == far:
                            here |= 1 << other
                        else:
                            ring[total % RING] |= 1 << other
            far += 1
        return (FAR, 0)

    def _back(self, via: list[int], node: int, free: int) -> int:
        """The routes that led to a node, but for the free ones."""
        routes = 0
        while via[node] < self.none:
            route = via[node]
            if not free >> route & 1:
                routes |= 1 << route
            node = self.b[route] if node == self.a[route] else self.a[route]
        return routes

    def ticket_way(self, free: int, able: int, ticket: int) -> tuple[int, int]:
        """The same for a ticket, leg by leg."""
        total = 0
        routes = 0
        for leg in range(self.first_leg[ticket], self.first_leg[ticket + 1]):
            cost, way = self.way(free | routes, able, self.leg_from[leg], self.leg_to[leg])
            if cost >= FAR:
                return (FAR, 0)
            total += cost
            routes |= way
        return (min(total, FAR - 1), routes)

    def fits(self, state: State, seat: int, routes: int, share: int) -> bool:
        """Whether a seat's pieces fill some routes, and so many tenths of them do."""
        pieces = self.pieces
        left = pieces.of(state, seat)
        kinds = pieces.kinds
        if not sum(left):  # it has not chosen them
            left = [pieces.to_place(state, seat)]
            kinds = 1
        used = [0] * pieces.kinds
        while routes:
            low = routes & -routes
            routes ^= low
            route = low.bit_length() - 1
            used[pieces.kind[route] if kinds > 1 else 0] += self.length[route]
        return all(10 * used[kind] <= share * left[kind] for kind in range(kinds))

    def able(self, state: State, seat: int) -> int:
        """The routes a seat could still claim one by one, cards apart."""
        return self.claims.open_to(state, seat) & self.pieces.fillable(state, seat)

    def joint(self, state: State, seat: int, tickets: list[int]) -> tuple[int, int, int, int]:
        """The routes wanted for some tickets, and which of these are within reach.

        One after the other, the dearest first; in a race, where all are alike, the nearest, whose
        routes are told apart. Last all the ways that were looked at.
        """
        free = self.tickets.network(state, seat)
        able = self.able(state, seat)
        wanted = 0
        within = 0
        first = 0
        looked = 0
        order = [self.rank[ticket] for ticket in tickets]
        if self.race:
            order = []
            for ticket in tickets:
                cost, way = self.ticket_way(free, able, ticket)
                order.append(cost * ALL + self.rank[ticket])
                looked |= way
        order.sort()
        for number in order:
            ticket = self.by_rank[number % ALL]
            cost, way = self.ticket_way(free | wanted, able, ticket)
            looked |= way
            if cost < FAR and self.fits(state, seat, wanted | way, 10):
                if self.race and not within:
                    first = way
                wanted |= way
                within |= 1 << ticket
        return (wanted, within, first, looked)
