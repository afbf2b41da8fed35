"""A stranger's name that leads to this server opens nothing: no page of theirs is one of ours."""

import asyncio
import json
from pathlib import Path

import pytest

from capotreno.server.doors.origins import host_known
from capotreno.server.settings import from_environment
from tests.server.client import PATIENCE, running

pytestmark = pytest.mark.anyio

OURS = (
    *("127.0.0.1", "127.0.0.1:8642", "192.168.1.20:80", "[::1]:8642", "[fe80::1]", "localhost:1"),
    *("attic:8642", "attic.local", "Attic.LAN:8642", "attic.home.arpa.", "", "play.example"),
    "Play.Example:443",
)
OTHERS = ("evil.example", "evil.example:8642", "127.0.0.1.evil.example", "local.evil.example", "[")


def test_addresses_near_names_and_listed_ones_are_ours() -> None:
    for host in OURS:
        assert host_known(host, ("play.example",)), host
    for host in OTHERS:
        assert not host_known(host, ("play.example",)), host
        assert host == "[" or host_known(host, ("*",)), host


def test_the_names_are_a_setting() -> None:
    found = from_environment({"CAPOTRENO_NAMES": "Play.Example, club.example"})
    assert found.names == ("play.example", "club.example")


async def test_whatever_is_called_by_another_name_is_refused(tmp_path: Path) -> None:
    evil = {"host": "evil.example:8642", "sec-fetch-site": "same-origin"}
    async with running(tmp_path, names=("play.example",)) as site:
        made = await site.create("Anna", "open", public=True)
        for path in ("/", "/api/tables", "/api/games", f"/api/tables/{made['table']}", "/health"):
            answer = await site.http.get(path, headers=evil)
            assert (answer.status_code, answer.json()["error"]) == (421, "host"), path
            assert "CAPOTRENO_NAMES" in answer.json()["text"]
            assert (await site.http.get(path, headers={"host": "play.example"})).is_success
        body = {"game": "new_york", "seats": [{"kind": "person"}] * 2}
        assert (await site.http.post("/api/tables", json=body, headers=evil)).status_code == 421
        assert await said_to_a_socket(site.url, made["table"]) == "host"


async def said_to_a_socket(url: str, table: str) -> str:
    """Why a socket under another name is closed; by hand, for clients say their host themselves."""
    reader, writer = await asyncio.open_connection("127.0.0.1", int(url.rsplit(":", 1)[1]))
    writer.write(
        f"GET /api/tables/{table}/socket HTTP/1.1\r\nHost: evil.example\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
    )
    async with asyncio.timeout(PATIENCE):
        await reader.readuntil(b"\r\n\r\n")
        said = await reader.readuntil(b"}")
    writer.close()
    assert b"CAPOTRENO_NAMES" in said
    return json.loads(said[said.index(b"{") :])["error"]  # type: ignore[no-any-return]
