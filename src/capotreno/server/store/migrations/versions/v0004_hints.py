"""A table may be played without hints."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """At older tables they may be asked for, as before."""
    hints = sa.Column("hints", sa.Boolean, nullable=False, server_default=sa.text("true"))
    op.add_column("tables", hints)
