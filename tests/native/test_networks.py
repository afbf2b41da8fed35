"""Longest paths and tours of networks that nobody builds: the library finds what Python finds.

All routes of a board are one seat's, some left out by chance: grids, complete graphs with a bridge
between them, three routes at every place. What is compared are the points of the whole game.
"""

from random import Random
from typing import Any

import pytest

from capotreno import Game
from capotreno.engine.state import State
from capotreno.native.library.game import NativeGame
from capotreno.rules.claiming.claims import Claims
from capotreno.rules.scoring.longest_path import LongestPath
from capotreno.rules.scoring.tours import Tours
from capotreno.rules.tickets.tickets import Tickets
from capotreno.rules.tickets.whereabouts import HELD
from tests.board.networks import complete, crossroads, grid
from tests.games.own.table import declared, island

TRIALS = 8
NETWORKS = {
    "a grid": grid(7, 7),
    "two parts and a bridge": [*complete(8), *complete(8, 8), (0, 8, 1)],
    "three at every place": crossroads(40, 2),
    "too wide for tables": complete(16),
}


def board(edges: list[tuple[int, int, int]]) -> dict[str, Any]:
    """A board with such routes, one tour of five places and a longest path."""
    value = island(bonuses={"longest_path": 10}, ranking=None)
    names = sorted({node for a, b, _ in edges for node in (a, b)})
    value["places"] = [
        {"id": f"p{n}", "x": 0.1 + n % 9 / 12, "y": 0.1 + n // 9 / 12} for n in names
    ]
    known: dict[tuple[int, int], int] = {}
    value["routes"] = []
    for a, b, length in edges:
        lane = known[min(a, b), max(a, b)] = known.get((min(a, b), max(a, b)), -1) + 1
        value["routes"].append({"a": f"p{a}", "b": f"p{b}", "length": length, "lane": lane})
    stops = [f"p{n}" for n in Random(len(edges)).sample(names, 5)]
    value["tickets"] = [{"stops": stops, "points": 9, "points_in_order": 20}] + [
        {"stops": [f"p{names[0]}", f"p{n}"], "points": 3} for n in names[1:12]
    ]
    value["supplies"] = [{"kind": "rail", "count": 100}]
    return value


def owned(game: Game, routes: list[int]) -> State:
    """A state in which the first seat has some routes and the tour."""
    state = game.start(3)
    claims = game.layout.partner(Claims)
    for route in routes:
        claims.own(state, 0, route)
    tickets = game.layout.partner(Tickets)
    state.cells[tickets.where], state.cells[tickets.held] = HELD, 1
    return state


@pytest.mark.slow
@pytest.mark.parametrize("name", NETWORKS)
def test_points_are_those_of_the_interpreter(name: str, soon: None) -> None:
    game = Game(declared(board(NETWORKS[name])), 2)
    native = NativeGame(game)
    parts = [game.layout.partner(kind) for kind in (LongestPath, Tours)]
    paths, tours = set(), set()
    for seed in range(TRIALS):
        random = Random(seed)
        routes = [r for r in range(len(game.board.routes)) if seed == 0 or random.random() < 0.8]
        state = owned(game, routes)
        told = native.totals(native.native(state))
        assert tuple(told) == tuple(sheet.total for sheet in game.sheets(state))
        assert isinstance(parts[0], LongestPath)
        assert isinstance(parts[1], Tours)
        paths.add(parts[0].spaces(state, 0))
        tours.add(bool(parts[1].in_order(state, 0)))
    assert len(paths) > 1
    assert True in tours or name == "two parts and a bridge"
