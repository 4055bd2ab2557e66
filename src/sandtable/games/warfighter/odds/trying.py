"""What odds are held to: an attack played out, and which of the chances told have come true."""

from __future__ import annotations

from collections.abc import Mapping

from sandtable.games.warfighter.frames import Attack, HostileAttack, HostileTurn
from sandtable.games.warfighter.odds.chances import of_shot
from sandtable.games.warfighter.rules.attacks import allowed_modes, shot
from sandtable.games.warfighter.state import GONE, SG
from sandtable.kernel.odds import Risk, risk
from sandtable.kernel.options import Option, Seat

GOING_ON = (
    "pass",
    "ready",
    "let-go",
    "retain",
    "draw-for",
    "done",
    "react",
    "react-with",
    "absorb",
    "give-xp",
    "call-off",
    "cancel",
    "let-be",
    "throw",
    "decline",
    "give-card",
    "attacker",
)
"""Answers that let the Hostile Turn go on, or one of its attacks."""

RISKS: Mapping[str, Risk] = {
    **dict.fromkeys(("attack", "cover"), risk("Kill")),
    **dict.fromkeys(("hostile-attack", "hostile-cover"), risk("Wound", fated=GOING_ON)),
    **dict.fromkeys(("heal", "event-cover", "medevac"), risk()),
}


def tried(g: SG, seat: Seat, option: Option) -> set[str]:
    """Fires as the odds assume it: an attack that is announced in its best Fire Mode."""
    s, kit = g.s, g.kit
    if option[0] == "attacker":
        return attacked(g, seat, option)
    if option[0] == "attack":
        attack = Attack(slot=int(option[1]), arm=int(option[2]), target=int(option[3]))
        modes = allowed_modes(s, kit, attack.arm, attack.target)
        best = max(modes, key=lambda mode: _kills(g, attack, mode))
        g.take(seat, option)
        if not g.over and isinstance(g.s.stack[-1], Attack):
            g.take(seat, ("fire", best))
    else:
        g.take(seat, option)
    found = set()
    for event in g.heard or []:
        if event.key == "attack.matrix":
            found |= {name for name, word in (("Kill", "kills"), ("Suppress", "suppresses")) if event.counts.get(word)}
            if not event.counts:
                found.add("Miss")
        elif event.key == "reload.natural":
            found.add("Reload")
        elif event.key == "option.jams":
            found.add("Jam")
    return found


def attacked(g: SG, seat: Seat, option: Option) -> set[str]:
    """A Hostile attacks, and nobody reacts: what its first dice did to its target."""
    s = g.s
    target = s.target[int(option[1])]
    wounds, suppress, shrugged = len(s.wounds[target]), s.suppress[target], s.shrugged[target]
    turn = s.stack[-1]
    assert isinstance(turn, HostileTurn)
    turn.left = [int(option[1])]
    g.asked = None
    g.take(seat, option)
    while not g.over and isinstance(g.s.stack[-1], HostileAttack) and g.ask is not None:
        before = (len(s.wounds[target]), s.suppress[target], s.shrugged[target], s.place[target])
        if before != (wounds, suppress, shrugged, s.place[target]) or s.place[target] == GONE:
            break
        g.take(g.awaited, ("pass",))
    found = set()
    if len(s.wounds[target]) > wounds or s.place[target] == GONE:
        found.add("Wound")
    elif s.suppress[target] > suppress or any(event.key == "soldier.ability" for event in g.heard or []):
        found.add("Suppress")
    return found


def _kills(g: SG, attack: Attack, mode: int) -> float:
    return float(of_shot(shot(g.s, g.kit, attack, mode))["Kill"])
