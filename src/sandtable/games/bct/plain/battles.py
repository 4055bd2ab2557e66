"""The plain player in Battle: whether an attack pays, cards committed, dice, cover, and who takes the hits."""

from __future__ import annotations

from typing import Any

from sandtable.games.bct import cards
from sandtable.games.bct.frames import Battle, Combine, Fire, Reorganize, Retreat, Reward, Scout
from sandtable.games.bct.odds.chances import faces, likely, line, next_hit, parts_of, side_of, spoils
from sandtable.games.bct.pieces import COALITION, COMBAT, INSURGENT, J2, SIDES, Kit, SideId, SpaceId, UnitId
from sandtable.games.bct.plain.forces import FEW, Body, Force, best_fire, body_of, fought, weighed
from sandtable.games.bct.plain.judgement import Outlook
from sandtable.games.bct.rules.battle import COMBINE, SUPPLY, attacking, battle_card, current, held, scout_card
from sandtable.games.bct.rules.fire import BEHIND_FOB, covers, flyers, reduction
from sandtable.games.bct.rules.ground import scouts, supplied, value
from sandtable.games.bct.rules.successes import prices
from sandtable.games.bct.state import BG, NONE, foe, group, is_covert, is_down
from sandtable.kernel.options import Option

KEPT = 0.45
"""What a card is worth that is not spent in the opponent's phase."""
SPARE = 0.1
"""And in the own phase, where cards left over are lost."""


# ---- what a Battle is worth --------------------------------------------------------------------------


def worth_of_battle(o: Outlook, battle: Battle, first: int) -> float:
    """What a Battle is worth to the Outlook's side if this side fires first."""
    die = faces(o.kit)
    forces = [Force(die, line(o.s, o.kit, battle, side, side != first, o.unit_worth)) for side in SIDES]
    result = best_fire(die, forces[first].line.dice[0], forces[foe(first)], forces[first])[0]
    return result if first == o.side else -result


def attack_worth(
    o: Outlook, attacker: UnitId, target: UnitId, space: SpaceId, ahead: float = 0.0, more: int = 0
) -> float:
    """What an attack is worth, made in this District; `ahead` is the chance to win Tactical Advantage with cards."""
    fires_first = o.side == INSURGENT
    ours = _force(o, attacker, target, space, more, attacks=True, answers=not fires_first)
    theirs = _force(o, attacker, target, space, 0, attacks=False, answers=fires_first)
    if fires_first:
        result = fought(ours, theirs)
    else:
        result = -fought(theirs, ours)
        if ahead:
            leading = _force(o, attacker, target, space, more, attacks=True, answers=False)
            answering = _force(o, attacker, target, space, 0, attacks=False, answers=True)
            result += ahead * max(0.0, fought(leading, answering) - result)
    return result + o.deed("attacked") + _cleared(o, ours, theirs, target, space)


def _cleared(o: Outlook, ours: Force, theirs: Force, target: UnitId, space: SpaceId) -> float:
    """What the District is worth with the target gone, as likely as that is."""
    gains: dict[int, float] = o.memo.setdefault("cleared", {})
    gain = gains.get(target)
    if gain is None:
        there = sum([not is_down(o.s, t) for t in o.group(target)])
        gain = gains[target] = o.with_change([(o.foe, space, -there, 0)])
    if gain <= 0:
        return 0.0
    wanted = theirs.line.bears + theirs.line.covers[0]
    return gain * likely(ours.die, min(FEW, ours.line.dice[0]), wanted)


def _force(
    o: Outlook, attacker: UnitId, target: UnitId, space: SpaceId, more: int, attacks: bool, answers: bool
) -> Force:
    """One side of an attack that is only thought of; worked out once for each Unit and place."""
    forces: dict[tuple[int, int, bool], Force] = o.memo.setdefault("forces", {})
    lead = attacker if attacks else target
    force = forces.get((lead, space, answers))
    if force is None:
        side, supply = (o.side, o.supply) if attacks else (o.foe, o.foreign_supply)
        linked = bool(supply >> space & 1)
        base = 0 if attacks or o.kit.is_base[target] else _base(o, side, space)
        covers = (0,) if attacks else cover_at(o, side, space, o.kit.is_base[target])
        under = body(o, lead, linked), base, more if linked else 0
        force = forces[lead, space, answers] = weighed(*under, answers, covers, o.kit.collateral[space])
    return force


def body(o: Outlook, lead: int, linked: bool) -> Body:
    """A group as it would go into Battle; with supply in its box it has a line of its own."""
    known: dict[tuple[int, bool], Body] = o.memo.setdefault("bodies", {})
    found = known.get((lead, linked))
    if found is None:
        s, kit = o.s, o.kit
        tokens = o.group(lead)
        own = linked or any(kit.kinds[s.kind[t]].supply and not is_down(s, t) for t in tokens)
        elements = [
            (
                o.own_dice(t, COMBAT) if own else min(1, o.own_dice(t, COMBAT) // 2),
                is_down(s, t),
                kit.kinds[s.kind[t]].colour == "dark",
                spoils(s, kit, t, "suppressed"),
                spoils(s, kit, t, "destroyed"),
                o.unit_worth(t),
            )
            for t in tokens
        ]
        found = known[lead, linked] = body_of(faces(kit), tuple(elements))
    return found


def _base(o: Outlook, side: SideId, space: SpaceId) -> int:
    """What a Base lends to the Defender."""
    bases = [t for t in o.kit.bases_of[side] if o.s.at[t] == space and not is_down(o.s, t)]
    return max((o.own_dice(t, COMBAT) for t in bases), default=0)


def cover_at(o: Outlook, side: SideId, space: SpaceId, base: bool) -> tuple[int, ...]:
    """The Successes that a Defender can take away, the most first."""
    found = {0, o.kit.reduction[space]}
    if side == COALITION and not base and any(o.s.at[t] == space for t in o.kit.bases_of[side]):
        found.add(o.kit.n.reduction_fob)
    return tuple(sorted(found, reverse=True))


# ---- cards committed --------------------------------------------------------------------------------


def own_phase(g: BG, side: SideId) -> bool:
    return side == attacking(g.kit, current(g.s))


def displayed(g: BG, f: Battle) -> Battle:
    """The Battle as it would be fought with what is in it now."""
    s, kit = g.s, g.kit
    shown = Battle(attacker=f.attacker, target=f.target, space=f.space, engaged=f.engaged[:], supply=f.supply[:])
    shown.exposed = sum(1 << u for t in f.engaged for u in group(s, kit, t))
    shown.loc = [supplied(s, kit, side) >> f.space & 1 for side in SIDES]
    shown.advantage, shown.first = f.advantage[:], f.first
    return shown


def best_scout(g: BG, side: SideId) -> int:
    return max((value(g.s, g.kit, t, J2) for t in scouts(g.s, g.kit, side, J2)), default=0)


def advantage_price(kit: Kit, side: SideId) -> int:
    card = scout_card(kit, side)
    found = prices(kit, side, card) if card != NONE else []
    return next((price.price for price in found if isinstance(price, cards.Advantage)), 0)


def commit_scouts(g: BG, f: Battle) -> Option:
    """One J-2 Card where firing first (or slipping away) is worth it; a second where the first may fail."""
    s, kit = g.s, g.kit
    side = attacking(kit, f) if f.step == "attacker-scouts" else foe(attacking(kit, f))
    most = held(g, side, scout_card(kit, side))
    price = advantage_price(kit, side)
    if not most or not price:
        return ("commit", 0)
    o = Outlook(s, kit, side)
    battle = displayed(g, f)
    behind = worth_of_battle(o, battle, INSURGENT if side != INSURGENT else foe(side))
    before = worth_of_battle(o, battle, side)
    chance = likely(faces(kit), best_scout(g, side), price)
    if side == INSURGENT:
        return ("commit", _escape(o, f, before, chance, own_phase(g, side)))
    card = SPARE if own_phase(g, side) else KEPT
    number, missed = 0, 1.0
    while number < most and missed * chance * (before - behind) > card:
        number, missed = number + 1, missed * (1 - chance)
    return ("commit", number)


def _escape(o: Outlook, f: Battle, stays: float, chance: float, phasing: bool) -> int:
    """An Insurgent fires first anyway; as Defender a point lets the target Withdraw."""
    return int(not phasing and not o.kit.is_base[f.target] and chance * -stays > KEPT)


def scout(g: BG, f: Scout) -> Option:
    best = max(scouts(g.s, g.kit, f.side, J2), key=lambda t: value(g.s, g.kit, t, J2))
    return ("scout", best)


def retreat(g: BG, f: Retreat) -> Option:
    """Withdraw from a Battle that would cost more than leaving."""
    s, kit = g.s, g.kit
    battle = current(s)
    side = kit.side[battle.target]
    o = Outlook(s, kit, side)
    if worth_of_battle(o, displayed(g, battle), battle.first) > -0.3:
        return ("stand",)
    assert g.ask is not None
    places = [int(option[1]) for option in g.ask.options(side) if option[0] == "withdraw"]
    tokens = o.group(battle.target)
    return ("withdraw", min(places, key=lambda d: o.exposure(tokens, d) - o.piece_gain(tokens[0], d, False)))


def seal(g: BG, f: Battle) -> Option:
    """More dice where they pay for the card; others join where that does."""
    s, kit = g.s, g.kit
    side = attacking(kit, f) if f.step == "attacker-cards" else foe(attacking(kit, f))
    assert g.ask is not None
    offered = {int(option[1]) for option in g.ask.options(side)}
    if offered == {0}:
        return ("seal", 0)
    o = Outlook(s, kit, side)
    price = SPARE if own_phase(g, side) else KEPT
    battle = displayed(g, f)
    plain = worth_of_battle(o, battle, f.first)
    chosen = 0
    if SUPPLY in offered:
        number = battle_card(kit, side, cards.Supply)
        battle.supply[side] = next(a.dice for a in kit.joint_ops[side][number].actions if isinstance(a, cards.Supply))
        if worth_of_battle(o, battle, f.first) - plain > price:
            chosen |= SUPPLY
        battle.supply[side] = 0
    if COMBINE in offered:
        more = joining(o, f)
        battle.engaged += more
        battle.exposed |= sum(1 << u for t in more for u in group(s, kit, t))
        if more and worth_of_battle(o, battle, f.first) - plain > price:
            chosen |= COMBINE
    return ("seal", chosen)


def joining(o: Outlook, f: Battle) -> list[int]:
    """Own Units in the District that would add dice."""
    s, kit = o.s, o.kit
    return [
        t
        for t in kit.units_of[o.side]
        if s.at[t] == f.space
        and t not in f.engaged
        and not kit.is_base[t]
        and not is_covert(s, t)
        and not is_down(s, t)
        and o.value_at(o.group(t), COMBAT, f.space) > 0
    ]


def combine(g: BG, f: Combine) -> Option:
    more = joining(Outlook(g.s, g.kit, f.side), current(g.s))
    return ("bring", more[0]) if more else ("done",)


# ---- fire -------------------------------------------------------------------------------------------


def flak(g: BG, f: Fire) -> Option:
    """Heavy Weapons fire at Air Assets before these can fire, if that spares dice."""
    battle = current(g.s)
    groups = [group for group in g.ask.groups if group.verb == "flak"] if g.ask is not None else []
    flying = [a for a in flyers(g.s, g.kit, battle, foe(f.side)) if not battle.grounded >> a & 1]
    dice = sum(max(0, g.kit.asset_values[a][COMBAT]) for a in flying)
    if groups and groups[0].last and battle.first == f.side and dice > 2 * f.flak.bit_count() + 1:
        return ("flak", groups[0].last[0])
    return ("done",)


def choose_dice(g: BG, f: Fire) -> Option:
    """As many as do more good than harm: what cannot be applied pays the other side."""
    s, kit = g.s, g.kit
    battle = current(s)
    assert g.ask is not None
    most = max(int(option[1]) for option in g.ask.options(f.side))
    o = Outlook(s, kit, f.side)
    leads = battle.first == f.side
    die = faces(kit)
    target = Force(die, line(s, kit, battle, foe(f.side), leads, o.unit_worth))
    shooter = Force(die, line(s, kit, battle, f.side, False, o.unit_worth)) if leads else None
    number = best_fire(die, most, target, shooter)[1]
    return ("fire", most if number == FEW else number)


def least_asset(g: BG, f: Any) -> Option:
    """Whatever must go, the Asset that does least."""
    assert g.ask is not None
    offered = [option for group in g.ask.groups for option in group if group.verb in ("expend", "ground", "lose-asset")]
    if not offered:
        return ("done",)
    return min(offered, key=lambda option: sum(max(0, v) for v in g.kit.asset_values[int(option[1])]))


def take_cover(g: BG, f: Fire) -> Option:
    s, kit = g.s, g.kit
    battle = current(s)
    side = foe(f.side)
    found = covers(s, kit, battle, side)
    if not found:
        return ("no-cover",)
    o = Outlook(s, kit, side)
    under = line(s, kit, battle, side, battle.first == f.side, o.unit_worth)
    hits, over = under.takes(f.hits)
    if hits + over == f.hits:
        return ("no-cover",)
    best = max(found, key=lambda cover: (reduction(kit, battle, cover), cover == BEHIND_FOB))
    wanted = f.hits - hits - over
    exact = [cover for cover in found if min(f.hits, reduction(kit, battle, cover)) == wanted]
    return ("cover", exact[0] if exact else best)


def take_hit(g: BG, f: Fire) -> Option:
    s, kit = g.s, g.kit
    battle = current(s)
    side = foe(f.side)
    o = Outlook(s, kit, side)
    parts = parts_of(s, kit, battle, side, 0, o.unit_worth)
    place = next_hit(parts, side_of(s, kit, battle, side), battle.first == f.side)
    return ("suffer", parts[place].token) if f.hits and parts else ("done",)


# ---- after it ---------------------------------------------------------------------------------------


def reward(g: BG, f: Reward) -> Option:
    """A card for the rest of the phase: another attack, else whatever there is."""
    assert g.ask is not None
    offered = [int(option[1]) for option in g.ask.options(f.side) if option[0] == "claim"]
    wish = next((number for number in (3, 9, 2) if number in offered), None)
    return ("decline",) if wish is None else ("claim", wish)


def reorganize(g: BG, f: Reorganize) -> Option:
    """Detached Units with something to give join the strongest HQ that has room."""
    s, kit = g.s, g.kit
    assert g.ask is not None
    o = Outlook(s, kit, f.side)
    best, found = 0.0, None
    for option in g.ask.options(f.side):
        if option[0] == "join":
            token, front = int(option[1]), int(option[2])
            hq = next(t for t in kit.hqs_of[f.side] if s.front[t] == front)
            gain = joining_worth(o, token, hq)
            if gain > best:
                best, found = gain, option
    return found or ("done",)


def joining_worth(o: Outlook, token: UnitId, hq: UnitId) -> float:
    if is_down(o.s, token) or is_down(o.s, hq):
        return 0.0
    dice = sum(o.own_dice(token, which) for which in (0, 1, 2))
    supply = o.kit.kinds[o.s.kind[token]].supply
    has = any(o.kit.kinds[o.s.kind[t]].supply for t in o.group(hq))
    return 0.05 * dice + (0.3 if supply and not has else 0.0) + 0.01 * len(o.group(hq))
