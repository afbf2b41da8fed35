"""The games of a server: each is built once, whatever the number of its tables."""

import json
from functools import cache

from capotreno.engine.game import Game
from capotreno.games.registry import build


@cache
def _shared(name: str, players: int, options: str) -> Game:
    return build(name, players, json.loads(options))


def game_for(name: str, players: int, options: dict[str, object]) -> Game:
    """A game, shared by all its tables. Its options are a key as text: there 1 is not true."""
    return _shared(name, players, json.dumps(options, sort_keys=True))
