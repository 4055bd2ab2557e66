"""Content packs: what is written is what is read, overlays merge by law, every value knows its source."""

from __future__ import annotations

import enum
import json
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Any, Literal

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Meta, Struct, to_builtins

from sandtable.kernel.content import Content, ContentError, Source, Tables, check, load


class Side(enum.Enum):
    RED = "red"
    BLUE = "blue"


class Hex:
    def __init__(self, column: int, row: int) -> None:
        self.place = (column, row)

    @classmethod
    def parse(cls, text: str) -> Hex:
        if len(text) != 4 or not text.isdigit():
            raise ValueError("a hex has four digits")
        return cls(int(text[:2]), int(text[2:]))

    def __str__(self) -> str:
        return f"{self.place[0]:02}{self.place[1]:02}"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Hex) and other.place == self.place

    def __hash__(self) -> int:
        return hash(self.place)


class Piece(Struct, frozen=True):
    name: str
    fire: int
    note: str = ""


class Draw(Struct, frozen=True, tag="draw", tag_field="do"):
    cards: int


class Wound(Struct, frozen=True, tag="wound", tag_field="do"):
    target: str


class Odd(Struct, frozen=True, rename="kebab"):
    """One field of each kind that content may have."""

    whole: int
    exact_odds: float
    wild: bool
    side: Side
    level: Literal[1, 2, 3]
    at: Hex
    step: tuple[int, str]
    path: tuple[Hex, ...]
    costs: dict[str, int]
    starts: dict[Hex, Side]
    names: frozenset[str]
    effects: list[Draw | Wound]
    limit: int | Literal["none"]
    map: list[str]
    height: Annotated[int, Meta(ge=0, le=9)] = 0
    where: Hex | None = None
    label: str | None = None
    free: Any = None


PIECES = Tables({"pieces": Piece})

HEAD = "pieces:\n  source: designed\n  reason: tuned by play\n"


def write(folder: Path, **files: str) -> Path:
    folder.mkdir(exist_ok=True)
    for name, text in files.items():
        (folder / f"{name}.yaml").write_text(text, encoding="utf-8")
    return folder


def listed(rows: Mapping[str, Mapping[str, Any]]) -> str:
    """The rows of the pieces table in list form, fields unquoted where YAML lets them."""
    columns = ["name", "fire", "note"]
    cells = {row_id: [row[column] for column in columns] for row_id, row in rows.items()}
    return dump({"source": "designed", "reason": "tuned by play", "columns": columns, "rows": cells})


def mapped(rows: Mapping[str, Mapping[str, Any]]) -> str:
    return dump({"source": "designed", "reason": "tuned by play", "rows": dict(rows)}, flow=False)


def dump(table: Mapping[str, Any], *, flow: bool | None = None) -> str:
    written = yaml.dump(
        {"pieces": table}, Dumper=yaml.CSafeDumper, sort_keys=False, allow_unicode=True, default_flow_style=flow
    )
    assert isinstance(written, str)
    return written


def pack(text: str, *overlays: Mapping[str, Any]) -> Content:
    with TemporaryDirectory() as folder:
        return load(write(Path(folder), pieces=text), PIECES, overlays)


def pieces(content: Content) -> dict[str, Any]:
    rows = content.table("pieces", Piece)
    return {name: to_builtins(row) for name, row in rows.items()}


tricky = st.sampled_from(
    ["0303", "NO", "yes", "1e3", "~", "null", "", "0x1F", "1_000", "12:30", "= x", "'", '"', "é😀"]
)
texts = tricky | st.text(st.characters(exclude_categories=["Cs"]))
ids = st.from_regex(r"[a-z0-9]{1,4}(-[a-z0-9]{1,3})?", fullmatch=True)
rows = st.fixed_dictionaries({"name": texts, "fire": st.integers(-99, 99), "note": texts})
tables = st.dictionaries(ids, rows, max_size=6)


# ---- what is written is what is read ---------------------------------------------------------------


@given(tables)
def test_rows_in_either_form_are_read_back_equal(written: dict[str, dict[str, Any]]) -> None:
    as_list, as_mapping = pack(listed(written)), pack(mapped(written))
    assert pieces(as_list) == pieces(as_mapping) == written
    assert list(pieces(as_mapping)) == list(written), "rows stay in file order"


@pytest.mark.parametrize("word", ["0303", "NO", "yes", "1e3", "~", "null", "0x1F", "+4", "1_000", "2026-11-15", "é😀"])
def test_unquoted_words_stay_text_where_the_field_is_text(word: str) -> None:
    assert pieces(pack(f"{HEAD}  rows:\n    gun: {{name: {word}, fire: 1}}\n"))["gun"]["name"] == word


@pytest.mark.parametrize(("word", "number"), [("+4", 4), ("-0", 0), ("-12", -12), ("0303", 303), ("'7'", 7)])
def test_whole_numbers_are_written_as_printed_tables_write_them(word: str, number: int) -> None:
    assert pieces(pack(f"{HEAD}  rows:\n    gun: {{name: Gun, fire: {word}}}\n"))["gun"]["fire"] == number


ODD = """
odds:
  source: designed
  reason: one of each
  rows:
    plain:
      whole: +4
      exact-odds: 1e-1
      wild: Yes
      side: red
      level: 2
      at: 0303
      step: [-0, NO]
      path: [0101, 0102]
      costs: {clear: 1, yes: 2}
      starts: {0101: red, 0202: blue}
      names: [a, b]
      effects: [{do: draw, cards: 2}, {do: wound, target: Team A}]
      limit: none
      map:
        - ". . ~"
        - "# . ."
      height: 9
      where: ~
      label:
      free: {anything: [1, [2]]}
"""


def test_every_kind_of_field_is_read_by_its_declared_type(tmp_path: Path) -> None:
    content = load(write(tmp_path, odds=ODD), {"odds": Odd})
    assert content.table("odds", Odd)["plain"] == Odd(
        whole=4,
        exact_odds=0.1,
        wild=True,
        side=Side.RED,
        level=2,
        at=Hex(3, 3),
        step=(0, "NO"),
        path=(Hex(1, 1), Hex(1, 2)),
        costs={"clear": 1, "yes": 2},
        starts={Hex(1, 1): Side.RED, Hex(2, 2): Side.BLUE},
        names=frozenset({"a", "b"}),
        effects=[Draw(2), Wound("Team A")],
        limit="none",
        map=[". . ~", "# . ."],
        height=9,
        free={"anything": ["1", ["2"]]},
    )


def test_a_union_takes_the_number_before_the_word(tmp_path: Path) -> None:
    content = load(write(tmp_path, odds=ODD.replace("limit: none", "limit: 12")), {"odds": Odd})
    assert content.table("odds", Odd)["plain"].limit == 12


def test_a_pack_may_lie_in_a_zip_file(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "game.zip", "w") as archive:
        archive.writestr("content/pieces.yaml", f"{HEAD}  rows:\n    gun: {{name: Gun, fire: 1}}\n")
    content = load(zipfile.Path(tmp_path / "game.zip", "content/"), PIECES)
    assert pieces(content) == {"gun": {"name": "Gun", "fire": 1, "note": ""}}


def test_a_table_may_be_spread_over_files_and_an_optional_one_left_out(tmp_path: Path) -> None:
    first, second = (f"{HEAD}  rows: {{{name}: {{name: {name}, fire: 1}}}}\n" for name in ("gun", "ammo"))
    schema = Tables({"pieces": Piece, "odds": Odd}, optional={"odds"})
    content = load(write(tmp_path, a=first, b=second), schema)
    assert list(content.table("pieces", Piece)) == ["gun", "ammo"]
    assert content.table("odds", Odd) == {}


def test_asking_for_a_table_under_another_type_is_refused() -> None:
    content = pack(mapped({}))
    with pytest.raises(KeyError, match="has rows of Piece; asked for Odd"):
        content.table("pieces", Odd)
    with pytest.raises(KeyError, match="does not exist"):
        content.table("peices", Piece)


class Opaque:
    @classmethod
    def parse(cls, text: str) -> Opaque:
        return cls()


class WithOpaque(Struct):
    thing: Opaque


class WithBytes(Struct):
    thing: bytes


class WithPath(Struct):
    thing: Path


def test_a_type_that_content_cannot_hold_is_refused_when_the_game_declares_it() -> None:
    with pytest.raises(TypeError, match="Opaque needs a __str__"):
        Tables({"things": WithOpaque})
    with pytest.raises(TypeError, match="cannot be read"):
        Tables({"things": WithBytes})
    with pytest.raises(TypeError, match="give it a classmethod parse"):
        Tables({"things": WithPath})
    with pytest.raises(TypeError, match="a row type must be a msgspec Struct"):
        Tables({"things": dict})  # type: ignore[dict-item]
    with pytest.raises(TypeError, match="without a row type: odds"):
        Tables({"pieces": Piece}, optional={"odds"})


# ---- sources -----------------------------------------------------------------------------------------

SOURCED = """
pieces:
  source: designed
  reason: |
    tuned
    by play
  columns: [name, fire]
  rows:
    gun: [Gun, 4]
    radio: [Radio, 0]
    truck: {name: Truck, fire: 0, note: slow}
  exceptions:
    - {row: gun, column: fire, source: rulebook, section: "13.3"}
    - {row: [radio, truck], column: [name, note], source: public, where: the box}
    - {row: truck, source: rulebook, section: "2.1"}
"""


def test_every_value_has_the_source_of_its_table_or_of_the_last_exception_that_names_it() -> None:
    content = pack(SOURCED)
    told = {f"{value.row} {value.field}": str(value.source) for value in content.sources()}
    assert told == {
        "gun name": "designed: tuned by play",
        "gun fire": "rulebook 13.3",
        "radio name": "public: the box",
        "radio fire": "designed: tuned by play",
        "truck name": "rulebook 2.1",
        "truck fire": "rulebook 2.1",
        "truck note": "rulebook 2.1",
    }
    assert content.sources().counts == {"designed": 2, "rulebook": 4, "public": 1}
    assert len(content.sources()) == 7
    assert content.source("pieces", "gun", "note") == Source("designed", "tuned by play"), "a default counts as its row"
    with pytest.raises(KeyError, match=r"pieces\.gun\.fier"):
        content.source("pieces", "gun", "fier")


def test_lists_and_mappings_are_shown_on_one_line_with_their_source(tmp_path: Path) -> None:
    content = load(write(tmp_path, odds=ODD), {"odds": Odd}, [{"odds": {"plain": {"where": None}}}])
    shown = {value.field: value.text for value in content.sources()}
    assert shown["effects"] == "[{do: draw, cards: 2}, {do: wound, target: Team A}]"
    assert (shown["at"], shown["where"], shown["label"]) == ("0303", "~", "")


def test_an_overlay_brings_its_own_sources_for_what_it_gives(tmp_path: Path) -> None:
    base = write(tmp_path / "base", pieces=SOURCED)
    named = write(tmp_path / "printed", pieces="pieces: {rows: {gun: {fire: 5}}}")
    declared = write(tmp_path / "box", pieces="pieces: {source: public, where: scans, rows: {radio: {fire: 1}}}")
    content = load(base, PIECES, [named, declared, {"pieces": {"truck": {"fire": 2}}}])
    assert str(content.source("pieces", "gun", "fire")) == "overlay: printed"
    assert str(content.source("pieces", "gun", "name")) == "designed: tuned by play"
    assert str(content.source("pieces", "radio", "fire")) == "public: scans"
    assert content.source("pieces", "truck", "fire").kind == "overlay"
    assert [value.text for value in content.sources() if value.field == "fire"] == ["5", "1", "2"]


# ---- overlays ------------------------------------------------------------------------------------------

BASE = {
    name: {"name": name.title(), "fire": number, "note": ""} for number, name in enumerate(["gun", "radio", "truck"])
}
BASE_TEXT = mapped(BASE)

partial = st.fixed_dictionaries({}, optional={"name": texts, "fire": st.integers(-99, 99), "note": texts})
known = st.sampled_from(sorted(BASE))
added = st.from_regex(r"new-[a-z]{1,2}", fullmatch=True)
changes = st.dictionaries(known, partial | st.none())
overlays = st.builds(lambda old, new: {"pieces": {**old, **new}}, changes, st.dictionaries(added, rows, max_size=3))


def ordered(content: Content) -> list[tuple[str, Any]]:
    return list(pieces(content).items())


@given(overlays)
def test_an_overlay_changes_what_it_names_and_nothing_else(overlay: dict[str, Any]) -> None:
    laid = overlay["pieces"]
    expected = {name: row | laid.get(name, {}) for name, row in BASE.items() if laid.get(name, {}) is not None}
    expected |= {name: row for name, row in sorted(laid.items()) if name not in BASE}
    assert ordered(pack(BASE_TEXT, overlay)) == list(expected.items())


@given(overlays)
def test_an_overlay_twice_is_the_overlay_once(overlay: dict[str, Any]) -> None:
    once, twice = pack(BASE_TEXT, overlay), pack(BASE_TEXT, overlay, overlay)
    assert (ordered(once), once.digest) == (ordered(twice), twice.digest)


@given(overlays, overlays)
def test_overlays_of_different_rows_commute(one: dict[str, Any], other: dict[str, Any]) -> None:
    other = {"pieces": {name: row for name, row in other["pieces"].items() if name not in one["pieces"]}}
    forth, back = pack(BASE_TEXT, one, other), pack(BASE_TEXT, other, one)
    assert (ordered(forth), forth.digest) == (ordered(back), back.digest)


@given(st.lists(overlays, max_size=3))
def test_a_record_that_embeds_the_overlays_gets_the_same_content_again(laid: list[dict[str, Any]]) -> None:
    content = pack(BASE_TEXT, *laid)
    embedded = json.loads(json.dumps(content.overlays, sort_keys=True))
    again = pack(BASE_TEXT, *embedded)
    assert (ordered(again), again.digest) == (ordered(content), content.digest)
    assert again.overlays == content.overlays


@given(overlays)
def test_an_overlay_in_a_folder_says_the_same_as_plain_data(overlay: dict[str, Any]) -> None:
    laid = overlay["pieces"]
    given_rows = {name: row for name, row in laid.items() if row is not None}
    table = {"rows": given_rows, "remove": [name for name, row in laid.items() if row is None]}
    with TemporaryDirectory() as folder:
        base = write(Path(folder) / "base", pieces=BASE_TEXT)
        printed = write(Path(folder) / "printed", pieces=dump(table))
        content = load(base, PIECES, [printed])
    assert content.digest == pack(BASE_TEXT, overlay).digest


def test_plain_data_may_hold_json_values_or_yaml_text(tmp_path: Path) -> None:
    base = write(tmp_path, odds=ODD)
    as_json = {"wild": False, "exact-odds": 2.5, "where": None, "label": None, "path": ["0303"], "costs": {"a": 1}}
    as_text = {"wild": "no", "exact-odds": "2.5", "where": "~", "label": "", "path": ["0303"], "costs": {"a": "1"}}
    one, other = (load(base, {"odds": Odd}, [{"odds": {"plain": row}}]) for row in (as_json, as_text))
    assert one.table("odds", Odd)["plain"].wild is False
    assert one.digest == other.digest


def test_a_row_that_a_later_overlay_gives_again_comes_back_over_the_packs_values() -> None:
    content = pack(
        BASE_TEXT, {"pieces": {"gun": {"fire": 9}}}, {"pieces": {"gun": None}}, {"pieces": {"gun": {"note": "x"}}}
    )
    assert pieces(content)["gun"] == BASE["gun"] | {"note": "x"}


# ---- digest ----------------------------------------------------------------------------------------------


@given(tables, st.data())
def test_the_digest_changes_exactly_when_a_value_changes(
    written: dict[str, dict[str, Any]], data: st.DataObject
) -> None:
    changed = {
        name: data.draw(st.just(row) | st.builds(lambda change, row=row: row | change, partial))
        for name, row in written.items()
    }
    assert (pack(listed(written)).digest == pack(mapped(changed)).digest) == (written == changed)


def spellings() -> Iterator[str]:
    yield f"{HEAD}  rows:\n    gun: {{name: Gun, fire: 4}}\n"
    yield f"# a comment\n{HEAD}  rows:\n\n    gun:\n      fire: +4 # four\n      note: ''\n      name: 'Gun'\n"
    yield "pieces: {source: rulebook, section: '1', columns: [fire, name], rows: {gun: [04, Gun]}}\n"


def test_the_digest_ignores_comments_form_spelling_and_source() -> None:
    assert len({pack(text).digest for text in spellings()}) == 1


class Tagged(Struct, frozen=True):
    numbers: frozenset[int]
    starts: dict[int, str]


def test_the_digest_ignores_the_order_of_sets_and_mappings(tmp_path: Path) -> None:
    head = "tags: {source: designed, reason: x, rows: {a: "
    one = write(tmp_path / "one", tags=f"{head}{{numbers: [0, 8, 16], starts: {{1: x, 2: y}}}}}}}}")
    other = write(tmp_path / "other", tags=f"{head}{{numbers: [16, 8, 0], starts: {{2: y, 1: x}}}}}}}}")
    assert load(one, {"tags": Tagged}).digest == load(other, {"tags": Tagged}).digest


def test_the_digest_knows_the_order_of_rows_because_games_number_pieces_by_it() -> None:
    assert pack(mapped(BASE)).digest != pack(mapped(dict(reversed(BASE.items())))).digest


def test_check_finds_nothing_wrong_where_load_succeeds_and_the_same_where_it_fails(tmp_path: Path) -> None:
    good = write(tmp_path / "good", pieces=BASE_TEXT)
    assert check(good, PIECES) == []
    bad = write(tmp_path / "bad", pieces=BASE_TEXT.replace("fire: 1", "fire: one"))
    with pytest.raises(ContentError) as caught:
        load(bad, PIECES)
    assert check(bad, PIECES) == caught.value.problems != []
