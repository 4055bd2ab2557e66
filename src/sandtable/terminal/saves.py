"""Where games are kept: one file for each game played, written anew after every answer."""

from __future__ import annotations

import os
import secrets
import time
from pathlib import Path

import msgspec
from msgspec import Struct, field
from platformdirs import user_data_dir

from sandtable.kernel import private
from sandtable.kernel.records import encode, export, record_of
from sandtable.kernel.table import Table
from sandtable.kernel.typed import decoded

ASIDE = "set-aside"
RECORD = b'{\n "format": "sandtable record",'
UNFINISHED = b'\n "outcome": null,'
"""How a record says that its game goes on; records have one field to a line."""


class Sitting(Struct):
    """Who sits where: kept beside the record, which does not say. Seats that are not named belong to the person."""

    players: dict[int, str] = field(default_factory=dict)
    hotseat: bool = False
    seed: str = ""


def home() -> Path:
    return Path(user_data_dir("sandtable", appauthor=False)) / "saves"


def new_file(game: str) -> Path:
    stamp = time.strftime("%Y%m%d-%H%M%S")
    return home() / game / f"{stamp}-{secrets.token_hex(2)}.json"


def unfinished(game: str) -> Path | None:
    """The game that was left last, if it has not ended."""
    folder = home() / game
    files = [file for file in folder.glob("*.json") if UNFINISHED in file.read_bytes()] if folder.is_dir() else []
    return max(files, key=lambda file: file.stat().st_mtime, default=None)


def kept(game: str) -> list[Path]:
    """All records of a game, the newest first."""
    folder = home() / game
    return sorted(folder.rglob("*.json"), key=lambda file: file.stat().st_mtime, reverse=True)


def set_aside(file: Path) -> Path:
    """Moves an unfinished game out of the way of a new one. It can still be continued by name."""
    folder = file.parent / ASIDE
    private.make_folder(folder)
    moved = file.replace(folder / file.name)
    if sitting_file(file).exists():
        sitting_file(file).replace(sitting_file(moved))
    return moved


def is_record(file: Path) -> bool:
    """Whether a file is one that may be written over: a record, not somebody's letters."""
    return file.is_file() and file.read_bytes()[:64].startswith(RECORD)


def write(file: Path, data: bytes) -> None:
    """Whole or not at all: a kill in the midst leaves the old file as it was. Nobody else may read it."""
    private.make_folder(file.parent)
    draft = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        private.write(draft, data)
        draft.replace(file)
    finally:
        draft.unlink(missing_ok=True)


def save(table: Table, file: Path) -> None:
    write(file, encode(record_of(table)))


def save_position(table: Table, seat: int, file: Path) -> None:
    """A what-if as a game of its own, from where it stands."""
    write(file, encode(export(table, seat)))


def sitting_file(file: Path) -> Path:
    return file.with_suffix(".seats")


def write_sitting(file: Path, sitting: Sitting) -> None:
    write(sitting_file(file), msgspec.json.encode(sitting))


def read_sitting(file: Path) -> Sitting | None:
    """Who sat where, if the record came from this machine."""
    try:
        return decoded(sitting_file(file).read_bytes(), Sitting)
    except (OSError, msgspec.DecodeError):
        return None
