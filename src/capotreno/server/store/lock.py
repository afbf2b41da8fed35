"""One server for one embedded database: a lock beside its file, let go when the process ends.

Two servers that do not hear each other would show tables as they were before the other's moves.
"""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from capotreno.server.store.errors import StoreError

__all__ = ["reserved"]


@contextmanager
def reserved(database: Path | None, *, together: bool) -> Iterator[None]:
    """The database is this server's meanwhile; `together`: and of others that hear each other."""
    if database is None:
        yield
        return
    beside = database.with_name(database.name + ".lock")
    try:
        database.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        # The database's own file is not locked: closing it once more would drop SQLite's locks.
        held = os.open(beside, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise StoreError(f"The folder of the database cannot be used: {error.strerror}.") from error
    try:
        try:
            fcntl.flock(held, (fcntl.LOCK_SH if together else fcntl.LOCK_EX) | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise StoreError(
                f"Another server is running on {database}: stop it first, or give this one a "
                "folder of its own with CAPOTRENO_DATA."
            ) from error
        yield
    finally:
        os.close(held)
