"""A match couples a game, its state and its log: the way to play from a script.

A game speaks ints, a match speaks words: what it gives are Actions and NamedEvents, and what it is
given may be text, JSON, an Action or a code.
"""

import os
import secrets
from collections.abc import Sequence
from pathlib import Path

from capotreno.engine.actions import Action
from capotreno.engine.chance import Tape
from capotreno.engine.errors import CapotrenoError, LogError
from capotreno.engine.game import Game
from capotreno.engine.outcome import Outcome
from capotreno.engine.record import gesture as gestures
from capotreno.engine.record import log as logs
from capotreno.engine.state import NOBODY, Event, State, View
from capotreno.games.registry import REGISTRY, build, build_content
from capotreno.telling.events import NamedEvent, Teller


class Match:  # noqa: PLW1641 -- what changes has no hash
    """A running or finished game with its whole record. A refused gesture changes nothing."""

    def __init__(
        self, game: Game, seed: int | None = None, seats: Sequence[str] | None = None
    ) -> None:
        if not isinstance(game, Game):
            raise CapotrenoError(f"a match is of a game that was loaded, not of {game!r:.60}")
        if seats is None:
            seats = [f"seat {s}" for s in range(game.players)]
        if isinstance(seats, str) or not isinstance(seats, Sequence):
            raise CapotrenoError("the names of the seats must be a list of texts")
        names = list(seats)
        if len(names) != game.players:
            raise CapotrenoError(f"{len(names)} names for {game.players} seats")
        if not all(_is_text(name) for name in names):
            raise CapotrenoError("the names of the seats must be text")
        self.game = game
        seed = secrets.randbits(64) if seed is None else seed
        tape = Tape()
        #: Everything that has happened, as the engine has it: for `game.redact` and `game.fold`.
        self.raw_events: list[Event] = []
        self.state = game.start(seed, tape, self.raw_events)
        self.state.tape = None
        self.state.events = None
        self.log = logs.Log(
            game.name,
            game.ruleset.version,
            game.players,
            dict(game.ruleset.options),
            names,
            seed,
            [logs.LoggedGesture(0, NOBODY, [], tape.rolled)],
            board=game.ruleset.source,
        )
        self._before: list[tuple[State, int]] = []  # each gesture: the state and number of events
        self._tellers: dict[str, Teller] = {}

    def __repr__(self) -> str:
        names, gestures = ", ".join(self.log.seats), len(self.log.gestures) - 1
        actor = self.actor
        asked = "over" if actor is None else f"{self.log.seats[actor]} is asked"
        return f"<Match of {self.game.id}: {names}; {gestures} gestures played, {asked}>"

    def __eq__(self, other: object) -> bool:
        """The same game with the same record."""
        return isinstance(other, Match) and self.game == other.game and self.log == other.log

    @property
    def over(self) -> bool:
        return self.game.actor(self.state) is None

    @property
    def actor(self) -> int | None:
        return self.game.actor(self.state)

    def legal(self, seat: int | None = None) -> tuple[Action, ...]:
        """What the asked seat (or a given one) can do, in words."""
        game = self.game
        codes = game.legal(self.state) if seat is None else game.legal_for(self.state, seat)
        return tuple(game.action(code) for code in codes)

    def view(self, seat: int) -> View:
        return self.game.view(self.state, seat)

    def outcome(self) -> Outcome:
        return self.game.outcome(self.state)

    def events(self, seat: int | None = None, language: str = "en") -> tuple[NamedEvent, ...]:
        """Everything that has happened; with a seat (NOBODY: a spectator) what it may know."""
        return self._teller(language).named(self.raw_events, seat)

    def _teller(self, language: str) -> Teller:
        teller = self._tellers.get(language) if isinstance(language, str) else None
        if teller is None:
            teller = Teller(self.game, language, self.log.seats)
            self._tellers[language] = teller
        return teller

    def play(
        self, *actions: object, seat: int | None = None, time: str | None = None
    ) -> tuple[NamedEvent, ...]:
        """One gesture: one or more actions of one seat, applied all or none; gives what happened.

        An action is text, JSON, an Action or a code; text may hold several, with ';' between. The
        events hide nothing: `events(seat)` gives what one seat may know of them.
        """
        game = self.game
        actor = self.actor
        if actor is None:
            raise CapotrenoError("the game is over")
        asked = actor if seat is None else seat
        game.check_seat(asked)
        if asked == NOBODY:
            raise CapotrenoError("a spectator does not play")
        if time is not None and not _is_text(time):
            raise CapotrenoError("the time of a gesture must be text")
        codes = [game.code(action) for given in actions for action in _split(given)]
        if not codes:
            raise CapotrenoError("a gesture needs at least one action")
        state, events, chance = gestures.play(game, self.state, asked, codes)
        self._before.append((self.state, len(self.raw_events)))
        self.state = state
        self.raw_events.extend(events)
        words = [game.action(code).text for code in codes]
        self.log.gestures.append(
            logs.LoggedGesture(len(self.log.gestures), asked, words, chance, time)
        )
        if game.actor(state) is None:
            self.log.result = game.outcome(state).json()
            self.log.digest = game.digest(state)
        return self._teller("en").named(events)

    def undo(self) -> tuple[Action, ...]:
        """Take back the last gesture, whoever played it, in state, events and log; gives it.

        Chance is taken back with it: the same gesture played again has the same luck.
        """
        if not self._before:
            raise CapotrenoError("nothing has been played yet: there is nothing to take back")
        self.state, events = self._before.pop()
        del self.raw_events[events:]
        gesture = self.log.gestures.pop()
        self.log.result = self.log.digest = None
        return tuple(self.game.action(self.game.code(text)) for text in gesture.actions)

    def save(self, path: str | Path) -> None:
        """Write the log; a crash leaves the old file or the new one, never half of it."""
        try:
            _write(Path(path), self.log.write())
        except (OSError, ValueError, TypeError) as error:
            raise LogError(_path_fault(path, error)) from None

    @classmethod
    def open(cls, path: str | Path) -> "Match":
        """The match a saved log holds, checked by replaying it."""
        return cls.of(read_log(path))

    @classmethod
    def of(cls, log: logs.Log) -> "Match":
        """The match a log holds, checked by replaying it from its seed."""
        if not isinstance(log, logs.Log):
            raise LogError(f"{log!r:.60} is no log")
        game = game_of(log)
        logs.verify(game, log)
        match = cls(game, log.seed, log.seats)
        for gesture in log.gestures[1:]:
            match.play(*gesture.actions, seat=gesture.seat, time=gesture.time)
        return match


def _write(target: Path, text: str) -> None:
    draft = target.with_name(target.name + ".new")
    try:
        with draft.open("w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(target)
    except OSError:
        draft.unlink(missing_ok=True)
        raise


def read_log(path: str | Path) -> logs.Log:
    """The log in a file; every fault is a LogError that names the file."""
    try:
        return logs.read(Path(path).read_bytes().decode("utf-8"))
    except LogError as error:
        raise LogError(f"{path}: {error}") from None
    except UnicodeDecodeError:
        raise LogError(f"{path}: this is not a text file") from None
    except (OSError, ValueError, TypeError) as error:
        raise LogError(_path_fault(path, error)) from None


def _path_fault(path: object, error: Exception) -> str:
    """What is wrong with a path: the system's reason, or that it is none."""
    reason = getattr(error, "strerror", None)
    return f"{path}: {reason}" if reason else f"{path!r:.80} is not the path of a file"


def game_of(log: logs.Log) -> Game:
    """The game a log was played on: a shipped one, or that of the board it carries."""
    if log.game not in REGISTRY and not log.board:
        name = f"there is no game {log.game!r:.60}"
        raise LogError(f"{name}; if it is a board of yours, register its file first")
    try:
        if log.board:
            return build_content(log.board.encode(), log.players, log.options, log.game)
        return build(log.game, log.players, log.options)
    except CapotrenoError as error:
        raise LogError(str(error)) from None


def _is_text(value: object) -> bool:
    """Whether something is text that can be written to a file."""
    try:
        return isinstance(value, str) and value.encode() is not None
    except UnicodeEncodeError:
        return False


def _split(action: object) -> list[object]:
    if isinstance(action, str):
        return [part for part in action.split(";") if part.strip()]
    return [action]
