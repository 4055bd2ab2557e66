"""Choices between equals left to the table: the wish lasts as long as its guest keeps the seat, whatever restarts."""

from __future__ import annotations

from sandtable.kernel.records import encode, record_of
from sandtable.server import wire
from sandtable.server.store.rows import hashed
from sandtable.server.tables.lobby import Lobby
from sandtable.server.tables.registry import Registry
from tests.kernel.test_equals import until_equal
from tests.server.store.test_restarts import ME, serving

OTHER = hashed("other")


async def answer(registry: Registry, table: str, leave: str) -> wire.Seen:
    """Answers with the first option, and says how far such choices are left to the table."""
    seen = await registry.see(table, ME)
    assert seen.view.ask is not None
    option = list(seen.view.ask.groups[0].choices[0].option)
    given = {"seat": seen.seat, "ask": seen.ask, "options": [option], "leave": leave}
    return await registry.answer(table, ME, wire.Answer(**given))  # type: ignore[arg-type]


def test_a_wish_outlasts_the_server_and_can_be_taken_back(database: str) -> None:
    async def asked(registry: Registry) -> str:
        table = (await Lobby(registry).open_record(encode(record_of(until_equal())), ME)).table
        seen = await registry.see(table, ME)
        assert seen.view.ask is not None and seen.view.ask.equal and seen.left == ""
        assert (await answer(registry, table, "always")).left == "always"
        return table

    table = serving(database, asked)

    async def after_a_restart(registry: Registry) -> None:
        seen = await registry.see(table, ME)
        assert seen.left == "always" and seen.view.ask is not None and not seen.view.ask.equal
        assert (await answer(registry, table, "ask")).left == ""

    serving(database, after_a_restart)

    async def after_another(registry: Registry) -> None:
        assert (await registry.see(table, ME)).left == ""

    serving(database, after_another)


def test_what_was_left_for_a_phase_ends_with_it(database: str) -> None:
    async def play(registry: Registry) -> None:
        table = (await Lobby(registry).open_record(encode(record_of(until_equal())), ME)).table
        seen = await answer(registry, table, "phase")
        assert seen.left == "phase"
        phase = seen.view.crumbs[:2]
        while seen.view.crumbs[:2] == phase:
            seen = await answer(registry, table, "")
        assert seen.left == ""

    serving(database, play)


def test_who_takes_the_seat_over_is_asked(database: str) -> None:
    async def hand_over(registry: Registry) -> str:
        lobby = Lobby(registry)
        table = (await lobby.open_record(encode(record_of(until_equal(take_backs=False))), ME)).table
        await answer(registry, table, "always")
        link = await lobby.invite(table, ME, 0)
        await lobby.join(link.url.rsplit("/", 1)[-1], OTHER)
        assert (await registry.see(table, OTHER, 0)).left == ""
        return table

    table = serving(database, hand_over)

    async def after_a_restart(registry: Registry) -> None:
        assert (await registry.see(table, OTHER, 0)).left == ""

    serving(database, after_a_restart)
