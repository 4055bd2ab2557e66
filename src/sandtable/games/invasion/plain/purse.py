"""What morale is spent on before Operations: recruits, Political Warfare, and what markers offer."""

from __future__ import annotations

from sandtable.games.invasion import cards
from sandtable.games.invasion.frames import Coup, Enlist, Look, PolWar, Recruit
from sandtable.games.invasion.pieces import COMMUNIST, RESISTANCE, SIXTHS, Kit
from sandtable.games.invasion.plain.judgement import Worth, passes, purse, wants_lead
from sandtable.games.invasion.plain.operations import offers
from sandtable.games.invasion.rows import Subversion
from sandtable.games.invasion.rules.markers import soviet_divisions
from sandtable.games.invasion.rules.polwar import strength_of
from sandtable.games.invasion.rules.recruiting import refitted
from sandtable.games.invasion.state import POOL, WG, War, agents_in_hand
from sandtable.kernel.options import Option

KEPT = 3
"""So many points beyond the reserve stay for Operations."""
PAYS = 1.3
"""So many times its price a Subversion marker must bring to be bought in any year."""
LOW = 5
"""From here on down Subversion may end the Resistance."""
WISHES = ("soviet-airstrike", "helicopter", "dra-airstrike")
"""Air units fight without a Reaction: they are bought first."""
FLEET = 7
"""With so many of them, units that take ground come first."""
COLUMNS = ("combined-arms-brigade", "mech-division", "air-assault-brigade", "commando-brigade")
"""Who takes towns."""
FIELD = 10
"""So many of these are enough."""
GARRISONS = ("dra-security", "dra-militia")
"""What fills up a point that is begun."""
FREE = (
    "helicopter",
    "soviet-airstrike",
    "sof-brigade",
    "combined-arms-brigade",
    "mech-division",
    "air-assault-brigade",
)
"""What markers are asked for."""


# ---- recruits ---------------------------------------------------------------------------------------


def recruit(g: WG, f: Recruit) -> Option:
    s, kit = g.s, g.kit
    offered = offers(g)
    if f.sixths % SIXTHS:
        return garrison(g, offered, SIXTHS - f.sixths % SIXTHS) or ("done",)
    left = purse(s, kit) - KEPT
    if left <= 0:
        return ("done",)
    if agent := paying_agent(g, offered):
        return agent
    worn = [nation for nation in range(2) if len(refitted(s, kit, nation)) >= 2 and ("refit", nation) in offered]
    if worn:
        return ("refit", worn[0])
    if kit.scenarios[s.scenario].last == s.year and left <= 2:
        return garrison(g, offered, SIXTHS) or ("done",)
    air = sum(s.at[unit] != POOL for unit in kit.air)
    found = (column(g, offered) if air >= FLEET else None) or aircraft(g, offered) or column(g, offered)
    return found or garrison(g, offered, SIXTHS) or ("done",)


def aircraft(g: WG, offered: list[Option]) -> Option | None:
    for row in WISHES:
        for option in offered:
            if option[0] == "buy-air" and g.kit.type_ids[g.kit.kind[int(option[1])]] == row:
                return option
    return None


def column(g: WG, offered: list[Option]) -> Option | None:
    """A unit that goes out and takes ground, from where fewest stand; there is no time for it in the last year."""
    kit, s = g.kit, g.s
    rows = [kit.type_of[row] for row in COLUMNS]
    out = sum(s.at[unit] != POOL for unit in kit.ground if kit.kind[unit] in rows)
    if kit.scenarios[s.scenario].last == s.year or out >= FIELD:
        return None
    for kind in rows:
        found = [option for option in offered if option[0] == "buy" and kit.kind[int(option[1])] == kind]
        if found:
            return min(found, key=lambda option: s.at.count(int(option[2])))
    return None


def garrison(g: WG, offered: list[Option], sixths: int) -> Option | None:
    """A cheap unit for the town that is worth most and has fewest."""
    kit, s = g.kit, g.s
    worth = Worth(s, kit)
    found = [
        option
        for option in offered
        if option[0] == "buy"
        and kit.type_ids[kit.kind[int(option[1])]] in GARRISONS
        and kit.price[kit.kind[int(option[1])]] <= sixths
    ]
    return max(
        found,
        key=lambda option: worth.kept(int(option[2])) - s.at.count(int(option[2])),
        default=None,
    )


def paying_agent(g: WG, offered: list[Option]) -> Option | None:
    """The strongest Subversion marker: one that brings clearly more than it costs, and any when points are wanted."""
    s, kit = g.s, g.kit
    least = 0.0 if wants_agents(s, kit) else PAYS * kit.agent_price / SIXTHS
    found = [option for option in offered if option[0] == "buy-agent" and brings(kit.agents[int(option[1])]) > least]
    return max(found, key=lambda option: kit.agents[int(option[1])].strength, default=None)


def brings(agent: Subversion) -> float:
    """Points of morale, on average: its die, if that does not exceed its strength."""
    return sum(range(1, agent.strength + 1)) / 6


def wants_agents(s: War, kit: Kit) -> bool:
    """When the Resistance is low, or what is left in the last year does nothing else."""
    return s.morale[RESISTANCE] <= LOW or (kit.scenarios[s.scenario].last == s.year and not wants_lead(s, kit))


def enlist(g: WG, f: Enlist) -> Option:
    """A free unit: by preference, and where most is at stake."""
    kit, s = g.kit, g.s
    worth = Worth(s, kit)

    def liking(option: Option) -> tuple[int, float]:
        row = kit.type_ids[kit.kind[int(option[1])]]
        rank = FREE.index(row) if row in FREE else len(FREE)
        return -rank, worth.kept(int(option[2])) - s.at.count(int(option[2])) if len(option) > 2 else 0.0

    return max(offers(g), key=liking)


def strongest_agent(g: WG, f: object) -> Option:
    return max(offers(g), key=lambda option: g.kit.agents[int(option[1])].strength)


def look(g: WG, f: Look) -> Option:
    worth = Worth(g.s, g.kit)
    return max(offers(g), key=lambda option: worth.of(int(option[1])))


# ---- Political Warfare ------------------------------------------------------------------------------


def political_warfare(g: WG, f: PolWar) -> Option:
    s, kit = g.s, g.kit
    for option in offers(g):
        if option[0] == "play" and worth_playing(s, kit, int(option[1])):
            return option
    agents = [agent for agent in agents_in_hand(s, kit) if strength_of(s, kit, agent) >= 2 or s.morale[RESISTANCE] <= 3]
    if agents:
        return ("agitate", max(agents, key=lambda agent: strength_of(s, kit, agent)))
    return ("done",)


def worth_playing(s: War, kit: Kit, marker: int) -> bool:
    """Whether a marker of this phase promises more than it costs."""
    for number in kit.does[kit.marker[marker]]:
        effect = kit.effects[number]
        if isinstance(effect, cards.Check):
            index = s.morale[COMMUNIST]
            return passes(index) >= 0.4 and index > kit.n.lowest + 2
        if isinstance(effect, cards.Withdrawal):
            return soviet_divisions(s, kit) == 0
        if isinstance(effect, cards.Boldness):
            return sum(strength_of(s, kit, agent) + 1 for agent in agents_in_hand(s, kit)) > SIXTHS
    return False


def coup(g: WG, f: Coup) -> Option:
    """What ends the game; else our own index while it is low, then theirs."""
    s, kit = g.s, g.kit
    if s.morale[RESISTANCE] - f.die <= kit.n.lowest:
        return ("demoralize",)
    return ("rouse",) if s.morale[COMMUNIST] + f.die <= 9 else ("demoralize",)
