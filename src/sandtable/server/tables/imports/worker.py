"""The process in which records from anywhere are tried out: `python -m sandtable.server.tables.imports.worker`.

It reads jobs from its input and writes verdicts to its output, each with its length before it. It may take so much
memory and so much time and no more; if it takes more, it dies, and nobody else does.
"""

from __future__ import annotations

import gc
import os
import sys
import time
from importlib.util import find_spec
from typing import BinaryIO, Literal

import msgspec
from msgspec import Struct

from sandtable.kernel import records
from sandtable.kernel.flow import FlowError
from sandtable.kernel.game import SetupError
from sandtable.kernel.options import SPECTATOR, Refused
from sandtable.kernel.records import Record, RecordError, Report
from sandtable.kernel.records.form import position_in
from sandtable.kernel.table import Table
from sandtable.kernel.typed import decoded
from sandtable.players import RANDOM, make_player
from sandtable.server.store.rows import Standing
from sandtable.server.tables import seeing
from sandtable.server.tables.imports import limits

MEGABYTE = 1 << 20
LENGTH = 8
WALKS = 3
STEPS = 25
"""A position or content made up by hand is played on so far before it is believed."""


class Job(Struct):
    work: Literal["open", "verify"]
    megabytes: int
    """How much more memory it may take than there was before."""
    seconds: int
    """Of the processor."""
    record: str


class Verdict(Struct, omit_defaults=True):
    """What came of it: a sentence why not, or what the server needs to know."""

    bad: str = ""
    standing: Standing | None = None
    unsound: str = ""
    """What the rules of today say is wrong with the position it begins from, though it can be played on.

    It may have been kept when a rule was still played wrongly: no reason to take somebody's game away, but everybody
    who sits down at it is told.
    """
    report: Report | None = None
    seconds: float = 0.0
    """How much of the processor's time it took to play the record through."""
    spent: bool = False
    """Whether the process can do no more."""


def main() -> None:
    taking, giving = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a game prints must not be taken for a verdict
    if hasattr(os, "nice"):
        os.nice(10)
    while data := _read(taking):
        job = decoded(data, Job)
        _allow(job)
        verdict = _done(job)
        encoded = msgspec.json.encode(verdict)
        giving.write(len(encoded).to_bytes(LENGTH, "big") + encoded)
        giving.flush()
        if verdict.spent:
            return
        del job, data, verdict, encoded
        gc.collect()


def _read(taking: BinaryIO) -> bytes:
    length = taking.read(LENGTH)
    return taking.read(int.from_bytes(length, "big")) if len(length) == LENGTH else b""


def _allow(job: Job) -> None:
    """So much memory and time for this job."""
    if find_spec("resource") is None:
        return  # only where there are such limits
    import resource

    used = resource.getrusage(resource.RUSAGE_SELF)
    until = int(used.ru_utime + used.ru_stime) + job.seconds + 1
    resource.setrlimit(resource.RLIMIT_CPU, (until, resource.getrlimit(resource.RLIMIT_CPU)[1]))
    for kind, line in ((resource.RLIMIT_DATA, "VmData"), (resource.RLIMIT_AS, "VmSize")):
        now = _memory(line)
        if now:
            _, hard = resource.getrlimit(kind)
            most = now + job.megabytes * MEGABYTE
            resource.setrlimit(kind, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))


def _memory(line: str) -> int:
    """The memory of this process in bytes; 0 where it cannot be known."""
    try:
        with open("/proc/self/status") as status:
            return next((int(text.split()[1]) * 1024 for text in status if text.startswith(line + ":")), 0)
    except OSError:
        return 0


# ---- the work -------------------------------------------------------------------------------------


def _done(job: Job) -> Verdict:
    began = time.process_time()
    try:
        if job.work == "verify":
            verdict = Verdict(report=records.verify(job.record.encode()))
        else:
            record = records.decode(job.record.encode())
            table = table_from(record)
            verdict = Verdict(standing=seeing.standing_of(table), unsound=records.unsound(record, table))
    except RecordError as error:
        return Verdict(bad=str(error)[:1000])
    except RecursionError:
        return Verdict(bad="it is nested too deeply", spent=True)
    except MemoryError:
        return Verdict(bad="it needs more memory than there is for it", spent=True)
    except Exception:  # a position made up by hand can break any rule that trusts its own state
        return Verdict(bad="its position is not one that this game can be in")
    verdict.seconds = time.process_time() - began
    return verdict


def table_from(record: Record) -> Table:
    """The table of a record from anywhere, tried out from every seat before anything is kept of it."""
    limits.check(record)
    limits.check_content(record)
    if begins_at := position_in(record):
        _check_position(record, begins_at)
    table = records.replay(record)
    if table.seats() != record.seats:
        raise RecordError(f"it speaks of {record.seats} seats, its position of {table.seats()}")
    if not record.key and not table.over:
        raise RecordError("it is not finished and holds no key, so its dice cannot be thrown on")
    for seat in (SPECTATOR, *range(table.seats())):
        table.view(seat)
    if begins_at or record.overlays or record.pack:
        for number in range(WALKS):
            _play_on(table.fork(), number)
    return table


def _check_position(record: Record, begins_at: bytes) -> None:
    """A position has the pieces of its game, no more and no fewer."""
    game = records.game_of(record)
    try:
        fresh = game.start(game.as_kept(records.kept_as(record).setup))
    except (SetupError, FlowError) as error:
        raise RecordError(str(error)) from error
    try:
        s = game.load(begins_at)
    except (msgspec.ValidationError, LookupError, TypeError) as error:
        raise RecordError(f"its position cannot be read: {error}") from error
    there, should = game.census(s), game.census(fresh.s)
    if there != should:
        wrong = next(name for name in (*should, *there) if there.get(name) != should.get(name))
        raise RecordError(
            f"its position counts {there.get(wrong, 0)} for {wrong}, and the game has {should.get(wrong, 0)}"
        )


def _play_on(table: Table, number: int) -> None:
    player = make_player(table.game, RANDOM, number)
    for _ in range(STEPS):
        ask = table.g.ask
        if ask is None:
            return
        seat = ask.awaited()[0]
        try:
            table.answer(seat, player(table.g, seat))
        except Refused as refused:
            raise RecordError("its position offers what its rules then forbid") from refused


if __name__ == "__main__":
    main()
