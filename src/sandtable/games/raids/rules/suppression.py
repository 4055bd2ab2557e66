"""Suppressive fire, declared whole before the first die."""

from __future__ import annotations

from sandtable.games.raids.frames import EnemyPhase
from sandtable.games.raids.pieces import HexId
from sandtable.games.raids.policies import words
from sandtable.games.raids.rules.weapons import use_limit
from sandtable.games.raids.state import PLAYER, RG, field, piece, teams_in_play
from sandtable.kernel.chance import D6
from sandtable.kernel.flow import NEXT, STAY, Next
from sandtable.kernel.options import Ask, Group, Option, Refusal, Seat
from sandtable.kernel.words import how_many


def suppressors(g: RG, f: EnemyPhase) -> list[int]:
    """Weapons printed with a plus, in the hands of detected teams, not aimed yet and within their portage."""
    aimed = f.aims[::2]
    found = []
    for h in sorted({g.s.at[t] for t in teams_in_play(g) if g.s.event[t]}):
        there = [t for t in g.kit.suppressing if g.s.at[t] == h]
        if sum(t in aimed for t in there) < detected_use(g, h):
            found += [t for t in there if t not in aimed]
    return found


def detected_use(g: RG, h: HexId) -> int:
    """How many weapons the detected teams of a hex can fire."""
    detected = sum(1 for t in teams_in_play(g) if g.s.at[t] == h and g.s.event[t])
    limit = use_limit(g, h)
    return min(limit, 6 * detected) if limit < 999 else limit


def ask_aim(g: RG, f: EnemyPhase) -> Ask:
    groups = [Group(PLAYER, "done", title="fire as named", risky=bool(f.aims))]
    if g.s.hunters:
        groups += [Group(PLAYER, "suppress", (t,), g.s.hunters[:], risky=True) for t in suppressors(g, f)]
    prompt = "Suppressive fire: name every weapon and its target, then fire."  # rule: suppress.when
    return Ask(prompt, "suppress.declare", groups, "assign", 0, 99, ends=True)


def take_aim(g: RG, f: EnemyPhase, seat: Seat, option: Option) -> Next:
    if option[0] == "done":
        return NEXT
    f.aims += [int(option[1]), int(option[2])]
    g.tell("suppress.declare", "{0:token} aims at {1:token}.", int(option[1]), int(option[2]))
    return STAY


def refuse_aim(g: RG, f: EnemyPhase, seat: Seat, option: Option) -> Refusal | None:
    if option[0] != "suppress":
        return None
    weapon, enemy = int(option[1]), int(option[2])
    p = piece(g, weapon)
    if weapon in f.aims[::2]:
        return Refusal("suppress.declare", f"The {p.name} fires once.")
    if weapon not in g.kit.gear or not p.plus_fire:
        return Refusal("suppress.weapons", f"No weapon printed with a plus: {p.name}.")
    if enemy not in g.s.hunters:
        return Refusal("suppress.declare", "The target is an enemy on the map.")
    return Refusal("suppress.weapons", f"No detected {words(g).team} can use the {p.name} now.")


def fire(g: RG, f: EnemyPhase) -> None:
    """A die above the distance holds the target where it is; the weapon is out of this phase's combat in any case."""
    for weapon, enemy in zip(f.aims[::2], f.aims[1::2], strict=True):
        g.s.fired |= 1 << weapon
        distance = field(g).grid.distance[g.s.at[weapon]][g.s.at[enemy]]
        if g.roll(D6, "suppression", "suppress.roll") > distance:
            g.s.suppressed |= 1 << enemy
            g.tell("suppress.effect", "{0:token} is suppressed.", enemy)
        else:
            g.tell("suppress.roll", "{0:token} is not suppressed at {1}.", enemy, how_many(distance, "hex", "hexes"))
