"""The facts `check-board` tells."""

from collections.abc import Callable
from heapq import heappop, heappush
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from capotreno.board.check.findings import findings
from capotreno.board.check.statistics import Bottleneck, Bridge, TicketFacts, statistics
from capotreno.board.check.ways import ShortestWays, distance, neighbours
from capotreno.board.load import load, shipped
from capotreno.board.model import Board
from tests.board.boards import documented, read

Change = Callable[[dict[str, Any]], object]


def test_the_facts_of_the_documented_example() -> None:
    facts = statistics(read(documented()))
    assert (facts.places, facts.routes, facts.pairs, facts.spaces) == (4, 5, 4, 12)
    assert facts.cards == 20
    assert facts.routes_by_length == ((1, 1), (2, 2), (3, 1), (4, 1))
    assert [(own.colour, own.routes, own.spaces, own.cards) for own in facts.colours] == [
        ("red", 2, 6, 8),
        ("blue", 2, 3, 8),
        ("gray", 1, 3, 4),
    ]
    assert facts.colours[1].routes_by_length == ((1, 1), (2, 1))
    assert facts.tickets_by_deck == (("normal", 2),)
    assert facts.tickets == (
        TicketFacts("north-south", ("north", "south"), 5, 5, 2, None),
        TicketFacts("east-west", ("east", "west"), 4, 4, 2, 2),
    )
    assert facts.line is None  # two tickets lie on any line
    assert (facts.exact_tickets, facts.cheap_tickets) == (2, 0)
    assert facts.dead_ends == ("west",)


def test_a_dead_end_is_no_shortcut() -> None:
    board = documented()
    board["routes"][-1]["length"] = 1
    assert distance(read(board), "north", "south") == 5
    board["places"][3]["dead_end"] = False
    assert distance(read(board), "north", "south") == 2


def test_a_tour_is_measured_in_its_order() -> None:
    board = documented()
    board["tickets"] = [{"stops": ["south", "north", "east"], "points": 3, "points_in_order": 7}]
    facts = statistics(read(board)).tickets[0]
    assert (facts.points, facts.distance) == (7, 7)


def test_a_region_is_as_far_as_its_nearest_place() -> None:
    board = documented()
    board["regions"] = [{"id": "far", "places": ["south", "west"]}]
    assert distance(read(board), "north", "far") == 4


def test_lone_isolated_and_bridges() -> None:
    board = documented()
    board["tickets"] = []
    board["places"].append({"id": "island", "x": 0, "y": 0})
    board["places"] += [{"id": id, "x": 0, "y": 0} for id in ("p", "q", "r")]
    board["routes"] += [
        {"a": a, "b": b, "length": 1} for a, b in (("south", "p"), ("p", "q"), ("q", "r"))
    ]
    board["routes"].append({"a": "r", "b": "p", "length": 1})
    facts = statistics(read(board))
    assert facts.isolated_places == ("island",)
    assert facts.lone_places == ()
    assert facts.parts == 1
    assert facts.bridges == (
        Bridge(("north", "east"), 2),  # north and the dead end beyond it
        Bridge(("east", "south"), 3),
        Bridge(("south", "p"), 3),
    )
    assert distance(read(board), "north", "island") is None


def test_parts_that_no_route_joins_are_counted() -> None:
    board = documented()
    board["tickets"] = []
    board["places"] += [{"id": id, "x": 0, "y": 0} for id in ("p", "q")]
    board["routes"].append({"a": "p", "b": "q", "length": 1})
    assert statistics(read(board)).parts == 2


def ladder(rungs: int = 4) -> dict[str, Any]:
    """Two rails of places, a0 a1 … and b0 b1 …, with a rung between each two; all lengths 1."""
    board = documented()
    board["places"] = [
        {"id": f"{rail}{n}", "x": n / 10, "y": y}
        for rail, y in (("a", 0), ("b", 1))
        for n in range(rungs)
    ]
    board["routes"] = [{"a": f"a{n}", "b": f"b{n}", "length": 1} for n in range(rungs)]
    board["routes"] += [
        {"a": f"{rail}{n}", "b": f"{rail}{n + 1}", "length": 1, "colour": colour}
        for rail, colour in (("a", "red"), ("b", "blue"))
        for n in range(rungs - 1)
    ]
    board["tickets"] = [
        {"stops": [f"a{one}", f"a{other}"], "points": other - one}
        for one in range(rungs)
        for other in range(one + 1, rungs)
    ]
    return board


def test_a_detour_is_what_the_worst_stretch_costs() -> None:
    facts = {ticket.id: ticket for ticket in statistics(read(ladder())).tickets}
    assert (facts["a0-a3"].distance, facts["a0-a3"].routes, facts["a0-a3"].detour) == (3, 3, 2)
    board = ladder()
    board["routes"] += [{"a": "a0", "b": "a3", "length": 3}]
    facts = {ticket.id: ticket for ticket in statistics(read(board)).tickets}
    assert (facts["a0-a3"].routes, facts["a0-a3"].detour) == (1, 0)


def around(
    board: Board, stops: tuple[str, ...], pair: tuple[int, ...] = (), place: int = -1
) -> int | None:
    """The spaces from stop to stop by a plain search, with a pair of places or a place closed."""
    near = neighbours(board)
    total = 0
    for start, end in pairwise(stops):
        queue = [(0, at) for at in board.places_of(start)]
        seen: set[int] = set()
        while queue:
            spaces, here = heappop(queue)
            if here in board.places_of(end):
                total += spaces
                break
            if here in seen or (spaces and (board.places[here].dead_end or here == place)):
                continue
            seen.add(here)
            for other, length in near[here].items():
                if {here, other} != set(pair):
                    heappush(queue, (spaces + length, other))
        else:
            return None
    return total


@pytest.mark.parametrize("name", ["germany", "switzerland", "world", "great_lakes"])
def test_distances_and_detours_by_exhaustion(name: str) -> None:
    """Closing every pair of the board, one after the other, costs no ticket more than told."""
    board = load(name)
    facts = statistics(board).tickets[::7]
    pairs = {(min(route.a, route.b), max(route.a, route.b)) for route in board.routes}
    for ticket in facts:
        lengths = [around(board, ticket.stops, pair) for pair in pairs]
        if ticket.detour is None:
            assert None in lengths
        else:
            worst = max(spaces for spaces in lengths if spaces is not None)
            assert worst == ticket.distance + ticket.detour


def test_bottlenecks_are_what_tickets_would_miss() -> None:
    board = ladder(3)
    board["routes"] = [route for route in board["routes"] if route["a"] != "b0"]
    facts = statistics(read(board))
    # Without b0 – b1 nothing leads around a0 – a1.
    assert facts.weak_pairs[0] == Bottleneck(("a0", "a1"), 0, 0, 2)
    assert facts.weak_pairs[1] == Bottleneck(("a1", "a2"), 2, 4, 0)
    assert facts.weak_places == (Bottleneck(("a1",), 0, 0, 1),)


def kinds(board: Board) -> list[str]:
    return [item.kind for item in findings(board, statistics(board))]


def far_off(board: dict[str, Any]) -> None:
    board["tickets"][2]["points"] = 30


def unwanted_landmark(board: dict[str, Any]) -> None:
    board["places"][0]["landmark"] = True
    board["game"] = {"bonuses": {"longest_path": 5}}


def too_little(board: dict[str, Any]) -> None:
    board["tickets"][2]["points"] = 0


SLIPS: list[tuple[Change, list[str]]] = [
    (lambda b: None, []),
    (far_off, ["dear"]),
    (too_little, ["cheap"]),
    (lambda b: b["places"].append({"id": "z", "x": 0.9, "y": 0.9}), ["isolated"]),
    (lambda b: b["places"][1].update(x=0), ["same_spot"]),
    (lambda b: b["supplies"][0].update(count=2), ["too_long", "few_pieces"]),
    (lambda b: b["supplies"][0].update(count=3), ["few_pieces"]),
    (lambda b: b["supplies"][0].update(count=6), ["crowded"]),
    (lambda b: b["supplies"][0].update(count=1), ["roomy"]),
    (lambda b: b["decks"][0]["cards"].append({"id": "pink", "count": 5}), ["colour_unused"]),
    (lambda b: b["routes"][5].update(length=11), ["colour_common"]),
    (lambda b: b["routes"].append(dict(b["routes"][4])), ["equal_twins"]),
    (lambda b: b["routes"].append(b["routes"][4] | {"length": 2}), ["odd_twins"]),
    (lambda b: b["routes"][4].update(length=17), ["unpayable"]),
    (lambda b: b["routes"][4].update(length=2, spaces=[[0.07, 0, 0], [0.03, 0, 0]]), ["turned"]),
    (lambda b: b["decks"][0]["cards"][0].update(count=1), ["small_deck"]),
    (lambda b: b.update(regions=[{"id": "r", "places": ["a0", "a1"]}]), ["region_unused"]),
    (lambda b: b["places"][0].update(port=True), ["port_unused"]),
    (unwanted_landmark, ["landmark_unused"]),
    (lambda b: b["route_points"].update({str(n): n for n in range(1, 20)}), ["points_unused"]),
    (lambda b: b["supplies"][0].update(count=60), ["never_last"]),
    (lambda b: b["supplies"].append({"kind": "sea", "count": 3}), ["never_last"]),
]


@pytest.mark.parametrize(("slip", "found"), SLIPS)
def test_every_slip_of_the_pen_stands_out(slip: Change, found: list[str]) -> None:
    board = ladder()
    board["supplies"] = [{"kind": "rail", "count": 4}]
    board["decks"][0]["cards"] = [
        {"id": "red", "count": 12},
        {"id": "blue", "count": 8},
        {"id": "wild", "wild": True, "count": 4},
    ]
    board["route_points"] = {}
    slip(board)
    assert set(found) <= set(kinds(read(board)))
    if not found:
        assert kinds(read(board)) == []


@pytest.mark.parametrize("name", shipped())
def test_spaces_are_listed_from_a_to_b(name: str) -> None:
    assert "turned" not in kinds(load(name))


def test_shipped_boards_stand_out_by_little() -> None:
    """What the printed boards themselves do cannot be alarming."""
    told = {name: kinds(load(name)) for name in ("germany", "new_york", "ghost_train", "usa")}
    assert told == {"germany": [], "new_york": [], "ghost_train": [], "usa": ["dear"]}


def grid(side: int, seed: int, wanted: int) -> dict[str, Any]:
    """A large map: places in rows and columns, most of them joined to those beside them."""
    random = Random(seed)
    board = documented()
    spots = [(x, y) for y in range(side) for x in range(side)]
    steps = [((x, y), to) for x, y in spots for to in ((x + 1, y), (x, y + 1)) if max(to) < side]
    kept = steps if wanted else random.sample(steps, len(steps) * 2 // 3)
    board["places"] = [
        {"id": f"p{x}_{y}", "x": x / side, "y": y / side, "dead_end": random.random() < 0.05}
        for x, y in spots
    ]
    board["routes"] = [
        {"a": f"p{a[0]}_{a[1]}", "b": f"p{b[0]}_{b[1]}", "length": random.randint(1, 6)}
        for a, b in kept
    ]
    board["route_points"] = {}
    inner = [place["id"] for place in board["places"] if not place["dead_end"]]
    board["tickets"] = [{"stops": random.sample(inner, 2), "points": 9} for _ in range(wanted)]
    return board


def tangle(seed: int) -> dict[str, Any]:
    """A small map of dead ends, twins, equal ways and regions, with tours between all of them."""
    random = Random(seed)
    board = documented()
    ids = [f"p{n}" for n in range(random.randint(6, 11))]
    board["places"] = [{"id": id, "x": 0, "y": 0, "dead_end": random.random() < 0.3} for id in ids]
    board["routes"] = [
        dict(zip("ab", random.sample(ids, 2), strict=True), length=random.randint(1, 3))
        for _ in range(random.randint(8, 20))
    ]
    board["route_points"] = {}
    board["regions"] = [{"id": "r", "places": ids[:2]}, {"id": "s", "places": ids[2:5]}]
    board["tickets"] = []
    return board


@pytest.mark.parametrize("seed", range(60))
def test_ways_around_are_as_short_as_those_of_a_plain_search(seed: int) -> None:
    board = read(tangle(seed))
    ways = ShortestWays(board)
    ids = [place.id for place in board.places]
    for stops in [("r", "s"), ("s", "r", *ids[5:]), *zip(ids, ids[1:] + ids[:1], strict=True)]:
        way = ways.shortest(stops)
        assert (way.spaces if way else None) == around(board, stops)
        if way is None:
            continue
        for pair, detour in way.pairs.items():
            spaces = around(board, stops, pair)
            assert detour == (None if spaces is None else spaces - way.spaces)
        ends = {place for stop in stops for place in board.places_of(stop)}
        for place, detour in way.through.items():
            spaces = around(board, stops, place=place)
            assert place in ends or detour == (None if spaces is None else spaces - way.spaces)


@pytest.mark.parametrize("seed", range(4))
def test_bridges_are_the_pairs_whose_loss_parts_the_map(seed: int) -> None:
    board = read(grid(6, seed, wanted=0))
    near = neighbours(board)
    dead = [place.dead_end for place in board.places]

    def reached(start: int, without: set[int]) -> set[int]:
        seen, wave = {start}, [start]
        while wave:
            here = wave.pop()
            for other in near[here] if not dead[here] else ():
                if {here, other} != without and other not in seen:
                    seen.add(other)
                    wave.append(other)
        return seen

    told = {
        tuple(board.places[place].id for place in (a, b)): min(
            len(reached(a, {a, b})), len(reached(b, {a, b}))
        )
        for a in near
        for b in near[a]
        if a < b and not dead[a] and not dead[b] and min(len(near[a]), len(near[b])) > 1
        if b not in reached(a, {a, b})
    }
    assert told
    assert {bridge.ends: bridge.places for bridge in statistics(board).bridges} == told


def rosary(count: int) -> dict[str, Any]:
    """A large map: places in a long row, with tickets from one end of it to the other."""
    board = documented()
    board["places"] = [{"id": f"p{n}", "x": n / count, "y": 0} for n in range(count)]
    board["routes"] = [{"a": f"p{n}", "b": f"p{n + 1}", "length": 1} for n in range(count - 1)]
    ends = range(count // 10)
    board["tickets"] = [{"stops": [f"p{n}", f"p{count - 1 - n}"], "points": 9} for n in ends]
    return board


@pytest.mark.parametrize("large", [grid(20, 1, wanted=40), rosary(400)], ids=["grid", "rosary"])
def test_a_large_map_is_searched_once_for_each_stop(
    large: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is looked at is counted: it does not grow with all that a ticket's way runs over."""
    board = read(large)
    looked = 0

    def counted(queue: list[Any]) -> Any:
        nonlocal looked
        looked += 1
        return heappop(queue)

    monkeypatch.setattr("capotreno.board.check.ways.heappop", counted)
    statistics(board)
    stops = {stop for ticket in board.tickets for stop in ticket.stops}
    assert looked <= len(board.places) * len(stops)
