"""Who sits where: the person, and bots around the table."""

from collections.abc import Sequence

from capotreno.bots.levels.search import SearchBot
from capotreno.bots.opponents import no_search, opponents
from capotreno.bots.registry import bots
from capotreno.engine.errors import CapotrenoError
from capotreno.engine.game import Game

PEOPLE = ("Anna", "Bruno", "Carla", "Dario", "Elena", "Fabio")  # who sits opposite


def kinds_of(wanted: Sequence[str], game: Game, seat: int) -> dict[int, str]:
    """The bots around a game's table, in turn after the person."""
    kinds, players, met = tuple(wanted) or (bots()[-1],), game.players, opponents(game)
    if SearchBot.name in kinds and SearchBot.name not in met:
        raise CapotrenoError(no_search(game))
    for kind in kinds:
        if kind not in met:
            raise CapotrenoError(f"there is no bot '{kind}'; there are {', '.join(met)}")
    if len(kinds) > players - 1:
        raise CapotrenoError(f"{len(kinds)} bots for {players - 1} free seats")
    others = [other for other in range(players) if other != seat]
    return {other: kinds[at % len(kinds)] for at, other in enumerate(others)}
