"""The action, the tokens and the booklet's example: D-12 to D-21, R-62 and R-79."""

import pytest

from capotreno import Game, PositionError
from capotreno.games.dice import dice
from tests.games.dice.table import EXAMPLE, DiceTable
from tests.games.own.table import declared, island

JUNK = {"double": 5}  # dice of no use for a single route


@pytest.mark.rule("D-12")
@pytest.mark.parametrize("action", ["claim", "tickets"])
def test_one_action_and_no_second(action: str) -> None:
    scene = DiceTable().turn(0).roll(**EXAMPLE)
    scene.play(next(text for text in scene.legal if text.startswith(action)))
    seen = set()
    while scene.actor == 0:
        seen |= scene.verbs()
        scene.play(scene.legal[0])
    assert not {"claim", "tickets", "roll", "reroll", "no_action"} & seen
    assert (scene.actor, scene.question) == (1, "turn")


@pytest.mark.rule("D-12", "R-62")
def test_a_turn_without_an_action() -> None:
    scene = DiceTable().turn(0).roll(**JUNK)
    scene.play("no_action", "token single", "token double")
    assert scene.has(0) == {"single": 1, "double": 1}
    assert (scene.actor, scene.question) == (1, "turn")


@pytest.mark.rule("D-12")
def test_fewer_dice_than_fit_may_be_used() -> None:
    scene = DiceTable().tokens(0, single=1).turn(0).roll(single=3, double=2)
    route = scene.some_route(3, double=False)
    scene.play(f"claim {route}")
    assert set(scene.legal) == {"pay dice*1 token*2", "pay dice*2 token*1", "pay dice*3"} | {
        "pay token*3"
    }


@pytest.mark.rule("D-13", "R-62")
@pytest.mark.parametrize("kind", ["single", "double"])
def test_two_dice_whatever_they_show_buy_a_token_of_either_kind(kind: str) -> None:
    scene = DiceTable().turn(0).roll(station=1, single=1, double=1, locomotive=2)
    scene.play("no_action", f"token {kind}")
    assert scene.has(0) == {kind: 1}
    assert sum(scene.dice.values()) == 3


@pytest.mark.rule("D-13")
def test_one_die_buys_nothing() -> None:
    scene = DiceTable().turn(0).roll(**JUNK)
    scene.play("no_action", "token single")
    assert scene.question == "tokens"
    scene.play("token single")
    assert scene.dice == {"double": 1}
    assert scene.actor == 1


@pytest.mark.rule("D-13")
def test_who_has_one_die_left_is_told_what_a_token_costs() -> None:
    scene = DiceTable().tokens(0, double=3).turn(0).roll(single=4, double=1)
    scene.claim(4, double=False, pay="dice*4")
    refusal = scene.refused("token single")
    assert (refusal.reason.key, refusal.reason.rule) == ("dice_left", "D-13")


@pytest.mark.rule("D-13")
def test_nobody_has_to_take_tokens() -> None:
    scene = DiceTable().turn(0).roll(**JUNK)
    scene.play("no_action", "done")
    assert scene.has(0) == {}
    assert scene.actor == 1


@pytest.mark.rule("D-14", "D-15")
@pytest.mark.parametrize(("kind", "double"), [("single", False), ("double", True)])
def test_a_token_is_a_space_of_its_kind(kind: str, double: bool) -> None:
    scene = DiceTable().tokens(0, **{kind: 3}).turn(0).roll(station=5)
    assert scene.some_route(3, double=double) in scene.claims()
    assert scene.some_route(3, double=not double) not in scene.claims()
    scene.claim(3, double=double, pay="token*3")
    assert scene.has(0) == {}


@pytest.mark.rule("D-15", "R-62")
def test_a_token_is_used_at_once() -> None:
    scene = DiceTable().turn(0).roll(single=3, double=2)
    scene.claim(4, double=False)
    assert scene.dice == {}
    assert scene.has(0) == {}
    assert scene.actor == 1


@pytest.mark.rule("R-79")
def test_tokens_used_at_once_count_towards_the_three() -> None:
    """Two held and four dice to spare would be four tokens: but never more than three at once."""
    scene = DiceTable().tokens(0, single=2).turn(0).roll(single=1, station=4)
    assert scene.some_route(4, double=False) in scene.claims()
    assert scene.some_route(5, double=False) not in scene.claims()
    scene.claim(4, double=False)
    assert scene.dice == {"station": 2}, "three tokens and a die: one token was bought"


@pytest.mark.rule("R-79")
def test_a_plain_face_goes_before_a_locomotive() -> None:
    scene = DiceTable().turn(0).roll(single=1, locomotive=2, double=2)
    scene.claim(2, double=False, pay="dice*2")
    assert scene.dice == {"locomotive": 1, "double": 2}


@pytest.mark.rule("R-79")
def test_dice_that_are_good_for_nothing_else_buy_first() -> None:
    scene = DiceTable().turn(0).roll(single=1, station=2, locomotive=1, double=1)
    scene.play("no_action", "token single")
    assert scene.dice == {"single": 1, "locomotive": 1, "double": 1}


@pytest.mark.rule("D-16", "R-62")
def test_three_of_a_kind_and_no_more() -> None:
    scene = DiceTable().tokens(0, single=2).turn(0).roll(**JUNK)
    scene.play("no_action", "token single")
    refusal = scene.refused("token single")
    assert (refusal.reason.key, refusal.reason.rule) == ("token_limit", "D-16")
    scene.play("token double", "done")
    assert scene.has(0) == {"single": 3, "double": 1}, "three of each kind, not three in all"


def seven(single: int, double: int = 0) -> DiceTable:
    """Seven seats; the first has none, all the others together have so many tokens."""
    value = island(tickets={"opening": [1, 1], "later": [2, 1]}) | {"players": [2, 7]}
    scene = DiceTable(players=7, game=Game(dice(declared(value)), 7))
    for seat in range(1, 7):
        have = {"single": min(3, max(0, single)), "double": min(3, max(0, double))}
        scene.tokens(seat, **have)
        single, double = single - 3, double - 3
    return scene


@pytest.mark.rule("D-05", "R-100")
def test_fifteen_tokens_of_a_kind_are_all_there_are() -> None:
    scene = seven(single=14).turn(0).roll(double=5)
    scene.play("no_action", "token single")
    refusal = scene.refused("token single")
    assert (refusal.reason.key, refusal.reason.rule) == ("tokens_out", "D-05")
    scene.play("token double")
    assert scene.has(0) == {"single": 1, "double": 1}
    too_many = scene.game.position(seven(single=15).tokens(0, single=1).state)
    with pytest.raises(PositionError, match="fifteen of a kind"):
        scene.game.from_position(too_many)


@pytest.mark.rule("D-05", "R-100")
@pytest.mark.parametrize(("taken", "left"), [(15, 0), (14, 1), (13, 2), (0, 3)])
def test_a_route_is_not_paid_with_tokens_that_are_not_there(taken: int, left: int) -> None:
    """One die fits; the others buy two tokens, if they are there. A token spent comes back."""
    scene = seven(single=taken).turn(0).roll(single=1, station=4)
    spaces = {scene.game.board.route(id).length for id in scene.claims()}
    assert max(spaces) == 1 + min(2, left)
    if left:
        scene.play("claim old_port-mill", "pay dice*1 token*1")  # two spaces, no tunnel
        assert scene.has(0) == {}
        assert "token single" in scene.legal


@pytest.mark.rule("D-17", "R-62")
def test_who_begins_with_three_of_a_kind_takes_none_of_it() -> None:
    scene = DiceTable().tokens(0, single=3).turn(0).roll(single=1, station=4)
    scene.claim(2, double=False, pay="token*2")
    assert scene.has(0) == {"single": 1}
    assert scene.refused("token single").reason.key == "token_limit"
    scene.play("token double", "token double")
    assert scene.has(0) == {"single": 1, "double": 2}


@pytest.mark.rule("D-17", "R-62")
def test_it_counts_what_lies_there_when_the_dice_are_rolled() -> None:
    scene = DiceTable().tokens(0, single=3, double=2).turn(0)
    scene.falls(*["station"] * 5).play("roll", "no_action")
    assert scene.legal == ["token double", "drop single", "drop double", "done"]
    scene.play("drop single")
    assert scene.refused("token single").reason.key == "token_limit"


@pytest.mark.rule("D-17", "R-62")
def test_who_gets_the_third_in_the_turn_may_buy_again_after_spending() -> None:
    scene = DiceTable().tokens(0, single=2).turn(0).roll(single=1, station=4)
    scene.claim(2, double=False, pay="token*2")
    scene.play("token single")
    assert scene.has(0) == {"single": 1}
    scene.play("token single")
    assert scene.has(0) == {"single": 2}


@pytest.mark.rule("D-17")
def test_the_next_turn_is_a_new_one() -> None:
    scene = DiceTable().tokens(0, single=3).turn(0).roll(station=5)
    scene.play("no_action", "drop single", "done")
    scene.turn(0).falls(*["station"] * 5).play("roll", "no_action", "token single", "done")
    assert scene.has(0) == {"single": 3}


@pytest.mark.rule("D-18", "R-79")
def test_tokens_may_be_thrown_away_at_the_end_of_the_turn() -> None:
    scene = DiceTable().tokens(0, single=3, double=1).turn(0).roll(station=5)
    scene.play("no_action", "drop single", "drop single", "drop single", "drop double")
    assert scene.has(0) == {}
    refusal = scene.refused("drop single")
    assert (refusal.reason.key, refusal.reason.rule) == ("no_token", "D-18")
    assert scene.refused("token single").reason.key == "token_limit", "still the same turn"
    scene.play("token double", "token double")
    assert scene.has(0) == {"double": 2}


@pytest.mark.rule("D-18", "R-79")
def test_some_or_all_tokens_may_go_also_without_dice_to_spare() -> None:
    scene = DiceTable().tokens(0, single=3, double=2).turn(0).roll(single=4, station=1)
    scene.claim(4, double=False, pay="dice*4")
    scene.play("drop single")
    assert scene.has(0) == {"single": 2, "double": 2}
    scene.play("drop single", "drop double", "drop single", "drop double")
    assert scene.has(0) == {}
    assert scene.actor == 1, "nothing is left to ask about"


@pytest.mark.rule("R-79")
@pytest.mark.parametrize(
    ("held", "asked"), [({}, False), ({"single": 2, "double": 2}, False), ({"double": 3}, True)]
)
def test_without_dice_to_spare_only_who_holds_three_is_asked(
    held: dict[str, int], asked: bool
) -> None:
    scene = DiceTable().tokens(0, **held).turn(0).roll(single=4, station=1)
    scene.claim(4, double=False, pay="dice*4")
    assert (scene.question == "tokens") == asked


@pytest.mark.rule("D-19")
def test_the_example_a_single_route_of_three_and_a_token() -> None:
    scene = DiceTable().tokens(0, double=2).turn(0).roll(**EXAMPLE).rolled_twice()
    scene.claim(3, double=False, pay="dice*3")
    assert scene.dice == {"double": 1, "station": 1}
    scene.play("token single")
    assert scene.has(0) == {"double": 2, "single": 1}
    assert scene.dice == {}


@pytest.mark.rule("D-20")
def test_the_example_a_double_route_of_four_and_a_token() -> None:
    scene = DiceTable().tokens(0, double=2).turn(0).roll(**EXAMPLE).rolled_twice()
    scene.claim(4, double=True, pay="dice*2 token*2")
    assert scene.dice == {"single": 2, "station": 1}
    scene.play("token double")
    assert scene.has(0) == {"double": 1}
    assert sum(scene.dice.values()) == 1


@pytest.mark.rule("D-21")
def test_the_example_two_tickets_and_a_token() -> None:
    scene = DiceTable().tokens(0, double=2).turn(0).roll(**EXAMPLE).rolled_twice()
    scene.play("tickets short*1 long*1")
    while scene.question == "keep_tickets":
        scene.play(next(text for text in scene.legal if text.startswith("keep")))
    assert scene.seen(-1, "tickets_held")[0] == {"short": 1, "long": 1}
    assert scene.dice == {"single": 2, "double": 1}
    scene.play("token double", "done")
    assert scene.has(0) == {"double": 3}


@pytest.mark.rule("D-19", "D-20", "D-21")
def test_the_example_has_the_longest_routes_and_most_tickets_there_are_without_new_tokens() -> None:
    """With tokens bought at once one more space of a single route can be had."""
    scene = DiceTable().tokens(0, double=2).turn(0).roll(**EXAMPLE).rolled_twice()
    board = scene.game.board
    reach = [
        max(board.route(id).length for id in scene.claims() if bool(board.route(id).twins) == kind)
        for kind in (False, True)
    ]
    assert reach == [4, 5]
    assert "tickets short*3" not in scene.legal
