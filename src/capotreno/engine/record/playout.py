"""A playout: from any state to the end by random legal actions, for search and measurement."""

from collections.abc import Callable

from capotreno.engine.game import Game
from capotreno.engine.state import State


def playout(game: Game, state: State, random: Callable[[], float]) -> int:
    """Play to the end, every legal action as likely as the others; the number of decisions.

    `random` gives numbers from 0 up to, but not including, 1.
    """
    decisions = 0
    menu = game.legal(state)
    while menu:
        game.apply(state, menu[int(random() * len(menu))])
        decisions += 1
        menu = game.legal(state)
    return decisions
