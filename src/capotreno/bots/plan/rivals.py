"""What the others seem to be after: the ways between their networks, and how they stand."""

import math

from capotreno.board.graph import FAR
from capotreno.bots.plan.extras import LIKELY
from capotreno.bots.plan.network import Groups, Network
from capotreno.bots.plan.sight import Sight
from capotreno.engine.menu import bits
from capotreno.engine.state import View

APART, BESIDE, BETWEEN = 0.2, 1.0, 2.5  # how likely a rival takes a route, by its ends built on
LONGEST = 8.0  # a detour longer than that is not gone: the ticket is given up


class Rivals:
    """Guesses from what lies open on the table; nobody's hand or tickets are looked at."""

    def __init__(self, sight: Sight, network: Network) -> None:
        self.sight = sight
        self.network = network
        self.usual = [
            sum(sight.tickets.tickets[t].points for t in deck) / len(deck)
            for deck in sight.tickets.in_deck
        ]

    def danger(self, view: View, route: int) -> float:
        """How near the others are to a route: the nearer, the likelier somebody takes it.

        What else tells which routes are gone soon is what they bring (`Outlook.wanted`).
        In the United States with dice planners claim an open route of four spaces in 0.2 % of their
        turns where they have built at neither end, at one end in 3.3 %, at both in 17.5 %.
        """
        ends = self.network.graph.ends[route]
        near = 0.0
        for rival, built in enumerate(self._built(view)):
            if rival != view.seat:
                near += (APART, BESIDE, BETWEEN)[(ends[0] in built) + (ends[1] in built)]
        return near

    def _built(self, view: View) -> list[set[int]]:
        """By seat: the nodes that its routes touch."""
        ends = self.network.graph.ends
        owned = [self.sight.owned_by(view, seat) for seat in range(self.sight.players)]
        return [{node for route in bits(mask) for node in ends[route]} for mask in owned]

    def harm(self, view: View, route: int) -> float:
        """How many spaces more the others need if the seat claims a route.

        It counts where it would join two networks of one rival: who has built on both sides of a
        gap wants to close it.
        """
        detours = self.detours(view, route).values()
        harm = sum([max(0.0, min(LONGEST - self.sight.length[route], n)) for n in detours])
        return harm / (self.sight.players - 1)

    def detours(self, view: View, route: int) -> dict[int, float]:
        """The spaces more that each rival needs who would join two networks by a route."""
        sight = self.sight
        a, b = self.network.graph.ends[route]
        found = {}
        for rival in range(sight.players):
            owned = sight.owned_by(view, rival)
            free = sight.open_to(view, rival)
            if rival == view.seat or not owned or not free >> route & 1:
                continue
            root = sight.tickets.graph.roots(owned)
            built = {root[node] for r in bits(owned) for node in self.network.graph.ends[r]}
            if root[a] == root[b] or root[a] not in built or root[b] not in built:
                continue
            found[rival] = self.detour(owned, free, route)
        return found

    def detour(self, owned: int, free: int, route: int) -> float:
        """The spaces more between a route's ends if somebody else takes it; FAR: no other way."""
        a, b = self.network.graph.ends[route]
        free &= self.sight.claims.parallel.stays_open_for_all[route] & ~(1 << route)
        return self._spaces(owned, free, ((a,), (b,))) - self.sight.length[route]

    def further(self, owned: int, free: int, groups: Groups, route: int) -> float:
        """The spaces by which the shortest way between stops grows if somebody else takes a route.

        FAR: no way is left. Nothing, where another way is as short, whatever is planned.
        """
        now = self._spaces(owned, free, groups)
        stays = self.sight.claims.parallel.stays_open_for_all[route] & ~(1 << route)
        left = self._spaces(owned, free & stays, groups)
        return FAR if left == FAR else left - now

    def _spaces(self, owned: int, free: int, groups: Groups) -> float:
        """The spaces still to claim for the shortest way between stops; FAR: there is none."""
        cost = [
            0.0 if owned >> r & 1 else float(length) if free >> r & 1 else FAR
            for r, length in enumerate(self.sight.length)
        ]
        return self.network.graph.way(cost, groups)[0]

    def ahead(self, view: View, more: float) -> float:
        """How sure it is that the seat is in front with so many points more, from -1 to 1.

        What the others' tickets bring is a guess, and the wider the more of them they hold.
        """
        lead = self.lead(view) + more
        unsure = 0.0
        for seat in range(self.sight.players):
            if seat != view.seat:
                held = self.sight.tickets.held_by(view, seat)
                mean = [n * usual**2 for n, usual in zip(held, self.usual, strict=True)]
                unsure = max(unsure, sum(mean))
        return lead / max(1.0, math.sqrt(lead**2 + unsure))

    def lead(self, view: View) -> float:
        """How far the seat seems to be in front of the best of the others, in points."""
        standing = []
        tickets = self.sight.tickets
        for seat in range(self.sight.players):
            points = float(sum(self.sight.points[r] for r in bits(self.sight.owned_by(view, seat))))
            if seat == view.seat:
                root = tickets.graph.roots(self.sight.owned_by(view, seat))
                for t in tickets.holding(view, seat):
                    printed = tickets.tickets[t]
                    points += printed.points if tickets.joins(root, t) else -printed.penalty
            else:
                held = tickets.held_by(view, seat)
                guess = sum(n * usual for n, usual in zip(held, self.usual, strict=True))
                points += guess * (2.0 * LIKELY - 1.0)
            standing.append(points)
        own = standing.pop(view.seat)
        return own - max(standing)
