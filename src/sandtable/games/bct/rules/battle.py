"""The Battle Sequence up to the fire, and what follows it (4.2)."""

from __future__ import annotations

from sandtable.boards.paths import mask_of
from sandtable.games.bct import cards
from sandtable.games.bct.frames import Battle, Combine, Fire, Reorganize, Retreat, Reward, Scout
from sandtable.games.bct.pieces import COALITION, INSURGENT, J2, SIDES, Kit, SideId, in_dice
from sandtable.games.bct.rules.fire import firing_dice, supplied_still
from sandtable.games.bct.rules.ground import mobile, retreats, scouts, supplied
from sandtable.games.bct.rules.manoeuvre import relocate
from sandtable.games.bct.rules.memory import remembers
from sandtable.games.bct.rules.operations import roll_for
from sandtable.games.bct.state import (
    BG,
    NONE,
    Theatre,
    available,
    foe,
    group,
    here,
    is_covert,
    spend_card,
)
from sandtable.kernel.flow import NEXT, STAY, Next
from sandtable.kernel.options import Ask, Group, Option, Refusal, Seat
from sandtable.kernel.words import how_many

SUPPLY, COMBINE = 1, 2
REWARDS = (2, 3, 9)


def attacking(kit: Kit, f: Battle) -> int:
    return kit.side[f.attacker]


def battle_card(kit: Kit, side: SideId, kind: type) -> int:
    """The number of the card that has this Action for a Battle, or NONE."""
    for number, card in kit.joint_ops[side].items():
        if any(isinstance(action, kind) for action in card.actions):
            return number
    return NONE


def scout_card(kit: Kit, side: SideId) -> int:
    for number, card in kit.joint_ops[side].items():
        if any(isinstance(action, cards.Roll) and action.value == "j2" for action in card.actions):
            return number
    return NONE


def held(g: BG, side: SideId, number: int) -> int:
    return g.s.hand[side][number] if number != NONE else 0


# ---- tactical advantage -----------------------------------------------------------------------------


def ask_scouts(g: BG, side: SideId) -> Ask:
    most = held(g, side, scout_card(g.kit, side))
    group = Group(side, "commit", (), list(range(most + 1)))
    return Ask("How many J-2 Cards do you commit, in secret?", "advantage.commit", [group], secret=True)


def ask_attacker_scouts(g: BG, f: Battle) -> Ask:
    return ask_scouts(g, attacking(g.kit, f))


def ask_defender_scouts(g: BG, f: Battle) -> Ask:
    return ask_scouts(g, foe(attacking(g.kit, f)))


def take_scouts(g: BG, f: Battle, seat: Seat, option: Option) -> Next:
    f.scouts[seat] = int(option[1])
    return NEXT


def refuse_scouts(g: BG, f: Battle, seat: Seat, option: Option) -> Refusal | None:
    if option[0] != "commit":
        return None
    return Refusal("advantage.commit", "You hold fewer J-2 Cards than that.")


def reveal_scouts(g: BG, f: Battle) -> None:
    for side in SIDES:
        for _ in range(f.scouts[side]):
            spend_card(g, side, scout_card(g.kit, side))
        number = f.scouts[side]
        g.tell(
            "advantage.commit", "{0:side} commits {1}.", side, how_many(number, "J-2 Card"), counts={"cards": number}
        )
    g.reveal()
    f.scouting, f.scouts = f.scouts, [0, 0]


def roll_scouts(g: BG, f: Battle) -> Next:
    """The Attacker rolls and spends all his cards first, then the Defender; each card by itself."""
    attacker = attacking(g.kit, f)
    for side in (attacker, foe(attacker)):  # rule: advantage.order
        if f.scouting[side]:
            f.scouting[side] -= 1
            if remembers(g.s):
                g.reveal()  # whether anybody can use it depends on what may lie Covert
            if scouts(g.s, g.kit, side, J2):
                g.call(Scout(side=side))
            else:
                g.tell("advantage.order", "{0:side} has no Unit that could use its J-2 Card.", side)
            return STAY
    return NEXT


def ask_scout(g: BG, f: Scout) -> Ask:
    found = scouts(g.s, g.kit, f.side, J2)
    group = Group(f.side, "scout", (), found, risky=True) if found else Group(f.side, "done")
    return Ask("Which Unit rolls for the J-2 Card?", "advantage.who", [group])


def take_scout(g: BG, f: Scout, seat: Seat, option: Option) -> Next:
    if option[0] == "scout":
        roll_for(g, f.side, scout_card(g.kit, f.side), int(option[1]), battle=True)  # rule: advantage.any-effect
    return NEXT


def refuse_scout(g: BG, f: Scout, seat: Seat, option: Option) -> Refusal | None:
    if option[0] != "scout":
        return None
    return Refusal("advantage.who", "An own Active, Operational Unit on the Map with J-2 dice and an LOC rolls.")


def settle_advantage(g: BG, f: Battle) -> None:
    ahead = f.advantage[COALITION] > f.advantage[INSURGENT]
    f.first = COALITION if ahead else INSURGENT  # rule: advantage.tie
    points, fewer = f.advantage[f.first], f.advantage[foe(f.first)]
    why = f"{points} to {fewer} Tactical Advantage" if points > fewer else "Tactical Advantage is even"
    g.tell("advantage.first", "{0:side} fires first: {1}.", f.first, why)


# ---- withdrawal -------------------------------------------------------------------------------------


def can_withdraw(g: BG, f: Battle) -> bool:
    """Strictly more points (or, as a table may read it, the tie that lets the Insurgent fire first); a mobile target;
    no Base of its side in the District; and somewhere to go."""
    s, kit = g.s, g.kit
    side = kit.side[f.target]
    margin = f.advantage[side] - f.advantage[foe(side)]
    if margin < 0 or (margin == 0 and not (s.rules.tie_withdraws and side == INSURGENT)):
        return False  # rule: withdraw.advantage
    if not mobile(s, kit, f.target) or any(kit.is_base[t] for t in here(s, kit, side, f.space)):
        return False  # rule: withdraw.base
    return bool(retreats(s, kit, f.target))


def offer_withdrawal(g: BG, f: Battle) -> None:
    g.s.returned = 0
    if can_withdraw(g, f):
        g.call(Retreat())


def ask_retreat(g: BG, f: Retreat) -> Ask:
    battle = current(g.s)
    side = g.kit.side[battle.target]
    groups = [Group(side, "stand"), Group(side, "withdraw", (), retreats(g.s, g.kit, battle.target))]
    return Ask("Withdraw from the Battle, or stand?", "withdraw.may", groups)


def take_retreat(g: BG, f: Retreat, seat: Seat, option: Option) -> Next:
    if option[0] == "withdraw":
        relocate(g, current(g.s).target, int(option[1]), "withdraw.where")
        g.leave(1)
        return STAY
    return NEXT


def refuse_retreat(g: BG, f: Retreat, seat: Seat, option: Option) -> Refusal | None:
    if option[0] != "withdraw":
        return None
    return Refusal("withdraw.where", "Only to the next District under your Control, or to Ready where it is next.")


def end_if_withdrawn(g: BG, f: Battle) -> None:
    if g.s.returned:
        g.tell("withdraw.ends", "The Battle ends without a shot.")
        g.leave()


def current(s: Theatre) -> Battle:
    """The Battle in progress."""
    return next(frame for frame in reversed(s.stack) if isinstance(frame, Battle))


# ---- modifier cards ---------------------------------------------------------------------------------


def usable(g: BG, f: Battle, side: SideId) -> int:
    """Which modifier cards a side may commit, as bits."""
    s, kit = g.s, g.kit
    cards_held = 0
    if held(g, side, battle_card(kit, side, cards.Supply)) and supplied(s, kit, side) >> f.space & 1:
        cards_held |= SUPPLY  # rule: modifier.supply
    may_combine = side == attacking(kit, f) or s.rules.defender_combines  # rule: modifier.defender
    if held(g, side, battle_card(kit, side, cards.Combine)) and may_combine:
        cards_held |= COMBINE  # rule: modifier.combine
    return cards_held


def ask_cards(g: BG, f: Battle, side: SideId) -> Ask:
    can = usable(g, f, side)
    group = Group(side, "seal", (), [bits for bits in range(4) if bits & ~can == 0])
    return Ask("Which cards do you commit, in secret?", "modifier.commit", [group], secret=True)


def ask_attacker_cards(g: BG, f: Battle) -> Ask:
    return ask_cards(g, f, attacking(g.kit, f))


def ask_defender_cards(g: BG, f: Battle) -> Ask:
    return ask_cards(g, f, foe(attacking(g.kit, f)))


def take_cards(g: BG, f: Battle, seat: Seat, option: Option) -> Next:
    f.sealed[seat] = int(option[1])
    return NEXT


def refuse_cards(g: BG, f: Battle, seat: Seat, option: Option) -> Refusal | None:
    s, kit = g.s, g.kit
    if option[0] != "seal":
        return None
    wanted = int(option[1])
    for bit, kind, what in ((SUPPLY, cards.Supply, "J-4"), (COMBINE, cards.Combine, "J-6")):
        if wanted & bit and not held(g, seat, battle_card(kit, seat, kind)):
            return Refusal("ops.hand", f"You hold no {what} Card.")
    if wanted & SUPPLY and not supplied(s, kit, seat) >> f.space & 1:
        return Refusal("modifier.supply", "A J-4 Card needs a Line of Communication from the Battle District.")
    return Refusal("modifier.combine", "Only the Attacker may use a J-6 Card at this table.")


def reveal_cards(g: BG, f: Battle) -> None:
    kit = g.kit
    for side in SIDES:
        if f.sealed[side] & SUPPLY:
            number = battle_card(kit, side, cards.Supply)
            spend_card(g, side, number)
            # rule: j4.supply
            f.supply[side] = next(a.dice for a in kit.joint_ops[side][number].actions if isinstance(a, cards.Supply))
            g.tell(
                "modifier.supply",
                "{0:side} plays {1:card}: {2} more.",
                side,
                number,
                in_dice(f.supply[side]),
            )
        if f.sealed[side] & COMBINE:
            number = battle_card(kit, side, cards.Combine)
            spend_card(g, side, number)
            f.combining[side] = 1
            g.tell("modifier.combine", "{0:side} plays {1:card}.", side, number)
    g.reveal()
    f.sealed = [0, 0]


def combine(g: BG, f: Battle) -> Next:
    attacker = attacking(g.kit, f)
    for side in (attacker, foe(attacker)):
        if f.combining[side]:
            f.combining[side] = 0
            g.call(Combine(side=side))
            return STAY
    return NEXT


def joiners(g: BG, side: SideId) -> list[int]:
    """Active HQs and Detached Units of the District that are not in the Battle yet; no Base."""
    s, kit = g.s, g.kit
    battle = current(s)
    return [
        t
        for t in here(s, kit, side, battle.space)
        if not is_covert(s, t) and not kit.is_base[t] and t not in battle.engaged  # rule: modifier.joiners
    ]


def ask_combine(g: BG, f: Combine) -> Ask:
    found = joiners(g, f.side)
    groups = [Group(f.side, "done", title="nobody else"), *([Group(f.side, "bring", (), found)] if found else [])]
    return Ask("Which Units join the Battle?", "modifier.combine", groups, shape="many", least=0, most=len(found))


def take_combine(g: BG, f: Combine, seat: Seat, option: Option) -> Next:
    if option[0] == "done":
        return NEXT
    current(g.s).engaged.append(int(option[1]))
    g.tell("modifier.joiners", "{0:token} joins the Battle.", int(option[1]))
    return STAY


def refuse_combine(g: BG, f: Combine, seat: Seat, option: Option) -> Refusal | None:
    if option[0] != "bring":
        return None
    return Refusal("modifier.joiners", "Own Active HQs and Detached Units of the Battle District join, no Base.")


# ---- the fire ---------------------------------------------------------------------------------------


def display(g: BG, f: Battle) -> None:
    """All that is in the Battle lies open, and it shows whether each side has a Line of Communication."""
    s, kit = g.s, g.kit
    f.exposed = sum(1 << u for t in f.engaged for u in group(s, kit, t))
    f.loc = [supplied(s, kit, side) >> f.space & 1 for side in SIDES]
    for side in SIDES:
        dice = firing_dice(s, kit, f, side)
        g.tell("display.forces", "{0:side} has {1}.", side, in_dice(dice), counts={"dice": dice})
    if remembers(s):
        g.reveal()  # Lines of Communication may lead to what lies Covert


def first_fire(g: BG, f: Battle) -> None:
    g.call(Fire(side=f.first))


def judge_anew(g: BG, f: Battle, side: SideId) -> None:
    """What the first fire Suppressed or Destroyed no longer serves the return fire; dark blue is Suppressed late."""
    if g.s.rules.loc_anew and f.loc[side] and not supplied_still(g.s, g.kit, f, side) >> f.space & 1:
        f.loc[side] = 0  # rule: return.loc
        g.tell("return.loc", "{0:side} has lost its Line of Communication.", side, weight="blow", whose=side)


def second_fire(g: BG, f: Battle) -> None:
    side = foe(f.first)
    judge_anew(g, f, side)
    if firing_dice(g.s, g.kit, f, side):
        g.call(Fire(side=side))
    else:
        g.tell("return.fire", "{0:side} cannot fire back.", side)


# ---- consolidation ----------------------------------------------------------------------------------


def consolidate(g: BG, f: Battle) -> None:
    """Both may Reorganize in the District, the Attacker first; who has no HQ there has nothing to do."""
    s, kit = g.s, g.kit
    attacker = attacking(kit, f)
    for side in (foe(attacker), attacker):  # rule: consolidate.reorganize: pushed last, asked first
        if any(kit.is_hq[t] for t in here(s, kit, side, f.space)):
            g.call(Reorganize(side=side, space=f.space))


def reward(g: BG, f: Battle) -> None:
    for side in SIDES:
        if f.prizes >> side & 1:  # rule: reward.one
            g.call(Reward(side=side))


def prizes_left(g: BG, side: SideId) -> list[int]:
    pile = available(g.s, g.kit, side)
    return [number for number in REWARDS if pile[number] > 0]  # rule: reward.pile


def ask_reward(g: BG, f: Reward) -> Ask:
    found = prizes_left(g, f.side)
    groups = [Group(f.side, "decline"), *([Group(f.side, "claim", (), found)] if found else [])]
    return Ask("Take a card for the HQ or Base Destroyed?", "reward.card", groups, always=True)


def take_reward(g: BG, f: Reward, seat: Seat, option: Option) -> Next:
    if option[0] == "claim":
        number = int(option[1])
        g.s.hand[f.side][number] += 1
        g.s.lacking[f.side] &= ~mask_of(REWARDS)
        told = f"You take {g.game.name(g.s, f.side, 'card', number)} into your hand."
        g.tell("reward.card", "{0:side} takes a card into its hand.", f.side, private={f.side: told})
    return NEXT


def refuse_reward(g: BG, f: Reward, seat: Seat, option: Option) -> Refusal | None:
    if option[0] != "claim":
        return None
    if int(option[1]) in REWARDS:
        return Refusal("reward.pile", "None of those is left in your Available Pile.")
    return Refusal("reward.card", "Only a J-2, J-3 or J-9 Card can be taken.")
