"""What a route brings beside its points: passengers, landmarks, harbours, merchandise on the way.

Points are in tenths here, as everything that swift weighs.
"""

from typing import Final

from capotreno.engine.game import Game
from capotreno.engine.state import State
from capotreno.rules.building.harbours import Harbours
from capotreno.rules.claiming.claims import Claims
from capotreno.rules.scoring.landmarks import Landmarks
from capotreno.rules.tickets.stock import TicketStock
from capotreno.rules.travelling.journeys import Journeys
from capotreno.rules.travelling.passengers import Passengers
from capotreno.swift.codes import ALIGHT, DEPART, PASSENGER, PUT, Codes

GOODS: Final = 12  # what it brings to lead to a place with merchandise
FAR_RIDE: Final = 12  # routes of a journey that are looked ahead
WORTH_A_RIDE: Final = 14  # points that a passenger must find before it sets out
ENOUGH: Final = 200  # more points than a journey brings


class Extras:
    """The mechanics of a game that pay for routes; each may be missing."""

    def __init__(self, game: Game, codes: Codes) -> None:
        layout = game.layout
        board = game.board
        self.about = codes.about
        self.claims = layout.partner(Claims)
        self.tickets = layout.partner(TicketStock)
        self.ends = [(route.a, route.b) for route in board.routes]
        passengers = layout.partners(Passengers)
        landmarks = layout.partners(Landmarks)
        harbours = layout.partners(Harbours)
        journeys = layout.partners(Journeys)
        self.passengers = passengers[0] if passengers else None
        self.landmarks = landmarks[0] if landmarks else None
        self.harbours = harbours[0] if harbours else None
        self.journeys = journeys[0] if journeys else None
        # what one passenger is worth: all there is to win, over all there are
        self.passenger = 0
        if self.passengers is not None:
            won = self.passengers.most + self.passengers.second
            self.passenger = 10 * won * self.passengers.colours // max(1, sum(self.passengers.bag))

    def first(self, route: int) -> int:
        """What a route brings at the beginning, as far as the board tells."""
        a, b = self.ends[route]
        found = 0
        if self.passengers is not None:
            found += self.passenger * sum([self.passengers.stock[end] > 0 for end in (a, b)])
        if self.landmarks is not None:
            found += 5 * self.landmarks.points * self.landmarks.touch[route].bit_count()
        if self.journeys is not None:
            found += GOODS * sum([len(self.journeys.goods.stacks[end]) > 0 for end in (a, b)])
        return found

    def now(self, state: State, route: int, touched: int) -> int:
        """What it brings now; `touched`: the landmarks that need no more routes."""
        found = 0
        if self.passengers is not None:
            for end in self.ends[route]:
                found += self.passenger * (sum(self.passengers.waiting_at(state, end)) > 0)
        if self.landmarks is not None:
            new = self.landmarks.touch[route] & ~touched
            found += 10 * self.landmarks.points * new.bit_count()
        return found

    def touched(self, state: State, seat: int) -> int:
        """The landmarks that a seat's routes touch."""
        found = 0
        if self.landmarks is not None:
            for route in self.claims.listed(state, seat):
                found |= self.landmarks.touch[route]
        return found

    # -- answers --------------------------------------------------------------------------------

    def worth(self, state: State, seat: int, code: int, what: int, hurry: bool) -> int:
        """What an answer about one of these mechanics is worth."""
        if what == PASSENGER and self.passengers is not None:
            return self.board(state, seat, self.about[code])
        if self.journeys is not None:
            if what == PUT:
                return self.put(state, seat, self.about[code])
            if what == DEPART:
                points = self.walk(state, seat, self.about[code], 0)
                return 1200 + 10 * points if points >= WORTH_A_RIDE or hurry else -1
            if what == ALIGHT:
                return 1
        return 0

    def board(self, state: State, seat: int, colour: int) -> int:
        """A passenger of a colour: what it changes in the awards, then those there are more of."""
        part = self.passengers
        if part is None or colour < 0:
            return -ENOUGH
        held = part.held(state, colour)
        before = part.awards(held)
        held[seat] += 1
        after = part.awards(held)
        rivals = max(1, part.players - 1)
        gain = (after[seat] - before[seat]) * (1 + rivals)
        gain += sum(before) - sum(after)
        return 10 * gain + held[seat]

    def build(self, state: State, seat: int, place: int) -> int:
        """A harbour: what its tickets bring, and what it costs never to build it."""
        part = self.harbours
        if part is None:
            return 0
        named = 0
        for ticket in self.tickets.holding(state, seat):
            if part.named[ticket] >> place & 1:
                named += 1
        return 10 * (part.points[min(named, len(part.points) - 1)] + part.unbuilt)

    # -- journeys -------------------------------------------------------------------------------

    def put(self, state: State, seat: int, place: int) -> int:
        """A passenger into a city: where its first token is dear, once there is a way from it."""
        part = self.journeys
        if part is None or place < 0:
            return 10
        walk = self.walk(state, seat, place, 0)
        return walk if part.beside(state, seat) > 1 or walk >= WORTH_A_RIDE else 0

    def ride(self, state: State, seat: int, route: int, place: int) -> int:
        """One route of a journey, with what the best way beyond it brings."""
        part = self.journeys
        if part is None:
            return 0
        there = part.far_end(route, place)
        found = 0
        if not part.visited_now(state) >> there & 1:
            found = part.goods.top(state, there)
        own = part.claims.routes(state, seat) >> route & 1
        return 10 * (found + self.walk(state, seat, there, 1 << route)) + own

    def walk(self, state: State, seat: int, place: int, ridden: int) -> int:
        """The points on a way from a city over own routes, always to the dearest next token."""
        part = self.journeys
        if part is None:
            return 0
        own = part.claims.routes(state, seat)
        left = own & ~(ridden | part.ridden_now(state))
        visited = part.visited_now(state)
        found = 0
        if not ridden:
            found = part.goods.top(state, place)
        visited |= 1 << place
        for _ in range(FAR_RIDE):
            if part.dead_end[place]:
                break
            ways = left & part.at[place]
            best = -1
            next_place = place
            taken = 0
            while ways:
                low = ways & -ways
                ways ^= low
                there = part.far_end(low.bit_length() - 1, place)
                top = 0 if visited >> there & 1 else part.goods.top(state, there)
                if top > best:
                    best, next_place, taken = top, there, low
            if best < 0:
                break
            found += best
            left ^= taken
            place = next_place
            visited |= 1 << place
        return found
