"""A PostgreSQL server of our own for as long as the tests run."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

MISSING = "PostgreSQL is not installed here (Debian: apt-get install postgresql), so nothing was tested on it"


class Cluster:
    def __init__(self, programs: Path, folder: Path, user: str | None) -> None:
        self.programs = programs
        self.folder = folder
        self.user = user
        self.databases = 0

    def run(self, program: str, *words: str) -> None:
        done = subprocess.run(
            [self.programs / program, *words],
            user=self.user,
            cwd=self.folder,
            env={"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "HOME": str(self.folder)},
            capture_output=True,
            text=True,
            timeout=60,
        )
        assert done.returncode == 0, done.stdout + done.stderr

    def start(self) -> None:
        data = str(self.folder / "data")
        self.run("initdb", "-D", data, "-U", "sandtable", "-A", "trust", "-E", "UTF8", "--no-sync")
        settings = f"-c listen_addresses='' -c unix_socket_directories='{self.folder}'"
        self.run("pg_ctl", "-D", data, "-l", str(self.folder / "log"), "-w", "-o", settings, "start")

    def stop(self) -> None:
        self.run("pg_ctl", "-D", str(self.folder / "data"), "-m", "immediate", "stop")

    def new_database(self) -> str:
        """An empty database; its address."""
        self.databases += 1
        name = f"tables{self.databases}"
        self.run("createdb", "-h", str(self.folder), "-U", "sandtable", name)
        return f"postgresql://sandtable@/{name}?host={self.folder}"


@contextmanager
def find_postgres() -> Iterator[Cluster]:
    programs = _programs()
    if programs is None:
        if os.environ.get("CI"):
            pytest.fail(MISSING)
        pytest.skip(MISSING)
    user = _unprivileged()
    folder = Path(tempfile.mkdtemp(prefix="sandtable-pg-"))
    try:
        if user is not None:
            shutil.chown(folder, user)
        cluster = Cluster(programs, folder, user)
        cluster.start()
        try:
            yield cluster
        finally:
            cluster.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _programs() -> Path | None:
    """The folder with initdb: on the PATH, or where Debian puts it."""
    candidates = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), reverse=True)
    on_path = shutil.which("initdb")
    if on_path is not None:
        candidates.insert(0, Path(on_path).resolve())
    return next((each.parent for each in candidates if (each.parent / "pg_ctl").exists()), None)


def _unprivileged() -> str | None:
    """PostgreSQL does not run as root; somebody else must."""
    if os.geteuid() != 0:
        return None
    known = {entry.pw_name for entry in pwd.getpwall()}
    return next(name for name in ("postgres", "nobody") if name in known)
