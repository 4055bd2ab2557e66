"""1: the mission is chosen and laid out, and the team is bought."""

from __future__ import annotations

from sandtable.games.warfighter.frames import Purchase, Whole
from sandtable.games.warfighter.pieces import Kit
from sandtable.games.warfighter.position import MISSION_CARD, NOTHING, OBJECTIVE_CARD, Sortie
from sandtable.games.warfighter.state import SG, objective_space
from sandtable.kernel.flow import NEXT, Next
from sandtable.kernel.game import Setup as TableSetup
from sandtable.kernel.options import Ask, Group, Option, Seat
from sandtable.kernel.switches import chosen


def blank(kit: Kit, setup: TableSetup) -> Sortie:
    """The position before anything is chosen; the scenario is the Mission."""
    s = Sortie(mission=kit.mission_ids.index(setup.scenario), seats=setup.seats)
    s.rules = chosen(type(s.rules), setup.options)
    s.path = [NOTHING] * kit.spaces
    s.path[0] = MISSION_CARD
    s.dropped = [[0] * len(kit.ammunition) for _ in range(kit.spaces)]
    s.discards = [0] * len(kit.cards)
    s.deck = [[0] * len(kit.cards)]
    s.threats = [0] * len(kit.threats)
    s.spent = [0] * len(kit.threats)
    s.deck_shown = [everybody_knows(s)]
    return s


def everybody_knows(s: Sortie) -> int:
    """Who can tell what is left in the Action deck: all, if they see all hands."""
    return (1 << s.seats) - 1 if s.rules.hands == "open" or s.seats == 1 else 0


def region(s: Sortie, kit: Kit) -> str:
    return kit.missions[s.mission].region


def draw_mission(g: SG, f: Whole) -> None:
    """A Mission of the region by chance (30.3)."""
    s, kit = g.s, g.kit
    if s.rules.random_mission:
        here = [n for n, row in enumerate(kit.missions) if row.region == region(s, kit)]
        s.mission = g.draw(here, "mission", "option.random-mission")
        g.reveal()
    g.tell("setup.mission", f"The Mission: {kit.missions[s.mission].title}.", weight="part")


def foes(s: Sortie, kit: Kit) -> list[int]:
    return [number for number, row in enumerate(kit.types) if row.region == region(s, kit)]


def ask_foe(g: SG, f: Whole) -> Ask:
    """One type of Hostiles of the region (1.1)."""
    return Ask("Against whom?", "setup.hostiles", [Group(0, "against", (), foes(g.s, g.kit))])


def take_foe(g: SG, f: Whole, seat: Seat, option: Option) -> Next:
    s = g.s
    s.foe = int(option[1])
    g.tell("setup.hostiles", f"Against: {g.kit.types[s.foe].name}.")
    return NEXT


def ask_report(g: SG, f: Whole) -> Ask:
    """One Situation Report, or none (6.1)."""
    groups = [Group(0, "no-report")]
    if reports := affordable_reports(g.s, g.kit):
        groups.append(Group(0, "report", (), reports))
    return Ask("A Situation Report?", "report.one", groups)


def affordable_reports(s: Sortie, kit: Kit) -> list[int]:
    """Those that leave Resources for a Player Soldier."""
    mission = kit.missions[s.mission]
    least = min(soldier.cost for soldier in kit.soldiers if soldier.kind == "player")
    return [
        number
        for number, row in enumerate(kit.reports)
        if mission.resources + (row.gain - row.pay) * (mission.space if row.per_space else 1) >= least
    ]


def take_report(g: SG, f: Whole, seat: Seat, option: Option) -> Next:
    s = g.s
    if option[0] == "report":
        s.report = int(option[1])
        g.tell("report.one", f"Situation Report: {g.kit.reports[s.report].title}.")
    return NEXT


def objectives(s: Sortie, kit: Kit) -> list[int]:
    return [number for number, row in enumerate(kit.objectives) if row.region == region(s, kit)]


def ask_objective(g: SG, f: Whole) -> Ask:
    s, kit = g.s, g.kit
    if s.rules.random_mission:
        return Ask("The Objective is drawn.", "option.random-mission", [Group(0, "go-on")])
    return Ask("Which Objective?", "setup.objective", [Group(0, "aim-at", (), objectives(s, kit))])


def take_objective(g: SG, f: Whole, seat: Seat, option: Option) -> Next:
    s, kit = g.s, g.kit
    if option[0] == "go-on":
        s.objective = g.draw(objectives(s, kit), "objective", "option.random-mission")
        g.reveal()
    else:
        s.objective = int(option[1])
    g.tell("setup.objective", f"The Objective: {kit.objectives[s.objective].title}.")
    return NEXT


def lay_out(g: SG, f: Whole) -> None:
    """The Objective on its space, inactive; the clock; decks of this region only (1.2)."""
    s, kit = g.s, g.kit
    s.path[objective_space(s, kit)] = OBJECTIVE_CARD
    s.inactive = True  # rule: setup.objective-space setup.inactive
    s.kills = [0] * len(kit.objectives[s.objective].targets)
    s.clock = kit.missions[s.mission].time  # rule: setup.clock
    s.threats = kit.threats_of(s.foe)
    s.deck = [kit.deck_of(region(s, kit))]  # rule: setup.decks


def buy(g: SG, f: Whole) -> None:
    g.call(Purchase())
