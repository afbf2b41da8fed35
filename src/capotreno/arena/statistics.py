"""Honest figures: cluster-robust intervals and a sequential test, on samples that are whole deals.

Games of one deal are anything but independent, so a deal in all its seatings is one sample.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist, fmean, variance

LEVEL = 0.95
FEWEST = 16  # samples before a sequential test may speak: below, the variance is a guess


@dataclass(frozen=True)
class Estimate:
    """A mean with the ends of its 95 % interval."""

    mean: float
    low: float
    high: float
    samples: int

    def times(self, factor: float) -> "Estimate":
        return Estimate(self.mean * factor, self.low * factor, self.high * factor, self.samples)


def share(samples: Sequence[float]) -> Estimate:
    """The mean of shares (0 to 1) of independent samples.

    Wilson's interval, with as many trials as would give the variance seen between samples: near
    0 and 1 it stays honest where mean ± error would promise too much. Samples that are all alike
    count one trial each if they are all 0 or all 1; otherwise they leave nothing in doubt.
    """
    n = len(samples)
    if n == 0:
        return Estimate(math.nan, 0.0, 1.0, 0)
    mean = fmean(samples)
    if n == 1:
        return Estimate(mean, 0.0, 1.0, 1)
    spread = variance(samples) / n
    inside = mean * (1 - mean)
    if inside <= 0:
        trials = float(n)
    elif spread <= 0:
        return Estimate(mean, mean, mean, n)
    else:
        trials = inside / spread
    z = quantile(n - 1)
    centre = (mean + z * z / (2 * trials)) / (1 + z * z / trials)
    half = z / (1 + z * z / trials) * math.sqrt(inside / trials + (z / (2 * trials)) ** 2)
    return Estimate(mean, min(mean, centre - half), max(mean, centre + half), n)


def average(samples: Sequence[float]) -> Estimate:
    """The mean of any figures of independent samples, with Student's interval."""
    n = len(samples)
    if n < 2:
        mean = samples[0] if samples else math.nan
        return Estimate(mean, -math.inf, math.inf, n)
    mean = fmean(samples)
    half = quantile(n - 1) * math.sqrt(variance(samples) / n)
    return Estimate(mean, mean - half, mean + half, n)


def quantile(freedom: int, level: float = LEVEL) -> float:
    """Student's two-sided quantile, by the expansion of Cornish and Fisher in 1 / freedom.

    Exact where that has a closed form (one and two degrees), else right to three digits.
    """
    p = (1 + level) / 2
    if freedom == 1:
        return math.tan(math.pi * (p - 0.5))
    if freedom == 2:
        return (2 * p - 1) * math.sqrt(2 / (4 * p * (1 - p)))
    z = NormalDist().inv_cdf(p)
    v = freedom
    terms = (
        z,
        (z**3 + z) / (4 * v),
        (5 * z**5 + 16 * z**3 + 3 * z) / (96 * v**2),
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * v**3),
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / (92160 * v**4),
    )
    return sum(terms)


@dataclass
class Sequential:
    """A sequential test of "is it better": the fair share against the fair share and a gain.

    The generalised probability ratio of normal means (as engine testers use it), on samples that
    are whole deals; `risk` bounds both kinds of error.
    """

    fair: float
    gain: float
    risk: float = 0.05
    ratio: float = 0.0  # the logarithm of the likelihoods' ratio so far

    @property
    def bound(self) -> float:
        return math.log((1 - self.risk) / self.risk)

    def look(self, samples: Sequence[float]) -> str:
        """`better` or `not_better` as soon as the samples say so, before that nothing."""
        n = len(samples)
        if n < FEWEST:
            return ""
        # A variance of nothing at all would decide at once; one odd sample is always possible.
        spread = variance(samples) + self.gain**2 / n
        middle = self.fair + self.gain / 2
        self.ratio = n * self.gain * (fmean(samples) - middle) / spread
        if self.ratio >= self.bound:
            return "better"
        return "not_better" if self.ratio <= -self.bound else ""
