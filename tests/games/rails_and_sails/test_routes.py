"""Claiming routes: trains, ships, double ships, wilds, pieces, doubles."""

from collections import Counter

import pytest

from tests.games.rails_and_sails.sails import Sails, on_both


@on_both
@pytest.mark.rule("W-31", "GL-31", "R-31")
def test_wilds_lie_among_the_trains_and_pay_for_ships_too(name: str) -> None:
    scene = Sails(name)
    wild = next(card for card in scene.game.board.cards if card.wild)
    assert wild.deck == "train"
    sea = f"claim {scene.route('sea', 2)}"
    assert scene.pays(sea, wild=2), "on a sea route a wild fills one space"
    assert not scene.pays(sea, wild=1)
    assert scene.pays(f"claim {scene.route('rail', 2)}", wild=2)


@on_both
@pytest.mark.rule("W-32", "GL-32", "W-42", "GL-42")
def test_trains_on_rails_and_ships_at_sea(name: str) -> None:
    scene = Sails(name)
    rail, sea = scene.route("rail", 3, "purple"), scene.route("sea", 4, "white")
    before = scene.see("pieces")[0]
    scene.hand(0, train_purple=3).turn(0).play(f"claim {rail}")
    assert scene.see("pieces")[0] == {**before, "rail": before["rail"] - 3}
    scene.hand(0, double_white=2).turn(0).play(f"claim {sea}")
    assert scene.see("pieces")[0] == {"rail": before["rail"] - 3, "sea": before["sea"] - 4}


@on_both
@pytest.mark.rule("W-33", "GL-33", "R-07")
def test_a_set_is_of_one_colour_and_kind_and_no_card_too_many(name: str) -> None:
    scene = Sails(name)
    rail = f"claim {scene.route('rail', 3, 'purple')}"
    assert scene.pays(rail, train_purple=3)
    assert scene.pays(rail, train_purple=1, train_purple_harbour=2), "a mark makes no difference"
    assert not scene.offered(rail, train_purple=2, train_red=4)
    assert not scene.offered(rail, train_purple=2, ship_purple=3), "no ships on rails"
    assert scene.why(rail) == ("cards_short", 33)
    sizes = {way.total() for way in scene.offered(rail, train_purple=6, wild=4)}
    assert sizes == {3}
    scene.hand(0, train_purple=4).turn(0).play(rail)
    assert scene.held(0) == {"train_purple": 1}


@on_both
@pytest.mark.rule("W-33", "GL-33")
def test_a_payment_for_another_route_is_refused(name: str) -> None:
    scene = Sails(name)
    rail = scene.route("rail", 3, "purple")
    scene.hand(0, train_purple=2, wild=2, ship_purple=2).turn(0)
    scene.game.apply(scene.state, scene.game.code(f"claim {rail}"))
    assert scene.why("pay ship_purple*2") == ("payment_short", 33)
    assert scene.why("pay wild*2") == ("payment_short", 33)


@on_both
@pytest.mark.rule("W-34", "GL-34")
def test_a_coloured_route_demands_its_colour(name: str) -> None:
    scene = Sails(name)
    assert not scene.offered(f"claim {scene.route('rail', 3, 'purple')}", train_red=7)
    assert not scene.offered(f"claim {scene.route('sea', 4, 'white')}", double_red=6)


@on_both
@pytest.mark.rule("W-35", "GL-35")
def test_a_gray_route_takes_any_one_colour(name: str) -> None:
    scene = Sails(name)
    rail, sea = f"claim {scene.route('rail', 2, '')}", f"claim {scene.route('sea', 2, '')}"
    ways = scene.offered(rail, train_red=2, train_black=1, train_green_harbour=2, wild=1)
    assert Counter(train_red=2) in ways
    assert Counter(train_green_harbour=2) in ways
    assert Counter(train_black=1, wild=1) in ways
    assert Counter(train_red=1, train_black=1) not in ways
    assert scene.offered(sea, ship_red=1, ship_black=1) == []
    assert scene.pays(sea, double_yellow=1)


@on_both
@pytest.mark.rule("W-36", "GL-36", "R-32", "R-07")
def test_a_double_ship_fills_up_to_two_spaces(name: str) -> None:
    scene = Sails(name)
    sea = f"claim {scene.route('sea', 3)}"
    colour = scene.game.board.route(sea.split()[1]).colour or "red"
    single, double = f"ship_{colour}", f"double_{colour}"
    assert scene.pays(sea, **{double: 2}), "the last one half used"
    assert scene.pays(sea, **{double: 1, single: 1})
    assert scene.pays(sea, **{double: 1, "wild": 1})
    assert not scene.pays(sea, **{double: 2, single: 1}), "the single ship could be taken back"
    assert not scene.pays(sea, **{double: 1, single: 2})
    assert not scene.offered(sea, **{double: 1})
    assert scene.why(sea) == ("ships_short", 36)


@on_both
@pytest.mark.rule("W-37", "GL-37")
def test_five_spaces_with_three_double_ships(name: str) -> None:
    scene = Sails(name)
    sea = scene.route("sea", 5)
    colour = scene.game.board.route(sea).colour
    ways = scene.offered(f"claim {sea}", **{f"double_{colour}": 3, f"ship_{colour}": 1})
    assert Counter({f"double_{colour}": 2, f"ship_{colour}": 1}) in ways
    assert Counter({f"double_{colour}": 3}) in ways
    assert len(ways) == 2
    before = scene.see("pieces")[0]["sea"]
    scene.turn(0).play(f"claim {sea}", f"pay double_{colour}*3")
    assert scene.see("pieces")[0]["sea"] == before - 5
    assert scene.held(0) == {f"ship_{colour}": 1}


@on_both
@pytest.mark.rule("W-38", "GL-38")
@pytest.mark.parametrize("wilds", range(4))
def test_a_purple_rail_route_of_three(name: str, wilds: int) -> None:
    scene = Sails(name)
    cards = {"train_purple": 3 - wilds, "wild": wilds}
    held = {card: n for card, n in cards.items() if n}
    scene.hand(0, **held).turn(0).play(f"claim {scene.route('rail', 3, 'purple')}")
    assert scene.held(0) == {}
    assert {card: scene.see("discards")[card] for card in held} == held


@on_both
@pytest.mark.rule("W-39", "GL-39")
@pytest.mark.parametrize(
    "cards",
    [
        {"double_white": 2},
        {"ship_white": 4},
        {"ship_white": 2, "double_white": 1},
        {"ship_white": 1, "double_white": 1, "wild": 1},
        {"double_white": 1, "wild": 2},
        {"ship_white": 3, "wild": 1},
        {"wild": 4},
    ],
)
def test_a_white_sea_route_of_four(name: str, cards: dict[str, int]) -> None:
    scene = Sails(name)
    sea = scene.route("sea", 4, "white")
    before = scene.see("pieces")[0]["sea"]
    scene.hand(0, **cards).turn(0).play(f"claim {sea}")
    assert sea in scene.see("owned")[0]
    assert scene.held(0) == {}
    assert scene.see("pieces")[0]["sea"] == before - 4


@on_both
@pytest.mark.rule("W-40", "GL-40", "W-41", "GL-41")
def test_any_free_route_one_a_turn(name: str) -> None:
    scene = Sails(name, 4)
    rail, sea = scene.route("rail", 3, "purple"), scene.route("sea", 4, "white")
    scene.own(0, sea).hand(0, train_purple=6, train_red=7).turn(0)
    scene.hand(1, double_white=6)
    assert f"claim {rail}" in scene.legal
    scene.play(f"claim {rail}", "pay train_purple*3")
    assert scene.actor == 1
    assert scene.why(f"claim {sea}") == ("route_taken", 40)


@on_both
@pytest.mark.rule("W-42", "GL-42")
def test_pieces_of_the_kind_are_needed(name: str) -> None:
    scene = Sails(name)
    rail, sea = scene.route("rail", 3, "purple"), scene.route("sea", 4, "white")
    most = {"world": 10, "great_lakes": 18}[name]
    total = {"world": 60, "great_lakes": 50}[name]
    scene.supply(0, rail=most, sea=total - most).join(0, *_far(name))
    while scene.see("pieces")[0]["rail"] >= 3:
        scene.own(0, _free_rail(scene))
    scene.hand(0, train_purple=3, double_white=2).turn(0)
    assert f"claim {sea}" in scene.legal, "there are ships enough"
    assert scene.why(f"claim {rail}") == ("pieces_short", 42)


def _far(name: str) -> tuple[str, str]:
    return {"world": ("new_york", "los_angeles"), "great_lakes": ("duluth", "marquette")}[name]


def _free_rail(scene: Sails) -> str:
    have, keep = scene.see("pieces")[0]["rail"], scene.route("rail", 3, "purple")
    ends = {scene.game.board.route(keep).a, scene.game.board.route(keep).b}
    return next(
        r.id
        for r in scene.game.board.routes
        if r.kind == "rail" and r.length <= have and r.id in scene.see("open")[0]
        if {r.a, r.b} != ends
    )


@on_both
@pytest.mark.rule("W-43", "GL-43")
def test_the_set_is_discarded(name: str) -> None:
    scene = Sails(name)
    scene.hand(0, double_white=1, ship_white=1, wild=2).turn(0)
    scene.play(f"claim {scene.route('sea', 4, 'white')}", "pay wild*1 ship_white*1 double_white*1")
    left = {card: n for card, n in scene.see("discards").items() if n}
    assert left == {"wild": 1, "ship_white": 1, "double_white": 1}
    assert scene.held(0) == {"wild": 1}


@on_both
@pytest.mark.rule("W-44", "GL-44")
def test_points_by_length(name: str) -> None:
    table = {1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15, 7: 18, 8: 21}
    if name == "great_lakes":
        table[9] = 27
    seen = set()
    for route in Sails(name).game.board.routes:
        if route.length not in seen:
            seen.add(route.length)
            scene = Sails(name).own(1, route.id)
            assert scene.line(1, "routes") == table[route.length]
    assert seen == set(table)


def _twins(scene: Sails) -> tuple[str, str]:
    first = next(route for route in scene.game.board.routes if route.twins)
    return first.id, scene.game.board.routes[first.twins[0]].id


@on_both
@pytest.mark.rule("W-45", "GL-45", "W-46", "GL-46", "W-47", "GL-47")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_double_routes(name: str, players: int) -> None:
    scene = Sails(name, players)
    first, second = _twins(scene)
    scene.own(0, first).hand(0, wild=8).turn(0)
    assert scene.why(f"claim {second}") == ("twin_owned", 45)
    scene.hand(0).hand(1, wild=8).turn(1)
    if players < 4:
        assert scene.why(f"claim {second}") == ("twin_closed", 46)
    else:
        assert f"claim {second}" in scene.legal


@pytest.mark.rule("GL-72", "R-39")
@pytest.mark.parametrize(
    ("rail", "sea"),
    [
        ("duluth-thunder_bay/1", "duluth-thunder_bay/2"),
        ("traverse_city-muskegon/2", "traverse_city-muskegon/1"),
    ],
)
def test_a_rail_and_a_sea_route_are_no_double(rail: str, sea: str) -> None:
    scene = Sails("great_lakes").own(0, rail).hand(0, wild=8).turn(0)
    scene.play(f"claim {sea}")
    assert {rail, sea} <= set(scene.see("owned")[0])
