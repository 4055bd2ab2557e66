"""What a printed map shows beside its spaces, in text: hexsides, the edge of the land, free lines, names, figures."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from msgspec.structs import replace
from rich.console import Console

from sandtable.boards.graph import Graph, Route
from sandtable.boards.hexes import HexGrid
from sandtable.games.patrols import Patrols
from sandtable.games.patrols.state import Island
from sandtable.kernel.game import Setup
from sandtable.kernel.ledger import Ledger
from sandtable.kernel.table import Table
from sandtable.kernel.view import Board, Hexside, Label, Line, Link, Look, Space, Token, Value, View
from sandtable.terminal import asides
from sandtable.terminal.asides import Standpoint, whole_map
from sandtable.terminal.draw.board import draw_whole, legend, who_is_where
from sandtable.terminal.draw.layout import Layout
from sandtable.terminal.draw.screen import Screen
from sandtable.terminal.menu import Menu
from sandtable.terminal.parse import NotUnderstood

GRID = HexGrid(39, 53).cut("2127", "2429")
LOOKS = {
    "clear": Look("Clear", "plain", "."),
    "road": Look("Road", letter="=", line="road"),
    "cliff": Look("Cliff", letter="C", line="cliff"),
    "river": Look("River", letter="r", line="river"),
    "bridge": Look("Bridge", letter="X", line="bridge"),
}


def scene_of(hexsides: list[Hexside], links: Sequence[Link] = (), tokens: Sequence[Token] = ()) -> Layout:
    board = GRID.board("cut", "The cut", [["clear"]] * GRID.size, LOOKS, links, hexsides=hexsides)
    return Layout(board, View("cut", 0, list(tokens)), Menu([]))


def drawn(scene: Layout, width: int = 26, height: int = 9) -> list[str]:
    return [line.plain for line in draw_whole(scene, width, height).lines]


BARE = [
    " _____       _____",
    "/.2127\\_____/.2327\\_____",
    "\\_____/.2227\\_____/.2427\\",
    "/.2128\\_____/.2328\\_____/",
    "\\_____/.2228\\_____/.2428\\",
    "/.2129\\_____/.2329\\_____/",
    "\\_____/.2229\\_____/.2429\\",
    "      \\_____/     \\_____/",
]


@pytest.mark.parametrize(
    ("across", "row", "line"),
    [
        ("2328 2327", 2, "\\_____/.2227\\CCCCC/.2427\\"),
        ("2328 2427", 3, "/.2128\\_____/.2328C_____/"),
        ("2328 2428", 4, "\\_____/.2228\\_____C.2428\\"),
        ("2328 2329", 4, "\\_____/.2228\\CCCCC/.2428\\"),
        ("2328 2228", 4, "\\_____/.2228C_____/.2428\\"),
        ("2328 2227", 3, "/.2128\\_____C.2328\\_____/"),
        ("2327 north", 0, " _____       CCCCC"),
    ],
)
def test_a_cliff_stands_where_its_side_is(across: str, row: int, line: str) -> None:
    expected = [*BARE]
    expected[row] = line
    assert drawn(scene_of([])) == BARE
    assert drawn(scene_of(GRID.sides("cliff", [across]))) == expected


def test_in_large_hexes_a_side_is_two_letters_long() -> None:
    lines = drawn(scene_of(GRID.sides("cliff", ["2328 2427"])), 60, 30)
    assert sum(line.count("C") for line in lines) == 2


def test_a_bridge_stands_over_its_river_and_a_road_over_both() -> None:
    river, bridge = GRID.sides("river", ["2328 2427 2428"]), GRID.sides("bridge", ["2328 2428"])
    lines = drawn(scene_of([*bridge, *river]))
    assert (lines[3], lines[4]) == ("/.2128\\_____/.2328r_____/", "\\_____/.2228\\_____X.2428\\")
    road = [Link(GRID.at("2328"), GRID.at("2428"), "road")]
    assert drawn(scene_of([*bridge, *river], road))[4] == "\\_____/.2228\\_____=.2428\\"


def test_pieces_come_before_what_lies_on_the_side_below_them() -> None:
    tokens = [Token(1, "Alpha", GRID.at("2328"), letter="A")]
    assert drawn(scene_of(GRID.sides("cliff", ["2328 2329"]), tokens=tokens))[4] == "\\_____/.2228\\ACCCC/.2428\\"


def test_the_legend_names_what_lies_on_sides() -> None:
    scene = scene_of(GRID.sides("cliff", ["2328 2329"]))
    assert "C cliff" in legend(scene, draw_whole(scene, 30, 9)).plain


# ---- land and water ------------------------------------------------------------------------------

WATER = {
    **LOOKS,
    "sea": Look("Sea", "sea", "~", "sea"),
    "coast": Look("Coast", "coast", "c"),
    "works": Look("Works", "building", "B"),
}
SHORE = [["clear"], ["clear"], ["works", "coast"], ["sea"], ["coast"], ["sea"], ["sea"], ["sea"]] + [["sea"]] * 4


def shore(hexsides: Sequence[Hexside] = (), several: bool = False, tokens: Sequence[Token] = ()) -> Layout:
    terrain = [SHORE[h] for h in range(GRID.size)]
    board = GRID.board("cut", "The cut", terrain, WATER, hexsides=hexsides)
    return Layout(board, View("cut", 0, list(tokens)), Menu([]), several)


def test_the_sea_is_told_from_land_without_colour() -> None:
    scene = shore()
    sea, land = (next(s for s in scene.spaces if scene.terrain(s) == [kind]) for kind in ("sea", "clear"))
    lines = drawn(scene)
    text = "\n".join(lines)
    assert f"~{scene.label(sea)}" in text and f".{scene.label(land)}" in text
    assert sum(line.count("~~~~~") for line in lines) == sum(kinds == ["sea"] for kinds in SHORE)
    assert sum(line.count("_____") for line in lines) >= sum(kinds != ["sea"] for kinds in SHORE)


def test_on_the_map_as_a_whole_a_coast_has_a_wave_beside_its_ground() -> None:
    scene = shore()
    lines = [line.plain for line in draw_whole(scene, 17, 9).lines]
    text = "\n".join(lines)
    assert "B ~" in text and "c ~" in text
    assert "~~~" in text and ". ~" not in text


def test_a_cliff_is_drawn_at_the_foot_of_the_sea_and_pieces_come_before_the_waves() -> None:
    (cliff,) = GRID.sides("cliff", ["2328 2329"])
    board = shore([cliff]).board
    for space in board.spaces:
        space.terrain = ["sea"]
    tokens = [Token(1, "Cutter", GRID.at("2228"), letter="K")]
    text = "\n".join(drawn(Layout(board, View("cut", 0, tokens), Menu([]))))
    assert "CCCCC" in text and "K~~~~" in text


def test_the_legend_is_as_long_as_it_must_be_and_names_the_map_first() -> None:
    scene = shore(several=True)
    screen = Screen(Console(width=40, height=60, force_terminal=False))
    with screen.console.capture() as said:
        screen.table("Cut", scene, [], Ledger({}), [])
    lines = [line.rstrip() for line in said.get().splitlines()]
    first = next(n for n, line in enumerate(lines) if "The cut:" in line)
    assert ". clear" in lines[first] + lines[first + 1]
    assert "~ sea" in lines[first] + lines[first + 1]
    assert all(len(line) <= 40 for line in lines[first : first + 2])


def test_who_drives_and_who_sails_is_said_in_words() -> None:
    values = [Value("movement", "8", "br", "wave", "a boat")]
    scene = shore(tokens=[Token(1, "Patrol Boat", 3, letter="E", values=values, badges=["moved"])])
    (line,) = who_is_where(scene, scene.occupied())
    assert line.plain.endswith("E Patrol Boat (a boat, moved)")


# ---- a country of points ---------------------------------------------------------------------------


def country() -> Layout:
    graph = Graph(["Northgate", "Southgate"], [Route("Northgate", "Southgate", "road")])
    looks = {"road": Look("Road", letter="=", line="road"), "river": Look("River", letter="~", line="river")}
    board = graph.board(
        "land",
        "The land",
        (100, 60),
        [(20, 10), (80, 50)],
        looks=looks,
        figures={0: [Value("control", "3"), Value("gold", "2")]},
        ground=[[(5, 5), (95, 5), (95, 55), (5, 55)]],
        lines=[Line([(75, 12), (75, 40)], "river")],
        labels=[Label("THE EAST", 60, 20)],
        beside=[Space(2, "1", 20, 55)],
    )
    return Layout(board, View("land", 0), Menu([]))


def test_a_country_has_its_edge_its_river_its_name_and_its_figures() -> None:
    scene = country()
    lines = drawn(scene, 80, 24)
    north = next(line for line in lines if "Northgate" in line)
    assert "Northgate[3 2]" in north
    assert any("THE EAST" in line for line in lines)
    rivers = [line.index("~") for line in lines if "~" in line]
    assert len(rivers) > 5 and max(rivers) - min(rivers) <= 1, "it runs from north to south"
    assert "~ river" in legend(scene, draw_whole(scene, 80, 24)).plain
    assert sum("=" in line for line in lines) > 5


def priced() -> Layout:
    routes = [Route("West", "East", "road", figure="3"), Route("East", "Far", "road", figure="12", via=((80, 50),))]
    looks = {"road": Look("Road", letter="=", line="road")}
    points = [(10, 10), (80, 10), (10, 50)]
    figures = {0: [Value("market", "4")]}
    graph = Graph(["West", "East", "Far"], routes)
    board = graph.board("land", "The land", (90, 60), points, looks=looks, figures=figures)
    return Layout(board, View("land", 0), Menu([]))


def test_a_line_bears_its_figure_in_the_middle() -> None:
    lines = drawn(priced(), 80, 24)
    assert abs(lines[0].index("3") - (lines[0].index("West") + lines[0].index("East") + 4) // 2) <= 2
    bent = next(line for line in lines if "12" in line)
    assert bent == lines[-1], "the way goes down first: its middle is on the last line"


def test_the_legend_of_points_gives_no_letter_that_is_not_drawn() -> None:
    graph = Graph(["West", "East"], [Route("West", "East", "road")])
    looks = {"fields": Look("Fields", "rows", "."), "road": Look("Road", letter="=", line="road")}
    board = graph.board(
        "land", "The land", (90, 60), [(10, 10), (80, 50)], terrain=[["fields"], ["fields"]], looks=looks
    )
    scene = Layout(board, View("land", 0), Menu([]))
    assert legend(scene, draw_whole(scene, 80, 24)).plain == "fields  = road"


def test_inspect_tells_the_figures_of_a_place_and_of_its_lines() -> None:
    told = {fact.name: fact.text for fact in asides._of_space(priced(), 0)}
    assert told["market"] == "4"
    assert told["lines"] == "road to East [3]"


# ---- several boards --------------------------------------------------------------------------------


class TwoIslands(Patrols):
    def board(self, s: Island) -> str:
        return "island"

    def boards(self) -> dict[str, Board]:
        first = super().boards()["island"]
        spaces = [replace(space, label=f"S{space.id}", name="") for space in first.spaces]
        return {"island": first, "skerry": replace(first, id="skerry", title="The skerry", spaces=spaces)}


def test_map_shows_another_board_by_its_name_without_what_stands_on_this_one() -> None:
    here = Standpoint(Table(TwoIslands(), Setup(seats=2), b"1" * 32), 0)
    console = Console(record=True, width=100, height=40)
    screen = Screen(console)
    whole_map(screen, here)
    own = console.export_text()
    assert "The island: " in own and "Reeds" in own
    whole_map(screen, here, "skerry")
    other = console.export_text()
    assert "The skerry: " in other and "S0" in other and "Reeds" not in other
    assert "R2" not in other and "B2" not in other, "the men stand on the island"
    with pytest.raises(NotUnderstood, match="No map is called 'moon'; there are The island, The skerry"):
        whole_map(screen, here, "moon")
