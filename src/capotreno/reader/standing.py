"""How a seat stands, read from its View alone: what it sees, and how its tickets stand."""

from functools import cached_property
from itertools import pairwise

from capotreno.board.graph import FAR
from capotreno.engine.actions import Json
from capotreno.engine.game import Game
from capotreno.engine.menu import bits
from capotreno.engine.state import NOBODY, State
from capotreno.reader.progress import (
    BLOCKED,
    DONE,
    HARDLY,
    OPEN,
    FoundWays,
    TicketProgress,
    Way,
    progress_by,
)
from capotreno.reader.reader import Reader
from capotreno.rules.dice.dice import Roll


class Standing:
    """A position as a seat (or a spectator) knows it; a spectator has no tickets and no hand.

    A whole State is read like an open View. `earlier`: what was found of the same seat before; what
    has only become dearer since, and not on a ticket's way, leaves that way the cheapest.
    """

    def __init__(
        self,
        game: Game,
        view: State,
        seat: int = NOBODY,
        earlier: FoundWays | None = None,
        read: Reader | None = None,
    ) -> None:
        self.game = game
        self.view = view
        self.seat = seat
        self.read = read or Reader(game)
        self._earlier = earlier

    @property
    def own_basis(self) -> tuple[object, ...]:
        """All of the seat's own that its tickets depend on; the routes that are open come to it."""
        read, view, seat = self.read, self.view, self.seat
        if seat < 0:
            return ()
        return (
            read.to_place(view, seat),
            read.network_of(view, seat),
            read.ticket_places(view),
        )

    @property
    def common_basis(self) -> tuple[object, ...]:
        """All that points, paths and closed routes depend on; every seat sees it."""
        read, view = self.read, self.view
        found: list[object] = []
        for one in range(self.game.players):
            found += (
                read.owned_by(view, one),
                read.open_to(view, one),
                read.exchanged_by(view, one),
                read.merchandise_of(view, one),
                read.race.completed_by(view, one) if read.race else 0,
            )
        return tuple(found)

    # -- the table ------------------------------------------------------------------------------

    @property
    def turn(self) -> int:
        """How many turns have begun so far."""
        return self.view.turn

    @property
    def last_round(self) -> bool:
        """Whether the last round has begun."""
        return self.read.turns_to_go(self.view) > 0

    @property
    def row(self) -> list[int]:
        """The face-up cards by kind, empty slots left out."""
        return self.read.face_up(self.view)

    @property
    def roll(self) -> Roll:
        """The dice on the table that are not used yet."""
        return self.read.roll(self.view)

    @property
    def tickets_left(self) -> int:
        return self.read.tickets_left(self.view)

    def deck_size(self, deck: int) -> int:
        return self.read.deck_size(self.view, deck)

    def harbour_of(self, place: int) -> int:
        """Whose harbour stands in a place."""
        return self.read.harbour_of(self.view, place)

    def waiting(self, place: int) -> list[int]:
        """How many passengers of each colour wait at a place."""
        return self.read.waiting_at(self.view, place)

    def goods_at(self, place: int) -> tuple[int, ...]:
        """The tokens of merchandise in a place, the top one first."""
        return self.read.goods_at(self.view, place)

    def pick_up(self, place: int) -> int:
        """What a traveller would get in a place; one who has been there gets nothing."""
        return self.read.pick_up(self.view, place)

    # -- every seat -----------------------------------------------------------------------------

    @cached_property
    def points(self) -> list[int]:
        """What everybody has won and lost in the open so far, by seat."""
        return self.read.points_so_far(self.view)

    @cached_property
    def paths(self) -> list[int]:
        """How many spaces everybody's longest path has; nothing where it brings no points."""
        return self.read.paths(self.view)

    def hand(self, seat: int) -> list[int]:
        """How many of each kind of card a seat holds; nothing in a game without cards."""
        return self.read.hand_of(self.view, seat)

    def hand_size(self, seat: int) -> int:
        return self.read.hand_size(self.view, seat)

    def tokens_of(self, seat: int) -> list[int]:
        """How many tokens of each kind a seat has; nothing in a game without dice."""
        return self.read.tokens_of(self.view, seat)

    def tickets_held(self, seat: int) -> int:
        return self.read.ticket_count(self.view, seat)

    def pieces_of(self, seat: int) -> list[int]:
        """How many pieces of each kind a seat has left."""
        return self.read.pieces_of(self.view, seat)

    def passengers(self, seat: int) -> list[int]:
        """How many of each colour a seat has; nothing in a game without passengers."""
        return self.read.passengers_of(self.view, seat)

    def standing_at(self, seat: int, place: int) -> int:
        """How many of a seat's own passengers stand in a place."""
        standing = self.read.standing_of(self.view, seat)
        return standing[place] if standing else 0

    # -- routes ---------------------------------------------------------------------------------

    @cached_property
    def open(self) -> int:
        """The routes that the seat (a spectator: any seat) could still claim, as a mask."""
        return self.read.open_to(self.view, self.seat)

    def is_open(self, route: int) -> bool:
        """Whether the seat (a spectator: any seat) could still claim it, cards and pieces apart."""
        return bool(self.open >> route & 1)

    def closed_to_all(self, route: int) -> bool:
        """Whether no seat at all could still claim it."""
        return not self.read.open_to(self.view, NOBODY) >> route & 1

    @property
    def closed(self) -> list[int]:
        """The routes nobody owns and the seat (a spectator: no seat at all) can claim any more."""
        return bits(self.closed_mask)

    @property
    def closed_mask(self) -> int:
        """The same as a mask."""
        rest = (1 << len(self.game.board.routes)) - 1 & ~self.open
        for seat in range(self.game.players):
            rest &= ~self.read.owned_by(self.view, seat)
        return rest

    def owner(self, route: int) -> int:
        return self.read.owner(self.view, route)

    def is_landmark(self, place: int) -> bool:
        """Whether a place gives points for being reached in this game."""
        return self.read.landmarks is not None and self.game.board.places[place].landmark

    def landmark_points(self, route: int) -> int:
        """What a route would add by the landmarks the seat does not touch yet."""
        return self.read.landmark_points(self.view, self.seat, route)

    def route_points(self, route: int) -> int:
        return self.read.claims.items[route].points

    def said(self, code: int) -> tuple[str, Json] | None:
        """What a menu says of a code, where that is more than its own fields say."""
        return self.read.said(self.view, self.seat, code)

    def ways(self, route: int) -> tuple[int, ...]:
        """The payments the seat could make for a route."""
        return self.read.payments(self.view, self.seat, route)

    def harbour_ways(self) -> tuple[int, ...]:
        """The payments the seat could make for a harbour."""
        return self.read.harbour_payments(self.view, self.seat)

    @cached_property
    def _masks(self) -> tuple[int, int, int]:
        """The routes that are the seat's own, lent to it, open to it."""
        own = self.read.owned_by(self.view, self.seat)
        return own, self.read.network_of(self.view, self.seat) & ~own, self.open

    @cached_property
    def _costs(self) -> list[float]:
        """Pieces to place on each route: none on an own or a lent one, FAR where it is closed."""
        if self._earlier is not None and self._earlier.masks == self._masks:
            return self._earlier.costs
        own, lent, _ = self._masks
        costs: list[float] = [FAR] * len(self.game.board.routes)
        for route in bits(self.open):
            costs[route] = self.game.board.routes[route].length
        for route in bits(own):
            costs[route] = 0.0
        for route in bits(lent):
            costs[route] = HARDLY
        return costs

    # -- tickets --------------------------------------------------------------------------------

    def progress_of(self, ticket: int) -> TicketProgress:
        """How a ticket stands. A tour is measured stop by stop in the printed order."""
        found = self.found_ways
        if self._as_before is not None and (before := self._as_before.progress.get(ticket)):
            found.found[ticket] = self._as_before.found[ticket]
            found.progress[ticket] = before
            return before
        known = self._known(ticket)
        way = known or self._searched(ticket)
        found.found[ticket] = way
        last = None
        if known is not None and self._earlier is not None:
            last = self._earlier.progress.get(ticket)
        status = self._status(way)
        if last is None or last.status != status:
            last = progress_by(ticket, way, status)
        found.progress[ticket] = last
        return last

    def _status(self, way: Way) -> str:
        if way.blocked or way.missing > self._to_place:
            return BLOCKED
        return OPEN if way.missing else DONE

    @cached_property
    def _as_before(self) -> FoundWays | None:
        """What was found before, if nothing has changed that any ticket's way depends on."""
        before = self._earlier
        if before is None or before.costs is not self._costs or before.pieces != self._to_place:
            return None
        return before

    @cached_property
    def _to_place(self) -> int:
        return self.read.to_place(self.view, self.seat)

    def _searched(self, ticket: int) -> Way:
        """The cheapest way from stop to stop."""
        groups, points, others = self._goal(ticket)
        mask = 0
        via: list[int] = []
        for leg in pairwise(groups):
            cost, way = self.game.graph.way(self._costs, leg)
            if cost == FAR:
                return Way(points, others, blocked=True)
            mask |= way
            via += self._through(way, leg[0])
        own = bits(mask)
        routes = tuple([route for route in own if self._costs[route] >= 1])
        lent = tuple([route for route in own if self._costs[route] == HARDLY])
        missing = sum([self.game.board.routes[route].length for route in routes])
        return Way(points, mask | others, missing, routes, tuple(via), lent)

    @cached_property
    def found_ways(self) -> FoundWays:
        """What is found of the seat's tickets, for its next standing."""
        return FoundWays(self._masks, self._to_place, self._costs, {}, {})

    @cached_property
    def _changes(self) -> tuple[int, int, int]:
        """The routes that cost more than before, less, and those that were closed, as masks."""
        dearer = cheaper = opened = 0
        if self._earlier is not None and self._earlier.costs is not self._costs:
            for route, (old, new) in enumerate(zip(self._earlier.costs, self._costs, strict=True)):
                if new > old:
                    dearer |= 1 << route
                elif new < old:
                    cheaper |= 1 << route
                    opened |= (old == FAR) << route
        return dearer, cheaper, opened

    def _known(self, ticket: int) -> Way | None:
        """The way of a ticket that was found before and still is the cheapest."""
        way = self._earlier and self._earlier.found.get(ticket)
        if way is None:
            return None
        dearer, cheaper, opened = self._changes
        if way.blocked:
            return None if opened else way
        if way.mask & (dearer | cheaper):
            return None
        return None if cheaper and not self._beats_detour(ticket, way) else way

    def _beats_detour(self, ticket: int, way: Way) -> bool:
        """Whether no way over a route that got cheaper can be as cheap as this one."""
        stock = self.read.tickets
        groups = stock.groups[ticket]
        if len(groups) > 2 or stock.choices[ticket]:
            return False  # several ways in one
        to_first = min([self._from_cheaper[node] for node in groups[0]])
        to_last = min([self._from_cheaper[node] for node in groups[1]])
        return way.missing + HARDLY * len(way.lent) < to_first + to_last

    @cached_property
    def _from_cheaper(self) -> list[float]:
        """How far every node is from the nearest end of a route that got cheaper."""
        ends = self.game.graph.ends
        near = {node for route in bits(self._changes[1]) for node in ends[route]}
        return self.game.graph.distances(self._costs, sorted(near))

    def way_of(self, ticket: int) -> int:
        """The cheapest way of a ticket as a mask, with the routes that are owned; 0 if blocked."""
        mask = 0
        for leg in pairwise(self._goal(ticket)[0]):
            cost, way = self.game.graph.way(self._costs, leg)
            if cost == FAR:
                return 0
            mask |= way
        return mask

    def _goal(self, ticket: int) -> tuple[tuple[tuple[int, ...], ...], int, int]:
        """What a ticket joins, and its points: of several destinations the best, or the nearest.

        The best of those already joined; while there is none, the nearest. Also the routes of the
        ways to all of them, as a mask: while these cost as much, it is the same one.
        """
        stock = self.read.tickets
        if not stock.choices[ticket]:
            return stock.groups[ticket], self.game.board.tickets[ticket].points, 0
        start = stock.groups[ticket][0]
        found, others = [], 0
        for end, points in stock.choices[ticket]:
            cost, way = self.game.graph.way(self._costs, (start, end))
            found.append((cost, -points, end))
            others |= way
        _, points, end = min(found)
        return (start, end), -points, others

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
    def progress(self) -> list[TicketProgress]:
        """The seat's own tickets: still possible first, then done, then blocked."""
        if self.seat < 0:
            return []
        order = (OPEN, DONE, BLOCKED)
        found = [self.progress_of(ticket) for ticket in self.read.tickets_of(self.view, self.seat)]
        return sorted(found, key=lambda one: (order.index(one.status), one.missing))

    @property
    def offered(self) -> list[int]:
        """The tickets the seat must decide about, in the order the game asks."""
        return [] if self.seat < 0 else self.read.offered_to(self.view, self.seat)

    @property
    def offers(self) -> list[TicketProgress]:
        """The tickets of an offer that the seat has not refused: how each would stand."""
        if self.seat < 0:
            return []
        own = sorted(self.read.chosen_by(self.view, self.seat) + self.offered)
        return [self.progress_of(ticket) for ticket in own]

    @cached_property
    def serving(self) -> dict[int, list[int]]:
        """Open routes on a cheapest way of an unfinished ticket, and their twins: which tickets."""
        found: dict[int, list[int]] = {}
        for one in self.progress:
            if one.status == OPEN:
                own = set(self._on_a_way(one.ticket))
                own |= {twin for route in own for twin in self.game.board.routes[route].twins}
                for route in sorted(own):
                    if 1 <= self._costs[route] < FAR:
                        found.setdefault(route, []).append(one.ticket)
        return found

    @cached_property
    def usefulness(self) -> dict[int, int]:
        """The same routes with the points of those tickets."""
        tickets = self.game.board.tickets
        return {
            route: sum(tickets[ticket].points for ticket in own)
            for route, own in self.serving.items()
        }

    def _on_a_way(self, ticket: int) -> list[int]:
        """Every route that lies on some cheapest way, were it only one of many."""
        graph, found = self.game.graph, []
        for a, b in pairwise(self._goal(ticket)[0]):
            there, back = graph.distances(self._costs, a), graph.distances(self._costs, b)
            total = min(there[node] for node in b)
            for route, (u, v) in enumerate(graph.ends):
                cost = self._costs[route]
                if 1 <= cost < FAR and total in (
                    there[u] + cost + back[v],
                    there[v] + cost + back[u],
                ):
                    found.append(route)
        return found
