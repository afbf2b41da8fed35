"""How a seat stands, read from its View alone: points so far, its tickets, what is closed to it."""

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from capotreno.engine.game import Game
from capotreno.engine.menu import bits
from capotreno.engine.state import NOBODY, State
from capotreno.rules.claiming.claims import Claims
from capotreno.rules.claiming.exchange import Exchange
from capotreno.rules.claiming.pieces import Pieces
from capotreno.rules.tickets.race import TicketRace
from capotreno.rules.tickets.stock import CHOSEN, OFFERED, TicketStock
from capotreno.rules.travelling.merchandise import Merchandise

DONE = "done"
OPEN = "open"
BLOCKED = "blocked"


@dataclass(frozen=True)
class TicketProgress:
    """How a ticket stands for a seat: done, still possible by these routes, or blocked."""

    ticket: int
    status: str
    missing: int  # pieces the cheapest way still takes
    routes: tuple[int, ...]  # that the cheapest way still needs
    via: tuple[int, ...]  # the places it runs through, its ends apart
    points: int


class Standing:
    """What everybody can count, and what a seat can tell of its own tickets; a spectator: of none.

    A whole State is told like an open View.
    """

    def __init__(self, game: Game, view: State, seat: int = NOBODY) -> None:
        self.game = game
        self.view = view
        self.seat = seat
        layout = game.layout
        self.claims = layout.partner(Claims)
        self.pieces = layout.partner(Pieces)
        self.tickets = layout.partner(TicketStock)
        self.race = next(iter(layout.partners(TicketRace)), None)
        self.trade = next(iter(layout.partners(Exchange)), None)
        self.goods = next(iter(layout.partners(Merchandise)), None)

    @property
    def basis(self) -> tuple[object, ...]:
        """All that a standing depends on: it is as before as long as this is."""
        cells, claims, tickets = self.view.cells, self.claims, self.tickets
        seats = self.game.players
        own = () if self.seat < 0 else (self.pieces.to_place(self.view, self.seat),)
        lost = [*cells[trade.done : trade.done + seats]] if (trade := self.trade) else []
        won = [goods.points(self.view, s) for s in range(seats)] if (goods := self.goods) else []
        return (
            *cells[claims.owned : claims.owned + seats],
            *cells[claims.open : claims.open + seats],
            *cells[tickets.where : tickets.end],
            *own,
            *lost,
            *won,
        )

    def points(self, seat: int) -> int:
        """What a seat has won and lost in the open so far."""
        return self.all_points[seat]

    @property
    def all_points(self) -> list[int]:
        """For routes and merchandise, less what exchanges cost; in a race, what is done of it."""
        if self.race is not None:
            return self.view.cells[self.race.completed :][: self.game.players]
        points = [lines[0].points for lines in self.claims.score(self.view)]
        for part in (self.trade, self.goods):
            if part is not None:
                more = [lines[0].points for lines in part.score(self.view)]
                points = [so_far + own for so_far, own in zip(points, more, strict=True)]
        return points

    def pieces_left(self, seat: int) -> int:
        return self.pieces.left(self.view, seat)

    # -- routes ---------------------------------------------------------------------------------

    @cached_property
    def _open(self) -> int:
        """The routes that the seat (a spectator: any seat) could still claim."""
        first = self.view.cells[self.claims.open :]
        if self.seat >= 0:
            return first[self.seat]
        mask = 0
        for own in first[: self.game.players]:
            mask |= own
        return mask

    def is_open(self, route: int) -> bool:
        """Whether the seat (a spectator: any seat) could still claim it, cards and pieces apart."""
        return bool(self._open >> route & 1)

    @property
    def closed(self) -> list[int]:
        """The routes nobody owns and the seat (a spectator: no seat at all) can claim any more."""
        rest = (1 << len(self.game.board.routes)) - 1 & ~self._open
        for seat in range(self.game.players):
            rest &= ~self.claims.routes(self.view, seat)
        return bits(rest)

    @cached_property
    def _costs(self) -> list[int]:
        """Pieces to place on each route: none on an own one, negative where it is closed."""
        own = self.claims.routes(self.view, self.seat)
        return [
            0 if own >> route.index & 1 else route.length if self.is_open(route.index) else -1
            for route in self.game.board.routes
        ]

    # -- tickets --------------------------------------------------------------------------------

    def prospect(self, ticket: int) -> TicketProgress:
        """How a ticket stands. A tour is measured stop by stop in the printed order."""
        groups = self.tickets.groups[ticket]
        points = self.game.board.tickets[ticket].points
        if self.tickets.choices[ticket]:
            groups, points = self._nearest(ticket)
        mask = 0
        via: list[int] = []
        for a, b in pairwise(groups):
            cost, way = self.game.graph.cheapest(self._costs, a, b)
            if cost < 0:
                return TicketProgress(ticket, BLOCKED, 0, (), (), points)
            mask |= way
            via += self._through(way, a)
        routes = tuple(route for route in bits(mask) if self._costs[route])
        missing = sum(self._costs[route] for route in routes)
        if not missing:
            return TicketProgress(ticket, DONE, 0, (), (), points)
        status = OPEN if missing <= self.pieces.to_place(self.view, self.seat) else BLOCKED
        return TicketProgress(ticket, status, missing, routes, tuple(via), points)

    def _nearest(self, ticket: int) -> tuple[tuple[tuple[int, ...], ...], int]:
        """Of several destinations the best that is joined, else the nearest; and its points."""
        start = self.tickets.groups[ticket][0]
        found = []
        for end, points in self.tickets.choices[ticket]:
            cost, _ = self.game.graph.cheapest(self._costs, start, end)
            found.append((cost < 0, cost, -points, end))
        _, _, points, end = min(found)
        return (start, end), -points

    def _through(self, way: int, start: tuple[int, ...]) -> list[int]:
        """The inner places of a way in the order it runs through them."""
        ends = self.game.graph.ends
        left = bits(way)
        at = next((node for route in left for node in ends[route] if node in start), -1)
        places: list[int] = []
        while left:
            route = next(route for route in left if at in ends[route])
            left.remove(route)
            a, b = ends[route]
            at = b if at == a else a
            places.append(at)
        return places[:-1]

    @cached_property
    def prospects(self) -> list[TicketProgress]:
        """The seat's own tickets: still possible first, then done, then blocked."""
        order = (OPEN, DONE, BLOCKED)
        found = [self.prospect(ticket) for ticket in self.tickets.holding(self.view, self.seat)]
        return sorted(found, key=lambda one: (order.index(one.status), one.missing))

    @property
    def offered(self) -> list[int]:
        """The tickets the seat must decide about, in the order the game asks."""
        return self._at(OFFERED + self.seat)

    @property
    def offers(self) -> list[TicketProgress]:
        """The tickets of an offer that the seat has not refused: how each would stand."""
        own = sorted(self._at(CHOSEN + self.seat) + self.offered)
        return [self.prospect(ticket) for ticket in own]

    def _at(self, whereabouts: int) -> list[int]:
        cells = self.view.cells[self.tickets.where : self.tickets.end]
        return [ticket for ticket, place in enumerate(cells) if place == whereabouts]
