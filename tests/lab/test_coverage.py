"""Coverage: where rules are cited, which cases run those lines, how often rules fire."""

from __future__ import annotations

import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from sandtable.games.patrols import Patrols
from sandtable.lab.coverage import Lines, Tracer, coverage, fired, named_rules

SOURCE = '''"""A module."""

TABLE = {"a.table": 1}  # line 3


def cited() -> int:
    """Does a.docstring."""
    # a.comment
    first = 1
    return (
        first
        + 2
    )


# a.heading
def headed() -> int:
    return 3
'''


def test_coverage_tells_of_every_rule_of_the_ledger(aside: ProcessPoolExecutor) -> None:
    rules = aside.submit(coverage, "patrols", games=6).result(timeout=120)["rules"]
    assert rules.keys() == Patrols().ledger.rules.keys()
    mine = rules["contact.mine"]
    assert mine["number"] == "4.1" and all(line.startswith("patrols/rules.py:") for line in mine["cited"])
    assert {"mine-falls-on-three", "mine-spares-on-four"} <= set(mine["exercised"])
    assert rules["move.step"]["fired"] > rules["setup.order"]["fired"] > 0


def test_rules_fire_the_same_in_the_same_games() -> None:
    game = Patrols()
    assert fired(game, 4) == fired(game, 4) and fired(game, 0).total() == 0
    assert fired(game, 40)["end.night"] > 0  # an outcome counts as well


def test_a_case_names_rules_by_key_by_number_or_by_list() -> None:
    game = Patrols()
    assert named_rules(game, {"rule": "contact.mine"}) == {"contact.mine"}
    assert named_rules(game, {"rule": "4.1"}) == {"contact.mine"}
    assert named_rules(game, {"rule": "4.1", "rules": ["5.2", "end.night"]}) == {
        "contact.mine",
        "end.wiped",
        "end.night",
    }
    assert named_rules(game, {"rule": "mine"}) == set()


def test_a_comment_or_docstring_stands_for_the_code_after_it(tmp_path: Path) -> None:
    file = tmp_path / "cited.py"
    file.write_text(SOURCE, encoding="utf-8")
    lines = Lines(file)
    assert lines.running(3) == 3  # a table is what it is
    assert lines.running(7) == lines.running(8) == lines.running(9) == 9
    assert lines.running(12) == 12
    assert lines.running(16) == 17  # a function runs when it is called


def test_the_tracer_notes_the_watched_lines_that_run_and_no_others(aside: ProcessPoolExecutor, tmp_path: Path) -> None:
    aside.submit(trace, tmp_path / "traced.py").result(timeout=120)


def trace(file: Path) -> None:
    file.write_text(SOURCE, encoding="utf-8")
    scope: dict[str, object] = {}
    exec(compile(SOURCE, str(file), "exec"), scope)
    tracer = Tracer({(str(file), 9), (str(file), 17)})
    before = sys.gettrace()
    ran, result = tracer.during(scope["cited"])  # type: ignore[arg-type]
    assert (ran, result) == ({(str(file), 9)}, 3)
    ran, result = tracer.during(scope["headed"])  # type: ignore[arg-type]
    assert (ran, result) == ({(str(file), 17)}, 3)
    assert sys.gettrace() is before
