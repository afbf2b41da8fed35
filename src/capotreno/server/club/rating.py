"""Ratings: what a game tells about who played it, on one scale for people and bots.

Plackett–Luce as in the arena. A bot's rating is known beforehand and moves with nobody; what one
does not know of somebody is part of their rating, and grows smaller with each game.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from openskill.models import PlackettLuce

from capotreno.bots.tuned.ratings import MIDDLE, SURE, strength

UNKNOWN: Final = MIDDLE / 3  # how uncertain the rating of somebody new is
LEAST: Final = 1.0  # people change: nobody is known more surely than that
ZERO, STEP = 1000, 40  # as people read it: who is new stands at 1000
SPREAD: Final = 1.96  # standard deviations on either side
DICE: Final = ", dice"


@dataclass(frozen=True)
class Rating:
    """How well somebody plays a family of maps: the mean and how sure that is."""

    mu: float = MIDDLE
    sigma: float = UNKNOWN

    @property
    def value(self) -> int:
        """As people read it."""
        return round(ZERO + STEP * (self.mu - MIDDLE))

    @property
    def spread(self) -> int:
        """It lies within so much of that, nineteen times of twenty."""
        return round(STEP * SPREAD * self.sigma)


def family(game: str, options: dict[str, object]) -> str:
    """What one rating is for: a map with all its sets of tickets; with dice another."""
    return game + DICE * bool(options.get("dice"))


def of_bot(family: str, bot: str) -> Rating:
    """The rating of a level: known from the ladder."""
    game, dice, _ = family.partition(DICE)
    return Rating(strength(game, bool(dice), bot), SURE)


@cache
def _model() -> PlackettLuce:
    return PlackettLuce()


def rated(before: Sequence[Rating], ranks: Sequence[int]) -> list[Rating]:
    """The ratings after a game, by the places in it: 1 is the best, equals share one."""
    model = _model()
    teams = [[model.rating(mu=one.mu, sigma=one.sigma)] for one in before]
    after = model.rate(teams, ranks=[float(rank) for rank in ranks])
    return [Rating(one.mu, max(LEAST, one.sigma)) for (one,) in after]
