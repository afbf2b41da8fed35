"""Facts about a board for its maker: sizes, balance, distances, bottlenecks."""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from functools import cache
from heapq import heappop, heappush
from itertools import pairwise

from capotreno.board.model import Board, Ticket


@dataclass(frozen=True)
class TicketFacts:
    """One way to complete a ticket: what it is worth against the spaces it takes.

    A tour is measured in its printed order; a ticket with options has one entry for each.
    """

    id: str
    stops: tuple[str, ...]
    points: int
    distance: int


@dataclass(frozen=True)
class Statistics:
    """What `check-board` tells about a board."""

    places: int
    regions: int
    routes: int
    pairs: int  # pairs of places joined by at least one route
    spaces: int
    cards: int
    routes_by_length: tuple[tuple[int, int], ...]
    spaces_by_colour: tuple[tuple[str, int], ...]  # "gray" last
    tickets_by_deck: tuple[tuple[str, int], ...]
    tickets: tuple[TicketFacts, ...]
    dead_ends: tuple[str, ...]
    lone_places: tuple[str, ...]  # joined to one other place only
    isolated_places: tuple[str, ...]  # joined to none
    bottlenecks: tuple[tuple[str, str], ...]  # pairs that alone hold two parts together

    @property
    def exact_tickets(self) -> int:
        """How many are worth exactly their shortest distance."""
        return sum(ticket.points == ticket.distance for ticket in self.tickets)

    @property
    def cheap_tickets(self) -> int:
        """How many are worth less than their shortest distance."""
        return sum(ticket.points < ticket.distance for ticket in self.tickets)


def statistics(board: Board) -> Statistics:
    """The facts of a board."""
    neighbours = _neighbours(board)
    colours = Counter[str]()
    for route in board.routes:
        colours[route.colour or "gray"] += route.length
    order = [*board.colours, "gray"]
    degree = {place.id: len(neighbours[place.index]) for place in board.places}
    return Statistics(
        places=len(board.places),
        regions=len(board.regions),
        routes=len(board.routes),
        pairs=sum(degree.values()) // 2,
        spaces=sum(route.length for route in board.routes),
        cards=sum(card.count for card in board.cards),
        routes_by_length=tuple(sorted(Counter(route.length for route in board.routes).items())),
        spaces_by_colour=tuple((colour, colours[colour]) for colour in order if colours[colour]),
        tickets_by_deck=tuple(Counter(ticket.deck for ticket in board.tickets).items()),
        tickets=tuple(_tickets(board)),
        dead_ends=tuple(place.id for place in board.places if place.dead_end),
        lone_places=tuple(id for id, joined in degree.items() if joined == 1),
        isolated_places=tuple(id for id, joined in degree.items() if joined == 0),
        bottlenecks=tuple(_bottlenecks(board, neighbours)),
    )


def distance(board: Board, start: str, end: str) -> int | None:
    """The fewest spaces from one place or region to another, or None if there is no way.

    A way may begin or end in a dead end, never run through one.
    """
    return _shortest(_distances(board, board.places_of(start)), board.places_of(end))


def _shortest(distances: dict[int, int], ends: Iterable[int]) -> int | None:
    return min((distances[end] for end in ends if end in distances), default=None)


def _distances(board: Board, starts: Collection[int]) -> dict[int, int]:
    """The fewest spaces from the nearest of some places to every place that can be reached."""
    neighbours = _neighbours(board)
    found: dict[int, int] = {}
    queue = [(0, start) for start in starts]
    while queue:
        spaces, place = heappop(queue)
        if place in found:
            continue
        found[place] = spaces
        if spaces and board.places[place].dead_end:
            continue
        for other, length in neighbours[place].items():
            if other not in found:
                heappush(queue, (spaces + length, other))
    return found


def _tickets(board: Board) -> Iterable[TicketFacts]:
    @cache
    def distances(stop: str) -> dict[int, int]:
        return _distances(board, board.places_of(stop))

    for ticket in board.tickets:
        for stops, points in _ways(ticket):
            yield TicketFacts(ticket.id, stops, points, _tour(board, stops, distances))


def _ways(ticket: Ticket) -> list[tuple[tuple[str, ...], int]]:
    if ticket.options:
        return [((*ticket.stops, option.stop), option.points) for option in ticket.options]
    return [(ticket.stops, ticket.points_in_order)]


def _tour(board: Board, stops: tuple[str, ...], distances: Callable[[str], dict[int, int]]) -> int:
    legs = (_shortest(distances(a), board.places_of(b)) for a, b in pairwise(stops))
    # The loader refuses tickets that cannot be completed, so every leg has a length.
    return sum(leg for leg in legs if leg is not None)


def _neighbours(board: Board) -> dict[int, dict[int, int]]:
    """Each place's neighbours with the length of the shortest track to them."""
    neighbours: dict[int, dict[int, int]] = defaultdict(dict)
    for route in board.routes:
        for a, b in ((route.a, route.b), (route.b, route.a)):
            neighbours[a][b] = min(route.length, neighbours[a].get(b, route.length))
    return neighbours


def _bottlenecks(board: Board, neighbours: dict[int, dict[int, int]]) -> Iterable[tuple[str, str]]:
    """Pairs of places without which the two could not be connected at all.

    Pairs with a dead end or a lone place are left out: there the answer says nothing new.
    """
    through = {
        place.index
        for place in board.places
        if not place.dead_end and len(neighbours[place.index]) > 1
    }
    for a in sorted(through):
        for b in neighbours[a]:
            if a < b and b in through and not _connected(a, b, neighbours, through):
                yield board.places[a].id, board.places[b].id


def _connected(a: int, b: int, neighbours: dict[int, dict[int, int]], through: set[int]) -> bool:
    """Whether a way leads from a to b other than straight."""
    seen = {a}
    stack = [other for other in neighbours[a] if other != b]
    while stack:
        place = stack.pop()
        if place == b:
            return True
        if place in through and place not in seen:
            seen.add(place)
            stack.extend(neighbours[place])
    return False
