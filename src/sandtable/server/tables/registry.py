"""The registry: tables in memory, one answer after the other at each, none acknowledged before the database has it.

A table is never changed in place. An answer is tried on a copy; the copy's new lines are written; then the copy takes
the table's place. Whoever reads holds the old table or the new one, whole. If writing fails, the registry forgets the
table and asks the database what is true.
"""

from __future__ import annotations

import asyncio
import logging
import re
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, nullcontext
from typing import NamedTuple

from msgspec import structs

from sandtable.kernel.options import Option, Refused, Seat
from sandtable.kernel.records import snapshots
from sandtable.kernel.table import Table, UndoLevel
from sandtable.kernel.view import Facts
from sandtable.server import trouble, wire
from sandtable.server.settings import Settings
from sandtable.server.store import rows
from sandtable.server.store.database import StorageError, Taken
from sandtable.server.store.rows import Line, Standing
from sandtable.server.store.storage import Stood, Storage, position_every
from sandtable.server.tables import seeing
from sandtable.server.tables.computers import Computers
from sandtable.server.tables.ending import ending
from sandtable.server.tables.imports import Imports
from sandtable.server.tables.loading import Loader
from sandtable.server.tables.looks import Looks
from sandtable.server.tables.moves import answered, ask_name, new_wishes, undone
from sandtable.server.tables.news import GONE, News
from sandtable.server.tables.pace import paced
from sandtable.server.tables.past import Past
from sandtable.server.tables.previews import preview
from sandtable.server.tables.resident import Resident
from sandtable.server.tables.seeing import NOTHING_KNOWN, LogKnown
from sandtable.server.tables.threads import Threads

log = logging.getLogger("sandtable.server")

TABLE_ID = re.compile(r"[A-Za-z0-9_-]{1,40}")
UNSEEN = 45.0
"""After so many seconds in which nobody looked at a table its computers wait."""
COMPUTER_ANSWERS = 1000
"""How many answers computers may give in one go, before a person must look at the table again."""
SEALED = 0.1
"""Seconds that a computer takes at least over a sealed answer: how long it thinks would tell what it holds."""
WAIT_FOR_COMPUTERS = 0.5
"""How many seconds an answer waits for the computers' answers to it."""
NO_PAST = "The past cannot be shown: a rule was put right since."
PASTS = 8
"""How many tables have their whole past in memory."""


class Change(NamedTuple):
    """A table after one move, ready to be kept; now and then with its position."""

    table: Table
    standing: Standing
    taken: int = 0
    position: Stood | None = None


def _changed(old: Table, new: Table, taken: int = 0) -> Change:
    entries = len(new.journal)
    every = position_every(entries)
    far_back = old.answers - new.answers > every  # behind the positions that are kept
    if entries // every == len(old.journal) // every and not new.over and not far_back:
        return Change(new, seeing.standing_of(new), taken)
    fixed = new.history[0].entry if new.history else entries
    if new.take_backs:  # there one goes back a long way
        fixed = entries if far_back else entries - every
    return Change(new, seeing.standing_of(new), taken, Stood(entries, snapshots.snapshot_of(new), fixed))


class Registry(Threads):
    def __init__(self, storage: Storage, settings: Settings) -> None:
        super().__init__()
        self.storage = storage
        self.settings = settings
        self.news = News()
        self._resident: OrderedDict[str, Resident] = OrderedDict()
        self._pasts: OrderedDict[str, Past] = OrderedDict()
        self._looks = Looks()
        self._loader = Loader(storage, self)
        self.imports = Imports(settings.import_seconds, settings.import_megabytes)

    async def stop(self) -> None:
        """The server is to stop: nobody waits any more for records, loads and computers. People's answers go on."""
        self.stop_slow_threads()
        await self.imports.close()

    async def close(self) -> None:
        """Nothing is at work any more. What was not written was not acknowledged."""
        await self.stop()
        thinking = [resident.thinking for resident in self._resident.values() if resident.thinking is not None]
        for task in thinking:
            task.cancel()
        await asyncio.gather(*thinking, return_exceptions=True)
        self.close_threads()

    # -- tables in memory

    @asynccontextmanager
    async def at(self, table_id: str, guest: str | None = None) -> AsyncIterator[Resident]:
        """A table, loaded; for a guest only if there is a place for that guest at it."""
        if not TABLE_ID.fullmatch(table_id):
            raise trouble.no_table()
        resident = self._resident.setdefault(table_id, Resident(table_id))
        self._resident.move_to_end(table_id)
        resident.users += 1
        try:
            if resident.table is None:
                await self._load(resident)
            if guest is not None:
                if not resident.knows(guest):
                    raise trouble.no_table()
                resident.looked = time.monotonic()
                await self._saw(resident, guest)
            yield resident
        finally:
            resident.users -= 1
            self._make_room(resident)

    async def _load(self, resident: Resident) -> None:
        """Brings a table into memory, in whole steps of time: answers that a seat did not see are given again."""
        undealt = resident.waits  # then nothing was answered
        async with nullcontext() if undealt else paced(), resident.lock:
            await self._loader.load(resident)

    async def _saw(self, resident: Resident, guest: str) -> None:
        """Notes that a guest is there, about once a minute."""
        if not resident.saw(guest, time.time()):
            return
        try:
            await self.storage.saw(resident.id, guest, time.time())
        except StorageError as error:
            log.warning("Table %s: who is there could not be noted: %s", resident.id, error)

    async def left(self, table_id: str, guest: str) -> None:
        """A guest has closed a connection: until now it was a sign."""
        if resident := self._resident.get(table_id):
            await self._saw(resident, guest)

    def look_again(self, table_id: str) -> None:
        """Somebody listens now: computers that waited for that go on."""
        if resident := self._resident.get(table_id):
            self.wake(resident)

    async def ready(self, resident: Resident) -> Table:
        """The table, loaded if it is not in memory, or was forgotten; its lock is held."""
        await self._loader.load(resident)
        return resident.now()

    def _make_room(self, last: Resident) -> None:
        if last.table is None and last.users == 0 and self._resident.get(last.id) is last:
            del self._resident[last.id]
        too_many = len(self._resident) - self.settings.resident
        idle = [resident for resident in self._resident.values() if resident.users == 0] if too_many > 0 else []
        for resident in idle[:too_many]:
            del self._resident[resident.id]
            self._pasts.pop(resident.id, None)

    def forget(self, table_id: str) -> None:
        """A table that was deleted."""
        resident = self._resident.pop(table_id, None)
        if resident is not None:
            resident.table = None
        self._pasts.pop(table_id, None)
        self._looks.forget(table_id)
        self.news.close(table_id, GONE)

    async def seat(self, table_id: str, seat: Seat) -> None:
        """Somebody took a seat: the database has it, now the table in memory has it too; the last one has it dealt."""
        async with self.at(table_id) as resident:
            async with resident.lock:
                place = await self.storage.place(table_id) if resident.table is not None else None
                for holder in place.holders if place is not None else ():
                    if holder.seat == seat:
                        holder.seen = time.time()
                        resident.sit(holder)
                        resident.kept.notes = await self.storage.notes(table_id)
            self.news.ring(table_id, resident.revisions())
            self.news.again(table_id)
            self.wake(resident)

    async def room(self, table_id: str, guest: str) -> wire.Room:
        """Who sits at a table and who is awaited: all that there is to see before it is dealt."""
        async with self.at(table_id, guest) as resident:
            return await self.rules(seeing.room, resident.kept, dict(resident.holders), guest)

    async def note(self, resident: Resident, note: str) -> None:
        """Notes what everybody at this table must know."""
        if note not in resident.kept.notes:
            resident.kept.notes = await self.storage.note(resident.id, note)

    async def reseat(self, resident: Resident, seat: Seat, player: str) -> None:
        """Lets a computer play for the guest of a seat, or (no player) the guest again; the table's lock is held."""
        holder = resident.holders[seat]
        await self.storage.reseat(resident.id, seat, holder.guest, player)
        resident.sit(structs.replace(holder, player=player))

    async def let_watch(self, table_id: str, guest: str, watches: bool) -> None:
        if resident := self._resident.get(table_id):
            async with resident.lock:
                (resident.watchers.add if watches else resident.watchers.discard)(guest)

    # -- looking

    async def see(
        self, table_id: str, guest: str, seat: Seat | None = None, log: LogKnown = NOTHING_KNOWN
    ) -> wire.Seen:
        async with self.at(table_id, guest) as resident:
            seen = await self._seen(resident, guest, resident.look_from(guest, seat), log)
            self.wake(resident)
            return seen

    async def _seen(self, resident: Resident, guest: str, seat: Seat, log: LogKnown = NOTHING_KNOWN) -> wire.Seen:
        holders, yielded = dict(resident.holders), set(resident.yielded)
        return await self.rules(
            seeing.seen, resident.kept, resident.now(), holders, guest, seat, yielded, log, self._looks
        )

    async def _stale(self, resident: Resident, guest: str, seat: Seat, log: LogKnown) -> trouble.Trouble:
        """A name of a position that is past, with the one that stands; who told what is known gets the new lines."""
        return trouble.stale(await self._seen(resident, guest, seat, log if log.mark else NOTHING_KNOWN))

    async def why_not(self, table_id: str, guest: str, seat: Seat, option: Option) -> wire.WhyNot:
        async with self.at(table_id, guest) as resident:
            resident.holds(guest, seat)
            table = resident.now()
            refusal = await self.rules(table.why_not, seat, option)
            if refusal is None:
                return wire.WhyNot(legal=True)
            number = trouble.number_of(table.game, refusal.key)
            return wire.WhyNot(rule=refusal.key, number=number, text=refusal.text)

    async def preview(self, table_id: str, guest: str, given: wire.Trial) -> wire.Preview:
        async with self.at(table_id, guest) as resident:
            resident.holds(guest, given.seat)
            table = resident.now()
            if given.ask != ask_name(table, given.seat):
                raise trouble.stale(await self._seen(resident, guest, given.seat))
            return await self.rules(preview, table, given.seat, [tuple(part) for part in given.options])

    async def inspect(self, table_id: str, guest: str, seat: Seat | None, domain: str, value: int) -> Facts:
        async with self.at(table_id, guest) as resident:
            return await self.rules(_inspected, resident.now(), resident.look_from(guest, seat), domain, value)

    async def moment(self, table_id: str, guest: str, seat: Seat | None, n: int) -> wire.Moment:
        async with self.at(table_id, guest) as resident:
            seat = resident.look_from(guest, seat)
            table = resident.now()
            last = table.revisions[seat] - 1
            if n > last:
                raise trouble.no_such(f"There is no moment {n}: this seat has seen {last} so far.")
            past = await self.past(resident, table, guest, seat, n)
            then = await self.rules(past.moment, seat, n)
            lines = seeing.log_lines(table.game, then.lines, then.heard - len(then.lines))
            return wire.Moment(n, last, then.view, lines, then.heard, then.told)

    async def log_page(
        self, table_id: str, guest: str, seat: Seat | None, first: int, count: int, contents: bool
    ) -> wire.LogPage:
        async with self.at(table_id, guest) as resident:
            look = resident.look_from(guest, seat)
            return await self.rules(seeing.log_page, resident.now(), look, first, count, contents)

    async def ending(self, resident: Resident, guest: str, seat: Seat | None) -> wire.Ending:
        """How a game went, once it is over."""
        table = resident.now()
        if not table.over:
            raise trouble.not_yet("How the game went is told when it is over.")
        look = resident.look_from(guest, seat)
        past = await self.past(resident, table, guest, look, table.revisions[look] - 1)
        return await self.slowly(guest, ending, table, past, look)

    async def past(self, resident: Resident, table: Table, guest: str, seat: Seat, n: int) -> Past:
        """The past of a table up to moment `n` of a seat, worked out in the turn of the guest who wants it: a watcher
        who looks at all tables of somebody keeps only himself waiting."""
        async with resident.past_lock:
            past = self._pasts.get(resident.id)
            if past is None or not past.reaches(seat, n):
                past = await self._run_on(past, resident, table, guest, seat, n)
            self._pasts[resident.id] = past
            self._pasts.move_to_end(resident.id)
            while len(self._pasts) > PASTS:
                self._pasts.popitem(last=False)
            return past

    async def _run_on(
        self, past: Past | None, resident: Resident, table: Table, guest: str, seat: Seat, n: int
    ) -> Past:
        try:
            async with paced():
                if past is None:
                    past = await self.slowly(guest, Past, rows.record_from(resident.kept))
                await self.slowly(guest, past.run_on, table.journal, seat, n)
        except trouble.Trouble:
            raise
        except Exception as error:  # rules that were put right may fail in any way on an old answer
            log.info("The past of table %s cannot be shown.", resident.id, exc_info=True)
            raise trouble.no_such(NO_PAST) from error  # not why: it may be about what another seat did unseen
        return past

    # -- playing

    async def answer(self, table_id: str, guest: str, given: wire.Answer) -> wire.Seen:
        options: list[Option] = [tuple(part) for part in given.options]

        def move(table: Table, _resident: Resident) -> Change:
            new, taken = answered(table, given.seat, options, given.leave)
            return _changed(table, new, taken)

        log = LogKnown(given.log_since, given.log_mark)
        return await self._move(table_id, guest, given.seat, given.ask, log, move)

    async def undo(self, table_id: str, guest: str, given: wire.Undo) -> wire.Seen:
        level: UndoLevel = given.level

        def move(table: Table, resident: Resident) -> Change:
            new = undone(table, given.seat, level, resident.computers.names)
            return _changed(table, new)

        log = LogKnown(given.log_since, given.log_mark)
        async with paced():
            return await self._move(table_id, guest, given.seat, given.ask, log, move)

    async def let_pass(self, table_id: str, guest: str, given: wire.Yield) -> wire.Seen:
        """A person who is asked together with a computer lets it go first."""
        log = LogKnown(given.log_since, given.log_mark)
        async with self.at(table_id, guest) as resident:
            resident.plays(guest, given.seat)
            async with resident.lock:
                table = await self.ready(resident)
                if given.ask != ask_name(table, given.seat):
                    raise await self._stale(resident, guest, given.seat, log)
                resident.yielded.add(given.seat)
            await self._let_computers_answer(resident)
            return await self._seen(resident, guest, given.seat, log)

    async def _move(
        self,
        table_id: str,
        guest: str,
        seat: Seat,
        ask: str,
        log: LogKnown,
        move: Callable[[Table, Resident], Change],
    ) -> wire.Seen:
        async def tried(resident: Resident, table: Table) -> Change:
            if ask and ask != ask_name(table, seat):
                raise await self._stale(resident, guest, seat, log)
            try:
                return await self.rules(move, table, resident)
            except Refused as error:
                raise trouble.refused(table.game, error.refusal) from None

        async with self.at(table_id, guest) as resident:
            resident.plays(guest, seat)
            before = resident.now()
            change = await tried(resident, before)  # a refusal waits for nobody: that would tell who answers just now
            async with resident.lock:
                table = await self.ready(resident)
                resident.plays(guest, seat)
                if table is not before:
                    change = await tried(resident, table)
                try:
                    await self._keep(resident, change)
                except Taken:
                    await self.ready(resident)
                    raise await self._stale(resident, guest, seat, log) from None
            await self._let_computers_answer(resident)
            seen = await self._seen(resident, guest, seat, log)
            seen.taken = change.taken or None
            return seen

    async def _keep(self, resident: Resident, change: Change) -> None:
        """Writes what is new, then lets the new table take the old one's place; its lock is held."""
        old = resident.now()
        lines = _new_lines(old, change.table)
        when = time.time() if _seen_by_all(old, change.table) else resident.kept.updated
        wishes = new_wishes(old, change.table)
        try:
            await self.storage.append(resident.id, lines, change.standing, when, change.position, wishes)
        except BaseException as error:
            resident.table = None  # whether it was written after all, only the database knows
            if isinstance(error, StorageError) and not isinstance(error, Taken):
                log.error("Table %s: %s", resident.id, error)
                raise trouble.unsaved() from error
            raise
        resident.table = change.table
        for seat, wish in wishes.items():
            resident.holders[seat].equals = wish
        resident.kept.updated, resident.kept.standing = when, change.standing
        resident.yielded = {seat for seat in resident.yielded if ask_name(old, seat) == ask_name(change.table, seat)}
        self.news.ring(resident.id, change.table.revisions)

    # -- computers

    async def _let_computers_answer(self, resident: Resident) -> None:
        self.wake(resident)
        if resident.thinking is not None:
            await asyncio.wait({resident.thinking}, timeout=WAIT_FOR_COMPUTERS)
        if resident.table is None:
            async with resident.lock:
                await self.ready(resident)

    def wake(self, resident: Resident) -> None:
        """Lets the computers think, if they are to answer and do not think already."""
        idle = resident.thinking is None or resident.thinking.done()
        if (
            idle
            and resident.table is not None
            and resident.computers.next(resident.table, resident.yielded) is not None
        ):
            resident.users += 1
            resident.thinking = asyncio.create_task(self._think(resident))
            resident.thinking.add_done_callback(lambda _task: self._thought(resident))

    def _thought(self, resident: Resident) -> None:
        resident.thinking = None
        resident.users -= 1

    def _unseen(self, resident: Resident) -> bool:
        """Nobody has a connection open, and nobody has looked for a while."""
        return not self.news.anybody(resident.id) and time.monotonic() - resident.looked > UNSEEN

    async def _think(self, resident: Resident) -> None:
        try:
            for _ in range(COMPUTER_ANSWERS):
                if self._unseen(resident):
                    return  # until somebody looks again
                async with resident.lock:
                    table = await self.ready(resident)
                    seat = resident.computers.next(table, resident.yielded)
                    if seat is None:
                        return
                    secret, began = table.g.ask is not None and table.g.ask.secret, time.monotonic()
                    change = await self.thought_out(resident.id, _played, resident.computers, table, seat)
                    if secret:
                        await asyncio.sleep(began + SEALED - time.monotonic())
                    await self._keep(resident, change)
        except (trouble.Trouble, Taken) as error:
            log.warning("The computers at table %s stop: %s", resident.id, error)
        except Exception:
            log.exception("The computers at table %s cannot go on.", resident.id)


def _played(computers: Computers, table: Table, seat: Seat) -> Change:
    new = computers.play(table, seat)
    return _changed(table, new, 1)


def _seen_by_all(old: Table, new: Table) -> bool:
    """Whether everybody sees a change: its time, told to one who sees none, would tell of it."""
    return all(revision != old.revisions.get(seat) for seat, revision in new.revisions.items())


def _new_lines(old: Table, new: Table) -> list[Line]:
    marks = {point.entries: point.digest for point in new.checkpoints}
    begin = len(old.journal) + 1
    return [Line(n, entry, marks.get(n, "")) for n, entry in enumerate(new.journal[begin - 1 :], begin)]  # type: ignore[arg-type]


def _inspected(table: Table, seat: Seat, domain: str, value: int) -> Facts:
    game, s = table.game, table.g.s
    known = {"space", "token", "card"}.union(*(verb.domains for verb in game.verbs.values()))
    if domain not in known:
        known |= {thing.domain for thing in game.view(s, seat).things()}
    if domain not in known:
        raise trouble.malformed(f"There are no things of kind {domain!r} here; there are {', '.join(sorted(known))}.")
    try:
        if value in game.candidates(s, domain):
            return game.inspect(s, seat, domain, value)
    except (LookupError, ValueError, NotImplementedError):
        log.debug("The game says nothing of %s %d.", domain, value, exc_info=True)
    raise trouble.no_such(f"There is no {domain} {value} here.")
