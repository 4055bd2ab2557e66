"""Previews of parts and what-if tables, in worlds that a seat cannot tell apart: they show the same."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.patrols.state import PG, Island, Phase
from sandtable.kernel.game import Game, games, open_game
from sandtable.kernel.options import Option, Refusal, Seat
from sandtable.kernel.state import clone, save
from sandtable.lab.conformance.hidden import deal, world_key
from sandtable.lab.conformance.options import seats
from sandtable.lab.conformance.probes import in_parts, table_at
from sandtable.lab.conformance.walks import Effort, Walk, setups
from sandtable.server.tables.previews import preview
from tests.conformance.planting import with_procedures, with_step


def otherwise(game: Game[Any, Any], seed: str) -> list[str]:
    """What previews and what-if tables tell a seat in one world and not in another."""
    walk = Walk(game, game.checked(setups(game)[-1]), seed, Effort(longest=200, samples=6, closely=6))
    found = []
    for where, g in walk.sampled():
        for seat in seats(g):
            here, there = (table_at(walk, position) for position in (g, deal(g, seat, 1)))
            for parts in list(in_parts(g, seat, walk.rng(f"{where} {seat}")))[:6]:
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
