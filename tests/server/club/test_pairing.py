"""The laws of pairing and standings, for any field and any results."""

import random
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from capotreno.server.club.pairing import (
    Entrant,
    chairs,
    enough_rounds,
    rematches,
    robin,
    robin_rounds,
    swiss,
)
from capotreno.server.club.standings import PlayedTable, scores, standings

FIELD = st.integers(2, 24)


def season(n: int, size: int, rounds: int, seed: int) -> tuple[list[PlayedTable], list[int]]:
    """A Swiss tournament with any results: its tables, and how many rematches each round had."""
    chance = random.Random(seed)
    met: dict[int, set[int]] = {number: set() for number in range(n)}
    alone, first = dict.fromkeys(met, 0), dict.fromkeys(met, 0)
    points = dict.fromkeys(met, 0.0)
    played, again = [], []
    for nth in range(1, rounds + 1):
        entrants = [Entrant(k, points[k], frozenset(met[k]), alone[k], first[k]) for k in range(n)]
        groups = swiss(entrants, size)
        assert sorted(k for group in groups for k in group) == list(range(n))
        assert all(len(group) == size for group in groups[:-1])
        again.append(rematches(groups[: n // size], entrants))
        for group in groups:
            seats = chairs(group, first, nth)
            first[seats[0]] += 1
            if len(seats) < size:
                for k in seats:
                    alone[k] += 1
            ranks = tuple(chance.randint(1, len(seats)) for _ in seats)
            totals = tuple(chance.randint(-20, 90) for _ in seats)
            played.append(PlayedTable(nth, tuple(seats), ranks, totals))
            for k, got in zip(seats, scores(ranks), strict=True):
                points[k] += got
                met[k] |= set(seats) - {k}
        assert max(alone.values()) - min(alone.values()) <= 1
    return played, again


@given(FIELD, st.integers(0, 2**32))
def test_a_swiss_tournament_of_pairs_has_no_rematch(n: int, seed: int) -> None:
    _, again = season(n, 2, min(enough_rounds(n) + 1, max(1, n // 2)), seed)
    assert not any(again)


@given(FIELD, st.integers(3, 5), st.integers(0, 2**32))
def test_groups_hold_everybody_once_whatever_their_size(n: int, size: int, seed: int) -> None:
    played, _ = season(n, size, 3, seed)
    assert len(played) == 3 * -(-n // size)


def test_where_everybody_has_met_pairs_are_found_all_the_same() -> None:
    everybody = frozenset(range(6))
    entrants = [Entrant(k, 0.0, everybody - {k}) for k in range(6)]
    groups = swiss(entrants, 2)
    assert sorted(k for pair in groups for k in pair) == list(range(6))
    assert swiss([Entrant(3)], 2) == [[3]]


@given(FIELD, st.integers(1, 2))
def test_in_a_round_robin_everybody_meets_everybody_so_often(n: int, turns: int) -> None:
    numbers = random.Random(n).sample(range(100), n)
    met = []
    for nth in range(1, robin_rounds(n, turns) + 1):
        pairs = robin(numbers, nth)
        assert sorted(k for pair in pairs for k in pair) == sorted(numbers)
        met += [frozenset(pair) for pair in pairs if len(pair) == 2]
    assert all(met.count(frozenset(pair)) == turns for pair in combinations(numbers, 2))


@given(FIELD, st.integers(2, 5), st.integers(1, 4), st.integers(0, 2**32))
def test_standings_share_out_all_points(n: int, size: int, rounds: int, seed: int) -> None:
    played, _ = season(n, size, rounds, seed)
    rows = standings(range(n), played)
    assert sorted(row.number for row in rows) == list(range(n))
    assert sum(row.points for row in rows) == pytest.approx(
        sum(1.0 if table.bye else len(table.seats) / 2 for table in played)
    )
    assert [row.points for row in rows] == sorted((row.points for row in rows), reverse=True)
    assert [row.place for row in rows] == sorted(row.place for row in rows)
    assert all(row.place <= at + 1 for at, row in enumerate(rows))
    assert sum(row.par for row in rows) == pytest.approx(0, abs=1e-3)
    shuffled = random.Random(seed).sample(played, len(played))
    assert standings(range(n), shuffled) == rows


def test_what_decides_between_equals() -> None:
    assert scores([1, 2]) == [1.0, 0.0]
    assert scores([1, 1, 3]) == [0.75, 0.75, 0.0]
    games = [
        PlayedTable(1, (0, 1), (1, 2), (50, 30)),
        PlayedTable(1, (2, 3), (2, 1), (20, 40)),
        PlayedTable(2, (1, 2), (1, 2), (60, 10)),
        PlayedTable(2, (3, 0), (2, 1), (30, 31)),
        PlayedTable(3, (4,), (1,), (None,)),
    ]
    rows = standings(range(5), games)
    assert rows[0].number == 0
    equal = [row for row in rows if row.points == 1.0]
    assert {row.number for row in equal} == {1, 3, 4}
    assert equal[0].par > equal[1].par or equal[0].direct > equal[1].direct
    bye = next(row for row in rows if row.number == 4)
    assert (bye.played, bye.won, bye.points) == (0, 0, 1.0)
    bots = standings([0], [PlayedTable(1, (0, None), (2, 1), (10, 20))])
    assert (bots[0].points, bots[0].opponents) == (0.0, 0.0)
