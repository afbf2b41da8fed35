"""The pieces in a player's colour: one on every space of a claimed route."""

from capotreno.engine.errors import PositionError, Reason
from capotreno.engine.layout import Layout
from capotreno.engine.part import Part
from capotreno.engine.state import WHO_CELL, Event, State


class Pieces(Part):
    """Every seat has the supply the board gives it; who has too few cannot claim a route.

    `total`: a seat plays with only so many of them; the others stay in the box, from which another
    part lets it choose. Until then it has none.
    """

    def __init__(self, total: int = 0) -> None:
        self.total = total

    def bind(self, layout: Layout) -> None:
        board = layout.board
        self.players = layout.players
        kinds = [supply.kind for supply in board.supplies]
        self.kinds = len(kinds)
        self.counts = [supply.count for supply in board.supplies]
        self.kind = [kinds.index(route.kind) for route in board.routes]
        self.length = [route.length for route in board.routes]
        self.everything = (1 << len(self.length)) - 1
        layout.name("piece", kinds)
        self.first = layout.cells("pieces", "seat", "piece", most=max(self.counts))
        if self.total:
            self.box = layout.cells("box", "seat", "piece", most=max(self.counts))
        self.placed = layout.event(self, "placed", "seat", "piece", "count", quiet=True)
        # reach[kind][n]: the routes of that kind that n pieces can fill
        self.reach = [
            [
                sum(
                    1 << r
                    for r in range(len(self.length))
                    if self.kind[r] == kind and self.length[r] <= n
                )
                for n in range(self.counts[kind] + 1)
            ]
            for kind in range(self.kinds)
        ]
        layout.reason("pieces_short")

    def lay(self, cells: list[int]) -> None:
        first = self.box if self.total else self.first
        cells[first : first + self.players * self.kinds] = self.counts * self.players

    def unbox(self, state: State, seat: int, kind: int, count: int) -> None:
        """Pieces come out of the box; a negative count goes back. Part of another's event."""
        at = seat * self.kinds + kind
        state.cells[self.box + at] -= count
        state.cells[self.first + at] += count

    def within(self, state: State, seat: int) -> int:
        """The mask of routes this seat has the pieces for."""
        cells = state.cells
        at = self.first + seat * self.kinds
        mask = self.reach[0][cells[at]]
        if self.kinds == 1:
            return mask
        for kind in range(1, self.kinds):
            mask |= self.reach[kind][cells[at + kind]]
        return mask

    def of(self, state: State, seat: int) -> list[int]:
        """How many pieces of each kind a seat has left."""
        at = self.first + seat * self.kinds
        return state.cells[at : at + self.kinds]

    def left(self, state: State, seat: int) -> int:
        """How many pieces of any kind a seat has left."""
        at = self.first + seat * self.kinds
        if self.kinds == 1:
            return state.cells[at]
        return sum(state.cells[at : at + self.kinds])

    def to_place(self, state: State, seat: int) -> int:
        """How many pieces a seat has left; before it has chosen them, all it will have."""
        choosing = self.total and state.cells[WHO_CELL] < 0
        return self.total if choosing else self.left(state, seat)

    def fillable(self, state: State, seat: int) -> int:
        """The mask of routes a seat has the pieces for; before it has chosen them, of all."""
        if self.total and state.cells[WHO_CELL] < 0:
            return self.everything
        return self.within(state, seat)

    def fill(self, state: State, seat: int, route: int) -> None:
        self.place(state, seat, self.kind[route], self.length[route])

    def place(self, state: State, seat: int, kind: int, count: int) -> None:
        state.cells[self.first + seat * self.kinds + kind] -= count
        if state.events is not None:
            state.events.append((self.placed, seat, kind, count))

    def short_of(self, state: State, seat: int, route: int) -> Reason:
        have = state.cells[self.first + seat * self.kinds + self.kind[route]]
        return Reason("pieces_short", {"missing": self.length[route] - have, "have": have})

    def fold(self, state: State, event: Event) -> None:
        self.place(state, event[1], event[2], event[3])

    def audit(self, state: State) -> None:
        for at in range(self.players * self.kinds):
            most = self.counts[at % self.kinds]
            if not 0 <= state.cells[self.first + at] <= most:
                raise PositionError("pieces: a count is impossible")
            if self.total and not 0 <= state.cells[self.box + at] <= most:
                raise PositionError("box: a count is impossible")

    def audit_all(self, state: State, seat: int, routes: list[int]) -> None:
        """With those on a seat's routes, no piece is lost and none too many."""
        all_kinds = 0
        for kind in range(self.kinds):
            at = seat * self.kinds + kind
            used = sum(self.length[route] for route in routes if self.kind[route] == kind)
            have = used + state.cells[self.first + at]
            all_kinds += have
            have += state.cells[self.box + at] if self.total else 0
            if have != self.counts[kind]:
                raise PositionError("pieces: those on the board and in the supply are not all")
        if self.total and all_kinds != (0 if state.cells[WHO_CELL] < 0 else self.total):
            raise PositionError("pieces: a seat plays with too many or too few")
