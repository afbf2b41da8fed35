"""What one seat sees, read from its View: hands, rows, networks, and how its tickets stand."""

from collections.abc import Sequence
from functools import cached_property
from heapq import heappop, heappush
from itertools import pairwise

from capotreno.engine.game import Game
from capotreno.engine.menu import bits
from capotreno.engine.state import NOBODY, TURNS_CELL, State
from capotreno.rules.building.harbours import Harbours
from capotreno.rules.cards.cards import Cards
from capotreno.rules.cards.row import Row
from capotreno.rules.dice.dice import Dice, Roll
from capotreno.rules.dice.tokens import KINDS, Tokens
from capotreno.rules.ending.last_round import LastRound
from capotreno.rules.scoring.landmarks import Landmarks
from capotreno.rules.travelling.journeys import Journeys
from capotreno.rules.travelling.passengers import Passengers
from capotreno.standing import OPEN, Standing

FAR = 1 << 20  # more pieces than any way takes


class Sight(Standing):
    """A position as a seat (or a spectator) knows it. A whole State is told like an open View."""

    def __init__(self, game: Game, view: State, seat: int = NOBODY) -> None:
        super().__init__(game, view, seat)
        layout = game.layout
        self.cards = next(iter(layout.partners(Cards)), None)
        self.dice = next(iter(layout.partners(Dice)), None)
        self.tokens = next(iter(layout.partners(Tokens)), None)
        self.market = next(iter(layout.partners(Row)), None)
        self.harbours = next(iter(layout.partners(Harbours)), None)
        self.travellers = next(iter(layout.partners(Passengers)), None)
        self.journeys = next(iter(layout.partners(Journeys)), None)
        self.sights = next(iter(layout.partners(Landmarks)), None)

    @property
    def turn(self) -> int:
        return self.view.cells[TURNS_CELL]

    @property
    def last_round(self) -> bool:
        """Whether the last round has begun."""
        ending = self.game.ending
        return isinstance(ending, LastRound) and self.view.cells[ending.to_go] > 0

    # -- cards ----------------------------------------------------------------------------------

    def hand(self, seat: int) -> list[int]:
        """How many of each kind of card a seat holds; nothing in a game without cards."""
        if self.cards is None:
            return []
        first = self.cards.hands + seat * self.cards.kinds
        return self.view.cells[first : first + self.cards.kinds]

    def hand_size(self, seat: int) -> int:
        if self.cards is None:
            return 0
        first = self.cards.sizes + seat * self.cards.decks
        return sum(self.view.cells[first : first + self.cards.decks])

    @property
    def row(self) -> list[int]:
        """The face-up cards by kind, empty slots left out."""
        return self.market.lying(self.view) if self.market else []

    def deck_size(self, deck: int) -> int:
        return self.view.cells[self.cards.left + deck] if self.cards else 0

    # -- dice -----------------------------------------------------------------------------------

    @property
    def roll(self) -> Roll:
        """The dice on the table that are not used yet."""
        return self.dice.showing(self.view) if self.dice else (0, 0, 0, 0)

    def tokens_of(self, seat: int) -> list[int]:
        """How many tokens of each kind a seat has; nothing in a game without dice."""
        if self.tokens is None:
            return []
        return [self.tokens.held(self.view, seat, kind) for kind in range(len(KINDS))]

    # -- seats ----------------------------------------------------------------------------------

    def tickets_held(self, seat: int) -> int:
        first = self.tickets.held + seat * self.tickets.decks
        return sum(self.view.cells[first : first + self.tickets.decks])

    @property
    def tickets_left(self) -> int:
        return sum(self.view.cells[self.tickets.left : self.tickets.left + self.tickets.decks])

    def pieces_of(self, seat: int) -> list[int]:
        """How many pieces of each kind a seat has left."""
        first = self.pieces.first + seat * self.pieces.kinds
        return self.view.cells[first : first + self.pieces.kinds]

    def harbour_of(self, place: int) -> int:
        """Whose harbour stands in a place."""
        if self.harbours is not None:
            for seat in range(self.game.players):
                if self.view.cells[self.harbours.built + seat] >> place & 1:
                    return seat
        return NOBODY

    def passengers(self, seat: int) -> list[int]:
        """How many of each colour a seat has; nothing in a game without passengers."""
        if self.travellers is None:
            return []
        first = self.travellers.taken + seat * self.travellers.colours
        return self.view.cells[first : first + self.travellers.colours]

    def waiting(self, place: int) -> list[int]:
        """How many passengers of each colour wait at a place."""
        if self.travellers is None:
            return []
        first = self.travellers.waiting + place * self.travellers.colours
        return self.view.cells[first : first + self.travellers.colours]

    def goods_at(self, place: int) -> list[int]:
        """The tokens of merchandise in a place, the top one first."""
        if self.goods is None:
            return []
        left = self.view.cells[self.goods.left + place]
        return list(self.goods.stacks[place][-left:]) if left else []

    def standing_at(self, seat: int, place: int) -> int:
        """How many of a seat's own passengers stand in a place."""
        part = self.journeys
        return self.view.cells[part.standing + seat * part.count + place] if part else 0

    def pick_up(self, place: int) -> int:
        """What a traveller would get in a place; one who has been there gets nothing."""
        if self.journeys is None or self.view.cells[self.journeys.visited] >> place & 1:
            return 0
        return self.journeys.goods.top(self.view, place)

    # -- routes and tickets ---------------------------------------------------------------------

    def owner(self, route: int) -> int:
        for seat in range(self.game.players):
            if self.claims.routes(self.view, seat) >> route & 1:
                return seat
        return NOBODY

    def closed_to_all(self, route: int) -> bool:
        """Whether no seat at all could still claim it."""
        seats = range(self.game.players)
        return not any(self.view.cells[self.claims.open + seat] >> route & 1 for seat in seats)

    def is_landmark(self, place: int) -> bool:
        """Whether a place gives points for being reached in this game."""
        return self.sights is not None and self.game.board.places[place].landmark

    def landmark_points(self, route: int) -> int:
        """What a route would add by the landmarks the seat does not touch yet."""
        if self.sights is None or self.seat < 0:
            return 0
        touched = 0
        for own in bits(self.claims.routes(self.view, self.seat)):
            touched |= self.sights.touch[own]
        return self.sights.points * (self.sights.touch[route] & ~touched).bit_count()

    def route_points(self, route: int) -> int:
        return self.claims.items[route].points

    def ways(self, route: int) -> tuple[int, ...]:
        """The payments the seat could make for a route."""
        return self.claims.payer.payments(self.view, self.seat, route)

    def harbour_ways(self) -> tuple[int, ...]:
        """The payments the seat could make for a harbour."""
        return self.harbours.price.payments(self.view, self.seat) if self.harbours else ()

    @cached_property
    def serving(self) -> dict[int, list[int]]:
        """Open routes on a cheapest way of an unfinished ticket, and their twins: which tickets."""
        found: dict[int, list[int]] = {}
        for prospect in self.prospects:
            if prospect.status == OPEN:
                own = set(self._on_a_way(prospect.ticket))
                own |= {twin for route in own for twin in self.game.board.routes[route].twins}
                for route in sorted(own):
                    if self._costs[route] > 0:
                        found.setdefault(route, []).append(prospect.ticket)
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
        found = []
        for a, b in pairwise(self.tickets.groups[ticket]):
            there, back = self._distances(a), self._distances(b)
            total = min(there[node] for node in b)
            for route, (u, v) in enumerate(self.game.graph.ends):
                cost = self._costs[route]
                if cost > 0 and total in (there[u] + cost + back[v], there[v] + cost + back[u]):
                    found.append(route)
        return found

    def _distances(self, start: Sequence[int]) -> list[int]:
        """The fewest pieces from some nodes to every node; FAR where no way leads."""
        graph = self.game.graph
        far = [FAR] * graph.count
        heap = [(0, node) for node in start]
        while heap:
            so_far, node = heappop(heap)
            if so_far >= far[node]:
                continue
            far[node] = so_far
            for route in graph.at[node]:
                if self._costs[route] >= 0:
                    a, b = graph.ends[route]
                    heappush(heap, (so_far + self._costs[route], b if a == node else a))
        return far
