"""Tournaments, and tables of which nothing is told while the same cards are played elsewhere."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def _of_one() -> "sa.Column[str]":
    return sa.Column("tournament", sa.Text, sa.ForeignKey("tournaments.id"), nullable=False)


def upgrade() -> None:
    """Tournaments, who takes part, rounds, pairings."""
    sealed = sa.Column("sealed", sa.Boolean, nullable=False, server_default=sa.text("false"))
    op.add_column("tables", sealed)
    op.create_table(
        "tournaments",
        sa.Column("id", sa.Text, primary_key=True),
        *(sa.Column(name, sa.Text, nullable=False) for name in ("name", "kind", "game")),
        *(sa.Column(name, sa.Integer, nullable=False) for name in ("version", "players")),
        *(sa.Column(name, sa.Text, nullable=False) for name in ("options", "pace")),
        *(
            sa.Column(name, sa.Integer, nullable=False)
            for name in ("seconds", "rounds", "round_seconds")
        ),
        *(
            sa.Column(name, sa.Text, nullable=False)
            for name in ("fill", "host", "language", "status")
        ),
        sa.Column("created", sa.Double, nullable=False),
        sa.CheckConstraint("kind IN ('swiss', 'robin')", name="tournaments_kind"),
        sa.CheckConstraint(
            "status IN ('open', 'running', 'finished', 'called_off')", name="tournaments_status"
        ),
    )
    op.create_index("tournaments_status_of", "tournaments", ["status"])
    op.create_table(
        "entrants",
        _of_one(),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("person", sa.Text),
        sa.Column("token", sa.Text),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("joined", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("tournament", "number", name="entrants_key"),
        sa.CheckConstraint("status IN ('in', 'out', 'absent')", name="entrants_status"),
    )
    op.create_index("entrants_once", "entrants", ["tournament", "person"], unique=True)
    op.create_index("entrants_person", "entrants", ["person"])
    op.create_table(
        "rounds",
        _of_one(),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("seed", sa.Text, nullable=False),
        sa.Column("opened", sa.Double, nullable=False),
        sa.Column("due", sa.Double, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("tournament", "number", name="rounds_key"),
        sa.CheckConstraint("status IN ('running', 'done')", name="rounds_status"),
    )
    op.create_table(
        "pairings",
        _of_one(),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("board", sa.Integer, nullable=False),
        sa.Column("at", sa.Text, nullable=False),
        sa.Column("seats", sa.Text, nullable=False),
        sa.Column("result", sa.Text),
        sa.PrimaryKeyConstraint("tournament", "round", "board", name="pairings_key"),
    )
    op.create_index("pairings_at", "pairings", ["at"])
