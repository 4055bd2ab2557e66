"""Entries say who noticed them. Nothing is changed in the database; but an older server would read past it, and find
another chain than the one whose heads people noted."""

from __future__ import annotations

from alembic import op

revision = "5"
down_revision = "4"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("UPDATE about SET value = '5' WHERE name = 'schema'")
