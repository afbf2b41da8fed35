"""Moves as stored: which of them count after undos, and the state they lead to."""

from collections.abc import Sequence

from capotreno.engine import gesture
from capotreno.engine.chance import Tape
from capotreno.engine.game import Game
from capotreno.engine.log import Gesture, Log
from capotreno.engine.state import NOBODY, Event, State
from capotreno.server.store.rows import MoveRow, SeatRow, TableRow


def actions_of(move: MoveRow) -> list[str]:
    """The actions of a gesture, in words."""
    actions = move.body.get("actions")
    return [str(action) for action in actions] if isinstance(actions, list) else []


def chance_of(move: MoveRow) -> list[int]:
    """What chance said to a gesture."""
    chance = move.body.get("chance")
    return [int(outcome) for outcome in chance] if isinstance(chance, list) else []


def effective(moves: Sequence[MoveRow]) -> list[MoveRow]:
    """The gestures that count: an undo takes back those after the move it leads to."""
    kept: list[MoveRow] = []
    for move in moves:
        if move.kind == "undo":
            to = move.body.get("to")
            kept = [one for one in kept if isinstance(to, int) and one.seq <= to]
        else:
            kept.append(move)
    return kept


def opened(game: Game, seed: int) -> tuple[State, list[Event], list[int]]:
    """A table's first state, with its events and what chance said."""
    tape = Tape()
    events: list[Event] = []
    state = game.start(seed, tape, events)
    state.tape = None
    state.events = None
    return state, events, tape.rolled


def replayed(game: Game, seed: int, gestures: Sequence[MoveRow]) -> State:
    """The state after some effective gestures, the opening first."""
    state, _, _ = opened(game, seed)
    for move in gestures:
        for action in actions_of(move):
            game.apply(state, game.code(action), move.seat)
    return state


def undoable(game: Game, state: State, gestures: Sequence[MoveRow]) -> bool:
    """Whether taking these gestures back takes nothing back that anybody has learned.

    Chance must not have spoken, and no event may have carried a secret.
    """
    for move in gestures:
        if chance_of(move):
            return False
        codes = [game.code(action) for action in actions_of(move)]
        played = gesture.play(game, state, move.seat, codes)
        for event in played.events:
            kind = game.layout.events[event[0]]
            if kind.secret or kind.private:
                return False
        state = played.state
    return True


def log_of(row: TableRow, seats: Sequence[SeatRow], game: Game, moves: Sequence[MoveRow]) -> Log:
    """The log of a finished table."""
    gestures = effective(moves)
    log = Log(
        row.game,
        row.version,
        row.players,
        dict(row.options),
        [seat.name for seat in seats],
        row.seed,
        [
            Gesture(seq, move.seat if seq else NOBODY, actions_of(move), chance_of(move))
            for seq, move in enumerate(gestures)
        ],
    )
    state = replayed(game, row.seed, gestures)
    if game.actor(state) is None:
        log.result = game.outcome(state).json()
        log.digest = game.digest(state)
    return log
