"""Loading: a table from the database into memory, dealt once nobody is awaited, replayed from the position that serves
best."""

from __future__ import annotations

import logging
import time
from collections.abc import Sequence

from sandtable.kernel.records import Record, RecordError, replay, snapshots
from sandtable.kernel.table import Table
from sandtable.server import trouble
from sandtable.server.store import rows
from sandtable.server.store.database import StorageError
from sandtable.server.store.rows import Holder, Kept, Line
from sandtable.server.store.storage import POSITION_EVERY, Stood, Storage, Whole
from sandtable.server.tables import dealing, seeing
from sandtable.server.tables.resident import Resident
from sandtable.server.tables.threads import Threads

log = logging.getLogger("sandtable.server")

SHORT = 300
"""Entries of a journal that is played through while people wait; a longer one takes its turn."""


class Loader:
    def __init__(self, storage: Storage, threads: Threads) -> None:
        self.storage = storage
        self.threads = threads

    async def load(self, resident: Resident) -> None:
        """Loads a table that is not in memory. Once nobody is awaited any more it is dealt; its lock is held."""
        if resident.table is not None:
            return
        found = await self.storage.whole(resident.id)
        if found is None:
            raise trouble.no_table()
        kept, table = found.kept, None
        waits = not kept.dealt and bool(dealing.open_seats(found.holders))
        if not waits:
            kept = await self._dealt(kept, found.holders)
            try:
                table, why = await self._replayed(kept, found)
            except RecordError as error:
                raise trouble.broken(str(error)) from error
            if why:
                await self._amend(resident, found, table, why)
            await self._keep_for_later(kept, found, table)
        resident.kept, resident.watchers = kept, set(found.watchers)
        resident.holders = {holder.seat: holder for holder in found.holders}
        resident.waits, resident.table = waits, table
        if table is not None:
            table.left = {holder.seat: holder.left for holder in found.holders if holder.left is not None}
            resident.appoint()

    async def _dealt(self, kept: Kept, holders: Sequence[Holder]) -> Kept:
        """A table that has been dealt, now if need be."""
        if kept.dealt:
            return kept
        try:
            new = await self.threads.rules(dealing.deal, kept, holders)
            await self.storage.deal(new)
        except RecordError as error:
            raise trouble.broken(str(error)) from error
        except StorageError as error:
            log.error("Table %s: %s", kept.id, error)
            raise trouble.unsaved() from error
        return new

    async def _keep_for_later(self, kept: Kept, found: Whole, table: Table) -> None:
        """Keeps what a table of an older database lacks. What fails here is tried again the next time."""
        try:
            if not kept.pack:
                kept.pack = table.game.content.packed
                await self.storage.keep_content(kept.id, kept.pack)
            if not found.positions and len(table.journal) > 2 * POSITION_EVERY:
                stood = await self.threads.slowly(kept.owner, _stood, rows.record_from(kept, found.journal), table)
                await self.storage.keep_position(kept.id, stood)
        except (StorageError, RecordError) as error:
            log.warning("Table %s: its content or position could not be kept: %s", kept.id, error)

    async def _amend(self, resident: Resident, found: Whole, table: Table, why: str) -> None:
        """A rule was put right, and a table in play goes on from before the first answer that it forbids."""
        log.warning("Table %s goes on from before what the rules no longer allow: %s", resident.id, why)
        line = Line(len(table.journal), table.journal[-1])  # type: ignore[arg-type]
        standing, when = seeing.standing_of(table), time.time()
        try:
            await self.storage.append(resident.id, [line], standing, when)
        except StorageError as error:
            raise trouble.unsaved() from error
        found.kept.standing, found.kept.updated = standing, when

    async def _replayed(self, kept: Kept, found: Whole) -> tuple[Table, str]:
        """A short journal at once; a long one where it keeps nobody waiting who has a short one."""
        record, positions = rows.record_from(kept, found.journal), _positions(found)
        if positions or len(found.journal) <= SHORT:
            return await self.threads.rules(snapshots.open_table, record, positions)
        return await self.threads.slowly(kept.owner, snapshots.open_table, record)


def _stood(record: Record, table: Table) -> Stood:
    """Where a table stands that was just replayed; or stood before all that can still be undone."""
    fixed = table.history[0].entry if table.history and not table.take_backs else len(table.journal)
    if fixed < len(table.journal):
        table = replay(record, fixed)
    return Stood(len(table.journal), snapshots.snapshot_of(table), fixed)


def _positions(found: Whole) -> list[str]:
    """The positions to open a table from: the oldest first, for all that can be undone was answered after it. (So how
    far a seat may go back tells nothing of how many answers others gave unseen.) What is over stays so."""
    if len(found.journal) <= 2 * POSITION_EVERY and not found.kept.standing.over:
        return []
    return [found.positions[number] for number in sorted(found.positions, reverse=found.kept.standing.over)]
