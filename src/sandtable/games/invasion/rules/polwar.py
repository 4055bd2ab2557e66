"""23.0: Political Warfare: markers of this phase, and Communist Subversion attacks."""

from __future__ import annotations

from sandtable.boards.paths import bits
from sandtable.games.invasion import cards
from sandtable.games.invasion.frames import Coup, PolWar
from sandtable.games.invasion.pieces import AgentId, Kit
from sandtable.games.invasion.rules.hand import is_barred, playable
from sandtable.games.invasion.rules.markers import call_look, play, unlooked
from sandtable.games.invasion.rules.morale import shift
from sandtable.games.invasion.state import HAND, PLAYER, POOL, WG, War, agents_in_hand, in_force
from sandtable.kernel.chance import D6
from sandtable.kernel.flow import NEXT, STAY, Next
from sandtable.kernel.options import Ask, Group, Option, Refusal, Seat


def strength_of(s: War, kit: Kit, agent: AgentId) -> int:
    """With what markers in play add, and never above the cap."""
    more = sum(effect.strength for effect in in_force(s, kit) if isinstance(effect, cards.Boldness))
    return min(kit.cap, kit.agents[agent].strength + more)  # rule: event.revolution


def ask_polwar(g: WG, f: PolWar) -> Ask:
    s, kit = g.s, g.kit
    groups = [Group(PLAYER, "done", title="end Political Warfare")]
    if markers := playable(s, kit, "polwar"):
        groups.append(Group(PLAYER, "play", (), markers, risky=True))
    agents = agents_in_hand(s, kit)
    if agents:
        groups.append(Group(PLAYER, "agitate", (), agents, risky=True))
    areas = list(bits(s.active))
    groups += [Group(PLAYER, "subvert", (agent,), areas, risky=True) for agent in agents if areas]
    return Ask("Play a marker, attack with Subversion, or go on.", "year.polwar", groups, ends=True)


def take_polwar(g: WG, f: PolWar, seat: Seat, option: Option) -> Next:
    if option[0] == "done":
        return NEXT
    value = int(option[1])
    if option[0] == "play":
        g.tell("marker.when", "You play {0:card}.", value)
        play(g, value)
    elif option[0] == "agitate":
        agitate(g, value)
    else:
        subvert(g, value, int(option[2]))
    return STAY


def refuse_polwar(g: WG, f: PolWar, seat: Seat, option: Option) -> Refusal | None:
    s, kit = g.s, g.kit
    if option[0] == "play":
        marker = int(option[1])
        if s.marker_at[marker] != HAND:
            return Refusal("marker.when", "You do not hold this marker.")
        if is_barred(s, kit, marker):
            return Refusal("event.reconciliation", "The other National marker forbids it.")
        return Refusal("marker.when", "This marker is played in another phase.")
    if option[0] in ("agitate", "subvert") and s.agent_at[int(option[1])] != HAND:
        return Refusal("subversion.attack", "You do not hold this Subversion marker.")
    if option[0] == "subvert":
        return Refusal("subversion.area", "The target is an active Resistance area.")
    return None


# ---- attacks ----------------------------------------------------------------------------------------


def attack(g: WG, agent: AgentId, key: str) -> int:
    """One die: what it shows if it succeeds, 0 if it fails, -1 if it shows the face of blowback."""
    strength = strength_of(g.s, g.kit, agent)
    die = g.roll(D6, "subversion", key)
    success = die <= strength and die < g.kit.always_fails  # rule: subversion.attack
    text = "{0:agent} attacks: {1} against a strength of {2}, {3}."
    said = "a success" if success else "a failure"
    g.tell(key, text, agent, str(die), str(strength), said, counts={"die": die}, weight="gain" if success else "")
    return die if success else -1 if die >= g.kit.always_fails else 0


def agitate(g: WG, agent: AgentId) -> None:
    """Against Resistance morale: success leaves a choice (23.2)."""
    die = attack(g, agent, "subversion.morale")
    g.s.agent_at[agent] = POOL
    if die > 0:
        g.call(Coup(die=die))


def ask_coup(g: WG, f: Coup) -> Ask:
    groups = [Group(PLAYER, "rouse"), Group(PLAYER, "demoralize")]
    if unlooked(g.s):
        groups.append(Group(PLAYER, "expose"))
    return Ask(f"What comes of it? The die shows {f.die}.", "subversion.morale", groups)


def take_coup(g: WG, f: Coup, seat: Seat, option: Option) -> Next:
    if option[0] == "rouse":
        shift(g, "subversion.morale", communist=f.die)
    elif option[0] == "demoralize":
        shift(g, "subversion.morale", resistance=-f.die)
    else:
        call_look(g, f.die, "subversion.morale")
    return NEXT


def refuse_coup(g: WG, f: Coup, seat: Seat, option: Option) -> Refusal | None:
    return Refusal("subversion.morale", "Nothing lies face down.") if option[0] == "expose" else None


def subvert(g: WG, agent: AgentId, area: int) -> None:
    """Against an area: it gives no support this year, and no control points at the next Control Check (23.3)."""
    s = g.s
    die = attack(g, agent, "subversion.area")
    s.agent_at[agent] = POOL
    if die > 0:
        s.agent_at[agent] = area
        s.silenced |= 1 << area  # rule: subversion.area
        s.uncounted |= 1 << area
        g.tell("subversion.area", "{0:space} gives no support this year.", area, weight="gain")
    elif die < 0:
        shift(g, "subversion.blowback", resistance=g.kit.n.blowback)
