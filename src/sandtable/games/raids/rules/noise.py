"""Noise: that of a hex, once a stack has halted there."""

from __future__ import annotations

from sandtable.games.raids.frames import Arrived, Escape
from sandtable.games.raids.pieces import HexId
from sandtable.games.raids.policies import policy
from sandtable.games.raids.rules.missions import try_mission
from sandtable.games.raids.state import RG, camp_at, gear_at, leaders_at, person_noise, piece, team_at, teams_at
from sandtable.kernel.chance import D10


def reach_mission(g: RG, f: Arrived) -> None:
    """Halting in the hex is what counts; a mission is settled before the noise is."""
    try_mission(g, f.where)


def make_noise(g: RG, f: Arrived) -> None:
    """One die for the hex, if a team has moved there and does not stand in a camp."""
    if not f.hexes or not team_at(g, f.where):  # rule: noise.unmoved noise.plus-alone detect.leaders-immune
        return
    if camp_at(g, f.where):  # rule: camp.sanctuary
        return
    level = noise_level(g, f.where, f.hexes == 1)
    g.next_deed()
    face = g.roll(D10, "noise", "noise.check")  # rule: noise.again noise.one-roll
    heard = is_heard(face, level)
    told = f"Noise {{0}}, and {{1}} is rolled: {'heard' if heard else 'unheard'}."
    g.tell("noise.heard", told, level, face, counts={"noise": level}, at=f.where)
    if heard:
        g.call(Escape(where=f.where))


def noise_level(g: RG, h: HexId, stealthy: bool) -> int:
    """Every friendly piece in the hex, moved or not, and the ground under it."""
    people = sum(person_noise(g, t) for t in (*teams_at(g, h), *leaders_at(g, h)))  # rule: noise.leaders
    gear = sum(piece(g, t).noise for t in gear_at(g, h))
    return people + gear + terrain_noise(g, h, stealthy) + policy(g).noise_extra(g)  # rule: noise.total


def terrain_noise(g: RG, h: HexId, stealthy: bool) -> int:
    """After a move of one hex the ground adds nothing, but may still take away."""
    noise = policy(g).ground_noise(g, h)  # rule: noise.terrain
    return min(noise, 0) if stealthy else noise  # rule: noise.stealth


def is_heard(face: int, level: int) -> bool:
    """A 10 is never heard, a 1 always; otherwise the noise level or less."""
    return face == 1 or (face != 10 and face <= level)  # rule: noise.always-heard noise.always-safe
