"""26.0: no channel gives a face-down counter away: views, options, refusals, odds, the log, undo, numbers, dice.

The position is compared with others that differ only in what face-down counters are. Both are looked at and played on
alike; whatever is then told differently, tells.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from sandtable.games.invasion import GAME, odds
from sandtable.games.invasion.frames import Admin
from sandtable.games.invasion.game import Invasion
from sandtable.games.invasion.rules import counters, events, year
from sandtable.games.invasion.state import WG, War, is_down
from sandtable.kernel import sight
from sandtable.kernel.chance import FastDealer, seed_key
from sandtable.kernel.flow import heard_by
from sandtable.kernel.game import Setup
from sandtable.kernel.options import SPECTATOR, Option
from sandtable.kernel.view import Odds
from sandtable.players import Seated

INVASION = GAME()
KIT = INVASION.kit
WORLDS = 4
PLAYED = {"1979-3": 260, "1984-1": 110}


@pytest.fixture(scope="module")
def positions() -> list[WG]:
    """Positions of plain play with counters that lie face down, some of each question."""
    found: dict[tuple[str, str], list[WG]] = {}
    for scenario, answers in PLAYED.items():
        g = INVASION.start(Setup(scenario), dealer=FastDealer(3))
        player = Seated(INVASION, "plain", 1, "secrets")
        for _ in range(answers):
            if g.over:
                break
            if sum(is_down(g.s, slot) for slot in range(KIT.slots)) > 2:
                found.setdefault((scenario, g.ask.key if g.ask else ""), []).append(g.clone())
            seat = player.seat(g)
            g.take(seat, player.answer(g, seat))
    return [g for alike in found.values() for g in alike[:: max(1, len(alike) // 2)]]


def others(g: WG) -> Iterator[WG]:
    """The same position in other worlds, with the dice that fall in the true one."""
    for number in range(WORLDS):
        world = INVASION.determinise(g.s, 0, seed_key(f"secrets {number}"))
        world.key = g.s.key
        yield INVASION.resume(world, heard=[])


def channels(g: WG) -> dict[str, Any]:
    """All that is told of a position without an answer."""
    seen: dict[str, Any] = {}
    for seat in (0, SPECTATOR):
        seen[f"view of {seat}"] = sight.view_bytes(g, seat)
        seen[f"names of {seat}"] = [INVASION.name(g.s, seat, "counter", slot) for slot in range(KIT.slots)]
        facts = [INVASION.inspect(g.s, seat, "counter", slot) for slot in range(KIT.slots) if is_down(g.s, slot)]
        seen[f"facts of {seat}"] = facts
    options = g.options(0)
    seen["options"] = options
    seen["odds"] = [INVASION.odds(g, 0, option) for option in options]
    seen["refusals"] = [g.why_not(0, option) for option in tried()]
    return seen


def tried() -> Iterator[Option]:
    for slot in range(0, KIT.slots, 7):
        yield ("kill", slot)
    for unit in range(0, len(KIT.kind), 9):
        for space in range(0, KIT.size, 9):
            yield from (("transfer", unit, space), ("buy", unit, space), ("send", unit), ("target", space))


def told_apart(g: WG) -> set[str]:
    """The channels by which this position can be told from others that look like it."""
    g = INVASION.resume(g.clone().s, heard=[])
    true, found = channels(g), set[str]()
    for world in others(g):
        other = channels(world)
        found |= {name for name in true if true[name] != other[name]}
    return found


def test_nothing_that_is_shown_tells_what_lies_face_down(positions: list[WG]) -> None:
    assert len(positions) > 15
    differing = 0
    for g in positions:
        assert told_apart(g) == set()
        differing += any(world.s.identity != g.s.identity for world in others(g))
    assert differing > len(positions) / 2, "the worlds are others indeed"


# ---- what is told when play goes on -----------------------------------------------------------------


def ahead(g: WG, play: Callable[[WG], None]) -> tuple[Any, ...]:
    """What is told on the way, how many dice fell, and where undo would lead."""
    g = INVASION.resume(g.clone().s, heard=[])
    g.patient = True
    before = g.s.drawn
    play(g)
    said = [(line.text, line.dice, line.weight) for line in heard_by(g.heard or [], SPECTATOR)]
    return said, g.s.drawn - before, sight.view_bytes(g, 0) if not g.over else b"", [type(f) for f in g.s.stack]


def break_up(g: WG) -> None:
    """A failed Counteroffensive: what lies in a random zone goes back unseen."""
    events.disperse(g, "year.counteroffensive")


def come_home(g: WG) -> None:
    """In Admin all lie face down again, mixed; then those abroad come home."""
    year.conceal(g, Admin())
    year.exfiltrate(g, Admin())


PLAYS = [break_up, come_home]


@pytest.mark.parametrize("play", PLAYS, ids=lambda play: play.__name__)
def test_what_goes_back_or_turns_down_unseen_is_told_of_all_alike(
    positions: list[WG], play: Callable[..., None]
) -> None:
    for g in positions:
        true = ahead(g, play)
        for world in others(g):
            assert ahead(world, play) == true


# ---- it can fail ------------------------------------------------------------------------------------


def name_tells(patch: pytest.MonkeyPatch) -> None:
    honest = Invasion.name

    def name(self: Invasion, s: War, seat: int, domain: str, value: int) -> str:
        return KIT.type_ids[s.identity[value]] if domain == "counter" else honest(self, s, seat, domain, value)

    patch.setattr(Invasion, "name", name)


def odds_know(patch: pytest.MonkeyPatch) -> None:
    """They look at what lies in the space instead of what may lie there."""
    honest = odds.odds

    def knowing(g: WG, option: Option) -> Odds | None:
        found = honest(g, option)
        return found and Odds(found.text, found.chances, [*found.lines, str(g.s.identity)])

    patch.setattr(odds, "odds", knowing)


def counters_are_sorted(patch: pytest.MonkeyPatch) -> None:
    """Of those that are inspected the strongest comes first."""
    honest = Invasion.inspect

    def inspect(self: Invasion, s: War, seat: int, domain: str, value: int) -> Any:
        strongest = max(range(KIT.slots), key=lambda slot: (is_down(s, slot), KIT.fires[s.identity[slot]], slot))
        return honest(self, s, seat, domain, strongest if value % 2 else value)

    patch.setattr(Invasion, "inspect", inspect)


@pytest.mark.parametrize(
    ("leak", "channel"), [(name_tells, "names of 0"), (odds_know, "odds"), (counters_are_sorted, "facts of -1")]
)
def test_a_leak_is_found(
    positions: list[WG], leak: Callable[[pytest.MonkeyPatch], None], channel: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    leak(monkeypatch)
    assert any(channel in told_apart(g) for g in positions)


def a_die_for_each_guerrilla(patch: pytest.MonkeyPatch) -> None:
    honest = counters.turn_down

    def turn_down(g: WG) -> None:
        for kind in g.s.identity:
            if kind == KIT.type_of["guerrilla"]:
                g.s.drawn += 1
        honest(g)

    patch.setattr(year, "turn_down", turn_down)


def the_bin_is_told(patch: pytest.MonkeyPatch) -> None:
    honest = counters.go_back

    def go_back(g: WG, slot: int) -> None:
        g.tell("year.counteroffensive", "{0} goes back.", KIT.type_ids[g.s.identity[slot]])
        honest(g, slot)

    patch.setattr(counters, "go_back", go_back)
    patch.setattr(events, "go_back", go_back)


@pytest.mark.parametrize(("leak", "play"), [(a_die_for_each_guerrilla, come_home), (the_bin_is_told, break_up)])
def test_a_leak_on_the_way_is_found(
    positions: list[WG],
    leak: Callable[[pytest.MonkeyPatch], None],
    play: Callable[[WG], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    leak(monkeypatch)
    assert any(ahead(world, play) != ahead(g, play) for g in positions for world in others(g))
