"""6.1, 28.4, 28.9: the conditions of a scenario, as they stand and as they are judged at the end."""

from __future__ import annotations

from msgspec import Struct

from sandtable.games.invasion.pieces import Kit
from sandtable.games.invasion.rows import Cities, Goal, Lead, Places, Towns
from sandtable.games.invasion.rules.morale import BOTH, COLLAPSED, DEFEATED, lead
from sandtable.games.invasion.state import WG, War, held
from sandtable.kernel.story import Result, Results
from sandtable.kernel.view import Outcome

MET, MISSED = "Conditions met", "Conditions missed"
RULES = {
    "1979-1": "scenario.invasion",
    "1979-2": "scenario.struggle",
    "1979-3": "scenario.whole-war",
    "1984-1": "scenario.offensive",
    "1984-2": "scenario.endgame",
}


class Standing(Struct, frozen=True):
    """How far one condition is met."""

    met: bool
    has: int
    needs: int
    spaces: int
    """Those that count, as bits, and those that could."""
    among: int


def standing(s: War, kit: Kit, goal: Goal) -> Standing:
    ours = held(s, kit)  # rule: victory.control
    if isinstance(goal, Cities):
        others = kit.cities & ~(1 << kit.capital)
        have = (ours & others).bit_count()
        capital = bool(ours >> kit.capital & 1)
        return Standing(capital and have >= goal.others, have + capital, goal.others + 1, ours & kit.cities, kit.cities)
    if isinstance(goal, Places):
        among = sum(1 << kit.space_of[row] for row in goal.among)
        have = (ours & among).bit_count()
        return Standing(have >= goal.least, have, goal.least, ours & among, among)
    if isinstance(goal, Towns):
        among = kit.towns & (kit.airfields | kit.resources)
        have = (ours & among).bit_count()
        return Standing(have >= goal.least, have, goal.least, ours & among, among)
    assert isinstance(goal, Lead)
    return Standing(lead(s) >= goal.least, lead(s), goal.least, 0, 0)  # rule: victory.morale


def conditions(s: War, kit: Kit) -> dict[str, Standing]:
    """Each condition of the scenario, by its id."""
    return {row: standing(s, kit, kit.conditions[row].goal) for row in kit.scenarios[s.scenario].conditions}


def results(s: War, kit: Kit) -> Results:
    """How it may end, the best first."""
    ended = s.outcome.label if s.outcome is not None else ""
    scenario = kit.scenarios[s.scenario]
    most = len(scenario.conditions)
    ways = {
        COLLAPSED: f"Resistance morale {kit.n.lowest} or lower",
        MET: f"{scenario.needed} of {most} conditions" if most > scenario.needed else "all conditions",
        MISSED: "fewer",
        DEFEATED: f"Communist morale {kit.n.lowest} or lower",
        BOTH: "both at once",
    }
    return Results(
        "how it ends", [Result(label, text, label == ended) for label, text in ways.items()], "victory.conditions"
    )


def judge(g: WG) -> None:
    """Once, after everything else of the last year."""
    s, kit = g.s, g.kit
    scenario = kit.scenarios[s.scenario]
    met = 0
    for row, found in conditions(s, kit).items():
        met += found.met
        text = "{0}: met." if found.met else "{0}: not met."
        g.tell("victory.conditions", text, kit.conditions[row].title, weight="gain" if found.met else "blow")
    rule = RULES.get(s.scenario, "victory.conditions")
    g.tell(rule, "{0} met, {1} needed.", str(met), str(scenario.needed))
    if met >= scenario.needed:
        g.end(Outcome(MET, [lead(s)], winner=0, rule=rule))
    g.end(Outcome(MISSED, [lead(s)], rule=rule, losers=[0]))
