"""Callers who mean no good, or do not look: refused by name, and nothing changed."""

from typing import Any

import pytest

from capotreno import CapotrenoError, Game, Match, PositionError, RulesetError, load
from capotreno.games.new_york import new_york
from capotreno.rules.cards.cards import Cards
from tests.scene import Scene


def begun(seed: int = 1) -> Match:
    match = Match(load("new_york", 2), seed)
    while match.state.cells[1] < 0:
        match.play(match.legal()[0])
    return match


@pytest.mark.parametrize(
    ("game", "hand", "shown", "route"),
    [
        ("new_york", {"black": 1, "red": 1, "wild": 2}, "black red", "lower_east_side-brooklyn"),
        ("germany", {"blue": 1, "yellow": 1, "wild": 2}, "blue yellow", "mainz-saarbruecken"),
        ("germany", {"blue": 7}, "", "berlin-hamburg/1"),
    ],
)
def test_a_world_imagined_at_a_payment_can_pay(
    game: str, hand: dict[str, int], shown: str, route: str
) -> None:
    scene = Scene(game, 2).hand(0, **hand)
    cards = scene.part(Cards)
    for name in shown.split():
        scene.cells[cards.hands_seen + cards.names.index(name)] = 1
    scene.turn(0)
    scene.game.apply(scene.state, scene.game.code(f"claim {route}"))
    view = scene.game.view(scene.state, 1)
    for seed in range(200):
        world = scene.game.resample(view, seed)
        scene.game.audit(world)
        assert scene.game.legal(world)
        assert scene.game.view(world, 1).cells == view.cells


@pytest.mark.parametrize("seat", [-1, -9, 2, 0.0, "0", 10**9])
def test_a_gesture_of_no_seat(seat: Any) -> None:
    match = begun()
    before = match.log.write()
    with pytest.raises(CapotrenoError):
        match.play("draw", seat=seat)
    assert match.log.write() == before


def test_a_time_or_a_name_that_cannot_be_written() -> None:
    with pytest.raises(CapotrenoError):
        begun().play("draw", time=5)  # type: ignore[arg-type]
    with pytest.raises(CapotrenoError):
        Match(load("new_york", 2), 1, ["Anna", "\ud800"])
    with pytest.raises(CapotrenoError):
        Match(load("new_york", 2), 1, [1, 2])  # type: ignore[list-item]


def test_a_ruleset_serves_one_game() -> None:
    ruleset = new_york()
    Game(ruleset, 2)
    with pytest.raises(RulesetError, match="declare it anew"):
        Game(ruleset, 4)


def test_a_code_that_only_looks_like_one_changes_nothing() -> None:
    match = begun()
    before = match.game.digest(match.state)
    code: Any = float(match.game.legal(match.state)[0])
    with pytest.raises((TypeError, CapotrenoError)):
        match.game.apply(match.state, code)
    assert match.game.digest(match.state) == before
    assert match.game.legal(match.state)


@pytest.mark.parametrize(("first", "following"), [(3, 0), (2**31, 2**31), (0, 3 * 10**7)])
def test_counts_under_a_deck_that_cannot_be(first: int, following: int) -> None:
    match = begun()
    data: Any = match.game.position(match.state)
    deck = next(iter(data["cells"]["tickets_under_first"]))
    data["cells"]["tickets_under_first"][deck] = first
    data["cells"]["tickets_under_next"][deck] = following
    data["cells"]["tickets_left"][deck] += following - first
    with pytest.raises(PositionError):
        match.game.from_position(data)


def test_a_view_speaks_for_its_own_seat() -> None:
    match = begun()
    view = match.view(1)
    with pytest.raises(CapotrenoError):
        match.game.legal_for(view, 0)
    with pytest.raises(CapotrenoError):
        match.game.sheets(view)
    with pytest.raises(CapotrenoError):
        match.game.why_not(match.state, 10**6, 0)
    with pytest.raises((CapotrenoError, TypeError)):
        load("new_york", "2")  # type: ignore[arg-type]
