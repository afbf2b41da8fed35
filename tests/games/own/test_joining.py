"""What published maps have and no shipped box: districts, and tickets done over two ways."""

from typing import Any

import pytest

from capotreno import BoardError, make_bot
from tests.games.own.table import Own, classic, declared

# A ring of three: mill, market cross and the old port with the lighthouse between.
RING = ("lighthouse-old_port", "lighthouse-mill", "mill-market_cross", "old_port-market_cross/1")
REGIONS = [
    {"id": "north", "places": ["lighthouse", "mill", "observatory"]},
    {"id": "south", "places": ["saltings", "orchard"]},
]


def joining(**bonuses: Any) -> dict[str, Any]:
    """The classic island with regions, and these bonuses alone."""
    value = classic(bonuses=bonuses)
    value["regions"] = REGIONS
    return value


def with_ticket(value: dict[str, Any], **ticket: Any) -> Own:
    """A scene whose seat 0 holds one ticket."""
    value["tickets"][0] = {"points": 5, "id": "mine", **ticket}
    return Own(value).tickets(0, "mine").turn(0)


# -- districts ------------------------------------------------------------------------------------


@pytest.mark.rule("OB-75")
def test_all_places_of_a_district_joined_give_its_points() -> None:
    scene = Own(joining(districts={"north": 6, "south": 4})).turn(0)
    scene.own(0, "lighthouse-mill")
    assert scene.line(0, "districts") == 0
    scene.own(0, "mill-observatory").own(1, "saltings-orchard")
    assert [scene.line(seat, "districts") for seat in (0, 1)] == [6, 4]


@pytest.mark.rule("OB-75")
def test_over_other_places_too_and_everybody_may_have_it() -> None:
    scene = Own(joining(districts={"south": 4})).turn(0)
    scene.own(0, "saltings-market_cross", "market_cross-orchard").own(1, "saltings-orchard")
    assert [scene.line(seat, "districts") for seat in (0, 1)] == [4, 4]


@pytest.mark.rule("OB-75")
def test_two_networks_do_not_join_a_district() -> None:
    value = joining(districts={"both": 9})
    value["regions"] = [{"id": "both", "places": ["lighthouse", "mill", "saltings", "orchard"]}]
    scene = Own(value).turn(0).own(0, "lighthouse-mill", "saltings-orchard")
    assert scene.line(0, "districts") == 0
    scene.own(0, "mill-market_cross", "saltings-market_cross")
    assert scene.line(0, "districts") == 9


@pytest.mark.rule("R-102")
def test_a_station_lends_nothing_to_a_district() -> None:
    value = joining(districts={"south": 4}, double_paths=[5])
    value["game"]["stations"] = {}
    scene = with_ticket(value, stops=["saltings", "orchard"])
    scene.own(1, "saltings-orchard").hand(0, red=1).turn(0).play("station saltings")
    scene.play(*[code for code in scene.legal if code.startswith("pay")][:1])
    assert scene.line(0, "tickets_done") == 5
    assert (scene.line(0, "districts"), scene.line(0, "double_paths")) == (0, 0)


# -- double paths ---------------------------------------------------------------------------------


@pytest.mark.rule("OB-76")
def test_a_ticket_over_two_ways_with_no_common_route() -> None:
    scene = with_ticket(joining(double_paths=[5, 12]), stops=["lighthouse", "market_cross"])
    scene.own(0, *RING[:3])
    assert scene.line(0, "double_paths") == 0
    scene.own(0, RING[3])
    assert scene.line(0, "double_paths") == 5
    assert scene.line(1, "double_paths") == 0


@pytest.mark.rule("OB-76")
def test_a_common_route_is_no_second_way() -> None:
    scene = with_ticket(joining(double_paths=[5]), stops=["observatory", "old_port"])
    scene.own(0, *RING, "mill-observatory")  # a ring, and one route that both ways would take
    assert scene.line(0, "tickets_done") == 5
    assert scene.line(0, "double_paths") == 0


@pytest.mark.rule("OB-76")
@pytest.mark.parametrize(("held", "points"), [(1, 5), (2, 12), (3, 12)])
def test_points_go_by_the_number_of_such_tickets(held: int, points: int) -> None:
    value = joining(double_paths=[5, 12])
    pairs = [["lighthouse", "market_cross"], ["mill", "old_port"], ["lighthouse", "mill"]]
    value["tickets"][:3] = [{"stops": p, "points": 1, "id": f"t{n}"} for n, p in enumerate(pairs)]
    scene = Own(value).tickets(0, *[f"t{n}" for n in range(held)]).own(0, *RING).turn(0)
    assert scene.line(0, "double_paths") == points


@pytest.mark.rule("OB-76")
def test_a_ticket_nobody_holds_counts_for_nobody() -> None:
    scene = Own(joining(double_paths=[5])).own(0, *RING).turn(0)
    assert scene.line(0, "double_paths") == 0


@pytest.mark.rule("R-102")
def test_regions_countries_choices_and_tours() -> None:
    value = joining(double_paths=[5])
    scene = with_ticket(value, stops=["north", "market_cross"])
    scene.own(0, "mill-market_cross", "lighthouse-old_port", "old_port-market_cross/1")
    assert scene.line(0, "double_paths") == 5  # one way from the mill, one from the lighthouse
    value = joining(double_paths=[5])
    next(p for p in value["places"] if p["id"] == "market_cross")["dead_end"] = True
    scene = with_ticket(value, stops=["lighthouse", "market_cross"]).own(0, *RING)
    assert scene.line(0, "double_paths") == 5  # a country is reached by two of its routes
    options = [{"stop": "observatory", "points": 3}, {"stop": "market_cross", "points": 2}]
    scene = with_ticket(joining(double_paths=[5]), stops=["lighthouse"], options=options)
    scene.own(0, *RING, "mill-observatory")
    assert scene.line(0, "double_paths") == 5  # the other destination is joined twice
    tour = ["lighthouse", "mill", "market_cross"]
    scene = with_ticket(joining(double_paths=[5]), stops=tour).own(0, *RING)
    assert (scene.line(0, "tickets_done"), scene.line(0, "double_paths")) == (5, 0)


# -- files and bots -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("districts", "sentence"),
    [
        ({"west": 3}, "bonuses.districts names 'west', but there is no such region"),
        ({"one": 3}, "region one has one place, and nothing to join"),
        ({"apart": 3}, "no routes can ever join all places of apart"),
    ],
)
def test_districts_that_nobody_can_have(districts: dict[str, int], sentence: str) -> None:
    value = joining(districts=districts)
    value["places"].append({"id": "rock", "x": 0.9, "y": 0.9})
    value["regions"] = [
        {"id": "one", "places": ["mill"]},
        {"id": "apart", "places": ["mill", "rock"]},
    ]
    with pytest.raises(BoardError) as fault:
        declared(value)
    assert sentence in str(fault.value)


def test_the_planner_goes_for_a_district_and_closes_a_ring() -> None:
    value = joining(districts={"north": 90})
    scene = Own(value).own(0, "lighthouse-mill").hand(0, wild=4).turn(0)
    bot = make_bot("planner", scene.game, 0)
    chosen = scene.game.action(bot.choose(scene.game.view(scene.state, 0))).text
    assert chosen == "claim mill-observatory"
    value = joining(double_paths=[90])
    scene = with_ticket(value, stops=["lighthouse", "market_cross"]).own(0, *RING[:3])
    scene.hand(0, blue=4, wild=4).turn(0)
    bot = make_bot("planner", scene.game, 0)
    chosen = scene.game.action(bot.choose(scene.game.view(scene.state, 0))).text
    assert chosen.startswith("claim old_port-market_cross")
