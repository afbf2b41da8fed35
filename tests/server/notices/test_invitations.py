"""A friend is asked to a table: told by push, and on their own page."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import httpx
import pytest

from tests.server.client import Site
from tests.server.notices.conftest import Browser, Service, sent

pytestmark = pytest.mark.anyio


@pytest.fixture
async def people(site: Site) -> AsyncIterator[dict[str, tuple[str, Site]]]:
    """Anna and Bo, who are friends, and Cleo, who is nobody's: by name their ids and devices."""
    async with AsyncExitStack() as stack:
        found = {}
        for name in ("Anna", "Bo", "Cleo"):
            http = httpx.AsyncClient(base_url=site.url, timeout=120)
            own = Site(site.url, site.context, await stack.enter_async_context(http))
            found[name] = ((await own.post("/api/me", {"name": name}))["id"], own)
        link = await found["Anna"][1].post("/api/friends/link", {})
        await found["Bo"][1].post("/api/friends", {"secret": link["secret"]})
        yield found


async def asked_to(own: Site) -> list[tuple[str, str]]:
    return [(one["table"]["table"], one["who"]) for one in await own.get("/api/invitations")]


async def test_a_friend_is_asked_once_and_comes(
    site: Site, service: Service, people: dict[str, tuple[str, Site]]
) -> None:
    (_, anna), (bo, his) = people["Anna"], people["Bo"]
    phone = Browser(service, "bo")
    await his.post("/api/push", phone.subscription)
    table = (await anna.create("Anna", "open", "open"))["table"]
    for _ in range(2):
        await anna.post(f"/api/tables/{table}/invite", {"person": bo})
        await sent(site)
    assert [(one["body"], one["path"]) for one in phone.read] == [
        ("Anna invites you to a table.", f"/table/{table}")
    ]
    assert await asked_to(his) == [(table, "Anna")]
    assert await asked_to(anna) == []
    await his.post(f"/api/tables/{table}/join", {"name": "Bo"})
    assert await asked_to(his) == []  # there he sits


async def test_who_comes_too_late_or_says_no_is_asked_no_more(
    site: Site, service: Service, people: dict[str, tuple[str, Site]]
) -> None:
    (_, anna), (bo, his) = people["Anna"], people["Bo"]
    phone = Browser(service, "bo")
    await his.post("/api/push", phone.subscription)
    first, second = [(await anna.create("Anna", "open"))["table"] for _ in range(2)]
    for table in (first, second):
        await anna.post(f"/api/tables/{table}/invite", {"person": bo})
    assert {table for table, _ in await asked_to(his)} == {first, second}
    assert (await his.http.delete(f"/api/invitations/{first}")).json() != []
    assert await asked_to(his) == [(second, "Anna")]
    await people["Cleo"][1].post(f"/api/tables/{second}/join", {"name": "Cleo"})
    assert await asked_to(his) == []
    await sent(site)
    assert [one["path"] for one in phone.read] == [f"/table/{first}"]  # the other is full by now


async def test_only_friends_at_a_table_of_mine_and_nobody_who_will_not_hear(
    site: Site, people: dict[str, tuple[str, Site]]
) -> None:
    (me, anna), (bo, his), (cleo, hers) = (people[name] for name in ("Anna", "Bo", "Cleo"))
    table = (await anna.create("Anna", "open"))["table"]
    door = f"/api/tables/{table}/invite"
    await anna.refusal(door, {"person": cleo}, 403, "no_friend")
    await his.refusal(door, {"person": me}, 401, "token")
    site.http.cookies.clear()
    await site.refusal(door, {"person": bo}, 401, "no_person")
    await site.hall.store.talk.block(bo, me, "Anna", 1.0)
    assert await anna.post(door, {"person": bo}) == {"person": bo}  # and nobody is told more
    assert await asked_to(his) == []
    await hers.post(f"/api/tables/{table}/join", {"name": "Cleo"})
    await anna.refusal(door, {"person": bo}, 409, "no_seat")
    await site.hall.store.talk.unblock(bo, me)
    again = (await anna.create("Anna", "open"))["table"]
    await anna.post(f"/api/tables/{again}/invite", {"person": bo})
    assert (await his.http.request("DELETE", "/api/me")).is_success
    assert await site.hall.store.letters.waiting() == 0
