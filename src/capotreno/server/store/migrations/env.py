"""Alembic's way in: the steps run on the connection, and in the transaction, they are given."""

from alembic import context

from capotreno.server.store.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
context.run_migrations()
