"""13 to 15, 21: reloading, clearing a jam, passing, dropping, picking up, and equipment that is used."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.warfighter import cards
from sandtable.games.warfighter.frames import Effecting
from sandtable.games.warfighter.pieces import Arm, EffectId, ItemId, Kit, Slot
from sandtable.games.warfighter.rules.attacks import part_of
from sandtable.games.warfighter.rules.deeds import can_act
from sandtable.games.warfighter.rules.hand import draw_cards
from sandtable.games.warfighter.rules.team import can_carry, starting
from sandtable.games.warfighter.rules.wounds import patients
from sandtable.games.warfighter.state import (
    SG,
    Sortie,
    alter,
    arms_of,
    distinct,
    is_player,
    is_squad,
    items_of,
    items_on,
    remove_item,
    skill_effects,
    soldiers_at,
    tool_effects,
)
from sandtable.kernel.options import Group, Option, Refusal, Seat

# ---- reloading --------------------------------------------------------------------------------------


def empties(s: Sortie, kit: Kit, slot: Slot) -> list[Arm]:
    """Parts of his weapons whose top counter is an empty one."""
    return [2 * item + part for item, part, _ in arms_of(s, kit, slot) if s.items[item].empty >> part & 1]


def jams(s: Sortie, kit: Kit, slot: Slot) -> list[Arm]:
    return [2 * item + part for item, part, _ in arms_of(s, kit, slot) if s.items[item].jammed >> part & 1]


def reload(g: SG, slot: Slot, arm: Arm, key: str) -> None:
    """The empty counter goes; the next one, if there is one, can be fired (21.2)."""
    item = arm // 2
    alter(g.s, item, empty=g.s.items[item].empty & ~(1 << arm % 2))  # rule: reload.action
    g.tell(key, "{0:soldier} reloads {1:item}.", slot, item)


def unjam(g: SG, slot: Slot, arm: Arm) -> None:
    item = arm // 2
    alter(g.s, item, jammed=g.s.items[item].jammed & ~(1 << arm % 2))
    g.tell("option.jams", "{0:soldier} clears {1:item}.", slot, item)


def free_each_turn(s: Sortie, kit: Kit, slot: Slot, kind: type[cards.Reload] | type[cards.Rally]) -> EffectId | None:
    """A skill that does something once a turn without an Action, if it was not used yet."""
    for number, effect, _ in skill_effects(s, kit, slot):
        if isinstance(effect, kind) and effect.per == "turn" and number not in s.turn_uses[slot]:
            return number  # rule: skill.once-a-turn
    return None


# ---- from hand to hand ------------------------------------------------------------------------------


def gave(s: Sortie, slot: Slot, code: int) -> bool:
    """Whether this kind was given or dropped by him since the last deed that cost something; taken, if below 0."""
    return code in s.passed[slot]  # rule: gear.no-endless-passing


def item_code(s: Sortie, item: ItemId) -> int:
    return 1 + s.items[item].kind


def ammo_code(kit: Kit, ammo: int) -> int:
    return 1 + len(kit.gear) + ammo


def fits_gear(s: Sortie, kit: Kit, slot: Slot, item: ItemId) -> bool:
    """Weapons and equipment change hands among Player Soldiers alone, within the Loadout (13.6, 14.5)."""
    return is_player(s, kit, slot) and can_carry(s, kit, slot, kit.gear[s.items[item].kind].load, ammunition=False)


def ammo_room(s: Sortie, kit: Kit, slot: Slot, ammo: int) -> int:
    """How many counters he may take: an NPS what his weapon began with; spare rounds have weight (12.9, C33)."""
    if is_squad(s, kit, slot):
        return 0  # rule: gear.squad
    held, begins = s.ammo[slot][ammo], starting(s, kit, slot, ammo)
    if not is_player(s, kit, slot):
        return max(0, begins - held)  # rule: ammo.nps-limit
    if not kit.is_single(ammo):
        return 99  # rule: ammo.no-loadout
    spare = 0
    while can_carry(s, kit, slot, max(0, held + spare + 1 - max(begins, held)), ammunition=False) and spare < 99:
        spare += 1
    return spare


def passing(s: Sortie, kit: Kit, slot: Slot) -> Iterator[Group]:
    """What a Soldier who is not suppressed may give, drop and take up in his Location, without an Action (13.6)."""
    seat, here = s.owner[slot], s.place[slot]
    others = [other for other in soldiers_at(s, here) if other != slot]
    own = distinct(s, items_of(s, slot)) if is_player(s, kit, slot) else []  # rule: gear.player-soldiers
    own = [item for item in own if not gave(s, slot, item_code(s, item))]
    if own:
        yield Group(seat, "drop", (slot,), own)
    for other in others:
        fitting = [i for i in own if fits_gear(s, kit, other, i) and not gave(s, other, -item_code(s, i))]
        if fitting:
            yield Group(seat, "hand", (slot, other), fitting)
    found = [
        item
        for item in distinct(s, items_on(s, here))
        if fits_gear(s, kit, slot, item) and not gave(s, slot, -item_code(s, item))
    ]
    if found:
        yield Group(seat, "take", (slot,), found)
    if not is_squad(s, kit, slot):
        yield from _ammunition(s, kit, slot, others)


def _ammunition(s: Sortie, kit: Kit, slot: Slot, others: list[Slot]) -> Iterator[Group]:
    seat, here = s.owner[slot], s.place[slot]
    for ammo in range(len(kit.ammunition)):
        held, code = s.ammo[slot][ammo], ammo_code(kit, ammo)
        if held and not gave(s, slot, code):
            yield Group(seat, "drop-ammo", (slot, ammo), range(1, held + 1))
            for other in others:
                most = 0 if gave(s, other, -code) else min(held, ammo_room(s, kit, other, ammo))
                if most:
                    yield Group(seat, "hand-ammo", (slot, other, ammo), range(1, most + 1))
        lying = min(s.dropped[here][ammo], ammo_room(s, kit, slot, ammo)) if s.dropped[here][ammo] else 0
        if lying and not gave(s, slot, -code):
            yield Group(seat, "take-ammo", (slot, ammo), range(1, lying + 1))


def change_hands(g: SG, option: Option) -> None:
    """Something is given, dropped or picked up."""
    s, kit = g.s, g.kit
    verb, slot = option[0], int(option[1])
    if verb in ("hand", "drop", "take"):
        item = int(option[-1])
        code = item_code(s, item)
        if verb == "hand":
            other = int(option[2])
            alter(s, item, slot=other, space=-1)
            s.passed[slot].append(code)
            s.passed[other].append(-code)
            g.tell("gear.passing", "{0:soldier} gives {1:soldier} {2:item}.", slot, other, item)
        elif verb == "drop":
            alter(s, item, slot=-1, space=s.place[slot])
            s.passed[slot].append(code)
            g.tell("gear.dropping", "{0:soldier} drops {1:item}.", slot, item)
        else:
            alter(s, item, slot=slot, space=-1)
            s.passed[slot].append(-code)
            g.tell("gear.picking-up", "{0:soldier} picks up {1:item}.", slot, item)
        return
    ammo, number = int(option[-2]), int(option[-1])
    code, here = ammo_code(kit, ammo), s.place[slot]
    if verb == "hand-ammo":
        other = int(option[2])
        s.ammo[slot][ammo] -= number
        s.ammo[other][ammo] += number
        s.passed[slot].append(code)
        s.passed[other].append(-code)
        g.tell("ammo.passing", "{0:soldier} gives {1:soldier} {2} {3:ammo}.", slot, other, str(number), ammo)
    elif verb == "drop-ammo":
        s.ammo[slot][ammo] -= number
        s.dropped[here][ammo] += number
        s.passed[slot].append(code)
        g.tell("ammo.passing", "{0:soldier} drops {1} {2:ammo}.", slot, str(number), ammo)
    else:
        s.dropped[here][ammo] -= number
        s.ammo[slot][ammo] += number
        s.passed[slot].append(-code)
        g.tell("ammo.passing", "{0:soldier} picks up {1} {2:ammo}.", slot, str(number), ammo)


PASSING = ("hand", "drop", "take", "hand-ammo", "drop-ammo", "take-ammo")


def refuse_passing(s: Sortie, kit: Kit, seat: Seat, option: Option) -> Refusal:
    slot = int(option[1])
    verb = str(option[0])
    if verb in ("hand", "drop", "take") and s.items[int(option[-1])].gone:
        return Refusal("gear.passing", "That is no longer there.")
    if s.suppress[slot]:
        return Refusal("soldier.suppressed", "A suppressed Soldier passes nothing on and picks nothing up.")
    if verb in ("hand", "hand-ammo"):
        other = int(option[2])
        if other >= len(s.place) or s.place[other] != s.place[slot]:
            return Refusal("gear.passing", "He is not in the same Location.")
        if is_squad(s, kit, other) or is_squad(s, kit, slot):
            return Refusal("gear.squad", "Squad Soldiers have only what is on their card.")
        if verb == "hand" and not (is_player(s, kit, slot) and is_player(s, kit, other)):
            return Refusal("gear.player-soldiers", "Weapons and equipment change hands among Player Soldiers alone.")
        if verb == "hand" and not fits_gear(s, kit, other, int(option[3])):
            return Refusal("gear.loadout", "It is too heavy for his Loadout.")
        if verb == "hand-ammo" and not ammo_room(s, kit, other, int(option[3])):
            return Refusal("ammo.nps-limit", "He has as much as his weapon began with.")
    if verb == "take" and is_player(s, kit, slot) and not fits_gear(s, kit, slot, int(option[2])):
        return Refusal("gear.loadout", "It is too heavy for his Loadout.")
    if verb in ("drop", "take") and not is_player(s, kit, slot):
        return Refusal("gear.player-soldiers", "Weapons and equipment change hands among Player Soldiers alone.")
    return Refusal("gear.no-endless-passing", "It is not there, or has just changed hands.")


# ---- equipment that is used -------------------------------------------------------------------------


def tools(s: Sortie, kit: Kit, slot: Slot) -> list[ItemId]:
    """Equipment that a Soldier can use now (14.3)."""
    if s.suppress[slot]:
        return []
    found = []
    for _, effect, item in tool_effects(s, kit, slot, "turn", "always"):
        if item in found or s.items[item].helped >= 0:
            continue
        uses = s.items[item].uses
        if isinstance(effect, cards.Draw) and is_player(s, kit, slot) and uses < effect.uses:
            found.append(item)
        elif isinstance(effect, cards.Heal) and uses < effect.uses and patients(s, kit, slot):
            if not effect.action or can_act(s, kit, slot):
                found.append(item)  # rule: wound.kit
        elif isinstance(effect, cards.NoPenalties):
            found.append(item)
    return distinct(s, found)


def use_tool(g: SG, slot: Slot, item: ItemId) -> None:
    """What it does at once is done; what leaves a choice is asked."""
    s, kit = g.s, g.kit
    for number in kit.of_gear[s.items[item].kind]:
        effect = kit.effects[number]
        if isinstance(effect, cards.Draw):
            used_up(s, kit, item, effect.uses)
            g.tell("equipment.use", "{0:soldier} uses {1:gear}.", slot, s.items[item].kind)
            draw_cards(g, slot, effect.cards, "draw", "equipment.use")
        elif isinstance(effect, (cards.Heal, cards.NoPenalties)):
            g.call(Effecting(slot=slot, effect=number, item=item))


def used_up(s: Sortie, kit: Kit, item: ItemId, uses: int) -> None:
    """One use of it; what is expended, or has no use left, is gone (14.6)."""
    now = s.items[item].uses + 1
    if kit.tool(s.items[item].kind).expended:
        remove_item(s, item)  # rule: equipment.expended
        return
    alter(s, item, uses=now)  # rule: equipment.uses
    if any(isinstance(kit.effects[n], cards.Heal) for n in kit.of_gear[s.items[item].kind]) and now >= uses:
        remove_item(s, item)  # rule: equipment.bandages


def is_launcher(s: Sortie, kit: Kit, arm: Arm) -> bool:
    part = part_of(s, kit, arm)
    return part is not None and bool(part.explosion) and bool(part.ammo)
