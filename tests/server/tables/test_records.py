"""Records in and out of the server: whole for who may know all, a position for the others, and no broken ones."""

from __future__ import annotations

import json

import msgspec
import pytest

from sandtable.kernel.game import Setup, open_game
from sandtable.kernel.records import decode, encode, export, record_of, verify, with_head
from sandtable.kernel.table import Answered, Table, quick_table
from sandtable.players import make_player
from tests.server.serving import JSON, Browser, Server, options_of, problem


def played(game_name: str = "patrols", seats: int = 2, answers: int = 200, seed: int = 3, edition: int = 0) -> Table:
    game = open_game(game_name)
    table = quick_table(game, seed, Setup(seats=seats, edition=edition))
    player = make_player(game, "random", seed)
    for _ in range(answers):
        ask = table.g.ask
        if ask is None:
            break
        table.answer(ask.seats()[0], player(table.g, ask.seats()[0]))
    return table


def open_record(browser: Browser, data: bytes) -> str:
    reply = browser.http.post("/api/records", content=data)
    assert reply.status_code == 201, reply.text
    return str(reply.json()["table"])


@pytest.mark.parametrize(("game", "seats"), [("patrols", 2), ("kandahar", 1)])
def test_an_unfinished_record_is_opened_and_played_on(server: Server, game: str, seats: int) -> None:
    data = encode(record_of(played(game, seats, answers=6)))
    browser = Browser(server)
    table = open_record(browser, data)
    seen = browser.see(table)
    assert seen["mine"] == list(range(seats)) and not seen["over"]
    browser.answer(table, seen["seat"], options_of(seen)[0], ask=seen["ask"])
    if seats == 1:
        kept = browser.http.get(f"/api/tables/{table}/record").content
        assert verify(kept).good
        assert decode(kept).journal[:6] == decode(data).journal


def test_a_finished_record_can_be_watched_from_every_moment(server: Server) -> None:
    original = played()
    assert original.over
    data = encode(record_of(original))
    browser = Browser(server)
    table = open_record(browser, data)
    seen = browser.see(table, seat=-1)
    assert seen["over"] and seen["entries"] == original.revisions[-1] - 1
    views = [browser.get(f"/api/tables/{table}/moments/{n}", seat=-1) for n in range(seen["entries"] + 1)]
    assert views[-1]["view"]["outcome"]["label"] and "outcome" not in views[0]["view"]
    assert browser.http.get(f"/api/tables/{table}/record").content == data, "what went in comes out"
    assert browser.post(f"/api/tables/{table}/verify")["good"]


def test_moments_count_what_a_seat_saw_change_and_nothing_else(server: Server) -> None:
    """A spectator must not be able to count the answers that show outside nothing."""
    original = played("bct", 2, answers=120)
    browser = Browser(server)
    table = open_record(browser, encode(record_of(original)))
    outside, *inside = (browser.see(table, seat=seat)["entries"] for seat in (-1, 0, 1))
    assert [outside, *inside] == [original.revisions[seat] - 1 for seat in (-1, 0, 1)]
    assert outside < max(inside) <= len(original.journal)
    assert browser.get(f"/api/tables/{table}/moments/{outside}", seat=-1)["entries"] == outside
    problem(browser.http.get(f"/api/tables/{table}/moments/{outside + 1}", params={"seat": -1}), 404)


def test_a_position_is_played_on_and_keeps_its_journal(own_server: Server) -> None:
    browser = Browser(own_server)
    table = open_record(browser, encode(export(played(answers=5), 0)))
    for _ in range(8):
        seen = browser.see(table)
        if seen["over"]:
            break
        browser.answer(table, seen["seat"], options_of(seen)[-1], ask=seen["ask"])
    before = browser.see(table)
    own_server.kill()
    own_server.start()
    assert browser.see(table) == before


def test_a_solitaire_record_holds_the_truth_and_a_watcher_gets_none_of_it(server: Server) -> None:
    browser, watcher = Browser(server), Browser(server)
    table = browser.open("kandahar")
    seen = browser.see(table)
    browser.answer(table, 0, options_of(seen)[0], ask=seen["ask"])
    watcher.post("/api" + browser.post(f"/api/tables/{table}/watch")["url"])
    mine = browser.http.get(f"/api/tables/{table}/record")
    theirs = watcher.http.get(f"/api/tables/{table}/record").json()
    assert len(mine.json()["journal"]) == 1 and verify(mine.content).good
    assert theirs["journal"] == [] and theirs["key"] != mine.json()["key"]
    assert mine.headers["content-disposition"].startswith('attachment; filename="kandahar-record-')
    assert browser.post(f"/api/tables/{table}/verify")["good"]
    assert problem(watcher.http.post(f"/api/tables/{table}/verify"), 409)["error"] == "not-yet"


# ---- broken ones ----------------------------------------------------------------------------------


def altered(change: dict[str, object], seats: int = 2, position: bool = False) -> bytes:
    """A record whose fields were changed and whose digest was made to fit again."""
    table = played(seats=seats, answers=5)
    record = export(table, 0) if position else record_of(table)
    for name, value in change.items():
        setattr(record, name, value)
    return encode(record)


def bad_position(change: JSON) -> bytes:
    record = export(played(answers=5), 0)
    state = json.loads(bytes(record.position))
    state.update(change)
    record.position = msgspec.Raw(json.dumps(state).encode())
    return encode(record)


def cheated() -> bytes:
    """A record in which somebody steps across the whole island."""
    record = record_of(played(answers=5))
    for entry in record.journal:
        if isinstance(entry, Answered) and str(entry.options[0][0]) in ("go", "order", "halt"):
            entry.options[0] = ("step", 0, 6)
            break
    return encode(record)


BROKEN: dict[str, tuple[bytes, str]] = {
    "empty": (b"", "not a record"),
    "not json": (b"PK\x03\x04 a zip file", "not a record"),
    "another json": (b'{"hello": 1}', "does not say so"),
    "an array": (b"[1, 2]", "does not say so"),
    "nested": (b"[" * 100_000, "nested too deeply"),
    "cut short": (encode(record_of(played()))[:-40], "not a record"),
    "one byte changed": (encode(record_of(played())).replace(b'"seats": 2', b'"seats": 1'), "altered"),
    "newer": (encode(record_of(played())).replace(b'"version": 4', b'"version": 9'), "version 9"),
    "unknown game": (altered({"game": "chess"}), "no game 'chess'"),
    "other content": (altered({"content": "0" * 64}), "other content"),
    "illegal answer": (cheated(), "entry 1 of the journal does not replay"),
    "bad overlay": (altered({"overlays": [{"men": {"scout": {"reach": "far"}}}]}), "cannot be opened"),
    "no key": (altered({"key": ""}), "holds no key"),
    "key of letters": (altered({"key": "zz"}), "hexadecimal"),
    "no commitment": (altered({"commitment": "x" * 500}), "not a digest"),
    "no such scenario": (altered({"scenario": "moon"}), "moon"),
    "many seats": (altered({"seats": 40}), "40"),
    "position of text": (altered({"position": msgspec.Raw(b'"here"')}, position=True), "position"),
    "position without fields": (altered({"position": msgspec.Raw(b"{}")}, position=True), "position"),
    "position of no known men": (bad_position({"kind": [9, 9, 9, 9], "known": [3, 3, 3, 3]}), "position"),
    "position of fewer seats": (bad_position({"seats": 1}), "seats"),
    "position of no frame": (bad_position({"stack": []}), "position"),
    "position of strange frames": (bad_position({"stack": [{"frame": "moon", "step": ""}]}), "position"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_record_is_refused_with_what_is_wrong(server: Server, name: str) -> None:
    data, expected = BROKEN[name]
    browser = Browser(server)
    said = problem(browser.http.post("/api/records", content=data), 400)
    assert said["error"] == "bad-record"
    assert said["text"].startswith("This record cannot be opened: ") and expected in said["text"], said["text"]
    assert browser.get("/api/tables") == []


def unsound_position() -> bytes:
    """A shared position as one that was kept under a rule since put right: a man stands where nobody has trodden."""
    shared = export(played(answers=6))
    position = msgspec.json.decode(bytes(shared.position))
    position["trodden"] = 0
    return encode(with_head(msgspec.structs.replace(shared, position=msgspec.Raw(json.dumps(position).encode()))))


def test_a_position_that_the_rules_of_today_would_not_leave_opens_and_says_so(server: Server) -> None:
    owner = Browser(server)
    table = open_record(owner, unsound_position())
    said = "This table began from a position that is against the rules of today: Man 1 stands where nobody has trodden."
    assert said in owner.see(table)["notes"]
    assert any("against the rules of today: Man 1" in note for note in verify(unsound_position()).notes)
