"""The games there are. Being registered is being tested: the conformance test plays all of them.

A board of yours may join them: from its file, for as long as the process lives.
"""

import zlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path

from capotreno.board.errors import BoardError
from capotreno.board.load import parse, read
from capotreno.board.model import Board
from capotreno.engine.errors import CapotrenoError
from capotreno.engine.game import Game
from capotreno.engine.ruleset import Ruleset
from capotreno.games.dice import TUNNEL_FACES, dice
from capotreno.games.europe import VARIANTS as EUROPE_TICKETS
from capotreno.games.europe import europe
from capotreno.games.germany import germany
from capotreno.games.ghost_train import ghost_train
from capotreno.games.maerklin import maerklin
from capotreno.games.new_york import new_york
from capotreno.games.nordic import nordic
from capotreno.games.own.game import PAPER, own
from capotreno.games.rails_and_sails import great_lakes, world
from capotreno.games.switzerland import switzerland
from capotreno.games.usa import VARIANTS as USA_TICKETS
from capotreno.games.usa import usa

REGISTRY: dict[str, Callable[..., Ruleset]] = {
    "europe": europe,
    "germany": germany,
    "ghost_train": ghost_train,
    "great_lakes": great_lakes,
    "maerklin": maerklin,
    "new_york": new_york,
    "nordic": nordic,
    "switzerland": switzerland,
    "usa": usa,
    "world": world,
}

#: What can be chosen at some games before they begin, beside dice.
OPTIONS: dict[str, dict[str, tuple[object, ...]]] = {
    "europe": {"tickets": EUROPE_TICKETS},
    "usa": {"tickets": USA_TICKETS},
}
OF_DICE = ("dice", "tunnel_faces")  # options that change any game in the same way

#: The files of people's own boards, by game.
OWN: dict[str, bytes] = {}


def games() -> tuple[str, ...]:
    """The names of all games, sorted."""
    return tuple(sorted(REGISTRY))


def choices(name: str) -> dict[str, tuple[object, ...]]:
    """The options of a game, each with what can be chosen; the first holds where nothing is.

    Any board can be played with dice; where there are tunnels, with other tunnel dice (R-61).
    """
    return {**OPTIONS.get(name, {}), **choices_on(REGISTRY[name]().board)}


def choices_on(board: Board) -> dict[str, tuple[object, ...]]:
    """What can be chosen on any board: to play it with dice."""
    found: dict[str, tuple[object, ...]] = {"dice": (False, True)}
    if any(route.tunnel for route in board.routes):
        found["tunnel_faces"] = TUNNEL_FACES
    return found


def paper(name: str) -> str:
    """The name of the rulebook that holds for a game."""
    return PAPER if name in OWN else name


def is_file(name: str | Path) -> bool:
    """Whether this means a board's file and not the name of a game."""
    text = isinstance(name, str) and name not in REGISTRY and name.endswith(".json")
    return text or isinstance(name, Path)


def named(wanted: str) -> str:
    """The name of a game that is asked for by its name or by a board's file, which joins them."""
    return register(wanted)[0] if is_file(wanted) else wanted


def register(*sources: str | Path) -> tuple[str, ...]:
    """Your boards join the games of this process, from their files; gives their names.

    A folder stands for all the files in it that end in .json.
    """
    found = [file for source in sources for file in _files(source)]
    return tuple(register_content(read(file), Path(file).name) for file in found)


def register_content(content: bytes, file: str = "board") -> str:
    """The same from the bytes of a file; `file` is what errors call it."""
    declare = _declared(content, file)
    name = declare().name
    if OWN.get(name, b"") != content:
        if name in REGISTRY:
            raise BoardError(file, "id", f"there is a game '{name}' already")
        OWN[name] = content
        REGISTRY[name] = declare
    return name


def _files(source: str | Path) -> Iterable[str | Path]:
    folder = isinstance(source, (str, Path)) and Path(source).is_dir()
    return sorted(Path(source).glob("*.json")) if folder else [source]


def _declared(content: bytes, file: str) -> Callable[..., Ruleset]:
    # Whoever changes the file has another game: old tables and logs must not go on with it.
    version = zlib.crc32(content) >> 1
    return partial(_own, parse(content, file), version, file, content.decode())


def _own(board: Board, version: int, file: str, source: str) -> Ruleset:
    return replace(own(board, version, file), source=source)


def load(name: str | Path, players: int = 2, **options: object) -> Game:
    """A game at a table of some players: a shipped one by its name, or yours by its file."""
    if not is_file(name):
        return build(name, players, options)  # type: ignore[arg-type]
    return build_content(read(name), players, options, Path(name).name)


def build_content(
    content: bytes, players: int, options: Mapping[str, object], file: str = "board"
) -> Game:
    """The game of a board's file from its bytes, whatever is registered; `file` is for errors."""
    declare = _declared(content, file)
    ruleset = declare()
    if ruleset.name in REGISTRY and ruleset.name not in OWN:
        raise BoardError(file, "id", f"there is a game '{ruleset.name}' already")
    return _built(ruleset.name, declare, players, options, choices_on(ruleset.board))


def build(name: str, players: int, options: Mapping[str, object]) -> Game:
    """The same, with the options as a mapping from wherever they come."""
    declare = REGISTRY.get(name) if isinstance(name, str) else None
    if declare is None:
        raise CapotrenoError(f"there is no game {name!r:.60}; there are {', '.join(games())}")
    return _built(name, declare, players, options, choices(name))


def _built(
    name: str,
    declare: Callable[..., Ruleset],
    players: int,
    options: Mapping[str, object],
    known: dict[str, tuple[object, ...]],
) -> Game:
    if isinstance(players, bool) or not isinstance(players, int):
        raise CapotrenoError(f"the number of players must be a whole number, not {players!r:.40}")
    for option, value in options.items():
        if option not in known:
            raise CapotrenoError(f"{name} has no option '{option:.60}'")
        # 1 is not True: a log and a wire tell them apart.
        if (type(value), value) not in [(type(choice), choice) for choice in known[option]]:
            values = ", ".join(str(choice) for choice in known[option])
            raise CapotrenoError(f"{name}: {option} is {value!r:.40}; it can be {values}")
    ruleset = declare(**{name: options[name] for name in options if name not in OF_DICE})
    if options.get("dice"):
        faces = options.get("tunnel_faces", TUNNEL_FACES[0])
        assert isinstance(faces, int)
        ruleset = dice(ruleset, faces)
    return Game(ruleset, players)
