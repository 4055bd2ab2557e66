"""Maps as a printer would draw them: a shore of hexes with all that lies in and between them, a country of points."""

from __future__ import annotations

from itertools import combinations, product
from math import dist

import pytest
from msgspec.structs import replace
from playwright.sync_api import Page, expect

from sandtable.kernel.view import Board, Look, Mark, Space, Token, Value, ValueShape
from tests.browser.conftest import NewPage
from tests.browser.maps import SHORE, country_table, near_table, shore_board, shore_table
from tests.browser.showing import show
from tests.browser.test_pages import serious

TABLES = {"shore": shore_table, "country": country_table, "near": near_table}


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("kind", TABLES)
def test_axe_finds_nothing_serious(new_page: NewPage, kind: str, dark: bool) -> None:
    page = new_page(dark=dark)
    show(page, *TABLES[kind]())
    assert serious(page) == []


@pytest.mark.parametrize("kind", TABLES)
def test_a_phone_is_wide_enough(new_page: NewPage, kind: str) -> None:
    page = new_page(390, 844, touch=True)
    show(page, *TABLES[kind]())
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


Box = tuple[float, float, float, float]


def boxes(page: Page, what: str) -> list[Box]:
    """Left, right, top and foot of things on the screen."""
    found = page.locator(what).evaluate_all(
        "all => all.map((one) => { const b = one.getBoundingClientRect(); return [b.left, b.right, b.top, b.bottom]; })"
    )
    return [(left, right, top, foot) for left, right, top, foot in found]


def shared(one: Box, other: Box) -> tuple[float, float]:
    """How far two things overlap, across and down."""
    return min(one[1], other[1]) - max(one[0], other[0]), min(one[3], other[3]) - max(one[2], other[2])


# ---- the shore -------------------------------------------------------------------------------------


def fills(page: Page, x: float, y: float) -> list[str]:
    """The grounds that cover a place of the board, lowest first."""
    return list(
        page.evaluate(
            """([x, y]) => [...document.querySelectorAll('.board .ground path.area')]
                .filter((path) => path.isPointInFill(new DOMPoint(x, y)))
                .map((path) => [...path.classList].find((name) => name.startsWith('g-')))""",
            [x, y],
        )
    )


def at(label: str) -> tuple[float, float]:
    return SHORE.centre(SHORE.at(label))


def test_the_sea_lies_under_the_land_and_the_shore_runs_through_coastal_hexes(new_page: NewPage) -> None:
    page = new_page(1440, 900)
    show(page, *shore_table())
    assert fills(page, *at("2251")) == ["g-sea"]
    assert fills(page, *at("2542")) == ["g-hills"]
    # 2750 is a beach with the sea to its south: land in the middle, water at its southern corners.
    assert fills(page, *at("2750")) == ["g-sea", "g-beach"]
    south = [SHORE.corners(SHORE.at("2750"))[corner] for corner in (3, 4)]
    middle = (sum(x for x, _ in south) / 2, sum(y for _, y in south) / 2 - 0.05)
    assert fills(page, *middle) == ["g-sea"]
    # 2250 is an islet: land in the middle, water all round.
    x, y = at("2250")
    assert fills(page, x, y) == ["g-sea", "g-plain"]
    for dx, dy in ((0.4, 0), (-0.4, 0), (0, 0.38), (0, -0.38)):
        assert fills(page, x + dx, y + dy) == ["g-sea"]


def test_a_pier_stands_in_water_and_its_hex_has_no_land(new_page: NewPage) -> None:
    page = new_page(1440, 900)
    show(page, *shore_table())
    assert fills(page, *at("2949")) == ["g-sea"]
    x, y = at("2949")
    assert fills(page, x, y - 0.5) == ["g-village"], "the land goes up to it"


def test_a_canal_ends_where_the_sea_begins(new_page: NewPage) -> None:
    page = new_page(1440, 900)
    board, view = shore_table()
    board.links = [link for link in board.links if link.kind != "canal" or SHORE.at("3050") not in (link.a, link.b)]
    show(page, board, view)
    canal = page.locator(".line.l-canal")
    box: dict[str, float] = canal.evaluate("path => { const b = path.getBBox(); return {low: b.y + b.height}; }")
    assert box["low"] > at("3049")[1] + 0.3, "it is drawn on beyond the middle of its last hex"
    clip = canal.get_attribute("clip-path") or ""
    inland, afloat = (
        page.evaluate(
            """([id, x, y]) => document.querySelector(`${id} path`).isPointInFill(new DOMPoint(x, y))""",
            [clip.removeprefix("url(").removesuffix(")"), *at(label)],
        )
        for label in ("3048", "3050")
    )
    assert (inland, afloat) == (True, False)


def test_no_name_of_a_hex_leaves_the_map_or_crosses_another(new_page: NewPage) -> None:
    board, view = shore_table()
    for label, name in {"2141": "Far End of the Land", "3446": "Last Point East", "3451": "Southeast Corner"}.items():
        board.spaces[SHORE.at(label)].name = name
    board.spaces[SHORE.at("2645")].name = "Elm Bridge"
    view.tokens, view.marks = [], [Mark(SHORE.at("3451"), "target", "Sink the Guard Ship")]
    page = new_page(1440, 900)
    show(page, board, view)
    page.get_by_role("button", name="Show the whole map").click()
    page.wait_for_timeout(300)
    ((left, right, top, foot),) = boxes(page, ".neatline")
    names = boxes(page, ".names text")
    assert len(names) == 8
    for one in [*names, *boxes(page, ".mark text")]:
        assert one[0] > left - 2 and one[1] < right + 2 and one[2] > top - 2 and one[3] < foot + 4, one
    crossing = [shared(one, other) for one, other in combinations(names, 2)]
    assert not [(wide, high) for wide, high in crossing if wide > 3 and high > 5]


def test_a_large_airfield_has_one_runway_and_planes_beside_it(new_page: NewPage) -> None:
    board, view = shore_table()
    for label in ("2843", "2844", "2943"):
        board.spaces[SHORE.at(label)].terrain = ["airfield"]
    board.links = []
    page = new_page(1440, 900)
    show(page, board, view)
    drawn = [page.locator(f".board .ground use[href='#b-shore-{icon}']") for icon in ("runway", "parked", "airfield")]
    assert [one.count() for one in drawn] == [3, 1, 0]


def test_the_key_shows_what_this_map_has_and_nothing_else(new_page: NewPage) -> None:
    board, view = shore_table()
    board.looks = {**board.looks, "lava": Look("Lava", "hachures", "l")}
    page = new_page(1440, 900)
    show(page, board, view)
    page.get_by_role("tab", name="Look").click()
    told = page.locator(".key li").all_inner_texts()
    assert "Canal" in told and "Cliff" in told
    assert "Lava" not in told


def test_counters_say_without_colour_who_drives_and_who_sails(new_page: NewPage) -> None:
    board, view = shore_table()
    shapes: list[ValueShape] = ["", "circle", "wave"]
    view.tokens = [
        Token(n, f"Unit {n}", SHORE.at(f"2{5 + n}46"), side="south", values=[Value("movement", "7", "br", shape)])
        for n, shape in enumerate(shapes)
    ]
    page = new_page(1440, 900)
    show(page, board, view)
    expect(page.locator(".token")).to_have_count(3)
    expect(page.locator(".token .ring")).to_have_count(1)
    expect(page.locator(".token .wave")).to_have_count(1)
    (ring,), values = boxes(page, ".token .ring"), boxes(page, ".token .value")
    assert any(ring[0] < one[0] and one[1] < ring[1] for one in values), "the figure stands inside its ring"


def test_neighbours_agree_where_the_shore_crosses_from_hex_to_hex(new_page: NewPage) -> None:
    """Across the side of two coastal hexes land lies beside land and water beside water."""
    page = new_page(1440, 900)
    show(page, *shore_table())
    (side,) = SHORE.sides("", ["2750 2850"])
    a, b = (SHORE.corners(side.space)[n % 6] for n in (side.side, side.side + 1))
    for share in (0.1, 0.3, 0.7, 0.9):
        x, y = a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share
        assert fills(page, x - 0.06, y)[-1] == fills(page, x + 0.06, y)[-1]


def test_what_lies_on_hexsides_is_drawn_there(new_page: NewPage) -> None:
    page = new_page(1440, 900)
    board, view = shore_table()
    show(page, board, view)
    river = page.locator(".line.l-river")
    expect(river).to_have_count(1)
    path = river.get_attribute("d") or ""
    assert path.count("M") == 1, "a river along hexsides is one curve"
    box: dict[str, float] = river.evaluate("path => { const b = path.getBBox(); return {x: b.x, w: b.width}; }")
    west, east = at("2641")[0], at("2741")[0]
    assert west < box["x"]
    assert box["x"] + box["w"] < east
    expect(page.locator(".teeth.l-cliff")).to_have_count(1)
    expect(page.locator(".teeth.l-ridge")).to_have_count(1)
    expect(page.locator(".sound")).to_have_count(1)
    expect(page.locator(".teeth.l-sea")).to_have_count(1)
    expect(page.locator(".span")).to_have_count(1)
    spans = page.locator(".span").get_attribute("transform") or ""
    x, y = (float(number) for number in spans.removeprefix("translate(").partition(")")[0].split())
    corners = SHORE.corners(SHORE.at("2645"))
    assert dist((x, y), ((corners[1][0] + corners[2][0]) / 2, (corners[1][1] + corners[2][1]) / 2)) < 0.2


def test_a_cliff_falls_away_from_its_own_hex(new_page: NewPage) -> None:
    page = new_page(1440, 900)
    board, view = shore_table()
    board.hexsides = [side for side in board.hexsides if side.kind == "cliff" and side.space == SHORE.at("2448")]
    show(page, board, view)
    teeth: dict[str, float] = page.locator(".teeth.l-cliff").evaluate(
        "path => { const b = path.getBBox(); return {top: b.y, bottom: b.y + b.height}; }"
    )
    line: dict[str, float] = page.locator(".line.l-cliff").evaluate(
        "path => { const b = path.getBBox(); return {top: b.y, bottom: b.y + b.height}; }"
    )
    assert teeth["bottom"] > line["bottom"] + 0.05
    assert teeth["top"] >= line["top"] - 0.001


ICONS = ["pass", "building", "airfield", "oasis", "houses", "pier", "breakwater", "ship", "bridge"]


@pytest.mark.parametrize("icon", ICONS)
def test_places_have_a_drawing_that_needs_no_colour(new_page: NewPage, icon: str) -> None:
    page = new_page(1440, 900)
    board, view = shore_table()
    show(page, board, view)
    own = {kind for kind, look in board.looks.items() if look.pattern == icon}
    meant = sum(bool(own & set(space.terrain)) for space in board.spaces)
    assert meant
    expect(page.locator(f".board .ground use[href='#b-shore-{icon}']:not(.span)")).to_have_count(meant)


GROUNDS = ["sea", "marsh", "ridge", "snow", "beach", "hills", "hachures", "dots", "rows", "sand"]


@pytest.mark.parametrize("ground", GROUNDS)
def test_grounds_have_a_texture_of_their_own(new_page: NewPage, ground: str) -> None:
    page = new_page(1440, 900)
    show(page, *shore_table())
    strokes = page.locator(f".board .ink.x-{ground}").evaluate_all("all => all.map((one) => one.getTotalLength())")
    assert sum(strokes) > 1


def test_figures_and_lettering_are_printed_on_the_map_and_read_out(new_page: NewPage) -> None:
    page = new_page(1440, 900)
    show(page, *shore_table())
    expect(page.locator(".figures g")).to_have_count(2)
    expect(page.locator(f".figures [data-of='{SHORE.at('2842')}'] text")).to_have_text("5")
    expect(page.locator(".label.water")).to_have_text("The Sound")
    page.locator(f".hits [data-id='{SHORE.at('2842')}']").hover()
    expect(page.locator(".tip")).to_contain_text("2842 · Aerodrome · Airfield · value 5")


def test_the_printed_numbers_of_a_cut_sheet_are_shown_and_answered(new_page: NewPage) -> None:
    page = new_page(1440, 900)
    answers = show(page, *shore_table())
    expect(page.locator(".number").first).to_have_text("2141")
    page.locator(".hits [data-space='2546']").click()
    page.wait_for_timeout(200)
    assert answers == [[["go", SHORE.at("2546")]]]


def test_the_key_shows_every_kind_of_ground_and_line(new_page: NewPage) -> None:
    page = new_page(1440, 900)
    show(page, *shore_table())
    page.get_by_role("tab", name="Look").click()
    expect(page.locator(".key li")).to_have_count(len(shore_board().looks))
    coast = page.locator(".key li").filter(has_text="Coast")
    expect(coast.locator(".shoreline")).to_have_count(1)
    expect(page.locator(".key li").filter(has_text="Cliff").locator(".teeth.l-cliff")).to_have_count(1)
    expect(page.locator(".key li").filter(has_text="Open water").locator(".teeth.l-sea")).to_have_count(1)
    for bridge in page.locator(".key li").filter(has_text="Bridge").all():
        expect(bridge.locator(".ground use")).to_have_count(1)


# ---- the country -----------------------------------------------------------------------------------


def drawn(page: Page, board: Board, space: Space) -> tuple[float, float]:
    """Where a space lies on the client's drawing, which has its own units."""
    wide = float(page.locator(".sheet clipPath rect").first.get_attribute("width") or 0)
    return space.x * wide / board.width, space.y * wide / board.width


def test_every_route_reaches_both_its_towns(new_page: NewPage) -> None:
    page = new_page(1440, 900)
    board, view = country_table()
    show(page, board, view)
    ends: list[list[float]] = page.locator(".board .ground .line").evaluate_all(
        """all => all.flatMap((path) => (path.getAttribute('d').match(/M[^M]+/g) ?? []).map((part) => {
            const one = document.createElementNS('http://www.w3.org/2000/svg', 'path');
            one.setAttribute('d', part);
            const [a, b] = [one.getPointAtLength(0), one.getPointAtLength(one.getTotalLength())];
            return [a.x, a.y, b.x, b.y];
        }))"""
    )
    places = {space.id: drawn(page, board, space) for space in board.spaces}
    for link in board.links:
        a, b = places[link.a], places[link.b]
        assert any(dist((x, y), a) < 0.01 and dist((u, v), b) < 0.01 for x, y, u, v in ends), link


def test_the_price_of_a_route_stands_on_the_middle_of_it(new_page: NewPage) -> None:
    page = new_page(1440, 900)
    board, view = country_table()
    show(page, board, view)
    link = next(link for link in board.links if link.figure)
    (a, b), (c, d) = (drawn(page, board, board.spaces[end]) for end in (link.a, link.b))
    printed = page.locator(f".figures [data-link='{link.a} {link.b}']")
    expect(printed).to_have_text(link.figure)
    x, y = map(float, (printed.get_attribute("transform") or "")[10:-1].split())
    assert dist((x, y), ((a + c) / 2, (b + d) / 2)) < 0.01


def test_on_a_phone_a_short_question_leaves_the_corner_free(new_page: NewPage) -> None:
    page = new_page(390, 844, touch=True)
    board, view = country_table()
    assert view.ask is not None
    ask = replace(view.ask, prompt="Go on, or rest?", number="2.1")
    show(page, board, replace(view, ask=ask, crumbs=["Day 1"]))
    [rule], [every] = boxes(page, ".ask .prompt .rule"), boxes(page, ".ask button.all")
    assert min(shared(rule, every)) <= 0


def test_points_show_their_names_shapes_and_terrain(new_page: NewPage) -> None:
    page = new_page(1440, 900)
    board, view = country_table()
    show(page, board, view)
    named = page.locator(".names .place").all_text_contents()
    assert named == [space.label for space in board.spaces if not space.kind]
    assert set(page.locator(".boxname").all_text_contents()) >= {"The League", "The Marches"}
    for ground in ("village", "hachures", "rows", "sand"):
        expect(page.locator(f".spot.g-{ground}")).to_have_count(1)
    expect(page.locator(".country")).to_have_count(1)
    expect(page.locator(".relief .patch")).to_have_count(3)
    expect(page.locator(".label")).to_have_count(3)
    expect(page.locator(".figures g")).to_have_count(7)
    for line in ("road", "track", "path", "rail", "river", "border"):
        expect(page.locator(f".line.l-{line}")).to_have_count(1)


def test_routes_lie_under_the_shapes_and_the_land_under_the_routes(new_page: NewPage) -> None:
    page = new_page(1440, 900)
    show(page, *country_table())
    order: list[str] = page.locator(".board .ground path").evaluate_all(
        "all => all.map((one) => one.className.baseVal)"
    )
    land = next(n for n, name in enumerate(order) if name.startswith("country"))
    routes = [n for n, name in enumerate(order) if name.startswith("line")]
    shapes = [n for n, name in enumerate(order) if name.startswith("spot")]
    assert land < min(routes) < max(routes) < min(shapes)


def test_six_counters_in_one_town_lie_side_by_side_and_leave_its_name_free(new_page: NewPage) -> None:
    page = new_page(1440, 900)
    show(page, *country_table())
    faces = boxes(page, ", ".join(f"[data-token='token {n}'] .face" for n in range(1, 7)))
    assert len(faces) == 6
    for one, other in combinations(faces, 2):
        assert min(shared(one, other)) < 1.5


# ---- points that are neighbours --------------------------------------------------------------------


def test_a_click_between_two_points_means_the_nearer_one(new_page: NewPage) -> None:
    page = new_page(1440, 900)
    board, view = near_table()
    answers = show(page, board, view)
    expect(page.locator(".shield")).to_have_count(0)  # which keeps a hasty click from a new question
    alder, birch = (((left + right) / 2, (top + foot) / 2) for left, right, top, foot in boxes(page, ".town")[:2])
    apart = dist(alder, birch)
    for x, y in product(range(-3, 4), repeat=2):
        spot = (alder[0] + x * apart / 3, alder[1] + y * apart / 3)
        near = "0" if dist(spot, alder) < dist(spot, birch) else "1"
        if abs(dist(spot, alder) - dist(spot, birch)) < 2 or min(dist(spot, alder), dist(spot, birch)) > 60:
            continue
        hit = page.evaluate("([x, y]) => document.elementFromPoint(x, y)?.getAttribute('data-id')", list(spot))
        assert hit == near, spot
    page.mouse.click(birch[0] - (birch[0] - alder[0]) * 0.4, birch[1] - (birch[1] - alder[1]) * 0.4)
    page.wait_for_timeout(200)
    assert answers == [[["go", 1]]]


def test_names_of_neighbours_do_not_cover_each_other(new_page: NewPage) -> None:
    page = new_page(1440, 900)
    show(page, *near_table())
    expect(page.locator(".names .place")).to_have_count(4)
    for one, other in combinations(boxes(page, ".names .place"), 2):
        assert min(shared(one, other)) <= 0


def test_an_island_lies_in_its_sea(new_page: NewPage) -> None:
    page = new_page(1440, 900)
    show(page, *near_table())
    expect(page.locator(".around.g-sea")).to_have_count(1)
    expect(page.locator(".shallows")).to_have_count(2)
    expect(page.locator(".spot.g-dots")).to_have_count(1)
