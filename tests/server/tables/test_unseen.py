"""What another seat does unseen shows by nothing that the server does: not by a time, not by what one waits for, not by
what is left after a restart."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from sandtable.games.patrols.state import PG
from sandtable.kernel import records
from sandtable.kernel.options import Group, Option, Seat
from sandtable.server import wire
from sandtable.server.settings import Settings, database_url
from sandtable.server.store.rows import hashed
from sandtable.server.store.storage import Storage
from sandtable.server.tables import past as pasts
from sandtable.server.tables.lobby import Lobby
from sandtable.server.tables.pace import PACE
from sandtable.server.tables.registry import Registry
from sandtable.server.trouble import Trouble
from tests.conformance.planted.planting import install
from tests.conformance.planted.probes import Whispering

RED, BLUE = hashed("red"), hashed("blue")
WHISPER = ("whisper",)


class Chatting(Whispering):
    """Either side may whisper as often as it likes: those who watch hear that somebody does, the other side nothing."""

    def standing(self, g: PG, seat: Seat) -> list[Group]:
        return [Group(seat, "whisper")] if g.s.turn else []

    def take_standing(self, g: PG, seat: Seat, option: Option) -> None:
        g.s.heard[seat] += 1  # type: ignore[attr-defined]
        g.tell("case.hand", "Somebody whispers.", private={seat: "You whisper.", 1 - seat: ""})


@pytest.fixture(autouse=True)
def chatting(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, Chatting)


class Party(NamedTuple):
    registry: Registry
    table: str

    async def say(self, guest: str, seat: Seat, *options: Option) -> wire.Seen:
        seen = await self.registry.see(self.table, guest, seat)
        given = wire.Answer(seat=seat, ask=seen.ask, options=[list(option) for option in options])
        return await self.registry.answer(self.table, guest, given)

    async def undo(self) -> wire.Seen:
        seen = await self.registry.see(self.table, RED, 0)
        return await self.registry.undo(self.table, RED, wire.Undo(seat=0, ask=seen.ask))


@asynccontextmanager
async def sitting(database: Path) -> AsyncIterator[Registry]:
    storage = Storage(database_url(str(database)))
    await storage.open()
    registry = Registry(storage, Settings(seed="unseen"))
    try:
        yield registry
    finally:
        await registry.close()
        await storage.close()


async def at_the_first_step(registry: Registry) -> Party:
    """Red and Blue at a table; both have given their orders, and Red has gone first."""
    lobby = Lobby(registry)
    opened = await lobby.open_table(wire.NewTable(game="patrols", seats=2, open=[1], salt="a"), RED)
    link = await lobby.invite(opened.table, RED, 1)
    await lobby.join(link.url.rsplit("/", 1)[1], BLUE, "b")
    party = Party(registry, opened.table)
    await party.say(RED, 0, ("order", 0))
    await party.say(BLUE, 1, ("order", 0))
    await party.say(RED, 0, ("go",))
    return party


def playing(folder: Path, work: Callable[[Party], Awaitable[Any]]) -> Any:
    async def run() -> Any:
        async with sitting(folder / "tables.db") as registry:
            return await work(await at_the_first_step(registry))

    return asyncio.run(run())


def test_a_past_is_worked_out_no_further_than_its_seat_has_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else the first look at it takes longer after something has passed unseen."""
    again: list[int] = []

    def counting(*args: Any) -> None:
        again.append(args[-1])
        records.apply_entry(*args)

    monkeypatch.setattr(pasts, "records", type("Counting", (), {**vars(records), "apply_entry": counting}))

    async def work(party: Party) -> None:
        last = (await party.registry.see(party.table, RED, 0)).entries
        await party.registry.moment(party.table, RED, 0, last)
        before = len(again)
        assert before
        await party.say(BLUE, 1, WHISPER)
        assert (await party.registry.see(party.table, RED, 0)).entries == last
        await party.registry.moment(party.table, RED, 0, last)
        assert len(again) == before
        heard = (await party.registry.see(party.table, BLUE, 1)).entries
        told = await party.registry.moment(party.table, BLUE, 1, heard)
        assert len(again) == before + 1 and told.log[-1].text == "You whisper."

    playing(tmp_path, work)


def test_what_gives_unseen_answers_again_takes_whole_steps_of_time(tmp_path: Path) -> None:
    async def work(party: Party) -> None:
        await party.say(RED, 0, WHISPER)
        last = (await party.registry.see(party.table, RED, 0)).entries

        async def back_in_memory() -> None:
            party.registry._resident.clear()
            await party.registry.see(party.table, RED, 0)

        async def looking_back() -> None:
            await party.registry.moment(party.table, RED, 0, last)

        for slow in (looking_back, party.undo, party.undo, back_in_memory):
            began = time.monotonic()
            with suppress(Trouble):  # what is refused takes as long
                await slow()
            assert time.monotonic() - began >= PACE

    playing(tmp_path, work)


def test_a_refusal_waits_for_nobody(tmp_path: Path) -> None:
    """Whoever tries nonsense again and again would feel when another seat's answer is being written."""

    async def work(party: Party) -> None:
        seen = await party.registry.see(party.table, RED, 0)
        async with party.registry.at(party.table) as resident, resident.lock:
            for ask, option in ((seen.ask, "nonsense"), ("99.99", "go")):
                given = wire.Answer(seat=0, ask=ask, options=[[option]])
                with pytest.raises(Trouble):
                    await asyncio.wait_for(party.registry.answer(party.table, RED, given), 20)
            with pytest.raises(Trouble):
                undo = party.registry.undo(party.table, BLUE, wire.Undo(seat=1))
                await asyncio.wait_for(undo, 20)

    playing(tmp_path, work)


def test_an_answer_tried_while_another_was_written_is_tried_anew(tmp_path: Path) -> None:
    """Both stand: the second is not written over the first."""

    async def work(party: Party) -> None:
        await asyncio.gather(party.say(BLUE, 1, WHISPER), party.say(RED, 0, WHISPER))
        async with party.registry.at(party.table) as resident:
            assert resident.now().g.s.heard == [1, 1] and len(resident.now().journal) == 5

    playing(tmp_path, work)


def test_the_time_of_what_only_some_see_is_not_told(tmp_path: Path) -> None:
    """Blue and those who watch notice a whisper: Red's list of tables does not."""

    async def work(party: Party) -> None:
        lobby = Lobby(party.registry)
        before = await lobby.tables(RED)
        await party.say(BLUE, 1, WHISPER)
        assert await lobby.tables(RED) == before

    playing(tmp_path, work)


def test_who_lets_a_computer_go_first_is_not_told_when_somebody_else_did_something(tmp_path: Path) -> None:
    """The offer to let it go first came back with every answer, seen or not."""

    async def work(party: Party) -> None:
        async with party.registry.at(party.table) as resident:
            resident.yielded.add(0)
            await party.say(BLUE, 1, WHISPER)
            assert resident.yielded == {0}
            await party.say(RED, 0, WHISPER)
            assert resident.yielded == set()

    playing(tmp_path, work)


@pytest.mark.parametrize("whispers", [0, 13])
def test_what_can_be_undone_after_a_restart_does_not_count_unseen_answers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, whispers: int
) -> None:
    for module in ("store.storage", "tables.loading"):
        monkeypatch.setattr(f"sandtable.server.{module}.POSITION_EVERY", 2)

    async def work(party: Party) -> str:
        await party.say(RED, 0, WHISPER)
        for _ in range(whispers):
            await party.say(BLUE, 1, WHISPER)
        return party.table

    table = playing(tmp_path, work)

    async def later() -> None:
        async with sitting(tmp_path / "tables.db") as registry:
            seen = await registry.see(table, RED, 0)
            assert "answer" in seen.undo
            after = await Party(registry, table).undo()
            assert not [line for line in after.log if line.text == "You whisper."]

    asyncio.run(later())
