"""The server's memory: append-only moves on SQLite or PostgreSQL, one set of methods on both."""

from capotreno.server.store.errors import StoreError
from capotreno.server.store.rows import ChatRow, MoveRow, SeatRow, TableRow
from capotreno.server.store.store import Store

__all__ = ["ChatRow", "MoveRow", "SeatRow", "Store", "StoreError", "TableRow"]
