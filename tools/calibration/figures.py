"""How good predicted chances are, and those of who just counts points."""

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from capotreno.arena.statistics import Estimate, average
from capotreno.reviewing.scale import logit
from tools.calibration.samples import Sample

BINS = 10
ROUNDS = 60  # of Newton's method, which needs about six


@dataclass(frozen=True)
class Bin:
    """Moments with about the same predicted chance."""

    predicted: float
    happened: Estimate
    samples: int


@dataclass(frozen=True)
class Figures:
    """How good the chances of one board are."""

    samples: int
    deals: int
    bins: tuple[Bin, ...]
    brier: Estimate
    baseline: Estimate  # of who sees the lead in points and how far the game is
    better: Estimate  # by how much the review's score is lower, deal by deal
    bias: Estimate  # predicted less happened
    slope: float  # 1: chances are as far from even as they should be; below, too far
    margin_bias: Estimate
    untold: float = 0.0  # the bias of what the rollouts alone say


def by_deal(found: Sequence[Sample], figures: Sequence[float]) -> list[float]:
    """The mean of each deal: moments of one game are anything but independent."""
    sums: dict[int, list[float]] = defaultdict(list)
    for one, figure in zip(found, figures, strict=True):
        sums[one.deal].append(figure)
    return [sum(own) / len(own) for own in sums.values()]


def figures(found: Sequence[Sample]) -> Figures:
    """All figures of some samples."""
    own = [(one.win - one.won) ** 2 for one in found]
    told = baseline(found)
    other = [(p - one.won) ** 2 for p, one in zip(told, found, strict=True)]
    less = [b - a for a, b in zip(own, other, strict=True)]
    return Figures(
        len(found),
        len({one.deal for one in found}),
        tuple(bins(found)),
        average(by_deal(found, own)),
        average(by_deal(found, other)),
        average(by_deal(found, less)),
        average(by_deal(found, [one.win - one.won for one in found])),
        slope(found),
        average(by_deal(found, [one.margin - one.ahead for one in found])),
    )


def bins(found: Sequence[Sample]) -> list[Bin]:
    """Tenths of the moments, by their predicted chance."""
    order = sorted(found, key=lambda one: one.win)
    made = []
    for at in range(BINS):
        own = order[at * len(order) // BINS : (at + 1) * len(order) // BINS]
        if own:
            mean = sum(one.win for one in own) / len(own)
            made.append(Bin(mean, average(by_deal(own, [one.won for one in own])), len(own)))
    return made


def baseline(found: Sequence[Sample]) -> list[float]:
    """What a lead in points says: fitted on the other half of the deals."""
    told: dict[int, float] = {}
    for half in (0, 1):
        known = [one for one in found if one.deal // 2 % 2 != half]
        weights = fitted([_features(one) for one in known], [one.won for one in known])
        for at, one in enumerate(found):
            if one.deal // 2 % 2 == half:
                told[at] = chance(weights, _features(one))
    return [told[at] for at in range(len(found))]


def _features(one: Sample) -> list[float]:
    return [1.0, one.lead / 10, one.lead / 10 * one.progress]


def slope(found: Sequence[Sample]) -> float:
    """Of the logistic line of what happened over the predicted chances."""
    rows = [[1.0, logit(one.win)] for one in found]
    return fitted(rows, [one.won for one in found])[1]


def chance(weights: Sequence[float], row: Sequence[float]) -> float:
    """What a logistic regression says."""
    score = sum(w * x for w, x in zip(weights, row, strict=True))
    return 1 / (1 + math.exp(-min(max(score, -40.0), 40.0)))


def fitted(
    rows: Sequence[Sequence[float]],
    happened: Sequence[float],
    known: Sequence[float] | None = None,
) -> list[float]:
    """The weights of a logistic regression, by Newton's method with a touch of ridge.

    `known`: of each row a part of the logarithm of its odds that has no weight.
    """
    n = len(rows[0])
    weights = [0.0] * n
    for _ in range(ROUNDS):
        slopes = [-0.01 * w for w in weights]
        bends = [[0.01 * (i == j) for j in range(n)] for i in range(n)]
        for row, own, part in zip(rows, happened, known or [0.0] * len(rows), strict=True):
            p = chance([*weights, part], [*row, 1.0])
            for i in range(n):
                slopes[i] += (own - p) * row[i]
                for j in range(n):
                    bends[i][j] += p * (1 - p) * row[i] * row[j]
        step = solved(bends, slopes)
        weights = [w + own for w, own in zip(weights, step, strict=True)]
        if max(map(abs, step)) < 1e-9:
            break
    return weights


def solved(matrix: list[list[float]], right: list[float]) -> list[float]:
    """The solution of a small system of equations."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    n = len(rows)
    for at in range(n):
        pivot = max(range(at, n), key=lambda i: abs(rows[i][at]))
        rows[at], rows[pivot] = rows[pivot], rows[at]
        for i in range(n):
            if i != at:
                factor = rows[i][at] / rows[at][at]
                rows[i] = [a - factor * b for a, b in zip(rows[i], rows[at], strict=True)]
    return [rows[i][n] / rows[i][i] for i in range(n)]
