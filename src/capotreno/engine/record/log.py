"""The log is the game: JSON lines that replay, from the seed or from the recorded chance.

A header line, one line per gesture (the opening of the table is gesture 0), a result line.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TypeVar

from capotreno.engine.actions import Json
from capotreno.engine.chance import Tape
from capotreno.engine.errors import CapotrenoError, LogError
from capotreno.engine.game import Game
from capotreno.engine.state import NOBODY, Event, State

FORMAT = "capotreno-log/1"

T = TypeVar("T")


@dataclass
class LoggedGesture:
    """What one seat did at once: its actions in words, and what chance said to them."""

    seq: int
    seat: int  # NOBODY for the opening, gesture 0
    actions: list[str]
    chance: list[int]
    time: str | None = None

    def json(self) -> Json:
        data: Json = {"seq": self.seq, "seat": self.seat, "actions": self.actions}
        data["chance"] = self.chance
        if self.time is not None:
            data["time"] = self.time
        return data


@dataclass
class Log:
    """A whole game, finished or not; until it is finished, a log tells secrets and is private."""

    game: str
    version: int
    players: int
    options: Json
    seats: list[str]
    seed: int | None
    gestures: list[LoggedGesture] = field(default_factory=list)
    result: Json | None = None
    digest: str | None = None
    board: str = ""  # the file of a board of your own, as it is written

    def write(self) -> str:
        """The log as text, one JSON object a line."""
        header: Json = {
            "format": FORMAT,
            "game": self.game,
            "version": self.version,
            "players": self.players,
            "options": self.options,
            "seats": self.seats,
            "seed": self.seed,
        }
        if self.board:
            header["board"] = self.board
        lines = [header, *(gesture.json() for gesture in self.gestures)]
        if self.result is not None:
            lines.append({"result": self.result, "digest": self.digest})
        return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)


def read(text: str) -> Log:
    """The log a text holds; whatever is wrong is a LogError that names the line."""
    rows: list[tuple[int, Json]] = []
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            rows.append((number, _object(number, line)))
    if not rows:
        raise LogError("the log is empty")
    log = _header(rows[0][1])
    for number, row in rows[1:]:
        if log.result is not None:
            raise LogError(f"line {number}: nothing may follow the result")
        if "result" in row:
            log.result = _field(row, "result", dict, number)
            log.digest = _field(row, "digest", str, number)
        else:
            log.gestures.append(_gesture(row, number, len(log.gestures), log.players))
    if not log.gestures:
        raise LogError("the log has no opening (gesture 0)")
    return log


def _object(number: int, line: str) -> Json:
    try:
        data = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise LogError(f"line {number} is not JSON: {error!s:.100}") from None
    if not isinstance(data, dict):
        raise LogError(f"line {number} is not a JSON object")
    return data


def _field(row: Json, key: str, kind: type[T], number: int) -> T:
    value = row.get(key)
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise LogError(f"line {number}: {key} must be of type {kind.__name__}")
    return value


def _header(row: Json) -> Log:
    if row.get("format") != FORMAT:
        raise LogError(f"line 1: format is {row.get('format')!r:.60}, but '{FORMAT}' is needed")
    seats = _field(row, "seats", list, 1)
    if not all(isinstance(name, str) for name in seats):
        raise LogError("line 1: seats must be names")
    players = _field(row, "players", int, 1)
    if len(seats) != players:
        raise LogError(f"line 1: {len(seats)} seats for {players} players")
    return Log(
        game=_field(row, "game", str, 1),
        version=_field(row, "version", int, 1),
        players=players,
        options=_field(row, "options", dict, 1),
        seats=seats,
        seed=None if row.get("seed") is None else _field(row, "seed", int, 1),
        board="" if row.get("board") is None else _field(row, "board", str, 1),
    )


def _gesture(row: Json, number: int, seq: int, players: int) -> LoggedGesture:
    if _field(row, "seq", int, number) != seq:
        raise LogError(f"line {number}: seq must be {seq}")
    seat = _field(row, "seat", int, number)
    if (seat != NOBODY) if seq == 0 else not 0 <= seat < players:
        raise LogError(f"line {number}: there is no such seat")
    actions = _field(row, "actions", list, number)
    chance = _field(row, "chance", list, number)
    if not all(isinstance(action, str) for action in actions) or bool(actions) != bool(seq):
        raise LogError(f"line {number}: actions must be words")
    if not all(type(outcome) is int for outcome in chance):
        raise LogError(f"line {number}: chance must be whole numbers")
    time = row.get("time")
    if time is not None and not isinstance(time, str):
        raise LogError(f"line {number}: time must be text")
    return LoggedGesture(seq, seat, actions, chance, time)


def replay(game: Game, log: Log, upto: int | None = None, forced: bool = False) -> State:
    """The state after gesture `upto` (all of them by default).

    `forced` takes chance from the record; otherwise it is drawn anew from the seed and must be
    the same as recorded.
    """
    if (game.name, game.ruleset.version, game.players) != (log.game, log.version, log.players):
        raise LogError(
            f"the log is of {log.game:.40} version {log.version} with {log.players} players, "
            f"not of {game.name} version {game.ruleset.version} with {game.players}"
        )
    if log.seed is None and not forced:
        raise LogError("the log has no seed: it can only be replayed from its recorded chance")
    if upto is not None and not 0 <= upto < len(log.gestures):
        raise LogError(f"the log has gestures 0 to {len(log.gestures) - 1}, not {upto}")
    state: State | None = None
    for gesture in log.gestures[: None if upto is None else upto + 1]:
        tape = Tape(gesture.chance if forced else None)
        try:
            if state is None:
                state = game.start(log.seed or 0, tape)
            else:
                state.tape = tape
                for action in gesture.actions:
                    game.apply(state, game.code(action), gesture.seat)
        except CapotrenoError as error:
            raise LogError(f"gesture {gesture.seq}: {error}") from None
        if tape.rolled != gesture.chance:
            raise LogError(f"gesture {gesture.seq}: chance is not as recorded")
    assert state is not None
    state.tape = None
    return state


def gestures(game: Game, log: Log) -> Iterator[tuple[LoggedGesture, list[Event], State]]:
    """Every gesture of a verified log with its events and the state after it, which goes on."""
    state: State | None = None
    for gesture in log.gestures:
        events: list[Event] = []
        tape = Tape(gesture.chance)
        if state is None:
            state = game.start(log.seed or 0, tape, events)
        else:
            state.tape, state.events = tape, events
            for action in gesture.actions:
                game.apply(state, game.code(action), gesture.seat)
        yield gesture, events, state


def verify(game: Game, log: Log, forced: bool = False) -> State:
    """Replay everything and compare the result; the final state."""
    state = replay(game, log, forced=forced)
    if log.result is not None:
        if game.actor(state) is not None:
            raise LogError("the log has a result, but the game is not over")
        if game.outcome(state).json() != log.result:
            raise LogError("the result is not the one the game gives")
        if not forced and game.digest(state) != log.digest:
            raise LogError("the digest is not that of the final state")
    elif game.actor(state) is None:
        raise LogError("the game is over, but the log has no result")
    return state
