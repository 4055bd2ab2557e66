from pathlib import Path

import pytest

from tests.terminal.helpers import Terminal


@pytest.fixture
def terminal(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Terminal:
    return Terminal(capsys, monkeypatch, tmp_path)
