"""16.0: weapons of the older game, at a price that is rolled."""

from __future__ import annotations

from sandtable.games.kandahar.state import KandaharKit, KandaharState, chosen, kit_of, own
from sandtable.games.raids.frames import Placement
from sandtable.games.raids.pieces import GEAR, PieceId
from sandtable.games.raids.rules import purchase
from sandtable.games.raids.rules.purchase import price
from sandtable.games.raids.state import BOX, LOST, PLAYER, RG, piece
from sandtable.kernel.chance import D10
from sandtable.kernel.flow import STAY, Next
from sandtable.kernel.options import Ask, Group, Option, Refusal, Seat


def extra(s: KandaharState, token: PieceId) -> int:
    """What was rolled on top of the printed price."""
    return max(s.extra[token], 0)


def shelf(s: KandaharState, kit: KandaharKit) -> list[int]:
    return kit.old_stock if s.options.old_stock else []


def on_sale(g: RG, rolled: bool) -> list[int]:
    """Pieces of the older game, by whether their price has been rolled."""
    if not chosen(g).old_stock:  # rule: old-stock.buy
        return []
    known = own(g).extra
    return [t for t in kit_of(g.kit).old_stock if g.s.at[t] == BOX and (known[t] >= 0) == rolled]


def ask_purchase(g: RG, f: Placement) -> Ask:
    groups = purchase.offers(g)
    fresh, known = on_sale(g, False), on_sale(g, True)
    if fresh:
        groups.append(Group(PLAYER, "appraise", (), fresh))
    if known:
        groups.append(Group(PLAYER, "decline", (), known))
    return purchase.ask_with(g, groups)


def take_purchase(g: RG, f: Placement, seat: Seat, option: Option) -> Next:
    if option[0] == "appraise":
        appraise(g, int(option[1]))
    elif option[0] == "decline":
        g.s.at[int(option[1])] = LOST
        g.tell("old-stock.decline", "{0:token} is left on the shelf for good.", int(option[1]))
    else:
        return purchase.take_purchase(g, f, seat, option)
    return STAY


def refuse_purchase(g: RG, f: Placement, seat: Seat, option: Option) -> Refusal | None:
    if option[0] in ("appraise", "decline"):
        return refuse_old(g, int(option[1])) or Refusal(
            "old-stock.one-roll", "Each piece of old stock on sale is rolled for once, then bought or declined."
        )
    if option[0] == "buy":
        token = int(option[1])
        if token in kit_of(g.kit).old_stock and g.s.at[token] == BOX and own(g).extra[token] < 0:
            return refuse_old(g, token) or Refusal("old-stock.price", "The price of old stock is rolled first.")
    return purchase.refuse_purchase(g, f, seat, option)


def refuse_old(g: RG, token: PieceId) -> Refusal | None:
    """Only with the option, and only gear."""
    p = piece(g, token)
    if not chosen(g).old_stock:
        return Refusal("old-stock.buy", "Old stock is not for sale in this game.")
    if p.kind != GEAR:
        return Refusal("old-stock.excluded", "Camps and people of the older game cannot be bought.")
    return None if token in kit_of(g.kit).old_stock else Refusal("old-stock.buy", f"The {p.name} is not old stock.")


def appraise(g: RG, token: PieceId) -> None:
    """One ten-sided die on top of the printed price, and here alone the face 0 is a zero."""
    face = g.roll(D10, "old-stock", "old-stock.price")
    own(g).extra[token] = face % 10
    g.tell("old-stock.price", "{0:token} would cost {1}.", token, price(g, token))
