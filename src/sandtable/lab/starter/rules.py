"""The rules, in the order of play. Read them beside rules.yaml; code cites the rule it carries out.

A *deed* does something and goes on. A *question* has three functions: `ask_` lists the legal answers, `take_` applies
one of them, `refuse_` says why something else is not legal.
"""

from sandtable.kernel.chance import D6
from sandtable.kernel.flow import NEXT, STAY, Next, Procedures, deed, procedure, question
from sandtable.kernel.options import Ask, Group, Option, Refusal, Seat
from sandtable.kernel.view import Outcome, Trace
from sandtable.lab.starter.state import CG, COURIER, Ambush, Hour, Ride, last_hour

FIGHTS_THROUGH = 4
"""On this roll and above nothing is lost."""

# ---- 1. the hours ----------------------------------------------------------------------------------


def pack_the_letters(g: CG, f: Ride) -> None:
    g.s.letters = g.kit.letters  # rule: setup.letters


def each_hour(g: CG, f: Ride) -> Next:
    if g.s.hour >= last_hour(g.s, g.kit):  # rule: hour.moonlight
        g.end(Outcome("Caught by the night", [0], rule="end.night"))
    g.s.hour += 1
    g.call(Hour())
    return STAY


# ---- 2. riding -------------------------------------------------------------------------------------


def ask_way(g: CG, f: Hour) -> Ask:
    near = g.kit.map.neighbours[g.s.at]
    risky = [town for town in near if g.kit.danger[g.s.at, town]]
    quiet = [town for town in near if not g.kit.danger[g.s.at, town]]
    groups = [Group(0, "wait")]
    if quiet:
        groups.append(Group(0, "ride", (), quiet))
    if risky:
        groups.append(Group(0, "ride", (), risky, "there may be an ambush", risky=True))
    return Ask("Where do you ride?", "ride.way", groups)


def take_way(g: CG, f: Hour, seat: Seat, option: Option) -> Next:
    if option[0] == "wait":
        return NEXT
    came_from, town = g.s.at, int(option[1])
    g.s.at = town
    g.tell("ride.way", "The courier rides to {0:space}.", town, moves=[Trace(COURIER, [came_from, town])])
    danger = g.kit.danger[came_from, town]
    if danger and g.roll(D6, "trail", "ride.trail") <= danger:
        g.call(Ambush())
    return NEXT


def refuse_way(g: CG, f: Hour, seat: Seat, option: Option) -> Refusal | None:
    if option[0] == "ride":
        return Refusal("ride.way", "In one hour you reach a neighbouring town.")
    return None


def arrive(g: CG, f: Hour) -> None:
    if g.s.at == g.kit.fort:
        g.tell("end.fort", "The courier reaches the fort.", weight="gain")
        g.end(Outcome("Delivered", [g.s.letters], 0, "end.fort"))


def spur(g: CG, seat: Seat) -> list[Group]:
    """At any time but in an ambush, once: see `StarterGame.standing`."""
    late = g.s.hour >= last_hour(g.s, g.kit)
    return [] if g.s.spurred or late else [Group(seat, "spur")]  # rule: spur.once


def take_spur(g: CG) -> None:
    g.s.spurred = True
    g.tell("spur.once", "The courier spurs his horse: he has an hour more.")


# ---- 3. ambushes -----------------------------------------------------------------------------------


def ask_ambush(g: CG, f: Ambush) -> Ask:
    answers = [Group(0, "fight", risky=True), Group(0, "give")]
    return Ask("An ambush! Fight, or give them a letter?", "ambush.fight", answers)


def take_ambush(g: CG, f: Ambush, seat: Seat, option: Option) -> Next:
    if option[0] == "fight" and g.roll(D6, "fight", "ambush.fight") >= FIGHTS_THROUGH:
        g.tell("ambush.fight", "He fights his way through.")
        return NEXT
    g.s.letters -= 1
    g.s.lost += 1
    g.tell("ambush.give", "A letter is lost.", weight="blow")
    if not g.s.letters:
        g.end(Outcome("Nothing left to bring", [0], rule="end.lost"))
    return NEXT


# ---- the sequence of play --------------------------------------------------------------------------

PROCEDURES = Procedures(
    procedure("ride", Ride, deed(pack_the_letters), deed(each_hour)),
    procedure(
        "hour",
        Hour,
        question("way", ask_way, take_way, refuse_way),
        deed(arrive),
        level="turn",  # a player can take back to the beginning of an hour
        crumb=lambda g, frame, seat: f"Hour {g.s.hour}",
    ),
    procedure(
        "ambush",
        Ambush,
        question("ambush", ask_ambush, take_ambush),
        closed=True,  # nobody spurs his horse in the middle of an ambush
        title="Ambush",
    ),
)
