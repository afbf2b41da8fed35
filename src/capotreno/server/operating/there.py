"""The store of a server's settings as it is: neither made nor brought up to date."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from capotreno.engine.errors import CapotrenoError
from capotreno.server.settings import Settings
from capotreno.server.store import Store
from capotreno.words import say

__all__ = ["NotDone", "the_store"]


class NotDone(CapotrenoError):
    """What an operator wished and cannot be; the key is that of the message files."""

    def __init__(self, key: str, **values: str) -> None:
        super().__init__(say("en", key, values))
        self.key = key
        self.values = values


@asynccontextmanager
async def the_store(settings: Settings) -> AsyncIterator[Store]:
    """The store, as long as it is needed."""
    file = settings.database_file
    if file is not None and not file.exists():  # to open it would make one
        raise NotDone("admin.no_database", file=str(file))
    store = await Store.open(settings.database_url, migrating=False)
    try:
        yield store
    finally:
        await store.close()
