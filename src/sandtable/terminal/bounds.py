"""A bound on memory while a record from anywhere is played through: what it holds may be made to fill a computer."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

MEGABYTES = 1024
"""How much more than now it may take: no game needs a tenth of that."""


@contextmanager
def bounded() -> Iterator[None]:
    """Within, too much memory is a MemoryError; only where a computer has such limits and says what is in use."""
    now = _memory()
    if find_spec("resource") is None or not now:
        yield
        return
    import resource

    before, hard = resource.getrlimit(resource.RLIMIT_DATA)
    limits = [now + (MEGABYTES << 20), *(limit for limit in (before, hard) if limit != resource.RLIM_INFINITY)]
    resource.setrlimit(resource.RLIMIT_DATA, (min(limits), hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_DATA, (before, hard))


def _memory() -> int:
    """The bytes that this program has in use; 0 where that cannot be known."""
    try:
        status = Path("/proc/self/status").read_text()
    except OSError:
        return 0
    return next((int(line.split()[1]) << 10 for line in status.splitlines() if line.startswith("VmData:")), 0)
