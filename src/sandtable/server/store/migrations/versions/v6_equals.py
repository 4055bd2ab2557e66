"""How far the guest of a seat leaves choices between equals to the table."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "6"
down_revision = "5"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("holders", sa.Column("equals", sa.Text, nullable=False, server_default=""))
    op.execute("UPDATE about SET value = '6' WHERE name = 'schema'")
