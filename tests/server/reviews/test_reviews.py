"""Finished games reviewed at a server, and played on from one of their moments."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from capotreno.engine.actions import Json
from capotreno.engine.record import log as logs
from capotreno.reviewing.review import review
from capotreno.reviewing.shape import from_json
from capotreno.server.table.faults import Refusal
from tests.server.client import Site, finish, running

pytestmark = pytest.mark.anyio

BOTS = [{"kind": "bot", "bot": "greedy"}, {"kind": "bot", "bot": "path"}]


@pytest.fixture
async def site(tmp_path: Path) -> AsyncIterator[Site]:
    async with running(tmp_path) as site:
        yield site


async def played(site: Site) -> str:
    """A table where bots have played to the end."""
    table: str = (await site.post("/api/tables", {"game": "new_york", "seats": BOTS}))["table"]
    await finish(site, table)
    return table


async def found(site: Site, path: str) -> dict[str, Any]:
    """A review, asked for again until it is there."""
    seen = []
    while (answer := await site.http.get(path)).status_code == 202:
        so_far = answer.json()
        seen.append(so_far["done"])
        assert so_far["done"] <= so_far["total"]
        await asyncio.sleep(0.05)
    assert answer.is_success, answer.text
    assert seen == sorted(seen)
    whole: dict[str, Any] = answer.json()
    return whole


async def test_a_review_is_made_once_and_is_the_librarys(site: Site) -> None:
    table = await played(site)
    text = (await site.http.get(f"/api/tables/{table}/log")).text
    told = await found(site, f"/api/tables/{table}/review?seat=1")
    assert from_json(told) == review(logs.read(text), [1])

    async def nobody() -> Json:
        raise AssertionError("it is known")

    assert isinstance(await site.hall.reviews.find(table, 1, nobody), bytes)
    log = await site.http.post("/api/logs", content=text)
    assert from_json(
        await found(site, f"/api/logs/{log.json()['log']}/review?seat=1")
    ) == from_json(told)
    await site.hall.store.records.remove([table])
    assert await site.hall.store.review(table, 1) is None


async def test_what_cannot_be_reviewed_is_refused(site: Site) -> None:
    person = {"kind": "person", "name": "Anna"}
    table = (await site.post("/api/tables", {"game": "new_york", "seats": [person, BOTS[0]]}))[
        "table"
    ]
    for path, status in (
        (f"/api/tables/{table}/review?seat=0", 409),
        ("/api/tables/nosuch/review?seat=0", 404),
        ("/api/logs/nosuch/review?seat=0", 404),
        (f"/api/tables/{await played(site)}/review?seat=2", 404),
    ):
        assert (await site.http.get(path)).status_code == status, path


async def test_a_fault_is_told_once_and_then_tried_again(site: Site) -> None:
    async def wrong() -> Json:
        return {"log": "no log"}

    for _ in range(2):
        await site.hall.reviews.find("x", 0, wrong)
        await asyncio.wait(site.hall.reviews._coming.values())
        with pytest.raises(Refusal, match="cannot be reviewed"):
            await site.hall.reviews.find("x", 0, wrong)


async def test_somebody_plays_on_from_a_moment_in_a_private_copy(site: Site) -> None:
    table = await played(site)
    text = (await site.http.get(f"/api/tables/{table}/log")).text
    log = logs.read(text)
    seq = next(gesture.seq for gesture in log.gestures[20:] if gesture.seat == 0)
    wish = {"kind": "tables", "id": table, "seat": 0, "seq": seq}
    made = await site.post("/api/tries", wish)
    again = await site.hall.table(made["table"])
    assert made["seats"] == [0]
    assert [seat.kind for seat in again.seats] == ["person", "bot"]
    assert again.seq == seq - 1
    assert again.asked == (0,)
    assert not again.row.public
    assert again.state is not None
    before = logs.replay(again.game, log, seq - 1)
    assert again.game.digest(again.state) == again.game.digest(before)
    for wrong in ({"seq": 0}, {"seq": len(log.gestures)}):
        await site.refusal("/api/tries", wish | wrong, 404, "no_moment")
    await site.refusal("/api/tries", wish | {"seat": 5}, 404, "no_such_seat")
    await site.refusal("/api/tries", wish | {"id": made["table"]}, 409, "not_finished")
