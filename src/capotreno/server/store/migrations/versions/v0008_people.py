"""People may have a profile, and seats are theirs."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"

SOMEBODY = sa.text("person IS NOT NULL")


def upgrade() -> None:
    """Profiles, what opens them, and whose a seat is: of older seats nobody's yet."""
    op.create_table(
        "people",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("face", sa.Text, nullable=False),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("settings", sa.Text, nullable=False),
    )
    op.create_table(
        "keys",
        sa.Column("hash", sa.Text, primary_key=True),
        sa.Column("person", sa.Text, sa.ForeignKey("people.id"), nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("made", sa.Double, nullable=False),
        sa.Column("seen", sa.Double, nullable=False),
        sa.Column("until", sa.Double),
    )
    op.create_index("keys_person", "keys", ["person"])
    op.add_column("seats", sa.Column("person", sa.Text))
    op.create_index(
        "seats_person", "seats", ["person"], sqlite_where=SOMEBODY, postgresql_where=SOMEBODY
    )
