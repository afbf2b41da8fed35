"""What a person typed: a number, words or unique abbreviations of them, in either language."""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from capotreno.engine.actions import Action
from capotreno.play.choices import Choice, Chooser
from capotreno.words import LANGUAGES, say

VERBS = ("take", "draw", "claim", "pay", "tickets", "keep", "return", "passenger", "pass")
COMMANDS = ("map", "rules", "help", "save", "quit", "why", "more")


@dataclass(frozen=True)
class Meant:
    """What the words mean: an action, a command, or nothing that could be done."""

    code: int = -1
    command: str = ""
    rest: str = ""
    unclear: tuple[int, ...] = ()  # several actions it could be
    about: int = -1  # an action of the game that is not possible now
    nothing: str = ""  # words that should have named something


def plain(text: str) -> str:
    """Lower case without accents: a keyboard need not have them."""
    apart = unicodedata.normalize("NFKD", text.casefold())
    return "".join(c for c in apart if not unicodedata.combining(c))


def tokens(text: str) -> list[str]:
    """The words and numbers in a text, plain."""
    return re.findall(r"[^\W_]+", plain(text))


def spellings(prefix: str, word: str) -> list[str]:
    """All the words a verb or command goes by, in every language."""
    known = {word}
    for language in LANGUAGES:
        known.update(tokens(say(language, f"{prefix}.{word}")))
    return sorted(known)


class Ear:
    """Understands what is typed at one moment of a game."""

    def __init__(self, chooser: Chooser, choices: Sequence[Choice]) -> None:
        self.chooser = chooser
        self.game = chooser.game
        self.choices = choices
        self.legal = [self.game.action(choice.code) for choice in choices]

    def hear(self, text: str) -> Meant:
        words = tokens(text)
        if text.strip().isdecimal():
            number = int(text[:9])
            found = [choice.code for choice in self.choices if choice.number == number]
            return Meant(code=found[0]) if found else Meant()
        if text.strip() == "?":
            return Meant(command="help")
        if not words:
            return Meant()
        if len(words) == 1:
            for action in self.legal:
                if action.verb == "take" and self._letter(action) == words[0]:
                    return Meant(code=action.code)
        command = self._command(words[0])
        if command:
            return Meant(command=command, rest=text.strip().partition(" ")[2])
        verbs = self._verbs(words[0])
        return self._action(words[1:], verbs) if verbs else self._action(words, [])

    def _command(self, word: str) -> str:
        """A command by a beginning of two letters or more, or q for quit."""
        if word == "q":
            return "quit"
        fits = [c for c in COMMANDS if word in spellings("command", c)]
        if not fits and len(word) > 1:
            fits = [c for c in COMMANDS if begins(word, spellings("command", c))]
        return fits[0] if len(fits) == 1 else ""

    def _verbs(self, word: str) -> list[str]:
        """The verbs a word may mean, by any beginning; what can be done now goes first."""
        now = [verb for verb in VERBS if any(action.verb == verb for action in self.legal)]
        for verbs in (now, VERBS):
            for fits in (
                [verb for verb in verbs if word in spellings("verb", verb)],
                [verb for verb in verbs if begins(word, spellings("verb", verb))],
            ):
                if fits:
                    return fits
        return []

    def _action(self, words: Sequence[str], verbs: Sequence[str]) -> Meant:
        legal = [action for action in self.legal if not verbs or action.verb in verbs]
        found = self.matching(words, legal)
        if len(found) == 1 or (found and self._equal(found)):
            return Meant(code=found[0].code)
        if found:
            return Meant(unclear=tuple(action.code for action in found))
        about = self._about(words, verbs)
        if about:
            return Meant(about=about[0].code)
        return Meant(nothing=" ".join(words)) if verbs and words else Meant()

    def _about(self, words: Sequence[str], verbs: Sequence[str]) -> list[Action]:
        """All actions of the game the words could mean, possible now or not."""
        every = [a for a in self.game.actions.all if a.verb in (verbs or ["claim"])]
        return self.matching(words, every) if words or len(every) == 1 else []

    def explain(self, text: str) -> int:
        """The action a question "why not …?" is about, or -1."""
        words = tokens(text)
        verbs = self._verbs(words[0]) if words else []
        found = self._about(words[1:] if verbs else words, verbs)
        refused = [action for action in found if action not in self.legal]
        return (refused or found)[0].code if found else -1

    def matching(self, words: Sequence[str], actions: Iterable[Action]) -> list[Action]:
        """The actions whose words the typed ones begin; equal words beat mere beginnings."""
        beginning, exact = [], []
        for action in actions:
            known = self._words(action)
            if fits(words, known, whole=True):
                exact.append(action)
            elif fits(words, known, whole=False):
                beginning.append(action)
        return exact or beginning

    def _words(self, action: Action) -> list[str]:
        """Everything an action may be called by: ids, names, colour and letter."""
        known = tokens(action.text)[1:]
        if action.verb == "passenger":
            return known + tokens(self.chooser.label(action).partition("(")[0])
        known += tokens(self.chooser.label(action))
        if action.verb == "take":
            known.append(self._letter(action))
        if action.verb == "claim":
            route = self.game.board.routes[self.chooser.route(action)]
            known += tokens(route.colour) + tokens(self.chooser.names.colour(route.colour))
        return known

    def _letter(self, action: Action) -> str:
        return plain(self.chooser.names.letters[self.chooser.card(action)])

    def _equal(self, actions: Sequence[Action]) -> bool:
        """Whether it makes no difference which is taken: twins of one colour."""
        if any(action.verb != "claim" for action in actions):
            return False
        routes = [self.game.board.routes[self.chooser.route(action)] for action in actions]
        return len({(route.a, route.b, route.colour) for route in routes}) == 1


def begins(word: str, known: Iterable[str]) -> bool:
    """Whether a typed word begins one of the known ones."""
    return any(one.startswith(word) for one in known)


def fits(words: Sequence[str], known: Sequence[str], whole: bool) -> bool:
    """Whether every typed word is (or begins) a known one."""
    return all(word in known if whole else begins(word, known) for word in words)
