"""Exchanging pieces: a whole turn, one kind for the other out of the box, points lost for each."""

from typing import ClassVar

from capotreno.engine.actions import Json, face
from capotreno.engine.errors import PositionError, Reason
from capotreno.engine.layout import MANY, NUMBER, Layout
from capotreno.engine.part import Part, ScoreLine, require
from capotreno.engine.state import TURN_QUESTION, TURNS_CELL, Event, State
from capotreno.rules.claiming.pieces import Pieces


class Exchange(Part):
    """In one turn one direction, from one piece up (R-37); each costs `cost` points.

    `patience`: so many pieces a seat exchanges in a whole game at most, or pieces could go to and
    fro for ever (R-97). None: something else sees to that.
    """

    labels: ClassVar[tuple[str, ...]] = ("exchange",)

    def __init__(self, cost: int, patience: int | None) -> None:
        self.cost = cost
        self.patience = patience

    def bind(self, layout: Layout) -> None:
        self.pieces = layout.partner(Pieces)
        self.players = layout.players
        self.kinds = layout.words["piece"]
        require(len(self.kinds) == 2, "pieces are exchanged between two kinds")
        self.done = layout.cells("exchanged", "seat", most=MANY)
        self.asking = layout.question(self, "exchange", form=NUMBER, of="piece", about="piece")
        self.swapped = layout.event(self, "exchanged", "seat", "piece", "count")
        self.codes = layout.actions(
            self, [face("exchange", kind, take=kind) for kind in self.kinds], group="exchange"
        )
        self.limit = min(self.pieces.counts)
        self.counts = layout.actions(
            self, [self._face(kind, n) for kind, n in self._swaps()], group="exchange"
        )
        # turn[mask of kinds]: the codes to begin; menu[kind][n]: those for 1 to n pieces of it
        self.turn = [tuple([self.codes + k for k in (0, 1) if m >> k & 1]) for m in range(4)]
        firsts = (self.counts, self.counts + self.limit)
        self.menu = [
            [tuple(range(first, first + n)) for n in range(self.limit + 1)] for first in firsts
        ]
        layout.reason("exchange_short")
        if self.patience is not None:
            layout.reason("exchange_spent")

    def _swaps(self) -> list[tuple[int, int]]:
        """The kind that is wanted and how many, in the order of their codes."""
        return [(kind, n) for kind in (0, 1) for n in range(1, self.limit + 1)]

    def _face(self, kind: int, n: int) -> tuple[str, str, Json]:
        """`swap sea*3 rail*3`: three ships for three trains."""
        give, take = self.kinds[1 - kind], self.kinds[kind]
        return face("swap", f"{give}*{n} {take}*{n}", give={give: n}, take={take: n})

    def most(self, state: State, seat: int, kind: int) -> int:
        """How many pieces of a kind a seat could get for as many of the other."""
        most = self.there(state, seat, kind)
        if self.patience is not None:
            most = min(most, self.patience - state.cells[self.done + seat])
        return most

    def exchanged_by(self, state: State, seat: int) -> int:
        """How many pieces a seat has exchanged so far."""
        return state.cells[self.done + seat]

    def there(self, state: State, seat: int, kind: int) -> int:
        """How many of a kind the box holds and the seat has others to give for."""
        pieces = self.pieces
        at = seat * 2
        give = state.cells[pieces.first + at + 1 - kind]
        box = state.cells[pieces.box + at + kind]
        return min(give, box)

    # -- the turn -----------------------------------------------------------------------------

    def options(self, state: State, seat: int) -> tuple[int, ...]:
        first = self.most(state, seat, 0) > 0
        second = self.most(state, seat, 1) > 0
        return self.turn[first | second << 1]

    def legal(self, state: State, seat: int, question: int, subject: int) -> tuple[int, ...]:
        return self.menu[subject][self.most(state, seat, subject)]

    def apply(self, state: State, seat: int, code: int, question: int, subject: int) -> None:
        if code < self.counts:
            state.ask(self.asking, seat, code - self.codes)
        else:
            self.swap(state, seat, subject, (code - self.counts) % self.limit + 1)

    def why_not(self, state: State, seat: int, code: int, question: int) -> Reason | None:
        if question != (TURN_QUESTION if code < self.counts else self.asking):
            return None
        kind, wanted = code - self.codes, 1
        if code >= self.counts:
            kind, wanted = divmod(code - self.counts, self.limit)
            wanted += 1
            if kind != state.stack[-1][2]:
                return Reason("exchange_short", {"piece": self.kinds[kind], "count": 0})
        there = self.there(state, seat, kind)
        if self.patience is not None and wanted <= there:
            return Reason("exchange_spent", {"count": self.patience})
        return Reason("exchange_short", {"piece": self.kinds[kind], "count": there})

    def said(self, state: State, seat: int, code: int) -> tuple[str, Json]:
        if code >= self.counts:
            return "swap", {"count": (code - self.counts) % self.limit + 1}
        kind = code - self.codes
        values = {"give": self.kinds[1 - kind], "take": self.kinds[kind]}
        return "exchange", {**values, "count": self.most(state, seat, kind)}

    # -- events and scoring -------------------------------------------------------------------

    def swap(self, state: State, seat: int, kind: int, count: int) -> None:
        """The event `exchanged`: so many of a kind come out of the box for as many of the other."""
        self.pieces.unbox(state, seat, kind, count)
        self.pieces.unbox(state, seat, 1 - kind, -count)
        state.cells[self.done + seat] += count
        if state.events is not None:
            state.events.append((self.swapped, seat, kind, count))

    def fold(self, state: State, event: Event) -> None:
        self.swap(state, event[1], event[2], event[3])

    def score(self, state: State) -> list[list[ScoreLine]]:
        done = state.cells[self.done : self.done + self.players]
        return [[ScoreLine("exchange", -self.cost * n, ())] for n in done]

    def audit(self, state: State) -> None:
        most = self.limit * state.cells[TURNS_CELL]
        if self.patience is not None:
            most = min(most, self.patience)
        for n in state.cells[self.done : self.done + self.players]:
            if not 0 <= n <= most:
                raise PositionError("exchanged: a count is impossible")
        for question, _, kind in state.stack:
            if question == self.asking and (len(state.stack) > 1 or kind not in (0, 1)):
                raise PositionError("asked: an exchange is asked alone, for one kind of piece")
