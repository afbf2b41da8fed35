"""Which of the offered tickets to keep: a person's answer by numbers, strictly read."""

from collections.abc import Sequence
from dataclasses import dataclass

from capotreno.engine.game import Game
from capotreno.engine.layout import NO, YES
from capotreno.terminal.talk.ask import numbers
from capotreno.terminal.talk.spelling import spellings, words_in
from capotreno.words import LANGUAGES, say


@dataclass(frozen=True)
class Kept:
    """The tickets somebody names, or the key of what is wrong with the answer."""

    tickets: frozenset[int] = frozenset()
    wrong: str = ""


def kept(game: Game, text: str, offered: Sequence[int], least: int) -> Kept:
    """All on an empty line or the word for it; otherwise numbers, each once."""
    said = text.strip()
    first, _, rest = said.partition(" ")
    if words_in(first) and words_in(first)[0] in spellings("verb", _verb(game, YES)):
        said = rest.strip()
        if not said:
            return Kept(wrong="play.keep_how")
    every = [words_in(say(language, "play.all")) for language in LANGUAGES]
    if not said or words_in(said) in every:
        return Kept(frozenset(offered))
    named = numbers(said)
    if named is None:
        return Kept(wrong="play.keep_how")
    if not all(1 <= one <= len(offered) for one in named):
        return Kept(wrong="play.keep_range")
    if len(set(named)) < len(named):
        return Kept(wrong="play.keep_twice")
    if len(named) < least:
        return Kept(wrong="play.too_few")
    return Kept(frozenset(offered[one - 1] for one in named))


def answers(game: Game, offered: Sequence[int], tickets: frozenset[int]) -> list[int]:
    """The answers about all offered tickets, in the order the game asks."""
    ids = game.layout.words["ticket"]
    yes, no = _verb(game, YES), _verb(game, NO)
    return [game.code(f"{yes if ticket in tickets else no} {ids[ticket]}") for ticket in offered]


def _verb(game: Game, spot: str) -> str:
    """The verb that says yes or no to a ticket."""
    spots = game.layout.spots
    return next(
        one.verb for one in game.actions.all if spots[one.verb] == spot and "ticket" in one.json
    )
