"""The next game of the same people."""

import secrets
import time
from collections.abc import Sequence
from dataclasses import replace

from capotreno.server.hall.secrets import new_id
from capotreno.server.store.rows import SeatRow, TableRow


def continued(row: TableRow, seats: Sequence[SeatRow]) -> tuple[TableRow, list[SeatRow]]:
    """The table that continues a finished one: the same people and bots, one chair on."""
    now = time.time()
    new = replace(
        row,
        id=new_id(),
        seed=secrets.randbits(64),
        status="open",
        deadline=None,
        created=now,
        changed=now,
        result=None,
        rematch=None,
    )
    turned = [*seats[1:], seats[0]]
    chairs = [
        replace(seat, table=new.id, seat=n, stand_in="", key=None) for n, seat in enumerate(turned)
    ]
    return new, chairs
