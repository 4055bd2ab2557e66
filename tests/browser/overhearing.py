"""What a browser is told, answer by answer, held against the true game in the server's own database.

A reply names the revision of its seat's view; the journal says which positions had that revision. In each of them a
counter, card or commitment is known to the seat or is not, and what is not must not stand in the reply. Beyond that a
view must be the same, to the last number, as in a world where all that the seat does not know was dealt anew.
"""

from __future__ import annotations

import re
import sqlite3
from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple, cast

import msgspec
from playwright.sync_api import Page, Response, WebSocket
from sqlalchemy import RowMapping

from sandtable.games.bct.frames import Battle
from sandtable.games.bct.pieces import SIDE_NAMES, SIDES
from sandtable.games.bct.sight.knowledge import told
from sandtable.games.bct.sight.names import HANDS, SIDE_TITLES
from sandtable.games.bct.sight.piles import joint_ops, objective
from sandtable.games.bct.state import RESERVES, Theatre
from sandtable.kernel import sight
from sandtable.kernel.options import Seat
from sandtable.kernel.table import Answered, Entry, Undone
from sandtable.kernel.view import TOKEN
from sandtable.server.store import rows
from sandtable.server.tables.past import Past
from tests.server.serving import Server

JSON = dict[str, Any]
STATIC = re.compile(r"/api/games\b|/boards$")
"""What a server says of the game, not of a table."""
WORLDS = 6
"""Of so many the one that is most unlike the truth: a sealed card or two may well be dealt as they are."""
BACKS = ("Unit", "HQ", "Covert Unit", "Covert HQ")


class Reply(NamedTuple):
    url: str
    data: Any


class Overheard:
    """Every reply and every frame of a live connection that reaches a page, from before it opens the table."""

    def __init__(self, page: Page) -> None:
        self.replies: list[Reply] = []
        self.frames: list[list[str]] = []
        """What was said on each live connection."""
        self._fresh: list[Response] = []
        page.on("response", lambda reply: self._fresh.append(reply))
        page.on("websocket", self._hear)

    def _hear(self, socket: WebSocket) -> None:
        frames: list[str] = []
        self.frames.append(frames)
        socket.on("framereceived", lambda said: frames.append(said if isinstance(said, str) else said.decode()))

    def news(self) -> list[Reply]:
        """What the server has told of tables since this was last asked."""
        some, self._fresh = self._fresh, []
        found = [reply for reply in some if "/api/" in reply.url and not STATIC.search(reply.url.partition("?")[0])]
        news = [Reply(reply.url, msgspec.json.decode(reply.body() or b"null")) for reply in found]
        self.replies += news
        return news


# ---- the truth --------------------------------------------------------------------------------------


class Truth:
    """The game itself, followed in the database: every position, and which revision it had for whom."""

    def __init__(self, server: Server, table: str) -> None:
        self.database = sqlite3.connect(server.database)
        self.database.row_factory = sqlite3.Row
        self.id = table
        (row,) = self.database.execute("SELECT * FROM tables WHERE id = ?", [table])
        self.past = Past(rows.record_from(rows.from_row(cast(RowMapping, row))))
        self.journal: list[Entry] = []
        self.catch_up()

    def catch_up(self) -> None:
        found = self.database.execute(
            "SELECT data FROM entries WHERE table_id = ? AND number > ? ORDER BY number", [self.id, len(self.journal)]
        )
        self.journal += [msgspec.json.decode(row["data"], type=Answered | Undone) for row in found]
        self.past.run_on(self.journal)

    @property
    def g(self) -> Any:
        return self.past.table.g

    def revision(self, seat: Seat) -> int:
        return len(self.past.marks[seat])

    def states(self, seat: Seat, revision: int) -> list[Theatre]:
        """All positions that looked alike to this seat when its view had this revision."""
        marks = [*self.past.marks[seat], len(self.past.frames)]
        return [cast(Theatre, frame.state) for frame in self.past.frames[marks[revision - 1] : marks[revision]]]

    def heard(self, seat: Seat, revision: int) -> list[str]:
        """The log of this seat when its view had come to this revision."""
        number = self.past.marks[seat][revision - 1] if revision else -1
        log: list[Any] = []
        for frame in self.past.frames[: number + 1]:
            log[frame.kept :] = frame.fresh
        return [text for event in log if (text := event.said(seat).text)]


# ---- what must not be said --------------------------------------------------------------------------


class Watch:
    """What one seat was told, and what of it the seat could not know."""

    def __init__(self, truth: Truth, seat: Seat) -> None:
        self.truth = truth
        self.seat = seat
        self.kit = truth.g.kit
        self.checked = 0
        self.hidden: Counter[str] = Counter()
        """How often a view was the same though this was dealt otherwise."""

    def faults(self, reply: Reply) -> list[str]:
        """Each thing in a reply that is a secret from this seat, as a sentence."""
        data, found = reply.data, list[str]()
        revision = self._revision(data)
        if revision > self.truth.revision(self.seat):
            return ["its revision rose though there was nothing new for this seat"]
        new = self.truth.heard(self.seat, revision)[len(self.truth.heard(self.seat, revision - 1)) :]
        for s in self.truth.states(self.seat, revision):
            found += self._shown(s, data) + self._named(s, data, new)
            found += self._dealt(s, reply, revision)
            self.checked += 1
        if isinstance(data, dict) and "log" in data:
            lines, heard = [line["text"] for line in data["log"]], self.truth.heard(self.seat, revision)
            last = heard[len(heard) - len(lines) :]  # a reply carries the new ones only
            same = lines == last and data["log_length"] == len(heard)
            found += [] if same else ["the log is not that of this seat"]
        if isinstance(data, dict) and "lines" in data and "mark" in data:  # a page of it
            heard = self.truth.heard(self.seat, revision)
            same = all(heard[line["n"]] == line["text"] for line in (*data["lines"], *data.get("headings", [])))
            found += [] if same else ["a page of the log is not that of this seat"]
        return sorted(set(found))

    def _revision(self, data: Any) -> int:
        """A view of now or of then says it; all else is of now."""
        if isinstance(data, dict) and "view" in data and "n" in data:
            return int(data["n"]) + 1
        return (
            int(data["revision"]) if isinstance(data, dict) and "revision" in data else self.truth.revision(self.seat)
        )

    # -- each secret by itself

    def _shown(self, s: Theatre, data: Any) -> list[str]:
        seat, found = self.seat, list[str]()
        for thing in things(data):
            for token in thing.get("tokens") or []:
                if not isinstance(token, dict):
                    continue
                if "name" not in token:  # in a scene they are only named
                    continue
                number, domain = token["id"], token.get("domain", TOKEN)
                if domain == TOKEN and not told(seat, s.known[number]):
                    back = token.get("face_down") and token["name"] in BACKS
                    if not back or {"symbol", "letter", "values"} & token.keys():
                        found.append(f"counter {number} shows its front")
                if domain == "asset" and not told(seat, s.open[number]):
                    found.append(f"asset {number} is shown")
            for card in thing.get("hand") or []:
                if seat < 0 or card["side"] != SIDE_NAMES[seat]:
                    found.append(f"{card['title']} of another hand is shown")
            for deck in thing.get("decks") or []:
                found += [f"{deck['name']} shows {title}" for title in self._too_many(s, deck)]
        return found

    def _too_many(self, s: Theatre, deck: JSON) -> set[str]:
        """Cards of a foreign hand that were never shown."""
        may: dict[str, list[Any]] = {}
        for side in SIDES:
            if side != self.seat:
                seen = [card for card in s.objectives[side] if card in s.seen[side]]
                may[f"{SIDE_TITLES[side]} hand"] = joint_ops(self.kit, side, s.glimpsed[side], HANDS[side])
                may[f"{SIDE_TITLES[side]} Objectives"] = [objective(self.kit, s, card) for card in seen]
        titles = {card["title"] for card in deck.get("cards", [])}
        return titles - {card.title for card in may[deck["name"]]} if deck["name"] in may else set()

    def _named(self, s: Theatre, data: Any, new: list[str]) -> list[str]:
        """Objectives in any word of a reply but the old lines of its log; types and HQs in new lines."""
        now = {**data, "log": new} if isinstance(data, dict) and "log" in data else data
        now = {**now, "lines": []} if isinstance(now, dict) and "mark" in now else now
        words = list(texts(now))
        found = [f"{title} is named" for title in self._objectives(s) if any(title in text for text in words)]
        for name in self._never(s):
            found += [f"{name} is named" for text in new if re.search(rf"(?<!Light ){re.escape(name)}\b", text)]
        return found

    def _objectives(self, s: Theatre) -> set[str]:
        cards = {card for side in SIDES if side != self.seat for card in s.objectives[side] if card not in s.seen[side]}
        return {self.kit.objectives[card].title for card in cards}

    def _never(self, s: Theatre) -> set[str]:
        """Names of foreign counters that this seat could only have by a leak."""
        kit, names = self.kit, set[str]()
        for side in SIDES:
            if side == self.seat:
                continue
            units = [t for t in kit.units_of[side] if s.at[t] != RESERVES]
            open_kinds = {s.kind[t] for t in kit.units_of[side] if s.at[t] == RESERVES or told(self.seat, s.known[t])}
            names |= {kit.kinds[s.kind[t]].name for t in units if s.kind[t] not in open_kinds and not kit.is_hq[t]}
            boxed = {s.box[t] for t in units}
            hqs = [t for t in kit.hqs_of[side] if s.at[t] != RESERVES and not told(self.seat, s.known[t])]
            names |= {kit.front_names[s.front[t]] for t in hqs if s.front[t] not in boxed}
        return names

    # -- all of them together

    def _dealt(self, s: Theatre, reply: Reply, revision: int) -> list[str]:
        """What a world would have told in which all that this seat does not know is otherwise."""
        game, seat, data = self.truth.g.game, self.seat, reply.data
        worlds = (game.determinise(s, seat, f"overheard {revision} {n}".encode()) for n in range(WORLDS))
        world = max(worlds, key=lambda dealt: len(differences(s, dealt)))
        if "/inspect?" in reply.url and isinstance(data, dict) and "facts" in data:
            query = dict(part.split("=") for part in reply.url.partition("?")[2].split("&"))
            facts = game.inspect(world, seat, query["domain"], int(query["value"]))
            return [] if as_json(facts) == data else ["what is inspected depends on what is hidden"]
        if not isinstance(data, dict) or "log" not in data:
            return []
        view = sight.view(game.resume(world), seat, odds="n" not in data)
        if as_json(view) != data["view"]:
            return ["the view depends on what is hidden"]
        self.hidden.update(differences(s, world))
        return []


def differences(s: Theatre, world: Theatre) -> set[str]:
    """In which kinds of secrets two positions differ."""
    kinds = ("kind", "front", "on", "hand", "objectives", "objective_decks", "chaos_deck")
    found = {name for name in kinds if getattr(s, name) != getattr(world, name)}
    for one, other in zip(s.stack, world.stack, strict=True):
        if isinstance(one, Battle) and isinstance(other, Battle):
            found |= {name for name in ("scouts", "sealed") if getattr(one, name) != getattr(other, name)}
    return found


def as_json(value: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


def things(value: Any) -> Iterator[JSON]:
    """Every mapping in a reply."""
    if isinstance(value, dict):
        yield value
        value = list(value.values())
    if isinstance(value, list):
        for part in value:
            yield from things(part)


def texts(value: Any) -> Iterator[str]:
    """Every word that stands in a reply."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for part in value.values() if isinstance(value, dict) else value:
            yield from texts(part)
