"""Who calls: the token that holds seats, and the person whose profile is open on the device.

A token stands in a header, where a page puts it. A profile's key is in a cookie that no page can
read and no other site's page can make a browser send; it is stored as a hash, like every secret.
"""

import time
from typing import TYPE_CHECKING, Any, NamedTuple

from litestar.connection import ASGIConnection

from capotreno.server.hall.secrets import digest, same
from capotreno.server.settings import SECRET
from capotreno.server.store.people import DEVICE, KeyRow, PersonRow
from capotreno.server.store.rows import SeatRow
from capotreno.server.table.faults import Refusal

if TYPE_CHECKING:
    from capotreno.server.store.store import Store

COOKIE = "capotreno"
OFTEN = 24 * 60 * 60.0  # seconds between two notes that a device was used

Incoming = ASGIConnection[Any, Any, Any, Any]  # a call or a socket


class Caller(NamedTuple):
    """Who calls. Nobody needs a profile, and who looks on needs no token either."""

    token: str = ""
    person: str | None = None

    @property
    def who(self) -> str:
        """As whom they are known at all tables: the person, or else the hash of their token."""
        return self.person or (digest(self.token) if self.token else "")

    def holds(self, row: SeatRow) -> bool:
        """Whether a seat is theirs."""
        if same(self.token, row.token):
            return True
        return self.person is not None and row.kind == "person" and row.person == self.person

    def seats(self, rows: list[SeatRow]) -> list[int]:
        """Which seats of a table are theirs."""
        return [row.seat for row in rows if self.holds(row)]


def bearer(connection: Incoming) -> str | None:
    """The token of a call, if it brings one."""
    header = connection.headers.get("authorization", "")
    scheme, _, token = header.partition(" ")
    return token.strip() if scheme.lower() == "bearer" and len(token) in SECRET else None


async def opened(connection: Incoming, store: "Store") -> tuple[PersonRow, KeyRow] | None:
    """The profile that is open on the caller's device, and its key."""
    secret = connection.cookies.get(COOKIE, "")
    if len(secret) not in SECRET:
        return None
    now = time.time()
    found = await store.people.by_secret(digest(secret), now)
    if found is None or found[1].kind != DEVICE:
        return None
    if now - found[1].seen > OFTEN:
        await store.people.seen(found[1].hash, now)
    return found


async def person_of(connection: Incoming, store: "Store") -> PersonRow:
    """The same where there must be one."""
    found = await opened(connection, store)
    if found is None:
        raise Refusal("no_person")
    return found[0]


async def caller_of(connection: Incoming, store: "Store") -> Caller:
    """Who calls, whoever that is."""
    found = await opened(connection, store)
    return Caller(bearer(connection) or "", found and found[0].id)
