"""One person's game against bots: ask, do, save, until it is over or the person leaves."""

import random
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from rich.console import Console

from capotreno.bots.bot import Bot
from capotreno.bots.levels.search import THINKING
from capotreno.bots.registry import make
from capotreno.engine.layout import SEVERAL_OF
from capotreno.engine.state import TURN_QUESTION, Event
from capotreno.match import Match
from capotreno.reader.standing import Standing
from capotreno.telling.names import Names
from capotreno.telling.narrate import COUNTED, Narrator
from capotreno.terminal.show.ending import show_outcome
from capotreno.terminal.show.screen import Screen
from capotreno.terminal.talk.dialogue import LATEST, Dialogue
from capotreno.words import Voice


class Session:
    """A match with one human seat. Only that seat's View and redacted events are shown."""

    def __init__(
        self, match: Match, you: int, kinds: dict[int, str], path: Path, console: Console
    ) -> None:
        self.match = match
        self.game = match.game
        self.you = you
        self.path = path
        self.console = console
        self.bots = {seat: self._bot(kind, seat) for seat, kind in kinds.items()}
        self.heard: list[Event] = []
        self.names: Names
        self.screen: Screen
        # A game in which the person has done nothing yet is not worth keeping.
        self.begun = any(gesture.seat == you for gesture in match.log.gestures)
        if self.begun:
            self._hear(match.raw_events)

    def _bot(self, kind: str, seat: int) -> Bot:
        """A bot whose chance follows from the game's seed but tells nothing about it."""
        log = self.match.log
        own = random.Random(f"{log.seed}/{seat}/{len(log.gestures)}").getrandbits(63)
        bot = make(kind, self.game, own)
        bot.budget = THINKING
        return bot

    def run(self, voice: Voice) -> None:
        """Play to the end; Left when the person goes before."""
        self.names = Names(self.game, voice, self.match.log.seats, self.you)
        self.screen = Screen(self.console, self.names)
        self.path.parent.mkdir(parents=True, exist_ok=True)
        while not self.match.over:
            if self.you in self.game.actors(self.match.state):
                self._save()
                self._decide()
                self._save()
            else:
                seat = self.match.actor
                assert seat is not None
                self._play((self.bots[seat].choose(self.match.view(seat)),), seat)
        self._save()
        self._end()

    def _save(self) -> None:
        if self.begun:
            self.match.save(self.path)

    def _play(self, codes: Sequence[int], seat: int) -> None:
        moment = datetime.now(UTC).isoformat(timespec="seconds")
        self._hear([event.raw for event in self.match.play(*codes, seat=seat, time=moment)])

    def _hear(self, events: Sequence[Event]) -> None:
        seen = (self.game.redact(event, self.you) for event in events)
        self.heard.extend(event for event in seen if event is not None)

    def _end(self) -> None:
        for line in Narrator(self.names, counted=COUNTED).tell(self.heard)[-LATEST:]:
            self.console.print(line)
        outcome = self.game.outcome(self.match.view(self.you))
        show_outcome(self.console, self.names, outcome)
        self.screen.say_path("end.saved", "dim", self.path)

    def _decide(self) -> None:
        """Ask what must be asked; a choice of one is made without asking."""
        view = self.match.view(self.you)
        standing = Standing(self.game, view, self.you)
        question, _, subject = view.asked
        codes = self.game.legal(view)
        dialogue = Dialogue(self.screen, standing, self.match, self.path, self.heard)
        gesture: Sequence[int]
        asked = self.game.layout.questions[question]
        if (asked.form, asked.of) == (SEVERAL_OF, "ticket"):
            gesture = dialogue.keep(asked.name, subject)
        elif len(codes) == 1:
            gesture = codes
        else:
            gesture = dialogue.choose(codes, question, subject)
        self.begun = self.begun or len(codes) > 1 or bool(standing.offered)
        if question == TURN_QUESTION and len(codes) > 1:
            self.heard = []  # a new turn of yours: what came before is old
        self._play(gesture, self.you)
