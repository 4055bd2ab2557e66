"""What a host may set: by environment variable, or by an option of `sandtable serve`."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct
from platformdirs import user_data_dir

LOOPBACK = ("127.0.0.1", "localhost", "::1")
PORT = 8420


class SettingsError(ValueError):
    """A setting that makes no sense, with a sentence that says which."""


class Settings(Struct, kw_only=True):
    database: str = ""
    """A file for SQLite, or a URL such as postgresql+psycopg://user@host/name; among the user's data if empty."""
    host: str = "127.0.0.1"
    port: int = PORT
    names: tuple[str, ...] = ()
    """The host names under which browsers may call; on the loopback address only its own names, elsewhere any."""
    seed: str = ""
    """Makes the dice of every new table repeatable. For tests: whoever knows it knows all dice."""
    resident: int = 256
    """How many tables are kept in memory; the others are replayed from the database when somebody looks at them."""
    requests_per_second: float = 50.0
    """What one address may ask on average; it may run ahead by ten seconds' worth. 0 sets no limit."""
    tables_per_minute: float = 60.0
    """How many tables, what-ifs, opened records and tried links one address may have. 0 sets no limit."""
    vanished_minutes: float = 10.0
    """After how long without a sign of a guest the owner of a table may let a computer play the guest's seat."""
    connections: int = 1000
    """How many connections are open at once; those on which nothing is asked make room for new ones."""
    connections_per_address: int = 100
    """How many connections one address may have open; not counted for proxies and this computer. 0 sets no limit."""
    head_seconds: float = 10.0
    """How long a browser may take to send the head of a request."""
    body_seconds: float = 60.0
    """How long it may take to send the rest, or to take in an answer."""
    import_seconds: float = 20.0
    """How much of the processor's time it may take to play an opened record through."""
    import_megabytes: int = 256
    """How much memory that may take."""
    packs: tuple[str, ...] = ()
    """Overlay packs that tables can be opened with, GAME=FOLDER each."""
    static: Path | None = None
    """Where the built client lies, if not inside the package."""

    def allowed_names(self) -> tuple[str, ...]:
        """The Host headers that are answered; empty for any. A foreign name on the loopback address is an attack."""
        if self.names:
            return self.names
        return LOOPBACK if self.host in LOOPBACK else ()

    def database_url(self) -> str:
        """The address of the database in SQLAlchemy's words."""
        return database_url(self.database or str(default_file()))


def default_file() -> Path:
    return Path(user_data_dir("sandtable", appauthor=False)) / "tables.db"


def database_url(text: str) -> str:
    """A file name or a URL, as people write them, with the drivers that this server uses."""
    scheme, mark, rest = text.partition("://")
    if not mark:
        return f"sqlite+aiosqlite:///{Path(text).expanduser().absolute()}"
    if scheme in ("postgresql", "postgres", "postgresql+psycopg"):
        return f"postgresql+psycopg://{rest}"
    if scheme in ("sqlite", "sqlite+aiosqlite"):
        return f"sqlite+aiosqlite://{rest}"
    raise SettingsError(f"{scheme}:// is no database this server can use: give a file, sqlite:// or postgresql://.")


def from_environment(environment: Mapping[str, str] | None = None) -> Settings:
    """The settings that SANDTABLE_... variables give."""
    given = os.environ if environment is None else environment
    chosen = Settings()
    chosen.database = given.get("SANDTABLE_DATABASE", chosen.database)
    chosen.host = given.get("SANDTABLE_HOST", chosen.host)
    chosen.port = int(_number(given, "SANDTABLE_PORT", chosen.port))
    chosen.names = tuple(name.strip() for name in given.get("SANDTABLE_NAMES", "").split(",") if name.strip())
    chosen.packs = tuple(pack.strip() for pack in given.get("SANDTABLE_PACKS", "").split(",") if pack.strip())
    chosen.seed = given.get("SANDTABLE_SEED", chosen.seed)
    chosen.static = Path(given["SANDTABLE_STATIC"]) if given.get("SANDTABLE_STATIC") else chosen.static
    chosen.resident = int(_number(given, "SANDTABLE_RESIDENT", chosen.resident))
    chosen.requests_per_second = _number(given, "SANDTABLE_REQUESTS_PER_SECOND", chosen.requests_per_second)
    chosen.tables_per_minute = _number(given, "SANDTABLE_TABLES_PER_MINUTE", chosen.tables_per_minute)
    chosen.connections = int(_number(given, "SANDTABLE_CONNECTIONS", chosen.connections))
    chosen.connections_per_address = int(
        _number(given, "SANDTABLE_CONNECTIONS_PER_ADDRESS", chosen.connections_per_address)
    )
    chosen.head_seconds = _number(given, "SANDTABLE_HEAD_SECONDS", chosen.head_seconds)
    chosen.body_seconds = _number(given, "SANDTABLE_BODY_SECONDS", chosen.body_seconds)
    chosen.import_seconds = _number(given, "SANDTABLE_IMPORT_SECONDS", chosen.import_seconds)
    chosen.import_megabytes = int(_number(given, "SANDTABLE_IMPORT_MEGABYTES", chosen.import_megabytes))
    chosen.vanished_minutes = _number(given, "SANDTABLE_VANISHED_MINUTES", chosen.vanished_minutes)
    return chosen


def _number(given: Mapping[str, str], name: str, otherwise: float) -> float:
    text = given.get(name, "")
    if not text:
        return otherwise
    try:
        value = float(text)
    except ValueError:
        raise SettingsError(f"{name} should be a number, not {text!r}.") from None
    if value < 0:
        raise SettingsError(f"{name} should not be below zero, as {text!r} is.")
    return value
