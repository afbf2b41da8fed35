"""Ratings by family of maps, and friends."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def _person() -> "sa.Column[str]":
    return sa.Column("person", sa.Text, sa.ForeignKey("people.id"), nullable=False)


def upgrade() -> None:
    """Ratings, the tables that have counted, friends and their links."""
    op.create_table(
        "ratings",
        _person(),
        sa.Column("family", sa.Text, nullable=False),
        sa.Column("mu", sa.Double, nullable=False),
        sa.Column("sigma", sa.Double, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("won", sa.Integer, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("person", "family", name="ratings_key"),
    )
    op.create_table(
        "rated",
        sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id"), nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("table_id", name="rated_key"),
    )
    op.create_table(
        "friends",
        _person(),
        sa.Column("friend", sa.Text, sa.ForeignKey("people.id"), nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("person", "friend", name="friends_key"),
    )
    op.create_table(
        "friend_links",
        sa.Column("hash", sa.Text, primary_key=True),
        _person(),
        sa.Column("until", sa.Double, nullable=False),
    )
