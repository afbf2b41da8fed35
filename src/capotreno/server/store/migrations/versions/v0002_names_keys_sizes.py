"""Chat keeps the speaker's name, a seat the key it was taken with, a log its size."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

NAMED = """
    UPDATE chat SET name = (
        SELECT name FROM seats WHERE seats.table_id = chat.table_id AND seats.seat = chat.seat
    )
"""


def upgrade() -> None:
    """What was said before is given the name that sits there now: no other is known."""
    op.add_column("chat", sa.Column("name", sa.Text))
    op.execute(NAMED)
    op.add_column("seats", sa.Column("key", sa.Text))
    op.add_column("logs", sa.Column("size", sa.Integer))
    op.execute("UPDATE logs SET size = length(text)")
    op.create_index("logs_at", "logs", ["at"])
