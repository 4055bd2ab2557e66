"""Compiled rules: which modules are compiled, and that a wheel of them tells the truth about itself.

That compiled games come out as the golden ones did, and how much faster they are, `make compiled` and `make fast` hold.
"""

from __future__ import annotations

import base64
import hashlib
import zipfile
from pathlib import Path

import pytest

from tools.compiled import GAMES, SOURCE, files_of, module_of, pack


@pytest.mark.parametrize("file", files_of(GAMES))
def test_what_is_compiled_of_a_game_holds_nothing_that_mypyc_makes_slower(file: str) -> None:
    text = (SOURCE / file).read_text(encoding="utf-8")
    assert "cached_property" not in text
    if "/games/" in file:
        assert "(Struct" not in text and "(Frame" not in text and "(State" not in text


def test_a_file_goes_by_the_name_of_its_module() -> None:
    assert module_of("sandtable/kernel/flow/__init__.py") == "sandtable.kernel.flow"
    assert module_of("sandtable/games/bct/state.py") == "sandtable.games.bct.state"


def test_a_packed_wheel_lists_every_file_in_it_with_its_hash(tmp_path: Path) -> None:
    content = tmp_path / "content"
    (content / "x.dist-info").mkdir(parents=True)
    (content / "x.py").write_bytes(b"pass\n")
    (content / "x.so").write_bytes(b"\x7fELF")
    record = content / "x.dist-info" / "RECORD"
    record.write_text("x.py,sha256=old,1\n", encoding="utf-8")
    wheel = pack(content, record, tmp_path / "x.whl")
    with zipfile.ZipFile(wheel) as packed:
        names = packed.namelist()
        told = dict(line.split(",", 1) for line in packed.read("x.dist-info/RECORD").decode().splitlines())
        assert set(told) == set(names) == {"x.py", "x.so", "x.dist-info/RECORD"}
        digest = base64.urlsafe_b64encode(hashlib.sha256(packed.read("x.so")).digest()).rstrip(b"=").decode()
    assert told["x.so"] == f"sha256={digest},4"
    assert told["x.dist-info/RECORD"] == ","
