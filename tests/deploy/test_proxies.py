"""People play through the proxies of deploy/, as through those of a real site."""

import random
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import connect

from tests.deploy.proxy import DEPLOY, NAME, Front, nginx, started
from tests.server.client import METRICS, Client, Json, Site, bearer, running
from tests.server.postgres import Cluster
from tests.server.trouble.torture import Server, call, free_port
from tests.server.trouble.torture import running as servers

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

BEHIND: Json = {"proxies": ("127.0.0.1",), "names": (NAME,)}


async def played(*clients: Client, most: int = 10_000) -> int:
    """People play as it comes, to the end or for so many gestures; how many they were."""
    gestures = 0
    while gestures < most and clients[0].result is None:
        asked = next((one for one in clients if one.offer is not None), None)
        if asked is None:
            await clients[0].hear()
            continue
        seq = await asked.moved(random.choice(asked.choices()))
        for one in clients:
            await one.reach(seq)
        gestures += 1
    return gestures


def port_of(site: Site) -> int:
    return int(site.url.rsplit(":", 1)[1])


@pytest.mark.usefixtures("nginx_there")
async def test_two_people_play_a_whole_table_through_nginx(tmp_path: Path) -> None:
    async with running(tmp_path / "data", **BEHIND) as inner:
        with nginx(tmp_path / "nginx", port_of(inner)) as front:
            async with front.site() as site:
                table, tokens = await site.persons("Anna", "Bo")
                async with (
                    site.seat(table, tokens[0]) as anna,
                    site.seat(table, tokens[1]) as bo,
                    site.seat(table) as guest,
                ):
                    assert await played(anna, bo, guest) > 20
                    assert guest.result is not None
                await answers(front, inner, site.http)


async def answers(front: Front, inner: Site, http: httpx.AsyncClient) -> None:
    """What else a proxy must see to."""
    page = await http.get("/")
    assert page.status_code in (200, 503)  # 503: the browser client is not built
    assert page.headers["strict-transport-security"] == "max-age=31536000"
    assert (await http.get("/metrics", headers=bearer(METRICS))).status_code == 404
    # What a caller says about its own address counts for nothing.
    body = {"game": "new_york", "seats": [{"kind": "person"}, {"kind": "open"}], "public": True}
    own = {"x-forwarded-for": "192.0.2.7", "origin": f"https://{front.host}"}
    made = await http.post("/api/tables", json=body, headers=own)
    row = await inner.hall.store.table(made.json()["table"])
    assert row is not None
    assert row.source == inner.hall.source_of("127.0.0.1")
    evil = {"origin": "https://evil.example"}
    assert (await http.post("/api/tables", json=body, headers=evil)).status_code == 403
    large = await http.post("/api/logs", content=b"x" * (3 * 1024 * 1024))
    assert large.status_code == 413
    async with httpx.AsyncClient() as plain:
        named = {"host": NAME}
        moved = await plain.get(f"http://127.0.0.1:{front.plain}/table/x?a=b", headers=named)
        assert (moved.status_code, moved.headers["location"]) == (
            301,
            f"https://{NAME}/table/x?a=b",
        )


@pytest.mark.usefixtures("nginx_there")
async def test_a_server_dies_and_people_play_on_at_the_other(
    tmp_path: Path, postgres: Cluster
) -> None:
    """Two servers on one PostgreSQL behind one proxy, as in deploy/compose.yaml."""
    url = postgres.create()
    settings = {"CAPOTRENO_DATABASE": url, "CAPOTRENO_PROXIES": "127.0.0.1"}
    two = [Server(tmp_path / name, **settings, CAPOTRENO_NAMES=NAME) for name in ("one", "two")]
    async with servers(*two):
        with nginx(tmp_path / "nginx", *(one.port for one in two)) as front:
            async with front.site() as site:
                table, tokens = await site.persons("Anna", "Bo")
                async with (
                    site.seat(table, tokens[0]) as anna,
                    site.seat(table, tokens[1]) as bo,
                ):
                    assert await played(anna, bo, most=8) == 8
                    seq = anna.seq
                two[0].kill()
                async with (
                    site.seat(table, tokens[0]) as anna,
                    site.seat(table, tokens[1]) as bo,
                ):
                    assert anna.seq == seq
                    assert await played(anna, bo, most=8) == 8


@pytest.mark.usefixtures("nginx_there")
async def test_all_that_concerns_a_table_comes_to_the_same_server(
    tmp_path: Path, postgres: Cluster
) -> None:
    """They can pass nothing on to each other here, and no table is in the memory of both."""
    settings = {
        "CAPOTRENO_DATABASE": postgres.create(),
        "CAPOTRENO_PROXIES": "127.0.0.1",
        "CAPOTRENO_NAMES": NAME,
        "CAPOTRENO_ADDRESS": "-",
    }
    two = [Server(tmp_path / name, **settings) for name in ("one", "two")]
    tables = 6
    async with servers(*two):
        with nginx(tmp_path / "nginx", *(one.port for one in two)) as front:
            async with front.site() as site, AsyncExitStack() as sockets:
                for _ in range(tables):
                    table, tokens = await site.persons("Anna", "Bo")
                    for token in tokens:
                        await sockets.enter_async_context(site.seat(table, token))
                kept = [(await call(one, "GET", "/health"))["tables"] for one in two]
    assert sum(kept) == tables


@asynccontextmanager
async def by_name(port: int, table: str, token: str) -> AsyncIterator[Client]:
    """A seat whose socket is opened under the site's name, without TLS."""
    address = f"ws://{NAME}:{port}/api/tables/{table}/socket"
    async with connect(address, host="127.0.0.1", port=port, proxy=None, max_size=None) as opened:
        client = Client(opened)
        await client.ask({"type": "hello", "token": token}, "snapshot")
        yield client


async def test_two_people_play_through_caddy(tmp_path: Path, caddy_there: str) -> None:
    """With its own certificates switched off: no authority reaches loopback."""
    port = free_port()
    async with running(tmp_path / "data", **BEHIND) as inner:
        environment = {
            "CAPOTRENO_SITE": f"http://{NAME}:{port}",
            "CAPOTRENO_SERVERS": f"127.0.0.1:{port_of(inner)}",
            "XDG_DATA_HOME": str(tmp_path / "caddy"),
            "XDG_CONFIG_HOME": str(tmp_path / "caddy"),
        }
        text = "{\n\tadmin off\n}\n" + (DEPLOY / "Caddyfile").read_text("utf-8")
        (tmp_path / "Caddyfile").write_text(text, "utf-8")
        command = [caddy_there, "run", "--adapter", "caddyfile", "--config"]
        with started([*command, str(tmp_path / "Caddyfile")], port, tmp_path, **environment):
            named = {"host": f"{NAME}:{port}"}
            url = f"http://127.0.0.1:{port}"
            async with httpx.AsyncClient(base_url=url, headers=named, timeout=60) as http:
                site = Site(url, inner.context, http)
                table, tokens = await site.persons("Anna", "Bo")
                assert (await http.get("/metrics", headers=bearer(METRICS))).status_code == 404
                body = {"game": "new_york", "seats": [{"kind": "person"}] * 2}
                own = {"x-forwarded-for": "192.0.2.7"}
                made = (await http.post("/api/tables", json=body, headers=own)).json()
                row = await inner.hall.store.table(made["table"])
                assert row is not None
                assert row.source == inner.hall.source_of("127.0.0.1")
            async with (
                by_name(port, table, tokens[0]) as anna,
                by_name(port, table, tokens[1]) as bo,
            ):
                assert await played(anna, bo, most=20) == 20
