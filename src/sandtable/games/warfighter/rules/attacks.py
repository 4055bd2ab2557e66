"""18 to 20: attacks of Soldiers: what can be attacked with what, what is added to the dice, what they do."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from sandtable.games.warfighter import cards
from sandtable.games.warfighter.cards import Effect, Needs
from sandtable.games.warfighter.frames import Attack
from sandtable.games.warfighter.pieces import (
    AUTO,
    BURST,
    EXPLOSION,
    MODES,
    NO_LABELS,
    SEMI,
    SQUAD,
    TARGETS,
    UNARMED,
    Arm,
    EffectId,
    ItemId,
    Kit,
    Slot,
    TargetId,
)
from sandtable.games.warfighter.rows import Part
from sandtable.games.warfighter.rules.deeds import can_act, costly, spend
from sandtable.games.warfighter.rules.results import (
    cover_needed,
    destroyed,
    is_objective,
    is_screened,
    kill,
    space_of,
    strike_target,
    suppress,
    target_row,
)
from sandtable.games.warfighter.state import (
    NOBODY,
    OBJECTIVE_CARD,
    SG,
    Sortie,
    alter,
    arms_of,
    card_in,
    distinct,
    effects_of,
    hostiles,
    is_squad,
    items_of,
    rank_of,
    remove_item,
    row_of,
    within_sight,
)
from sandtable.kernel.chance import D6, D10
from sandtable.kernel.options import Group, Refusal

# ---- arms -------------------------------------------------------------------------------------------


def part_of(s: Sortie, kit: Kit, arm: Arm) -> Part | None:
    """The part of a weapon; None for bare hands and Squad Soldiers."""
    if arm in (UNARMED, SQUAD):
        return None
    parts = kit.weapon(s.items[arm // 2].kind).parts
    return parts[arm % 2] if arm % 2 < len(parts) else None


def title_of(s: Sortie, kit: Kit, arm: Arm) -> str:
    return "" if arm in (UNARMED, SQUAD) else kit.weapon(s.items[arm // 2].kind).name


def arms(s: Sortie, kit: Kit, slot: Slot) -> list[Arm]:
    """What a Soldier could attack with, now or after a Reload."""
    if is_squad(s, kit, slot):
        return [SQUAD]  # rule: soldier.squad-ranged
    found = [2 * item + part for item, part, _ in arms_of(s, kit, slot)]
    if row_of(s, kit, slot).unarmed:
        found.append(UNARMED)  # rule: soldier.unarmed
    return found


def why_not_usable(s: Sortie, kit: Kit, slot: Slot, arm: Arm) -> Refusal | None:
    """Why a Soldier cannot attack with this now, whatever the target."""
    if arm == SQUAD:
        return None  # rule: soldier.squad-ammo
    if arm == UNARMED:
        if s.unarmed[slot] >= kit.n.unarmed_attacks:
            return Refusal("unarmed.once", "One Unarmed attack in a turn.")
        return None
    item, part = s.items[arm // 2], part_of(s, kit, arm)
    assert part is not None
    bit = 1 << arm % 2
    if item.empty & bit:
        return Refusal("reload.empty", "It has to be reloaded first.")
    if item.jammed & bit:
        return Refusal("option.jams", "It is jammed.")
    if part.ammo and not s.ammo[slot][kit.ammo_of(part)]:
        return Refusal("weapon.no-ammo", "It has no ammunition left.")
    if part.single_shot and item.fired & bit:
        return Refusal("weapon.single-shot", "It is fired once in a turn.")
    return None


def kill_number(s: Sortie, kit: Kit, slot: Slot, arm: Arm, away: int) -> int:
    """The face from which a die hits at a range; 0 where that is beyond reach (18.2)."""
    if arm == UNARMED:
        return row_of(s, kit, slot).unarmed if away == 0 else 0  # rule: unarmed.range
    if arm == SQUAD:
        rank = rank_of(s, kit, slot)
        numbers = rank.kill if rank is not None else []
    else:
        part = part_of(s, kit, arm)
        assert part is not None
        numbers = part.kill
    return numbers[away] if away < len(numbers) else 0  # rule: attack.range


def traits_of(s: Sortie, kit: Kit, arm: Arm, fitted: list[ItemId]) -> set[str]:
    """The traits of an attack (13.3)."""
    if arm == SQUAD:
        return {"ranged"}
    if arm == UNARMED:
        return {"unarmed"}
    part = part_of(s, kit, arm)
    assert part is not None
    found: set[str] = {*part.traits}
    if part.explosion:
        found.add("explosion")
    for item in fitted:
        for number in kit.of_gear[s.items[item].kind]:
            effect = kit.effects[number]
            if isinstance(effect, cards.GiveTrait):
                found.add(effect.gives)  # rule: equipment.trait
    return found


def modes_of(s: Sortie, kit: Kit, arm: Arm) -> list[int]:
    """The Fire Modes of a weapon (13.4); bare hands and Squad Soldiers roll one die."""
    part = part_of(s, kit, arm)
    if part is None:
        return [SEMI]
    return [EXPLOSION] if part.explosion else [MODES.index(mode) for mode in part.modes]


def dice_of(kit: Kit, part: Part | None, mode: int) -> int:
    if mode == EXPLOSION and part is not None:
        return part.explosion
    return {SEMI: kit.n.semi, BURST: kit.n.burst, AUTO: kit.n.auto}[mode]  # rule: attack.modes


# ---- targets ----------------------------------------------------------------------------------------


def all_targets(s: Sortie, kit: Kit) -> list[TargetId]:
    """Every Hostile card, and what has still to be destroyed in an active Objective."""
    found = hostiles(s)
    if not s.inactive and s.objective >= 0:
        count = len(kit.objectives[s.objective].targets)
        found += [TARGETS + number for number in range(count) if not destroyed(s, kit, TARGETS + number)]
    return found


def collateral(s: Sortie, kit: Kit, space: int) -> bool:
    card = card_in(s, kit, space)
    return bool(card is not None and getattr(card, "collateral", False))


def why_no_target(s: Sortie, kit: Kit, slot: Slot, arm: Arm, target: TargetId) -> Refusal | None:
    """Why this cannot be attacked with that, though the weapon could fire."""
    space = space_of(s, kit, target)
    away = abs(s.place[slot] - space)
    if not kill_number(s, kit, slot, arm, away):
        return Refusal("attack.range", f"It is {away} spaces away, out of range.")
    if not within_sight(s, away):
        return Refusal("event.reach", "Nobody sees that far now.")
    if is_screened(s, kit, target):
        return Refusal("hostile.screened", "Another card screens it.")
    if not allowed_modes(s, kit, arm, target):
        return Refusal("objective.collateral", "No Explosion and no Auto attack into that Location.")
    if is_objective(target):
        row = target_row(s, kit, target)
        if arm == UNARMED and row.label in NO_LABELS:
            return Refusal("unarmed.targets", "Bare hands do nothing to that.")
        if row.by == "explosion" and "explosion" not in traits_of(s, kit, arm, []):
            return Refusal("objective.by-explosion", "Only an Explosion destroys it.")
    return None


def allowed_modes(s: Sortie, kit: Kit, arm: Arm, target: TargetId) -> list[int]:
    """The modes in which it may be fired there: Collateral Damage bars two of them (C72)."""
    barred = (EXPLOSION, AUTO) if collateral(s, kit, space_of(s, kit, target)) else ()
    return [mode for mode in modes_of(s, kit, arm) if mode not in barred]  # rule: objective.collateral


def targets_of(s: Sortie, kit: Kit, slot: Slot, arm: Arm) -> list[TargetId]:
    if why_not_usable(s, kit, slot, arm) is not None:
        return []
    return [target for target in all_targets(s, kit) if why_no_target(s, kit, slot, arm, target) is None]


def meets(s: Sortie, kit: Kit, slot: Slot, arm: Arm, needs: Needs) -> bool:
    """Whether a free attack may be made with this: attachments count that could be used."""
    if needs == "any":
        return True
    if needs == "unarmed":
        return arm == UNARMED
    traits = traits_of(s, kit, arm, fittings(s, kit, slot, arm))
    return "stealth" in traits and (needs == "stealth" or "ranged" in traits)


def attack_groups(s: Sortie, kit: Kit, slot: Slot, needs: Needs = "any") -> Iterator[Group]:
    for arm in arms(s, kit, slot):
        if meets(s, kit, slot, arm, needs) and (found := targets_of(s, kit, slot, arm)):
            yield Group(s.owner[slot], "attack", (slot, arm), found)


def refuse_attack(s: Sortie, kit: Kit, slot: Slot, arm: Arm, target: TargetId, free: bool) -> Refusal | None:
    """Why an attack is not offered."""
    if s.suppress[slot] and not free:
        return Refusal("soldier.suppressed", "A suppressed Soldier only plays cards or removes Suppress.")
    if not free and not can_act(s, kit, slot):
        return Refusal("turn.actions", "He has no Action left.")
    if arm not in arms(s, kit, slot):
        return Refusal("attack.action", "He has nothing like that.")
    if target not in all_targets(s, kit):
        if s.inactive and is_objective(target):
            return Refusal("objective.inactive", "The Objective is not active.")
        return Refusal("attack.action", "That is not there any more.")
    return why_not_usable(s, kit, slot, arm) or why_no_target(s, kit, slot, arm, target)


# ---- attachments ------------------------------------------------------------------------------------


def attached(s: Sortie, kit: Kit, slot: Slot, arm: Arm) -> list[ItemId]:
    """Attachments that fit this weapon by its title, and have helped no other weapon in this turn (14.4, 14.5)."""
    if arm in (UNARMED, SQUAD):
        return []
    title = title_of(s, kit, arm)
    found = []
    for item in distinct(s, items_of(s, slot)):
        kind = s.items[item].kind
        if kit.is_weapon(kind) or not kit.tool(kind).attaches:
            continue
        fits = any(word in title for word in kit.tool(kind).attaches)  # rule: equipment.attaches weapon.title
        if fits and s.items[item].helped in (NOBODY, arm // 2):  # rule: equipment.one-a-turn
            found.append(item)
    return found


def fittings(s: Sortie, kit: Kit, slot: Slot, arm: Arm) -> list[ItemId]:
    """Attachments that change what an attack is: their owner says whether he uses them."""
    return [item for item in attached(s, kit, slot, arm) if changes_trait(kit, s.items[item].kind)]


def changes_trait(kit: Kit, kind: int) -> bool:
    return any(isinstance(kit.effects[number], cards.GiveTrait) for number in kit.of_gear[kind])


# ---- what is added ----------------------------------------------------------------------------------


class Shot(Struct, frozen=True):
    """An attack as its dice will be read."""

    dice: int
    kill: int
    plus: int
    cover: int
    """What the Cover die has to reach, Penetration taken off."""
    face: int
    """What the Cover die counts as without being rolled; 0 if it is rolled."""
    reload: int
    jam: int
    """The face of which two jam the weapon; 0 if none does."""
    explosion: bool
    double: bool
    stealthy: bool
    unarmed: bool


def shot(s: Sortie, kit: Kit, f: Attack, mode: int) -> Shot:
    """All that bears on the dice of an attack (18.4, 20)."""
    part = part_of(s, kit, f.arm)
    away = abs(s.place[f.slot] - space_of(s, kit, f.target))
    traits = traits_of(s, kit, f.arm, f.fitted)
    held = list(bearing(s, kit, f))
    plus = sum(plus_of(effect, up, s, kit, f, traits, away) for effect, up in held)
    through = part.penetration if part is not None else 0
    needed, face = cover_needed(s, kit, f.target), 0
    for effect, _ in held:
        if isinstance(effect, cards.Penetrate) and _titled(effect.titles, title_of(s, kit, f.arm)):
            through += effect.plus  # rule: attack.penetration
        elif isinstance(effect, cards.DefeatCover) and (not effect.traits or traits & {*effect.traits}):
            needed = min(needed, effect.least)
        elif isinstance(effect, cards.CoverCounts):
            face = max(face, effect.face)  # rule: attack.cover-counts
    stealthy = "stealth" in traits and s.stealthy[f.slot] < stealth_attacks(s, kit, f.slot)
    if stealthy:
        face = max(face, kit.n.stealth_cover)  # rule: stealth.first
    reload = part.reload if part is not None else 0
    return Shot(
        dice=dice_of(kit, part, mode),
        kill=kill_number(s, kit, f.slot, f.arm, away),
        plus=plus,
        cover=needed - through,
        face=face,
        reload=reload,
        jam=reload + 1 if s.rules.jams and reload and mode in (BURST, AUTO) else 0,
        explosion=mode == EXPLOSION,
        double=doubled(s, kit, f),
        stealthy=stealthy,
        unarmed=f.arm == UNARMED,
    )


def bearing(s: Sortie, kit: Kit, f: Attack) -> Iterator[tuple[Effect, bool]]:
    """The effects that bear on an attack, each with whether it is Upgunned: the Soldier's, of the weapon and what is
    attached to it, and of cards played for it."""
    fitting = attached(s, kit, f.slot, f.arm)
    for _, effect, item in effects_of(s, kit, f.slot):
        loose = item == NOBODY or not kit.tool(s.items[item].kind).attaches
        if loose or (item in fitting and (item in f.fitted or not changes_trait(kit, s.items[item].kind))):
            yield effect, False
    if f.arm not in (UNARMED, SQUAD):
        for number in kit.of_gear[s.items[f.arm // 2].kind]:
            yield kit.effects[number], False
    for effect_id, up in zip(f.aids[::2], f.aids[1::2], strict=True):
        yield kit.effects[effect_id], bool(up)


def plus_of(effect: Effect, up: bool, s: Sortie, kit: Kit, f: Attack, traits: set[str], away: int) -> int:
    """What an effect adds to every attack die: if trait, title, range and rest match (13.3)."""
    if not isinstance(effect, cards.Aim):
        return 0
    if (effect.traits or effect.titles) and not (
        traits & {*effect.traits} or (effect.titles and _titled(effect.titles, title_of(s, kit, f.arm)))
    ):
        return 0  # rule: action.trait weapon.trait
    if (effect.ranges and away not in effect.ranges) or (effect.unmoved and s.moved[f.slot]):
        return 0
    return effect.upgunned if up and effect.upgunned else effect.plus  # rule: attack.modifier action.upgun


def _titled(words: list[str], title: str) -> bool:
    return not words or any(word in title for word in words)


def stealth_attacks(s: Sortie, kit: Kit, slot: Slot) -> int:
    """How many Stealth attacks of a turn need no Cover die."""
    more = [e.attacks for _, e, _ in effects_of(s, kit, slot) if isinstance(e, cards.Stealthy)]
    return max([kit.n.stealth_attacks, *more])


def doubled(s: Sortie, kit: Kit, f: Attack) -> bool:
    """Whether Kills count twice against this target."""
    if not is_objective(f.target) or f.arm in (UNARMED, SQUAD):
        return False
    held = [kit.effects[number] for number in kit.of_gear[s.items[f.arm // 2].kind]]
    label = target_row(s, kit, f.target).label
    return any(isinstance(e, cards.Double) and label in e.against for e in held)  # rule: weapon.double


# ---- the dice ---------------------------------------------------------------------------------------


def hits(attack: Shot, faces: list[int]) -> int:
    return sum(face + attack.plus >= attack.kill for face in faces)  # rule: attack.hit


def results(attack: Shot, faces: list[int], cover: int) -> tuple[int, int]:
    """Kills and Suppresses: one result for an ordinary attack, one for each die of an Explosion (18.7, 19.2)."""
    through = cover >= attack.cover  # rule: attack.cover
    hit = hits(attack, faces)
    if attack.explosion:
        missed = len(faces) - hit
        return (hit, missed) if through else (0, hit)  # rule: explosion.each-die explosion.one-cover
    if hit and through:
        return 1, 0  # rule: attack.kill attack.one-result
    if (hit or through) and not attack.unarmed:  # rule: unarmed.suppress
        return 0, 1  # rule: attack.suppress
    return 0, 0  # rule: attack.miss


def needs_reload(attack: Shot, faces: list[int]) -> bool:
    return any(face <= attack.reload for face in faces)  # rule: reload.natural


def is_jammed(attack: Shot, faces: list[int]) -> bool:
    return bool(attack.jam) and faces.count(attack.jam) > 1  # rule: option.jams


def fire(g: SG, f: Attack) -> None:
    """The attack is made: dice, then what they do to the weapon and to the target."""
    s, kit = g.s, g.kit
    attack = shot(s, kit, f, f.mode)
    used = [item for item in attached(s, kit, f.slot, f.arm) if item in f.fitted or helps(s, kit, f, item)]
    spend(g, f.slot, 0 if f.free else 1, "attack.action")
    costly(s)
    faces = [g.roll(D10, "attack", "attack.dice") for _ in range(attack.dice)]
    cover = attack.face or g.roll(D6, "cover", "attack.cover")  # rule: stealth.no-die
    for item in used:
        alter(s, item, helped=f.arm // 2)
    if "stealth" in traits_of(s, kit, f.arm, f.fitted):
        s.stealthy[f.slot] += 1
    if f.arm == UNARMED:
        s.unarmed[f.slot] += 1
    elif f.arm != SQUAD:
        wear(g, f, attack, faces)
    land(g, f.slot, f.target, attack, faces, cover)


def helps(s: Sortie, kit: Kit, f: Attack, item: ItemId) -> bool:
    """Whether an attachment adds something to this attack, so that it helps no other weapon in this turn."""
    if changes_trait(kit, s.items[item].kind):
        return False
    away = abs(s.place[f.slot] - space_of(s, kit, f.target))
    traits = traits_of(s, kit, f.arm, f.fitted)
    held = [kit.effects[number] for number in kit.of_gear[s.items[item].kind]]
    return any(plus_of(effect, False, s, kit, f, traits, away) for effect in held)


def wear(g: SG, f: Attack, attack: Shot, faces: list[int]) -> None:
    """What an attack does to the weapon: thrown away, a round spent, empty, jammed (21, 13.5)."""
    s, kit = g.s, g.kit
    item, part = f.arm // 2, part_of(s, kit, f.arm)
    assert part is not None
    bit = 1 << f.arm % 2
    now = s.items[item]
    alter(s, item, fired=now.fired | bit)
    if kit.weapon(now.kind).expended:
        remove_item(s, item)  # rule: weapon.expended
        return
    if part.explosion and part.ammo:
        s.ammo[f.slot][kit.ammo_of(part)] -= 1  # rule: weapon.round-spent
    elif part.ammo and needs_reload(attack, faces):
        s.ammo[f.slot][kit.ammo_of(part)] -= 1
        alter(s, item, empty=s.items[item].empty | bit)
        g.tell("reload.natural", "{0:soldier}'s {1:item} has to be reloaded.", f.slot, item, weight="blow")
    if is_jammed(attack, faces):
        alter(s, item, jammed=s.items[item].jammed | bit)
        g.tell("option.jams", "{0:soldier}'s {1:item} is jammed.", f.slot, item, weight="blow")


def land(g: SG, slot: Slot, target: TargetId, attack: Shot, faces: list[int], cover: int) -> None:
    """What the dice do to the target."""
    kills, suppressed = results(attack, faces, cover)
    counts = {word: number for word, number in (("kills", kills), ("suppresses", suppressed)) if number}
    told = [f"{kills} Kill{'' if kills == 1 else 's'}"] if kills else []
    told += [f"{suppressed} Suppress{'' if suppressed == 1 else 'es'}"] if suppressed else []
    what = " and ".join(told) or "a miss"
    if slot == NOBODY:
        g.tell("attack.matrix", f"Fire on {{0:target}}: {what}.", target, counts=counts)
    else:
        g.tell("attack.matrix", f"{{0:soldier}} on {{1:target}}: {what}.", slot, target, counts=counts, main=True)
    if is_objective(target):
        strike_target(g, target, kills * (2 if attack.double else 1))  # rule: objective.suppress
        return
    if kills:
        kill(g, target, kills, slot)
    if suppressed and g.s.at[target] >= 0:
        suppress(g, target, suppressed)


def strike_shot(s: Sortie, kit: Kit, effect: cards.Strike, target: TargetId) -> Shot:
    """Fire from outside: no skill, no aim (9.3)."""
    return Shot(
        dice=effect.dice,
        kill=effect.kill,
        plus=0,  # rule: support.no-modifiers
        cover=cover_needed(s, kit, target) - effect.penetration,
        face=0,
        reload=0,
        jam=0,
        explosion=effect.explosion,
        double=False,
        stealthy=False,
        unarmed=False,
    )


def strike(g: SG, number: EffectId, target: TargetId) -> None:
    effect = g.kit.effects[number]
    assert isinstance(effect, cards.Strike)
    attack = strike_shot(g.s, g.kit, effect, target)
    faces = [g.roll(D10, "attack", "attack.dice") for _ in range(attack.dice)]
    land(g, NOBODY, target, attack, faces, g.roll(D6, "cover", "attack.cover"))


def in_objective(s: Sortie, space: int) -> bool:
    return s.path[space] == OBJECTIVE_CARD
