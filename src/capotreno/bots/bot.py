"""A bot: it is given a View, never a State, and answers with one legal code."""

import random
from typing import NamedTuple

from capotreno.engine.game import Game
from capotreno.engine.state import View

ByVerb = dict[str, list[int]]  # what is legal, by verb
Values = dict[str, str | int]  # of a reason: ids of routes, tickets, cards ... and numbers


class Advice(NamedTuple):
    """What a bot would do and why: a code, and the key and values of a sentence about it.

    Values are ids of routes, tickets, cards ... and numbers; `advice.<reason>` is the sentence.
    Where they name a ticket, `way` holds the routes that are planned for it and not yet owned.
    """

    code: int
    reason: str
    values: Values
    way: tuple[str, ...] = ()


class Bot:
    """A player made of code. Its own chance is its own: a seed, apart from the game's.

    A bot is made for one game at one table and may keep what it has computed, but what it
    answers follows from the view and its seed alone. A search reads `budget`, in seconds for one
    decision, and where there is none `rollouts`; policies that need no search leave both alone.
    """

    name = ""
    budget: float | None = None
    rollouts: int = 0  # games played out for one decision; 0: as many as the bot likes

    def __init__(self, game: Game, seed: int) -> None:
        self.game = game
        self.random = random.Random(seed)

    def choose(self, view: View) -> int:
        """One of `game.legal(view)`."""
        raise NotImplementedError
