"""What an operator does beside a running server, and what time does: both are noticed here.

A table that is not in the store any more leaves the memory and its people are sent away; one that
was changed there by somebody else is read again. Old tables go, as the settings say.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable

from capotreno.server.settings import Settings
from capotreno.server.store.errors import StoreError
from capotreno.server.store.store import Store
from capotreno.server.table.table import Table

logger = logging.getLogger("capotreno")

LOOK = 5.0  # seconds between two looks at the tables in memory
CLEARING = 3600.0  # seconds between two clearings of old tables
DAY = 86400.0
FORGOTTEN = 400 * DAY  # of a profile with no seat: as long as a browser keeps what opens it
AT_ONCE = 100  # tables that go in one breath: people's moves wait no longer than for these


class Sweep:
    """A server's broom."""

    def __init__(
        self,
        store: Store,
        settings: Settings,
        tables: dict[str, Table],
        told: Callable[[Table], bool],
        gone: Callable[[Table], None],
        trouble: Callable[[str, StoreError], None],
    ) -> None:
        self._records = store.records
        self._people = store.people
        self._settings = settings
        self._tables = tables
        self._told = told  # what is only kept for a list is looked at when it is listed
        self._gone = gone
        self._trouble = trouble

    async def run(self) -> None:
        """Look again and again."""
        cleared = float("-inf")
        while True:
            await asyncio.sleep(LOOK)
            await self._safely(self.look)
            if time.monotonic() - cleared >= CLEARING:
                cleared = time.monotonic()
                await self._safely(self.clear)

    async def _safely(self, work: Callable[[], Awaitable[object]]) -> None:
        try:
            await work()
        except StoreError as error:
            self._trouble("the sweep", error)
        except Exception:
            logger.exception("the sweep: a fault of the server")  # and it goes on

    async def look(self) -> None:
        """Compare the tables in memory with the store."""
        here = dict(self._tables)
        standing = await self._records.standing(list(here))
        for id, table in here.items():
            changed = standing.get(id)
            if changed is None:
                logger.info("a table was removed", extra={"table": id})
                self._gone(table)
            elif changed > table.row.changed and self._told(table):
                await table.catch_up()
                table.audience.tell_seats()

    async def clear(self) -> int:
        """Let the tables go that are kept no longer; how many."""
        now, never = time.time(), float("-inf")
        keep, unfinished = self._settings.keep, self._settings.keep_unfinished
        limits = (
            (now - keep * DAY if keep else never),
            (now - unfinished * DAY if unfinished else never),
        )
        cleared = 0
        while limits != (never, never):
            old = await self._records.old(*limits, AT_ONCE)
            if not old:
                break
            cleared += await self._records.remove(old)
        for person in await self._people.unused(now - FORGOTTEN):
            await self._people.remove(person)
        if cleared:
            logger.info("old tables were removed", extra={"tables": cleared})
        return cleared
