"""Who has lost the connection is away for everybody to see, and has time to come back."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from capotreno.engine.state import NOBODY
from capotreno.server.table.audience import Listener, Presence
from tests.server.client import Json, Site, running

pytestmark = pytest.mark.anyio

HOUR = 3600.0


def pass_time(site: Site, table: str, seconds: float) -> None:
    """Everybody who is away has been so for longer."""
    left = site.hall.tables[table].audience.left
    for seat in left:
        left[seat] -= seconds


def away(seat: Json) -> bool:
    return not seat["present"] and seat["away"] is not None


async def test_a_dropped_connection_costs_nobody_the_chair_at_once(tmp_path: Path) -> None:
    async with running(tmp_path, absence=HOUR) as site:
        table, tokens = await site.persons("Anna", "Bo")
        path, bot = f"/api/tables/{table}/seats/1", {"bot": "random"}
        async with site.seat(table, tokens[0]) as anna:
            await site.refusal(path, bot, 409, "just_left", token=tokens[0])  # he is on his way
            async with site.seat(table, tokens[1]):
                here = await anna.until("seats", where=lambda m: m["seats"][1]["present"])
                assert here["seats"][1]["away"] is here["seats"][1]["replaceable"] is None
                pass_time(site, table, HOUR)
                await site.refusal(path, bot, 409, "present", token=tokens[0])
            told = await anna.until("seats", where=lambda m: away(m["seats"][1]))
            bo = told["seats"][1]
            assert bo["replaceable"] - bo["away"] == pytest.approx(HOUR)
            assert 0 <= told["now"] - bo["away"] < HOUR  # since he left, not since he came
            await site.refusal(path, bot, 409, "just_left", token=tokens[0])
            pass_time(site, table, HOUR)
            seated = await site.post(path, bot, token=tokens[0])
            assert seated["seats"][1]["stand_in"] == "random"


async def test_the_time_per_decision_is_the_least_one_has(tmp_path: Path) -> None:
    async with running(tmp_path, absence=60.0) as site:
        table, tokens = await site.persons("Anna", "Bo", pace="correspondence", seconds=7200)
        path, bot = f"/api/tables/{table}/seats/1", {"bot": "random"}
        pass_time(site, table, HOUR)
        await site.refusal(path, bot, 409, "just_left", token=tokens[0])
        pass_time(site, table, HOUR)
        await site.post(path, bot, token=tokens[0])


async def test_who_takes_a_chair_has_just_come(tmp_path: Path) -> None:
    async with running(tmp_path, absence=HOUR) as site:
        made = await site.create("Anna", "open", "Cleo")
        path = f"/api/tables/{made['table']}/seats"
        pass_time(site, made["table"], HOUR - 60)
        await site.join(made["table"], "Bo")
        pass_time(site, made["table"], 60)
        await site.refusal(f"{path}/1", {"bot": "random"}, 409, "just_left", token=made["token"])


async def test_an_own_chair_is_given_to_a_bot_at_once(tmp_path: Path) -> None:
    async with running(tmp_path, absence=HOUR) as site:
        made = await site.create("Anna", "Bo")
        path = f"/api/tables/{made['table']}/seats/1"
        seated = await site.post(path, {"bot": "random"}, token=made["token"])
        assert seated["seats"][1]["stand_in"] == "random"


class Seen(set[Listener]):
    """Listeners that count how often somebody goes through them."""

    looks = 0

    def __iter__(self) -> Iterator[Listener]:
        self.looks += len(self)
        return super().__iter__()


async def test_at_a_table_of_many_nobody_is_counted_again_for_everybody_who_comes_or_goes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("capotreno.server.table.audience.SPECTATORS_PAUSE", HOUR)
    async with running(tmp_path) as site:
        table, _ = await site.persons("Anna", "Bo")
        audience = (await site.hall.table(table)).audience
        audience.listeners = seen = Seen()
        many = [Listener(NOBODY, "en") for _ in range(300)]
        anna = Listener(0, "en")
        audience.join(anna)
        for one in many:
            audience.join(one)
        assert audience.here == Presence(frozenset({0}), 300)
        for one in many:
            audience.leave(one)
            audience.leave(one)  # twice is once
        assert audience.here == Presence(frozenset({0}), 0)
        audience.dismiss(0)
        audience.leave(anna)
        assert audience.here == Presence(frozenset(), 0)
        assert seen.looks < 2 * len(many)
