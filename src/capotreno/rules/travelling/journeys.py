"""Journeys: a passenger is put into a city after a claim, and rides once over routes from there.

In every city on the way, the first one included, it picks up the top token. On a route of somebody
else every ride takes a fare. When the journey is over the passenger has left the game.
"""

from typing import ClassVar

from capotreno.engine.actions import Json, face
from capotreno.engine.errors import PositionError, Reason
from capotreno.engine.layout import (
    ENOUGH,
    NEXT_ROUTE,
    ONE_OF,
    PIECE,
    ROUTE_BY_ROUTE,
    Layout,
    SomeOf,
)
from capotreno.engine.menu import Menu
from capotreno.engine.part import Part, require
from capotreno.engine.state import TURN_QUESTION, Event, State
from capotreno.rules.cards.cards import Cards
from capotreno.rules.claiming.claims import Claims
from capotreno.rules.travelling.merchandise import Merchandise


class Journeys(Part):
    """Everybody has `each` passengers; a fare is one passenger card.

    No route is ridden twice in one journey, and no city gives two tokens in one.
    """

    fare: ClassVar[str] = "ride_for_card"  # how a ride on a route of somebody else is called

    def __init__(self, each: int) -> None:
        self.each = each

    def bind(self, layout: Layout) -> None:
        places, routes = layout.board.places, layout.board.routes
        self.players = layout.players
        self.claims = layout.partner(Claims)
        self.goods = layout.partner(Merchandise)
        self.places = [place.id for place in places]
        self.count = len(places)
        self.routes = [route.id for route in routes]
        self.ends = [(route.a, route.b) for route in routes]
        self.at = [0] * self.count  # the routes that meet in a place
        for route in routes:
            self.at[route.a] |= 1 << route.index
            self.at[route.b] |= 1 << route.index
        self.dead_end = [place.dead_end for place in places]
        self._reserve(layout)
        layout.reason("no_traveller", "not_an_end")
        layout.reason("ride_elsewhere", "ride_again", "ride_unclaimed", "ride_first")
        self.pay_with(layout)

    def _reserve(self, layout: Layout) -> None:
        layout.name("place", self.places)
        layout.name("route", self.routes)
        self.left = layout.cells("passengers_left", "seat", most=self.each)  # not yet put anywhere
        self.standing = layout.cells("passengers_at", "seat", "place", most=self.each)
        self.ridden = layout.cells("ridden", codec=SomeOf(layout.words["route"]))  # in this ...
        self.visited = layout.cells("visited", codec=SomeOf(layout.words["place"]))  # ... journey
        self.putting = layout.question(
            self, "place_passenger", form=ONE_OF, of="place", about="route"
        )
        self.riding = layout.question(self, "ride", form=ROUTE_BY_ROUTE, about="place")
        self.placed = layout.event(self, "passenger_put", "seat", "place")
        self.left_city = layout.event(self, "departed", "seat", "place")
        self.rode = layout.event(self, "rode", "seat", "route", "place")
        self.over = layout.event(self, "alighted", "seat", "place")
        puts = [face("place", id, place=id) for id in self.places]
        self.put_codes = layout.actions(
            self, [*puts, face("place", "none", place=None)], group="passenger"
        )
        self.nowhere = self.put_codes + self.count
        departs = [face("depart", id, place=id) for id in self.places]
        self.departs = layout.actions(self, departs, group="journey", spot=PIECE)
        self.rides = layout.actions(
            self,
            [face("ride", id, route=id) for id in self.routes],
            group="journey",
            spot=NEXT_ROUTE,
        )
        self.alight = layout.actions(self, [face("alight", "")], group="journey", spot=ENOUGH)
        self.menu = Menu(range(self.rides, self.alight))

    def pay_with(self, layout: Layout) -> None:
        """What a fare is paid with: passenger cards."""
        self.cards = layout.partner(Cards)
        kinds = [i for i, card in enumerate(layout.board.cards) if card.passenger]
        require(len(kinds) == 1, "journeys need one kind of passenger card")
        self.fare_card = kinds[0]
        layout.reason("fare_short")

    def lay(self, cells: list[int]) -> None:
        cells[self.left : self.left + self.players] = [self.each] * self.players

    # -- fares ----------------------------------------------------------------------------------

    def fares(self, state: State, seat: int) -> int:
        """How many routes of others a seat could pay for."""
        return state.cells[self.cards.hands + seat * self.cards.kinds + self.fare_card]

    def pay(self, state: State, seat: int) -> None:
        """Take one fare."""
        self.cards.spend(state, seat, self.fare_card, 1)
        for keeper in self.cards.keepers:
            keeper.replenish(state)

    def no_fare(self) -> Reason:
        """Why a seat cannot pay one."""
        return Reason("fare_short", {})

    def leads_on(self, state: State, seat: int, place: int) -> bool:
        """Whether a seat is asked to ride on: for all to see, so it tells nothing of a hand."""
        return bool(self._claimed(state) & self.at[place] & ~state.cells[self.ridden])

    # -- looking --------------------------------------------------------------------------------

    def _claimed(self, state: State) -> int:
        """The mask of routes that somebody owns."""
        mask = 0
        for own in state.cells[self.claims.owned : self.claims.owned + self.players]:
            mask |= own
        return mask

    def onward(self, state: State, seat: int, place: int) -> int:
        """The mask of routes a seat's traveller may ride from a place."""
        own = state.cells[self.claims.owned + seat]
        able = self._claimed(state) if self.fares(state, seat) else own
        return able & self.at[place] & ~state.cells[self.ridden]

    def beside(self, state: State, seat: int) -> int:
        """How many of a seat's passengers have not yet been put anywhere."""
        return state.cells[self.left + seat]

    def standing_of(self, state: State, seat: int) -> list[int]:
        """How many of a seat's passengers stand in each place."""
        first = self.standing + seat * self.count
        return state.cells[first : first + self.count]

    def ridden_now(self, state: State) -> int:
        """The mask of routes ridden in the journey under way."""
        return state.cells[self.ridden]

    def visited_now(self, state: State) -> int:
        """The mask of places visited in the journey under way."""
        return state.cells[self.visited]

    def cities(self, route: int) -> list[int]:
        """The ends of a route where a passenger may stand: not in a country (R-52)."""
        return [place for place in sorted(self.ends[route]) if not self.dead_end[place]]

    def far_end(self, route: int, place: int) -> int:
        a, b = self.ends[route]
        return b if place == a else a

    # -- the turn -------------------------------------------------------------------------------

    def claimed(self, state: State, seat: int, route: int) -> None:
        if state.cells[self.left + seat] and self.cities(route):
            state.ask(self.putting, seat, route)

    def options(self, state: State, seat: int) -> tuple[int, ...]:
        if state.cells[self.left + seat] == self.each:
            return ()
        first = self.standing + seat * self.count
        standing = state.cells[first : first + self.count]
        return tuple([self.departs + place for place, n in enumerate(standing) if n])

    def legal(self, state: State, seat: int, question: int, subject: int) -> tuple[int, ...]:
        if question == self.putting:
            return (*[self.put_codes + place for place in self.cities(subject)], self.nowhere)
        rides = self.menu.of(self.onward(state, seat, subject))
        return (*rides, self.alight) if state.cells[self.ridden] else rides

    def apply(self, state: State, seat: int, code: int, question: int, subject: int) -> None:
        if code < self.nowhere:
            self.put(state, seat, code - self.put_codes)
        elif code == self.alight:
            self.end(state, seat, subject)
        elif code >= self.rides:
            self._ride(state, seat, code - self.rides, subject)
        elif code != self.nowhere:
            self.set_out(state, seat, code - self.departs)

    def set_out(self, state: State, seat: int, place: int) -> None:
        """A journey begins; a route of the seat's own is always there to ride."""
        self.depart(state, seat, place)
        self._pick_up(state, seat, place)
        state.ask(self.riding, seat, place)

    def end(self, state: State, seat: int, place: int) -> None:
        """A journey is over, and with it the turn."""
        self.finish(state, seat, place)

    def _ride(self, state: State, seat: int, route: int, place: int) -> None:
        if not state.cells[self.claims.owned + seat] >> route & 1:
            self.pay(state, seat)
        there = self.far_end(route, place)
        seen = state.cells[self.visited] >> there & 1
        self.ride(state, seat, route, there)
        if not seen:
            self._pick_up(state, seat, there)
        if self.dead_end[there] or not self.leads_on(state, seat, there):
            self.end(state, seat, there)
        else:
            state.ask(self.riding, seat, there)

    def _pick_up(self, state: State, seat: int, place: int) -> None:
        if self.goods.top(state, place):
            self.goods.take(state, seat, place)

    def why_not(self, state: State, seat: int, code: int, question: int) -> Reason | None:
        if code < self.departs:
            named = question == self.putting and code != self.nowhere
            return Reason("not_an_end", {}) if named else None
        if code < self.rides:
            place = self.places[code - self.departs]
            return Reason("no_traveller", {"place": place}) if question == TURN_QUESTION else None
        if question != self.riding:
            return None
        return self._no_ride(state, code - self.rides, state.stack[-1][2])

    def _no_ride(self, state: State, route: int, place: int) -> Reason:
        if route == len(self.routes):
            return Reason("ride_first", {})
        if not self.at[place] >> route & 1:
            return Reason("ride_elsewhere", {"place": self.places[place]})
        if state.cells[self.ridden] >> route & 1:
            return Reason("ride_again", {})
        if not self._claimed(state) >> route & 1:
            return Reason("ride_unclaimed", {})
        return self.no_fare()

    def said(self, state: State, seat: int, code: int) -> tuple[str, Json] | None:
        """A city and what lies there; on a route of somebody else also whose, and the fare."""
        if code == self.nowhere:
            return "no_passenger", {}
        if code < self.nowhere:
            return "place", self._there(state, code - self.put_codes)
        if code < self.rides:
            return "depart", self._there(state, code - self.departs)
        if code == self.alight:
            return None
        route = code - self.rides
        asked, _, here = state.stack[-1]
        if asked != self.riding or here not in self.ends[route]:
            return "route", {"route": self.routes[route]}
        there = self._there(state, self.far_end(route, here))
        for owner in range(self.players):
            if owner != seat and state.cells[self.claims.owned + owner] >> route & 1:
                return self.fare, {**there, "owner": owner}
        return "ride", there

    def _there(self, state: State, place: int) -> Json:
        """A place, and what a traveller would get there; one who has been there gets nothing."""
        seen = state.cells[self.visited] >> place & 1
        return {"place": self.places[place], "goods": 0 if seen else self.goods.top(state, place)}

    # -- events ---------------------------------------------------------------------------------

    def put(self, state: State, seat: int, place: int) -> None:
        """The event `passenger_put`: one of a seat's passengers stands in a city."""
        state.cells[self.left + seat] -= 1
        state.cells[self.standing + seat * self.count + place] += 1
        if state.events is not None:
            state.events.append((self.placed, seat, place))

    def depart(self, state: State, seat: int, place: int) -> None:
        """The event `departed`: a passenger sets out from its city."""
        state.cells[self.standing + seat * self.count + place] -= 1
        state.cells[self.visited] = 1 << place
        if state.events is not None:
            state.events.append((self.left_city, seat, place))

    def ride(self, state: State, seat: int, route: int, place: int) -> None:
        """The event `rode`: over a route, to a place."""
        state.cells[self.ridden] |= 1 << route
        state.cells[self.visited] |= 1 << place
        if state.events is not None:
            state.events.append((self.rode, seat, route, place))

    def finish(self, state: State, seat: int, place: int) -> None:
        """The event `alighted`: the journey is over, and the passenger leaves the game."""
        state.cells[self.ridden] = state.cells[self.visited] = 0
        if state.events is not None:
            state.events.append((self.over, seat, place))

    def fold(self, state: State, event: Event) -> None:
        kind = event[0]
        if kind == self.placed:
            self.put(state, event[1], event[2])
        elif kind == self.left_city:
            self.depart(state, event[1], event[2])
        elif kind == self.rode:
            self.ride(state, event[1], event[2], event[3])
        else:
            self.finish(state, event[1], event[2])

    # -- laws -----------------------------------------------------------------------------------

    def audit(self, state: State) -> None:
        cells = state.cells
        travelling = -1
        for at, (question, seat, subject) in enumerate(state.stack):
            if question in (self.putting, self.riding) and at + 1 < len(state.stack):
                raise PositionError("asked: a passenger is asked about before anything else")
            if question == self.putting:
                own = subject >= 0 and cells[self.claims.owned + seat] >> subject & 1
                if not own or not cells[self.left + seat] or not self.cities(subject):
                    raise PositionError("asked: a passenger is put at an end of an own route")
            if question == self.riding:
                travelling = seat
                self._audit_journey(state, subject)
        if travelling < 0 and (cells[self.ridden] or cells[self.visited]):
            raise PositionError("ridden: nobody is on a journey")
        for seat in range(self.players):
            self._audit_standing(state, seat, int(seat == travelling))

    def _audit_journey(self, state: State, place: int) -> None:
        """The places visited are the ends of the routes ridden, and the traveller is in one."""
        ridden, visited = state.cells[self.ridden], state.cells[self.visited]
        ends = 0
        for route, (a, b) in enumerate(self.ends):
            if ridden >> route & 1:
                ends |= 1 << a | 1 << b
        here = 0 <= place < self.count and not self.dead_end[place] and visited >> place & 1
        one_city = not ridden and visited.bit_count() == 1
        if not here or not (one_city or ends == visited) or ridden & ~self._claimed(state):
            raise PositionError("asked: a traveller is in a city of the journey")
        if not self.leads_on(state, state.stack[-1][1], place):
            raise PositionError("asked: the journey leads no further")

    def _audit_standing(self, state: State, seat: int, travelling: int) -> None:
        cells = state.cells
        first = self.standing + seat * self.count
        standing = cells[first : first + self.count]
        own = cells[self.claims.owned + seat]
        if min(standing) < 0 or cells[self.left + seat] < 0:
            raise PositionError("passengers_at: a count is below zero")
        if sum(standing) + cells[self.left + seat] + travelling > self.each:
            raise PositionError("passengers_at: a seat has more passengers than it began with")
        for place, n in enumerate(standing):
            if n and (self.dead_end[place] or not self.at[place] & own):
                raise PositionError("passengers_at: one stands where no route of its seat leads")
