"""What the others seem to be after: the ways between their networks, and how they stand."""

from capotreno.board.graph import FAR
from capotreno.bots.plan.extras import LIKELY
from capotreno.bots.plan.network import Network
from capotreno.bots.plan.sight import Sight
from capotreno.engine.menu import bits
from capotreno.engine.state import View

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

    def harm(self, view: View, route: int) -> float:
        """How many spaces more the others need if the seat claims a route.

        It counts where it would join two networks of one rival: who has built on both sides of a
        gap wants to close it.
        """
        sight = self.sight
        stays = sight.claims.parallel.stays_open_for_all[route]
        a, b = self.network.graph.ends[route]
        harm = 0.0
        for rival in range(sight.players):
            owned = sight.owned_by(view, rival)
            free = sight.open_to(view, rival)
            if rival == view.seat or not owned or not free >> route & 1:
                continue
            root = sight.tickets.graph.roots(owned)
            built = {root[node] for r in bits(owned) for node in self.network.graph.ends[r]}
            if root[a] == root[b] or root[a] not in built or root[b] not in built:
                continue
            around = self._around(owned, free & stays, a, b)
            harm += max(0.0, min(LONGEST, around) - sight.length[route])
        return harm / (sight.players - 1)

    def _around(self, owned: int, free: int, a: int, b: int) -> float:
        """The spaces of the shortest way between two places for somebody."""
        cost = [
            0.0 if owned >> r & 1 else float(length) if free >> r & 1 else FAR
            for r, length in enumerate(self.sight.length)
        ]
        return self.network.graph.way(cost, ((a,), (b,)))[0]

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
