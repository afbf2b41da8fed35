"""The turn on a board of your own: cards, claims, tickets, and what the file changes of them."""

import pytest

from capotreno.rules.building.stations import Stations
from tests.games.own.table import Own, classic, island, with_passengers


@pytest.mark.rule("OB-11", "OB-23")
def test_one_action_a_turn() -> None:
    scene = Own(players=3).hand(0, red=2, green=2).turn(0)
    assert {text.split()[0] for text in scene.legal} == {"take", "draw", "claim", "tickets"}
    scene.play("claim lighthouse-old_port")
    assert (scene.actor, scene.held(0)) == (1, {"green": 2})
    assert {card: n for card, n in scene.see("discards").items() if n} == {"red": 2}


@pytest.mark.rule("OB-12", "OB-13")
def test_two_cards_from_the_row_or_unseen() -> None:
    scene = Own().row("red", "blue", "green", "green").deck(yellow=3).turn(0)
    scene.play("take red")
    assert scene.face_up == ["yellow", "blue", "green", "green"]
    assert scene.refused("take red").reason.key == "not_in_row"
    scene.play("draw")
    assert (scene.held(0), scene.actor) == ({"red": 1, "yellow": 1}, 1)


@pytest.mark.rule("OB-14", "OB-15")
def test_a_face_up_wild() -> None:
    row = ("red", "wild", "wild", "blue")
    scene = Own().row(*row).turn(0)
    scene.play("take wild")
    assert scene.actor == 1
    scene.row(*row).turn(0).play("draw")
    assert scene.refused("take wild").reason.key == "second_wild"
    scene = Own(island(face_up_wild="one_card")).row(*row).turn(0)
    scene.play("take wild", "take wild")
    assert (scene.actor, scene.held(0)) == (1, {"wild": 2})
    scene = Own().deck(wild=4).turn(0)
    scene.play("draw", "draw")
    assert (scene.actor, scene.held(0)) == (1, {"wild": 2})


@pytest.mark.rule("OB-16")
@pytest.mark.parametrize(("flush", "swept"), [(2, 1), (3, 0), (0, 0)])
def test_wilds_sweep_the_row(flush: int, swept: int) -> None:
    scene = Own(island(flush=flush)).row("red", "wild", "blue", "blue")
    scene.deck(green=6, wild=1).chance(6, *[0] * 9).turn(0)
    assert scene.names(scene.play("take red")).count("flushed") == swept


@pytest.mark.rule("OB-17")
def test_the_discards_become_the_deck() -> None:
    scene = Own().deck(blue=1, discards={"green": 4}).turn(0)
    assert "reshuffled" in scene.names(scene.play("draw", "draw"))
    scene.row(None, None, None, None).deck().turn(0)
    assert scene.refused("draw").reason.key == "no_cards"


@pytest.mark.rule("OB-18", "OB-19", "OB-20")
def test_paying_a_route() -> None:
    scene = Own().hand(0, red=1, green=1).turn(0)
    assert scene.refused("claim lighthouse-old_port").reason.key == "cards_short"
    assert scene.refused("claim lighthouse-mill").reason.key == "cards_short"
    scene.hand(0, red=2, green=2).turn(0)
    assert "lighthouse-mill" in scene.claimable
    scene.game.apply(scene.state, scene.game.code("claim lighthouse-old_port"))
    assert scene.refused("pay green*2").reason.key == "payment_short"
    assert "lighthouse-old_port" in Own().hand(0, red=1, wild=1).turn(0).claimable
    rough = Own(island(wilds="ferries_and_tunnels")).hand(0, red=1, wild=1).turn(0)
    assert rough.claimable == {"market_cross-quarry", "quarry-seal_rock", "mill-market_cross"}


@pytest.mark.rule("OB-21", "OB-22")
def test_pieces_and_any_free_route() -> None:
    scene = Own().own(0, "lighthouse-old_port", "saltings-orchard", "mill-observatory")
    scene.own(0, "mill-market_cross").own(1, "saltings-market_cross")
    scene.hand(0, blue=5).turn(0)
    assert scene.see("pieces")[0] == {"rail": 2}
    assert scene.refused("claim old_port-market_cross/2").reason.key == "pieces_short"
    assert scene.refused("claim saltings-market_cross").reason.key == "route_taken"
    scene.play("claim old_port-saltings")
    assert scene.see("pieces")[0] == {"rail": 0}


@pytest.mark.rule("OB-24", "OB-25")
def test_parallel_routes() -> None:
    one, two = "old_port-market_cross/1", "old_port-market_cross/2"
    for players in (2, 3, 4):
        scene = Own(players=players).own(0, one)
        open_to = [two in routes for routes in scene.see("open")]
        assert open_to == [False, *[players >= 3] * (players - 1)]
    scene = Own().own(0, one).hand(0, blue=3).turn(0)
    assert scene.refused(f"claim {two}").reason.key == "twin_owned"
    assert scene.hand(1, wild=3).turn(1).refused(f"claim {two}").reason.key == "twin_closed"


@pytest.mark.rule("OB-26")
def test_points_by_length() -> None:
    for route, points in (("mill-market_cross", 1), ("saltings-orchard", 7)):
        assert Own().own(0, route).line(0, "routes") == points
    value = island() | {"route_points": {"1": 5, "2": 6, "3": 7, "4": 8}}
    assert Own(value).own(0, "saltings-orchard").line(0, "routes") == 8


@pytest.mark.rule("OB-27", "OB-29")
def test_drawing_tickets() -> None:
    scene = Own(island(tickets={"opening": [2, 1], "later": [4, 2]})).turn(0)
    scene.play("tickets")
    assert scene.see("tickets_offered")[0] == {"normal": 4}
    for _ in range(2):
        scene.play(next(text for text in scene.legal if text.startswith("return")))
    kept = scene.legal
    assert len(kept) == 1
    assert scene.refused(kept[0].replace("keep", "return")).reason.key == "must_keep"
    scene = Own().ticket_deck(fresh=("mill-orchard",)).turn(0)
    scene.play("tickets")
    assert scene.see("tickets_offered")[0] == {"normal": 1}
    assert Own().ticket_deck().turn(0).refused("tickets").reason.key == "no_tickets"


@pytest.mark.rule("OB-28")
def test_tickets_done_and_missed() -> None:
    scene = Own().tickets(0, "lighthouse-market_cross", "mill-orchard")
    scene.own(0, "lighthouse-mill", "mill-market_cross")
    assert (scene.line(0, "tickets_done"), scene.line(0, "tickets_missed")) == (3, -3)
    seen = scene.seen(1, "tickets")
    assert "held 0" not in seen.values()


@pytest.mark.rule("OB-30")
def test_a_tour_in_its_order() -> None:
    value = island()
    stops = ["lighthouse", "mill", "market_cross"]
    value["tickets"].append({"stops": stops, "points": 3, "points_in_order": 5, "id": "tour"})
    scene = Own(value).tickets(0, "tour").own(0, "lighthouse-mill")
    assert scene.line(0, "tickets_missed") == -3
    scene.own(0, "mill-market_cross")
    assert (scene.line(0, "tickets_done"), scene.line(0, "tours_in_order")) == (3, 2)


@pytest.mark.rule("OB-34")
def test_a_ferry_takes_its_wilds() -> None:
    scene = Own().hand(0, blue=2).turn(0)
    assert scene.refused("claim quarry-seal_rock").reason.key == "wilds_short"
    scene.hand(0, blue=1, wild=1).turn(0).play("claim quarry-seal_rock")
    assert scene.see("owned")[0] == ["quarry-seal_rock"]


def test_a_ferry_on_a_board_without_tunnels_cites_its_rule() -> None:
    value = island()
    for route in value["routes"]:
        route.pop("tunnel", None)
    scene = Own(value).hand(0, blue=2).turn(0)
    assert scene.refused("claim quarry-seal_rock").reason.key == "wilds_short"


@pytest.mark.rule("OB-35")
def test_cards_that_stand_for_a_wild() -> None:
    scene = Own(island(cards_for_wild=2)).hand(0, blue=1, red=1, green=1).turn(0)
    scene.play("claim quarry-seal_rock")
    while scene.actor == 0:
        scene.play(scene.legal[0])
    assert (scene.see("owned")[0], scene.held(0)) == (["quarry-seal_rock"], {})


def digging(hand: dict[str, int], deck: dict[str, int]) -> Own:
    """Seat 0 has claimed the tunnel and shown its cards; these come up."""
    scene = Own().hand(0, **hand).deck(None, **deck).chance(*[0] * 3).turn(0)
    scene.play("claim market_cross-quarry")
    if scene.question == "payment":
        scene.play(next(text for text in scene.legal if text.endswith("*2")))
    return scene


@pytest.mark.rule("OB-36", "OB-37")
def test_a_tunnel_costs_more_where_cards_match() -> None:
    scene = digging({"red": 4}, {"red": 1, "wild": 1, "green": 1})
    assert scene.question == "tunnel"
    assert sorted(scene.see("turned_up").values()) == ["green", "red", "wild"]
    scene.play("pay red*2")
    assert (scene.see("owned")[0], scene.held(0)) == (["market_cross-quarry"], {})


def test_a_tunnel_may_cost_more_than_any_route_of_the_board() -> None:
    value = island()
    for route in value["routes"]:
        route["length"] = min(route["length"], 2)
    scene = Own(value).hand(0, red=5).deck(red=3).turn(0)
    scene.play("claim market_cross-quarry", "pay red*2", "pay red*3")
    assert (scene.see("owned")[0], scene.held(0)) == (["market_cross-quarry"], {})


@pytest.mark.rule("OB-38")
def test_wilds_alone_are_met_by_wilds_alone() -> None:
    scene = digging({"wild": 3}, {"red": 2, "wild": 1})
    assert scene.legal == ["pay wild*1", "stop"]


@pytest.mark.rule("OB-39")
def test_whoever_gives_up_keeps_the_cards() -> None:
    scene = digging({"red": 2}, {"red": 1, "green": 2})
    scene.play("stop")
    assert (scene.held(0), scene.see("owned")[0], scene.actor) == ({"red": 2}, [], 1)
    assert sum(scene.see("discards").values()) == 3


@pytest.mark.rule("OB-40", "OB-41")
def test_stations_are_built_and_paid() -> None:
    scene = Own(island(stations={"each": 2, "unbuilt": 5}))
    for price, place in ((1, "mill"), (2, "quarry")):
        scene.hand(0, red=price).turn(0).play(f"station {place}")
        if scene.actor == 0:
            scene.play(f"pay red*{price}")
        assert scene.held(0) == {}
    assert scene.see("stations")[0] == ["mill", "quarry"]
    assert scene.hand(1, red=1).turn(1).refused("station mill").reason.key == "station_taken"
    assert scene.hand(0, red=3).turn(0).refused("station old_port").reason.key == "no_stations"
    scene = Own(island(stations={})).turn(0)
    assert scene.refused("station mill").reason.key == "station_short"


@pytest.mark.rule("OB-42")
def test_a_station_lends_a_route_and_one_in_the_box_gives_points() -> None:
    scene = Own(island(stations={"each": 2, "unbuilt": 5}))
    scene.own(0, "lighthouse-mill").own(1, "mill-market_cross")
    scene.tickets(0, "lighthouse-market_cross")
    assert (scene.line(0, "tickets_missed"), scene.line(0, "stations_unbuilt")) == (-3, 10)
    scene.hand(0, red=1).turn(0).play("station mill")
    if scene.actor == 0:
        scene.play("pay red*1")
    assert (scene.line(0, "tickets_done"), scene.line(0, "stations_unbuilt")) == (3, 5)


@pytest.mark.rule("OB-42", "R-23", "R-95")
def test_a_station_in_a_dead_end_lends_a_route_that_ends_there() -> None:
    """Only one, and nothing runs through: the ticket to the rock is done, that across it is not."""
    value = island(stations={"each": 2, "unbuilt": 0})
    value["places"][-1]["dead_end"] = True
    value["tickets"].append({"stops": ["quarry", "orchard"], "points": 9})
    scene = Own(value).own(0, "mill-observatory", "observatory-quarry")
    scene.own(1, "quarry-seal_rock", "orchard-seal_rock")
    scene.tickets(0, "mill-seal_rock", "quarry-orchard")
    assert scene.line(0, "tickets_done") == 0
    rock = scene.game.board.place("seal_rock").index
    scene.part(Stations).put(scene.state, 0, rock)
    assert (scene.line(0, "tickets_done"), scene.line(0, "tickets_missed")) == (6, -9)


@pytest.mark.rule("OB-35", "OB-36", "R-101")
def test_no_card_of_any_kind_pays_a_tunnel() -> None:
    value = island(cards_for_wild=2)
    crossing = next(route for route in value["routes"] if route.get("tunnel"))
    crossing["ferry"] = 1
    scene = Own(value).hand(0, red=5).turn(0)
    assert "claim quarry-seal_rock" in scene.legal, "on a ferry alone any two stand for its wild"
    assert scene.refused("claim market_cross-quarry").reason.key == "wilds_short"
    events = scene.hand(0, red=1, wild=1).turn(0).play("claim market_cross-quarry")
    assert scene.names(events).count("turned_up") == 3


@pytest.mark.rule("OB-43")
def test_a_passenger_at_each_end() -> None:
    scene = Own(with_passengers()).passengers("mill", "red").passengers("lighthouse", "blue")
    scene.hand(0, red=2).turn(0).play("claim lighthouse-mill")
    assert scene.legal == ["passenger blue", "passenger none"]
    assert scene.refused("passenger red").reason.key == "no_passenger"
    scene.play("passenger blue", "passenger none")
    assert scene.see("passengers")[0] == {"red": 0, "blue": 1}


@pytest.mark.rule("OB-44")
def test_points_for_passengers() -> None:
    for value, (most, second) in (
        (with_passengers(), (20, 10)),
        (with_passengers(passengers={"most": 6, "second": 0}), (6, 0)),
    ):
        scene = Own(value).has_passengers(0, red=2).has_passengers(1, red=1)
        assert [scene.line(seat, "passengers") for seat in (0, 1)] == [most, second]


def test_the_classic_island_is_for_three() -> None:
    assert Own(classic(), 3).see("hand_sizes") == [0, 0, 0]
