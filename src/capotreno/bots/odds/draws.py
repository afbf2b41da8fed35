"""The odds of drawing: what the best of some tickets will be worth, before they are drawn."""

from functools import cache
from math import comb


def best_of(decks: list[list[float]], counts: tuple[int, ...], best: int) -> float:
    """The mean sum of the best few of what is drawn, so many from each deck, without putting back.

    From a deck with fewer values all are drawn. Exactly: a value counts as often as it is drawn
    while fewer than `best` greater ones are.
    """
    drawn = [min(n, len(deck)) for deck, n in zip(decks, counts, strict=True)]
    falling = sorted(
        [(value, deck) for deck, values in enumerate(decks) if drawn[deck] for value in values],
        reverse=True,
    )
    above = [0] * len(decks)  # how many greater values each deck has
    total = 0.0
    for value, own in falling:
        chances = [1.0]  # that so many greater ones are drawn with this one
        for deck, values in enumerate(decks):
            if drawn[deck]:
                one = deck == own
                more = _drawn(len(values) - one, above[deck], drawn[deck] - one)
                chances = _together(chances, more)[:best]
        total += value * sum(chances) * drawn[own] / len(decks[own])
        above[own] += 1
    return total


@cache
def _drawn(size: int, special: int, n: int) -> tuple[float, ...]:
    """The chances that 0, 1, 2 ... of the special ones are among n drawn."""
    ways = comb(size, n)
    return tuple(comb(special, k) * comb(size - special, n - k) / ways for k in range(n + 1))


def _together(one: list[float], other: tuple[float, ...]) -> list[float]:
    """The chances of the sums of two numbers."""
    found = [0.0] * (len(one) + len(other) - 1)
    for i, a in enumerate(one):
        for j, b in enumerate(other):
            found[i + j] += a * b
    return found
