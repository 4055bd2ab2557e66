"""17: moving along the path, and what it costs to enter."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.warfighter import cards
from sandtable.games.warfighter.frames import Move
from sandtable.games.warfighter.pieces import HostileId, Kit, Slot, SpaceId
from sandtable.games.warfighter.rules.deeds import can_act, spend
from sandtable.games.warfighter.rules.ending import judge
from sandtable.games.warfighter.rules.paying import PAID, ask_for_cards
from sandtable.games.warfighter.state import (
    NOBODY,
    OBJECTIVE_CARD,
    SG,
    Marker,
    Sortie,
    active,
    alter,
    card_in,
    effects_at,
    effects_of,
    hostile_row,
    hostiles_at,
    is_open,
    is_player,
    living,
    objective_space,
    player_soldiers,
    row_of,
    skill_effects,
    tool_effects,
)
from sandtable.kernel.options import Group, Refusal, Seat
from sandtable.kernel.view import Trace

# ---- the Entrance cost ------------------------------------------------------------------------------


def penalty(s: Sortie, kit: Kit, hostile: HostileId) -> int:
    """What a Hostile card adds, by the column of its chart for the reticles that are active (17.4)."""
    row = hostile_row(s, kit, hostile)
    left = active(s, kit, hostile)
    if not row.entrance or left <= 0:
        return 0  # rule: hostile.ability
    if row.chart is None:
        return row.entrance[0]
    for place, column in enumerate(kit.columns(s.hostile[hostile])):
        if column.least <= left <= column.most:
            return row.entrance[min(place, len(row.entrance) - 1)]  # rule: move.penalty-column
    return 0


def penalties(s: Sortie, kit: Kit, space: SpaceId) -> int:
    """What all Hostiles of a Location add together, unless something makes them nothing."""
    for marker in s.markers:
        if marker.space == space and isinstance(kit.effects[marker.effect], cards.NoPenalties):
            return 0  # rule: equipment.smoke
    return sum(penalty(s, kit, hostile) for hostile in hostiles_at(s, space))  # rule: move.penalty


def movement(s: Sortie, kit: Kit, slot: Slot) -> int:
    """Printed, with what skills add; what one Soldier brings to the whole team does not add up."""
    value = row_of(s, kit, slot).movement  # rule: move.movement
    value += sum(e.plus for _, e, _ in effects_of(s, kit, slot) if isinstance(e, cards.Movement) and e.who != "team")
    shared = [
        e.plus
        for other in living(s)
        for _, e, _ in skill_effects(s, kit, other)
        if isinstance(e, cards.Movement) and e.who == "team"
    ]
    return value + max(shared, default=0)  # rule: skill.leadership


def entrance(s: Sortie, kit: Kit, slot: Slot, space: SpaceId) -> int:
    """The cards that a Soldier has to discard to enter; never below nothing (17.3, C45)."""
    card = card_in(s, kit, space)
    cost = card.entrance if card is not None else 0  # rule: move.entrance move.back
    cost += penalties(s, kit, space)
    cost += sum(marker.plus for marker in s.markers if marker.space == space and marker.slot in (NOBODY, slot))
    for number in effects_at(s, kit, space):
        effect = kit.effects[number]
        if isinstance(effect, cards.Entrance) and effect.where == "here":
            cost += effect.plus  # rule: location.text
    cost += sum(effect.plus for _, effect, _ in own_modifiers(s, kit, slot))
    return max(0, cost - movement(s, kit, slot))  # rule: move.never-below


def own_modifiers(s: Sortie, kit: Kit, slot: Slot) -> Iterator[tuple[int, cards.Entrance, int]]:
    """What the Soldier's own cards change wherever he goes: what has limited uses is chosen as it is paid."""
    region = kit.missions[s.mission].region
    for number, effect, item in effects_of(s, kit, slot):
        if not isinstance(effect, cards.Entrance) or effect.where != "own" or effect.region not in ("", region):
            continue
        if effect.uses and item != NOBODY:
            continue
        if effect.uses and len([used for used in _used(s, slot, effect) if used == number]) >= effect.uses:
            continue  # rule: soldier.ability
        if item == NOBODY or s.items[item].helped in (NOBODY, _HELPED + slot):  # rule: equipment.one-a-turn
            yield number, effect, item


_HELPED = 10_000
"""Added to a slot in `Item.helped`: it has helped that Soldier."""


def _used(s: Sortie, slot: Slot, effect: cards.Entrance) -> list[int]:
    return s.turn_uses[slot] if effect.per == "turn" else s.mission_uses[slot]


# ---- where one can go -------------------------------------------------------------------------------


def neighbours(s: Sortie, slot: Slot) -> list[SpaceId]:
    """Forward or back, into a card that is adjacent on the path."""
    here = s.place[slot]
    return [space for space in (here - 1, here + 1) if is_open(s, space)]  # rule: move.adjacent


def hand_value(s: Sortie, kit: Kit, slot: Slot, without: int = NOBODY) -> int:
    """The most that a hand pays of an Entrance cost."""
    hand = s.hand[slot][:]
    if without in hand:
        hand.remove(without)
    return sum(card_value(kit, card) for card in hand)


def card_value(kit: Kit, card: int) -> int:
    held = [kit.effects[number] for number in kit.of_card[card]]
    return max((effect.cards for effect in held if isinstance(effect, cards.PayEntrance)), default=1)


def affordable(s: Sortie, kit: Kit, slot: Slot, space: SpaceId, seat: Seat, without: int = NOBODY) -> bool:
    """Whether the cards could come together, as far as the seat that moves him can know it."""
    due = entrance(s, kit, slot, space)
    for _, effect, item in tool_effects(s, kit, slot, "turn", "always"):
        if isinstance(effect, cards.Entrance) and effect.uses > s.items[item].uses:
            due += effect.plus
    if is_player(s, kit, slot):
        saved = sum(card_value(kit, card) for card in s.saved[slot])
        return hand_value(s, kit, slot, without) + saved >= due  # rule: move.own-hand
    best = max((card_value(kit, card) for card in range(kit.first_location)), default=1)
    total = 0
    for other in player_soldiers(s, kit):
        if s.owner[other] == seat or s.rules.hands == "open":
            total += hand_value(s, kit, other, without)
        else:
            total += best * len(s.hand[other])  # rule: move.for-others
    return total >= due


def move_group(s: Sortie, kit: Kit, slot: Slot, without: int = NOBODY) -> list[Group]:
    """The Moves of a Soldier who has not moved in this turn (C46)."""
    if s.moved[slot] >= kit.n.moves:
        return []  # rule: move.once
    seat = s.owner[slot]
    found = [space for space in neighbours(s, slot) if affordable(s, kit, slot, space, seat, without)]
    return [Group(seat, "move", (slot,), found)] if found else []


def refuse_move(s: Sortie, kit: Kit, slot: Slot, space: SpaceId, free: bool) -> Refusal | None:
    if not free and s.suppress[slot]:
        return Refusal("soldier.suppressed", "A suppressed Soldier only plays cards or removes Suppress.")
    if not free and not can_act(s, kit, slot):
        return Refusal("turn.actions", "He has no Action left.")
    if s.moved[slot] >= kit.n.moves:
        return Refusal("move.once", "A Soldier moves once in a turn.")
    if space == objective_space(s, kit) and s.inactive:
        return Refusal("objective.inactive", "The Objective is not active.")
    if space not in neighbours(s, slot):
        return Refusal("move.adjacent", "A Soldier moves into the next card of the path.")
    return Refusal("move.entrance", f"{entrance(s, kit, slot, space)} cards are needed to enter.")


# ---- the Move ---------------------------------------------------------------------------------------


def pay_for_move(g: SG, f: Move) -> None:
    s = g.s
    ask_for_cards(g, s.owner[f.slot], f.slot, f.space, entrance(s, g.kit, f.slot, f.space))


def enter(g: SG, f: Move) -> None:
    """He goes there, once the cards are paid; else nothing has happened."""
    s, kit = g.s, g.kit
    if s.returned != PAID:
        return
    for number, effect, item in own_modifiers(s, kit, f.slot):
        if effect.uses:
            _used(s, f.slot, effect).append(number)
        if item != NOBODY:
            alter(s, item, helped=_HELPED + f.slot)
    spend(g, f.slot, 0 if f.free else 1, "move.action")
    if f.support >= 0:
        use_support(s, f.support)
    s.moved[f.slot] += 1
    before = s.place[f.slot]
    s.place[f.slot] = f.space
    way = [Trace(f.slot, [before, f.space], domain="soldier")]
    g.tell("move.action", "{0:soldier} enters {1:space}.", f.slot, f.space, moves=way, main=True)  # rule: move.hostiles
    g.leave(PAID)
    judge(g)


def use_support(s: Sortie, place: int) -> None:
    """A Support card works once in a turn (C38)."""
    old = s.support[place]
    s.support[place] = type(old)(old.card, old.slot, True)  # rule: support.once


# ---- markers on the path ----------------------------------------------------------------------------


def lay_marker(s: Sortie, kit: Kit, space: SpaceId, effect_id: int, plus: int, slot: int = NOBODY) -> None:
    """What changes the Entrance cost of a space from now on, for the mission or for this turn."""
    effect = kit.effects[effect_id]
    assert isinstance(effect, (cards.Entrance, cards.NoPenalties))
    turn = s.turn if effect.lasts != "mission" else 0
    s.markers.append(Marker(space, effect_id, plus, slot, turn))  # rule: entrance.marker


def beyond_objective(s: Sortie, space: SpaceId) -> bool:
    """Whether there is no next Location (C70)."""
    return s.path[space] == OBJECTIVE_CARD or space + 1 >= len(s.path)
