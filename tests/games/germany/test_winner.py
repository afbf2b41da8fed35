"""Who wins, and what breaks a tie."""

import pytest

from tests.games.germany.table import Germany


@pytest.mark.rule("G-90", "G-22")
@pytest.mark.parametrize("best", [0, 1, 2])
def test_most_points_win(best: int) -> None:
    scene = Germany(3).own(best, "berlin-hannover").own((best + 1) % 3, "berlin-rostock")
    outcome = scene.end()
    assert outcome.totals[best] == 18
    assert (outcome.winners, outcome.tie_break) == ((best,), "")
    assert [outcome.ranks[(best + step) % 3] for step in range(3)] == [1, 2, 3]


@pytest.mark.rule("G-90", "G-22")
def test_points_come_before_tickets_and_passengers() -> None:
    scene = Germany().tickets(0, "mannheim-stuttgart").own(0, "mannheim-stuttgart/1")  # 19
    scene.has_passengers(0, red=1, blue=1).has_passengers(1, red=1, blue=1)
    outcome = scene.own(1, "berlin-hannover", "chemnitz-leipzig").end()  # 20
    assert outcome.totals == (59, 60)
    assert outcome.winners == (1,)


def nineteen_each() -> Germany:
    """Seat 0: a ticket done, its route and Globetrotter. Seat 1: routes of six and three spaces."""
    scene = Germany(3).tickets(0, "mannheim-stuttgart").own(0, "mannheim-stuttgart/1")
    return scene.own(1, "berlin-rostock", "bremen-emden")


@pytest.mark.rule("G-91")
def test_equal_points_more_tickets_done_win() -> None:
    scene = nineteen_each().has_passengers(0, red=1).has_passengers(1, blue=3)
    outcome = scene.end()
    assert outcome.totals == (39, 39, 0)  # though seat 1 has more passengers
    assert (outcome.winners, outcome.tie_break) == ((0,), "tickets")
    assert outcome.ranks == (1, 2, 3)


@pytest.mark.rule("G-91")
def test_tickets_held_but_missed_break_no_tie() -> None:
    scene = nineteen_each().tickets(1, "mainz-stuttgart", "berlin-leipzig").own(1, "kiel-rostock")
    outcome = scene.end()
    assert outcome.totals == (19, 19, 0)
    assert (outcome.winners, outcome.tie_break) == ((0,), "tickets")


@pytest.mark.rule("G-92")
@pytest.mark.parametrize("more", [0, 1])
def test_equal_tickets_too_more_passengers_win(more: int) -> None:
    scene = Germany().has_passengers(more, blue=3).has_passengers(1 - more, red=2)
    outcome = scene.end()
    assert outcome.totals == (20, 20)
    assert (outcome.winners, outcome.tie_break) == ((more,), "passengers")
    assert outcome.ranks[more] == 1


@pytest.mark.rule("G-92")
def test_passengers_of_all_colours_count_together() -> None:
    """Seat 0 has the longest row of one colour, seat 1 more in all."""
    scene = Germany().has_passengers(0, red=3, white=1).has_passengers(1, blue=1, green=4)
    outcome = scene.end()
    assert outcome.totals == (40, 40)
    assert outcome.winners == (1,)


@pytest.mark.rule("G-93")
def test_equal_in_everything_the_victory_is_shared() -> None:
    scene = Germany(3).has_passengers(0, blue=2).has_passengers(2, red=2)
    outcome = scene.end()
    assert outcome.totals == (20, 0, 20)
    assert (outcome.winners, outcome.ranks, outcome.tie_break) == ((0, 2), (1, 3, 1), "")


@pytest.mark.rule("G-93")
def test_all_may_share_it() -> None:
    assert Germany(5).end().winners == (0, 1, 2, 3, 4)
