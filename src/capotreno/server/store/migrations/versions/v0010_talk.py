"""Talk in two rooms, emotes, lines that are removed; who is silent, who blocks whom, reports."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """What is said, and order at the tables."""
    room = sa.Column("room", sa.Text, nullable=False, server_default=sa.text("'players'"))
    op.add_column("chat", room)
    op.add_column("chat", sa.Column("emote", sa.Text))
    op.add_column("chat", sa.Column("author", sa.Text))
    removed = sa.Column("removed", sa.Boolean, nullable=False, server_default=sa.text("false"))
    op.add_column("chat", removed)
    op.create_table(
        "hushed",
        sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id"), nullable=False),
        sa.Column("who", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "who", "kind", name="hushed_key"),
    )
    op.create_table(
        "blocks",
        sa.Column("who", sa.Text, nullable=False),
        sa.Column("blocked", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("who", "blocked", name="blocks_key"),
    )
    op.create_table(
        "reports",
        sa.Column("of", sa.Text, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("reporter", sa.Text, nullable=False),
        sa.Column("author", sa.Text),
        sa.Column("name", sa.Text),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("why", sa.Text, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("done", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("of", "number", "reporter", name="reports_key"),
    )
