"""A gesture: one or more actions of one seat, applied all or none."""

from collections.abc import Sequence
from typing import NamedTuple

from capotreno.engine.chance import Tape
from capotreno.engine.game import Game
from capotreno.engine.state import Event, State


class Played(NamedTuple):
    """What a gesture led to; the state before it is untouched."""

    state: State
    events: list[Event]
    chance: list[int]


def play(game: Game, state: State, seat: int, codes: Sequence[int]) -> Played:
    """Apply a gesture to a copy; whatever is refused is raised and has changed nothing."""
    after = state.copy()
    tape = Tape()
    events: list[Event] = []
    after.tape = tape
    after.events = events
    for code in codes:
        game.apply(after, code, seat)
    after.tape = None
    after.events = None
    return Played(after, events, tape.rolled)
