"""Every page is usable by all: axe finds nothing serious, the first load is small, a big map moves smoothly."""

from __future__ import annotations

import gzip
from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, Response, expect

from tests.browser.conftest import NewPage
from tests.browser.hands import Mouse
from tests.browser.test_missions import option_of
from tests.browser.test_time import moving

FIRST_LOAD = 150_000
OURS = {"X-Sandtable": "1"}


def serious(page: Page) -> list[str]:
    found = Axe().run(page).response["violations"]
    return [
        f"{one['id']}: {node['html'][:160]} {node['failureSummary'][:200]}"
        for one in found
        if one["impact"] in ("serious", "critical")
        for node in one["nodes"]
    ]


def home(page: Page) -> None:
    page.goto("/")
    expect(page.get_by_role("button", name="Play Kandahar")).to_be_visible()
    page.locator("summary").first.click()


def shop(page: Page) -> None:
    hands = Mouse(page)
    hands.start()
    hands.answer(option_of(hands, "default"))
    page.locator(".desk button[aria-expanded]").click()
    expect(page.locator(".playcard").first).to_be_visible()


def ticking(page: Page) -> None:
    hands = Mouse(page)
    hands.start()
    for verb in ("default", "default", "done", "form"):
        hands.answer(option_of(hands, verb))
    page.locator(".gather button").first.click()


def listed(page: Page) -> None:
    moving(page)
    page.keyboard.press("/")
    expect(page.get_by_label("Filter options")).to_be_focused()


def rules(page: Page) -> None:
    moving(page)
    page.locator(".prompt .rule").click()
    expect(page.locator(".rules dt")).to_have_count(1)


def helped(page: Page) -> None:
    moving(page)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Help")).to_be_visible()


def invited(page: Page) -> None:
    """With something worth knowing: the table is one whose seat the host has held until now."""
    made = {"game": "patrols", "seats": 2}
    table = page.request.post("/api/tables", data=made, headers=OURS).json()["table"]
    link = page.request.post(f"/api/tables/{table}/invitations", data={"seat": 1}, headers=OURS).json()["url"]
    page.context.clear_cookies()
    page.goto(link)
    expect(page.get_by_role("button", name="Sit down as Blue")).to_be_visible()
    expect(page.get_by_label("Worth knowing")).to_contain_text("Who invites you holds Blue")


def awaiting(page: Page) -> None:
    made = {"game": "patrols", "seats": 2, "open": [1], "salt": "mine"}
    table = page.request.post("/api/tables", data=made, headers=OURS).json()["table"]
    page.goto(f"/table/{table}")
    page.get_by_role("button", name="Make a link for Blue").click()
    expect(page.get_by_label("Link for Blue", exact=True)).to_be_visible()


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("reach", [home, shop, ticking, moving, listed, rules, helped, invited, awaiting])
def test_axe_finds_nothing_serious(new_page: NewPage, reach: Callable[[Page], object], dark: bool) -> None:
    page = new_page(dark=dark)
    reach(page)
    assert serious(page) == []


def test_axe_finds_nothing_serious_on_a_phone(new_page: NewPage) -> None:
    page = new_page(390, 844, touch=True)
    page.goto("/")
    page.get_by_role("button", name="Play Kandahar").tap()
    expect(page.locator(".prompt")).to_be_visible()
    assert serious(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 390, "the page is wider than the phone"


def test_the_first_load_is_small(new_page: NewPage) -> None:
    page = new_page()
    sizes: dict[str, int] = {}

    def weigh(reply: Response) -> None:
        if "/api/" not in reply.url:
            sizes[reply.url] = len(gzip.compress(reply.body()))

    page.on("response", weigh)
    page.goto("/")
    expect(page.get_by_role("button", name="Play Kandahar")).to_be_visible()
    assert 10_000 < sum(sizes.values()) < FIRST_LOAD, sizes


def test_a_thousand_spaces_stay_smooth(new_page: NewPage) -> None:
    """Zooming and dragging the map of 936 hexes: half of the frames come within a tenth of a second, without a GPU."""
    page = new_page()
    moving(page)
    page.evaluate(
        """() => {
            window.frames_ = [];
            let last = performance.now();
            const tick = now => { window.frames_.push(now - last); last = now; requestAnimationFrame(tick); };
            requestAnimationFrame(tick);
        }"""
    )
    box = page.locator(".board").bounding_box()
    assert box
    page.mouse.move(box["x"] + 400, box["y"] + 200)
    page.mouse.down()
    for step in range(30):
        page.mouse.move(box["x"] + 400 - step * 8, box["y"] + 200 + step * 4)
    page.mouse.up()
    for _ in range(6):
        page.mouse.wheel(0, 240)
    frames = sorted(page.evaluate("window.frames_"))
    print(f"middle frame {frames[len(frames) // 2]:.0f} ms, slowest {frames[-1]:.0f} ms of {len(frames)}")
    assert frames[len(frames) // 2] < 100, frames
