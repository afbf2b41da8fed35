"""The end: two pieces or fewer at the end of a turn, then one turn for everybody."""

import pytest

from capotreno import CapotrenoError, NotYourDecision
from tests.games.germany.table import HEAP, OTHER_HEAP, Germany

ONE, THREE = "konstanz-schweiz", "berlin-magdeburg"  # white, red


def started(players: int = 3, route: str = ONE) -> Germany:
    """Seat 1 has three pieces left and claims a route."""
    scene = Germany(players).own(1, *HEAP)
    assert scene.pieces(1) == 3
    return scene.claim(1, route, white=1, red=3)


def order(scene: Germany) -> list[int]:
    """Who plays until the game is over, drawing cards."""
    seats = []
    while scene.actor is not None:
        seats.append(scene.actor)
        scene.play("draw", "draw")
    return seats


@pytest.mark.rule("G-79", "R-09")
@pytest.mark.parametrize(("players", "turns"), [(2, [0, 1]), (3, [2, 0, 1]), (5, [2, 3, 4, 0, 1])])
def test_everybody_plays_once_more_the_one_who_started_it_too(
    players: int, turns: list[int]
) -> None:
    assert order(started(players)) == turns


@pytest.mark.rule("G-79")
@pytest.mark.parametrize(("route", "left"), [(ONE, 2), ("freiburg-frankreich", 1), (THREE, 0)])
def test_two_pieces_or_fewer_start_the_last_round(route: str, left: int) -> None:
    scene = Germany().own(0, *HEAP).claim(0, route, white=1, yellow=2, red=3)
    assert scene.pieces(0) == left
    assert scene.see("last_turns") == 2


@pytest.mark.rule("G-79")
def test_three_pieces_do_not() -> None:
    scene = Germany().own(0, *HEAP[:-1]).claim(0, "hannover-magdeburg", blue=4)
    assert scene.pieces(0) == 3
    assert scene.see("last_turns") == 0
    for _ in range(8):
        scene.play("draw", "draw")
    assert scene.actor is not None


@pytest.mark.rule("G-79", "R-09")
def test_the_pieces_are_counted_at_the_end_of_the_turn() -> None:
    scene = Germany().own(0, *HEAP).hand(0, white=1).turn(0)
    assert "last_round" not in scene.names(scene.play(f"claim {ONE}"))
    assert (scene.pieces(0), scene.see("last_turns")) == (2, 0)  # passengers are still to come
    assert "last_round" not in scene.names(scene.play("passenger none"))
    assert scene.names(scene.play("passenger none")) == ["answered", "last_round", "turn"]


@pytest.mark.rule("G-79", "R-09")
def test_only_the_seat_whose_turn_it_was_is_counted() -> None:
    """Few pieces elsewhere do not matter until that seat's own turn ends."""
    scene = Germany(3).own(1, *HEAP, ONE).turn(0)
    scene.play("draw", "draw")
    assert scene.see("last_turns") == 0
    scene.play("draw", "draw")
    assert scene.see("last_turns") == 3


@pytest.mark.rule("R-09")
def test_a_second_seat_that_runs_out_does_not_prolong_the_last_round() -> None:
    scene = Germany(3).own(2, *OTHER_HEAP).own(1, *HEAP).claim(1, ONE, white=1)
    assert (scene.actor, scene.pieces(2)) == (2, 3)
    scene.hand(2, yellow=1).play("claim chemnitz-dresden")
    scene.wave()
    assert scene.pieces(2) == 2
    assert order(scene) == [0, 1]


@pytest.mark.rule("G-79")
def test_the_last_turn_is_a_turn_like_any_other() -> None:
    scene = started(2)
    scene.hand(0, blue=3)
    assert {text.split()[0] for text in scene.legal} == {"take", "draw", "claim", "tickets"}
    scene.play("claim bremen-emden")
    scene.wave()
    assert scene.actor == 1
    scene.play("tickets long*4")
    scene.keep_only(*scene.where("offered 1"))
    assert scene.actor is None


@pytest.mark.rule("G-80", "G-26")
def test_then_the_game_is_over_and_counted() -> None:
    scene = started()
    with pytest.raises(CapotrenoError, match="not over yet"):
        scene.game.outcome(scene.state)
    order(scene)
    assert scene.game.actors(scene.state) == ()
    assert scene.game.legal(scene.state) == ()
    with pytest.raises(NotYourDecision, match="over"):
        scene.play("draw")
    outcome = scene.game.outcome(scene.state)
    assert outcome.reason == "last_round"
    assert outcome.totals == (0, 4 * 18 + 15 + 2 * 7 + 1, 0)


@pytest.mark.rule("G-82", "G-74")
def test_at_the_end_all_tickets_are_shown() -> None:
    scene = started().tickets(0, "berlin-leipzig").tickets(2, "leipzig-ulm")
    assert scene.seen(-1, "tickets")["berlin-leipzig"] is None
    order(scene)
    for seat in (-1, 0, 1, 2):
        seen = scene.seen(seat, "tickets")
        assert (seen["berlin-leipzig"], seen["leipzig-ulm"]) == ("held 0", "held 2")
