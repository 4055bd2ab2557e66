"""Each declared type reads its own text and refuses other text with what it expected."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import Annotated, Any, Literal

import pytest
from msgspec import Meta, Struct, inspect

from sandtable.kernel.content.pages import Page, Problem
from sandtable.kernel.content.values import Workshop
from sandtable.kernel.content.words import UNREAD
from sandtable.kernel.content.yaml_text import read_yaml


class Dice(Struct, frozen=True):
    """A struct that also has a short form."""

    number: int
    faces: int

    @classmethod
    def parse(cls, text: str) -> Dice:
        number, d, faces = text.partition("d")
        if not d:
            raise ValueError("dice are written 2d6")
        return cls(int(number), int(faces))


@dataclass
class Point:
    x: int
    y: int = 0


class Level(enum.IntEnum):
    LOW = 1
    HIGH = 2


class Phase(enum.Enum):
    DAY = 1

    @classmethod
    def parse(cls, text: str) -> Phase:
        if text != "day":
            raise ValueError("there is only day")
        return cls.DAY


class Node(Struct, frozen=True):
    name: str
    children: tuple[Node, ...] = ()


class Draw(Struct, frozen=True, tag="draw", tag_field="do"):
    cards: int


class Wound(Struct, frozen=True, tag="wound", tag_field="do"):
    target: str


def read(declared: Any, text: str) -> tuple[Any, list[Problem]]:
    page, tree = read_yaml("page", text.encode())
    assert tree is not None
    value = Workshop().reader(inspect.type_info(declared)).read(tree, page, "it")
    return value, page.problems


@pytest.mark.parametrize(
    ("declared", "text", "value"),
    [
        (int, "+18", 18),
        (Annotated[int, Meta(title="steps", extra={"unit": "steps"})], "4", 4),
        (float, "-.5e1", -5.0),
        (float, "3", 3.0),
        (bool, "NO", False),
        (bool, "True", True),
        (str, "' 0303 '", " 0303 "),
        (Annotated[str, Meta(pattern="^[A-Z]$")], "B", "B"),
        (Annotated[str, Meta(min_length=2, max_length=3)], "abc", "abc"),
        (Annotated[list[int], Meta(max_length=2)], "[1, 2]", [1, 2]),
        (Annotated[int, Meta(multiple_of=5)], "15", 15),
        (Literal["a", "b", None], "~", None),
        (Literal[-1, 1], "+1", 1),
        (str | None, "~", None),
        (str | None, "''", None),
        (str | None, "null", "null"),
        (int | str, "12", 12),
        (int | str, "12 men", "12 men"),
        (int | list[int], "[1, 2]", [1, 2]),
        (Level, "2", Level.HIGH),
        (Phase, "day", Phase.DAY),
        (Dice, "2d6", Dice(2, 6)),
        (Dice, "{number: 2, faces: 6}", Dice(2, 6)),
        (Point, "{x: 3}", Point(3)),
        (Node, "{name: a, children: [{name: b}]}", Node("a", (Node("b"),))),
        (set[int], "[1, 2, 1]", {1, 2}),
        (Draw, "{do: draw, cards: 2}", Draw(2)),
        (Draw | Wound, "{do: wound, target: x}", Wound("x")),
        (Any, "{a: [1, ~]}", {"a": ["1", "~"]}),
    ],
)
def test_text_is_read_as_its_declared_type(declared: Any, text: str, value: Any) -> None:
    got, problems = read(declared, text)
    assert (got, problems) == (value, [])
    assert type(got) is type(value)


@pytest.mark.parametrize(
    ("declared", "text", "column", "message"),
    [
        (int, "1e3", 1, "found '1e3', expected a whole number"),
        (int, "1_000", 1, "found '1_000', expected a whole number"),
        (int, "9999999999999999999", 1, "found '9999999999999999999', expected a whole number"),
        (float, "nan", 1, "found 'nan', expected a number"),
        (float, "1e999", 1, "found '1e999', expected a number"),
        (bool, "1", 1, "found '1', expected yes or no"),
        (str, "[a]", 1, "found a list, expected text"),
        (Annotated[str, Meta(pattern="^[A-Z]$")], "b", 1, "found 'b', expected text in the form ^[A-Z]$"),
        (Annotated[str, Meta(min_length=2, max_length=3)], "a", 1, "found 'a', expected text of 2 to 3 letters"),
        (Annotated[str, Meta(min_length=2)], "a", 1, "found 'a', expected text of at least 2 letters"),
        (Annotated[int, Meta(multiple_of=5)], "7", 1, "found '7', expected a whole number, a multiple of 5"),
        (
            Annotated[list[int], Meta(max_length=2)],
            "[1, 2, 3]",
            1,
            "found a list of 3, expected a list, each item a whole number, at most 2 of them",
        ),
        (
            Annotated[list[int], Meta(min_length=1, max_length=1)],
            "[]",
            1,
            "found a list of 0, expected a list, each item ",
        ),
        (Literal["a", None], "b", 1, "found 'b', expected 'a'"),
        (Level, "3", 1, "found '3', expected '1' or '2'"),
        (Phase, "night", 1, "found 'night', expected a Phase (it); there is only day"),
        (int | list[int], "[1, x]", 5, "found 'x', expected a whole number (it[2])"),
        (int | bool, "x", 1, "found 'x', expected "),
        (list[int], "x", 1, "found 'x', expected a list, each item a whole number"),
        (tuple[int, str], "x", 1, "found 'x', expected a list of 2 (a whole number; text)"),
        (dict[str, int], "[x]", 1, "found a list, expected a mapping from text to a whole number"),
        (Dice, "six", 1, "found 'six', expected a Dice (it); dice are written 2d6"),
        (Dice, "[2, 6]", 1, "found a list, expected a Dice"),
        (Point, "{x: 1, z: 2}", 8, "found the unknown field 'z', expected 'x' or 'y' (it.z)"),
        (Node, "{name: a, children: [{nmae: b}]}", 23, "found the unknown field 'nmae', expected 'name' or 'children'"),
        (Draw, "{do: wound, cards: 2}", 1, "found no do: draw, expected the fields of a Draw"),
        (Draw | Wound, "{do: sing}", 6, "found 'sing', expected 'draw' or 'wound' (it.do)"),
        (Draw | Wound, "{do: draw, cards: x}", 19, "found 'x', expected a whole number (it.cards)"),
    ],
)
def test_other_text_is_refused_once_with_what_was_expected(declared: Any, text: str, column: int, message: str) -> None:
    value, problems = read(declared, text)
    assert value is UNREAD
    (problem,) = problems
    assert problem.message.startswith(f"page:1:{column}: {message}")


def test_minus_zero_is_zero_so_that_equal_values_have_one_digest() -> None:
    assert str(read(float, "-0.0")[0]) == "0.0"


def test_a_value_with_several_faults_reports_them_all() -> None:
    _, problems = read(dict[int, list[bool]], "{a: [yes, x], 2: [y]}")
    assert [problem.column for problem in problems] == [2, 11, 19]


def test_a_page_put_aside_keeps_its_problems_to_itself() -> None:
    page = Page("page", ["x"])
    page.aside().report_at(1, 1, "x", "y")
    assert page.problems == []
