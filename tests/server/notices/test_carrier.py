"""Where a server may be sent: to public addresses by HTTPS, and never to its own neighbours."""

import asyncio
from typing import Any

import pytest

from capotreno.server.notices import carrier
from capotreno.server.notices.carrier import Unreachable, post, speakable
from tests.server.client import Site
from tests.server.notices.conftest import Browser, Service

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(
    ("address", "may"),
    [
        ("https://push.example.org/a?b=c", True),
        ("https://push.example.org:443/a", True),
        ("https://93.184.215.14/a", True),
        ("http://push.example.org/a", False),
        ("https://push.example.org:8443/a", False),
        ("https://127.0.0.1/a", False),
        ("https://10.0.0.1/a", False),
        ("https://169.254.169.254/latest/meta-data", False),
        ("https://[::1]/a", False),
        ("https://[::ffff:10.0.0.1]/a", False),
        ("https://localhost/a", False),
        ("https://attic/a", False),
        ("https://user@push.example.org/a", False),
        ("https://push.example.org/a#b", False),
        ("https://push.example.org/a\r\nx: y", False),
        ("https://push.example.org/ a", False),
        ("https://[::1", False),
        ("https://push.example.org:99999/", False),
        ("https:///a", False),
        ("ftp://push.example.org/a", False),
        ("https://push.example.org/" + "a" * 1000, False),
    ],
)
def test_an_address_is_judged_by_itself(address: str, may: bool) -> None:
    assert speakable(address) is may


@pytest.mark.parametrize(
    "leads_to", ["127.0.0.1", "192.168.1.1", "::1", "fe80::1%eth0", "::ffff:10.0.0.1", "224.0.0.1"]
)
async def test_a_name_that_leads_home_is_not_called(
    leads_to: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where only one of its addresses does: any of them might be the one that is called."""

    async def looked_up(*_: object, **__: object) -> list[Any]:
        return [(2, 1, 6, "", (one, 443)) for one in ("93.184.215.14", leads_to)]

    async def connected(*_: object, **__: object) -> None:
        raise AssertionError("it was called")

    monkeypatch.setattr(asyncio.get_running_loop(), "getaddrinfo", looked_up)
    monkeypatch.setattr(asyncio, "open_connection", connected)
    with pytest.raises(Unreachable, match="no public address"):
        await post("https://push.example.org/a", {}, b"")


async def test_what_was_looked_at_is_what_is_called(monkeypatch: pytest.MonkeyPatch) -> None:
    """Asked again, a name could lead elsewhere."""
    called: list[Any] = []

    async def looked_up(*_: object, **__: object) -> list[Any]:
        return [(2, 1, 6, "", ("93.184.215.14", 443))]

    async def connected(host: str, port: int, **more: object) -> None:
        called.append((host, port, more["server_hostname"]))
        raise OSError("far away")

    monkeypatch.setattr(asyncio.get_running_loop(), "getaddrinfo", looked_up)
    monkeypatch.setattr(asyncio, "open_connection", connected)
    with pytest.raises(Unreachable, match="far away"):
        await post("https://push.example.org/a", {}, b"")
    assert called == [("93.184.215.14", 443, "push.example.org")]


async def test_a_redirection_is_followed_nowhere(service: Service) -> None:
    service.status = 302
    assert await post(f"{service.url}/a?b=c", {"x": "y"}, b"body", anywhere=True) == 302
    assert [(path, body) for path, _, body in service.got] == [("/a?b=c", b"body")]


async def test_who_answers_nonsense_or_not_at_all_is_out_of_reach(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    answers = [b"HELLO\r\n", b"x" * 5000, b"HTTP/1.1 abc\r\n", b""]

    async def serve(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if answers:
            writer.write(answers.pop())
            writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/"
    for _ in answers:
        with pytest.raises(Unreachable):
            await post(url, {}, b"", anywhere=True)
    monkeypatch.setattr(carrier, "PATIENCE", 0.1)
    with pytest.raises(Unreachable):
        await post(url, {}, b"", anywhere=True)
    server.close()


async def test_an_address_of_this_network_is_refused_at_the_door(
    site: Site, service: Service
) -> None:
    made = await site.create("Anna", "open")
    object.__setattr__(site.context.settings, "push_anywhere", False)
    body = Browser(service, "anna").subscription
    await site.refusal("/api/push", body, 400, "endpoint", made["token"])
    body["endpoint"] = "https://10.1.2.3/push"
    await site.refusal("/api/push", body, 400, "endpoint", made["token"])
