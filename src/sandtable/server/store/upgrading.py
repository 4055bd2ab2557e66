"""Bringing a database up to date: from no tables, or from the schema of any older release, to the one of `rows`.

Everything happens inside one transaction of the caller's: a step that fails leaves the database as it was. Beside that,
a SQLite file is copied before its first step; whoever runs PostgreSQL has backups of his own.
"""

from __future__ import annotations

import logging
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect, text

log = logging.getLogger("sandtable.server")

STEPS = Path(__file__).parent / "migrations"
VERSION_TABLE = "sandtable_schema"
BEFORE_MIGRATIONS = "1"
"""The schema of a database that has tables, but does not say which schema it has."""
ONE_AT_A_TIME = 7263_0420
"""The name of a lock in PostgreSQL, where two servers may start together."""


class NewerDatabase(Exception):
    """The database has a schema that this Sandtable does not know."""


def upgrade(db: Connection, file: Path | None) -> None:
    """Takes the steps that are missing. `file` is what holds the tables, where they are held in a file."""
    if db.dialect.name == "postgresql":
        db.execute(text("SELECT pg_advisory_xact_lock(:name)"), {"name": ONE_AT_A_TIME})
    config = Config(attributes={"connection": db})
    config.set_main_option("script_location", str(STEPS).replace("%", "%%"))
    steps = ScriptDirectory.from_config(config)
    newest = steps.get_current_head()
    found = _schema(db)
    if found == newest:
        return
    if found is not None and found not in {step.revision for step in steps.walk_revisions()}:
        raise NewerDatabase(f"it has schema {found}, and this one knows up to {newest}")
    if found is not None:
        copy = f"; a copy as it was is {_copied(file, found)}" if file is not None else ""
        log.warning("The database is brought from schema %s to schema %s%s.", found, newest, copy)
    command.upgrade(config, "head")


def _schema(db: Connection) -> str | None:
    """Which schema a database has; None if it is empty. One from before there were steps gets the mark of the first."""
    context = MigrationContext.configure(db, opts={"version_table": VERSION_TABLE})
    found = context.get_current_revision()
    if found is None and inspect(db).has_table("about"):
        context.stamp(ScriptDirectory(str(STEPS)), BEFORE_MIGRATIONS)
        found = BEFORE_MIGRATIONS
    return found


def _copied(file: Path, schema: str) -> Path:
    """Copies a SQLite file, write-ahead log included, while its writers wait for the caller's transaction."""
    stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    copy = file.with_name(f"{file.stem}-schema-{schema}-{stamp}{file.suffix}")
    copy.touch(mode=0o600)
    with closing(sqlite3.connect(file)) as old, closing(sqlite3.connect(copy)) as new:
        old.backup(new)
    return copy
