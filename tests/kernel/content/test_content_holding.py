"""Packs are held to what a game declares of its tables; content kept with a game that was played is not."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import pytest
from msgspec import Meta, Struct

from sandtable.kernel.chance import seed_key
from sandtable.kernel.content import ContentError, Misfit, Rows, Tables, check, load, names
from sandtable.kernel.game import Setup, open_game
from sandtable.kernel.records import RecordError, encode, game_of, record_of, replay, verify
from sandtable.kernel.records import decode as decoded
from sandtable.kernel.table import Table
from sandtable.players import Seated, play_out


class Stop(Struct):
    title: str
    hours: Annotated[int, Meta(ge=1, le=24)] = 1
    near: Annotated[list[Annotated[str, names("stops")]], Meta(min_length=1)] = []
    loads: dict[Annotated[str, names("goods", also=("mail",))], int] = {}
    guard: Annotated[str, names("stops", first=True)] | None = None


class Good(Struct):
    title: str


def alone(tables: Rows) -> Iterator[Misfit]:
    for name, stop in tables["stops"].items():
        for place, other in enumerate(stop.near):
            if other == name:
                yield Misfit("stops", name, "near", repr(other), "another stop", path=(place,))
            if stop.hours == 13:
                yield Misfit("stops", name, "hours", "13", "a luckier number", odd=True)


TABLES = Tables(
    {"stops": Stop, "goods": Good}, least={"stops": 2, "goods": 1}, needs={"stops": ["depot"]}, misfits=alone
)
OWN = """\
stops:
  source: designed
  reason: a road
  rows:
    depot: {title: Depot, near: [ford], loads: {fuel: 3, mail: 1}, guard: ford by night}
    ford: {title: Ford, near: [depot]}
goods:
  source: designed
  reason: what is carried
  rows:
    fuel: {title: Fuel}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "road.yaml").write_text(OWN, encoding="utf-8")
    return tmp_path


def told(folder: Path, overlay: dict[str, Any]) -> list[str]:
    return [problem.message for problem in check(folder, TABLES, [overlay])]


def test_a_sound_pack_is_held_to_nothing_more(folder: Path) -> None:
    assert not check(folder, TABLES)
    assert not told(folder, {"stops": {"ford": {"guard": ""}, "pass": {"title": "Pass", "near": ["ford"]}}})


@pytest.mark.parametrize(
    ("overlay", "problem"),
    [
        ({"stops": {"ford": {"hours": 0}}}, "found '0', expected a whole number, at least 1 and at most 24"),
        (
            {"stops": {"ford": {"near": []}}},
            "found a list of 0, expected a list, each item a row of 'stops', at least 1",
        ),
        (
            {"stops": {"ford": {"near": ["depo"]}}},
            "'depo', expected a row of 'stops' (stops.ford.near[1]); did you mean",
        ),
        ({"stops": {"ford": {"loads": {"fule": 1}}}}, "found 'fule', expected a row of 'goods' or 'mail'"),
        ({"stops": {"ford": {"guard": "fort by day"}}}, "found 'fort', expected a row of 'stops'"),
        ({"stops": {"depot": None}}, "overlay 1: found no row 'depot', expected one, because the rules name 'depot'"),
        ({"stops": {"ford": None}}, "found 1 row, expected at least 2 rows (stops)"),
        ({"goods": {"fuel": None}}, "found no rows, expected at least 1 row (goods)"),
        ({"stops": {"ford": {"near": ["depot", "ford"]}}}, "found 'ford', expected another stop (stops.ford.near)"),
    ],
)
def test_what_is_wrong_is_told(folder: Path, overlay: dict[str, Any], problem: str) -> None:
    assert any(problem in line for line in told(folder, overlay)), told(folder, overlay)
    with pytest.raises(ContentError):
        load(folder, TABLES, [overlay])


def test_a_name_whose_row_is_taken_out_is_told_where_it_stands(folder: Path) -> None:
    lines = told(folder, {"goods": {"fuel": None, "food": {"title": "Food"}}})
    assert lines == [
        f"{folder / 'road.yaml'}:5:49: found 'fuel', expected a row of 'goods' or 'mail' (stops.depot.loads.fuel); "
        "an overlay takes that row out"
    ]


def test_what_was_wrong_with_one_overlay_is_not_told_of_the_next(folder: Path) -> None:
    first = told(folder, {"goods": {"fuel": None, "food": {"title": "Food"}}})
    assert first == told(folder, {"goods": {"fuel": None, "food": {"title": "Food"}}})
    assert not check(folder, TABLES)


def test_a_file_that_was_changed_is_read_again(folder: Path) -> None:
    before = load(folder, TABLES)
    (folder / "road.yaml").write_text(OWN.replace("Fuel", "Petrol"), encoding="utf-8")
    after = load(folder, TABLES)
    assert before.table("goods", Good)["fuel"].title == "Fuel"
    assert after.table("goods", Good)["fuel"].title == "Petrol"


def test_a_field_that_is_laid_over_no_longer_counts(folder: Path) -> None:
    assert not told(folder, {"goods": {"fuel": None, "food": {"title": "Food"}}, "stops": {"depot": {"loads": {}}}})


def test_what_is_odd_is_told_by_a_check_and_can_be_played_with(folder: Path) -> None:
    overlay = {"stops": {"ford": {"hours": 13}}}
    assert told(folder, overlay) == ["overlay 1: found 13, expected a luckier number (stops.ford.hours)"]
    assert load(folder, TABLES, [overlay]).table("stops", Stop)["ford"].hours == 13


def test_kept_content_is_read_by_its_types_alone(folder: Path) -> None:
    overlay = {"stops": {"ford": {"hours": 99, "near": ["nowhere"]}, "depot": None}}
    kept = load(folder, TABLES, [overlay], played=True)
    assert kept.table("stops", Stop)["ford"].hours == 99
    assert kept.overlays == [{"stops": {"ford": {"hours": "99", "near": ["nowhere"]}, "depot": None}}]
    with pytest.raises(ContentError, match="found 'much', expected a whole number"):
        load(folder, TABLES, [{"stops": {"ford": {"hours": "much"}}}], played=True)


def test_kept_and_held_content_have_one_digest(folder: Path) -> None:
    overlay = {"stops": {"ford": {"hours": 4}}}
    assert load(folder, TABLES, [overlay]).digest == load(folder, TABLES, [overlay], played=True).digest


def test_a_game_played_before_a_range_was_told_goes_on() -> None:
    """120 militia were no mistake once: its record opens, replays and verifies, though nobody may lay them on today."""
    overlay = {"enemies": {"militia": {"count": "120"}}}
    with pytest.raises(ContentError, match="at most 99"):
        open_game("kandahar", [overlay])
    game = open_game("kandahar", [overlay], played=True)
    table = Table(game, game.checked(Setup()), seed_key("before"))
    for _ in range(12):
        seat = table.g.ask.seats()[0] if table.g.ask else 0
        table.answer(seat, Seated(game, "plain", 1).answer(table.g, seat))
    data = encode(record_of(table))
    again = replay(decoded(data))
    assert again.answers == table.answers == 12
    assert verify(data).good
    assert play_out(again.g, Seated(again.game, "random", 1), 30) == 30


def test_a_record_whose_game_cannot_be_built_says_so() -> None:
    game = open_game("patrols")
    record = record_of(Table(game, game.checked(Setup()), seed_key("beach")))
    record.overlays = [{"places": {"0202": {"role": "beach"}}}]
    with pytest.raises(RecordError, match="values of which no game can be made"):
        game_of(record)
