"""Whose a table is: of the servers of a group one has it in hand, and the others send people there.

So each table is replayed by one server, and the law does not hang on it: what two servers write at
the same table is put in order by the store. A server that is gone has nothing in hand any more.
"""

import time
from collections.abc import Container

from capotreno.server.store.leases import Lease, Leases

HOLDS = 15.0  # seconds for which a server that says nothing more counts as living
AGAIN = 4.0  # seconds after which it says so again
COMING = 60.0  # seconds in which whoever a table was taken for must have come to it
OLD = 3600.0  # seconds after which a server that is gone is forgotten


class Owners:
    """What one server knows of it; `name` is ours."""

    def __init__(self, leases: Leases, name: str, address: str) -> None:
        self._leases = leases
        self.name = name
        self._address = address
        self._own: dict[str, float] = {}  # the tables that are ours, and since when
        self._said = float("-inf")

    def owns(self, table: str) -> bool:
        """Whether a table is ours, as far as is known here."""
        return table in self._own

    async def live(self) -> None:
        """Say that we live, and look what was taken from us meanwhile."""
        now = time.monotonic()
        if now - self._said < AGAIN:
            return
        if self._said < 0:  # whoever was at our address is no more
            await self._leases.bury(self._address)
        self._said = now
        await self._leases.live(Lease(self.name, self._address, time.time() + HOLDS))
        held = await self._leases.held(self.name)
        for table in [one for one, since in self._own.items() if since < now and one not in held]:
            del self._own[table]

    async def take(self, table: str) -> bool:
        """Whether a table is ours from now on; False if another server has it."""
        if table not in self._own:
            if not await self._leases.take(table, self.name, time.time()):
                return False
            self._own[table] = time.monotonic()
        return True

    async def other(self, table: str) -> Lease | None:
        """The server that has a table, if it is another one, and lives."""
        found = None if table in self._own else await self._leases.of(table, time.time())
        return None if found is None or found.server == self.name else found

    async def take_from(self, other: Lease, table: str) -> bool:
        """Take a table from a server that was not there; False if somebody was faster."""
        taken = await self._leases.take_from(other.server, table, self.name)
        if taken:
            self._own[table] = time.monotonic()
        return taken

    async def let_go(self, here: Container[str]) -> None:
        """Give up what is not in the memory, and for which nobody is on the way."""
        old = time.monotonic() - COMING
        gone = [one for one, since in self._own.items() if since < old and one not in here]
        if gone:
            for table in gone:
                del self._own[table]
            await self._leases.let_go(self.name, gone)

    async def leave(self) -> None:
        """We are going; the others may have our tables at once."""
        self._own.clear()
        await self._leases.leave(self.name, time.time() - OLD)
