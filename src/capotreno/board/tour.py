"""A trail through stops in their order: from stop to stop runs a leg, and no edge is used twice.

Legs are looked for as neighbours would share a road: each takes its shortest way, an edge that
several want becomes dearer for all of them, and after some rounds they have mostly parted. If they
have not there is mostly a narrow place: some stops that fewer edges join to the others than the
order would have to run between them. Only where neither is found, legs are tried one by one.
"""

from heapq import heappop, heappush
from typing import Final

Edge = tuple[int, int]  # its nodes

FEW: Final = 3  # rounds after which legs have mostly parted
MANY: Final = 30  # and after which they hardly ever will


def in_order(edges: list[Edge], stops: tuple[tuple[int, ...], ...]) -> bool:
    """Whether a trail over these edges meets stop after stop; of each, any of its nodes will do."""
    tour = Tour(_useful(edges, {node for stop in stops for node in stop}), stops)
    if tour.parts_ways(FEW):
        return True
    everything = (1 << len(tour.edges)) - 1
    if all(tour.narrow(node, 1, everything) for node in stops[0]):
        return False
    tour = _drawn_together(tour)
    return tour.parts_ways(MANY) or tour.found()


def _useful(edges: list[Edge], stops: set[int]) -> list[Edge]:
    """The edges without those that lead nowhere; two that only meet each other are one."""
    edges = edges[:]
    at: dict[int, list[int]] = {}  # node: its edges, by number
    for i, (a, b) in enumerate(edges):
        at.setdefault(a, []).append(i)
        at.setdefault(b, []).append(i)
    gone: set[int] = set()
    wave = [node for node in at if node not in stops]
    while wave:
        node = wave.pop()
        own = at[node]
        if node in stops or not 0 < len(own) <= 2:
            continue
        at[node] = []
        gone.add(own[0])
        near = sum(edges[own[0]]) - node
        far = sum(edges[own[1]]) - node if len(own) == 2 else near
        at[near].remove(own[0])
        if len(own) == 2 and near == far:
            gone.add(own[1])
            at[near].remove(own[1])
        elif len(own) == 2:
            edges[own[1]] = (near, far)
            at[near].append(own[1])
        wave += [near, far]
    return [edge for i, edge in enumerate(edges) if i not in gone]


def _drawn_together(tour: "Tour") -> "Tour":
    """The same tour on a smaller map, every node one with what lies around it.

    A node can be reached from as many edges as separate it from the (other) stops. So whatever
    runs over these edges can run through the node, and no other node inside them is needed.
    """
    stops = {node for stop in tour.stops for node in stop}
    for node in list(tour.at):
        around = tour.around(node, stops - {node}) if node in tour.at else set()
        if len(around) > 1:
            moved = [
                (node if a in around else a, node if b in around else b) for a, b in tour.edges
            ]
            tour = Tour([(a, b) for a, b in moved if a != b], tour.stops)
    return Tour(_useful(tour.edges, stops), tour.stops)


class Tour:
    """The stops of a tour in a network."""

    def __init__(self, edges: list[Edge], stops: tuple[tuple[int, ...], ...]) -> None:
        self.edges = edges
        self.stops = stops
        self.at: dict[int, list[tuple[int, int]]] = {}  # node: its edges and their other ends
        for i, (a, b) in enumerate(edges):
            self.at.setdefault(a, []).append((i, b))
            self.at.setdefault(b, []).append((i, a))
        for stop in stops:
            for node in stop:
                self.at.setdefault(node, [])
        self.vain: set[tuple[int, int, int]] = set()  # node, next stop and edges left: tried
        self.bottleneck = 0  # the stops on one side of the latest narrow place
        self.steps = 0

    # -- legs that part -------------------------------------------------------------------------

    def parts_ways(self, rounds: int) -> bool:
        """Whether legs of which each goes its shortest way use no edge twice after some rounds."""
        users = [0] * len(self.edges)  # legs that want an edge
        wanted = [0] * len(self.edges)  # rounds in which several did
        legs: list[list[int]] = [[] for _ in self.stops]
        for impatience in range(1, rounds + 1):
            starts = self.stops[0]
            for number in range(1, len(self.stops)):
                for edge in legs[number]:
                    users[edge] -= 1
                price = [
                    (1 + often) * (1 + others * impatience)
                    for often, others in zip(wanted, users, strict=True)
                ]
                end, legs[number] = self._cheapest(starts, self.stops[number], price)
                if end < 0:
                    return False
                for edge in legs[number]:
                    users[edge] += 1
                starts = (end,)
            if max(users) <= 1:
                return True
            for edge, others in enumerate(users):
                wanted[edge] += others > 1
        return False

    def _cheapest(
        self, starts: tuple[int, ...], goal: tuple[int, ...], price: list[int]
    ) -> tuple[int, list[int]]:
        """The cheapest way to a node of a stop: that node, -1 if there is none, and the edges."""
        best = dict.fromkeys(starts, 0)
        via: dict[int, int] = {}
        heap = [(0, node) for node in starts]
        while heap:
            so_far, node = heappop(heap)
            if node in goal:
                end, way = node, []
                while node in via:
                    way.append(via[node])
                    node = sum(self.edges[via[node]]) - node
                return end, way
            if so_far == best[node]:
                for edge, other in self.at[node]:
                    total = so_far + price[edge]
                    if other not in best or total < best[other]:
                        best[other] = total
                        via[other] = edge
                        heappush(heap, (total, other))
        return -1, []

    # -- narrow places --------------------------------------------------------------------------

    def narrow(self, node: int, next_stop: int, left: int) -> bool:
        """Whether, however stops are divided, the order runs to and fro more often than edges do.

        From a node over the stops to come; one of several nodes may lie on either side.
        """
        line = [node, *[stop[0] for stop in self.stops[next_stop:] if len(stop) == 1]]
        if self._too_often(line, self.bottleneck & ((1 << len(line)) - 1), left):
            return True
        for side in range(2, 1 << len(line), 2):
            if self._too_often(line, side, left):
                self.bottleneck = side
                return True
        return False

    def _too_often(self, line: list[int], side: int, left: int) -> bool:
        """Whether the places of a line on one side are joined to the others by too few edges."""
        near = {node for i, node in enumerate(line) if side >> i & 1}
        far = {node for i, node in enumerate(line) if not side >> i & 1}
        crossings = ((side ^ side >> 1) & ((1 << len(line) - 1) - 1)).bit_count()
        return near.isdisjoint(far) and not self._flows(near, far, left, crossings)

    def _flows(self, near: set[int], far: set[int], left: int, ways: int) -> bool:
        """Whether so many ways without a common edge lead from some nodes to others."""
        used = [0] * len(self.edges)  # 1 from its first node to its second, -1 back
        return all(self._one_more(near, far, left, used) for _ in range(ways))

    def _one_more(self, near: set[int], far: set[int], left: int, used: list[int]) -> bool:
        """Whether one more way fits in; it may turn others aside."""
        via = dict.fromkeys(near, -1)
        wave = list(near)
        for node in wave:
            for edge, other in self.at[node]:
                onward = 1 if self.edges[edge][0] == node else -1
                if other in via or used[edge] == onward or not left >> edge & 1:
                    continue
                via[other] = edge
                wave.append(other)
                if other in far:
                    while via[other] >= 0:
                        edge = via[other]  # noqa: PLW2901 (going back is what the loop is for)
                        used[edge] += 1 if self.edges[edge][1] == other else -1
                        other = sum(self.edges[edge]) - other  # noqa: PLW2901 (as above)
                    return True
        return False

    def around(self, node: int, stops: set[int]) -> set[int]:
        """All nodes within the widest circle of the fewest edges between a node and some stops."""
        used = [0] * len(self.edges)
        everything = (1 << len(self.edges)) - 1
        while self._one_more({node}, stops, everything, used):
            pass
        outside = set(stops)
        wave = list(stops)
        for here in wave:
            for edge, other in self.at[here]:
                onward = 1 if self.edges[edge][0] == other else -1
                if other not in outside and used[edge] != onward:
                    outside.add(other)
                    wave.append(other)
        return {inside for inside in self.at if inside not in outside}

    # -- leg by leg -----------------------------------------------------------------------------

    def found(self) -> bool:
        """Whether there are legs, as a search through all of them tells."""
        everything = (1 << len(self.edges)) - 1
        return any(self._onward(node, 1, everything) for node in self.stops[0])

    def _onward(self, node: int, next_stop: int, left: int) -> bool:
        """Whether from a stop, over edges not used yet, the next ones can be met."""
        if next_stop == len(self.stops):
            return True
        tried = (node, next_stop, left)
        if tried in self.vain:
            return False
        self.vain.add(tried)
        return not self.narrow(node, next_stop, left) and self._leg(node, next_stop, left, {node})

    def _leg(self, node: int, next_stop: int, left: int, path: set[int]) -> bool:
        """Whether a leg that has come to a node can go on, and the others after it.

        It goes no way round where one edge would do: another leg that needs that edge could as
        well take the way round.
        """
        self.steps += 1
        goal = self.stops[next_stop]
        far = self._distances(goal, left)
        ahead = {
            other: edge
            for edge, other in self.at[node]
            if left >> edge & 1 and other in far and other not in path
        }
        for other in sorted(ahead, key=far.__getitem__):
            back = [n for edge, n in self.at[other] if left >> edge & 1 and n in path and n != node]
            if back:
                continue
            rest = left ^ 1 << ahead[other]
            if other in goal:
                if self._onward(other, next_stop + 1, rest):
                    return True
            elif not self.narrow(other, next_stop, rest) and self._leg(
                other, next_stop, rest, path | {other}
            ):
                return True
        return False

    def _distances(self, goal: tuple[int, ...], left: int) -> dict[int, int]:
        """How many edges every node lies from a stop."""
        far = dict.fromkeys(goal, 0)
        wave = list(goal)
        for node in wave:
            for edge, other in self.at[node]:
                if left >> edge & 1 and other not in far:
                    far[other] = far[node] + 1
                    wave.append(other)
        return far
