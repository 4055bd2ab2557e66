"""The inspector: all that a seat may know of one thing, with where it comes from."""

from __future__ import annotations

from sandtable.games.warfighter.pieces import HELD, TARGETS, Kit
from sandtable.games.warfighter.rows import Mission
from sandtable.games.warfighter.rules.attacks import arms, kill_number
from sandtable.games.warfighter.rules.moving import entrance, movement, penalties
from sandtable.games.warfighter.rules.team import loadout, weight
from sandtable.games.warfighter.sight.names import arm_name, name
from sandtable.games.warfighter.sight.seen import action_card, hostile_text
from sandtable.games.warfighter.state import (
    GONE,
    NOBODY,
    Sortie,
    actions_each_turn,
    active,
    card_in,
    cover_of,
    hand_limit,
    health,
    hostiles_at,
    is_player,
    living,
)
from sandtable.kernel.options import Seat
from sandtable.kernel.view import Fact, Facts


def inspect(kit: Kit, s: Sortie, seat: Seat, domain: str, value: int) -> Facts:
    facts = Facts(name(kit, s, seat, domain, value))
    if domain == "soldier" and value < len(s.soldier):
        facts.facts = soldier(kit, s, value)
    elif domain == "space" and value < len(s.path):
        facts.facts = space(kit, s, value)
    elif domain in ("target", "hostile"):
        facts.facts = target(kit, s, value)
    elif domain == "item" and value < len(s.items):
        facts.facts = gear(kit, s.items[value].kind)
    elif domain == "gear":
        facts.facts = gear(kit, value)
    elif domain in ("card", "held", "deck-card", "discard"):
        facts.facts = [Fact("text", action_card(kit, value % HELD).text)]
    elif domain == "skill":
        facts.facts = [Fact("cost", str(kit.skills[value].cost))]
    return facts


def soldier(kit: Kit, s: Sortie, slot: int) -> list[Fact]:
    row = kit.soldiers[s.soldier[slot]]
    found = [Fact("kind", {"player": "Player Soldier", "npc": "NPS", "squad": "Squad Soldier"}[row.kind])]
    if s.place[slot] == GONE:
        return [*found, Fact("out of the mission", f"with {s.left_with[slot]} Health")]
    found += [
        Fact("Health", f"{health(s, kit, slot)} of {row.health}"),
        Fact("Actions", f"{s.actions[slot]} of {actions_each_turn(s, kit, slot)}"),
        Fact("Movement", str(movement(s, kit, slot))),
        Fact("Cover", str(cover_of(s, kit, slot))),
        Fact("XP", str(s.xp[slot])),
        Fact("Suppress", str(s.suppress[slot])),
    ]
    if is_player(s, kit, slot):
        found.append(Fact("hand", f"{len(s.hand[slot])}, filled to {hand_limit(s, kit, slot)}"))
        found.append(Fact("Loadout", f"{weight(s, kit, slot, False)} of {loadout(s, kit, slot)}"))
        found += [Fact("skill", kit.skills[skill].title) for skill in s.skills[slot]]
    for arm in arms(s, kit, slot):
        kills = [str(number) for away in range(4) if (number := kill_number(s, kit, slot, arm, away))]
        found.append(Fact(arm_name(kit, s, arm), "/".join(kills) or "-"))
    return found


def space(kit: Kit, s: Sortie, number: int) -> list[Fact]:
    card = card_in(s, kit, number)
    if card is None:
        return [Fact("card", "none yet")]
    found = [Fact("Entrance", str(card.entrance)), Fact("Reinforce", ", ".join(map(str, card.reinforce)) or "None")]
    if not isinstance(card, Mission):
        found.append(Fact("Hostiles", str(kit.charts[card.chart].values[kit.band(s.value)])))
    found.append(Fact("added by Hostiles", str(penalties(s, kit, number))))
    found += [
        Fact(f"for {kit.soldiers[s.soldier[slot]].name}", f"{entrance(s, kit, slot, number)} cards")
        for slot in living(s)
        if abs(s.place[slot] - number) == 1
    ]
    found += [Fact("here", name(kit, s, -1, "target", hostile)) for hostile in hostiles_at(s, number)]
    return found


def target(kit: Kit, s: Sortie, value: int) -> list[Fact]:
    if value >= TARGETS:
        objective = kit.objectives[s.objective] if s.objective >= 0 else None
        if objective is None or value - TARGETS >= len(objective.targets):
            return []
        row = objective.targets[value - TARGETS]
        return [Fact("Cover", str(row.cover)), Fact("Kills", f"{s.kills[value - TARGETS]} of {row.kills}")]
    if value >= len(s.hostile):
        return []
    card = kit.hostile(s.hostile[value])
    found = [
        Fact("value", str(card.value)),
        Fact("Cover", str(card.cover)),
        Fact("active", f"{active(s, kit, value)} of {card.reticles}"),
        Fact("killed", str(s.ekia[value])),
        Fact("suppressed", str(s.pinned[value])),
        Fact("text", hostile_text(card)),
    ]
    if s.target[value] != NOBODY:
        found.append(Fact("targets", kit.soldiers[s.soldier[s.target[value]]].name))
    return found


def gear(kit: Kit, kind: int) -> list[Fact]:
    row = kit.gear[kind]
    found = [Fact("cost", str(row.cost)), Fact("weight", str(row.load))]
    if kit.is_weapon(kind):
        for part in kit.weapon(kind).parts:
            kills = "/".join(str(number) if number else "-" for number in part.kill)
            found.append(Fact(part.name, f"Kill {kills}, Reload {part.reload or '-'}"))
    return found
