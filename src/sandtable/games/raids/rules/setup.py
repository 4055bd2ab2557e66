"""Set-up: camps, people, and what they cost."""

from __future__ import annotations

from bisect import bisect_left

from sandtable.games.raids.frames import SetUp, Tour
from sandtable.games.raids.pieces import CAMP, LEADER, TEAM, Deployment, HexId, Kit, PieceId
from sandtable.games.raids.policies import policy, words
from sandtable.games.raids.state import (
    AWAY,
    BOX,
    DONE,
    FORFEITED,
    LOST,
    PLAYER,
    POOL,
    RG,
    WAITING,
    RaidState,
    camps,
    field,
    piece,
)
from sandtable.kernel.flow import NEXT, STAY, Next
from sandtable.kernel.options import Ask, Group, Option, Refusal, Seat
from sandtable.kernel.words import how_many


def fill_cups(s: RaidState, kit: Kit) -> None:
    """Enemies and missions of the map in play lie in their cups with all markers; those of other maps are away. What
    is settled, or out of the game, stays so."""
    here = kit.fields[s.map]
    out = (DONE, FORFEITED, LOST)
    for token in (*kit.mission_tokens, *kit.enemies):
        if s.at[token] not in out:
            s.at[token] = AWAY
    for token in (*here.missions, *here.enemies, *kit.markers):
        if s.at[token] not in out:
            s.at[token] = POOL
    cups = (here.missions, here.enemies, kit.markers)  # rule: setup.pools
    s.mission_cup, s.enemy_cup, s.marker_cup = ([t for t in cup if s.at[t] == POOL] for cup in cups)


def set_up(g: RG, f: Tour) -> None:
    g.call(SetUp())  # rule: setup.order


def before_set_up(g: RG, f: SetUp) -> None:
    policy(g).before_set_up(g)


def starting_points(g: RG, f: SetUp) -> None:
    g.s.pp = g.kit.scenarios[g.s.scenario].start_pp  # rule: purchase.start
    g.tell("purchase.start", "You have {0}.", how_many(g.s.pp, "purchase point"), counts={"purchase points": g.s.pp})


def free_camp(g: RG) -> int:
    return next(t for t in g.kit.camps if not piece(g, t).priced)


def ask_camp(g: RG, f: SetUp) -> Ask:
    camp = free_camp(g)
    groups, prompt = [Group(PLAYER, "camp", (camp,), sites(g, camp))], f"Place your {words(g).home}"
    if g.kit.deployment(g.s.scenario, g.s.map) is None:
        return Ask(f"{prompt}.", "setup.camp-site", groups)
    groups.append(Group(PLAYER, "default"))
    return Ask(f"{prompt}, or take the default deployment.", "setup.camp-site", groups)


def take_camp(g: RG, f: SetUp, seat: Seat, option: Option) -> Next:
    if option[0] == "default":
        default_deployment(g)
        g.leave()
    else:
        place_camp(g, int(option[1]), int(option[2]))
    return NEXT


def refuse_camp(g: RG, f: SetUp, seat: Seat, option: Option) -> Refusal | None:
    return refuse_site(g, option) if option[0] == "camp" else None


def ask_second_camp(g: RG, f: SetUp) -> Ask:
    """The priced camp, if brought along or bought now, stands from the start."""
    if brought := brought_camps(g):
        return Ask(f"Place your second {words(g).home}.", "setup.second-camp", brought)
    groups = [Group(PLAYER, "done", title=f"no second {words(g).camp}"), *camp_purchases(g)]
    return Ask(f"Buy and place a second {words(g).home}, or go on.", "setup.second-camp", groups, ends=True)


def take_second_camp(g: RG, f: SetUp, seat: Seat, option: Option) -> Next:
    if option[0] == "camp":
        buy_camp(g, int(option[1]), int(option[2]))
        return STAY if brought_camps(g) or camp_purchases(g) else NEXT
    return NEXT


def camps_stand(g: RG, f: SetUp) -> None:
    policy(g).camps_stand(g)


def ask_people(g: RG, f: SetUp) -> Ask:
    groups = [Group(PLAYER, "done", title="hire no more"), *hires(g)]
    return Ask("Hire further people, or go on.", "purchase.teams", groups, ends=True)


def take_people(g: RG, f: SetUp, seat: Seat, option: Option) -> Next:
    if option[0] != "hire":
        return NEXT
    hire(g, int(option[1]), int(option[2]))
    return STAY


def ask_post(g: RG, f: SetUp) -> Ask:
    """Who comes by himself, and what is brought along, starts in a camp of the player's choice."""
    person = policy(g).to_post(g)[0]
    return Ask(
        f"In which {words(g).camp} does the {piece(g, person).name} start?",
        "setup.people-in-camp",
        [Group(PLAYER, "post", (person,), camps(g))],
    )


def take_post(g: RG, f: SetUp, seat: Seat, option: Option) -> Next:
    g.s.at[int(option[1])] = g.s.at[int(option[2])]
    return STAY if policy(g).to_post(g) else NEXT


# ---- shared with the placement phase --------------------------------------------------------------


def sites(g: RG, camp: PieceId) -> list[int]:
    """Anywhere but in or next to ground that is closed to camps; never onto an enemy."""
    found = field(g).camp_sites
    if taken := {g.s.at[t] for t in g.s.hunters}.union(policy(g).closed_sites(g, camp)):
        found = found[:]
    for h in taken:
        place = bisect_left(found, h)
        if place < len(found) and found[place] == h:
            del found[place]
    return found


def refuse_site(g: RG, option: Option) -> Refusal | None:
    camp, h = int(option[1]), int(option[2])
    if piece(g, camp).kind != CAMP:
        return Refusal("setup.camp-site", f"That is not a {words(g).home}.")
    if h not in field(g).camp_sites:
        return Refusal("setup.camp-site", f"A {words(g).home} may not stand in or next to {words(g).closed_to_camps}.")
    if h not in sites(g, camp):
        return policy(g).refuse_site(g, camp, h) or Refusal("setup.camp-site", "An enemy stands there.")
    return None


def place_camp(g: RG, camp: PieceId, h: HexId) -> None:
    g.s.at[camp] = h
    g.tell("setup.camp-site", "{0:token} is set up in {1:space}.", camp, h)


def camp_purchases(g: RG) -> list[Group]:
    """The priced camp, while it is in the box and was never destroyed."""
    return [
        Group(PLAYER, "camp", (t,), sites(g, t))
        for t in g.kit.camps
        if piece(g, t).priced and g.s.at[t] == BOX and piece(g, t).cost <= g.s.pp
    ]


def brought_camps(g: RG) -> list[Group]:
    """Camps that are owned and have to be set up on this map."""
    return [Group(PLAYER, "camp", (t,), sites(g, t)) for t in g.kit.camps if g.s.at[t] == WAITING]


def buy_camp(g: RG, camp: PieceId, h: HexId) -> None:
    """One that is brought along has been paid for."""
    if g.s.at[camp] != WAITING:
        pay(g, piece(g, camp).cost)  # rule: camp.buy-extra
    place_camp(g, camp, h)


def hires(g: RG) -> list[Group]:
    """The priced people who are not in play."""
    homes = camps(g)
    if not homes:
        return []
    pieces, at = g.kit.pieces, g.s.at
    return [
        Group(PLAYER, "hire", (t,), homes)
        for t in g.kit.people
        if at[t] == BOX and pieces[t].priced and pieces[t].cost <= g.s.pp
    ]


def refuse_hire(g: RG, f: object, seat: Seat, option: Option) -> Refusal | None:
    if option[0] == "camp":
        camp = int(option[1])
        known = refuse_site(g, option)
        if known is None and g.s.at[camp] != BOX:
            return Refusal("camp.buy-extra", f"That {words(g).camp} is not for sale.")
        return known or refuse_price(g, piece(g, camp).cost, "setup.second-camp")
    if option[0] != "hire":
        return None
    person, camp = int(option[1]), int(option[2])
    p = piece(g, person)
    key = "purchase.leaders" if p.kind == LEADER else "purchase.teams"
    if p.kind not in (TEAM, LEADER) or not p.priced or g.s.at[person] != BOX:
        return Refusal(key, "Only priced people who are not in play can be hired.")
    if camp not in camps(g):
        return Refusal("purchase.placed-at-once", f"Whoever is hired appears in one of your {words(g).camps}.")
    return refuse_price(g, p.cost, key)


def refuse_price(g: RG, cost: int, key: str) -> Refusal | None:
    return Refusal(key, f"That costs {cost}; you have {g.s.pp}.") if cost > g.s.pp else None


def hire(g: RG, person: int, camp: PieceId) -> None:
    p = piece(g, person)
    pay(g, p.cost)
    g.s.at[person] = g.s.at[camp]
    key = "purchase.leaders" if p.kind == LEADER else "purchase.teams"
    g.tell(key, "{0:token} joins for {1}.", person, how_many(p.cost, "point"))


def pay(g: RG, points: int) -> None:
    g.s.pp -= points  # rule: purchase.saved


def default_deployment(g: RG) -> None:
    """The scenario's own deployment, made by the same deeds a player uses."""
    start, grid = g.kit.deployment(g.s.scenario, g.s.map), field(g).grid
    assert start is not None, "the default was offered"
    place_camp(g, free_camp(g), grid.at(start.camp))
    for group in brought_camps(g):
        buy_camp(g, group.head[0], second_site(g, group, start))
    for group in camp_purchases(g):
        if start.camp2:
            buy_camp(g, group.head[0], grid.at(start.camp2))
    policy(g).camps_stand(g)
    for row in start.people:
        hire(g, g.kit.by_id[row], camps(g)[0])
    for token in policy(g).to_post(g):
        g.s.at[token] = g.s.at[camps(g)[0]]


def second_site(g: RG, group: Group, start: Deployment) -> HexId:
    """Where the deployment has its second camp, or as near to the first as may be."""
    if start.camp2:
        return field(g).grid.at(start.camp2)
    near = field(g).grid.distance[g.s.at[free_camp(g)]]
    return min(group.last or (), key=lambda h: near[h])
