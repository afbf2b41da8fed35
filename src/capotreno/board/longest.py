"""The longest trail over some routes of a board, by sets: what a seat's path is counted with.

A trail is a network of one piece in which two nodes at most are odd. So what is looked for is what
to leave out: at every odd node but two, one edge at least. What hangs on the rest like a twig is
cut down first; most networks are nothing but twigs. Where many nodes are odd, `Fronts` does better.
"""

from typing import Final

from capotreno.board.fronts import TOO_WIDE, Fronts
from capotreno.board.memory import TABLES

ENDS: Final = 2  # odd nodes that a trail may have
MANY: Final = 10  # odd nodes for which the search by fronts is worth its tables, ...
LOOPS: Final = 8  # ... and ways round, where fewer are odd
NEVER: Final = 1 << 20


class LongestTrails:
    """The routes of a board as edges: their nodes and their lengths."""

    def __init__(self, ends: list[tuple[int, int]], length: list[int]) -> None:
        self.ends = ends
        self.length = length
        self.fronts = Fronts(ends, length)
        self.count = max([node for pair in ends for node in pair], default=-1) + 1
        self.nodes = [1 << a ^ 1 << b for a, b in ends]
        self.meeting = [0] * self.count
        for edge, (a, b) in enumerate(ends):
            self.meeting[a] |= 1 << edge
            self.meeting[b] |= 1 << edge
        self.beside = [self.meeting[a] | self.meeting[b] for a, b in ends]
        order = sorted(range(len(ends)), key=length.__getitem__)
        self.shortest_first = [[e for e in order if node in ends[e]] for node in range(self.count)]

    def longest(self, edges: int, net: int, least: int) -> int:
        """The length of the longest trail over edges that make one network; `least` at least."""
        found, edges = self._twigs(edges, net)
        least = max(least, found)
        odd = total = 0
        left = edges
        while left:
            low = left & -left
            left ^= low
            edge = low.bit_length() - 1
            odd ^= self.nodes[edge]
            total += self.length[edge]
        if total <= least:
            return least
        most = total - least - 1
        left_out = TOO_WIDE
        if TABLES and odd.bit_count() > ENDS and self._tangled(edges, odd):
            left_out = self.fronts.least_left_out(edges, most)
        if left_out == TOO_WIDE:
            left_out = self._left_out(edges, odd, ENDS, most)
        return least if left_out > most else total - left_out

    def _twigs(self, edges: int, net: int) -> tuple[int, int]:
        """The longest trail over twigs alone, and the edges without those that no other needs.

        Of all that hangs on a node, the two longest ways out are enough: each is an end of a trail.
        """
        deep, second = [0] * self.count, [0] * self.count  # the two longest ways out of a node ...
        way, other_way = [0] * self.count, [0] * self.count  # ... and their edges
        longest = 0
        while net:
            low = net & -net
            net ^= low
            node = low.bit_length() - 1
            near = edges & self.meeting[node]
            if near.bit_count() == 1:
                edges ^= near
                edge = near.bit_length() - 1
                across = self.nodes[edge] ^ low
                net |= across
                far = across.bit_length() - 1
                out = deep[node] + self.length[edge]
                longest = max(longest, deep[far] + out)
                if out > deep[far]:
                    second[far], other_way[far] = deep[far], way[far]
                    deep[far], way[far] = out, way[node] | near
                elif out > second[far]:
                    second[far], other_way[far] = out, way[node] | near
        left = edges
        while left:
            low = left & -left
            left ^= low
            net |= self.nodes[low.bit_length() - 1]
        while net:
            low = net & -net
            net ^= low
            node = low.bit_length() - 1
            edges |= way[node] | other_way[node]
        return longest, edges

    def _tangled(self, edges: int, odd: int) -> bool:
        """Whether there is too much to choose from for trying one thing after the other."""
        if odd.bit_count() > MANY:
            return True
        nodes = 0
        left = edges
        while left:
            low = left & -left
            left ^= low
            nodes |= self.nodes[low.bit_length() - 1]
        return edges.bit_count() - nodes.bit_count() >= LOOPS

    def _left_out(self, edges: int, odd: int, ends: int, most: int) -> int:
        """The least length to leave out for a trail to remain; more than `most`: there is none.

        `odd`: the nodes that must become even yet; so many of them may stay odd, as ends.
        """
        if not odd:
            return self._apart(edges)
        if self._at_least(edges, odd, ends) > most:
            return NEVER
        low = odd & -odd
        best = NEVER
        if ends:
            best = self._left_out(edges, odd ^ low, ends - 1, most)
            most = min(most, best - 1)
        near = edges & self.meeting[low.bit_length() - 1]
        while near:
            bit = near & -near
            near ^= bit
            edge = bit.bit_length() - 1
            length = self.length[edge]
            if length <= most:
                more = self._left_out(edges ^ bit, odd ^ self.nodes[edge], ends, most - length)
                if length + more <= most:
                    best = length + more
                    most = best - 1
        return best

    def _at_least(self, edges: int, odd: int, ends: int) -> int:
        """What must be left out at any rate: the shortest edge of every odd node, shared by two."""
        total = longest = second = 0
        while odd:
            low = odd & -odd
            odd ^= low
            shortest = NEVER
            for edge in self.shortest_first[low.bit_length() - 1]:
                if edges >> edge & 1:
                    shortest = self.length[edge]
                    break
            total += shortest
            if shortest > longest:
                longest, second = shortest, longest
            elif shortest > second:
                second = shortest
        if ends:
            total -= longest
        if ends > 1:
            total -= second
        return (total + 1) // 2

    def _apart(self, edges: int) -> int:
        """The length of all edges outside the longest piece."""
        total = longest = 0
        while edges:
            piece, _, length = self.piece(edges)
            edges ^= piece
            total += length
            longest = max(longest, length)
        return total - longest

    def piece(self, edges: int) -> tuple[int, int, int]:
        """The network of the first of some edges: its edges, its nodes, its length."""
        wave = edges & -edges
        left = edges ^ wave
        nodes = length = 0
        while wave:
            low = wave & -wave
            wave ^= low
            edge = low.bit_length() - 1
            length += self.length[edge]
            nodes |= self.nodes[edge]
            near = left & self.beside[edge]
            wave |= near
            left ^= near
        return edges ^ left, nodes, length
