"""Set-up: camps, people, and what they cost."""

from __future__ import annotations

from sandtable.games.raids.frames import SetUp, Tour
from sandtable.games.raids.pieces import CAMP, LEADER, TEAM, HexId, PieceId
from sandtable.games.raids.policies import policy, words
from sandtable.games.raids.state import BOX, PLAYER, RG, camps, field, piece
from sandtable.kernel.flow import NEXT, STAY, Next
from sandtable.kernel.options import Ask, Group, Option, Refusal, Seat


def set_up(g: RG, f: Tour) -> None:
    g.call(SetUp())  # rule: setup.order


def before_set_up(g: RG, f: SetUp) -> None:
    policy(g).before_set_up(g)


def starting_points(g: RG, f: SetUp) -> None:
    g.s.pp = g.kit.scenarios[g.s.scenario].start_pp  # rule: purchase.start
    g.tell("purchase.start", "You have {0} purchase points.", g.s.pp, counts={"purchase points": g.s.pp})


def free_camp(g: RG) -> int:
    return next(t for t in g.kit.camps if not piece(g, t).priced)


def ask_camp(g: RG, f: SetUp) -> Ask:
    groups, prompt = [Group(PLAYER, "camp", (free_camp(g),), sites(g))], f"Place your {words(g).home}"
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
    """The priced camp, if bought now, stands from the start."""
    groups = [Group(PLAYER, "done", title=f"no second {words(g).camp}"), *camp_purchases(g)]
    return Ask(f"Buy and place a second {words(g).home}, or go on.", "setup.second-camp", groups, ends=True)


def take_second_camp(g: RG, f: SetUp, seat: Seat, option: Option) -> Next:
    if option[0] == "camp":
        buy_camp(g, int(option[1]), int(option[2]))
        return STAY if camp_purchases(g) else NEXT
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


def free_people(g: RG) -> list[int]:
    people = g.kit.people  # rule: setup.free-teams setup.free-leaders
    return [t for t in people if not piece(g, t).priced and g.s.at[t] == BOX]


def ask_post(g: RG, f: SetUp) -> Ask:
    """The free people start in a camp of the player's choice."""
    person = free_people(g)[0]
    return Ask(
        f"In which {words(g).camp} does the {piece(g, person).name} start?",
        "setup.people-in-camp",
        [Group(PLAYER, "post", (person,), camps(g))],
    )


def take_post(g: RG, f: SetUp, seat: Seat, option: Option) -> Next:
    g.s.at[int(option[1])] = g.s.at[int(option[2])]
    return STAY if free_people(g) else NEXT


# ---- shared with the placement phase --------------------------------------------------------------


def sites(g: RG) -> list[int]:
    """Anywhere but in or next to ground that is closed to camps; never onto an enemy."""
    taken, open_ground = {g.s.at[t] for t in g.s.hunters}, field(g).camp_sites
    return [h for h in open_ground if h not in taken] if taken else open_ground


def refuse_site(g: RG, option: Option) -> Refusal | None:
    camp, h = int(option[1]), int(option[2])
    if piece(g, camp).kind != CAMP:
        return Refusal("setup.camp-site", f"That is not a {words(g).home}.")
    if h not in field(g).camp_sites:
        return Refusal("setup.camp-site", f"A {words(g).home} may not stand in or next to {words(g).closed_to_camps}.")
    if h not in sites(g):
        return Refusal("setup.camp-site", "An enemy stands there.")
    return None


def place_camp(g: RG, camp: PieceId, h: HexId) -> None:
    g.s.at[camp] = h
    g.tell("setup.camp-site", "{0:token} is set up in {1:space}.", camp, h)


def camp_purchases(g: RG) -> list[Group]:
    """The priced camp, while it is in the box and was never destroyed."""
    return [
        Group(PLAYER, "camp", (t,), sites(g))
        for t in g.kit.camps
        if piece(g, t).priced and g.s.at[t] == BOX and piece(g, t).cost <= g.s.pp
    ]


def buy_camp(g: RG, camp: PieceId, h: HexId) -> None:
    pay(g, piece(g, camp).cost)
    place_camp(g, camp, h)


def hires(g: RG) -> list[Group]:
    """The priced people who are not in play."""
    homes = camps(g)
    if not homes:
        return []
    return [
        Group(PLAYER, "hire", (t,), homes)
        for t in g.kit.people
        if piece(g, t).priced and g.s.at[t] == BOX and piece(g, t).cost <= g.s.pp
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
    g.tell(key, "{0:token} joins for {1} points.", person, p.cost)


def pay(g: RG, points: int) -> None:
    g.s.pp -= points  # rule: purchase.saved


def default_deployment(g: RG) -> None:
    """The scenario's own deployment, made by the same deeds a player uses."""
    start, grid = g.kit.deployment(g.s.scenario, g.s.map), field(g).grid
    assert start is not None, "the default was offered"
    place_camp(g, free_camp(g), grid.at(start.camp))
    for group in camp_purchases(g):
        if start.camp2:
            buy_camp(g, group.head[0], grid.at(start.camp2))
    policy(g).camps_stand(g)
    for row in start.people:
        hire(g, g.kit.by_id[row], camps(g)[0])
    for person in free_people(g):
        g.s.at[person] = g.s.at[camps(g)[0]]
