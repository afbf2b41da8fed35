"""A server that is told to stop begins nothing new and waits only so long for the rest."""

import asyncio
import gc
import signal
from pathlib import Path

import pytest

from capotreno.server import serve
from capotreno.server.hall.context import Context
from capotreno.server.settings import Settings
from tests.server.client import PATIENCE, running

pytestmark = pytest.mark.anyio


async def test_what_comes_after_the_signal_is_not_begun(tmp_path: Path) -> None:
    async with running(tmp_path) as site:
        id, tokens = await site.persons("Anna", "Bo")
        table = await site.hall.table(id)
        async with site.seat(id, tokens[0]) as anna:
            site.hall.close_doors()
            await anna.send(anna.gesture(anna.choices()[0]))
        async with asyncio.timeout(PATIENCE):
            while table.audience.listeners:  # noqa: ASYNC110 - all that she sent is heard by then
                await asyncio.sleep(0.01)
        assert table.seq == 0
        assert not any('"type":"ack"' in frame for frame in anna.frames)


async def test_the_signal_shuts_the_doors_at_once_and_the_grace_is_short(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[tuple[bool, bool]] = []

    async def once(server: serve.Server, sockets: object) -> None:
        assert server.config.timeout_graceful_shutdown == serve.GRACE <= 2
        hall = Context.of(server.config.app).hall  # type: ignore[arg-type]
        seen.append((hall.closing, server.should_exit))
        server.handle_exit(signal.SIGTERM, None)
        seen.append((hall.closing, server.should_exit))

    monkeypatch.setattr(serve.Server, "serve", once)
    monkeypatch.setattr("signal.signal", lambda *_: None)
    settings = Settings(port=0, data=tmp_path)
    with serve.bound(settings) as listener:
        await serve._serve(settings, listener, show=False)
    assert seen == [(False, False), (True, True)]


def test_at_the_end_nobody_tidies_up_what_goes_anyway(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    last: list[object] = []

    async def nothing(*_: object) -> None:
        pass

    monkeypatch.setattr(serve, "_serve", nothing)
    monkeypatch.setattr("atexit.register", last.append)
    serve.serve(Settings(port=0, data=tmp_path))
    assert last == [gc.freeze]
