"""A push service of the tests' own, on loopback, and browsers that read what it is given."""

import asyncio
import json
import os
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec

from capotreno.server.notices import notices
from capotreno.server.notices.cipher import CURVE, packed, public_point, unsealed
from tests.server.client import Json, Site, running


class Service:
    """It answers with `status`, and remembers what it was given at which path."""

    def __init__(self) -> None:
        self.status = 201
        self.got: list[tuple[str, dict[str, str], bytes]] = []
        self.url = ""

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        first, *lines = head.strip().split("\r\n")
        headers = dict(line.split(": ", 1) for line in lines)
        body = await reader.readexactly(int(headers["content-length"]))
        self.got.append((first.split(" ")[1], headers, body))
        writer.write(f"HTTP/1.1 {self.status} Whatever\r\n\r\n".encode())
        await writer.drain()
        writer.close()


class Browser:
    """One that has asked for notices, and can read those that are for it."""

    def __init__(self, service: Service, name: str) -> None:
        self.service = service
        self.path = f"/push/{name}"
        self.key = ec.generate_private_key(CURVE)
        self.auth = os.urandom(16)

    @property
    def subscription(self) -> Json:
        keys = {"p256dh": packed(public_point(self.key.public_key())), "auth": packed(self.auth)}
        return {"endpoint": self.service.url + self.path, "keys": keys}

    @property
    def read(self) -> list[Any]:
        """What it was told so far."""
        mine = [body for path, _, body in self.service.got if path == self.path]
        return [json.loads(unsealed(body, self.key, self.auth)) for body in mine]


@pytest.fixture
async def service(anyio_backend: str) -> AsyncIterator[Service]:
    made = Service()
    server = await asyncio.start_server(made.serve, "127.0.0.1", 0)
    made.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    yield made
    server.close()


@pytest.fixture
async def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Site]:
    """A server that sends only when the test says so."""
    monkeypatch.setattr(notices, "TICK", 3600.0)
    async with running(tmp_path, push_anywhere=True, notice_seconds=0.0) as site:
        yield site


async def sent(site: Site) -> None:
    """What has happened is kept, and what is due is sent."""
    own = site.hall.notices
    await own.noted()
    await own.deliver()
