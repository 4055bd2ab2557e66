"""Assets exchanged freely between own Units in one place, at any time but in a Battle (2.5).

Each Asset changes hands twice at most between two cards played or phases: enough for any rearrangement (each is two
rounds of exchanges in pairs), and play always ends.
"""

from __future__ import annotations

from sandtable.games.bct.frames import Battle
from sandtable.games.bct.pieces import AssetId, Kit, UnitId
from sandtable.games.bct.rules.memory import lay_on, turned_up, within_reach
from sandtable.games.bct.rules.purchase import can_carry, overloaded
from sandtable.games.bct.state import BG, POOL, RESERVES, Theatre, is_covert, place
from sandtable.kernel.options import Group, Option, Refusal, Seat


def exchanges(g: BG, seat: Seat) -> list[Group]:
    s, kit = g.s, g.kit
    free: dict[int, list[int]] = {}
    """By space, the Assets there that may still change hands."""
    for asset in kit.assets_of[seat]:
        if s.on[asset] not in (POOL, RESERVES) and not worn(s, kit, seat, asset):
            free.setdefault(place(s, kit, s.on[asset]), []).append(asset)
    units: dict[int, list[int]] = {space: [] for space in free}
    """By space, the Units there, all of which may bear one."""
    for token in kit.units_of[seat] if free else ():
        space = place(s, kit, token)
        if space in units:
            units[space].append(token)
    groups = []
    for space, assets in free.items():
        roomy = [t for t in units[space] if can_carry(s, kit, t)]
        laden = [asset for asset in assets if s.on[asset] not in roomy]
        for asset in assets:
            bearer, kind = s.on[asset], kit.asset_kind[asset]
            others = [t for t in roomy if t != bearer]
            if others:
                groups.append(Group(seat, "hand", (asset,), others))
            swaps = laden if bearer in roomy else assets  # where both have room, one is handed over
            full = [other for other in swaps if kit.asset_kind[other] != kind and s.on[other] != bearer]
            if full:
                groups.append(Group(seat, "swap", (asset,), full))
    return groups


def worn(s: Theatre, kit: Kit, seat: Seat, asset: AssetId) -> bool:
    """Whether an Asset has changed hands as often as it may."""
    return bool(s.handed[seat] >> kit.assets + asset & 1)


def take_exchange(g: BG, seat: Seat, option: Option) -> None:
    s = g.s
    asset = int(option[1])
    if option[0] == "hand":
        _hand(g, seat, asset, int(option[2]))
        return
    other = int(option[2])
    mine, theirs = s.on[asset], s.on[other]
    _hand(g, seat, asset, theirs)
    _hand(g, seat, other, mine)


def _hand(g: BG, seat: Seat, asset: AssetId, token: UnitId) -> None:
    """What passes between Covert Units nobody else sees; what leaves or reaches an Active one, all see."""
    s, kit = g.s, g.kit
    old = s.on[asset]
    name = kit.asset_rows[asset].name
    own = "{0} goes from {1:token} to {2:token}."
    if is_covert(s, old) and is_covert(s, token):
        public = ""
    elif is_covert(s, token):
        public = "{0} goes from {1:token} under a Covert Unit."
    elif is_covert(s, old):
        public = "{0} comes from under a Covert Unit to {2:token}."
        asset = turned_up(g, asset)
        g.reveal()
    else:
        public = own
    g.tell("asset.exchange", public, name, old, token, private={seat: own})
    unnoticed = s.under[asset] if s.under else 0
    lay_on(g, asset, token, unnoticed if is_covert(s, old) else within_reach(s, kit, seat, 1 << old))
    again = s.handed[seat] >> asset & 1
    s.handed[seat] |= 1 << asset | again << kit.assets + asset


def refuse_exchange(g: BG, seat: Seat, option: Option) -> Refusal:
    s, kit = g.s, g.kit
    if any(isinstance(frame, Battle) for frame in s.stack):
        return Refusal("battle.nothing-else", "In a Battle only what its own steps allow can be done.")
    if not s.turn:
        return Refusal("setup.assets", "Assets change hands once the first turn has begun.")
    asset = int(option[1])
    if kit.asset_side[asset] != seat or s.on[asset] in (POOL, RESERVES):
        return Refusal("asset.exchange", "Only an Asset of your own that lies on a Unit changes hands.")
    if worn(s, kit, seat, asset):
        return _worn_out()
    if option[0] == "hand":
        token = int(option[2])
        if token == s.on[asset]:
            return Refusal("asset.exchange", "That Unit has it already.")
        if kit.side[token] == seat and place(s, kit, token) == place(s, kit, s.on[asset]):
            return overloaded(s, kit, token)
        return _apart()
    other = int(option[2])
    if kit.asset_side[other] != seat or s.on[other] in (POOL, RESERVES):
        return Refusal("asset.exchange", "Only an Asset of your own that lies on a Unit changes hands.")
    if place(s, kit, s.on[other]) != place(s, kit, s.on[asset]):
        return _apart()
    if worn(s, kit, seat, other):
        return _worn_out()
    return Refusal("asset.exchange", "Assets are swapped where a Unit has no room; elsewhere hand one over.")


def _apart() -> Refusal:
    return Refusal("asset.exchange", "Assets change hands between own Units in one District or one section.")


def _worn_out() -> Refusal:
    return Refusal("asset.exchange", "Each Asset changes hands twice at most between two cards played.")
