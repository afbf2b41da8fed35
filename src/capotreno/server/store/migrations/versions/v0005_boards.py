"""A table may bring its board along."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """The boards that people have drawn, each under an id that is made from its text."""
    op.create_table(
        "boards",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("size", sa.Integer, nullable=False),
    )
    op.create_index("boards_at", "boards", ["at"])
