"""The final scoring and the winner."""

import pytest

from tests.games.germany.table import Germany

# Tickets that one route does: 2, 4 and 7 points, and the routes 2, 7 and 18.
EASY = {
    "mannheim-stuttgart": "mannheim-stuttgart/1",
    "berlin-leipzig": "berlin-leipzig",
    "hamburg-berlin": "berlin-hamburg/1",
}


def with_done(counts: tuple[int, ...]) -> Germany:
    """Seats that have done so many tickets each, at most three in all."""
    scene = Germany(len(counts))
    easy = iter(EASY.items())
    for seat, n in enumerate(counts):
        mine = [next(easy) for _ in range(n)]
        scene.tickets(seat, *[ticket for ticket, _ in mine])
        scene.own(seat, *[route for _, route in mine])
    return scene


def lines(scene: Germany, label: str) -> tuple[int, ...]:
    return tuple(scene.line(seat, label) for seat in range(scene.players))


@pytest.mark.rule("G-23")
def test_points_come_from_nowhere_else() -> None:
    scene = with_done((1, 0)).tickets(1, "leipzig-ulm").has_passengers(0, red=1).hand(1, wild=9)
    sheets = scene.end().sheets
    assert [(line.label, line.points) for line in sheets[0].lines] == [
        ("routes", 2),
        ("tickets_done", 2),
        ("tickets_missed", 0),
        ("globetrotter", 15),
        ("passengers", 20),
    ]
    assert sheets[0].total == 39
    assert sheets[1].total == -12  # cards in the hand count nothing


@pytest.mark.rule("G-81", "G-64")
def test_route_points_counted_afresh_are_those_marked_in_play() -> None:
    scene = Germany()
    marked = 0
    for route, colour, length, points in (
        ("berlin-hannover", "black", 7, 18),
        ("chemnitz-dresden", "yellow", 1, 1),
        ("emden-muenster", "red", 4, 7),
    ):
        scene.claim(0, route, **{colour: length})
        marked += points
        assert scene.line(0, "routes") == marked
    line = scene.end().sheets[0].line("routes")
    assert line.points == marked == sum(item.points for item in line.items)
    assert {item.id for item in line.items} == {
        "berlin-hannover", "chemnitz-dresden", "emden-muenster",
    }  # fmt: skip


@pytest.mark.rule("G-83", "G-24", "G-72", "G-73")
def test_tickets_done_are_added_and_others_taken_off() -> None:
    scene = Germany().tickets(0, "berlin-leipzig", "leipzig-ulm", "rostock-oesterreich")
    sheet = scene.own(0, "berlin-leipzig").end().sheets[0]
    assert sheet.line("tickets_done").points == 4
    assert sheet.line("tickets_missed").points == -12 - 22
    assert sheet.total == 7 + 4 - 34 + 15


@pytest.mark.rule("G-84", "R-08")
@pytest.mark.parametrize(
    ("done", "points"),
    [
        ((1, 0), (15, 0)),
        ((1, 2), (0, 15)),
        ((0, 1, 2), (0, 0, 15)),
        ((3, 0, 0), (15, 0, 0)),
    ],
)
def test_the_most_tickets_done_bring_globetrotter(
    done: tuple[int, ...], points: tuple[int, ...]
) -> None:
    assert lines(with_done(done), "globetrotter") == points


@pytest.mark.rule("G-84")
def test_it_is_the_number_that_counts_not_the_value() -> None:
    scene = Germany().tickets(0, "mannheim-stuttgart", "berlin-leipzig")
    scene.own(0, "mannheim-stuttgart/1", "berlin-leipzig")
    scene.tickets(1, "berlin-koeln")
    scene.own(1, "berlin-hannover", "hannover-muenster", "dortmund-muenster/1")
    scene.own(1, "dortmund-duesseldorf/1", "duesseldorf-koeln/1")
    assert lines(scene, "tickets_done") == (6, 14)
    assert lines(scene, "globetrotter") == (15, 0)


@pytest.mark.rule("G-85")
def test_all_who_share_the_lead_get_it() -> None:
    assert lines(with_done((1, 1)), "globetrotter") == (15, 15)
    assert lines(with_done((1, 0, 1)), "globetrotter") == (15, 0, 15)
    assert lines(with_done((1, 1, 1)), "globetrotter") == (15, 15, 15)


@pytest.mark.rule("G-86")
def test_missed_tickets_play_no_part_in_it() -> None:
    scene = with_done((1, 1, 0))
    scene.tickets(2, "leipzig-ulm", "berlin-koeln", "kiel-nuernberg")
    assert lines(scene, "globetrotter") == (15, 15, 0)  # three tickets, none of them done
    scene.tickets(0, "mannheim-stuttgart", "emden-freiburg", "berlin-schweiz")
    assert lines(scene, "globetrotter") == (15, 15, 0)  # one missed does not cancel one done


@pytest.mark.rule("R-08", "G-14")
def test_nobody_gets_globetrotter_for_no_ticket_done() -> None:
    scene = Germany(3).tickets(0, "leipzig-ulm")
    assert lines(scene, "globetrotter") == (0, 0, 0)
    assert scene.end().totals == (-12, 0, 0)


@pytest.mark.rule("G-87")
@pytest.mark.parametrize(
    ("held", "points"),
    [
        ((3, 2), (20, 10)),
        ((1, 5, 3), (0, 20, 10)),
        ((4, 3, 2, 1), (20, 10, 0, 0)),
        ((1, 2, 3, 4, 0), (0, 0, 10, 20, 0)),
    ],
)
def test_most_20_second_10(held: tuple[int, ...], points: tuple[int, ...]) -> None:
    assert awards(held) == points


@pytest.mark.rule("G-88")
@pytest.mark.parametrize(
    ("held", "points"),
    [
        ((2, 2), (20, 20)),
        ((3, 3, 2), (20, 20, 0)),
        ((1, 4, 4, 1), (0, 20, 20, 0)),
        ((2, 2, 2, 2, 2), (20, 20, 20, 20, 20)),
    ],
)
def test_a_shared_lead_leaves_no_second(held: tuple[int, ...], points: tuple[int, ...]) -> None:
    assert awards(held) == points


@pytest.mark.rule("G-89")
@pytest.mark.parametrize(
    ("held", "points"),
    [
        ((4, 2, 2), (20, 10, 10)),
        ((1, 1, 1, 3), (10, 10, 10, 20)),
        ((5, 2, 2, 1), (20, 10, 10, 0)),
    ],
)
def test_a_shared_second_place_brings_10_each(
    held: tuple[int, ...], points: tuple[int, ...]
) -> None:
    assert awards(held) == points


@pytest.mark.rule("R-08")
@pytest.mark.parametrize(
    ("held", "points"),
    [
        ((0, 0), (0, 0)),
        ((1, 0), (20, 0)),
        ((0, 3, 0), (0, 20, 0)),
        ((2, 2, 0), (20, 20, 0)),
    ],
)
def test_nothing_for_none(held: tuple[int, ...], points: tuple[int, ...]) -> None:
    assert awards(held) == points


def awards(held: tuple[int, ...]) -> tuple[int, ...]:
    """What so many red passengers bring to each seat."""
    scene = Germany(len(held))
    for seat, n in enumerate(held):
        scene.has_passengers(seat, red=n)
    return lines(scene, "passengers")


@pytest.mark.rule("G-87")
def test_every_colour_is_counted_by_itself() -> None:
    scene = Germany(3)
    scene.has_passengers(0, red=3, blue=1, white=1)
    scene.has_passengers(1, red=1, blue=2, green=1, white=1)
    scene.has_passengers(2, blue=2, black=4)
    sheets = scene.game.sheets(scene.state)
    assert [dict(sheet.line("passengers").items) for sheet in sheets] == [
        {"red": 20, "white": 20},
        {"red": 10, "green": 20, "blue": 20, "white": 20},
        {"black": 20, "blue": 20},
    ]
    assert lines(scene, "passengers") == (40, 70, 40)
