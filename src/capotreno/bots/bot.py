"""A bot: it is given a View, never a State, and answers with one legal code."""

import random

from capotreno.engine.game import Game
from capotreno.engine.state import View


class Bot:
    """A player made of code. Its own chance is its own: a seed, apart from the game's."""

    name = ""

    def __init__(self, game: Game, seed: int) -> None:
        self.game = game
        self.random = random.Random(seed)

    def choose(self, view: View) -> int:
        """One of `game.legal(view)`."""
        raise NotImplementedError
