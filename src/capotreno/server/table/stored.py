"""Moves as stored: which of them count after undos, and the state they lead to."""

from collections import deque
from collections.abc import Callable, Container, Sequence
from typing import NamedTuple

from capotreno.engine.chance import Tape
from capotreno.engine.game import Game
from capotreno.engine.record import gesture
from capotreno.engine.record.log import Log, LoggedGesture
from capotreno.engine.state import NOBODY, Event, State
from capotreno.server.store.rows import MoveRow, SeatRow, TableRow

STEPS = 40  # gestures that can be taken back: a person's, and what up to six bots answered
NEWS = 40  # moves that are told to who comes later


def actions_of(move: MoveRow) -> list[str]:
    """The actions of a gesture, in words."""
    actions = move.body.get("actions")
    return [str(action) for action in actions] if isinstance(actions, list) else []


def chance_of(move: MoveRow) -> list[int]:
    """What chance said to a gesture."""
    chance = move.body.get("chance")
    return [int(outcome) for outcome in chance] if isinstance(chance, list) else []


def thought_of(move: MoveRow) -> int:
    """The milliseconds a bot thought of it; none if it was a person."""
    thought = move.body.get("thought")
    return thought if isinstance(thought, int) else 0


def taken_back_to(move: MoveRow) -> int | None:
    """The move that an undo leads back to; none of a gesture."""
    to = move.body.get("to")
    return to if move.kind == "undo" and isinstance(to, int) else None


def codes_of(game: Game, move: MoveRow) -> list[int]:
    """The same as codes of a game."""
    return [game.code(action) for action in actions_of(move)]


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


class UndoStep(NamedTuple):
    """A gesture that can be taken back: whose, the move it leads back to, the state there."""

    seat: int
    to: int
    before: State


class UndoSteps:
    """The steps that undo can take: the last gestures, as far as taking them back unsays nothing.

    It ends at a gesture by which a person learned something hidden, and in the opening.
    """

    def __init__(self) -> None:
        self.tip = -1  # the gesture the table stands at, undone ones left out
        self.steps: deque[UndoStep] = deque(maxlen=STEPS)

    def follow(
        self,
        game: Game,
        before: State | None,
        move: MoveRow,
        events: list[Event],
        people: Container[int],
    ) -> None:
        """A gesture was played on a state; `people`: the seats that a person looks through."""
        if before is not None and revocable(game, before, move, events, people):
            self.steps.append(UndoStep(move.seat, self.tip, before))
        else:
            self.steps.clear()
        self.tip = move.seq

    def last(self, seat: int, bot: Callable[[int], object]) -> UndoStep | None:
        """The step a seat may take back now: its last one, if only bots have moved since."""
        for step in reversed(self.steps):
            if step.seat == seat or not bot(step.seat):
                return step if step.seat == seat else None
        return None

    def back(self, to: int) -> State | None:
        """Go back to move `to`; None if no step leads there."""
        if all(step.to != to for step in self.steps):
            return None
        while (step := self.steps.pop()).to != to:
            pass
        self.tip = to
        return step.before


def revocable(
    game: Game, before: State, move: MoveRow, events: list[Event], people: Container[int]
) -> bool:
    """Whether taking a gesture back takes nothing back that a person has learned.

    What only a bot has seen it forgets: it decides by its view alone. Where chance spoke, all that
    happened must be a bot's secret, for what everybody sees may be what chance said.
    """
    if before.whose_turn < 0:
        return False
    chance = bool(chance_of(move))
    for event in events:
        kind = game.layout.events[event[0]]
        if kind.secret or kind.private:
            if event[1 + kind.fields.index("seat")] in people:
                return False
        elif chance and kind.part is not None:  # the engine's own events are the course of the turn
            return False
    return True


class Retraced(NamedTuple):
    """A table as its stored moves leave it: its state, steps to undo, the last moves' events."""

    state: State
    undo_steps: UndoSteps
    recent: list[tuple[MoveRow, list[Event]]]


def retraced(game: Game, seed: int, moves: Sequence[MoveRow], people: Container[int]) -> Retraced:
    """The state after all stored moves, the steps to undo, and what is told of the last ones.

    The early moves are only played. From where somebody may ask what happened, every move is played
    as it was told then: also what was undone later, and the undo.
    """
    gestures = effective(moves)
    early = max(1, len(gestures) - STEPS)
    first = max(0, len(moves) - NEWS)
    if gestures[early:]:  # stored moves have no gaps: a move's number is its place
        first = min(first, gestures[early].seq)
    state = replayed(game, seed, effective(moves[:first])) if first else None
    before: dict[int, State | None] = {}
    after: dict[int, State] = {}
    recent: list[tuple[MoveRow, list[Event]]] = []
    for n, move in enumerate(moves[first:], first):
        before[move.seq] = state
        events: list[Event] = []
        if move.kind == "undo":
            state = after.get(int(str(move.body["to"])))
            if state is None:  # it goes back beyond what was played here
                state = replayed(game, seed, effective(moves[: n + 1]))
        elif state is None:
            state, events, _ = opened(game, seed)
        else:
            state, events, _ = gesture.play(game, state, move.seat, codes_of(game, move))
        after[move.seq] = state
        recent.append((move, events))
    assert state is not None
    undo_steps = UndoSteps()
    undo_steps.tip = gestures[early - 1].seq
    told = {move.seq: events for move, events in recent}
    for move in gestures[early:]:
        undo_steps.follow(game, before[move.seq], move, told[move.seq], people)
    return Retraced(state, undo_steps, recent[-NEWS:])


def log_of(row: TableRow, seats: Sequence[SeatRow], game: Game, moves: Sequence[MoveRow]) -> Log:
    """The log of a finished table."""
    gestures = effective(moves)
    log = Log(
        game.name,
        row.version,
        row.players,
        dict(row.options),
        [seat.name for seat in seats],
        row.seed,
        [
            LoggedGesture(seq, move.seat if seq else NOBODY, actions_of(move), chance_of(move))
            for seq, move in enumerate(gestures)
        ],
        board=game.ruleset.source,
    )
    state = replayed(game, row.seed, gestures)
    if game.actor(state) is None:
        log.result = game.outcome(state).json()
        log.digest = game.digest(state)
    return log
