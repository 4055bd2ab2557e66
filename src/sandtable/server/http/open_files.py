"""How many files and connections this process may have open: as many as the machine lets it, and no more than that."""

from __future__ import annotations

from importlib.util import find_spec

SPARE = 200
"""Handles for the database, the page's files and the processes that try records out."""


def allow(connections: int) -> int:
    """Raises the soft limit of open files where that is allowed; how many connections there is then room for."""
    if find_spec("resource") is None:
        return connections
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = connections + 2 * SPARE
    if soft != resource.RLIM_INFINITY and soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return connections if soft == resource.RLIM_INFINITY else max(1, min(connections, soft - SPARE))
