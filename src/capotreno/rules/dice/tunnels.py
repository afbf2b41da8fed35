"""Tunnels with dice: three dice of their own, and each tunnel they show costs one more."""

from typing import Final

from capotreno.engine.actions import Json, face
from capotreno.engine.errors import PositionError
from capotreno.engine.layout import MANY, Layout, TurnNumber
from capotreno.engine.part import Part, Payer
from capotreno.engine.state import TURNS_CELL, Event, State

DICE: Final = 3
SIDES: Final = 6


class TunnelDice(Part):
    """Who claims a tunnel rolls before paying; who then cannot pay has lost the turn (R-64).

    `faces`: of the sides of a die, so many show a tunnel (R-61). The train dice lie as they are:
    nothing is asked between the claim and its payment, so none of them is rolled again.
    """

    def __init__(self, faces: int) -> None:
        self.faces = faces

    def bind(self, layout: Layout) -> None:
        self.payer = layout.partner(Payer)
        self.tunnel = [route.tunnel for route in layout.board.routes]
        self.symbols = layout.cells("tunnel_symbols", most=DICE)  # by the last roll
        self.when = layout.cells("tunnel_rolled_in", codec=TurnNumber(), most=MANY)
        self.rolled = layout.event(self, "tunnel_rolled", "seat", "symbols")
        self.failed = layout.event(self, "tunnel_failed", "seat")
        self.code = layout.actions(self, [face("dig", "")], group="pay")
        self.menu = (self.code,)

    def facts(self) -> Json:
        return {"tunnel_dice": DICE}

    def facts_now(self, state: State, seat: int) -> Json:
        if not self.is_dug(state):
            return {}
        lying = state.cells[self.symbols]
        return {"tunnel_dice": ["tunnel"] * lying + [""] * (DICE - lying)}

    def is_dug(self, state: State) -> bool:
        """Whether the tunnel dice have been rolled in this turn."""
        return state.cells[self.when] == state.cells[TURNS_CELL]

    def more(self, state: State, route: int) -> int:
        """How much more a route costs."""
        return state.cells[self.symbols] if self.tunnel[route] else 0

    def apply(self, state: State, seat: int, code: int, question: int, subject: int) -> None:
        symbols = 0
        for _ in range(DICE):
            symbols += state.below(SIDES) < self.faces
        self.roll(state, seat, symbols)
        if self.payer.payments(state, seat, subject):
            state.ask(question, seat, subject)
        elif state.events is not None:
            state.events.append((self.failed, seat))

    def roll(self, state: State, seat: int, symbols: int) -> None:
        """The event `tunnel_rolled`: so many tunnels lie there."""
        state.cells[self.symbols] = symbols
        state.cells[self.when] = state.cells[TURNS_CELL]
        if state.events is not None:
            state.events.append((self.rolled, seat, symbols))

    def fold(self, state: State, event: Event) -> None:
        if event[0] == self.rolled:
            self.roll(state, event[1], event[2])

    def audit(self, state: State) -> None:
        if not 0 <= state.cells[self.symbols] <= DICE:
            raise PositionError("tunnel_symbols: there are three dice")
        if not 0 <= state.cells[self.when] <= state.cells[TURNS_CELL]:
            raise PositionError("tunnel_rolled_in: impossible")
