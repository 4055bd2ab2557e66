"""Exact chances as fractions: of being heard, of who comes and where, of battles and what a lost one costs."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from msgspec import Struct

from sandtable.games.raids.pieces import HexId
from sandtable.games.raids.policies import policy
from sandtable.games.raids.rules.noise import is_heard
from sandtable.games.raids.rules.portage import capacity, cargo
from sandtable.games.raids.state import RG, camp_at, field, gear_at, leaders_at, piece, teams_at
from sandtable.kernel.chance import D6, D10
from sandtable.kernel.odds import CERTAIN, NEVER, mean_of_faces, share_of_faces

# ---- noise ----------------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def detection_chance(level: int) -> Fraction:
    """How likely a hex with this noise level is heard."""
    return share_of_faces(D10, lambda face: is_heard(face, level))


# ---- arrivals ------------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def arrival_chances(in_cup: int) -> dict[int, Fraction]:
    """How many enemies come after a detection, with so many in the cup."""
    found: dict[int, Fraction] = {}
    for face in range(1, D6 + 1):
        number = min(face, in_cup)
        found[number] = found.get(number, NEVER) + Fraction(1, D6)
    return found


@lru_cache(maxsize=256)
def expected_arrivals(in_cup: int) -> Fraction:
    return mean_of_faces(D6, lambda face: min(face, in_cup))


def arriving(g: RG, h: HexId) -> Fraction:
    """How many enemies come to a hex on average: those who can be where they land."""
    drawn, come = expected_arrivals(len(g.s.enemy_cup)), policy(g).arrives(g, h)
    return drawn if come is CERTAIN else drawn * come


def landing_chances(g: RG, h: HexId) -> dict[int, Fraction]:
    """Where one enemy that comes for a stack in this hex appears. One that cannot be where it lands stays away."""
    die = policy(g).distance_die()
    each = Fraction(1, 6 * die)
    found: dict[int, Fraction] = {}
    for direction in range(6):
        for distance in range(1, die + 1):
            there = field(g).grid.walk(h, direction, distance, policy(g).off_map())
            found[there] = found.get(there, NEVER) + each
    return found


# ---- battles --------------------------------------------------------------------------------------


class BattleChances(Struct, frozen=True):
    """From our side. On a tie both have lost."""

    win: Fraction
    tie: Fraction
    lose: Fraction

    @property
    def hurt(self) -> Fraction:
        """That a casualties marker is drawn for us."""
        return self.tie + self.lose


def battle_chances(ours: int, theirs: int, penalty: int, attacking: bool) -> BattleChances:
    """One battle of attack values; the penalty of the attacked hex (never above 0) is the attacker's."""
    return _by_edge(ours - theirs + (penalty if attacking else -penalty))


@lru_cache(maxsize=512)
def _by_edge(edge: int) -> BattleChances:
    """Two dice of six times ten, ours with this much on top."""
    faces = range(1, D6 + 1)
    leads = [10 * (our_die - their_die) + edge for our_die in faces for their_die in faces]
    every = len(leads)
    return BattleChances(
        win=Fraction(sum(lead > 0 for lead in leads), every),
        tie=Fraction(sum(lead == 0 for lead in leads), every),
        lose=Fraction(sum(lead < 0 for lead in leads), every),
    )


# ---- what a lost battle costs ----------------------------------------------------------------------


class LossChances(Struct, frozen=True):
    """What a battle costs a hex, if the player lets an unhurt team suffer and gives up cargo before transport."""

    team: Fraction
    """That a team is eliminated."""
    leader: Fraction
    """That a leader is killed."""
    gear: Fraction
    """How many pieces of gear go, on average."""

    def after(self, chance: Fraction) -> LossChances:
        """The same, where it comes to this only with a chance."""
        return LossChances(self.team * chance, self.leader * chance, self.gear * chance)


NO_LOSS = LossChances(NEVER, NEVER, NEVER)


def casualty_chances(g: RG, h: HexId) -> LossChances:
    """One lost battle in this hex: a marker is drawn, and a die of gear goes."""
    cup, teams = g.s.marker_cup, teams_at(g, h)
    if not cup or not teams:
        return NO_LOSS
    gear = gear_at(g, h)
    wanted = {piece(g, t).leads for t in leaders_at(g, h)}
    leads = [piece(g, marker).leads for marker in cup]
    killed = Fraction(sum(1 for lead in leads if lead and lead in wanted), len(cup))
    wounded = Fraction(sum(1 for lead in leads if not lead), len(cup))
    hurt = [t for t in teams if g.s.marker[t] >= 0]
    if len(hurt) < len(teams):
        return LossChances(NEVER, killed, wounded * _gear_by_die(len(gear)))
    if len(teams) == 1:  # the last team of the hex takes everything with it
        return LossChances(wounded, killed, wounded * len(gear))
    return LossChances(wounded, killed, wounded * _gear_with_surplus(g, h, hurt[0], gear))


@lru_cache(maxsize=256)
def _gear_by_die(count: int) -> Fraction:
    """A die of gear, as far as there is any."""
    return mean_of_faces(D6, lambda face: min(face, count))


def _gear_with_surplus(g: RG, h: HexId, fallen: int, gear: list[int]) -> Fraction:
    """A die of gear, what is hauled before what hauls, then all that the teams left cannot take over."""
    teams = [t for t in teams_at(g, h) if t != fallen]
    given_up = sorted(gear, key=lambda t: piece(g, t).plus)

    def lost(face: int) -> int:
        left = given_up[face:]
        there = [*teams, *left]
        surplus = 0 if camp_at(g, h) else max(0, len(cargo(g, there)) - capacity(g, there, []))
        return len(gear) - len(left) + surplus

    return mean_of_faces(D6, lost)


# ---- stray hits -----------------------------------------------------------------------------------


def stray_chance(g: RG, enemy_hex: HexId, h: HexId) -> Fraction:
    """That a stray hit near the enemy's hex falls on this one."""
    return Fraction(field(g).grid.step[enemy_hex].count(h), D6)


def stray_on_friends(g: RG, enemy_hex: HexId) -> Fraction:
    """That a stray hit falls on a hex with anything of ours in it."""
    ours = {g.s.at[t] for t in g.kit.friends}
    return Fraction(sum(1 for h in field(g).grid.step[enemy_hex] if h >= 0 and h in ours), D6)


# ---- suppression, camps ---------------------------------------------------------------------------


@lru_cache(maxsize=64)
def suppression_chance(distance: int) -> Fraction:
    """A die above the distance."""
    return share_of_faces(D6, lambda face: face > distance)


def affordable_camp_move(points: int) -> Fraction:
    """The die for moving a camp can be paid."""
    return share_of_faces(D10, lambda face: face <= points)
