"""What a seat may not know never reaches its browser: tables that differ in secrets only look the same, to the byte."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest

from sandtable.kernel import sight
from sandtable.kernel.chance import seed_key
from sandtable.kernel.game import Setup, open_game
from sandtable.kernel.table import Table
from tests.server.serving import Browser, Server

SEED = "secrets"
HEAD = re.compile(r'"head":"[0-9a-f ]*"')
"""It covers what is hidden, too; nobody reads anything off it who has not the key."""


@pytest.fixture(scope="module")
def seeded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("seeded")
    running = Server(str(folder / "tables.db"), folder / "log", SANDTABLE_SEED=SEED)
    yield running
    running.stop()


def salts_with_different_mines() -> tuple[str, str]:
    """Two salts that differ for Red in nothing but where the mine lies."""
    game = open_game("patrols")
    mines: dict[bytes, dict[int, str]] = {}
    for number in range(200):
        table = Table(game, Setup(seats=2), seed_key(SEED), [f"salt {number}"])
        alike = mines.setdefault(sight.view_bytes(table.g, 0), {})
        alike.setdefault(table.g.s.mine, f"salt {number}")
        if len(alike) > 1:
            first, second = alike.values()
            return first, second
    raise AssertionError("no two tables differ in the mine alone")


def table_with(server: Server, salt: str, blue_order: int) -> tuple[Browser, Browser, str]:
    red, blue = Browser(server), Browser(server)
    table = red.open(seats=2, salt=salt)
    blue.join(red.post(f"/api/tables/{table}/invitations", {"seat": 1})["url"])
    red.answer(table, 0, ["order", 0])
    blue.answer(table, 1, ["order", blue_order])
    red.answer(table, 0, ["go"])
    red.answer(table, 0, ["hand", 1])
    return red, blue, table


def all_that_can_be_had(browser: Browser, table: str, seat: int) -> str:
    """Every answer the server gives to one guest about one table, refusals included."""
    http, at = browser.http, f"/api/tables/{table}"
    seen = browser.see(table)
    gathered = [http.get(at).text, http.get(at, params={"seat": -1}).text, http.get("/api/tables").text]
    gathered += [http.get(f"{at}/moments/{n}").text for n in range(seen["entries"] + 2)]
    gathered += [http.get(f"{at}/record").text, http.get(f"{at}/boards").text, http.post(f"{at}/verify").text]
    for domain, most in (("space", 8), ("token", 5), ("order", 4), ("card", 2)):
        gathered += [http.get(f"{at}/inspect", params={"domain": domain, "value": v}).text for v in range(-1, most)]
    tries = [["step", man, space] for man in range(5) for space in range(8)]
    tries += [["order", 0], ["fire"], ["fall-back"], ["hand", 2], ["halt"], ["go"], ["nonsense", 1], ["step"]]
    for option in tries:
        gathered.append(http.post(f"{at}/why-not", json={"seat": seat, "option": option}).text)
    wrong = {"seat": seat, "ask": seen["ask"]}
    gathered += [
        http.post(f"{at}/answers", json=wrong | {"options": [["step", 2, 3]]}).text,
        http.post(f"{at}/answers", json=wrong | {"options": [["halt"], ["step", 0, 6]]}).text,
        http.post(f"{at}/answers", json=wrong | {"options": [["go"]], "ask": "99.99"}).text,
        http.post(f"{at}/answers", json=wrong | {"options": [["go"]], "seat": 1 - seat}).text,
    ]
    branch = http.post(f"{at}/what-if", json={"seat": seat}).json()["table"]
    gathered += [http.get(f"/api/tables/{branch}", params={"seat": each}).text for each in (0, 1, -1)]
    gathered += [http.get(f"/api/tables/{branch}/record").text]
    text = HEAD.sub("", "\n".join(gathered)).replace(branch, "BRANCH").replace(table, "TABLE")
    return text.replace(branch[:6], "BRANCH").replace(table[:6], "TABLE")


def without_times(text: str) -> str:
    """The lists of tables tell when; that is no secret and differs from run to run."""
    kept = []
    for line in text.splitlines():
        if line.startswith("[{"):
            cards = json.loads(line)
            for card in cards:
                card.pop("updated")
            line = json.dumps(cards)
        kept.append(line)
    return "\n".join(kept)


def test_another_seats_order_reaches_nobody(seeded: Server) -> None:
    seen = []
    for order in (1, 2):
        red, _, table = table_with(seeded, "the same", order)
        seen.append(without_times(all_that_can_be_had(red, table, 0)))
    assert seen[0] == seen[1]


def test_where_the_mine_lies_reaches_nobody(seeded: Server) -> None:
    seen = []
    for salt in salts_with_different_mines():
        red, _, table = table_with(seeded, salt, 1)
        seen.append(without_times(all_that_can_be_had(red, table, 0)))
    assert seen[0] == seen[1]


def test_the_comparison_itself_finds_a_difference(seeded: Server) -> None:
    """If the tables differ in something that Red may see, so do the texts."""
    seen = []
    for man in (0, 1):
        red, blue = Browser(seeded), Browser(seeded)
        table = red.open(seats=2)
        blue.join(red.post(f"/api/tables/{table}/invitations", {"seat": 1})["url"])
        red.answer(table, 0, ["order", 0])
        blue.answer(table, 1, ["order", 1])
        red.answer(table, 0, ["go"])
        if man:
            red.answer(table, 0, ["hand", man])
        seen.append(without_times(all_that_can_be_had(red, table, 0)))
    assert seen[0] != seen[1]


def test_a_live_table_hands_out_no_key_and_no_journal(seeded: Server) -> None:
    red, _, table = table_with(seeded, "the same", 1)
    record = red.http.get(f"/api/tables/{table}/record").json()
    assert record["journal"] == [] and record["position"] is not None
    assert record["key"] != seed_key(SEED).hex()
    said = red.http.post(f"/api/tables/{table}/verify")
    assert said.status_code == 409 and said.json()["error"] == "not-yet"
