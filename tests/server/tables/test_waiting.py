"""Tables that wait for their players: nothing is dealt before all seats are taken and all have salted the dice."""

from __future__ import annotations

import asyncio
import random
import re
import sqlite3
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import TypeVar

import pytest

from sandtable.kernel import records
from sandtable.kernel.chain import links as chain_links
from sandtable.kernel.chain import short_head
from sandtable.kernel.chance import dice_key, seed_key
from sandtable.kernel.game import open_game
from sandtable.kernel.records import host_key, record_of, replay
from sandtable.kernel.records.form import beginning
from sandtable.kernel.table import Table
from sandtable.server.settings import database_url
from sandtable.server.store import rows
from sandtable.server.store.notes import SEEDED
from sandtable.server.store.rows import hashed
from sandtable.server.store.storage import Storage, Whole
from sandtable.server.tables import dealing
from tests.server.http.test_live import live, news
from tests.server.serving import JSON, Browser, Server, options_of, problem
from tests.server.tables.test_secrets_of_any_game import FOR_TWO, Party, same
from tests.server.twins import _changed, gets

SEED = "waiting"
DOORS = ("?", "/boards?", "/record?", "/seats?", "/moments/0?", "/inspect?domain=space&value=1&")
T = TypeVar("T")


@pytest.fixture(scope="module")
def seeded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("seeded")
    running = Server(str(folder / "tables.db"), folder / "log", SANDTABLE_SEED=SEED)
    yield running
    said = running.stop()
    assert "Traceback" not in said and "ERROR" not in said, said


def stored(server: Server, work: Callable[[Storage], Awaitable[T]]) -> T:
    """What somebody does who has the database before him."""

    async def working() -> T:
        storage = Storage(database_url(server.database))
        await storage.open()
        try:
            return await work(storage)
        finally:
            await storage.close()

    return asyncio.run(working())


def whole(server: Server, table: str) -> Whole:
    found = stored(server, lambda storage: storage.whole(table))
    assert found is not None
    return found


def told_while_waiting(browser: Browser, table: str) -> list[str]:
    """Every answer of the server to a guest at a table that is not dealt."""
    http, at = browser.http, f"/api/tables/{table}"
    replies = [http.get(f"{at}{door}seat={seat}") for door in DOORS for seat in (-1, 0)]
    posts: list[tuple[str, JSON]] = [
        ("answers", {"seat": 0, "ask": "1.0", "options": [["go"]]}),
        ("undo", {"seat": 0}),
        ("yield", {"seat": 0, "ask": "1.0"}),
        ("why-not", {"seat": 0, "option": ["go"]}),
        ("preview", {"seat": 0, "ask": "1.0", "options": [["go"]]}),
        ("what-if", {"seat": 0}),
        ("verify", {}),
        ("seats/0/hand-over", {"player": "random"}),
    ]
    replies += [http.post(f"{at}/{path}", json=body) for path, body in posts]
    for reply in replies:
        assert reply.json()["error"] in ("waiting", "not-yours"), reply.text
    replies += [http.get(f"{at}/room"), http.get("/api/tables")]
    promise = http.get(f"{at}/room").json()["commitment"]
    texts = [reply.text.replace(table, "TABLE").replace(promise, "PROMISE") for reply in replies]
    return [re.sub(r'"updated":"[^"]*"', "", text) for text in texts]


# ---- before ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", FOR_TWO)
def test_nothing_is_dealt_and_nothing_is_seen_while_somebody_is_awaited(server: Server, game: str) -> None:
    """Tables of different keys look the same to who made them and to who watches."""
    told = []
    for _ in range(2):
        maker, watcher = Browser(server), Browser(server)
        table, links = maker.share(game)
        assert list(links) == [1] and links[1].startswith("/join/")
        watcher.post(f"/api{maker.post(f'/api/tables/{table}/watch')['url']}")
        told.append((told_while_waiting(maker, table), told_while_waiting(watcher, table)))
        found = whole(server, table)
        assert not found.kept.dealt and found.kept.opening == [] and found.kept.salts == []
        assert found.kept.standing.asked == [] and found.kept.position == ""
    assert told[0] == told[1]


def test_the_room_says_who_is_awaited(server: Server) -> None:
    maker = Browser(server)
    table, _ = maker.share(name="for a friend")
    room = maker.get(f"/api/tables/{table}/room")
    assert [(seat["name"], seat["holder"]) for seat in room["seats"]] == [("Red", "you"), ("Blue", "open")]
    assert not room["dealt"] and room["owner"] and re.fullmatch("[0-9a-f]{64}", room["commitment"])
    assert room["name"] == "for a friend" and room["notes"] == []
    said = maker.refused(409, f"/api/tables/{table}")
    assert said["text"] == "The table waits for Blue: nothing is dealt before all seats are taken."
    (card,) = maker.get("/api/tables")
    assert not card["dealt"] and not card["waiting"]
    Browser(server).refused(404, f"/api/tables/{table}/room")


def test_whoever_waits_hears_when_it_begins(server: Server) -> None:
    maker, watcher, friend = (Browser(server) for _ in range(3))
    table, links = maker.share()
    watcher.post(f"/api{maker.post(f'/api/tables/{table}/watch')['url']}")
    with live(server, maker, table) as mine, live(server, watcher, table) as theirs:
        assert news(mine)["revision"] == news(theirs)["revision"] == -1
        friend.join(links[1])
        assert news(mine)["revision"] == news(theirs)["revision"] == 1
    assert maker.see(table)["seat"] == 0 and watcher.see(table)["seat"] == -1


@pytest.mark.parametrize(
    ("wish", "why"),
    [
        ({"open": [2]}, "no seat 2"),
        ({"open": [0, 1]}, "keep one of the seats"),
        ({"players": {"1": "random"}}, "a computer's and open"),
        ({"take_backs": True}, "nobody can be invited"),
        ({"salt": ""}, "adds a salt"),
        ({"salt": "two\nlines"}, "one line"),
    ],
)
def test_a_table_that_cannot_wait_so(server: Server, wish: JSON, why: str) -> None:
    body = {"game": "patrols", "seats": 2, "open": [1], "salt": "mine"} | wish
    assert why in Browser(server).refused(400, "/api/tables", body)["text"]


def test_who_made_the_table_gives_an_open_seat_to_a_computer_or_takes_it(server: Server) -> None:
    for player, holder in (("random", "computer"), ("", "you")):
        maker, late = Browser(server), Browser(server)
        table, links = maker.share()
        problem(late.http.post(f"/api/tables/{table}/seats/1/fill", json={}), 404)
        assert "no player" in maker.refused(400, f"/api/tables/{table}/seats/1/fill", {"player": "nobody"})["text"]
        room = maker.post(f"/api/tables/{table}/seats/1/fill", {"player": player})
        assert room["dealt"] and room["seats"][1]["holder"] == holder
        assert maker.see(table)["seats"][1] == {"seat": 1, "name": "Blue", "holder": holder, "player": player}
        assert whole(server, table).kept.salts == ["of who made it"]
        assert problem(late.http.post(f"/api{links[1]}", json={"salt": "late"}), 404)["error"] == "no-such"
        maker.refused(409, f"/api/tables/{table}/seats/1/fill", {})


def test_only_who_made_the_table_decides_about_its_open_seats(server: Server) -> None:
    maker, watcher = Browser(server), Browser(server)
    table, links = maker.share()
    watcher.post(f"/api{maker.post(f'/api/tables/{table}/watch')['url']}")
    watcher.refused(403, f"/api/tables/{table}/seats/1/fill", {})
    watcher.refused(403, f"/api/tables/{table}/invitations", {"seat": 1})
    maker.refused(409, f"/api/tables/{table}/invitations", {"seat": 0})
    again = maker.post(f"/api/tables/{table}/invitations", {"seat": 1})["url"]
    assert Browser(server).join(again)["seat"] == 1, "a new link is as good as the first"
    assert problem(watcher.http.post(f"/api{links[1]}", json={"salt": "late"}), 404)


# ---- the invitation -------------------------------------------------------------------------------


def test_an_invitation_tells_what_it_is_before_anybody_sits_down(server: Server) -> None:
    maker, friend = Browser(server), Browser(server)
    table, links = maker.share()
    offered = friend.get(f"/api{links[1]}")
    promised = maker.get(f"/api/tables/{table}/room")["commitment"]
    assert offered["title"] == "Patrols" and offered["seat_name"] == "Blue" and offered["salted"]
    assert offered["commitment"] == promised and offered["notes"] == [] and not offered["dealt"]
    assert not friend.http.cookies and not whole(server, table).kept.dealt, "a look takes no seat"
    assert "adds a salt" in problem(friend.http.post(f"/api{links[1]}", json={}), 400)["text"]
    assert not whole(server, table).kept.dealt
    friend.join(links[1])
    assert friend.see(table)["commitment"] == promised
    problem(Browser(server).http.get(f"/api{links[1]}"), 404)
    problem(friend.http.get("/api/join/nothing"), 404)
    problem(friend.http.get(f"/api/watch/{links[1].removeprefix('/join/')}"), 404)


# ---- the dealing ----------------------------------------------------------------------------------


def opening_with(server: Server, salt: str) -> tuple[list[str], object]:
    maker, friend = Browser(server), Browser(server)
    table, links = maker.share("bct")
    friend.join(links[1], salt)
    kept = whole(server, table).kept
    assert kept.dealt
    return kept.salts, kept.opening


def test_each_salt_changes_what_is_dealt(seeded: Server) -> None:
    salts, one = opening_with(seeded, "one")
    assert salts == ["of who made it", "one"]
    assert opening_with(seeded, "one") == (salts, one)
    assert opening_with(seeded, "another")[1] != one


def test_salts_stand_in_the_order_of_the_seats(server: Server) -> None:
    maker, friend = Browser(server), Browser(server)
    table, links = maker.share(open=[0])
    friend.join(links[0], "first seat")
    kept = whole(server, table).kept
    assert kept.salts == ["first seat", "of who made it"]
    state = replay(rows.record_from(kept)).g.s
    assert state.key == dice_key(bytes.fromhex(kept.host_key), kept.salts)


def test_a_game_of_two_people_verifies_with_their_salts(server: Server) -> None:
    maker, friend = Browser(server), Browser(server)
    table, links = maker.share()
    friend.join(links[1], "my very own")
    players = {0: maker, 1: friend}
    for _ in range(200):
        seen = maker.see(table)
        if seen["over"]:
            break
        seat = seen["view"]["ask"]["seats"][0]
        mine = players[seat].see(table)
        players[seat].answer(table, seat, options_of(mine)[-1], ask=mine["ask"])
    assert friend.post(f"/api/tables/{table}/verify")["good"]
    data = friend.http.get(f"/api/tables/{table}/record").content
    record = records.decode(data)
    assert record.salts == ["of who made it", "my very own"] and record.commitment == seen["commitment"]
    assert records.verify(data).good
    altered = []
    for number in range(20):  # a mine in one of few places may fall the same way with another salt, not with all
        record.salts[1] = f"somebody else's {number}"
        altered.append(records.verify(records.encode(record)).good)
    assert not all(altered)


def test_a_dealing_that_was_lost_is_made_up_for_once_and_the_same(own_server: Server) -> None:
    """The seat was taken, then the power went: whoever looks next finds the table dealt as it would have been."""
    maker, friend = Browser(own_server), Browser(own_server)
    table, links = maker.share("bct")
    token = hashed(links[1].removeprefix("/join/"))
    friend.open()
    guest = hashed(friend.http.cookies["sandtable_guest"])
    own_server.kill()
    assert stored(own_server, lambda storage: storage.take_seat(token, guest, "theirs")) is not None
    before = whole(own_server, table)
    due = dealing.deal(before.kept, before.holders)
    assert not before.kept.dealt and due.opening
    own_server.start()
    seen = maker.see(table)
    after = whole(own_server, table).kept
    assert after.dealt and (after.opening, after.salts) == (due.opening, ["of who made it", "theirs"])
    own_server.kill()
    own_server.start()
    again = friend.see(table)
    assert again["seat"] == 1 and whole(own_server, table).kept == after
    assert maker.see(table)["view"] == seen["view"]


def test_many_at_once_have_it_dealt_once(own_server: Server) -> None:
    maker, friend = Browser(own_server), Browser(own_server)
    table, links = maker.share("bct")

    def look(path: str) -> int:
        return maker.http.get(f"/api/tables/{table}{path}").status_code

    with ThreadPoolExecutor(12) as pool:
        looks = [pool.submit(look, path) for _ in range(10) for path in ("", "/room", "/seats")]
        joined = pool.submit(friend.join, links[1])
        looks += [pool.submit(look, path) for _ in range(10) for path in ("", "/room", "/seats")]
        assert {each.result() for each in looks} <= {200, 409} and joined.result()["seat"] == 1
    found = whole(own_server, table)
    assert found.kept.opening == dealing.deal(found.kept, found.holders).opening


# ---- the first hand -------------------------------------------------------------------------------


class Sitting(Party):
    """A table that people came to, as they came to it."""

    def __init__(self, server: Server, game: str, table: str, *browsers: Browser) -> None:
        self.server, self.game, self.table = server, open_game(game), table
        self.browsers = dict(enumerate(browsers))


def others(table: Table, seat: int) -> list[Table]:
    """Tables at which something else was dealt of which this seat sees nothing; first where the other seat does."""
    changed = [
        other for _, other in _changed([table], 0, seat, random.Random(1)) if gets(other, seat) == gets(table, seat)
    ]
    return sorted(changed, key=lambda other: gets(other, 1 - seat) == gets(table, 1 - seat))


@pytest.mark.parametrize("maker_sits", [0, 1], ids=["first", "second"])
@pytest.mark.parametrize("game", FOR_TWO)
def test_who_opens_a_table_gets_no_byte_of_the_other_seats_first_hand(
    seeded: Server, game: str, maker_sits: int
) -> None:
    maker, friend = Browser(seeded), Browser(seeded)
    table, links = maker.share(game, open=[1 - maker_sits])
    told_while_waiting(maker, table)
    friend.join(links[1 - maker_sits])
    friend.see(table)
    browsers = (maker, friend) if maker_sits == 0 else (friend, maker)
    here = Sitting(seeded, game, table, *browsers)
    true = replay(rows.record_from(whole(seeded, table).kept))
    other = others(true, maker_sits)[0]
    if game == "bct" and maker_sits == 0:
        assert gets(other, 1) != gets(true, 1), "the twin holds another hand"
    there = Party(seeded, game, record_of(other), maker_sits)
    stored(seeded, lambda storage: storage.note(there.table, SEEDED))
    there.browsers[1 - maker_sits].see(there.table)
    same(here.everything(maker_sits), there.everything(maker_sits), "after the friend has come")
    for path in ("", "/moments/0", "/record"):
        reply = maker.http.get(f"/api/tables/{table}{path}", params={"seat": 1 - maker_sits})
        assert problem(reply, 403)["error"] == "not-yours"
    assert seed_key(SEED).hex() not in "".join(here.everything(maker_sits))


# ---- the head -------------------------------------------------------------------------------------


def test_each_seat_may_note_the_head_of_what_it_has_seen(server: Server) -> None:
    """A record through which those heads did not pass is of another game."""
    maker, friend = Browser(server), Browser(server)
    table, links = maker.share()
    friend.join(links[1])
    noted = {maker.see(table)["head"], friend.see(table)["head"]}
    assert len(noted) == 1, "both have seen the opening, and nothing else"
    before = friend.see(table)
    maker.answer(table, 0, ["order", 0])
    after = friend.see(table)
    assert (after["head"] != before["head"]) == (after["revision"] != before["revision"])
    friend.answer(table, 1, ["order", 1])
    noted |= {maker.see(table)["head"], friend.see(table)["head"]}
    found = whole(server, table)
    record = rows.record_from(found.kept, found.journal)
    passed = {short_head(link) for link in chain_links(host_key(record), beginning(record), record.journal)}
    assert len(noted) > 1 and noted <= passed


def test_a_table_whose_game_is_gone_says_so_while_it_waits(own_server: Server) -> None:
    """No look at it is a fault of the server, and who made it may delete it."""
    maker = Browser(own_server)
    table, links = maker.share()
    with closing(sqlite3.connect(own_server.database)) as db:
        db.execute("UPDATE tables SET game = 'nothing-like-it'")
        db.commit()
    for path in (f"/api/tables/{table}", f"/api/tables/{table}/room", f"/api{links[1]}"):
        assert "There is no game 'nothing-like-it'" in maker.refused(409, path)["text"]
    assert "There is no game" in problem(maker.http.post(f"/api{links[1]}", json={"salt": "mine"}), 409)["text"]
    assert maker.http.delete(f"/api/tables/{table}").status_code == 204
