"""Facts about a board for its maker: sizes, balance, every ticket, bottlenecks."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import median

from capotreno.board.check.ways import Detour, Pair, ShortestWays, pair
from capotreno.board.model import Board, Ticket

FEWEST_FOR_A_LINE = 5  # tickets; fewer lie on any line
SURE = 600  # of more tickets, some speak for all: the line takes every pair of them


@dataclass(frozen=True)
class TicketFacts:
    """One way to complete a ticket: what it is worth against the spaces it takes.

    A tour is measured in its printed order; a ticket with options has one entry for each.
    """

    id: str
    stops: tuple[str, ...]
    points: int
    distance: int
    routes: int  # of the shortest way
    detour: Detour  # spaces more if the worst pair of its shortest way is taken; None: no way


@dataclass(frozen=True)
class Trend:
    """What this board's tickets give by their distance: `base + per_space × spaces` points.

    Found through the medians, so that a slip of the pen does not bend it.
    """

    base: float
    per_space: float
    usual: float  # how far the tickets usually lie off the line

    def points(self, spaces: int) -> float:
        return self.base + self.per_space * spaces


@dataclass(frozen=True)
class ColourFacts:
    """One colour of routes, or "gray": what the map asks for and the deck holds."""

    colour: str
    routes_by_length: tuple[tuple[int, int], ...]
    routes: int
    spaces: int
    cards: int  # of this colour; for gray the wilds


@dataclass(frozen=True)
class Bottleneck:
    """Two joined places, or one place, that tickets miss when the way over it is closed."""

    places: tuple[str, ...]
    longer: int  # tickets whose shortest way gets longer
    spaces: int  # how many spaces more they need together
    lost: int  # tickets that cannot be completed any more


@dataclass(frozen=True)
class Bridge:
    """Two joined places that alone hold two parts of the map together."""

    ends: tuple[str, str]
    places: int  # in the smaller part


@dataclass(frozen=True)
class Statistics:
    """What `check-board` tells about a board."""

    places: int
    regions: int
    routes: int
    pairs: int  # pairs of places joined by at least one route
    spaces: int
    cards: int
    pieces: int  # of each player
    routes_by_length: tuple[tuple[int, int], ...]
    colours: tuple[ColourFacts, ...]  # in printed order, "gray" last
    tickets_by_deck: tuple[tuple[str, int], ...]
    tickets: tuple[TicketFacts, ...]
    line: Trend | None
    dead_ends: tuple[str, ...]
    lone_places: tuple[str, ...]  # joined to one other place only
    isolated_places: tuple[str, ...]  # joined to none
    parts: int  # of the map that no route joins, isolated places aside
    bridges: tuple[Bridge, ...]
    weak_pairs: tuple[Bottleneck, ...]  # the worst first
    weak_places: tuple[Bottleneck, ...]

    @property
    def exact_tickets(self) -> int:
        """How many are worth exactly their shortest distance."""
        return sum(ticket.points == ticket.distance for ticket in self.tickets)

    @property
    def cheap_tickets(self) -> int:
        """How many are worth less than their shortest distance."""
        return sum(ticket.points < ticket.distance for ticket in self.tickets)

    @property
    def mean_distance(self) -> float:
        """The spaces of a ticket, on average."""
        return sum(ticket.distance for ticket in self.tickets) / max(len(self.tickets), 1)


def statistics(board: Board) -> Statistics:
    """The facts of a board."""
    ways = ShortestWays(board)
    tickets, weak_pairs, weak_places = _tickets(board, ways)
    degree = {place.id: len(ways.neighbours[place.index]) for place in board.places}
    return Statistics(
        places=len(board.places),
        regions=len(board.regions),
        routes=len(board.routes),
        pairs=sum(degree.values()) // 2,
        spaces=sum(route.length for route in board.routes),
        cards=sum(card.count for card in board.cards),
        pieces=sum(supply.count for supply in board.supplies),
        routes_by_length=_lengths(route.length for route in board.routes),
        colours=tuple(_colours(board)),
        tickets_by_deck=tuple(Counter(ticket.deck for ticket in board.tickets).items()),
        tickets=tuple(tickets),
        line=_line(tickets),
        dead_ends=tuple(place.id for place in board.places if place.dead_end),
        lone_places=tuple(id for id, joined in degree.items() if joined == 1),
        isolated_places=tuple(id for id, joined in degree.items() if joined == 0),
        parts=_parts(ways),
        bridges=tuple(_bridges(board, ways)),
        weak_pairs=tuple(weak_pairs),
        weak_places=tuple(weak_places),
    )


def _lengths(lengths: Iterable[int]) -> tuple[tuple[int, int], ...]:
    return tuple(sorted(Counter(lengths).items()))


def _colours(board: Board) -> Iterable[ColourFacts]:
    for colour in (*board.colours, "gray"):
        wanted = "" if colour == "gray" else colour
        routes = [route for route in board.routes if route.colour == wanted]
        own = [card for card in board.cards if (card.colour == wanted if wanted else card.wild)]
        if routes or wanted:
            yield ColourFacts(
                colour,
                _lengths(route.length for route in routes),
                len(routes),
                sum(route.length for route in routes),
                sum(card.count for card in own),
            )


# -- tickets --------------------------------------------------------------------------------------


def _tickets(
    board: Board, ways: ShortestWays
) -> tuple[list[TicketFacts], list[Bottleneck], list[Bottleneck]]:
    """Every ticket, and what the closed pairs and places would cost all of them."""
    tickets: list[TicketFacts] = []
    pairs: dict[tuple[int, ...], list[Detour]] = {}
    places: dict[tuple[int, ...], list[Detour]] = {}
    for ticket in board.tickets:
        for stops, points in _ways(ticket):
            way = ways.shortest(stops)
            assert way is not None  # the loader refuses tickets that cannot be completed
            ends = {place for stop in stops for place in ways.places_of(stop)}
            for joined, detour in way.pairs.items():
                pairs.setdefault(joined, []).append(detour)
            for place, detour in way.through.items():
                if place not in ends:
                    places.setdefault((place,), []).append(detour)
            worst = _worst(way.pairs.values())
            tickets.append(TicketFacts(ticket.id, stops, points, way.spaces, way.routes, worst))
    return tickets, _weak(board, pairs), _weak(board, places)


def _ways(ticket: Ticket) -> list[tuple[tuple[str, ...], int]]:
    if ticket.options:
        return [((*ticket.stops, option.stop), option.points) for option in ticket.options]
    return [(ticket.stops, ticket.points_in_order)]


def _worst(detours: Iterable[Detour]) -> Detour:
    worst = 0
    for detour in detours:
        if detour is None:
            return None
        worst = max(worst, detour)
    return worst


def _weak(board: Board, costs: dict[tuple[int, ...], list[Detour]]) -> list[Bottleneck]:
    """What costs anything at all, the worst first."""
    found = []
    for closed, detours in costs.items():
        found.append(
            Bottleneck(
                tuple(board.places[index].id for index in closed),
                sum(detour is not None and detour > 0 for detour in detours),
                sum(filter(None, detours)),
                detours.count(None),
            )
        )
    worst = sorted(found, key=lambda weak: (-weak.lost, -weak.spaces, -weak.longer, weak.places))
    return [weak for weak in worst if weak.lost or weak.longer]


def _line(tickets: Sequence[TicketFacts]) -> Trend | None:
    """The line through the medians of all pairs of tickets (Theil and Sen)."""
    some = tickets[:: 1 + len(tickets) // SURE]
    slopes = [
        (one.points - other.points) / (one.distance - other.distance)
        for one, other in combinations(some, 2)
        if one.distance != other.distance
    ]
    if len(some) < FEWEST_FOR_A_LINE or not slopes:
        return None
    slope = median(slopes)
    base = median(ticket.points - slope * ticket.distance for ticket in some)
    return Trend(
        base, slope, median(abs(ticket.points - base - slope * ticket.distance) for ticket in some)
    )


# -- what holds the map together ------------------------------------------------------------------


def _parts(ways: ShortestWays) -> int:
    """How many networks all routes together make; a dead end joins nothing."""
    places = ways.board.places
    left = {place.index for place in places if ways.neighbours[place.index]}
    parts = 0
    while left:
        inner = [index for index in left if not places[index].dead_end]
        start = min(inner or left)
        left -= _reached(ways, start, -1)
        parts += 1
    return parts


def _bridges(board: Board, ways: ShortestWays) -> Iterable[Bridge]:
    """Pairs of places without which the two could not be connected at all.

    Pairs with a dead end or a lone place are left out: there the answer says nothing new.
    """
    for a, b in sorted(_only_ways(ways)):
        if min(len(ways.neighbours[a]), len(ways.neighbours[b])) > 1:
            smaller = min(len(_reached(ways, a, b)), len(_reached(ways, b, a)))
            yield Bridge((board.places[a].id, board.places[b].id), smaller)


def _only_ways(ways: ShortestWays) -> Iterable[Pair]:
    """The pairs of places without which the two would not be joined; dead ends aside.

    One walk over the map, as deep as it goes: a pair that the walk came over is the only way if no
    step from beyond it leads back to where the walk had been before (Tarjan).
    """
    dead = [place.dead_end for place in ways.board.places]
    order: dict[int, int] = {}  # places in the order of the walk
    back: dict[int, int] = {}  # the earliest of them that is joined to what lies beyond a place
    for start in range(len(dead)):
        if dead[start] or start in order:
            continue
        order[start] = back[start] = len(order)
        walk = [(start, -1, iter(ways.neighbours[start]))]
        while walk:
            place, before, others = walk[-1]
            for other in others:
                if dead[other] or other == before:
                    continue
                if other in order:
                    back[place] = min(back[place], order[other])
                else:
                    order[other] = back[other] = len(order)
                    walk.append((other, place, iter(ways.neighbours[other])))
                    break
            else:
                walk.pop()
                if before >= 0:
                    back[before] = min(back[before], back[place])
                    if back[place] > order[before]:
                        yield pair(before, place)


def _reached(ways: ShortestWays, start: int, shunned: int) -> set[int]:
    """All places a way from one leads to that does not begin straight to another."""
    seen = {start}
    stack = [other for other in ways.neighbours[start] if other != shunned]
    while stack:
        place = stack.pop()
        if place not in seen:
            seen.add(place)
            if not ways.board.places[place].dead_end:
                stack.extend(ways.neighbours[place])
    return seen
