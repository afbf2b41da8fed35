"""A review in words: the verdict, the sums, why the better answer was better, in a language."""

import math
from collections.abc import Callable

from capotreno.engine.errors import Reason
from capotreno.reviewing.hindsight import TAKEN
from capotreno.reviewing.shape import Decided, SeatReview
from capotreno.telling.names import Names
from capotreno.words import Voice


def why(names: Names, decided: Decided) -> str:
    """Why the best of the other answers is better; nothing where none is."""
    return names.reason(Reason(decided.reason, decided.values)) if decided.reason else ""


def sums(voice: Voice, found: SeatReview) -> list[str]:
    """Whom the points came from, part by part, and what they come to; how sure that is."""
    skill, luck, end = (round(part.margin) for part in (found.skill, found.luck, found.result))
    parts = (("skill", skill), ("luck", luck), ("others", end - skill - luck), ("result", end))
    told = [
        voice.say(f"review.{name}.{_way(points)}", points=abs(points)) for name, points in parts
    ]
    return [*told, voice.say("review.doubt", points=max(1, math.ceil(found.doubt.margin)))]


def _way(points: int) -> str:
    return "more" if points > 0 else "less" if points < 0 else "none"


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
