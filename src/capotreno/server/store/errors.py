"""What the store says when the database fails it: a sentence, with the driver's words behind it."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DBAPIError, SQLAlchemyError

__all__ = ["StoreError", "passing", "told"]

# The drivers let some of their own errors, and the system's, through SQLAlchemy as they connect.
_TROUBLES = (SQLAlchemyError, sqlite3.Error, OSError, UnicodeError, OverflowError)

_FULL = "The database has no room left: its disk is full."
_UNREACHABLE = "The database cannot be reached."
_BUSY = "The database is held by another program."
_UNWRITABLE = "The database may not be written to."
_REFUSED = "The database refuses this record: it contradicts the others."
_UNFIT = "The database cannot hold such a value."
_FAILED = "The database failed."

_SQLITE = {
    sqlite3.SQLITE_FULL: _FULL,
    sqlite3.SQLITE_BUSY: _BUSY,
    sqlite3.SQLITE_LOCKED: _BUSY,
    sqlite3.SQLITE_PERM: _UNWRITABLE,
    sqlite3.SQLITE_READONLY: _UNWRITABLE,
    sqlite3.SQLITE_CANTOPEN: _UNREACHABLE,
    sqlite3.SQLITE_IOERR: "The database's disk fails.",
    sqlite3.SQLITE_CORRUPT: "The database's file is damaged.",
    sqlite3.SQLITE_NOTADB: "The database's file is not a database.",
    sqlite3.SQLITE_CONSTRAINT: _REFUSED,
    sqlite3.SQLITE_MISMATCH: _UNFIT,
    sqlite3.SQLITE_TOOBIG: _UNFIT,
}

# PostgreSQL's SQLSTATE, the longest known beginning counts.
_POSTGRESQL = {
    "08": _UNREACHABLE,
    "22": _UNFIT,
    "23": _REFUSED,
    "25006": _UNWRITABLE,
    "28": "The database does not accept the name and password it was given.",
    "3D": "There is no database of that name.",
    "42501": _UNWRITABLE,
    "53100": _FULL,
    "53200": "The database has no memory left.",
    "53300": "The database accepts no more connections.",
    "55P03": _BUSY,
    "57": _UNREACHABLE,
}

# What asyncpg says of a connection that ends in the middle of something.
_CUT_OFF = {"InterfaceError", "InternalClientError"}

# What would be as wrong on a second try, because it lies in what was asked and not in the database.
_ASKED_WRONGLY = {_REFUSED, _UNFIT}


class StoreError(Exception):
    """The database could not do it: unreachable, full, or asked for the impossible.

    Whether a write was kept is then unknown, unless it is read back.
    """


def _sentence(error: BaseException) -> str:
    if isinstance(error, OSError):
        return _UNREACHABLE
    if isinstance(error, UnicodeError | OverflowError):
        return _UNFIT
    cause = error.orig if isinstance(error, DBAPIError) else error
    number = getattr(cause, "sqlite_errorcode", None)
    if number is not None:
        # The low byte is the primary code, the rest says more than a person needs.
        return _SQLITE.get(number & 0xFF, _FAILED)
    state = getattr(cause, "sqlstate", None) or ""
    for length in (5, 2):
        if state[:length] in _POSTGRESQL:
            return _POSTGRESQL[state[:length]]
    gone = isinstance(error, DBAPIError) and error.connection_invalidated
    return _UNREACHABLE if gone or type(cause).__name__ in _CUT_OFF else _FAILED


def _trouble(error: Exception) -> bool:
    # asyncpg's by their name: the embedded database does without importing it.
    return isinstance(error, _TROUBLES) or any(
        kind.__module__.startswith("asyncpg.") for kind in type(error).__mro__
    )


def passing(error: Exception) -> bool:
    """Whether the trouble is the database's and may pass, rather than the record's own."""
    return _trouble(error) and _sentence(error) not in _ASKED_WRONGLY


@contextmanager
def told() -> Iterator[None]:
    """Every failure of the database inside is told as a StoreError."""
    try:
        yield
    except Exception as error:
        if not _trouble(error):
            raise
        raise StoreError(_sentence(error)) from error
