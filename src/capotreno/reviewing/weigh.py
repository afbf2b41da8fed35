"""What an answer is worth: worlds are given to those that may still be the best.

All candidates meet in the same worlds. Half of them are dropped, then half of the rest (sequential
halving); the last ones meet again in worlds that nobody was chosen by, so what is said of the best
is not flattered by having been the best.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from capotreno.engine.chance import MASK, scramble
from capotreno.engine.state import View
from capotreno.reviewing.judge import CHANCE_BITS, Ends, Judge
from capotreno.reviewing.shape import MARGIN_DIGITS, POINTS_OF_A_WIN, WIN_DIGITS, Value

WORLDS = 256  # in which games are played on; more games than that differ in their chance
FEWEST = 8  # worlds in which a candidate is tried before it is dropped
LAST = 3  # candidates beside what was played that are compared to the end
QUARTER = 4  # of the games: for one value of the curve, for dropping candidates, for the last ones


def seeds(seed: int, *where: int) -> Iterator[int]:
    """An endless row of seeds that belongs to one place of one review."""
    at = scramble(seed & MASK)
    for number in where:
        at = scramble(at ^ (number & MASK))
    while True:
        at = scramble(at)
        yield at


def taken(row: Iterator[int], n: int) -> list[int]:
    """Seeds of n games, in worlds that were not used before: at most WORLDS of them, in turn."""
    worlds = [next(row) >> CHANCE_BITS for _ in range(min(n, WORLDS))]
    chances = (next(row) >> CHANCE_BITS for _ in range(n))
    return [worlds[at % WORLDS] << CHANCE_BITS | own for at, own in enumerate(chances)]


def value(ends: Ends) -> Value:
    """The means, with their standard errors."""
    return Value(*_mean(ends.wins, WIN_DIGITS), *_mean(ends.margins, MARGIN_DIGITS))


def difference(one: Ends, other: Ends) -> Value:
    """What the first is better by, world by world."""
    wins = [a - b for a, b in zip(one.wins, other.wins, strict=True)]
    margins = [a - b for a, b in zip(one.margins, other.margins, strict=True)]
    return value(Ends(wins, margins))


def usefulness(ends: Ends) -> list[float]:
    """By world one figure of victory and points together."""
    pairs = zip(ends.wins, ends.margins, strict=True)
    return [win + margin / POINTS_OF_A_WIN for win, margin in pairs]


def significance(one: Ends, other: Ends) -> float:
    """By how many standard errors the first is more useful than the second."""
    pairs = zip(usefulness(one), usefulness(other), strict=True)
    mean, error = _mean([a - b for a, b in pairs], 12)
    return mean / error if error > 0 else math.copysign(math.inf, mean) if mean else 0.0


def _mean(figures: Sequence[float], digits: int) -> tuple[float, float]:
    """The mean and its standard error; games in one world are one sample."""
    mean = sum(figures) / len(figures)
    worlds = [figures[at::WORLDS] for at in range(min(len(figures), WORLDS))]
    n = len(worlds)
    if n < 2:
        return round(mean, digits), math.inf
    spread = sum((sum(own) / len(own) - mean) ** 2 for own in worlds) / (n - 1)
    return round(mean, digits), round(math.sqrt(spread / n), digits)


@dataclass
class Tried:
    """A candidate and how the games with it ended; None is what the judge's player would do.

    Those that were compared to the `last` were so in the same worlds, some in the first of them.
    """

    code: int | None
    ends: Ends
    last: bool = False

    @property
    def mean(self) -> float:
        figures = usefulness(self.ends)
        return sum(figures) / len(figures)

    def beside(self, other: "Tried") -> tuple[Ends, Ends] | None:
        """How both ended in the worlds that they share; None where they share none."""
        if not (self.last and other.last):
            return None
        n = min(len(self.ends.wins), len(other.ends.wins))
        return self.ends.first(n), other.ends.first(n)

    def gain(self, other: "Tried") -> float:
        """By how much more useful it is than another, in the worlds that they share."""
        both = self.beside(other)
        if both is None:
            return self.mean - other.mean
        own, others = (usefulness(ends) for ends in both)
        return (sum(own) - sum(others)) / len(own)


def halved(
    judge: Judge,
    view: View,
    codes: Sequence[int],
    kept: Sequence[int],
    budget: int,
    row: Iterator[int],
) -> tuple[list[Tried], list[Tried]]:
    """What the judge's player would do and the codes that are kept, then the others, best first.

    Those dropped first come last. The last ones and those kept have been compared in worlds of
    their own: of these a curve is drawn, so they get a quarter of the budget each, and all others
    two quarters together.
    """
    others = [code for code in codes if code not in kept]
    part = budget // QUARTER
    rounds = max(0, math.ceil(math.log2(max(1, len(others)) / LAST)))
    dropped: list[Tried] = []
    for _ in range(rounds):
        each = max(FEWEST, part // (rounds * len(others)))
        tried = tries(judge, view, others, taken(row, each))
        tried.sort(key=lambda one: -one.mean)
        keep = max(LAST, (len(others) + 1) // 2)
        dropped = tried[keep:] + dropped
        others = [one.code for one in tried[:keep] if one.code is not None]
    games = taken(row, max(FEWEST, part))
    first = tries(judge, view, (None, *kept), games, last=True)
    fewer = games[: max(FEWEST, part // max(1, len(others)))]
    tried = tries(judge, view, others, fewer, last=True)
    return first, [*sorted(tried, key=lambda one: -one.mean), *dropped]


def tries(
    judge: Judge,
    view: View,
    codes: Sequence[int | None],
    seeds: Sequence[int],
    *,
    last: bool = False,
) -> list[Tried]:
    """Candidates in the same worlds, with the same chance."""
    ends = judge.ends(view, codes, seeds) if codes else []
    return [Tried(code, own, last) for code, own in zip(codes, ends, strict=True)]
