"""Journeys on random networks against a naive telling: what may be ridden, what is picked up."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from capotreno.board.model import Board
from capotreno.rules.travelling.journeys import Journeys
from tests.conformance.laws import cells_of
from tests.rules.worlds import fresh_scene, having, network
from tests.scene import Scene

TABLES = [(name, players) for name in having(Journeys) for players in (2, 3)]


def prepared(name: str, players: int, routes: set[int], seed: int) -> tuple[Scene, str] | None:
    """Some routes dealt out, a passenger of seat 0 at one of its own, some passenger cards."""
    random = Random(seed)
    scene = fresh_scene(name, players)
    board = scene.game.board
    for route in sorted(routes):
        seat = random.randrange(players)
        cells, id = cells_of(scene.game, scene.state), board.routes[route].id
        enough = cells["pieces"][seat]["rail"] >= board.routes[route].length
        if enough and id in cells["open"][seat]:
            scene.own(seat, id)
    own = cells_of(scene.game, scene.state)["owned"][0]
    cities = sorted(
        {
            board.places[end].id
            for id in own
            for end in (board.route(id).a, board.route(id).b)
            if not board.places[end].dead_end
        }
    )
    if not cities:
        return None
    start = random.choice(cities)
    part = scene.part(Journeys)
    part.put(scene.state, 0, part.places.index(start))
    scene.hand(0, passenger=random.choice((0, 0, 1, 3))).turn(0)
    return scene, start


def rides(board: Board, cells: dict[str, Any], at: str, ridden: list[str]) -> set[str]:
    """The routes that may be ridden from a place, by going over all of them."""
    found = set()
    for route in board.routes:
        ends = {board.places[route.a].id, board.places[route.b].id}
        owners = [seat for seat, own in enumerate(cells["owned"]) if route.id in own]
        paid = owners == [0] or cells["hands"][0]["passenger"]
        if at in ends and route.id not in ridden and owners and paid:
            found.add(route.id)
    return found


@pytest.mark.parametrize(("name", "players"), TABLES)
@settings(max_examples=60)
@given(data=st.data())
def test_a_journey_is_as_told_naively(name: str, players: int, data: st.DataObject) -> None:
    board = fresh_scene(name, players).game.board
    found = prepared(name, players, data.draw(network(board)), data.draw(st.integers(0, 2**32)))
    if found is None:
        return
    scene, at = found
    random = Random(data.draw(st.integers(0, 2**32)))
    stacks = {place.id: list(place.tokens) for place in board.places}
    won: dict[str, int] = {}
    ridden: list[str] = []

    def arrive(place: str) -> None:
        if place not in won:
            won[place] = stacks[place].pop(0) if stacks[place] else 0

    scene.play(f"depart {at}")
    arrive(at)
    while scene.state.stack and scene.question == "ride":
        cells = cells_of(scene.game, scene.state)
        possible = rides(board, cells, at, ridden)
        stop = {"alight"} if ridden else set()
        assert set(scene.legal) == {f"ride {id}" for id in possible} | stop
        action = random.choice(scene.legal)
        if action == "alight" and len(scene.legal) > 1 and random.random() < 0.7:
            continue
        scene.play(action)
        if action != "alight":
            route = board.route(action.removeprefix("ride "))
            at = board.places[route.b if board.places[route.a].id == at else route.a].id
            ridden.append(route.id)
            arrive(at)
    cells = cells_of(scene.game, scene.state)
    assert {p: n for p, n in cells["merchandise"][0].items() if n} == {
        p: n for p, n in won.items() if n
    }
    spent = [id for id in ridden if id not in cells["owned"][0]]
    assert cells["discards"]["passenger"] == len(spent)
    assert not cells["ridden"]
    assert not any(cells["passengers_at"][0].values())
