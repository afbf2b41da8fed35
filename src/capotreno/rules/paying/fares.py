"""Which sets of cards pay what, by closed forms: train sets, ship sets, pairs, harbours.

Every function is told how many cards of each kind there are and gives the sets as triples: so many
of the first kind, of the second, of the wilds. Sets of wilds alone have no colour and are left out.
"""

from typing import Final

Fare = tuple[int, int, int]

HARBOUR: Final = 4  # the cards a harbour costs ...
HALF: Final = 2  # ... as many trains as ships


def train_sets(length: int, plain: int, marked: int, wilds: int) -> list[Fare]:
    """A rail route: as many cards as spaces."""
    return [
        (p, m, length - p - m)
        for p in range(min(plain, length) + 1)
        for m in range(min(marked, length - p) + 1)
        if p + m and length - p - m <= wilds
    ]


def ship_sets(length: int, single: int, double: int, wilds: int) -> list[Fare]:
    """A sea route: a double ship fills two spaces, any other card one.

    A space too many is no waste only if nothing but double ships is played (R-07, R-32).
    """
    found = []
    for d in range(min(double, (length + 1) // 2) + 1):
        rest = length - 2 * d
        if rest < 0:
            found.append((0, d, 0))
            continue
        few = range(max(0, rest - wilds), min(single, rest) + 1)
        found += [(s, d, rest - s) for s in few if s + d]
    return found


def harbour_sets(marked: int, single: int, wilds: int) -> list[Fare]:
    """A harbour: two marked trains and two marked ships, a wild for any of them (R-34)."""
    return [
        (m, s, HARBOUR - m - s)
        for m in range(min(marked, HALF) + 1)
        for s in range(min(single, HALF) + 1)
        if m + s and HARBOUR - m - s <= wilds
    ]


def most_pairs(pairs: int, odd: int, wilds: int) -> int:
    """How many pairs can be made of whole pairs, odd cards of a colour and wilds (R-33).

    A wild is best spent on an odd card; two that are left make a pair of their own.
    """
    matched = min(odd, wilds)
    return pairs + matched + (wilds - matched) // 2
