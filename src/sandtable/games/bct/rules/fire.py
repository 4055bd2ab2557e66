"""One side's fire in a Battle: at Air Assets, the standard attack, hits, ammunition, collateral damage (4.2)."""

from __future__ import annotations

from sandtable.games.bct.frames import Battle, Fire
from sandtable.games.bct.pieces import COALITION, COMBAT, SIDE_NAMES, Kit, SideId, UnitId, in_dice
from sandtable.games.bct.rules.counters import count_hit, destroy, score, suppress
from sandtable.games.bct.rules.ground import clipped, has_empty_box, lender, own_value, supplied
from sandtable.games.bct.rules.operations import successes
from sandtable.games.bct.state import (
    BG,
    NONE,
    POOL,
    RESERVES,
    Theatre,
    assets_on,
    count_deed,
    foe,
    group,
    here,
    is_down,
    members,
    take_off,
)
from sandtable.kernel.chance import D6
from sandtable.kernel.flow import NEXT, STAY, Next
from sandtable.kernel.options import Ask, Group, Option, Refusal, Seat
from sandtable.kernel.story import Contender, Contest, Loss
from sandtable.kernel.words import how_many

BEHIND_FOB, BEHIND_GROUND = 0, 1


def battle_of(s: Theatre) -> Battle:
    return next(frame for frame in reversed(s.stack) if isinstance(frame, Battle))


# ---- who fires, with how many dice ------------------------------------------------------------------


def fires(s: Theatre, kit: Kit, f: Battle, token: UnitId) -> bool:
    """Not Suppressed, or Suppressed in this very Battle and dark blue: such Units feel it only afterwards."""
    if not f.exposed >> token & 1:
        return False
    if not is_down(s, token):
        return True
    return bool(f.fresh >> token & 1) and kit.kinds[s.kind[token]].colour == "dark"  # rule: return.dark-blue


def supplied_still(s: Theatre, kit: Kit, f: Battle, side: SideId) -> int:
    """The Districts with an LOC in the middle of a Battle: dark-blue Units Suppressed in it serve to its end."""
    down = s.down
    s.down &= ~sum(1 << t for t in kit.units_of[side] if f.fresh >> t & 1 and fires(s, kit, f, t))
    found = supplied(s, kit, side)  # rule: return.loc
    s.down = down
    return found


def parts(s: Theatre, kit: Kit, f: Battle, side: SideId) -> list[int]:
    """The Units whose Combat Values a side fires with. A box speaks only through an HQ that fires."""
    found = []
    for token in f.engaged:
        if kit.side[token] == side and fires(s, kit, f, token):
            found.append(token)
            if kit.is_hq[token]:
                found += [t for t in members(s, kit, token) if fires(s, kit, f, t)]  # rule: return.hq
    return found


def part_dice(s: Theatre, kit: Kit, f: Battle, token: UnitId, flak: int = 0) -> int:
    """The standard-attack dice of one: without Heavy Weapons that fire at Air Assets, and clipped with no LOC."""
    if f.loc[kit.side[token]]:
        return own_value(s, kit, token, COMBAT, f.grounded | flak)
    return at_hand(s, kit, f, [token], flak)


def at_hand(s: Theatre, kit: Kit, f: Battle, units: list[int], flak: int) -> int:
    """The one die that Units cut together have without an LOC, unless it goes, or has gone, at Air Assets."""
    if any(f.spent >> t & 1 or flak_value(s, kit, t, flak) for t in units):
        return 0  # rule: air.no-loc
    return clipped(sum(own_value(s, kit, t, COMBAT, f.grounded) for t in units))


def flak_value(s: Theatre, kit: Kit, token: UnitId, flak: int) -> int:
    return sum(max(0, kit.asset_values[a][COMBAT]) for a in assets_on(s, kit, token) if flak >> a & 1)


def firing_dice(s: Theatre, kit: Kit, f: Battle, side: SideId, flak: int = 0) -> int:
    found = parts(s, kit, f, side)
    if f.loc[side]:
        total = sum(part_dice(s, kit, f, token, flak) for token in found)
    else:
        total = sum(at_hand(s, kit, f, units, flak) for units in cut_together(s, kit, f, found))
    base = lending(s, kit, f, side)
    if base != NONE:
        total += own_value(s, kit, base, COMBAT)  # rule: base.defends
    if not all(has_empty_box(s, kit, t, COMBAT) for t in found):  # rule: units.empty-box
        total += f.supply[side]  # rule: modifier.supply
    return total


def lending(s: Theatre, kit: Kit, f: Battle, side: SideId) -> int:
    """The Base that adds its Combat Value to a side's fire, or NONE: only to a target that fires and is no Base."""
    if side != kit.side[f.target] or not fires(s, kit, f, f.target):  # rule: fire.attacker-no-base
        return NONE
    return lender(s, kit, f.target, COMBAT)  # rule: fire.base-target


def cut_together(s: Theatre, kit: Kit, f: Battle, found: list[int]) -> list[list[int]]:
    """Who is cut to one die for want of an LOC: each Unit by itself, or as a table may read it an HQ with its box."""
    if not s.rules.clip_whole_hq:
        return [[token] for token in found]  # rule: fire.no-loc
    leads = [token for token in found if token in f.engaged]
    return [[t for t in group(s, kit, lead) if t in found] for lead in leads]


def armed(s: Theatre, kit: Kit, f: Battle, side: SideId) -> list[int]:
    """The Units of a side's fire whose Assets add to it."""
    return [t for t in parts(s, kit, f, side) if not has_empty_box(s, kit, t, COMBAT)]


# ---- fire at Air Assets -----------------------------------------------------------------------------


def flak_ready(s: Theatre, kit: Kit, f: Battle, side: SideId) -> list[int]:
    """Heavy Weapons with Units that fire."""
    return [a for t in armed(s, kit, f, side) for a in assets_on(s, kit, t) if kit.asset_rows[a].flak]


def flyers(s: Theatre, kit: Kit, f: Battle, side: SideId) -> list[int]:
    """A side's Air Assets in the Battle."""
    lying = [t for t in kit.units_of[side] if f.exposed >> t & 1]
    return [a for t in lying for a in assets_on(s, kit, t) if kit.asset_rows[a].air]


def ask_flak(g: BG, f: Fire) -> Ask:
    battle = battle_of(g.s)
    groups = [Group(f.side, "done", title="standard attack", risky=bool(f.flak))]
    ready = [a for a in flak_ready(g.s, g.kit, battle, f.side) if not f.flak >> a & 1]
    if ready and flyers(g.s, g.kit, battle, foe(f.side)):
        groups.append(Group(f.side, "flak", (), ready, risky=True))
    return Ask("Which Heavy Weapons fire at Air Assets?", "air.flak", groups, shape="many", least=0, most=len(ready))


def take_flak(g: BG, f: Fire, seat: Seat, option: Option) -> Next:
    if option[0] == "done":
        return NEXT
    f.flak |= 1 << int(option[1])
    return STAY


def refuse_flak(g: BG, f: Fire, seat: Seat, option: Option) -> Refusal | None:
    if option[0] != "flak":
        return None
    return Refusal("air.flak", "Own Heavy Weapons in this Battle fire at hostile Air Assets in it.")


def roll_flak(g: BG, f: Fire) -> None:
    s, kit = g.s, g.kit
    battle = battle_of(s)
    dice = flak_dice(s, kit, battle, f.side, f.flak)
    if not battle.loc[f.side]:
        battle.spent |= sum(1 << t for t in parts(s, kit, battle, f.side) if flak_value(s, kit, t, f.flak))
    if dice:
        told = "{0:side} fires at Air Assets with {1}."
        g.tell("air.flak", told, f.side, in_dice(dice), counts={"dice": dice})
        _roll(g, f, dice, "flak")


def flak_dice(s: Theatre, kit: Kit, battle: Battle, side: SideId, flak: int) -> int:
    """With how many dice these Heavy Weapons fire at Air Assets."""
    found = parts(s, kit, battle, side)
    return sum(_flak_dice(s, kit, battle, side, flak, units) for units in cut_together(s, kit, battle, found))


def _flak_dice(s: Theatre, kit: Kit, battle: Battle, side: SideId, flak: int, units: list[int]) -> int:
    dice = sum(flak_value(s, kit, t, flak) for t in units)  # rule: air.dice
    if battle.loc[side]:
        return dice
    return min(dice, clipped(sum(own_value(s, kit, t, COMBAT, battle.grounded) for t in units)))  # rule: air.no-loc


def _roll(g: BG, f: Fire, dice: int, purpose: str) -> None:
    faces = [g.roll(D6, purpose, "dice.success") for _ in range(dice)]
    f.hits += sum(successes(g.kit, face) for face in faces)
    f.ones += faces.count(1)  # rule: deplete.each-one
    won = Contender("{0:side}", f.hits, faces, D6, side=SIDE_NAMES[f.side], counts="Successes")
    told = f"{how_many(f.hits, 'Success', 'Successes')} for {{0:side}}."
    where = battle_of(g.s).space
    g.tell("dice.success", told, f.side, counts={"successes": f.hits}, at=where, contest=Contest([won]))


def ask_ground(g: BG, f: Fire) -> Ask:
    """Hits on Air Assets: one keeps it out of the Battle, a second sends it to the Pool; the rest is lost."""
    battle = battle_of(g.s)
    found = flyers(g.s, g.kit, battle, foe(f.side))
    if not f.hits or not found or not f.flak:
        return Ask("Air Assets have been dealt with.", "air.hits", [Group(foe(f.side), "done")])
    return Ask("Which Air Asset is hit?", "air.hits", [Group(foe(f.side), "ground", (), found)])  # rule: air.collective


def take_ground(g: BG, f: Fire, seat: Seat, option: Option) -> Next:
    battle = battle_of(g.s)
    if option[0] == "done":
        f.hits = 0  # rule: air.lost-hits
        return NEXT
    asset = int(option[1])
    f.hits -= 1
    if battle.grounded >> asset & 1:
        take_off(g, asset, POOL)
        owner = foe(f.side)
        lost = [Loss("{0:asset}", SIDE_NAMES[owner])]
        told = "{0:asset} is shot down and goes to the Pool."
        g.tell("air.hits", told, asset, weight="blow", whose=owner, at=battle.space, lost=lost, main=True)
        if g.s.rules.air_loss_scores:
            score(g, f.side, g.kit.n.destroyed_vp, "air.hits", "an Air Asset shot down")
    else:
        battle.grounded |= 1 << asset
        g.tell("air.hits", "{0:asset} is out of this Battle.", asset)
    return STAY


def refuse_ground(g: BG, f: Fire, seat: Seat, option: Option) -> Refusal | None:
    if option[0] != "ground":
        return None
    return Refusal("air.hits", "Each hit goes to one of your Air Assets in this Battle.")


# ---- ammunition -------------------------------------------------------------------------------------


def spendable(s: Theatre, kit: Kit, battle: Battle, f: Fire, flak: bool) -> list[int]:
    """Assets that can run out of ammunition in this roll; in the standard attack those of the Base that helps, too."""
    units = armed(s, kit, battle, f.side)
    if f.helper != NONE and not flak:
        units.append(f.helper)  # rule: deplete.which
    return [
        a
        for t in units
        for a in assets_on(s, kit, t)
        if kit.asset_rows[a].expends and bool(f.flak >> a & 1) == flak  # rule: deplete.which deplete.assets-only
    ]


def ask_expend(g: BG, f: Fire, flak: bool) -> Ask:
    found = spendable(g.s, g.kit, battle_of(g.s), f, flak)
    if not f.ones or not found:
        return Ask("Ammunition holds out.", "deplete.each-one", [Group(f.side, "done")])
    return Ask("Which Asset runs out of ammunition?", "deplete.each-one", [Group(f.side, "expend", (), found)])


def ask_expend_flak(g: BG, f: Fire) -> Ask:
    return ask_expend(g, f, flak=True)


def ask_expend_fire(g: BG, f: Fire) -> Ask:
    return ask_expend(g, f, flak=False)


def take_expend(g: BG, f: Fire, seat: Seat, option: Option) -> Next:
    if option[0] == "done":
        f.ones = 0
        return NEXT
    f.ones -= 1
    take_off(g, int(option[1]), RESERVES)
    g.tell("deplete.reserves", "{0:asset} has run out of ammunition.", int(option[1]))
    return STAY


def refuse_expend(g: BG, f: Fire, seat: Seat, option: Option) -> Refusal | None:
    if option[0] != "expend":
        return None
    return Refusal("deplete.which", "An Asset that fired in this roll and has ammunition to lose.")


# ---- the standard attack ----------------------------------------------------------------------------


def ask_dice(g: BG, f: Fire) -> Ask:
    most = firing_dice(g.s, g.kit, battle_of(g.s), f.side, f.flak)
    group = Group(f.side, "fire", (), list(range(most, -1, -1)), risky=True)
    return Ask("With how many dice do you fire?", "fire.fewer", [group])


def take_dice(g: BG, f: Fire, seat: Seat, option: Option) -> Next:
    f.dice = int(option[1])
    return NEXT


def refuse_dice(g: BG, f: Fire, seat: Seat, option: Option) -> Refusal | None:
    if option[0] != "fire":
        return None
    return Refusal("fire.dice", "No more dice than the Combat Values of your Units in this Battle.")


def roll_fire(g: BG, f: Fire) -> None:
    f.helper = lending(g.s, g.kit, battle_of(g.s), f.side)
    g.tell("fire.dice", "{0:side} fires with {1}.", f.side, in_dice(f.dice), counts={"dice": f.dice})
    _roll(g, f, f.dice, "fire")


# ---- hits -------------------------------------------------------------------------------------------


def covers(s: Theatre, kit: Kit, battle: Battle, side: SideId) -> list[int]:
    """What may reduce the Successes against a Defender: a FOB in the District, or the ground; never for an Attacker."""
    if side != kit.side[battle.target]:
        return []  # rule: reduce.defender
    found = []
    fob = side == COALITION and any(kit.is_base[t] for t in here(s, kit, side, battle.space))
    if fob and not kit.is_base[battle.target]:
        found.append(BEHIND_FOB)  # rule: reduce.fob
    if kit.reduction[battle.space]:
        found.append(BEHIND_GROUND)  # rule: reduce.ground
    return found


def reduction(kit: Kit, battle: Battle, source: int) -> int:
    return kit.n.reduction_fob if source == BEHIND_FOB else kit.reduction[battle.space]


def ask_cover(g: BG, f: Fire) -> Ask:
    side = foe(f.side)
    found = covers(g.s, g.kit, battle_of(g.s), side) if f.hits else []
    groups = [Group(side, "no-cover"), *([Group(side, "cover", (), found)] if found else [])]
    against = how_many(f.hits, "Success", "Successes")
    return Ask(f"{against} against you: take cover?", "reduce.may", groups)


def take_cover(g: BG, f: Fire, seat: Seat, option: Option) -> Next:
    if option[0] == "cover":
        saved = min(f.hits, reduction(g.kit, battle_of(g.s), int(option[1])))
        f.hits -= saved
        g.tell("reduce.one", "Cover takes {0} of the Successes away.", str(saved), counts={"covered": saved})
    return NEXT


def refuse_cover(g: BG, f: Fire, seat: Seat, option: Option) -> Refusal | None:
    if option[0] != "cover":
        return None
    battle = battle_of(g.s)
    if seat != g.kit.side[battle.target]:
        return Refusal("reduce.defender", "Only the Defender's Units have cover.")
    if int(option[1]) == BEHIND_FOB:
        return Refusal("reduce.fob", "A FOB covers Coalition Units in its District, unless a FOB is the target.")
    return Refusal("reduce.ground", "The ground of this District gives no cover.")


def sufferers(s: Theatre, kit: Kit, battle: Battle, side: SideId) -> list[int]:
    return [t for t in kit.units_of[side] if battle.exposed >> t & 1]  # rule: hits.hq hits.assets


def ask_hits(g: BG, f: Fire) -> Ask:
    """The owner spreads the Successes over all Units in the Battle, as many as they can bear."""
    side = foe(f.side)
    found = sufferers(g.s, g.kit, battle_of(g.s), side)
    if not f.hits or not found:  # rule: hits.all
        return Ask("All Successes are dealt with.", "hits.apply", [Group(side, "done")])
    prompt = f"Which Unit takes the next of {f.hits} Successes?" if f.hits > 1 else "Which Unit takes the Success?"
    return Ask(prompt, "hits.apply", [Group(side, "suffer", (), found)], shape="assign", most=f.hits)


def take_hits(g: BG, f: Fire, seat: Seat, option: Option) -> Next:
    if option[0] == "done":
        return NEXT
    f.hits -= 1
    hit(g, int(option[1]))
    return STAY


def hit(g: BG, token: UnitId) -> None:
    """One Success: Suppresses an Operational Unit, Destroys a Suppressed one."""
    s, kit = g.s, g.kit
    battle = battle_of(s)
    if not is_down(s, token):
        battle.fresh |= 1 << token
        suppress(g, token, "suppress.marker")
        count_hit(g, token, "suppressed", "suppress.vp")
        return
    battle.exposed &= ~(1 << token)
    if kit.is_hq[token] or kit.is_base[token]:
        battle.prizes |= 1 << foe(kit.side[token])
    destroy(g, token, "destroy.unit")
    count_hit(g, token, "destroyed", "destroy.vp")


def refuse_hits(g: BG, f: Fire, seat: Seat, option: Option) -> Refusal | None:
    if option[0] != "suffer":
        return None
    return Refusal("hits.apply", "The Success goes to one of your Units in this Battle.")


def collateral(g: BG, f: Fire) -> None:
    """What could not be applied pays the player who was shot at."""
    if not f.hits:
        return
    battle = battle_of(g.s)
    side = foe(f.side)
    worth = f.hits * g.kit.collateral[battle.space]
    over = how_many(f.hits, "Success is", "Successes are")
    g.tell("collateral.unapplied", f"{over} not applied.", counts={"unapplied": f.hits})
    if worth:
        count_deed(g, f.side, "collateral-given")
        score(g, side, worth, "collateral.vp", "Collateral Damage")
