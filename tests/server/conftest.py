"""Databases for the tests of the server: SQLite in a temporary folder, a PostgreSQL of its own."""

import os
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from capotreno.server.store import Store
from tests.server.postgres import Cluster
from tests.server.ready import migrated
from tests.server.redis_server import RedisServer
from tools.setup.debian import Missing


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def still(monkeypatch: pytest.MonkeyPatch) -> None:
    """Time stands still for the limits: what was used up is not filled again meanwhile."""
    monkeypatch.setattr(
        "capotreno.server.doors.limits.time", SimpleNamespace(monotonic=lambda: 0.0)
    )


@pytest.fixture(scope="session")
def postgres() -> Iterator[Cluster]:
    """A running PostgreSQL, one for each worker of the test-suite."""
    cluster = None
    try:
        cluster = Cluster()
        cluster.start()
    except Missing as reason:
        if cluster is not None:
            cluster.remove()
        sentence = f"NOT TESTED ON POSTGRESQL: {reason}"
        if os.environ.get("CI") == "true":
            pytest.fail(sentence)
        pytest.skip(sentence)
    yield cluster
    cluster.remove()


@pytest.fixture(scope="session")
def redis() -> Iterator[RedisServer]:
    """A running Redis."""
    try:
        server = RedisServer()
        server.start()
    except Missing as reason:
        sentence = f"NOT TESTED ON REDIS: {reason}"
        if os.environ.get("CI") == "true":
            pytest.fail(sentence)
        pytest.skip(sentence)
    yield server
    server.stop()


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    migrated(tmp_path / "capotreno.db")
    return f"sqlite:///{tmp_path / 'capotreno.db'}"


@pytest.fixture
def postgresql_url(postgres: Cluster) -> str:
    return postgres.create()


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest) -> str:
    """A database of each kind with nothing in its tables: what asks for it runs twice."""
    return str(request.getfixturevalue(f"{request.param}_url"))


@pytest.fixture
async def store(database_url: str, anyio_backend: str) -> AsyncIterator[Store]:
    store = await Store.open(database_url)
    yield store
    await store.close()
