"""What plain play thinks of things: an attack, a card in a hand, whether the way is clear."""

from __future__ import annotations

from sandtable.games.warfighter import cards
from sandtable.games.warfighter.frames import Attack
from sandtable.games.warfighter.odds.chances import of_shot
from sandtable.games.warfighter.pieces import SQUAD, UNARMED, CardId, Kit, Slot, TargetId
from sandtable.games.warfighter.rules.attacks import allowed_modes, part_of, shot
from sandtable.games.warfighter.rules.results import is_objective
from sandtable.games.warfighter.state import (
    Sortie,
    actions_each_turn,
    active,
    foremost,
    hostile_row,
    hostiles,
    living,
    objective_space,
    player_soldiers,
)

OBJECTIVE, SCREEN, REACH = 6.0, 1.5, 0.5
WORTH = {
    cards.FreeAttack: 5.0,
    cards.Cancel: 5.0,
    cards.Kill: 3.0,
    cards.CoverCounts: 3.0,
    cards.Aim: 3.0,
    cards.FreeMove: 3.0,
    cards.Entrance: 2.5,
    cards.Reload: 2.0,
    cards.OneOf: 2.0,
    cards.Rally: 1.5,
}


def worth_of_card(s: Sortie, kit: Kit, card: CardId) -> float:
    """How gladly a card is kept."""
    if kit.is_location(card):
        held = sum(kit.is_location(other) for slot in player_soldiers(s, kit) for other in s.hand[slot])
        return 8.0 if held == 1 and wants_location(s, kit) else 1.0
    return max((WORTH.get(type(kit.effects[number]), 1.0) for number in kit.of_card[card]), default=1.0)


def wants_location(s: Sortie, kit: Kit) -> bool:
    return foremost(s) < objective_space(s, kit) - 1


def best_mode(s: Sortie, kit: Kit, f: Attack) -> int:
    def value(mode: int) -> float:
        chances = of_shot(shot(s, kit, f, mode))
        return float(chances["Kill"]) + 0.2 * float(chances["Suppress"]) - 0.3 * float(chances.get("Reload", 0))

    return max(allowed_modes(s, kit, f.arm, f.target), key=value)


def kill_chance(s: Sortie, kit: Kit, f: Attack) -> float:
    return float(of_shot(shot(s, kit, f, best_mode(s, kit, f)))["Kill"])


def worth_of_target(s: Sortie, kit: Kit, target: TargetId) -> float:
    """What one Kill brings: the targets of the Objective before all, then what hurts, screens or hinders."""
    if is_objective(target):
        return OBJECTIVE
    row = hostile_row(s, kit, target)
    worth = 1.0 + (row.value + REACH * row.reach) / row.reticles
    worth += 0.5 * bool(row.entrance) + 0.5 * row.inspire
    titles = {row.title, "all"}
    screened = [h for h in hostiles(s) if s.at[h] == s.at[target] and titles & {*hostile_row(s, kit, h).screened}]
    if s.at[target] == objective_space(s, kit) and not s.inactive:
        worth += SCREEN
    return worth + 0.5 * len(screened)


def worth_of_attack(s: Sortie, kit: Kit, f: Attack) -> float:
    """What an attack may bring, less what it uses up."""
    mode = best_mode(s, kit, f)
    chances = of_shot(shot(s, kit, f, mode))
    kills = float(chances.get("Kills", chances["Kill"]))
    each, pins = worth_of_target(s, kit, f.target), float(chances["Suppress"])
    if is_objective(f.target):
        return kills * each
    left = active(s, kit, f.target) + s.pinned[f.target]
    kills = min(kills, left)
    useful = pins * 0.5 if active(s, kit, f.target) else 0.0
    value = kills * each + useful - 0.2 * float(chances.get("Reload", 0))
    part = part_of(s, kit, f.arm)
    if part is not None and part.explosion:
        value -= 1.3 if kit.weapon(s.items[f.arm // 2].kind).expended else 1.0
    return value


def is_free_of_ammo(arm: int) -> bool:
    return arm in (UNARMED, SQUAD)


def resistance(s: Sortie, kit: Kit) -> int:
    """The active Hostiles that stand at the front or beside a Soldier."""
    near = {s.place[slot] for slot in living(s)} | {foremost(s)}
    return sum(active(s, kit, hostile) for hostile in hostiles(s) if s.at[hostile] in near)


def fresh(s: Sortie, kit: Kit) -> bool:
    """Whether most Actions of the turn are left."""
    every = sum(actions_each_turn(s, kit, slot) for slot in living(s))
    return 2 * sum(s.actions[slot] for slot in living(s)) > every


def pressed(s: Sortie, kit: Kit) -> bool:
    """Whether the clock leaves no time to wait."""
    return s.clock <= 2 * (objective_space(s, kit) - foremost(s)) + 2


def behind(s: Sortie, slot: Slot) -> bool:
    return s.place[slot] < foremost(s)
