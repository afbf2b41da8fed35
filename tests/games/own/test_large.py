"""Maps with many short routes: scored at once, and refused where even that would take its time."""

from itertools import pairwise, product
from typing import Any

import pytest

from capotreno import BoardError
from capotreno.board.graph import Graph
from capotreno.rules.building.stations import Stations
from capotreno.rules.scoring.longest_path import LongestPath
from capotreno.rules.scoring.tours import Tours
from tests.games.own.table import Own, classic, declared


def streets(side: int, pieces: int, **game: Any) -> dict[str, Any]:
    """A grid of one-space routes and two tours: along three of its edges, and to and fro."""
    value = classic(**game)
    last = side - 1
    spots = list(product(range(side), repeat=2))
    value["places"] = [{"id": f"p{x}_{y}", "x": x / side, "y": y / side} for x, y in spots]
    across = [(f"p{x}_{y}", f"p{x + 1}_{y}") for x, y in spots if x < last]
    down = [(f"p{x}_{y}", f"p{x}_{y + 1}") for x, y in spots if y < last]
    value["routes"] = [{"a": a, "b": b, "length": 1} for a, b in across + down]
    value["supplies"] = [{"kind": "rail", "count": pieces}]
    corners = [f"p{x}_{y}" for x, y in ((0, 0), (last, 0), (last, last), (0, last))]
    to_and_fro = [corners[0], corners[2], f"p{last - 1}_1", corners[1], "p1_1"]
    value["tickets"] = [
        {"stops": stops, "points": 10, "points_in_order": 20}
        for stops in (corners, to_and_fro, *[[a, b] for a, b in across[:10]])
    ]
    return value


@pytest.mark.rule("OB-45")
def test_a_network_of_sixty_short_routes_is_scored() -> None:
    value = streets(7, 60)
    scene = Own(value)
    ids = [route.id for route in scene.game.board.routes]
    rim = [id for id in ids if "6" in id]
    scene.own(0, *[id for id in ids if id not in rim]).own(1, *rim)
    # at sixteen places three routes meet: seven routes are left out, two places are the ends
    assert scene.part(LongestPath).spaces(scene.state, 0) == 60 - 7
    assert [scene.line(seat, "longest_path") for seat in (0, 1)] == [10, 0]


def test_tours_over_a_whole_grid() -> None:
    game = Own(streets(7, 60)).game
    part = game.layout.partner(Tours)
    everything = (1 << len(game.board.routes)) - 1
    assert part.travelled(everything, 0)
    assert part.travelled(everything, 1)
    # without one route at the second corner the second tour would have to run over the other twice
    [gone] = [route.index for route in game.board.routes if route.id == "p6_0-p6_1"]
    assert not part.travelled(everything ^ 1 << gone, 1)


def test_pieces_for_too_many_routes_are_refused() -> None:
    with pytest.raises(BoardError) as fault:
        declared(streets(8, 112))
    assert str(fault.value) == (
        "my-board.json: supplies: with its pieces one player could fill 112 routes, too many for "
        "the longest path or a tour to be found; the most is 100."
    )
    declared(streets(8, 100))
    plain = streets(8, 112, bonuses={"globetrotter": 5})
    with pytest.raises(BoardError, match="could fill 112 routes"):
        declared(plain)  # its tours are still to be found
    plain["tickets"] = plain["tickets"][2:]
    declared(plain)


def test_of_parallel_routes_one_is_filled() -> None:
    value = streets(7, 200)
    value["routes"] += value["routes"]
    declared(value)  # 84 pairs


def test_a_tour_of_too_many_stops_is_refused() -> None:
    value = streets(7, 60)
    value["tickets"][0]["stops"] = [f"p{n}_{n}" for n in range(6)]
    with pytest.raises(BoardError, match="6 stops are too many for a tour; the most is 5"):
        declared(value)


def test_stations_at_hubs_lend_only_what_helps() -> None:
    """Forty routes of others meet at each of three hubs, and few of them lead to a stop."""
    value = classic(stations={"each": 3, "unbuilt": 4})
    hubs = ["h0", "h1", "h2"]
    leaves = [f"{hub}_{n}" for hub in hubs for n in range(40)]
    value["places"] = [{"id": id, "x": 0.5, "y": 0.5} for id in hubs + leaves]
    spokes = [{"a": leaf[:2], "b": leaf, "length": 1} for leaf in leaves]
    value["routes"] = [{"a": a, "b": b, "length": 1} for a, b in (hubs[:2], hubs[1:])] + spokes
    value["supplies"] = [{"kind": "rail", "count": 60}]
    value["tickets"] = [{"stops": ["h0", leaf], "points": 5} for leaf in leaves[::10]]
    scene = Own(value, 3).tickets(0, "h0-h0_10", "h0-h1_0", "h0-h2_30")
    scene.own(0, "h0-h1", "h1-h2")
    ids = [route.id for route in scene.game.board.routes]
    scene.own(1, *ids[2:62]).own(2, *ids[62:])
    part = scene.part(Stations)
    for hub in hubs:
        part.put(scene.state, 0, scene.game.board.place(hub).index)
    assert scene.line(0, "tickets_done") == 15
    owned = [part.claims.routes(scene.state, seat) for seat in range(3)]
    stations = scene.state.cells[part.built]
    held = part.tickets.holding(scene.state, 0)
    # of each hub nothing, or its one route to a stop
    assert [len(routes) for routes in part._useful(owned, 0, stations, held)] == [2, 2, 2]


def test_stations_at_hubs_try_their_last_routes_together(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where every route at three hubs would help, what is tried are pairs of them, not triples."""
    value = classic(stations={"each": 3, "unbuilt": 4})
    hubs = ["h0", "h1", "h2"]
    leaves = [f"{hub}_{n}" for n in range(10) for hub in hubs]
    value["places"] = [{"id": id, "x": 0.5, "y": 0.5} for id in hubs + leaves]
    value["routes"] = [{"a": leaf[:2], "b": leaf, "length": 1} for leaf in leaves]
    value["routes"] += [{"a": a, "b": b, "length": 1} for a, b in pairwise(leaves)]
    value["supplies"] = [{"kind": "rail", "count": 60}]
    value["tickets"] = [
        {"stops": [leaf[:2], leaf], "points": 1 + n} for n, leaf in enumerate(leaves)
    ]
    scene = Own(value, 3).tickets(0, *[f"{leaf[:2]}-{leaf}" for leaf in leaves])
    scene.own(1, *[route.id for route in scene.game.board.routes[:30]])
    part = scene.part(Stations)
    for hub in hubs:
        part.put(scene.state, 0, scene.game.board.place(hub).index)
    merged = Graph.merged
    tried = 0

    def counted(graph: Graph, root: list[int], route: int) -> list[int]:
        nonlocal tried
        tried += 1
        return merged(graph, root, route)

    monkeypatch.setattr(Graph, "merged", counted)
    assert part.borrowed(scene.state, 0) == sum(1 << route for route in (27, 28, 29))
    assert tried <= 10 + 11 * 10  # none or one of ten routes each
