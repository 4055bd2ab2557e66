"""Previews of parts and what-if tables, in worlds that a seat cannot tell apart: they show the same."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.patrols.rules import take_step
from sandtable.games.patrols.state import PG, Island, Phase
from sandtable.kernel.game import Game, games, open_game
from sandtable.kernel.options import Option, Refusal, Seat
from sandtable.kernel.state import clone, save
from sandtable.lab.conformance.hidden import deal, world_key
from sandtable.lab.conformance.options import seats
from sandtable.lab.conformance.probes import in_parts, table_at
from sandtable.lab.conformance.walks import Effort, Walk, setups, some
from sandtable.server.tables.previews import preview
from tests.conformance.planted.planting import with_procedures, with_step


def otherwise(game: Game[Any, Any], seed: str) -> list[str]:
    """What previews and what-if tables tell a seat in one world and not in another."""
    walk = Walk(game, game.checked(setups(game)[-1]), seed, Effort(longest=200, samples=6, closely=6))
    found = []
    for where, g in walk.sampled():
        for seat in seats(g):
            here, there = (table_at(walk, position) for position in (g, deal(g, seat, 1)))
            rng = walk.rng(f"{where} {seat}")
            for parts in some(rng, list(in_parts(g, seat, rng)), 6):
                if preview(here, seat, parts) != preview(there, seat, parts):
                    found.append(f"{where} the preview of {parts}")
            if save(here.what_if(seat).g.s) != save(there.what_if(seat).g.s):
                found.append(f"{where} a what-if table")
    return found


@pytest.mark.parametrize("name", games())
def test_previews_and_what_if_tables_tell_nothing(name: str) -> None:
    assert otherwise(open_game(name), "previews") == []


def test_what_if_tables_in_the_true_world_would_be_found() -> None:
    def refuse(g: PG, f: Phase, seat: Seat, option: Option) -> Refusal:
        return Refusal("move.step", f"Not while there is a mine in {g.kit.names[g.s.mine]}.")

    class Planted(with_procedures(with_step("phase", "step", refuse=refuse))):  # type: ignore[misc]
        def determinise(self, s: Island, seat: Seat, key: bytes) -> Island:
            world: Island = super().determinise(s, seat, key)
            return world if key == world_key(1) else clone(s)

    found = otherwise(Planted(), "previews")
    assert any("a what-if table" in fault for fault in found)


def test_previews_of_the_true_world_would_be_found() -> None:
    """Why a part cannot be gathered is told from the truth: previews are tried in worlds that are as the true one."""

    def refuse(g: PG, f: Phase, seat: Seat, option: Option) -> Refusal:
        return Refusal("move.step", f"Not while there is a mine in {g.kit.names[g.s.mine]}.")

    class Planted(with_procedures(with_step("phase", "step", refuse=refuse))):  # type: ignore[misc]
        def determinise(self, s: Island, seat: Seat, key: bytes) -> Island:
            world: Island = super().determinise(s, seat, key)
            return world if key == world_key(1) else clone(s)

    found = [fault for number in range(8) for fault in otherwise(Planted(), f"previews {number}")]
    assert any("the preview of" in fault for fault in found), found


def test_previews_that_show_what_is_hidden_would_be_found() -> None:
    """A man who walks over known ground takes a look at the mine, in worlds that are as the true one."""

    def take(g: PG, f: Phase, seat: Seat, option: Option) -> bool:
        stays = take_step(g, f, seat, option)
        if stays:
            g.s.handed = g.s.mine
        return stays

    class Planted(with_procedures(with_step("phase", "step", take=take))):  # type: ignore[misc]
        def determinise(self, s: Island, seat: Seat, key: bytes) -> Island:
            world: Island = super().determinise(s, seat, key)
            return world if key == world_key(1) else clone(s)

    found = [fault for number in range(8) for fault in otherwise(Planted(), f"previews {number}")]
    assert any("the preview of [('step'" in fault for fault in found), found
