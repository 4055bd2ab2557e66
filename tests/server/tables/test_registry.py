"""The registry with a failing database, a second server, too little memory: nothing is ever lost or half done."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from sandtable.games.patrols import Patrols
from sandtable.kernel.options import Option
from sandtable.server import wire
from sandtable.server.settings import Settings
from sandtable.server.store.database import StorageError
from sandtable.server.store.rows import hashed
from sandtable.server.store.storage import Storage
from sandtable.server.tables.lobby import Lobby
from sandtable.server.tables.registry import Registry
from sandtable.server.trouble import Trouble

ME = hashed("me")
Work = Callable[[Registry, Lobby], Awaitable[None]]


def run(folder: Path, work: Work, **settings: Any) -> None:
    async def working() -> None:
        chosen = Settings(database=str(folder / "tables.db"), seed="registry", **settings)
        storage = Storage(chosen.database_url())
        await storage.open()
        registry = Registry(storage, chosen)
        try:
            await work(registry, Lobby(registry))
        finally:
            await registry.close()
            await storage.close()

    asyncio.run(working())


async def say(registry: Registry, table: str, seat: int, *options: Option, ask: str = "") -> wire.Seen:
    named = ask or (await registry.see(table, ME, seat)).ask
    return await registry.answer(table, ME, wire.Answer(seat=seat, ask=named, options=[list(o) for o in options]))


def test_when_the_database_fails_nothing_has_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(registry: Registry, lobby: Lobby) -> None:
        table = (await lobby.open_table(wire.NewTable(game="patrols", seats=2), ME)).table
        before = [await registry.see(table, ME, seat) for seat in (-1, 0, 1)]

        async def fails(*_: object) -> None:
            raise StorageError("the disk is full")

        with monkeypatch.context() as patched:
            patched.setattr(registry.storage, "append", fails)
            with pytest.raises(Trouble) as trouble:
                await say(registry, table, 0, ("order", 0))
        assert (trouble.value.status, trouble.value.problem.error) == (503, "unsaved")
        assert [await registry.see(table, ME, seat) for seat in (-1, 0, 1)] == before
        assert (await say(registry, table, 0, ("order", 0), ask=before[1].ask)).taken == 1

    run(tmp_path, work)


def test_when_the_rules_fail_nothing_has_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(registry: Registry, lobby: Lobby) -> None:
        table = (await lobby.open_table(wire.NewTable(game="patrols", seats=2), ME)).table
        before = [await registry.see(table, ME, seat) for seat in (-1, 0, 1)]

        def fails(*_: object) -> None:
            raise IndexError("a mistake in the rules")

        with monkeypatch.context() as patched:
            patched.setattr("sandtable.kernel.flow.G.take", fails)
            with pytest.raises(IndexError):
                await say(registry, table, 0, ("order", 0), ask=before[1].ask)
        assert [await registry.see(table, ME, seat) for seat in (-1, 0, 1)] == before

    run(tmp_path, work)


def test_an_answer_that_was_written_though_nobody_heard_counts_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(registry: Registry, lobby: Lobby) -> None:
        table = (await lobby.open_table(wire.NewTable(game="patrols", seats=2), ME)).table
        ask = (await registry.see(table, ME, 0)).ask
        append = registry.storage.append

        async def writes_and_fails(*words: Any) -> None:
            await append(*words)
            raise StorageError("the connection broke")

        with monkeypatch.context() as patched:
            patched.setattr(registry.storage, "append", writes_and_fails)
            with pytest.raises(Trouble):
                await say(registry, table, 0, ("order", 0), ask=ask)
        with pytest.raises(Trouble) as trouble:
            await say(registry, table, 0, ("order", 0), ask=ask)
        assert trouble.value.problem.error == "stale"
        assert trouble.value.problem.view is not None and trouble.value.problem.view.entries == 1

    run(tmp_path, work)


def test_a_second_server_on_the_same_tables_makes_answers_stale_not_double(tmp_path: Path) -> None:
    async def work(registry: Registry, lobby: Lobby) -> None:
        table = (await lobby.open_table(wire.NewTable(game="patrols", seats=2), ME)).table
        other = Registry(registry.storage, registry.settings)
        ask = (await registry.see(table, ME, 0)).ask
        assert (await other.see(table, ME, 0)).ask == ask
        await say(registry, table, 0, ("order", 0), ask=ask)
        with pytest.raises(Trouble) as trouble:
            await say(other, table, 0, ("order", 1), ask=ask)
        assert trouble.value.problem.error == "stale"
        assert trouble.value.problem.view == await registry.see(table, ME, 0)
        await other.close()

    run(tmp_path, work)


def test_answers_that_come_together_count_once(tmp_path: Path) -> None:
    async def work(registry: Registry, lobby: Lobby) -> None:
        table = (await lobby.open_table(wire.NewTable(game="patrols", seats=2), ME)).table
        ask = (await registry.see(table, ME, 0)).ask
        tries = (say(registry, table, 0, ("order", 0), ask=ask) for _ in range(20))
        outcomes = await asyncio.gather(*tries, return_exceptions=True)
        assert sum(isinstance(outcome, wire.Seen) for outcome in outcomes) == 1
        found = await registry.storage.whole(table)
        assert found is not None and len(found.journal) == 1

    run(tmp_path, work)


def test_tables_beyond_the_memory_are_replayed(tmp_path: Path) -> None:
    async def work(registry: Registry, lobby: Lobby) -> None:
        tables = [(await lobby.open_table(wire.NewTable(game="patrols", seats=2), ME)).table for _ in range(10)]
        for table in tables:
            await say(registry, table, 0, ("order", 0))
        assert len(registry._resident) == 3
        seen = await asyncio.gather(*(registry.see(table, ME, 1) for table in tables for _ in range(3)))
        assert all(each.revision == 2 and each.view.ask is not None for each in seen)
        assert len(registry._resident) == 3

    run(tmp_path, work, resident=3)


def test_computers_answer_by_themselves_and_each_answer_is_kept(tmp_path: Path) -> None:
    async def work(registry: Registry, lobby: Lobby) -> None:
        wanted = wire.NewTable(game="patrols", seats=2, players={"1": "plain"})
        table = (await lobby.open_table(wanted, ME)).table
        seen = await say(registry, table, 0, ("order", 0))
        assert seen.view.ask is not None and seen.view.ask.prompt == "Whoever speaks first goes first."
        assert seen.can_yield
        seen = await registry.let_pass(table, ME, wire.Yield(seat=0, ask=seen.ask))
        assert seen.view.ask is not None and seen.view.ask.seats == [0] and not seen.can_yield
        found = await registry.storage.whole(table)
        assert found is not None
        seats = [line.entry.seat for line in found.journal]  # type: ignore[union-attr]
        assert seats[:3] == [0, 1, 1], "it chose an order and went first"

    run(tmp_path, work)


def test_a_table_of_computers_plays_itself(tmp_path: Path) -> None:
    async def work(registry: Registry, lobby: Lobby) -> None:
        wanted = wire.NewTable(game="patrols", seats=2, players={"0": "random", "1": "plain"})
        opened = await lobby.open_table(wanted, ME)
        assert opened.seat == -1
        for _ in range(200):
            seen = await registry.see(opened.table, ME)
            if seen.over:
                break
            await asyncio.sleep(0.05)
        assert seen.over and seen.view.outcome is not None
        assert (await lobby.verify(opened.table, ME)).good

    run(tmp_path, work)


def test_a_computer_that_fails_is_helped_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_seed: int) -> Any:
        def answer(_g: object, _seat: int) -> Option:
            return ("surrender",)

        return answer

    monkeypatch.setattr(Patrols, "players", {"plain": broken})

    async def work(registry: Registry, lobby: Lobby) -> None:
        wanted = wire.NewTable(game="patrols", seats=2, players={"1": "plain"})
        table = (await lobby.open_table(wanted, ME)).table
        seen = await say(registry, table, 0, ("order", 0))
        assert seen.view.ask is not None and 0 in seen.view.ask.seats

    run(tmp_path, work)


def test_a_table_goes_on_whose_player_is_no_longer_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []

    async def open_it(registry: Registry, lobby: Lobby) -> None:
        wanted = wire.NewTable(game="patrols", seats=2, players={"1": "plain"})
        opened.append((await lobby.open_table(wanted, ME)).table)

    async def go_on(registry: Registry, lobby: Lobby) -> None:
        seen = await say(registry, opened[0], 0, ("order", 0))
        assert seen.view.ask is not None and 0 in seen.view.ask.seats

    run(tmp_path, open_it)
    monkeypatch.setattr(Patrols, "players", {})
    run(tmp_path, go_on)


def test_computers_see_a_world_dealt_for_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[tuple[int, bytes]] = []

    def spy(_seed: int) -> Any:
        def answer(g: Any, seat: int) -> Option:
            shown.append((g.s.mine, g.s.key))
            return next(iter(g.ask.options(seat)))

        return answer

    monkeypatch.setattr(Patrols, "players", {"plain": spy})

    async def work(registry: Registry, lobby: Lobby) -> None:
        for number in range(12):
            wanted = wire.NewTable(game="patrols", seats=2, players={"1": "plain"}, salt=str(number))
            table = (await lobby.open_table(wanted, ME)).table
            await say(registry, table, 0, ("order", 0))
            async with registry.at(table) as running:
                assert shown[-1][1] != running.now().g.s.key, "the dice to come are not theirs to know"
        assert len({mine for mine, _ in shown}) == 1, "the mine that a computer sees depends on nothing hidden"

    run(tmp_path, work)


def test_take_backs_are_for_one_person(tmp_path: Path) -> None:
    async def work(registry: Registry, lobby: Lobby) -> None:
        wanted = wire.NewTable(game="patrols", seats=2, players={"1": "plain"}, take_backs=True)
        table = (await lobby.open_table(wanted, ME)).table
        await say(registry, table, 0, ("order", 0))
        await registry.undo(table, ME, wire.Undo(seat=0, level="answer"))
        seen = await registry.see(table, ME, 0)
        assert seen.view.ask is not None and seen.view.ask.prompt == "Choose an order.", "past the computer's answer"
        with pytest.raises(Trouble, match="nobody can be invited"):
            await lobby.invite(table, ME, 0)

    run(tmp_path, work)


def test_what_ifs_make_room_for_each_other(tmp_path: Path) -> None:
    async def work(registry: Registry, lobby: Lobby) -> None:
        table = (await lobby.open_table(wire.NewTable(game="patrols", seats=2), ME)).table
        branches = [(await lobby.what_if(table, ME, wire.Branch(seat=0))).table for _ in range(15)]
        left = {card.id for card in await lobby.tables(ME)}
        assert left == {table, *branches[-12:]}

    run(tmp_path, work)


def test_who_watches_the_past_of_many_tables_keeps_their_owner_waiting_for_one(tmp_path: Path) -> None:
    async def work(registry: Registry, lobby: Lobby) -> None:
        watcher, done = hashed("watcher"), []
        tables = [(await lobby.open_table(wire.NewTable(game="patrols", seats=2), ME)).table for _ in range(4)]
        for table in tables:
            await lobby.watch((await lobby.invite_to_watch(table, ME)).url.removeprefix("/watch/"), watcher)

        async def note(who: str, wanted: Awaitable[object]) -> None:
            await wanted
            done.append(who)

        turns = registry._slow_turns
        async with turns.turn("somebody"):
            async with turns.turn("somebody else"):
                looks = [note("watcher", registry.moment(table, watcher, None, 0)) for table in tables]
                asked = [asyncio.create_task(each) for each in (*looks, note("owner", lobby.record(tables[0], ME, 0)))]
                while turns.waiting() < len(asked):
                    await asyncio.sleep(0.001)
            await asyncio.gather(*asked)  # one place is free now, and they come one by one
        assert done.index("owner") <= 2, done

    run(tmp_path, work)
