"""The storage, on SQLite and on a real PostgreSQL: what it keeps, what it refuses, and what happens when it fails."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from sqlalchemy import text

from sandtable.kernel.table import Answered, Undone
from sandtable.kernel.view import Outcome
from sandtable.server.settings import SettingsError, database_url
from sandtable.server.store.database import StorageError, Taken
from sandtable.server.store.rows import Holder, Kept, KeptSetup, Line, Link, Standing, hashed
from sandtable.server.store.storage import Storage, Whole

START = Standing(False, None, "turn 1", [0, 1])


def kept(table_id: str = "one", created: float = 1.0, scratch_of: str | None = None) -> Kept:
    return Kept(
        id=table_id,
        game="patrols",
        setup=KeptSetup("island", {"wind": "on"}, 2),
        overlays=[{"men": {"scout": {"reach": "3"}}}],
        content="c" * 64,
        commitment="d" * 64,
        host_key="ab" * 32,
        salts=["salt", 'with "quotes" and ümlauts \u0000'],
        take_backs=True,
        position='{"turn": 3}',
        opening=[("mine-hex", 3), ("deck", [2, 1])],
        name="Überfall ✓",
        owner=hashed("red"),
        scratch_of=scratch_of,
        created=created,
        updated=created,
        standing=START,
    )


def whole(table_id: str = "one", **changes: Any) -> Whole:
    seats = [Holder(0, guest=hashed("red")), Holder(1, player="plain")]
    return Whole(kept(table_id, **changes), [], seats, [hashed("watcher")], [])


def line(number: int, seat: int = 0) -> Line:
    return Line(number, Answered(seat, [("step", 1, 5), ("halt",)], [("mine", 4)]))


@asynccontextmanager
async def opened(database: str) -> AsyncIterator[Storage]:
    storage = Storage(database_url(database))
    await storage.open()
    try:
        yield storage
    finally:
        await storage.close()


def run(database: str, work: Callable[[Storage], Awaitable[None]]) -> None:
    async def working() -> None:
        async with opened(database) as storage:
            await work(storage)

    asyncio.run(working())


def test_a_table_comes_back_as_it_was_kept(database: str) -> None:
    async def work(storage: Storage) -> None:
        await storage.add(whole())
        over = Standing(True, Outcome("Wiped out", [0, 1], 1, "end.wiped"), "", [])
        await storage.append("one", [line(1)], START, 2.0)
        await storage.append("one", [Line(2, Undone(0)), Line(3, Answered(1, [("go",)]), "e" * 64)], over, 3.5)
        found = await storage.whole("one")
        assert found is not None
        assert found.journal == [line(1), Line(2, Undone(0)), Line(3, Answered(1, [("go",)]), "e" * 64)]
        assert found.holders == whole().holders and found.watchers == whole().watchers
        same = kept()
        same.updated, same.standing = 3.5, over
        assert found.kept == same
        assert await storage.whole("two") is None

    run(database, work)


def test_it_is_still_there_when_opened_again(database: str) -> None:
    run(database, lambda storage: storage.add(whole()))

    async def again(storage: Storage) -> None:
        assert await storage.ids() == ["one"]

    run(database, again)


def test_two_answers_cannot_take_one_place(database: str) -> None:
    async def work(storage: Storage) -> None:
        await storage.add(whole())
        await storage.append("one", [line(1)], START, 2.0)
        with pytest.raises(Taken):
            await storage.append("one", [line(1, seat=1)], Standing(True, None, "changed", []), 3.0)
        found = await storage.whole("one")
        assert found is not None
        assert found.journal == [line(1)]
        assert (found.kept.updated, found.kept.standing) == (2.0, START), "nothing of the second one stays"

    run(database, work)


def test_of_two_servers_one_is_too_late(database: str) -> None:
    async def work(storage: Storage) -> None:
        await storage.add(whole())
        async with opened(database) as other:
            outcomes = await asyncio.gather(
                *(each.append("one", [line(1, seat)], START, 2.0) for seat, each in enumerate((storage, other))),
                return_exceptions=True,
            )
        assert [type(outcome) for outcome in outcomes if outcome is not None] == [Taken]
        found = await storage.whole("one")
        assert found is not None and len(found.journal) == 1

    run(database, work)


def test_answers_written_together_fail_alone(database: str) -> None:
    """Many tables share one transaction; one bad answer among them harms no other."""

    async def work(storage: Storage) -> None:
        names = [f"table-{n}" for n in range(150)]
        for n, name in enumerate(names):
            await storage.add(whole(name, created=float(n)))
        await storage.append(names[70], [line(1)], START, 2.0)
        tries = [storage.append(name, [line(1)], START, 2.0) for name in names]
        tries.append(storage.append("no such table", [line(1)], START, 2.0))
        outcomes = await asyncio.gather(*tries, return_exceptions=True)
        failed = {name: outcome for name, outcome in zip([*names, "none"], outcomes, strict=True) if outcome}
        assert set(failed) == {names[70], "none"}
        assert all(isinstance(outcome, Taken) for outcome in failed.values())
        for name in names:
            found = await storage.whole(name)
            assert found is not None and found.journal == [line(1)]

    run(database, work)


def test_a_guest_finds_the_own_tables_the_last_played_first(database: str) -> None:
    async def work(storage: Storage) -> None:
        for number, name in enumerate(("first", "second", "third")):
            await storage.add(whole(name, created=float(number)))
        await storage.append("first", [line(1)], START, 99.0)
        mine = await storage.of_guest(hashed("red"))
        assert [(each.id, seats) for each, seats in mine] == [("first", [0]), ("third", [0]), ("second", [0])]
        watched = await storage.of_guest(hashed("watcher"))
        assert [seats for _, seats in watched] == [[], [], []]
        assert await storage.of_guest(hashed("stranger")) == []

    run(database, work)


def test_a_seat_changes_hands_once(database: str) -> None:
    async def work(storage: Storage) -> None:
        await storage.add(whole())
        token, red = hashed("token"), hashed("red")
        await storage.give(Link(token, "one", 0, red))
        guests = [hashed(f"guest {number}") for number in range(8)]
        taken = await asyncio.gather(*(storage.take_seat(token, guest) for guest in guests))
        assert sum(link is not None for link in taken) == 1
        winner = guests[[link is not None for link in taken].index(True)]
        place = await storage.place("one")
        assert place is not None and place.holders == [Holder(0, guest=winner), Holder(1, player="plain")]
        assert await storage.take_seat(token, winner) is not None
        assert await storage.take_seat(token, red) is None, "given is given"
        assert await storage.take_seat(hashed("other"), red) is None

    run(database, work)


def test_a_watch_link_seats_nobody(database: str) -> None:
    async def work(storage: Storage) -> None:
        await storage.add(whole())
        await storage.give(Link(hashed("look"), "one", -1, hashed("red")))
        assert await storage.take_seat(hashed("look"), hashed("guest")) is None
        for _ in range(2):
            assert await storage.start_watching(hashed("look"), hashed("guest")) is not None
        place = await storage.place("one")
        assert place is not None and sorted(place.watchers) == sorted([hashed("watcher"), hashed("guest")])
        await storage.stop_watching("one", hashed("guest"))
        place = await storage.place("one")
        assert place is not None and place.watchers == [hashed("watcher")]

    run(database, work)


def test_deleting_takes_everything_and_the_what_ifs_along(database: str) -> None:
    async def work(storage: Storage) -> None:
        await storage.add(whole())
        await storage.add(whole("branch", created=2.0, scratch_of="one"))
        await storage.add(whole("twig", created=3.0, scratch_of="branch"))
        await storage.add(whole("other", created=4.0))
        await storage.append("one", [line(1)], START, 2.0)
        await storage.give(Link(hashed("token"), "one", 0, hashed("red")))
        assert sorted(await storage.delete("one")) == ["branch", "one", "twig"]
        assert await storage.delete("one") == []
        assert await storage.ids() == ["other"]
        with pytest.raises(Taken):
            await storage.append("one", [line(2)], START, 3.0)
        async with storage.reading() as db:
            for table in ("entries", "links"):
                assert await db.scalar(text(f"SELECT count(*) FROM {table}")) == 0

    run(database, work)


def test_nobody_who_sat_down_meanwhile_is_deleted_with_the_table(database: str) -> None:
    async def work(storage: Storage) -> None:
        await storage.add(whole())
        place = await storage.place("one")
        assert place is not None
        before = [Holder(one.seat, "somebody else", one.player) for one in place.holders]
        with pytest.raises(Taken):
            await storage.delete("one", before)
        assert await storage.delete("one", place.holders) == ["one"]

    run(database, work)


def test_a_picture_of_the_database_does_not_change_while_it_is_looked_at(database: str) -> None:
    async def work(storage: Storage) -> None:
        for number in range(3):
            await storage.add(whole(f"table-{number}", created=float(number)))
        lengths = []
        async for each in storage.everything():
            lengths.append(len(each.journal))
            if len(lengths) == 1:
                await storage.append("table-2", [line(1)], START, 9.0)
                await storage.add(whole("late", created=9.0))
        assert lengths == [0, 0, 0]
        assert len(await storage.ids()) == 4

    run(database, work)


def test_a_database_that_is_gone_is_a_sentence(database: str, tmp_path: Any) -> None:
    lost = f"{tmp_path}/folder.db" if "://" not in database else database.replace("/tables", "/nowhere")
    if "://" not in database:
        (tmp_path / "folder.db").mkdir()
    with pytest.raises(StorageError, match="cannot be opened"):
        run(lost, lambda storage: storage.add(whole()))


def test_addresses_are_read_as_people_write_them() -> None:
    assert database_url("postgres://me@host/name") == "postgresql+psycopg://me@host/name"
    assert database_url("postgresql+psycopg://me@host/name") == "postgresql+psycopg://me@host/name"
    assert database_url("sqlite:////data/my.db") == "sqlite+aiosqlite:////data/my.db"
    assert database_url("my.db").startswith("sqlite+aiosqlite:////") and database_url("my.db").endswith("/my.db")
    with pytest.raises(SettingsError, match="mysql"):
        database_url("mysql://me@host/name")
