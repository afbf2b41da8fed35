"""Whole tables and people, as their operator lists and removes them, on both databases."""

from dataclasses import replace

import pytest
from sqlalchemy import func, select

from capotreno.server.store import ChatRow, SeatRow, Store, schema
from tests.server.store.rows import a_move, a_table, add, seats_of, with_table

pytestmark = pytest.mark.anyio


async def counts(store: Store) -> dict[str, int]:
    found = {}
    for name, table in schema.metadata.tables.items():
        (row,) = await store._database.read(select(func.count()).select_from(table))
        found[name] = row[0]
    return found


async def test_a_table_goes_with_all_that_hangs_on_it_and_no_other_does(store: Store) -> None:
    await with_table(store, "a", "b")
    for id in ("a", "b"):
        await add(store, a_move(0, table=id))
        await store.add_chat(ChatRow(id, 0, 0, "hello", 1.0))
    await store.set_rematch("b", "a")
    before = await counts(store)
    assert await store.records.remove(["a", "nobody knows it"]) == 1
    gone = {name: n - (await counts(store))[name] for name, n in before.items()}
    counted = {name: n for name, n in gone.items() if n}
    assert counted == {"tables": 1, "seats": 2, "moves": 1, "chat": 1}
    assert await store.table("a") is None
    left = await store.table("b")
    assert left is not None
    assert left.rematch is None  # it would lead nowhere
    assert await store.records.remove([]) == 0


async def test_many_tables_at_once(store: Store) -> None:
    ids = [f"t{n}" for n in range(1100)]
    for id in ids[:3]:
        await store.create(a_table(id), [])
    assert set(await store.records.standing(ids)) == set(ids[:3])
    assert await store.records.remove(ids) == 3


async def test_tables_are_listed_the_last_to_change_first(store: Store) -> None:
    await store.create(a_table("old", changed=1.0, status="finished"), [])
    await store.create(a_table("new", changed=2.0), seats_of("new"))
    await add(store, a_move(0, table="new"))
    assert [(row.id, moves) for row, moves in await store.records.tables(9)] == [
        ("new", 1),
        ("old", 0),
    ]
    assert [row.id for row, _ in await store.records.tables(1)] == ["new"]
    assert [row.id for row, _ in await store.records.tables(9, "finished")] == ["old"]


async def test_a_person_is_all_the_seats_of_one_token(store: Store) -> None:
    mine = [SeatRow("a", 0, "person", "Anna", token="f" * 64), SeatRow("a", 1, "open", "")]
    await store.create(a_table("a", changed=1.0), mine)
    both = [
        replace(mine[0], table="b"),
        replace(mine[0], table="b", seat=1, name="Bo", token="e" * 64),
    ]
    await store.create(a_table("b", changed=2.0), both)
    people = await store.records.people(9)
    assert {(one.mark, one.name, one.tables, one.last) for one in people} == {
        ("f" * 12, "Anna", 2, 2.0),
        ("e" * 12, "Bo", 1, 2.0),
    }
    await store.add_chat(ChatRow("b", 0, 0, "mine", 1.0, "Anna"))
    await store.add_chat(ChatRow("b", 0, 0, "of who sat there before", 1.0, "Zoe"))
    await store.add_chat(ChatRow("b", 0, 1, "Bo's", 1.0, "Bo"))
    kept = await store.records.of_person("f" * 12)
    assert [(row.id, seat.seat, [line.text for line in said]) for row, seat, said in kept] == [
        ("a", 0, []),
        ("b", 0, ["mine"]),
    ]
    assert await store.records.forget("f" * 12) == 2
    assert await store.table("a") is None  # nobody else was there
    seats = await store.seats("b")
    assert [(seat.kind, seat.name, seat.token) for seat in seats] == [
        ("bot", "–", None),
        ("person", "Bo", "e" * 64),
    ]
    said = [line.text for line in await store.chat("b")]
    assert said == ["of who sat there before", "Bo's"]
    assert await store.records.of_person("f" * 12) == []
    assert [one.name for one in await store.records.people(9)] == ["Bo"]


async def test_a_mark_is_no_pattern(store: Store) -> None:
    await store.create(a_table("a"), [SeatRow("a", 0, "person", "Anna", token="f" * 64)])
    for mark in ("%", "_" * 12):
        assert await store.records.of_person(mark) == []
