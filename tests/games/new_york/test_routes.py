"""Routes and claims in New York: NY-36 to NY-49."""

from itertools import combinations

import pytest

from capotreno import NOBODY, NotAnAction, load
from tests.scene import Scene

GRAY_TWINS = "empire_state_building-chelsea"
BLUE_THREE = "wall_street-brooklyn/1"


@pytest.mark.rule("NY-36")
def test_a_route_joins_two_places_by_spaces_of_one_colour() -> None:
    board = load("new_york", 2).board
    for route in board.routes:
        assert route.a != route.b
        assert 1 <= route.length <= 4
        assert route.colour in {"", "blue", "green", "black", "pink", "red", "orange"}


@pytest.mark.rule("NY-37", "R-06")
def test_parallel_routes_join_the_same_places_with_equally_many_spaces() -> None:
    routes = load("new_york", 2).board.routes
    pairs = [(r, s) for r, s in combinations(routes, 2) if {r.a, r.b} == {s.a, s.b}]
    assert len(pairs) == 11
    for r, s in pairs:
        assert (r.length, r.twins, s.twins) == (s.length, (s.index,), (r.index,))


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.rule("NY-38", "R-06")
def test_nobody_claims_both_of_a_pair(players: int) -> None:
    scene = Scene("new_york", players).own(0, f"{GRAY_TWINS}/1").hand(0, red=2).turn(0)
    assert f"claim {GRAY_TWINS}/2" not in scene.legal
    error = scene.refused(f"claim {GRAY_TWINS}/2")
    assert (error.reason.key, error.reason.rule) == ("twin_owned", "NY-38")


@pytest.mark.rule("NY-39", "R-06")
def test_with_two_players_the_other_of_a_pair_is_closed() -> None:
    scene = Scene("new_york", 2).hand(0, red=2).hand(1, blue=2).turn(0)
    scene.play(f"claim {GRAY_TWINS}/1")
    for _ in range(2):  # now and later
        assert f"claim {GRAY_TWINS}/2" not in scene.legal
        error = scene.refused(f"claim {GRAY_TWINS}/2")
        assert (error.reason.key, error.reason.rule) == ("twin_closed", "NY-39")
        scene.play("draw", "draw")
        scene.play("draw", "draw")


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.rule("NY-40", "R-06")
def test_with_more_players_it_is_open_to_the_others(players: int) -> None:
    scene = Scene("new_york", players).hand(0, red=2).hand(1, blue=2).turn(0)
    scene.play(f"claim {GRAY_TWINS}/1")
    scene.play(f"claim {GRAY_TWINS}/2")
    assert scene.seen(NOBODY, "owned")[:2] == [[f"{GRAY_TWINS}/1"], [f"{GRAY_TWINS}/2"]]


@pytest.mark.rule("NY-41", "NY-42", "NY-43")
def test_a_claim_takes_a_card_and_a_piece_for_each_space() -> None:
    scene = Scene("new_york").hand(0, pink=5).turn(0)
    scene.play("claim chelsea-soho")
    assert scene.held(0) == {"pink": 1}
    assert {card: n for card, n in scene.seen(0, "discards").items() if n} == {"pink": 4}
    assert scene.seen(NOBODY, "pieces") == [{"road": 11}, {"road": 15}]
    assert scene.seen(NOBODY, "owned") == [["chelsea-soho"], []]


@pytest.mark.rule("NY-41")
def test_one_card_short_is_too_few() -> None:
    scene = Scene("new_york").hand(0, pink=2, wild=1).turn(0)
    assert "claim central_park-united_nations" in scene.legal  # three spaces
    assert "claim chelsea-soho" not in scene.legal  # four
    error = scene.refused("claim chelsea-soho")
    assert (error.reason.key, error.reason.rule) == ("cards_short", "NY-41")
    assert error.reason.values == {"missing": 1, "length": 4}


@pytest.mark.rule("NY-43")
def test_a_blue_route_takes_blue_cards() -> None:
    scene = Scene("new_york").hand(0, red=5).turn(0)
    assert "claim midtown_west-chelsea" not in scene.legal
    error = scene.refused("claim midtown_west-chelsea")
    assert (error.reason.key, error.reason.values["missing"]) == ("cards_short", 2)
    scene.hand(0, blue=2).play("claim midtown_west-chelsea")
    assert scene.actor == 1


@pytest.mark.rule("NY-44")
def test_a_gray_route_takes_a_set_of_any_one_colour() -> None:
    colours = ("blue", "green", "black", "pink", "red", "orange")
    scene = Scene("new_york").hand(0, **dict.fromkeys(colours, 1)).turn(0)
    assert "claim soho-wall_street" not in scene.legal  # two spaces, six cards, no two alike
    assert scene.refused("claim soho-wall_street").reason.key == "cards_short"
    scene.hand(0, **dict.fromkeys(colours, 2)).play("claim soho-wall_street")
    assert scene.legal == [f"pay {colour}*2" for colour in colours]
    with pytest.raises(NotAnAction):
        scene.game.code("pay red*1 blue*1")


@pytest.mark.rule("NY-45", "R-07")
@pytest.mark.parametrize(
    "payment", ["pay blue*3", "pay blue*2 wild*1", "pay blue*1 wild*2", "pay wild*3"]
)
def test_example_a_blue_route_of_three_spaces(payment: str) -> None:
    scene = Scene("new_york").hand(0, blue=4, wild=4, red=3).turn(0)
    scene.play(f"claim {BLUE_THREE}")
    assert scene.legal == [
        "pay blue*1 wild*2",
        "pay blue*2 wild*1",
        "pay blue*3",
        "pay wild*3",
    ]
    scene.play(payment)
    assert sum(scene.held(0).values()) == 11 - 3
    assert scene.seen(NOBODY, "owned")[0] == [BLUE_THREE]


@pytest.mark.rule("NY-45", "R-07")
@pytest.mark.parametrize(
    "hand",
    [{"blue": 3}, {"blue": 2, "wild": 1}, {"blue": 1, "wild": 2}, {"wild": 3}],
)
def test_example_each_of_the_four_hands_is_enough(hand: dict[str, int]) -> None:
    scene = Scene("new_york").hand(0, **hand).turn(0)
    scene.play(f"claim {BLUE_THREE}")
    assert scene.held(0) == {}
    card = next(iter(hand))
    scene = Scene("new_york").hand(0, **{**hand, card: hand[card] - 1}).turn(0)
    assert scene.refused(f"claim {BLUE_THREE}").reason.key == "cards_short"


@pytest.mark.rule("NY-46")
def test_every_free_route_can_be_claimed_and_no_other() -> None:
    scene = Scene("new_york").hand(0, wild=4).own(1, "chelsea-soho").turn(0)
    claims = [action for action in scene.legal if action.startswith("claim")]
    assert len(claims) == 41 - 1
    error = scene.refused("claim chelsea-soho")
    assert (error.reason.key, error.reason.rule) == ("route_taken", "NY-46")
    assert error.reason.values["owner"] == 1
    scene.own(0, "lower_east_side-brooklyn")
    assert scene.refused("claim lower_east_side-brooklyn").reason.key == "route_taken"


@pytest.mark.rule("NY-47")
def test_a_route_need_not_touch_the_others() -> None:
    scene = Scene("new_york").own(0, "lincoln_center-midtown_west").hand(0, blue=3).turn(0)
    scene.play(f"claim {BLUE_THREE}")
    assert scene.seen(0, "owned")[0] == ["lincoln_center-midtown_west", BLUE_THREE]


@pytest.mark.rule("NY-48")
def test_one_route_a_turn() -> None:
    scene = Scene("new_york").hand(0, red=5, wild=2).turn(0)
    scene.play("claim lincoln_center-midtown_west", "pay red*2")
    assert (scene.actor, scene.question) == (1, "turn")
    assert not scene.game.legal_for(scene.state, 0)


@pytest.mark.rule("NY-49")
def test_too_few_pieces() -> None:
    scene = Scene("new_york").hand(0, wild=4)
    scene.own(0, "chelsea-soho", "united_nations-gramercy_park", "central_park-united_nations")
    scene.own(0, "lincoln_center-midtown_west").turn(0)  # three pieces left
    assert f"claim {BLUE_THREE}" in scene.legal
    scene.own(0, "midtown_west-times_square")  # two
    assert f"claim {BLUE_THREE}" not in scene.legal
    assert "claim soho-wall_street" in scene.legal
    error = scene.refused(f"claim {BLUE_THREE}")
    assert (error.reason.key, error.reason.rule) == ("pieces_short", "NY-49")
    assert error.reason.values == {"missing": 1, "have": 2}
