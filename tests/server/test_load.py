"""A small storm; `make load` makes a large one."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

LOAD = Path(__file__).parents[2] / "tools" / "load.py"


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="the memory of a process can be read on Linux only")
def test_twenty_tables_at_once_lose_and_double_nothing() -> None:
    words = [sys.executable, str(LOAD), "--game", "patrols", "--tables", "20", "--seconds", "5", "--json"]
    done = subprocess.run(words, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    figures = json.loads(done.stdout)
    assert not figures["errors"] and not figures["lost"] and not figures["doubled"]
    assert figures["answers"] > 100
    assert 0 < figures["rules' share of the server's time"] < 1
    assert "Traceback" not in done.stderr
