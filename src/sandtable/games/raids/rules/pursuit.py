"""Pursuit: the Enemy Movement/Combat Phase, unit by unit."""

from __future__ import annotations

from sandtable.games.raids.field import Way
from sandtable.games.raids.frames import Battle, EnemyPhase, EnemyUnit
from sandtable.games.raids.pieces import HexId
from sandtable.games.raids.policies import policy, words
from sandtable.games.raids.rules.losses import overrun
from sandtable.games.raids.state import PLAYER, RG, camps, exposed_teams, field, hunted, piece, team_at, teams_in_play
from sandtable.kernel.flow import NEXT, STAY, Next
from sandtable.kernel.options import Ask, Group, Option, Refusal, Seat
from sandtable.kernel.view import Trace

COUNTED = {2: "Two", 3: "Three"}


# ---- the order of units ---------------------------------------------------------------------------


def muster(g: RG, f: EnemyPhase) -> None:
    f.pending = g.s.hunters[:]  # rule: pursuit.relentless


def ask_next(g: RG, f: EnemyPhase) -> Ask:
    """The player chooses the order; by default it is the order of arrival."""
    units = waiting(g, f)
    groups = [Group(PLAYER, "rest")]
    if len(units) > 1 and not f.in_order:
        groups.append(Group(PLAYER, "next", (), units))
    prompt = "Which enemy acts next? Or all in the order of arrival."
    # the time between two battles may be one to do something, though only one enemy may be left to act
    between = bool(units) and g.s.edition >= policy(g).pauses_since
    aside = policy(g).between_enemies(g) if between else ""
    teams = teams_in_play(g)
    last = between and len(teams) == 1 and g.s.marker[teams[0]] >= 0  # rule: victory.stop-early
    if aside and len(groups) == 1:
        prompt = aside
    elif last and len(groups) == 1:
        prompt = f"Let the next enemy act? Your last {words(g).team} does not survive another defeat."
    return Ask(prompt, "turn.enemy-phase", groups, ends=not units, always=bool(aside), pause=last)


def take_next(g: RG, f: EnemyPhase, seat: Seat, option: Option) -> Next:
    f.pending = waiting(g, f)
    if not f.pending:
        return NEXT
    if option[0] == "rest":
        f.in_order = 1
        unit = f.pending[0]
    else:
        unit = int(option[1])
    f.pending.remove(unit)
    acting = EnemyUnit(unit=unit, left=piece(g, unit).move)  # rule: combat.enemy-separate
    acting.step = "prey" if stays(g, acting) else "goal"
    g.call(acting)
    return STAY


def waiting(g: RG, f: EnemyPhase) -> list[int]:
    return [t for t in f.pending if t in g.s.hunters]


def refuse_next(g: RG, f: EnemyPhase, seat: Seat, option: Option) -> Refusal | None:
    if option[0] != "next":
        return None
    return Refusal("turn.enemy-phase", "That enemy has acted already, or is not on the map.")


def stand_down(g: RG, f: EnemyPhase) -> None:
    """Weapons are turned over again, and nobody is suppressed any more."""
    g.s.fired = 0
    g.s.suppressed = 0


# ---- one unit moves -------------------------------------------------------------------------------


def in_contact(g: RG, h: HexId) -> bool:
    """Next to a team outside a camp, or in the hex of a team."""
    if team_at(g, h):  # rule: arrive.stays
        return True
    near = field(g).grid.distance[h]
    return any(near[g.s.at[t]] == 1 for t in exposed_teams(g))  # rule: pursuit.stop detect.leaders-immune


def stays(g: RG, f: EnemyUnit) -> bool:
    """Whether a unit does not move (any further)."""
    h = g.s.at[f.unit]
    return (
        piece(g, f.unit).move == 0  # rule: pursuit.zero-movers
        or bool(g.s.suppressed >> f.unit & 1)  # rule: suppress.effect
        or in_contact(g, h)  # rule: pursuit.attack-on-contact
        or not hunted(g)
    )


def goals(g: RG, f: EnemyUnit) -> list[int]:
    """The hexes of the closest detected teams."""
    near = field(g).grid.distance[g.s.at[f.unit]]
    prey = sorted({g.s.at[t] for t in hunted(g)})  # rule: pursuit.ignores-plus
    closest = min((near[h] for h in prey), default=0)  # rule: pursuit.closest
    return [h for h in prey if near[h] == closest]


def ask_goal(g: RG, f: EnemyUnit) -> Ask:
    found, hunter = goals(g, f), piece(g, f.unit).name
    many = COUNTED.get(len(found), "Several")
    prompt = f"{many} {words(g).teams} are equally close to the {hunter}: which one is hunted?"
    return Ask(prompt, "pursuit.tie-team", [Group(PLAYER, "toward", (), found)], equal=hunter)


def take_goal(g: RG, f: EnemyUnit, seat: Seat, option: Option) -> Next:
    f.goal = int(option[1])
    return NEXT


def next_hexes(g: RG, f: EnemyUnit) -> list[int]:
    """Where the next step may go: closer, then cheaper, then nearer a camp; what is left is the player's choice."""
    distance = field(g).grid.distance
    if f.goal < 0 or stays(g, f):
        return []
    way = way_of(g, f)
    closer = policy(g).closer(g, f.unit, f.goal, way)  # rule: pursuit.all-water
    if not closer:
        return []
    cheapest = min(way.cost[h] for h in closer)  # rule: pursuit.cheaper-hex
    closer = [h for h in closer if way.cost[h] == cheapest]
    if cheapest > f.left and f.steps:  # rule: pursuit.minimum
        return []
    homes = [g.s.at[t] for t in camps(g)]
    if len(closer) > 1 and homes:
        nearest = min(min(distance[h][c] for c in homes) for h in closer)
        closer = [h for h in closer if min(distance[h][c] for c in homes) == nearest]
    return closer


def way_of(g: RG, f: EnemyUnit) -> Way:
    """How this unit gets about."""
    return policy(g).way_of(g, f.unit)


def ask_step(g: RG, f: EnemyUnit) -> Ask:
    closer = next_hexes(g, f)
    group = Group(PLAYER, "enters", (), closer) if closer else Group(PLAYER, "go-on")
    hunter, many = piece(g, f.unit).name, COUNTED.get(len(closer), "Several")
    prompt = f"{many} ways are equally good for the {hunter}: which?"
    return Ask(prompt, "pursuit.tie-hex", [group], equal=hunter if closer else "")


def take_step(g: RG, f: EnemyUnit, seat: Seat, option: Option) -> Next:
    if option[0] != "enters":
        return NEXT
    h = int(option[1])
    f.left -= way_of(g, f).cost[h]
    f.steps += 1
    step = [Trace(f.unit, [g.s.at[f.unit], h])]
    g.s.at[f.unit] = h  # rule: stacking.no-limit
    g.tell("pursuit.route", "{0:mover} moves to {1:space}.", f.unit, h, moves=step)
    overrun(g, h, f.unit)
    return STAY if f.unit in g.s.hunters else NEXT  # it may have met its end there


def refuse_way(g: RG, f: EnemyUnit, seat: Seat, option: Option) -> Refusal | None:
    if option[0] not in ("toward", "enters"):
        return None
    return Refusal("pursuit.route", f"It moves the most direct way towards the closest detected {words(g).team}.")


# ---- and attacks ----------------------------------------------------------------------------------


def prey(g: RG, f: EnemyUnit) -> list[int]:
    """Each hex with a team next to its own, unless it shares one: then that team, and no other before it."""
    h = g.s.at[f.unit]
    if team_at(g, h) and h not in f.done:
        return [h]  # rule: arrive.stays
    near = field(g).grid.distance[h]
    found = {g.s.at[t] for t in exposed_teams(g) if near[g.s.at[t]] <= 1}  # rule: pursuit.attacks-any combat.plus-alone
    return sorted(found - set(f.done))


def ask_prey(g: RG, f: EnemyUnit) -> Ask:
    found = prey(g, f) if f.unit in g.s.hunters else []  # rule: suppress.still-attacks
    if f.done and g.s.options.marker_ends_enemy_combat:  # rule: combat.marker-ends
        found = []
    group = Group(PLAYER, "against", (), found) if found else Group(PLAYER, "go-on")
    hunter = piece(g, f.unit).name  # the book ranks none of them before another
    return Ask(f"Which hex does the {hunter} attack first?", "combat.enemy", [group], equal=hunter if found else "")


def take_prey(g: RG, f: EnemyUnit, seat: Seat, option: Option) -> Next:
    if option[0] != "against":
        return NEXT
    h = int(option[1])
    f.done.append(h)
    g.next_deed()
    g.tell("combat.enemy", "{0:token} attacks {1:space}.", f.unit, h)
    g.call(Battle(ours=h, enemy=f.unit, attacking=0, target_hex=h, enemy_hex=g.s.at[f.unit]))
    return STAY


def refuse_prey(g: RG, f: EnemyUnit, seat: Seat, option: Option) -> Refusal | None:
    if option[0] != "against":
        return None
    return Refusal("combat.enemy", f"It attacks a hex with a {words(g).team} next to its own, and none twice.")
