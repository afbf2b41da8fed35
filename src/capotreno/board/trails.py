"""The longest trail of a network: over edges each used once, coming back to places as one likes.

What is looked for is what to leave out. A trail is a network of one piece in which two nodes at
most are odd, so the lightest edges are left out that bring that about. The edges are decided one
after the other, in an order in which few nodes at a time lie at the front, between edges decided
and edges to come. Whether nodes are odd is all that the least weight still to be left out depends
on, if the rest need not be of one piece: a table tells it for every front. The search that minds
the pieces too follows this bound, and as the bound is nearly always met it hardly ever strays.
"""

from typing import Final

from capotreno.board.graph import join

WeightedEdge = tuple[int, int, int]  # node, node, length

ENDS: Final = 2  # odd nodes that a trail may have
WALK: Final = 40  # entries of a table that take as long as a node of a walk
NEVER: Final = 1 << 30


def longest_trail(edges: list[WeightedEdge], least: int = 0) -> int:
    """The length of the longest trail over edges of one piece; `least`, if none is longer."""
    edges, least = simple(edges, least)
    total = sum([length for _, _, length in edges])
    if total <= least or len(_odd(edges)) <= ENDS:
        return max(total, least)
    left_out = Front(edges).least_left_out(total - least - 1)
    return least if left_out < 0 else total - left_out


def _odd(edges: list[WeightedEdge]) -> set[int]:
    """The nodes where an odd number of edges meet."""
    odd: set[int] = set()
    for a, b, _ in edges:
        odd ^= {a}
        odd ^= {b}
    return odd


def simple(edges: list[WeightedEdge], least: int) -> tuple[list[WeightedEdge], int]:
    """A network with the same longest trail, if that is longer than `least`, and fewer edges.

    Two edges that meet where nothing else does are travelled together or not at all. Of the edges
    that lead to nothing from one node, the two longest are enough: each is an end of a trail. And
    where there is only one more edge, the longest is: two would be the whole trail.
    """
    edges = edges[:]
    at: dict[int, list[int]] = {}  # node: its edges, by number; one that comes back is there twice
    for i, (a, b, _) in enumerate(edges):
        at.setdefault(a, []).append(i)
        at.setdefault(b, []).append(i)
    gone: set[int] = set()
    wave = list(at)
    while wave:
        node = wave.pop()
        own = at[node]
        if len(own) == 2 and own[0] != own[1]:
            kept, other = own
            near, far = _across(edges[kept], node), _across(edges[other], node)
            edges[kept] = (near, far, edges[kept][2] + edges[other][2])
            at[node] = []
            at[far][at[far].index(other)] = kept
            gone.add(other)
            wave += [near, far]
        elif len(own) > 2:
            spurs = [i for i in own if len(at[_across(edges[i], node)]) == 1]
            if len(spurs) > 2 or (len(spurs) == 2 and len(own) == 3):
                spurs.sort(key=lambda i: edges[i][2])
                least = max(least, edges[spurs[-1]][2] + edges[spurs[-2]][2])
                at[_across(edges[spurs[0]], node)] = []
                own.remove(spurs[0])
                gone.add(spurs[0])
                wave.append(node)
    return [edge for i, edge in enumerate(edges) if i not in gone], least


def _across(edge: WeightedEdge, node: int) -> int:
    a, b, _ = edge
    return b if a == node else a


class Front:
    """The edges of a network in an order, and the nodes between those decided and those to come.

    A node has a bit of its own from its first edge to its last; then the bit is another node's.
    """

    def __init__(self, edges: list[WeightedEdge]) -> None:
        self.count = len(edges)
        self.near: list[int] = []  # by edge, in order: the bits of its two ends, ...
        self.far: list[int] = []
        self.length: list[int] = []
        self.passed: list[int] = []  # ... and of the nodes for which it is the last
        self.open: list[int] = []  # the bits of the nodes at the front before it
        self.width = 0
        self._lay(_ordered(edges))
        self.rest = [0] * (self.count + 1)  # the length of this edge and all that follow
        for at in range(self.count - 1, -1, -1):
            self.rest[at] = self.rest[at + 1] + self.length[at]
        self.steps = 0  # of the latest search

    def _lay(self, edges: list[WeightedEdge]) -> None:
        last: dict[int, int] = {}
        for at, (a, b, _) in enumerate(edges):
            last[a] = last[b] = at
        bit: dict[int, int] = {}
        taken = 0
        for at, (a, b, length) in enumerate(edges):
            self.open.append(taken)
            passed = 0
            for node in (a, b):
                if node not in bit:
                    bit[node] = ~taken & (taken + 1)  # the lowest that is free
                    taken |= bit[node]
            self.width = max(self.width, taken.bit_length())
            for node in (a, b):
                if last[node] == at:
                    passed |= bit[node]
            taken &= ~passed
            self.near.append(bit[a])
            self.far.append(bit[b])
            self.length.append(length)
            self.passed.append(passed)
        self.open.append(0)

    def _bounds(self) -> list[list[dict[int, int]]]:
        """The least weight left out from an edge on, by trail's ends still to come and odd nodes.

        Pieces are not minded. An odd node that is passed is an end of the trail; so the odd nodes
        at the front are even in number if the ends to come are.
        """
        after: list[dict[int, int]] = [{0: 0}, {}, {0: 0}]
        tables = [after]
        for at in range(self.count - 1, -1, -1):
            flip, length = self.near[at] ^ self.far[at], self.length[at]
            before = after
            passed = self.passed[at]
            while passed:
                bit = passed & -passed
                passed ^= bit
                before = [before[0].copy(), before[1].copy(), before[2].copy()]
                for odd in after[1]:
                    before[0][odd | bit] = NEVER
                for odd, least in after[0].items():
                    before[1][odd | bit] = least
                for odd, least in after[1].items():
                    before[2][odd | bit] = least
                after = before
            sets = _sets(self.open[at])
            here: list[dict[int, int]] = []
            for ends in range(ENDS + 1):
                then = before[ends]
                now: dict[int, int] = {}
                for odd in sets[ends & 1]:
                    kept, left = then[odd ^ flip], then[odd] + length
                    now[odd] = kept if kept < left else left  # noqa: FURB136 (faster than a call)
                here.append(now)
            tables.append(here)
            after = here
        tables.reverse()
        return tables

    def least_left_out(self, most: int) -> int:
        """The least weight to leave out for a trail to remain; -1 if that is more than `most`."""
        bounds = self._bounds()
        self.steps = 0
        # by the weight left out in the end, at least: edge, odd nodes, ends to come, pieces
        waiting: list[list[tuple[int, int, int, tuple[int, ...]]]] = [[] for _ in range(most + 1)]
        first = bounds[0][ENDS][0]
        if first <= most:
            waiting[first].append((0, 0, ENDS, ()))
        seen: set[tuple[int, int, int, tuple[int, ...]]] = set()
        for weight in range(first, most + 1):
            stack = waiting[weight]
            while stack:
                state = stack.pop()
                if state in seen:
                    continue
                seen.add(state)
                at, odd, ends, nets = state
                if at == self.count:
                    return weight
                self.steps += 1
                so_far = weight - bounds[at][ends][odd]
                a, b = self.near[at], self.far[at]
                passed, length = self.passed[at], self.length[at]
                for keep in (False, True):
                    now, pieces, cost = odd, list(nets), so_far + length
                    if keep:
                        now, pieces, cost = odd ^ a ^ b, join(list(nets), a | b), so_far
                    to_come = ends - (now & passed).bit_count()
                    if to_come < 0:
                        continue
                    now &= ~passed
                    whole = [net & ~passed for net in pieces]
                    if 0 in whole:  # a piece that nothing can join any more is the trail
                        if len(whole) == 1 and cost + self.rest[at + 1] <= most:
                            end = (self.count, 0, 0, ())
                            waiting[cost + self.rest[at + 1]].append(end)
                        continue
                    weight_then = cost + bounds[at + 1][to_come][now]
                    if weight_then <= most:
                        whole.sort()
                        waiting[weight_then].append((at + 1, now, to_come, tuple(whole)))
        return -1


def _sets(bits: int) -> list[list[int]]:
    """The sets of an even number of some bits, and those of an odd number."""
    even, odd = [0], [0][:0]
    while bits:
        bit = bits & -bits
        bits ^= bit
        even, odd = even + [own | bit for own in odd], odd + [own | bit for own in even]
    return [even, odd]


def _ordered(edges: list[WeightedEdge]) -> list[WeightedEdge]:
    """The edges in an order in which few nodes at a time lie at the front."""
    nodes = sorted({node for a, b, _ in edges for node in (a, b)})
    number = {node: i for i, node in enumerate(nodes)}
    beside = [0] * len(nodes)
    for a, b, _ in edges:
        if a != b:
            beside[number[a]] |= 1 << number[b]
            beside[number[b]] |= 1 << number[a]
    best, order = NEVER, list(range(len(nodes)))
    starts = sorted(range(len(nodes)), key=lambda node: beside[node].bit_count())
    for tried, start in enumerate(starts, 1):
        size, found = _walk(beside, start, best)
        if size < best:
            best, order = size, found
        if tried * WALK * len(nodes) >= best:
            break
    turn = [0] * len(nodes)
    for i, node in enumerate(order):
        turn[node] = i
    keyed = []
    for edge in edges:
        one, two = turn[number[edge[0]]], turn[number[edge[1]]]
        keyed.append((max(one, two), min(one, two), edge))
    keyed.sort()
    return [edge for _, _, edge in keyed]


def _walk(beside: list[int], start: int, most: int) -> tuple[int, list[int]]:
    """An order of the nodes from one on: next is always who leaves the fewest at the front.

    With it, the entries of a table over all fronts; `most` if there would be more.
    """
    order = [start]
    met, front, fringe = 1 << start, 1 << start, beside[start]
    size = 0
    while fringe:
        fewest, chosen, passes = NEVER, 0, 0
        left = fringe
        while left:
            low = left & -left
            left ^= low
            node = low.bit_length() - 1
            then = met | low
            passed = 0 if beside[node] & ~then else low
            known = beside[node] & front
            while known:
                one = known & -known
                known ^= one
                if not beside[one.bit_length() - 1] & ~then:
                    passed |= one
            growth = 2 * (1 - passed.bit_count()) * 64 - (beside[node] & met).bit_count()
            if growth < fewest:
                fewest, chosen, passes = growth, node, passed
        width = front.bit_count() + 1
        size += (beside[chosen] & met).bit_count() << width
        if size >= most:
            return most, order
        order.append(chosen)
        met |= 1 << chosen
        front = (front | 1 << chosen) & ~passes
        fringe = (fringe | beside[chosen]) & ~met
    return size, order
