"""When the guest of a seat was last there, so that a computer can take over for one who has vanished."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "2"
down_revision = "1"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("holders", sa.Column("seen", sa.Float(53), nullable=False, server_default="0"))
    # The first release looks here, and refuses what is higher than its own 1.
    op.execute("UPDATE about SET value = '2' WHERE name = 'schema'")
