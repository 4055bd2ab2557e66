"""What odds are held to: a risky option played out, as the odds assume it, and what of them has come true."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from sandtable.games.raids.frames import Battle, EnemyPhase, Escape, Move
from sandtable.games.raids.policies import words
from sandtable.games.raids.state import DONE, LOST, PLAYER, RG, camps, leaders_at, piece, teams_at
from sandtable.kernel.odds import Risk, risk
from sandtable.kernel.options import Option
from sandtable.kernel.state import Frame

HEARD: Final = ("stand", "escape", "lose")
"""By these a move is settled that has ended in several hexes: the next one is rolled for, as was told when it ended."""
ENEMY_ACTS: Final = ("done", "next", "rest", "toward", "enters", "against", "go-on", "suffer", "kill")
"""By these the enemy's phase goes on, or a battle that was risked before."""
TURN_GOES_ON: Final = (*ENEMY_ACTS, *HEARD, "halt", "land", "leave", "call", "suppress")
"""After these nothing may be left to move or to attack with: then the enemy acts, and a new mission is drawn."""

RISKS: Mapping[str, Risk] = {
    "noise": risk("heard", fated=HEARD),
    **dict.fromkeys(
        ("arrivals", "direction", "distance"), risk("heard", "enemies come", "win", fated=(*TURN_GOES_ON, "buy"))
    ),
    **dict.fromkeys(("attack", "defence", "stray", "gear-loss"), risk("win", fated=TURN_GOES_ON)),
    "suppression": risk("suppressed"),
    "camp-move": risk("paid", "stays"),
    "mission-hex": risk(),
}


def tried(g: RG, option: Option) -> set[str]:
    """Which of the chances told of an option come true in this world."""
    verb = str(option[0])
    if verb == "attack":
        return of_battle(g, option, int(option[1]))
    if verb == "fight":
        battle = g.s.stack[-1]
        assert isinstance(battle, Battle)
        return of_battle(g, option, battle.ours)
    if verb in ("suppress", "done"):
        return of_fire(g, option)
    mission, points = g.s.mission, g.s.pp
    g.take(PLAYER, option)
    if verb == "go":
        g.take(PLAYER, ("halt",))
    play_out(g, (Move, Escape))
    found = set()
    if happened(g, "arrive.number"):
        found.add("heard")
    if verb == "stand":
        found = {"enemies come"} if happened(g, "arrive.scatter") else set()
    if mission >= 0 and g.s.at[mission] == DONE:
        found.add("accomplished" if verb == "attempt" else "mission")
    if verb == "escape" and g.s.at[int(option[1])] in [g.s.at[camp] for camp in camps(g)]:
        found.add("escaped")
    if verb == "move-camp":
        found.add("paid" if g.s.pp < points else "stays")
    return found


def of_battle(g: RG, option: Option, ours: int) -> set[str]:
    teams, leaders = teams_at(g, ours), leaders_at(g, ours)
    g.take(PLAYER, option)
    play_out(g, (Battle,))
    beaten, hurt = happened(g, "combat.enemy-loses"), happened(g, "combat.team-loses")
    found = {"tie" if hurt else "win"} if beaten else {"lose"}
    if any(g.s.at[team] == LOST for team in teams):
        found.add(f"{words(g).team} eliminated")
    if any(g.s.at[leader] < 0 for leader in leaders):
        found.add("leader killed")
    if happened(g, "stray.friends"):
        found.add("stray hit on our own")
    return found


def of_fire(g: RG, option: Option) -> set[str]:
    """Suppressive fire; of a weapon that is named now, its own shot, which is the last."""
    g.take(PLAYER, option)
    phase = g.s.stack[-1]
    if isinstance(phase, EnemyPhase) and phase.step == "aim":
        g.take(PLAYER, ("done",))
    shots = [e.key for e in g.heard or () if e.key in ("suppress.effect", "suppress.roll") and not e.dice]
    hits = shots[-1:] if option[0] == "suppress" else shots
    return {"suppressed"} if "suppress.effect" in hits else set()


def happened(g: RG, key: str) -> bool:
    """Whether the log cites a rule: by a line that is no die, or by the die itself where only that is told."""
    lines = [event for event in g.heard or () if event.key == key]
    return any(not event.dice for event in lines) or (key == "arrive.number" and bool(lines))


def play_out(g: RG, risked: tuple[type[Frame], ...]) -> None:
    """Answers as the odds assume it until what was risked is over."""
    depth = next((n for n, frame in enumerate(g.s.stack) if isinstance(frame, risked)), None)
    while depth is not None and not g.over and len(g.s.stack) > depth and isinstance(g.s.stack[depth], risked):
        g.take(PLAYER, assumed(g))


def assumed(g: RG) -> Option:
    """The best weapons fight, who is unhurt suffers, cargo goes before what hauls it, and nobody flees."""
    offered = g.options(PLAYER)

    def rank(option: Option) -> tuple[int, int]:
        verb = str(option[0])
        if verb == "suffer":
            return 0, int(g.s.marker[int(option[1])] >= 0)
        if verb == "lose":
            return 0, int(piece(g, int(option[1])).plus)
        if verb == "leave":
            return 1, piece(g, int(option[1])).fire
        return (0, 0) if verb in ("fight", "stand", "kill", "go-on", "done") else (2, 0)

    return min(offered, key=rank)
