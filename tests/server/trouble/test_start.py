"""A start that fails says why in one line; one server has an embedded database for itself."""

import asyncio
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest

from capotreno.cli import FAULT, main
from capotreno.server.settings import Settings
from capotreno.server.store import Store, StoreError
from capotreno.server.store.lock import reserved
from tests.server.client import running
from tests.server.store.rows import on_writer

FILE = "capotreno.sqlite3"


@contextmanager
def a_second_server(folder: Path) -> Iterator[None]:
    with reserved(folder / FILE, together=False):
        yield


@contextmanager
def a_newer_database(folder: Path) -> Iterator[None]:
    async def make() -> None:
        await (await Store.open(f"sqlite:///{folder / FILE}")).close()

    asyncio.run(make())
    with sqlite3.connect(folder / FILE) as database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
    database.close()
    yield


@contextmanager
def no_database(folder: Path) -> Iterator[None]:
    (folder / FILE).write_text("a letter to a friend " * 500)
    yield


@contextmanager
def a_folder_in_its_place(folder: Path) -> Iterator[None]:
    (folder / FILE).mkdir()
    yield


@contextmanager
def a_file_for_a_folder(folder: Path) -> Iterator[None]:
    folder.rmdir()
    folder.write_text("")
    yield


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (a_second_server, "Another server is running on"),
        (a_newer_database, "a newer Capotreno"),
        (no_database, "is not a database"),
        (a_folder_in_its_place, "cannot be reached"),
        (a_file_for_a_folder, "The folder of the database cannot be used"),
    ],
)
def test_a_start_that_fails_is_one_sentence(
    tmp_path: Path,
    wrong: Callable[[Path], AbstractContextManager[None]],
    sentence: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    monkeypatch.setenv("CAPOTRENO_DATA", str(folder))
    monkeypatch.setenv("CAPOTRENO_PORT", "0")
    with wrong(folder):
        assert main(["serve"]) == FAULT
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("capotreno: ")
    assert sentence in said.err
    assert said.err.count("\n") == 1
    assert not caplog.records


def test_channels_that_nobody_answers_at_are_one_sentence_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CAPOTRENO_DATA", str(tmp_path))
    monkeypatch.setenv("CAPOTRENO_PORT", "0")
    monkeypatch.setenv("CAPOTRENO_CHANNELS", "redis://127.0.0.1:1/0")
    assert main(["serve"]) == FAULT
    said = capsys.readouterr().err
    assert "CAPOTRENO_CHANNELS" in said
    assert said.count("\n") == 1


def test_servers_that_hear_each_other_may_share_an_embedded_database(tmp_path: Path) -> None:
    file = tmp_path / FILE
    with (
        reserved(file, together=True),
        reserved(file, together=True),
        pytest.raises(StoreError, match="Another server"),
        reserved(file, together=False),
    ):
        pass
    with reserved(file, together=False):
        for together in (False, True):
            with pytest.raises(StoreError, match="Another"), reserved(file, together=together):
                pass
    assert file.with_name(FILE + ".lock").stat().st_mode & 0o077 == 0
    with reserved(None, together=False), reserved(None, together=False):
        pass  # PostgreSQL is made for many


def test_the_file_of_the_embedded_database() -> None:
    assert Settings(data=Path("folder")).database_file == Path("folder") / FILE
    assert Settings(database="sqlite+aiosqlite:////a/b.db").database_file == Path("/a/b.db")
    assert Settings(database="postgresql://host/name").database_file is None


@pytest.mark.anyio
async def test_a_running_server_holds_its_database_and_lets_it_go(tmp_path: Path) -> None:
    async with running(tmp_path):
        with pytest.raises(StoreError), reserved(tmp_path / FILE, together=False):
            pass
    with reserved(tmp_path / FILE, together=False):
        pass


@pytest.mark.anyio
async def test_a_database_that_keeps_nothing_is_not_healthy(tmp_path: Path) -> None:
    async with running(tmp_path) as site:
        assert (await site.http.get("/health")).status_code == 200
        await on_writer(site.hall.store, "PRAGMA query_only = ON")  # it answers all the same
        answer = await site.http.get("/health")
        assert (answer.status_code, answer.json()["error"]) == (503, "store")
