"""5.0, 28.0: both sides are set up; what the player may choose is asked for, with a default beside it."""

from __future__ import annotations

from sandtable.games.invasion import cards
from sandtable.games.invasion.frames import Campaign, Deploy
from sandtable.games.invasion.pieces import RESISTANCE, Kit, SpaceId, UnitId
from sandtable.games.invasion.rows import Choice, Setup
from sandtable.games.invasion.rules.counters import draw_counters, place, random_zone
from sandtable.games.invasion.rules.morale import to_pool
from sandtable.games.invasion.rules.recruiting import call_agents
from sandtable.games.invasion.state import (
    ASIDE,
    AVAILABLE,
    HAND,
    IN_BIN,
    IN_PLAY,
    NOWHERE,
    PLAYER,
    POOL,
    RECRUIT_BIN,
    WG,
    War,
    units_in,
)
from sandtable.kernel.chance import D6
from sandtable.kernel.flow import NEXT, STAY, Next
from sandtable.kernel.game import Setup as TableSetup
from sandtable.kernel.options import Ask, Group, Option, Refusal, Seat
from sandtable.kernel.switches import chosen


def blank(kit: Kit, setup: TableSetup) -> War:
    """The position before anything is placed."""
    s = War(
        at=[POOL] * len(kit.kind),
        lies=[NOWHERE] * kit.slots,
        identity=[kit.resistance[0]] * kit.slots,
        known=[0] * kit.slots,
        marker_at=[IN_BIN] * len(kit.marker),
        agent_at=[POOL if agent.side == "communist" else ASIDE for agent in kit.agents],
        scenario=setup.scenario,
    )
    s.rules = chosen(type(s.rules), setup.options)
    start = setup_of(s, kit)
    s.morale = [start.communist, start.resistance]  # rule: setup.order
    return s


def setup_of(s: War, kit: Kit) -> Setup:
    return kit.setups[kit.scenarios[s.scenario].setup]


# ---- markers ----------------------------------------------------------------------------------------


def lay_markers(g: WG, f: Campaign) -> None:
    """Markers in play at the start: held ones in the hand, others in effect; Interventions without their morale."""
    s, kit = g.s, g.kit
    start = setup_of(s, kit)
    for row, number in start.markers.items():
        for marker in kit.markers_of(row)[:number]:
            held = kit.marker_kinds[kit.marker[marker]].when != "immediate"
            s.marker_at[marker] = HAND if held else IN_PLAY
    for row in start.interventions:
        for marker in kit.markers_of(row):
            s.marker_at[marker] = IN_PLAY
            for number in kit.does[kit.marker[marker]]:
                effect = kit.effects[number]
                if isinstance(effect, cards.Activate):
                    s.active |= kit.areas[effect.country]  # rule: scenario.neutral scenario.active


def contingents(s: War, kit: Kit) -> list[str]:
    """Those whose marker is in play from the start."""
    effects = [
        kit.effects[number] for row in setup_of(s, kit).interventions for number in kit.does[kit.marker_ids.index(row)]
    ]
    return [effect.contingent for effect in effects if isinstance(effect, cards.Enlist)]


# ---- the Resistance ---------------------------------------------------------------------------------


def resistance_first(g: WG, f: Campaign) -> None:
    if setup_of(g.s, g.kit).first == "resistance":
        deploy_resistance(g)


def resistance_second(g: WG, f: Campaign) -> None:
    if setup_of(g.s, g.kit).first == "communist":
        deploy_resistance(g)


def deploy_resistance(g: WG) -> None:
    """Counters with a place of their own, then so many drawn; then the rest joins the bin (28.2, 28.6)."""
    s, kit = g.s, g.kit
    start = setup_of(s, kit)
    key = "scenario.resistance-1979" if start.first == "communist" else "scenario.resistance-1984"
    for _ in range(start.resistance_dice):
        s.morale[RESISTANCE] = min(kit.n.highest, s.morale[RESISTANCE] + g.roll(D6, "resistance-morale", key))
    everybody = kit.first_of_all & ~(1 << kit.spectacular)
    joined = contingents(s, kit)
    for name in joined:
        everybody |= kit.contingent[name]
    s.enlisted = sum(1 << kit.type_of[row] for row in start.first_bin) or everybody
    for zone, forces in start.placed.items():
        lay_down(g, kit.space_of[zone], [kit.type_of[row] for row, n in forces.items() for _ in range(n)], key)
    for number, slot in enumerate(draw_counters(g, start.draws)):
        place(g, slot, kit.capital if number < start.to_capital else random_zone(g), key)
    s.enlisted = everybody | 1 << kit.spectacular
    for agent in kit.theirs:
        if kit.agents[agent].contingent in joined:
            s.agent_at[agent] = RECRUIT_BIN


def lay_down(g: WG, space: SpaceId, kinds: list[int], key: str) -> None:
    """Certain counters in one zone, concealed: everybody knows which they are, and nobody which is which."""
    s = g.s
    slots = [slot for slot, lies in enumerate(s.lies) if lies == NOWHERE][: len(kinds)]
    order = kinds[:]
    g.mix(order, "mix-counters", key)
    for slot, kind in zip(slots, order, strict=True):
        s.identity[slot] = kind
        place(g, slot, space, key)
    for kind in kinds:
        s.lot_types.append(1 << kind)
        s.lot_slots.append(sum(1 << slot for slot in slots))


# ---- the Communists ---------------------------------------------------------------------------------


def communist_fixed(g: WG, f: Campaign) -> None:
    """Units with a certain place, and the air units."""
    s, kit = g.s, g.kit
    start = setup_of(s, kit)
    for row, forces in start.units.items():
        for unit, number in forces.items():
            for each in waiting(s, kit, kit.type_of[unit])[:number]:
                s.at[each] = kit.space_of[row]
    for unit, number in start.air.items():
        for each in waiting(s, kit, kit.type_of[unit])[:number]:
            s.at[each] = AVAILABLE
    g.tell(communist_key(start), "The Communists deploy.", weight="phase")


def communist_key(start: Setup) -> str:
    return "scenario.communist-1979" if start.first == "communist" else "scenario.communist-1984"


def waiting(s: War, kit: Kit, kind: int) -> list[UnitId]:
    return [unit for unit in kit.units_of[kind] if s.at[unit] == POOL]


def deploy_choices(g: WG, f: Campaign) -> None:
    if setup_of(g.s, g.kit).choices:
        g.call(Deploy())


def choice_of(g: WG, f: Deploy) -> Choice:
    return g.kit.choices[setup_of(g.s, g.kit).choices[f.choice]]


def begin_choice(g: WG, f: Deploy) -> None:
    """The units of one list, taken from the pool."""
    s, kit = g.s, g.kit
    forces = choice_of(g, f).units
    f.left = [u for row, number in forces.items() for u in waiting(s, kit, kit.type_of[row])[:number]]


def spaces_for(s: War, kit: Kit, choice: Choice, unit: UnitId) -> list[SpaceId]:
    """Where a unit may be deployed; in 1984 no second one of its type in a space (28.7)."""
    named = {"city": kit.cities, "town": kit.towns, "ussr": kit.ussr}
    allowed = 0
    for where in choice.where:
        allowed |= named[where] if where in named else 1 << kit.space_of[where]
    found = [space for space in range(kit.size) if allowed >> space & 1]
    if choice.one_of_each:  # rule: scenario.one-of-a-type
        kind = kit.kind[unit]
        found = [space for space in found if all(kit.kind[other] != kind for other in units_in(s, kit, space))]
    return found


def ask_deploy(g: WG, f: Deploy) -> Ask:
    s, kit = g.s, g.kit
    choice = choice_of(g, f)
    groups = []
    if len(f.left) == sum(choice.units.values()):
        groups.append(Group(PLAYER, "suggested"))
    first: dict[int, UnitId] = {}
    for unit in f.left:
        first.setdefault(kit.kind[unit], unit)
    groups += [Group(PLAYER, "deploy", (unit,), spaces_for(s, kit, choice, unit)) for unit in first.values()]
    key = communist_key(setup_of(s, kit))
    return Ask(f"{choice.title}: {len(f.left)} left.", key, groups, shape="assign", most=len(f.left))


def take_deploy(g: WG, f: Deploy, seat: Seat, option: Option) -> Next:
    if option[0] == "suggested":
        for unit, space in suggestion(g, f).items():
            put(g, f, unit, space)
    else:
        put(g, f, int(option[1]), int(option[2]))
    return STAY if f.left else NEXT


def refuse_deploy(g: WG, f: Deploy, seat: Seat, option: Option) -> Refusal | None:
    if option[0] == "deploy" and int(option[1]) in f.left and choice_of(g, f).one_of_each:
        return Refusal("scenario.one-of-a-type", "Only cities and towns, and one of a type in each.")
    return None


def put(g: WG, f: Deploy, unit: UnitId, space: SpaceId) -> None:
    f.left.remove(unit)
    g.s.at[unit] = space
    g.tell("setup.order", "{0:token} is deployed in {1:space}.", unit, space)


def suggestion(g: WG, f: Deploy) -> dict[UnitId, SpaceId]:
    """The default of the pack for this list."""
    kit = g.kit
    places = {kit.type_of[row]: [kit.space_of[at] for at in where] for row, where in choice_of(g, f).default.items()}
    return {unit: places[kit.kind[unit]].pop(0) for unit in f.left}


def next_choice(g: WG, f: Deploy) -> None:
    """The next list, if there is one."""
    if f.choice + 1 < len(setup_of(g.s, g.kit).choices):
        g.call(Deploy(choice=f.choice + 1))


def select_agents(g: WG, f: Campaign) -> None:
    start = setup_of(g.s, g.kit)
    if start.subversion:
        call_agents(g, start.subversion, communist_key(start))


def desertions(g: WG, f: Campaign) -> None:
    """A die for each DRA division, when both sides are deployed (28.3, 28.8)."""
    s, kit = g.s, g.kit
    for unit in kit.ground:
        kind = kit.kind[unit]
        may = kit.is_dra[kind] and kit.is_division[kind] and s.at[unit] >= 0
        # rule: scenario.desertions-1984: its number differs
        if may and g.roll(D6, "desertion", "scenario.desertions") <= setup_of(s, kit).desertion:
            g.tell("scenario.desertions", "{0:token} in {1:space} melts away.", unit, s.at[unit], weight="blow")
            to_pool(g, unit)
