"""Boards that people share at a server: tried, listed, put into quarantine, taken back."""

import asyncio
import json
import time
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from capotreno.server.studio import studies as studying
from capotreno.server.studio.carried import name_of
from tests.server.client import Site, bearer, running

pytestmark = pytest.mark.anyio

ISLAND = (Path(__file__).parents[3] / "docs/examples/island.json").read_bytes()
JSON = {"content-type": "application/json"}
NAMED = {"board", "not_json", "request", "heavy_board", "too_long"}


@pytest.fixture
async def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Site]:
    monkeypatch.setattr(studying, "GAMES", 24)
    async with running(tmp_path, gallery_own=3, uploads=1e6) as site:
        yield site


def changed(**changes: object) -> bytes:
    board: dict[str, Any] = json.loads(ISLAND)
    return json.dumps(board | changes).encode()


async def share(site: Site, content: bytes, by: str = "Anna", token: str | None = None) -> Any:
    headers = JSON | (bearer(token) or {})
    answer = await site.http.post(f"/api/gallery?by={by}", content=content, headers=headers)
    assert answer.status_code == 201, answer.text
    return answer.json()


async def settled(site: Site, game: str, token: str | None = None) -> Any:
    """A board when it is no longer being tried."""
    until = time.monotonic() + 120
    while time.monotonic() < until:
        found = await site.get(f"/api/gallery/{game}", token)
        if found["status"] != "waiting":
            return found
        await asyncio.sleep(0.05)
    raise AssertionError("it is tried for ever")


async def listed(site: Site, more: str = "", token: str | None = None) -> list[str]:
    found = await site.get(f"/api/gallery{more}", token)
    return [board["game"] for board in found["boards"]]


async def test_a_shared_board_is_tried_listed_played_and_taken_back(site: Site) -> None:
    shared = await share(site, ISLAND)
    token, game = shared["token"], shared["board"]["game"]
    assert (shared["board"]["status"], shared["board"]["mine"]) == ("waiting", True)
    assert await listed(site) == []
    assert await listed(site, token=token) == [game]
    found = await settled(site, game)
    assert (found["status"], found["games"], found["mine"]) == ("listed", 24, False)
    assert (found["title"]["it"], found["by"]) == ("Isola di Bruma", "Anna")
    assert (found["places"], found["routes"], found["players"]) == (9, 16, [2, 3, 4])
    assert len(found["study"]["routes"]) == 16
    assert found["study"]["course"]["it"] != found["study"]["course"]["en"]
    (short,) = (await site.get("/api/gallery"))["boards"]
    assert short["study"] is None
    assert short["turns"] == found["study"]["turns"]
    again = await share(site, ISLAND, "Bruno")
    assert (again["board"]["by"], again["board"]["mine"]) == ("Anna", False)
    made = await site.create("Cleo", "bot:path", game=game)
    assert (await site.get(f"/api/gallery/{game}"))["tables"] == 1
    assert (await site.http.delete(f"/api/gallery/{game}")).json()["error"] == "not_shared"
    other = await site.http.delete(f"/api/gallery/{game}", headers=bearer(again["token"]))
    assert other.status_code == 403
    gone = await site.http.delete(f"/api/gallery/{game}", headers=bearer(token))
    assert gone.status_code == 200
    assert await listed(site, token=token) == []
    assert (await site.http.get(f"/api/gallery/{game}")).json()["error"] == "no_game"
    assert (await site.get(f"/api/tables/{made['table']}"))["game"] == game


async def test_what_fails_is_in_quarantine_until_somebody_decides(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    site.context.studies.seconds = 0.0  # less than one game takes
    shared = await share(site, ISLAND)
    token, game = shared["token"], shared["board"]["game"]
    found = await settled(site, game, token)
    assert (found["status"], found["why"]) == ("quarantined", "slow_board")
    assert (await site.http.get(f"/api/gallery/{game}")).status_code == 404
    assert await listed(site) == []
    assert await listed(site, token=token) == [game]
    seats = [{"kind": "person"}, {"kind": "bot"}]
    await site.refusal("/api/tables", {"game": game, "seats": seats}, 403, "barred")
    answer = await site.http.post("/api/boards", content=ISLAND, headers=JSON)
    assert answer.json()["error"] == "barred"  # nor may a table bring it along
    assert await site.hall.store.gallery.set(game, "listed")
    assert await listed(site) == [game]
    await site.create("Anna", "bot:path", game=game)
    assert await site.hall.store.gallery.set(game, "removed")
    assert await listed(site, token=token) == []
    answer = await site.http.post("/api/gallery?by=A", content=ISLAND, headers=JSON)
    assert answer.json()["error"] == "barred"
    gone = await site.http.delete(f"/api/gallery/{game}", headers=bearer(token))
    assert gone.status_code == 403  # or it could be shared again


async def test_a_fault_while_it_is_tried_is_no_fault_of_the_server(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(site.context.studies._process, "_program", "print('ready'); input(); die")
    shared = await share(site, ISLAND)
    found = await settled(site, shared["board"]["game"], shared["token"])
    assert (found["status"], found["why"]) == ("quarantined", "fault")


async def test_the_gallery_is_read_page_by_page_and_searched(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("capotreno.server.gallery.gallery.PAGE", 2)
    names = []
    for n, name in enumerate(("Alfa", "Beta", "Gamma")):
        shared = await share(site, changed(name=name, minutes=n), f"Person {n}")
        names.append(shared["board"]["game"])
        await site.hall.store.gallery.set(names[-1], "listed")
    page = await site.get("/api/gallery")
    assert [board["game"] for board in page["boards"]] == [names[2], names[1]]
    rest = await site.http.get("/api/gallery", params={"after": page["after"]})
    assert [board["game"] for board in rest.json()["boards"]] == [names[0]]
    assert rest.json()["after"] is None
    assert await listed(site, "?search=bET") == [names[1]]
    assert await listed(site, "?search=person%202") == [names[2]]
    assert await listed(site, "?search=%25") == []
    assert await listed(site, "?after=nonsense") == [names[2], names[1]]
    answer = await site.http.post("/api/gallery?by=A", content=changed(minutes=9), headers=JSON)
    assert answer.json()["error"] == "gallery_own"


async def test_boards_of_the_gallery_make_no_room_and_need_room(site: Site) -> None:
    game = (await share(site, ISLAND))["board"]["game"]
    site.hall.carried._most = len(ISLAND) + 9
    for n in range(3):
        await site.hall.carried.keep(changed(minutes=n))
    assert await site.hall.store.boards.text(game) is not None
    site.context.gallery._most = len(ISLAND) + 9
    answer = await site.http.post("/api/gallery?by=A", content=changed(minutes=8), headers=JSON)
    assert answer.json()["error"] == "gallery_full"
    site.context.gallery._most = 0
    answer = await site.http.post("/api/gallery?by=A", content=changed(minutes=8), headers=JSON)
    assert answer.json()["error"] == "no_gallery"


async def test_whatever_is_uploaded_is_refused_by_name(site: Site) -> None:
    """Damaged boards and plain nonsense: never a fault of the server, and nothing of it is kept."""
    random = Random(7)
    sound = bytearray(ISLAND)
    bad: list[bytes] = [b"", b"\xff\xfe", b"[" * 60_000, b'{"format": 1e999}', b" " * 300_000]
    for _ in range(40):
        broken = bytearray(sound)
        for _ in range(random.randrange(1, 4)):
            at = random.randrange(len(broken))
            broken[at : at + random.randrange(9)] = random.randbytes(random.randrange(5))
        bad.append(bytes(broken))
    for content in bad:
        answer = await site.http.post("/api/gallery?by=A", content=content, headers=JSON)
        if answer.status_code == 201:  # a number or a letter of a name was changed
            await site.hall.store.gallery.set(answer.json()["board"]["game"], "removed")
            site.context.gallery._own = 0
            continue
        assert answer.json()["error"] in NAMED, answer.text
        assert await site.hall.store.gallery.find(name_of(content)) is None
    for by in ("", "%20", "x" * 41):
        answer = await site.http.post(f"/api/gallery?by={by}", content=ISLAND, headers=JSON)
        assert answer.status_code == 400
