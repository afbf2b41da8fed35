"""A table knows, by a mark, who made it from where, and whether it stands behind in the lobby."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

LISTED = sa.text("public AND status <> 'finished'")


def upgrade() -> None:
    """Of older tables it is not known; they stand in front, as they did."""
    op.add_column("tables", sa.Column("source", sa.Text))
    behind = sa.Column("behind", sa.Boolean, nullable=False, server_default=sa.text("false"))
    op.add_column("tables", behind)
    op.drop_index("tables_listed", "tables")
    op.create_index(
        "tables_listed",
        "tables",
        ["behind", sa.text("created DESC"), "id"],
        sqlite_where=LISTED,
        postgresql_where=LISTED,
    )
    op.create_index(
        "tables_source", "tables", ["source"], sqlite_where=LISTED, postgresql_where=LISTED
    )
