"""Whom one may sit down against at which table: the levels, and the search where it is ready.

A search needs the library of its table, and nobody waits at a table for a compiler. Over the
planner it is met only on maps on which it was measured not to be the weaker one (docs/bots.md).
"""

import json
from typing import Final, NamedTuple

from capotreno.bots.levels.learned import missing
from capotreno.bots.levels.search import SearchBot
from capotreno.bots.registry import bots
from capotreno.engine.game import Game
from capotreno.games.registry import choices, games
from capotreno.native.library import shelf
from capotreno.native.library.shelf import Shelved

#: Maps on which it has beaten the planner, with cards and with dice.
WITH_CARDS: Final = frozenset({"new_york", "germany", "usa"})
WITH_DICE: Final = frozenset[str]()


class SearchTable(NamedTuple):
    """A table at which the search may be met."""

    game: str
    players: int
    dice: bool


def search_tables() -> list[SearchTable]:
    """The tables at which the search may be met here, in order."""
    return sorted({table for found in shelf.tables() if (table := _met_at(found)) is not None})


def opponents(game: Game) -> tuple[str, ...]:
    """Whom one may sit down against at a game's table, weakest first."""
    return (*bots(), *([] if no_search(game) else [SearchBot.name]))


def no_search(game: Game) -> str:
    """Why the search is not met at a game's table, in one sentence; nothing where it is."""
    table = shelf.shelved(game)
    if game.ruleset.source or _met_at(table) is None:
        maps = ", ".join(sorted(WITH_CARDS))
        return (
            f"the bot 'search' is met where it has beaten 'planner', which is with cards on {maps}"
        )
    if table not in shelf.tables():
        return (
            f"the bot 'search' needs the library of {game.id}: capotreno native build {game.name}"
        )
    return ""


def _met_at(found: Shelved) -> SearchTable | None:
    """A table whose library is there, if the search may be met at it."""
    if found.game not in games():
        return None
    options = json.loads(found.options)
    dice = bool(options.pop("dice", False))
    known = choices(found.game)
    if any(value != known[name][0] for name, value in options.items()):
        return None  # nobody has measured it there
    proven = WITH_DICE if dice else WITH_CARDS
    if missing() and found.game not in proven:
        return None
    return SearchTable(found.game, found.players, dice)
