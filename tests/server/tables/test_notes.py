"""What everybody at a table must know: whether its key may be known, and which seat changed hands. For ever."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from sandtable.kernel.records import encode, record_of
from sandtable.server.settings import database_url
from sandtable.server.store import backups
from sandtable.server.store.storage import Storage
from tests.server.http.test_live import live, news
from tests.server.serving import Browser, Server, problem
from tests.server.store.test_upgrading import ME, OldDatabase
from tests.server.tables.test_records import played

RECORD = "This table was opened from a record."
SEED = "This server throws its dice from a seed"
WHAT_IF = "This table is a what-if"
TAKEN = "A record with the key was taken from this table"
HANDS = "Blue changed hands in play."


def imported(browser: Browser) -> str:
    data = encode(record_of(played(answers=4)))
    reply = browser.http.post("/api/records", content=data, headers={"Content-Type": "application/json"})
    return str(reply.json()["table"])


def begins(notes: list[str], *words: str) -> bool:
    return len(notes) == len(words) and all(note.startswith(word) for note, word in zip(notes, words, strict=True))


def test_a_table_from_a_record_says_so_to_everybody_for_ever(own_server: Server) -> None:
    red, blue, watcher = (Browser(own_server) for _ in range(3))
    table = imported(red)
    join = red.post(f"/api/tables/{table}/invitations", {"seat": 1})["url"]
    watch = red.post(f"/api/tables/{table}/watch")["url"]
    offered = blue.get(f"/api{join}")
    assert begins(offered["notes"], RECORD, "Who invites you holds Blue until you sit down"), "told before joining"
    assert not offered["salted"], "its dice have begun to fall"
    assert begins(watcher.get(f"/api{watch}")["notes"], RECORD)
    blue.join(join)
    watcher.post(f"/api{watch}")
    own_server.kill()
    own_server.start()
    for browser in (red, blue, watcher):
        assert begins(browser.see(table)["notes"], RECORD, HANDS)


def test_a_table_whose_record_was_taken_with_the_key_says_so(server: Server) -> None:
    """Who plays alone may take the whole truth; nobody else must sit down there unwarned."""
    red, blue = Browser(server), Browser(server)
    table = red.open(seats=1)
    assert red.see(table)["notes"] == []
    join = red.post(f"/api/tables/{table}/invitations", {"seat": 0})["url"]
    assert red.http.get(f"/api/tables/{table}/record").json()["key"]
    assert begins(blue.get(f"/api{join}")["notes"], TAKEN, "Who invites you holds Red")
    blue.join(join)
    assert begins(blue.see(table)["notes"], TAKEN, "Red changed hands")


def test_a_server_with_a_seed_and_a_what_if_say_so(tmp_path: Path) -> None:
    server = Server(str(tmp_path / "tables.db"), tmp_path / "log", SANDTABLE_SEED="known")
    red, blue = Browser(server), Browser(server)
    table, links = red.share()
    assert begins(blue.get(f"/api{links[1]}")["notes"], SEED)
    assert begins(red.get(f"/api/tables/{table}/room")["notes"], SEED)
    blue.join(links[1])
    assert begins(blue.see(table)["notes"], SEED)
    branch = blue.post(f"/api/tables/{table}/what-if", {"seat": 1})["table"]
    assert begins(blue.see(branch)["notes"], WHAT_IF)
    server.stop()


def test_notes_come_back_from_a_backup(server: Server, tmp_path: Path) -> None:
    red = Browser(server)
    known, waiting = imported(red), red.share()[0]

    async def copy() -> None:
        one, other = Storage(database_url(server.database)), Storage(database_url(str(tmp_path / "copy.db")))
        await one.open()
        await other.open()
        await backups.back_up(one, tmp_path / "backup")
        await backups.restore(other, tmp_path / "backup")
        for table in (known, waiting):
            assert await other.whole(table) == await one.whole(table)
        kept = await other.whole(waiting)
        assert kept is not None and not kept.kept.dealt and kept.holders[0].salt and backups.verify(kept).good
        await one.close()
        await other.close()

    asyncio.run(copy())


def test_an_old_database_says_what_can_be_told_of_its_tables(tmp_path: Path) -> None:
    file = tmp_path / "old.db"
    made = OldDatabase(str(file))
    with closing(made.db):
        for name in ("whole", "position", "branch"):
            made.seat_a_game(name, played(answers=2))
        made.db.execute("UPDATE tables SET position = 'null' WHERE id <> 'whole'")
        made.db.execute("UPDATE tables SET scratch_of = 'whole' WHERE id = 'branch'")
        made.db.commit()

    async def opened() -> None:
        storage = Storage(database_url(str(file)))
        await storage.open()
        await storage.close()

    asyncio.run(opened())
    with closing(sqlite3.connect(file)) as db:
        found = dict(db.execute("SELECT id, notes FROM tables WHERE dealt").fetchall())
        salts = db.execute("SELECT DISTINCT salt FROM holders WHERE guest = ?", (ME,)).fetchall()
    assert found == {"whole": "[]", "position": '["imported"]', "branch": '["what-if"]'}
    assert salts == [("",)]


# ---- a seat that was given away -------------------------------------------------------------------


def test_a_seat_given_away_shows_its_giver_nothing_of_its_future(server: Server) -> None:
    red, blue = Browser(server), Browser(server)
    table = red.open(seats=2)
    at = f"/api/tables/{table}"
    held = red.see(table, seat=1)
    with live(server, red, table, seat=1) as socket:
        news(socket)
        blue.join(red.post(f"{at}/invitations", {"seat": 1})["url"])
        with pytest.raises(ConnectionClosed) as closed:
            socket.recv(timeout=10)
    assert closed.value.rcvd is not None and closed.value.rcvd.code == 4403
    for browser in (red, blue):
        assert begins(browser.see(table)["notes"], HANDS)
    red.answer(table, 0, ["order", 0])
    blue.answer(table, 1, ["order", 2])
    seen = blue.see(table)
    body = {"seat": 1, "ask": seen["ask"]}
    for path in ("?", "/moments/0?", "/moments/1?", "/record?", "/inspect?domain=card&value=2&"):
        assert problem(red.http.get(f"{at}{path}seat=1"), 403)["error"] == "not-yours", path
    for path, more in (
        ("answers", {"options": [["go"]]}),
        ("preview", {"options": [["go"]]}),
        ("yield", {}),
    ):
        assert red.refused(403, f"{at}/{path}", body | more)["error"] == "not-yours"
    for path, wish in (
        ("undo", {"seat": 1, "ask": held["ask"]}),
        ("why-not", {"seat": 1, "option": ["go"]}),
        ("what-if", {"seat": 1}),
        ("what-if", {"seat": 1, "at": 0}),
        ("invitations", {"seat": 1}),
        ("seats/1/hand-over", {"player": "random"}),
    ):
        problem(red.http.post(f"{at}/{path}", json=wish), 409 if "hand-over" in path else 403)
    assert red.http.get(f"{at}/record").json()["journal"] == [], "of a game in play there is only a position"
    with pytest.raises(InvalidStatus, match="403"):
        live(server, red, table, seat=1)
    (card,) = red.get("/api/tables")
    assert card["seats"] == [0]


def test_a_what_if_from_before_does_not_follow_the_seat(server: Server) -> None:
    """Who branched off while the seat was his has a table of his own, in which nothing of the other's play arrives."""
    red, blue = Browser(server), Browser(server)
    table = red.open(seats=2)
    branch = red.post(f"/api/tables/{table}/what-if", {"seat": 1})["table"]
    before = [red.see(branch, seat=seat) for seat in (0, 1)]
    blue.join(red.post(f"/api/tables/{table}/invitations", {"seat": 1})["url"])
    red.answer(table, 0, ["order", 0])
    blue.answer(table, 1, ["order", 2])
    assert [red.see(branch, seat=seat) for seat in (0, 1)] == before
