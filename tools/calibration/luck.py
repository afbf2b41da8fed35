"""Over many games luck comes to nothing, and stronger bots make fewer mistakes."""

from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass

from capotreno.reviewing.review import review
from capotreno.reviewing.shape import MISTAKE
from tools.calibration.samples import played, table

LINEUP = ("planner", "path", "greedy")
BUDGET = 1000


@dataclass(frozen=True)
class Sums:
    """One seat's game."""

    deal: int
    seat: int
    bot: str
    luck_win: float
    luck_margin: float
    skill_win: float
    skill_margin: float
    mistakes: int
    decisions: int


def sums(name: str, players: int, games: int, workers: int) -> Iterator[Sums]:
    """Games in which every bot meets the planner, in both seats."""
    jobs = [(name, players, deal) for deal in range(games)]
    with ProcessPoolExecutor(workers) as pool:
        for own in pool.map(_reviewed, jobs):
            yield from own


def _reviewed(job: tuple[str, int, int]) -> list[Sums]:
    name, players, deal = job
    game, judge = table(name, players)
    kinds = (LINEUP[0], LINEUP[deal % len(LINEUP)])
    match = played(game, kinds, deal)
    found = review(match, budget=BUDGET, judge=judge)
    return [
        Sums(
            deal,
            own.seat,
            match.log.seats[own.seat],
            own.luck.win,
            own.luck.margin,
            own.skill.win,
            own.skill.margin,
            sum(one.verdict == MISTAKE for one in own.decisions),
            len(own.decisions),
        )
        for own in found.reviews
    ]
