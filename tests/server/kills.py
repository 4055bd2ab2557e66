"""Kills under full load: `python -m tests.server.kills 200` kills a server so often, `--postgresql` one on PostgreSQL.

Several people play at several tables as fast as they can, take back, and make new tables; at a random moment the server
is killed (-9) and started again. Then every answer that was acknowledged must be in the database once and in
its place, what was under way may be there once or not at all, and everybody plays on.
"""

from __future__ import annotations

import argparse
import json
import random
import tempfile
import threading
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
from msgspec import Struct
from sqlalchemy import create_engine, text

from sandtable.server.settings import database_url
from tests.server.clusters import find_postgres
from tests.server.serving import Browser, Server, options_of

PLAYERS = 8
SHORTEST, LONGEST = 0.15, 1.2
"""Seconds from the first answer after a start to the kill."""
UNDO_EVERY = 9


class Deed(Struct, frozen=True):
    """What a journal must hold: an answer, or a step back."""

    seat: int
    option: tuple[Any, ...] = ()


class Person(threading.Thread):
    """Plays both seats of one table; goes on with it after every kill until it is over."""

    def __init__(self, browser: Browser, table: str, told: list[Deed], seed: int) -> None:
        super().__init__(daemon=True)
        self.browser, self.table, self.told = browser, table, told
        self.under_way: Deed | None = None
        self.new_table = False
        self.count = 0
        self.fault = ""
        self.chance = random.Random(seed)
        self.stopped = False

    def run(self) -> None:
        try:
            while not self.stopped:
                self.step()
        except httpx.TransportError:
            return
        except AssertionError as error:
            self.fault = str(error)

    def step(self) -> None:
        seen = self.browser.see(self.table)
        if seen["over"]:
            self.new_table = True
            self.table = self.browser.open(seats=2)
            self.told, self.new_table = [], False
            return
        seat = seen["seat"]
        if "answer" in seen["undo"] and self.chance.randrange(UNDO_EVERY) == 0:
            self.under_way = Deed(-1)
            self.browser.post(f"/api/tables/{self.table}/undo", {"seat": seat, "ask": seen["ask"]})
        else:
            option = self.chance.choice(options_of(seen))
            self.under_way = Deed(seat, tuple(option))
            self.browser.answer(self.table, seat, option, ask=seen["ask"])
        self.told.append(self.under_way)
        self.under_way = None
        self.count += 1


class Database:
    """Looks into the tables of a server from outside."""

    def __init__(self, address: str) -> None:
        self.engine = create_engine(database_url(address).replace("+aiosqlite", ""))

    def journal(self, table: str) -> list[Deed]:
        """What lies there, in order and without a gap."""
        wanted = text("SELECT number, data FROM entries WHERE table_id = :table ORDER BY number")
        with self.engine.connect() as db:
            rows = db.execute(wanted, {"table": table}).all()
        numbers = [number for number, _ in rows]
        assert numbers == list(range(1, len(rows) + 1)), f"gaps or doubles in {table}: {numbers}"
        entries = [json.loads(data) for _, data in rows]
        return [
            Deed(entry["seat"], tuple(entry["options"][0])) if entry["entry"] == "answer" else Deed(-1)
            for entry in entries
        ]

    def close(self) -> None:
        self.engine.dispose()


class Figures(Struct):
    kills: int = 0
    acknowledged: int = 0
    under_way: int = 0
    """Answers whose reply the kill has cut off."""
    under_way_kept: int = 0
    restart_seconds: float = 0.0
    """The longest."""


def storm(address: str, kills: int, folder: Path, seed: int = 1, say: Any = None) -> Figures:
    """Kills a server so often; raises AssertionError at the first answer that is lost or doubled."""
    chance, figures = random.Random(seed), Figures()
    server, database = Server(address, folder / "log"), Database(address)
    try:
        seats = [(browser := Browser(server), browser.open(seats=2), list[Deed]()) for _ in range(PLAYERS)]
        for number in range(1, kills + 1):
            people = [Person(*seat, seed=chance.randrange(1 << 30)) for seat in seats]
            for person in people:
                person.start()
            _begun(people)
            time.sleep(chance.uniform(SHORTEST, LONGEST))
            server.kill()
            for person in people:
                person.stopped = True
                person.join(timeout=60)
                assert not person.is_alive() and not person.fault, person.fault
            began = time.monotonic()
            server.start()
            figures.restart_seconds = max(figures.restart_seconds, time.monotonic() - began)
            seats = [_checked(person, database, figures) for person in people]
            figures.kills = number
            if say is not None and number % 20 == 0:
                say(f"{number} kills, {figures.acknowledged} acknowledged answers, none lost or doubled")
        said = server.stop()
        assert "Traceback" not in said, said
    finally:
        database.close()
        if server.process.poll() is None:
            server.kill()
        Browser.close_all()
    return figures


def _checked(person: Person, database: Database, figures: Figures) -> tuple[Browser, str, list[Deed]]:
    """Compares what a person was told with what is there; from where the person goes on."""
    kept, told = database.journal(person.table), person.told
    figures.acknowledged += person.count
    more = kept[len(told) :]
    figures.under_way += person.under_way is not None
    figures.under_way_kept += len(more)
    assert kept[: len(told)] == told, f"{person.table}: told {told[-3:]}, kept {kept[-3:]}"
    assert more in ([], [person.under_way]), f"{person.table}: {more} was never sent, or counts twice"
    seen = person.browser.see(person.table)
    assert seen["table"] == person.table
    return person.browser, person.table, kept


def _begun(people: list[Person], seconds: float = 60) -> None:
    """Waits until somebody has played."""
    until = time.monotonic() + seconds
    while not any(person.count for person in people):
        assert time.monotonic() < until, "nobody could play"
        time.sleep(0.01)


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("kills", type=int, nargs="?", default=200)
    words.add_argument("--postgresql", action="store_true")
    words.add_argument("--seed", type=int, default=1)
    given = words.parse_args()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="sandtable-kills-")))
        address = str(folder / "tables.db")
        if given.postgresql:
            address = stack.enter_context(find_postgres()).new_database()
        began = time.monotonic()
        figures = storm(address, given.kills, folder, given.seed, lambda told: print(told, flush=True))
    kind = "PostgreSQL" if given.postgresql else "SQLite"
    print(
        f"{kind}: {figures.kills} kills in {time.monotonic() - began:.0f} s; {figures.acknowledged} answers were "
        f"acknowledged, none lost or doubled; {figures.under_way} were under way, of which {figures.under_way_kept} "
        f"were kept; the slowest restart took {figures.restart_seconds:.1f} s."
    )


if __name__ == "__main__":
    main()
