"""Tables, seats, moves, chat and logs."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """From nothing to the first version."""
    _tables()
    _seats()
    _moves()
    _chat_and_logs()


def _tables() -> None:
    op.create_table(
        "tables",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("seed", sa.Text, nullable=False),
        sa.Column("pace", sa.Text, nullable=False),
        sa.Column("seconds", sa.Integer, nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("creator", sa.Text, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("deadline", sa.Double),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("changed", sa.Double, nullable=False),
        sa.Column("result", sa.Text),
        sa.Column("rematch", sa.Text),
        sa.Column("language", sa.Text, nullable=False),
        sa.CheckConstraint("pace IN ('live', 'correspondence', 'free')", name="tables_pace"),
        sa.CheckConstraint("status IN ('open', 'running', 'finished')", name="tables_status"),
    )
    op.create_index("tables_due", "tables", ["status", "deadline"])
    listed = sa.text("public AND status <> 'finished'")
    op.create_index(
        "tables_listed", "tables", ["created"], sqlite_where=listed, postgresql_where=listed
    )


def _seats() -> None:
    op.create_table(
        "seats",
        sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id"), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("bot", sa.Text, nullable=False),
        sa.Column("stand_in", sa.Text, nullable=False),
        sa.Column("token", sa.Text),
        sa.PrimaryKeyConstraint("table_id", "seat", name="seats_key"),
        sa.CheckConstraint("kind IN ('person', 'bot', 'open')", name="seats_kind"),
        sqlite_with_rowid=False,
    )
    op.create_index("seats_token", "seats", ["token"])


def _moves() -> None:
    op.create_table(
        "moves",
        sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id"), nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("key", sa.Text),
        sa.Column("at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seq", name="moves_key"),
        sa.CheckConstraint("kind IN ('gesture', 'undo')", name="moves_kind"),
        sqlite_with_rowid=False,
    )
    keyed = sa.text("key IS NOT NULL")
    op.create_index(
        "moves_once",
        "moves",
        ["table_id", "seat", "key"],
        unique=True,
        sqlite_where=keyed,
        postgresql_where=keyed,
    )


def _chat_and_logs() -> None:
    op.create_table(
        "chat",
        sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id"), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "number", name="chat_key"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "logs",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
    )
