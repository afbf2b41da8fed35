"""What boards add, with dice: D-22 to D-30."""

import pytest

from capotreno.board.graph import FAR as NO_WAY
from capotreno.engine.menu import bits
from capotreno.engine.state import TURNS_CELL
from capotreno.rules.dice.dice import Dice
from capotreno.rules.dice.payment import DicePayment
from tests.games.dice.table import DiceTable, with_ferries
from tests.games.ghost_train.table import FAR, FURTHER, TO_CRYPT, TO_HOUSE, TO_LAB, TO_PATCH

FERRY = "amsterdam-london"  # two spaces, two locomotives
DOUBLE_FERRY = "essen-kobenhavn/1"  # three spaces, one locomotive
LONG_FERRY = "palermo-smyrna"  # six spaces, two locomotives


@pytest.mark.rule("D-22")
def test_a_ferry_takes_a_locomotive_for_each_it_shows() -> None:
    scene = DiceTable(game=with_ferries()).tokens(0, single=3).turn(0).roll(locomotive=1, single=4)
    refusal = scene.refused(f"claim {FERRY}")
    assert refusal.reason.key == "locomotives_short"
    assert (refusal.reason.values, refusal.reason.rule) == ({"missing": 1}, "D-22")
    scene.roll(locomotive=2, single=3)
    scene.play(f"claim {FERRY}")
    assert scene.dice == {"single": 3}
    assert scene.has(0) == {"single": 3}, "no token stands for a locomotive"


@pytest.mark.rule("D-22")
def test_the_other_spaces_of_a_ferry_are_paid_as_usual() -> None:
    scene = DiceTable(game=with_ferries()).tokens(0, single=2).turn(0)
    scene.roll(locomotive=3, single=1, double=1)
    scene.play(f"claim {LONG_FERRY}")
    assert scene.legal == ["pay dice*3 token*3", "pay dice*4 token*2"]
    scene.play("pay dice*4 token*2")
    assert scene.dice == {"double": 1}


@pytest.mark.rule("D-22")
def test_tokens_alone_do_not_pay_a_ferry() -> None:
    scene = DiceTable(game=with_ferries()).tokens(0, double=3).turn(0)
    scene.roll(locomotive=1, double=2, station=2)
    scene.play(f"claim {DOUBLE_FERRY}")
    assert scene.legal == ["pay dice*1 token*2", "pay dice*2 token*1", "pay dice*3"]
    scene.play("pay dice*1 token*2")
    assert scene.dice == {"double": 2, "station": 2}, "the one die is the locomotive"


@pytest.mark.rule("D-23", "R-65")
def test_a_route_longer_than_eight_costs_eight() -> None:
    scene = DiceTable("great_lakes").supply(0, rail=25, sea=25).tokens(0, double=3, single=3)
    nine = next(r for r in scene.game.board.routes if r.length == 9)
    face = "double" if nine.twins else "single"
    scene.turn(0).roll(**{face: 4, "locomotive": 1})
    before = scene.seen(-1, "pieces")[0]
    scene.play(f"claim {nine.id}", "pay dice*5 token*3")
    assert nine.id in scene.seen(-1, "owned")[0]
    after = scene.seen(-1, "pieces")[0]
    assert before[nine.kind] - after[nine.kind] == 9, "but takes nine pieces"
    assert scene.line(0, "routes") == 27


@pytest.mark.rule("D-24", "R-66")
def test_passengers_are_free() -> None:
    scene = DiceTable().turn(0).roll(single=4, station=1)
    route = scene.some_route(2, double=False)
    scene.play(f"claim {route}", "pay dice*2")
    assert scene.question == "passenger"
    scene.play(scene.legal[0])
    assert sum(scene.dice.values()) == 3
    while scene.question == "passenger":
        scene.play(scene.legal[0])
    assert scene.question == "tokens", "passengers first, then the dice that are left"


@pytest.mark.rule("D-25", "R-67")
def test_sea_and_rail_are_paid_alike() -> None:
    scene = DiceTable("world").supply(0, rail=20, sea=40).turn(0).roll(single=5)
    board = scene.game.board
    kinds = {board.route(id).kind for id in scene.claims() if not board.route(id).twins}
    assert kinds == {"sea", "rail"}


@pytest.mark.rule("D-25", "R-67")
def test_a_rugged_space_costs_two() -> None:
    scene = DiceTable("world").supply(0, rail=20, sea=40)
    payer = scene.part(DicePayment)
    rugged = [r for r in scene.game.board.routes if r.rugged]
    assert {(r.length, payer.price(r.index)) for r in rugged} == {(1, 2), (2, 4), (3, 6)}
    route = next(r for r in rugged if r.length == 2)
    face = "double" if route.twins else "single"
    scene.turn(0).roll(**{face: 3, "station": 2})
    scene.play(f"claim {route.id}")
    assert scene.dice == {}, "three dice, and a token for the other two"


def port_and_route(scene: DiceTable, n: int) -> list[tuple[str, str]]:
    """Ports and routes to them that have nothing in common."""
    board = scene.game.board
    found: list[tuple[str, str]] = []
    used: set[int] = set()
    for route in board.routes:
        place = board.places[route.a]
        if place.port and route.length <= 3 and not {route.a, route.b} & used:
            used |= {route.a, route.b}
            found.append((place.id, route.id))
    return found[:n]


@pytest.mark.rule("D-26", "R-67")
def test_harbours_cost_one_two_and_three_stations() -> None:
    scene = DiceTable("world").supply(0, rail=20, sea=40)
    for price, (port, route) in enumerate(port_and_route(scene, 3), start=1):
        scene.own(0, route).turn(0)
        assert scene.refused(f"build {port}").reason.key == "roll_first"
        scene.roll(station=price - 1, single=6 - price)
        refusal = scene.refused(f"build {port}")
        assert (refusal.reason.key, refusal.reason.rule) == ("harbour_stations", "D-26")
        scene.roll(station=price - 1, locomotive=1, single=5 - price)
        scene.play(f"build {port}")
        assert scene.dice == {"single": 5 - price}
        assert port in scene.seen(-1, "harbours")[0]


@pytest.mark.rule("D-26", "R-67")
def test_building_is_the_whole_action() -> None:
    scene = DiceTable("world").supply(0, rail=20, sea=40)
    port, route = port_and_route(scene, 1)[0]
    scene.own(0, route).turn(0).roll(station=1, single=4)
    scene.play(f"build {port}")
    assert scene.question == "tokens"
    scene.play("token single", "token single")
    assert scene.actor == 1


@pytest.mark.rule("D-27", "R-67")
def test_pieces_are_exchanged_instead_of_rolling() -> None:
    scene = DiceTable("world").supply(0, rail=20, sea=40).turn(0)
    assert scene.legal == ["roll", "exchange rail", "exchange sea"]
    scene.play("exchange rail")
    scene.play(scene.legal[2])
    assert scene.actor == 1
    scene.turn(0).roll(single=5)
    refusal = scene.refused("exchange rail")
    assert (refusal.reason.key, refusal.reason.rule) == ("exchange_first", "D-27")


def ghost(*owned: str) -> DiceTable:
    return DiceTable("ghost_train").own(0, *owned).tickets(0, *FAR).tickets(1, *FURTHER[:2])


@pytest.mark.rule("D-28", "R-68")
def test_new_tickets_cost_a_station() -> None:
    scene = ghost().turn(0)
    assert scene.refused("renew").reason.key == "roll_first"
    scene.roll(single=3, double=2)
    refusal = scene.refused("renew")
    assert (refusal.reason.key, refusal.reason.rule) == ("stations_short", "D-28")
    scene.roll(single=3, double=1, locomotive=1)
    scene.play("renew")
    assert scene.dice == {"single": 3, "double": 1}
    assert scene.question == "tokens", "the dice that are left still buy tokens"
    assert "renew" not in scene.legal


@pytest.mark.rule("D-29", "R-68")
@pytest.mark.parametrize(("owned", "claimed"), [(TO_LAB, TO_CRYPT), (TO_PATCH, TO_HOUSE)])
def test_a_town_hall_bonus_is_two_tokens(owned: str, claimed: str) -> None:
    scene = ghost(owned)
    face = "double" if scene.game.board.route(claimed).twins else "single"
    scene.turn(0).roll(**{face: 2, "station": 3})
    scene.play(f"claim {claimed}", "pay dice*2")
    assert scene.question == "windfall"
    scene.play("gift double", "gift single")
    assert scene.has(0) == {"single": 1, "double": 1}
    assert scene.dice == {"station": 3}, "they cost no dice"
    assert scene.question == "tokens"


@pytest.mark.rule("D-29", "R-68")
def test_a_bonus_fills_up_to_three_of_a_kind() -> None:
    scene = ghost(TO_LAB).tokens(0, single=3, double=2).turn(0)
    scene.roll(single=4, double=1)
    scene.play(f"claim {TO_CRYPT}", "pay dice*2")
    refusal = scene.refused("gift single")
    assert (refusal.reason.key, refusal.reason.rule) == ("gift_limit", "D-29")
    scene.play("gift double")
    assert scene.has(0) == {"single": 3, "double": 3}
    assert scene.question == "tokens", "there was no room for another"


@pytest.mark.rule("D-29", "R-68")
def test_who_began_with_three_may_take_that_kind_after_spending_some() -> None:
    scene = ghost(TO_LAB).tokens(0, single=3).turn(0).roll(station=5)
    scene.play(f"claim {TO_CRYPT}", "pay token*2", "gift single", "gift single")
    assert scene.has(0) == {"single": 3}
    assert scene.refused("token single").reason.key == "token_limit"


@pytest.mark.rule("D-29", "R-68")
@pytest.mark.parametrize(("held", "asked"), [(0, 4), (2, 2), (3, 0)])
def test_two_bonuses_of_one_claim_are_asked_about_as_one(held: int, asked: int) -> None:
    scene = DiceTable("ghost_train")
    board, graph = scene.game.board, scene.game.graph
    hall = board.place("town_hall").index
    cost = [NO_WAY if hall in (route.a, route.b) else route.length for route in board.routes]
    _, way = graph.way(cost, (graph.nodes("crypt"), graph.nodes("haunted_house")))
    owned = [board.routes[index] for index in bits(way)]
    joined = {end for route in owned for end in (route.a, route.b)}
    last = next(r for r in board.routes if hall in (r.a, r.b) and joined & {r.a, r.b})
    scene.own(0, *(route.id for route in owned)).tickets(0, *FAR).tickets(1, *FURTHER[:2])
    scene.tokens(0, single=held, double=held).turn(0).roll(locomotive=5)
    scene.play(f"claim {last.id}")
    scene.play(f"pay dice*{last.length}")
    gifts = 0
    while scene.question == "windfall":
        scene.play(scene.legal[0])
        gifts += 1
    assert gifts == asked


@pytest.mark.rule("R-79")
def test_who_has_three_by_a_bonus_may_throw_some_away() -> None:
    scene = ghost(TO_LAB).tokens(0, single=1).turn(0).roll(single=5)
    scene.play(f"claim {TO_CRYPT}", "pay dice*2", "gift single", "gift single")
    assert scene.question == "tokens"
    assert "drop single" in scene.legal


@pytest.mark.rule("D-30", "R-78")
@pytest.mark.parametrize("name", ["new_york", "world"])
def test_after_ten_idle_rounds_all_pass(name: str) -> None:
    scene = DiceTable(name).turn(0)
    scene.cells[scene.part(Dice).idle] = 0
    for _ in range(20):
        assert "roll" in scene.legal
        scene.falls(*["station"] * 5).play("roll", "no_action", "done")
    assert scene.legal == ["pass"], "nor are pieces exchanged"
    refusal = scene.refused("roll")
    assert (refusal.reason.key, refusal.reason.rule) == ("no_patience", "D-30")
    scene.play("pass", "pass")
    assert scene.game.outcome(scene.state).reason == "all_passed"


@pytest.mark.rule("D-30", "R-78")
def test_a_turn_of_exchanging_is_idle_too() -> None:
    """Otherwise a table could exchange pieces to and fro for ever."""
    scene = DiceTable("world").supply(0, rail=20, sea=40).supply(1, rail=20, sea=40).turn(0)
    scene.cells[scene.part(Dice).idle] = 0
    for turn in range(20):
        kind = "rail" if turn % 4 < 2 else "sea"
        scene.play(f"exchange {kind}")
        scene.play(scene.legal[0])
    assert scene.legal == ["pass"]


@pytest.mark.rule("D-30", "R-78")
def test_a_station_built_begins_the_count_anew() -> None:
    scene = DiceTable("europe").turn(0).roll(station=5)
    scene.cells[scene.part(Dice).idle] = 19
    scene.play("station paris", "pay station*1")
    assert scene.cells[scene.part(Dice).idle] == 0


@pytest.mark.rule("D-30", "R-78")
@pytest.mark.parametrize("event", ["claim", "ticket", "harbour"])
def test_whatever_is_built_or_kept_begins_the_count_anew(event: str) -> None:
    scene = DiceTable("world").supply(0, rail=20, sea=40)
    port, route = port_and_route(scene, 1)[0]
    scene.own(0, route).turn(0).roll(station=2, locomotive=3)
    idle = scene.part(Dice).idle
    scene.cells[idle] = 19
    if event == "claim":
        scene.play(next(f"claim {id}" for id in scene.claims()), seat=0)
        while scene.question == "payment":
            scene.play(scene.legal[0])
    elif event == "ticket":
        scene.play("tickets 2")
        scene.play(next(text for text in scene.legal if text.startswith("return")))
        assert scene.cells[idle] == 19
        scene.play(next(text for text in scene.legal if text.startswith("keep")))
    else:
        scene.play(f"build {port}")
    assert scene.cells[idle] == 0


@pytest.mark.rule("R-63")
@pytest.mark.parametrize(
    ("name", "place"), [("nordic", "gone"), ("europe", "under"), ("usa", "under")]
)
def test_tickets_go_where_the_board_puts_those_refused(name: str, place: str) -> None:
    scene = DiceTable(name).turn(0).roll(station=1, single=4)
    scene.play("tickets 1")
    back = next(text for text in scene.legal if text.startswith("return"))
    scene.play(back)
    assert scene.seen(0, "tickets")[back.split()[1]].split()[0] == place


@pytest.mark.rule("R-78")
def test_returning_every_ticket_is_idle() -> None:
    scene = DiceTable("new_york").turn(0).roll(station=1, single=4)
    scene.cells[scene.part(Dice).idle] = 7
    scene.play("tickets 1")
    scene.play(next(text for text in scene.legal if text.startswith("return")))
    assert scene.cells[scene.part(Dice).idle] == 7


@pytest.mark.rule("R-78", "R-45")
def test_a_race_has_its_own_end() -> None:
    scene = ghost().turn(0)
    while scene.actor is not None:
        scene.falls(*["single"] * 5).play("roll", "no_action", "done")
    assert scene.game.outcome(scene.state).reason == "stalled"
    assert scene.cells[TURNS_CELL] == 40, "twenty rounds of two"
