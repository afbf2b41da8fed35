"""Who enters the arena: bots by name, or a class of one's own as `file.py:Class`.

A bot that searches may be told how much: `search@200ms` for a decision, or `search@5000` playouts.
"""

import importlib
import importlib.util
import re
import sys
from functools import cache, partial
from pathlib import Path
from typing import Final

from capotreno.arena.deals import Maker
from capotreno.bots.bot import Bot
from capotreno.bots.levels.search import SearchBot
from capotreno.bots.registry import known, make
from capotreno.engine.errors import CapotrenoError
from capotreno.engine.game import Game
from capotreno.native.library.build import NoLibrary
from capotreno.native.library.game import NativeGame

#: How much an entrant thinks: a time, or the same number of playouts everywhere.
EFFORT: Final = re.compile(r"(.+)@([1-9]\d{0,8})(ms)?")


@cache
def maker(entrant: str) -> Maker:
    """What makes an entrant's bot for a game and a seed."""
    if entrant in known():
        return partial(make, entrant)
    if told := EFFORT.fullmatch(entrant):
        return partial(_thinking, maker(told[1]), int(told[2]), bool(told[3]))
    source, _, name = entrant.rpartition(":")
    if not source:
        raise CapotrenoError(
            f"there is no bot '{entrant}'; there are {', '.join(known())}, or name file.py:Class"
        )
    kind = getattr(_module(source), name, None)
    if not (isinstance(kind, type) and issubclass(kind, Bot)):
        raise CapotrenoError(f"{entrant}: {name} is not a class of bots (capotreno.bots.bot.Bot)")
    return kind


def _thinking(make: Maker, effort: int, timed: bool, game: Game, seed: int) -> Bot:
    bot = make(game, seed)
    if timed:
        bot.budget = effort / 1000
    else:
        bot.rollouts = effort
    return bot


def unaided(entrants: tuple[str, ...], game: Game) -> str:
    """Why a bot that searches cannot do so in a game; nothing where it can, or where none does."""
    if SearchBot.name in [entrant.partition("@")[0] for entrant in entrants]:
        try:
            NativeGame(game)
        except NoLibrary as reason:
            return str(reason)
    return ""


def _module(source: str) -> object:
    """A module by its dotted name, or by its file."""
    try:
        if not source.endswith(".py"):
            return importlib.import_module(source)
        name = f"entrant_{Path(source).stem}"
        spec = importlib.util.spec_from_file_location(name, source)
        if spec is None or spec.loader is None:
            raise CapotrenoError(f"{source} cannot be read as Python")
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        spec.loader.exec_module(module)
    except (ImportError, OSError, SyntaxError) as error:
        raise CapotrenoError(f"{source}: {error}") from None
    return module
