"""What Successes buy: the price lists of the J-2 and J-9 Cards, in any mix (2.2)."""

from __future__ import annotations

from sandtable.games.bct import cards
from sandtable.games.bct.frames import Battle, Expose, Spend
from sandtable.games.bct.pieces import Kit, SideId, SpaceId, UnitId
from sandtable.games.bct.rules.counters import uncover
from sandtable.games.bct.rules.memory import hide, show
from sandtable.games.bct.rules.training import remove_net
from sandtable.games.bct.state import (
    ALL_SEATS,
    BG,
    NONE,
    RESERVES,
    Theatre,
    count_deed,
    foe,
    free_nets,
    here,
    is_covert,
    members,
    room_for_net,
)
from sandtable.kernel.flow import NEXT, STAY, Next
from sandtable.kernel.options import Ask, Group, Option, Refusal, Seat
from sandtable.kernel.words import how_many

OBJECTIVES, HAND = 0, 1
OPERATIONAL, SUPPRESSED = 0, 1


def prices(kit: Kit, side: SideId, number: int) -> list[cards.Price]:
    return next(a.prices for a in kit.joint_ops[side][number].actions if isinstance(a, cards.Roll))


def _price(kit: Kit, f: Spend, kind: type) -> cards.Price | None:
    return next((price for price in prices(kit, f.side, f.card) if isinstance(price, kind)), None)


def spend_key(kit: Kit, f: Spend) -> str:
    j2 = any(isinstance(a, cards.Roll) and a.value == "j2" for a in kit.joint_ops[f.side][f.card].actions)
    return "j2.spend" if j2 else "j9.spend"


def ask_spend(g: BG, f: Spend) -> Ask:
    found: list[Group] = []
    for price in prices(g.kit, f.side, f.card):
        if price.price <= f.successes or (isinstance(price, cards.Reveal) and f.reveals):
            found += _offers(g, f, price)
    left = how_many(f.successes, "Success", "Successes")
    groups = [Group(f.side, "done", warning=f"{left} unspent" if found else "", title="spend no more"), *found]
    more = f", and {how_many(f.reveals, 'Reveal')} paid for" if f.reveals else ""
    # rule: j2.spend j9.spend
    return Ask(f"Spend {left}{more}.", spend_key(g.kit, f), groups, shape="many", budget=f.successes)


def _offers(g: BG, f: Spend, price: cards.Price) -> list[Group]:
    s, kit = g.s, g.kit
    match price:
        case cards.Reveal():
            found = in_reach(s, kit, f)
            cost = "Reveal, paid for" if f.reveals else f"{how_many(price.units, 'Reveal')} for {price.price}"
            return [Group(f.side, "reveal", (), found, title=cost)] if found else []
        case cards.Advantage():
            cost = f"Tactical Advantage for {price.price}"
            return [Group(f.side, "advantage", title=cost)] if f.battle else []  # rule: j2.advantage
        case cards.Look():
            cost = f"look for {price.price}"
            return [Group(f.side, "look", (), [OBJECTIVES, HAND], title=cost)] if hq_near(s, kit, f) else []
        case cards.Assemble():
            cost = f"Assemble a SWET/Net for {price.price}"
            return [Group(f.side, "assemble", title=cost)] if room_for_net(s, kit, f.space) else []  # rule: j9.assemble
        case cards.Subvert():
            found = nets_to_hit(s, kit, f)
            return [Group(f.side, "subvert", (), found, title=f"hit a SWET/Net for {price.price}")] if found else []
        case cards.Recruit():
            if recruit_of(s, kit, f.side) == NONE:
                return []
            groups = [Group(f.side, "recruit", title=f"Recruit, Active, for {price.price}")]
            if kit.kinds[kit.local[f.side]].covert:
                groups.append(Group(f.side, "recruit-covert", title=f"Recruit, Covert, for {price.price}"))
            return groups


def in_reach(s: Theatre, kit: Kit, f: Spend) -> list[int]:
    """Hostile Covert counters in the acting Unit's District or next to it; a box is reached through its HQ."""
    return [
        t
        for space in (f.space, *kit.near[f.space])
        for t in here(s, kit, foe(f.side), space)
        if is_covert(s, t)  # rule: j2.reveal
    ]


def hq_near(s: Theatre, kit: Kit, f: Spend) -> bool:
    """A hostile HQ, Covert or not, next to the acting Unit, or as the table reads it in the same District too."""
    spaces = (*kit.near[f.space], *((f.space,) if s.rules.look_from_same_district else ()))
    return any(kit.is_hq[t] for space in spaces for t in here(s, kit, foe(f.side), space))  # rule: j2.look


def nets_to_hit(s: Theatre, kit: Kit, f: Spend) -> list[int]:
    """Hostile SWET/Nets in the District: an Operational one to Suppress, a Suppressed one to Disassemble."""
    where = foe(f.side) * kit.size + f.space  # rule: j9.here
    down = s.nets_down[where]
    return [*([OPERATIONAL] if s.nets[where] > down else []), *([SUPPRESSED] if down else [])]


def recruit_of(s: Theatre, kit: Kit, side: SideId) -> int:
    """A Lashkar or Militia token in Reserves, or NONE."""
    return next((t for t in kit.units_of[side] if s.at[t] == RESERVES and s.kind[t] == kit.local[side]), NONE)


def take_spend(g: BG, f: Spend, seat: Seat, option: Option) -> Next:
    s, kit = g.s, g.kit
    verb = option[0]
    if verb == "done":
        return NEXT
    if verb == "reveal":
        if not f.reveals:
            price = _price(kit, f, cards.Reveal)
            assert isinstance(price, cards.Reveal)
            f.successes -= price.price
            f.reveals = price.units
        f.reveals -= 1
        count_deed(g, f.side, "revealed")
        point_at(g, int(option[1]))
        return STAY
    f.successes -= _paid(kit, f, str(verb))
    if verb == "advantage":
        gain_advantage(g, f)
    elif verb == "look":
        look(g, f, int(option[1]))
    elif verb == "assemble":
        s.nets[f.side * kit.size + f.space] += 1  # rule: j9.here
        count_deed(g, f.side, "net-assembled")
        g.tell("j9.assemble", "{0:side} Assembles a SWET/Net in {1:space}.", f.side, f.space)
    elif verb == "subvert":
        subvert(g, f.side, f.space, int(option[1]))
    else:
        recruit(g, f.side, f.space, covert=verb == "recruit-covert")
    return STAY


def _paid(kit: Kit, f: Spend, verb: str) -> int:
    kinds = {"advantage": cards.Advantage, "look": cards.Look, "assemble": cards.Assemble, "subvert": cards.Subvert}
    price = _price(kit, f, kinds.get(verb, cards.Recruit))
    assert price is not None
    return price.price


# ---- J-2 --------------------------------------------------------------------------------------------


def point_at(g: BG, token: UnitId) -> None:
    """A counter is turned up; where it is an HQ its owner says which of the HQ and its Units."""
    if g.kit.is_hq[token]:
        g.call(Expose(hq=token))  # rule: hq.effects
    else:
        uncover(g, token, "j2.reveal")


def ask_expose(g: BG, f: Expose) -> Ask:
    """Put even if the HQ is alone: or the others would know that its box is empty."""
    found = [t for t in (f.hq, *members(g.s, g.kit, f.hq)) if is_covert(g.s, t)]
    group = Group(g.kit.side[f.hq], "expose", (), found)
    return Ask("Which of the HQ and its Units is Revealed?", "hq.effects", [group], always=True)


def take_expose(g: BG, f: Expose, seat: Seat, option: Option) -> Next:
    uncover(g, int(option[1]), "j2.reveal")
    return NEXT


def refuse_expose(g: BG, f: Expose, seat: Seat, option: Option) -> Refusal | None:
    if option[0] != "expose":
        return None
    return Refusal("hq.effects", "The HQ or a Unit in its box is Revealed, one that is still Covert.")


def gain_advantage(g: BG, f: Spend) -> None:
    battle = next(frame for frame in reversed(g.s.stack) if isinstance(frame, Battle))
    price = _price(g.kit, f, cards.Advantage)
    assert isinstance(price, cards.Advantage)
    battle.advantage[f.side] += price.points
    g.tell("j2.advantage", "{0:side} gains a Tactical Advantage Point.", f.side)


def look(g: BG, f: Spend, what: int) -> None:
    """The opponent shows one of the two hands; what was seen is remembered as long as it is held."""
    s, kit = g.s, g.kit
    other = foe(f.side)
    if what == HAND:
        s.glimpsed[other] = s.hand[other][:]
        names = [g.game.name(s, f.side, "card", n) for n, count in enumerate(s.hand[other]) for _ in range(count)]
        title = "Joint Ops hand"
    else:
        s.seen[other] = sorted(s.objectives[other])
        names = [kit.objectives[card].title for card in s.seen[other]]
        title = "Objective Cards"
    g.reveal()
    told = f"You see {', '.join(names) or 'no card'}."
    g.tell("j2.look", "{0:side} looks at the " + title + " of {1:side}.", f.side, other)
    g.tell("j2.look", "", private={f.side: told})


# ---- J-9 --------------------------------------------------------------------------------------------


def subvert(g: BG, side: SideId, district: SpaceId, which: int) -> None:
    s, kit = g.s, g.kit
    other = foe(side)
    if which == SUPPRESSED:
        disassemble(g, other, district, suppressed=True)
        count_deed(g, side, "net-disassembled")
    else:
        s.nets_down[other * kit.size + district] += 1
        g.tell("net.suppress", "A SWET/Net of {0:side} in {1:space} is Suppressed.", other, district)


def disassemble(g: BG, side: SideId, district: SpaceId, suppressed: bool) -> None:
    remove_net(g, side, district, suppressed)
    g.tell("net.disassemble", "A SWET/Net of {0:side} in {1:space} is Disassembled.", side, district)


def recruit(g: BG, side: SideId, district: SpaceId, covert: bool) -> None:
    s = g.s
    token = recruit_of(s, g.kit, side)
    s.at[token] = district
    s.known[token] = ALL_SEATS  # it came out of Reserves, where all see what lies
    if covert:
        hide(g, token)
    else:
        show(g, token)
    count_deed(g, side, "recruited")
    g.tell("j9.recruit", "{0:token} is Recruited.", token, at=district)


# ---- why not ----------------------------------------------------------------------------------------


def refuse_spend(g: BG, f: Spend, seat: Seat, option: Option) -> Refusal | None:
    s, kit = g.s, g.kit
    verb = str(option[0])
    kinds = {
        "reveal": cards.Reveal,
        "advantage": cards.Advantage,
        "look": cards.Look,
        "assemble": cards.Assemble,
        "subvert": cards.Subvert,
        "recruit": cards.Recruit,
        "recruit-covert": cards.Recruit,
    }
    if verb not in kinds:
        return None
    price = _price(kit, f, kinds[verb])
    if price is None:
        return Refusal(spend_key(g.kit, f), f"A J-{f.card} Card does not sell that.")
    if price.price > f.successes and not (verb == "reveal" and f.reveals):
        return Refusal(
            "cards.price", f"That costs {how_many(price.price, 'Success', 'Successes')}; you have {f.successes} left."
        )
    if verb == "reveal":
        return Refusal("j2.reveal", "Only a hostile Covert counter in the acting Unit's District or next to it.")
    if verb == "advantage":
        return Refusal("j2.advantage", "Tactical Advantage Points are gained inside a Battle only.")
    if verb == "look":
        return Refusal("j2.look", "There is no hostile HQ near enough to the acting Unit.")
    if verb == "assemble":
        if not free_nets(s, kit):
            return Refusal("net.pool", "No SWET/Net is left in the Pool.")
        most = kit.net_limit[f.space]
        return Refusal("net.limit", f"The District holds at most {how_many(most, 'SWET/Net')}, both sides together.")
    if verb == "subvert":
        return Refusal("j9.subvert", "There is no such hostile SWET/Net in the acting Unit's District.")
    if recruit_of(s, kit, f.side) == NONE:
        return Refusal("j9.recruit", "Nobody is left in Reserves to Recruit.")
    return Refusal("covert.capable", "Those who are Recruited here have no Covert side.")
