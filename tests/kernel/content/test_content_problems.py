"""Bad content is refused with file, line, column and what was expected: every fault of every file at once.

The sign ¶ in a planted text marks the place where exactly one problem must be reported.
"""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Any, Literal, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Meta, Struct

from sandtable.kernel.content import ContentError, Problem, Tables, check, load


class Hex(str):
    @classmethod
    def parse(cls, text: str) -> Hex:
        if len(text) != 4 or not text.isdigit():
            raise ValueError("a hex has four digits")
        return cls(text)


class Piece(Struct, frozen=True):
    name: str
    count: int
    fire: int
    side: Literal["red", "blue"]
    at: Hex | None = None


class Landing(Struct, frozen=True):
    at: Hex
    turn: int


class Raid(Struct, frozen=True):
    do: Literal["raid"]
    odds: Annotated[float, Meta(gt=0, lt=1)]


class Scenario(Struct, frozen=True):
    title: str
    turns: tuple[int, int]
    landings: tuple[Landing, ...]
    weather: dict[int, bool]
    level: Annotated[int, Meta(ge=1, le=5)] = 1
    raid: Raid | int = 0

    def __post_init__(self) -> None:
        if self.turns[0] > self.turns[1]:
            raise ValueError("the first turn comes after the last")


SCHEMA = Tables({"pieces": Piece, "scenarios": Scenario, "spare": Landing}, optional={"spare"})

PIECES = """\
# the counters
pieces:
  source: designed
  reason: tuned by play
  columns: [name, count, fire, side, at]
  rows:
    m249: [M249, 4, +4, red, ~]
    radio: [Radio, 2, 0, blue, 0303]
    mortar: [Mortar, 1, 6, red, 0404]
    rifle: [Rifle, 9, 1, red, 0404]
    truck: {name: Truck, count: 2, fire: -0, side: blue}
    jeep: {name: Jeep, count: 2, fire: 1, side: blue}
    mule: {name: Mule, count: 3, fire: 0, side: red}
    boat: {name: Boat, count: 3, fire: 0, side: red}
  exceptions:
    - {row: m249, column: fire, source: rulebook, section: "13.3"}
    - {row: [radio, truck], source: public, where: the box}
    - {column: count, source: rulebook, section: "2.1"}
    - {column: side, source: rulebook, section: "2.2"}
    - {column: name, source: rulebook, section: "2.3"}
"""

SCENARIOS = """\
scenarios:
  source: rulebook
  section: "18"
  rows:
    dawn:
      title: Dawn
      turns: [1, 8]
      landings:
        - {at: 0101, turn: 1}
        - {at: 0202, turn: 2}
        - {at: 0303, turn: 3}
      weather:
        1: yes
        2: no
        3: no
      level: 5
      raid: {do: raid, odds: .5}
    dusk:
      title: Dusk
      turns: [2, 4]
      landings: []
      weather: {}
"""


class Planted(NamedTuple):
    line: str
    instead: str
    found: str
    expected: str
    where: str
    hint: str = ""


PLANTED = [
    Planted(
        "    m249: [M249, 4, +4, red, ~]",
        "    m249: [M249, ¶four, +4, red, ~]",
        "'four'",
        "a whole number",
        "pieces.m249.count",
    ),
    Planted(
        "    radio: [Radio, 2, 0, blue, 0303]",
        "    radio: ¶[Radio, 2, 0, blue]",
        "4 cells",
        "5 (name, count, fire, side, at)",
        "pieces.radio",
    ),
    Planted(
        "    mortar: [Mortar, 1, 6, red, 0404]",
        "    mortar: [Mortar, 1, 6, red, ¶404]",
        "'404'",
        "a Hex",
        "pieces.mortar.at",
        "a hex has four digits",
    ),
    Planted(
        "    rifle: [Rifle, 9, 1, red, 0404]",
        "    rifle: ¶none",
        "'none'",
        "a row",
        "pieces.rifle",
    ),
    Planted(
        "    truck: {name: Truck, count: 2, fire: -0, side: blue}",
        "    truck: {name: Truck, count: 2, ¶fier: -0, side: blue}",
        "the unknown field 'fier'",
        "'name', 'count', 'fire', 'side' or 'at'",
        "pieces.truck.fier",
        "did you mean 'fire'?",
    ),
    Planted(
        "    jeep: {name: Jeep, count: 2, fire: 1, side: blue}",
        "    ¶jeep: {name: Jeep, count: 2, side: blue}",
        "no 'fire'",
        "a whole number",
        "pieces.jeep.fire",
    ),
    Planted(
        "    mule: {name: Mule, count: 3, fire: 0, side: red}",
        "    mule: {name: Mule, count: 3, fire: 0, side: ¶blu}",
        "'blu'",
        "'blue' or 'red'",
        "pieces.mule.side",
        "did you mean 'blue'?",
    ),
    Planted(
        "    boat: {name: Boat, count: 3, fire: 0, side: red}",
        "    ¶The_Boat: {name: Boat, count: 3, fire: 0, side: red}",
        "the row id 'The_Boat'",
        "lower-case words joined by hyphens",
        "pieces.The_Boat",
    ),
    Planted(
        '    - {row: m249, column: fire, source: rulebook, section: "13.3"}',
        '    - {row: ¶m294, column: fire, source: rulebook, section: "13.3"}',
        "the unknown row 'm294'",
        "a row of this table",
        "pieces.exceptions[1].row",
        "did you mean 'm249'?",
    ),
    Planted(
        "    - {row: [radio, truck], source: public, where: the box}",
        "    - {row: [radio, truck], source: ¶publik, where: the box}",
        "'publik'",
        "rulebook, public or designed",
        "pieces.exceptions[2].source",
        "did you mean 'public'?",
    ),
    Planted(
        '    - {column: count, source: rulebook, section: "2.1"}',
        "    - {column: count, source: ¶rulebook}",
        "no 'section'",
        "one, as source rulebook wants it",
        "pieces.exceptions[3]",
    ),
    Planted(
        '    - {column: side, source: rulebook, section: "2.2"}',
        '    - {column: ¶colour, source: rulebook, section: "2.2"}',
        "the unknown column 'colour'",
        "a column of this table",
        "pieces.exceptions[4].column",
    ),
    Planted(
        '    - {column: name, source: rulebook, section: "2.3"}',
        "    - {column: name, source: rulebook, ¶reason: we like it}",
        "'reason'",
        "'section', as source rulebook wants",
        "pieces.exceptions[5]",
    ),
    Planted(
        "  reason: tuned by play",
        "  ¶reson: tuned by play",
        "the unknown word 'reson'",
        "source, section, where, reason, columns, rows, exceptions or remove",
        "pieces.reson",
        "did you mean 'reason'?",
    ),
    Planted(
        "# the counters",
        "¶peaces: {}",
        "the unknown table 'peaces'",
        "'pieces', 'scenarios' or 'spare'",
        "peaces",
        "did you mean 'pieces'?",
    ),
    Planted(
        "      title: Dawn",
        "      title: Dawn\n      ¶title: Sunrise",
        "a second 'title'",
        "each name once",
        "scenarios.rows.dawn.title",
        "the first is in line ",
    ),
    Planted(
        "      turns: [1, 8]",
        "      turns: ¶[1, 8, 9]",
        "a list of 3",
        "a list of 2 (a whole number; a whole number)",
        "scenarios.dawn.turns",
    ),
    Planted(
        "        - {at: 0101, turn: 1}",
        "        - {at: ¶[0101], turn: 1}",
        "a list",
        "a Hex",
        "scenarios.dawn.landings[1].at",
        "",
    ),
    Planted(
        "        - {at: 0202, turn: 2}",
        "        - ¶{at: 0202}",
        "no 'turn'",
        "a whole number",
        "scenarios.dawn.landings[2].turn",
    ),
    Planted(
        "        - {at: 0303, turn: 3}",
        "        - {at: 0303, turn: 3, ¶wave: 1}",
        "the unknown field 'wave'",
        "'at' or 'turn'",
        "scenarios.dawn.landings[3].wave",
    ),
    Planted("        1: yes", "        1: ¶maybe", "'maybe'", "yes or no", "scenarios.dawn.weather.1"),
    Planted("        2: no", "        ¶two: no", "'two'", "a whole number", "scenarios.dawn.weather.two"),
    Planted(
        "        3: no",
        "        3: no\n        ¶+3: yes",
        "'+3' for the same key again",
        "each key once",
        "scenarios.dawn.weather",
    ),
    Planted(
        "      level: 5",
        "      level: ¶6",
        "'6'",
        "a whole number, at least 1 and at most 5",
        "scenarios.dawn.level",
    ),
    Planted(
        "      raid: {do: raid, odds: .5}",
        "      raid: {do: raid, odds: ¶1.0}",
        "'1.0'",
        "a number, more than 0 and less than 1",
        "scenarios.dawn.raid.odds",
    ),
    Planted(
        "    dusk:\n      title: Dusk\n      turns: [2, 4]",
        "    ¶dusk:\n      title: Dusk\n      turns: [4, 2]",
        "values that do not go together",
        "the fields of a Scenario",
        "scenarios.dusk",
        "the first turn comes after the last",
    ),
]


def marked(text: str) -> tuple[str, list[tuple[int, int]]]:
    """The text without its marks, and the line and column of each."""
    places = []
    lines = text.splitlines()
    for number, line in enumerate(lines, 1):
        if "¶" in line:
            places.append((number, line.index("¶") + 1))
    return text.replace("¶", ""), places


def plant(text: str, faults: list[Planted]) -> str:
    for fault in faults:
        text = text.replace(f"{fault.line}\n", f"{fault.instead}\n")
    return text


def checked(*overlays: Path | dict[str, Any], **files: str) -> list[Problem]:
    with TemporaryDirectory() as folder:
        return check(written(Path(folder), **files), SCHEMA, overlays)


def written(folder: Path, **files: str) -> Path:
    folder.mkdir(exist_ok=True)
    for name, text in files.items():
        (folder / f"{name}.yaml").write_text(text.replace("¶", ""), encoding="utf-8")
    return folder


def placed(problems: list[Problem]) -> list[tuple[str, int, int]]:
    return [(Path(problem.file).stem, problem.line, problem.column) for problem in problems]


def test_the_packs_that_faults_are_planted_in_are_sound() -> None:
    assert checked(pieces=PIECES, scenarios=SCENARIOS) == []
    assert all(f"{fault.line}\n" in PIECES + SCENARIOS for fault in PLANTED)


@pytest.mark.parametrize("fault", PLANTED, ids=lambda fault: fault.where)
def test_a_planted_fault_gives_exactly_one_problem_at_its_place(fault: Planted) -> None:
    pieces, scenarios = plant(PIECES, [fault]), plant(SCENARIOS, [fault])
    problems = checked(pieces=pieces, scenarios=scenarios)
    assert [(problem.line, problem.column) for problem in problems] == marked(pieces)[1] + marked(scenarios)[1]
    (problem,) = problems
    assert (problem.found, problem.expected, problem.where) == (fault.found, fault.expected, fault.where)
    assert problem.hint.startswith(fault.hint) and bool(problem.hint) == bool(fault.hint)


@given(st.sets(st.sampled_from(PLANTED)))
def test_all_faults_are_reported_at_once_in_the_order_of_files_and_lines(faults: set[Planted]) -> None:
    pieces, scenarios = plant(PIECES, list(faults)), plant(SCENARIOS, list(faults))
    expected = [("pieces", *place) for place in marked(pieces)[1]]
    expected += [("scenarios", *place) for place in marked(scenarios)[1]]
    assert placed(checked(pieces=pieces, scenarios=scenarios)) == expected


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("pieces: {rows: [1, 2¶}", "broken YAML"),
        ("pieces:\n  a: b¶: c", "broken YAML"),
        ("pieces:\n  rows: ¶*other", "the alias *other"),
        ("pieces: {}\n¶---\npieces: {}", "a second document"),
        ("¶", "an empty file"),
        ("¶# only a remark\n", "an empty file"),
        ("¶just a word", "'just a word'"),
        ("¶- a list", "a list"),
        ("pieces:\n  name: a¶\x07b", "the character 0x07"),
        (f"spare: {'[' * 49}¶{'[' * 100_000}", "data nested too deeply"),
        ("spare: {source: designed, reason: x, rows: {¶[a]: 1}}", "a list"),
    ],
    ids=lambda text: text[:12].strip(),
)
def test_a_file_that_cannot_be_read_is_one_problem_and_the_others_are_still_checked(text: str, found: str) -> None:
    scenarios = SCENARIOS.replace("level: 5", "level: ¶6")
    problems = checked(another=text, pieces=PIECES, scenarios=scenarios)
    expected = [("another", *place) for place in marked(text)[1] or [(1, 1)]]
    assert placed(problems) == [*expected, ("scenarios", *marked(scenarios)[1][0])]
    assert problems[0].found == found


def test_text_that_is_not_utf8_is_placed_by_line_and_column(tmp_path: Path) -> None:
    written(tmp_path, pieces=PIECES, scenarios=SCENARIOS)
    (tmp_path / "latin.yaml").write_bytes("spare:\n  caf\u00e9: 1\n".encode("latin-1"))
    (problem,) = check(tmp_path, SCHEMA)
    assert problem.message == f"{tmp_path / 'latin.yaml'}:2:6: found the byte 0xe9, expected text in UTF-8"


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ("fire, side, at]", "¶fier, side, at]", "the unknown field 'fier'"),
        ("[name, count, fire, side, at]", "¶some", "'some'"),
        ("fire, side, at]", "fire, side, ¶side]", "a second column 'side'"),
        ("  source: designed", "  ¶sourse: designed", "the unknown word 'sourse'"),
        ("  source: designed\n  reason: tuned by play", "  source: ¶designed", "no 'reason'"),
        ("  reason: tuned by play", "  reason: ¶' '", "' '"),
        ("pieces:\n  source: designed\n  reason: tuned by play", "¶pieces:", "no 'source'"),
        ("  exceptions:", "  ¶remove: [radio]\n  exceptions:", "'remove'"),
        ("  exceptions:", "  exceptions: ¶none\n#", "'none'"),
        ("  exceptions:", "  exceptions: [¶none]\n#", "'none'"),
        ("  exceptions:", "  exceptions: [¶{source: public, where: x}]\n#", "neither row nor column"),
        ("  exceptions:", "  exceptions: [{row: [¶[m249]], source: public, where: x}]\n#", "a list"),
        ("fire, side, at]", "fire, side, ¶[at]]", "a list"),
        ("  reason: tuned by play\n", "  reason: tuned by play\n  ¶colour: red\n", "the unknown word 'colour'"),
        ("  rows:", "  rows: ¶none\n#", "'none'"),
        ("  columns:", "#", "no 'rows'"),
        ("  rows:", "  rows: ¶none\n  exceptions: [{row: m249, source: public, where: x}]\n#", "'none'"),
    ],
)
def test_a_fault_of_a_whole_table_is_one_problem_however_many_rows_it_has(old: str, new: str, found: str) -> None:
    text = PIECES.replace(old, new, 1)
    if "#" in new:  # the rest of the table goes with what was replaced
        text = text[: text.rindex("#")]
    if found == "no 'rows'":
        text = text.replace("pieces:", "¶pieces:")
    problems = checked(pieces=text, scenarios=SCENARIOS)
    assert [(problem.line, problem.column) for problem in problems] == marked(text)[1]
    assert problems[0].found == found


def test_a_column_that_is_missing_is_missed_once() -> None:
    rows = "    a: [A, 1, red]\n    b: [B, 1, red]\n"
    text = f"pieces:\n  source: designed\n  reason: x\n  columns: ¶[name, count, side]\n  rows:\n{rows}"
    (problem,) = checked(pieces=text, scenarios=SCENARIOS)
    assert (problem.line, problem.column) == marked(text)[1][0]
    assert (problem.found, problem.where) == ("no 'fire'", "pieces.fire")


def test_a_table_that_is_no_mapping_is_one_problem_and_its_rows_are_not_missed() -> None:
    overlay = {"pieces": {"tank": {"fire": 1}, "radio": None}}
    (problem,) = checked(overlay, pieces="pieces: [a]", scenarios=SCENARIOS)
    assert (problem.line, problem.column, problem.found) == (1, 9, "a list")


def test_a_list_without_columns_is_told_what_a_list_needs() -> None:
    text = "pieces:\n  source: designed\n  reason: x\n  rows:\n    a: ¶[A, 1, 2, red]\n"
    (problem,) = checked(pieces=text, scenarios=SCENARIOS)
    assert (problem.line, problem.column) == marked(text)[1][0]
    assert problem.hint == "a row may be a list where the table has columns"


def test_a_table_that_is_missing_is_missed_unless_a_file_could_not_be_read() -> None:
    (missed,) = checked(pieces=PIECES)
    assert str(missed) == missed.message, "without a line there is nothing to show"
    assert (missed.line, missed.found) == (0, "no table 'scenarios'")
    (broken,) = checked(pieces=PIECES, scenarios="scenarios: [")
    assert broken.found == "broken YAML"
    (misspelt,) = checked(pieces=PIECES, scenarios=SCENARIOS.replace("scenarios:", "scenarois:"))
    assert misspelt.hint == "did you mean 'scenarios'?"


def test_a_folder_without_content_is_one_problem(tmp_path: Path) -> None:
    for folder in (tmp_path, tmp_path / "nowhere"):
        (problem,) = check(folder, SCHEMA)
        assert problem.message.startswith(f"{folder}: found no content, expected a folder with files")


def test_a_file_that_cannot_be_opened_is_one_problem(tmp_path: Path) -> None:
    written(tmp_path, pieces=PIECES)
    (tmp_path / "folder.yaml").mkdir()
    (problem,) = check(tmp_path, SCHEMA)
    assert problem.message.startswith(f"{tmp_path / 'folder.yaml'}: found a file that cannot be opened")


def test_a_row_in_two_files_is_reported_in_the_second() -> None:
    second = "pieces:\n  source: designed\n  reason: x\n  rows:\n    ¶mule: {name: M, count: 1, fire: 0, side: red}\n"
    (problem,) = checked(a=PIECES, b=second, scenarios=SCENARIOS)
    assert placed([problem]) == [("b", *marked(second)[1][0])]
    assert problem.hint.endswith("a.yaml")


# ---- overlays ----------------------------------------------------------------------------------------------

OVERLAY = """\
pieces:
  rows:
    m249: {fire: ¶lots}
    tank: {name: Tank, count: 1, fire: 9, side: red}
    ¶plane: {name: Plane, count: 1, side: red}
    mule: {¶colour: brown}
  remove: [¶rodio]
¶weather:
  rows: {}
"""


def test_an_overlay_folder_is_checked_as_strictly_as_the_pack_under_it(tmp_path: Path) -> None:
    base = written(tmp_path / "base", pieces=PIECES, scenarios=SCENARIOS)
    problems = check(base, SCHEMA, [written(tmp_path / "printed", pieces=OVERLAY)])
    assert [(problem.line, problem.column) for problem in problems] == marked(OVERLAY)[1]
    assert [problem.found for problem in problems] == [
        "'lots'",
        "no 'fire'",
        "the unknown field 'colour'",
        "the unknown row 'rodio'",
        "the unknown table 'weather'",
    ]
    assert {Path(problem.file).parent.name for problem in problems} == {"printed"}


@pytest.mark.parametrize(
    ("remove", "found"),
    [
        ("¶radio", "'radio'"),
        ("[¶{a: b}]", "a mapping"),
        ("[¶m249]", "'m249'"),
    ],
)
def test_an_overlay_removes_rows_by_a_list_of_ids_that_it_does_not_also_give(
    tmp_path: Path, remove: str, found: str
) -> None:
    base = written(tmp_path / "base", pieces=PIECES, scenarios=SCENARIOS)
    text = f"pieces:\n  rows: {{m249: {{fire: 1}}}}\n  remove: {remove}\n"
    (problem,) = check(base, SCHEMA, [written(tmp_path / "printed", pieces=text)])
    assert [(problem.line, problem.column)] == marked(text)[1]
    assert problem.found == found


@pytest.mark.parametrize(
    ("overlay", "message"),
    [
        ({"pieces": {"m249": {"fire": "lots"}}}, "found 'lots', expected a whole number (pieces.m249.fire)"),
        ({"pieces": {"m249": {"fire": 1.5}}}, "found '1.5', expected a whole number (pieces.m249.fire)"),
        ({"pieces": {"m249": {"fire": None}}}, "found nothing, expected a whole number (pieces.m249.fire)"),
        ({"pieces": {"m249": 4}}, "found '4', expected a row (pieces.m249)"),
        ({"pieces": [1]}, "found a list, expected a mapping from row ids to rows (pieces)"),
        ({"pieces": {"rodio": None}}, "found the unknown row 'rodio', expected a row to remove"),
        ({"pieces": {"tank": {"name": "T", "count": 1, "side": "red"}}}, "found no 'fire', expected a whole number"),
        ({"weather": {}}, "found the unknown table 'weather'"),
        ({"pieces": {"mule": {"name": "\ud800"}}}, "found '\\ud800', expected text that is valid Unicode"),
        ({"pieces": {"mule": {"name": b"x"}}}, "found a value of type bytes"),
    ],
)
def test_plain_data_is_refused_with_the_value_it_names(overlay: dict[str, Any], message: str) -> None:
    (problem,) = checked(overlay, pieces=PIECES, scenarios=SCENARIOS)
    assert problem.message.startswith(f"overlay 1: {message}")


def test_plain_data_nested_without_end_is_refused() -> None:
    endless: list[Any] = []
    endless.extend([endless, endless])
    (problem,) = checked({"pieces": {"mule": {"name": endless}}}, pieces=PIECES, scenarios=SCENARIOS)
    assert (problem.found, problem.where) == ("data nested too deeply", "pieces.mule.name")


def test_an_overlay_over_a_pack_that_cannot_be_read_is_not_blamed_for_its_gaps() -> None:
    overlay = {"pieces": {"tank": {"fire": 1}, "radio": None}}
    problems = checked(overlay, pieces="pieces: [", scenarios=SCENARIOS)
    assert [problem.found for problem in problems] == ["broken YAML"]


# ---- what people read ----------------------------------------------------------------------------------------


def test_the_error_shows_file_line_column_and_the_source_line_with_a_caret(tmp_path: Path) -> None:
    folder = written(tmp_path, pieces=PIECES.replace("[Radio, 2, 0,", "[Radio, two, 0,"), scenarios=SCENARIOS)
    with pytest.raises(ContentError) as caught:
        load(folder, SCHEMA)
    assert str(caught.value) == (
        f"{folder / 'pieces.yaml'}:8:20: found 'two', expected a whole number (pieces.radio.count)\n"
        "        radio: [Radio, two, 0, blue, 0303]\n"
        "                       ^"
    )


def test_the_caret_still_points_at_the_fault_in_a_line_too_long_to_show() -> None:
    text = PIECES.replace("[M249, 4, +4, red, ~]", f"[{'M' * 200}, four, +4, red, ~]")
    (problem,) = checked(pieces=text, scenarios=SCENARIOS)
    _, line, caret = str(problem).splitlines()
    before, after = line[: caret.index("^")], line[caret.index("^") :]
    assert after.startswith("four") and len(line) <= 104
    assert before.endswith("MMMM, "), "what stands before the fault is shown as well"


def test_the_caret_stands_under_the_fault_after_tabs() -> None:
    text = PIECES.replace("{name: Mule, count: 3,", "{name: Mule,\tcount: three,")
    (problem,) = checked(pieces=text, scenarios=SCENARIOS)
    _, line, caret = str(problem).splitlines()
    assert line.expandtabs().index("three") == caret.expandtabs().index("^")


def test_a_file_from_a_windows_editor_reads_the_same_and_shows_its_lines_clean(tmp_path: Path) -> None:
    folder = written(tmp_path, pieces=PIECES, scenarios=SCENARIOS)
    sound = load(folder, SCHEMA)
    (folder / "pieces.yaml").write_bytes(b"\xef\xbb\xbf" + PIECES.replace("\n", "\r\n").encode())
    assert load(folder, SCHEMA).digest == sound.digest
    (folder / "pieces.yaml").write_bytes(b"\xef\xbb\xbfpieces: none\r\n")
    (problem,) = check(folder, SCHEMA)
    assert (problem.line, problem.column, problem.source_line) == (1, 9, "pieces: none")
