"""Drawing cards and claiming routes: MK-17 to MK-38, limited wilds and passenger cards."""

import pytest

from tests.games.maerklin.table import Maerklin
from tests.scene import game_of


@pytest.mark.rule("MK-17", "MK-18")
def test_two_cards_from_the_row_or_unseen() -> None:
    scene = Maerklin().row("red", "blue", "green", "black", "white").deck(orange=3).turn(0)
    scene.play("take red")
    assert scene.face_up == ["orange", "blue", "green", "black", "white"]
    assert scene.why("take yellow") == ("not_in_row", "MK-17")
    scene.play("draw")
    assert (scene.held(0), scene.actor) == ({"red": 1, "orange": 1}, 1)


@pytest.mark.rule("MK-19")
def test_a_face_up_wild_is_the_only_card() -> None:
    scene = Maerklin().row("red", "wild", "wild", "black", "white").turn(0)
    scene.play("take wild")
    assert (scene.held(0), scene.actor) == ({"wild": 1}, 1)
    scene.row("red", "wild", "blue", "black", "white").turn(0).play("draw")
    assert scene.why("take wild") == ("second_wild", "MK-19")


@pytest.mark.rule("MK-20")
def test_an_unseen_wild_is_a_card_like_any() -> None:
    scene = Maerklin().row("red", "blue", "green", "black", "white").deck(wild=3).turn(0)
    scene.play("draw", "draw")
    assert (scene.actor, scene.held(0)) == (1, {"wild": 2})


@pytest.mark.rule("MK-21", "R-54", "R-55")
@pytest.mark.parametrize("first", ["wild_4plus", "passenger", "red"])
@pytest.mark.parametrize("second", ["wild_4plus", "passenger"])
def test_limited_wilds_and_passenger_cards_are_cards_like_any(first: str, second: str) -> None:
    scene = Maerklin().row(first, second, "green", "black", "white").deck(blue=4).turn(0)
    scene.play(f"take {first}")
    assert (scene.actor, scene.question) == (0, "second_card")
    scene.play(f"take {second}")
    assert scene.actor == 1
    held = {first: 1, second: 1} if first != second else {first: 2}
    assert scene.held(0) == held


@pytest.mark.rule("MK-22", "R-54")
@pytest.mark.parametrize(
    ("row", "swept"),
    [
        (("red", "wild", "wild", "blue", "blue"), True),
        (("red", "wild_4plus", "wild", "blue", "blue"), False),
        (("red", "wild_4plus", "wild_4plus", "wild_4plus", "wild"), False),
    ],
)
def test_three_face_up_wilds_of_the_common_kind_sweep_the_row(
    row: tuple[str, ...], swept: bool
) -> None:
    scene = Maerklin().row(*row).deck(green=6, wild=1).chance(6, *[0] * 9).turn(0)
    events = scene.names(scene.play("take red"))
    assert ("flushed" in events) is swept
    assert scene.face_up.count("wild") == (0 if swept else row.count("wild") + 1)


@pytest.mark.rule("MK-23", "MK-24", "R-55")
def test_the_discards_become_the_deck_and_hands_have_no_limit() -> None:
    scene = Maerklin().row("red", "red", "red", "red", "red")
    scene.deck(blue=1, discards={"passenger": 2, "wild_4plus": 2}).turn(1)
    many = sum(scene.held(1).values())
    assert many == 118 - 5 - 5
    assert "reshuffled" in scene.names(scene.play("draw", "draw"))
    assert sum(scene.held(1).values()) == many + 2
    assert sum(scene.see("deck").values()) == 3
    scene.row(None, None, None, None, None).deck().turn(0)
    assert scene.why("draw") == ("no_cards", "MK-23")


@pytest.mark.rule("MK-25", "MK-34")
def test_a_coloured_route_takes_its_colour() -> None:
    scene = Maerklin().hand(0, red=2, black=9).turn(0)
    assert scene.why("claim berlin-magdeburg") == ("cards_short", "MK-25")
    assert scene.refused("claim berlin-magdeburg").reason.values == {"missing": 1, "length": 3}
    scene.hand(0, red=3, black=9)
    assert scene.ways("berlin-magdeburg") == {"red*3"}
    scene.game.apply(scene.state, scene.game.code("claim berlin-magdeburg"))
    assert scene.why("pay black*3") == ("payment_short", "MK-25")
    scene.play("pay red*3", "place none")
    assert scene.held(0) == {"black": 9}
    assert {card: n for card, n in scene.see("discards").items() if n} == {"red": 3}


@pytest.mark.rule("MK-26", "MK-27")
def test_a_gray_route_takes_any_one_colour() -> None:
    scene = Maerklin().hand(0, red=1, blue=1, white=2).turn(0)
    assert scene.ways("frankfurt-mannheim/1") == {"white*2"}
    scene.hand(0, red=1, blue=1, wild=2)
    assert scene.ways("frankfurt-mannheim/1") == {"red*1 wild*1", "blue*1 wild*1", "wild*2"}


@pytest.mark.rule("MK-28", "R-54")
def test_limited_wilds_are_for_four_spaces_or_more() -> None:
    scene = Maerklin().hand(0, red=2, wild_4plus=6).turn(0)
    assert scene.why("claim berlin-magdeburg") == ("cards_short", "MK-25")  # three spaces
    assert not [r for r in scene.claimable if scene.game.board.route(r).length == 3]
    assert scene.ways("hamburg-hannover/1") == {  # four, red
        "red*2 wild_4plus*2", "red*1 wild_4plus*3", "wild_4plus*4",
    }  # fmt: skip
    assert scene.ways("berlin-leipzig") == {"wild_4plus*4"}  # four, orange
    scene.hand(0, orange=3, wild=1, wild_4plus=1)
    assert scene.ways("berlin-leipzig") == {
        "orange*3 wild*1", "orange*3 wild_4plus*1", "orange*2 wild*1 wild_4plus*1",
    }  # fmt: skip
    scene.play("claim berlin-leipzig", "pay orange*2 wild*1 wild_4plus*1", "place none")
    assert scene.held(0) == {"orange": 1}


@pytest.mark.rule("MK-29", "R-55")
def test_passenger_cards_pay_for_no_route() -> None:
    scene = Maerklin().hand(0, passenger=7).turn(0)
    assert not scene.claimable
    scene.hand(0, passenger=7, white=1)
    assert scene.ways("bremen-bremerhaven") == {"white*1"}
    assert not [r for r in scene.claimable if scene.game.board.route(r).length > 1]


@pytest.mark.rule("MK-30")
def test_pieces() -> None:
    scene = Maerklin().hand(0, orange=4).turn(0)
    scene.play("claim berlin-leipzig", "place none")
    assert scene.see("pieces")[0] == {"rail": 41}
    heap = (
        "berlin-hamburg/1", "berlin-hannover", "dresden-regensburg", "erfurt-regensburg",
        "berlin-rostock", "berlin-leipzig", "augsburg-nuernberg",
    )  # fmt: skip
    scene = Maerklin().own(0, *heap).hand(0, red=4).turn(0)
    assert scene.why("claim hamburg-hannover/1") == ("pieces_short", "MK-30")


@pytest.mark.rule("MK-31", "MK-32", "MK-33")
def test_any_free_route_once_a_turn() -> None:
    scene = Maerklin().own(1, "berlin-leipzig").own(0, "kiel-rostock").hand(0, orange=7).turn(0)
    assert scene.why("claim berlin-leipzig") == ("route_taken", "MK-31")
    scene.play("claim augsburg-nuernberg", "place none")  # far away
    assert (scene.actor, scene.question) == (1, "turn")


@pytest.mark.rule("MK-35", "MK-36", "MK-37")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_parallel_routes(players: int) -> None:
    scene = Maerklin(players).own(0, "berlin-hamburg/1")
    open_to = ["berlin-hamburg/2" in routes for routes in scene.see("open")]
    assert open_to == [False, *[players >= 4] * (players - 1)]
    scene.hand(0, yellow=7).turn(0)
    assert scene.why("claim berlin-hamburg/2") == ("twin_owned", "MK-35")
    scene.hand(0).hand(1, yellow=7).turn(1)
    if players < 4:
        assert scene.why("claim berlin-hamburg/2") == ("twin_closed", "MK-36")
    else:
        assert "berlin-hamburg/2" in scene.claimable


@pytest.mark.rule("MK-38")
def test_points_by_length() -> None:
    board = game_of("maerklin", 2).board
    for length, points in {1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15, 7: 18}.items():
        route = next(r for r in board.routes if r.length == length)
        assert Maerklin().own(0, route.id).line(0, "routes") == points
