"""A gesture: one or more actions of one seat, applied all or none."""

from collections.abc import Sequence
from typing import NamedTuple

from capotreno.engine.chance import Tape
from capotreno.engine.errors import CapotrenoError
from capotreno.engine.game import Game
from capotreno.engine.state import Event, State


class Played(NamedTuple):
    """What a gesture led to; the state before it is untouched."""

    state: State
    events: list[Event]
    chance: list[int]


def play(game: Game, state: State, seat: int, codes: Sequence[int]) -> Played:
    """Apply a gesture to a copy; whatever is refused is raised and has changed nothing.

    Once chance has spoken a gesture is over: were later actions tried and refused, their refusal
    would tell what chance has in store, and nothing would have been paid for the look.
    """
    after = state.copy()
    tape = Tape()
    events: list[Event] = []
    after.tape = tape
    after.events = events
    for code in codes:
        if tape.rolled:
            raise CapotrenoError(
                f"{game.action(code)}: chance has spoken before it; send it as a gesture of its own"
            )
        game.apply(after, code, seat)
    after.tape = None
    after.events = None
    return Played(after, events, tape.rolled)
