"""The longest path: US-44 to US-46, and against every way tried on all classic boards."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from capotreno.rules.scoring.longest_path import LongestPath
from tests.conformance import oracle
from tests.games.classic.table import Board
from tests.rules.worlds import mask, network
from tests.scene import game_of

LINE = ("portland-seattle/1", "helena-seattle", "duluth-helena", "duluth-toronto")  # 1 + 6 + 6 + 6


@pytest.mark.rule("US-44")
def test_the_longest_path_gives_ten_points() -> None:
    scene = Board("usa").own(0, *LINE).own(1, "boston-new_york/1")
    part = scene.part(LongestPath)
    assert [part.spaces(scene.state, seat) for seat in (0, 1)] == [19, 2]
    assert [scene.line(seat, "longest_path") for seat in (0, 1)] == [10, 0]
    assert Board("usa").line(0, "longest_path") == 0  # nobody has it for nothing


@pytest.mark.rule("US-45")
def test_a_path_may_cross_itself_but_uses_no_route_twice() -> None:
    ring = ("helena-seattle", "portland-salt_lake_city", "helena-salt_lake_city")
    scene = Board("usa").own(0, "portland-seattle/1", *ring)
    assert scene.part(LongestPath).spaces(scene.state, 0) == 1 + 6 + 6 + 3  # all the way round
    scene.own(0, "seattle-vancouver/1", "denver-helena")
    assert scene.part(LongestPath).spaces(scene.state, 0) == 16 + 4  # a tail, once
    fork = Board("usa").own(0, "denver-helena", "duluth-helena", "helena-seattle")
    assert fork.part(LongestPath).spaces(fork.state, 0) == 12


@pytest.mark.rule("US-46")
def test_those_level_get_it_each() -> None:
    scene = Board("usa", 3).own(0, "boston-new_york/1").own(1, "chicago-saint_louis/1")
    assert [scene.line(seat, "longest_path") for seat in (0, 1, 2)] == [10, 10, 0]


def test_spaces_are_for_all_to_see() -> None:
    scene = Board("usa").own(0, *LINE)
    view = scene.game.view(scene.state, 1)
    assert scene.part(LongestPath).spaces(view, 0) == 19


@pytest.mark.rule("EU-44", "SW-44")
@pytest.mark.parametrize("name", ["usa", "europe", "switzerland"])
@settings(max_examples=60)
@given(data=st.data())
def test_it_is_the_longest_of_all(name: str, data: st.DataObject) -> None:
    game = game_of(name, 2)
    built = list(data.draw(network(game.board)))[:13]
    ends = game.graph.ends
    edges = [(*ends[route], game.board.routes[route].length) for route in built]
    part = game.layout.partner(LongestPath)
    assert part.longest(mask(set(built))) == oracle.longest_trail(edges)
