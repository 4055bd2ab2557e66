"""Files that are nobody else's: saves and databases hold hidden positions and the keys of dice."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable
from pathlib import Path

FILE, FOLDER = 0o600, 0o700


def make_folder(folder: Path) -> None:
    """A folder for such files, with those above it; one that is there stays as it is."""
    missing = [each for each in (folder, *folder.parents) if not each.exists()]
    for each in reversed(missing):
        each.mkdir(mode=FOLDER, exist_ok=True)


def write(file: Path, data: bytes) -> None:
    """Writes a file that only its owner can read, from its first byte."""
    with open(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, FILE), "wb") as out:
        narrow([file])
        out.write(data)


def narrow(files: Iterable[Path]) -> list[Path]:
    """Takes from everybody else the right to read or write these; which of them others could until now.

    A file of another owner, or on a disk that knows no such rights, stays as it is.
    """
    narrowed = []
    for file in files:
        try:
            mode = stat.S_IMODE(file.stat().st_mode)
            if mode & 0o077:
                file.chmod(mode & 0o700)
                narrowed.append(file)
        except OSError:
            continue
    return narrowed
