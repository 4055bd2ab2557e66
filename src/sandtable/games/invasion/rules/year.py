"""7.0, 21.0: the phases of a year; the Counteroffensive; Admin; victory judged."""

from __future__ import annotations

from sandtable.boards.paths import bits
from sandtable.games.invasion import cards
from sandtable.games.invasion.frames import (
    Admin,
    Battle,
    Campaign,
    Counteroffensive,
    Draws,
    Operations,
    PolWar,
    Recruit,
    Resolve,
    Uprising,
    Year,
)
from sandtable.games.invasion.pieces import COMMUNIST, RESISTANCE, Kit
from sandtable.games.invasion.rules import events, morale
from sandtable.games.invasion.rules.counters import (
    draw_counters,
    place,
    place_at_random,
    random_zone,
    turn_down,
    turn_up_in,
)
from sandtable.games.invasion.rules.hand import event_key
from sandtable.games.invasion.rules.victory import judge
from sandtable.games.invasion.state import (
    AVAILABLE,
    IN_BIN,
    IN_PLAY,
    PLAYER,
    POOL,
    USED,
    WG,
    War,
    held,
    markers_at,
    occupied,
    resisted,
)
from sandtable.kernel.flow import NEXT, STAY, Next
from sandtable.kernel.options import Ask, Group, Option, Seat

FIGURES = 5


def figures(s: War, kit: Kit) -> list[int]:
    """Both indexes, the spaces that the Communists control as bits, and how many of either side are on the map."""
    on_map = sum(at >= 0 for at in s.at)
    return [*s.morale, held(s, kit), on_map, sum(lies >= 0 for lies in s.lies)]


def each_year(g: WG, f: Campaign) -> Next:
    """The first year may begin with Operations (28.3)."""
    s = g.s
    scenario = g.kit.scenarios[s.scenario]
    begins = s.year == 0
    s.year = scenario.first if begins else s.year + 1  # rule: year.turn
    s.barred = s.played = 0
    s.began = [*s.began[-FIGURES:], *figures(s, g.kit)]
    g.tell("year.turn", "The year {0}.", str(s.year), weight="turn")
    if begins and g.kit.setups[scenario.setup].operations_first:
        g.call(Year(step="operations"))  # rule: scenario.first-turn
    else:
        g.call(Year())
    return STAY


def control_check(g: WG, f: Year) -> None:
    g.tell("year.control-check", "Control Check.", weight="phase")
    morale.control_check(g)


def communist_markers(g: WG, f: Year) -> None:
    g.call(Draws(side=COMMUNIST))


def communist_recruits(g: WG, f: Year) -> None:
    g.call(Recruit())


def resistance_markers(g: WG, f: Year) -> None:
    g.call(Draws(side=RESISTANCE))


def resistance_recruits(g: WG, f: Year) -> None:
    g.call(Uprising())


def uprise(g: WG, f: Uprising) -> None:
    """As many counters as the morale of now says, each for a random zone; no battle follows (7.2-3b)."""
    number = g.kit.levels[g.s.morale[RESISTANCE]].recruits
    text = "The Resistance recruits {0}."
    g.tell("year.resistance-recruits", text, str(number), counts={"recruits": number}, weight="phase")
    place_at_random(g, draw_counters(g, number), "year.resistance-recruits")


def political_warfare(g: WG, f: Year) -> None:
    g.call(PolWar())


def operations(g: WG, f: Year) -> None:
    g.call(Operations())


def dra_morale(g: WG, f: Year) -> None:
    g.tell("year.dra-morale", "DRA Morale.", weight="phase")
    if not morale.check(g, COMMUNIST, "dra-check", "year.dra-morale"):
        morale.desertion(g)


def counteroffensive(g: WG, f: Year) -> None:
    g.call(Counteroffensive())


def admin(g: WG, f: Year) -> None:
    g.call(Admin())


# ---- Counteroffensive -------------------------------------------------------------------------------


def launch(g: WG, f: Counteroffensive) -> None:
    """Passed: counters beside Communists are revealed and attack. Failed: one random zone is given up."""
    s = g.s
    g.tell("year.counteroffensive", "Resistance Counteroffensive.", weight="phase")
    if morale.check(g, RESISTANCE, "counteroffensive", "year.counteroffensive"):
        f.left = shared(s, g.kit)
        for space in bits(f.left):
            turn_up_in(g, space, "counter.reveal")
    elif s.rules.failed_counteroffensive == "removes":
        events.disperse(g, "year.counteroffensive")


def shared(s: War, kit: Kit) -> int:
    """Spaces with units of both sides."""
    return occupied(s, kit) & resisted(s)


def ask_next_attack(g: WG, f: Counteroffensive) -> Ask:
    left = list(bits(f.left & shared(g.s, g.kit)))
    groups = [Group(PLAYER, "battle", (), left)] if left else [Group(PLAYER, "go-on")]
    return Ask("Where does the Resistance attack next?", "counter.order", groups)


def take_next_attack(g: WG, f: Counteroffensive, seat: Seat, option: Option) -> Next:
    if option[0] == "go-on":
        return NEXT
    space = int(option[1])
    f.left &= ~(1 << space)
    g.call(Battle(step="reveal", space=space, attacker=RESISTANCE))  # rule: counter.attack
    return STAY


# ---- Admin ------------------------------------------------------------------------------------------


def find_due(g: WG, f: Admin) -> None:
    g.tell("year.admin-events", "Admin.", weight="phase")
    f.due = sum(1 << marker for marker in markers_at(g.s, IN_PLAY) if due_effects(g.kit, marker))


def due_effects(kit: Kit, marker: int) -> list[int]:
    """What a marker has put off until Admin."""
    numbers = kit.does[kit.marker[marker]]
    later = [kit.branches[number]["effects"] for number in numbers if isinstance(kit.effects[number], cards.Admin)]
    return [number for effects in later for number in effects]


def ask_due(g: WG, f: Admin) -> Ask:
    due = list(bits(f.due))
    groups = [Group(PLAYER, "due", (), due)] if due else [Group(PLAYER, "go-on")]
    return Ask("Which marker comes first?", "year.admin-events", groups)


def take_due(g: WG, f: Admin, seat: Seat, option: Option) -> Next:
    if option[0] == "go-on":
        return NEXT
    marker = int(option[1])
    f.due &= ~(1 << marker)
    g.tell(event_key(g.kit, marker), "{0:card} is due.", marker)
    g.call(Resolve(marker=marker, todo=due_effects(g.kit, marker)))
    return STAY


def air_returns(g: WG, f: Admin) -> None:
    s = g.s
    for unit in g.kit.air:
        if s.at[unit] == USED:
            s.at[unit] = AVAILABLE  # rule: year.admin-air


def areas_recover(g: WG, f: Admin) -> None:
    """Agents that lie in areas go back to the pool, and the areas give support again (23.3)."""
    s = g.s
    s.silenced = 0
    for agent in g.kit.ours:
        if s.agent_at[agent] >= 0:
            s.agent_at[agent] = POOL


def conceal(g: WG, f: Admin) -> None:
    turn_down(g)  # rule: year.admin-conceal fog.down


def exfiltrate(g: WG, f: Admin) -> None:
    """Counters in Pakistan and Iran come into the country (7.2-8d, 24.7)."""
    s = g.s
    for slot, lies in enumerate(s.lies):
        if lies >= 0 and g.kit.abroad >> lies & 1:
            place(g, slot, random_zone(g), "border.exfiltration")  # rule: year.admin-exfiltrate


def markers_return(g: WG, f: Admin) -> None:
    s, kit = g.s, g.kit
    for marker in markers_at(s, IN_PLAY):
        if kit.marker_kinds[kit.marker[marker]].after == "year-end":
            s.marker_at[marker] = IN_BIN
            g.tell("marker.return", "{0:card} goes back to its bin.", marker)


def end_year(g: WG, f: Admin) -> None:
    if g.s.year >= g.kit.scenarios[g.s.scenario].last:
        judge(g)  # rule: year.admin-end
