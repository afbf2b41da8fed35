"""Taking passengers after a claim."""

import pytest

from tests.games.germany.table import Germany

BERLIN = ("red", "red", "blue", "green", "white")


def claimed() -> Germany:
    """Seat 0 has just claimed Berlin–Magdeburg; at Magdeburg a green passenger waits."""
    scene = Germany().passengers("magdeburg", "green").passengers("berlin", *BERLIN)
    assert scene.waiting("magdeburg") == {"green": 1}
    scene.hand(0, red=3).turn(0).play("claim berlin-magdeburg")
    return scene


@pytest.mark.rule("G-62", "G-58")
def test_example_berlin_magdeburg() -> None:
    scene = claimed()
    scene.play("passenger red", "passenger green")
    assert scene.with_seat(0) == {"red": 1, "green": 1}
    assert scene.waiting("magdeburg") == {}
    assert scene.waiting("berlin") == {"red": 1, "blue": 1, "green": 1, "white": 1}
    assert (scene.actor, scene.question) == (1, "turn")


@pytest.mark.rule("G-58", "R-22")
@pytest.mark.parametrize(
    ("first", "second", "taken"),
    [
        ("none", "none", {}),
        ("red", "none", {"red": 1}),
        ("none", "green", {"green": 1}),
        ("green", "green", {"green": 2}),
    ],
)
def test_one_at_each_end_or_none(first: str, second: str, taken: dict[str, int]) -> None:
    scene = claimed()
    scene.play(f"passenger {first}", f"passenger {second}")
    assert scene.with_seat(0) == taken
    assert scene.actor == 1


@pytest.mark.rule("G-58")
def test_nowhere_else_and_only_after_a_claim() -> None:
    scene = claimed()
    before = scene.see("waiting")
    scene.play("passenger red", "passenger green")
    after = scene.see("waiting")
    assert {place for place in after if after[place] != before[place]} == {"berlin", "magdeburg"}
    assert scene.why("passenger red")[0] == "not_asked"  # seat 1 has claimed nothing yet
    scene.play("draw", "draw")
    assert (scene.actor, scene.question) == (0, "turn")


@pytest.mark.rule("G-59", "R-22")
def test_where_several_wait_the_player_chooses() -> None:
    scene = claimed()
    assert scene.legal == [f"passenger {c}" for c in ("red", "green", "blue", "white", "none")]
    for colour in ("black", "yellow"):
        assert scene.why(f"passenger {colour}") == ("no_passenger", "G-59")
    scene.play("passenger blue")
    assert scene.with_seat(0) == {"blue": 1}
    assert scene.legal == ["passenger green", "passenger none"]  # now Magdeburg
    assert scene.why("passenger red") == ("no_passenger", "G-59")


@pytest.mark.rule("G-60")
def test_where_nobody_waits_nobody_is_taken() -> None:
    scene = claimed()
    scene.play("passenger red", "passenger green")
    scene.passengers("leipzig", "black", "black", "yellow")
    scene.hand(1, yellow=2).turn(1).play("claim leipzig-magdeburg")
    assert scene.legal == ["passenger black", "passenger yellow", "passenger none"]  # Leipzig
    scene.play("passenger black")
    assert scene.with_seat(1) == {"black": 1}
    assert (scene.actor, scene.question) == (0, "turn")  # Magdeburg was not asked about


@pytest.mark.rule("G-60")
def test_two_empty_ends_end_the_turn() -> None:
    scene = Germany().passengers("konstanz", "red").passengers("lindau", "blue")
    scene.hand(0, white=1).turn(0).play("claim konstanz-schweiz", "passenger red", "passenger none")
    scene.hand(1, red=2).turn(1).play("claim lindau-ulm", "passenger blue", "passenger none")
    scene.hand(0, yellow=1).turn(0).play("claim konstanz-lindau")
    assert (scene.actor, scene.question) == (1, "turn")


@pytest.mark.rule("G-61")
@pytest.mark.parametrize("seat", [-1, 0, 1])
def test_everybody_sees_the_passengers_taken(seat: int) -> None:
    scene = claimed()
    scene.play("passenger red", "passenger green")
    assert {c: n for c, n in scene.seen(seat, "passengers")[0].items() if n} == {
        "red": 1,
        "green": 1,
    }


@pytest.mark.rule("G-61")
def test_they_stay_with_the_player() -> None:
    scene = claimed()
    scene.play("passenger red", "passenger green", "draw", "draw")
    scene.passengers("konstanz", "red")
    scene.hand(0, white=1).turn(0).play("claim konstanz-schweiz", "passenger red", "passenger none")
    assert scene.with_seat(0) == {"red": 2, "green": 1}


@pytest.mark.rule("G-63", "R-23")
def test_a_country_has_one_stock_for_all_routes_into_it() -> None:
    scene = Germany().passengers("frankreich", "white").passengers("saarbruecken", "red")
    scene.hand(0, green=1).turn(0).play("claim saarbruecken-frankreich", "passenger red")
    assert scene.legal == ["passenger white", "passenger none"]
    scene.play("passenger white")
    assert scene.with_seat(0) == {"red": 1, "white": 1}
    # The next route into France finds nobody there.
    scene.hand(1, yellow=2).turn(1).play("claim freiburg-frankreich", "passenger none")
    assert (scene.actor, scene.question) == (0, "turn")
