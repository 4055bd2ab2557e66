"""12.0: Campaign markers are drawn, and carried out effect by effect."""

from __future__ import annotations

from sandtable.boards.paths import bits
from sandtable.games.invasion import cards
from sandtable.games.invasion.frames import Draws, Look, Resolve
from sandtable.games.invasion.pieces import COMMUNIST, RESISTANCE, Kit, MarkerId, SideId
from sandtable.games.invasion.rules import events
from sandtable.games.invasion.rules.counters import (
    agents_return,
    draw_counters,
    place,
    place_at_random,
    subversion,
    turn_up_in,
)
from sandtable.games.invasion.rules.dangers import garrison
from sandtable.games.invasion.rules.hand import disposed, event_key
from sandtable.games.invasion.rules.morale import check, shift
from sandtable.games.invasion.rules.recruiting import (
    call_agents,
    call_enlist,
    refuse_upgrade,
    take_upgrade,
    upgrade_groups,
)
from sandtable.games.invasion.state import (
    ASIDE,
    CAMPAIGN_BIN,
    HAND,
    IN_BIN,
    PICKED,
    PLAYER,
    RECRUIT_BIN,
    RETURNING,
    WAITING,
    WG,
    War,
    counters_in,
    held,
    is_down,
)
from sandtable.kernel.chance import D6
from sandtable.kernel.content import wording
from sandtable.kernel.flow import NEXT, STAY, Next
from sandtable.kernel.options import Ask, Group, Option, Refusal, Seat

# ---- a Campaign marker Sub-Phase --------------------------------------------------------------------


def begin_draws(g: WG, f: Draws) -> None:
    """How many are drawn is fixed now (12.2, 12.3)."""
    level = g.kit.levels[g.s.morale[f.side]]
    if f.side == COMMUNIST:
        f.left = level.communist_draws  # rule: marker.communist
        g.tell("year.markers", "You draw {0} Campaign markers.", str(f.left), counts={"draws": f.left}, weight="phase")
    else:
        f.left = level.resistance_draws  # rule: marker.resistance
        text = "The Resistance draws {0} Campaign markers."
        g.tell("year.resistance-markers", text, str(f.left), counts={"draws": f.left}, weight="phase")


def campaign_bin(s: War, kit: Kit, side: SideId) -> list[int]:
    """What can be drawn: markers, and behind them Subversion markers that have come into the Resistance's bin."""
    pool = [
        m for m, at in enumerate(s.marker_at) if at == IN_BIN and kit.side_of_marker(m) == side
    ]  # rule: marker.bins
    if side == RESISTANCE:
        pool += [len(s.marker_at) + agent for agent in kit.theirs if s.agent_at[agent] == CAMPAIGN_BIN]
    return pool


def ask_draw(g: WG, f: Draws) -> Ask:
    groups = [Group(PLAYER, "turn-up")]
    if f.side == COMMUNIST and f.left:
        groups += upgrade_groups(g.s, g.kit)
    key = "year.markers" if f.side == COMMUNIST else "year.resistance-markers"
    return Ask("Draw the next marker, or upgrade a division first.", key, groups, ends=True)


def take_draw(g: WG, f: Draws, seat: Seat, option: Option) -> Next:
    s, kit = g.s, g.kit
    if option[0] == "upgrade":
        take_upgrade(g, option)
        return STAY
    pool = campaign_bin(s, kit, f.side)
    if not f.left or not pool:
        return NEXT
    f.left -= 1
    piece = g.draw(pool, "communist-marker" if f.side == COMMUNIST else "resistance-marker", "marker.bins")
    g.reveal()
    if piece >= len(s.marker_at):
        subversion(g, piece - len(s.marker_at), PICKED)  # rule: marker.return: not with a batch of counters
        return STAY
    drawn(g, piece)
    return STAY


def refuse_draw(g: WG, f: Draws, seat: Seat, option: Option) -> Refusal | None:
    return refuse_upgrade(g.s, g.kit, option) if option[0] == "upgrade" and f.left else None


def drawn(g: WG, marker: MarkerId) -> None:
    """Immediate markers are carried out at once, others are held."""
    key = event_key(g.kit, marker)
    kind = g.kit.marker_kinds[g.kit.marker[marker]]
    g.next_deed()
    says = wording(kind.text, kind.effects)
    if kind.when != "immediate":
        g.s.marker_at[marker] = HAND
        g.tell(key, "{0:card} is drawn, and held: {1}", marker, says, main=True)
        return
    g.tell(key, "{0:card} is drawn: {1}", marker, says, main=True)
    play(g, marker)


def end_draws(g: WG, f: Draws) -> None:
    """Now the markers that wait go back to the bin, and Subversion markers to theirs."""
    s = g.s
    for marker, at in enumerate(s.marker_at):
        if at == WAITING:
            s.marker_at[marker] = IN_BIN  # rule: marker.return
    agents_return(s, g.kit, s.rules.subversion_returns, PICKED, RETURNING)


# ---- carrying out -----------------------------------------------------------------------------------


def play(g: WG, marker: MarkerId) -> None:
    disposed(g, marker)
    g.call(Resolve(marker=marker, todo=list(g.kit.does[g.kit.marker[marker]])))


def resolve(g: WG, f: Resolve) -> Next:
    """One effect after the other; those inside another come in its place."""
    if not f.todo:
        return NEXT
    number = f.todo.pop(0)
    branch = _do(g, f.marker, number)
    if branch:
        f.todo[:0] = g.kit.branches[number].get(branch, [])
    return STAY


def _do(g: WG, marker: MarkerId, number: int) -> str:
    """Carries out one effect; of those with others inside, the name of the branch that follows."""
    s, kit = g.s, g.kit
    key = event_key(kit, marker)
    effect = kit.effects[number]
    match effect:
        case cards.Morale():
            shift(g, key, effect.communist, effect.resistance)
        case cards.Draw():
            draw(g, effect, key)
        case cards.Recruit():
            call_enlist(g, number)
        case cards.Agent():
            call_agents(g, effect.number)
        case cards.Reveal():
            call_look(g, effect.spaces, key)
        case cards.Defect():
            events.defect(g, effect.upto, key)
        case cards.Disperse():
            events.disperse(g, key)
        case cards.Migrate():
            events.migrate(g)
        case cards.Enlist():
            join(g, effect.contingent)
        case cards.Activate():
            s.active |= kit.areas[effect.country]
            g.tell(key, "{0} comes into the war.", effect.country.capitalize(), weight="blow")
        case cards.Roll():
            return "low" if g.roll(D6, "marker-die", key) <= effect.upto else "high"
        case cards.Check():
            passed = check(g, COMMUNIST if effect.side == "communist" else RESISTANCE, f"{effect.side}-check", key)
            return "passed" if passed else "failed"
        case cards.Census():
            return "within" if g.roll(D6, "marker-die", key) <= soviet_divisions(s, kit) else "above"
        case cards.Raid():
            return "success" if events.raid(g, kit.raids[number], key) else "failure"
        case cards.Garrison():
            return garrison(s, kit, kit.space_of[effect.space])
        case cards.Holding():
            resources = (held(s, kit) & kit.resources).bit_count()
            return "effects" if resources >= effect.resources else ""  # rule: event.resource-war
        case _:
            pass  # what lasts, or is due later, does nothing at once
    return ""


def draw(g: WG, effect: cards.Draw, key: str) -> None:
    """Counters for random zones, or one for each area of a country that is in the war."""
    number = effect.number + sum(g.roll(D6, "marker-die", key) for _ in range(effect.dice))
    if effect.into == "random":
        place_at_random(g, draw_counters(g, number), key)
        return
    areas = list(bits(g.kit.areas[effect.into] & g.s.active))  # rule: event.refugees
    if areas:
        for n, slot in enumerate(draw_counters(g, number)):
            place(g, slot, areas[n % len(areas)], key)


def soviet_divisions(s: War, kit: Kit) -> int:
    """How many are in Afghanistan, full or reduced."""
    return sum(
        0 <= s.at[unit] < kit.zone_count and kit.is_division[kit.kind[unit]] and kit.is_soviet[kit.kind[unit]]
        for unit in kit.ground
    )


def join(g: WG, contingent: str) -> None:
    """A contingent's units and Subversion markers join the Recruit bin, for good (13.3)."""
    s, kit = g.s, g.kit
    s.enlisted |= kit.contingent[contingent]  # rule: resistance.contingents
    for agent in kit.theirs:
        if kit.agents[agent].contingent == contingent and s.agent_at[agent] == ASIDE:
            s.agent_at[agent] = RECRUIT_BIN
    g.tell("resistance.contingents", "{0} joins the Resistance.", contingent.capitalize())


# ---- looking ----------------------------------------------------------------------------------------


def unlooked(s: War) -> list[int]:
    """Spaces with counters that lie face down."""
    return sorted({lies for slot, lies in enumerate(s.lies) if lies >= 0 and is_down(s, slot)})


def call_look(g: WG, spaces: int, key: str) -> None:
    if unlooked(g.s):
        g.call(Look(left=spaces, key=key))
    else:
        g.tell(key, "There is nothing to reveal.")


def ask_look(g: WG, f: Look) -> Ask:
    group = Group(PLAYER, "look", (), unlooked(g.s))
    left = "a space" if f.left == 1 else f"{f.left} spaces"
    return Ask(f"Choose {left}: the counters there are revealed.", f.key, [group])


def take_look(g: WG, f: Look, seat: Seat, option: Option) -> Next:
    turn_up_in(g, int(option[1]), f.key)
    f.left -= 1
    return STAY if f.left and unlooked(g.s) else NEXT


def refuse_look(g: WG, f: Look, seat: Seat, option: Option) -> Refusal | None:
    if option[0] != "look":
        return None
    if not counters_in(g.s, int(option[1])):
        return Refusal(f.key, "No Resistance counter lies there.")
    return Refusal(f.key, "Nothing lies face down there.")
