"""Tables that wait for their players before they are dealt, salts by seat, and what everybody at a table must know."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "4"
down_revision = "3"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("dealt", sa.Boolean, nullable=False, server_default=sa.true()))
    op.add_column("tables", sa.Column("notes", sa.Text, nullable=False, server_default="[]"))
    op.add_column("holders", sa.Column("salt", sa.Text, nullable=False, server_default=""))
    # Of older tables it can be told that their key is known where they began from a position.
    op.execute("""UPDATE tables SET notes = '["imported"]' WHERE position <> '' AND scratch_of IS NULL""")
    op.execute("""UPDATE tables SET notes = '["what-if"]' WHERE scratch_of IS NOT NULL""")
    op.execute("UPDATE about SET value = '4' WHERE name = 'schema'")
