"""What only a board of your own can have is in the subset too: each mechanic no box has."""

from typing import Any

import pytest

from capotreno import Game
from capotreno.games.dice import dice
from capotreno.native import translate
from capotreno.native.library.compare import compared
from tests import long
from tests.games.own.table import declared, island


def joining() -> dict[str, Any]:
    """Districts and double paths."""
    bonuses = {"districts": {"north": 6, "south": 4}, "double_paths": [5, 10, 20]}
    value = island(bonuses=bonuses, ranking=None)
    value["regions"] = [
        {"id": "north", "places": ["lighthouse", "mill", "observatory"]},
        {"id": "south", "places": ["saltings", "orchard"]},
    ]
    return value


def racing() -> dict[str, Any]:
    """A race with a row, where connections give cards."""
    value = island()
    ends = [{"a": "lighthouse", "b": "quarry", "ticket": True, "cards": 2}]
    value["game"] = {"race": {"hand": 1, "goal": 3}, "connections": ends}
    value["tickets"] = [ticket for ticket in value["tickets"] if len(ticket["stops"]) == 2]
    return value


def without_tunnels() -> dict[str, Any]:
    """Ferries, and nobody who digs."""
    value = island()
    for route in value["routes"]:
        route.pop("tunnel", None)
    assert any("ferry" in route for route in value["routes"])
    return value


@pytest.fixture(scope="module", params=[joining, racing, without_tunnels])
def translated(request: pytest.FixtureRequest) -> list[tuple[Game, str]]:
    """A board's game with cards and with dice, each with its translation."""
    value = request.param()
    games = [Game(declared(value), 2), Game(dice(declared(value)), 2)]
    return [(game, translate.generated(game)) for game in games]


@pytest.mark.slow
def test_every_mechanic_is_translated(translated: list[tuple[Game, str]]) -> None:
    for _, text in translated:
        assert text.startswith("namespace game {")


@pytest.mark.slow
def test_both_play_the_same_games(
    translated: list[tuple[Game, str]], soon: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    for game, text in translated:
        monkeypatch.setattr(translate, "generated", lambda _, text=text: text)
        decisions, difference = compared(game, 0, long.of(8, 40))
        assert difference == ""
        assert decisions > 100
