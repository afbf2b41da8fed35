"""A trail through stops in their order, leg by leg over sets of routes: `tour` for the compiler.

It tries one way after the other where `tour` looks at the whole first. On networks that a seat can
build this is as good, and it needs no lists that grow.
"""


class Legs:
    """The routes of a board as edges, and the stops of every ticket, each a set of nodes."""

    def __init__(self, ends: list[tuple[int, int]], stops: list[list[int]]) -> None:
        self.stops = stops
        count = max([node for pair in ends for node in pair], default=-1) + 1
        self.nodes = [1 << a ^ 1 << b for a, b in ends]
        self.meeting = [0] * count
        for edge, (a, b) in enumerate(ends):
            self.meeting[a] |= 1 << edge
            self.meeting[b] |= 1 << edge

    def in_order(self, edges: int, ticket: int) -> bool:
        """Whether a trail over these edges meets the stops of a ticket, one after the other."""
        starts = self.stops[ticket][0]
        while starts:
            low = starts & -starts
            starts ^= low
            if self._onward(edges, ticket, 1, low, low):
                return True
        return False

    def _onward(self, edges: int, ticket: int, stop: int, here: int, met: int) -> bool:
        """Whether from a node the stops from one on can be met; `met`: the nodes of this leg."""
        if stop == len(self.stops[ticket]):
            return True
        goal = self.stops[ticket][stop]
        if here & goal:
            return self._onward(edges, ticket, stop + 1, here, here)
        if not self._reaches(edges, ticket, stop, here):
            return False
        near = edges & self.meeting[here.bit_length() - 1]
        while near:
            low = near & -near
            near ^= low
            there = self.nodes[low.bit_length() - 1] & ~here
            if there & ~met:
                way = there if there & goal else met | there
                if self._onward(edges ^ low, ticket, stop, there, way):
                    return True
        return False

    def _reaches(self, edges: int, ticket: int, stop: int, here: int) -> bool:
        """Whether every stop from one on is in the network that a node belongs to."""
        net = wave = here
        while wave:
            low = wave & -wave
            wave ^= low
            near = edges & self.meeting[low.bit_length() - 1]
            edges &= ~near
            while near:
                bit = near & -near
                near ^= bit
                wave |= self.nodes[bit.bit_length() - 1] & ~net
                net |= self.nodes[bit.bit_length() - 1]
        for later in range(stop, len(self.stops[ticket])):
            if not net & self.stops[ticket][later]:
                return False
        return True
