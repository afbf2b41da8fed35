"""The choice of pieces: secretly and together, every seat picks what it will play with."""

from collections.abc import Mapping

from capotreno.engine.actions import Json, face
from capotreno.engine.errors import PositionError, Reason
from capotreno.engine.layout import MIX, OWNER, Layout, OneOf
from capotreno.engine.part import Part, require
from capotreno.engine.state import UNKNOWN, WHO_CELL, Event, State
from capotreno.rules.claiming.pieces import Pieces


class PieceChoice(Part):
    """Any mix of the two kinds that makes the total, within what the box holds (R-10).

    Stands before the tickets in a declaration: what is asked first at the start is answered last.
    `advised`: what the rulebook tells beginners to take, by kind.
    """

    def __init__(self, advised: Mapping[str, int]) -> None:
        self.advised = advised

    def bind(self, layout: Layout) -> None:
        self.pieces = layout.partner(Pieces)
        self.players = layout.players
        total, counts = self.pieces.total, self.pieces.counts
        require(len(counts) == 2, "pieces are chosen between two kinds")
        first = range(max(0, total - counts[1]), min(total, counts[0]) + 1)
        self.mixes = [(n, total - n) for n in first]
        kinds = layout.words["piece"]
        words = [
            " ".join(f"{k}*{n}" for k, n in zip(kinds, mix, strict=True)) for mix in self.mixes
        ]
        layout.name("mix", words)
        self.choice = layout.cells(
            "pieces_chosen", "seat", secrecy=OWNER, codec=OneOf(tuple(words))
        )
        self.asking = layout.question(self, "pieces", form=MIX, of="piece", together=True)
        self.chose = layout.event(self, "chose_pieces", "seat", "mix", private=True, quiet=True)
        self.equipped = layout.event(self, "equipped", "seat", "mix")
        self.codes = layout.actions(
            self,
            [
                face("pieces", text, pieces=dict(zip(kinds, mix, strict=True)))
                for text, mix in zip(words, self.mixes, strict=True)
            ],
            group="pieces",
        )
        mix = tuple(self.advised.get(kind, 0) for kind in kinds)
        require(mix in self.mixes, "the pieces that beginners are told to take can be taken")
        self.menu = tuple(range(self.codes, self.codes + len(words)))

    def facts(self) -> Json:
        return {"advised_pieces": dict(self.advised)}

    def lay(self, cells: list[int]) -> None:
        cells[self.choice : self.choice + self.players] = [UNKNOWN] * self.players

    def start(self, state: State) -> None:
        for seat in reversed(range(self.players)):
            state.ask(self.asking, seat, 0)

    def legal(self, state: State, seat: int, question: int, subject: int) -> tuple[int, ...]:
        return self.menu

    def apply(self, state: State, seat: int, code: int, question: int, subject: int) -> None:
        self.choose(state, seat, code - self.codes)
        state.close(question, seat, subject)
        if not self._asked(state):
            for other in range(self.players):
                self.equip(state, other, state.cells[self.choice + other])

    def why_not(self, state: State, seat: int, code: int, question: int) -> Reason | None:
        return None  # while it is asked, every mix is possible

    # -- events -------------------------------------------------------------------------------

    def choose(self, state: State, seat: int, mix: int) -> None:
        state.cells[self.choice + seat] = mix
        if state.events is not None:
            state.events.append((self.chose, seat, mix))

    def equip(self, state: State, seat: int, mix: int) -> None:
        """All have chosen, and a seat's choice is shown."""
        state.cells[self.choice + seat] = UNKNOWN
        for kind, count in enumerate(self.mixes[mix]):
            self.pieces.unbox(state, seat, kind, count)
        if state.events is not None:
            state.events.append((self.equipped, seat, mix))

    def fold(self, state: State, event: Event) -> None:
        if event[0] == self.chose:
            self.choose(state, event[1], event[2])
        else:
            self.equip(state, event[1], event[2])

    # -- secrecy ------------------------------------------------------------------------------

    def _asked(self, state: State) -> list[int]:
        return [seat for question, seat, _ in state.stack if question == self.asking]

    def resample(self, state: State, seat: int) -> None:
        """Who has chosen before the others may have chosen anything."""
        asked = self._asked(state)
        for other in range(self.players):
            if other != seat:
                chosen = len(asked) > 0 and other not in asked
                mix = state.below(len(self.mixes)) if chosen else UNKNOWN
                state.cells[self.choice + other] = mix

    def audit(self, state: State) -> None:
        asked = self._asked(state)
        opening = state.cells[WHO_CELL] < 0
        if len(asked) != len(set(asked)) or bool(asked) != opening:
            raise PositionError("asked: pieces are chosen once, at the start")
        if state.stack[: len(asked)] != [(self.asking, seat, 0) for seat in asked]:
            raise PositionError("asked: the choice of pieces comes after all others of the start")
        for seat in range(self.players):
            chosen = state.cells[self.choice + seat]
            if (chosen >= 0) != (bool(asked) and seat not in asked):
                raise PositionError("pieces_chosen: who has chosen is asked no more")
