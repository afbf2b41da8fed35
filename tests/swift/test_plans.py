"""A plan that is kept is the one that would be found anew."""

import random

import pytest

from capotreno import games, load
from capotreno.swift.swift import LUCK, Swift

CARELESS = 0.2  # part of the moves


@pytest.mark.parametrize("dice", [False, True])
@pytest.mark.parametrize("name", games())
def test_who_keeps_the_plans_decides_the_same(name: str, dice: bool) -> None:
    """And seldom has to look for a new one. Now and then chance moves, so that tickets, pieces
    and routes change as they would not have."""
    game = load(name, 2, dice=dice)
    swift, asked, found = Swift(game), 0, 0
    own = random.Random(5)
    joint = swift.ways.joint

    def counted(*of: object) -> tuple[int, int, int, int]:
        nonlocal found
        found += 1
        return joint(*of)  # type: ignore[arg-type]

    for seed in range(2):
        state, kept = game.start(seed), swift.plans.none()
        while state.stack:
            codes, decision, luck = game.legal(state), state.stack[-1], own.randrange(LUCK)
            swift.ways.joint = counted  # type: ignore[method-assign,assignment]
            code = swift.decide(state, codes, decision, luck, kept)
            swift.ways.joint = joint  # type: ignore[method-assign]
            assert code == swift.choose(state, codes, decision, luck)
            asked += len(codes) > 1
            game.apply(state, own.choice(codes) if own.random() < CARELESS else code)
    assert found < asked * 3 // 4


@pytest.mark.parametrize("name", ["new_york", "europe", "ghost_train"])
def test_a_plan_holds_where_it_would_be_found(name: str) -> None:
    """Whatever position it was made in: routes are closed and opened, pieces come back."""
    game = load(name, 2)
    swift, own = Swift(game), random.Random(1)
    met = []
    for _ in range(12):
        state = game.start(3)
        while state.stack:
            codes, decision = game.legal(state), state.stack[-1]
            code = swift.choose(state, codes, decision, 0)
            careless = state.turn and own.random() < 2 * CARELESS
            game.apply(state, own.choice(codes) if careless else code)
            met.append(state.copy())
    own.shuffle(met)
    kept = swift.plans.none()
    for state in met:
        for seat in range(2):
            found = swift.plans.plan(state, seat, swift.plans.none())
            assert swift.plans.plan(state, seat, kept) == found
