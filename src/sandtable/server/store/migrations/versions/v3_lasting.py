"""The content that a table began with, and positions on the way, so that opening a table need not replay it whole."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "3"
down_revision = "2"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "contents", sa.Column("digest", sa.String(64), primary_key=True), sa.Column("data", sa.Text, nullable=False)
    )
    op.add_column("tables", sa.Column("pack", sa.String(64), nullable=False, server_default=""))
    gone_with_it = sa.ForeignKey("tables.id", ondelete="CASCADE")
    op.create_table(
        "positions",
        sa.Column("table_id", sa.String(40), gone_with_it, nullable=False, primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("data", sa.Text, nullable=False),
    )
    # The first release looks here, and refuses what is higher than its own 1.
    op.execute("UPDATE about SET value = '3' WHERE name = 'schema'")
