"""Märklin's passengers with dice: D-37 and D-38."""

import pytest

from capotreno.rules.dice.dice import Dice
from capotreno.rules.travelling.journeys import Journeys
from tests.games.dice.table import DiceTable
from tests.games.maerklin.table import SOUTH


def ready(own: tuple[str, ...] = SOUTH[:1], other: tuple[str, ...] = SOUTH[1:]) -> DiceTable:
    """Seat 0 has a passenger in Berlin and some of the way to the south, seat 1 the rest."""
    scene = DiceTable("maerklin").own(0, *own).own(1, *other)
    part = scene.part(Journeys)
    part.put(scene.state, 0, part.places.index("berlin"))
    return scene.turn(0)


def won(scene: DiceTable, seat: int = 0) -> dict[str, int]:
    return {place: n for place, n in scene.seen(-1, "merchandise")[seat].items() if n}


@pytest.mark.rule("D-37", "R-66")
def test_a_locomotive_for_each_route_of_others() -> None:
    scene = ready().roll(locomotive=2, station=3)
    scene.play("depart berlin", "ride berlin-leipzig")
    assert scene.dice == {"locomotive": 2, "station": 3}  # an own route takes no die
    scene.play("ride erfurt-leipzig")
    assert scene.dice == {"locomotive": 1, "station": 3}
    scene.play("ride erfurt-nuernberg/1")
    assert scene.dice == {"station": 3}
    assert won(scene) == {"berlin": 7, "leipzig": 4, "erfurt": 3, "nuernberg": 3}
    # No locomotive is left: the journey is over by itself, and dice buy tokens.
    assert scene.question == "tokens"


@pytest.mark.rule("D-37")
def test_no_other_face_and_no_token_stands_for_it() -> None:
    scene = ready(own=SOUTH[:1], other=("berlin-magdeburg",)).tokens(0, single=3, double=3)
    scene.roll(single=2, double=2, station=1).play("depart berlin")
    assert scene.legal == ["ride berlin-leipzig"]
    reason = scene.refused("ride berlin-magdeburg").reason
    assert (reason.key, reason.rule) == ("fare_locomotive", "D-37")


@pytest.mark.rule("D-38", "R-57")
def test_a_journey_is_the_whole_action() -> None:
    scene = ready(own=SOUTH, other=()).roll(station=5)
    scene.play("depart berlin", "ride berlin-leipzig", "alight")
    assert scene.question == "tokens"  # the dice left over buy tokens
    assert scene.verbs() == {"token", "done"}
    scene.play("token single", "token double")
    assert scene.has(0) == {"single": 1, "double": 1}
    assert (scene.actor, scene.question) == (1, "turn")


@pytest.mark.rule("R-57")
def test_it_begins_after_the_roll() -> None:
    scene = ready()
    assert scene.legal == ["roll"]
    reason = scene.refused("depart berlin").reason
    assert (reason.key, reason.rule) == ("roll_first", "D-06")
    scene.roll(single=5)
    assert "depart berlin" in scene.legal
    assert "passenger" not in scene.game.layout.words


@pytest.mark.rule("R-57", "R-78")
def test_a_journey_keeps_the_table_patient() -> None:
    scene = ready()
    dice = scene.part(Dice)
    scene.roll(single=5)
    scene.cells[dice.idle] = 7
    scene.play("depart berlin", "ride berlin-leipzig")
    assert scene.cells[dice.idle] == 0


@pytest.mark.rule("D-24", "MK-39")
def test_a_passenger_is_put_after_a_claim_at_no_cost() -> None:
    scene = DiceTable("maerklin").turn(0).roll(single=3, station=2)
    scene.play("claim berlin-magdeburg", "pay dice*3")
    assert scene.legal == ["place berlin", "place magdeburg", "place none"]
    scene.play("place berlin")
    assert scene.question == "tokens"
    assert scene.dice == {"station": 2}
