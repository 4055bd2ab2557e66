"""A small storm of hostile requests and kills; `make soak` makes a large one of each."""

from __future__ import annotations

from pathlib import Path

from tests.server import hostile, kills
from tests.server.serving import Server

REQUESTS = 1500
KILLS = 3


def test_no_request_ends_in_a_fault(tmp_path: Path) -> None:
    server = Server(str(tmp_path / "tables.db"), tmp_path / "log", **hostile.QUICK)
    outcome = hostile.storm(server, REQUESTS, seed=7)
    log = server.stop()
    assert outcome.requests == REQUESTS and not outcome.faults, "\n".join(outcome.faults[:5])
    assert {"200", "400", "403", "404", "405", "408", "409"} <= set(outcome.statuses), "every kind was tried"
    assert outcome.slowest < 5
    assert "Traceback" not in log and len(log) < 5000, log


def test_kills_under_load_lose_and_double_nothing(database: str, tmp_path: Path) -> None:
    figures = kills.storm(database, KILLS, tmp_path)
    assert figures.kills == KILLS and figures.acknowledged > 20
