"""The roll: D-06 to D-11."""

from collections import Counter

import pytest

from capotreno.rules.dice.dice import DICE, FACES, SIDES
from tests.games.dice.table import DiceTable


@pytest.mark.rule("D-06")
def test_a_turn_begins_with_a_roll_of_all_five() -> None:
    scene = DiceTable().turn(0)
    assert scene.legal == ["roll"]
    scene.falls("single", "double", "double", "station", "locomotive").play("roll")
    assert scene.dice == {"single": 1, "double": 2, "station": 1, "locomotive": 1}
    assert (scene.actor, scene.question) == (0, "turn")


@pytest.mark.rule("D-06")
@pytest.mark.parametrize(
    "action", ["no_action", "reroll single*1", "tickets short*1", "claim augsburg-muenchen/1"]
)
def test_nothing_before_the_roll(action: str) -> None:
    refusal = DiceTable().turn(0).refused(action)
    assert refusal.reason.key == "roll_first"
    assert refusal.reason.rule == "D-06"


@pytest.mark.rule("D-06", "R-61")
def test_the_faces_of_a_die() -> None:
    assert DICE == 5
    assert Counter(FACES[side] for side in SIDES) == {
        "single": 2,
        "double": 2,
        "station": 1,
        "locomotive": 1,
    }


@pytest.mark.rule("R-61")
@pytest.mark.parametrize("side", range(6))
def test_every_side_of_a_die_can_fall(side: int) -> None:
    scene = DiceTable().turn(0).chance(*[side] * 5)
    scene.play("roll")
    assert scene.dice == {FACES[SIDES[side]]: 5}


@pytest.mark.rule("D-07")
def test_some_dice_once_more() -> None:
    scene = DiceTable().turn(0).roll(single=2, station=3)
    scene.falls("double", "locomotive").play("reroll station*2")
    assert scene.dice == {"single": 2, "double": 1, "station": 1, "locomotive": 1}
    assert scene.refused("reroll single*1").reason.key == "rolled_already"
    assert scene.refused("roll").reason.key == "rolled_already"


@pytest.mark.rule("D-07")
def test_all_dice_once_more() -> None:
    scene = DiceTable().turn(0).roll(single=2, station=3)
    scene.falls(*["locomotive"] * 5).play("reroll single*2 station*3")
    assert scene.dice == {"locomotive": 5}
    assert "reroll" not in scene.verbs()


@pytest.mark.rule("D-07")
def test_or_none_of_them() -> None:
    scene = DiceTable().turn(0).roll(single=5)
    assert {"reroll", "claim", "no_action"} <= scene.verbs()


@pytest.mark.rule("D-07")
def test_only_dice_that_lie_there_are_rolled_again() -> None:
    scene = DiceTable().turn(0).roll(single=2, station=3)
    assert scene.refused("reroll single*3").reason.key == "dice_short"
    assert scene.refused("reroll double*1").reason.key == "dice_short"
    offered = {text for text in scene.legal if text.startswith("reroll")}
    assert len(offered) == 3 * 4 - 1  # none to two of the one, none to three of the other


@pytest.mark.rule("D-08", "D-11")
def test_single_faces_and_locomotives_are_spaces_of_single_routes() -> None:
    scene = DiceTable().turn(0).roll(single=2, locomotive=1, station=2)
    three, four = scene.some_route(3, double=False), scene.some_route(4, double=False)
    assert three in scene.claims()
    assert four in scene.claims(), "with a token for the two stations"
    scene.tokens(0, single=0).roll(single=2, locomotive=1, double=2)
    assert scene.some_route(5, double=False) not in scene.claims()
    refusal = scene.refused(f"claim {scene.some_route(6, double=False)}")
    assert refusal.reason.key == "spaces_short"
    assert (refusal.reason.values["missing"], refusal.reason.rule) == (2, "D-08")


@pytest.mark.rule("D-09", "D-11")
def test_double_faces_and_locomotives_are_spaces_of_double_routes() -> None:
    scene = DiceTable().turn(0).roll(double=3, locomotive=1, single=1)
    assert scene.some_route(4, double=True) in scene.claims()
    scene.claim(4, double=True, pay="dice*4")
    assert scene.dice == {"single": 1}
    scene.turn(0).roll(single=4, locomotive=1)
    assert scene.some_route(2, double=True) in scene.claims(), "a locomotive and a token"
    assert scene.some_route(4, double=True) not in scene.claims()


@pytest.mark.rule("D-08", "D-09")
def test_a_face_of_the_other_kind_is_no_space() -> None:
    scene = DiceTable().turn(0).roll(single=5)
    assert scene.some_route(3, double=True) not in scene.claims()
    scene.roll(double=5)
    assert scene.some_route(3, double=False) not in scene.claims()


@pytest.mark.rule("D-10", "R-63")
@pytest.mark.parametrize("answer", ["keep", "return"])
def test_a_station_is_a_ticket_to_keep_or_to_return(answer: str) -> None:
    scene = DiceTable("new_york").turn(0).roll(station=1, single=4)
    assert [text for text in scene.legal if text.startswith("tickets")] == ["tickets 1"]
    before = sum(scene.seen(-1, "tickets_held")[0].values())
    scene.play("tickets 1")
    assert {text.split()[0] for text in scene.legal} == {"keep", "return"}
    scene.play(next(text for text in scene.legal if text.startswith(answer)))
    assert sum(scene.seen(-1, "tickets_held")[0].values()) == before + (answer == "keep")
    assert scene.dice == {"single": 4}


@pytest.mark.rule("D-10", "D-11", "R-63")
def test_up_to_as_many_tickets_as_stations_and_locomotives() -> None:
    scene = DiceTable("new_york").turn(0).roll(station=2, locomotive=1, single=2)
    offered = [text for text in scene.legal if text.startswith("tickets")]
    assert offered == ["tickets 1", "tickets 2", "tickets 3"]
    refusal = scene.refused("tickets 4")
    assert (refusal.reason.key, refusal.reason.rule) == ("stations_short", "D-10")
    scene.play("tickets 3")
    for _ in range(3):
        scene.play(next(text for text in scene.legal if text.startswith("return")))
    assert scene.seen(-1, "tickets_held")[0] == {"normal": 0}


@pytest.mark.rule("R-63")
def test_germany_announces_the_mix() -> None:
    scene = DiceTable().turn(0).roll(station=1, locomotive=1, single=3)
    offered = {text for text in scene.legal if text.startswith("tickets")}
    assert offered == {
        "tickets short*1",
        "tickets long*1",
        "tickets short*2",
        "tickets long*2",
        "tickets short*1 long*1",
    }


@pytest.mark.rule("R-63")
def test_no_more_tickets_than_there_are() -> None:
    scene = DiceTable("new_york").turn(0).roll(station=5)
    one = scene.game.board.tickets[0].id
    scene.ticket_deck((one,))
    assert [text for text in scene.legal if text.startswith("tickets")] == ["tickets 1"]
    assert scene.refused("tickets 2").reason.key == "no_tickets"


@pytest.mark.rule("R-63")
def test_returned_tickets_go_under_their_deck() -> None:
    scene = DiceTable("new_york").turn(0).roll(station=2, single=3)
    first, second = (ticket.id for ticket in scene.game.board.tickets[:2])
    scene.ticket_deck((first, second))
    scene.play("tickets 2", f"return {first}", f"keep {second}")
    where = scene.game.position(scene.state)["cells"]
    assert isinstance(where, dict)
    assert where["tickets"][first].startswith("under")
    assert where["tickets"][second] == "held 0"
