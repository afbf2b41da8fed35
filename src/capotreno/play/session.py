"""One person's game against bots: ask, do, save, until it is over or the person leaves."""

import random
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from rich.console import Console
from rich.text import Text

from capotreno.bots.bot import Bot
from capotreno.bots.registry import make
from capotreno.engine.state import TURN_QUESTION, Event
from capotreno.match import Match
from capotreno.play.choices import Choice, Chooser
from capotreno.play.commands import obey
from capotreno.play.ending import show_outcome
from capotreno.play.names import Names
from capotreno.play.narrate import Narrator
from capotreno.play.screen import Screen
from capotreno.play.sight import Sight
from capotreno.play.understand import Ear, Meant, tokens
from capotreno.words import Voice

LATEST = 6  # sentences of news


class Left(Exception):
    """The person has left the table; the game is saved."""


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

    def _bot(self, kind: str, seat: int) -> Bot:
        """A bot whose chance follows from the game's seed but tells nothing about it."""
        log = self.match.log
        own = random.Random(f"{log.seed}/{seat}/{len(log.gestures)}").getrandbits(63)
        return make(kind, self.game, own)

    def run(self, voice: Voice) -> None:
        """Play to the end; Left when the person goes before."""
        self.names = Names(self.game, voice, self.match.log.seats, self.you)
        self.screen = Screen(self.console, self.names)
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.match.save(self.path)
        while not self.match.over:
            if self.you in self.game.actors(self.match.state):
                self.match.save(self.path)
                self._decide()
                self.match.save(self.path)
            else:
                seat = self.match.actor
                assert seat is not None
                self._play((self.bots[seat].choose(self.match.view(seat)),), seat)
        self.match.save(self.path)
        self._end()

    def _play(self, codes: Sequence[int], seat: int) -> None:
        moment = datetime.now(UTC).isoformat(timespec="seconds")
        events = self.match.play(*codes, seat=seat, time=moment)
        seen = (self.game.redact(event, self.you) for event in events)
        self.heard.extend(event for event in seen if event is not None)

    def _end(self) -> None:
        for line in Narrator(self.names).tell(self.heard)[-LATEST:]:
            self.console.print(line)
        outcome = self.game.outcome(self.match.view(self.you))
        show_outcome(self.console, self.names, outcome)
        self.screen.say("end.saved", "dim", path=str(self.path))

    # -- one decision ----------------------------------------------------------------------------

    def _decide(self) -> None:
        """Ask what must be asked; a choice of one is made without asking."""
        view = self.match.view(self.you)
        sight = Sight(self.game, view, self.you)
        question, subject = next((q, n) for q, seat, n in reversed(view.stack) if seat == self.you)
        codes = self.game.legal(view)
        gesture: Sequence[int]
        if sight.offered:
            gesture = self._keep(sight, subject)
        elif len(codes) == 1:
            gesture = codes
        else:
            gesture = self._choose(sight, codes, question, subject)
        if question == TURN_QUESTION:
            self.heard = []  # a new turn of yours: what came before is old
        self._play(gesture, self.you)

    def _choose(
        self, sight: Sight, codes: tuple[int, ...], question: int, subject: int
    ) -> tuple[int, ...]:
        """A gesture for a menu of several codes."""
        chooser = Chooser(self.names, sight)
        choices = chooser.choices(codes)
        ear = Ear(chooser, choices)
        name = self.game.layout.questions[question].name
        default = choices[0] if name == "payment" else None
        asked = self.names.voice.say(f"question.{name}")
        if name == "passenger":
            asked = f"{asked} ({self.names.places[subject]})"
        self._draw(sight, choices, asked)
        while True:
            text = self._answer(self._prompt(default))
            meant = Meant(code=default.code) if default and not text else ear.hear(text)
            if not text and default is None:
                self._draw(sight, choices, asked)
            elif meant.command:
                self._command(meant, sight, ear)
            elif meant.code >= 0:
                gesture = self._complete(sight, chooser, meant.code)
                if gesture:
                    return gesture
                self._draw(sight, choices, asked)
            else:
                self._unclear(meant, sight, ear)

    def _complete(self, sight: Sight, chooser: Chooser, code: int) -> tuple[int, ...]:
        """A claim that can be paid in several ways is paid in the same gesture; () to go back."""
        action = self.game.action(code)
        if action.verb != "claim":
            return (code,)
        ways = sight.ways(chooser.route(action))
        if len(ways) < 2:
            return (code,)
        choices = chooser.choices(ways)
        ear = Ear(chooser, choices)
        self.console.print(Text(chooser.label(action), "bold"))
        self.screen.show(self.screen.choices(sight, choices, len(choices)))
        while True:
            text = self._answer(self.names.voice.say("play.prompt_payment", way=choices[0].label))
            if not text:
                return (code, choices[0].code)
            if text == "0":
                return ()
            meant = ear.hear(text)
            if meant.code >= 0:
                return (code, meant.code)
            if meant.command:
                self._command(meant, sight, ear)
            else:
                self._unclear(meant, sight, ear)

    def _keep(self, sight: Sight, least: int) -> list[int]:
        """Which of the offered tickets to keep: all are shown together, one gesture decides."""
        offered = sight.offered
        if least >= len(offered):
            return self._keeping(offered, set(offered))
        ear = Ear(Chooser(self.names, sight), [])
        self._position(sight, self.names.voice.say("question.keep_tickets"))
        self.screen.show(self.screen.offer([sight.prospect(ticket) for ticket in offered]))
        while True:
            text = self._answer(self.names.voice.number("play.prompt_keep", least))
            kept = self._kept(text, offered)
            if kept is None:
                meant = ear.hear(text)
                if meant.command:
                    self._command(meant, sight, ear)
                else:
                    self.screen.say("play.keep_how", "yellow", n=len(offered))
            elif len(kept) < least:
                self.console.print(Text(self.names.voice.number("play.too_few", least), "yellow"))
            else:
                return self._keeping(offered, kept)

    def _keeping(self, offered: Sequence[int], kept: set[int]) -> list[int]:
        """The answers about all offered tickets, in the order the game asks."""
        ids = self.game.layout.words["ticket"]
        verbs = ["keep" if ticket in kept else "return" for ticket in offered]
        return [
            self.game.code(f"{verb} {ids[ticket]}")
            for verb, ticket in zip(verbs, offered, strict=True)
        ]

    def _kept(self, text: str, offered: Sequence[int]) -> set[int] | None:
        """The tickets somebody names by number, all of them on an empty line; None: not clear."""
        said = tokens(text)
        if said and said[0] in tokens(self.names.voice.say("verb.keep")):
            said = said[1:]
        if not said or said == tokens(self.names.voice.say("play.all")):
            return set(offered)
        if not all(word.isdecimal() and 1 <= int(word[:4]) <= len(offered) for word in said):
            return None
        return {offered[int(word) - 1] for word in said}

    # -- the conversation ------------------------------------------------------------------------

    def _draw(self, sight: Sight, choices: Sequence[Choice], asked: str) -> None:
        used = self._position(sight, asked)
        others = self.screen.choices(sight, [c for c in choices if c.group != "claim"], 0)
        room = self.console.height - used - len(others) - 2
        self.screen.show(self.screen.choices(sight, choices, room))

    def _position(self, sight: Sight, asked: str) -> int:
        """Everything above the choices; how many lines it took."""
        if self.console.is_terminal:
            self.console.clear()
        news = Narrator(self.names).tell(self.heard)[-LATEST:]
        self.screen.heading(sight, asked)
        self.screen.players(sight)
        lines = self.screen.cards(sight)
        lines += self.screen.tickets(sight.prospects, self.names.voice.say("label.tickets"))
        lines += self.screen.news(news)
        self.screen.show(lines)
        return len(lines) + self.game.players + 2

    def _prompt(self, default: Choice | None) -> str:
        if default:
            return self.names.voice.say("play.prompt_payment", way=default.label)
        return self.names.voice.say("play.prompt")

    def _answer(self, prompt: str) -> str:
        try:
            text = self.console.input(Text(f"{prompt} ", "bold")).strip()
        except (EOFError, KeyboardInterrupt):
            self.console.print()
            raise Left from None
        if not self.console.is_terminal:
            self.console.print()
        return text

    def _unclear(self, meant: Meant, sight: Sight, ear: Ear) -> None:
        if meant.about >= 0:
            self._why(meant.about, sight, ear.chooser)
        elif meant.unclear:
            fitting = [choice for choice in ear.choices if choice.code in meant.unclear]
            labels = [f"{choice.number} {choice.label}" for choice in fitting[:6]]
            self.screen.say("play.which", "yellow", choices=", ".join(labels))
        elif meant.nothing:
            self.screen.say("play.no_such", "yellow", text=meant.nothing)
        else:
            self.screen.say("play.not_understood", "yellow")

    def _why(self, code: int, sight: Sight, chooser: Chooser) -> None:
        """One sentence on why an action is not possible, with the rule's number."""
        label = chooser.label(self.game.action(code))
        if code in self.game.legal(sight.view):
            self.screen.say("play.possible", "green", action=label)
            return
        reason = self.game.why_not(sight.view, code, self.you)
        sentence = self.names.reason(reason)
        self.console.print(Text(f"{label}: {sentence}", "yellow"))

    def _command(self, meant: Meant, sight: Sight, ear: Ear) -> None:
        if meant.command == "quit":
            raise Left
        if meant.command == "why":
            code = ear.explain(meant.rest)
            if code < 0:
                self.screen.say("play.why_what", "yellow")
            else:
                self._why(code, sight, ear.chooser)
        else:
            obey(meant, self.screen, sight, ear.choices, self.match, self.path)
