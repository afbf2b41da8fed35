"""The longest trail of a network by fronts: quick however many nodes are odd.

What is looked for is what to leave out. A trail is a network of one piece in which two nodes at
most are odd, so the lightest edges are left out that bring that about. The edges are decided one
after the other, in an order in which few nodes at a time lie at the front, between edges decided
and edges to come. Whether nodes are odd is all that the least weight still to be left out depends
on, if the rest need not be of one piece: a table tells it for every front. The search that minds
the pieces too follows this bound, and as the bound is nearly always met it hardly ever strays.

The tables have a bound themselves: a network too wide for them is told to whoever asks.
"""

from typing import Final

from capotreno.board.memory import COMPILED

ENDS: Final = 2  # odd nodes that a trail may have
NEVER: Final = 1 << 20
WIDEST: Final = 14  # nodes at the front; each has a bit of its own from its first edge to its last
EVERY: Final = (1 << WIDEST) - 1
ROOM: Final = 1 << 16  # entries of the tables in a library, ...
MORE_ROOM: Final = 1 << 22  # ... and of those of the interpreter
SEEN: Final = 1 << 12  # positions remembered, from which the search has gone astray
TOO_WIDE: Final = -1
WALK: Final = 40  # entries of a table that take as long as a node of a walk
ENDLESS: Final = 1 << 30


class Fronts:
    """The edges of a board in an order, and the search over those of them that make a network.

    An edge's *step* is one number: the bits of its two ends (4 each), whether it is the last of
    the one and of the other (1 each), and the bits at the front before it.
    """

    def __init__(self, ends: list[tuple[int, int]], length: list[int]) -> None:
        self.ends = ends
        self.length = length
        self.nodes = max([node for pair in ends for node in pair], default=-1) + 1
        self.order = ordered(ends)
        self.most = len(ends) + 1
        self.tried = 0  # positions of all searches of the interpreter

    def least_left_out(self, edges: int, most: int) -> int:
        """The least length to leave out for a trail to remain.

        Of edges of one piece. Beyond `most` it is NEVER; TOO_WIDE where tables are too small.
        """
        listed = [edge for edge in self.order if edges >> edge & 1]
        steps = self._steps(listed)
        if not steps:
            return TOO_WIDE
        starts = self._starts(steps)
        if not starts[0]:
            return TOO_WIDE
        table = self._bounds(listed, steps, starts)
        return self._searched(listed, steps, starts, table, most)

    def _steps(self, listed: list[int]) -> list[int]:
        """The steps of some edges; none where too many nodes lie at the front."""
        steps: list[int] = []
        last = [0] * self.nodes
        for at, edge in enumerate(listed):
            a, b = self.ends[edge]
            last[a] = at
            last[b] = at
        bit = [0] * self.nodes
        met = taken = 0
        for at, edge in enumerate(listed):
            step = taken << 10
            a, b = self.ends[edge]
            for node in (a, b):
                if not met >> node & 1:
                    met |= 1 << node
                    free = EVERY & ~taken
                    if not free:
                        return []
                    bit[node] = max(0, (free & -free).bit_length() - 1)
                    taken |= 1 << bit[node]
            for place, node in enumerate((a, b)):
                step |= bit[node] << 4 * place
                if last[node] == at:
                    step |= 256 << place
                    taken &= ~(1 << bit[node])
            steps.append(step)
        return steps

    def _starts(self, steps: list[int]) -> list[int]:
        """Where the table of every edge begins, and that of the end; 0 first: there is no room."""
        starts = [0] * self.most
        size = 2
        for at, step in enumerate(steps):
            starts[at] = size
            size += 2 << (step >> 10).bit_length()
            if size > (ROOM if COMPILED else MORE_ROOM) - 2:
                starts[0] = 0
                return starts
        starts[len(steps)] = size
        return starts

    def _bounds(self, listed: list[int], steps: list[int], starts: list[int]) -> list[int]:
        """The least weight left out from an edge on, by odd nodes and by trail's ends to come.

        Pieces are not minded. An odd node that is passed is an end of the trail, so the odd nodes
        are even in number if the ends to come are: none or one have the even places, two the odd.
        """
        end = starts[len(listed)]
        table = [NEVER] * (ROOM if COMPILED else end + 2)
        table[end] = 0
        table[end + 1] = 0
        for back in range(1, len(listed) + 1):
            at = len(listed) - back
            step, length = steps[at], self.length[listed[at]]
            flip, passed = flipped(step), closing(step)
            first, then = starts[at], starts[at + 1]
            unused = EVERY & ~(step >> 10)
            for odd in range(1 << (step >> 10).bit_length()):
                if odd & unused:
                    continue
                alone = odd & ~passed
                joined = (odd ^ flip) & ~passed
                lost = (odd & passed).bit_count()
                spent = ((odd ^ flip) & passed).bit_count()
                for two in range(2 - (odd.bit_count() & 1)):
                    ends = ENDS if two else odd.bit_count() & 1
                    best = NEVER
                    if lost <= ends:
                        best = table[then + 2 * alone + (ends - lost) // 2] + length
                    if spent <= ends:
                        best = min(best, table[then + 2 * joined + (ends - spent) // 2])
                    table[first + 2 * odd + two] = min(best, NEVER)
        return table

    def _searched(
        self, listed: list[int], steps: list[int], starts: list[int], table: list[int], most: int
    ) -> int:
        """The least weight for which a trail is found, as the bound says or a little more.

        A position is the next edge, the odd nodes, the ends to come and which nodes of the front
        are of one piece. One that led nowhere is remembered with what could be left out there.
        """
        count = len(listed)
        left = [0] * self.most  # the length of an edge and all that follow
        for back in range(1, count + 1):
            left[count - back] = left[count - back + 1] + self.length[listed[count - back]]
        odd, net, ends = [0] * self.most, [0] * self.most, [ENDS] * self.most
        gone, turn = [0] * self.most, [0] * self.most  # what is left out, and what was tried
        seen, seen_net, seen_slack = [-1] * SEEN, [0] * SEEN, [-1] * SEEN
        for limit in range(table[starts[0] + 1], most + 1):
            at = turn[0] = 0
            while at >= 0:
                slack = limit - gone[at]
                key = 4 * (at * (EVERY + 1) + odd[at]) + ends[at]
                slot = place_of(net[at], key)
                if not COMPILED:
                    self.tried += turn[at] == 0
                known = seen[slot] == key and seen_net[slot] == net[at]
                if turn[at] == 2 or (turn[at] == 0 and known and seen_slack[slot] >= slack):
                    seen[slot], seen_net[slot] = key, net[at]
                    seen_slack[slot] = max(slack, seen_slack[slot]) if known else slack
                    at -= 1
                    continue
                keep = turn[at] == 0
                turn[at] += 1
                step = steps[at]
                now, then, so_far = odd[at], net[at], gone[at]
                if keep:
                    now ^= flipped(step)
                    then = joined(then, step & 15, step >> 4 & 15)
                else:
                    so_far += self.length[listed[at]]
                passed = closing(step)
                to_come = ends[at] - (now & passed).bit_count()
                now &= ~passed
                if to_come < 0 or so_far + table[starts[at + 1] + 2 * now + to_come // 2] > limit:
                    continue
                closed = finished(then, passed)
                then = beyond(then, passed)
                if closed:
                    if closed == 1 and not then and so_far + left[at + 1] <= limit:
                        return limit
                    continue
                if at + 1 == count:
                    return limit
                at += 1
                odd[at], ends[at], gone[at], turn[at], net[at] = now, to_come, so_far, 0, then
        return NEVER


def flipped(step: int) -> int:
    """The nodes that are odd where they were even if an edge is kept."""
    return 1 << (step & 15) ^ 1 << (step >> 4 & 15)


def closing(step: int) -> int:
    """The nodes for which an edge is the last."""
    return (step >> 8 & 1) << (step & 15) | (step >> 9 & 1) << (step >> 4 & 15)


# Which nodes of the front are of one piece is one number: for each bit of the front four, in which
# stands the lowest bit of its piece and one, or 0 where no edge is kept yet.


def piece(net: int, at: int) -> int:
    """The piece of one node of the front."""
    return net >> 4 * at & 15


def joined(net: int, a: int, b: int) -> int:
    """The pieces after an edge from one node to another is kept."""
    one, two = piece(net, a), piece(net, b)
    name = min(a, b) + 1
    if one:
        name = min(name, one)
    if two:
        name = min(name, two)
    found = 0
    for at in range(WIDEST):
        own = piece(net, at)
        if at in (a, b) or (own and own in (one, two)):
            own = name
        found |= own << 4 * at
    return found


def finished(net: int, passed: int) -> int:
    """How many pieces have no node at the front any more."""
    over = still = 0
    for at in range(WIDEST):
        own = piece(net, at)
        if passed >> at & 1:
            over |= 1 << own
        else:
            still |= 1 << own
    return (over & ~still & ~1).bit_count()


def beyond(net: int, passed: int) -> int:
    """The pieces without the nodes that are passed."""
    if not passed:
        return net
    names = [0] * 16
    found = 0
    for at in range(WIDEST):
        own = piece(net, at)
        if own and not passed >> at & 1:
            if not names[own]:
                names[own] = at + 1
            found |= names[own] << 4 * at
    return found


def place_of(net: int, key: int) -> int:
    """Where a position is remembered."""
    mixed = net ^ net >> 23 ^ net >> 44
    low = int(mixed & (1 << 20) - 1)
    return ((low * 2503 + key % 65521 * 3011) >> 5) % SEEN


# -- an order in which few nodes at a time lie at the front ---------------------------------------


def ordered(ends: list[tuple[int, int]]) -> list[int]:
    """The edges, by number, each when the later of its two nodes has its turn."""
    nodes = sorted({node for pair in ends for node in pair})
    number = {node: i for i, node in enumerate(nodes)}
    beside = [0] * len(nodes)
    for a, b in ends:
        if a != b:
            beside[number[a]] |= 1 << number[b]
            beside[number[b]] |= 1 << number[a]
    turn: dict[int, int] = {}
    for piece in _pieces(beside):
        for node in _best(beside, piece):
            turn[node] = len(turn)
    keyed = []
    for edge, (a, b) in enumerate(ends):
        one, two = turn[number[a]], turn[number[b]]
        keyed.append((max(one, two), min(one, two), edge))
    return [edge for _, _, edge in sorted(keyed)]


def _pieces(beside: list[int]) -> list[list[int]]:
    found = []
    left = (1 << len(beside)) - 1
    while left:
        piece, wave = 0, left & -left
        while wave:
            piece |= wave
            more = 0
            for node, others in enumerate(beside):
                more |= others if wave >> node & 1 else 0
            wave = more & ~piece
        left &= ~piece
        found.append([node for node in range(len(beside)) if piece >> node & 1])
    return found


def _best(beside: list[int], piece: list[int]) -> list[int]:
    """The best of some orders of a piece, begun at the nodes that have the fewest neighbours."""
    best, order = ENDLESS, piece
    starts = sorted(piece, key=lambda node: beside[node].bit_count())
    for tried, start in enumerate(starts, 1):
        size, found = _walk(beside, start, best)
        if size < best:
            best, order = size, found
        if tried * WALK * len(piece) >= best:
            break
    return order


def _walk(beside: list[int], start: int, most: int) -> tuple[int, list[int]]:
    """An order of the nodes from one on: next is always who leaves the fewest at the front.

    With it, the entries of a table over all fronts; `most` if there would be more.
    """
    order = [start]
    met, front, fringe = 1 << start, 1 << start, beside[start]
    size = 0
    while fringe:
        fewest, chosen, passes = ENDLESS, 0, 0
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
