"""The chances of one attack, exactly: as a sum, and by all the dice there are."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from sandtable.games.warfighter.rules.attacks import Shot, is_jammed, needs_reload, results
from sandtable.kernel.odds import share_of_faces

D6, D10 = 6, 10


class Chances(dict[str, Fraction]):
    """By what may happen, and under `Kills` and `Suppresses` how many are to be expected."""


def of_shot(attack: Shot) -> Chances:
    """Exact: each die hits, misses, needs a Reload or jams by itself; the Cover die is one for all."""
    through = Fraction(1) if attack.face else share_of_faces(D6, lambda face: face >= attack.cover)
    if attack.face:
        through = Fraction(int(attack.face >= attack.cover))
    hit = share_of_faces(D10, lambda face: face + attack.plus >= attack.kill)
    found = Chances()
    none = (1 - hit) ** attack.dice
    if attack.explosion:
        found["Kill"] = (1 - none) * through
        found["Suppress"] = (1 - hit**attack.dice) * through + (1 - none) * (1 - through)
        found["Miss"] = none * (1 - through)
        found["Kills"] = attack.dice * hit * through
        found["Suppresses"] = attack.dice * (hit * (1 - through) + (1 - hit) * through)
        return found
    found["Kill"] = (1 - none) * through
    half = (1 - none) * (1 - through) + none * through
    found["Suppress"] = Fraction(0) if attack.unarmed else half
    found["Miss"] = 1 - found["Kill"] - found["Suppress"]
    if attack.reload:
        found["Reload"] = 1 - share_of_faces(D10, lambda face: face > attack.reload) ** attack.dice
    if attack.jam:
        one = share_of_faces(D10, lambda face: face == attack.jam)
        alone = attack.dice * one * (1 - one) ** (attack.dice - 1)
        found["Jam"] = 1 - (1 - one) ** attack.dice - alone
    return found


def by_force(attack: Shot) -> Chances:
    """The same by all the dice there are: what `of_shot` is held to."""
    found = Chances()
    every = Fraction(1, D10**attack.dice * (1 if attack.face else D6))
    for faces in product(range(1, D10 + 1), repeat=attack.dice):
        for cover in (attack.face,) if attack.face else range(1, D6 + 1):
            kills, suppressed = results(attack, list(faces), cover)
            happened = {"Kill": kills > 0, "Suppress": suppressed > 0, "Miss": not kills and not suppressed}
            if attack.reload:
                happened["Reload"] = needs_reload(attack, list(faces))
            if attack.jam:
                happened["Jam"] = is_jammed(attack, list(faces))
            for name, true in happened.items():
                found[name] = found.get(name, Fraction(0)) + every * true
            if attack.explosion:
                found["Kills"] = found.get("Kills", Fraction(0)) + every * kills
                found["Suppresses"] = found.get("Suppresses", Fraction(0)) + every * suppressed
    return found
