"""One cache of libraries for all workers of a run; without a compiler the tests say so."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from capotreno import Game, load
from capotreno.native.library import build
from capotreno.native.library.build import NoLibrary
from capotreno.native.library.game import NativeGame
from tests.terminal.driver import Shell


@pytest.fixture(scope="session")
def libraries(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Games are compiled into a folder of this run."""
    try:
        build.compiler()
    except NoLibrary as reason:
        pytest.skip(f"NOT TESTED: {reason}")
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(shared / "cache"))
        yield


@pytest.fixture
def soon(libraries: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is compiled is ready soonest, and a few games take no time: `native` is what is used."""
    flags = ("-std=c++17", "-O0", "-shared", "-fPIC", "-fvisibility=hidden", "-pthread", "-w")
    monkeypatch.setattr(build, "FLAGS", flags)
    monkeypatch.setattr(build, "OWN_FLAGS", ())


@pytest.fixture(scope="session")
def game() -> Game:
    return load("new_york", players=2)


@pytest.fixture(scope="session")
def native(libraries: None, game: Game) -> NativeGame:
    return NativeGame(game)


@pytest.fixture
def shell(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Shell:
    return Shell(monkeypatch, tmp_path)
