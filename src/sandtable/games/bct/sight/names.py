"""What each seat calls things, and what a person means by a name.

A seat calls a counter what it knows it to be, with its place behind it; counters it cannot tell apart by that are
numbered where they lie. A number is counted among what the seat itself tells apart, so it betrays nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.games.bct.pieces import COALITION, SIDE_NAMES, SIDES, AssetId, Kit, SideId, SpaceId, UnitId
from sandtable.games.bct.setup.staging import STAGED, the_deployment
from sandtable.games.bct.sight.knowledge import told
from sandtable.games.bct.state import BOXED, NONE, POOL, RESERVES, Theatre, is_covert, those
from sandtable.kernel.naming import did_you_mean, meant
from sandtable.kernel.options import Seat

SIDE_TITLES = ("Coalition", "Insurgent")
PLURALS = frozenset(
    {
        "Attack Helicopters",
        "Engineers",
        "Guerrillas",
        "Heavy Weapons",
        "Informants",
        "Information Operations",
        "Preachers",
        "Special Forces",
        "Suicide Bombers",
    }
)
"""What is said of these is said of several."""
SANCTUARIES = ("Airbase", "Airbase Reinforcements", "Cave", "Cave Reinforcements")
SANCTUARY_IDS = ("airbase", "airbase-reinforcements", "cave", "cave-reinforcements")
PLAIN_WORDS: dict[str, tuple[str, ...]] = {
    "which-hand": ("the Objective Cards", "the Joint Ops hand"),
    "which-net": ("an Operational SWET/Net", "a Suppressed SWET/Net"),
    "modifiers": ("no card", "a J-4 Card", "a J-6 Card", "a J-4 and a J-6 Card"),
    "cover": ("the FOB", "the ground"),
}
"""Domains of a few words."""
SHORT_WORDS: dict[str, tuple[str, ...]] = {
    "which-hand": ("objectives", "hand"),
    "which-net": ("operational", "suppressed"),
    "modifiers": ("none", "j-4", "j-6", "j-4+j-6"),
    "cover": ("fob", "ground"),
}
"""The same as cases write them; their numbers will do, too."""
SHORT_TITLES = {
    "which-hand": "a hand to look at",
    "which-net": "a sort of SWET/Net",
    "modifiers": "a choice of modifier cards",
    "cover": "a cover",
}
DRAWN = ("space", "front", "token", "asset", "card", "pile-card", "objective")
"""Domains of options whose members are in a view, under the same names."""
DISCARDS, HANDS = ([f"{side}-{where}" for side in SIDE_NAMES] for where in ("discard", "hand"))
JOINT_OPS = ("card", "pile-card", *DISCARDS, *HANDS)
"""A Joint Ops Card goes by its number, and by where it lies: in one's own hand or Available Pile, in the discards of a
side, in a hand of the other's that was looked at."""
UNIT = "a Unit: a type with a number (anp-1, guerrillas-2) or an HQ by its name (tf-kndr, front-1)"
VALUES = ("J-2", "Combat", "J-9")
MOST_DICE = 60


def place_title(kit: Kit, s: Theatre, token: UnitId) -> str:
    """Where a counter lies, as everybody sees it: a District, a section of a Sanctuary, a box, or Reserves."""
    if s.at[token] == BOXED:
        return kit.front_names[s.box[token]]
    if s.at[token] == STAGED:
        return "to be set up"
    return "Reserves" if s.at[token] == RESERVES else space_title(kit, s.at[token])


def space_title(kit: Kit, space: SpaceId) -> str:
    return kit.districts[space].name if space < kit.size else SANCTUARIES[space - kit.size]


# ---- names ------------------------------------------------------------------------------------------


def name(kit: Kit, s: Theatre, seat: Seat, domain: str, value: int) -> str:
    """What this seat calls a member of a domain."""
    match domain:
        case "token":
            return unit_name(kit, s, seat, value)
        case "unit":
            return unit_title(kit, s, seat, value)
        case "asset":
            return asset_name(kit, s, seat, value)
        case "space":
            return kit.space_name(value)
        case "front":
            return kit.front_names[value]
        case "kind":
            return kit.kinds[value].name
        case "asset-kind":
            return asset_kind_name(kit, value)
        case "objective":
            return kit.objectives[value].title
        case "net":
            return net_name(kit, value)
        case "chaos":
            return kit.chaos[value].title
        case "side":
            return SIDE_TITLES[value]
        case "plan":
            return the_deployment(kit, value).title or f"Plan {kit.deployment_ids[value]}"
    if domain in JOINT_OPS:
        return card_name(kit, seat, value)
    return PLAIN_WORDS[domain][value] if domain in PLAIN_WORDS else str(value)


def unit_title(kit: Kit, s: Theatre, seat: Seat, token: UnitId) -> str:
    """What this seat takes a counter for: its type, the name of an HQ, or no more than its back."""
    if told(seat, s.known[token]):
        return face_title(kit, token, s.kind[token], s.front[token])
    return back_title(kit, token, is_covert(s, token))


def face_title(kit: Kit, token: UnitId, kind: int, front: int) -> str:
    return kit.front_names[front] if kit.is_hq[token] else kit.kinds[kind].name


def back_title(kit: Kit, token: UnitId, covert: bool) -> str:
    size = "HQ" if kit.is_hq[token] else "Unit"
    return f"Covert {size}" if covert else size


def unit_name(kit: Kit, s: Theatre, seat: Seat, token: UnitId) -> str:
    """Title and place, numbered where several lie there of which this seat knows no difference."""
    title, at, box = unit_title(kit, s, seat, token), s.at[token], s.box[token]
    near = [t for t in those(s.at, at, kit.units_of[kit.side[token]]) if s.box[t] == box]
    alike = [t for t in near if unit_title(kit, s, seat, t) == title] if len(near) > 1 else near
    mark = " #" if title[-1].isdigit() else " "  # the second ANA 1 is not an ANA 12
    number = f"{mark}{alike.index(token) + 1}" if len(alike) > 1 else ""
    return f"{title}{number} ({place_title(kit, s, token)})"


def asset_name(kit: Kit, s: Theatre, seat: Seat, asset: AssetId) -> str:
    """An Asset with the Unit that has it, as far as this seat knows."""
    title = kit.asset_rows[asset].name
    if not told(seat, s.open[asset]):
        return f"{title} (under a Covert Unit)"
    where = s.on[asset]
    if where in (POOL, RESERVES):
        return f"{title} ({'Pool' if where == POOL else 'Reserves'})"
    alike = [
        a
        for a in kit.assets_of[kit.asset_side[asset]]
        if kit.asset_kind[a] == kit.asset_kind[asset] and s.on[a] == where and told(seat, s.open[a])
    ]
    number = f" {alike.index(asset) + 1}" if len(alike) > 1 else ""
    return f"{title}{number} of {unit_name(kit, s, seat, where)}"


def net_number(kit: Kit, side: SideId, district: SpaceId, nth: int) -> int:
    """SWET/Nets have no numbers of their own: they are counted through by side and District."""
    return (side * kit.size + district) * max(kit.net_limit) + nth


def net_place(kit: Kit, number: int) -> tuple[int, int]:
    """The side and the District of a SWET/Net."""
    side, district = divmod(number // max(kit.net_limit), kit.size)
    return side, district


def net_name(kit: Kit, number: int) -> str:
    side, district = net_place(kit, number)
    return f"SWET/Net of the {SIDE_TITLES[side]} ({space_title(kit, district)})"


def asset_kind_name(kit: Kit, kind: int) -> str:
    return kit.asset_rows[kit.asset_kind.index(kind)].name


def card_name(kit: Kit, seat: Seat, number: int) -> str:
    """The cards of one number have one title on both sides; a pack may give a side its own."""
    own = max(seat, COALITION)
    card = kit.joint_ops[own].get(number) or kit.joint_ops[1 - own].get(number)
    return f"J-{number}" if card is None else card.title if card.title.startswith("J-") else f"J-{number} {card.title}"


# ---- candidates and look-up -------------------------------------------------------------------------


def candidates(kit: Kit, domain: str) -> Sequence[int]:
    """Every value that a member of a domain can have."""
    sizes = {
        "token": kit.tokens,
        "asset": kit.assets,
        "space": kit.spaces,
        "front": len(kit.front_ids),
        "kind": len(kit.kinds),
        "asset-kind": len(kit.asset_ids),
        "objective": len(kit.objectives),
        "chaos": len(kit.chaos),
        "side": len(SIDES),
        "plan": len(kit.deployment_ids),
        "number": MOST_DICE + 1,
        "net": len(SIDES) * kit.size * max(kit.net_limit),
    }
    if domain in JOINT_OPS:
        return range(1, 10)
    if domain in PLAIN_WORDS:
        return range(len(PLAIN_WORDS[domain]))
    return range(sizes[domain])


def lookup(kit: Kit, s: Theatre, domain: str, text: str) -> int:
    """The value that a case or a person means; ValueError with a sentence if there is none."""
    match domain:
        case "token":
            return find_unit(kit, s, text)
        case "asset":
            titles = [asset_kind_name(kit, kind) for kind in range(len(kit.asset_ids))]
            return _nth(kit.asset_ids, titles, kit.asset_kind, text, "an Asset: a type with a number (artillery-1)")
        case "space":
            return find_space(kit, s, text)
        case "front":
            return _among(kit.front_ids, kit.front_names, text, "an HQ Box")
        case "kind":
            return _among(kit.kind_ids, [row.name for row in kit.kinds], text, "a type of Unit")
        case "asset-kind":
            titles = [asset_kind_name(kit, kind) for kind in range(len(kit.asset_ids))]
            return _among(kit.asset_ids, titles, text, "a type of Asset")
        case "objective":
            return _among(kit.objective_ids, [row.title for row in kit.objectives], text, "an Objective Card")
        case "chaos":
            return _among(kit.chaos_ids, [row.title for row in kit.chaos], text, "a Chaos Card")
        case "side":
            return _among([side.lower() for side in SIDE_TITLES], SIDE_TITLES, text, "a side")
        case "plan":
            titles = [the_deployment(kit, plan).title for plan in range(len(kit.deployment_ids))]
            return _among(kit.deployment_ids, titles, text, "a deployment")
    if domain in JOINT_OPS:
        number = text.lower().removeprefix("j").removeprefix("-")
        if number.isdecimal() and 1 <= int(number) <= 9:
            return int(number)
        raise ValueError(f"{text!r} is not a Joint Ops Card: they are j-1 to j-9")
    if domain in PLAIN_WORDS:
        if text in map(str, candidates(kit, domain)):
            return int(text)
        return _among(SHORT_WORDS[domain], PLAIN_WORDS[domain], text, SHORT_TITLES[domain])
    if text.removeprefix("-").isdecimal():
        return int(text)
    raise ValueError(f"{text!r} is not a {domain}")


def find_unit(kit: Kit, s: Theatre, text: str) -> int:
    """`guerrillas-2` is the second counter of its type, as counters are numbered; an HQ goes by the name of its box."""
    fronts = list(kit.front_ids)
    hq = meant(text, fronts, dict(zip(fronts, kit.front_names, strict=True)))
    if hq is not None:
        front = fronts.index(hq)
        return next(t for t in kit.hqs_of[kit.front_side[front]] if s.front[t] == front)
    return _nth(kit.kind_ids, [row.name for row in kit.kinds], kit.home, text, UNIT)


def find_space(kit: Kit, s: Theatre, text: str) -> int:
    """A District or a section of a Sanctuary; `ready` and `reinforcements` are those of the side that acts."""
    if text in ("ready", "reinforcements"):
        side = next((frame.side for frame in reversed(s.stack) if hasattr(frame, "side")), NONE)
        if side == NONE:
            raise ValueError(f"{text!r} belongs to the side that acts, and nobody does: say airbase or cave")
        return kit.ready[side] if text == "ready" else kit.reinforcements[side]
    ids = [*kit.district_ids, *SANCTUARY_IDS]
    return _among(ids, [space_title(kit, space) for space in range(kit.spaces)], text, "a District or a Sanctuary")


def _nth(ids: Sequence[str], titles: Sequence[str], kinds: Sequence[int], text: str, what: str) -> int:
    """The counter that a type and a number name, as in the content or as printed; without a number the first."""
    printed = dict(zip(ids, titles, strict=True))
    row, _, number = text.replace(" ", "-").rpartition("-")
    known = meant(row, ids, printed) if number.isdecimal() else None
    if known is None:
        known, number = meant(text, ids, printed), "1"
    if known is None:
        raise ValueError(f"{text!r} is not {what}{did_you_mean(row or text, ids)}")
    found = [n for n, kind in enumerate(kinds) if kind == list(ids).index(known)]
    if 1 <= int(number) <= len(found):
        return found[int(number) - 1]
    raise ValueError(f"{text!r}: there are {len(found)} of {known}, numbered from 1")


def _among(ids: Sequence[str], titles: Sequence[str], text: str, what: str) -> int:
    if text in titles:
        return list(titles).index(text)
    known = meant(text, ids, dict(zip(ids, titles, strict=True)))
    if known is not None:
        return list(ids).index(known)
    raise ValueError(f"{text!r} is not {what}; there are {', '.join(dict.fromkeys(ids))}")
