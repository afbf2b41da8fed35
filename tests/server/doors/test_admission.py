"""A server that is late turns new tables away, then spectators, and never whoever has a seat."""

from itertools import pairwise
from pathlib import Path

import pytest

from capotreno.engine.errors import CapotrenoError
from capotreno.server.doors.admission import SPAN, Load, Open, opened, smoothed
from capotreno.server.settings import Settings, from_environment
from capotreno.words import say
from tests.server.client import Client, finish, running

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
    load = Load(0.1)
    seen = [load.open]
    for late in [0.5] * 100 + [0.0] * 300:
        load.note(late, 0.1)
        seen.append(load.open)
    changes = [after for before, after in pairwise(seen) if before != after]
    assert changes == [NO_TABLES, NOBODY, NO_TABLES, BOTH]


async def test_who_has_a_seat_is_never_turned_away(tmp_path: Path) -> None:
    async with running(tmp_path) as site:
        made = await site.create("Anna", "open")
        over, tokens = await site.persons("Cleo", "Dan")
        body = {"game": "new_york", "seats": [{"kind": "person"}] * 2}
        site.context.load.most = 0.1
        site.context.load.late = 1e9  # whatever the clock says, it stays late
        site.context.load.note(1e9, 1.0)
        said = await site.refusal("/api/tables", body, 503, "busy_tables")
        assert said == say("en", "server.busy_tables")
        async with site.raw(made["table"]) as opened:
            guest = Client(opened)
            await guest.send({"type": "hello", "language": "it"})
            code, heard = await guest.end()
        assert (code, heard[-1]["text"]) == (1013, say("it", "server.busy_spectators"))
        bo = await site.join(made["table"], "Bo")
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


def test_the_limits_are_settings() -> None:
    wanted = {
        "CAPOTRENO_CONNECTIONS": "7",
        "CAPOTRENO_ALL_CONNECTIONS": "8",
        "CAPOTRENO_LATE_SECONDS": "0.5",
    }
    found = from_environment(wanted)
    assert (found.connections, found.all_connections, found.late) == (7, 8, 0.5)
    assert Settings().late > 0
    for name in wanted:
        with pytest.raises(CapotrenoError, match=name):
            from_environment({name: "-1"})
