"""A review in words: why the better answer was better, and the verdict, in a language."""

from collections.abc import Callable

from capotreno.engine.errors import Reason
from capotreno.reviewing.hindsight import TAKEN
from capotreno.reviewing.shape import Decided, SeatReview
from capotreno.telling.names import Names


def why(names: Names, decided: Decided) -> str:
    """Why the best of the other answers is better; nothing where none is."""
    return names.reason(Reason(decided.reason, decided.values)) if decided.reason else ""


def verdict(
    names: Names, found: SeatReview, action: Callable[[Decided, int], str] | None = None
) -> str:
    """The sentence about a seat's game. `action` says in a few words what an answer is."""
    values = {key: names.value(key, value) for key, value in found.values.items()}
    if found.dearest:
        worst = found.decisions[found.dearest[0]]
        values["why"] = told = why(names, worst).removesuffix(".")
        if action is not None and worst.reason != TAKEN:
            played, better = action(worst, worst.played.code), action(worst, worst.instead[0].code)
            values["why"] = names.voice.say(
                "review.instead", played=played, better=better, why=told
            )
    return names.voice.say(found.verdict, **values)
