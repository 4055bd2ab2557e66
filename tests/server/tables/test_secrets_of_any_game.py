"""The secrets of every installed game for two, through every door of a real server.

Two tables that differ only in what a seat may not know are played over HTTP, side by side. Whatever the seat's browser
gets, by view, log, past, refusal, error, file, list, what-if, undo or live connection, must be the same to the byte.
(That what a seat is dealt in place of secrets really varies is held by the conformance suite.)
"""

from __future__ import annotations

import asyncio
import itertools
import random
import re
from collections.abc import Iterator
from contextlib import ExitStack
from functools import cache
from typing import Any

import httpx
import pytest
from websockets.sync.client import ClientConnection

from sandtable.kernel.game import games, open_game
from sandtable.kernel.options import SPECTATOR, Seat
from sandtable.kernel.records import Record, replay
from sandtable.kernel.state import knowledge
from sandtable.server.settings import database_url
from sandtable.server.store import rows
from sandtable.server.store.rows import Holder, Own, hashed
from sandtable.server.store.storage import Storage, Whole
from sandtable.server.tables import seeing
from tests.server.http.test_live import live, news
from tests.server.serving import JSON, Browser, Server
from tests.server.twins import Said, Twins, twins

FOR_TWO = [name for name, game in sorted(games().items()) if len(game.meta.seats) > 1]
FOR_ONE = [
    name
    for name, game in sorted(games().items())
    if len(game.meta.seats) == 1 and any(known.kind == "masked" for known in knowledge(game.state).values())
]
"""Games in which something lies face down before the one who plays them."""
LEAST = 6
"""How many answers twins must last to be of use."""
LONGEST = 16
SEEDS = 3
PAIRS = 3
TRIED = 40
"""How many things are looked at, and how many answers are tried."""
HIGHEST = 50
"""Of the numbers of things and spaces that are tried."""
HEAD = re.compile(r'"head":"[0-9a-f ]*"')
"""The head of a journal covers what is hidden, too; nobody reads anything off it who has not the key."""
numbers = itertools.count(1)


@pytest.fixture(scope="module")
def seeded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """What-ifs deal their worlds from its seed, so that those of two tables can be compared."""
    folder = tmp_path_factory.mktemp("seeded")
    running = Server(str(folder / "tables.db"), folder / "log", SANDTABLE_SEED="twins")
    yield running
    said = running.stop()
    assert "Traceback" not in said and "ERROR" not in said, said


class Party:
    """One of the twins on the server: its table, and a browser for each seat and for a spectator."""

    def __init__(self, server: Server, game: str, record: Record, owner: Seat = 0) -> None:
        number = next(numbers)
        self.server = server
        self.game = open_game(game)
        self.table = f"table-of-the-twins-{number:04}"
        tokens = {seat: f"{seat + 1}-guest-{number}-".ljust(43, "x") for seat in (SPECTATOR, *range(record.seats))}
        standing = seeing.standing_of(replay(record))
        own = Own(id=self.table, created=1.0, updated=1.0, turn=standing.turn, asked=standing.asked)
        own.owner = hashed(tokens[owner])
        holders = [Holder(seat, hashed(tokens[seat])) for seat in range(record.seats)]
        kept = rows.kept_from(record, own)
        asyncio.run(put(server.database, Whole(kept, rows.journal_of(record), holders, [hashed(tokens[-1])], [])))
        self.browsers = {seat: Browser(server) for seat in tokens}
        for seat, token in tokens.items():
            self.browsers[seat].http.cookies.set("sandtable_guest", token, domain="localhost.local")

    def say(self, said: Said) -> None:
        seat, parts = said
        self.browsers[seat].answer(self.table, seat, *[list(part) for part in parts])

    def get(self, by: Seat, path: str = "", /, **query: Any) -> str:
        return self._told(self.browsers[by].http.get(f"/api/tables/{self.table}{path}", params=query))

    def post(self, seat: Seat, path: str, body: JSON | None = None) -> str:
        return self._told(self.browsers[seat].http.post(f"/api/tables/{self.table}{path}", json=body or {}))

    def _told(self, reply: httpx.Response) -> str:
        """All of a reply that could tell something, with the table's own name taken out."""
        heads = [reply.headers.get(name, "") for name in ("etag", "content-disposition", "retry-after")]
        told = f"{reply.request.method} {reply.request.url.query!r} {reply.status_code} {heads} {reply.text}"
        told = HEAD.sub("", told)
        return told.replace(self.table, "TABLE").replace(self.table[:6], "TABLE")

    def everything(self, seat: Seat) -> list[str]:
        """Every answer that the server gives to this seat's browser without the table being changed."""
        seen = self.browsers[seat].see(self.table, seat=seat)
        gathered = [self.get(seat, seat=each) for each in (-1, 0, 1)] + [self.get(seat), self.get(seat, log_since=3)]
        gathered += [self.get(seat, "/log", seat=each, contents=True) for each in (-1, 0, 1)]
        gathered += [self.get(seat, "/log", first=2, count=5), self.get(seat, log_since=2, log_last=3)]
        step = max(1, seen["entries"] // 6)
        gathered += [self.get(seat, f"/moments/{n}", seat=seat) for n in range(0, seen["entries"] + 1 + step, step)]
        gathered += [self.get(seat, "/moments/1", seat=each) for each in (-1, 0, 1)]
        gathered += [self.get(seat, path) for path in ("/boards", "/seats", "/charts", "/room", "/ending")]
        if seat == SPECTATOR or len(self.game.meta.seats) > 1:  # alone one may take the truth along
            gathered += [self.get(seat, "/record", seat=each) for each in (-1, 0, 1)] + [self.post(seat, "/verify")]
        listed = self._told(self.browsers[seat].http.get("/api/tables"))
        gathered.append(re.sub(r'"updated":"[^"]*"|"id":"[^"]*"', "", listed))
        return gathered + self._inspected(seat) + self._refused(seat, seen) + self._what_ifs(seat, seen)

    def _inspected(self, seat: Seat) -> list[str]:
        domains = {"space", "token", "card"}.union(*(verb.domains for verb in self.game.verbs.values()))
        things = [(domain, value) for domain in sorted(domains) for value in range(-1, HIGHEST)]
        tried = random.Random(seat).sample(things, TRIED)
        return [self.get(seat, "/inspect", domain=domain, value=value) for domain, value in tried]

    def _refused(self, seat: Seat, seen: JSON) -> list[str]:
        rng = random.Random(seat)
        mine = max(seat, 0)
        tries: list[list[Any]] = [["nonsense"]]
        for word, verb in sorted(self.game.verbs.items()) * (1 + TRIED // len(self.game.verbs)):
            tries.append([word, *(rng.randrange(HIGHEST) for _ in verb.domains)])
        told = [self.post(seat, "/why-not", {"seat": each, "option": tries[-1]}) for each in (0, 1)]
        told += [self.post(seat, "/why-not", {"seat": mine, "option": option}) for option in tries]
        body: JSON = {"seat": mine, "ask": seen["ask"]}
        told += [self.post(seat, "/preview", body | {"options": [option]}) for option in rng.sample(tries, 10)]
        told += [
            self.post(seat, "/answers", body | {"options": [["nonsense"]]}),
            self.post(seat, "/answers", body | {"options": tries[:1], "ask": "99.99"}),
            self.post(seat, "/answers", body | {"options": tries[:1], "seat": 1 - mine}),
            self.post(seat, "/undo", {"seat": mine, "ask": "99.99"}),
            self.post(seat, "/undo", {"seat": 1 - mine}),
            self.post(seat, "/yield", {"seat": mine, "ask": "99.99"}),
        ]
        return told

    def _what_ifs(self, seat: Seat, seen: JSON) -> list[str]:
        told, http = [], self.browsers[seat].http
        for at in (None, 0, seen["entries"] // 2, seen["entries"] + 1):
            reply = http.post(f"/api/tables/{self.table}/what-if", json={"seat": max(seat, 0), "at": at})
            branch = reply.json().get("table", "")
            replies = [reply]
            if branch:
                paths = ("?seat=0", "?seat=1", "?seat=-1", "/record?seat=0")
                replies += [http.get(f"/api/tables/{branch}{path}") for path in paths]
            told += [self._told(each).replace(branch or "-", "BRANCH") for each in replies]
        return [re.sub(r"(position|record)-[\w-]{6}\.json", "FILE", each) for each in told]


async def put(database: str, whole: Whole) -> None:
    storage = Storage(database_url(database))
    await storage.open()
    await storage.add(whole)
    await storage.close()


@cache
def some_twins(game: str, seat: Seat) -> list[Twins]:
    """The twins that last longest, each made by another thing: a deck, a die, another seat's answer."""
    best: dict[str, Twins] = {}
    seeds, pairs = (1, 1) if game in FOR_ONE else (SEEDS, PAIRS)
    for seed in range(seeds):
        for found in twins(open_game(game), seat, f"{game} {seed}", LEAST):
            thing = found.what.partition(" before ")[0]
            if thing not in best or len(found.answers) > len(best[thing].answers):
                best[thing] = found
    return sorted(best.values(), key=lambda found: ("answer of seat" not in found.what, -len(found.answers)))[:pairs]


def same(one: list[str], other: list[str], when: str) -> None:
    assert len(one) == len(other), when
    for here, there in zip(one, other, strict=True):
        assert here == there, f"{when}: the tables can be told apart"


@pytest.mark.parametrize(
    ("game", "seat"),
    [
        *((game, seat) for game in FOR_TWO for seat in (SPECTATOR, 0, 1)),
        *((game, 0) for game in FOR_ONE),
    ],
)
def test_nothing_hidden_reaches_a_browser(seeded: Server, game: str, seat: Seat) -> None:
    found = some_twins(game, seat)
    assert found, f"no play of {game} shows a secret: then it has none, or these twins are too easily told apart"
    for pair in found:
        one, other = (Party(seeded, game, record) for record in (pair.one, pair.other))
        same(one.everything(seat), other.everything(seat), f"{pair.what}, at the beginning")
        with ExitStack() as stack:
            sockets = [stack.enter_context(live(seeded, p.browsers[seat], p.table, seat)) for p in (one, other)]
            for number, (here, there) in enumerate(pair.answers[:LONGEST], 1):
                one.say(here)
                other.say(there)
                when = f"{pair.what}, {number} answers later"
                same([one.get(seat, seat=seat)], [other.get(seat, seat=seat)], when)
                same(there_and_back(one, seat, here), there_and_back(other, seat, there), when)
            assert last_word(sockets[0]) == last_word(sockets[1]), "the revision; those before it may be skipped"
        same(one.everything(seat), other.everything(seat), f"{pair.what}, at the end")


def last_word(socket: ClientConnection) -> int:
    said = news(socket)
    while True:
        try:
            said = news(socket, 0.3)
        except TimeoutError:
            return int(said["revision"])


def there_and_back(party: Party, seat: Seat, said: Said) -> list[str]:
    """An answer of one's own taken back, where that is possible, and given again."""
    if said[0] != seat or not party.browsers[seat].see(party.table)["undo"]:
        return []
    back = party.post(seat, "/undo", {"seat": seat})
    party.say(said)
    return [back, party.get(seat, seat=seat)]


@pytest.mark.parametrize("game", FOR_TWO)
def test_the_comparison_itself_finds_a_difference(seeded: Server, game: str) -> None:
    """What one seat cannot tell apart the other can, if it is the other's own secret."""
    for seat in (0, 1):
        for pair in some_twins(game, seat):
            one, other = (Party(seeded, game, record) for record in (pair.one, pair.other))
            if one.get(1 - seat, seat=1 - seat) != other.get(1 - seat, seat=1 - seat):
                return
    raise AssertionError(f"all that is hidden in these tables of {game} is hidden from both seats")


@pytest.mark.parametrize("game", FOR_TWO)
def test_one_browser_at_two_seats_gets_each_sight_by_itself(seeded: Server, game: str) -> None:
    """Two people at one screen: what a seat is shown there is what it is shown in a browser of its own."""
    pair = some_twins(game, 0)[0]
    apart, together = Party(seeded, game, pair.one), Party(seeded, game, pair.one)
    guest = together.browsers[0]
    asyncio.run(one_guest(seeded.database, together.table))
    for seat in (0, 1):
        mine, alone = guest.see(together.table, seat=seat), apart.browsers[seat].see(apart.table, seat=seat)
        assert mine["mine"] == [0, 1] and alone["mine"] == [seat]
        for seen in (mine, alone):
            for own in ("table", "mine", "seats"):
                del seen[own]
        assert mine == alone
        for path in ("/record", "/moments/0"):
            texts = [who.http.get(f"/api/tables/{party.table}{path}", params={"seat": seat}).text
                     for who, party in ((guest, together), (apart.browsers[seat], apart))]  # fmt: skip
            assert texts[0] == texts[1]


async def one_guest(database: str, table: str) -> None:
    """The guest of the first seat holds the second too."""
    storage = Storage(database_url(database))
    await storage.open()
    whole = await storage.whole(table)
    assert whole is not None
    await storage.delete(table)
    await storage.add(whole._replace(holders=[Holder(holder.seat, whole.holders[0].guest) for holder in whole.holders]))
    await storage.close()
