"""Pictures of the client at three sizes, light and dark, in the folder `screenshots`.

`python tools/screenshots.py` takes all of them, `python tools/screenshots.py campaigns` those of one walk.
"""

from __future__ import annotations

import re
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from playwright.sync_api import Browser, Page, expect, sync_playwright

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests.browser.campaigns import firing, open_campaign, operations, scouting, suffering  # noqa: E402
from tests.browser.conftest import chromium_path  # noqa: E402
from tests.browser.hands import Hands, Mouse, Touch, advice, seen, table_id  # noqa: E402
from tests.browser.positions import open_position  # noqa: E402
from tests.browser.showing import area_board, area_view, cards_table, point_table, show  # noqa: E402
from tests.browser.test_fights import BATTLE, FIRE  # noqa: E402
from tests.browser.test_missions import option_of  # noqa: E402
from tests.server.serving import Server  # noqa: E402

FOLDER = ROOT / "screenshots"
SIZES = {"desk": (1440, 900), "tablet": (1024, 768), "phone": (390, 844)}


def missions(page: Page, hands: Hands) -> Iterator[str]:
    """A walk through the client; a picture is taken at each name."""
    page.goto("/")
    expect(page.get_by_role("button", name="Play Kandahar")).to_be_visible()
    page.wait_for_timeout(500)
    yield "home"
    hands.start()
    yield "setup"
    hands.answer(option_of(hands, "default"))
    page.locator(".desk button[aria-expanded]").click()
    yield "shop"
    page.locator(".desk button[aria-expanded]").click()
    for verb in ("default", "done", "form"):
        hands.answer(option_of(hands, verb))
    yield "who-goes"
    hands.answer(option_of(hands, "all"))
    place = page.locator(".hits .can").nth(5)
    if isinstance(hands, Touch):
        place.tap()
        yield "move"
        page.keyboard.press("Escape")
    else:
        place.hover()
        yield "move"
    for _ in range(14):
        hands.answer(advice(page, hands.gathered))
    yield "later"
    page.get_by_role("button", name="Show the whole map").click()
    yield "whole-map"
    if isinstance(hands, Touch):
        page.get_by_role("button", name="Story", exact=True).tap()
    page.get_by_role("tab", name="Rules").click()
    yield "rules"


def campaigns(page: Page, hands: Hands) -> Iterator[str]:
    """BCT Command: set-up, against the computer, the curtain, a hand, a card in hand, a battle at three steps."""
    hands.start("BCT Command")
    yield "bct-setup"
    page.locator("#answers, #deciders").get_by_role("button", name="Set up", exact=False).nth(1).click()
    yield "bct-placing"
    page.keyboard.press("Escape")
    for name in campaign_against_the_computer(page, hands):
        yield f"bct-{name}"
    with tempfile.TemporaryDirectory() as folder:
        open_campaign(page, Path(folder), operations)
        yield "bct-curtain"
        lift(page)
        yield "bct-operations"
        page.locator(".desk .pull").click()
        yield "bct-hand"
        page.locator(".playcard .title", has_text="J-3").first.click()
        yield "bct-card"
        for step in (scouting, firing, suffering):
            open_campaign(page, Path(folder), step)
            lift(page)
            yield f"bct-{step.__name__}"


def campaign_against_the_computer(page: Page, hands: Hands) -> Iterator[str]:
    """What the computer did, a place looked at, how the game is given up, and its end."""
    page.locator("#answers, #deciders").get_by_role("button", name="Set up the rest as suggested").click()
    while not page.locator(".news.long").is_visible():
        play_on(page)
    yield "news"
    if isinstance(hands, Touch):
        page.get_by_role("button", name="Story", exact=True).tap()
        yield "log"
        page.get_by_role("button", name="Close the panel").tap()
    page.get_by_role("button", name="Hide what just happened").click()
    page.locator(".hits [data-space='Kandahar']").click()
    yield "looked"
    page.keyboard.press("Escape")
    while "resign" not in (verbs := offered(page)) or len(verbs) < 2:
        play_on(page)
    page.reload()
    page.locator(".ask button.all").click()
    page.locator("dialog.list").get_by_role("button", name="Resign").click()
    yield "sure"
    page.locator("dialog.sure").get_by_role("button", name="Yes").click()
    expect(page.locator(".ending")).to_be_visible()
    yield "ending"


def offered(page: Page) -> list[str]:
    return [group["verb"] for group in (seen(page)["view"].get("ask") or {}).get("groups", [])]


def play_on(page: Page) -> None:
    """Answers as the plain player would, as soon as something is asked; the page hears of it by itself."""
    page.wait_for_timeout(150)
    if not (verbs := offered(page)) or verbs == ["resign"]:
        return
    now, url = seen(page), f"/api/tables/{table_id(page)}/answers"
    body = {"seat": now["seat"], "ask": now["ask"], "options": [advice(page, [])]}
    page.request.post(url, data=body, headers={"X-Sandtable": "1"})


def lift(page: Page) -> None:
    page.get_by_role("button", name=re.compile("^I am")).click()
    expect(page.locator(".prompt")).to_be_visible()


def fights(page: Page, hands: Hands) -> Iterator[str]:
    """A battle about to be fought, fire being allotted, and what the enemy does then."""
    with tempfile.TemporaryDirectory() as folder:
        open_position(page, Path(folder), **BATTLE)
        page.locator(".hits [data-space='1311']").click()
        if page.locator(".menu").is_visible():
            page.locator(".menu button").first.click()
        expect(page.locator(".prompt")).to_contain_text("With which weapons")
        yield "battle"
        page.locator("#answers, #deciders").get_by_role("button", name="Fight").click()
        yield "fought"
        open_position(page, Path(folder), **FIRE)
        page.locator(".allot .chip").first.click()
        yield "allotted"
        page.locator("#answers, #deciders").get_by_role("button", name="Fire as named").click()
        page.wait_for_timeout(300)
        page.locator("#answers button, #deciders button").first.click()
        yield "enemy"


def boards(page: Page, hands: Hands) -> Iterator[str]:
    """Kinds of boards that no game has yet, and the curtain between two people."""
    page.goto("/")
    card = page.locator(".game").filter(has=page.get_by_role("button", name="Play Patrols"))
    card.locator("summary").click()
    card.get_by_label("Seats").fill("2")
    card.get_by_label("Blue").select_option("me")
    card.get_by_role("button", name="Play Patrols").click()
    yield "curtain"
    page.get_by_role("button", name="I am Red").click()
    yield "patrols"
    for name, (board, view) in {
        "areas": (area_board(), area_view()),
        "points": point_table(),
        "cards": cards_table(),
    }.items():
        show(page, board, view)
        if name == "areas":
            yield "areas"
            page.locator(".desk button[aria-expanded]").click()
            yield "hand"
        else:
            yield name
        page.unroute_all()


WALKS: dict[str, Callable[[Page, Hands], Iterator[str]]] = {
    "missions": missions,
    "fights": fights,
    "boards": boards,
    "campaigns": campaigns,
}


def take(browser: Browser, url: str, size: str, scheme: str, walk: str) -> None:
    width, height = SIZES[size]
    phone = size == "phone"
    context = browser.new_context(
        base_url=url,
        viewport={"width": width, "height": height},
        color_scheme="dark" if scheme == "dark" else "light",
        has_touch=phone,
        is_mobile=phone,
        device_scale_factor=2 if phone else 1,
        reduced_motion="reduce",
    )
    page = context.new_page()
    for name in WALKS[walk](page, Touch(page) if phone else Mouse(page)):
        page.wait_for_timeout(400)
        page.screenshot(path=FOLDER / f"{size}-{scheme}-{name}.png")
    context.close()


def main() -> None:
    walks = sys.argv[1:] or list(WALKS)
    if unknown := [walk for walk in walks if walk not in WALKS]:
        raise SystemExit(f"tools/screenshots.py: {unknown[0]!r} is none of {', '.join(WALKS)}.")
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(str(Path(folder) / "tables.db"), Path(folder) / "log", SANDTABLE_SEED="pictures")
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=["--no-sandbox"])
        for size in SIZES:
            for scheme in ("light", "dark"):
                for walk in walks:
                    take(browser, server.url, size, scheme, walk)
        browser.close()
        server.stop()
    print(f"{len(list(FOLDER.glob('*.png')))} pictures are in {FOLDER.name}/")


if __name__ == "__main__":
    main()
