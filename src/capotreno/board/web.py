"""Edges between nodes as sets: how many ways lead through them, and what of them matters.

Nodes may be drawn together: a web that is worked on is two lists, the node that stands for each
and the edges that meet there. All that is asked names the edges that count; the others might not
be there.
"""

from typing import Final

EMPTY: Final = 0


class Web:
    """The routes of a board as edges."""

    def __init__(self, ends: list[tuple[int, int]], nodes: int) -> None:
        self.ends = ends
        self.nodes = max([nodes, *[node + 1 for pair in ends for node in pair]])
        self.tail = [a for a, _ in ends]
        self.head = [b for _, b in ends]
        self.meeting = [EMPTY] * self.nodes
        for edge, (a, b) in enumerate(ends):
            self.meeting[a] |= 1 << edge
            self.meeting[b] |= 1 << edge

    def across(self, edge: int, node: int, group: list[int]) -> int:
        """The other node of an edge."""
        a = group[self.tail[edge]]
        return group[self.head[edge]] if a == node else a

    def beside(self, edges: int, some: int, group: list[int], meeting: list[int]) -> int:
        """The nodes that an edge joins to some nodes, and these themselves if there are any."""
        found = EMPTY
        while some:
            low = some & -some
            some ^= low
            near = edges & meeting[low.bit_length() - 1]
            while near:
                bit = near & -near
                near ^= bit
                edge = bit.bit_length() - 1
                found |= 1 << group[self.tail[edge]] | 1 << group[self.head[edge]]
        return found

    def useful(self, edges: int, stops: int, group: list[int], meeting: list[int]) -> int:
        """The edges without those that lead nowhere."""
        left = edges
        while left:
            low = left & -left
            left ^= low
            edge = low.bit_length() - 1
            if not edges & low:
                continue
            for node in (group[self.tail[edge]], group[self.head[edge]]):
                own = edges & meeting[node]
                if not stops >> node & 1 and own == low:
                    edges ^= low
                    left |= edges & meeting[self.across(edge, node, group)]
        return edges

    def flows(
        self,
        edges: int,
        near: int,
        far: int,
        ways: int,
        group: list[int],
        meeting: list[int],
    ) -> bool:
        """Whether so many ways without a common edge lead from some nodes to others."""
        there = back = EMPTY
        for _ in range(ways):
            found, there, back = self._one_more(edges, near, far, there, back, group, meeting)
            if not found:
                return False
        return True

    def _one_more(
        self,
        edges: int,
        near: int,
        far: int,
        there: int,
        back: int,
        group: list[int],
        meeting: list[int],
    ) -> tuple[int, int, int]:
        """Whether one more way fits in; and the edges used from tail to head, and backwards.

        It may turn others aside.
        """
        via = [-1] * self.nodes
        met = wave = near
        while wave:
            low = wave & -wave
            wave ^= low
            node = low.bit_length() - 1
            left = edges & meeting[node]
            while left:
                bit = left & -left
                left ^= bit
                edge = bit.bit_length() - 1
                other = self.across(edge, node, group)
                if met >> other & 1 or (there if group[self.tail[edge]] == node else back) & bit:
                    continue
                met |= 1 << other
                wave |= 1 << other
                via[other] = edge
                if far >> other & 1:
                    while via[other] >= 0:
                        edge = max(0, via[other])
                        bit = 1 << edge
                        if group[self.head[edge]] == other:
                            there, back = there | bit ^ bit & back, back ^ back & bit
                            other = group[self.tail[edge]]
                        else:
                            there, back = there ^ there & bit, back | bit ^ bit & there
                            other = group[self.head[edge]]
                    return 1, there, back
        return 0, there, back

    def drawn_together(self, edges: int, stops: int, group: list[int], meeting: list[int]) -> int:
        """The edges of a smaller web, every node one with what lies around it.

        A node can be reached from as many edges as separate it from the (other) stops. So whatever
        runs over these edges can run through the node, and no other node inside them is needed.
        """
        for node in range(self.nodes):
            if group[node] != node or not edges & meeting[node]:
                continue
            others = stops ^ stops & 1 << node
            inside = self.around(edges, node, others, group, meeting)
            for other in range(self.nodes):
                if inside >> group[other] & 1:
                    meeting[node] |= edges & meeting[group[other]]
                    group[other] = node
            left = meeting[node]
            while left:
                low = left & -left
                left ^= low
                edge = low.bit_length() - 1
                if group[self.tail[edge]] == group[self.head[edge]]:
                    edges ^= edges & low
        return edges

    def around(
        self,
        edges: int,
        node: int,
        stops: int,
        group: list[int],
        meeting: list[int],
    ) -> int:
        """All nodes within the widest circle of the fewest edges between a node and some stops."""
        there = back = EMPTY
        found = 1
        while found:
            found, there, back = self._one_more(
                edges, 1 << node, stops, there, back, group, meeting
            )
        outside = wave = stops
        while wave:
            low = wave & -wave
            wave ^= low
            here = low.bit_length() - 1
            left = edges & meeting[here]
            while left:
                bit = left & -left
                left ^= bit
                edge = bit.bit_length() - 1
                other = self.across(edge, here, group)
                if (
                    not outside >> other & 1
                    and not (there if group[self.tail[edge]] == other else back) & bit
                ):
                    outside |= 1 << other
                    wave |= 1 << other
        return outside ^ (1 << self.nodes) - 1
