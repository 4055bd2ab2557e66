"""What a game says of itself beside its rules: its ends, and how it should play. Nothing of it stands elsewhere."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from sandtable.games.patrols import Patrols
from sandtable.kernel.game import Setup, games
from sandtable.lab.conformance import play
from sandtable.lab.conformance.walks import Effort, Walk
from sandtable.lab.plans import End, ends, forecast

ROOT = Path(__file__).parents[2]
PLANNED = [name for name in games() if forecast(name) is not None]


def test_an_end_says_in_which_setups_it_comes() -> None:
    end = End("end.turns", scenarios=("long", "short"), seats=(2,))
    assert end.setups == [Setup("long", seats=2), Setup("short", seats=2)]
    assert End("end.night").setups == [Setup()]


def test_an_end_that_a_game_does_not_list_is_found_by_conformance(monkeypatch: pytest.MonkeyPatch) -> None:
    walk = Walk(Patrols(), Patrols().checked(Setup(seats=1)), "unlisted", Effort())
    assert play.ends(walk) == []
    monkeypatch.setattr("sandtable.lab.plans.ends", lambda game: {"other": End("end.other")})
    assert [found for found in play.ends(walk) if "ends.yaml does not list" in found]


def test_a_file_that_cannot_be_read_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "ends.yaml").write_text("order: {rules: end.order}\n")
    monkeypatch.setattr("sandtable.lab.plans.files", lambda package: tmp_path)
    with pytest.raises(ValueError, match=r"patrols/ends\.yaml: .*`rule`|patrols/ends\.yaml: .*rules"):
        ends("patrols")


@pytest.mark.parametrize("name", PLANNED)
def test_the_page_of_balance_is_of_the_plan(name: str) -> None:
    plan = forecast(name)
    assert plan is not None
    page = (ROOT / "docs" / "balance" / f"{name}.md").read_text(encoding="utf-8")
    assert page.startswith(plan.introduction.format(**msgspec.structs.asdict(plan)))
    for result in plan.results:
        assert re.search(rf"(?m)^\| {re.escape(result)} \|", page), result


def test_no_tool_or_common_test_knows_a_game_by_name() -> None:
    """A sixth game is one folder: what plays and judges all games takes what it needs from each."""
    common = [ROOT / "tools" / "balance.py", ROOT / "tools" / "golden.py", *(ROOT / "tests" / "golden").glob("*.py")]
    for file in common:
        told = re.findall(r"from sandtable\.games\.(\w+)", file.read_text(encoding="utf-8"))
        assert told == [], f"{file.name} imports {told}"
