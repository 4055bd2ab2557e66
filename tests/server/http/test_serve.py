"""`sandtable serve`: what it says when it cannot start."""

from __future__ import annotations

import os
import socket
import sys
from pathlib import Path

import pytest

from sandtable.server.http.process import listen
from sandtable.server.settings import Settings
from sandtable.terminal.commands import serve
from sandtable.terminal.main import run
from tests.server.serving import Browser, Server


def refused(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    code = run(["serve", *words])
    return code, capsys.readouterr().err


def test_a_port_that_is_taken(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        code, said = refused(capsys, "--port", port, "--database", str(tmp_path / "t.db"))
    assert code == 1 and f"Nobody can listen at 127.0.0.1, port {port}: Address already in use." in said


def test_a_database_that_cannot_be_used(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "notes.txt").write_text("this is not a database, but a text of some length\n" * 50)
    for database in (str(tmp_path), str(tmp_path / "notes.txt"), "postgresql://nobody@localhost:1/nothing"):
        code, said = refused(capsys, "--database", database)
        assert code == 1 and "The database" in said and "cannot be opened" in said, said
        assert said.count("\n") == 1, "one sentence"
    assert refused(capsys, "--database", "mysql://host/name")[0] == 2


def test_without_the_extra_it_says_what_to_install(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serve, "find_spec", lambda name: None if name == "litestar" else sys)
    code, said = refused(capsys)
    assert code == 2 and "sandtable[server]" in said


def test_replies_go_out_at_once() -> None:
    """Without TCP_NODELAY a reply waits 40 ms for the browser to confirm its head; asyncio sets it for TCP sockets."""
    with listen(Settings(port=0)) as listening:
        listening.listen()
        with socket.create_connection(listening.getsockname()):
            accepted, _ = listening.accept()
            with accepted:
                assert accepted.proto == socket.IPPROTO_TCP


def test_it_stops_when_told_and_keeps_quiet(tmp_path: Path) -> None:
    server = Server(str(tmp_path / "tables.db"), tmp_path / "log")
    browser = Browser(server)
    browser.open()
    said = server.stop()
    assert server.process.returncode in (0, -15)
    *before, last = said.splitlines()
    assert last.startswith("The tables are open at http://localhost:")
    if os.geteuid() == 0:
        assert len(before) == 1 and "runs as root" in before[0]
    else:
        assert not before
