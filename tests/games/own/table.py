"""What the tests of boards of your own share: the island, and changes to it."""

import copy
import json
from pathlib import Path
from typing import Any

from capotreno import Game
from capotreno.board.load import parse
from capotreno.engine.ruleset import Ruleset
from capotreno.games.own.game import own
from tests.games.classic.table import Board

ISLAND = Path(__file__).parents[3] / "docs" / "examples" / "island.json"


def island(**game: Any) -> dict[str, Any]:
    """The file of the island; what is named replaces choices of its section `game`."""
    value: dict[str, Any] = json.loads(ISLAND.read_text("utf-8"))
    value["game"] |= game
    return value


def classic(**game: Any) -> dict[str, Any]:
    """The island with nothing chosen but what is named, and tickets enough for the classic deal."""
    value = island()
    value["players"] = [2, 3]
    value["game"] = game
    return value


def with_passengers(**game: Any) -> dict[str, Any]:
    """The classic island with two colours of passengers."""
    value = classic(**game)
    value["passengers"] = [{"colour": "red", "count": 5}, {"colour": "blue", "count": 4}]
    for place in value["places"]:
        place["passengers"] = 1
    return value


def declared(value: dict[str, Any]) -> Ruleset:
    return own(parse(json.dumps(value).encode(), "my-board.json"), file="my-board.json")


def game_on(value: dict[str, Any], players: int = 2) -> Game:
    return Game(declared(copy.deepcopy(value)), players)


class Own(Board):
    """A scene on such a board."""

    def __init__(self, value: dict[str, Any] | None = None, players: int = 2) -> None:
        super().__init__("", players, game=game_on(value or island(), players))
