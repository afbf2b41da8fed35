"""Double and triple routes."""

import pytest

from tests.games.germany.table import Germany

DOUBLE = ("hamburg-kiel/1", "hamburg-kiel/2")  # black, purple
TRIPLE = tuple(f"duesseldorf-koeln/{n}" for n in (1, 2, 3))  # gray
FEW = pytest.mark.parametrize("players", [2, 3])
MANY = pytest.mark.parametrize("players", [4, 5])


def with_wilds(players: int, owner: int, route: str, seat: int) -> Germany:
    """A route has been claimed; it is a seat's turn, and it could pay any other."""
    scene = Germany(players).own(owner, route)
    return scene.hand(seat, wild=7).turn(seat)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.rule("G-56", "G-57")
def test_before_the_first_claim_any_of_them_may_be_chosen(players: int) -> None:
    for route in (*DOUBLE, *TRIPLE):
        scene = Germany(players).claim(0, route, wild=2 if route in DOUBLE else 1)
        assert scene.see("owned")[0] == [route]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.rule("G-55", "R-06")
def test_nobody_owns_two_of_them(players: int) -> None:
    for own, *others in (DOUBLE, TRIPLE, TRIPLE[::-1]):
        scene = with_wilds(players, 0, own, 0)
        for other in others:
            assert other not in scene.claimable
            assert scene.why(f"claim {other}") == ("twin_owned", "G-55")


@FEW
@pytest.mark.rule("G-56", "R-06")
def test_few_players_one_claimed_closes_all_the_rest(players: int) -> None:
    for own, *others in (DOUBLE, TRIPLE, TRIPLE[::-1]):
        for seat in range(1, players):
            scene = with_wilds(players, 0, own, seat)
            for other in others:
                assert other not in scene.claimable
                assert scene.why(f"claim {other}") == ("twin_closed", "G-56")


@FEW
@pytest.mark.rule("G-56", "R-06")
def test_few_players_what_is_closed_stays_closed(players: int) -> None:
    scene = with_wilds(players, 0, DOUBLE[1], 1)
    for _ in range(10 * players):
        scene.play("draw", "draw")
    assert scene.turn(1).why(f"claim {DOUBLE[0]}") == ("twin_closed", "G-56")


@FEW
@pytest.mark.rule("G-56")
def test_few_players_other_pairs_stay_open(players: int) -> None:
    scene = with_wilds(players, 0, DOUBLE[0], 1)
    assert {*TRIPLE, "berlin-hamburg/1", "berlin-hamburg/2", "kiel-daenemark"} <= scene.claimable


@MANY
@pytest.mark.rule("G-57", "R-06")
def test_many_players_the_others_take_the_rest(players: int) -> None:
    scene = Germany(players)
    for seat, route in enumerate(TRIPLE):
        scene.claim(seat, route, red=1)
    assert [scene.see("owned")[seat] for seat in range(3)] == [[route] for route in TRIPLE]
    scene.hand(3, wild=7).turn(3)
    for seat, route in enumerate(TRIPLE):
        assert scene.why(f"claim {route}") == ("route_taken", "G-51")
        assert scene.refused(f"claim {route}").reason.values["owner"] == seat


@MANY
@pytest.mark.rule("G-57", "G-55")
def test_many_players_a_double_is_open_to_all_but_its_owner(players: int) -> None:
    for seat in range(players):
        scene = with_wilds(players, 2, DOUBLE[0], seat)
        assert (DOUBLE[1] in scene.claimable) is (seat != 2)
