"""The learned level: a network that has played against itself says what each answer is worth.

Its weights come with the package (`learning/weights.npz`, made by `capotreno train`) and NumPy
reads them. Where either is missing there is no such level, and whoever asks for it is told why.
"""

from functools import cache
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final

from capotreno.bots.bot import Advice, Bot
from capotreno.bots.levels.card_planner import CardPlanner
from capotreno.bots.levels.dice_planner import DicePlanner
from capotreno.engine.errors import CapotrenoError
from capotreno.engine.game import Game
from capotreno.engine.state import View
from capotreno.rules.dice.dice import Dice

if TYPE_CHECKING:
    from capotreno.learning.net import Weights
    from capotreno.learning.player import Player


SHIPPED: Final = "weights.npz"


class LearnedBot(Bot):
    """Level 4. Of what its network says it takes the best, so it needs no chance of its own."""

    name = "learned"

    def __init__(self, game: Game, seed: int) -> None:
        super().__init__(game, seed)
        self.player = player(game)
        self.planner = DicePlanner if game.layout.partners(Dice) else CardPlanner

    def choose(self, view: View) -> int:
        return self.ranked(view)[0]

    def ranked(self, view: View) -> list[int]:
        """All that is legal, the best first."""
        menu = self.game.legal(view)
        if len(menu) == 1:
            return [menu[0]]
        scores, _ = self.player.look(view)
        return sorted(menu, key=lambda code: (-float(scores[code]), code))

    def advise(self, view: View) -> Advice:
        """What it would do; the reason is the planner's, where the planner has one for it."""
        code, planner = self.choose(view), self.planner(self.game, 0)
        found = planner.advise(view)
        if found.code == code:
            return found
        return planner.why(view, code) or Advice(code, "learned", {})


def packed() -> Path:
    """Where weights lie that come with the package."""
    return Path(str(files("capotreno.learning").joinpath(SHIPPED)))


def missing() -> str:
    """Why nobody can play what was learned, in one sentence; nothing if somebody can."""
    if find_spec("numpy") is None:
        return "the bot 'learned' needs NumPy: pip install 'capotreno[batch]'"
    if not packed().is_file():
        return f"the bot 'learned' has learned nothing yet: there is no {SHIPPED} in this package"
    return ""


def player(game: Game) -> "Player":
    """A game as the shipped network sees it; a sentence where there is none."""
    if reason := missing():
        raise CapotrenoError(reason)
    from capotreno.learning.player import Player  # noqa: PLC0415 -- NumPy is needed for it alone

    return Player(game, _weights(packed()))


@cache
def _weights(file: Path) -> "Weights":
    from capotreno.learning.player import weights  # noqa: PLC0415 -- the same

    return weights(file)
