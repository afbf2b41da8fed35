"""Ferries in Europe and in the North, and the long way from Murmansk to Lieksa."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from capotreno.board.model import Route
from capotreno.rules.paying.ferries import FerryPayment
from tests.games.classic.table import Board
from tests.scene import game_of


@pytest.mark.rule("EU-45")
def test_a_ferry_of_europe_takes_wilds() -> None:
    scene = Board("europe").hand(0, red=4, wild=1).turn(0)
    assert "essen-kobenhavn/1" in scene.claimable  # three spaces, one wild due
    error = scene.refused("claim amsterdam-london")  # two wilds due
    assert (error.reason.key, error.reason.values) == ("wilds_short", {"missing": 1, "due": 2})
    scene.hand(0, red=3, wild=2)
    scene.play("claim essen-kobenhavn/1")
    assert scene.legal == ["pay red*1 wild*2", "pay red*2 wild*1"]


@pytest.mark.rule("NO-44")
def test_a_ferry_of_the_north_takes_wilds_and_its_colour() -> None:
    scene = Board("nordic").hand(0, black=3, wild=2).turn(0)
    scene.play("claim andalsnes-bergen")  # five black spaces, two wilds due
    assert scene.held(0) == {}
    scene = Board("nordic").hand(0, black=2, wild=3).turn(0)
    assert "andalsnes-bergen" in scene.claimable  # a wild may stand for a black card too
    scene = Board("nordic").hand(0, black=4, wild=1).turn(0)
    assert scene.refused("claim andalsnes-bergen").reason.key == "wilds_short"


@pytest.mark.rule("NO-44", "NO-45")
@pytest.mark.parametrize(
    ("hand", "key", "missing"),
    [
        ({}, "cards_short", 5),
        ({"black": 1}, "cards_short", 4),
        ({"black": 3}, "wilds_short", 2),
        ({"black": 3, "red": 2, "blue": 2}, "wilds_short", 1),  # three stand for a wild
        ({"black": 2, "wild": 2}, "cards_short", 1),
        ({"red": 6}, "cards_short", 3),
    ],
)
def test_a_refusal_counts_what_is_really_missing(
    hand: dict[str, int], key: str, missing: int
) -> None:
    reason = Board("nordic").hand(0, **hand).turn(0).refused("claim andalsnes-bergen").reason
    assert (reason.key, reason.values["missing"]) == (key, missing)


@pytest.mark.rule("NO-45", "R-93")
def test_any_three_cards_stand_for_a_wild() -> None:
    scene = Board("nordic").hand(0, red=2, blue=1, white=1).turn(0)
    scene.play("claim alborg-kristiansand")  # two red spaces, one wild due
    assert scene.question == "give"
    assert scene.held(0) == {"red": 1, "blue": 1, "white": 1}
    assert scene.legal == ["give white", "give blue", "give red"]
    scene.play("give white", "give blue", "give red")
    assert (scene.see("owned")[0], scene.actor) == (["alborg-kristiansand"], 1)
    assert scene.held(0) == {}


@pytest.mark.rule("R-93")
def test_no_wild_is_among_the_three() -> None:
    scene = Board("nordic").hand(0, red=1, blue=2, wild=1).turn(0)
    scene.game.apply(scene.state, scene.game.code("claim alborg-kristiansand"))
    assert scene.legal == ["pay red*1 wild*1"]  # the wild alone will do
    scene = Board("nordic").hand(0, red=1, blue=1, white=1).turn(0)
    assert "alborg-kristiansand" not in scene.claimable  # only two others


@pytest.mark.rule("NO-51", "R-93")
def test_murmansk_to_lieksa() -> None:
    scene = Board("nordic").hand(0, blue=8, red=2, wild=2).turn(0)
    scene.play("claim lieksa-murmansk")
    assert scene.question == "give"  # eight blue cards and any four
    assert "give blue" not in scene.legal
    scene.play("give red", "give wild", "give wild", "give red")
    assert scene.see("owned")[0] == ["lieksa-murmansk"]
    assert scene.line(0, "routes") == 27
    scene = Board("nordic").hand(0, blue=8, wild=3).turn(0)
    assert "lieksa-murmansk" not in scene.claimable  # wilds are no jokers there


@pytest.mark.rule("NO-52")
def test_the_bonus_for_the_most_tickets() -> None:
    scene = Board("nordic", 3).tickets(0, "alborg-norrkoping")
    assert [scene.line(seat, "globetrotter") for seat in range(3)] == [0, 0, 0]
    board = scene.game.board
    graph = scene.game.graph
    cost = [route.length for route in board.routes]
    _, way = graph.way(cost, (graph.nodes("alborg"), graph.nodes("norrkoping")))
    scene.own(0, *[route.id for route in board.routes if way >> route.index & 1])
    assert [scene.line(seat, "globetrotter") for seat in range(3)] == [10, 0, 0]


# -- against brute force ---------------------------------------------------------------------


def pays(route: Route, hand: dict[str, int]) -> bool:
    """Whether a hand pays a route of the north: every way to use its cards is tried."""
    wilds = hand.get("wild", 0)
    plain = {card: n for card, n in hand.items() if card != "wild"}
    colours = [route.colour] if route.colour else ["red", "blue", "white"]
    if route.card_set:
        return any(
            (sum(hand.values()) - used) >= route.card_set * (route.length - used)
            for colour in colours
            for used in range(1, min(plain.get(colour, 0), route.length) + 1)
        )
    jokers = wilds if route.ferry or route.tunnel else 0
    coloured = route.length - route.ferry
    for colour, used, as_colour in product(colours, range(13), range(jokers + 1)):
        if used > plain.get(colour, 0) or used + as_colour != coloured:
            continue
        sets = max(0, route.ferry - (jokers - as_colour))
        if 3 * sets <= sum(plain.values()) - used:
            return True
    return False


HANDS = st.dictionaries(
    st.sampled_from(["red", "blue", "white", "wild"]), st.integers(1, 9), max_size=4
)


@settings(max_examples=150)
@given(HANDS)
def test_exactly_what_brute_force_pays_can_be_claimed(hand: dict[str, int]) -> None:
    game = game_of("nordic", 2)
    scene = Board("nordic").row("green", "green", "green", "green", "green").hand(0, **hand).turn(0)
    payable = scene.part(FerryPayment).payable(scene.state, 0)
    for route in game.board.routes:
        if route.colour in ("", "red", "blue", "white"):
            able = pays(route, hand)
            assert bool(payable >> route.index & 1) == able, (route.id, hand)
            codes = scene.part(FerryPayment).payments(scene.state, 0, route.index)
            assert bool(codes) == able, (route.id, hand)


@settings(max_examples=100)
@given(HANDS)
def test_as_many_cards_as_are_missing_are_enough_and_one_fewer_is_not(hand: dict[str, int]) -> None:
    game = game_of("nordic", 2)
    scene = Board("nordic").row("green", "green", "green", "green", "green").hand(0, **hand).turn(0)
    for route in game.board.routes:
        if route.colour not in ("red", "blue", "white") or pays(route, hand):
            continue
        reason = scene.part(FerryPayment).short_of(scene.state, 0, route.index)
        missing = int(reason.values["missing"])
        for few, enough in ((missing - 1, False), (missing, True)):
            more = [
                {**hand, "wild": hand.get("wild", 0) + wilds, route.colour: own}
                for wilds in range(few + 1)
                for own in [hand.get(route.colour, 0) + few - wilds]
            ]
            assert any(pays(route, one) for one in more) == enough, (route.id, hand, few)


def test_a_game_tells_where_wilds_are_limited() -> None:
    """Switzerland's pay for its tunnels only, Europe's everywhere."""
    swiss = game_of("switzerland", 2)
    tunnels = sum(route.tunnel for route in swiss.board.routes)
    assert swiss.facts["wild_routes"] == tunnels < len(swiss.board.routes)
    assert "wild_routes" not in game_of("europe", 2).facts
