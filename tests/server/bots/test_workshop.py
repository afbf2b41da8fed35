"""Libraries that a server builds beside everything else, by a compiler that only makes files."""

import asyncio
from pathlib import Path

import pytest

from capotreno.bots import opponents as offers
from capotreno.bots.opponents import SearchTable, search_tables
from capotreno.games.registry import REGISTRY
from capotreno.native.library import build
from capotreno.server.bots import workshop
from capotreno.server.bots.workshop import Workshop, tables
from tests.server.client import running

pytestmark = pytest.mark.anyio

MAKES = """#!/bin/sh
if [ "$1" = --version ]; then echo one; exit; fi
{then}
while [ "$1" != -o ]; do shift; done
touch "$2"
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(build, "PREBUILT", tmp_path / "prebuilt")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(workshop, "tables", lambda: iter([("new_york", 2, False)]))
    monkeypatch.setattr(offers, "missing", lambda: "no weights")
    return tmp_path / "cache" / "capotreno" / "native"


def compiler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, then: str = "") -> None:
    program = tmp_path / "cxx"
    program.write_text(MAKES.format(then=then), encoding="utf-8")
    program.chmod(0o755)
    monkeypatch.setenv("CXX", str(program))


def left(folder: Path) -> list[Path]:
    """What lies there but for locks."""
    return [file for file in folder.glob("*") if file.suffix != ".lock"]


async def test_a_server_that_is_told_to_builds_what_is_missing(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiler(tmp_path, monkeypatch)
    async with running(tmp_path, libraries=True) as site:
        assert [bot["bot"] for bot in await site.get("/api/bots")][-1] != "search"
        while not search_tables():  # noqa: ASYNC110 -- another process builds
            await asyncio.sleep(0.05)
        last = (await site.get("/api/bots"))[-1]
        assert last["bot"] == "search"
        assert last["tables"] == [{"game": "new_york", "players": 2, "dice": False}]


async def test_whoever_is_stopped_leaves_nothing_half_built(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiler(tmp_path, monkeypatch, then="sleep 600")
    made = Workshop()
    made.begin()
    while not left(folder):  # noqa: ASYNC110 -- another process builds
        await asyncio.sleep(0.05)
    await made.close()
    assert not left(folder)


async def test_without_a_compiler_nothing_is_built(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CXX", "no-such-compiler")
    made = Workshop()
    made.begin()
    assert made.task is not None
    await made.task
    await made.close()
    assert search_tables() == []


def test_the_usual_tables_come_first() -> None:
    found = [SearchTable(*table) for table in tables()]
    low = {name: REGISTRY[name]().board.players[0] for name in offers.WITH_CARDS}
    assert found[0].game == "new_york"
    assert {table.game for table in found if not table.dice} == offers.WITH_CARDS
    for table in found:
        assert table.players - low[table.game] in (0, 1)
