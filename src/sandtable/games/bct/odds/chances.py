"""Exact chances of the success dice, and of a Battle fought out: who is hit, and what it scores (2.1, 4.2).

Where the rules leave a choice to the side that is shot at, it is taken for the side that has it as a sensible player
would: cover unless going without pays more, and each hit where it costs least.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache

from msgspec import Struct, field

from sandtable.games.bct.frames import Battle
from sandtable.games.bct.pieces import COALITION, COMBAT, EMPTY, SIDES, Kit, SideId, UnitId
from sandtable.games.bct.rules.counters import objective_vp
from sandtable.games.bct.rules.fire import at_hand, covers, part_dice, reduction
from sandtable.games.bct.rules.ground import clipped, supplied, support
from sandtable.games.bct.rules.operations import successes
from sandtable.games.bct.sight.knowledge import told
from sandtable.games.bct.state import BOXED, NONE, RESERVES, Theatre, group, is_down
from sandtable.kernel.chance import D6
from sandtable.kernel.odds import CERTAIN, NEVER
from sandtable.kernel.options import Seat

KEEPING_A_DIE = 0.25
"""What a die that could still return fire is worth, beside points, when hits are spread."""
SHAKEN = 0.35
"""What Suppression costs of a Unit's worth."""

Faces = tuple[int, ...]


# ---- success dice -----------------------------------------------------------------------------------


@lru_cache(maxsize=4)
def faces(kit: Kit) -> Faces:
    """The Successes on each face of the die."""
    return tuple(successes(kit, face) for face in range(1, D6 + 1))


@lru_cache(maxsize=256)
def success_chances(die: Faces, dice: int) -> tuple[Fraction, ...]:
    """How likely so many dice bring 0, 1, 2 ... Successes."""
    if not dice:
        return (CERTAIN,)
    fewer = success_chances(die, dice - 1)
    found = [NEVER] * (len(fewer) + max(die))
    for won, chance in enumerate(fewer):
        for more in die:
            found[won + more] += chance / len(die)
    return tuple(found)


@lru_cache(maxsize=256)
def success_floats(die: Faces, dice: int) -> tuple[float, ...]:
    return tuple(map(float, success_chances(die, dice)))


def at_least(die: Faces, dice: int, wanted: int) -> Fraction:
    return sum(success_chances(die, dice)[wanted:], NEVER)


@lru_cache(maxsize=1024)
def likely(die: Faces, dice: int, wanted: int) -> float:
    """The same as a plain number, for those who ask again and again."""
    return float(at_least(die, dice, wanted))


def or_more(price: int) -> str:
    """The name of the chance that something of this price can be paid."""
    return f"{price} or more Successes" if price > 1 else "a Success"


def mean_successes(die: Faces, dice: int) -> Fraction:
    return Fraction(sum(die), len(die)) * dice


# ---- a side under fire ------------------------------------------------------------------------------


class Fighter(Struct):
    """A Unit in a Battle: whose dice it adds, and what can still happen to it."""

    token: int
    lead: int
    """The HQ whose box it is in, else itself."""
    dice: int
    silent: bool
    """Suppressed before the Battle: it takes no part in the fire."""
    dark: bool
    points: tuple[float, float]
    """What its Suppression and its Destruction bring to the shooter."""
    worth: float
    armed: bool = True
    """Whether cards can add to its Combat Value: not to an empty box."""
    spent: bool = False
    """Without an LOC its die has gone at Air Assets."""
    bare: int = 0
    """Its dice if the side loses its LOC."""
    serves: bool = False
    """Gives the side an LOC as long as it does its work."""
    down: bool = False
    gone: bool = False

    def fires(self) -> bool:
        return not self.gone and not self.silent and (not self.down or self.dark)


class Line(Struct):
    """A side in a Battle as the hits on it mount: entry h tells how it stands after h of them."""

    dice: list[int]
    points: list[float]
    """What the shooter has scored."""
    worth: list[float]
    """What the side has lost besides."""
    suppressed: list[int]
    destroyed: list[int]
    covers: list[int] = field(default_factory=lambda: [0])
    """Successes that it may take away, one of these, the most first."""
    collateral: int = 0
    """What each Success that cannot be applied pays it."""

    @property
    def bears(self) -> int:
        return len(self.points) - 1

    def takes(self, won: int) -> tuple[int, int]:
        """Hits and unapplied Successes, when it uses its cover as serves it best."""
        hits = max(0, won - self.cover(won))
        applied = min(hits, self.bears)
        return applied, hits - applied

    def cover(self, won: int) -> int:
        """How many of the Successes it takes away."""
        bears = self.bears
        if won >= bears + self.covers[0]:
            return 0  # all are lost in any case, and the rest pays
        best, found = None, 0
        for cover in self.covers:
            hits = max(0, won - cover)
            applied = min(hits, bears)
            cost = self.points[applied] + self.worth[applied] - self.collateral * (hits - applied)
            if best is None or cost < best - 1e-9:
                best, found = cost, cover
        return found


class Side(Struct):
    """What a side has in a Battle, apart from its Units."""

    target: int = NONE
    """Its Unit that a Base in the District supports."""
    base: int = 0
    supply: int = 0
    clip_groups: bool = False
    steady: bool = True
    """Whether its LOC, if it has one, stands whatever happens to its Units in the Battle."""
    clip_later: bool = False
    """As the table reads it, groups are clipped once the LOC is lost."""


def dice_left(parts: Sequence[Fighter], side: Side) -> int:
    """The dice that a side still has: a box speaks only through an HQ that fires (4.2)."""
    able = {part.token for part in parts if part.fires()}
    firing = [part for part in parts if part.token in able and part.lead in able]
    cut_off = not side.steady and not any(part.serves and part.token in able for part in parts)
    if side.clip_groups or (cut_off and side.clip_later):
        spent = {part.lead for part in firing if part.spent}
        each: dict[int, int] = {}
        for part in firing:
            each[part.lead] = each.get(part.lead, 0) + part.dice
        total = sum(clipped(dice) for lead, dice in each.items() if lead not in spent)
    elif cut_off:
        total = sum([part.bare for part in firing])
    else:
        total = sum([part.dice for part in firing])
    if side.base and side.target in able:
        total += side.base
    if side.supply and any(part.armed for part in firing):
        total += side.supply
    return total


def next_hit(parts: Sequence[Fighter], side: Side, answers: bool) -> int:
    """The place in the list of the Unit that takes the next hit: where it costs least."""
    now = dice_left(parts, side) if answers else 0
    best, found = 0.0, NONE
    for place, part in enumerate(parts):
        if part.gone:
            continue
        if part.down or part.silent:
            cost = part.points[1] + part.worth
            part.gone = True
            cost += KEEPING_A_DIE * (now - dice_left(parts, side)) if answers else 0.0
            part.gone = False
        else:
            cost = part.points[0] + SHAKEN * part.worth
            part.down = True
            cost += KEEPING_A_DIE * (now - dice_left(parts, side)) if answers else 0.0
            part.down = False
        if found == NONE or cost < best - 1e-9:
            best, found = cost, place
    return found


def line_of(parts: list[Fighter], side: Side, answers: bool) -> Line:
    """How a side stands after each hit, until it can bear no more. Uses the parts up."""
    line = Line([dice_left(parts, side)], [0.0], [0.0], [0], [0])
    while (place := next_hit(parts, side, answers)) != NONE:
        part = parts[place]
        ends = part.down or part.silent
        if ends:
            part.gone = True
        else:
            part.down = True
        line.dice.append(dice_left(parts, side))
        line.points.append(line.points[-1] + part.points[ends])
        lost = part.worth * (1 - SHAKEN) if part.down and ends else part.worth if ends else SHAKEN * part.worth
        line.worth.append(line.worth[-1] + lost)
        line.suppressed.append(line.suppressed[-1] + (not ends))
        line.destroyed.append(line.destroyed[-1] + ends)
    return line


# ---- the sides of a Battle --------------------------------------------------------------------------


def spoils(s: Theatre, kit: Kit, token: UnitId, what: str) -> float:
    """The points that a hit brings to the shooter: by the rules, and by the Objective that lies open."""
    side = kit.side[token]
    points = float(kit.n.destroyed_vp) if what == "destroyed" else 0.0
    if what == "suppressed" and side == COALITION:
        points += kit.n.suppressed_vp
    if s.revealed[1 - side] != NONE:
        card = kit.objectives[s.revealed[1 - side]]
        for extra in card.extras:
            if extra.what == what and kit.scores_as(s.kind[token], extra.sorts):
                points += objective_vp(s, card, extra.vp)
    return points


def no_worth(token: UnitId) -> float:
    return 0.0


def parts_of(
    s: Theatre, kit: Kit, battle: Battle, side: SideId, flak: int = 0, worth: Callable[[int], float] = no_worth
) -> list[Fighter]:
    """A side's Units in the Battle as they are now, those that can still be hit."""
    whole = s.rules.clip_whole_hq and not battle.loc[side]
    found = []
    for token in kit.units_of[side]:
        if not battle.exposed >> token & 1:
            continue
        fresh = bool(battle.fresh >> token & 1)
        down = is_down(s, token)
        if whole:
            linked = Battle(grounded=battle.grounded, loc=[1, 1])
            dice = part_dice(s, kit, linked, token, flak)
        else:
            dice = part_dice(s, kit, battle, token, flak)
        found.append(
            Fighter(
                token=token,
                lead=_lead(s, kit, battle, token),
                dice=dice,
                silent=down and not fresh,
                dark=kit.kinds[s.kind[token]].colour == "dark",
                points=(spoils(s, kit, token, "suppressed"), spoils(s, kit, token, "destroyed")),
                worth=worth(token),
                armed=kit.is_hq[token] or kit.values[s.kind[token]][COMBAT] != EMPTY,
                spent=bool(battle.spent >> token & 1),
                bare=at_hand(s, kit, battle, [token], flak),
                serves=kit.is_base[token] or kit.kinds[s.kind[token]].supply,
                down=down and fresh,
            )
        )
    return found


def _lead(s: Theatre, kit: Kit, battle: Battle, token: UnitId) -> int:
    if s.at[token] != BOXED:
        return token
    return next((t for t in battle.engaged if kit.is_hq[t] and s.front[t] == s.box[token]), token)


def side_of(s: Theatre, kit: Kit, battle: Battle, side: SideId, seat: Seat | None = None) -> Side:
    defends = kit.side[battle.target] == side
    supported = defends and not kit.is_base[battle.target] and battle.exposed >> battle.target & 1
    return Side(
        target=battle.target if defends else NONE,
        base=support(s, kit, battle.target, COMBAT) if supported else 0,
        supply=battle.supply[side],
        clip_groups=s.rules.clip_whole_hq and not battle.loc[side],
        steady=not (s.rules.loc_anew and battle.loc[side]) or is_steady(s, kit, battle, side, seat),
        clip_later=s.rules.clip_whole_hq,
    )


def is_steady(s: Theatre, kit: Kit, battle: Battle, side: SideId, seat: Seat | None) -> bool:
    """Whether a side's LOC leads, as far as a seat can tell, to what cannot be hit in this Battle."""
    exposed = [t for t in kit.units_of[side] if battle.exposed >> t & 1]
    own = seat is None or seat == side
    if not own and not any(kit.is_base[t] or kit.kinds[s.kind[t]].supply for t in exposed):
        return True  # it leads to something else, if only to what lies Covert
    down = s.down
    s.down |= sum(1 << t for t in exposed)
    found = supplied(s, kit, side) if seat is None or own else supplied_openly(s, kit, seat, side)
    s.down = down
    return bool(found >> battle.space & 1)


def supplied_openly(s: Theatre, kit: Kit, seat: Seat, side: SideId) -> int:
    """The Districts with an LOC, without supply Units that this seat does not know for what they are."""
    hidden = [t for t in kit.units_of[side] if s.at[t] != RESERVES and not told(seat, s.known[t])]
    aside = {t: s.kind[t] for t in hidden if kit.kinds[s.kind[t]].supply}
    if not aside:
        return supplied(s, kit, side)
    for token in aside:
        s.kind[token] = kit.local[side]
    found = supplied(s, kit, side)
    for token, kind in aside.items():
        s.kind[token] = kind
    return found


def line(
    s: Theatre,
    kit: Kit,
    battle: Battle,
    side: SideId,
    answers: bool,
    worth: Callable[[int], float] = no_worth,
    flak: int = 0,
    seat: Seat | None = None,
) -> Line:
    """How a side of the Battle would stand after each hit; `answers` if it has still to fire.

    With a seat, as that seat can tell; else as it is.
    """
    found = line_of(parts_of(s, kit, battle, side, flak, worth), side_of(s, kit, battle, side, seat), answers)
    found.covers += [reduction(kit, battle, cover) for cover in covers(s, kit, battle, side)]
    found.covers.sort(reverse=True)
    found.collateral = kit.collateral[battle.space]
    return found


def declared(s: Theatre, kit: Kit, attacker: UnitId, target: UnitId, lines: Sequence[int]) -> Battle:
    """The Battle that an attack would begin, forces displayed; `lines` are the Districts with an LOC for each side."""
    space = s.at[attacker]
    battle = Battle(attacker=attacker, target=target, space=space, engaged=[attacker, target])
    battle.exposed = sum(1 << u for t in battle.engaged for u in group(s, kit, t))
    battle.loc = [lines[side] >> space & 1 for side in SIDES]
    return battle


# ---- fire and return fire ---------------------------------------------------------------------------


class Volley(Struct):
    """What one fire brings on average, and how likely."""

    points: float = 0.0
    """To the shooter."""
    collateral: float = 0.0
    """To the side shot at."""
    hits: list[float] = field(default_factory=list)
    """The chance of each number of hits that are applied."""
    unapplied: float = 0.0
    """The chance of Collateral Damage that pays."""


def volley(die: Faces, dice: int, target: Line) -> Volley:
    """The fire of so many dice at a side."""
    found = Volley(hits=[0.0] * (target.bears + 1))
    for won, chance in enumerate(success_floats(die, dice)):
        hits, over = target.takes(won)
        found.hits[hits] += chance
        found.points += chance * target.points[hits]
        found.collateral += chance * over * target.collateral
        found.unapplied += chance * (over > 0 and target.collateral > 0)
    return found


class Exchange(Struct):
    """A Battle fought out with all dice: the first fire, and the return fire on average."""

    first: Volley
    second: Volley


def exchange(die: Faces, first: Line, second: Line) -> Exchange:
    """Fire of the first side at the second, and what is left of that answers."""
    opening = volley(die, first.dice[0], second)
    answer = Volley(hits=[0.0] * (first.bears + 1))
    for hits, chance in enumerate(opening.hits):
        back = volley(die, second.dice[hits], first)
        answer.points += chance * back.points
        answer.collateral += chance * back.collateral
        answer.unapplied += chance * back.unapplied
        for number, likely in enumerate(back.hits):
            answer.hits[number] += chance * likely
    return Exchange(opening, answer)
