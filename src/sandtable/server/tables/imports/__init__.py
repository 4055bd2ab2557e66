"""Records from anywhere are tried out in processes of their own, with limits of memory and time; never in this one.

A few such processes are kept and used again; one that takes too long is killed and replaced. Each guest has one record
tried at a time, in turn with the others, and only so many may wait.
"""

from __future__ import annotations

import asyncio
import os
import sys
from contextlib import suppress
from typing import Literal

import msgspec

from sandtable.kernel.records import Report
from sandtable.kernel.typed import decoded
from sandtable.server import trouble
from sandtable.server.store.rows import Standing
from sandtable.server.tables.fairness import Crowded, FairQueue
from sandtable.server.tables.imports.worker import LENGTH, Job, Verdict
from sandtable.server.trouble import Trouble

PROCESSES = 2
ONE_WAITS = 2
"""How many records of one guest may wait while one of them is tried."""
ALL_WAIT = 40
WALL_FACTOR = 3
"""A process that gets the processor a third of the time is not at fault."""
LARGEST_VERDICT = 1 << 20

Work = Literal["open", "verify"]


class Dead(Exception):
    """A process that gave no verdict: it took too much memory or time."""


class Helper:
    """One such process."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process

    @classmethod
    async def start(cls) -> Helper:
        quiet = {name: value for name, value in os.environ.items() if not name.startswith("SANDTABLE_")}
        return cls(
            await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "sandtable.server.tables.imports.worker",
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.DEVNULL,
                env=quiet,
                start_new_session=True,
            )
        )

    async def ask(self, job: Job) -> Verdict:
        try:
            return await asyncio.wait_for(self._ask(msgspec.json.encode(job)), job.seconds * WALL_FACTOR)
        except (TimeoutError, OSError, asyncio.IncompleteReadError, msgspec.DecodeError) as error:
            raise Dead from error

    async def _ask(self, job: bytes) -> Verdict:
        taking, giving = self.process.stdin, self.process.stdout
        assert taking is not None and giving is not None, "it was started with pipes"
        taking.write(len(job).to_bytes(LENGTH, "big") + job)
        await taking.drain()
        length = int.from_bytes(await giving.readexactly(LENGTH), "big")
        if length > LARGEST_VERDICT:
            raise OSError("no verdict is that long")
        return decoded(await giving.readexactly(length), Verdict)

    async def stop(self) -> None:
        with suppress(ProcessLookupError):
            self.process.kill()
        await self.process.wait()
        transport = getattr(self.process, "_transport", None)
        if transport is not None:
            transport.close()


class Imports:
    def __init__(self, seconds: float, megabytes: int) -> None:
        self.seconds = max(1, round(seconds))
        self.megabytes = megabytes
        self._turns = FairQueue(PROCESSES, one_may_wait=ONE_WAITS, all_may_wait=ALL_WAIT, one_may_have=1)
        self._idle: list[Helper] = []
        self._busy: set[Helper] = set()
        self._closed = False

    async def opened(self, guest: str, data: bytes) -> tuple[Standing, str]:
        """Where the table of a record stands, and what is wrong with the position it begins from, if anything is;
        Trouble, if it is not one that can be played on."""
        verdict = await self._judged("open", guest, data)
        if verdict.standing is None:
            raise trouble.bad_record(verdict.bad or "nobody knows why")
        return verdict.standing, verdict.unsound

    async def verified(self, guest: str, data: bytes) -> Report:
        verdict = await self._judged("verify", guest, data)
        return verdict.report or Report(False, [verdict.bad], 0, 0, 0, "not checked")

    async def close(self) -> None:
        """Kills the processes, those at work as well: what they were to try is refused."""
        self._closed = True
        for helper in (*self._idle, *self._busy):
            await helper.stop()
        self._idle.clear()

    async def _judged(self, work: Work, guest: str, data: bytes) -> Verdict:
        try:
            text = data.decode()
        except UnicodeDecodeError:
            return Verdict(bad="this is not a record: it is not text")
        try:
            async with self._turns.turn(guest):
                if self._closed:
                    raise trouble.stopping()
                return await self._tried(Job(work, self.megabytes, self.seconds, text))
        except Crowded as crowded:
            if crowded.own:
                raise trouble.too_many("Another record of yours is still being looked at; wait for it.") from None
            raise Trouble(503, "too-many", "Too many records are being looked at; try again in a minute.") from None

    async def _tried(self, job: Job) -> Verdict:
        self._idle = [helper for helper in self._idle if helper.process.returncode is None]
        helper = self._idle.pop() if self._idle else await Helper.start()
        self._busy.add(helper)
        good = False
        try:
            verdict = await helper.ask(job)
            good = not verdict.spent
            return verdict
        except Dead:
            if self._closed:
                raise trouble.stopping() from None
            return Verdict(bad="it takes more memory or time to play it through than there is for it")
        finally:
            self._busy.discard(helper)
            if good and not self._closed:
                self._idle.append(helper)
            else:
                await asyncio.shield(helper.stop())
