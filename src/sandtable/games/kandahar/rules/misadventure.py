"""17.0: a mission that may go wrong."""

from __future__ import annotations

from sandtable.games.kandahar.frames import Attempt
from sandtable.games.kandahar.state import chosen, own
from sandtable.games.raids.frames import FriendlyMovement
from sandtable.games.raids.rules import movement
from sandtable.games.raids.rules.missions import accomplish, ready_for_mission
from sandtable.games.raids.rules.weapons import attack_value
from sandtable.games.raids.state import PLAYER, RG
from sandtable.kernel.chance import D6
from sandtable.kernel.flow import STAY, Next
from sandtable.kernel.options import Ask, Group, Option, Refusal, Seat
from sandtable.kernel.story import Contender, Contest


def try_mission(g: RG) -> bool:
    """Whether the mission has to be tried, which is done once a turn."""
    if not chosen(g).misadventure:
        return False
    if not own(g).attempted:
        g.call(Attempt())
    return True


def succeeds(face: int, total: int) -> bool:
    """A die times ten below the attack value of everything in the hex."""
    return face * 10 < total


def attempt(g: RG, f: Attempt) -> None:
    own(g).attempted = True
    face = g.roll(D6, "misadventure", "misadventure.roll")
    where = g.s.at[g.s.mission]
    total = attack_value(g, where)
    good = succeeds(face, total)
    against = [Contender("our attack value", total, side="friend"), Contender("the die", face * 10, [face], D6, 10)]
    contest = Contest(against, int(not good), total == face * 10)
    if good:
        told = "The attempt succeeds: {1} against {0}."
        g.tell("misadventure.roll", told, face * 10, total, at=where, contest=contest)
        accomplish(g, "misadventure.success")
    else:
        told = "{0} against {1}: the mission is not accomplished."
        g.tell("misadventure.failure", told, face * 10, total, weight="blow", at=where, contest=contest)


# ---- trying again, in the Friendly Movement Phase -------------------------------------------------


def ask_stack(g: RG, f: FriendlyMovement) -> Ask:
    ask, options = movement.ask_stack(g, f), chosen(g)
    if options.misadventure and not own(g).attempted and ready_for_mission(g):
        ask.groups.append(Group(PLAYER, "attempt", risky=True))
    return ask


def take_stack(g: RG, f: FriendlyMovement, seat: Seat, option: Option) -> Next:
    if option[0] != "attempt":
        return movement.take_stack(g, f, seat, option)
    g.call(Attempt())
    return STAY


def refuse_stack(g: RG, f: FriendlyMovement, seat: Seat, option: Option) -> Refusal | None:
    if option[0] == "attempt":
        return Refusal("misadventure.retry", "The mission is tried once a turn, by a team with the gear in its hex.")
    return movement.refuse_stack(g, f, seat, option)
