"""`content --check`: what is wrong with a pack is told with its place and what was expected, or it can be played."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from sandtable.kernel.content import ContentError
from sandtable.kernel.content.packs import read_folder
from sandtable.kernel.content.pages import plain
from sandtable.kernel.game import games, open_game
from sandtable.lab.packs import check_packs
from sandtable.terminal.main import run

NO_MISSIONS = ", ".join(open_game("kandahar").content.table("missions", games()["kandahar"].tables.types["missions"]))

FAULTS = {
    "a village that costs nothing": (
        "kandahar",
        "terrain:\n  rows:\n    village: {cost: 0}",
        "3:21: found '0', expected a whole number, at least 1 and at most 99 (terrain.village.cost)",
    ),
    "no missions": (
        "kandahar",
        f"missions:\n  remove: [{NO_MISSIONS}]",
        "found no rows, expected at least 1 row (missions)",
    ),
    "enemies without counters": (
        "kandahar",
        "enemies:\n  remove: [local-fighters, taliban-platoon, mountain-fighters, foreign-veterans, gun-truck, ied,"
        " marksman, checkpoint, vipers]\n  rows:\n    militia: {count: 0}",
        "4:22: found a cup without counters, expected at least one in all (enemies.militia.count)",
    ),
    "five hundred militia": (
        "kandahar",
        "enemies:\n  rows:\n    militia: {count: 500}",
        "3:22: found '500', expected a whole number, at least 0 and at most 99 (enemies.militia.count)",
    ),
    "five hundred militia of BCT": (
        "bct",
        "units:\n  rows:\n    militia: {count: 500}",
        "3:22: found '500', expected a whole number, at least 0 and at most 99 (units.militia.count)",
    ),
    "more militia than there are": (
        "bct",
        "forces:\n  rows:\n    surge-insurgent: {units: {map: {militia: 50}}}",
        "3:37: found 50 militia in all, expected 12 at most, as there are counters",
    ),
    "a stand-in for nothing": (
        "kandahar",
        "old-stock:\n  rows:\n    m60: {stands_for: m2490}",
        "3:23: found 'm2490', expected a row of 'gear' (old-stock.m60.stands_for); did you mean 'm249'?",
    ),
    "gear that an overlay takes out": (
        "kandahar",
        "gear:\n  remove: [drone]",
        "found 'drone', expected a row of 'gear' (missions.bait-the-enemy.needs[1][1]); an overlay takes that row out",
    ),
    "two places of one name": (
        "kandahar",
        'map:\n  rows:\n    kandahar: {names: {"0112": Lwar Kalay, "0227": Lwar Kalay}}',
        "3:44: found 'Lwar Kalay' again, expected each place once; 0112 has it (map.kandahar.names)",
    ),
    "two Districts of one name": (
        "bct",
        "districts:\n  rows:\n    maruf: {name: Arghistan}",
        "3:19: found 'Arghistan' again, expected a name of its own; 'arghistan' has it (districts.maruf.name)",
    ),
    "an area without links": (
        "bct",
        "districts:\n  rows:\n    maruf: {adjacent: []}",
        "3:23: found a list of 0, expected a list, each item a row of 'districts', at least 1 of them",
    ),
    "a border one way": (
        "bct",
        "districts:\n  rows:\n    maruf: {adjacent: [arghistan, zhari]}",
        "3:35: found 'zhari', expected a border both ways (districts.maruf.adjacent); "
        "'zhari' does not name 'maruf' among its own",
    ),
    "a deployment of a Unit that is none": (
        "bct",
        "deployments:\n  rows:\n    surge-coalition: {units: {coalition-hqs: [kandahar]}}",
        "3:31: found 'coalition-hqs', expected a row of 'units' (deployments.surge-coalition.units.coalition-hqs); "
        "did you mean 'coalition-hq'?",
    ),
    "a deployment to nowhere": (
        "bct",
        "deployments:\n  rows:\n    surge-coalition: {units: {coalition-hq: [kandahr]}}",
        "3:46: found 'kandahr', expected a row of 'districts' or 'ready'",
    ),
    "an Asset for nobody": (
        "bct",
        "deployments:\n  rows:\n    surge-coalition: {equip: [[ucas, anp two]]}",
        "3:38: found 'anp two', expected text in the form",
    ),
    "no turns": (
        "bct",
        "scenarios:\n  rows:\n    surge: {turns: 0}",
        "3:20: found '0', expected a whole number, at least 1 and at most 99 (scenarios.surge.turns)",
    ),
    "a negative price": (
        "kandahar",
        "gear:\n  rows:\n    m249: {cost: -3}",
        "3:18: found '-3', expected a whole number, at least 0 and at most 999 (gear.m249.cost)",
    ),
    "a line of the map too short": (
        "kandahar",
        "map:\n  rows:\n    kandahar:\n      columns: 3\n      rows: 2\n"
        "      terrain:\n        - '...'\n        - '..'",
        "8:11: found 2 letters, expected 3, one for each column (map.kandahar.terrain)",
    ),
    "a letter that is no terrain": (
        "kandahar",
        "map:\n  rows:\n    kandahar:\n      columns: 3\n      rows: 2\n"
        "      terrain:\n        - '..?'\n        - '...'",
        "7:11: found '?', expected letters of the terrain table:",
    ),
    "a trail off the map": (
        "kandahar",
        'map:\n  rows:\n    kandahar: {trails: [["2601", "2701"]]}',
        "3:34: found '2701', expected a hex of the map, 0101 to 2636 (map.kandahar.trails)",
    ),
    "a trail with a gap": (
        "kandahar",
        'map:\n  rows:\n    kandahar: {trails: [["0101", "0103"]]}',
        "3:34: found '0103' after '0101', expected a hex next to the one before (map.kandahar.trails)",
    ),
    "a road off the map": (
        "bct",
        "roads:\n  rows:\n    highway-4: {districts: [kandahar, quetta]}",
        "3:39: found 'quetta', expected a row of 'districts' (roads.highway-4.districts[2])",
    ),
    "a mission off the map": (
        "kandahar",
        'missions:\n  rows:\n    raid: {hexes: ["1536", "1006", "7777"]}',
        "3:36: found '7777', expected a hex of the map, 0101 to 2636 (missions.raid.hexes)",
    ),
    "a camp next to a village": (
        "kandahar",
        'scenarios:\n  rows:\n    full: {camp: "0902"}',
        "3:18: found '0902', expected a hex that is not in or next to a village (3.1) (scenarios.full.camp)",
    ),
    "a scenario taken out": (
        "bct",
        "scenarios:\n  remove: [jihad]",
        "2:12: found no row 'jihad', expected one, because the rules name",
    ),
    "an Objective for Districts that are none": (
        "bct",
        "objectives:\n  rows:\n    ring-road:\n"
        "      {scores: [{vp: 1, per: 1, count: {count: districts, among: [highway-2]}}]}",
        "found 'highway-2', expected a row of 'districts' or 'roads', 'urban', 'rural', 'wilderness', 'border' or",
    ),
    "an Objective that counts and does not say how": (
        "bct",
        "objectives:\n  rows:\n    hidden-hand: {text: x, scores: [{vp: 1, count: {count: districts}}]}",
        "3:37: found a count without a measure, expected `per` or `least` of at least 1 (objectives.",
    ),
    "three beaches": (
        "patrols",
        'places:\n  rows:\n    "0202": {role: beach}',
        "found 3 places that are beach, expected 2 to 2 (places.0102.role)",
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_told_with_its_place(fault: str, tmp_path: Path) -> None:
    game, text, told = FAULTS[fault]
    (tmp_path / "values.yaml").write_text(text, encoding="utf-8")
    problems = [problem.message for problem in check_packs(game, [tmp_path])]
    assert any(told in problem for problem in problems), problems


def test_what_play_runs_into_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A value that nobody declared, with which the rules break off."""
    kind = games()["patrols"]
    monkeypatch.setattr(kind, "tables", kind.tables.holding(misfits=lambda tables: ()))
    (tmp_path / "values.yaml").write_text('places:\n  rows:\n    "0202": {role: beach}', encoding="utf-8")
    (problem,) = check_packs("patrols", [tmp_path])
    assert "values of which no game can be made" in problem.found
    assert "IndexError" in problem.expected
    monkeypatch.setattr(kind, "new", lambda self, setup: 1 // 0)
    (problem,) = check_packs("patrols")
    assert problem.found == "values with which 'island' cannot be played"
    assert "after 0 decisions of 'plain': ZeroDivisionError" in problem.expected


def test_the_command_says_it_and_fails(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "values.yaml").write_text("terrain:\n  rows:\n    village: {cost: 0}", encoding="utf-8")
    assert run(["content", "kandahar", "--check", str(tmp_path)]) == 1
    assert capsys.readouterr().out.rstrip().endswith("1 problem.")
    assert run(["content", "kandahar", "--check", "--json", "--pack", str(tmp_path)]) == 1
    told = json.loads(capsys.readouterr().out)
    assert not told["good"] and "terrain.village.cost" in told["problems"][0]
    assert run(["content", "patrols", "--check"]) == 0


# ---- every value, changed -------------------------------------------------------------------------

WORDS = ("0", "-1", "99", "1000000", "no-such-thing", "", None)


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    yield path, value
    inner = enumerate(value) if isinstance(value, list) else value.items() if isinstance(value, dict) else ()
    for name, one in inner:
        yield from leaves(one, (*path, name))


def put(value: Any, path: tuple[Any, ...], new: Any) -> Any:
    if not path:
        return new
    if isinstance(value, list):
        return [put(one, path[1:], new) if place == path[0] else one for place, one in enumerate(value)]
    return {name: put(one, path[1:], new) if name == path[0] else one for name, one in value.items()}


def mutants(game: str) -> Iterator[dict[str, Any]]:
    """The game's own pack with one value changed, one list shortened or emptied, or one row taken out."""
    kind = games()[game]
    for part in read_folder(files(kind.package) / "content", kind.tables, overlay=False).parts:
        for row, given in part.rows.items():
            yield {part.table: {row: None}}
            for field, text in given.texts.items():
                whole = plain(text)
                for path, value in leaves(whole):
                    shorter = ([], value[:-1], [*value, *value[-1:]]) if isinstance(value, list) else ({},)
                    for new in shorter if isinstance(value, (list, dict)) else WORDS:
                        yield {part.table: {row: {field: put(whole, path, new)}}}


@pytest.mark.parametrize(("game", "some"), [("patrols", 60), ("kandahar", 80), ("bct", 40)])
def test_a_changed_value_is_told_or_can_be_played_with(game: str, some: int) -> None:
    """A seeded sample: nothing is raised, what is wrong has a place, and with the rest every scenario is played."""
    changed = random.Random(10).sample(list(mutants(game)), some)
    told = [check_packs(game, [overlay], decisions=40) for overlay in changed]
    assert 0 < sum(map(bool, told)) < some
    unforeseen = [
        (found[0].message, overlay)
        for overlay, found in zip(changed, told, strict=True)
        if found and not found[0].where
    ]
    assert not unforeseen


def test_packs_are_held_where_they_are_laid_on() -> None:
    with pytest.raises(ContentError, match="at least 1 and at most 99"):
        open_game("kandahar", [{"terrain": {"village": {"cost": "0"}}}])
