"""Giving back the room of what was removed."""

from capotreno.server.operating.there import the_store
from capotreno.server.settings import Settings
from capotreno.server.store import StoreError
from capotreno.server.store.lock import reserved

__all__ = ["vacuum"]


async def vacuum(settings: Settings) -> tuple[int, int, bool]:
    """The database's bytes before and after, and whether all was done that can be.

    SQLite writes its whole file anew, and nobody can move meanwhile. So while a server runs on it
    only what makes nobody wait is done.
    """
    async with the_store(settings) as store:
        records = store.records
        before = await records.size()
        try:
            with reserved(settings.database_file, together=False):
                await records.vacuum(whole=True)
        except StoreError:
            await records.vacuum(whole=False)
            return before, await records.size(), False
        return before, await records.size(), True
