"""The goal, the end and the count in New York: NY-16 to NY-20 and NY-60 to NY-68."""

import pytest

from capotreno import CapotrenoError
from tests.scene import Scene

TWELVE = (
    "chelsea-soho",
    "united_nations-gramercy_park",
    "lower_east_side-brooklyn",
    "lincoln_center-midtown_west",
)
SOUTH = ("lower_east_side-chinatown", "chinatown-wall_street/1")


def play_out(scene: Scene) -> Scene:
    while scene.actor is not None:
        scene.play("draw", "draw")
    return scene


def contest(first: tuple[str, ...], second: tuple[str, ...], *tickets: str) -> Scene:
    """Seats 0 and 1 own this, seat 0 with tickets; seat 2 ends the game and comes last."""
    scene = Scene("new_york", 3).own(0, *first).own(1, *second).tickets(0, *tickets)
    scene.own(2, *TWELVE, "midtown_west-times_square")
    scene.tickets(
        2, "central_park-chinatown", "times_square-brooklyn", "united_nations-wall_street"
    )
    return play_out(scene.turn(2))


@pytest.mark.rule("NY-17", "NY-63")
@pytest.mark.parametrize(
    ("route", "points"),
    [
        ("east_village-lower_east_side", 1),
        ("soho-wall_street", 2),
        ("lower_east_side-brooklyn", 4),
        ("chelsea-soho", 7),
    ],
)
def test_a_route_scores_by_its_spaces(route: str, points: int) -> None:
    scene = Scene("new_york").own(0, route)
    assert [scene.line(seat, "routes") for seat in (0, 1)] == [points, 0]


@pytest.mark.rule("NY-17", "NY-63")
def test_route_points_add_up() -> None:
    assert Scene("new_york").own(0, *TWELVE).line(0, "routes") == 7 + 4 + 4 + 2


@pytest.mark.rule("NY-18", "NY-19", "NY-20")
def test_the_three_ways_to_score_and_the_one_to_lose() -> None:
    scene = Scene("new_york").own(0, *SOUTH)
    scene.tickets(0, "lower_east_side-wall_street", "central_park-midtown_west")
    sheet = scene.game.sheets(scene.state)[0]
    assert [(line.label, line.points) for line in sheet.lines] == [
        ("routes", 2),
        ("tickets_done", 2),
        ("tickets_missed", -3),
        ("landmarks", 2),
    ]
    assert sheet.total == 3


@pytest.mark.rule("NY-19", "NY-65", "R-50")
def test_one_point_for_each_landmark_touched() -> None:
    scene = Scene("new_york").own(0, "lincoln_center-midtown_west")
    assert scene.line(0, "landmarks") == 0
    scene.own(0, "midtown_west-times_square")
    assert scene.line(0, "landmarks") == 1
    scene.own(0, "times_square-united_nations", "lincoln_center-times_square/1")
    items = scene.game.sheets(scene.state)[0].line("landmarks").items
    assert items == (("times_square", 1), ("united_nations", 1))  # once, though three touch it


@pytest.mark.rule("NY-65", "R-50")
def test_a_landmark_counts_for_every_player_who_touches_it() -> None:
    scene = Scene("new_york").own(0, "midtown_west-times_square")
    scene.own(1, "times_square-united_nations")
    assert [scene.line(seat, "landmarks") for seat in (0, 1)] == [1, 2]


@pytest.mark.rule("NY-60", "R-09")
def test_two_pieces_left_begin_the_last_round() -> None:
    scene = Scene("new_york").own(0, *TWELVE).turn(0)
    assert "last_round" not in scene.names(scene.play("draw", "draw"))  # three left
    scene.play("draw", "draw")
    events = scene.hand(0, black=1).play("claim east_village-lower_east_side")
    assert "last_round" in scene.names(events)


@pytest.mark.rule("NY-60", "R-09")
@pytest.mark.parametrize("last", [("soho-wall_street",), ("wall_street-brooklyn/1",)])
def test_so_do_one_or_none(last: tuple[str]) -> None:
    scene = Scene("new_york").own(0, *TWELVE, *last).turn(0)
    assert "last_round" in scene.names(scene.play("draw", "draw"))


@pytest.mark.rule("NY-61", "R-09")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_everybody_has_one_more_turn(players: int) -> None:
    scene = Scene("new_york", players).own(1, *TWELVE).hand(1, wild=1).turn(1)
    scene.play("claim midtown_west-times_square")
    order = []
    while scene.actor is not None:
        order.append(scene.actor)
        scene.play("draw", "draw")
    assert order == [seat % players for seat in range(2, players + 2)]
    assert scene.game.outcome(scene.state).reason == "last_round"


@pytest.mark.rule("NY-61", "R-09")
def test_a_second_player_running_low_does_not_prolong_it() -> None:
    scene = Scene("new_york").own(0, *TWELVE, "midtown_west-times_square").hand(1, wild=1)
    scene.own(1, "chinatown-brooklyn/1", "wall_street-brooklyn/1", "central_park-united_nations")
    scene.own(1, "chelsea-greenwich_village/1").turn(0)
    scene.play("draw", "draw")  # seat 0 ends its turn with two
    scene.play("claim east_village-lower_east_side")  # now seat 1 has two
    scene.play("draw", "draw")
    assert scene.actor is None


@pytest.mark.rule("NY-62")
def test_the_count_comes_after_the_last_turn() -> None:
    scene = Scene("new_york").own(0, *TWELVE, "midtown_west-times_square").turn(0)
    scene.play("draw", "draw")
    with pytest.raises(CapotrenoError, match="not over yet"):
        scene.game.outcome(scene.state)
    outcome = scene.game.outcome(play_out(scene).state)
    for sheet in outcome.sheets:
        assert sheet.total == sum(line.points for line in sheet.lines)
    assert outcome.totals == (7 + 4 + 4 + 2 + 1 + 4, 0)


@pytest.mark.rule("NY-63", "NY-64", "NY-65")
def test_routes_then_tickets_then_landmarks() -> None:
    scene = contest(SOUTH, (), "lower_east_side-wall_street", "central_park-midtown_west")
    sheet = scene.game.outcome(scene.state).sheets[0]
    assert [line.label for line in sheet.lines] == [
        "routes",
        "tickets_done",
        "tickets_missed",
        "landmarks",
    ]


@pytest.mark.rule("NY-64")
def test_all_tickets_are_shown_and_counted() -> None:
    scene = contest(SOUTH, (), "lower_east_side-wall_street", "central_park-midtown_west")
    shown = scene.seen(1, "tickets")
    assert shown["lower_east_side-wall_street"] == shown["central_park-midtown_west"] == "held 0"
    assert (scene.line(0, "tickets_done"), scene.line(0, "tickets_missed")) == (2, -3)
    assert scene.line(2, "tickets_missed") == -24


@pytest.mark.rule("NY-16", "NY-66")
@pytest.mark.parametrize(("ours", "theirs", "winner"), [(SOUTH, (), 0), ((), SOUTH, 1)])
def test_the_most_points_win(ours: tuple[str, ...], theirs: tuple[str, ...], winner: int) -> None:
    scene = contest(ours, theirs)
    outcome = scene.game.outcome(scene.state)
    assert (max(outcome.totals), outcome.totals[winner]) == (4, 4)
    assert (outcome.winners, outcome.ranks[winner]) == ((winner,), 1)


@pytest.mark.rule("NY-66")
def test_points_come_before_tickets_done() -> None:
    # Seat 0 has done a ticket, seat 1 none but one point more.
    theirs = ("wall_street-brooklyn/1", "east_village-lower_east_side")
    scene = contest(SOUTH, theirs, "lower_east_side-wall_street")
    outcome = scene.game.outcome(scene.state)
    assert (outcome.totals[:2], outcome.winners) == ((6, 7), (1,))


@pytest.mark.rule("NY-67")
def test_level_on_points_more_tickets_done_win() -> None:
    scene = contest(SOUTH, ("central_park-united_nations",), "lower_east_side-wall_street")
    outcome = scene.game.outcome(scene.state)
    assert outcome.totals[:2] == (6, 6)
    assert (outcome.winners, outcome.tie_break) == ((0,), "tickets")
    assert outcome.ranks[:2] == (1, 2)


@pytest.mark.rule("NY-68")
def test_level_in_that_too_they_share_the_victory() -> None:
    scene = contest(("wall_street-brooklyn/1",), ("central_park-united_nations",))
    outcome = scene.game.outcome(scene.state)
    assert outcome.totals[:2] == (6, 6)
    assert (outcome.winners, outcome.tie_break) == ((0, 1), "")
    assert outcome.ranks == (1, 1, 3)
