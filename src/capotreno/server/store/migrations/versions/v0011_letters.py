"""Notices: where people want them, those that wait, and the servers' own key."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Nobody has asked for any yet."""
    op.create_table(
        "secrets",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("text", sa.Text, nullable=False),
    )
    op.create_table(
        "endpoints",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("person", sa.Text, sa.ForeignKey("people.id")),
        sa.Column("token", sa.Text),
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("point", sa.Text, nullable=False),
        sa.Column("auth", sa.Text, nullable=False),
        sa.Column("settings", sa.Text, nullable=False),
        sa.Column("made", sa.Double, nullable=False),
    )
    op.create_index("endpoints_person", "endpoints", ["person"])
    op.create_index("endpoints_token", "endpoints", ["token"])
    op.create_table(
        "letters",
        sa.Column("to", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("of_table", sa.Text, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("who", sa.Text, nullable=False),
        sa.Column("due", sa.Double, nullable=False),
        sa.Column("until", sa.Double, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("to", "kind", "of_table", "seat", name="letters_key"),
    )
    op.create_index("letters_due", "letters", ["due"])
