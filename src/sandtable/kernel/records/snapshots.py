"""Where a table stands, written down with all that a replay would have to work out: so a server opens a long game by
its last few answers. What can be undone is not written: one can go back as far as the answers replayed since."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from sandtable.kernel.chain import links
from sandtable.kernel.chance import ReplayDealer
from sandtable.kernel.content import UnfitPack, pack, unpack
from sandtable.kernel.records import NoLonger, game_of, go_on, host_key, kept_as, run, standing
from sandtable.kernel.records.form import Record, RecordError, beginning
from sandtable.kernel.table import Amended, Stand, Table
from sandtable.kernel.typed import decoded


def snapshot_of(table: Table) -> str:
    """Where a table stands, as short text."""
    return pack(msgspec.json.encode(table.stand()), effort=1)


def resume(record: Record, snapshot: str) -> Table:
    """The table of a record, from where it once stood; RecordError if that is not on the way of this journal."""
    try:
        stand = decoded(unpack(snapshot), Stand)
    except (UnfitPack, msgspec.DecodeError) as error:
        raise RecordError(f"the position kept with it cannot be read: {error}") from error
    way, before = standing(record.journal), standing(record.journal[: stand.entries])
    key = host_key(record)
    chain = links(key, beginning(record), record.journal[: stand.entries])
    if len(chain) != stand.entries + 1 or chain[-1] != stand.head or way[: len(before)] != before:
        raise RecordError("the position kept with it is not of this journal")
    dealer = ReplayDealer()
    try:
        table = Table(game_of(record), None, key, record.salts, record.take_backs, dealer, kept_as(record, stand))
    except RecordError:
        raise
    except Exception as error:  # types that changed may fail in any way on an old position
        raise RecordError(f"the position kept with it cannot be read: {str(error) or type(error).__name__}") from error
    table.opening = record.opening
    table.journal[:] = record.journal[: stand.entries]
    table.checkpoints[:] = [point for point in record.checkpoints if point.entries <= stand.entries]
    run(table, record, record.journal, way[len(before) :], dealer)
    return table


def open_table(record: Record, snapshots: Sequence[str] = ()) -> tuple[Table, str]:
    """The table of a record as `go_on` gives it, from the first position kept with it that serves."""
    failed: list[tuple[NoLonger, str]] = []
    for snapshot in snapshots if record.key else ():
        try:
            return resume(record, snapshot), ""
        except NoLonger as error:
            failed.append((error, snapshot))
        except RecordError:
            continue
    table, why = go_on(record)
    amended = table.journal[-1] if why else None
    if failed and isinstance(amended, Amended):
        last, snapshot = max(failed, key=lambda each: each[0].entries)
        if amended.entries < last.entries:
            return _amended(record, snapshot, last)
    return table, why


def _amended(record: Record, snapshot: str, error: NoLonger) -> tuple[Table, str]:
    """A rule was put right, but the position that was kept stands after the first answer that it forbids."""
    table = resume(msgspec.structs.replace(record, journal=record.journal[: error.entries]), snapshot)
    table.amend(error.why, record.journal)
    return table, str(error)
