"""Claiming a route: what it costs, what it takes, what it brings."""

import pytest

from tests.games.germany.table import COLOURS, HEAP, Germany

BLUE_3 = "bremen-emden"
GRAY_2 = "kiel-daenemark"
GRAY_3 = "bremerhaven-kiel"


def pays(route: str, **hand: int) -> set[str]:
    """The ways a hand can pay a route; a single way is paid without asking."""
    scene = Germany().hand(0, **hand).turn(0)
    if route not in scene.claimable:
        return set()
    before = scene.held(0)
    scene.play(f"claim {route}")
    if scene.question == "payment":
        return {text.removeprefix("pay ") for text in scene.legal}
    after = scene.held(0)
    paid = {card: n - after.get(card, 0) for card, n in before.items()}
    return {" ".join(f"{card}*{n}" for card, n in paid.items() if n)}


@pytest.mark.rule("G-43")
@pytest.mark.parametrize(("blue", "possible"), [(0, False), (2, False), (3, True), (12, True)])
def test_a_route_needs_as_many_cards_as_spaces(blue: int, possible: bool) -> None:
    scene = Germany().row(*["red"] * 5).hand(0, blue=blue).turn(0)
    assert (BLUE_3 in scene.claimable) is possible
    if not possible:
        assert scene.why(f"claim {BLUE_3}") == ("cards_short", "G-43")
        assert scene.refused(f"claim {BLUE_3}").reason.values["missing"] == 3 - blue


@pytest.mark.rule("G-43", "R-07")
def test_never_a_card_too_many() -> None:
    assert pays(BLUE_3, blue=7) == {"blue*3"}
    assert pays(BLUE_3, blue=7, wild=1) == {"blue*3", "blue*2 wild*1"}
    assert pays(BLUE_3, wild=5) == {"wild*3"}
    assert pays(GRAY_2, red=4, wild=4) == {"red*2", "red*1 wild*1", "wild*2"}


@pytest.mark.rule("G-43", "G-44", "R-07")
@pytest.mark.parametrize("payment", ["blue*4", "blue*3 wild*1", "blue*2", "red*3", "wild*3"])
def test_a_payment_that_does_not_fit_is_refused(payment: str) -> None:
    """Too many, too few, of another colour, not in the hand."""
    scene = Germany().hand(0, blue=5, red=5, wild=2).turn(0)
    scene.play(f"claim {BLUE_3}")
    assert scene.why(f"pay {payment}") == ("payment_short", "G-44")


@pytest.mark.rule("G-44")
def test_two_colours_make_no_set() -> None:
    assert pays(GRAY_3, red=2, blue=2) == set()
    assert pays(GRAY_3, red=2, blue=2, wild=1) == {"red*2 wild*1", "blue*2 wild*1"}
    scene = Germany().hand(0, red=2, blue=2).turn(0)
    assert scene.why(f"claim {GRAY_3}") == ("cards_short", "G-43")


@pytest.mark.rule("G-45")
@pytest.mark.parametrize("colour", COLOURS)
def test_a_coloured_route_demands_its_colour(colour: str) -> None:
    scene = Germany().hand(0, **{colour: 7}).turn(0)
    board = scene.game.board
    wanted = {route.id for route in board.routes if route.colour in ("", colour)}
    assert scene.claimable == wanted


@pytest.mark.rule("G-45")
def test_a_blue_route_takes_blue_cards() -> None:
    assert pays(BLUE_3, blue=3) == {"blue*3"}
    scene = Germany().hand(0, **{colour: 7 for colour in COLOURS if colour != "blue"}).turn(0)
    assert scene.why(f"claim {BLUE_3}") == ("cards_short", "G-43")


@pytest.mark.rule("G-46")
def test_a_gray_route_takes_any_one_colour() -> None:
    for colour in COLOURS:
        assert pays(GRAY_3, **{colour: 3}) == {f"{colour}*3"}
    assert pays(GRAY_3, red=3, blue=3, green=2) == {"red*3", "blue*3"}


@pytest.mark.rule("G-47", "G-37")
def test_example_1_a_blue_route_of_three() -> None:
    ways = {"blue*3", "blue*2 wild*1", "blue*1 wild*2", "wild*3"}
    assert pays(BLUE_3, blue=3, wild=3, red=3) == ways
    for way in ways:
        scene = Germany().hand(0, blue=3, wild=3, red=3).turn(0)
        scene.play(f"claim {BLUE_3}", f"pay {way}")
        assert scene.see("owned")[0] == [BLUE_3]


@pytest.mark.rule("G-48", "G-37")
def test_example_2_a_gray_route_of_two() -> None:
    assert pays(GRAY_2, red=2, black=1, wild=2) == {
        "red*2",
        "red*1 wild*1",
        "black*1 wild*1",
        "wild*2",
    }
    assert pays(GRAY_2, red=1, black=1) == set()


@pytest.mark.rule("G-49", "G-03")
def test_one_piece_goes_on_each_space() -> None:
    scene = Germany().claim(0, BLUE_3, blue=3)
    assert (scene.pieces(0), scene.pieces(1)) == (42, 45)


@pytest.mark.rule("G-49")
def test_with_too_few_pieces_a_route_cannot_be_claimed() -> None:
    scene = Germany().own(0, *HEAP).hand(0, red=4, white=7).turn(0)
    assert scene.pieces(0) == 3
    assert "berlin-magdeburg" in scene.claimable  # three spaces
    assert "emden-muenster" not in scene.claimable  # four
    assert scene.why("claim emden-muenster") == ("pieces_short", "G-49")
    assert scene.refused("claim emden-muenster").reason.values == {"missing": 1, "have": 3}


@pytest.mark.rule("G-50")
def test_the_whole_set_is_discarded() -> None:
    scene = Germany().hand(0, blue=4, wild=2, red=1).turn(0)
    scene.play(f"claim {BLUE_3}", "pay blue*2 wild*1")
    assert scene.held(0) == {"blue": 2, "wild": 1, "red": 1}
    assert {card: n for card, n in scene.see("discards").items() if n} == {"blue": 2, "wild": 1}


@pytest.mark.rule("G-51")
def test_any_free_route_may_be_claimed() -> None:
    scene = Germany().hand(0, wild=7).turn(0)
    assert scene.claimable == {route.id for route in scene.game.board.routes}


@pytest.mark.rule("G-51")
@pytest.mark.parametrize("owner", [0, 1])
def test_a_route_that_belongs_to_somebody_cannot(owner: int) -> None:
    scene = Germany().own(owner, BLUE_3).hand(0, blue=3).turn(0)
    assert scene.why(f"claim {BLUE_3}") == ("route_taken", "G-51")
    assert scene.refused(f"claim {BLUE_3}").reason.values["owner"] == owner


@pytest.mark.rule("G-52")
def test_a_route_need_not_touch_the_others() -> None:
    scene = Germany().own(0, BLUE_3).hand(0, yellow=2, red=3).turn(0)
    touching = {"emden-muenster", "bremen-hamburg", "bremen-bremerhaven"}
    assert "freiburg-frankreich" in scene.claimable
    assert "muenchen-oesterreich" in scene.claimable
    assert not touching & scene.claimable  # nor does touching help without the cards
    scene.claim(0, "freiburg-frankreich", yellow=2)
    assert set(scene.see("owned")[0]) == {BLUE_3, "freiburg-frankreich"}


@pytest.mark.rule("G-53")
def test_only_one_route_in_a_turn() -> None:
    scene = Germany().hand(0, blue=3, yellow=2).turn(0)
    scene.play(f"claim {BLUE_3}")
    assert scene.why("claim freiburg-frankreich")[0] == "not_asked"
    scene.wave()
    assert (scene.actor, scene.question) == (1, "turn")


POINTS = {
    "chemnitz-dresden": ("yellow", 1, 1),
    "chemnitz-leipzig": ("blue", 2, 2),
    "berlin-magdeburg": ("red", 3, 4),
    "berlin-leipzig": ("orange", 4, 7),
    "berlin-dresden": ("green", 5, 10),
    "berlin-rostock": ("purple", 6, 15),
    "berlin-hannover": ("black", 7, 18),
}


@pytest.mark.rule("G-65", "G-49")
@pytest.mark.parametrize("route", POINTS)
def test_points_by_length(route: str) -> None:
    colour, length, points = POINTS[route]
    scene = Germany().claim(0, route, **{colour: length})
    assert scene.line(0, "routes") == points
    assert scene.pieces(0) == 45 - length
    assert not scene.held(0)


@pytest.mark.rule("G-65")
def test_every_route_scores_by_that_table() -> None:
    table = {length: points for _, length, points in POINTS.values()}
    game = Germany().game
    assert {route.length for route in game.board.routes} == set(table)
    for route in game.board.routes:
        assert Germany().own(0, route.id).line(0, "routes") == table[route.length]


@pytest.mark.rule("G-64", "G-11")
def test_points_are_won_at_the_moment_of_the_claim() -> None:
    scene = Germany().hand(0, blue=3).turn(0)
    assert (scene.total(0), scene.total(1)) == (0, 0)
    scene.play(f"claim {BLUE_3}")
    assert scene.question == "passenger"  # still in the same turn
    assert (scene.total(0), scene.total(1)) == (4, 0)
    scene.wave().claim(0, "berlin-hannover", black=7)
    assert scene.total(0) == 4 + 18
