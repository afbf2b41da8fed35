"""Tunnels, the same on three boards: show, turn up, pay more or give up."""

import pytest

from capotreno import NOBODY
from tests.games.classic.table import Board

# A tunnel of two or three spaces on each board, its colour, and another colour.
TUNNELS = [
    ("nordic", "andalsnes-lillehammer", "yellow", 2),
    ("europe", "munchen-venezia", "blue", 2),
    ("switzerland", "basel-delemont", "yellow", 2),
]
every_tunnel = pytest.mark.parametrize(("name", "tunnel", "colour", "length"), TUNNELS)


def digging(name: str, tunnel: str, hand: dict[str, int], deck: dict[str, int]) -> Board:
    """Seat 0 has claimed a tunnel; these cards are in the deck and come up in some order."""
    scene = Board(name).hand(0, **hand).deck(None, **deck).chance(*[0] * sum(deck.values())).turn(0)
    scene.play(f"claim {tunnel}")
    return scene


@pytest.mark.rule("NO-46", "EU-46", "SW-45", "R-94")
@every_tunnel
def test_cards_are_shown_and_three_turned_up(
    name: str, tunnel: str, colour: str, length: int
) -> None:
    scene = digging(name, tunnel, {colour: 4}, {"red": 1, colour: 2})
    assert scene.question == "tunnel"
    assert sorted(scene.see("turned_up").values()) == sorted(["red", colour, colour])
    assert (scene.see("tunnel_card"), scene.see("tunnel_cards")) == (colour, length)
    assert scene.held(0) == {colour: 4}  # still in the hand, and everybody has seen two of them
    assert scene.seen(NOBODY, "hands_seen")[0][colour] == length
    assert scene.see("owned")[0] == []


@pytest.mark.rule("NO-47", "EU-47", "SW-46")
@every_tunnel
def test_each_match_and_each_wild_costs_one_more(
    name: str, tunnel: str, colour: str, length: int
) -> None:
    scene = digging(name, tunnel, {colour: 4}, {"wild": 1, colour: 1, "red": 1})
    assert scene.legal == ["stop", f"pay {colour}*2"] or set(scene.legal) == {
        f"pay {colour}*2",
        "stop",
    }
    scene.play(f"pay {colour}*2")
    assert (scene.see("owned")[0], scene.held(0), scene.actor) == ([tunnel], {}, 1)


@pytest.mark.rule("NO-47", "EU-47", "SW-46")
@every_tunnel
def test_a_wild_may_pay_what_is_due(name: str, tunnel: str, colour: str, length: int) -> None:
    scene = Board(name).hand(0, **{colour: 3, "wild": 1}).deck(wild=1, red=2).turn(0)
    scene.play(f"claim {tunnel}", f"pay {colour}*{length}")
    assert set(scene.legal) == {f"pay {colour}*1", "pay wild*1", "stop"}


@pytest.mark.rule("NO-47", "EU-47", "SW-46")
@every_tunnel
def test_without_a_match_it_costs_no_more(name: str, tunnel: str, colour: str, length: int) -> None:
    scene = digging(name, tunnel, {colour: 2}, {"red": 2, "white": 1})
    assert (scene.see("owned")[0], scene.actor) == ([tunnel], 1)


@pytest.mark.rule("NO-48", "EU-48", "SW-47")
@every_tunnel
def test_wilds_alone_are_matched_by_wilds_only(
    name: str, tunnel: str, colour: str, length: int
) -> None:
    scene = digging(name, tunnel, {"wild": 3, "white": 4}, {"wild": 1, colour: 2})
    assert set(scene.legal) == {"pay wild*1", "stop"}
    scene = digging(name, tunnel, {"wild": 2}, {colour: 3})
    assert scene.see("owned")[0] == [tunnel]


@pytest.mark.rule("NO-49", "EU-49", "SW-48", "R-94")
@every_tunnel
def test_who_gives_up_keeps_the_cards(name: str, tunnel: str, colour: str, length: int) -> None:
    scene = digging(name, tunnel, {colour: 2}, {colour: 1, "red": 2})
    assert scene.legal == ["stop"]  # asked even if there is nothing to pay with
    assert scene.refused(f"pay {colour}*1").reason.key == "payment_short"
    scene.play("stop")
    assert (scene.held(0), scene.see("owned")[0], scene.actor) == ({colour: 2}, [], 1)
    assert scene.seen(NOBODY, "hands_seen")[0][colour] == length  # and they stay known


@pytest.mark.rule("NO-50", "EU-50", "SW-49", "R-94")
@every_tunnel
def test_the_cards_turned_up_are_discarded(
    name: str, tunnel: str, colour: str, length: int
) -> None:
    scene = digging(name, tunnel, {colour: 2}, {"red": 1, "white": 2})
    discards = {card: n for card, n in scene.see("discards").items() if n}
    assert discards == {"red": 1, "white": 2, colour: 2}
    assert set(scene.see("turned_up").values()) == {None}
    few = digging(name, tunnel, {colour: 2}, {"red": 1})
    assert few.see("owned")[0] == [tunnel]  # with fewer cards, fewer are turned up


@every_tunnel
def test_another_world_has_the_cards_that_were_shown(
    name: str, tunnel: str, colour: str, length: int
) -> None:
    scene = digging(name, tunnel, {colour: 4}, {"red": 1, colour: 2})
    view = scene.game.view(scene.state, 1)
    for seed in range(20):
        world = scene.game.resample(view, seed)
        scene.game.audit(world)
        assert "stop" in [scene.game.action(code).text for code in scene.game.legal(world)]
