"""What a game that is over is worth to each seat."""

from collections.abc import Callable
from typing import Final

from capotreno.engine.errors import CapotrenoError
from capotreno.engine.outcome import Outcome

HUNDRED: Final = 100  # points are told in hundreds, which is about what a good player scores


def win(outcome: Outcome) -> list[float]:
    """1 for who wins alone; what the others lose sums to it, so 0 in all. Victories are shared."""
    seats, winners = len(outcome.sheets), outcome.winners
    share = [1 / len(winners) if seat in winners else 0.0 for seat in range(seats)]
    return [(seats * own - 1) / (seats - 1) for own in share]


def margin(outcome: Outcome) -> list[float]:
    """Hundreds of points ahead of the best of the others, or behind."""
    totals = [sheet.total for sheet in outcome.sheets]
    best = [max(totals[:seat] + totals[seat + 1 :]) for seat in range(len(totals))]
    return [(own - other) / HUNDRED for own, other in zip(totals, best, strict=True)]


def points(outcome: Outcome) -> list[float]:
    """Hundreds of points on the own sheet."""
    return [sheet.total / HUNDRED for sheet in outcome.sheets]


REWARDS: Final[dict[str, Callable[[Outcome], list[float]]]] = {
    "win": win,
    "margin": margin,
    "points": points,
}


def reward_of(name: str) -> Callable[[Outcome], list[float]]:
    """The reward of a name."""
    if name not in REWARDS:
        raise CapotrenoError(f"there is no reward '{name:.40}'; there are {', '.join(REWARDS)}")
    return REWARDS[name]
