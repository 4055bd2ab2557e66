"""3.0, 27 and 28: the mission is won or lost; what becomes of those who were evacuated."""

from __future__ import annotations

from sandtable.games.warfighter.pieces import Kit
from sandtable.games.warfighter.state import (
    GONE,
    SG,
    Sortie,
    hostiles_at,
    living,
    objective_space,
    soldiers_at,
)
from sandtable.kernel.chance import D10
from sandtable.kernel.view import Outcome

WON, TIMED_OUT, ALL_LOST = "Objective completed", "Out of time", "Nobody left"
RETURNS, DISCHARGED, KILLED = "able to return to duty", "medically discharged", "killed in action"


def objective_met(s: Sortie, kit: Kit) -> bool:
    """Whether the Objective's requirement is fulfilled now (27.3 to 27.6)."""
    if s.inactive or s.objective < 0:
        return False
    objective = kit.objectives[s.objective]
    space = objective_space(s, kit)
    if objective.rescue:
        return not hostiles_at(s, space) and bool(soldiers_at(s, space))  # rule: objective.rescue
    return all(done >= target.kills for done, target in zip(s.kills, objective.targets, strict=True))


def judge(g: SG) -> None:
    """Ends the mission at once if it is won or lost: the turn is not completed (3.1)."""
    s, kit = g.s, g.kit
    if s.turn == 0:
        return
    if objective_met(s, kit):
        finish(g, True, WON, "victory.objective")  # rule: victory.at-once
    if not living(s):
        finish(g, False, ALL_LOST, "victory.nobody-left")  # rule: victory.any-reason


def out_of_time(g: SG) -> None:
    finish(g, False, TIMED_OUT, "victory.time")


def finish(g: SG, won: bool, label: str, rule: str) -> None:
    s = g.s
    for slot, place in enumerate(s.place):
        if place == GONE:
            fate_of(g, slot, won)
    g.tell(rule, f"{label}.", weight="gain" if won else "blow")
    seats = list(range(s.seats))
    scores = [int(won)] * s.seats
    if won:
        g.end(Outcome(label, scores, winners=seats, rule=rule))
    g.end(Outcome(label, scores, rule=rule, losers=seats))


def fate_of(g: SG, slot: int, won: bool) -> None:
    """What becomes of a Soldier who left the mission (28)."""
    die = g.roll(D10, "medevac", "medevac.outcome")
    total = die + modifier(g.s.left_with[slot], won)
    fate = RETURNS if total >= 8 else DISCHARGED if total >= 6 else KILLED
    g.tell("medevac.outcome", f"{{0:soldier}} is {fate} ({total}).", slot, counts={"total": total})


def modifier(health: int, won: bool) -> int:
    """By the Health with which he left, and better if the Objective was completed."""
    return {2: 4, 1: 2}.get(health, 0) + (2 if won else 0)  # rule: medevac.health medevac.objective
