"""What people keep of Kandahar from before its chapters left the series: cases with old keys, saves, digests."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.games.kandahar import Kandahar
from sandtable.games.kandahar.position import KandaharState, Options
from sandtable.games.kandahar.state import kit_of
from sandtable.games.raids.frames import Battle
from sandtable.kernel.cases import read_cases, run_case
from sandtable.kernel.game import Setup, open_game
from sandtable.kernel.ledger import LedgerError
from sandtable.kernel.state import digest, digest_of_version_2, fields_as_told, save

OLD_CASES = read_cases(Path(__file__).parent / "kept" / "air.yaml")
"""The rulings on air support as they were when their keys began with `air`."""
WAS = {
    "air.which": "stray.when",
    "air.stray": "stray.where",
    "air.friends": "stray.friends",
    "air.enemies": "stray.enemies",
    "air.nothing": "stray.nothing",
}


def test_the_old_file_names_every_key_of_then() -> None:
    assert {case["rule"] for case in OLD_CASES} == set(WAS)


@pytest.mark.parametrize("case", OLD_CASES, ids=[case["id"] for case in OLD_CASES])
def test_a_case_that_names_a_rule_by_its_old_key_still_runs(case: dict[str, object]) -> None:
    verdict = run_case(case, "kandahar")
    assert verdict.passed, verdict


def test_an_old_key_is_read_as_the_rule_it_became() -> None:
    ledger = open_game("kandahar").ledger
    for old, new in WAS.items():
        assert ledger.find(old) == [new] and ledger[old] is ledger[new] and ledger.shown(old) == "14.0"
        assert old in ledger and old not in ledger.rules
    with pytest.raises(LedgerError, match="has no rule 'air-sickness'"):
        ledger["air-sickness"]


def test_positions_are_told_in_the_order_of_before() -> None:
    """A digest covers names in their order: these stood in one struct with those of the series."""
    names = [given.name for given in fields_as_told(KandaharState)]
    assert names[names.index("enemy_cup") :] == [
        "enemy_cup",
        "withheld",
        "attempted",
        "placing",
        "leaders_lost",
        "extra",
    ]
    assert [given.name for given in fields_as_told(Options)] == [
        "attack_reinforces_detected",
        "marker_ends_enemy_combat",
        "old_stock",
        "misadventure",
        "indirect_fire",
        "first_aid",
        "booby_trap",
        "leaders_count",
        "enter_enemy_hexes",
        "trap_takes_arrivals",
    ]


def test_the_digests_of_a_position_with_everything_in_it_are_those_of_before() -> None:
    """Worked out by the code as it was before the state was taken apart."""
    game = Kandahar()
    options = {name: "on" for name in game.meta.options if name != "attack-reinforces-detected"}
    s = game.blank(game.checked(Setup("short", options)))
    s.turn, s.pp, s.placing, s.leaders_lost, s.attempted = 3, 41, False, 1, True
    s.withheld, s.enemy_cup = s.enemy_cup[:2], s.enemy_cup[2:]
    s.extra[kit_of(game.kit).old_stock[0]] = 4
    s.stack = [Battle(step="weapons", ours=5, enemy=7, attacking=1, called=[9], strays=1)]
    assert digest(s) == BEFORE[0]
    assert digest_of_version_2(s) == BEFORE[1]
    assert b'"used_air":1' in save(s)
    assert save(game.load(save(s))) == save(s)


BEFORE = (
    "f908c83c504d5b46535c2e6eba4b98fedee2d7531c3baacef7e4d662502f1a4c",
    "a85bd401ff043a7becb964738be0c47b36ca9d1190e57fde7d14f2d78ca04828",
)
