"""The conversation about one decision: show it, hear the answer, ask again where it is unclear."""

from collections.abc import Sequence
from pathlib import Path

from rich.text import Text

from capotreno.engine.layout import PAYMENT
from capotreno.engine.state import Event
from capotreno.match import Match
from capotreno.reader.standing import Standing
from capotreno.rules.building.harbours import Harbours
from capotreno.telling.narrate import COUNTED, Narrator
from capotreno.terminal.session.commands import obey
from capotreno.terminal.show.screen import Screen
from capotreno.terminal.talk.ask import Left, ask
from capotreno.terminal.talk.choices import Chooser, MenuEntry
from capotreno.terminal.talk.keeping import answers, kept
from capotreno.terminal.talk.reasons import Reasons
from capotreno.terminal.talk.spelling import plain, spellings
from capotreno.terminal.talk.understand import Ear, Meant

LATEST = 6  # sentences of news
BACK = "0"


class Dialogue:
    """One seat's decision in words; gives the codes of the gesture it ends in."""

    def __init__(
        self, screen: Screen, standing: Standing, match: Match, path: Path, heard: Sequence[Event]
    ) -> None:
        self.screen = screen
        self.console = screen.console
        self.voice = screen.voice
        self.names = screen.names
        self.standing = standing
        self.match = match
        self.game = match.game
        self.path = path
        self.heard = heard
        self.chooser = Chooser(self.names, standing)

    # -- a choice of several actions ----------------------------------------------------------

    def choose(self, codes: tuple[int, ...], question: int, subject: int) -> tuple[int, ...]:
        """A gesture for a menu of several codes."""
        choices = self.chooser.choices(codes)
        ear = Ear(self.chooser, choices)
        declared = self.game.layout.questions[question]
        # The thriftiest payment comes first; of cards given one by one none is the thriftiest.
        default = choices[0] if declared.form == PAYMENT and not declared.of else None
        asked = self.voice.say(f"question.{declared.name}")
        if declared.about == "place":
            asked = f"{asked} ({self.names.places[subject]})"
        self._draw(choices, asked)
        pending: tuple[int, ...] = ()  # what "which one?" was asked about
        while True:
            text = self._ask(default, bool(pending))
            if not text and default is None:
                pending = ()
                self._draw(choices, asked)
                continue
            meant = ear.answer(text, pending) if pending else ear.hear(text)
            if not text and default is not None:
                meant = Meant(code=default.code)
            if meant.code >= 0:
                gesture = self._complete(meant)
                if gesture:
                    return gesture
                pending = ()
                self._draw(choices, asked)
            elif meant.command:
                self._command(meant, ear)
            else:
                pending = self._unclear(meant, ear, pending)

    def _ask(self, default: MenuEntry | None, pending: bool) -> str:
        if default:
            return ask(self.console, self.voice.say("play.prompt_payment", way=default.label))
        return ask(self.console, self.voice.say("play.prompt_which" if pending else "play.prompt"))

    def _complete(self, meant: Meant) -> tuple[int, ...]:
        """What can be paid in several ways is paid in the same gesture; () to go back."""
        action = self.game.action(meant.code)
        ways = self.standing.ways(self.chooser.route(action)) if self.chooser.claims(action) else ()
        ways = (
            self.standing.harbour_ways()
            if isinstance(self.game.owners[action.code], Harbours)
            else ways
        )
        if len(ways) > 1:
            return self._pay(meant.code, ways)
        if meant.sure or self._confirmed(meant.code, ways):
            return (meant.code,)
        return ()

    def _confirmed(self, code: int, ways: Sequence[int]) -> bool:
        """Whether a half-typed action is the one: shown, and Enter or a yes does it."""
        action = self.game.action(code)
        label = self.chooser.label(action)
        if self.chooser.claims(action):
            route = self.game.board.routes[self.chooser.route(action)]
            ends, track = self.names.ends(route.index), self.names.track(route.index)
            label = f"{ends}, {route.length} {track}"
        way = self.chooser.label(self.game.action(ways[0])) if ways else ""
        label += f" ({self.voice.say('play.paying', way=way)})" if way else ""
        self.console.print(Text(label, "bold"))
        while True:
            text = plain(ask(self.console, self.voice.say("play.confirm")))
            if not text or text in spellings("play", "yes"):
                return True
            if text == BACK or text in spellings("play", "no"):
                return False
            self.screen.say("play.confirm_how", "yellow")

    def _pay(self, code: int, ways: tuple[int, ...]) -> tuple[int, ...]:
        choices = self.chooser.choices(ways)
        ear = Ear(self.chooser, choices)
        self.console.print(Text(self.chooser.label(self.game.action(code)), "bold"))
        self.screen.show(self.screen.choices(self.standing, choices, 0))
        while True:
            text = self._ask(choices[0], pending=False)
            if not text:
                return (code, choices[0].code)
            if text == BACK:
                return ()
            meant = ear.hear(text)
            if meant.code >= 0:
                return (code, meant.code)
            if meant.command:
                self._command(meant, ear)
            else:
                self._unclear(meant, ear, ())

    # -- the choice of tickets ----------------------------------------------------------------

    def keep(self, question: str, least: int) -> list[int]:
        """Which of the offered tickets to keep: all are shown together, one gesture decides."""
        offered = self.standing.offered
        if least >= len(offered):
            return answers(self.game, offered, frozenset(offered))
        ear = Ear(self.chooser, [])
        self._position(self.voice.say(f"question.{question}"))
        self.screen.show(
            self.screen.offer([self.standing.progress_of(ticket) for ticket in offered])
        )
        while True:
            text = ask(self.console, self.voice.say("play.prompt_keep", n=least))
            answer = kept(self.game, text, offered, least)
            if not answer.wrong:
                return answers(self.game, offered, answer.tickets)
            meant = ear.hear(text)
            if meant.command:
                self._command(meant, ear)
            if meant.command == "help":
                self.screen.say("play.keep_how", n=len(offered))
            elif meant.command:
                continue
            elif answer.wrong == "play.too_few":
                self.console.print(Text(self.voice.say(answer.wrong, n=least), "yellow"))
            else:
                self.screen.say(answer.wrong, "yellow", n=len(offered))

    # -- showing ------------------------------------------------------------------------------

    def _draw(self, choices: Sequence[MenuEntry], asked: str) -> None:
        used = self._position(asked)
        others = self.screen.choices(self.standing, [c for c in choices if c.group != "claim"], 0)
        room = self.console.height - used - len(others) - 2
        self.screen.show(self.screen.choices(self.standing, choices, room))

    def _position(self, asked: str) -> int:
        """Everything above the choices; how many lines it took."""
        if self.console.is_terminal:
            self.console.clear()
        news = Narrator(self.names, counted=COUNTED).tell(self.heard)[-LATEST:]
        self.screen.heading(self.standing, asked)
        self.screen.players(self.standing)
        lines = self.screen.cards(self.standing)
        lines += self.screen.tickets(self.standing.progress, self.voice.say("label.tickets"))
        lines += self.screen.news(news)
        self.screen.show(lines)
        return len(lines) + self.game.players + 2

    # -- what was not an action ---------------------------------------------------------------

    def _unclear(self, meant: Meant, ear: Ear, pending: tuple[int, ...]) -> tuple[int, ...]:
        """Say what is the matter; the actions a question is now open about."""
        if meant.unclear:
            fitting = [choice for choice in ear.choices if choice.code in meant.unclear]
            self.screen.say("play.which", "yellow")
            room = max(self.console.height // 2, 4)
            self.screen.show(self.screen.choices(self.standing, fitting, room))
            return meant.unclear
        if meant.outside:
            numbers = [c.number for c in ear.choices if not pending or c.code in pending]
            self._range(numbers)
            return pending
        if meant.about:
            Reasons(self.screen, self.standing, self.chooser).tell(meant.about, most=1)
        elif meant.nothing:
            self.screen.say("play.no_such", "yellow", text=meant.nothing)
        else:
            self.screen.say("play.not_understood", "yellow")
            return pending
        return ()

    def _range(self, numbers: Sequence[int]) -> None:
        """Which numbers there are."""
        if numbers and len(numbers) == numbers[-1] - numbers[0] + 1:
            self.screen.say("play.number_range", "yellow", low=numbers[0], high=numbers[-1])
        else:
            shown = ", ".join(str(number) for number in numbers)
            self.screen.say("play.number_list", "yellow", numbers=shown)

    def _command(self, meant: Meant, ear: Ear) -> None:
        if meant.command == "quit":
            raise Left
        if meant.command != "why":
            obey(meant, self.screen, self.standing, ear.choices, self.match, self.path)
            return
        asked = ear.asked_why(meant.rest)
        codes = asked.about or ((asked.code,) if asked.code >= 0 else ())
        if codes:
            Reasons(self.screen, self.standing, self.chooser).tell(codes)
        elif asked.outside:
            self._range([choice.number for choice in ear.choices])
        elif asked.nothing:
            self.screen.say("play.no_such", "yellow", text=asked.nothing)
        else:
            self.screen.say("play.why_what", "yellow")
