"""Tables that no game has yet: one of each kind of board, shown to the page in place of the server's."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import msgspec
from playwright.sync_api import Page, Route, expect

from sandtable.kernel.view import (
    CARD,
    Asked,
    Board,
    Card,
    Choice,
    Choices,
    Deck,
    Link,
    Look,
    Mark,
    Point,
    Ref,
    Side,
    Space,
    Token,
    Track,
    Value,
    View,
)
from sandtable.server import wire

SIDES = {"north": Side("North", 3), "south": Side("South", 1, "stripes")}
NAMES = [
    "Alder",
    "Birch",
    "Cedar",
    "Dogwood",
    "Elm",
    "Fir",
    "Ginkgo",
    "Hazel",
    "Ironwood",
    "Juniper",
    "Katsura",
    "Larch",
]
INFANTRY = "10031000001107000000"


def rectangle(x: float, y: float, width: float, height: float) -> list[Point]:
    return [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]


def areas(columns: int = 4, rows: int = 3) -> list[Space]:
    """A country of quarrelsome borders: neighbours share their corners."""
    rng = random.Random(4)
    corner = {
        (i, j): (60 + i * 240 + rng.uniform(-50, 50), 60 + j * 260 + rng.uniform(-50, 50))
        for i in range(columns + 1)
        for j in range(rows + 1)
    }
    kinds = ["farmland", "town", "highland", "desert", "woods"]
    found = []
    for n, name in enumerate(NAMES[: columns * rows]):
        i, j = n % columns, n // columns
        outline = [corner[i, j], corner[i + 1, j], corner[i + 1, j + 1], corner[i, j + 1]]
        x, y = (sum(p[axis] for p in outline) / 4 for axis in (0, 1))
        found.append(Space(n, str(n), x, y, outline, [kinds[n % 5]], name))
    return found


LOOKS = {
    "farmland": Look("Farmland", "rows", "f"),
    "town": Look("Town", "village", "t"),
    "highland": Look("Highland", "hachures", "h"),
    "desert": Look("Desert", "sand", "d"),
    "woods": Look("Woods", "dots", "w"),
    "highway": Look("Highway", line="road"),
    "railway": Look("Railway", line="rail"),
    "stream": Look("Stream", line="water"),
    "lane": Look("Sea lane", line="sea"),
    "frontier": Look("Frontier", line="border"),
}


def area_board() -> Board:
    land = areas()
    width, height = max(x for s in land for x, _ in s.outline), max(y for s in land for _, y in s.outline)
    boxes = [
        Space(100 + n, name, width + 230, 90 + n * 200, rectangle(width + 60, n * 200, 340, 180), [], name, "box")
        for n, name in enumerate(["Sanctuary, ready", "Sanctuary, reserve", "First brigade", "Second brigade"])
    ]
    track = [
        Space(200 + n, str(n), 45 + n * 90, height + 110, rectangle(n * 90, height + 70, 90, 80), [], str(n), "track")
        for n in range(9)
    ]
    links = [Link(a, b, "highway") for way in ([4, 5, 6, 7], [1, 5, 9]) for a, b in pairwise(way)]
    links += [Link(2, 6, "stream"), Link(6, 10, "stream"), Link(0, 1, "neighbours")]
    return Board("areas", "The province", "area", width + 400, height + 150, [*land, *boxes, *track], links, LOOKS)


def unit(id: int, name: str, space: int, side: str, **more: Any) -> Token:
    values = [Value("intelligence", "2", "tl"), Value("combat", "3", "tr"), Value("aid", "1", "br")]
    return Token(id, name, space, side=side, symbol=INFANTRY, letter=name[0], values=values, **more)


def area_view() -> View:
    tokens = [unit(n, f"Company {n}", n % 12, "north" if n % 3 else "south") for n in range(1, 31)]
    tokens += [unit(40 + n, f"Rival {n}", 5, "south", face_down=n % 2 == 0) for n in range(5)]
    tokens += [unit(50, "Brigade", 6, "north", size=1.3, shape="diamond"), unit(51, "Post", 9, "north", shape="hex")]
    tokens += [Token(60 + n, f"Asset {n}", on=Ref(50), side="north", letter="A", shape="round") for n in range(2)]
    tokens += [unit(70 + n, f"Reserve {n}", 100, "south") for n in range(3)]
    tokens += [unit(80, "Spare", -1, "north", box="pool"), Token(90, "turn", 203, letter="T", size=0.8)]
    return View(
        "areas",
        0,
        tokens,
        marks=[Mark(0, "control", side="north"), Mark(7, "control", side="south"), Mark(10, "goal", "Objective")],
        tracks=[
            Track("command", 4, 0, 8, side="north"),
            Track("command", 6, 0, 8, side="south"),
            Track("turn", 3, 1, 12),
        ],
        decks=[Deck("chaos cards", 20), Deck("discards", 1, [hand()[0]])],
        hand=hand(),
        crumbs=["turn 3", "North's phase"],
        sides=SIDES,
        ask=Asked(
            "Move a company: from where?",
            "move",
            "3.4",
            "pick",
            [0],
            groups=[
                Choices(
                    "move",
                    "move from",
                    [Choice(("move", n), f"move from {NAMES[n]}") for n in (1, 4, 6)],
                    args=["space"],
                ),
                Choices("play", "play", [Choice(("play", 301), "play Ambush")], args=["card"]),
                Choices("done", "end movement", [Choice(("done",), "done")]),
            ],
        ),
    )


def hand() -> list[Card]:
    words = {"battle": "battle", "dice": "dice"}
    ambush = "Play this in a battle after both sides have committed. You roll two more dice, and so does nobody else."
    return [
        Card(301, "Ambush", ambush, "2", kind="modifier", keywords=words, side="south"),
        Card(
            302,
            "Logistics",
            "Move up to three companies along roads, or bring one from the reserve.",
            "1",
            kind="J-4",
            symbol=INFANTRY,
            values=[Value("reach", "3")],
        ),
        Card(303, "?", face_down=True),
    ]


def point_table() -> tuple[Board, View]:
    places = [(150, 120), (360, 80), (560, 160), (250, 300), (480, 330), (680, 330), (360, 470), (590, 480)]
    coast: list[Point] = [(60, 60), (300, 20), (620, 60), (780, 260), (760, 520), (480, 560), (220, 540), (90, 330)]
    spaces = [Space(n, str(n), x, y, name=NAMES[n]) for n, (x, y) in enumerate(places)]
    links = [Link(0, 1, "highway"), Link(1, 2, "highway"), Link(0, 3, "railway"), Link(3, 4, "railway")]
    links += [Link(2, 5, "lane", [(740, 200)]), Link(4, 5, "highway"), Link(4, 7, "frontier"), Link(3, 6, "path")]
    board = Board("points", "The island", "point", 820, 600, spaces, links, LOOKS, [coast])
    tokens = [unit(n, f"Corps {n}", n % 8, "north" if n % 2 else "south") for n in range(1, 12)]
    ask = Asked("Where to?", "move", "3.4", "pick", [0])
    ask.groups = [Choices("go", "go", [Choice(("go", n), f"go to {NAMES[n]}") for n in (1, 3)], args=["space"])]
    return board, View("points", 0, tokens, sides=SIDES, ask=ask)


def cards_table() -> tuple[Board, View]:
    spaces = [
        Space(
            n,
            f"Slot {n + 1}",
            110 + (n % 4) * 220,
            150 + n // 4 * 300,
            rectangle(10 + n % 4 * 220, 10 + n // 4 * 300, 200, 280),
        )
        for n in range(8)
    ]
    board = Board("cards", "The mission", "cards", 890, 600, spaces)
    cards = [
        Card(
            400 + n,
            f"Location {n + 1}",
            "Enter from a neighbour for one action. Each soldier here draws a hostile first.",
            str(n % 3 + 1),
            kind="location",
            keywords={"hostile": "hostile"},
            side="north" if n % 2 else "",
            space=n,
            face_down=n == 5,
        )
        for n in range(6)
    ]
    tokens = [Token(n, f"Soldier {n}", on=Ref(401, CARD), side="north", letter=str(n)) for n in range(3)]
    tokens += [Token(9, "Hostile", on=Ref(402, CARD), side="south", letter="H")]
    ask = Asked("Where does the soldier go?", "move", "3.4", "pick", [0])
    ask.groups = [Choices("go", "go", [Choice(("go", n), f"go to {n}") for n in (0, 2)], args=["space"])]
    return board, View("cards", 0, tokens, cards=cards, hand=hand(), sides=SIDES, ask=ask)


def seen_of(board: Board, view: View, log: Sequence[wire.LogLine] = (), entries: int = 0) -> wire.Seen:
    """What a player sees of a table at which this board lies."""
    return wire.Seen(
        table="shown",
        game="shown",
        title=board.title,
        name="",
        scenario="",
        options={},
        take_backs=False,
        scratch=False,
        scratch_of=None,
        seat=0,
        mine=[0],
        seats=[wire.SeatCard(0, "North", "you"), wire.SeatCard(1, "South", "other")],
        revision=1,
        ask="1.0",
        view=view,
        log=list(log),
        log_length=len(log),
        log_mark="shown",
        undo=[],
        can_yield=False,
        entries=entries,
        over=False,
        commitment="",
        head="",
        content="",
        notes=[],
    )


def show(page: Page, board: Board, view: View, log: Sequence[wire.LogLine] = ()) -> list[Any]:
    """Opens a table that only the page believes in; the answers that it is given come into the list."""
    answers: list[Any] = []
    seen = seen_of(board, view, log)

    def reply(route: Route) -> None:
        body: object = seen
        if "/room" in route.request.url:
            body = {"dealt": True}
        elif "/boards" in route.request.url:
            body = {board.id: board}
        elif "/rules" in route.request.url or "/charts" in route.request.url:
            body = []
        elif "/inspect" in route.request.url:
            body = {"title": "A place", "facts": []}
        elif "/answers" in route.request.url:
            answers.append(msgspec.json.decode(route.request.post_data or "{}")["options"])
        route.fulfill(body=msgspec.json.encode(body), content_type="application/json")

    page.route("**/api/**", reply)
    page.route_web_socket("**/live*", lambda socket: None)
    page.goto("/table/shown")
    expect(page.locator(".board")).to_be_visible()
    return answers
