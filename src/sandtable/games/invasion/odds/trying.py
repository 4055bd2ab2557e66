"""What odds are held to: a risky option played out, and which of the chances told have come true."""

from __future__ import annotations

from collections.abc import Mapping

from sandtable.games.invasion.frames import Battle, Coup, Operation
from sandtable.games.invasion.odds.exchange import worth
from sandtable.games.invasion.pieces import UnitId
from sandtable.games.invasion.state import WG
from sandtable.kernel.flow import Event
from sandtable.kernel.odds import Risk, risk
from sandtable.kernel.options import Option, Seat

GOING_ON = (
    *("attack", "terror", "reinforce", "go-on", "battle", "lose", "kill", "done", "due", "go", "turn-up", "enlist"),
    *("enlist-air", "select", "look", "upgrade", "transfer", "with", "refresh", "air-refit", "deploy", "suggested"),
    *("play", "rouse", "demoralize", "expose", "agitate", "subvert"),
)
"""Answers that only let go on what was decided before, or what the year brings by itself."""
BATTLE, SUPERIOR = "Combat in ", "The Communists have superiority."

RISKS: Mapping[str, Risk] = {
    **dict.fromkeys(
        ("communist-superiority", "resistance-superiority", "communist-fire", "resistance-fire"),
        risk("superiority", fated=GOING_ON),
    ),
    "air": risk("air hit"),
    "reaction": risk("reaction"),
    "subversion": risk("succeeds", "silenced", fated=[verb for verb in GOING_ON if verb not in ("agitate", "subvert")]),
    "communist-check": risk("passes", fated=["fight", *(verb for verb in GOING_ON if verb != "play")]),
    **dict.fromkeys(
        (
            "resistance-check",
            "dra-check",
            "counteroffensive",
            "desertion",
            "placement",
            "marker-die",
            "raid",
            "raid-area",
            "defection",
            "resistance-morale",
        ),
        risk(),
    ),
}


def tried(g: WG, seat: Seat, option: Option) -> set[str]:
    """Plays an option, and the battle that may follow without air units, as the odds assume it."""
    planned = isinstance(g.s.stack[-1], Operation)
    silenced = g.s.silenced
    g.take(seat, option)
    if option[0] == "fly" and _still_chosen(g, int(option[1])):
        g.take(seat, ("fight",))
    found = set()
    if option[0] == "agitate" and g.s.stack and isinstance(g.s.stack[-1], Coup):
        found.add("succeeds")
    if g.s.silenced != silenced:
        found.add("silenced")
    if planned and not g.over and isinstance(g.s.stack[-1], Battle):
        found.add("combat")
    play_on(g, seat)
    return found | told(g, battles=1 if planned else 0)


def _still_chosen(g: WG, unit: UnitId) -> bool:
    """Whether more air units could fly after this one: where it was the last, the battle goes on by itself."""
    frame = g.s.stack[-1] if g.s.stack else None
    return isinstance(frame, Battle) and frame.step == "air" and bool(frame.flying >> unit & 1)


def play_on(g: WG, seat: Seat) -> None:
    """On to where superiority is settled, or the battle is over; air losses are chosen as the odds assume it."""
    while not g.over and any(isinstance(frame, Battle) and frame.superior < 0 for frame in g.s.stack):
        options = g.options(seat)
        quiet = [option for option in options if option[0] in ("attack", "fight", "go-on")]
        hits = [option for option in options if option[0] == "kill"]
        hits.sort(key=lambda option: worth(g.kit, g.s.identity[int(option[1])]))
        g.take(seat, (quiet or hits or options)[0])


def told(g: WG, battles: int) -> set[str]:
    """What the log says has come true, up to the end of the battle that is meant: the Counteroffensive may bring more,
    and an Operation begins one."""
    meant: list[Event] = []
    for event in g.heard or ():
        battles -= event.key == "combat.reveal" and event.public.startswith(BATTLE)
        if battles >= 0:
            meant.append(event)
    found = {"superiority"} if any(event.public == SUPERIOR for event in meant) else set[str]()
    for event in meant:
        if event.key == "reaction.check" and event.public.endswith("passed."):
            found.add("reaction")
        if event.key == "event.loya-jirga" and event.public.endswith("passed."):
            found.add("passes")
        if event.key == "air.attack" and event.counts.get("hits"):
            found.add("air hit")
        if event.key == "air.shot-down":
            found.add("shot down")
        if event.key == "subversion.blowback":
            found.add("blowback")
    return found
