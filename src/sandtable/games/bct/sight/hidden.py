"""Worlds that a seat cannot tell from the true one: all that it does not know, dealt anew (2.4, 3.5, 4.2).

Everything is dealt from sorted pools into places that the seat sees: so the key alone decides, and a world never tells
the truth it was made from. Reserves and Pool lie open, so nothing in them is dealt.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from sandtable.games.bct import cards
from sandtable.games.bct.frames import Battle, ChaosEvent, ChooseHand, Purchase
from sandtable.games.bct.pieces import SIDES, Kit, SideId
from sandtable.games.bct.rules.chaos import asks_always, effect_groups, effect_of
from sandtable.games.bct.rules.ground import supplied
from sandtable.games.bct.rules.memory import dealt, mobile_kinds, placed, within_reach
from sandtable.games.bct.setup.staging import plans
from sandtable.games.bct.sight.knowledge import told
from sandtable.games.bct.state import BOXED, NONE, POOL, RESERVES, Theatre, is_covert
from sandtable.kernel.options import Seat
from sandtable.kernel.state import clone

DEFENDER_SCOUTS, DEFENDER_CARDS = "defender-scouts", "defender-cards"
"""The asks of a Battle before which the Attacker has committed cards face down."""
DEALT_ANEW = 60
"""So often a world is dealt until it is one in which what is being asked would be asked."""


def determinise(kit: Kit, s: Theatre, seat: Seat, key: bytes) -> Theatre:
    """The position as this seat may think it is, with chance of its own."""
    rng = random.Random(key)
    for _ in range(DEALT_ANEW):
        world = _deal(kit, s, seat, key, rng)
        if _can_be_asked(kit, world, seat):
            break
    return world


def _can_be_asked(kit: Kit, w: Theatre, seat: Seat) -> bool:
    """Whom a Chaos Card hits is asked only if there is something to choose, unless he always is: everybody sees it."""
    f = w.stack[-1] if w.stack else None
    if not isinstance(f, ChaosEvent) or f.step != "effect" or f.left <= 0 or f.victims[0] == seat:
        return True
    effect = effect_of(kit, f)
    return asks_always(w, effect) or sum(map(len, effect_groups(w, kit, f.victims[0], effect))) > 1


def _deal(kit: Kit, s: Theatre, seat: Seat, key: bytes, rng: random.Random) -> Theatre:
    world = clone(s)
    world.key = key
    for side in SIDES:
        if side == seat:
            rng.shuffle(_sorted_into(world.objective_decks, side))
        else:
            _deal_kinds(kit, world, seat, side, rng)
            _deal_fronts(kit, world, seat, side, rng)
            _deal_assets(kit, world, seat, side, rng)
            _deal_hand(kit, world, side, rng)
            _deal_objectives(world, side, rng)
            rng.shuffle(_sorted_into(world.order, side))
    world.chaos_deck.sort()
    rng.shuffle(world.chaos_deck)
    for frame in world.stack:
        if isinstance(frame, Battle):
            _deal_commitments(kit, world, frame, seat, rng)
        elif isinstance(frame, Purchase) and frame.side != seat:
            frame.section = NONE  # what went under a Covert Unit would tell where that is
        elif isinstance(frame, ChooseHand) and frame.side != seat and frame.plan != NONE:
            frame.plan = rng.choice(plans(world, kit, frame.side))
    return world


def _sorted_into(piles: list[list[int]], side: SideId) -> list[int]:
    piles[side] = sorted(piles[side])
    return piles[side]


# ---- counters ---------------------------------------------------------------------------------------


def unknown(kit: Kit, s: Theatre, seat: Seat, tokens: Sequence[int]) -> list[int]:
    """Counters in play, or waiting to be set up, of which this seat sees the back only."""
    return [t for t in tokens if s.at[t] != RESERVES and not told(seat, s.known[t])]


def _deal_kinds(kit: Kit, w: Theatre, seat: Seat, side: SideId, rng: random.Random) -> None:
    """Types among face-down Tactical Units, as they are remembered; who lies in a box or in Ready, or was seen to
    move, can move."""
    slots = [t for t in unknown(kit, w, seat, kit.units_of[side]) if not kit.is_hq[t]]
    mobile, any_kind = mobile_kinds(kit), (1 << len(kit.kinds)) - 1
    movers = [t for t in slots if w.at[t] == BOXED or w.at[t] >= kit.size or w.moved >> t & 1]
    may = {t: mobile if t in movers else any_kind for t in slots}
    pool = sorted(w.kind[t] for t in slots)
    for token, kind in _dealt(w, side, False, may, pool, rng).items():
        w.kind[token] = kind


def _deal_fronts(kit: Kit, w: Theatre, seat: Seat, side: SideId, rng: random.Random) -> None:
    """Which box belongs to which face-down HQ, as far as it is not remembered."""
    slots = unknown(kit, w, seat, kit.hqs_of[side])
    fronts = sorted(w.front[t] for t in slots)
    may = dict.fromkeys(slots, (1 << len(kit.front_ids)) - 1)
    for token, front in _dealt(w, side, True, may, fronts, rng).items():
        w.front[token] = front


def _dealt(
    w: Theatre, side: SideId, hq: bool, may: dict[int, int], pool: list[int], rng: random.Random
) -> dict[int, int]:
    found = dealt(placed(w, side, hq, may, pool, rng), pool, rng)
    assert found is not None
    return found


def _deal_assets(kit: Kit, w: Theatre, seat: Seat, side: SideId, rng: random.Random) -> None:
    """Assets that lie face down go under any Covert counters with room for them; which changed hands is unknown."""
    unseen = [a for a in kit.assets_of[side] if not told(seat, w.open[a])]
    carrying = {t: 0 for t in kit.units_of[side] if is_covert(w, t) and w.at[t] != RESERVES}
    reach = {a: within_reach(w, kit, side, w.under[a]) if w.under else -1 for a in unseen}
    for asset in sorted(unseen, key=lambda a: (reach[a] >= 0, reach[a].bit_count())):
        roomy = [t for t, load in carrying.items() if kit.is_hq[t] or load < kit.n.assets_per_unit]
        near = [t for t in roomy if reach[asset] >> t & 1]
        w.on[asset] = rng.choice(near or roomy)
        carrying[w.on[asset]] += 1
    w.handed[side] = 0  # an Asset seen now may have changed hands unseen before: nobody else can tell which have


# ---- cards ------------------------------------------------------------------------------------------


def _deal_hand(kit: Kit, w: Theatre, side: SideId, rng: random.Random) -> None:
    """As many cards as are held: those that were shown, and others that are not in the discards.

    Of a hand that is being chosen nobody else sees how far that has come: in the world it has not begun.
    """
    if any(isinstance(frame, ChooseHand) and frame.side == side for frame in w.stack):
        w.hand[side] = [0] * len(w.hand[side])
        return
    shown, gone = w.glimpsed[side], w.discards[side]
    hidden = [
        n
        for n, copies in enumerate(kit.copies[side])
        for _ in range(copies - gone[n] - shown[n])
        if not w.lacking[side] >> n & 1
    ]
    drawn = rng.sample(hidden, sum(w.hand[side]) - sum(shown))
    w.hand[side] = [known + drawn.count(number) for number, known in enumerate(shown)]


def _deal_objectives(w: Theatre, side: SideId, rng: random.Random) -> None:
    hand = w.objectives[side]
    fixed = sorted(card for card in hand if card in w.seen[side] or card == w.revealed[side])
    pool = sorted(card for card in (*hand, *w.objective_decks[side]) if card not in fixed)
    rng.shuffle(pool)
    more = len(hand) - len(fixed)
    w.objectives[side] = [*fixed, *sorted(pool[:more])]
    w.objective_decks[side] = pool[more:]


def _deal_commitments(kit: Kit, w: Theatre, f: Battle, seat: Seat, rng: random.Random) -> None:
    """What the Attacker has committed face down, while the Defender is asked."""
    side = kit.side[f.attacker]
    if side == seat:
        return
    if f.step == DEFENDER_SCOUTS:
        f.scouts[side] = rng.randint(0, w.hand[side][_card(kit, side, cards.Roll)])
    elif f.step == DEFENDER_CARDS:
        supply, combine = (bool(w.hand[side][_card(kit, side, kind)]) for kind in (cards.Supply, cards.Combine))
        may = (supply and supplied(w, kit, side) >> f.space & 1) | combine << 1
        f.sealed[side] = rng.getrandbits(2) & may


def _card(kit: Kit, side: SideId, kind: type) -> int:
    """The number of the card that serves in a Battle; nobody has a J-0."""
    for number, card in kit.joint_ops[side].items():
        for action in card.actions:
            if isinstance(action, kind) and getattr(action, "value", "j2") == "j2":
                return number
    return 0


# ---- what is conserved ------------------------------------------------------------------------------


def census(kit: Kit, s: Theatre) -> dict[str, int]:
    """Every counter and card is somewhere, once."""
    counted = {
        "units": len(s.at),
        "boxed": sum((at == BOXED) != (box != NONE) for at, box in zip(s.at, s.box, strict=True)),
        "assets": len(s.on),
        "assets lost": sum(not (POOL <= on < len(s.at)) for on in s.on),
        "chaos cards": len({*s.chaos_deck, *s.chaos_discards}),
        "nets suppressed beyond": sum(down > laid for down, laid in zip(s.nets_down, s.nets, strict=True)),
    }
    for side, name in zip(SIDES, ("coalition", "insurgent"), strict=True):
        tokens = kit.units_of[side]
        for kind in sorted({kit.home[t] for t in tokens}):
            counted[kit.kind_ids[kind]] = sum(s.kind[t] == kind for t in tokens)
        counted[f"{name} boxes"] = len({s.front[t] for t in kit.hqs_of[side]})
        held = zip(kit.copies[side], s.hand[side], s.discards[side], strict=True)
        counted[f"{name} cards amiss"] = sum(min(copies - hand - gone, hand, gone) < 0 for copies, hand, gone in held)
        objectives = {*s.objectives[side], *s.objective_decks[side], *s.objective_discards[side]}
        counted[f"{name} objectives"] = len(objectives)
    return counted
