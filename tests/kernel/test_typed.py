"""Typed values from plain data: several threads may meet a type for the first time at once."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

SOURCES = Path(__file__).parents[2] / "src" / "sandtable"

MEETING = """
import sys, threading
import msgspec
from sandtable.kernel.typed import converted, decoded

sys.setswitchinterval(1e-6)
for number in range(100):
    inner = [msgspec.defstruct(f"Inner{n}", [("values", list[int])]) for n in range(20)]
    outer = msgspec.defstruct("Outer", [(f"field{n}", kind) for n, kind in enumerate(inner)])
    plain = {f"field{n}": {"values": [n]} for n in range(20)}
    data, gate, read = msgspec.json.encode(plain), threading.Barrier(4), []

    def meet(which):
        gate.wait()
        read.append(converted(plain, outer) if which % 2 else decoded(data, outer))

    threads = [threading.Thread(target=meet, args=[which]) for which in range(4)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert len(read) == 4 and all(msgspec.to_builtins(one) == plain for one in read)
"""


def test_threads_that_meet_a_type_for_the_first_time_take_nothing_down() -> None:
    """A server that had just started died of it: two tables of one game were looked at at once."""
    done = subprocess.run([sys.executable, "-c", MEETING], capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr


def test_nothing_reads_types_in_another_way() -> None:
    other = re.compile(r"msgspec\.convert\(|msgspec\.json\.decode\([^\n]*type=|Decoder\(")
    found = [
        f"{file.relative_to(SOURCES)}: {line.strip()}"
        for file in SOURCES.rglob("*.py")
        if file != SOURCES / "kernel" / "typed.py"
        for line in file.read_text(encoding="utf-8").splitlines()
        if other.search(line)
    ]
    assert not found, found
