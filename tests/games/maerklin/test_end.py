"""Tickets, the last round and the winner: MK-49 to MK-53, MK-57 to MK-61."""

import pytest

from tests.games.maerklin.table import SOUTH, Maerklin

FOUR = ("berlin-chemnitz", "bremen-kassel", "berlin-muenchen", "berlin-duesseldorf")


@pytest.mark.rule("MK-49", "MK-50", "MK-51", "R-20", "R-21")
def test_drawing_tickets() -> None:
    scene = Maerklin().ticket_deck(fresh=FOUR).turn(0)
    assert scene.why("tickets short*1 long*1") == ("ticket_mix", "MK-49")
    scene.play("tickets short*2 long*2")
    for _ in range(3):
        scene.play(next(text for text in scene.legal if text.startswith("return")))
    (last,) = scene.legal
    assert scene.why(last.replace("keep", "return")) == ("must_keep", "MK-50")
    scene.play(last)
    places = scene.see("tickets")
    kept = last.split()[1]
    assert places[kept] == "held 0"
    assert all(places[t].startswith("under") for t in FOUR if t != kept)


@pytest.mark.rule("MK-52", "R-20", "R-77")
def test_few_tickets_left_and_none() -> None:
    scene = Maerklin().ticket_deck(fresh=FOUR[1:3]).turn(0)
    assert [text for text in scene.legal if "tickets" in text] == ["tickets short*1 long*1"]
    scene = Maerklin().ticket_deck().turn(0)
    assert scene.why("tickets short*4") == ("no_tickets", "MK-52")


@pytest.mark.rule("MK-53")
def test_done_and_missed_tickets() -> None:
    scene = Maerklin().tickets(0, "berlin-muenchen", "bremen-kassel").own(0, *SOUTH)
    board = scene.game.board
    assert scene.line(0, "tickets_done") == board.ticket("berlin-muenchen").points
    assert scene.line(0, "tickets_missed") == -board.ticket("bremen-kassel").points


@pytest.mark.rule("MK-57", "MK-58")
@pytest.mark.parametrize("left", [2, 3])
def test_the_last_round(left: int) -> None:
    heap = (
        "berlin-hamburg/1", "berlin-hannover", "dresden-regensburg", "erfurt-regensburg",
        "berlin-rostock", "berlin-leipzig", "augsburg-nuernberg",
    )  # fmt: skip
    extra = ("bremen-bremerhaven",) if left == 2 else ()
    scene = Maerklin().own(0, *heap, *extra).turn(0)
    assert scene.see("pieces")[0]["rail"] == left
    scene.play("draw", "draw")
    assert scene.see("last_turns") == (2 if left == 2 else 0)
    if left == 2:
        scene.play("draw", "draw")
        assert scene.actor == 0  # the one who started it too
        scene.play("draw", "draw")
        assert scene.game.outcome(scene.state).reason == "last_round"


@pytest.mark.rule("MK-57", "MK-58")
def test_a_passenger_may_ride_in_the_last_turn() -> None:
    scene = Maerklin().own(1, *SOUTH).standing(1, "berlin").last_turn(1)
    scene.play("depart berlin", "ride berlin-leipzig", "alight")
    assert scene.actor is None
    assert scene.line(1, "merchandise") == 11


@pytest.mark.rule("MK-59")
def test_ten_points_for_the_most_tickets() -> None:
    scene = Maerklin(4).tickets(0, "berlin-muenchen").own(0, *SOUTH)
    assert [scene.line(seat, "globetrotter") for seat in range(4)] == [10, 0, 0, 0]
    scene.tickets(1, "erfurt-wuerzburg").own(1, "nuernberg-wuerzburg/1", "erfurt-nuernberg/2")
    assert scene.line(1, "tickets_done") == 6
    assert [scene.line(seat, "globetrotter") for seat in range(4)] == [10, 10, 0, 0]


@pytest.mark.rule("MK-61", "R-56")
def test_ties() -> None:
    # Seat 0 has 9 points of routes, seat 1 has 2 of a route and 7 of merchandise.
    scene = Maerklin().own(0, "berlin-leipzig", "leipzig-magdeburg").own(1, "rostock-schwerin")
    scene.empty("berlin", 3, seat=1)
    outcome = scene.end()
    assert outcome.totals == (9, 9)
    assert (outcome.winners, outcome.tie_break) == ((1,), "merchandise")
    assert Maerklin().end().winners == (0, 1)


@pytest.mark.rule("MK-61")
def test_tickets_go_before_merchandise() -> None:
    assert Maerklin().game.ruleset.ranking == ("tickets", "merchandise")
