"""Tickets of Ghost Train: completed, shown, replaced, swapped. GT-31 to GT-35, R-41, R-42, R-80."""

import pytest

from capotreno import NOBODY
from tests.games.ghost_train.table import FAR, FURTHER, TO_LAB, Ghost

SCHOOL_LAB = "abandoned_school-mad_scientists_lab"  # a ticket
TO_SCHOOL = "abandoned_school-town_hall/1"  # two red spaces
SCHOOL_GRAVE = "graveyard-abandoned_school"
TO_GRAVE = "mad_scientists_lab-graveyard/1"


def about_to_finish() -> Ghost:
    """Seat 0 needs two red spaces for one ticket; the other one is far."""
    scene = Ghost().own(0, TO_LAB).tickets(0, SCHOOL_LAB, FAR[0])
    return scene.hand(0, red=2).turn(0)


@pytest.mark.rule("GT-31", "GT-32")
def test_a_ticket_is_done_when_its_places_are_joined() -> None:
    scene = about_to_finish()
    assert scene.shows(0) == []
    events = scene.play(f"claim {TO_SCHOOL}")
    names = scene.names(events)
    assert names.index("claimed") < names.index("completed") < names.index("dealt")
    assert scene.shows(0) == [SCHOOL_LAB]
    assert scene.see("completed") == [1, 0]
    assert scene.line(0, "tickets_done") == 1


@pytest.mark.rule("GT-31")
def test_another_players_routes_do_not_help() -> None:
    scene = Ghost().own(1, TO_LAB).tickets(0, SCHOOL_LAB, FAR[0]).hand(0, red=2).turn(0)
    scene.play(f"claim {TO_SCHOOL}")
    assert (scene.shows(0), scene.see("completed")) == ([], [0, 0])


@pytest.mark.rule("GT-33", "R-41")
def test_a_ticket_done_is_replaced_at_once() -> None:
    scene = Ghost(only=(SCHOOL_LAB, *FAR, *FURTHER)).own(0, TO_LAB).tickets(0, SCHOOL_LAB, FAR[0])
    scene.tickets(1, FURTHER[1], FURTHER[2]).hand(0, red=2).turn(0)
    scene.chance(0)  # of the two tickets left the first
    events = scene.play(f"claim {TO_SCHOOL}")
    assert scene.holds(0) == [FURTHER[0], FAR[0]]
    drawn = next(event for event in events if scene.names([event]) == ["dealt"])
    told = scene.game.redact(drawn, 1)
    assert told is not None
    assert told[2] == -1  # the others see that a ticket is drawn, not which


@pytest.mark.rule("R-41")
def test_a_replacement_that_is_complete_counts_at_once_and_so_on() -> None:
    chain = (SCHOOL_LAB, "gloomy_clearing-town_hall", "mansion_on_the_hill-town_hall")
    scene = Ghost(only=(*chain, *FAR, *FURTHER[:2])).tickets(1, *FURTHER[:2])
    scene.own(0, TO_LAB, "gloomy_clearing-abandoned_school/1")
    scene.own(0, "mansion_on_the_hill-mad_scientists_lab/1")
    scene.tickets(0, SCHOOL_LAB, FAR[0]).hand(0, red=2).turn(0)
    scene.chance(0, 0, 0)  # the deck in the order of the list: both complete, then the far one
    scene.play(f"claim {TO_SCHOOL}")
    assert set(scene.shows(0)) == set(chain)
    assert set(scene.holds(0)) == set(FAR)


@pytest.mark.rule("R-41")
def test_two_tickets_by_one_claim() -> None:
    scene = Ghost().own(0, TO_LAB, TO_GRAVE).tickets(0, SCHOOL_LAB, SCHOOL_GRAVE)
    scene.hand(0, red=2).turn(0)
    scene.play(f"claim {TO_SCHOOL}")
    assert set(scene.shows(0)) >= {SCHOOL_LAB, SCHOOL_GRAVE}
    assert len(scene.holds(0)) == 2


@pytest.mark.rule("R-42")
def test_an_empty_deck_replaces_nothing() -> None:
    scene = Ghost(only=(SCHOOL_LAB, FAR[0], *FURTHER[:2])).tickets(1, *FURTHER[:2])
    scene.own(0, TO_LAB).tickets(0, SCHOOL_LAB, FAR[0]).hand(0, red=2).turn(0)
    scene.play(f"claim {TO_SCHOOL}")
    assert (scene.shows(0), scene.holds(0)) == ([SCHOOL_LAB], [FAR[0]])
    error = scene.refused("renew")
    assert (error.reason.key, error.reason.rule) == ("no_tickets", "GT-35")


@pytest.mark.rule("GT-34", "GT-35")
def test_both_tickets_are_given_up_for_two_new_ones() -> None:
    scene = Ghost().tickets(0, *FAR).turn(0)
    assert [action for action in scene.legal if action.startswith("renew")] == ["renew"]
    events = scene.play("renew")
    assert len(scene.holds(0)) == 2
    assert not set(scene.holds(0)) & set(FAR)
    assert (scene.actor, scene.question) == (1, "turn")
    assert scene.names(events).count("swapped") == 1
    assert scene.see("tickets_left") == {"normal": 31}


@pytest.mark.rule("R-42")
def test_the_old_ones_go_under_the_deck_after_the_new_ones_are_drawn() -> None:
    scene = Ghost(only=(*FAR, *FURTHER)).tickets(1, *FURTHER[:2]).tickets(0, *FAR).turn(0)
    scene.play("renew")  # the one ticket left is all there is to draw
    assert scene.holds(0) == [FURTHER[2]]
    assert scene.see("tickets_left") == {"normal": 2}
    assert all(str(scene.see("tickets")[id]).startswith("under") for id in FAR)
    scene.turn(0).play("renew")  # and now both of them come up again
    assert set(scene.holds(0)) == set(FAR)


@pytest.mark.rule("R-42", "R-80")
@pytest.mark.parametrize("first", [0, 1])
def test_they_lie_there_in_any_order_and_nobody_knows_it(first: int) -> None:
    scene = Ghost(only=(*FAR, *FURTHER)).tickets(1, *FURTHER[:2]).tickets(0, *FAR).turn(0)
    scene.chance(first, 0)
    scene.play("renew")
    places = [str(scene.see("tickets")[id]) for id in FAR]
    assert places == (["under 0 7", "under 1 7"], ["under 1 7", "under 0 7"])[first]
    for seat in (NOBODY, 0, 1):
        assert [scene.seen(seat, "tickets")[id] for id in FAR] == [None, None]


@pytest.mark.rule("R-80")
def test_a_ticket_drawn_in_a_swap_may_be_complete() -> None:
    scene = Ghost(only=(SCHOOL_LAB, *FAR, *FURTHER)).own(0, TO_LAB, TO_SCHOOL)
    scene.tickets(0, *FAR).tickets(1, *FURTHER[:2]).turn(0)
    scene.play("renew")
    assert scene.shows(0) == [SCHOOL_LAB]
    assert scene.see("completed") == [1, 0]


@pytest.mark.rule("R-80")
def test_nobody_is_imagined_to_hold_a_ticket_that_is_complete() -> None:
    scene = Ghost(only=(SCHOOL_LAB, SCHOOL_GRAVE, *FAR, *FURTHER[:1]))
    scene.own(1, TO_LAB, TO_SCHOOL, TO_GRAVE).tickets(1, *FAR).turn(0)
    view = scene.game.view(scene.state, 0)
    for seed in range(60):
        world = scene.game.resample(view, seed)
        scene.game.audit(world)
        cells = scene.game.position(world)["cells"]
        assert isinstance(cells, dict)
        assert cells["tickets"][SCHOOL_LAB] == cells["tickets"][SCHOOL_GRAVE] == "deck"
