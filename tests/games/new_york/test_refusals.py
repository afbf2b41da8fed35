"""What a person is told: the reason for a refusal is the true one, with the rule it rests on."""

import pytest

from capotreno import load
from tests.scene import Scene

A, B, C = (ticket.id for ticket in load("new_york", 2).board.tickets[:3])
BLUE_THREE = "wall_street-brooklyn/1"


@pytest.mark.rule("NY-41", "R-07")
@pytest.mark.parametrize(
    "payment", ["pay blue*3 wild*1", "pay blue*2", "pay blue*1 wild*2", "pay red*3"]
)
def test_a_payment_that_does_not_fit(payment: str) -> None:
    scene = Scene("new_york").hand(0, blue=3, wild=1).turn(0)
    scene.play(f"claim {BLUE_THREE}")
    error = scene.refused(payment)
    assert (error.reason.key, error.reason.rule) == ("payment_short", "NY-41")


@pytest.mark.rule("NY-24")
def test_a_payment_when_nothing_is_to_be_paid() -> None:
    scene = Scene("new_york").hand(0, blue=3).turn(0)
    assert scene.refused("pay blue*3").reason.key == "not_asked"


@pytest.mark.rule("NY-24", "NY-48", "R-71")
def test_another_claim_while_one_is_being_paid() -> None:
    scene = Scene("new_york").hand(0, blue=3, wild=1).turn(0)
    scene.play(f"claim {BLUE_THREE}")
    assert scene.refused("claim midtown_west-chelsea").reason.key == "not_asked"


@pytest.mark.rule("NY-24", "NY-54")
def test_more_tickets_while_tickets_are_being_chosen() -> None:
    scene = Scene("new_york").ticket_deck(fresh=(A, B), under=(C,)).turn(0)
    scene.play("tickets")
    assert scene.refused("tickets").reason.key == "not_asked"


@pytest.mark.rule("NY-55", "R-75")
def test_a_ticket_that_is_not_asked_about_yet() -> None:
    scene = Scene("new_york").ticket_deck(fresh=(A, B)).turn(0)
    scene.play("tickets")
    assert scene.legal == [f"keep {A}", f"return {A}"]
    error = scene.refused(f"return {B}")  # it may well be returned, but later
    assert (error.reason.key, error.reason.values) == ("decide_first", {"ticket": A})


@pytest.mark.rule("NY-24")
def test_a_second_card_cannot_be_replaced_by_tickets() -> None:
    scene = Scene("new_york").turn(0)
    scene.play("draw")
    assert scene.refused("tickets").reason.key == "not_asked"
