"""What one asks of a position in the game's own words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sandtable.games.warfighter import cards
from sandtable.games.warfighter.cards import Effect
from sandtable.games.warfighter.pieces import (
    HELD,
    CardId,
    EffectId,
    GearId,
    HostileId,
    ItemId,
    Kit,
    Slot,
    SpaceId,
)
from sandtable.games.warfighter.position import (
    GONE,
    MISSION_CARD,
    NOBODY,
    NOTHING,
    OBJECTIVE_CARD,
    Item,
    Marker,
    Rules,
    Sortie,
    Support,
    Wounded,
)
from sandtable.games.warfighter.rows import Hostile, Location, Mission, Objective, Part, Rank, Soldier
from sandtable.kernel.flow import G
from sandtable.kernel.options import Seat

__all__ = [
    "GONE",
    "MISSION_CARD",
    "NOBODY",
    "NOTHING",
    "OBJECTIVE_CARD",
    "Item",
    "Marker",
    "Rules",
    "Sortie",
    "Support",
    "Wounded",
]
"""What the position holds and is asked for here, too."""

SG = G[Sortie, Kit]


# ---- Soldiers ---------------------------------------------------------------------------------------


def living(s: Sortie) -> list[Slot]:
    """The Soldiers who are in the mission."""
    return [slot for slot, place in enumerate(s.place) if place != GONE]


def row_of(s: Sortie, kit: Kit, slot: Slot) -> Soldier:
    return kit.soldiers[s.soldier[slot]]


def is_player(s: Sortie, kit: Kit, slot: Slot) -> bool:
    return row_of(s, kit, slot).kind == "player"


def is_squad(s: Sortie, kit: Kit, slot: Slot) -> bool:
    return row_of(s, kit, slot).kind == "squad"


def player_soldiers(s: Sortie, kit: Kit) -> list[Slot]:
    return [slot for slot in living(s) if is_player(s, kit, slot)]


def mine(s: Sortie, seat: Seat) -> list[Slot]:
    """The Soldiers of a seat who are in the mission."""
    return [slot for slot in living(s) if s.owner[slot] == seat]


def people(s: Sortie) -> list[Seat]:
    """The seats with a Soldier in the mission."""
    return sorted({s.owner[slot] for slot in living(s)})


def health(s: Sortie, kit: Kit, slot: Slot) -> int:
    """What is printed, less one for each point of a Wound (25.1)."""
    return row_of(s, kit, slot).health - sum(wound.points for wound in s.wounds[slot])  # rule: wound.health


def rank_of(s: Sortie, kit: Kit, slot: Slot) -> Rank | None:
    """What a Soldier without a hand can do with the Health he has."""
    now = health(s, kit, slot)
    return next((rank for rank in row_of(s, kit, slot).ranks if rank.health == now), None)


def actions_each_turn(s: Sortie, kit: Kit, slot: Slot) -> int:
    if is_player(s, kit, slot):
        return row_of(s, kit, slot).actions
    rank = rank_of(s, kit, slot)  # rule: soldier.nps-actions soldier.squad-actions
    return rank.actions if rank is not None else 0


def soldiers_at(s: Sortie, space: SpaceId) -> list[Slot]:
    return [slot for slot, place in enumerate(s.place) if place == space]


# ---- effects that hold ------------------------------------------------------------------------------

Held = tuple[EffectId, Effect, ItemId]
"""An effect, by its number, with the piece of equipment that brings it, if one does."""


def team_effects(s: Sortie, kit: Kit) -> Iterator[Held]:
    """What holds for the whole team: the Mission and the Situation Report."""  # rule: report.effect
    for number in kit.of_mission[s.mission]:
        yield number, kit.effects[number], NOBODY
    if s.report != NOTHING:
        for number in kit.of_report[s.report]:
            yield number, kit.effects[number], NOBODY


def skill_effects(s: Sortie, kit: Kit, slot: Slot) -> Iterator[Held]:
    """What a Soldier can do by himself: his own ability and his skills, whenever they apply (15.3)."""
    for number in kit.of_soldier[s.soldier[slot]]:
        yield number, kit.effects[number], NOBODY  # rule: soldier.ability
    for skill in s.skills[slot]:
        for number in kit.of_skill[skill]:
            yield number, kit.effects[number], NOBODY  # rule: skill.use skill.nps


def tool_effects(s: Sortie, kit: Kit, slot: Slot, *when: str) -> Iterator[Held]:
    """What a Soldier's equipment does at such a time: in the Soldier Turn unless it says otherwise (14.3)."""
    for item in items_of(s, slot):
        kind = s.items[item].kind
        if not kit.is_weapon(kind) and kit.tool(kind).when in when:  # rule: equipment.when
            for number in kit.of_gear[kind]:
                yield number, kit.effects[number], item


def effects_of(s: Sortie, kit: Kit, slot: Slot, hostile_turn: bool = False) -> Iterator[Held]:
    """All that holds for a Soldier now, the text of the card on which he is among it."""
    yield from team_effects(s, kit)
    for number in effects_at(s, kit, s.place[slot]) if s.place[slot] != GONE else ():
        yield number, kit.effects[number], NOBODY  # rule: location.text
    yield from skill_effects(s, kit, slot)
    yield from tool_effects(s, kit, slot, "always", "hostile-turn" if hostile_turn else "turn")


Adding = cards.Cover | cards.Hand | cards.Movement | cards.HealPlus | cards.Unshaken


def sum_of(s: Sortie, kit: Kit, slot: Slot, kind: type[Adding], hostile_turn: bool = False) -> int:
    """What effects of one kind add up to for a Soldier."""
    found = 0
    for _, effect, _ in effects_of(s, kit, slot, hostile_turn):
        if isinstance(effect, kind):
            found += effect.results if isinstance(effect, cards.Unshaken) else effect.plus
    return found


def effects_at(s: Sortie, kit: Kit, space: SpaceId) -> list[EffectId]:
    """The text of the card in a space, which applies there and nowhere else."""
    card = s.path[space]  # rule: location.text
    if card == OBJECTIVE_CARD:
        return kit.of_objective[s.objective]
    return kit.of_card[card] if card >= 0 else []


def cover_of(s: Sortie, kit: Kit, slot: Slot, hostile_turn: bool = True) -> int:
    return row_of(s, kit, slot).cover + sum_of(s, kit, slot, cards.Cover, hostile_turn)  # rule: soldier.cover


def hand_limit(s: Sortie, kit: Kit, slot: Slot) -> int:
    """How many cards Discard and Draw fills a hand to: the Health that is left, and what skills add."""
    return health(s, kit, slot) + sum_of(s, kit, slot, cards.Hand)  # rule: soldier.hand-size


# ---- gear -------------------------------------------------------------------------------------------


def items_of(s: Sortie, slot: Slot) -> list[ItemId]:
    return [number for number, item in enumerate(s.items) if item.slot == slot]


def items_on(s: Sortie, space: SpaceId) -> list[ItemId]:
    return [number for number, item in enumerate(s.items) if item.space == space and item.slot == NOBODY]


def distinct(s: Sortie, items: list[ItemId]) -> list[ItemId]:
    """Of items that are alike, one."""
    found: dict[Item, ItemId] = {}
    for number in items:
        found.setdefault(s.items[number], number)
    return list(found.values())


def alter(s: Sortie, item: ItemId, **changes: int) -> None:
    old = s.items[item]
    fields = {name: getattr(old, name) for name in old.__struct_fields__} | changes
    s.items[item] = Item(**fields)


def remove_item(s: Sortie, item: ItemId) -> None:
    """Out of the mission for good."""
    s.items[item] = Item(s.items[item].kind)


def add_item(s: Sortie, kind: GearId, slot: Slot) -> ItemId:
    """A new piece of gear, in the place of one that is gone if there is one."""
    for number, item in enumerate(s.items):
        if item.gone:
            s.items[number] = Item(kind, slot)
            return number
    s.items.append(Item(kind, slot))
    return len(s.items) - 1


def arms_of(s: Sortie, kit: Kit, slot: Slot) -> Iterator[tuple[ItemId, int, Part]]:
    """The parts of the weapons a Soldier carries."""
    for item in distinct(s, items_of(s, slot)):
        kind = s.items[item].kind
        if kit.is_weapon(kind):
            for number, part in enumerate(kit.weapon(kind).parts):
                yield item, number, part


# ---- the path ---------------------------------------------------------------------------------------


def objective_space(s: Sortie, kit: Kit) -> SpaceId:
    return kit.missions[s.mission].space - 1


def card_in(s: Sortie, kit: Kit, space: SpaceId) -> Mission | Location | Objective | None:
    card = s.path[space]
    if card == MISSION_CARD:
        return kit.missions[s.mission]
    if card == OBJECTIVE_CARD:
        return kit.objectives[s.objective] if s.objective != NOTHING else None
    return kit.location(card) if card >= 0 else None


def is_open(s: Sortie, space: SpaceId) -> bool:
    """Whether a card lies there that can be entered and shot into: not the Objective before it is activated (C34)."""
    if not 0 <= space < len(s.path) or s.path[space] == NOTHING:
        return False
    return s.path[space] != OBJECTIVE_CARD or not s.inactive  # rule: objective.inactive


def foremost(s: Sortie) -> SpaceId:
    """The front-most card that was laid, the Objective only if it is active."""
    return max(space for space in range(len(s.path)) if is_open(s, space))


def front_soldiers(s: Sortie) -> list[Slot]:
    """The Soldiers furthest from the Mission card."""
    furthest = max(s.place[slot] for slot in living(s))
    return soldiers_at(s, furthest)


# ---- Hostile cards ----------------------------------------------------------------------------------


def hostiles(s: Sortie) -> list[HostileId]:
    return [number for number, at in enumerate(s.at) if at != GONE]


def hostiles_at(s: Sortie, space: SpaceId) -> list[HostileId]:
    return [number for number, at in enumerate(s.at) if at == space]


def hostile_row(s: Sortie, kit: Kit, hostile: HostileId) -> Hostile:
    return kit.hostile(s.hostile[hostile])


def active(s: Sortie, kit: Kit, hostile: HostileId) -> int:
    """The reticles that are neither killed nor suppressed."""
    return hostile_row(s, kit, hostile).reticles - s.ekia[hostile] - s.pinned[hostile]


def in_reach(s: Sortie, kit: Kit, hostile: HostileId) -> bool:
    """Whether its target is in its range."""
    target = s.target[hostile]
    if target == NOBODY or s.place[target] == GONE:
        return False
    away = abs(s.place[target] - s.at[hostile])
    return away <= hostile_row(s, kit, hostile).reach and within_sight(s, away)


def within_sight(s: Sortie, away: int) -> bool:
    """Whether nothing keeps everybody from attacking that far."""
    return s.reach == NOTHING or s.turn > s.reach_until or away <= s.reach  # rule: event.reach


def barred(s: Sortie, kit: Kit, trait: str) -> bool:
    """Whether an active Hostile keeps cards of this trait from being played."""
    return bool(trait) and any(
        trait in hostile_row(s, kit, hostile).bars and active(s, kit, hostile) > 0 for hostile in hostiles(s)
    )  # rule: hostile.bars hostile.ability


# ---- hands ------------------------------------------------------------------------------------------


def holds(s: Sortie, slot: Slot) -> list[CardId]:
    """The kinds of card in a hand, each once."""
    return sorted(set(s.hand[slot]))


def in_hand(slot: Slot, those: Iterable[CardId]) -> list[int]:
    """Cards of a hand as answers name them."""
    return [slot * HELD + card for card in those]


def card_of(named: object, slot: Slot) -> CardId:
    """The card that an answer names; -1 if it is of another hand."""
    held = int(str(named))
    return held % HELD if held // HELD == slot else -1


def knows_hand(s: Sortie, seat: Seat, slot: Slot) -> bool:
    return seat >= 0 and bool(s.hand_shown[slot] >> seat & 1)


def everybody(s: Sortie) -> int:
    return (1 << s.seats) - 1
