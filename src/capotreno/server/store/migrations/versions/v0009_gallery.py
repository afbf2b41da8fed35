"""Boards are shared with everybody."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """The gallery: which boards are shared, by whom, and what was found when they were tried."""
    op.create_table(
        "gallery",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("search", sa.Text, nullable=False),
        sa.Column("by", sa.Text, nullable=False),
        sa.Column("token", sa.Text, nullable=False),
        sa.Column("source", sa.Text, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("why", sa.Text, nullable=False),
        sa.Column("facts", sa.Text, nullable=False),
        sa.Column("study", sa.Text),
        sa.CheckConstraint(
            "status IN ('waiting', 'listed', 'quarantined', 'removed')", name="gallery_status"
        ),
    )
    op.create_index("gallery_at", "gallery", [sa.text("at DESC"), "id"])
    op.create_index("gallery_token", "gallery", ["token"])
    op.create_index("tables_game", "tables", ["game"])
