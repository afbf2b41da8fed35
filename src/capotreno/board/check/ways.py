"""The shortest ways over a board, and how much longer each gets when something on it is closed.

A way may begin or end in a dead end, never run through one.
"""

from array import array
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from itertools import chain, pairwise
from typing import NamedTuple, TypeVar

from capotreno.board.graph import FAR, Graph
from capotreno.board.model import Board

Pair = tuple[int, int]  # two places that routes join, the lower index first
Detour = int | None  # spaces more when a pair or a place of a way is closed; None: no way is left
NOWHERE = -1
Step = tuple[int, int, int]  # from a place to the next, and its length
# A step between places that hang on two places of a way: the spaces of the whole way that takes
# it; on which places they hang, counted from the start; where it leads, and the spaces so far.
Crossing = tuple[int, int, int, int, int]
Thing = TypeVar("Thing", Pair, int)


@dataclass(frozen=True)
class ShortestWay:
    """A shortest way along some stops, in their order."""

    spaces: int
    routes: int  # the fewest, where several ways have so many spaces
    pairs: dict[Pair, Detour]  # it runs over these; closed, all tracks between two places are
    through: dict[int, Detour]  # the places between its stops; closed, nothing runs through


class _Reached(NamedTuple):
    """How every place is reached from a stop, while nothing is closed."""

    spaces: Sequence[int]  # by place, NOWHERE where no way leads
    routes: Sequence[int]
    before: Sequence[int]  # the place before it on the way
    order: Sequence[int]  # the places that are reached, the nearest first


class ShortestWays:
    """The shortest ways of one board."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.graph = Graph(board)
        self.neighbours = neighbours(board)
        # A route costs its spaces and, where these are equal, one more: no way has so many routes.
        self._unit = len(board.places) + 1
        self._cost = [route.length * self._unit + 1 for route in board.routes]
        self._steps = [
            [(other, own[other] * self._unit + 1) for other in sorted(own)]
            for own in (self.neighbours[place.index] for place in board.places)
        ]
        self._dead = [place.dead_end for place in board.places]
        self._split = [place.index for place in board.places if place.dead_end]
        self._members: dict[str, tuple[int, ...]] = {}
        self._searches: dict[str, _Reached] = {}
        # Steps into and out of a dead end are for its own tickets only.
        self._inner: list[Step] = []
        self._ending: dict[int, list[Step]] = defaultdict(list)  # by dead end
        for a, own in self.neighbours.items():
            for b, length in own.items():
                dead = [place for place in (a, b) if self._dead[place]]
                for place in dead:
                    self._ending[place].append((a, b, length))
                if not dead:
                    self._inner.append((a, b, length))

    def shortest(self, stops: tuple[str, ...]) -> ShortestWay | None:
        """The shortest way from stop to stop, or None if there is none."""
        legs = [self._leg(start, end) for start, end in pairwise(stops)]
        found = [leg for leg in legs if leg is not None]
        if len(found) < len(legs):
            return None
        return ShortestWay(
            sum(leg.spaces for leg in found),
            sum(leg.routes for leg in found),
            _together([leg.pairs for leg in found]),
            _together([leg.through for leg in found]),
        )

    def places_of(self, stop: str) -> tuple[int, ...]:
        """The places of a stop; the board would look for them each time."""
        known = self._members.get(stop)
        if known is None:
            known = self._members[stop] = tuple(self.board.places_of(stop))
        return known

    def _leg(self, start: str, end: str) -> ShortestWay | None:
        there = self._search(start)
        reached = [place for place in self.places_of(end) if there.spaces[place] != NOWHERE]
        if not reached:
            return None
        last = min(reached, key=lambda place: (there.spaces[place], there.routes[place], place))
        way = [last]
        while (before := there.before[way[-1]]) != NOWHERE:
            way.append(before)
        way.reverse()
        spaces = there.spaces[last]
        pairs, through = self._closed(start, end, way)
        return ShortestWay(
            spaces,
            there.routes[last],
            {
                pair(*ends): _more(detour, spaces)
                for ends, detour in zip(pairwise(way), pairs, strict=True)
            },
            {
                place: _more(detour, spaces)
                for place, detour in zip(way[1:-1], through, strict=True)
            },
        )

    def _closed(self, start: str, end: str, way: list[int]) -> tuple[list[Detour], list[Detour]]:
        """The spaces from stop to stop when each pair of a way is closed, and each place inside.

        All of them in one look at the map (Malik, Mittal and Gupta): every place hangs on the last
        place of the way that the search came through to it. With a pair closed, what hangs
        before it is as near to the start as ever and what hangs behind it to the end, so that
        the best way around takes the best step from the one to the other.
        """
        back = self._search(end).spaces
        hangs = self._hanging(start, way)
        crossings = self._crossings(start, end, way, hangs)
        pairs = _covered(crossings, len(way) - 1, 0)
        through = _covered(crossings, len(way) - 1, 1)[1:]
        entries: list[list[tuple[int, int, int]]] = [[] for _ in way]
        for spaces, _, joins, other, so_far in crossings:
            if other != way[joins]:
                entries[joins].append((spaces, so_far, other))
        for at in range(1, len(way) - 1):
            through[at - 1] = self._beside(entries[at], hangs, way[at], back, through[at - 1])
        return pairs, through

    def _hanging(self, start: str, way: list[int]) -> list[int]:
        """For every place, on which place of the way it hangs, counted from the start."""
        _, _, before, order = self._search(start)
        hangs = [NOWHERE] * len(self._dead)
        on = {place: at for at, place in enumerate(way)}
        for place in order:
            own = 0 if before[place] == NOWHERE else hangs[before[place]]
            hangs[place] = on.get(place, own)
        return hangs

    def _crossings(self, start: str, end: str, way: list[int], hangs: list[int]) -> list[Crossing]:
        """All steps from what hangs earlier on a way to what hangs later, but its own."""
        there, back = self._search(start).spaces, self._search(end).spaces
        after = [NOWHERE] * len(hangs)
        for a, b in pairwise(way):
            after[a] = b
        found = [
            (there[a] + length + back[b], hangs[a], hangs[b], b, there[a] + length)
            for a, b, length in chain(self._inner, self._own_steps(start, end))
            if hangs[a] < hangs[b] and after[a] != b
        ]
        last = len(way) - 1
        found += [
            (there[place], hangs[place], last, way[last], there[place])
            for place in self.places_of(end)  # a region is reached at any of its places
            if NOWHERE < hangs[place] < last
        ]
        return sorted(found)

    def _own_steps(self, start: str, end: str) -> set[Step]:
        """The steps out of the dead ends of a start and into those of an end."""
        starts, ends = self.places_of(start), self.places_of(end)
        there, back = self._search(start).spaces, self._search(end).spaces
        return {
            (a, b, length)
            for place in (*starts, *ends)
            for a, b, length in self._ending.get(place, ())
            if (a in starts or not self._dead[a]) and (b in ends or not self._dead[b])
            if there[a] != NOWHERE and back[b] != NOWHERE
        }

    def _beside(
        self,
        entries: list[tuple[int, int, int]],
        hangs: list[int],
        closed: int,
        back: Sequence[int],
        best: Detour,
    ) -> Detour:
        """The best way around a place, also one over what hangs on it."""
        queue = entries
        heapify(queue)
        seen: set[int] = set()
        at = hangs[closed]
        while queue and (best is None or queue[0][0] < best):
            spaces, so_far, place = heappop(queue)
            if back[place] == 0:
                return spaces
            if place in seen or self._dead[place]:
                continue
            seen.add(place)
            for other, length in self.neighbours[place].items():
                if other == closed or hangs[other] < at or back[other] < 0:
                    continue
                around = so_far + length + back[other]
                if hangs[other] == at:
                    heappush(queue, (around, so_far + length, other))
                elif (best is None or around < best) and (not self._dead[other] or not back[other]):
                    best = around
        return best

    def _search(self, stop: str) -> _Reached:
        known = self._searches.get(stop)
        if known is None:
            known = self._searches[stop] = self._reach(self.places_of(stop))
        return known

    def _reach(self, starts: tuple[int, ...]) -> _Reached:
        """Every place by the fewest spaces, then by the fewest routes."""
        nodes_of = self.graph.nodes_of
        sources = [node for start in starts for node in nodes_of[start]]
        found = self.graph.distances(self._cost, sources)
        far = [
            found[nodes[0]]
            if len(nodes) == 1
            else min([found[node] for node in nodes], default=FAR)
            for nodes in nodes_of
        ]
        for start in starts:
            far[start] = 0.0
        order = sorted([place for place, own in enumerate(far) if own < FAR], key=far.__getitem__)
        spaces, routes, before = [[NOWHERE] * len(far) for _ in range(3)]
        for place in order:
            spaces[place], routes[place] = divmod(int(far[place]), self._unit)
            for other, cost in self._steps[place]:  # of ways that are equal, over the first place
                if far[other] + cost == far[place] and not (self._dead[other] and far[other]):
                    before[place] = other
                    break
        return _Reached(*(array("i", row) for row in (spaces, routes, before, order)))


def _covered(crossings: list[Crossing], count: int, inside: int) -> list[Detour]:
    """For each of so many closed things the first, so the best, of the crossings that span it."""
    best: list[Detour] = [None] * count
    free = list(range(count + 1))  # the next that has no answer yet, or a step towards it

    def next_free(at: int) -> int:
        while free[at] != at:
            free[at] = free[free[at]]
            at = free[at]
        return at

    for spaces, leaves, joins, _, _ in crossings:
        at = next_free(leaves + inside)
        while at < joins:
            best[at] = spaces
            free[at] = at + 1
            at = next_free(at)
    return best


def _more(around: Detour, spaces: int) -> Detour:
    return None if around is None else around - spaces


def _together(legs: list[dict[Thing, Detour]]) -> dict[Thing, Detour]:
    """What a whole way loses: all its legs that run over the same lose it together."""
    found: dict[Thing, Detour] = {}
    for leg in legs:
        for thing, more in leg.items():
            so_far = found.get(thing, 0)
            found[thing] = None if so_far is None or more is None else so_far + more
    return found


def distance(board: Board, start: str, end: str) -> int | None:
    """The fewest spaces from one place or region to another, or None if there is no way."""
    way = ShortestWays(board).shortest((start, end))
    return way.spaces if way else None


def pair(a: int, b: int) -> Pair:
    """Two places as the pair they are, whichever is named first."""
    return (a, b) if a < b else (b, a)


def neighbours(board: Board) -> dict[int, dict[int, int]]:
    """Each place's neighbours with the length of the shortest track to them."""
    found: dict[int, dict[int, int]] = defaultdict(dict)
    for route in board.routes:
        for a, b in ((route.a, route.b), (route.b, route.a)):
            found[a][b] = min(route.length, found[a].get(b, route.length))
    return found
