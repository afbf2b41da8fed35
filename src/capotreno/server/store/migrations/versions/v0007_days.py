"""A deal and a puzzle for every day."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """The deals, who plays them where, and what was answered to the puzzles."""
    op.create_table(
        "days",
        sa.Column("day", sa.Text, primary_key=True),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("seed", sa.Text, nullable=False),
    )
    op.create_table(
        "tries",
        sa.Column("day", sa.Text, nullable=False),
        sa.Column("token", sa.Text, nullable=False),
        sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id"), nullable=False),
        sa.PrimaryKeyConstraint("day", "token", name="tries_key"),
    )
    op.create_index("tries_table", "tries", ["table_id"])
    op.create_table(
        "guesses",
        sa.Column("day", sa.Text, nullable=False),
        sa.Column("token", sa.Text, nullable=False),
        sa.Column("code", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("day", "token", name="guesses_key"),
    )
