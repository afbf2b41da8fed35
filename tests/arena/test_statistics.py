"""Honest figures: intervals cover the truth, the sequential test errs as seldom as it says."""

import math
import random

import pytest

from capotreno.arena.statistics import Sequential, average, quantile, share


@pytest.mark.parametrize(
    ("freedom", "wanted"),
    [(1, 12.706), (2, 4.303), (3, 3.182), (5, 2.571), (10, 2.228), (30, 2.042), (1000, 1.962)],
)
def test_quantiles_of_student(freedom: int, wanted: float) -> None:
    assert quantile(freedom) == pytest.approx(wanted, rel=5e-3)


@pytest.mark.parametrize("truth", [0.1, 0.5, 0.9])
def test_intervals_cover_the_truth_as_often_as_they_say(truth: float) -> None:
    """Samples are pairs of games on one deal, which depend on each other."""
    dice = random.Random(1)
    covered = 0
    for _ in range(600):
        samples = []
        for _ in range(60):
            luck = dice.random()
            pair = [luck < truth, (luck + 0.7) % 1 < truth]
            samples.append(sum(pair) / 2)
        found = share(samples)
        covered += found.low <= truth <= found.high
    assert 0.92 <= covered / 600 <= 0.99


def test_clusters_are_not_taken_for_independent_games() -> None:
    """Ten games that always agree are one sample: the interval is as wide as that of one game."""
    dice = random.Random(2)
    deals = [float(dice.random() < 0.5) for _ in range(100)]
    clustered = share(deals)
    independent = share([float(dice.random() < 0.5) for _ in range(1000)])
    assert clustered.high - clustered.low > 2.5 * (independent.high - independent.low)


def test_all_victories_leave_a_doubt() -> None:
    found = share([1.0] * 50)
    assert found.mean == found.high == 1.0
    assert 0.92 < found.low < 0.94
    assert share([0.0] * 50).high == pytest.approx(1 - found.low)


def test_samples_that_are_exactly_even_leave_none() -> None:
    assert (share([0.5] * 9).low, share([0.5] * 9).high) == (0.5, 0.5)


def test_too_few_samples_say_nothing() -> None:
    assert (share([1.0]).low, share([1.0]).high) == (0.0, 1.0)
    assert math.isnan(share([]).mean)
    assert average([3.0]).high == math.inf


def test_a_mean_of_margins_has_students_interval() -> None:
    found = average([1.0, 2.0, 3.0])
    assert found.mean == 2.0
    assert found.high == pytest.approx(2 + 4.303 / math.sqrt(3), rel=1e-3)


@pytest.mark.parametrize(("truth", "wrong"), [(0.5, "better"), (0.6, "not_better")])
def test_the_sequential_test_errs_as_seldom_as_it_says(truth: float, wrong: str) -> None:
    dice = random.Random(3)
    errors = 0
    for _ in range(200):
        test = Sequential(fair=0.5, gain=0.1)
        samples: list[float] = []
        verdict = ""
        while not verdict and len(samples) < 3000:
            samples.append(((dice.random() < truth) + (dice.random() < truth)) / 2)
            verdict = test.look(samples)
        assert verdict, "it must come to an end"
        errors += verdict == wrong
    assert errors / 200 <= 0.1


def test_the_sequential_test_does_not_speak_early() -> None:
    assert Sequential(0.5, 0.1).look([1.0] * 15) == ""
    assert Sequential(0.5, 0.1).look([1.0] * 16) == "better"
    assert Sequential(0.5, 0.1).look([0.5] * 400) == "not_better"
