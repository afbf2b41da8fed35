"""Tickets in New York: NY-50 to NY-59."""

import pytest

from capotreno import NOBODY, load
from tests.scene import Scene

# In the order of the ticket list.
A, B, C = "central_park-chelsea", "central_park-chinatown", "central_park-gramercy_park"
SOUTH = "lower_east_side-wall_street"  # 2 points, done by two short routes


@pytest.mark.rule("NY-50")
def test_a_ticket_names_two_places_and_a_value() -> None:
    board = load("new_york", 2).board
    places = {place.id for place in board.places}
    for ticket in board.tickets:
        assert len(set(ticket.stops) & places) == 2
        assert ticket.points == ticket.penalty > 0
    assert (board.ticket(SOUTH).points, board.ticket(B).points) == (2, 8)


@pytest.mark.rule("NY-51", "NY-18")
def test_a_ticket_done_adds_its_value() -> None:
    scene = Scene("new_york").tickets(0, SOUTH)
    scene.own(0, "lower_east_side-chinatown", "chinatown-wall_street/1")
    assert (scene.line(0, "tickets_done"), scene.line(0, "tickets_missed")) == (2, 0)


@pytest.mark.rule("NY-52", "NY-20")
def test_a_ticket_missed_subtracts_its_value() -> None:
    scene = Scene("new_york").tickets(0, B)
    assert (scene.line(0, "tickets_done"), scene.line(0, "tickets_missed")) == (0, -8)
    assert scene.total(0) == -8


@pytest.mark.rule("NY-51", "NY-52")
def test_another_players_route_does_not_close_the_gap() -> None:
    scene = Scene("new_york").tickets(0, SOUTH)
    scene.own(0, "lower_east_side-chinatown").own(1, "chinatown-wall_street/1")
    assert (scene.line(0, "tickets_done"), scene.line(0, "tickets_missed")) == (0, -2)


@pytest.mark.rule("NY-52")
def test_touching_both_places_is_not_enough() -> None:
    scene = Scene("new_york").tickets(0, SOUTH)
    scene.own(0, "east_village-lower_east_side", "soho-wall_street")
    assert scene.line(0, "tickets_missed") == -2


@pytest.mark.rule("NY-53")
def test_any_number_of_tickets_may_be_held() -> None:
    scene = Scene("new_york").ticket_deck(fresh=(A, B)).turn(1)
    scene.play("tickets", f"keep {A}", f"keep {B}")
    assert scene.seen(NOBODY, "tickets_held") == [{"normal": 0}, {"normal": 18}]


@pytest.mark.rule("NY-54")
def test_two_tickets_are_drawn_from_the_top() -> None:
    scene = Scene("new_york").ticket_deck(fresh=(C,), under=(B, A)).turn(0)
    scene.play("tickets")
    assert scene.seen(NOBODY, "tickets_offered") == [{"normal": 2}, {"normal": 0}]
    offered = [id for id, place in scene.seen(0, "tickets").items() if place == "offered 0"]
    assert offered == [B, C]  # the last fresh one and the first from below


@pytest.mark.rule("NY-54", "R-77")
def test_no_tickets_left() -> None:
    scene = Scene("new_york").ticket_deck().turn(0)
    assert "tickets" not in scene.legal
    error = scene.refused("tickets")
    assert (error.reason.key, error.reason.rule) == ("no_tickets", "NY-54")


@pytest.mark.rule("NY-55")
@pytest.mark.parametrize(
    ("answers", "held"),
    [((f"keep {A}", f"keep {B}"), 2), ((f"keep {A}", f"return {B}"), 1)],
)
def test_one_or_both_may_be_kept(answers: tuple[str, str], held: int) -> None:
    scene = Scene("new_york").ticket_deck(fresh=(A, B)).turn(0)
    scene.play("tickets", *answers)
    assert scene.seen(NOBODY, "tickets_held")[0] == {"normal": held}
    assert scene.seen(NOBODY, "tickets_left") == {"normal": 2 - held}
    assert scene.actor == 1


@pytest.mark.rule("NY-55", "R-75")
def test_but_not_none() -> None:
    scene = Scene("new_york").ticket_deck(fresh=(A, B)).turn(0)
    scene.play("tickets")
    assert scene.legal == [f"keep {A}", f"return {A}"]
    scene.play(f"return {A}")
    assert scene.legal == [f"keep {B}"]
    error = scene.refused(f"return {B}")
    assert (error.reason.key, error.reason.rule) == ("must_keep", "NY-55")


@pytest.mark.rule("NY-56")
def test_a_refused_ticket_goes_to_the_bottom() -> None:
    scene = Scene("new_york").ticket_deck(fresh=(A, B, C)).chance(0, 0).turn(0)
    scene.play("tickets", f"return {A}", f"keep {B}")
    assert scene.seen(0, "tickets")[A].startswith("under")
    scene.chance(0).play("tickets")  # seat 1: the fresh one by chance, then the one from below
    offered = [id for id, place in scene.seen(1, "tickets").items() if place == "offered 1"]
    assert offered == [A, C]


@pytest.mark.rule("NY-57")
def test_what_is_kept_stays_to_the_end() -> None:
    scene = Scene("new_york").ticket_deck(fresh=(A, B)).turn(0)
    scene.play("tickets", f"keep {A}", f"return {B}")
    scene.play("draw", "draw")
    assert not [action for action in scene.legal if action.startswith("return")]
    assert scene.refused(f"return {A}").reason.key == "not_asked"
    scene.play("tickets")  # a later draw brings B alone: A is not offered again
    assert scene.refused(f"return {A}").reason.key == "not_offered"
    scene.play(f"keep {B}")
    assert [scene.seen(0, "tickets")[ticket] for ticket in (A, B)] == ["held 0"] * 2


@pytest.mark.rule("NY-58")
def test_the_last_ticket_is_drawn_alone_and_kept() -> None:
    scene = Scene("new_york").ticket_deck(fresh=(B,)).turn(0)
    scene.play("tickets")
    assert scene.legal == [f"keep {B}"]
    assert scene.refused(f"return {B}").reason.key == "must_keep"
    scene.play(f"keep {B}")
    assert scene.seen(NOBODY, "tickets_held")[0] == {"normal": 1}
    assert scene.actor == 1


@pytest.mark.rule("NY-58")
def test_also_when_it_comes_from_below() -> None:
    scene = Scene("new_york").ticket_deck(under=(B,)).turn(0)
    scene.play("tickets")
    assert scene.legal == [f"keep {B}"]


@pytest.mark.rule("NY-59", "NY-15", "R-73")
def test_tickets_are_hidden_until_the_count() -> None:
    scene = Scene("new_york").tickets(0, A)
    scene.own(0, "chelsea-soho", "united_nations-gramercy_park", "central_park-united_nations")
    scene.own(0, "lower_east_side-brooklyn").turn(0)
    places = []
    while scene.actor is not None:
        places.append([scene.seen(seat, "tickets")[A] for seat in (0, 1, NOBODY)])
        last = scene.names(scene.play("draw", "draw"))[-1]
        assert last == ("turn" if scene.actor is not None else "revealed")
    assert places == [["held 0", None, None]] * 3
    assert [scene.seen(seat, "tickets")[A] for seat in (0, 1, NOBODY)] == ["held 0"] * 3
