"""The shortest ways over a board, also with something on it closed.

A way may begin or end in a dead end, never run through one.
"""

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from itertools import pairwise

from capotreno.board.model import Board

Pair = tuple[int, int]  # two places that routes join, the lower index first
Closed = Pair | int | None  # all tracks of a pair; or a place: nothing runs through it
Found = dict[int, tuple[int, int, int]]  # by place: spaces and routes so far, the place before


@dataclass(frozen=True)
class ShortestWay:
    """A shortest way along some stops, in their order."""

    spaces: int
    routes: int  # the fewest, where several ways have so many spaces
    pairs: frozenset[Pair]
    through: frozenset[int]  # the places between its stops


class ShortestWays:
    """The shortest ways of one board."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.neighbours = neighbours(board)
        self._members: dict[str, tuple[int, ...]] = {}
        self._nearest: dict[str, dict[int, int]] = {}

    def shortest(self, stops: tuple[str, ...], closed: Closed = None) -> ShortestWay | None:
        """The shortest way from stop to stop, or None if there is none."""
        spaces = routes = 0
        pairs: set[Pair] = set()
        through: set[int] = set()
        for start, end in pairwise(stops):
            ends = self.places_of(end)
            found = self._search(self.places_of(start), ends, closed)
            place = next((place for place in ends if place in found), None)
            if place is None:
                return None
            spaces, routes = spaces + found[place][0], routes + found[place][1]
            while (before := found[place][2]) >= 0:
                pairs.add(pair(before, place))
                through.add(before)
                place = before
            through.discard(place)
        return ShortestWay(spaces, routes, frozenset(pairs), frozenset(through))

    def places_of(self, stop: str) -> tuple[int, ...]:
        """The places of a stop; the board would look for them each time."""
        known = self._members.get(stop)
        if known is None:
            known = self._members[stop] = tuple(self.board.places_of(stop))
        return known

    def spaces(self, stops: tuple[str, ...], closed: Closed) -> int | None:
        """The spaces of the shortest way from stop to stop around what is closed; None: no way."""
        total = 0
        for start, end in pairwise(stops):
            spaces = self._around(start, end, closed)
            if spaces is None:
                return None
            total += spaces
        return total

    def _around(self, start: str, end: str, closed: Closed) -> int | None:
        """A search that knows how far every place is from the end while nothing is closed.

        So it leaves the old way only where it must (A*), and looks at a few places out of all.
        """
        far = self._far_from(end)
        ends = self.places_of(end)
        queue = [(far[place], 0, place) for place in self.places_of(start) if place in far]
        heapify(queue)
        found: set[int] = set()
        while queue:
            hoped, back, place = heappop(queue)  # of equals, the one that has come farthest
            if place in found:
                continue
            found.add(place)
            if place in ends:
                return hoped
            if back and (self.board.places[place].dead_end or place == closed):
                continue
            for other, length in self.neighbours[place].items():
                if other not in found and other in far and pair(place, other) != closed:
                    heappush(queue, (length - back + far[other], back - length, other))
        return None

    def _far_from(self, stop: str) -> dict[int, int]:
        """The spaces from every place to a stop, while nothing is closed."""
        known = self._nearest.get(stop)
        if known is None:
            found = self._search(self.places_of(stop), (), None)
            known = self._nearest[stop] = {place: way[0] for place, way in found.items()}
        return known

    def _search(self, starts: Collection[int], ends: Collection[int], closed: Closed) -> Found:
        """What lies nearer than the nearest end, and that end, if it can be reached."""
        found: Found = {}
        queue = [(0, 0, start, -1) for start in starts]
        while queue:
            spaces, routes, place, before = heappop(queue)
            if place in found:
                continue
            found[place] = (spaces, routes, before)
            if place in ends:
                break
            if routes and (self.board.places[place].dead_end or place == closed):
                continue
            for other, length in self.neighbours[place].items():
                if other not in found and pair(place, other) != closed:
                    heappush(queue, (spaces + length, routes + 1, other, place))
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
