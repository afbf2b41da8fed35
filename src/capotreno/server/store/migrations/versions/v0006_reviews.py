"""What was found out about finished games is kept."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """The reviews of tables and logs, seat by seat."""
    op.create_table(
        "reviews",
        sa.Column("of", sa.Text, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("of", "seat", name="reviews_key"),
    )
    op.create_index("reviews_at", "reviews", ["at"])
