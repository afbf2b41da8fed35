"""The standings of a tournament: points, and what decides between equals. Nothing but arithmetic.

At a table everybody plays each of the others: a win is one point, a draw a half, shared out so
that nobody gets more than one a round. A bye is a win. Where points are equal, first the games
among those who are equal decide; then par, that is how many points of the game each made more than
all who sat in the same chair with the same cards; then the points of those one has played.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

__all__ = ["Placing", "PlayedTable", "scores", "standings"]


@dataclass(frozen=True)
class PlayedTable:
    """What became of a table, or of a bye: chair by chair; nobody, where a bot has filled one."""

    round: int
    seats: tuple[int | None, ...]
    ranks: tuple[int, ...]  # places: 1 is the best, equals share one
    totals: tuple[int | None, ...]  # points of the game; none where it was not played

    @property
    def bye(self) -> bool:
        return len(self.seats) == 1


@dataclass(frozen=True)
class Placing:
    """Where somebody stands."""

    number: int
    place: int
    points: float
    direct: float  # in games among those with as many points
    par: float
    opponents: float  # the points of those one has played
    played: int
    won: int


def scores(ranks: Sequence[int]) -> list[float]:
    """What each chair of a table gets: of the others one has beaten, as a share."""
    others = len(ranks) - 1
    if not others:
        return [1.0]
    return [
        sum((mine < own) + 0.5 * (mine == own) for m, own in enumerate(ranks) if m != n) / others
        for n, mine in enumerate(ranks)
    ]


def standings(numbers: Sequence[int], played: Sequence[PlayedTable]) -> list[Placing]:
    """The best first; whom nothing tells apart shares a place."""
    points: dict[int, float] = defaultdict(float)
    games: dict[int, int] = defaultdict(int)
    won: dict[int, int] = defaultdict(int)
    met: dict[int, list[int]] = defaultdict(list)
    for table in played:
        got = scores(table.ranks)
        for chair, number in enumerate(table.seats):
            if number is None:
                continue
            points[number] += got[chair]
            games[number] += not table.bye
            won[number] += not table.bye and table.ranks[chair] == 1
            met[number] += [n for n in table.seats if n is not None and n != number]
    par = _par(played)
    found: list[tuple[tuple[float, float, float, float], int]] = []
    tied: dict[float, set[int]] = defaultdict(set)
    for number in numbers:
        tied[round(points[number], 6)].add(number)
    for number in numbers:
        equals = tied[round(points[number], 6)]
        direct = sum(_won(number, other, played) for other in equals if other != number)
        behind = sum(points[other] for other in met[number])
        row = (round(points[number], 6), direct, round(par[number], 6), round(behind, 6))
        found.append((row, number))
    found.sort(key=lambda one: (*(-value for value in one[0]), one[1]))
    rows: list[Placing] = []
    for row, group in groupby(found, key=lambda one: one[0]):
        place = len(rows) + 1
        points_of, direct, better, behind = row
        for _, number in group:
            rows.append(
                Placing(
                    number,
                    place,
                    points_of,
                    direct,
                    better,
                    behind,
                    played=games[number],
                    won=won[number],
                )
            )
    return rows


def _won(one: int, other: int, played: Sequence[PlayedTable]) -> float:
    """What somebody has won from somebody else at the tables of both, less what they have lost."""
    found = 0.0
    for table in played:
        if one in table.seats and other in table.seats:
            mine, theirs = (table.ranks[table.seats.index(n)] for n in (one, other))
            found += (mine < theirs) - (mine > theirs)
    return found


def _par(played: Sequence[PlayedTable]) -> dict[int, float]:
    """How much more each has made of the cards of their chairs than all who had the same."""
    chairs: dict[tuple[int, int], list[int]] = defaultdict(list)
    for table in played:
        for chair, total in enumerate(table.totals):
            if total is not None:
                chairs[table.round, chair].append(total)
    found: dict[int, float] = defaultdict(float)
    for table in played:
        for chair, (number, total) in enumerate(zip(table.seats, table.totals, strict=True)):
            same = chairs[table.round, chair]
            if number is not None and total is not None:
                found[number] += total - sum(same) / len(same)
    return found
