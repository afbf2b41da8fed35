"""Ratings: what a game tells, each table once, bots on the same scale."""

import asyncio
import json
from dataclasses import replace
from pathlib import Path

import pytest

from capotreno.bots.tuned.ratings import LEVELS, strength
from capotreno.games.registry import games
from capotreno.server.club import ratings
from capotreno.server.club.rating import Rating, family, of_bot, rated
from capotreno.server.store import SeatRow, Store
from capotreno.server.store.people import DEVICE, KeyRow, PersonRow
from tests.server.store.rows import a_table
from tools.bots.bot_ratings import TARGET, found

RESULT: dict[str, object] = {"ranks": [1, 2], "winners": [0], "sheets": []}


def test_who_wins_rises_and_is_known_better() -> None:
    new = Rating()
    assert (new.value, of_bot("new_york", "path").value) == (1000, 1000)
    won, lost = rated([new, new], [1, 2])
    assert won.value > 1000 > lost.value
    assert won.sigma < new.sigma
    equal, other = rated([new, new], [1, 1])
    assert abs(equal.mu - other.mu) < 1e-9
    strong, weak = of_bot("new_york", "planner"), of_bot("new_york", "random")
    assert rated([new, strong], [1, 2])[0].mu > rated([new, weak], [1, 2])[0].mu
    sure = Rating(30.0, 1.0)
    for _ in range(50):
        sure = rated([sure, new], [1, 2])[0]
    assert 1.0 <= sure.sigma < 1.5


def test_the_levels_stand_as_the_ladder_says() -> None:
    assert json.loads(TARGET.read_text("utf-8")) == found()
    for game in games():
        for dice in (False, True):
            values = [strength(game, dice, bot) for bot in (*LEVELS, "search")]
            assert values == sorted(set(values))
    assert family("usa", {"dice": True, "tickets": "1910"}) == "usa, dice"
    assert family("usa", {}) == "usa"


async def people(store: Store, *names: str) -> list[str]:
    """Some people with profiles."""
    for name in names:
        person = PersonRow(name * 4, name, "", 1.0)
        await store.people.make(person, KeyRow(name, person.id, DEVICE, "", 1.0, 1.0))
    return [name * 4 for name in names]


async def ended(store: Store, id: str, *whose: str | None, **changes: object) -> None:
    """A finished table: of people with a profile or, where none, of a bot."""
    row = a_table(id, game="new_york", options={}, status="finished", result=RESULT)
    row = replace(row, changed=2e12, **changes)  # type: ignore[arg-type]
    seats = [
        SeatRow(id, n, "person", "x", token=f"t{n}", person=person)
        if person
        else SeatRow(id, n, "bot", "b", bot="planner")
        for n, person in enumerate(whose)
    ]
    await store.create(row, seats)


@pytest.mark.anyio
async def test_a_table_counts_once_whoever_counts_it(store: Store, database_url: str) -> None:
    anna, bo = await people(store, "anna", "boah")
    await ended(store, "t1", anna, bo)
    other = await Store.open(database_url)
    counted = await asyncio.gather(
        *(ratings.count(own, "t1") for own in (store, other, store, other))
    )
    assert sum(counted) == 1
    (first,) = await store.ratings.of(anna)
    (second,) = await store.ratings.of(bo)
    assert (first.family, first.games, first.won) == ("new_york", 1, 1)
    assert first.mu > 25 > second.mu
    for n in range(6):  # at once, at two servers: none is lost
        await ended(store, f"m{n}", anna, None if n % 2 else bo)
    await asyncio.gather(*(ratings.count((store, other)[n % 2], f"m{n}") for n in range(6)))
    assert [row.games for row in await store.ratings.of(anna)] == [7]
    assert [row.games for row in await store.ratings.of(bo)] == [4]
    await other.close()


@pytest.mark.anyio
async def test_what_tells_nothing_changes_nothing(tmp_path: Path) -> None:
    store = await Store.open(f"sqlite:///{tmp_path / 'one.sqlite3'}")
    anna, bo = await people(store, "anna", "boah")
    await ended(store, "own", anna, bo, game="board-1234")
    await ended(store, "twice", anna, anna)
    await ended(store, "bots", None, None)
    await ended(store, "running", anna, bo)
    await store._set("running", status="running")
    await ended(store, "missed", bo, anna)
    await ratings.count_missed(store)
    assert [row.games for row in await store.ratings.of(anna)] == [1]
    assert await store.ratings.unrated(0.0) == []
    await ratings.count_missed(store)
    assert [row.games for row in await store.ratings.of(anna)] == [1]
    met = await ratings.met(store, anna, bo)
    assert (met.games, met.won, met.lost, met.last[0].mark) == (2, 1, 1, met.last[0].mark)
    await store.people.remove(anna)
    assert await store.ratings.of(anna) == []
    await store.close()


@pytest.mark.anyio
async def test_friends_are_each_others(tmp_path: Path) -> None:
    store = await Store.open(f"sqlite:///{tmp_path / 'one.sqlite3'}")
    anna, bo = await people(store, "anna", "boah")
    await store.friends.offer("old", anna, 10.0)
    await store.friends.offer("link", anna, 10.0)
    assert await store.friends.offered("old", 1.0) is None
    assert await store.friends.offered("link", 11.0) is None
    assert await store.friends.offered("link", 1.0) == anna
    for _ in range(2):
        await store.friends.befriend(anna, bo, 1.0)
    assert [one.name for one in await store.friends.of(anna)] == ["boah"]
    assert [one.name for one in await store.friends.of(bo)] == ["anna"]
    await store.people.remove(bo)
    assert await store.friends.of(anna) == []
    await store.close()
