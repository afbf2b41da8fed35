"""How a server and its database are, as somebody beside them sees it."""

import asyncio
import shutil
import urllib.error
import urllib.request
from typing import NamedTuple

from capotreno.server.operating.there import NotDone, the_store
from capotreno.server.settings import Settings
from capotreno.server.store import StoreError

__all__ = ["Health", "health"]

PATIENCE = 10.0  # seconds for the server's answer
EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - who listens there is here too


class Health(NamedTuple):
    """What is not well, empty where all is; how much there is, and the room left for it."""

    server: str
    database: str
    tables: dict[str, int]
    size: int  # bytes of the database
    free: int  # bytes on its disk; 0 where it is PostgreSQL's affair


async def health(settings: Settings) -> Health:
    """Ask the server of these settings, and look at its database."""
    asking = asyncio.create_task(asyncio.to_thread(_server, settings))
    file = settings.database_file
    fault, size, free = "", 0, 0
    tables: dict[str, int] = {}
    try:
        async with the_store(settings) as store:
            await store.ping()
            tables, size = await store.counts(), await store.records.size()
            free = shutil.disk_usage(file.parent).free if file is not None else 0
    except (StoreError, NotDone) as error:
        fault = str(error)
    return Health(await asking, fault, tables, size, free)


def _server(settings: Settings) -> str:
    host = EVERYWHERE.get(settings.host, settings.host)
    host = f"[{host}]" if ":" in host else host
    address = f"http://{host}:{settings.port}/health"
    try:
        with urllib.request.urlopen(address, timeout=PATIENCE):
            return ""
    except urllib.error.HTTPError as error:
        return f"{error.code} {error.reason}"
    except OSError as error:
        reason = getattr(error, "reason", error)
        return str(getattr(reason, "strerror", None) or reason)
