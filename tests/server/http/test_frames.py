"""Neither how many frames reach a seat nor how much work its view is tells what another holds, in BCT Command.

(For Patrols `test_live` holds the first; that frames hold a revision and nothing else, the browser tests hold.)
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from types import FrameType

import pytest
from websockets.sync.client import ClientConnection

from sandtable.games.bct.frames import Battle, ChooseHand
from sandtable.games.bct.pieces import COALITION, INSURGENT
from sandtable.games.bct.state import BG
from sandtable.kernel import sight
from sandtable.kernel.options import SPECTATOR, Option, Seat
from sandtable.kernel.records import replay
from sandtable.kernel.state import digest
from tests.browser.directing import campaign, committed, unseen_exchanges
from tests.server.http.test_live import live, news, silent
from tests.server.serving import Server
from tests.server.tables.test_secrets_of_any_game import Party

WORLDS = 4
Ways = list[list[Option]]


def attacking(g: BG) -> bool:
    """The Insurgent may commit J-2 Cards to his attack."""
    battle = g.s.stack[-1]
    return isinstance(battle, Battle) and battle.step == "attacker-scouts" and len(offered(g)) > 1


def sealing(g: BG) -> bool:
    battle = g.s.stack[-1]
    return isinstance(battle, Battle) and battle.step == "attacker-cards" and len(offered(g)) > 1


def planning(g: BG) -> bool:
    frame = g.s.stack[-1]
    return isinstance(frame, ChooseHand) and frame.side == INSURGENT and g.s.turn > 0


def waiting(g: BG) -> bool:
    """The Coalition is asked, and something could change hands unseen meanwhile."""
    return g.ask is not None and g.ask.seats() == [COALITION] and bool(unseen_exchanges(g))


def offered(g: BG) -> list[Option]:
    assert g.ask is not None
    return list(g.ask.options(INSURGENT))


def every_choice(g: BG) -> Ways:
    return [[option] for option in offered(g)]


def hands(g: BG) -> Ways:
    """The usual hand at once; or another, card by card."""
    trial, chosen = g.clone(), list[Option]()
    while planning(trial):
        chosen.append([option for option in offered(trial) if option[0] == "select"][-1])
        trial.apply(INSURGENT, [chosen[-1]])
    return [[("usual",)], chosen]


def exchanged_or_not(g: BG) -> Ways:
    """Nothing, one exchange, and one after another."""
    first = unseen_exchanges(g)[0]
    trial = g.clone()
    trial.apply(INSURGENT, [first])
    return [[], [first], [first, *unseen_exchanges(trial)[:1]]]


@pytest.mark.parametrize(
    ("moment", "ways_at", "frames"),
    [(attacking, every_choice, 1), (sealing, every_choice, 1), (planning, hands, 1), (waiting, exchanged_or_not, 0)],
    ids=["commitments", "sealed-cards", "hands", "unseen-exchanges"],
)
def test_private_answers_are_heard_alike(
    server: Server, moment: Callable[[BG], bool], ways_at: Callable[[BG], Ways], frames: int
) -> None:
    record = campaign().until(moment)
    ways = ways_at(replay(record).g)
    assert len({str(way) for way in ways}) > 1
    heard = []
    for way in ways:
        party = Party(server, "bct", record)
        with ExitStack() as stack:
            sockets = [
                stack.enter_context(live(server, party.browsers[seat], party.table, seat))
                for seat in (COALITION, SPECTATOR)
            ]
            begun = [news(socket)["revision"] for socket in sockets]
            for option in way:
                party.say((INSURGENT, [option]))
            told = [revisions(socket, frames) for socket in sockets]
        heard.append((begun, told))
    assert all(each == heard[0] for each in heard), heard


def revisions(socket: ClientConnection, frames: int) -> list[int]:
    """So many frames and then silence."""
    told = [int(news(socket)["revision"]) for _ in range(frames)]
    assert silent(socket), "one frame too many"
    return told


def test_a_difference_that_all_may_see_is_heard(server: Server) -> None:
    """The listening itself: whoever sees a battle go on hears of it."""
    party = Party(server, "bct", campaign().until(attacking))
    with live(server, party.browsers[COALITION], party.table, COALITION) as socket:
        news(socket)
        party.say((INSURGENT, [("commit", 0)]))
        party.say((COALITION, [("commit", 0)]))
        assert len(set(revisions(socket, 2))) == 2


@pytest.mark.parametrize("moment", [attacking, committed, sealing, planning, waiting])
def test_a_view_is_as_much_work_whatever_lies_hidden(aside: ProcessPoolExecutor, moment: Callable[[BG], bool]) -> None:
    """Counted in calls, for a clock has moods: in worlds that differ in all that a seat does not know."""
    theirs, his = aside.submit(works, moment).result(timeout=120)
    assert [len(set(counts)) for counts in theirs] == [1, 1], theirs
    assert len(set(his)) > 1, "his own view is more work, the more he has"


def works(moment: Callable[[BG], bool]) -> tuple[list[list[int]], list[int]]:
    """What a look costs the Coalition and an onlooker in several worlds, and the Insurgent in the onlooker's."""
    g = replay(campaign().until(moment)).g
    theirs, worlds = [], []
    for seat in (COALITION, SPECTATOR):
        worlds = [g.game.resume(g.game.determinise(g.s, seat, f"world {n}".encode())) for n in range(WORLDS)]
        assert len({digest(world.s) for world in worlds}) == WORLDS
        theirs.append([work(world, seat) for world in worlds])
    return theirs, [work(world, INSURGENT) for world in worlds]


def work(g: BG, seat: Seat) -> int:
    """How many calls the second look of a seat takes: the first fills what is kept between them."""
    calls = 0

    def count(frame: FrameType, event: str, argument: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    sight.view(g, seat)
    before = sys.getprofile()
    sys.setprofile(count)
    try:
        sight.view(g, seat)
    finally:
        sys.setprofile(before)
    return calls


def test_a_list_of_tables_does_not_tell_of_what_passed_unseen(server: Server) -> None:
    record = campaign().until(waiting)
    party, option = Party(server, "bct", record), unseen_exchanges(replay(record).g)[0]
    before = [party.browsers[seat].get("/api/tables") for seat in (COALITION, SPECTATOR)]
    party.say((INSURGENT, [option]))
    assert [party.browsers[seat].get("/api/tables") for seat in (COALITION, SPECTATOR)] == before
