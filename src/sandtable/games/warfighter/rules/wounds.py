"""25, 26: Wounds and how they are treated, Soldiers who are Down or evacuated, the recount."""

from __future__ import annotations

from sandtable.games.warfighter import cards
from sandtable.games.warfighter.frames import Lighten
from sandtable.games.warfighter.pieces import Kit, Slot
from sandtable.games.warfighter.rules.deeds import costly
from sandtable.games.warfighter.rules.ending import judge
from sandtable.games.warfighter.rules.targeting import lose_target
from sandtable.games.warfighter.rules.team import worth
from sandtable.games.warfighter.state import (
    GONE,
    SG,
    Sortie,
    Wounded,
    alter,
    distinct,
    health,
    is_player,
    is_squad,
    items_of,
    living,
    people,
    player_soldiers,
    remove_item,
    row_of,
    sum_of,
)
from sandtable.kernel.chance import D10
from sandtable.kernel.flow import NEXT, STAY, Next
from sandtable.kernel.options import Ask, Group, Option, Refusal, Seat

PARTS = 99


def wound(g: SG, slot: Slot, points: int, key: str) -> None:
    """One Wound counter for the Wounds of one attack (25.2)."""
    s = g.s
    s.wounds[slot].append(Wounded(points))  # rule: wound.separate
    said = f"{{0:soldier}} suffers {points} Wound{'' if points == 1 else 's'}."
    g.tell(key, said, slot, weight="blow", counts={"wounds": points})
    if health(s, g.kit, slot) <= 0:
        leave(g, slot, "down.zero")


def suppress_soldier(g: SG, slot: Slot) -> None:
    """A Suppress counter; it stays until somebody removes it."""
    s = g.s
    if s.shrugged[slot] < sum_of(s, g.kit, slot, cards.Unshaken, True):
        s.shrugged[slot] += 1
        g.tell("soldier.ability", "{0:soldier} ignores a Suppress.", slot)
        return
    s.suppress[slot] += 1  # rule: soldier.suppress
    g.tell("soldier.suppress", "{0:soldier} is suppressed.", slot, weight="blow")


# ---- treatment --------------------------------------------------------------------------------------


def untreated(s: Sortie, slot: Slot) -> list[int]:
    """The Wounds that can still be treated, by their places; of those alike the first."""
    first: dict[Wounded, int] = {}
    for place, counter in enumerate(s.wounds[slot]):
        if not counter.treated:  # rule: wound.once
            first.setdefault(counter, place)
    return sorted(first.values())


def treat(g: SG, slot: Slot, place: int, points: int, key: str) -> None:
    """A Wound gets smaller by so many points, and what is left of it is treated for good (25.4, C32)."""
    s = g.s
    left = s.wounds[slot][place].points - points
    if left <= 0:
        del s.wounds[slot][place]  # rule: wound.healed
        g.tell(key, "A Wound of {0:soldier} is healed.", slot, weight="gain")
        return
    s.wounds[slot][place] = Wounded(left, True)  # rule: wound.treated wound.failed
    g.tell(key, f"{{0:soldier}}'s Wound is treated: {left} left of it.", slot)


def heal_roll(g: SG, medic: Slot, effect: cards.Heal, key: str) -> int:
    """How many points a treatment takes off: fixed, or by a die."""
    if not effect.roll:
        return effect.points
    die = g.roll(D10, "heal", key) + sum_of(g.s, g.kit, medic, cards.HealPlus)  # rule: wound.heal-roll
    return max((line.points for line in effect.roll if die >= line.least), default=0)


# ---- leaving the mission ----------------------------------------------------------------------------


def may_leave(s: Sortie, kit: Kit, slot: Slot) -> bool:
    """Whether a Soldier may be evacuated: he was wounded, down to 2 Health or 1 (26.3, C61)."""
    return bool(s.wounds[slot]) and health(s, kit, slot) <= kit.n.medevac  # rule: medevac.voluntary


def leave(g: SG, slot: Slot, key: str) -> None:
    """A Soldier is Down or evacuated: cards and XP are gone, gear lies where he was (26.1, 26.2, C24, C36)."""
    s, kit = g.s, g.kit
    space = s.place[slot]
    s.left_with[slot] = max(0, health(s, kit, slot))
    said = "{0:soldier} is Down." if key == "down.zero" else "{0:soldier} is evacuated."
    g.tell(key, said, slot, weight="blow")
    for card in (*s.hand[slot], *s.saved[slot]):
        s.discards[card] += 1  # rule: down.cards
    s.hand[slot], s.saved[slot] = [], []
    s.xp[slot] = s.suppress[slot] = s.actions[slot] = 0  # rule: down.xp
    for item in items_of(s, slot):
        alter(s, item, slot=-1, space=space)  # rule: down.gear medevac.gear
    for ammo, held in enumerate(s.ammo[slot]):
        s.dropped[space][ammo] += held
    s.ammo[slot] = [0] * len(kit.ammunition)
    for support in [one for one in s.support if one.slot == slot]:
        s.support.remove(support)
        s.discards[support.card] += 1
    s.place[slot] = GONE
    lose_target(g, slot)
    costly(s)
    judge(g)
    s.value = worth(s, kit)  # rule: recount.value recount.when
    g.tell("recount.value", f"The team is worth {s.value}.")
    g.call(Lighten())


# ---- lightening the load ----------------------------------------------------------------------------


def ask_lighten(g: SG, f: Lighten) -> Ask:
    """Gear and extra ammunition may be thrown away as the team is counted again (26.5)."""
    s, kit = g.s, g.kit
    groups = []
    for slot in player_soldiers(s, kit):
        seat = s.owner[slot]
        if items := distinct(s, items_of(s, slot)):
            groups.append(Group(seat, "shed", (slot,), items))
        if ammo := [kind for kind, held in enumerate(s.ammo[slot]) if held]:
            groups.append(Group(seat, "shed-ammo", (slot,), ammo))
    seats = people(s)
    if not groups:
        return Ask("Nothing to throw away.", "recount.lighten", [Group(seats[0], "done")])
    groups = [*(Group(seat, "done", title="keep the rest") for seat in seats), *groups]
    prompt = f"The team is worth {s.value}. Throw gear away?"
    return Ask(prompt, "recount.lighten", groups, shape="many", most=PARTS)


def take_lighten(g: SG, f: Lighten, seat: Seat, option: Option) -> Next:
    s, kit = g.s, g.kit
    if option[0] == "done":
        s.value = worth(s, kit)
        return NEXT
    slot = int(option[1])
    if option[0] == "shed":
        item = int(option[2])
        g.tell("recount.lighten", "{0:soldier} throws away {1:item}.", slot, item)
        remove_item(s, item)  # rule: recount.gone
    else:
        ammo = int(option[2])
        s.ammo[slot][ammo] -= 1
        g.tell("recount.lighten", "{0:soldier} throws away {1:ammo}.", slot, ammo)
    s.value = worth(s, kit)
    return STAY


def refuse_lighten(g: SG, f: Lighten, seat: Seat, option: Option) -> Refusal | None:
    if option[0] not in ("shed", "shed-ammo"):
        return None
    return Refusal("recount.lighten", "Only a Player Soldier's own gear is thrown away.")


# ---- who is there to be treated ---------------------------------------------------------------------


def patients(s: Sortie, kit: Kit, medic: Slot, anywhere: bool = False) -> list[Slot]:
    """Wounded Soldiers in the same Location, himself among them (25.3, C73)."""
    return [
        slot for slot in living(s) if untreated(s, slot) and (anywhere or s.place[slot] == s.place[medic])
    ]  # rule: wound.same-location


def carries_gear(s: Sortie, kit: Kit, slot: Slot) -> bool:
    return is_player(s, kit, slot) or (not is_squad(s, kit, slot) and bool(row_of(s, kit, slot).weapons))
