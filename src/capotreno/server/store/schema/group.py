"""The tables that only the servers of a group use."""

from sqlalchemy import Column, Double, ForeignKey, Index, Table, Text

from capotreno.server.store.schema.columns import metadata

__all__ = ["leases", "servers"]

# The servers of a group, where the others reach them, until when they count as living.
servers = Table(
    "servers",
    metadata,
    Column("name", Text, primary_key=True),
    Column("address", Text, nullable=False),
    Column("until", Double, nullable=False),
)

# Which of them has a table in hand. One that is no more has none, whatever stands here.
leases = Table(
    "leases",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id"), key="table", primary_key=True),
    Column("server", Text, nullable=False),
    Index("leases_server", "server"),
)
