"""Mailboxes and holidays."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    """Nobody has named any yet."""
    op.create_table(
        "mailboxes",
        sa.Column("person", sa.Text, sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("confirmed", sa.Double),
    )
    op.create_table(
        "holidays",
        sa.Column("person", sa.Text, sa.ForeignKey("people.id"), nullable=False),
        sa.Column("begins", sa.Double, nullable=False),
        sa.Column("ends", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("person", "begins", name="holidays_key"),
    )
