"""What every server of the tests would make anew: an application, a database that is up to date."""

import asyncio
import ssl
import tempfile
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path

from litestar import Litestar
from litestar.datastructures import State

from capotreno.server.app import create_app
from capotreno.server.settings import Settings
from capotreno.server.store import Store

#: Nothing is encrypted on loopback: nobody need read which certificates this machine trusts.
PLAIN = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)

_ended: list[Litestar] = []
_migrated: list[bytes] = []


@asynccontextmanager
async def living(settings: Settings) -> AsyncIterator[Litestar]:
    """An application while it serves. One that has ended lives again: to look through all its doors
    takes longer than most tests.

    Nothing of its former life is left but the doors: with other settings begins all that it holds.
    """
    file = settings.database_file
    if file is not None and file.parent.is_dir() and not file.exists():
        migrated(file)
    alone = not settings.channels_url
    app = _ended.pop() if alone and _ended else create_app(settings)
    app.state = State({"settings": settings})
    async with app.lifespan():
        yield app
    if alone:
        _ended.append(app)


def migrated(file: Path) -> None:
    """A database as its migrations leave it, which are walked through once."""
    if not _migrated:
        with tempfile.TemporaryDirectory() as folder:
            fresh = Path(folder) / "fresh"
            migrate(f"sqlite:///{fresh}")
            _migrated.append(fresh.read_bytes())
    file.write_bytes(_migrated[0])


def migrate(url: str) -> None:
    """Bring a database up to date, whether an event loop runs here or not."""

    async def opened() -> None:
        await (await Store.open(url)).close()

    with ThreadPoolExecutor(1) as pool:
        pool.submit(asyncio.run, opened()).result()
