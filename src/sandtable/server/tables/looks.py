"""Views that were built for somebody, kept for whoever else looks from the same seat before it sees something new."""

from __future__ import annotations

import threading
from collections import OrderedDict

from sandtable.kernel.options import Seat
from sandtable.kernel.table import Table
from sandtable.kernel.view import View

KEPT = 64
"""So many views are kept, of all tables together: those that were looked at last."""


class Looks:
    """One view for each table, seat and revision: a seat whose revision stands has the same view as before."""

    def __init__(self, kept: int = KEPT) -> None:
        self._kept = kept
        self._views: OrderedDict[tuple[str, Seat], tuple[int, View]] = OrderedDict()
        self._lock = threading.Lock()

    def view(self, table_id: str, table: Table, seat: Seat) -> View:
        """What a seat sees now, with odds. Nobody may change it."""
        which, revision = (table_id, seat), table.revisions[seat]
        with self._lock:
            known, view = self._views.get(which, (0, None))
            if view is not None and known == revision:
                self._views.move_to_end(which)
                return view
        built = table.view(seat)
        with self._lock:
            self._views[which] = revision, built
            self._views.move_to_end(which)
            while len(self._views) > self._kept:
                self._views.popitem(last=False)
        return built

    def forget(self, table_id: str) -> None:
        with self._lock:
            for which in [which for which in self._views if which[0] == table_id]:
                del self._views[which]
