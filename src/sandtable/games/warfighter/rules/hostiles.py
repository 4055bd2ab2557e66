"""23: the Hostile Turn: reinforcements, Inspire, attacks, closing in, Suppress off, the clock."""

from __future__ import annotations

from sandtable.games.warfighter.frames import Fill, HostileAttack, HostileTurn
from sandtable.games.warfighter.pieces import HostileId, Kit, SpaceId
from sandtable.games.warfighter.rules.ending import judge, out_of_time
from sandtable.games.warfighter.rules.strikes import can_attack
from sandtable.games.warfighter.state import (
    GONE,
    NOBODY,
    SG,
    Sortie,
    active,
    card_in,
    hostile_row,
    hostiles,
    is_open,
    people,
    soldiers_at,
)
from sandtable.kernel.flow import NEXT, STAY, Next
from sandtable.kernel.options import Ask, Group, Option, Refusal, Seat


def begin_hostile_turn(g: SG, f: HostileTurn) -> None:
    g.tell("hostiles.turn", "Hostile Turn.", weight="phase")
    f.left = reinforced(g.s, g.kit)


# ---- reinforcements ---------------------------------------------------------------------------------


def reinforced(s: Sortie, kit: Kit) -> list[SpaceId]:
    """The Locations that draw: with a Soldier, or always; those that say None never do (23.1)."""
    found = []
    for space in range(len(s.path)):
        card = card_in(s, kit, space)
        if card is None or not is_open(s, space) or not card.reinforce:
            continue  # rule: reinforce.none
        if soldiers_at(s, space) or getattr(card, "always", False):
            found.append(space)  # rule: reinforce.occupied reinforce.always
    return found


def ask_draw(g: SG, f: HostileTurn) -> Ask:
    """The order of the draws is the team's: a choice between equals (C29, C47)."""
    seat = people(g.s)[0]
    if not f.left:
        return Ask("No reinforcements.", "reinforce.draw", [Group(seat, "go-on")])
    groups = [Group(seat, "draw-for", (), f.left[:])]
    return Ask("Where is a reinforcement drawn first?", "reinforce.order", groups, equal="Hostiles")


def take_draw(g: SG, f: HostileTurn, seat: Seat, option: Option) -> Next:
    s, kit = g.s, g.kit
    if option[0] == "go-on":
        f.calling = callers(s, kit)
        return NEXT
    space = int(option[1])
    f.left.remove(space)
    card = card_in(s, kit, space)
    assert card is not None
    g.call(Fill(space=space, more=1, reinforce=list(card.reinforce)))  # rule: reinforce.value
    return STAY


def callers(s: Sortie, kit: Kit) -> list[HostileId]:
    """Hostile cards that bring one more each: not those that came as reinforcements in this turn (23.3)."""
    return [
        hostile
        for hostile in hostiles(s)
        if hostile_row(s, kit, hostile).reinforce and active(s, kit, hostile) > 0 and s.arrived[hostile] != s.turn
    ]  # rule: reinforce.hostile reinforce.not-new


def call_more(g: SG, f: HostileTurn) -> Next:
    s, kit = g.s, g.kit
    if not f.calling:
        return NEXT
    hostile = f.calling.pop(0)
    if s.at[hostile] != GONE:
        g.call(Fill(space=s.at[hostile], more=1, reinforce=list(hostile_row(s, kit, hostile).reinforce)))
    return STAY


# ---- attacks ----------------------------------------------------------------------------------------


def inspire(g: SG, f: HostileTurn) -> None:
    """Each active leader takes a Suppress off every card (23.4, C55)."""
    s, kit = g.s, g.kit
    leaders = [h for h in hostiles(s) if hostile_row(s, kit, h).inspire and active(s, kit, h) > 0]
    for hostile in hostiles(s):
        off = min(len(leaders), s.pinned[hostile])
        if off:
            s.pinned[hostile] -= off
            g.tell("hostile.inspire", "{0:hostile} loses a Suppress.", hostile)
    f.left = hostiles(s)


def ask_attacker(g: SG, f: HostileTurn) -> Ask:
    """The order of the attacks is the team's, too; who has attacked does not attack again (C65)."""
    s, kit = g.s, g.kit
    seat = people(s)[0]
    ready = [hostile for hostile in f.left if can_attack(s, kit, hostile)]
    if not ready:
        return Ask("No attacks.", "hostile.attack", [Group(seat, "go-on")])
    groups = [Group(seat, "attacker", (), ready, risky=True)]
    return Ask("Which Hostile attacks next?", "hostile.order", groups, equal="Hostiles")


def take_attacker(g: SG, f: HostileTurn, seat: Seat, option: Option) -> Next:
    if option[0] == "go-on":
        return NEXT
    f.left.remove(int(option[1]))
    g.call(HostileAttack(hostile=int(option[1])))
    return STAY


def refuse_attacker(g: SG, f: HostileTurn, seat: Seat, option: Option) -> Refusal | None:
    return Refusal("hostile.range", "It has attacked, or cannot.") if option[0] == "attacker" else None


# ---- the rest of the turn ---------------------------------------------------------------------------


def close_in(g: SG, f: HostileTurn) -> None:
    """Cards out of range and without any Suppress move one space towards their target (23.5)."""
    s, kit = g.s, g.kit
    for hostile in hostiles(s):
        target = s.target[hostile]
        if target == NOBODY or s.place[target] == GONE or s.pinned[hostile]:
            continue  # rule: close.suppressed
        away = s.place[target] - s.at[hostile]
        if abs(away) > hostile_row(s, kit, hostile).reach:
            s.at[hostile] += 1 if away > 0 else -1  # rule: close.move close.hinders
            g.tell("close.move", "{0:hostile} closes in to {1:space}.", hostile, s.at[hostile])
    judge(g)


def calm_down(g: SG, f: HostileTurn) -> None:
    """One Suppress off each Hostile card (23.6)."""
    s = g.s
    for hostile in hostiles(s):
        if s.pinned[hostile]:
            s.pinned[hostile] -= 1  # rule: hostiles.suppress-off
            g.tell("hostiles.suppress-off", "{0:hostile} loses a Suppress.", hostile)


def turns_left(s: Sortie) -> str:
    return f"{s.clock} turns are left." if s.clock > 1 else "It is the last turn."


def advance_clock(g: SG, f: HostileTurn) -> None:
    s = g.s
    s.clock -= 1  # rule: hostiles.clock
    if s.clock < 1:
        out_of_time(g)
    g.tell("hostiles.clock", turns_left(s))
