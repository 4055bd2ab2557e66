"""The commands that report: text for people, one JSON object for programs, sentences for what is wrong."""

import json
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from sandtable import __version__
from sandtable.kernel.game import open_game
from sandtable.kernel.records import encode, export, with_head
from sandtable.kernel.table import quick_table
from sandtable.lab.bench import Bench, Figure
from sandtable.terminal import bounds
from tests.terminal.helpers import Terminal

CASE = """
- id: straight-to-the-hill
  game: patrols
  rule: "3.1"
  given: {at: red-phase, mine: Point}
  when: [{step: ["1", Hill]}]
  then: {result: RESULT}
"""


@pytest.fixture
def record(terminal: Terminal) -> Path:
    """A game won, with one answer taken back."""
    terminal("play patrols --new --seed 3", "1", "undo", "3", "scout hill", "halt", "rifleman hill", "halt")
    (file,) = terminal.records()
    return file


def test_games(terminal: Terminal) -> None:
    assert "patrols  Patrols  Two patrols, seven hexes" in terminal("games").out
    listed = {game["id"]: game for game in terminal("games --json").json["games"]}
    assert listed["patrols"]["seats"] == ["Red", "Blue"]
    assert listed["patrols"]["players"] == ["random", "plain"]


def test_simulate(terminal: Terminal) -> None:
    told = terminal("simulate patrols --player plain --seats 2 --games 30 --seed 5 --json").json
    wanted = "game scenario player games finished score results win_rate decisions seconds decisions_per_second"
    assert set(wanted.split()) <= told.keys()
    assert told["finished"] == sum(told["results"].values()) == 30
    assert told["score"].keys() == {"median", "mean", "p10", "p90"}
    assert told["win_rate"]["Red"].keys() == {"rate", "low", "high"}
    ran = terminal("simulate patrols --player plain --seats 2 --games 30 --seed 5")
    assert "plain: 30 of 30 games ended." in ran.out
    assert "Red wins" in ran.out and "a second" in ran.out


def test_simulate_says_what_was_simulated_and_keeps_each_game(terminal: Terminal, tmp_path: Path) -> None:
    rows = tmp_path / "games.jsonl"
    told = terminal(f"simulate bct --games 2 --seed 5 --option loc-anew=off --rows {rows} --json").json
    assert (told["seed"], told["seats"], told["options"]["loc-anew"]) == (5, 2, "off")
    assert told["digest"] == open_game("bct").content.digest and told["version"] == __version__
    lines = [json.loads(line) for line in rows.read_text(encoding="utf-8").splitlines()]
    assert [line["seed"] for line in lines] == ["5/0", "5/1"]
    assert sum(line["decisions"] for line in lines) == told["decisions"]
    ran = terminal(f"simulate patrols --rows {tmp_path / 'nowhere' / 'games.jsonl'}")
    assert ran.code == 2 and "cannot be written: name a file in a folder that exists." in ran.err.replace("\n", " ")


def test_replay(terminal: Terminal, record: Path) -> None:
    ran = terminal(f"replay {record}")
    assert "Red scout 1 goes to Hill. [3.1]" in ran.out
    assert "Order fulfilled [5.1]  Red wins." in ran.out
    told = terminal(f"replay {record} --json").json
    assert (told["game"], told["answers"], told["take_backs"]) == ("patrols", 5, 1)
    assert {"rule": "move.step", "number": "3.1", "text": "Red scout 1 goes to Hill.", "dice": []} in told["log"]
    assert told["outcome"]["label"] == "Order fulfilled"


def test_replay_to_an_entry(terminal: Terminal, record: Path) -> None:
    ran = terminal(f"replay {record} --to 4")
    assert "Not ended: 2 answers so far." in ran.out
    assert terminal(f"replay {record} --to 4 --json").json["outcome"] is None
    bad = terminal(f"replay {record} --to 99")
    assert (bad.code, bad.err) == (2, "sandtable: --to 99 is not in this record: its journal has 7 entries.\n")


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="memory is bounded only where that is known")
@pytest.mark.parametrize("command", ["verify", "replay", "play --resume"])
def test_a_position_made_up_to_fill_the_memory_is_no_good_and_fills_none(
    terminal: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    """More counters than any computer holds: they are drawn one by one."""
    monkeypatch.setattr(bounds, "MEGABYTES", 64)
    shared = export(quick_table(open_game("bct"), 1))
    position = msgspec.json.decode(bytes(shared.position))
    position["nets"][0] = 10**9
    file = tmp_path / "bomb.json"
    file.write_bytes(
        encode(with_head(msgspec.structs.replace(shared, position=msgspec.Raw(json.dumps(position).encode()))))
    )
    ran = terminal(f"{command} {file}")
    assert ran.code == 1 and "its position cannot be read: MemoryError" in ran.out + ran.err


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="memory is bounded only where that is known")
@pytest.mark.parametrize("command", ["verify", "replay", "play --resume"])
def test_a_file_too_large_to_read_is_told_in_a_sentence(
    terminal: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.setattr(bounds, "MEGABYTES", 64)
    file = tmp_path / "long.json"
    file.write_text('{"format": "sandtable record", "version": 3, "journal": [' + "[1]," * 4_000_000 + "0]}")
    ran = terminal(f"{command} {file}")
    assert ran.code == 1 and ran.err == "sandtable: That needs more memory than there is for it.\n"


def test_verify(terminal: Terminal, record: Path) -> None:
    ran = terminal(f"verify {record}")
    assert ran.code == 0
    assert f"{record.name} is good: 5 answers by the rules" in ran.out
    assert "Take-backs: 1." in ran.out
    assert terminal(f"verify {record} --json").json["good"] is True


def test_tampered_record(terminal: Terminal, record: Path) -> None:
    record.write_bytes(record.read_bytes().replace(b'"mine-hex",', b'"mine-hex", ', 1))
    ran = terminal(f"verify {record}")
    assert ran.code == 1
    assert "this record has been altered" in ran.out
    told = terminal(f"verify {record} --json")
    assert (told.code, told.json["good"]) == (1, False)
    again = terminal(f"replay {record}")
    assert again.code == 1
    assert again.err.startswith("sandtable: The record is no good: this record has been altered")


def test_rules(terminal: Terminal) -> None:
    listed = terminal("rules patrols").out
    assert " 4.1  Mines " in listed
    one = terminal("rules patrols 4.1").out
    assert "4.1  Mines  contact.mine" in one
    assert "Who first enters the mined hex falls on 1 to 3 of a d6." in one
    assert "patrols/rules.py:" in one
    assert terminal("rules patrols mine --json").json["rules"].keys() == {"setup.mine", "contact.mine"}


def test_rules_show_rulings_and_why(terminal: Terminal) -> None:
    told = terminal("rules kandahar purchase.placed-at-once").out
    assert "Ruling: " in told and "Why: " in told


def test_coverage() -> None:
    """Not in this process: it traces (see `aside`)."""
    told = json.loads(sandtable("rules patrols --coverage --games 3 --json"))["rules"]
    assert told["contact.mine"].keys() == {"number", "cited", "exercised", "fired"}
    assert told["contact.mine"]["number"] == "4.1"
    assert "rules are cited in code and exercised by a case." in sandtable("rules patrols 4 --coverage --games 3")


def sandtable(command: str) -> str:
    words = [sys.executable, "-m", "sandtable", *command.split()]
    return subprocess.run(words, capture_output=True, encoding="utf-8", timeout=120, check=True).stdout


def test_content(terminal: Terminal) -> None:
    assert "places     7" in terminal("content patrols").out
    ran = terminal("content patrols --sources")
    assert "0202.name Hill" in ran.out
    told = terminal("content patrols --sources --json").json
    assert told["counts"] == {"designed": len(told["values"])}
    assert told["values"][0].keys() == {"table", "row", "field", "text", "source", "detail"}


def test_content_check(terminal: Terminal, tmp_path: Path) -> None:
    assert terminal("content patrols --check").out == "Nothing is wrong.\n"
    (tmp_path / "mine.yaml").write_text("men:\n  rows: {scout: {reach: far}}\n")
    ran = terminal(f"content patrols --check --pack {tmp_path}")
    assert ran.code == 1
    assert "mine.yaml:2:25" in ran.out
    told = terminal(f"content patrols --check --pack {tmp_path} --json")
    assert (told.code, told.json["good"], len(told.json["problems"])) == (1, False, 1)
    playing = terminal(f"play patrols --new --pack {tmp_path}")
    assert playing.code == 2
    assert "mine.yaml:2:25" in playing.err and "Traceback" not in playing.err


def test_pack_changes_the_game(terminal: Terminal, tmp_path: Path) -> None:
    (tmp_path / "names.yaml").write_text('places:\n  rows: {"0202": {name: Mount Doom}}\n')
    ran = terminal(f"play patrols --new --pack {tmp_path}", "hold")
    assert "Mount Doom" in ran.out
    assert terminal(f"content patrols --pack {tmp_path} --json").json["counts"]["overlay"] == 1


def test_cases(terminal: Terminal, tmp_path: Path) -> None:
    assert terminal("cases --game patrols --json").json["failed"] == 0
    (tmp_path / "good.yaml").write_text(CASE.replace("RESULT", "none"))
    (tmp_path / "bad.yaml").write_text(CASE.replace("RESULT", "Wiped out").replace("straight", "wrongly"))
    good = terminal(f"cases {tmp_path / 'good.yaml'}")
    assert (good.code, good.out) == (0, "1 passed, 0 failed\n")
    ran = terminal(f"cases {tmp_path}")
    assert ran.code == 1
    assert "✗ wrongly-to-the-hill [3.1]  result: expected Wiped out, got none" in ran.out
    told = terminal(f"cases {tmp_path} --json")
    assert told.code == 1
    assert told.json == {
        "passed": 1,
        "failed": 1,
        "failures": [
            {
                "id": "wrongly-to-the-hill",
                "rule": "3.1",
                "step": "then",
                "text": "result: expected Wiped out, got none",
                "expected": {"result": "Wiped out"},
                "got": {"result": "none"},
                "sentences": {"expected": "result is Wiped out", "got": "result is none"},
            }
        ],
    }


def test_a_refusal_for_another_reason_is_told_both_ways(terminal: Terminal, tmp_path: Path) -> None:
    given = "{at: red-phase, mine: Point, place: {0: Quarry}}"
    (tmp_path / "refused.yaml").write_text(
        f'- {{id: far, rule: "3.1", given: {given}, when: [{{refuse: {{step: [1, Quarry]}}, rule: "3.2"}}]}}'
    )
    (failure,) = terminal(f"cases {tmp_path} --game patrols --json").json["failures"]
    assert failure["step"] == 1 and failure["expected"] == {"rule": "3.2"}
    assert failure["got"] == {
        "rule": "move.step",
        "number": "3.1",
        "text": "A step goes to a neighbouring hex.",
        "part": "step [Red man 2, Quarry]",
    }
    assert failure["sentences"] == {
        "expected": "refused under 3.2 (move.reach, 'Reach')",
        "got": "step [Red man 2, Quarry] is refused under 3.1 (move.step): A step goes to a neighbouring hex.",
    }


def test_cases_that_cannot_be_read(terminal: Terminal, tmp_path: Path) -> None:
    (tmp_path / "case.yaml").write_text(CASE.replace("game: patrols", "because: why not"))
    ran = terminal(f"cases {tmp_path}")
    assert ran.code == 2
    assert "case 1 (straight-to-the-hill) names no game; add `game:` or --game." in ran.err
    (tmp_path / "case.yaml").write_text("{")
    assert terminal(f"cases {tmp_path} --game patrols").code == 2


def test_fuzz(terminal: Terminal, tmp_path: Path) -> None:
    told = terminal(f"fuzz patrols --games 2 --folder {tmp_path} --json").json
    assert (told["games"], told["crashes"]) == (2, [])
    assert "2 games" in terminal(f"fuzz patrols --games 2 --folder {tmp_path}").out


def test_bench(terminal: Terminal) -> None:
    terminal.monkeypatch.setattr("sandtable.lab.bench.LONG_ENOUGH", 0.0)
    told = terminal("bench patrols --json").json["figures"]
    assert told["loop"].keys() == {"value", "unit", "ratio"}
    assert all(figure.keys() >= {"value", "unit", "ratio"} for figure in told.values())


def test_bench_in_words(terminal: Terminal) -> None:
    measured = Bench({"patrols: clone": Figure(0.5, "us", 4.25, 26.0)})
    terminal.monkeypatch.setattr("sandtable.lab.bench.bench", lambda names: measured)
    assert terminal("bench patrols").out.split()[-6:] == ["patrols:", "clone", "0.5", "us", "4.25", "26"]


@pytest.mark.parametrize(
    ("command", "told"),
    [
        ("play nothing", "There is no game 'nothing'; installed are"),
        ("play", "Which game? Installed are"),
        ("play patrols --scenario moon", "Patrols has no scenario 'moon'; it has island."),
        ("play patrols --option fog=on", "Patrols has no option 'fog'"),
        ("play patrols --option fog", "--option 'fog' should be name=value."),
        ("play patrols --seats 9", "Patrols seats 1 to 2, not 9."),
        ("play patrols --seats many", "Invalid value for --seats"),
        ("play patrols --player Blue=plain", "There is no seat 'Blue' at this table; it has 0 (Red)."),
        ("play patrols --player 0", "--player '0' does not say who sits where"),
        ("play patrols --auto zorro", "Patrols has no player 'zorro'"),
        ("play patrols --pack nowhere", "--pack nowhere is not a folder."),
        ("play --resume nowhere.json", "nowhere.json cannot be read: No such file or directory."),
        ("verify nowhere.json", "nowhere.json cannot be read"),
        ("replay .", ". cannot be read: Is a directory."),
        ("simulate patrols --games none", "Invalid value for --games"),
        ("simulate patrols --games 0", "--games must be 1 or more, not 0."),
        ("simulate patrols --player zorro", "Patrols has no player 'zorro'"),
        ("rules nothing", "There is no game 'nothing'"),
        ("rules patrols 99.9", "Patrols has no rule with the number, key or word '99.9'."),
        ("content nothing --check", "There is no game 'nothing'"),
        ("cases", "Which cases?"),
        ("cases nowhere.yaml", "nowhere.yaml is neither a file nor a folder."),
        ("cases --game nothing", "There is no game 'nothing'"),
        ("fuzz", "Fuzz which game?"),
        ("fuzz nothing", "There is no game 'nothing'"),
        ("bench nothing", "There is no game 'nothing'"),
        ("frobnicate", 'Unknown command "frobnicate"'),
        ("games --frob", "Unknown option"),
    ],
)
def test_misuse_is_one_sentence(terminal: Terminal, command: str, told: str) -> None:
    ran = terminal(command)
    assert ran.code == 2
    assert told in ran.err
    assert ran.err.startswith("sandtable: ") and ran.err.count("\n") == 1
    assert ran.out == ""


COMMANDS = ("play", "games", "simulate", "replay", "verify", "cases", "rules", "content", "fuzz", "bench")


@pytest.mark.parametrize("command", COMMANDS)
def test_help_is_worth_reading(terminal: Terminal, command: str) -> None:
    ran = terminal(f"{command} --help")
    assert ran.code == 0
    assert f"sandtable {command}" in ran.out.split("For example:")[1]
    assert command in terminal("--help").out


def test_json_is_one_object(terminal: Terminal) -> None:
    for command in ("games", "rules patrols", "content patrols", "cases --game patrols"):
        assert isinstance(json.loads(terminal(f"{command} --json").out), dict)
