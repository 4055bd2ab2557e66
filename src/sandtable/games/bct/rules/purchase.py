"""J-8, and J-3 for Air Assets: what is bought from the Pool, and who can carry it (2.5)."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.bct import cards
from sandtable.games.bct.frames import Purchase
from sandtable.games.bct.pieces import COALITION, AssetId, Kit, SideId, UnitId
from sandtable.games.bct.rules.actions import no_such_action, wrong_card
from sandtable.games.bct.rules.memory import lay_on
from sandtable.games.bct.state import (
    BG,
    MIXING_EDITION,
    NONE,
    POOL,
    RESERVES,
    Theatre,
    assets_on,
    is_covert,
    place,
)
from sandtable.kernel.flow import NEXT, STAY, Next
from sandtable.kernel.options import Ask, Group, Option, Refusal, Seat


def offer_buy(g: BG, side: SideId, number: int, action: cards.Buy) -> Iterator[Group]:
    purchase = Purchase(side=side, left=action.assets, air=action.air)
    if for_sale(g, purchase) and any(is_customer(g, purchase, t) for t in g.kit.units_of[side]):  # rule: ops.possible
        yield Group(side, "buy-air" if action.air else "buy-assets", (number,))


def play_buy(g: BG, side: SideId, card: cards.JointOps, parts: list[int], air: bool = False) -> None:
    action = next(a for a in card.actions if isinstance(a, cards.Buy) and a.air == air)
    g.call(Purchase(side=side, left=action.assets, air=action.air))  # rule: j8.buy


def play_buy_air(g: BG, side: SideId, card: cards.JointOps, parts: list[int]) -> None:
    play_buy(g, side, card, parts, air=True)  # rule: j3.air


def refuse_buy(g: BG, side: SideId, number: int, parts: list[int], air: bool = False) -> Refusal:
    if wrong_card(g, side, number, cards.Buy):
        return no_such_action(number)
    if not any(isinstance(a, cards.Buy) and a.air == air for a in g.kit.joint_ops[side][number].actions):
        return Refusal("asset.air", "Air Assets are bought with a J-3 Card, all others with a J-8 Card.")
    return Refusal("asset.buy", "There is no such Asset of yours in the Pool, or no Unit with room for it.")


def refuse_buy_air(g: BG, side: SideId, number: int, parts: list[int]) -> Refusal:
    return refuse_buy(g, side, number, parts, air=True)


def for_sale(g: BG, f: Purchase) -> list[int]:
    """One Asset of each kind that this purchase can take from the Pool."""
    found: dict[int, int] = {}
    for asset in g.kit.assets_of[f.side]:
        if g.s.on[asset] == POOL and (f.any_kind or g.kit.asset_rows[asset].air == f.air):
            found.setdefault(g.kit.asset_kind[asset], asset)
    return list(found.values())


def can_carry(s: Theatre, kit: Kit, token: UnitId) -> bool:
    """Room for one more Asset: none on Lashkar, two on a Tactical Unit or Base, any number on an HQ."""
    if kit.kinds[s.kind[token]].tier == 1 and kit.side[token] == COALITION:
        return False  # rule: asset.lashkar
    return kit.is_hq[token] or len(assets_on(s, kit, token)) < kit.n.assets_per_unit  # rule: asset.limit


def overloaded(s: Theatre, kit: Kit, token: UnitId) -> Refusal:
    if kit.kinds[s.kind[token]].tier == 1 and kit.side[token] == COALITION:
        return Refusal("asset.lashkar", "Lashkar carry no Assets.")
    return Refusal("asset.limit", f"That Unit already has {kit.n.assets_per_unit} Assets.")


def customers(g: BG, f: Purchase) -> list[int]:
    """Own Units on the Map or in the Sanctuary that have room."""
    return [t for t in g.kit.units_of[f.side] if is_customer(g, f, t)]


def is_customer(g: BG, f: Purchase, token: UnitId) -> bool:
    """One section of the Sanctuary is closed once the other was served."""
    s, kit = g.s, g.kit
    if s.at[token] == RESERVES or not can_carry(s, kit, token):
        return False
    closed = {NONE: NONE, kit.ready[f.side]: kit.reinforcements[f.side]}.get(f.section, kit.ready[f.side])
    return place(s, kit, token) != closed  # rule: asset.section


def ask_purchase(g: BG, f: Purchase) -> Ask:
    buyers = customers(g, f)
    wares = [Group(f.side, "buy", (asset,), buyers) for asset in for_sale(g, f)] if buyers and f.left else []
    unspent = f"{f.left} not bought" if wares else ""
    groups = [Group(f.side, "done", warning=unspent, title="buy no more"), *wares]
    # that nobody has room may be due to what lies under Covert Units
    always = g.s.edition >= MIXING_EDITION and any(is_covert(g.s, t) for t in g.kit.units_of[f.side])
    prompt = f"Buy Assets: {f.left} left."
    return Ask(prompt, "asset.buy", groups, shape="assign", most=max(1, f.left), always=always)


def take_purchase(g: BG, f: Purchase, seat: Seat, option: Option) -> Next:
    if option[0] == "done":
        return NEXT
    asset, token = int(option[1]), int(option[2])
    space = place(g.s, g.kit, token)
    if space >= g.kit.size:
        f.section = space
    buy(g, asset, token)
    f.left -= 1
    return STAY if f.left else NEXT


def buy(g: BG, asset: AssetId, token: UnitId) -> None:
    """All see what leaves the Pool; under which Covert Unit it goes, only its owner."""
    s, kit = g.s, g.kit
    side = kit.side[token]
    if is_covert(s, token):
        name = kit.asset_rows[asset].name
        goes = "go" if name in g.game.plurals else "goes"
        own = f"{name} {goes} under {g.game.name(s, side, 'token', token)}."
        g.tell("asset.buy", "{0:asset} goes under a Covert Unit.", asset, private={side: own})
    else:
        g.tell("asset.buy", "{0:asset} goes to {1:token}.", asset, token)
    lay_on(g, asset, token)


def refuse_purchase(g: BG, f: Purchase, seat: Seat, option: Option) -> Refusal | None:
    s, kit = g.s, g.kit
    if option[0] != "buy":
        return None
    asset, token = int(option[1]), int(option[2])
    if kit.asset_side[asset] != f.side or s.on[asset] != POOL:
        return Refusal("asset.buy", "Only an Asset of your own in the Pool can be bought.")
    if not f.any_kind and kit.asset_rows[asset].air != f.air:
        return Refusal("asset.air", "Air Assets are bought with a J-3 Card, all others with a J-8 Card.")
    if kit.side[token] != f.side or s.at[token] == RESERVES:
        return Refusal("asset.buy", "An Asset goes on an own Unit on the Map or in the Sanctuary.")
    if not can_carry(s, kit, token):
        return overloaded(s, kit, token)
    if asset not in for_sale(g, f):
        return Refusal("asset.buy", "Take the first of those that are alike.")
    return Refusal("asset.section", "One purchase serves one section of the Sanctuary, not both.")
