"""`sandtable serve` and `sandtable admin`: a table server for browsers, and looking after its tables."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

from cyclopts import App, Parameter
from rich.text import Text

from sandtable.terminal.reporting import FAILED, GOOD, Complaint, Json, cell, console, grid, print_json

if TYPE_CHECKING:
    from sandtable.server.settings import Settings
    from sandtable.server.store.storage import Storage

T = TypeVar("T")

Database = Annotated[
    str,
    Parameter(
        help="A file for SQLite, or a URL such as postgresql://user@host/name; a file among your data if not given."
    ),
]

admin = App(name="admin", help="Look after the tables of a server: list, back up, restore, delete, verify.")


def serve(
    *,
    port: int = 0,
    host: str = "",
    database: Database = "",
    pack: Annotated[tuple[str, ...], Parameter(negative=())] = (),
    open: Annotated[bool, Parameter(negative=())] = False,
) -> int:
    """Open the tables to browsers.

    Games are kept after every answer; stop the server whenever you like and go on tomorrow. Without --host only
    browsers on this computer can come.

    Examples:
      sandtable serve --open
      sandtable serve --port 9000 --database my-tables.db
      sandtable serve --host 0.0.0.0 --database postgresql://sandtable@localhost/sandtable
      sandtable serve --pack kandahar=my-values

    Parameters
    ----------
    port
        Where browsers find it; 8420 if not given.
    host
        The address to listen at; 127.0.0.1, which is this computer alone, if not given.
    pack
        GAME=FOLDER: an overlay pack that whoever opens a table of that game may lay over its values; may be repeated.
    open
        Open a browser window, too.
    """
    chosen = _settings(database)
    from sandtable.server.http.process import ServerError, run

    chosen.port = port or chosen.port
    chosen.host = host or chosen.host
    chosen.packs = (*chosen.packs, *pack)
    try:
        run(chosen, open_browser=open, say=lambda text: console().print(Text(text), soft_wrap=True))
    except ServerError as error:
        raise Complaint(str(error), FAILED) from error
    return GOOD


@admin.command(name="list")
def list_tables(*, database: Database = "", json: Json = False) -> None:
    """All tables, in the order in which they were made."""

    async def look(storage: Storage) -> list[dict[str, object]]:
        return [
            {
                "id": whole.kept.id,
                "game": whole.kept.game,
                "scenario": whole.kept.setup.scenario,
                "name": whole.kept.name,
                "turn": whole.kept.standing.turn,
                "entries": len(whole.journal),
                "over": whole.kept.standing.over,
                "scratch": whole.kept.scratch_of is not None,
                "updated": whole.kept.updated,
            }
            async for whole in storage.everything()
        ]

    found = _with_storage(database, look)
    if json:
        print_json({"tables": found})
        return
    shown = grid("id", "game", "scenario", "where it stands", "entries", "", right=(4,))
    for table in found:
        state = "over" if table["over"] else "what-if" if table["scratch"] else ""
        columns = (table["id"], table["game"], table["scenario"], table["turn"], table["entries"], state)
        shown.add_row(*(cell(value) for value in columns))
    console().print(shown if found else "No tables yet.")


@admin.command
def backup(file: Path, /, *, database: Database = "") -> None:
    """Write all tables into one file, as they are at one moment. The server may be running.

    The file holds the keys of all dice and the marks of all guests: keep it as safe as the database.
    """
    from sandtable.server.store.backups import back_up

    count = _with_storage(database, lambda storage: back_up(storage, file))
    console().print(Text(f"{_tables(count)} written to {file}."))


@admin.command
def restore(file: Path, /, *, database: Database = "") -> None:
    """Read a backup into a database of either kind. Tables that are there already stay as they are."""
    from sandtable.server.store.backups import BackupError
    from sandtable.server.store.backups import restore as read_back

    try:
        came, stayed = _with_storage(database, lambda storage: read_back(storage, file))
    except BackupError as error:
        raise Complaint(f"{error}.", FAILED) from error
    kept = f" {_tables(stayed)} were there already and stay as they are." if stayed else ""
    console().print(Text(f"{_tables(came)} restored.{kept}"))


@admin.command
def delete(table: str, /, *, database: Database = "") -> None:
    """Delete a table and its what-ifs for good. A running server notices at the next answer."""
    gone = _with_storage(database, lambda storage: storage.delete(table))
    if not gone:
        raise Complaint(f"There is no table {table!r}; `sandtable admin list` shows them all.")
    console().print(Text(f"{_tables(len(gone))} deleted."))


@admin.command
def verify(*, database: Database = "", json: Json = False) -> int:
    """Replay every table with the rules installed now, and name the first answer that became illegal."""
    from sandtable.server.store.backups import Finding
    from sandtable.server.store.backups import verify as check

    async def look(storage: Storage) -> list[Finding]:
        return [check(whole) async for whole in storage.everything()]

    findings = _with_storage(database, look)
    bad = [finding for finding in findings if not finding.good]
    if json:
        print_json({"good": not bad, "tables": findings})
    else:
        for finding in bad:
            console().print(Text(f"✗ {finding.table} ({finding.game}): {finding.text}", style="red"))
        good = f"{_tables(len(findings) - len(bad))} good"
        console().print(Text(f"{good}, {len(bad)} not." if bad else f"{good}."))
    return FAILED if bad else GOOD


def _tables(count: int) -> str:
    return f"{count} table" + ("" if count == 1 else "s")


def _settings(database: str) -> Settings:
    for module in ("litestar", "sqlalchemy", "uvicorn"):
        if find_spec(module) is None:
            raise Complaint(f"The table server needs {module}: install sandtable with its extra, sandtable[server].")
    from sandtable.server.settings import SettingsError, from_environment

    try:
        chosen = from_environment()
        chosen.database = database or chosen.database
        chosen.database_url()
    except SettingsError as error:
        raise Complaint(str(error)) from error
    return chosen


def _with_storage(database: str, work: Callable[[Storage], Awaitable[T]]) -> T:
    chosen = _settings(database)
    from sandtable.server.store.database import StorageError
    from sandtable.server.store.storage import Storage

    async def working() -> T:
        storage = Storage(chosen.database_url())
        try:
            await storage.open()
            return await work(storage)
        finally:
            await storage.close()

    try:
        return asyncio.run(working())
    except StorageError as error:
        raise Complaint(f"{str(error)[:1].upper()}{str(error)[1:]}.", FAILED) from error
