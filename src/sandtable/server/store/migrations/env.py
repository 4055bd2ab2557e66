"""Run by Alembic for each upgrade, on the connection and inside the transaction that `upgrading` hands over.

SQLite cannot change a column: a step that must do so rebuilds the table (`op.batch_alter_table`). Rebuilding `tables`
would let the cascade empty all that refers to it; switch foreign keys off in `upgrading` before writing such a step.
"""

from __future__ import annotations

from alembic import context

from sandtable.server.store.upgrading import VERSION_TABLE

context.configure(connection=context.config.attributes["connection"], version_table=VERSION_TABLE)
context.run_migrations()
