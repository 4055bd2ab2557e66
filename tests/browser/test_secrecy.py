"""Secrets on the wire: all that reaches the browsers of a seat and of a watcher, moment by moment, in a whole campaign.

(That a seat cannot tell two tables apart by any other request is held by the twin tables of `tests/server`.)
"""

from __future__ import annotations

import copy
from collections.abc import Callable

import msgspec
from playwright.sync_api import Route, expect

from sandtable.games.bct.pieces import COALITION, INSURGENT, SIDES
from sandtable.games.bct.state import is_covert
from sandtable.kernel import records
from sandtable.kernel.options import SPECTATOR, Seat
from sandtable.server.tables.moves import ask_name
from tests.browser.conftest import NewPage
from tests.browser.directing import SALT, SCENARIO, Director, campaign, committed
from tests.browser.hands import ref_of
from tests.browser.overhearing import JSON, Overheard, Reply, Truth, Watch
from tests.server.serving import Browser, Server

MOST = 220
"""Answers until all has come to pass; less than half of them as the dice of this salt fall."""
WANTED = {
    *((INSURGENT, what) for what in ("Covert set-up", "card chosen", "Covert move", "attack", "committed", "sealed")),
    *((INSURGENT, f"unseen exchange while {side} is asked") for side in SIDES),
    *((COALITION, what) for what in ("look", "committed", "sealed")),
}
SECRETS = {"kind", "front", "on", "hand", "objectives", "scouts", "sealed"}
"""What must have lain otherwise somewhere where a view was compared."""
POST = """async ([path, body]) => {
    const headers = {"X-Sandtable": "1", "Content-Type": "application/json"};
    const reply = await fetch(path, {method: "POST", headers, body: JSON.stringify(body)});
    await reply.text();
    return reply.status;
}"""
GET = "paths => Promise.all(paths.map(async path => (await fetch(path)).text()))"


class Party:
    """A campaign of two: the Coalition in a browser, the Insurgent by the interface alone, a watcher in a browser."""

    def __init__(self, server: Server, new_page: NewPage, opened: str, wish: JSON | bytes) -> None:
        self.pages = {COALITION: new_page(), SPECTATOR: new_page()}
        self.ears = {seat: Overheard(page) for seat, page in self.pages.items()}
        self.insurgent = Browser(server)
        self.id = str(self._ask(COALITION, opened, wish)["table"])
        invitation = self._ask(COALITION, f"/api/tables/{self.id}/invitations", {"seat": INSURGENT})
        self.insurgent.join(invitation["url"])
        self._ask(SPECTATOR, "/api" + self._ask(COALITION, f"/api/tables/{self.id}/watch", {})["url"], {})
        self.truth = Truth(server, self.id)
        self.watches = {seat: Watch(self.truth, seat) for seat in self.pages}
        for page in self.pages.values():
            page.goto(f"/table/{self.id}")
            expect(page.locator(".prompt")).to_be_visible()

    def _ask(self, seat: Seat, path: str, body: JSON | bytes) -> JSON:
        """Beside the page, by its guest: what opens doors is not listened to."""
        return dict(self.pages[seat].request.post(path, data=body, headers={"X-Sandtable": "1"}).json())

    def say(self, seat: Seat, option: tuple[str | int, ...]) -> None:
        body = {"seat": seat, "ask": ask_name(self.truth.past.table, seat), "options": [list(option)]}
        path = f"/api/tables/{self.id}/answers"
        if seat == INSURGENT:
            self.insurgent.post(path, body)
        else:
            assert self.pages[seat].evaluate(POST, [path, body]) == 200
        self.truth.catch_up()

    def listen(self) -> None:
        """Waits until both pages show what is new, and holds all they were told against the truth of this moment."""
        for seat, page in self.pages.items():
            ear, watch, wanted = self.ears[seat], self.watches[seat], self.truth.revision(seat)
            for _ in range(600):
                for reply in ear.news():
                    assert watch.faults(reply) == [], f"{seat} after {self.truth.journal[-1:]}"
                shown = [reply for reply in ear.replies if "?log_since=" in reply.url]
                if shown and shown[-1].data["revision"] == wanted:
                    break
                page.wait_for_timeout(5)
            else:
                raise AssertionError(f"the page of seat {seat} never came to revision {wanted}")

    def look_around(self, seat: Seat) -> None:
        """Asks for all that a page may ask of what it does not know: counters, cards, the past, why not."""
        at = f"/api/tables/{self.id}"
        s, kit = self.truth.g.s, self.truth.g.kit
        covert = [t for side in SIDES if side != seat for t in kit.units_of[side] if is_covert(s, t)]
        hidden = [a for side in SIDES if side != seat for a in kit.assets_of[side] if s.on[a] in covert]
        tried = [("token", t) for t in covert[:6]] + [("asset", a) for a in hidden[:3]]
        tried += [("space", s.at[t]) for t in covert[:3] if s.at[t] >= 0] + [("card", 2), ("objective", 20)]
        paths = [f"{at}/inspect?domain={domain}&value={value}&seat={seat}" for domain, value in tried]
        paths += [f"{at}/moments/{n}?seat={seat}" for n in range(0, self.truth.revision(seat), 9)]
        paths += ["/api/tables", f"{at}/seats"]
        self.pages[seat].evaluate(GET, paths)
        for token in covert[:3] if seat >= 0 else []:
            why = {"seat": seat, "option": ["attack", 3, kit.units_of[seat][0], token]}
            self.pages[seat].evaluate(POST, [f"{at}/why-not", why])


def test_nothing_secret_reaches_a_seat_or_a_watcher(new_page: NewPage, server: Server) -> None:
    wish: JSON = {"game": "bct", "scenario": SCENARIO, "salt": SALT}
    party, director = Party(server, new_page, "/api/tables", wish), Director()
    party.listen()
    for number in range(MOST):
        seat, option = director.next(party.truth.g)
        if director.done.keys() >= WANTED and party.truth.g.ask.key == "turn.order":
            break
        party.say(seat, option)
        party.listen()
        if number % 20 == 19:
            for looking in party.pages:
                party.look_around(looking)
            party.listen()
    else:
        raise AssertionError(f"it never came to {WANTED - director.done.keys()}")
    party.pages[COALITION].get_by_label("Moment of the game").fill("7")
    expect(party.pages[COALITION].locator(".prompt")).to_contain_text("the past")
    party.listen()
    for seat, watch in party.watches.items():
        assert watch.hidden.keys() >= SECRETS, f"never compared for {seat}: {SECRETS - watch.hidden.keys()}"
        for frames in party.ears[seat].frames:
            news = [msgspec.json.decode(frame) for frame in frames]
            assert all(said == {"table": party.id, "revision": said["revision"]} for said in news)
            told = [said["revision"] for said in news]
            assert told == sorted(set(told)), "one frame for what is new, and none for what is not"
        assert told[-1] == party.truth.revision(seat)


# ---- leaks ------------------------------------------------------------------------------------------


def ambush(server: Server, new_page: NewPage) -> Party:
    party = Party(server, new_page, "/api/records", records.encode(campaign().until(committed)))
    party.listen()
    return party


def test_a_server_that_shows_the_other_seat_is_caught(new_page: NewPage, server: Server) -> None:
    """Planted on the wire: both browsers get the view of the Insurgent, under the number of their own."""
    party = ambush(server, new_page)
    for seat, page in party.pages.items():
        own = {"seat": seat, "mine": [seat], "revision": party.truth.revision(seat)}
        leak = party.insurgent.see(party.id, seat=INSURGENT) | own
        page.route(f"**/api/tables/{party.id}?*", answering(leak))
        page.reload()
        expect(page.locator(".prompt")).to_be_visible()
        (reply,) = [reply for reply in party.ears[seat].news() if "?log_since=" in reply.url]
        found = party.watches[seat].faults(reply)
        for fault in ("shows its front", "is shown", "of another hand", "is named", "depends on what is hidden"):
            assert [said for said in found if fault in said], fault


def answering(data: JSON) -> Callable[[Route], None]:
    return lambda route: route.fulfill(json=data)


def shown_counter(mine: JSON, theirs: JSON) -> None:
    place = next(n for n, token in enumerate(mine["view"]["tokens"]) if token.get("face_down"))
    token = mine["view"]["tokens"][place]
    mine["view"]["tokens"][place] = next(own for own in theirs["view"]["tokens"] if ref_of(own) == ref_of(token))


def marked_counter(mine: JSON, theirs: JSON) -> None:
    next(token for token in mine["view"]["tokens"] if token.get("face_down"))["letter"] = "G"


def shown_asset(mine: JSON, theirs: JSON) -> None:
    known = {ref_of(token) for token in mine["view"]["tokens"]}
    mine["view"]["tokens"].append(next(token for token in theirs["view"]["tokens"] if ref_of(token) not in known))


def shown_card(mine: JSON, theirs: JSON) -> None:
    pile(mine, "Insurgent hand")["cards"] = [card for card in theirs["view"]["hand"] if card["kind"] == "Joint Ops"][:1]


def shown_objective(mine: JSON, theirs: JSON) -> None:
    pile(mine, "Insurgent Objectives").setdefault("cards", []).append(unseen_objective(mine, theirs))


def said_objective(mine: JSON, theirs: JSON) -> None:
    mine["view"]["crumbs"].append(f"Insurgent: {unseen_objective(mine, theirs)['title']}")


def unseen_objective(mine: JSON, theirs: JSON) -> JSON:
    seen = [card["title"] for card in pile(mine, "Insurgent Objectives").get("cards", [])]
    held = [card for card in theirs["view"]["hand"] if card["kind"] == "Objective"]
    return next(card for card in held if card["title"] not in seen)


def said_commitment(mine: JSON, theirs: JSON) -> None:
    mine["view"]["scene"]["parties"][0]["lines"].append({"name": "committed", "text": "2"})


def heard_line(mine: JSON, theirs: JSON) -> None:
    line = {"n": 0, "rule": "advantage.commit", "number": "", "text": "Insurgent commits 2.", "dice": [], "moves": []}
    mine["log"].append(line)


def fewer_cards(mine: JSON, theirs: JSON) -> None:
    """As if the cards committed had left the hand already."""
    pile(mine, "Insurgent hand")["count"] -= 2


def pile(seen: JSON, name: str) -> JSON:
    return next(deck for deck in seen["view"]["decks"] if deck["name"] == name)


LEAKS: dict[Callable[[JSON, JSON], None], str] = {
    shown_counter: "shows its front",
    marked_counter: "shows its front",
    shown_asset: "asset",
    shown_card: "Insurgent hand shows",
    shown_objective: "Insurgent Objectives shows",
    said_objective: "is named",
    said_commitment: "depends on what is hidden",
    fewer_cards: "depends on what is hidden",
    heard_line: "the log is not that of this seat",
}


def test_each_single_leak_is_caught(new_page: NewPage, server: Server) -> None:
    party = ambush(server, new_page)
    theirs = party.insurgent.see(party.id, seat=INSURGENT)
    for seat, watch in party.watches.items():
        honest = [reply for reply in party.ears[seat].replies if isinstance(reply.data, dict) and "view" in reply.data][
            -1
        ]
        assert watch.faults(honest) == []
        for plant, fault in LEAKS.items():
            mine = copy.deepcopy(honest.data)
            plant(mine, theirs)
            found = watch.faults(honest._replace(data=mine))
            assert [said for said in found if fault in said], f"{plant.__name__}: {found}"
        kinds = {"title": "Covert Unit (Maruf)", "facts": [{"name": "type", "text": "Guerrillas"}]}
        covert = next(token["id"] for token in honest.data["view"]["tokens"] if token.get("face_down"))
        inspected = Reply(f"/api/tables/{party.id}/inspect?domain=token&value={covert}&seat={seat}", kinds)
        assert watch.faults(inspected) == ["what is inspected depends on what is hidden"]
