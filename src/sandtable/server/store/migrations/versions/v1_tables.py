"""Tables, their journals, who sits where, and links that were given out."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "1"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    about = op.create_table(
        "about", sa.Column("name", sa.String(40), primary_key=True), sa.Column("value", sa.Text, nullable=False)
    )
    op.bulk_insert(about, [{"name": "schema", "value": "1"}])
    op.create_table(
        "tables",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("game", sa.String(80), nullable=False),
        sa.Column("setup", sa.Text, nullable=False),
        sa.Column("overlays", sa.Text, nullable=False),
        sa.Column("content", sa.String(64), nullable=False),
        sa.Column("commitment", sa.Text, nullable=False),
        sa.Column("host_key", sa.String(128), nullable=False),
        sa.Column("salts", sa.Text, nullable=False),
        sa.Column("take_backs", sa.Boolean, nullable=False),
        sa.Column("position", sa.Text, nullable=False),
        sa.Column("opening", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("owner", sa.String(64), nullable=False),
        sa.Column("scratch_of", sa.String(40), sa.ForeignKey("tables.id", ondelete="CASCADE"), index=True),
        sa.Column("created", sa.Float(53), nullable=False),
        sa.Column("updated", sa.Float(53), nullable=False),
        sa.Column("over", sa.Boolean, nullable=False),
        sa.Column("outcome", sa.Text, nullable=False),
        sa.Column("turn", sa.Text, nullable=False),
        sa.Column("asked", sa.Text, nullable=False),
    )
    op.create_table(
        "entries",
        of_table(primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("data", sa.Text, nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
    )
    op.create_table(
        "holders",
        of_table(primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("guest", sa.String(64), nullable=False),
        sa.Column("player", sa.String(80), nullable=False),
    )
    op.create_index("holders_by_guest", "holders", ["guest"])
    op.create_table("watchers", of_table(primary_key=True), sa.Column("guest", sa.String(64), primary_key=True))
    op.create_index("watchers_by_guest", "watchers", ["guest"])
    op.create_table(
        "links",
        sa.Column("token", sa.String(64), primary_key=True),
        of_table(index=True),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("giver", sa.String(64), nullable=False),
        sa.Column("taker", sa.String(64), nullable=False),
    )


def of_table(primary_key: bool = False, index: bool = False) -> sa.Column[str]:
    """The table that a row belongs to and goes with."""
    gone_with_it = sa.ForeignKey("tables.id", ondelete="CASCADE")
    return sa.Column("table_id", sa.String(40), gone_with_it, nullable=False, primary_key=primary_key, index=index)
