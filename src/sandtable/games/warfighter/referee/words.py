"""How the words of a case are put into a position and read from one: Soldiers, gear, hands, Hostile cards, figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from sandtable.games.warfighter.pieces import HELD, Kit, Slot
from sandtable.games.warfighter.rules.locations import hostile_value
from sandtable.games.warfighter.rules.moving import entrance
from sandtable.games.warfighter.rules.team import equip, hire, loadout, resources, weight, worth
from sandtable.games.warfighter.sight import names
from sandtable.games.warfighter.state import (
    GONE,
    NOBODY,
    NOTHING,
    OBJECTIVE_CARD,
    SG,
    Item,
    Marker,
    Sortie,
    Support,
    Wounded,
    actions_each_turn,
    active,
    alter,
    health,
    items_of,
    items_on,
    objective_space,
)
from sandtable.kernel.cases import Noun, forms

# ---- reading words ----------------------------------------------------------------------------------


def named(g: SG, domain: str, name: Any) -> int:
    return names.lookup(g.kit, g.s, domain, str(name))


def held(g: SG, slot: Slot, name: Any) -> int:
    """A card in a hand."""
    return slot * HELD + named(g, "card", forms.name(name))


def slot_of(g: SG, name: Any) -> Slot:
    return named(g, "soldier", forms.name(name))


def each_soldier(g: SG, value: Any) -> Iterator[tuple[str, Slot, Any]]:
    for name, said in forms.mapping(value).items():
        yield name, slot_of(g, name), said


def space_of(value: Any) -> int:
    """A space by its number on the path, the Mission card's being 1."""
    return forms.number(value, "space", least=1) - 1


def by_soldier(field: str, about: str, least: int | None = 0) -> Noun:
    """One number of each Soldier."""

    def put(g: SG, value: Any) -> None:
        for name, slot, said in each_soldier(g, value):
            getattr(g.s, field)[slot] = forms.number(said, name, least=least)

    def get(g: SG, value: Any) -> dict[str, int]:
        return {name: getattr(g.s, field)[slot] for name, slot, _ in each_soldier(g, value)}

    return Noun(put, get, about)


def of_soldier(about: str, read: Callable[[SG, Slot], Any]) -> Noun:
    """What can only be compared of a Soldier."""
    return Noun(None, lambda g, value: {name: read(g, slot) for name, slot, _ in each_soldier(g, value)}, about)


# ---- the mission ------------------------------------------------------------------------------------


def put_foe(g: SG, value: Any) -> None:
    g.s.foe = named(g, "foe", value)


def put_objective(g: SG, value: Any) -> None:
    g.s.objective = named(g, "objective", value)
    g.s.kills = [0] * len(g.kit.objectives[g.s.objective].targets)


def put_report(g: SG, value: Any) -> None:
    g.s.report = named(g, "report", value)


def put_path(g: SG, value: Any) -> None:
    """The Locations that were laid, from space 2 on."""
    for place, name in enumerate(forms.sequence(value), 1):
        g.s.path[place] = named(g, "card", name)


def get_path(g: SG, value: Any) -> list[str]:
    return [g.kit.card_ids[card] for card in g.s.path if card >= 0]


def put_active(g: SG, value: Any) -> None:
    g.s.inactive = not forms.yes(value, "active")


def get_active(g: SG, value: Any) -> str:
    return "no" if g.s.inactive else "yes"


def put_kills(g: SG, value: Any) -> None:
    g.s.kills = [forms.number(said, "kills", least=0) for said in forms.sequence(value)]


# ---- Soldiers ---------------------------------------------------------------------------------------


def put_team(g: SG, value: Any) -> None:
    """Who is in the team, each with skills and gear by row: {giacomelli: [m203-carbine, marksman], corona: []}."""
    s, kit = g.s, g.kit
    for name, said in forms.mapping(value).items():
        slot = hire(s, kit, 0, named(g, "recruit", name))
        for text in forms.sequence(said):
            word = forms.name(text)
            if word in kit.skill_ids:
                s.skills[slot].append(kit.skill_ids.index(word))
            else:
                equip(s, kit, slot, named(g, "gear", word))
        s.actions[slot] = actions_each_turn(s, kit, slot)


def get_team(g: SG, value: Any) -> dict[str, list[str]]:
    """The skills and the gear of Soldiers."""
    s, kit = g.s, g.kit
    found = {}
    for name, slot, _ in each_soldier(g, value):
        gear = [kit.gear_ids[s.items[item].kind] for item in items_of(s, slot)]
        found[name] = [*(kit.skill_ids[skill] for skill in s.skills[slot]), *gear]
    return found


def put_seats(g: SG, value: Any) -> None:
    """Whose a Soldier is: the number of a player, from 1."""
    s = g.s
    for name, slot, said in each_soldier(g, value):
        s.owner[slot] = forms.number(said, name, least=1) - 1
        if s.rules.hands == "hidden":
            s.hand_shown[slot] = 1 << s.owner[slot]


def get_seats(g: SG, value: Any) -> dict[str, int]:
    return {name: g.s.owner[slot] + 1 for name, slot, _ in each_soldier(g, value)}


def put_place(g: SG, value: Any) -> None:
    for _, slot, said in each_soldier(g, value):
        g.s.place[slot] = GONE if said == "gone" else space_of(said)


def get_place(g: SG, value: Any) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, slot, _ in each_soldier(g, value):
        found[name] = "gone" if g.s.place[slot] == GONE else g.s.place[slot] + 1
    return found


def put_wounds(g: SG, value: Any) -> None:
    """Each Wound apart, `treated` behind its points: {giacomelli: [2, 1 treated]}."""
    for _, slot, said in each_soldier(g, value):
        found = []
        for wound in forms.sequence(said):
            points, _, treated = str(wound).partition(" ")
            found.append(Wounded(forms.number(points, "a Wound", least=1), treated == "treated"))
        g.s.wounds[slot] = found


def get_wounds(g: SG, value: Any) -> dict[str, list[str]]:
    found = {}
    for name, slot, _ in each_soldier(g, value):
        found[name] = [f"{w.points}{' treated' if w.treated else ''}" for w in g.s.wounds[slot]]
    return found


def put_hand(field: str) -> Callable[[SG, Any], None]:
    def put(g: SG, value: Any) -> None:
        for _, slot, said in each_soldier(g, value):
            getattr(g.s, field)[slot] = sorted(named(g, "card", card) for card in forms.sequence(said))

    return put


def get_hand(field: str) -> Callable[[SG, Any], dict[str, list[str]]]:
    def get(g: SG, value: Any) -> dict[str, list[str]]:
        return {
            name: [g.kit.card_ids[card] for card in getattr(g.s, field)[slot]]
            for name, slot, _ in each_soldier(g, value)
        }

    return get


def put_ammo(g: SG, value: Any) -> None:
    for _, slot, said in each_soldier(g, value):
        for ammo, number in forms.mapping(said).items():
            g.s.ammo[slot][named(g, "ammo", ammo)] = forms.number(number, ammo, least=0)


def get_ammo(g: SG, value: Any) -> dict[str, dict[str, int]]:
    return {
        name: {ammo: g.s.ammo[slot][named(g, "ammo", ammo)] for ammo in forms.mapping(said)}
        for name, slot, said in each_soldier(g, value)
    }


def arms(field: str, about: str) -> Noun:
    """Weapons by their parts: `m4-carbine-baker`, `m203-carbine-baker-40mm`."""

    def put(g: SG, value: Any) -> None:
        for text in forms.sequence(value):
            arm = named(g, "arm", text)
            alter(g.s, arm // 2, **{field: getattr(g.s.items[arm // 2], field) | 1 << arm % 2})

    def get(g: SG, value: Any) -> list[str]:
        forms.sequence(value)
        return [
            names.arm_id(g.kit, g.s, 2 * item + part)
            for item, gear in enumerate(g.s.items)
            for part in (0, 1)
            if getattr(gear, field) >> part & 1
        ]

    return Noun(put, get, about, loose=True, names=("arm",))


def put_ground(g: SG, value: Any) -> None:
    """Gear by row that lies in a space: {2: [m67-grenade]}."""
    for where, said in forms.mapping(value).items():
        for text in forms.sequence(said):
            item = equip_on_ground(g, named(g, "gear", text))
            alter(g.s, item, slot=-1, space=space_of(where))


def equip_on_ground(g: SG, kind: int) -> int:
    g.s.items.append(Item(kind))
    return len(g.s.items) - 1


def get_ground(g: SG, value: Any) -> dict[str, list[str]]:
    return {
        str(where): [g.kit.gear_ids[g.s.items[item].kind] for item in items_on(g.s, space_of(where))]
        for where in forms.mapping(value)
    }


def put_dropped(g: SG, value: Any) -> None:
    for where, said in forms.mapping(value).items():
        for ammo, number in forms.mapping(said).items():
            g.s.dropped[space_of(where)][named(g, "ammo", ammo)] = forms.number(number, ammo, least=0)


def get_dropped(g: SG, value: Any) -> dict[str, dict[str, int]]:
    return {
        str(where): {ammo: g.s.dropped[space_of(where)][named(g, "ammo", ammo)] for ammo in forms.mapping(said)}
        for where, said in forms.mapping(value).items()
    }


# ---- Hostile cards ----------------------------------------------------------------------------------

HOSTILE_WORDS = ("space", "target", "ekia", "suppress", "active", "arrived")


def put_hostiles(g: SG, value: Any) -> None:
    """Hostile cards in play by row, the second of two alike as thug-2: {thug: {space: 2, target: corona}}."""
    s, kit = g.s, g.kit
    for name, said in forms.mapping(value).items():
        row = name
        while row not in kit.threat_ids and "-" in row:
            row = row.rpartition("-")[0]
        told = forms.mapping(said)
        forms.known_words(told, HOSTILE_WORDS, f"hostiles {name}")
        s.hostile.append(named(g, "threat", row))
        s.at.append(space_of(told.get("space", 2)))
        owner = slot_of(g, told["target"]) if "target" in told else 0
        s.target.append(owner)
        s.counter.append(owner)
        s.ekia.append(forms.number(told.get("ekia", 0), "ekia", least=0))
        s.pinned.append(forms.number(told.get("suppress", 0), "suppress", least=0))
        s.arrived.append(forms.number(told.get("arrived", 0), "arrived", least=0))


def get_hostiles(g: SG, value: Any) -> dict[str, Any]:
    """The figures asked for, or `gone`."""
    s, kit = g.s, g.kit
    found: dict[str, Any] = {}
    for name, said in forms.mapping(value).items():
        try:
            hostile = named(g, "hostile", name)
        except ValueError:
            found[name] = "gone"
            continue
        if not isinstance(said, Mapping):
            found[name] = "in play"
            continue
        read: dict[str, Any] = {
            "space": s.at[hostile] + 1,
            "target": kit.soldier_ids[s.soldier[s.target[hostile]]] if s.target[hostile] >= 0 else "nobody",
            "ekia": s.ekia[hostile],
            "suppress": s.pinned[hostile],
            "active": active(s, kit, hostile),
            "arrived": s.arrived[hostile],
        }
        found[name] = {word: read[forms.word(word, HOSTILE_WORDS, "a figure of a Hostile card")] for word in said}
    return found


def get_in_play(g: SG, value: Any) -> list[str]:
    """All Hostile cards in play."""
    forms.sequence(value)
    return [names.hostile_id(g.kit, g.s, hostile) for hostile, at in enumerate(g.s.at) if at != GONE]


def get_cup(g: SG, value: Any) -> dict[str, int]:
    return {name: g.s.cup[slot] for name, slot, _ in each_soldier(g, value)}


# ---- decks ------------------------------------------------------------------------------------------


def counts(field: str, domain: str, about: str) -> Noun:
    """How many of each card lie in a pile."""

    def pile(g: SG) -> list[int]:
        held: list[int] = g.s.deck[0] if field == "deck" else getattr(g.s, field)
        return held

    def put(g: SG, value: Any) -> None:
        for name, said in forms.mapping(value).items():
            pile(g)[named(g, domain, name)] = forms.number(said, name, least=0)

    def get(g: SG, value: Any) -> dict[str, int]:
        return {
            name: sum(pile(g)) if name == "all" else pile(g)[named(g, domain, name)] for name in forms.mapping(value)
        }

    return Noun(put, get, about)


def threat_list(field: str, about: str) -> Noun:
    def put(g: SG, value: Any) -> None:
        setattr(g.s, field, [named(g, "threat", name) for name in forms.sequence(value)])

    def get(g: SG, value: Any) -> list[str]:
        forms.sequence(value)
        return [g.kit.threat_ids[threat] for threat in getattr(g.s, field)]

    return Noun(put, get, about)


def put_support(g: SG, value: Any) -> None:
    """Support cards in play: {sniper: giacomelli}; `used` behind the name of their Soldier."""
    for name, said in forms.mapping(value).items():
        who, _, used = forms.name(said).partition(" ")
        g.s.support.append(Support(named(g, "card", name), slot_of(g, who), used == "used"))


def get_support(g: SG, value: Any) -> list[str] | dict[str, str]:
    held = g.s.support
    if isinstance(value, Mapping):
        by_name = {g.kit.card_ids[one.card]: one for one in held}
        return {
            name: (g.kit.soldier_ids[g.s.soldier[by_name[name].slot]] + (" used" if by_name[name].used else ""))
            if name in by_name
            else "gone"
            for name in value
        }
    forms.sequence(value)
    return [g.kit.card_ids[one.card] for one in held]


def put_markers(g: SG, value: Any) -> None:
    """What lies on spaces: {4: [slow-going, on-point]}; the first effect of each card."""
    s, kit = g.s, g.kit
    for where, said in forms.mapping(value).items():
        for text in forms.sequence(said):
            word, _, plus = forms.name(text).partition(" ")
            numbers = (
                kit.of_card[kit.card_ids.index(word)]
                if word in kit.card_ids
                else kit.of_threat[named(g, "threat", word)]
            )
            effect = kit.effects[numbers[0]]
            change = forms.number(plus, word) if plus else getattr(effect, "plus", 0)
            s.markers.append(Marker(space_of(where), numbers[0], change))


def get_markers(g: SG, value: Any) -> dict[str, list[str]]:
    found = {}
    for where in forms.mapping(value):
        here = [marker for marker in g.s.markers if marker.space == space_of(where)]
        found[str(where)] = [f"{g.kit.named[marker.effect]} {marker.plus:+}" for marker in here]
    return found


# ---- read only --------------------------------------------------------------------------------------


def get_entrance(g: SG, value: Any) -> dict[str, dict[str, int]]:
    """The cards that a Soldier has to discard: {2: {corona: 1}}."""
    return {
        str(where): {name: entrance(g.s, g.kit, slot, space_of(where)) for name, slot, _ in each_soldier(g, said)}
        for where, said in forms.mapping(value).items()
    }


def get_hostile_value(g: SG, value: Any) -> dict[str, int]:
    return {str(where): hostile_value(g.s, g.kit, space_of(where)) for where in forms.mapping(value)}


def get_budget(g: SG, value: Any) -> int:
    return resources(g.s, g.kit) - worth(g.s, g.kit)


def loads(g: SG, slot: Slot) -> str:
    return f"{weight(g.s, g.kit, slot)} of {loadout(g.s, g.kit, slot)}"


NOUNS_OF_SOLDIERS = {
    "xp": by_soldier("xp", "XP of Soldiers"),
    "actions": by_soldier("actions", "Actions that are left"),
    "suppress": by_soldier("suppress", "Suppress counters on Soldiers"),
    "moved": by_soldier("moved", "Moves made in this turn"),
    "stealth-attacks": by_soldier("stealthy", "Stealth attacks made in this turn"),
    "unarmed-attacks": by_soldier("unarmed", "Unarmed attacks made in this turn"),
    "shrugged": by_soldier("shrugged", "Suppress results ignored in this turn"),
    "health": of_soldier("Health that is left", lambda g, slot: health(g.s, g.kit, slot)),
    "hand-size": of_soldier("how many cards he holds", lambda g, slot: len(g.s.hand[slot])),
    "loadout": of_soldier("what he carries of what he may: 9 of 11", loads),
    "left-with": by_soldier("left_with", "the Health with which he left", least=-1),
}


def told(count: Callable[[Any, str], int]) -> Callable[[SG, Any], dict[str, int]]:
    """Counts events since the case began, by what the value names."""

    def get(g: SG, value: Any) -> dict[str, int]:
        return {name: sum(count(event, name) for event in g.heard or []) for name in forms.mapping(value)}

    return get


# ---- making a position whole ------------------------------------------------------------------------


def complete(g: SG, buying: bool = False) -> None:
    """What a case does not say: the decks hold all that is not elsewhere, the cup what is on no card, the clock all."""
    s, kit = g.s, g.kit
    region = kit.missions[s.mission].region
    if not s.soldier and not buying:
        first = next(row for row, one in enumerate(kit.soldiers) if one.kind == "player")
        put_team(g, {kit.soldier_ids[first]: []})
    if s.foe == NOTHING:
        s.foe = next(n for n, row in enumerate(kit.types) if row.region == region)
    if s.objective == NOTHING:
        s.objective = next(n for n, row in enumerate(kit.objectives) if row.region == region)
    s.kills = s.kills or [0] * len(kit.objectives[s.objective].targets)
    s.path[objective_space(s, kit)] = OBJECTIVE_CARD
    s.clock = s.clock or kit.missions[s.mission].time
    s.turn = s.turn or 1
    s.value = s.value or worth(s, kit)
    if not any(s.deck[0]):
        s.deck = [_left(kit.deck_of(region), _held(s, kit))]
    if not any(s.threats):
        lying = Counter([*(h for h, at in zip(s.hostile, s.at, strict=True) if at != GONE)])
        lying.update([*s.top, *s.bottom, *s.staying])
        lying.update(_threats_on_path(s, kit))
        s.threats = [max(0, n - lying[k] - s.spent[k]) for k, n in enumerate(kit.threats_of(s.foe))]
    for slot in range(len(s.soldier)):
        s.cup[slot] = kit.n.targeting - s.counter.count(slot) if s.place[slot] != GONE else 0


def _threats_on_path(s: Sortie, kit: Kit) -> list[int]:
    found = []
    for marker in s.markers:
        for threat, numbers in enumerate(kit.of_threat):
            if marker.effect in numbers:
                found.append(threat)
                s.staying.append(threat)
    return found


def _held(s: Sortie, kit: Kit) -> Counter[int]:
    found: Counter[int] = Counter()
    for slot in range(len(s.soldier)):
        found.update([*s.hand[slot], *s.saved[slot]])
    found.update(card for card in s.path if card >= 0)
    found.update(one.card for one in s.support)
    found.update(kit.card_of_effect[m.effect] for m in s.markers if m.effect in kit.card_of_effect)
    for card, number in enumerate(s.discards):
        found[card] += number
    return found


def _left(copies: list[int], held: Counter[int]) -> list[int]:
    return [max(0, number - held[card]) for card, number in enumerate(copies)]


def check(g: SG, given: Mapping[str, Any]) -> None:
    """A position that no game can come to is told."""
    s, kit = g.s, g.kit
    for slot in range(len(s.soldier)):
        place = s.place[slot]
        active_there = place == objective_space(s, kit) and not s.inactive
        if place != GONE and s.path[place] == NOTHING and not active_there:
            raise ValueError(f"{kit.soldiers[s.soldier[slot]].name} is where no card lies: write path: [...]")
        if s.owner[slot] >= s.seats:
            raise ValueError(f"{kit.soldiers[s.soldier[slot]].name} is of a player who is not there: write seats: ...")
    for hostile, at in enumerate(s.at):
        if at >= len(s.path) or (s.path[at] == NOTHING and at != objective_space(s, kit)):
            raise ValueError(f"{kit.threats[s.hostile[hostile]].title} is where no card lies: write path: [...]")
    if not s.inactive and NOTHING in s.path[: objective_space(s, kit)]:
        raise ValueError("the Objective is active, and the path does not reach it")
    if s.support and any(one.slot == NOBODY for one in s.support):
        raise ValueError("a Support card lies beside a Soldier")
