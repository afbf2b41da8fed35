"""The graph of a board: which places a set of routes joins, and the cheapest way between them.

Routes are bits of a mask. A dead end is split into one node per route that enters it, so that
nothing runs on through it (R-23).
"""

from collections.abc import Sequence
from heapq import heappop, heappush
from itertools import pairwise
from typing import Final

from capotreno.board.memory import Memory
from capotreno.board.model import Board

REMEMBERED: Final = 64  # networks whose latest answers are kept
FAR: Final = float("inf")  # the cost of a route that cannot be used, and of no way at all


class Graph:
    """Nodes and edges of a board; built once, shared."""

    def __init__(self, board: Board) -> None:
        self.board = board
        nodes_of: list[list[int]] = [
            [] if place.dead_end else [place.index] for place in board.places
        ]
        count = len(board.places)
        self.ends: list[tuple[int, int]] = []
        for route in board.routes:
            ends = []
            for place in (route.a, route.b):
                if board.places[place].dead_end:
                    nodes_of[place].append(count)
                    ends.append(count)
                    count += 1
                else:
                    ends.append(place)
            self.ends.append((ends[0], ends[1]))
        self.count = count
        self.nodes_of = [tuple(nodes) for nodes in nodes_of]
        self._last: Memory[int, list[int]] = Memory()  # the latest answers of `roots`
        self.edges = [1 << a | 1 << b for a, b in self.ends]  # every route as a mask of its nodes
        self._nets: Memory[int, list[int]] = Memory()  # the latest answers of `nets`
        self.at: list[list[int]] = [[] for _ in range(count)]
        for i, (a, b) in enumerate(self.ends):
            self.at[a].append(i)
            self.at[b].append(i)
        # by node: the routes from there and the nodes they lead to
        self.near = [
            [(route, sum(self.ends[route]) - node) for route in routes]
            for node, routes in enumerate(self.at)
        ]
        # the same as masks: the routes that meet at a node, and those that meet a route
        self.meeting = [sum([1 << route for route in own]) for own in self.at]
        self.beside = [self.meeting[a] | self.meeting[b] for a, b in self.ends]

    def roots(self, routes: int) -> list[int]:
        """For every node the name of its component, when exactly these routes are built."""
        key = routes
        known = self._last.get(key)
        if known is not None:
            return known
        if len(self._last) > REMEMBERED:
            self._last.clear()
        root = list(range(self.count))
        ends = self.ends
        while routes:
            low = routes & -routes
            routes ^= low
            a, b = ends[low.bit_length() - 1]
            while root[a] != a:
                a = root[a]
            while root[b] != b:
                b = root[b]
            if a != b:
                root[b] = a
        for node, above in enumerate(root):
            while root[above] != above:
                above = root[above]  # noqa: PLW2901 (climbing is what the loop is for)
            root[node] = above
        self._last[key] = root
        return root

    def merged(self, root: list[int], route: int) -> list[int]:
        """The answer of `roots` when one more route is built."""
        a, b = self.ends[route]
        kept, gone = root[a], root[b]
        return root if kept == gone else [kept if own == gone else own for own in root]

    def nets(self, routes: int) -> list[int]:
        """The networks that exactly these routes make, each as the mask of its nodes."""
        known = self._nets.get(routes)
        if known is not None:
            return known
        if len(self._nets) > REMEMBERED:
            self._nets.clear()
        nets: list[int] = []
        left = routes
        while left:
            low = left & -left
            left ^= low
            nets = join(nets, self.edges[low.bit_length() - 1])
        self._nets[routes] = nets
        return nets

    def net(self, routes: int, route: int) -> int:
        """The network, as the mask of its nodes, that one of these routes belongs to."""
        net = self.edges[route]
        left = routes ^ 1 << route
        near = left & self.beside[route]
        while near:
            low = near & -near
            left ^= low
            route = low.bit_length() - 1
            net |= self.edges[route]
            near = left & (near | self.beside[route])
        return net

    def mask(self, stop: str) -> int:
        """All nodes of a ticket's stop as a mask."""
        return sum([1 << node for node in self.nodes(stop)])

    def nodes(self, stop: str) -> tuple[int, ...]:
        """All nodes of a ticket's stop: a place or a region."""
        found: list[int] = []
        for place in self.board.places_of(stop):
            found.extend(self.nodes_of[place])
        return tuple(found)

    def joined(self, root: list[int], groups: tuple[tuple[int, ...], ...]) -> bool:
        """Whether one component touches every group of nodes."""
        common = 0
        for node in groups[0]:
            common |= 1 << root[node]
        for group in groups[1:]:
            touched = 0
            for node in group:
                touched |= 1 << root[node]
            common &= touched
            if not common:
                return False
        return True

    # -- ways -----------------------------------------------------------------------------------

    def spread(
        self, cost: Sequence[float], sources: Sequence[int], targets: Sequence[int] = ()
    ) -> tuple[list[float], list[int], int]:
        """The one search for cheapest ways, from some nodes outward.

        `cost` is per route, FAR where a route cannot be used. The answer: how far every node is,
        the route by which it is reached (-1: by none), and the nearest target. Without targets, or
        if none can be reached, every node is visited and the target is -1; with one, the search
        ends there, and what lies beyond is not told.
        """
        near = self.near
        best = [FAR] * self.count
        via = [-1] * self.count
        heap: list[tuple[float, int]] = []
        for node in sources:
            best[node] = 0.0
            heappush(heap, (0.0, node))
        while heap:
            so_far, node = heappop(heap)
            if so_far > best[node]:
                continue
            if node in targets:
                return best, via, node
            for route, other in near[node]:
                total = so_far + cost[route]
                if total < best[other]:
                    best[other] = total
                    via[other] = route
                    heappush(heap, (total, other))
        return best, via, -1

    def way(self, cost: Sequence[float], groups: tuple[tuple[int, ...], ...]) -> tuple[float, int]:
        """The cheapest way from stop to stop, each a group of nodes: its cost and its routes.

        FAR and no routes if there is none.
        """
        total = 0.0
        mask = 0
        for sources, targets in pairwise(groups):
            best, via, node = self.spread(cost, sources, targets)
            if node < 0:
                return FAR, 0
            total += best[node]
            while (route := via[node]) >= 0:
                mask |= 1 << route
                node = sum(self.ends[route]) - node
        return total, mask

    def distances(self, cost: Sequence[float], sources: Sequence[int]) -> list[float]:
        """How far every node is from the nearest of some nodes; FAR where no way leads."""
        return self.spread(cost, sources)[0]


def join(nets: list[int], edge: int) -> list[int]:
    """Networks with one more route: what it touches becomes one."""
    found = []
    for net in nets:
        if net & edge:
            edge |= net
        else:
            found.append(net)
    found.append(edge)
    return found
