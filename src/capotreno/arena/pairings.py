"""Who meets whom, and in which seats: a sample is one deal in every seating of a pairing."""

from dataclasses import dataclass
from itertools import combinations, pairwise, permutations

from capotreno.engine.errors import CapotrenoError


@dataclass(frozen=True)
class Pairing:
    """One entrant against copies of another; at a table for two that is a plain duel."""

    one: int
    others: int

    def seatings(self, players: int) -> list[tuple[int, ...]]:
        """The one sits in every seat once; all seatings play the same deal."""
        return [
            tuple(self.one if seat == own else self.others for seat in range(players))
            for own in range(players)
        ]


def pairings(entrants: int, players: int, ladder: bool) -> list[Pairing]:
    """Everybody against everybody, or on a ladder each against the one below.

    With two players a duel serves both; at larger tables each is once the one among the others.
    The stronger entrant, named later, comes first: the figures say how often it wins.
    """
    if entrants < 2:
        raise CapotrenoError(
            "the arena needs two bots at least; name one twice to see luck at work"
        )
    if ladder:
        return [Pairing(upper, lower) for lower, upper in pairwise(range(entrants))]
    if players == 2:
        return [Pairing(upper, lower) for lower, upper in combinations(range(entrants), 2)]
    return [Pairing(one, others) for one, others in permutations(range(entrants), 2)]
