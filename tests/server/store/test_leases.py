"""Which server has a table in hand: one at a time, on both databases."""

import pytest

from capotreno.server.store import Store
from capotreno.server.store.leases import Lease
from tests.server.store.rows import with_table

pytestmark = pytest.mark.anyio

HERE = Lease("here", "http://here:1", 100.0)
THERE = Lease("there", "http://there:1", 100.0)


async def test_a_table_is_one_living_servers(store: Store) -> None:
    await with_table(store, "t", "u")
    leases = store.leases
    for server in (HERE, THERE):
        await leases.live(server)
    assert await leases.of("t", 50.0) is None
    assert await leases.take("t", "here", 50.0)
    assert await leases.take("t", "here", 50.0)  # again
    assert not await leases.take("t", "there", 50.0)
    assert await leases.of("t", 50.0) == HERE
    assert not await leases.take("nowhere", "here", 50.0)
    assert await leases.held("here") == {"t"}
    # It says nothing more: from then on others may have what was its own.
    assert await leases.of("t", 150.0) is None
    await leases.live(THERE._replace(until=200.0))
    assert await leases.take("t", "there", 150.0)
    await leases.live(HERE._replace(until=200.0))
    assert not await leases.take("t", "here", 150.0)
    assert await leases.of("t", 150.0) == THERE._replace(until=200.0)


async def test_a_table_is_taken_from_the_one_that_was_not_there(store: Store) -> None:
    await with_table(store, "t")
    leases = store.leases
    for server in (HERE, THERE, Lease("third", "", 100.0)):
        await leases.live(server)
    assert await leases.take("t", "here", 50.0)
    assert await leases.take_from("here", "t", "there")
    assert not await leases.take_from("here", "t", "third")  # somebody was faster
    assert await leases.of("t", 50.0) == THERE


async def test_who_goes_leaves_its_tables_and_so_does_who_was_at_its_address(store: Store) -> None:
    await with_table(store, "t", "u", "v")
    leases = store.leases
    await leases.live(HERE)
    for table in ("t", "u", "v"):
        assert await leases.take(table, "here", 50.0)
    await leases.live(THERE)
    await leases.let_go("there", ["t"])  # not its own
    assert await leases.held("here") == {"t", "u", "v"}
    await leases.let_go("here", ["t"])
    assert await leases.held("here") == {"u", "v"}
    assert await leases.take("t", "there", 50.0)
    await leases.bury(HERE.address)  # a server that has just started there
    assert await leases.take("u", "there", 50.0)
    await leases.live(HERE)
    await leases.leave("there", before=0.0)
    assert await leases.held("there") == set()
    assert await leases.of("v", 50.0) == HERE
    await leases.leave("another", before=1000.0)  # who has been silent for so long is forgotten
    assert await leases.held("here") == set()
    assert await store.records.remove(["t", "u", "v"]) == 3
