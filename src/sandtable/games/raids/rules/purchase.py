"""6.0, 12.11 and 16.0: what purchase points buy in the Mission Objective Placement Phase."""

from __future__ import annotations

from sandtable.games.raids.frames import Placement
from sandtable.games.raids.pieces import CAMP, GEAR, HexId, PieceId
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
from sandtable.games.raids.state import BOX, LOST, PLAYER, RG, camps, piece, teams_at
from sandtable.kernel.chance import D10
from sandtable.kernel.flow import NEXT, STAY, Next
from sandtable.kernel.options import Ask, Group, Option, Refusal, Seat


def price(g: RG, token: PieceId) -> int:
    """The printed price, with what was rolled on top for old stock (16.0)."""
    p = piece(g, token)
    return p.cost + max(g.s.extra[token], 0) if p.old else p.cost


def on_sale(g: RG) -> list[int]:
    """The first counter of each kind in the box: others of the kind are the same."""
    at = g.s.at
    found = []
    for alike in g.kit.wares:
        for token in alike:
            if at[token] == BOX:
                found.append(token)
                break
    return found


def old_stock(g: RG, rolled: bool) -> list[int]:
    """Pieces of the older game, by whether their price has been rolled (16.0)."""
    if not g.s.options.old_stock:  # rule: old-stock.buy
        return []
    return [t for t in g.kit.gear if piece(g, t).old and g.s.at[t] == BOX and (g.s.extra[t] >= 0) == rolled]


def ask_purchase(g: RG, f: Placement) -> Ask:
    s, homes = g.s, camps(g)
    groups = [Group(PLAYER, "done", title="buy no more")]
    if homes:
        goods = [t for t in (*on_sale(g), *old_stock(g, True)) if price(g, t) <= s.pp]
        groups += [Group(PLAYER, "buy", (t,), homes) for t in goods]
        groups += hires(g)
    groups += camp_purchases(g)
    groups += [Group(PLAYER, "move-camp", (t,), sites(g), "costs a d10 of points") for t in homes]
    fresh, known = old_stock(g, False), old_stock(g, True)
    if fresh:
        groups.append(Group(PLAYER, "appraise", (), fresh))
    if known:
        groups.append(Group(PLAYER, "decline", (), known))
    if default_goods(g):
        groups.append(Group(PLAYER, "default"))
    return Ask(
        f"Buy gear and people ({s.pp} points), or go on.", "purchase.when", groups, shape="many", budget=s.pp, ends=True
    )


def take_purchase(g: RG, f: Placement, seat: Seat, option: Option) -> Next:
    verb = option[0]
    if verb == "done":
        return NEXT
    if verb == "default":
        for token in default_goods(g):
            buy(g, token, camps(g)[0])
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
    elif verb == "appraise":
        appraise(g, token)
    elif verb == "decline":
        g.s.at[token] = LOST
        g.tell("old-stock.decline", "{0:token} is left on the shelf for good.", token)
    return STAY


def refuse_purchase(g: RG, f: Placement, seat: Seat, option: Option) -> Refusal | None:
    verb = option[0]
    if verb in ("hire", "camp"):
        return refuse_hire(g, f, seat, option)
    if verb == "move-camp":
        if piece(g, int(option[1])).kind == CAMP and int(option[1]) not in camps(g):
            return Refusal("camp.move", "That camp is not on the map.")
        return refuse_site(g, option)
    if verb in ("appraise", "decline"):
        return refuse_old(g, int(option[1])) or Refusal(
            "old-stock.one-roll", "Each piece of old stock on sale is rolled for once, then bought or declined."
        )
    if verb == "buy":
        token, p = int(option[1]), piece(g, int(option[1]))
        if p.kind != GEAR or g.s.at[token] != BOX:
            return Refusal("purchase.available", "Only gear that is not in play can be bought.")
        if p.old and g.s.extra[token] < 0:
            return refuse_old(g, token) or Refusal("old-stock.price", "The price of old stock is rolled first.")
        if int(option[2]) not in camps(g):
            return Refusal("purchase.placed-at-once", "What is bought appears in one of your camps.")
        return refuse_price(g, price(g, token), "purchase.when") or Refusal(
            "purchase.available", "Buy the first counter of that kind: they are all the same."
        )
    return None


def refuse_old(g: RG, token: PieceId) -> Refusal | None:
    """Only with the option, and only gear (16.0)."""
    p = piece(g, token)
    if not g.s.options.old_stock:
        return Refusal("old-stock.buy", "Old stock is not for sale in this game.")
    if p.kind != GEAR:
        return Refusal("old-stock.excluded", "Camps and people of the older game cannot be bought.")
    return None if p.old else Refusal("old-stock.buy", f"The {p.name} is not old stock.")


def buy(g: RG, token: PieceId, camp: PieceId) -> None:
    cost = price(g, token)
    pay(g, cost)
    g.s.at[token] = g.s.at[camp]  # rule: setup.gear-in-camp
    g.tell("purchase.placed-at-once", "{0:token} is bought for {1} points.", token, cost)


def appraise(g: RG, token: PieceId) -> None:
    """One ten-sided die on top of the printed price, and here alone the face 0 is a zero (16.0)."""
    face = g.roll(D10, "old-stock", "old-stock.price")
    g.s.extra[token] = face % 10
    g.tell("old-stock.price", "{0:token} would cost {1}.", token, price(g, token))


def move_camp(g: RG, camp: PieceId, h: HexId) -> None:
    """A die is the price (12.11); who cannot pay it does not move and does not pay."""
    cost = g.roll(D10, "camp-move", "camp.move")  # rule: setup.die-zero
    if cost > g.s.pp:
        g.tell("camp.move", "Moving the camp would cost {0} points; it stays.", cost)
        return
    pay(g, cost)
    g.s.at[camp] = h  # rule: camp.move-leaves camp.move-no-bonus
    g.tell("camp.move", "The camp moves to {0:space} for {1} points.", h, cost)
    come_home(g, h, teams_at(g, h))


def default_goods(g: RG) -> list[int]:
    """The scenario's first purchase, while it can be paid and nothing else was bought."""
    if g.s.turn > 1 or not camps(g) or any(g.s.at[t] >= 0 for t in g.kit.gear):
        return []
    goods = [g.kit.by_id[row] for row in g.kit.scenarios[g.s.scenario].gear]
    return goods if sum(price(g, t) for t in goods) <= g.s.pp else []
