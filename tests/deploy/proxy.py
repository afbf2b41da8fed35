"""The proxies of deploy/, real ones on loopback, and clients that come through them by name."""

import os
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

from tests.server.client import PATIENCE, Site
from tests.server.trouble.torture import free_port
from tools.setup.debian import provided

DEPLOY = Path(__file__).resolve().parents[2] / "deploy"
NAME = "play.example.org"

#: What is around a site of nginx, here without anything of the system's.
AROUND = """
{user}
daemon off;
pid {folder}/pid;
error_log {folder}/error.log warn;
events {{}}
http {{
    access_log off;
    {temporary}
    include {folder}/site.conf;
}}
"""
TEMPORARY = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")


def program(package: str) -> str:
    """A proxy of the system's packages."""
    path = f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin"
    return provided(package, lambda: shutil.which(package, path=path))


class Front:
    """A running proxy: where it is reached, and what clients need to believe it."""

    def __init__(self, port: int, plain: int, context: ssl.SSLContext) -> None:
        self.port = port
        self.plain = plain  # the port without TLS
        self.context = context
        self.host = f"{NAME}:{port}"

    @asynccontextmanager
    async def site(self) -> AsyncIterator["Proxied"]:
        """The site as its guests meet it."""
        url = f"https://127.0.0.1:{self.port}"
        headers = {"host": self.host}
        async with httpx.AsyncClient(
            base_url=url, headers=headers, verify=self.context, timeout=PATIENCE
        ) as http:
            yield Proxied(url, http, self)


class Proxied(Site):
    """A server behind a proxy: nobody sees its insides from here."""

    def __init__(self, url: str, http: httpx.AsyncClient, front: Front) -> None:
        self.url = url
        self.http = http
        self.front = front

    @asynccontextmanager
    async def raw(self, table: str, **more: Any) -> AsyncIterator[ClientConnection]:
        """A socket as a browser's page of the site opens it."""
        front = self.front
        async with connect(
            f"wss://{front.host}/api/tables/{table}/socket",
            host="127.0.0.1",
            port=front.port,
            ssl=front.context,
            origin=f"https://{front.host}",  # type: ignore[arg-type]
            max_size=None,
            proxy=None,
        ) as opened:
            yield opened


def certificate(folder: Path) -> ssl.SSLContext:
    """A certificate for the name and loopback, by nobody but itself; a context that believes it."""
    names = f"subjectAltName=DNS:{NAME},IP:127.0.0.1"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
         "-nodes", "-days", "1", "-subj", f"/CN={NAME}", "-addext", names,
         "-keyout", str(folder / "key.pem"), "-out", str(folder / "cert.pem")],
        check=True, capture_output=True,
    )  # fmt: skip
    return ssl.create_default_context(cafile=str(folder / "cert.pem"))


@contextmanager
def nginx(folder: Path, *servers: int) -> Iterator[Front]:
    """nginx with deploy/nginx.conf, before servers at some ports."""
    binary = program("nginx")
    folder.mkdir()
    context = certificate(folder)
    port, plain = free_port(), free_port()
    live = f"/etc/letsencrypt/live/{NAME}"
    text = (DEPLOY / "nginx.conf").read_text("utf-8")
    for old, new in (
        ("server 127.0.0.1:8642;", " ".join(f"server 127.0.0.1:{one};" for one in servers)),
        ("listen 80;", f"listen 127.0.0.1:{plain};"),
        ("listen [::]:80;", ""),
        ("listen 443 ssl http2;", f"listen 127.0.0.1:{port} ssl http2;"),
        ("listen [::]:443 ssl http2;", ""),
        (f"{live}/fullchain.pem", f"{folder}/cert.pem"),
        (f"{live}/privkey.pem", f"{folder}/key.pem"),
    ):
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    (folder / "site.conf").write_text(text, "utf-8")
    temporary = " ".join(f"{one}_temp_path {folder}/{one};" for one in TEMPORARY)
    user = "user root;" if os.geteuid() == 0 else ""
    around = AROUND.format(folder=folder, temporary=temporary, user=user)
    (folder / "nginx.conf").write_text(around, "utf-8")
    command = [binary, "-p", str(folder), "-c", str(folder / "nginx.conf")]
    with started(command, port, folder):
        yield Front(port, plain, context)


@contextmanager
def started(command: list[str], port: int, folder: Path, **environment: str) -> Iterator[None]:
    """A program to the end of the block, from when it can be reached."""
    with (folder / "said").open("wb") as said:
        process = subprocess.Popen(
            command, env={**os.environ, **environment}, stdout=said, stderr=said
        )
    try:
        for _ in range(2400):
            assert process.poll() is None, (folder / "said").read_text("utf-8")
            with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                break
            time.sleep(0.02)
        yield
    finally:
        process.terminate()
        process.wait()
