"""Three ways to give one answer: by mouse, by keyboard alone, by touch. What to answer is decided elsewhere."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Literal

from playwright.sync_api import Locator, Page, expect

from sandtable.kernel import records, sight
from sandtable.players import make_player

JSON = dict[str, Any]
ANSWERS = "#answers, #deciders"
"""Where answers are buttons: the list, and the two places that never change."""


def table_id(page: Page) -> str:
    found = re.search(r"/table/([^/?]+)", page.url)
    assert found, page.url
    return found[1]


def seen(page: Page) -> JSON:
    """What the server shows this guest now."""
    return dict(page.request.get(f"/api/tables/{table_id(page)}").json())


def advice(page: Page, gathered: Sequence[list[Any]] = ()) -> list[Any]:
    """What the computer's plain player would answer for this guest, after these parts: the head behind the hands."""
    seat = seen(page)["seat"]
    record = records.decode(page.request.get(f"/api/tables/{table_id(page)}/record?seat={seat}").body())
    table = records.replay(record)
    if gathered:
        table.answer(seat, *map(tuple, gathered))
    return list(make_player(table.game, "plain", 1)(sight.world(table.g, seat), seat))


def ref_of(thing: JSON, usual: str = "token") -> tuple[str, int]:
    """The name of a piece or a card: domain and number."""
    return thing.get("domain", usual), thing["id"]


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


class Hands:
    """Gives answers to the page and waits until they have arrived."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.on_map = 0
        self.gathered: list[list[Any]] = []
        """The parts that the page holds and has not answered yet."""

    def start(self, game: str = "Kandahar") -> None:
        """From the shelf to the table in one gesture."""
        self.page.goto("/")
        self.press(self.page.get_by_role("button", name=f"Play {game}"))
        expect(self.page.locator(".prompt")).to_be_visible()

    def answer(self, option: list[Any]) -> None:
        before = self.looking()
        group, choice = find(before, option)
        self.give(group, choice)
        part = before["view"]["ask"]["shape"] != "pick" and any(group.get("args", [])) and not group.get("standing")
        if part and self.is_gathered(before["ask"], option):
            return
        self.gathered = []
        self.wait_after(before)

    def looking(self) -> JSON:
        """What the page shows: the table, with the parts gathered so far."""
        now = seen(self.page)
        if self.gathered:
            body = {"seat": now["seat"], "ask": now["ask"], "options": self.gathered}
            url = f"/api/tables/{table_id(self.page)}/preview"
            now["view"] = self.page.request.post(url, data=body, headers={"X-Sandtable": "1"}).json()["view"]
        return now

    def is_gathered(self, ask: str, option: list[Any]) -> bool:
        """Waits until the page holds the part; False if it turned out to be an answer."""
        parts = self.page.locator(".gathered .sum")
        for _ in range(400):
            if seen(self.page)["ask"] != ask:
                return False
            if parts.is_visible() and parts.inner_text().startswith(f"{len(self.gathered) + 1} "):
                confirm = self.confirming()
                if confirm.is_visible() and not self.page.locator("dialog.list").is_visible():
                    self.press(confirm)
                    return False
                back = self.page.locator("dialog.list").get_by_role("button", name=re.compile("^(Back|Confirm)"))
                if back.is_visible():
                    whole = back.inner_text().startswith("Confirm")
                    self.press(back)
                    self.page.wait_for_timeout(60)
                    if not whole and confirm.is_visible():
                        self.press(confirm)
                        whole = True
                    if whole:
                        return False
                self.gathered.append(option)
                return True
            self.page.wait_for_timeout(25)
        raise AssertionError(f"{option} was neither gathered nor answered")

    def confirming(self) -> Locator:
        """The button that sends what was gathered, where that is an answer by itself."""
        return self.page.locator("#deciders .send").filter(has_text=re.compile("^(Confirm|Go so far)"))

    def wait_after(self, before: JSON) -> None:
        ask = before["ask"]
        for _ in range(200):
            now = seen(self.page)
            if now["ask"] != ask:
                break
            self.page.wait_for_timeout(50)
        else:
            raise AssertionError(f"the answer did not arrive: {self.page.locator('.ask').inner_text()}")
        self.page.wait_for_function(
            """async id => {
                const now = await (await fetch(`/api/tables/${id}`)).json();
                const shown = document.querySelector(".moment")?.textContent ?? "";
                const prompt = document.querySelector(".prompt")?.textContent ?? "";
                const asks = now.view.ask?.groups?.length ? now.view.ask.prompt : "";
                return shown.endsWith(`/ ${now.entries}`) && prompt.includes(asks);
            }""",
            arg=table_id(self.page),
            polling=150,
        )

    def give(self, group: JSON, choice: JSON) -> None:
        if not any(group.get("args", [])):
            words = max(group["text"], choice["text"], key=len) if len(group["choices"]) == 1 else choice["text"]
            button = self.page.locator(ANSWERS).get_by_role("button", name=capital(words)).first
            if button.is_visible():
                self.press(button)
                return self.insist(group, choice)
        elif self.by_map(group, choice):
            self.on_map += 1
            return None
        self.by_list(choice)
        return self.insist(group, choice)

    def insist(self, group: JSON, choice: JSON) -> None:
        """Says once more that what gives up or loses something is meant."""
        if group.get("grave") or (group.get("place") == "end" and choice.get("warning")):
            self.press(self.page.locator("dialog.sure").get_by_role("button", name="Yes"))

    def place_of(self, group: JSON, choice: JSON) -> int | None:
        """The space that stands for this choice on the map."""
        domain, number = group["args"][-1], choice["option"][-1]
        if domain == "space":
            return int(number)
        for token in self.looking()["view"].get("tokens", []):
            if ref_of(token) == (domain, number):
                return int(token.get("space", -1))
        return None

    def from_menu(self, choice: JSON) -> bool:
        """Chooses in the small menu at the pointer, if one has opened."""
        menu = self.page.locator(".menu")
        if not menu.is_visible():
            return True
        wanted = menu.get_by_role("button").filter(has_text=capital(choice["text"])).first
        if wanted.is_visible():
            self.press(wanted)
            return True
        self.press(menu.get_by_role("button", name="Close"))
        return False

    def press(self, button: Locator) -> None:
        settled(self.page)
        button.click()

    def by_map(self, group: JSON, choice: JSON) -> bool:
        raise NotImplementedError

    def by_list(self, choice: JSON) -> None:
        self.press(self.page.locator(".ask button.all"))
        self.page.get_by_label("Filter options").fill(choice["text"])
        self.press(self.page.locator("dialog.list li > button").first)


class Mouse(Hands):
    def by_card(self, group: JSON, choice: JSON) -> bool:
        """Picks the card up in the drawer, then points at what the option names, one after the other."""
        now = self.looking()
        view = now["view"]
        titles = {card["id"]: card["title"] for card in view.get("hand", []) if ref_of(card, "card")[0] == "card"}
        pull = self.page.locator(".desk .pull")
        if pull.get_attribute("aria-expanded") == "false":
            self.press(pull)
        title = self.page.locator(".desk .playcard").get_by_role("button", name=titles[choice["option"][1]], exact=True)
        if title.first.get_attribute("aria-pressed") is None:
            return False
        self.press(title.first)
        self.page.wait_for_timeout(60)
        for n in range(2, len(choice["option"])):
            space = self.place_of({"args": group["args"][:n]}, {"option": choice["option"][: n + 1]})
            hit = self.page.locator(f".hits [data-id='{space}'].can")
            if not hit.count() or not clear(hit):
                return self.gave_up(now)
            self.point(hit)
            self.page.wait_for_timeout(60)
            menu = self.page.locator(".menu")
            if not menu.is_visible():
                continue
            if menu.get_by_role("button").filter(has_text=capital(choice["text"])).count():
                return self.from_menu(choice)
            names = {ref_of(token): token["name"] for token in view["tokens"]}
            held = names.get((group["args"][n - 1], choice["option"][n]), "?")
            hold = menu.get_by_role("button").filter(has_text=f": {held}")
            if not hold.count():
                return self.gave_up(now)
            self.press(hold.first)
            self.page.wait_for_timeout(60)
        self.page.wait_for_timeout(150)
        return self.gave_up(now)

    def point(self, hit: Locator, act: Literal["click", "hover"] = "click") -> None:
        """At a place on the map."""
        getattr(hit, act)()

    def gave_up(self, before: JSON) -> bool:
        """Puts down what is in hand; True if the answer was given nevertheless."""
        if seen(self.page)["ask"] != before["ask"]:
            return True
        self.page.keyboard.press("Escape")
        return False

    def by_map(self, group: JSON, choice: JSON) -> bool:
        if group["args"][0] == "card" and any(group["args"][1:]):
            return self.by_card(group, choice)
        space = self.place_of(group, choice)
        hit = self.page.locator(f".hits [data-id='{space}'].can")
        if space is None or not hit.count() or not clear(hit):
            return False
        self.point(hit, "hover")
        expect(self.page.locator(".tip")).to_be_visible()
        self.point(hit)
        self.page.wait_for_timeout(60)
        return self.from_menu(choice)


class Touch(Hands):
    def press(self, button: Locator) -> None:
        settled(self.page)
        button.tap()

    def by_map(self, group: JSON, choice: JSON) -> bool:
        space = self.place_of(group, choice)
        hit = self.page.locator(f".hits [data-id='{space}'].can")
        if space is None or not hit.count() or not clear(hit):
            return False
        hit.tap()
        self.page.wait_for_timeout(60)
        return self.from_menu(choice)

    def wait_after(self, before: JSON) -> None:
        ask = before["ask"]
        for _ in range(200):
            now = seen(self.page)
            if now["ask"] != ask:
                break
            self.page.wait_for_timeout(50)
        else:
            raise AssertionError(f"the answer did not arrive: {self.page.locator('.ask').inner_text()}")
        slider = self.page.get_by_label("Moment of the game")
        expect(slider).to_have_attribute("max", str(now["entries"]))


class Keyboard(Hands):
    """Never touches the pointer: only keys are sent to the page."""

    def press(self, button: Locator) -> None:
        if button.evaluate("one => one.closest('.ask') !== null"):
            self.page.keyboard.press("a")
        for _ in range(120):
            if button.evaluate("one => one === document.activeElement"):
                break
            self.page.keyboard.press("Tab")
        else:
            raise AssertionError("the button cannot be reached with the Tab key")
        self.page.keyboard.press("Enter")

    def by_map(self, group: JSON, choice: JSON) -> bool:
        space = self.place_of(group, choice)
        lit = self.page.locator(".hits .can")
        if space is None or not 0 < lit.count() <= 12:
            return False
        label = self.page.locator(f".hits [data-id='{space}']").get_attribute("data-space")
        says = self.page.locator("#cursor-says")
        self.page.keyboard.press("m")
        for _ in range(lit.count()):
            self.page.keyboard.press("n")
            if (says.text_content() or "").strip().startswith(f"{label} "):
                self.page.keyboard.press("Enter")
                self.page.wait_for_timeout(60)
                return self.from_menu(choice)
        return False

    def from_menu(self, choice: JSON) -> bool:
        menu = self.page.locator(".menu")
        if not menu.is_visible():
            return True
        for _ in range(menu.get_by_role("button").count()):
            if capital(choice["text"]) in menu.locator("button:focus").inner_text():
                self.page.keyboard.press("Enter")
                return True
            self.page.keyboard.press("ArrowDown")
        self.page.keyboard.press("Escape")
        return False

    def by_list(self, choice: JSON) -> None:
        self.page.keyboard.press("/")
        expect(self.page.get_by_label("Filter options")).to_be_focused()
        self.page.keyboard.type(choice["text"])
        self.page.keyboard.press("ArrowDown")
        self.page.keyboard.press("Enter")


def find(view: JSON, option: list[Any]) -> tuple[JSON, JSON]:
    for group in view["view"]["ask"]["groups"]:
        for choice in group["choices"]:
            if choice["option"] == option:
                return group, choice
    raise AssertionError(f"{option} is not on offer")


def settled(page: Page) -> None:
    """Waits until a click counts: for a moment after the layout has changed none does."""
    expect(page.locator(".shield")).to_have_count(0)


def clear(hit: Locator) -> bool:
    """Whether the middle of this place can be pointed at: still on the screen, and nothing lies over it."""
    settled(hit.page)
    return bool(
        hit.evaluate_all(
            """places => places.some(one => {
                const box = one.getBoundingClientRect();
                return document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2) === one;
            })"""
        )
    )


def play_a_mission(hands: Hands, most: int = 150) -> JSON:
    """Plays until a mission is accomplished; what the server then shows.

    One that came to our own hex by the dice was no work, and does not count.
    """
    hands.start()
    by_itself = 0
    for _ in range(most):
        now = seen(hands.page)
        tracks = {track["name"]: track["value"] for track in now["view"]["tracks"]}
        if tracks["turn"] <= 1 and not hands.on_map:
            by_itself = tracks["accomplished"]
        elif tracks["accomplished"] > by_itself:
            return now
        hands.answer(advice(hands.page, hands.gathered))
    raise AssertionError("no mission was accomplished")
