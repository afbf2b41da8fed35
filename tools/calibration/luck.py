"""Over many games luck comes to nothing, and stronger bots make fewer mistakes."""

from dataclasses import asdict, dataclass
from typing import Any

from capotreno.reviewing.review import review
from capotreno.reviewing.shape import MISTAKE
from tools.calibration.samples import Kind, played, sure, table

RIVALS = ("search", "planner", "path", "greedy")  # of the planner, the strongest first


@dataclass(frozen=True)
class Sums:
    """One seat's game."""

    deal: int
    seat: int
    bot: str
    rival: str
    luck_win: float
    luck_margin: float
    skill_win: float
    skill_margin: float
    mistakes: int
    decisions: int


def sums(kind: Kind, budget: int, deal: int) -> list[dict[str, Any]]:
    """A game in which the planner meets a rival, every rival in its turn, in both seats."""
    game, judge = table(kind)
    bots = ("planner", RIVALS[deal // 2 % len(RIVALS)])
    match = played(game, bots, deal)
    found = review(match, budget=budget, judge=sure(judge))
    rows = [
        Sums(
            deal,
            own.seat,
            match.log.seats[own.seat],
            match.log.seats[1 - own.seat],
            own.luck.win,
            own.luck.margin,
            own.skill.win,
            own.skill.margin,
            sum(one.verdict == MISTAKE for one in own.decisions),
            len(own.decisions),
        )
        for own in found.reviews
    ]
    return [asdict(row) for row in rows]
