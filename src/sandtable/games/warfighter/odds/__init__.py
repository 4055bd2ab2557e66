"""What is risked, in words and exact chances, before it is done (18, 19, 21, 24)."""

from __future__ import annotations

from sandtable.games.warfighter import cards
from sandtable.games.warfighter.frames import Attack, Effecting
from sandtable.games.warfighter.odds.chances import Chances, of_shot
from sandtable.games.warfighter.rules.attacks import (
    allowed_modes,
    shot,
    strike_shot,
)
from sandtable.games.warfighter.rules.dangers import of_attack
from sandtable.games.warfighter.state import SG
from sandtable.kernel.odds import percent
from sandtable.kernel.options import Option
from sandtable.kernel.view import Odds


def odds(g: SG, option: Option) -> Odds | None:
    """The chances of an attack: of one that is announced in its best Fire Mode, of one that is fired in that mode."""
    s, kit = g.s, g.kit
    frame = s.stack[-1]
    if option[0] == "fire" and isinstance(frame, Attack):
        return told(of_shot(shot(s, kit, frame, int(option[1]))))
    if option[0] == "attack":
        attack = Attack(slot=int(option[1]), arm=int(option[2]), target=int(option[3]))
        return max(
            (told(of_shot(shot(s, kit, attack, mode))) for mode in allowed_modes(s, kit, attack.arm, attack.target)),
            key=lambda odds: odds.chances["Kill"],
        )
    if option[0] == "attacker":
        return of_hostile(g, int(option[1]))
    if option[0] == "call-fire" and isinstance(frame, Effecting):
        effect = kit.effects[frame.effect]
        assert isinstance(effect, cards.Strike)
        return told(of_shot(strike_shot(s, kit, effect, int(option[1]))))
    return None


def of_hostile(g: SG, hostile: int) -> Odds:
    """What its dice may do to its target, before anybody reacts."""
    chances = of_attack(g.s, g.kit, hostile, g.s.target[hostile])
    known = {name: chances[name] for name in ("Wound", "Suppress")}
    text = ", ".join(f"{name} {percent(chance)}" for name, chance in known.items())
    lines = [f"{float(chances['Wounds']):.1f} Wounds on average"]
    if chances["Again"]:
        lines.append(f"attacks again {percent(chances['Again'])}")
    return Odds(text, {name: float(chance) for name, chance in known.items()}, lines)


def told(chances: Chances) -> Odds:
    named = {name: chance for name, chance in chances.items() if name not in ("Kills", "Suppresses")}
    text = ", ".join(f"{name} {percent(chance)}" for name, chance in named.items())
    lines = []
    if "Kills" in chances:
        lines = [f"{float(chances['Kills']):.1f} Kills, {float(chances['Suppresses']):.1f} Suppresses on average"]
    return Odds(text, {name: float(chance) for name, chance in named.items()}, lines)
