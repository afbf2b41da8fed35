"""Chances as they came true: those that the rollouts give are too sure, and often too hopeful.

Worlds are imagined, and what is imagined is less well planned than what the others really hold. How
often victories came true that were given a chance was measured: docs/review.md.
"""

import math

from capotreno.engine.game import Game
from capotreno.reviewing.shape import WIN_DIGITS, Value

#: How far the odds are from those of a fair share: they came true so many times as far ...
SURE = 0.71
#: ... and where cards and tickets are all there is to know, by so much lower.
HOPE = -0.36
EDGE = 0.002  # nothing is surer than that in so many games


class Scale:
    """What a chance of the rollouts is worth in one game."""

    def __init__(self, game: Game) -> None:
        self.fair = logit(1 / game.players)
        rolled = bool(game.ruleset.options.get("dice"))
        self.hope = 0.0 if rolled or game.board.passengers else HOPE

    def win(self, chance: float) -> float:
        """How often it comes true."""
        return sigmoid(self.fair + SURE * (logit(chance) - self.fair) + self.hope)

    def told(self, value: Value) -> Value:
        """A value with that chance."""
        win = self.win(value.win)
        if not EDGE < value.win < 1 - EDGE:
            error = value.win_error
        else:  # as much smaller as a small step of the chance becomes
            error = value.win_error * SURE * win * (1 - win) / (value.win * (1 - value.win))
        rounded = round(win, WIN_DIGITS), round(error, WIN_DIGITS)
        return Value(*rounded, value.margin, value.margin_error)


def logit(p: float) -> float:
    """The logarithm of the odds, within reason."""
    inside = min(max(p, EDGE), 1 - EDGE)
    return math.log(inside / (1 - inside))


def sigmoid(odds: float) -> float:
    """The chance of which that is the logarithm of the odds."""
    return 1 / (1 + math.exp(-odds))
