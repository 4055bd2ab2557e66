"""J-3 and J-4: move, attack, Build (3.4, 4.2)."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.bct import cards
from sandtable.games.bct.frames import Advance, Battle
from sandtable.games.bct.pieces import SideId, SpaceId, UnitId
from sandtable.games.bct.rules.actions import action_of, no_such_action, wrong_card
from sandtable.games.bct.rules.ground import UNKNOWN, combat_dice, halts, moves, supplied, unhindered
from sandtable.games.bct.rules.memory import saw_move, spread_assets
from sandtable.games.bct.state import (
    BG,
    count_deed,
    foe,
    here,
    is_covert,
)
from sandtable.kernel.flow import NEXT, Next
from sandtable.kernel.options import Ask, Group, Option, Refusal, Seat
from sandtable.kernel.view import Trace
from sandtable.kernel.words import how_many


def offer_move(g: BG, side: SideId, number: int, action: cards.Move) -> list[Group]:
    goals = moves(g.s, g.kit, side, action.districts)  # rule: j3.move j4.move
    victims = attacks(g, side) if action.attack else {}
    groups = []
    for token in sorted({*goals, *victims}) if victims else goals:
        if token in goals:
            groups.append(Group(side, "move", (number, token), goals[token]))
        if token in victims:
            groups.append(Group(side, "attack", (number, token), victims[token], risky=True))
    return groups


def attacks(g: BG, side: SideId) -> dict[int, list[int]]:
    """Whom each Unit that stands beside an Active hostile one can attack there."""
    s, kit = g.s, g.kit
    barred, reach = halts(s, kit, side), UNKNOWN
    found = {}
    for token in kit.units_of[side] if barred else ():
        if s.at[token] >= 0 and barred >> s.at[token] & 1:
            reach = supplied(s, kit, side) if reach == UNKNOWN else reach
            if can_attack(g, token, reach):
                found[token] = targets(g, token)
    return found


def move(g: BG, side: SideId, card: cards.JointOps, parts: list[int]) -> None:
    token, space = parts
    action = action_of(card, cards.Move)
    assert isinstance(action, cards.Move)
    relocate(g, token, space, "move.unit")
    if action.attack and can_attack(g, token) and targets(g, token):  # rule: j3.move
        g.call(Advance(unit=token))


def relocate(g: BG, token: UnitId, space: SpaceId, key: str) -> None:
    came_from = g.s.at[token]
    spread_assets(g.s, g.kit, g.kit.side[token])
    if is_covert(g.s, token):
        saw_move(g, token)
    g.s.at[token] = space  # rule: asset.travel
    g.tell(
        key,
        "{0:unit} goes from {1:space} to {2:space}.",
        token,
        came_from,
        space,
        moves=[Trace(token, [came_from, space])],
    )


def refuse_move(g: BG, side: SideId, number: int, parts: list[int]) -> Refusal:
    s, kit = g.s, g.kit
    if wrong_card(g, side, number, cards.Move):
        return no_such_action(number)
    token, space = parts
    if kit.side[token] != side or s.at[token] < 0:
        return Refusal("move.unit", "An own HQ or Detached Unit moves; Units in a box move with their HQ.")
    if kit.is_base[token] or kit.kinds[s.kind[token]].immobile:
        return Refusal("move.immobile", "Bases, Lashkar and Militia never move.")
    if space in kit.reinforcements or space == kit.ready[foe(side)]:
        return Refusal("move.sanctuary", "A move never leads into Reinforcements or into the hostile Sanctuary.")
    if s.at[token] == kit.reinforcements[side]:
        return Refusal("move.sanctuary", "A Unit in Reinforcements is Drafted or Trained before it moves.")
    action = action_of(kit.joint_ops[side][number], cards.Move)
    assert isinstance(action, cards.Move)
    if space in unhindered(s, kit, token, action.districts):
        return Refusal("move.halt", "The way is barred: who meets an Active hostile Unit ends its movement there.")
    if space == kit.ready[side]:
        return Refusal("move.cave", "From there the own Sanctuary is not next, or too far.")
    if s.at[token] == kit.ready[side]:
        return Refusal("move.cave", "That District cannot be reached from the Sanctuary with this card.")
    if space == s.at[token]:
        return Refusal("move.distance", "The Unit stands there already.")
    return Refusal("move.distance", f"This card moves a Unit {how_many(action.districts, 'District')} at most.")


def can_attack(g: BG, token: UnitId, reach: int = UNKNOWN) -> bool:
    """An Active HQ or Detached Unit on the Map that has a die to roll; never a Base."""
    s, kit = g.s, g.kit
    if kit.is_base[token] or is_covert(s, token) or not 0 <= s.at[token] < kit.size:  # rule: base.no-attack
        return False  # rule: battle.attacker base.no-attack
    return combat_dice(s, kit, token, reach) > 0


def targets(g: BG, token: UnitId) -> list[int]:
    """Active hostile HQs and Detached Units in the District; a Base only when no other Active Unit is with it."""
    s, kit = g.s, g.kit
    found = [t for t in here(s, kit, foe(kit.side[token]), s.at[token]) if not is_covert(s, t)]
    others = [t for t in found if not kit.is_base[t]]
    return others or found  # rule: battle.base-last


def attack(g: BG, side: SideId, card: cards.JointOps, parts: list[int]) -> None:
    begin_battle(g, *parts)


def begin_battle(g: BG, attacker: UnitId, target: UnitId) -> None:
    g.tell("battle.declare", "{0:token} attacks {1:token}.", attacker, target)
    count_deed(g, g.kit.side[attacker], "attacked")
    # rule: battle.alone
    g.call(Battle(attacker=attacker, target=target, space=g.s.at[attacker], engaged=[attacker, target]))


def refuse_play_attack(g: BG, side: SideId, number: int, parts: list[int]) -> Refusal:
    s, kit = g.s, g.kit
    card = kit.joint_ops[side].get(number)
    if card is None or not any(isinstance(a, cards.Move) and a.attack for a in card.actions):
        return no_such_action(number)
    token, target = parts
    if kit.side[token] != side or not 0 <= s.at[token] < kit.size:
        return Refusal("battle.attacker", "One own HQ or Detached Unit on the Map attacks.")
    if kit.is_base[token]:
        return Refusal("base.no-attack", "A Base defends and never attacks.")
    if is_covert(s, token):
        return Refusal("covert.no-attack", "A Covert Unit starts no Battle.")
    if not combat_dice(s, kit, token):
        return Refusal("battle.dice", "That Unit has no Combat die to roll.")
    return refuse_target(g, token, target)


def refuse_target(g: BG, token: UnitId, target: UnitId) -> Refusal:
    s, kit = g.s, g.kit
    if kit.side[target] == kit.side[token] or s.at[target] != s.at[token]:
        return Refusal("battle.target", "The target is one hostile HQ, Detached Unit or Base in the same District.")
    if is_covert(s, target):
        return Refusal("covert.no-target", "A Covert Unit cannot be attacked before it is Revealed.")
    return Refusal("battle.base-last", "A Base is no target while other Active Units of its side are in the District.")


def ask_attack(g: BG, f: Advance) -> Ask:
    side = g.kit.side[f.unit]
    groups = [Group(side, "hold")]
    if can_attack(g, f.unit):  # its dice may have been handed to another meanwhile
        groups.append(Group(side, "strike", (), targets(g, f.unit), risky=True))
    return Ask("Attack with the Unit that has moved, or hold.", "battle.declare", groups, always=True)


def take_attack(g: BG, f: Advance, seat: Seat, option: Option) -> Next:
    if option[0] == "strike":
        begin_battle(g, f.unit, int(option[1]))
    return NEXT


def refuse_attack(g: BG, f: Advance, seat: Seat, option: Option) -> Refusal | None:
    if option[0] != "strike":
        return None
    if not can_attack(g, f.unit):
        return Refusal("battle.dice", "That Unit has no Combat die to roll.")
    return refuse_target(g, f.unit, int(option[1]))


def offer_build(g: BG, side: SideId, number: int, action: cards.Build) -> Iterator[Group]:
    s, kit = g.s, g.kit
    bases = [t for t in kit.bases_of[side] if s.at[t] == kit.reinforcements[side]]
    found = [d for d in range(kit.size) if here(s, kit, side, d)]  # rule: j4.build
    if found:
        for base in bases:
            yield Group(side, "build", (number, base), found)


def build(g: BG, side: SideId, card: cards.JointOps, parts: list[int]) -> None:
    base, district = parts
    g.s.at[base] = district
    g.tell("j4.build", "{0:side} Builds a Base in {1:space}.", side, district)


def refuse_build(g: BG, side: SideId, number: int, parts: list[int]) -> Refusal:
    s, kit = g.s, g.kit
    if wrong_card(g, side, number, cards.Build):
        return no_such_action(number)
    base, _ = parts
    if base not in kit.bases_of[side] or s.at[base] != kit.reinforcements[side]:
        return Refusal("j4.build", "A Base of your own in Reinforcements is Built.")
    return Refusal("j4.build", "A Base is Built in a District that holds a Unit of yours.")
