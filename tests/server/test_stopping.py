"""A server that is told to stop does so in a few seconds, whatever strangers have it do, and loses nothing it said."""

from __future__ import annotations

import asyncio
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import httpx
import pytest

from sandtable.kernel.game import open_game
from sandtable.kernel.records import encode, record_of, with_head
from sandtable.kernel.table import Amended, quick_table
from sandtable.server.settings import Settings
from sandtable.server.store.storage import Storage
from sandtable.server.tables import deadlines, threads
from sandtable.server.tables.loading import Loader
from sandtable.server.tables.lobby import Lobby
from sandtable.server.tables.registry import Registry
from sandtable.server.trouble import Trouble
from tests.server.serving import Browser, Server

FEW_SECONDS = 8.0
"""On a busy machine; a quiet one takes less than half of that."""
PAIRS = 4_500
STOPPING = "The server is being stopped; try again when it is back."


@cache
def long_record(pairs: int = PAIRS) -> bytes:
    """A legal record that takes ten seconds or so to play through: somebody could not make up his mind."""
    table = quick_table(open_game("bct"), 7)
    assert table.g.ask is not None
    seat = table.g.ask.seats()[0]
    table.answer(seat, next(option for option in table.g.ask.options(seat) if option[0] == "deploy"))
    table.undo(seat)
    record = record_of(table)
    record.journal = record.journal * pairs
    record.checkpoints = []
    return encode(with_head(record))


def send(browser: Browser) -> str:
    """Opens the record; what the server says to it, or that it was gone."""
    try:
        reply = browser.http.post("/api/records", content=long_record(), headers={"Content-Type": "application/json"})
    except httpx.TransportError:
        return "gone"
    return "opened" if reply.status_code < 300 else f"{reply.status_code} {reply.text}"


@pytest.mark.parametrize("after", [3.0, 18.0], ids=["while they are tried", "while they are loaded"])
def test_a_server_stops_at_once_under_heavy_imports(tmp_path: Path, after: float) -> None:
    server = Server(str(tmp_path / "tables.db"), tmp_path / "log")
    player, guests = Browser(server), [Browser(server) for _ in range(3)]
    table = player.open("patrols")
    for guest in guests:
        guest.get("/api/tables")
    answers, stopped = 0, threading.Event()

    def play() -> None:
        """Hands the map case over or takes that back, as long as the server says that it has it."""
        nonlocal answers
        player.answer(table, 0, ["order", 2])
        answers = 1
        while not stopped.is_set():
            try:
                seen = player.see(table, seat=0)
                player.post(f"/api/tables/{table}/undo", {"seat": 0, "ask": seen["ask"], "level": "answer"})
                answers += 1
                player.answer(table, 0, ["order", 2])
                answers += 1
            except (httpx.TransportError, AssertionError):
                return

    with ThreadPoolExecutor(len(guests) + 1) as pool:
        playing, sent = pool.submit(play), [pool.submit(send, guest) for guest in guests]
        time.sleep(after)
        began = time.monotonic()
        server.process.terminate()
        server.process.wait(timeout=120)
        took = time.monotonic() - began
        stopped.set()
        playing.result()
        said = {each.result() for each in sent}
    assert took < FEW_SECONDS, f"it took {took:.1f} s"
    assert all(each in ("opened", "gone") or STOPPING in each for each in said), said
    assert "Traceback" not in server.log.read_text()
    server.start()
    assert len(kept(player, table)) >= answers, "an answer was acknowledged and is gone"
    server.stop()


def kept(browser: Browser, table: str) -> list[object]:
    return list(browser.get(f"/api/tables/{table}/record")["journal"])


def test_a_record_whose_loading_is_broken_off_makes_no_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = Settings(database=str(tmp_path / "tables.db"))

    async def broken_off() -> None:
        lobby = await opened(settings)
        monkeypatch.setattr(threads, "LOADING_SECONDS", 0.05)
        monkeypatch.setattr(deadlines, "LOOKS_EVERY", 0.01)
        with pytest.raises(Trouble, match="broken off"):
            await lobby.open_record(long_record(1_500), "guest")
        monkeypatch.undo()
        await shut(lobby)
        assert await journals(settings) == []

    asyncio.run(broken_off())


def test_a_table_whose_loading_is_broken_off_is_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It was once taken for a rule that had been put right: the table went on from where the thread was, for good."""
    settings = Settings(database=str(tmp_path / "tables.db"))

    async def begun() -> None:
        """A table whose position nobody has kept yet, as older databases hold them."""
        lobby = await opened(settings)
        monkeypatch.setattr(Loader, "_keep_for_later", nothing_is_kept)
        await lobby.open_record(long_record(1_500), "guest")
        monkeypatch.undo()
        await shut(lobby)

    async def broken_off() -> None:
        lobby = await opened(settings)
        ((kept, _),) = await lobby.storage.of_guest("guest")
        monkeypatch.setattr(threads, "LOADING_SECONDS", 0.05)
        monkeypatch.setattr(deadlines, "LOOKS_EVERY", 0.01)
        with pytest.raises(Trouble, match="broken off"):
            await lobby.registry.see(kept.id, "guest")
        monkeypatch.undo()
        await shut(lobby)

    async def stopped() -> None:
        lobby = await opened(settings)
        ((kept, _),) = await lobby.storage.of_guest("guest")
        asyncio.get_running_loop().call_later(0.05, lobby.registry.stop_slow_threads)
        with pytest.raises(Trouble, match="being stopped"):
            await lobby.registry.see(kept.id, "guest")
        await shut(lobby)

    asyncio.run(begun())
    for interrupted in (broken_off, stopped):
        asyncio.run(interrupted())
        assert asyncio.run(journals(settings)) == [3_000]


async def nothing_is_kept(*_: object) -> None:
    pass


async def opened(settings: Settings) -> Lobby:
    storage = Storage(settings.database_url())
    await storage.open()
    return Lobby(Registry(storage, settings))


async def shut(lobby: Lobby) -> None:
    await lobby.registry.close()
    await lobby.storage.close()


async def journals(settings: Settings) -> list[int]:
    """How many entries each table has; none of them says that a rule was put right."""
    storage = Storage(settings.database_url())
    await storage.open()
    found = [whole async for whole in storage.everything()]
    await storage.close()
    assert not any(isinstance(line.entry, Amended) for whole in found for line in whole.journal)
    return [len(whole.journal) for whole in found]


def test_a_break_that_python_swallows_is_not_told() -> None:
    """Raised in what Python runs while it clears up, it is lost, and raised again later; the log told of it."""
    told: list[object] = []
    hook = deadlines.overlooking_breaks(told.append)
    for error in (deadlines.Stopped(), deadlines.TooLong(), ValueError("a fault")):
        hook(cast(Any, SimpleNamespace(exc_type=type(error), exc_value=error)))
    assert [lost.exc_type for lost in cast(Any, told)] == [ValueError]
