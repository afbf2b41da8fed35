"""A logged game told again: gesture by gesture in words, or one position of it."""

import json
from collections.abc import Iterator

from rich.console import Console
from rich.text import Text

from capotreno.engine.errors import CapotrenoError
from capotreno.engine.game import Game
from capotreno.engine.record import log as logs
from capotreno.engine.state import NOBODY, Event, State
from capotreno.engine.view import event_json
from capotreno.match import game_of
from capotreno.reader.standing import Standing
from capotreno.telling.names import Names
from capotreno.telling.narrate import Narrator, untold
from capotreno.terminal.show.atlas import Atlas
from capotreno.terminal.show.ending import show_outcome
from capotreno.terminal.show.screen import Screen
from capotreno.words import Voice


class LogReplay:
    """A log, replayed. Everything is shown of a finished game, unless a seat's eyes are wanted."""

    def __init__(self, log: logs.Log, seat: int | None = None) -> None:
        self.log = log
        self.game: Game = game_of(log)
        logs.verify(self.game, log, forced=log.seed is None)
        if seat is not None and not 0 <= seat < self.game.players:
            raise CapotrenoError(
                f"there is no seat {seat}; the seats are 0 to {self.game.players - 1}"
            )
        self.everything = seat is None and log.result is not None
        self.seat = NOBODY if seat is None else seat

    def gestures(self) -> Iterator[tuple[logs.LoggedGesture, list[Event], State]]:
        """Every gesture with the events a reader may see and the state after it."""
        for gesture, events, state in logs.gestures(self.game, self.log):
            yield gesture, self._seen(events), state

    def _seen(self, events: list[Event]) -> list[Event]:
        if self.everything:
            return events
        seen = (self.game.redact(event, self.seat) for event in events)
        return [event for event in seen if event is not None]

    def at(self, number: int) -> State:
        """The position after a gesture, as far as the reader may know it."""
        state = logs.replay(self.game, self.log, upto=number, forced=self.log.seed is None)
        return state if self.everything else self.game.view(state, self.seat)

    # -- showing ----------------------------------------------------------------------------------

    def tell(self, console: Console, voice: Voice) -> None:
        names = Names(self.game, voice, self.log.seats)
        narrator = Narrator(names, untold(self.game) - {"offered", "revealed"})
        width = len(str(len(self.log.gestures)))
        last = len(self.log.gestures) - 1
        for gesture, events, _ in self.gestures():
            for line in narrator.tell(events):
                parts = Text(line).wrap(console, console.width - width - 2)
                for at, part in enumerate(parts):
                    number = f"{gesture.seq:>{width}}" if not at else " " * width
                    console.print(Text.assemble((f"{number}  ", "dim"), part))
        if self.log.result is not None:
            show_outcome(console, names, self.game.outcome(self.at(last)))
        else:
            console.print(voice.say("replay.unfinished"))

    def events_json(self) -> Iterator[str]:
        """The events as JSON lines, each with its gesture's number."""
        for gesture, events, _ in self.gestures():
            for event in events:
                data = {"seq": gesture.seq, **event_json(self.game, event)}
                yield json.dumps(data, ensure_ascii=False)

    def position_json(self, number: int) -> str:
        return json.dumps(self.game.position(self.at(number)), ensure_ascii=False)

    def show(self, console: Console, voice: Voice, number: int) -> None:
        """The position after a gesture on the screen: the table, and the hands that may be seen."""
        state = self.at(number)
        names = Names(self.game, voice, self.log.seats)
        screen = Screen(console, names)
        standing = Standing(self.game, state)
        screen.heading(standing, "")
        screen.players(standing)
        screen.show(screen.cards(standing))
        seats = range(self.game.players) if self.everything else [self.seat]
        for seat in seats:
            if seat >= 0:
                own = Standing(self.game, state, seat)
                console.print(Text(names.seat(seat), "bold"))
                screen.show(screen.hand(own, seat, voice.say("label.hand")))
                screen.show(screen.tickets(own.progress, voice.say("label.tickets")))
        screen.show(Atlas(screen, standing).lines(range(len(self.game.board.places))))
