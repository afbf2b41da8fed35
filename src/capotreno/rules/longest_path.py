"""The longest path: points for the longest unbroken run of one's own routes, each used once.

To find it, the routes to leave out are looked for first: they are few. A trail that cannot be
made longer has used every route at its ends, so its ends are nodes of odd degree, and the routes
left out must mend all other odd nodes: they pair them off by shortest ways. If what remains hangs
together it is the longest trail; only if it does not, trails are tried one after the other.
"""

from heapq import heappop, heappush
from typing import ClassVar, Final

from capotreno.board.graph import Graph, join
from capotreno.engine.layout import Layout
from capotreno.engine.menu import bits
from capotreno.engine.part import Line, Part
from capotreno.engine.state import State
from capotreno.rules.claims import Claims

Edge = tuple[int, int, int]  # node, node, length

PAIRED: Final = 12  # odd nodes; more are not paired off, the ways to do so grow too many
REMEMBERED: Final = 512  # networks whose longest path is kept


class LongestPath(Part):
    """`points` for everybody whose path is as long as the longest; nobody gets it for none (R-08).

    A path may come back to a place and cross itself, but no route is used twice.
    """

    labels: ClassVar[tuple[str, ...]] = ("longest_path",)
    measures: ClassVar[tuple[str, ...]] = ("longest_path",)

    def __init__(self, points: int) -> None:
        self.points = points

    def bind(self, layout: Layout) -> None:
        self.players = layout.players
        self.claims = layout.partner(Claims)
        self.graph = Graph(layout.board)
        self.length = [route.length for route in layout.board.routes]
        self._known: dict[int, int] = {}

    def spaces(self, state: State, seat: int) -> int:
        """How many spaces the longest path of a seat has; everybody can count them."""
        return self.longest(self.claims.routes(state, seat))

    def longest(self, routes: int) -> int:
        """The most spaces of a path over these routes, none of them used twice."""
        known = self._known.get(routes)
        if known is not None:
            return known
        if len(self._known) > REMEMBERED:
            self._known.clear()
        best = 0
        listed = bits(routes)
        ends = self.graph.ends
        nets = sorted(self.graph.nets(routes), key=int.bit_count, reverse=True)
        for net in nets:  # the largest first: the others are mostly too small to matter
            own = [route for route in listed if self.graph.edges[route] & net]
            if sum([self.length[route] for route in own]) > best:
                edges = simple([(*ends[route], self.length[route]) for route in own])
                best = max(best, Trails(edges).longest(best))
        self._known[routes] = best
        return best

    def score(self, state: State) -> list[list[Line]]:
        spaces = [self.spaces(state, seat) for seat in range(self.players)]
        best = max(spaces)
        return [
            [Line("longest_path", self.points if n == best and best > 0 else 0, ())] for n in spaces
        ]

    def measure(self, state: State, seat: int, name: str) -> int:
        """Whether the seat has the longest path."""
        spaces = [self.spaces(state, other) for other in range(self.players)]
        return int(spaces[seat] == max(spaces) and spaces[seat] > 0)


def simple(edges: list[Edge]) -> list[Edge]:
    """A network with the same longest trail, and often far fewer edges.

    Two edges that meet where nothing else does are travelled together or not at all. And of the
    edges that lead to nothing from one node, the two longest are enough: each is an end of a trail.
    """
    while True:
        around: dict[int, list[int]] = {}  # node: its edges, by number
        for i, (a, b, _) in enumerate(edges):
            around.setdefault(a, []).append(i)
            around.setdefault(b, []).append(i)
        fewer = _joined(edges, around) or _pruned(edges, around)
        if fewer is None:
            return edges
        edges = fewer


def _joined(edges: list[Edge], around: dict[int, list[int]]) -> list[Edge] | None:
    """The edges with two of them made one; None where there are no such two."""
    for node, own in around.items():
        if len(own) == 2 and own[0] != own[1]:
            one, two = edges[own[0]], edges[own[1]]
            far = [a if b == node else b for a, b, _ in (one, two)]
            rest = [edge for i, edge in enumerate(edges) if i not in own]
            return [*rest, (far[0], far[1], one[2] + two[2])]
    return None


def _pruned(edges: list[Edge], around: dict[int, list[int]]) -> list[Edge] | None:
    """The edges without one that leads to nothing beside two longer ones; None if there is none."""
    for own in around.values():
        spurs = [i for i in own if 1 in (len(around[edges[i][0]]), len(around[edges[i][1]]))]
        if len(spurs) > 2:
            least = min(spurs, key=lambda i: edges[i][2])
            return [edge for i, edge in enumerate(edges) if i != least]
    return None


class Trails:
    """The trails of one connected network."""

    def __init__(self, edges: list[Edge]) -> None:
        self.edges = edges
        self.at: dict[int, list[tuple[int, int, int]]] = {}  # node: (edge's bit, other end, length)
        for i, (a, b, length) in enumerate(edges):
            self.at.setdefault(a, []).append((1 << i, b, length))
            self.at.setdefault(b, []).append((1 << i, a, length))
        self.odd = [node for node, own in self.at.items() if len(own) % 2]
        self.everything = (1 << len(edges)) - 1
        self.total = self.length(self.everything)
        self.bound = self.total
        self.best = 0
        self.seen: set[tuple[int, int]] = set()

    def length(self, mask: int) -> int:
        return sum([edge[2] for i, edge in enumerate(self.edges) if mask >> i & 1])

    def longest(self, least: int) -> int:
        """The length of the longest trail; if none is longer than `least`, any number up to it."""
        if len(self.odd) <= 2:
            return self.total
        self.best = least
        for left_out in self._pairings() if len(self.odd) <= PAIRED else []:
            self.bound = self.total - self.length(left_out)
            if self.bound <= self.best or self._hangs_together(self.everything & ~left_out):
                return self.bound
        for node in self.odd:
            if self.best < self.bound:
                self._onward(node, self.everything, 0)
        return self.best

    def _pairings(self) -> list[int]:
        """The lightest sets of edges whose removal leaves two odd nodes, one per pair of ends."""
        count = len(self.odd)
        ways = [self._ways(node) for node in self.odd]
        near = [[own[node] for node in self.odd] for own in ways]  # length and edges of a way
        # of every set of odd nodes, paired off in itself: the least weight, and its edges
        weights, edges = [0] * (1 << count), [0] * (1 << count)
        ends = [nodes for nodes in range(1 << count) if nodes.bit_count() == count - 2]
        for nodes in range(3, ends[-1] + 1):
            if nodes.bit_count() & 1:
                continue
            first = (nodes & -nodes).bit_length() - 1
            own = near[first]
            others = left = nodes & (nodes - 1)
            least = count * self.total
            while left:
                low = left & -left
                left ^= low
                length, way = own[low.bit_length() - 1]
                weight = weights[others ^ low] + length
                if weight < least:
                    least = weight
                    weights[nodes], edges[nodes] = weight, edges[others ^ low] ^ way
        least = min([weights[nodes] for nodes in ends])
        return sorted({edges[nodes] for nodes in ends if weights[nodes] == least})

    def _ways(self, start: int) -> dict[int, tuple[int, int]]:
        """The shortest way from a node to every other: its length and its edges."""
        found: dict[int, tuple[int, int]] = {}
        heap = [(0, start, 0)]
        while heap:
            so_far, node, way = heappop(heap)
            if node not in found:
                found[node] = (so_far, way)
                for bit, other, length in self.at[node]:
                    if other not in found:
                        heappush(heap, (so_far + length, other, way | bit))
        return found

    def _hangs_together(self, mask: int) -> bool:
        """Whether some edges are all of one piece."""
        nets: list[int] = []
        for i, (a, b, _) in enumerate(self.edges):
            if mask >> i & 1:
                nets = join(nets, 1 << a | 1 << b)
        return len(nets) <= 1

    def _onward(self, node: int, left: int, so_far: int) -> None:
        """Go on from a node over the edges left, in every way that could still be the longest."""
        self.best = max(self.best, so_far)
        if self.best == self.bound or (node, left) in self.seen:
            return
        self.seen.add((node, left))
        if so_far + self._within_reach(node, left) <= self.best:
            return
        for bit, other, length in self.at[node]:
            if left & bit:
                self._onward(other, left ^ bit, so_far + length)

    def _within_reach(self, node: int, left: int) -> int:
        """The most that can still be travelled: the edges left that hang together with the node.

        Of its odd nodes, the start apart, one may be the end; every other leaves out an edge, and
        an edge serves two of them at most.
        """
        found = 0
        seen = 0
        reached = {node}
        wave = [node]
        wasted: list[int] = []
        while wave:
            here = wave.pop()
            own = [edge for edge in self.at[here] if left & edge[0]]
            if here != node and len(own) % 2:
                wasted.append(min([length for _, _, length in own]))
            for bit, other, length in own:
                if not seen & bit:
                    seen |= bit
                    found += length
                if other not in reached:
                    reached.add(other)
                    wave.append(other)
        if wasted:
            wasted.sort()
            found -= (sum(wasted[:-1]) + 1) // 2
        return found
