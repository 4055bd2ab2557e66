"""What everybody calls Soldiers, cards, gear and places."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.games.warfighter.pieces import (
    HELD,
    MODES,
    SQUAD,
    TARGETS,
    UNARMED,
    Kit,
)
from sandtable.games.warfighter.state import GONE, Sortie, card_in
from sandtable.kernel.options import Seat

DRAWN = {
    "space": "space",
    "soldier": "soldier",
    "hostile": "target",
    "target": "target",
    "item": "item",
    "card": "deck-card",
    "held": "held",
    "support": "support",
}
"""The domains of options whose members are in the view, each with the domain under which they are there."""


def name(kit: Kit, s: Sortie, seat: Seat, domain: str, value: int) -> str:
    match domain:
        case "soldier":
            return kit.soldiers[s.soldier[value]].name if value < len(s.soldier) else f"Soldier {value + 1}"
        case "recruit":
            return kit.soldiers[value].name
        case "space":
            return space_name(kit, s, value)
        case "held":
            return kit.cards[value % HELD].title
        case "card" | "deck-card" | "discard":
            return kit.cards[value].title
        case "threat" | "spent":
            return kit.threats[value].title
        case "hostile" | "target":
            return target_name(kit, s, value)
        case "gear":
            return kit.gear_names[value]
        case "item":
            return kit.gear_names[s.items[value].kind] if value < len(s.items) else f"item {value}"
        case "arm":
            return arm_name(kit, s, value)
        case "skill":
            return kit.skills[value].title
        case "ammo":
            return kit.ammunition[value].name
        case "mode":
            return MODES[value]
        case "mission":
            return kit.missions[value].title
        case "foe":
            return kit.types[value].name
        case "objective":
            return kit.objectives[value].title
        case "report":
            return kit.reports[value].title
        case "support":
            return kit.cards[s.support[value].card].title if value < len(s.support) else f"Support {value + 1}"
        case "seat":
            return f"Player {value + 1}"
        case "wound":
            return f"Wound {value + 1}"
    return str(value)


def space_name(kit: Kit, s: Sortie, space: int) -> str:
    """The card that lies there, or its number."""
    card = card_in(s, kit, space)
    return card.title if card is not None else f"space {space + 1}"


def target_name(kit: Kit, s: Sortie, target: int) -> str:
    """Cards of one kind are numbered, if there are several in play."""
    if target >= TARGETS:
        objective = kit.objectives[s.objective] if s.objective >= 0 else None
        place = target - TARGETS
        if objective is None or place >= len(objective.targets):
            return f"target {place + 1}"
        return objective.targets[place].name
    if target >= len(s.hostile):
        return f"Hostile {target + 1}"
    kind = s.hostile[target]
    alike = [n for n, other in enumerate(s.hostile) if other == kind and (s.at[n] != GONE or n == target)]
    title = kit.threats[kind].title
    return title if len(alike) == 1 else f"{title} {alike.index(target) + 1}"


def arm_name(kit: Kit, s: Sortie, arm: int) -> str:
    if arm == UNARMED:
        return "bare hands"
    if arm == SQUAD:
        return "his rifle"
    if arm // 2 >= len(s.items) or not kit.is_weapon(s.items[arm // 2].kind):
        return f"weapon {arm}"
    now = s.items[arm // 2]
    weapon = kit.weapon(now.kind)
    part = weapon.parts[arm % 2].name if arm % 2 < len(weapon.parts) else weapon.name
    before = 1 + sum(
        other.slot == now.slot
        and kit.is_weapon(other.kind)
        and any(p.name == part for p in kit.weapon(other.kind).parts)
        for other in s.items[: arm // 2]
        if not other.gone and now.slot >= 0
    )
    return part if before == 1 else f"{part} {before}"


def candidates(kit: Kit, s: Sortie, domain: str) -> Sequence[int]:
    """Every value that a member can have now."""
    match domain:
        case "soldier":
            return range(len(s.soldier))
        case "hostile":
            return range(len(s.hostile))
        case "target":
            count = len(kit.objectives[s.objective].targets) if s.objective >= 0 else 0
            return [*range(len(s.hostile)), *range(TARGETS, TARGETS + count)]
        case "item":
            return range(len(s.items))
        case "arm":
            weapons = [n for n, item in enumerate(s.items) if kit.is_weapon(item.kind)]
            parts = [(n, part) for n in weapons for part in range(len(kit.weapon(s.items[n].kind).parts))]
            return [*(2 * n + part for n, part in parts), UNARMED, SQUAD]
        case "held":
            return [slot * HELD + card for slot in range(len(s.soldier)) for card in range(len(kit.cards))]
        case "support":
            return range(len(s.support))
        case "seat":
            return range(s.seats)
    return range(sizes(kit)[domain])


def sizes(kit: Kit) -> dict[str, int]:
    """Of domains whose members do not change."""
    return {
        "recruit": len(kit.soldiers),
        "space": kit.spaces,
        "card": len(kit.cards),
        "deck-card": len(kit.cards),
        "discard": len(kit.cards),
        "threat": len(kit.threats),
        "spent": len(kit.threats),
        "gear": len(kit.gear),
        "skill": len(kit.skills),
        "ammo": len(kit.ammunition),
        "mode": len(MODES),
        "foe": len(kit.types),
        "mission": len(kit.missions),
        "objective": len(kit.objectives),
        "report": len(kit.reports),
        "wound": 40,
        "number": 100,
    }


# ---- as cases call them -----------------------------------------------------------------------------


def called(kit: Kit, s: Sortie, domain: str, value: int) -> str:
    """What cases call a member of a domain: the id of its row, a name in small letters with dashes."""
    match domain:
        case "soldier":
            return kit.soldier_ids[s.soldier[value]]
        case "recruit":
            return kit.soldier_ids[value]
        case "space":
            return str(value + 1)
        case "held":
            return kit.card_ids[value % HELD]
        case "card":
            return kit.card_ids[value]
        case "threat":
            return kit.threat_ids[value]
        case "gear":
            return kit.gear_ids[value]
        case "skill":
            return kit.skill_ids[value]
        case "ammo":
            return kit.ammo_ids[value]
        case "mission":
            return kit.mission_ids[value]
        case "foe":
            return kit.type_ids[value]
        case "objective":
            return kit.objective_ids[value]
        case "report":
            return kit.report_ids[value]
        case "hostile" | "target":
            return hostile_id(kit, s, value)
        case "item":
            return item_id(kit, s, value)
        case "arm":
            return arm_id(kit, s, value)
        case "mode":
            return MODES[value]
        case "support":
            return kit.card_ids[s.support[value].card]
        case "wound":
            return str(value + 1)
    return str(value)


def slug(text: str) -> str:
    return "-".join("".join(ch if ch.isalnum() else " " for ch in text.lower()).split())


def hostile_id(kit: Kit, s: Sortie, target: int) -> str:
    """A Hostile card by its row, the second of two alike numbered; a target of the Objective by its name."""
    if target >= TARGETS:
        return slug(target_name(kit, s, target))
    if target >= len(s.hostile):
        return f"hostile-{target + 1}"
    kind = s.hostile[target]
    before = [n for n in range(target) if s.hostile[n] == kind and s.at[n] != GONE]
    return kit.threat_ids[kind] + (f"-{len(before) + 1}" if before else "")


def item_id(kit: Kit, s: Sortie, item: int) -> str:
    """Gear by its row and who carries it: m4-carbine of giacomelli; on the ground by its row alone."""
    if item >= len(s.items):
        return f"item-{item + 1}"
    now = s.items[item]
    owner = f"-{kit.soldier_ids[s.soldier[now.slot]]}" if now.slot >= 0 else ""
    before = [n for n in range(item) if s.items[n].kind == now.kind and s.items[n].slot == now.slot]
    before = [n for n in before if not s.items[n].gone and s.items[n].space == now.space]
    return kit.gear_ids[now.kind] + owner + (f"-{len(before) + 1}" if before else "")


def arm_id(kit: Kit, s: Sortie, arm: int) -> str:
    """A weapon as its item; the second part of it with the name of that part behind."""
    if arm == UNARMED:
        return "unarmed"
    if arm == SQUAD:
        return "squad"
    text = item_id(kit, s, arm // 2)
    if arm % 2 and arm // 2 < len(s.items) and kit.is_weapon(s.items[arm // 2].kind):
        weapon = kit.weapon(s.items[arm // 2].kind)
        text += f"-{slug(weapon.parts[1].name)}" if len(weapon.parts) > 1 else "-2"
    return text


def lookup(kit: Kit, s: Sortie, domain: str, text: str) -> int:
    """What a person means by an id, a name or a number."""
    word = text.strip().lower()
    for value in members(kit, s, domain):
        if word in (called(kit, s, domain, value), name(kit, s, -1, domain, value).lower()):
            return value
    if word.isdigit() and int(word) in candidates(kit, s, domain):
        return int(word)
    raise ValueError(f"{text!r} is not {TITLES.get(domain, domain)}")


def members(kit: Kit, s: Sortie, domain: str) -> Sequence[int]:
    """Those that are there now: what is gone is called nothing."""
    found = candidates(kit, s, domain)
    match domain:
        case "hostile" | "target":
            return [n for n in found if n >= TARGETS or s.at[n] != GONE]
        case "item":
            return [n for n in found if not s.items[n].gone]
        case "arm":
            return [n for n in found if n in (UNARMED, SQUAD) or not s.items[n // 2].gone]
        case "held":
            return [slot * HELD + card for slot, hand in enumerate(s.hand) for card in sorted(set(hand))]
    return found


TITLES = {
    "soldier": "a Soldier of the team",
    "recruit": "a Soldier",
    "space": "a space of the path",
    "card": "an Action card or Location",
    "held": "a card in a hand",
    "mission": "a Mission",
    "threat": "a Hostile card or event",
    "hostile": "a Hostile card in play",
    "target": "a Hostile card in play, or a target of the Objective",
    "gear": "a weapon or piece of equipment",
    "item": "a weapon or piece of equipment in play",
    "arm": "a weapon in play, `unarmed` or `squad`",
    "skill": "a skill",
    "ammo": "a type of ammunition",
    "mode": "a Fire Mode",
    "foe": "a type of Hostiles",
    "objective": "an Objective",
    "report": "a Situation Report",
    "support": "a Support card in play",
    "seat": "a seat",
    "wound": "a Wound",
    "number": "a number",
}
