"""A log from one seat's chair: what it saw whenever it was asked, and whenever others had acted."""

from collections.abc import Iterator
from dataclasses import dataclass

from capotreno.engine.chance import Tape
from capotreno.engine.game import Game
from capotreno.engine.record.log import Log
from capotreno.engine.state import NOBODY, TURN_QUESTION, View


@dataclass(frozen=True)
class SeatMoment:
    """What a seat saw, and what it answered if it was asked: `code` is None where it was not."""

    view: View
    gesture: int  # the one that holds the answer; if there is none, the last one that was played
    actor: int  # who acted last before; NOBODY before anybody had
    part: int = 0
    code: int | None = None
    codes: tuple[int, ...] = ()
    turn: int = 0  # of the seat's own turns the one that was begun last; 0 before the first
    chance: bool = False  # whether it has spoken in what was played last


def moments(game: Game, log: Log, seat: int) -> Iterator[SeatMoment]:
    """Every answer of the seat, and what it saw between the runs of gestures of two other seats.

    Nothing but the seat's own views is in it, and which seat acted, which everybody sees.
    """
    opening, *rest = log.gestures
    state = game.start(log.seed or 0, Tape(opening.chance))
    last, chance = NOBODY, False
    turn, begun = 0, 0
    for gesture in rest:
        own = gesture.seat == seat
        if not own and gesture.seat != last != NOBODY:
            view = game.view(state, seat)
            yield SeatMoment(view, gesture.seq - 1, last, turn=turn, chance=chance)
        state.tape = Tape(gesture.chance)
        for part, action in enumerate(gesture.actions):
            code = game.code(action)
            if own:
                view = game.view(state, seat)
                if view.asked[0] == TURN_QUESTION and state.turn != begun:
                    turn, begun = turn + 1, state.turn
                actor = seat if part else last
                yield SeatMoment(view, gesture.seq, actor, part, code, game.legal(view), turn)
            game.apply(state, code, gesture.seat)
        last, chance = gesture.seat, bool(gesture.chance)
