"""Harbours: built in ports one's routes lead to; they score by the tickets done that name them."""

from typing import ClassVar

from capotreno.engine.actions import Json, face
from capotreno.engine.errors import PositionError, Reason
from capotreno.engine.layout import PAYMENT, Layout, SomeOf
from capotreno.engine.menu import Menu, bits
from capotreno.engine.part import Item, Part, ScoreLine
from capotreno.engine.state import NOBODY, TURN_QUESTION, Event, State
from capotreno.rules.claiming.claims import Claims
from capotreno.rules.seams import HarbourPrice
from capotreno.rules.tickets.tickets import Tickets


class Harbours(Part):
    """`each` seat has so many; one port holds one of them.

    `points`: what a harbour scores by the number of tickets done that name its port, the last for
    that many or more (R-36); one that is never built costs `unbuilt`.
    """

    labels: ClassVar[tuple[str, ...]] = ("harbours", "harbours_unbuilt")

    def __init__(self, each: int, points: tuple[int, ...], unbuilt: int) -> None:
        self.each = each
        self.points = points
        self.unbuilt = unbuilt

    def bind(self, layout: Layout) -> None:
        board = layout.board
        self.players = layout.players
        self.price = layout.partner(HarbourPrice)
        self.claims = layout.partner(Claims)
        self.tickets = layout.partner(Tickets)
        self.ids = [place.id for place in board.places]
        self.ports = [place.index for place in board.places if place.port]
        port = [1 << place.index if place.port else 0 for place in board.places]
        self.touch = [port[route.a] | port[route.b] for route in board.routes]
        at = {place.id: port[place.index] for place in board.places}
        self.named = [sum({at.get(stop, 0) for stop in t.stops}) for t in board.tickets]
        layout.name("place", self.ids)
        self.built = layout.cells("harbours", "seat", codec=SomeOf(layout.words["place"]))
        self.payment = layout.question(self, "harbour_payment", form=PAYMENT, about="place")
        self.opened = layout.event(self, "built", "seat", "place")
        names = [self.ids[place] for place in self.ports]
        self.codes = layout.actions(
            self, [face("build", id, place=id) for id in names], group="build"
        )
        code = {place: self.codes + i for i, place in enumerate(self.ports)}
        self.menu = Menu([code.get(place, -1) for place in range(len(self.ids))])
        layout.reason("harbour_taken", "no_harbours", "no_route_there")

    # -- the turn -----------------------------------------------------------------------------

    def facts(self) -> Json:
        return {"sites": {"build": [self.ids[place] for place in self.ports]}}

    def taken(self, state: State) -> int:
        """The mask of places where somebody's harbour stands."""
        mask = 0
        for built in state.cells[self.built : self.built + self.players]:
            mask |= built
        return mask

    def owner(self, state: State, place: int) -> int:
        """The seat whose harbour stands in a place, or NOBODY."""
        for seat in range(self.players):
            if state.cells[self.built + seat] >> place & 1:
                return seat
        return NOBODY

    def left(self, state: State, seat: int) -> int:
        """How many harbours a seat has not built."""
        return self.each - state.cells[self.built + seat].bit_count()

    def reached(self, state: State, seat: int) -> int:
        """The mask of ports a seat's own routes lead to."""
        mask = 0
        for route in self.claims.listed(state, seat):
            mask |= self.touch[route]
        return mask

    def sites(self, state: State, seat: int) -> int:
        """The mask of places where a seat could build, cards apart."""
        return self.reached(state, seat) & ~self.taken(state) if self.left(state, seat) else 0

    def options(self, state: State, seat: int) -> tuple[int, ...]:
        if not self.price.affords(state, seat):
            return ()
        return self.menu.of(self.sites(state, seat))

    def apply(self, state: State, seat: int, code: int, question: int, subject: int) -> None:
        """Ask how it is paid, even if there is one way only (R-71)."""
        state.ask(self.payment, seat, self.ports[code - self.codes])

    def legal(self, state: State, seat: int, question: int, subject: int) -> tuple[int, ...]:
        return self.price.payments(state, seat)

    def paid(self, state: State, seat: int, question: int, subject: int) -> None:
        self.build(state, seat, subject)

    def why_not(self, state: State, seat: int, code: int, question: int) -> Reason | None:
        if question != TURN_QUESTION:
            return None
        place = self.ports[code - self.codes]
        owner = self.owner(state, place)
        if owner != NOBODY:
            return Reason("harbour_taken", {"place": self.ids[place], "owner": owner})
        if not self.left(state, seat):
            return Reason("no_harbours", {"count": self.each})
        if not self.reached(state, seat) >> place & 1:
            return Reason("no_route_there", {"place": self.ids[place]})
        return self.price.short_of(state, seat)

    # -- events -------------------------------------------------------------------------------

    def build(self, state: State, seat: int, place: int) -> None:
        state.cells[self.built + seat] |= 1 << place
        if state.events is not None:
            state.events.append((self.opened, seat, place))

    def fold(self, state: State, event: Event) -> None:
        self.build(state, event[1], event[2])

    # -- scoring ------------------------------------------------------------------------------

    def score(self, state: State) -> list[list[ScoreLine]]:
        sheets = []
        for seat in range(self.players):
            done = [self.named[ticket] for ticket in self.tickets.done(state, seat)]
            items = []
            for place in bits(state.cells[self.built + seat]):
                served = sum([named >> place & 1 for named in done])
                items.append(Item(self.ids[place], self.worth(served)))
            total = sum([item.points for item in items])
            lost = -self.unbuilt * self.left(state, seat)
            sheets.append(
                [
                    ScoreLine("harbours", total, tuple(items)),
                    ScoreLine("harbours_unbuilt", lost, ()),
                ]
            )
        return sheets

    def worth(self, served: int) -> int:
        """What a harbour scores that so many tickets done name."""
        return self.points[min(served, len(self.points) - 1)]

    def audit(self, state: State) -> None:
        taken = 0
        for seat in range(self.players):
            built = state.cells[self.built + seat]
            if built & taken or built & ~self.reached(state, seat):
                raise PositionError("harbours: in a port of one's own routes, one in each")
            if self.left(state, seat) < 0:
                raise PositionError("harbours: a seat has built too many")
            taken |= built
        for question, seat, place in state.stack:
            if question == self.payment and (
                len(state.stack) > 1 or place < 0 or not self.sites(state, seat) >> place & 1
            ):
                raise PositionError("asked: a harbour is paid where the seat can build one")
