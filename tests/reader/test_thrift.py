"""What own tickets still need of a hand is paid with last: in the order of an offer's payments."""

from capotreno.server.doors import wire
from capotreno.server.table.offer import offer
from tests.scene import Scene

GRAY = "claim midtown_west-times_square"  # one card of any colour


def offered(scene: Scene) -> wire.Offer:
    """What seat 0 is offered, from its View."""
    found = offer(scene.game, scene.game.view(scene.state, 0), 0)
    assert found is not None
    return found


def ways(scene: Scene, claim: str) -> tuple[list[str], list[str]]:
    """The payments of a claim in their order, and those of them that take what is needed."""
    found, code = offered(scene), scene.game.code(claim)
    needed = found.needed.get(code, ())
    return (
        [scene.game.action(one).text for one in found.ways[code]],
        [scene.game.action(one).text for one in needed],
    )


def new_york(*tickets: str, **hand: int) -> Scene:
    return Scene("new_york").tickets(0, *tickets).hand(0, **hand).turn(0)


def test_without_tickets_the_colour_of_which_most_remain_is_paid_first_and_wilds_last() -> None:
    scene = new_york(black=3, red=1, wild=1)
    assert ways(scene, GRAY) == (["pay black*1", "pay red*1", "pay wild*1"], [])


def test_a_card_that_a_ticket_needs_comes_after_one_that_it_does_not() -> None:
    # Lower East Side - Chinatown takes a blue card, Chinatown - Wall Street a green or a pink one.
    scene = new_york("lower_east_side-wall_street", blue=1, pink=1, red=1)
    order, needed = ways(scene, GRAY)
    assert order[0] == "pay red*1"
    assert set(needed) == {"pay blue*1", "pay pink*1"}


def test_what_is_held_beyond_the_need_may_go() -> None:
    scene = new_york("lower_east_side-wall_street", blue=3, red=1)
    assert ways(scene, GRAY) == (["pay blue*1", "pay red*1"], [])


def test_a_pair_that_a_ticket_needs_for_a_route_of_any_colour_is_not_broken() -> None:
    # What is left of the way is United Nations - Times Square: two cards of one colour, any.
    scene = new_york("united_nations-midtown_west", black=2, red=1)
    assert ways(scene, GRAY) == (["pay red*1", "pay black*1"], ["pay black*1"])


def test_one_card_alone_is_not_needed_for_a_route_of_any_colour() -> None:
    # Two such routes are wanted, of two cards each: the pair is for one, any begins the other.
    tickets = ("united_nations-midtown_west", "times_square-east_village")
    scene = new_york(*tickets, black=2, green=1)
    assert ways(scene, GRAY) == (["pay green*1", "pay black*1"], ["pay black*1"])


def test_what_is_needed_for_the_very_route_that_is_paid_is_there_to_be_spent() -> None:
    scene = new_york("lower_east_side-wall_street", blue=1, wild=1)
    assert ways(scene, "claim lower_east_side-chinatown")[0][0] == "pay blue*1"
    assert "pay blue*1" not in ways(scene, "claim lower_east_side-chinatown")[1]


def test_a_wild_that_stands_in_for_a_missing_card_is_needed_too() -> None:
    scene = new_york("lower_east_side-wall_street", blue=1, wild=1, red=1)
    assert ways(scene, GRAY)[1] == ["pay blue*1", "pay wild*1"]


def test_a_ticket_that_is_done_needs_nothing() -> None:
    scene = new_york("lower_east_side-wall_street", blue=1, red=1)
    scene.own(0, "lower_east_side-chinatown", "chinatown-wall_street/1")
    assert ways(scene, GRAY)[1] == []


def test_what_the_game_asks_for_is_answered_in_the_same_order() -> None:
    scene = new_york("united_nations-midtown_west", black=2, red=1)
    scene.play(GRAY)
    found = offered(scene)
    assert [choice.text for choice in found.choices["pay"]] == ["pay red*1", "pay black*1"]
    assert found.needed == {-1: (scene.game.code("pay black*1"),)}


def test_the_wild_that_fits_everywhere_is_kept_longest() -> None:
    scene = Scene("maerklin")
    route = next(one for one in scene.game.board.routes if one.length == 4 and one.colour)
    scene.hand(0, **{route.colour: 3, "wild": 1, "wild_4plus": 1}).turn(0)
    plain = f"pay {route.colour}*3"
    assert ways(scene, f"claim {route.id}")[0][:2] == [f"{plain} wild_4plus*1", f"{plain} wild*1"]
