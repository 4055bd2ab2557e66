"""Games on a cluster: a Dask scheduler's workers stand in for the processes of this machine.

Dask comes with the extra `sandtable[cluster]`; without it nothing here is imported.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from typing import Any

from sandtable import __version__
from sandtable.kernel.game import SetupError

CONNECTING = "10s"
"""How long a scheduler may take to answer."""


@contextmanager
def cluster(address: str) -> Iterator[Executor]:
    """An executor whose work is done by the workers of a Dask scheduler, for as long as the block lasts.

    SetupError with a sentence if there is no such scheduler, it has no workers, or they have another Sandtable.
    """
    try:
        import distributed
    except ImportError as error:
        raise SetupError(
            f"Dask is not installed, which a cluster needs: install sandtable[cluster] ({error})."
        ) from error
    connect: Any = distributed.Client
    try:
        client = connect(address, timeout=CONNECTING, set_as_default=False)
    except (OSError, ValueError, TimeoutError) as error:
        raise SetupError(f"No Dask scheduler answers at {address}: {error}.") from error
    with client:
        _check(address, client.run(_version))
        with client.get_executor() as executor:
            yield executor


def _version() -> str:
    return __version__


def _check(address: str, versions: dict[str, str]) -> None:
    if not versions:
        raise SetupError(f"The Dask scheduler at {address} has no workers.")
    others = {worker: version for worker, version in versions.items() if version != __version__}
    for worker, version in others.items():
        raise SetupError(f"The worker {worker} has Sandtable {version}; here is {__version__}: install the same.")
