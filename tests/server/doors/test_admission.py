"""A server with enough to do turns away new tables, then spectators, never whoever has a seat."""

from itertools import pairwise
from pathlib import Path

import pytest

from capotreno.engine.errors import CapotrenoError
from capotreno.server.doors.admission import ALIVE, SPAN, Load, Open, opened, smoothed
from capotreno.server.settings import Settings, from_environment
from capotreno.words import say
from tests.server.client import Client, Site, finish, running

pytestmark = pytest.mark.anyio

BOTH, NO_TABLES, NOBODY = Open(), Open(tables=False), Open(tables=False, spectators=False)


@pytest.mark.parametrize(
    ("late", "before", "after"),
    [
        (0.0, BOTH, BOTH),
        (0.09, BOTH, BOTH),
        (0.1, BOTH, NO_TABLES),
        (0.19, BOTH, NO_TABLES),
        (0.2, BOTH, NOBODY),
        (0.1, NOBODY, NOBODY),
        (0.09, NOBODY, NO_TABLES),
        (0.06, NO_TABLES, NO_TABLES),
        (0.04, NO_TABLES, BOTH),
        (0.04, NOBODY, BOTH),
    ],
)
def test_first_tables_are_turned_away_then_spectators(
    late: float, before: Open, after: Open
) -> None:
    assert opened(late, 0.1, before) == after
    assert opened(late, 0.0, before) == BOTH  # nobody is turned away where nobody wants it


def test_a_moment_is_no_load_and_a_while_is() -> None:
    assert smoothed(0.0, 1.0, 0.1) < 0.05
    assert smoothed(0.0, 1.0, SPAN) > 0.5
    assert smoothed(1.0, 0.0, 10 * SPAN) < 0.001
    # Many short looks and one long one see the same.
    value = 0.0
    for _ in range(10):
        value = smoothed(value, 1.0, 0.5)
    assert value == pytest.approx(smoothed(0.0, 1.0, 5.0))


def test_the_doors_shut_and_open_again_in_their_order() -> None:
    load = Load(0.1, 0)
    seen = [load.open]
    for late in [0.5] * 100 + [0.0] * 300:
        load.note(late, 0.1)
        seen.append(load.open)
    changes = [after for before, after in pairwise(seen) if before != after]
    assert changes == [NO_TABLES, NOBODY, NO_TABLES, BOTH]


async def refused_a_look(site: Site, table: str) -> None:
    async with site.raw(table) as opened:
        guest = Client(opened)
        await guest.send({"type": "hello", "language": "it"})
        code, heard = await guest.end()
    assert (code, heard[-1]["text"]) == (1013, say("it", "server.busy_spectators"))


async def test_who_has_a_seat_is_never_turned_away(tmp_path: Path) -> None:
    async with running(tmp_path) as site:
        made = await site.create("Anna", "open")
        over, tokens = await site.persons("Cleo", "Dan")
        body = {"game": "new_york", "seats": [{"kind": "person"}] * 2}
        site.context.load.most_late = 0.1
        site.context.load.late = 1e9  # whatever the clock says, it stays late
        site.context.load.note(1e9, 1.0)
        said = await site.refusal("/api/tables", body, 503, "busy_tables")
        assert said == say("en", "server.busy_tables")
        async with site.seat(made["table"]):  # with an invitation, before a seat is taken
            bo = await site.join(made["table"], "Bo")
        await refused_a_look(site, made["table"])
        async with (
            site.seat(made["table"], made["token"]) as anna,
            site.seat(made["table"], bo["token"]),
        ):
            await anna.moved(anna.choices()[0])
        async with site.seat(made["table"], made["token"]) as anna:  # and back again
            assert anna.seq >= 1
        await finish(site, over)
        await site.post(f"/api/tables/{over}/rematch", None, token=tokens[0])
        text = await site.counted()
        for line in (
            'turned_away{what="tables"} 1.0',
            'turned_away{what="spectators"} 1.0',
            'open{to="tables"} 0.0',
            'open{to="spectators"} 0.0',
        ):
            assert f"capotreno_{line}" in text


def test_laid_tables_count_before_anybody_plays_and_quiet_ones_no_more() -> None:
    now = 1000.0
    load = Load(0.0, 4, lambda: now)
    seen = []
    for number in range(6):  # the last two are of people who are never turned away
        seen.append(load.open)
        load.sign(f"t{number}")
    assert seen == [BOTH] * 4 + [NO_TABLES, NOBODY]
    assert (load.live, load.open) == (6, NOBODY)
    now += ALIVE - 1
    load.sign("t0")
    assert (load.live, load.open) == (6, NOBODY)  # and t0 is one table as before
    now += 2
    assert (load.live, load.open) == (1, BOTH)


def test_any_number_of_tables_where_nobody_wants_a_limit() -> None:
    load = Load(0.0, 0)
    for number in range(1000):
        load.sign(f"t{number}")
    assert load.open == BOTH


async def test_so_many_tables_and_no_more_before_anybody_plays(tmp_path: Path) -> None:
    async with running(tmp_path, tables=3) as site:
        over, tokens = await site.persons("Cleo", "Dan")
        await finish(site, over)
        made = await site.create("Anna", "open")
        await site.create("Emma", "bot")
        body = {"game": "new_york", "seats": [{"kind": "person"}] * 2}
        said = await site.refusal("/api/tables", body, 503, "busy_tables")
        assert said == say("en", "server.busy_tables")
        # All of these are people's who have a seat, or take one.
        bo = await site.join(made["table"], "Bo")
        async with site.seat(made["table"], bo["token"]), site.seat(made["table"]):
            pass
        again = await site.post(f"/api/tables/{over}/rematch", None, token=tokens[0])
        async with site.seat(again["table"], tokens[0]):
            pass
        await refused_a_look(site, made["table"])
        text = await site.counted()
        for line in (
            "live_tables 4.0",
            'turned_away{what="tables"} 1.0',
            'turned_away{what="spectators"} 1.0',
            'open{to="tables"} 0.0',
            'open{to="spectators"} 0.0',
        ):
            assert f"capotreno_{line}" in text


async def test_a_move_keeps_a_table_alive_and_bots_alone_are_none(tmp_path: Path) -> None:
    async with running(tmp_path, tables=2) as site:
        now = 0.0
        site.context.load._clock = lambda: now
        await site.create("bot", "bot")
        assert site.context.load.live == 0
        id, tokens = await site.persons("Anna", "Bo")
        async with site.seat(id, tokens[0]) as anna:
            now += ALIVE + 1
            assert site.context.load.live == 0  # a page that nobody touches
            await anna.moved(anna.choices()[0])
            assert site.context.load.live == 1


def test_the_limits_are_settings() -> None:
    wanted = {
        "CAPOTRENO_TABLES": "6",
        "CAPOTRENO_CONNECTIONS": "7",
        "CAPOTRENO_ALL_CONNECTIONS": "8",
        "CAPOTRENO_LATE_SECONDS": "0.5",
    }
    found = from_environment(wanted)
    assert (found.connections, found.all_connections, found.late) == (7, 8, 0.5)
    assert found.tables == 6
    assert Settings().late > 0
    assert Settings().tables > 200  # the load that the bench asks for
    for name in wanted:
        with pytest.raises(CapotrenoError, match=name):
            from_environment({name: "-1"})


async def test_one_address_does_not_take_all_tables(tmp_path: Path) -> None:
    async with running(tmp_path, tables=6, own_tables=2, proxies=("127.0.0.1",)) as site:
        body = {"game": "new_york", "seats": [{"kind": "person"}, {"kind": "open"}]}

        async def answered(address: str) -> int:
            headers = {"x-forwarded-for": address}
            made = await site.http.post("/api/tables", json=body, headers=headers)
            assert made.is_success or made.json()["error"] == "too_many_tables"
            return made.status_code

        # One network of IPv6 is one address.
        flood = [await answered(f"2001:db8::{n}") for n in range(4)]
        assert flood == [201, 201, 429, 429]
        assert await answered("192.0.2.1") == 201
        assert 'capotreno_turned_away{what="own_tables"} 2.0' in await site.counted()
        now = site.context.load._clock()
        site.context.load._clock = lambda: now + ALIVE + 1
        assert await answered("2001:db8::5") == 201  # the others are quiet
        assert len(site.context.load._makers) == 1  # and nothing is remembered of them


def test_tables_of_an_address_stay_its_own_while_they_live() -> None:
    load = Load(0.0, 0)
    load.sign("t", "anna")
    load.sign("t")  # a move
    load.sign("u", "bo")
    assert (load.live_of("anna"), load.live_of("bo"), load.live_of("cleo")) == (1, 1, 0)
