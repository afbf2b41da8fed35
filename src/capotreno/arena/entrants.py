"""Who enters the arena: bots by name, or a class of one's own as `file.py:Class`."""

import importlib
import importlib.util
import sys
from functools import cache, partial
from pathlib import Path

from capotreno.arena.deals import Maker
from capotreno.bots.bot import Bot
from capotreno.bots.registry import BOTS, bots, make
from capotreno.engine.errors import CapotrenoError


@cache
def maker(entrant: str) -> Maker:
    """What makes an entrant's bot for a game and a seed."""
    if entrant in BOTS:
        return partial(make, entrant)
    source, _, name = entrant.rpartition(":")
    if not source:
        raise CapotrenoError(
            f"there is no bot '{entrant}'; there are {', '.join(bots())}, or name file.py:Class"
        )
    kind = getattr(_module(source), name, None)
    if not (isinstance(kind, type) and issubclass(kind, Bot)):
        raise CapotrenoError(f"{entrant}: {name} is not a class of bots (capotreno.bots.bot.Bot)")
    return kind


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
