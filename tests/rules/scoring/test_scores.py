"""Points, awards, ranks and closed twins told a second time, on states arranged at random."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from capotreno.board.model import Route
from capotreno.engine.outcome import deciding
from capotreno.engine.outcome import ranks as ranked
from capotreno.games.registry import REGISTRY
from capotreno.rules.cards.row import Row
from capotreno.rules.claiming.claims import Claims
from capotreno.rules.claiming.parallel import Parallel
from capotreno.rules.tickets.tickets import Tickets
from capotreno.rules.travelling.passengers import Passengers
from tests import long
from tests.conformance import oracle
from tests.conformance.laws import cells_of, judged
from tests.rules.worlds import deal, fresh_scene, tables_having
from tests.scene import Scene

TABLES = tables_having(Claims, Tickets, Row)
every_table = pytest.mark.parametrize(("name", "players"), TABLES)

LAST_ROUND = 2  # the number of that reason, in every game of this family


def arranged(name: str, players: int, seed: int) -> Scene:
    """A scene of a shipped game, dealt by chance."""
    scene = fresh_scene(name, players)
    deal(scene, Random(seed))
    return scene


@every_table
@settings(max_examples=long.of(25, 400))
@given(seed=st.integers(0, 2**32))
def test_points_are_those_of_the_oracle(name: str, players: int, seed: int) -> None:
    scene = arranged(name, players, seed)
    scene.game.audit(scene.state)
    scene.state.finish(LAST_ROUND)
    judged(scene.game, scene.state)


Pair = tuple[str, frozenset[int]]


def ends(route: Route) -> Pair:
    """What twins have in common: both ends, and what is built on them (R-39)."""
    return route.kind, frozenset((route.a, route.b))


@every_table
@settings(max_examples=long.of(25, 400))
@given(seed=st.integers(0, 2**32))
def test_twins_close_as_the_board_says(name: str, players: int, seed: int) -> None:
    """Twins are found here by their ends: nobody owns two, and at small tables one closes all."""
    scene = arranged(name, players, seed)
    board = scene.game.board
    cells = cells_of(scene.game, scene.state)
    shared = players >= scene.part(Parallel).open_from
    taken = [id for own in cells["owned"] for id in own]
    for seat in range(players):
        blocking = cells["owned"][seat] if shared else taken
        pairs = {ends(board.route(id)) for id in blocking}
        free = {
            route.id for route in board.routes if route.id not in taken and ends(route) not in pairs
        }
        assert set(cells["open"][seat]) == free


def test_the_arrangements_are_worth_scoring() -> None:
    """The random states above do meet done and missed tickets, and shared leads."""
    labels: set[str] = set()
    declared: set[str] = set()
    for name, players in TABLES:
        declared |= {label for part in REGISTRY[name]().parts for label in part.labels}
        for seed in range(12):
            scene = arranged(name, players, seed)
            for sheet in scene.game.sheets(scene.state):
                labels |= {line.label for line in sheet.lines if line.points}
    assert labels == declared


@given(st.lists(st.integers(0, 5), min_size=2, max_size=5), st.integers(1, 30), st.integers(1, 30))
def test_awards_are_those_of_sorting(held: list[int], most: int, second: int) -> None:
    assert Passengers(most, second).awards(held) == oracle.awards(held, most, second)


keys = st.lists(st.tuples(*[st.integers(0, 2)] * 3), min_size=2, max_size=5)


@given(keys)
def test_ranks_are_places_on_a_ladder(found: list[tuple[int, int, int]]) -> None:
    rows: list[tuple[int, ...]] = list(found)
    assert ranked(rows) == oracle.ladder(rows)


@given(keys)
def test_the_deciding_measure_is_the_first_that_differs(
    found: list[tuple[int, int, int]],
) -> None:
    rows: list[tuple[int, ...]] = list(found)
    level = [row for row in rows if row[0] == max(rows)[0]]
    measures = ("tickets", "passengers")
    told = ""
    while level and not told and len(set(level)) > 1:
        # strike out who is behind by one measure after the other, the last rival decides
        for i, measure in enumerate(measures, start=1):
            ahead = [row for row in level if row[i] == max(other[i] for other in level)]
            if len(ahead) < len(level):
                told, level = measure, ahead
        break
    assert deciding(rows, measures) == told
