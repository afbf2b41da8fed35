"""The bots there are, weakest first."""

from capotreno.bots.bot import Advice, Bot
from capotreno.bots.levels.card_greedy import CardGreedy
from capotreno.bots.levels.card_path import CardPath
from capotreno.bots.levels.card_planner import CardPlanner
from capotreno.bots.levels.dice_greedy import DiceGreedy
from capotreno.bots.levels.dice_path import DicePath
from capotreno.bots.levels.dice_planner import DicePlanner
from capotreno.bots.levels.learned import LearnedBot, missing
from capotreno.bots.levels.random_bot import RandomBot
from capotreno.bots.levels.search import SearchBot
from capotreno.bots.levels.swift_bot import SwiftBot
from capotreno.engine.errors import CapotrenoError
from capotreno.engine.game import Game
from capotreno.engine.state import View
from capotreno.rules.dice.dice import Dice

BOTS: dict[str, type[Bot]] = {
    bot.name: bot for bot in (RandomBot, CardGreedy, CardPath, CardPlanner)
}
#: Those that roll where there are dice; who is not among them plays with cards and dice alike.
WITH_DICE: dict[str, type[Bot]] = {bot.name: bot for bot in (DiceGreedy, DicePath, DicePlanner)}
#: Whoever measures or studies names them. At tables the learned bot is offered where there are
#: weights for it (see `bots`), the search where a library is (see `opponents`).
POLICIES: dict[str, type[Bot]] = {kind.name: kind for kind in (SwiftBot, SearchBot, LearnedBot)}
#: All levels that there may be, by their number.
LADDER: tuple[str, ...] = (*BOTS, LearnedBot.name, SearchBot.name)


def bots() -> tuple[str, ...]:
    """The names of all bots, weakest first; the learned one where its weights came along."""
    return (*BOTS, *([] if missing() else [LearnedBot.name]))


def known() -> tuple[str, ...]:
    """The names of all that `make` knows: the bots, and the policies that are no level."""
    return tuple(dict.fromkeys((*bots(), *POLICIES)))


def make(name: str, game: Game, seed: int = 0) -> Bot:
    """A bot for a game; `seed` is of its own chance, apart from the game's."""
    kind = BOTS.get(name) or POLICIES.get(name)
    if kind is None:
        raise CapotrenoError(f"there is no bot '{name}'; there are {', '.join(known())}")
    if game.layout.partners(Dice):
        kind = WITH_DICE.get(name, kind)
    return kind(game, seed)


def advise(game: Game, view: View, seed: int = 0) -> Advice:
    """A hint for the view's seat: what the strongest bot would do, and the reason for it."""
    if not game.legal(view):
        raise CapotrenoError(f"seat {view.seat} is not asked now")
    if LearnedBot.name in bots():
        return LearnedBot(game, seed).advise(view)
    if game.layout.partners(Dice):
        return DicePlanner(game, seed).advise(view)
    return CardPlanner(game, seed).advise(view)
