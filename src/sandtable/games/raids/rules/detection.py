"""Detection: who is heard, who gets away, and how many enemies come."""

from __future__ import annotations

from sandtable.boards.hexes import Edge
from sandtable.games.raids.frames import Arrivals, Escape, GearLoss
from sandtable.games.raids.pieces import HexId, PieceId
from sandtable.games.raids.policies import policy, words
from sandtable.games.raids.rules.losses import call_off, eliminate, nobody_left, overrun, remove_enemy, stop_pursuit_of
from sandtable.games.raids.rules.portage import excess_gear
from sandtable.games.raids.state import (
    PLAYER,
    RG,
    camp_at,
    camps,
    field,
    is_team,
    leaders_at,
    piece,
    team_at,
    teams_at,
)
from sandtable.kernel.chance import D6
from sandtable.kernel.flow import NEXT, STAY, Next
from sandtable.kernel.options import Ask, Group, Option, Refusal, Seat
from sandtable.kernel.view import Trace


def detect(g: RG, h: HexId, key: str) -> None:
    """A new detection: every team in the hex, and a die of enemies on their way."""
    g.s.events += 1
    g.next_deed()
    for team in teams_at(g, h):  # rule: detect.separate
        g.s.event[team] = g.s.events
        g.tell(key, "{0:token} is detected.", team, weight="blow", at=h)
    g.call(Arrivals(where=h))


# ---- abandonment ----------------------------------------------------------------------------------


def ask_escape(g: RG, f: Escape) -> Ask:
    people = [*teams_at(g, f.where), *leaders_at(g, f.where)]
    groups = [Group(PLAYER, "stand", risky=True)]
    homes = camps(g)
    if homes:  # rule: camp.none-left
        groups += [Group(PLAYER, "escape", (t,), homes, "their gear is lost") for t in people]
    return Ask(
        f"Heard! Who abandons the gear and escapes to a {words(g).camp}, before the enemy comes?",
        "detect.escape",
        groups,
        shape="many",
        least=0,
        most=len(people),
    )


def take_escape(g: RG, f: Escape, seat: Seat, option: Option) -> Next:
    if option[0] == "stand":
        return NEXT
    person, camp = int(option[1]), int(option[2])
    g.s.at[person] = g.s.at[camp]
    g.tell("detect.escape", "{0:token} escapes to {1:space}.", person, g.s.at[camp])
    if is_team(g, person):
        stop_pursuit_of(g, person, g.s.at[camp])  # who is still in the hex is about to be detected anew
    return STAY if teams_at(g, f.where) or leaders_at(g, f.where) else NEXT


def refuse_escape(g: RG, f: Escape, seat: Seat, option: Option) -> Refusal | None:
    if option[0] != "escape":
        return None
    return Refusal("detect.escape", f"Only people in the hex that was heard escape, and only to a {words(g).camp}.")


def abandon_gear(g: RG, f: Escape) -> None:
    """What those who fled leave behind is eliminated, as far as no team is left to carry it."""
    if not team_at(g, f.where):
        nobody_left(g, f.where, "detect.escape-gear")
        g.leave()
        call_off(g)
        return
    too_many = excess_gear(g, f.where, [*teams_at(g, f.where), *leaders_at(g, f.where)])
    if too_many:
        g.call(GearLoss(where=f.where, count=too_many, key="detect.escape-gear"))


def heard(g: RG, f: Escape) -> None:
    detect(g, f.where, "noise.heard")


# ---- arrivals ------------------------------------------------------------------------------------


def arrive(g: RG, f: Arrivals) -> None:
    """A die says how many, a draw says who, two dice say where: counted from the detected hex."""
    number = min(g.roll(D6, "arrivals", "arrive.number"), len(g.s.enemy_cup))
    drawn = [g.draw(g.s.enemy_cup, "enemy", "arrive.draw") for _ in range(number)]  # all before the first is placed
    for enemy in drawn:
        g.reveal()  # rule: arrive.known
        g.next_deed()
        direction = g.roll(D6, "direction", "arrive.direction") - 1
        distance = g.roll(policy(g).distance_die(), "distance", "arrive.scatter")
        land(
            g,
            enemy,
            field(g).grid.walk(f.where, direction, distance, policy(g).off_map()),
            drift(g, f, direction, distance),
        )
    call_off(g)


def drift(g: RG, f: Arrivals, direction: int, distance: int) -> Drift:
    """How the dice led an enemy to where it lands, for whoever watches, where the edge of the map turns it back."""
    if g.heard is None or policy(g).off_map() != Edge.REFLECT:
        return [], False
    grid = field(g).grid
    turned = grid.walk(f.where, direction, distance, Edge.LEAVE) < 0
    return grid.course(f.where, direction, distance, Edge.REFLECT), turned


Drift = tuple[list[HexId], bool]
"""The hexes on the way, and whether the edge of the map turned it back."""


def land(g: RG, enemy: PieceId, h: HexId, drifted: Drift) -> None:
    """An enemy appears in a hex."""
    s, (over, turned) = g.s, drifted
    s.hunters.append(enemy)
    s.at[enemy] = h
    moves = [Trace(enemy, over)] if len(over) > 1 else []
    if not policy(g).lands(g, enemy, h):
        g.tell(*policy(g).no_landing(g, enemy, h), enemy, h, moves=moves)  # rule: arrive.all-water
        remove_enemy(g, enemy)
        return
    back = ", turned back at the edge of the map" if turned else ""
    g.tell("arrive.scatter", f"{{0:token}} appears{back}.", enemy, at=h, moves=moves)
    if not team_at(g, h):  # rule: arrive.on-team
        overrun(g, h, enemy, placed=True)
    elif not camp_at(g, h):  # rule: arrive.on-team-detects: by an event of its own
        s.events += 1
        for team in teams_at(g, h):
            s.event[team] = s.events
            g.tell("arrive.on-team-detects", "{0:token} is detected.", team, weight="blow", at=h)


# ---- gear that must go, by the player's choice ----------------------------------------------------


def ask_loss(g: RG, f: GearLoss) -> Ask:
    there = policy(g).losable(g, f.where, f.key)
    return Ask(f"Choose gear to lose: {f.count} more.", f.key, [Group(PLAYER, "lose", (), there)], "many", 1, f.count)


def take_loss(g: RG, f: GearLoss, seat: Seat, option: Option) -> Next:
    eliminate(g, int(option[1]), f.key)
    f.count -= 1
    left = f.count > 0 and any(g.s.at[t] == f.where for t in g.kit.gear)
    return STAY if left else NEXT


def gone_already(g: RG, where: HexId) -> None:
    """A piece used up where gear has to go (after an escape) is one that nobody has to leave any more."""
    loss = g.s.stack[-1]
    if isinstance(loss, GearLoss) and loss.where == where:
        loss.count -= 1
        if not loss.count:
            g.leave()


def refuse_loss(g: RG, f: GearLoss, seat: Seat, option: Option) -> Refusal | None:
    if option[0] != "lose":
        return None
    return Refusal(f.key, f"The {piece(g, int(option[1])).name} is not gear that has to go there.")
