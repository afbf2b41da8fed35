"""The facts `check-board` tells."""

from capotreno.board.statistics import distance, statistics
from tests.board.boards import documented, read


def test_the_facts_of_the_documented_example() -> None:
    facts = statistics(read(documented()))
    assert (facts.places, facts.routes, facts.pairs, facts.spaces) == (4, 5, 4, 12)
    assert facts.cards == 20
    assert facts.routes_by_length == ((1, 1), (2, 2), (3, 1), (4, 1))
    assert facts.spaces_by_colour == (("red", 6), ("blue", 3), ("gray", 3))
    assert facts.tickets_by_deck == (("normal", 2),)
    assert [(ticket.id, ticket.distance) for ticket in facts.tickets] == [
        ("north-south", 5),
        ("east-west", 4),
    ]
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


def test_lone_isolated_and_bottleneck() -> None:
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
    assert facts.bottlenecks == (("north", "east"), ("east", "south"), ("south", "p"))
    assert distance(read(board), "north", "island") is None
