"""The one door of chance: its documented definition, golden values, fairness by fixed seeds."""

from collections import Counter
from itertools import pairwise
from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from capotreno import ChanceError, Tape
from capotreno.engine.chance import scramble
from capotreno.engine.state import State

MANY = 20_000

#: The first numbers below a million, by seed. They may never change: every log depends on them.
GOLDEN: dict[int, list[int]] = {
    0: [473889, 742591, 861456, 8132, 21133, 508729, 825486, 649657],
    1: [595680, 510035, 53118, 941238, 792625, 356141, 954626, 161312],
    2024: [309377, 994986, 988327, 588061, 355637, 774608, 879681, 53098],
    2**64 - 1: [901175, 789228, 754591, 964701, 272598, 74851, 623198, 332260],
}


def drawing(seed: int) -> State:
    return State([], [], scramble(seed), "")


def documented(seed: int, bounds: list[int]) -> list[int]:
    """The docstring of engine/chance.py, and splitmix64's finaliser, written anew."""
    word = 2**64
    x = (seed + 11400714819323198485) % word
    for shift, factor in ((30, 13787848793156543929), (27, 10723151780598845931)):
        x = (x ^ x // 2**shift) * factor % word
    s = x ^ x // 2**31
    outcomes = []
    for n in bounds:
        s = (s + 0xA0761D6478BD642F) % word
        high, low = divmod(s * (s ^ 0xE7037ED1A0B428DB), word)
        outcomes.append((high ^ low) * n // word)
    return outcomes


@pytest.mark.parametrize("seed", [0, 1, 2, 12345, 2**63, 2**64 - 1])
def test_the_generator_is_the_documented_one(seed: int) -> None:
    bounds = [1 + (step * step * 7919) % 1000 for step in range(1000)]
    state = drawing(seed)
    assert [state.below(n) for n in bounds] == documented(seed, bounds)


@pytest.mark.parametrize("seed", sorted(GOLDEN))
def test_golden_outcomes(seed: int) -> None:
    state = drawing(seed)
    assert [state.below(10**6) for _ in GOLDEN[seed]] == GOLDEN[seed]


@given(st.integers(0, 2**64 - 1), st.lists(st.integers(1, 2**32), min_size=1, max_size=50))
def test_outcomes_are_in_range_and_on_the_tape(seed: int, bounds: list[int]) -> None:
    state = drawing(seed)
    state.tape = Tape()
    outcomes = [state.below(n) for n in bounds]
    assert all(0 <= outcome < n for outcome, n in zip(outcomes, bounds, strict=True))
    assert state.tape.rolled == outcomes
    assert 0 <= state.seed < 2**64
    forced = drawing(0)
    forced.tape = Tape(outcomes)
    assert [forced.below(n) for n in bounds] == outcomes
    with pytest.raises(ChanceError, match="end after"):
        forced.below(2)


@given(st.integers(1, 100), st.integers())
def test_a_forced_outcome_must_be_possible(n: int, outcome: int) -> None:
    state = drawing(0)
    state.tape = Tape([outcome])
    if 0 <= outcome < n:
        assert state.below(n) == outcome
    else:
        with pytest.raises(ChanceError, match="not below"):
            state.below(n)


def fair(counts: list[int], expected: list[float]) -> None:
    """Chi-square within six deviations of its mean: a generous, fixed-seed bound."""
    chi = sum((c - e) ** 2 / e for c, e in zip(counts, expected, strict=True))
    freedom = len(counts) - 1
    assert chi < freedom + 6 * sqrt(2 * freedom) + 6, chi


@pytest.mark.parametrize("n", [2, 3, 5, 6, 7, 12, 46, 110, 1000])
def test_outcomes_are_uniform(n: int) -> None:
    state = drawing(n)
    seen = Counter(state.below(n) for _ in range(MANY))
    fair([seen[i] for i in range(n)], [MANY / n] * n)


@pytest.mark.parametrize("apart", [1, 2, 7])
def test_outcomes_do_not_depend_on_earlier_ones(apart: int) -> None:
    state = drawing(5)
    row = [state.below(8) for _ in range(MANY + apart)]
    seen = Counter(zip(row, row[apart:], strict=False))
    fair([seen[i, j] for i in range(8) for j in range(8)], [MANY / 64] * 64)


def test_neighbouring_seeds_are_strangers() -> None:
    firsts = [drawing(seed).below(16) for seed in range(MANY)]
    fair([firsts.count(i) for i in range(16)], [MANY / 16] * 16)
    pairs = Counter(pairwise(firsts))
    fair([pairs[i, j] for i in range(16) for j in range(16)], [(MANY - 1) / 256] * 256)


@given(st.lists(st.integers(0, 6), min_size=1, max_size=10).filter(any), st.integers(0, 3))
def test_a_pick_is_proportional_to_the_counts(counts: list[int], first: int) -> None:
    """Exactly: of all outcomes of chance, as many give a kind as there are copies of it."""
    total = sum(counts)
    seen = [0] * len(counts)
    for outcome in range(total):
        state = State([9] * first + counts + [9], [], 0, "")
        state.tape = Tape([outcome])
        seen[state.pick(first, total)] += 1
    assert seen == counts


def test_picks_are_fair_in_the_long_run() -> None:
    counts = [12, 0, 12, 14, 1, 7]
    state = State(counts[:], [], scramble(9), "")
    seen = Counter(state.pick(0, sum(counts)) for _ in range(MANY))
    assert seen[1] == 0
    kinds = [kind for kind, count in enumerate(counts) if count]
    fair([seen[k] for k in kinds], [MANY * counts[k] / sum(counts) for k in kinds])
