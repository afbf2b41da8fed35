"""What is the operator's own: the data folder, the counters."""

import asyncio
import stat
from pathlib import Path

import pytest

from capotreno.engine.errors import CapotrenoError
from capotreno.server.settings import from_environment
from capotreno.server.store import Store
from tests.server.client import bearer, running

pytestmark = pytest.mark.anyio


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


async def test_the_data_folder_is_its_owners_alone(tmp_path: Path) -> None:
    folder = tmp_path / "share" / "capotreno"
    async with running(folder):
        assert mode(folder) == 0o700
        assert {mode(file) for file in await asyncio.to_thread(list, folder.iterdir())} == {0o600}


async def test_a_database_that_others_could_read_is_closed_to_them(tmp_path: Path) -> None:
    """It was copied there, or made under an older program; the folder is left as it was."""
    folder = tmp_path / "shared"
    folder.mkdir(mode=0o755)
    file = folder / "capotreno.sqlite3"
    file.touch(mode=0o644)
    store = await Store.open(f"sqlite:///{file}")
    await store.close()
    assert (mode(file), mode(folder)) == (0o600, 0o755)


async def test_the_counters_are_shut_unless_the_operator_opens_them(tmp_path: Path) -> None:
    async with running(tmp_path / "a", metrics="") as site:
        for headers in ({}, bearer("x"), bearer("x" * 16)):
            answer = await site.http.get("/metrics", headers=headers)
            assert (answer.status_code, answer.json()["error"]) == (401, "metrics")
    async with running(tmp_path / "b", metrics="s" * 16) as site:
        for headers in ({}, bearer("x" * 16), bearer("s" * 17)):
            answer = await site.http.get("/metrics", headers=headers)
            assert (answer.status_code, answer.json()["error"]) == (401, "metrics")
        answer = await site.http.get("/metrics", headers=bearer("s" * 16))
        assert "capotreno_tables 0.0" in answer.text


def test_a_secret_that_can_be_guessed_is_refused() -> None:
    assert from_environment({}).metrics == ""
    assert from_environment({"CAPOTRENO_METRICS": "s" * 16}).metrics == "s" * 16
    for secret in ("yes", "s" * 129):
        with pytest.raises(CapotrenoError, match="CAPOTRENO_METRICS"):
            from_environment({"CAPOTRENO_METRICS": secret})
