"""The store keeps what it was told, on SQLite and PostgreSQL alike."""

import asyncio
from dataclasses import fields, replace

import pytest

from capotreno.server.store import ChatRow, MoveRow, SeatRow, Store, StoreError, TableRow, schema
from tests.server.store.rows import a_move, a_table, add, seats_of, with_table

pytestmark = pytest.mark.anyio


# Rows


async def test_a_table_and_its_seats_come_back_as_they_were(store: Store) -> None:
    await store.ping()
    row = a_table(result={"ranking": [1, 0]}, rematch="t0", deadline=1234567890.123456)
    await store.create(row, reversed(seats_of("t1")))  # type: ignore[arg-type]
    assert await store.table("t1") == row
    assert await store.seats("t1") == seats_of("t1")
    assert await store.table("t2") is None
    assert await store.seats("t2") == []


@pytest.mark.parametrize("seed", [0, 1, 2**63 - 1, 2**63, 2**64 - 1])
async def test_a_seed_has_64_unsigned_bits(sqlite_url: str, seed: int) -> None:
    store = await Store.open(sqlite_url)
    await store.create(a_table(seed=seed), [])
    found = await store.table("t1")
    await store.close()
    assert found is not None
    assert found.seed == seed


async def test_a_move_may_be_large_and_hold_any_text(store: Store) -> None:
    await with_table(store)
    body: dict[str, object] = {
        "words": "š\u0000🚋\"'\\" * 50_000,
        "deep": [[{"n": [1.5, None, True]}]],
    }
    move = replace(a_move(0), body=body)
    assert await add(store, move)
    assert await store.moves("t1") == [move]


async def test_what_is_written_is_there_after_opening_again(database_url: str) -> None:
    store = await Store.open(database_url)
    await with_table(store)
    assert await add(store, a_move(0))
    await store.close()
    store = await Store.open(database_url)
    assert await store.moves("t1") == [a_move(0)]
    await store.close()


async def test_columns_stand_in_the_order_of_the_fields() -> None:
    for row, table in (
        (TableRow, schema.tables),
        (SeatRow, schema.seats),
        (MoveRow, schema.moves),
        (ChatRow, schema.chat),
    ):
        assert [field.name for field in fields(row)] == list(table.c.keys())


# Seats


async def test_of_two_who_take_a_seat_one_gets_it(store: Store, database_url: str) -> None:
    await with_table(store)
    other = await Store.open(database_url)
    free = seats_of("t1")[1]
    people = [replace(free, kind="person", name=f"p{n}", token=f"h{n}") for n in range(12)]
    results = await asyncio.gather(
        *((store, other)[n % 2].put_seat(person, expect=free) for n, person in enumerate(people))
    )
    await other.close()
    assert sum(results) == 1
    assert (await store.seats("t1"))[1] == people[results.index(True)]


async def test_a_seat_is_compared_in_every_field(store: Store) -> None:
    await with_table(store)
    held, free = seats_of("t1")
    away = replace(held, stand_in="greedy")
    assert not await store.put_seat(away, expect=replace(held, token=None))
    assert not await store.put_seat(away, expect=replace(held, name="?"))
    assert not await store.put_seat(
        free,
        expect=replace(free, token="t1-0"),  # noqa: S106 - no secret
    )
    assert await store.put_seat(away, expect=held)
    assert await store.put_seat(held)
    assert not await store.put_seat(replace(held, seat=7))
    assert await store.seats("t1") == [held, free]


# Tables


async def test_a_table_starts_and_its_deadline_moves(store: Store) -> None:
    await with_table(store)
    await store.start("t1", 50.0)
    row = await store.table("t1")
    assert row is not None
    assert (row.status, row.deadline) == ("running", 50.0)
    assert row.changed > 1000.25
    await store.set_deadline("t1", None)
    assert await store.table("t1") == replace(row, deadline=None)


async def test_a_rematch_is_named_once(store: Store) -> None:
    await with_table(store)
    results = await asyncio.gather(*(store.set_rematch("t1", f"r{n}") for n in range(5)))
    assert sum(results) == 1
    row = await store.table("t1")
    assert row is not None
    assert row.rematch == f"r{results.index(True)}"


# Moves


async def test_a_move_and_how_the_table_stands_are_written_together(store: Store) -> None:
    await with_table(store)
    assert await add(store, a_move(0))
    result: dict[str, object] = {"totals": [3, 5]}
    assert await store.add_move(a_move(1), deadline=None, status="finished", result=result)
    row = await store.table("t1")
    assert row == a_table(status="finished", result=result, changed=a_move(1).at)
    assert await store.moves("t1") == [a_move(0), a_move(1)]
    assert await store.moves("t1", after=0) == [a_move(1)]


async def test_a_number_or_a_key_known_already_changes_nothing(store: Store) -> None:
    await with_table(store, "t1", "t2")
    assert await add(store, a_move(0, key="k"))
    before = await store.table("t1")
    for again in (a_move(0), a_move(1, key="k")):
        assert not await store.add_move(again, deadline=9.0, status="finished", result={})
    assert await store.table("t1") == before
    assert await store.by_key("t1", 0, "k") == a_move(0, key="k")
    assert await store.by_key("t1", 1, "k") is None
    # The key is that seat's at that table; and no key is like any other.
    for other in (a_move(1, seat=1, key="k"), a_move(0, table="t2", key="k"), a_move(2), a_move(3)):
        assert await add(store, other)


async def test_of_racing_moves_one_wins(store: Store, database_url: str) -> None:
    await with_table(store)
    other = await Store.open(database_url)
    for seq in range(10):
        racers = [a_move(seq, seat=seat, key=f"{seq}.{seat}") for seat in range(10)]
        results = await asyncio.gather(
            *(add((store, other)[move.seat % 2], move) for move in racers)
        )
        assert sum(results) == 1
        assert (await store.moves("t1", after=seq - 1)) == [racers[results.index(True)]]
    await other.close()


async def test_a_gesture_sent_twice_at_once_is_kept_once(store: Store, database_url: str) -> None:
    await with_table(store)
    other = await Store.open(database_url)
    results = await asyncio.gather(
        *((store, other)[n % 2].add_move(a_move(n, key="same"), deadline=None, status="running",
          result=None) for n in range(10))
    )  # fmt: skip
    await other.close()
    assert sum(results) == 1
    assert len(await store.moves("t1")) == 1


async def test_a_wrong_move_fails_alone(store: Store) -> None:
    await with_table(store)
    moves = [a_move(n) for n in range(20)]
    moves[7] = a_move(7, table="no such table")
    moves[9] = replace(a_move(9), kind="no such kind")
    results = await asyncio.gather(*(add(store, move) for move in moves), return_exceptions=True)
    failed = [n for n, result in enumerate(results) if result is not True]
    assert failed == [7, 9]
    assert all(isinstance(results[n], StoreError) for n in failed)
    assert await store.moves("t1") == [move for n, move in enumerate(moves) if n not in failed]


async def test_one_who_stops_waiting_disturbs_nobody(store: Store) -> None:
    await with_table(store)
    tasks = [asyncio.create_task(add(store, a_move(n))) for n in range(30)]
    tasks += [asyncio.create_task(store.ping()) for _ in range(10)]  # type: ignore[arg-type]
    await asyncio.sleep(0.002)
    for task in tasks[::2]:
        task.cancel()
    results = await asyncio.gather(*tasks, return_exceptions=True)
    assert not [r for r in results if isinstance(r, Exception)]
    kept = {move.seq for move in await store.moves("t1")}
    assert kept >= {n for n, result in enumerate(results[:30]) if result is True}


# Lists


async def test_due_tables_are_those_that_run_and_whose_time_is_up(store: Store) -> None:
    deadlines = {"late": 10.0, "later": 5.0, "now": 20.0, "soon": 20.5, "never": None}
    await with_table(store, *deadlines, "open")
    await store.set_deadline("open", 1.0)
    for id, deadline in deadlines.items():
        await store.start(id, deadline)
    assert await store.due(20.0) == ["later", "late", "now"]
    assert await store.due(20.0, limit=1) == ["later"]


async def test_held_seats_and_the_lobby_and_the_counts(store: Store) -> None:
    assert await store.counts() == {"open": 0, "running": 0, "finished": 0}
    for n in range(5):
        row = a_table(f"t{n}", public=n != 1, created=float(n), changed=float(n))
        await store.create(row, seats_of(row.id))
    await store.add_move(a_move(0, table="t0"), deadline=None, status="running", result=None)
    await store.add_move(a_move(0, table="t3"), deadline=None, status="finished", result={})
    assert [row.id for row in await store.matching.lobby(9)] == ["t4", "t2", "t0"]
    assert [row.id for row in await store.matching.lobby(1)] == ["t4"]
    held = await store.held(["t0-0", "t4-0", "t4-0", "unknown"], 9)
    assert [(table.id, seat) for table, seat in held] == [
        ("t0", seats_of("t0")[0]),
        ("t4", seats_of("t4")[0]),
    ]
    assert held[1][0] == await store.table("t4")
    assert await store.held([], 9) == []
    assert await store.held(["t0-0", "t4-0"], 1) == held[:1]
    assert await store.held(["t0-0", "t4-0"], 9, after=(held[0][0].changed, "t0")) == held[1:]
    assert await store.held(["t0-0", "t4-0"], 9, after=(held[0][0].changed, "t")) == held
    assert await store.held(["t0-0", "t4-0"], 9, table="t4") == held[1:]
    assert await store.held(["t0-0"], 9, table="t4") == []
    assert await store.counts() == {"open": 3, "running": 1, "finished": 1}


async def test_chat_is_numbered_at_each_table(store: Store, database_url: str) -> None:
    await with_table(store, "t1", "t2")
    other = await Store.open(database_url)
    said = await asyncio.gather(
        *((store, other)[n % 2].add_chat(ChatRow("t1", -1, 0, f"{n} 🎲", 1.5)) for n in range(20))
    )
    await other.close()
    assert sorted(row.number for row in said) == list(range(20))
    assert await store.chat("t1") == sorted(said, key=lambda row: row.number)
    assert [row.number for row in await store.chat("t1", last=3)] == [17, 18, 19]
    assert (await store.add_chat(ChatRow("t2", 99, 1, "", 2.5))).number == 0


async def test_a_log_is_kept_and_replaced(store: Store) -> None:
    assert await store.log("x") is None
    await store.save_log("x", "one\n", 1.0)
    await store.save_log("x", "two\n" * 100_000, 2.0)
    assert await store.log("x") == "two\n" * 100_000
