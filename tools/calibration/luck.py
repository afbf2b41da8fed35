"""Over many games luck comes to nothing, and stronger bots make fewer mistakes."""

from dataclasses import asdict, dataclass
from typing import Any

from capotreno.reviewing.review import review
from capotreno.reviewing.shape import MISTAKE
from tools.calibration.samples import Kind, played, table

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


def sums(kind: Kind, deal: int) -> list[dict[str, Any]]:
    """A game in which the planner meets one of the bots, every bot in its turn, in both seats."""
    game, judge = table(kind)
    bots = (LINEUP[0], LINEUP[deal % len(LINEUP)])
    match = played(game, bots, deal)
    found = review(match, budget=BUDGET, judge=judge)
    rows = [
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
    return [asdict(row) for row in rows]
