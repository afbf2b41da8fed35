"""Tables, seats and moves to try a store with."""

from dataclasses import replace

from sqlalchemy import Connection

from capotreno.server.store import MoveRow, SeatRow, Store, TableRow

__all__ = ["a_move", "a_table", "add", "on_writer", "seats_of", "with_table"]


def a_table(id: str = "t1", **changes: object) -> TableRow:
    row = TableRow(
        id=id,
        game="somewhere",
        version=1,
        players=2,
        options={"dice": True},
        seed=2**64 - 1,
        pace="live",
        seconds=30,
        public=True,
        creator="creator-hash",
        status="open",
        deadline=None,
        created=1000.25,
        changed=1000.25,
    )
    return replace(row, **changes)  # type: ignore[arg-type]


def seats_of(table: str) -> list[SeatRow]:
    return [
        SeatRow(table, 0, "person", "Zoë 🚂 'ж\"; --", token=f"{table}-0"),
        SeatRow(table, 1, "open", ""),
    ]


def a_move(seq: int, *, table: str = "t1", seat: int = 0, key: str | None = None) -> MoveRow:
    return MoveRow(table, seq, seat, "gesture", {"do": [f"draw {seq}"]}, key, 2000.5 + seq)


async def with_table(store: Store, *ids: str) -> None:
    for id in ids or ("t1",):
        await store.create(a_table(id), seats_of(id))


async def add(store: Store, move: MoveRow) -> bool:
    return await store.add_move(move, deadline=5.0, status="running", result=None)


async def on_writer(store: Store, sql: str) -> None:
    def work(connection: Connection) -> None:
        connection.exec_driver_sql(sql)

    await store._database.write(work)
