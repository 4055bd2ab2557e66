"""Options that came later: tables and records from before them go on as they began."""

from __future__ import annotations

import msgspec

from sandtable.games.kandahar import Kandahar
from sandtable.games.kandahar.position import Options
from sandtable.kernel.game import Setup, open_game
from sandtable.kernel.state import digest, digest_of_version_2

LATER = {"trap-takes-arrivals": ("on", "off"), "enter-enemy-hexes": ("off", "off")}
"""How a table from before plays, and how a new one does."""


def test_a_kept_table_plays_by_the_readings_it_began_with() -> None:
    game = open_game("kandahar")
    before = {name: choice.default for name, choice in game.meta.options.items() if name not in LATER}
    kept, fresh = game.as_kept(Setup("full", before)), game.checked(Setup("full"))
    assert {name: (kept.options[name], fresh.options[name]) for name in LATER} == LATER


def test_a_position_without_the_later_options_is_one_from_before() -> None:
    game = Kandahar()
    earlier = msgspec.convert({"booby_trap": True}, Options)
    kept = game.blank(game.as_kept(Setup("full", {"booby-trap": "on"}))).options
    assert earlier == kept and kept.trap_takes_arrivals and not kept.enter_enemy_hexes


def test_what_a_new_table_reads_otherwise_is_part_of_its_digest() -> None:
    game = Kandahar()
    kept, fresh = game.blank(game.as_kept(Setup("full"))), game.blank(game.checked(Setup("full")))
    assert kept.options == Options() and digest(kept) != digest(fresh)
    assert digest_of_version_2(kept) != digest_of_version_2(fresh)
