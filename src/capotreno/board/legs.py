"""A trail through stops in their order: from stop to stop runs a leg, and no edge is used twice.

Legs are looked for as neighbours would share a road: each takes its shortest way, an edge that
several want becomes dearer for all of them, and after some rounds they have mostly parted. If they
have not there is mostly a narrow place: some stops that fewer edges join to the others than the
order would have to run between them. Only where neither is found, legs are tried one by one.
"""

from typing import Final

from capotreno.board.memory import COMPILED
from capotreno.board.web import EMPTY, Web

FEW: Final = 3  # rounds after which legs have mostly parted
MANY: Final = 30  # and after which they hardly ever will
CROWD: Final = 64  # legs that want an edge, as far as its price goes
LINE: Final = 6  # stops whose order is looked at for a narrow place; with more it is only slower
FAR: Final = 1 << 20


class Legs:
    """The routes of a board as edges, and the stops of every ticket, each a set of nodes."""

    def __init__(self, ends: list[tuple[int, int]], stops: list[list[int]]) -> None:
        last = max([stop.bit_length() for own in stops for stop in own], default=0)
        self.web = Web(ends, last)
        self.stops = stops
        self.most = max([len(own) for own in stops], default=0) + 1
        self.every = [sum({1 << n for s in own for n in _nodes(s)}) for own in stops]
        self.tried = 0  # nodes to which the interpreter has led a leg, one by one

    def in_order(self, edges: int, ticket: int) -> bool:
        """Whether a trail over these edges meets the stops of a ticket, one after the other."""
        web = self.web
        stops = self.every[ticket]
        group = [node for node in range(web.nodes)]  # noqa: C416 (a list of this call)
        meeting = [EMPTY] * web.nodes
        for node, own in enumerate(web.meeting):
            meeting[node] = own
        edges = web.useful(edges, stops, group, meeting)
        if self._part_ways(edges, ticket, FEW, group, meeting):
            return True
        if self._hopeless(edges, ticket, group, meeting):
            return False
        edges = web.drawn_together(edges, stops, group, meeting)
        edges = web.useful(edges, stops, group, meeting)
        if self._part_ways(edges, ticket, MANY, group, meeting):
            return True
        return self._found(edges, ticket, group, meeting)

    def _found(self, edges: int, ticket: int, group: list[int], meeting: list[int]) -> bool:
        """Whether there are legs, as a search through all of them tells."""
        starts = self.stops[ticket][0]
        while starts:
            low = starts & -starts
            starts ^= low
            if self._onward(edges, ticket, 1, low, group, meeting):
                return True
        return False

    def _hopeless(self, edges: int, ticket: int, group: list[int], meeting: list[int]) -> bool:
        """Whether wherever the trail begins there is a narrow place."""
        starts = self.stops[ticket][0]
        while starts:
            low = starts & -starts
            starts ^= low
            if not self._narrow(edges, ticket, 1, low, group, meeting):
                return False
        return True

    # -- legs that part -------------------------------------------------------------------------

    def _part_ways(
        self,
        edges: int,
        ticket: int,
        rounds: int,
        group: list[int],
        meeting: list[int],
    ) -> bool:
        """Whether legs of which each goes its shortest way use no edge twice after some rounds."""
        users = [0] * len(self.web.ends)  # legs that want an edge
        wanted = [0] * len(self.web.ends)  # rounds in which several did
        price = [1] * len(self.web.ends)
        legs = [EMPTY] * self.most
        for impatience in range(1, rounds + 1):
            starts = self.stops[ticket][0]
            for number in range(1, len(self.stops[ticket])):
                left = legs[number]
                while left:
                    low = left & -left
                    left ^= low
                    users[low.bit_length() - 1] -= 1
                left = edges
                while left:
                    low = left & -left
                    left ^= low
                    edge = low.bit_length() - 1
                    often, others = min(wanted[edge], CROWD), max(0, min(users[edge], CROWD))
                    price[edge] = (1 + often) * (1 + others * impatience)
                goal = self.stops[ticket][number]
                starts, leg = self._cheapest(edges, starts, goal, price, group, meeting)
                if not starts:
                    return False
                legs[number] = leg
                while leg:
                    low = leg & -leg
                    leg ^= low
                    users[low.bit_length() - 1] += 1
            clash = False
            left = edges
            while left:
                low = left & -left
                left ^= low
                if users[low.bit_length() - 1] > 1:
                    clash = True
                    wanted[low.bit_length() - 1] += 1
            if not clash:
                return True
        return False

    def _cheapest(
        self,
        edges: int,
        starts: int,
        goal: int,
        price: list[int],
        group: list[int],
        meeting: list[int],
    ) -> tuple[int, int]:
        """The cheapest way to a node of a stop: that node and the edges; none if there is none."""
        best = [FAR] * self.web.nodes
        via = [-1] * self.web.nodes
        left = fringe = starts
        while left:
            low = left & -left
            left ^= low
            best[low.bit_length() - 1] = 0
        while fringe:
            node, least = 0, FAR
            left = fringe
            while left:
                low = left & -left
                left ^= low
                if best[low.bit_length() - 1] < least:
                    node = max(0, low.bit_length() - 1)
                    least = best[node]
            fringe ^= 1 << node
            if goal >> node & 1:
                leg = EMPTY
                end = 1 << node
                while via[node] >= 0:
                    edge = max(0, via[node])
                    leg |= 1 << edge
                    node = self.web.across(edge, node, group)
                return end, leg
            near = edges & meeting[node]
            while near:
                low = near & -near
                near ^= low
                edge = low.bit_length() - 1
                other = self.web.across(edge, node, group)
                total = min(FAR - 1, least + price[edge])
                if total < best[other]:
                    best[other] = total
                    via[other] = edge
                    fringe |= 1 << other
        return EMPTY, EMPTY

    # -- narrow places --------------------------------------------------------------------------

    def _narrow(
        self,
        edges: int,
        ticket: int,
        stop: int,
        here: int,
        group: list[int],
        meeting: list[int],
    ) -> bool:
        """Whether, however stops are divided, the order runs to and fro more often than edges do.

        From a node over the stops to come; one of several nodes may lie on either side.
        """
        line = [EMPTY] * LINE
        line[0] = here
        size = 1
        for later in range(stop, len(self.stops[ticket])):
            own = self.stops[ticket][later]
            if own.bit_count() == 1 and size < LINE:
                line[size] = own
                size += 1
        for side in range(2, 1 << LINE, 2):
            if side >> size:
                return False
            near = far = EMPTY
            for at in range(LINE):
                if side >> at & 1:
                    near |= line[at]
                elif at < size:
                    far |= line[at]
            crossings = ((side ^ side >> 1) & ((1 << min(size, LINE)) - 1) >> 1).bit_count()
            if not near & far and not self.web.flows(edges, near, far, crossings, group, meeting):
                return True
        return False

    # -- leg by leg -----------------------------------------------------------------------------

    def _onward(
        self,
        edges: int,
        ticket: int,
        stop: int,
        here: int,
        group: list[int],
        meeting: list[int],
    ) -> bool:
        """Whether from a node the stops from one on can be met."""
        if stop == len(self.stops[ticket]):
            return True
        if self.stops[ticket][stop] & here:
            return self._onward(edges, ticket, stop + 1, here, group, meeting)
        if self._narrow(edges, ticket, stop, here, group, meeting):
            return False
        return self._leg(edges, ticket, stop, here, here, group, meeting)

    def _leg(
        self,
        edges: int,
        ticket: int,
        stop: int,
        here: int,
        path: int,
        group: list[int],
        meeting: list[int],
    ) -> bool:
        """Whether a leg that has come to a node can go on, and the others after it.

        It goes no way round where one edge would do: another leg that needs that edge could as
        well take the way round. The nodes nearest to the stop are tried first.
        """
        if not COMPILED:
            self.tried += 1
        goal = self.stops[ticket][stop]
        wave = goal
        met = EMPTY
        before = path ^ here
        near = edges & meeting[here.bit_length() - 1]
        ahead = self.web.beside(edges, here, group, meeting)
        ahead ^= ahead & path
        while wave:
            met |= wave
            left = ahead & wave
            while left:
                low = left & -left
                left ^= low
                if self.web.beside(edges, low, group, meeting) & before:
                    continue
                both = near & meeting[low.bit_length() - 1]
                rest = edges ^ (both & -both)
                if goal & low:
                    if self._onward(rest, ticket, stop + 1, low, group, meeting):
                        return True
                elif not self._narrow(rest, ticket, stop, low, group, meeting) and self._leg(
                    rest, ticket, stop, low, path | low, group, meeting
                ):
                    return True
            wave = self.web.beside(edges, wave, group, meeting)
            wave ^= wave & met
        return False


def _nodes(mask: int) -> list[int]:
    return [node for node in range(mask.bit_length()) if mask >> node & 1]
