"""A review in words: why the better answer was better, and the verdict, in a language."""

from capotreno.engine.errors import Reason
from capotreno.reviewing.shape import Decided, SeatReview
from capotreno.telling.names import Names


def why(names: Names, decided: Decided) -> str:
    """Why the best of the other answers is better; nothing where none is."""
    return names.reason(Reason(decided.reason, decided.values)) if decided.reason else ""


def verdict(names: Names, found: SeatReview) -> str:
    """The sentence about a seat's game."""
    values = {key: names.value(key, value) for key, value in found.values.items()}
    if found.dearest:
        values["why"] = why(names, found.decisions[found.dearest[0]])
    return names.voice.say(found.verdict, **values)
