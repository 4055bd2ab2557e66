"""Purchases: what points buy in the Mission Objective Placement Phase."""

from __future__ import annotations

from sandtable.games.raids.frames import Placement
from sandtable.games.raids.pieces import CAMP, GEAR, HexId, PieceId
from sandtable.games.raids.policies import policy, words
from sandtable.games.raids.rules.losses import come_home
from sandtable.games.raids.rules.setup import (
    buy_camp,
    camp_purchases,
    hire,
    hires,
    pay,
    refuse_hire,
    refuse_price,
    refuse_site,
    sites,
)
from sandtable.games.raids.state import BOX, PLAYER, RG, camps, piece, teams_at
from sandtable.kernel.chance import D10
from sandtable.kernel.flow import NEXT, STAY, Next
from sandtable.kernel.options import Ask, Group, Option, Refusal, Seat
from sandtable.kernel.words import how_many


def price(g: RG, token: PieceId) -> int:
    return policy(g).price(g.s, g.kit, token)


def on_sale(g: RG) -> list[int]:
    """The first counter of each kind in the box: others of the kind are the same."""
    at = g.s.at
    found = []
    for alike in g.kit.wares:
        for token in alike:
            if at[token] == BOX:  # rule: gear.rebuy
                found.append(token)
                break
    return found


def ask_purchase(g: RG, f: Placement) -> Ask:
    return ask_with(g, offers(g))


def offers(g: RG) -> list[Group]:
    """What every game of the series sells."""
    s, homes = g.s, camps(g)
    groups = [Group(PLAYER, "done", title="buy no more")]
    if homes:
        pieces, pp = g.kit.pieces, s.pp
        goods = [t for t in on_sale(g) if pieces[t].cost <= pp]
        goods += [t for t in policy(g).buyable(g) if price(g, t) <= pp]
        groups += [Group(PLAYER, "buy", (t,), homes) for t in goods]
        groups += hires(g)
    groups += camp_purchases(g)
    movable = [t for t in homes if policy(g).refuse_camp_move(g, t) is None]
    groups += [Group(PLAYER, "move-camp", (t,), sites(g, t), "costs a d10 of points", risky=True) for t in movable]
    return groups


def ask_with(g: RG, groups: list[Group]) -> Ask:
    """The question with these offers, and with the default where there is one."""
    if goods := default_goods(g):
        groups.append(Group(PLAYER, "default", title=default_title(g, goods)))
    pp = g.s.pp
    return Ask(
        f"Buy gear and people ({how_many(pp, 'point')}), or go on.",
        "purchase.when",
        groups,
        "many",
        budget=pp,
        ends=True,
    )


def take_purchase(g: RG, f: Placement, seat: Seat, option: Option) -> Next:
    verb = option[0]
    if verb == "done":
        return NEXT
    if verb == "default":
        goods, before = default_goods(g), g.s.pp
        for token in goods:
            buy(g, token, camps(g)[0])
        if len(goods) > 1:
            told = "The usual gear is bought: {0} counters for {1}."
            g.tell("purchase.placed-at-once", told, len(goods), how_many(before - g.s.pp, "point"), main=True)
        return STAY
    token = int(option[1])
    if verb == "buy":
        buy(g, token, int(option[2]))
    elif verb == "hire":
        hire(g, token, int(option[2]))
    elif verb == "camp":
        buy_camp(g, token, int(option[2]))
        come_home(g, int(option[2]), teams_at(g, int(option[2])))
    elif verb == "move-camp":
        move_camp(g, token, int(option[2]))
    return STAY


def refuse_purchase(g: RG, f: Placement, seat: Seat, option: Option) -> Refusal | None:
    verb = option[0]
    if verb in ("hire", "camp"):
        return refuse_hire(g, f, seat, option)
    if verb == "move-camp":
        if piece(g, int(option[1])).kind == CAMP and int(option[1]) not in camps(g):
            return Refusal("camp.move", f"That {words(g).camp} is not on the map.")
        return refuse_site(g, option) or policy(g).refuse_camp_move(g, int(option[1]))
    if verb == "buy":
        token, p = int(option[1]), piece(g, int(option[1]))
        if p.kind != GEAR or g.s.at[token] != BOX:
            return Refusal("purchase.available", "Only gear that is not in play can be bought.")
        if int(option[2]) not in camps(g):
            return Refusal("purchase.placed-at-once", f"What is bought appears in one of your {words(g).camps}.")
        return refuse_price(g, price(g, token), "purchase.when") or Refusal(
            "purchase.available", "Buy the first counter of that kind: they are all the same."
        )
    return None


def buy(g: RG, token: PieceId, camp: PieceId) -> None:
    cost = price(g, token)
    pay(g, cost)
    g.s.at[token] = g.s.at[camp]  # rule: setup.gear-in-camp portage.in-camp
    g.tell("purchase.placed-at-once", "{0:token} is bought for {1}.", token, how_many(cost, "point"))


def move_camp(g: RG, camp: PieceId, h: HexId) -> None:
    """A die is the price; who cannot pay it does not move and does not pay."""
    cost = g.roll(D10, "camp-move", "camp.move")  # rule: setup.die-zero
    if cost > g.s.pp:
        g.tell("camp.move", f"Moving the {words(g).camp} would cost {{0}}; it stays.", how_many(cost, "point"))
        return
    pay(g, cost)
    left, g.s.at[camp] = g.s.at[camp], h  # rule: camp.move-leaves
    g.tell("camp.move", f"The {words(g).camp} moves to {{0:space}} for {{1}}.", h, how_many(cost, "point"))
    policy(g).on_left(g, left)
    come_home(g, h, teams_at(g, h))


def default_title(g: RG, goods: list[int]) -> str:
    """What the default buys, and for how much, before it is bought."""
    names = ", ".join(piece(g, t).name for t in goods)
    return f"buy the usual gear for {how_many(sum(price(g, t) for t in goods), 'point')}: {names}"


def default_goods(g: RG) -> list[int]:
    """The scenario's first purchase on a map, while it can be paid and nothing else was bought; on a later map what
    is still missing of it."""
    if g.s.turn > 1 or not camps(g):
        return []
    there = [t for t in g.kit.gear if g.s.at[t] >= 0]
    if there and g.s.map == g.kit.maps(g.s.scenario)[0]:
        return []
    start = g.kit.deployment(g.s.scenario, g.s.map)
    owned = {piece(g, t).row for t in there}
    rows = [row for row in start.gear if row not in owned] if start is not None else []
    if not rows:
        return []
    pieces, shelf = g.kit.pieces, on_sale(g)
    goods = [t for row in rows for t in shelf if pieces[t].row == row]
    return goods if sum(price(g, t) for t in goods) <= g.s.pp else []
