"""Passengers: they wait in places, and who claims a route may take one at each of its ends.

Those of Märklin are something else: a seat puts its own and rides with them (`journeys.py`).
"""

from typing import ClassVar

from capotreno.board.memory import Memory
from capotreno.engine.actions import Json, face
from capotreno.engine.errors import PositionError, Reason
from capotreno.engine.layout import ONE_OF, Layout
from capotreno.engine.part import Item, Part, ScoreLine
from capotreno.engine.state import Event, State
from capotreno.rules.claiming.claims import Claims


class Passengers(Part):
    """Points for the most and the second most passengers of every colour."""

    labels: ClassVar[tuple[str, ...]] = ("passengers",)
    measures: ClassVar[tuple[str, ...]] = ("passengers",)

    def __init__(self, most: int, second: int) -> None:
        self.most = most
        self.second = second

    def bind(self, layout: Layout) -> None:
        board = layout.board
        self.players = layout.players
        self.claims = layout.partner(Claims)
        self.bag = [passenger.count for passenger in board.passengers]
        self.names = [passenger.colour for passenger in board.passengers]
        self.colours = len(self.bag)
        self.stock = [place.passengers for place in board.places]
        self.ends = [(route.a, route.b) for route in board.routes]
        layout.name("place", [place.id for place in board.places])
        layout.name("passenger", self.names)
        self.waiting = layout.cells("waiting", "place", "passenger", most=max(self.stock))
        self.taken = layout.cells("passengers", "seat", "passenger", most=max(self.bag))
        self.pick = layout.question(self, "passenger", form=ONE_OF, of="passenger", about="place")
        self.placed = layout.event(self, "passenger_placed", "place", "passenger", quiet=True)
        self.took = layout.event(self, "passenger_taken", "seat", "place", "passenger")
        faces = [face("passenger", name, colour=name) for name in self.names]
        self.codes = layout.actions(
            self, [*faces, face("passenger", "none", colour=None)], group="passenger"
        )
        self.none = self.codes + self.colours
        self.menus: Memory[tuple[int, ...], tuple[int, ...]] = Memory()  # by who waits
        layout.reason("no_passenger")

    def start(self, state: State) -> None:
        """Draw the passengers from the bag, place by place."""
        left = self.bag[:]
        total = sum(left)
        for place, n in enumerate(self.stock):
            for _ in range(n):
                r = state.below(total)
                colour = 0
                while r >= left[colour]:
                    r -= left[colour]
                    colour += 1
                left[colour] -= 1
                total -= 1
                self.put(state, place, colour)

    def claimed(self, state: State, seat: int, route: int) -> None:
        """Ask about both ends; the last asked, the route's first end, is answered first."""
        cells = state.cells
        a, b = self.ends[route]
        for place in (b, a):
            at = self.waiting + place * self.colours
            if any(cells[at : at + self.colours]):
                state.ask(self.pick, seat, place)

    def legal(self, state: State, seat: int, question: int, subject: int) -> tuple[int, ...]:
        at = self.waiting + subject * self.colours
        waiting = tuple(state.cells[at : at + self.colours])
        menu = self.menus.get(waiting)
        if menu is None:
            taken = [self.codes + colour for colour, n in enumerate(waiting) if n]
            menu = self.menus[waiting] = (*taken, self.none)
        return menu

    def apply(self, state: State, seat: int, code: int, question: int, subject: int) -> None:
        if code != self.none:
            self.take(state, seat, subject, code - self.codes)

    def why_not(self, state: State, seat: int, code: int, question: int) -> Reason | None:
        if question != self.pick or code == self.none:
            return None
        return Reason("no_passenger", {"colour": self.names[code - self.codes]})

    def said(self, state: State, seat: int, code: int) -> tuple[str, Json]:
        """A colour, with how many the seat has and the best of the others."""
        if code == self.none:
            return "no_passenger", {}
        held = self.held(state, code - self.codes)
        best = max(held[:seat] + held[seat + 1 :])
        name = self.names[code - self.codes]
        return "passenger", {"colour": name, "letter": name, "mine": held[seat], "best": best}

    # -- looking --------------------------------------------------------------------------------

    def of(self, state: State, seat: int) -> list[int]:
        """How many passengers of each colour a seat has taken."""
        first = self.taken + seat * self.colours
        return state.cells[first : first + self.colours]

    def held(self, state: State, colour: int) -> list[int]:
        """How many passengers of a colour each seat has taken."""
        first = self.taken + colour
        return state.cells[first : first + self.players * self.colours : self.colours]

    def waiting_at(self, state: State, place: int) -> list[int]:
        """How many passengers of each colour wait in a place."""
        at = self.waiting + place * self.colours
        return state.cells[at : at + self.colours]

    # -- events ---------------------------------------------------------------------------------

    def put(self, state: State, place: int, colour: int) -> None:
        state.cells[self.waiting + place * self.colours + colour] += 1
        if state.events is not None:
            state.events.append((self.placed, place, colour))

    def take(self, state: State, seat: int, place: int, colour: int) -> None:
        cells = state.cells
        cells[self.waiting + place * self.colours + colour] -= 1
        cells[self.taken + seat * self.colours + colour] += 1
        if state.events is not None:
            state.events.append((self.took, seat, place, colour))

    def fold(self, state: State, event: Event) -> None:
        if event[0] == self.placed:
            self.put(state, event[1], event[2])
        else:
            self.take(state, event[1], event[2], event[3])

    # -- scoring --------------------------------------------------------------------------------

    def _ends_of_a_route(self, state: State, asked: list[int]) -> bool:
        """Whether these places, with passengers there, are last ends of a route of the asked."""
        waiting = all(
            0 <= place < len(self.stock) and any(self.waiting_at(state, place)) for place in asked
        )
        owned = self.claims.listed(state, state.stack[-1][1])
        return waiting and any(
            asked in ([a], [b], [b, a]) for a, b in [self.ends[route] for route in owned]
        )

    def score(self, state: State) -> list[list[ScoreLine]]:
        items: list[list[Item]] = [[] for _ in range(self.players)]
        for colour, name in enumerate(self.names):
            for seat, points in enumerate(self.awards(self.held(state, colour))):
                if points:
                    items[seat].append(Item(name, points))
        return [
            [ScoreLine("passengers", sum([item.points for item in own]), tuple(own))]
            for own in items
        ]

    def awards(self, held: list[int]) -> list[int]:
        """What each seat gets for one colour; a shared lead leaves no second (R-08)."""
        best = max(held)
        leaders = held.count(best)
        rest = [n for n in held if n < best]
        second = max(rest) if rest and leaders == 1 else 0
        return [
            0 if n == 0 else self.most if n == best else self.second if n == second else 0
            for n in held
        ]

    def measure(self, state: State, seat: int, name: str) -> int:
        return sum(self.of(state, seat))

    def audit(self, state: State) -> None:
        cells = state.cells
        asked = [place for question, _, place in state.stack if question == self.pick]
        on_top = all(question == self.pick for question, _, _ in state.stack[-len(asked) :])
        if asked and not (on_top and self._ends_of_a_route(state, asked)):
            raise PositionError("asked: passengers wait at the ends of the route just claimed")
        places = range(len(self.stock))
        for colour, total in enumerate(self.bag):
            waiting = [cells[self.waiting + p * self.colours + colour] for p in places]
            taken = self.held(state, colour)
            if min(waiting + taken) < 0 or sum(waiting) + sum(taken) != total:
                raise PositionError("passengers: some are lost or too many")
        for place in places:
            if sum(self.waiting_at(state, place)) > self.stock[place]:
                raise PositionError("passengers: a place has more than it started with")
