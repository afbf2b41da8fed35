"""What a person typed: a number, words or unique abbreviations of them, in either language."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from capotreno.board.model import Place
from capotreno.engine.actions import Action
from capotreno.engine.layout import DECK, ROW
from capotreno.terminal.show.dice import meant
from capotreno.terminal.talk.ask import number, signed
from capotreno.terminal.talk.choices import Chooser, MenuEntry, rerolls
from capotreno.terminal.talk.spelling import (
    begins,
    called,
    callings,
    fits,
    joins,
    names_whole,
    plain,
    spellings,
    words_in,
)
from capotreno.words import LANGUAGES, say

COMMANDS = ("map", "rules", "help", "save", "quit", "why", "more", "history")


@dataclass(frozen=True)
class Meant:
    """What the words mean: an action, a command, or nothing that could be done."""

    code: int = -1
    sure: bool = True  # False: half a word, to be confirmed before it is done
    command: str = ""
    rest: str = ""
    unclear: tuple[int, ...] = ()  # several actions it could be
    about: tuple[int, ...] = ()  # actions of the game that are not possible now
    nothing: str = ""  # words that should have named something
    outside: bool = False  # a number that is not in the list


class Ear:
    """Understands what is typed at one moment of a game."""

    def __init__(self, chooser: Chooser, choices: Sequence[MenuEntry]) -> None:
        self.chooser = chooser
        self.game = chooser.game
        self.language = chooser.names.voice.language
        self.choices = choices
        self.legal = [self.game.action(choice.code) for choice in choices]

    def hear(self, text: str) -> Meant:
        if number(text) is not None or signed(text):
            return self._numbered(number(text), self.legal)
        if text.strip() == "?":
            return Meant(command="help")
        words = words_in(text)
        if not words:
            return Meant()
        for action in self._exact(text):
            return Meant(code=action.code)
        if len(words) == 1 and (found := self._by_letter(words[0])):
            return found
        command = self._command(words[0])
        if command:
            return Meant(command=command, rest=text.strip().partition(" ")[2])
        verbs = self._verbs(words[0])
        if not verbs:
            return self._action(words, [], "")
        if len(words) > 1 and any(rerolls(action) for action in self._every(verbs)):
            return self._reroll(words[1:])
        own = [action for action in self.legal if action.verb in verbs]
        if len(words) == 2 and (meant := self._numbered(number(words[1]), own)).code >= 0:
            return meant
        return self._action(words[1:], verbs, words[0])

    def _reroll(self, words: Sequence[str]) -> Meant:
        """Dice to be rolled again, named by number, letter or face."""
        standing = self.chooser.standing
        some = meant(words, standing.roll, self.chooser.names)
        if standing.read.dice is None or some is None:
            return Meant(nothing=" ".join(words))
        code = standing.read.dice.codes + standing.read.dice.again.index(some)
        possible = code in self.game.legal(standing.view)
        return Meant(code=code) if possible else Meant(about=(code,))

    def answer(self, text: str, asked: Sequence[int]) -> Meant:
        """The answer to "which one?": first among those asked about, else anything new."""
        own = [action for action in self.legal if action.code in asked]
        if number(text) is not None or signed(text):
            return self._numbered(number(text), own)
        words = words_in(text)
        if not words or any(words[0] in spellings("command", c) for c in COMMANDS):
            return self.hear(text)
        found = self.matching(words, own)
        if len(found) == 1:
            return Meant(code=found[0].code)
        if 1 < len(found) < len(own):
            return Meant(unclear=tuple(action.code for action in found))
        return self.hear(text)

    def _numbered(self, value: int | None, actions: Sequence[Action]) -> Meant:
        """The action with a number of the menu."""
        codes = [choice.code for choice in self.choices if choice.number == value]
        found = [action for action in actions if action.code in codes]
        return Meant(code=found[0].code) if found else Meant(outside=True)

    def _exact(self, text: str) -> list[Action]:
        """An action written out as logs write it."""
        said = " ".join(text.lower().split())
        legal = self.game.legal(self.chooser.standing.view)
        found = [action for action in self.legal if action.text == said]
        every = (action for action in self.game.actions.all if action.code in legal)
        return found or [action for action in every if " " in said and action.text == said]

    def _by_letter(self, word: str) -> Meant | None:
        """A card by its letter; a letter that also begins something else to do is asked about."""
        cards = [a for a in self.legal if self._lies(a, ROW) and self._letter(a) == word]
        if not cards:
            return None
        now = {
            action.verb: words_in(say(self.language, f"verb.{action.verb}"))
            for action in self.legal
        }
        verbs = [verb for verb, known in now.items() if begins(word, known)]
        others = [action for action in self.legal if action.verb in verbs]
        if not others:
            return Meant(code=cards[0].code)
        return Meant(unclear=tuple(dict.fromkeys(a.code for a in [*cards, *others])))

    def _command(self, word: str) -> str:
        """A command by a beginning of two letters or more, or q for quit."""
        if word == "q":
            return "quit"
        fitting = [c for c in COMMANDS if word in spellings("command", c)]
        if not fitting and len(word) > 1:
            fitting = [c for c in COMMANDS if begins(word, spellings("command", c))]
        return fitting[0] if len(fitting) == 1 else ""

    def _verbs(self, word: str) -> list[str]:
        """The verbs a word may mean, by any beginning; what can be done now goes first."""
        every = list(self.game.layout.groups)
        now = [verb for verb in every if any(action.verb == verb for action in self.legal)]
        for verbs in (now, every):
            for fitting in (
                [verb for verb in verbs if word in spellings("verb", verb)],
                [verb for verb in verbs if begins(word, spellings("verb", verb))],
            ):
                if fitting:
                    return fitting
        return []

    def _action(self, words: Sequence[str], verbs: Sequence[str], verb: str) -> Meant:
        legal = [action for action in self.legal if not verbs or action.verb in verbs]
        found = self.matching(words, legal)
        if len(found) == 1:
            return Meant(code=found[0].code, sure=self._sure(found[0], words, verb))
        if found:
            return Meant(unclear=tuple(action.code for action in found))
        about = self.about(words, verbs)
        if about:
            return Meant(about=tuple(action.code for action in about))
        unknown = self.unknown(words, verbs)
        if not verbs and len(unknown) == len(words):
            return Meant()  # not even half a route: it was something else
        return Meant(nothing=" ".join(unknown or words))

    def _sure(self, action: Action, words: Sequence[str], verb: str) -> bool:
        """Whether it was said plainly enough to be done: a route by both its names whole."""
        if self.chooser.claims(action):
            a, b, _ = self._route(action)
            return names_whole(a, words) and names_whole(b, words)
        if self._lies(action, DECK):
            return True
        if action.text == action.verb:  # it has no object
            return len(verb) > 1
        return bool(words)

    def about(self, words: Sequence[str], verbs: Sequence[str]) -> list[Action]:
        """All actions of the game the words could mean, possible now or not."""
        every = self._every(verbs)
        return self.matching(words, every) if words or len(every) == 1 else []

    def _every(self, verbs: Sequence[str]) -> list[Action]:
        """All actions of some verbs; without any, all claims: who only names places means one."""
        every = self.game.actions.all
        return [a for a in every if (a.verb in verbs if verbs else self.chooser.claims(a))]

    def _lies(self, action: Action, spot: str) -> bool:
        return self.game.layout.spots[action.verb] == spot

    def unknown(self, words: Sequence[str], verbs: Sequence[str]) -> list[str]:
        """Those of the words that begin nothing on this board."""
        every = self._every(verbs)
        known = {word for action in every for word in self._words(action)}
        return [word for word in words if not begins(word, known)]

    def asked_why(self, text: str) -> Meant:
        """What a question "why not …?" is about: a number of the menu, or words."""
        if number(text) is not None or signed(text):
            return self._numbered(number(text), self.legal)
        words = words_in(text)
        verbs = self._verbs(words[0]) if words else []
        rest = words[1:] if verbs else words
        found = self.about(rest, verbs)
        unknown = self.unknown(rest, verbs)
        return Meant(about=tuple(a.code for a in found), nothing="" if found else " ".join(unknown))

    def matching(self, words: Sequence[str], actions: Iterable[Action]) -> list[Action]:
        """The actions whose words the typed ones begin; what fits better beats what fits worse."""
        found: dict[int, list[Action]] = {}
        for action in actions:
            known = self._words(action)
            if fits(words, known, whole=False):
                fit = self._fit(words, action, known)
                found.setdefault(fit, []).append(action)
        return found[max(found)] if found else []

    def _fit(self, words: Sequence[str], action: Action, known: Sequence[str]) -> int:
        """How well words that fit do so: both places whole, both begun, whole words, beginnings."""
        whole = int(fits(words, known, whole=True))
        if not self.chooser.claims(action):
            return whole
        a, b, colour = self._route(action)
        if names_whole(a, words) and names_whole(b, words):
            return 4 + whole
        one = any(list(words) == way for place in (a, b) for way in callings(place))
        return whole + (2 if not one and joins(words, a, b, self._colours(colour)) else 0)

    def _route(self, action: Action) -> tuple[Place, Place, str]:
        """The two places of a claim and its colour."""
        route = self.game.board.routes[self.chooser.route(action)]
        places = self.game.board.places
        return places[route.a], places[route.b], route.colour

    def _words(self, action: Action) -> list[str]:
        """Everything an action may be called by: ids, names, colour and letter."""
        if self.chooser.claims(action):
            a, b, colour = self._route(action)
            return called(a) + called(b) + self._colours(colour)
        known = words_in(action.text)[1:]
        if "colour" in action.json:
            return known + words_in(self.chooser.label(action).partition("(")[0])
        known += words_in(self.chooser.label(action))
        if self._lies(action, ROW):
            known.append(self._letter(action))
        return known

    def _colours(self, colour: str) -> list[str]:
        """The words for a route's colour, in every language."""
        known = words_in(colour) + words_in(self.chooser.names.colour(colour))
        if not colour:
            known += [
                w for language in LANGUAGES for w in words_in(say(language, "typed.any_colour"))
            ]
        return known

    def _letter(self, action: Action) -> str:
        return plain(self.chooser.names.letters[self.chooser.card(action)])
