"""A broken game of somebody else's: the shelf says so, the tables of others go on, and a table of it stays listed."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from tests.server.serving import Browser, Server, problem
from tests.wrecks import WHY, wreck


def test_the_shelf_and_the_tables_of_others_go_on(tmp_path: Path) -> None:
    environment = wreck(tmp_path / "site")
    database = tmp_path / "tables.db"
    server = Server(f"sqlite:///{database}", tmp_path / "log", **environment)
    try:
        guest = Browser(server)
        shelf = {card["id"]: card for card in guest.get("/api/games")}
        assert {name for name, card in shelf.items() if not card["broken"]} == {
            "bct",
            "commandos",
            "invasion",
            "kandahar",
            "patrols",
        }
        for name, why in WHY.items():
            assert why in shelf[name]["broken"]
            assert why in guest.refused(404, f"/api/games/{name}/rules")["text"]
            assert why in guest.refused(400, "/api/tables", {"game": name})["text"]
        table = guest.open("patrols")
        assert guest.see(table)["view"]["ask"]
        orphan, sunk = guest.open("patrols"), guest.open("patrols")
        server.stop()
        with sqlite3.connect(database) as kept:  # as if the game had been there when the table was opened
            kept.execute("UPDATE tables SET game = 'building' WHERE id = ?", (orphan,))
            kept.execute("UPDATE tables SET game = 'atlantis' WHERE id = ?", (sunk,))
        server.start()
        cards = {card["id"]: card for card in guest.get("/api/tables")}
        assert not cards[table]["broken"]
        assert WHY["building"] in cards[orphan]["broken"]
        assert "There is no game 'atlantis'" in cards[sunk]["broken"]
        for lost in (orphan, sunk):
            told = problem(guest.http.get(f"/api/tables/{lost}"), 409)
            assert "cannot be played on with the rules installed here" in told["text"]
    finally:
        server.stop()
