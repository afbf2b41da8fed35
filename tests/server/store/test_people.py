"""What the store remembers of people, on both databases."""

import asyncio
from dataclasses import replace

import pytest

from capotreno.server.store import ChatRow, SeatRow, Store
from capotreno.server.store.people import DEVICE, LINK, KeyRow, PersonRow
from capotreno.server.store.people.profiles import DEVICES
from tests.server.store.rows import a_table

pytestmark = pytest.mark.anyio

A, B = "a" * 64, "b" * 64
ANNA = PersonRow("anna", "Zoë 🚂", "fox", 5.5, {"zone": "Europe/Rome", "quiet": None})


def key(hash: str, kind: str = DEVICE, seen: float = 1.0, person: str = "anna") -> KeyRow:  # noqa: A002
    return KeyRow(hash, person, kind, "a phone", 1.0, seen)


async def test_a_person_is_kept_as_they_are(store: Store) -> None:
    people = store.people
    await people.make(ANNA, key("h"))
    await people.make(replace(ANNA, id="bo"), key("b", person="bo"))
    assert await people.get("anna") == ANNA
    assert set(await people.some(["anna", "bo", "nobody"])) == {"anna", "bo"}
    assert await people.by_secret("h", 9.0) == (ANNA, key("h"))
    assert await people.by_secret("x", 9.0) is None
    await people.change("anna", name="Anna", settings={})
    assert await people.get("anna") == replace(ANNA, name="Anna", settings={})
    assert await people.get("bo") == replace(ANNA, id="bo")


async def test_a_key_has_its_time_and_of_many_devices_the_oldest_goes(store: Store) -> None:
    people = store.people
    await people.make(ANNA, key("h0", seen=0.0))
    await people.add_key(key("link", LINK)._replace(until=10.0))
    assert await people.by_secret("link", 9.9) is not None
    assert await people.by_secret("link", 10.0) is None
    for n in range(1, DEVICES + 3):
        await people.add_key(key(f"h{n}", seen=float(n)))
    found = [one.hash for one in await people.keys("anna") if one.kind == DEVICE]
    assert (len(found), found[0], found[-1]) == (DEVICES, f"h{DEVICES + 2}", "h3")
    taken = await asyncio.gather(people.take("link"), people.take("link"))
    assert sorted(taken) == [False, True]
    assert await people.drop_device("bo", "h3") == 0
    assert await people.drop_device("anna", "h3") == 1


async def test_a_person_leaves_nothing_behind(store: Store) -> None:
    people = store.people
    await people.make(ANNA, key("h"))
    theirs = SeatRow("both", 0, "person", "Anna", token=A, person="anna")
    await store.create(a_table("both"), [theirs, SeatRow("both", 1, "person", "Bo", token=B)])
    await store.create(a_table("alone"), [replace(theirs, table="alone")])
    for seat, name, text in ((0, "Anna", "mine"), (0, "Cleo", "of before"), (1, "Bo", "his")):
        await store.add_chat(ChatRow("both", 0, seat, text, 1.0, name))
    kept = await people.seats("anna")
    assert [(one["id"], [line["text"] for line in one["said"]]) for one in kept] == [  # type: ignore[attr-defined]
        ("alone", []),
        ("both", ["mine"]),
    ]
    records = await people.records("anna")
    assert [one["name"] for one in records["keys"]] == ["a phone"]
    assert all("hash" not in one for one in records["keys"])
    assert await people.unused(2.0) == []
    assert await people.remove("anna") == ["alone", "both"]
    assert (await people.get("anna"), await people.keys("anna")) == (None, [])
    assert [line.text for line in await store.chat("both")] == ["of before", "his"]
    seats = await store.seats("both")
    assert [(one.kind, one.name, one.token, one.person) for one in seats] == [
        ("bot", "–", None, None),
        ("person", "Bo", B, None),
    ]
    assert await store.table("alone") is None


async def test_seats_are_claimed_by_their_token_alone(store: Store) -> None:
    rows = [
        SeatRow("t", 0, "person", "Bo", token=B),
        SeatRow("t", 1, "person", "Anna", token=A),
        SeatRow("t", 2, "person", "a friend at her screen", token=A),
        SeatRow("t", 3, "bot", "4", "greedy"),
    ]
    await store.create(a_table("t", players=4), rows)
    assert await store.people.claim(A, "anna") == ["t"]
    assert await store.people.claim(A, "bo") == []
    assert [row.person for row in await store.seats("t")] == [None, "anna", None, None]
    held = await store.held([], 9, person="anna")
    assert [(table.id, seat.seat) for table, seat in held] == [("t", 1)]
    assert await store.held([], 9) == []


async def test_who_never_came_back_is_found(store: Store) -> None:
    people = store.people
    await people.make(ANNA, key("h", seen=5.0))
    await people.make(replace(ANNA, id="bo"), key("b", seen=5.0, person="bo"))
    await people.seen("b", 50.0)
    assert await people.unused(10.0) == ["anna"]
    await store.create(a_table("t"), [SeatRow("t", 0, "person", "Anna", token=A, person="anna")])
    assert await people.unused(10.0) == []
