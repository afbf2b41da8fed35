"""Claiming a route: pay it, fill it with pieces, own it for the rest of the game."""

from typing import ClassVar

from capotreno.engine.actions import face
from capotreno.engine.errors import PositionError, Reason
from capotreno.engine.layout import PAYMENT, Layout, SomeOf
from capotreno.engine.menu import Menu, bits
from capotreno.engine.part import Item, Part, Payer, ScoreLine, require
from capotreno.engine.state import NOBODY, TURN_QUESTION, Event, State
from capotreno.rules.claiming.parallel import Parallel
from capotreno.rules.claiming.pieces import Pieces


class Claims(Part):
    """Any open route may be claimed, connected or not; it scores by its length."""

    labels: ClassVar[tuple[str, ...]] = ("routes",)

    def __init__(self, points: dict[int, int]) -> None:
        self.points = points

    def bind(self, layout: Layout) -> None:
        board = layout.board
        self.players = layout.players
        self.payer = layout.partner(Payer)
        self.pieces = layout.partner(Pieces)
        self.parallel = layout.partner(Parallel)
        self.followers = [p for p in layout.parts if type(p).claimed is not Part.claimed]
        self.ids = [route.id for route in board.routes]
        for route in board.routes:
            require(route.length in self.points, f"no points for a route of {route.length}")
        self.items = [Item(route.id, self.points[route.length]) for route in board.routes]
        self.length = [route.length for route in board.routes]
        layout.name("route", self.ids)
        routes = SomeOf(layout.words["route"])
        self.owned = layout.cells("owned", "seat", codec=routes)
        self.open = layout.cells("open", "seat", codec=routes)
        self.claim = layout.event(self, "claimed", "seat", "route")
        self.payment = layout.question(self, "payment", form=PAYMENT, about="route")
        self.codes = layout.actions(
            self, [face("claim", id, route=id) for id in self.ids], group="claim"
        )
        self.menu = Menu(range(self.codes, self.codes + len(self.ids)))
        self.indices = Menu(range(len(self.ids)))
        layout.reason("route_taken")

    def lay(self, cells: list[int]) -> None:
        everything = (1 << len(self.ids)) - 1
        cells[self.open : self.open + self.players] = [everything] * self.players

    # -- the turn -----------------------------------------------------------------------------

    def options(self, state: State, seat: int) -> tuple[int, ...]:
        mask = state.cells[self.open + seat] & self.payer.payable(state, seat)
        if mask:
            mask &= self.pieces.within(state, seat)
        return self.menu.of(mask) if mask else ()

    def apply(self, state: State, seat: int, code: int, question: int, subject: int) -> None:
        """Ask how it is paid, even if there is one way only: that would tell of the hand (R-71)."""
        route = code - self.codes
        for _ in range(self.payer.instalments(route)):
            state.ask(self.payment, seat, route)

    def legal(self, state: State, seat: int, question: int, subject: int) -> tuple[int, ...]:
        return self.payer.payments(state, seat, subject)

    def paid(self, state: State, seat: int, question: int, subject: int) -> None:
        if state.stack and state.stack[-1][0] == question:
            return  # more of it is still to be paid
        self.pieces.fill(state, seat, subject)
        self.own(state, seat, subject)
        for part in self.followers:
            part.claimed(state, seat, subject)

    def concerns(self, question: int, code: int) -> bool:
        return question == TURN_QUESTION

    def why_not(self, state: State, seat: int, code: int, question: int) -> Reason | None:
        if question != TURN_QUESTION:
            return None
        route = code - self.codes
        bit = 1 << route
        owner = self.owner(state, route)
        if owner != NOBODY:
            return Reason("route_taken", {"route": self.ids[route], "owner": owner})
        if not state.cells[self.open + seat] & bit:
            return self.parallel.closed_by(state.cells[self.owned + seat], route)
        if not self.pieces.within(state, seat) & bit:
            return self.pieces.short_of(state, seat, route)
        return self.payer.short_of(state, seat, route)

    # -- ownership ----------------------------------------------------------------------------

    def own(self, state: State, seat: int, route: int) -> None:
        """The event `claimed`: the route is owned, it and what it closes are open no more."""
        cells = state.cells
        cells[self.owned + seat] |= 1 << route
        for_all = self.parallel.stays_open_for_all[route]
        for other in range(self.open, self.open + self.players):
            cells[other] &= for_all
        cells[self.open + seat] &= self.parallel.stays_open_for_owner[route]
        if state.events is not None:
            state.events.append((self.claim, seat, route))

    def routes(self, state: State, seat: int) -> int:
        """The mask of routes a seat owns."""
        return state.cells[self.owned + seat]

    def listed(self, state: State, seat: int) -> tuple[int, ...]:
        """The routes a seat owns, by index."""
        return self.indices.of(state.cells[self.owned + seat])

    def owner(self, state: State, route: int) -> int:
        """The seat that owns a route, or NOBODY."""
        for seat in range(self.players):
            if state.cells[self.owned + seat] >> route & 1:
                return seat
        return NOBODY

    def open_to(self, state: State, seat: int) -> int:
        """The mask of routes a seat could still claim, cards and pieces apart; NOBODY: any seat."""
        if seat != NOBODY:
            return state.cells[self.open + seat]
        mask = 0
        for own in state.cells[self.open : self.open + self.players]:
            mask |= own
        return mask

    def fold(self, state: State, event: Event) -> None:
        self.own(state, event[1], event[2])

    def score(self, state: State) -> list[list[ScoreLine]]:
        sheets = []
        for seat in range(self.players):
            items = [self.items[route] for route in self.listed(state, seat)]
            sheets.append([ScoreLine("routes", sum([item.points for item in items]), tuple(items))])
        return sheets

    def audit(self, state: State) -> None:
        cells = state.cells
        for question, seat, route in state.stack:
            if question == self.payment:
                possible = cells[self.open + seat] & self.pieces.within(state, seat)
                if route < 0 or not possible >> route & 1:
                    raise PositionError("asked: a payment is for a route the seat can claim")
                if state.stack != [(question, seat, route)] * len(state.stack):
                    raise PositionError("asked: a payment is asked alone")
                if len(state.stack) > self.payer.instalments(route):
                    raise PositionError("asked: a route is paid more often than it can be")
        taken = 0
        for seat in range(self.players):
            if taken & cells[self.owned + seat]:
                raise PositionError("routes: one is owned by two seats")
            taken |= cells[self.owned + seat]
        for seat in range(self.players):
            allowed = (1 << len(self.ids)) - 1
            for route in bits(taken):
                allowed &= self.parallel.stays_open_for_all[route]
            for route in bits(cells[self.owned + seat]):
                allowed &= self.parallel.stays_open_for_owner[route]
            if cells[self.open + seat] != allowed:
                raise PositionError("routes: the open ones do not follow from the owned ones")
            self.pieces.audit_all(state, seat, bits(cells[self.owned + seat]))
