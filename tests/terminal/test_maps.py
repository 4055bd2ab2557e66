"""Maps in text: staggered hexes with their numbers, pieces, marks and lines; points and areas by name."""

from collections.abc import Sequence

import pytest

from sandtable.boards.hexes import HexGrid
from sandtable.kernel.view import SPACE, Board, Choice, Link, Look, Mark, Ref, Space, Token, View
from sandtable.terminal.draw import board
from sandtable.terminal.draw.board import Drawing, draw_near, draw_whole
from sandtable.terminal.draw.layout import Layout
from sandtable.terminal.draw.question import options
from sandtable.terminal.menu import MANY_TARGETS, Item, Menu

GRID = HexGrid(20, 20)
LOOKS = {"clear": Look("Clear", "", "."), "hill": Look("Hill", "", "^"), "river": Look("River", "", "~")}


def goes_to(spaces: Sequence[int], names: Sequence[str], token: int = 1, verb: str = "go") -> list[Item]:
    """Options to move a token to each of the spaces."""
    return [
        Item(
            number,
            verb,
            verb,
            Choice((verb, token, space), f"A to {name}"),
            False,
            ["A", name],
            frozenset(),
            [Ref(token), Ref(space, SPACE)],
            [space],
            [Ref(token)],
        )
        for number, (space, name) in enumerate(zip(spaces, names, strict=True), 1)
    ]


def hex_scene(
    at: str = "1010", targets: Sequence[str] = (), tokens: Sequence[Token] = (), marks: Sequence[Mark] = ()
) -> Layout:
    terrain = [["hill", "river"] if GRID.label(h) == "1010" else ["clear"] for h in range(GRID.size)]
    links = [Link(GRID.at("1010"), GRID.at("1110"), "river"), Link(GRID.at("1010"), GRID.at("1011"), "river")]
    board = GRID.board("map", "The map", terrain, LOOKS, links, {GRID.at("1012"): "Nook"})
    asked = [Token(1, "Alpha", GRID.at(at), side="us", letter="A"), *tokens]
    menu = Menu(goes_to([GRID.at(target) for target in targets], targets))
    return Layout(board, View("map", 0, asked, list(marks)), menu)


def text(drawing: Drawing) -> list[str]:
    return [line.plain for line in drawing.lines]


def test_hexes_are_staggered_and_tell_their_numbers() -> None:
    """Even columns stand half a hex lower: each row of text holds the tops of one kind and the bottoms of the other."""
    lines = text(draw_near(hex_scene(targets=["1009"]), 80, 11))
    top = next(line for line in lines if "0910" in line)
    assert top.index("/.0910\\") % 6 == lines[lines.index(top) + 2].index("/.0911\\") % 6
    below = lines[lines.index(top) + 1]
    assert below.index("^1010") == top.index(".0910") + 6
    assert "1110" in top and "1110" not in below


def test_viewport_is_round_the_action() -> None:
    for at in ("0101", "1010", "2020", "0120", "2001"):
        drawing = draw_near(hex_scene(at=at, targets=[at]), 80, 13)
        assert GRID.at(at) in drawing.spaces
        assert drawing.part
        assert len(drawing.lines) <= 13
        assert all(len(line) <= 80 for line in text(drawing))


def test_viewport_follows_the_piece_when_its_targets_do_not_fit() -> None:
    drawing = draw_near(hex_scene(at="0303", targets=["0101", "2020"]), 80, 13)
    assert GRID.at("0303") in drawing.spaces


def test_viewport_stays_where_the_eye_was() -> None:
    scene = hex_scene(at="0303")
    assert GRID.at("1818") in draw_near(scene, 80, 13, last=[GRID.at("1818")]).spaces


def test_answers_are_numbered_in_place() -> None:
    lines = text(draw_near(hex_scene(targets=["0910", "1011"]), 80, 13))
    assert any("/. 1  \\" in line for line in lines)
    assert any("/. 2  \\" in line for line in lines)
    assert not any("0910" in line for line in lines)


def test_too_many_answers_are_lit_up_instead() -> None:
    labels = [GRID.label(h) for h in range(MANY_TARGETS + 1)]
    scene = hex_scene(at="0203", targets=labels)
    lines = text(draw_near(scene, 80, 13, last=[GRID.at("0203")]))
    assert any("0101" in line for line in lines)
    assert any("\\+____/" in line for line in lines)
    assert [line.plain for line in options(scene.menu, 80, 10)] == [
        f"go  A to … {len(labels)} ways: type one, such as 0101; `options go` lists them"
    ]


def test_long_list_stands_on_the_map_only() -> None:
    labels = [GRID.label(h) for h in range(GRID.size) if 0 < GRID.distance[GRID.at("1010")][h] <= 5]
    scene = hex_scene(targets=labels)
    assert len(labels) == 90
    assert len(options(scene.menu, 80, 10)) == 1
    assert any("/. 90 \\" in line for line in text(draw_near(scene, 80, 40)))


def test_viewport_is_in_the_middle_of_what_does_not_fit() -> None:
    labels = [GRID.label(h) for h in range(GRID.size) if 0 < GRID.distance[GRID.at("1010")][h] <= 5]
    scene = hex_scene(targets=labels)
    for item in scene.menu.items:
        item.tokens.clear()
    drawing = draw_near(Layout(scene.board, scene.view, scene.menu), 80, 11)
    assert GRID.at("1010") in drawing.spaces


def test_pieces_by_letter_and_number() -> None:
    there = GRID.at("1010")
    others = [Token(n, "Enemy", there, side="them", letter="E") for n in (2, 3)]
    unknown = Token(4, "Hidden", there, side="them", face_down=True)
    nameless = Token(5, "zulu", there, side="them")
    lines = text(draw_near(hex_scene(tokens=[*others, unknown, nameless]), 80, 13))
    assert any("AE2?Z" in line for line in lines)


def test_crowd_is_cut_off_with_a_plus() -> None:
    crowd = [Token(n, name, GRID.at("1010"), side="them", letter=name) for n, name in enumerate("BCDEFG", 2)]
    assert any("ABCD+" in line for line in text(draw_near(hex_scene(tokens=crowd), 80, 13)))


def test_marks_and_names() -> None:
    scene = hex_scene(at="1111", marks=[Mark(GRID.at("1009"), "target", "Raid")])
    drawing = draw_near(scene, 80, 13)
    lines = text(drawing)
    assert any("\\*____/" in line for line in lines)
    assert any("Nook_" in line for line in lines)
    assert "1009: * Raid" in [line.plain for line in board.who_is_where(scene, drawing.spaces)]
    assert "* marked" in board.legend(scene, drawing).plain


def test_lines_cross_where_the_hexes_meet() -> None:
    """The river runs from 1010 to its northeastern neighbour 1110 and south to 1011."""
    lines = text(draw_near(hex_scene(at="1313", targets=["1010"]), 80, 13))
    row = next(number for number, line in enumerate(lines) if "^ 1 " in line)
    assert "^ 1  ~" in lines[row]
    assert "~___~/" in lines[row + 1], "a second terrain, and the way south"


def test_small_map_is_shown_whole() -> None:
    grid = HexGrid(3, 3)
    board = grid.board("isle", "Isle", [["clear"]] * 9, LOOKS, [], {4: "The Hill"})
    scene = Layout(board, View("isle", 0), Menu([]))
    low, high = draw_near(scene, 80, 9), draw_near(scene, 80, 30)
    assert not low.part and not high.part
    assert len(high.lines) > len(low.lines)
    assert any("The Hill" in line for line in text(high))


def test_whole_map_fits_the_width() -> None:
    drawing = draw_whole(hex_scene(marks=[Mark(GRID.at("1009"), "target")], targets=["0101"]), 80, 24)
    assert not drawing.part and drawing.tiny
    assert all(len(line) <= 80 for line in text(drawing))
    assert sum(line.count("*") for line in text(drawing)) == 1
    assert sum(line.count("+") for line in text(drawing)) == 1
    assert sum(line.count("A") for line in text(drawing)) == 1


# ---- points and areas -----------------------------------------------------------------------------

TOWNS = {"Oslo": (3.0, 6.0), "Bergen": (1.0, 6.1), "Dombas": (2.6, 4.0), "Narvik": (5.0, 0.0)}


def point_scene(count: int = 0) -> Layout:
    names = [*TOWNS, *(f"Town{n}" for n in range(count))]
    spots = [*TOWNS.values(), *((float(n % 10), float(n // 10 + 7)) for n in range(count))]
    spaces = [
        Space(n, name[:3].upper(), x, y, name=name) for n, (name, (x, y)) in enumerate(zip(names, spots, strict=True))
    ]
    links = [Link(0, 1, "rail"), Link(0, 2, "rail"), Link(2, 3, "sea")]
    links += [Link(n, n + 1, "rail") for n in range(3, len(spaces) - 1)]
    board = Board("n", "Norway", "point", 6, 8, spaces, links, {"rail": Look("Railway", "", "=")})
    tokens = [Token(1, "Brigade", 0, side="us", letter="B")]
    return Layout(board, View("n", 0, tokens, [Mark(2, "target")]), Menu(goes_to([1, 2], ["Bergen", "Dombas"])))


def test_places_lie_where_they_lie() -> None:
    lines = text(draw_near(point_scene(), 80, 16))
    row = {name: next(n for n, line in enumerate(lines) if name in line) for name in TOWNS}
    assert row["Narvik"] < row["Dombas"] < row["Oslo"]
    assert "1 Bergen" in lines[row["Bergen"]] and "2 Dombas*" in lines[row["Dombas"]] and "Oslo B" in lines[row["Oslo"]]
    assert lines[row["Bergen"]].index("Bergen") < lines[row["Oslo"]].index("Oslo")
    assert sum(line.count("=") for line in lines) > 3, "a line between the places"
    assert all(len(line) <= 80 for line in lines)


def test_legend_names_lines() -> None:
    scene = point_scene()
    assert "= railway  - sea" in board.legend(scene, draw_near(scene, 80, 16)).plain


def test_large_network_shows_what_is_near() -> None:
    drawing = draw_near(point_scene(count=90), 80, 20)
    assert drawing.part
    assert {0, 1, 2} <= set(drawing.spaces)
    assert len(drawing.spaces) <= board.MANY_PLACES


@pytest.mark.parametrize("draw", [draw_near, draw_whole])
def test_table_of_cards_has_no_map(draw: object) -> None:
    scene = Layout(Board("cards", "Cards", "cards", 0, 0, []), View("cards", 0), Menu([]))
    assert draw_near(scene, 80, 20).lines == draw_whole(scene, 80, 20).lines == []
