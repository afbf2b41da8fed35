"""Who plays whom in the next round: Swiss without rematches, round robin. Nothing but arithmetic.

A table has so many chairs; who is left over when all others have theirs sits at a smaller group,
which is filled up or, alone, has a bye.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Final

__all__ = ["Entrant", "chairs", "enough_rounds", "rematches", "robin", "robin_rounds", "swiss"]

STEPS: Final = 20_000  # of a search for pairs that have not met; beyond that the best so far


@dataclass(frozen=True)
class Entrant:
    """Somebody who plays in the next round, as far as the pairing asks."""

    number: int
    points: float = 0.0
    met: frozenset[int] = field(default_factory=frozenset)
    alone: int = 0  # rounds with a bye, or in a group that was not full
    first: int = 0  # rounds in the first chair


def swiss(entrants: Sequence[Entrant], size: int) -> list[list[int]]:
    """Groups of those with alike points who have not met, as full as they can be; the rest last.

    The rest are those with the fewest points among whoever was least often left over.
    """
    order = sorted(entrants, key=lambda one: (-one.points, one.number))
    rest = len(order) % size
    spare = sorted(order, key=lambda one: (one.alone, one.points, -one.number))[:rest]
    left = {one.number for one in spare}
    full = [one for one in order if one.number not in left]
    groups = _pairs(full) if size == 2 else _groups(full, size)
    return groups + ([[one.number for one in order if one.number in left]] if rest else [])


def _pairs(order: Sequence[Entrant]) -> list[list[int]]:
    """Pairs of neighbours in the standings without rematches, as long as there is a way."""
    by_number = {one.number: one for one in order}
    steps = 0

    def search(free: tuple[int, ...]) -> list[list[int]] | None:
        nonlocal steps
        if not free:
            return []
        steps += 1
        if steps > STEPS:
            return None
        # Whoever has the fewest left to meet must not wait until those are taken.
        tight = min(free, key=lambda n: (_choices(n, free), free.index(n)))
        one = tight if _choices(tight, free) <= 1 else free[0]
        for other in sorted(free, key=lambda n: abs(free.index(n) - free.index(one))):
            if other == one or other in by_number[one].met:
                continue
            found = search(tuple(n for n in free if n not in (one, other)))
            if found is not None:
                return [sorted((one, other), key=free.index), *found]
        return None

    def _choices(n: int, free: tuple[int, ...]) -> int:
        return sum(other not in by_number[n].met for other in free) - 1

    numbers = tuple(one.number for one in order)
    found = search(numbers)
    if found is None:  # everybody has met everybody, or nearly
        return _groups(order, 2)
    return sorted(found, key=lambda pair: numbers.index(pair[0]))


def _groups(order: Sequence[Entrant], size: int) -> list[list[int]]:
    """Groups of neighbours with as few rematches as can be had by taking the best one by one."""
    free, groups = list(order), []
    while free:
        group = [free.pop(0)]
        while len(group) < size:
            nearest = min(
                range(len(free)),
                key=lambda at: (sum(free[at].number in one.met for one in group), at),
            )
            group.append(free.pop(nearest))
        groups.append([one.number for one in group])
    return groups


def robin_rounds(entrants: int, turns: int = 1) -> int:
    """Rounds in which everybody plays everybody so often."""
    return turns * (entrants - 1 + entrants % 2)


def robin(numbers: Sequence[int], nth: int) -> list[list[int]]:
    """The pairs of a round, counted from 1: in a circle around one who stays; a bye is alone.

    After everybody has met everybody it begins again.
    """
    circle: list[int | None] = [*numbers]
    if len(circle) % 2:
        circle.append(None)
    count = len(circle)
    turned = (nth - 1) % (count - 1)
    rest = circle[1:]
    around = [circle[0], *rest[turned:], *rest[:turned]]
    pairs = [[around[n], around[count - 1 - n]] for n in range(count // 2)]
    found = [[n for n in pair if n is not None] for pair in pairs]
    return sorted(found, key=lambda pair: -len(pair))


def chairs(group: Sequence[int], first: dict[int, int], nth: int) -> list[int]:
    """A group in the order of its chairs: who has begun least often begins."""
    return sorted(group, key=lambda n: (first.get(n, 0), (n + nth) % 2, n))


def rematches(groups: Sequence[Sequence[int]], entrants: Sequence[Entrant]) -> int:
    """How many pairs of these groups have met before."""
    met = {one.number: one.met for one in entrants}
    return sum(b in met[a] for group in groups for a, b in combinations(group, 2))


def enough_rounds(entrants: int) -> int:
    """Rounds of a Swiss tournament after which one has won."""
    return max(1, math.ceil(math.log2(max(2, entrants))))
