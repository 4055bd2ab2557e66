"""What must be true of a raid at every ask and at the end, whichever rule interrupted which.

Each check says in sentences what it finds wrong. They look at the position alone, never at how it came about.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from sandtable.games.raids.frames import (
    Arrivals,
    Arrived,
    Battle,
    Casualties,
    EnemyPhase,
    EnemyUnit,
    Escape,
    GearLoss,
    Move,
)
from sandtable.games.raids.policies import policy
from sandtable.games.raids.rules.portage import overloaded
from sandtable.games.raids.state import (
    DONE,
    FORFEITED,
    HELD,
    LOST,
    POOL,
    REPLACED,
    RG,
    RaidState,
    field,
    gear_at,
    hunted,
    leaders_at,
    piece,
    team_at,
    teams_at,
)
from sandtable.kernel.state import Frame

TOKENS: dict[type[Frame], tuple[str, ...]] = {
    Move: ("stack", "late", "shed"),
    EnemyPhase: ("pending", "aims"),
    EnemyUnit: ("unit",),
    Battle: ("enemy", "left_out", "called"),
    Casualties: ("team", "marker"),
}
HEXES: dict[type[Frame], tuple[str, ...]] = {
    Move: ("start", "here"),
    Arrived: ("where",),
    Escape: ("where",),
    Arrivals: ("where",),
    EnemyUnit: ("goal", "done"),
    Battle: ("ours", "target_hex", "enemy_hex"),
    Casualties: ("where",),
    GearLoss: ("where",),
}
"""The fields of frames that hold counters and hexes, one or a list; -1 is none yet."""


def faults(g: RG) -> list[str]:
    """Everything that is wrong with a position; of one that names what there is not, only that."""
    return list(unknown(g)) or [fault for check in CHECKS for fault in check(g)]


# ---- nothing but counters and hexes of this game --------------------------------------------------


def unknown(g: RG) -> Iterator[str]:
    s, counters, hexes = g.s, range(-1, len(g.kit.pieces)), range(-1, field(g).grid.size)
    if len(s.at) != len(g.kit.pieces):
        yield "the position has other counters than the game"
    if len(s.event) != len(g.kit.people) or len(s.marker) != len(g.kit.people):
        yield "the position has other people than the game"
    cups = (s.enemy_cup, policy(g).set_aside(s), s.mission_cup, s.marker_cup, s.hunters, s.marker, [s.mission])
    if not all(t in counters for cup in cups for t in cup):
        yield "a cup or a team holds what is no counter"
    if not all(REPLACED <= where < field(g).grid.size for where in s.at):
        yield "a counter is beyond the map"
    for f in s.stack:
        for names, known in ((TOKENS, counters), (HEXES, hexes)):
            for name in names.get(type(f), ()):
                held = getattr(f, name)
                if not all(one in known for one in (held if isinstance(held, list) else [held])):
                    yield f"the {name} of a procedure under way is neither a counter nor a hex of the game"


# ---- every counter in one place -------------------------------------------------------------------


def cups_and_map(g: RG) -> Iterator[str]:
    """A counter lies in one cup, once, and only if that is where it is; a marker may be in hand, just drawn."""
    s = g.s
    lists = (s.enemy_cup, policy(g).set_aside(s), s.mission_cup, s.marker_cup, s.hunters)
    times = Counter(t for cup in lists for t in cup)
    times.update(in_hand(s))
    for t in (*g.kit.enemies, *g.kit.mission_tokens, *g.kit.markers):
        wanted = int(s.at[t] == POOL or (t in g.kit.enemies and s.at[t] >= 0))
        if times.pop(t, 0) != wanted:
            yield f"{piece(g, t).id} is not in exactly one of its cup and the map"
    if times:
        yield f"{piece(g, min(times)).id} lies in a cup that is not its own"
    for t in s.hunters:
        if s.at[t] < 0:
            yield f"{piece(g, t).id} is counted among the enemies on the map, where it is not"
    on_map = [t for t in g.kit.mission_tokens if s.at[t] >= 0]
    if on_map != [s.mission] * (s.mission >= 0):
        yield "the mission is not the one that lies on the map"


def in_hand(s: RaidState) -> list[int]:
    """Markers that have been drawn and whose effect is still to be settled."""
    drawn = [f.marker for f in s.stack if isinstance(f, Casualties) and f.marker >= 0]
    return [t for t in drawn if s.at[t] == POOL and t not in s.marker_cup]


def places(g: RG) -> Iterator[str]:
    """Nobody is where his kind cannot be, and what is counted agrees with what is seen."""
    s = g.s
    for t, where in enumerate(s.at):
        p = piece(g, t)
        if where in (DONE, FORFEITED) and t not in g.kit.mission_tokens:
            yield f"{p.id} is settled as if it were a mission"
        elif where == HELD and t not in g.kit.markers:
            yield f"{p.id} is held as if it were a marker"
    if s.pp < 0:
        yield "more points were spent than there were"
    if s.leaders_lost < sum(s.at[t] == LOST for t in g.kit.leaders):
        yield "fewer leaders are counted as lost than are lost"


def markers(g: RG) -> Iterator[str]:
    """Markers and people agree: one on a team in play, and that one held."""
    s = g.s
    worn = [m for m in s.marker if m >= 0]
    held = [m for m in g.kit.markers if s.at[m] == HELD]
    if sorted(worn) != held:
        yield "the markers that are held are not those on the teams"
    for t, marker in enumerate(s.marker):
        if marker >= 0 and (t not in g.kit.teams or s.at[t] < 0):
            yield f"{piece(g, t).id} has a casualties marker and is no team in play"
        if s.event[t] and (t not in g.kit.teams or s.at[t] < 0):
            yield f"{piece(g, t).id} is detected and is no team in play"


# ---- who shares a hex with whom -------------------------------------------------------------------


def held_by_the_enemy(g: RG) -> Iterator[str]:
    """Where an enemy stands and no team, nothing of ours is left.

    Only those who have just been heard may think about it, until the last has said whether he escapes.
    """
    undecided = {f.where for f in g.s.stack if isinstance(f, Escape)}
    for h in sorted({g.s.at[t] for t in g.s.hunters} - undecided):
        if not team_at(g, h):
            for t in g.kit.mobile if policy(g).leaders_hold_camps else g.kit.friends:
                if g.s.at[t] == h:
                    yield f"{piece(g, t).id} is in {field(g).grid.label(h)}, which an enemy holds alone"


def the_hunt(g: RG) -> Iterator[str]:
    """While no detected team is outside a camp, no enemy is on the map. A fight or an alarm is settled first."""
    unsettled = (Battle, Escape, GearLoss)
    if g.s.hunters and not hunted(g) and not any(isinstance(f, unsettled) for f in g.s.stack):
        yield "enemies are on the map, and no team outside a camp is detected"


def quarry(g: RG) -> Iterator[str]:
    """An enemy in the hex of a team stays and attacks it, before any other and without a choice."""
    s = g.s
    for f in s.stack:
        if not isinstance(f, EnemyUnit) or f.unit not in s.hunters or not team_at(g, s.at[f.unit]):
            continue
        name, here = piece(g, f.unit).id, s.at[f.unit]
        if f is s.stack[-1] and here not in f.done:
            yield f"{name} has a choice, though it shares {field(g).grid.label(here)} with a team"
        if f.done and f.done[0] != here:
            yield f"{name} attacks {field(g).grid.label(f.done[0])} before the team in its own hex"


# ---- procedures under way -------------------------------------------------------------------------


def moving(g: RG) -> Iterator[str]:
    """A stack that is formed or goes is together, is not lost, has not moved before, and can be hauled."""
    s = g.s
    for f in s.stack:
        if not isinstance(f, Move) or f.step not in ("form", "leg"):
            continue
        for t in f.stack:
            if s.at[t] != f.here:
                yield f"{piece(g, t).id} moves with a stack and is not in its hex"
            if s.moved >> t & 1:
                yield f"{piece(g, t).id} moves again after it has finished"
        if len(set(f.stack)) < len(f.stack):
            yield "somebody moves twice in one stack"
        if set(f.stack) & set(f.shed):
            yield "a load is carried and was dropped"
        if overloaded(g, f.stack, f.late):
            yield "a stack hauls more than it can"


def fighting(g: RG) -> Iterator[str]:
    """Before the dice both sides are there; whoever has lost the last team of a hex has lost its gear."""
    s = g.s
    for f in s.stack:
        if isinstance(f, Battle) and not f.our_die:
            if not team_at(g, f.ours) or f.enemy not in s.hunters or s.at[f.enemy] != f.enemy_hex:
                yield "a battle is about to be fought by somebody who is not there"
            for t in (*f.left_out, *f.called):
                if s.at[t] < 0:
                    yield f"{piece(g, t).id} is reckoned with in a battle and is not on the map"
        if isinstance(f, Casualties) and f.team >= 0 and s.at[f.team] == LOST and not team_at(g, f.where):
            for t in gear_at(g, f.where):
                yield f"{piece(g, t).id} is left in a hex whose last team has been eliminated"
        if isinstance(f, Escape) and not (teams_at(g, f.where) or leaders_at(g, f.where)):
            yield "nobody is left in a hex that was heard"


def suppressing(g: RG) -> Iterator[str]:
    """Weapons that are aimed are there and so are their targets; nothing stays turned over after the phase."""
    s = g.s
    phase = next((f for f in s.stack if isinstance(f, EnemyPhase)), None)
    if phase is None:
        if s.fired or s.suppressed:
            yield "a weapon or an enemy is still turned over after the enemy phase"
    elif phase.step == "aim":
        for weapon, enemy in zip(phase.aims[::2], phase.aims[1::2], strict=False):
            if s.at[weapon] < 0 or enemy not in s.hunters:
                yield f"{piece(g, weapon).id} is aimed, and it or its target is not on the map"


CHECKS = (cups_and_map, places, markers, held_by_the_enemy, the_hunt, quarry, moving, fighting, suppressing)
