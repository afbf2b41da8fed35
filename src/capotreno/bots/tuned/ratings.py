"""How strong the levels are on the scale of people's ratings: worked out from the ladder's duels.

The scale is that of the arena (openskill's): `path`, who plays like a regular, stands where
somebody new is put. `ratings.json` is made from docs/bots.md by `python -m tools.bots.bot_ratings`.
"""

import json
import math
from functools import cache
from importlib.resources import files
from typing import Final

__all__ = ["LEVELS", "MIDDLE", "SURE", "from_shares", "strength"]

MIDDLE: Final = 25.0  # of the scale
BETA: Final = 25 / 6  # how much a single game tells: openskill's own figure
SURE: Final = 1.0  # what is uncertain about a level's strength
LEVELS: Final = ("random", "greedy", "path", "planner")
SEARCHED: Final = 0.6  # of duels with the planner are the search's, on maps where it is met
MOST: Final = 0.99  # who wins every duel of the ladder is taken to win so many


def from_shares(greedy: float, path: float, planner: float) -> dict[str, float]:
    """The levels' strength, by the share of duels that each wins against the one below it."""
    steps = [_step(share) for share in _kept(greedy, path, planner)]
    return {
        "random": MIDDLE - steps[1] - steps[0],
        "greedy": MIDDLE - steps[1],
        "path": MIDDLE,
        "planner": MIDDLE + steps[2],
    }


def _step(share: float) -> float:
    """How much stronger somebody is who wins such a share of duels."""
    return math.sqrt(2) * BETA * math.log(share / (1 - share))


def _kept(*shares: float) -> list[float]:
    return [min(MOST, max(1 - MOST, share)) for share in shares]


@cache
def _table() -> dict[str, list[float]]:
    found: dict[str, list[float]] = json.loads(
        files("capotreno.bots.tuned").joinpath("ratings.json").read_text("utf-8")
    )
    return found


def strength(game: str, dice: bool, bot: str) -> float:
    """How strong a level is on a map; where no duels were played, as on the mean of all maps."""
    table = _table()
    key = f"{game}, dice" if dice else game
    own = table.get(key)
    if own is None:
        alike = [shares for name, shares in table.items() if name.endswith(", dice") == dice]
        own = [sum(column) / len(column) for column in zip(*alike, strict=True)]
    levels = from_shares(*own)
    levels["search"] = levels["planner"] + _step(SEARCHED)
    return levels.get(bot, MIDDLE)
