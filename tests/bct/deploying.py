"""How the tests set up a game: pickers that answer every question, and words for what lies where."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

from sandtable.games.bct.pieces import COALITION, SIDE_NAMES
from sandtable.games.bct.setup.staging import deployments, staged, stationed
from sandtable.games.bct.state import BG, DEALING_EDITION, place
from sandtable.kernel.chance import seed_key
from sandtable.kernel.game import Setup, open_game
from sandtable.kernel.options import Option, Seat

SCENARIOS = ("intervention", "terrorist-hunt", "surge", "jihad")
Picker = Callable[[BG, Seat], Option]


def by_default(g: BG, seat: Seat) -> Option:
    assert g.ask is not None
    return next(option for option in g.ask.options(seat) if option[0] in ("default", "usual", "done"))


def at_random(seed: int) -> Picker:
    """Never takes a default, and joins HQs while it can."""
    rng = random.Random(seed)

    def pick(g: BG, seat: Seat) -> Option:
        assert g.ask is not None
        options = [o for o in g.ask.options(seat) if o[0] not in ("default", "lay-out", "usual")]
        joins = [o for o in options if o[0] == "join"]
        return rng.choice(joins if joins and rng.random() < 0.8 else options)

    return pick


def first_plan(g: BG, seat: Seat) -> Option:
    """The first deployment of a side by its name, before anything is set up; later what is suggested."""
    return ("lay-out", deployments(g.kit, g.s.scenario, seat)[0])


def begin(scenario: str, seed: int = 0, overlay: dict[str, Any] | None = None, edition: int = 0) -> BG:
    game = open_game("bct", [overlay] if overlay else [])
    return game.start(Setup(scenario, edition=edition), seed_key(seed))


def with_one_plan(scenario: str, overlay: dict[str, Any] | None = None) -> BG:
    """As it was begun before there were several deployments: nothing is drawn, the first one is suggested."""
    return begin(scenario, overlay=overlay, edition=DEALING_EDITION)


def set_up(g: BG, pick: Picker, until: str = "first turn", side: int = COALITION) -> BG:
    """Answers by `pick` up to the first turn, or up to a step of one side's set-up."""
    while g.s.turn == 0 and g.ask is not None:
        frame = g.s.stack[-1]
        if (frame.step, getattr(frame, "side", None)) == (until, side):
            return g
        seat = g.ask.seats()[0]
        g.apply(seat, [pick(g, seat)])
    return g


def where(g: BG, token: int) -> str:
    at = place(g.s, g.kit, token)
    return "ready" if at in g.kit.ready else g.kit.district_ids[at]


def kinds(g: BG, tokens: list[int]) -> Counter[str]:
    return Counter(g.kit.kind_ids[g.s.kind[token]] for token in tokens)


def waiting(g: BG, kind: str) -> int:
    """The counter of this type that is set up next."""
    side = SIDE_NAMES.index(g.kit.kinds[g.kit.kind_of_id[kind]].side)
    return next(t for t in staged(g.s, g.kit, side) if g.kit.kind_ids[g.s.kind[t]] == kind)


def out(g: BG, kind: str, number: int = 0) -> int:
    side = SIDE_NAMES.index(g.kit.kinds[g.kit.kind_of_id[kind]].side)
    return [t for t in stationed(g.s, g.kit, side) if g.kit.kind_ids[g.s.kind[t]] == kind][number]


def space(g: BG, name: str, side: int = COALITION) -> int:
    return g.kit.ready[side] if name == "ready" else g.kit.graph.at(name)


def deploy(g: BG, kind: str, name: str, covert: bool = False) -> int:
    """Sets up a counter of this type, whosever turn it is."""
    assert g.ask is not None
    (seat,) = g.ask.seats()
    token = waiting(g, kind)
    g.apply(seat, [("deploy-covert" if covert else "deploy", token, space(g, name, seat))])
    return token


def all_in(g: BG, name: str, covert: bool = False) -> None:
    """Sets up all that is left of the side in one place, or where it has to be."""
    while g.s.stack[-1].step == "units":
        assert g.ask is not None
        (seat,) = g.ask.seats()
        wanted = [o for o in g.ask.options(seat) if len(o) == 3 and o[2] == space(g, name, seat)]
        wanted = wanted or [o for o in g.ask.options(seat) if len(o) == 3]
        g.apply(seat, [next((o for o in wanted if (o[0] == "deploy-covert") == covert), wanted[0])])


def refusal(g: BG, *option: int | str) -> str:
    """The rule under which an answer is refused to the side that sets up."""
    assert g.ask is not None
    (seat,) = g.ask.seats()
    refused = g.why_not(seat, option)
    assert refused is not None, f"{option} is not refused"
    return refused.key


def asset(g: BG, name: str) -> int:
    return g.kit.asset_ids.index(name)


def listed(g: BG, seat: Seat) -> Option:
    """The Coalition's default set-up by hand: each counter where the deployment has it, nobody in a box."""
    assert g.ask is not None
    row = g.kit.deployments[f"{g.s.scenario}-{SIDE_NAMES[seat]}"]
    for option in g.ask.options(seat):
        if option[0] == "deploy":
            kind = g.kit.kind_ids[g.s.kind[int(option[1])]]
            left = Counter(row.units[kind])
            left.subtract(where(g, t) for t in stationed(g.s, g.kit, seat) if kind in kinds(g, [t]))
            if left["ready" if option[2] == g.kit.ready[seat] else g.kit.district_ids[int(option[2])]] > 0:
                return option
        if option[0] == "net" and row.nets.count(g.kit.district_ids[int(option[1])]):
            return option
        if option[0] == "done":
            return option
    raise AssertionError(g.ask.prompt)


def at_boxes(scenario: str, name: str, side: int = COALITION, covert: bool = False) -> BG:
    g = set_up(begin(scenario), by_default, "units", side)
    all_in(g, name, covert)
    return set_up(g, at_random(0), "boxes", side)


def at_assets(scenario: str, name: str = "kandahar", side: int = COALITION, covert: bool = False) -> BG:
    g = at_boxes(scenario, name, side, covert)
    g.apply(side, [("done",)])
    return g
