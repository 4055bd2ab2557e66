"""Small boards with all that a printed map can show: a shore of hexes, a country of points, points close together."""

from __future__ import annotations

from itertools import pairwise

from sandtable.boards.graph import Graph, Route
from sandtable.boards.hexes import HexGrid
from sandtable.boards.shapes import hexagon, octagon, rectangle
from sandtable.kernel.view import (
    Asked,
    Board,
    Choice,
    Choices,
    Label,
    Line,
    Link,
    Look,
    Mark,
    Patch,
    Point,
    Side,
    Space,
    Token,
    Value,
    View,
)

INFANTRY = "10031000001107000000"
SIDES = {"north": Side("North", 3), "south": Side("South", 1, "stripes")}

# ---- a shore: columns 21 to 34 and rows 41 to 51 of a larger sheet ----------------------------------

SHORE = HexGrid(39, 53).cut("2141", "3451")
DRAWN = [
    "SSMPMhh..wwxox",
    "SMMMhh.A..wwxx",
    "RRMhh....ff.xx",
    "hRRh.v..ffm..w",
    "..hh.....mm.ww",
    "ww..B..v.mm..k",
    "wc...ww.....cc",
    "c~c.www.vB.c~~",
    "~~~ccwccpcbc~~",
    "~c~~~bbb~qs~~~",
    "~~~~~~~~~~~~s~",
]
LETTERS = {
    "S": ["snow"],
    "M": ["mountain"],
    "R": ["ridge"],
    "P": ["pass"],
    "h": ["hills"],
    ".": ["clear"],
    "w": ["wood"],
    "f": ["field"],
    "v": ["village"],
    "B": ["clear", "building"],
    "A": ["airfield"],
    "o": ["oasis"],
    "x": ["sand"],
    "m": ["marsh"],
    "c": ["coast"],
    "k": ["coast", "wood"],
    "b": ["coast", "beach"],
    "p": ["coast", "pier"],
    "q": ["sea", "breakwater"],
    "s": ["sea", "ship"],
    "~": ["sea"],
}
SHORE_LOOKS = {
    "clear": Look("Clear", "plain", "."),
    "snow": Look("Snow", "snow", "*"),
    "mountain": Look("Mountain", "hachures", "^"),
    "ridge": Look("Ridge", "ridge", "A"),
    "pass": Look("Mountain pass", "pass", ")"),
    "hills": Look("Hills", "hills", "h"),
    "wood": Look("Wood", "dots", "w"),
    "field": Look("Fields", "rows", "f"),
    "village": Look("Village", "houses", "v"),
    "building": Look("Building", "building", "#"),
    "airfield": Look("Airfield", "airfield", "+"),
    "oasis": Look("Oasis", "oasis", "o"),
    "sand": Look("Sand", "sand", ","),
    "marsh": Look("Marsh", "marsh", "m"),
    "coast": Look("Coast", "coast", "c"),
    "beach": Look("Beach", "beach", "b"),
    "pier": Look("Pier", "pier", "p"),
    "breakwater": Look("Breakwater", "breakwater", "q"),
    "ship": Look("Ship", "ship", "s"),
    "sea": Look("Sea", "sea", "~"),
    "bridged": Look("Bridge", "bridge", "="),
    "road": Look("Road", letter="=", line="road"),
    "track": Look("Path", letter=":", line="path"),
    "railway": Look("Railway", letter="#", line="rail"),
    "canal": Look("Canal", letter="H", line="canal"),
    "river": Look("River", letter="r", line="river"),
    "bridge": Look("Bridge", letter="X", line="bridge"),
    "cliff": Look("Cliff", letter="C", line="cliff"),
    "crest": Look("Crest", letter="A", line="ridge"),
    "sound": Look("Open water", letter="~", line="sea"),
}


def way(kind: str, text: str) -> list[Link]:
    at = SHORE.at
    return [Link(at(a), at(b), kind) for a, b in pairwise(text.split())]


def shore_board() -> Board:
    at = SHORE.at
    terrain = [list(LETTERS[letter]) for letter in SHORE.letters(DRAWN)]
    links = way("road", "2146 2245 2345 2445 2545 2645 2745 2845 2846 2847 2947 2948")
    links += way("road", "2745 2744 2743 2742 2842") + way("track", "2345 2344 2343 2342 2341 2441")
    links += way("railway", "2944 3043 3143 3243 3343 3443") + way("railway", "2944 2844 2845")
    links += way("canal", "3046 3047 3048 3049 3050")
    terrain[at("3047")].append("bridged")
    links += way("track", "2947 3047 3147 3247")
    east = [f"26{row} 27{row} 27{row + 1}" for row in range(41, 48)]
    sides = SHORE.sides("river", east)
    sides += SHORE.sides("bridge", ["2645 2745"])
    sides += SHORE.sides("cliff", ["2448 2449", "2549 2449 2550", "2348 2349 2248"])
    sides += SHORE.sides("crest", ["2343 2243", "2344 2243 2244", "2444 2344"])
    sides += SHORE.sides("sound", ["3347 3447"])
    names = {at("2644"): "Elm Cross", at("2846"): "Harbourton", at("2948"): "Quay", at("2842"): "Aerodrome"}
    return SHORE.board(
        "shore",
        "The shore",
        terrain,
        SHORE_LOOKS,
        links,
        names,
        sides,
        figures={at("2948"): [Value("value", "3", "tl")], at("2842"): [Value("value", "5", "tr")]},
        labels=[Label("The Sound", 2.6, 8.9, 1.2, kind="water"), Label("HIGH FELL", 2.4, 0.75, 0.8)],
    )


def piece(id: int, name: str, space: int, side: str) -> Token:
    values = [Value("attack", "2", "tl"), Value("movement", "3", "br")]
    return Token(id, name, space, side=side, symbol=INFANTRY, letter=name[0], values=values)


def asks(board: Board, labels: list[str], prompt: str = "Where to?") -> Asked:
    ids = {space.label: space.id for space in board.spaces}
    choices = [Choice(("go", ids[label]), f"go to {label}") for label in labels]
    return Asked(prompt, "move", "3.4", "pick", [0], groups=[Choices("go", "go", choices, args=["space"])])


def shore_table() -> tuple[Board, View]:
    board = shore_board()
    at = SHORE.at
    tokens = [piece(1, "Raiders", at("2545"), "north"), piece(2, "Garrison", at("2948"), "south")]
    marks = [Mark(at("2846"), "target", "Radar")]
    return board, View("shore", 0, tokens, marks=marks, sides=SIDES, ask=asks(board, ["2644", "2546"]))


# ---- a country of points ---------------------------------------------------------------------------

PLACES: dict[str, tuple[float, float, str]] = {
    "Northgate": (560, 170, "city"),
    "Millbrook": (380, 230, "town"),
    "Stonepass": (640, 290, "pass"),
    "Riverside": (470, 350, "town"),
    "Capital": (700, 420, "city"),
    "Eastwatch": (900, 380, "fort"),
    "Goldfield": (330, 440, "farmland"),
    "Southmarch": (520, 520, "town"),
    "Dry Wells": (300, 600, "desert"),
    "Farhaven": (760, 590, "town"),
}
STAGING = {"The League": (120, 140), "The Marches": (1110, 520)}
SIZE = {"city": (112, 92), "town": (108, 82)}


def country_board() -> Board:
    names = [*PLACES, *STAGING]
    routes = [
        Route("The League", "Millbrook", "highway"),
        Route("Millbrook", "Northgate", "highway"),
        Route("Northgate", "Stonepass", "highway"),
        Route("Stonepass", "Capital", "highway"),
        Route("Millbrook", "Riverside", "road"),
        Route("Riverside", "Capital", "road", figure="3"),
        Route("Riverside", "Goldfield", "track", via=((390, 360),)),
        Route("Riverside", "Southmarch", "road"),
        Route("Southmarch", "Farhaven", "railway"),
        Route("Capital", "Farhaven", "highway"),
        Route("Capital", "Eastwatch", "railway"),
        Route("Eastwatch", "The Marches", "track"),
        Route("Goldfield", "Dry Wells", "track"),
        Route("Dry Wells", "Southmarch", "track"),
    ]
    points = [(x, y) for x, y, _ in PLACES.values()] + list(STAGING.values())
    shapes = {}
    for n, (x, y, kind) in enumerate(PLACES.values()):
        shape = rectangle if kind == "city" else octagon if kind == "town" else hexagon
        shapes[n] = shape((x, y), *SIZE.get(kind, (108, 80)))
    boxes = {len(PLACES) + n: rectangle(at, 150, 110) for n, at in enumerate(STAGING.values())}
    figures = {
        0: [Value("control", "3", "tl"), Value("airfield", "✈", "tr")],
        4: [Value("control", "5", "tl"), Value("airfield", "✈", "tr"), Value("resource", "★", "tr")],
        7: [Value("control", "1", "tl")],
    }
    outline: list[Point] = [(240, 210), (330, 150), (520, 90), (700, 120), (860, 210), (990, 300), (1010, 440)]
    outline += [
        (930, 560),
        (860, 680),
        (640, 660),
        (500, 620),
        (380, 690),
        (230, 690),
        (200, 560),
        (250, 420),
        (215, 310),
    ]
    return Graph(names, routes).board(
        "country",
        "The country",
        (1240, 760),
        points,
        terrain=[[kind] for _, _, kind in PLACES.values()] + [[], []],
        looks={
            "city": Look("City", "village", "C"),
            "town": Look("Town", "plain", "t"),
            "pass": Look("Mountain pass", "pass", ")"),
            "fort": Look("Highland", "hachures", "^"),
            "farmland": Look("Farmland", "rows", "f"),
            "desert": Look("Desert", "sand", ","),
            "range": Look("Mountains", "hachures", "^"),
            "sand": Look("Sand", "sand", ","),
            "green": Look("Valley", "rows", "f"),
            "highway": Look("Highway", letter="=", line="road"),
            "road": Look("Road", letter="-", line="track"),
            "track": Look("Track", letter=":", line="path"),
            "railway": Look("Railway", letter="#", line="rail"),
            "stream": Look("River", letter="~", line="river"),
            "frontier": Look("Frontier", letter="!", line="border"),
        },
        shapes=shapes,
        boxes=boxes,
        beside=[
            Space(12 + n, str(n), 100 + n * 60, 730, rectangle((100 + n * 60, 730), 60, 50), kind="track")
            for n in range(8)
        ],
        figures=figures,
        ground=[outline],
        patches=[
            Patch([(560, 200), (720, 200), (960, 300), (990, 420), (880, 450), (660, 340), (560, 300)], "range"),
            Patch([(200, 540), (420, 560), (420, 680), (230, 690)], "sand"),
            Patch([(400, 280), (540, 300), (560, 440), (400, 470), (300, 400)], "green"),
        ],
        lines=[
            Line([(770, 260), (600, 400), (560, 450), (420, 480), (240, 500)], "stream"),
            Line([(700, 640), (770, 500), (1000, 480)], "frontier"),
        ],
        labels=[
            Label("THE LEAGUE", 140, 320, 1.3, -80),
            Label("THE MARCHES", 1060, 240, 1.3, 40),
            Label("White Range", 800, 300, 0.8, 22),
        ],
    )


def country_table() -> tuple[Board, View]:
    board = country_board()
    tokens = [piece(n, f"Unit {n}", 4, "north" if n % 2 else "south") for n in range(1, 7)]
    tokens += [piece(10 + n, f"Corps {n}", n, "south") for n in (0, 3, 7)]
    tokens += [piece(20 + n, f"Reserve {n}", 10, "north") for n in range(3)]
    marks = [Mark(0, "control", side="north"), Mark(7, "control", side="south")]
    return board, View("country", 0, tokens, marks=marks, sides=SIDES, ask=asks(board, ["Stonepass", "Riverside"]))


# ---- points so near that their reach would overlap -------------------------------------------------


def near_table() -> tuple[Board, View]:
    """Bare points, two of them close together, with terrain and no names but their own."""
    graph = Graph(["Alder", "Birch", "Cedar", "Elm"], [Route("Alder", "Cedar"), Route("Birch", "Elm", "road")])
    points = [(100, 100), (132, 112), (420, 240), (260, 330)]
    looks = {"": Look("Way"), "road": Look("Road", line="road"), "wood": Look("Wood", "dots", "w")}
    coast = [(30, 40), (300, 20), (500, 160), (440, 380), (180, 390), (40, 250)]
    looks["sea"] = Look("Sea", "sea", "~")
    board = graph.board(
        "near",
        "The grove",
        (520, 410),
        points,
        terrain=[["wood"], ["wood"], [], ["wood"]],
        looks=looks,
        ground=[coast],
        around="sea",
    )
    return board, View("near", 0, [], sides=SIDES, ask=asks(board, ["Alder", "Birch"]))
