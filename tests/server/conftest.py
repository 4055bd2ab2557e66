from __future__ import annotations

from asyncio import events
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.clusters import Cluster, find_postgres
from tests.server.serving import Browser, Server


@pytest.fixture(autouse=True)
def a_thread_without_a_loop() -> Iterator[None]:
    """The browser of other tests stays open and keeps its event loop; it rests while these tests have their own."""
    resting = events._get_running_loop()
    events._set_running_loop(None)
    yield
    events._set_running_loop(resting)


@pytest.fixture(autouse=True)
def browsers_closed_afterwards() -> Iterator[None]:
    yield
    Browser.close_all()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests that do not kill it."""
    folder = tmp_path_factory.mktemp("server")
    running = Server(str(folder / "tables.db"), folder / "log")
    yield running
    said = running.stop()
    assert "Traceback" not in said and "ERROR" not in said, said


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server that a test may kill."""
    running = Server(str(tmp_path / "tables.db"), tmp_path / "log")
    yield running
    if running.process.poll() is None:
        running.stop()


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """A private PostgreSQL: its own files, its own socket, an unprivileged user."""
    with find_postgres() as running:
        yield running


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database of each kind."""
    if request.param == "sqlite":
        return str(tmp_path / "kept" / "tables.db")
    cluster: Cluster = request.getfixturevalue("cluster")
    return cluster.new_database()
