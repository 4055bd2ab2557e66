"""The frames of the sequence of play: one for each procedure, with its locals."""

from __future__ import annotations

from typing import Annotated

from msgspec import field

from sandtable.kernel.state import PUBLIC, Frame, Since

Number = Annotated[int, PUBLIC]
Numbers = Annotated[list[int], PUBLIC]


class Tour(Frame, tag="tour"):
    """The whole game: set-up, then turn after turn."""


class SetUp(Frame, tag="set-up"):
    """Before the first turn on a map."""


class Turn(Frame, tag="turn"):
    """Five phases."""


class Placement(Frame, tag="placement"):
    """Mission Objective Placement Phase."""


class FriendlyMovement(Frame, tag="friendly-movement"):
    pass


class Move(Frame, tag="move"):
    """One stack moving. `start` is where it was formed."""

    start: Number = 0
    stack: Numbers = field(default_factory=list)
    late: Numbers = field(default_factory=list)
    """Plus pieces that joined on the way: they lend nothing."""
    shed: Numbers = field(default_factory=list)
    """Minus pieces dropped on the way by those who still go: their weight counts to the end."""
    hands: Annotated[list[int], PUBLIC, Since(3)] = field(default_factory=list)
    """For each who halted in this hex: how many more loads, and how much weight, he can have carried so far."""
    here: Number = 0
    hexes: Number = 0
    """Hexes entered so far."""
    spent: Number = 0
    afloat: Number = 0
    """What the move has cost by boat; -1 once it has entered anything but water."""
    spent_all: Number = 0
    """1 after a minimum move."""
    halts: Numbers = field(default_factory=list)
    """Hexes in which somebody halted, in order: each hex, then how far its teams had come (0 for none)."""


class Arrived(Frame, tag="arrived"):
    """A move that ended in a hex: mission, then noise."""

    where: Number = 0
    hexes: Number = 0
    """How far the team had come; 0 if no team was among those who halted."""


class Escape(Frame, tag="escape"):
    """The moment between being heard and being hunted."""

    where: Number = 0


class Arrivals(Frame, tag="arrivals"):
    """Enemies appear round a detected stack."""

    where: Number = 0


class FriendlyCombat(Frame, tag="friendly-combat"):
    attacked: Number = 0
    """Hexes that have made their attack, as bits."""


class EnemyPhase(Frame, tag="enemy-phase"):
    pending: Numbers = field(default_factory=list)
    aims: Numbers = field(default_factory=list)
    """Suppressive fire declared: weapon, enemy, weapon, enemy ..."""
    in_order: Number = 0


class EnemyUnit(Frame, tag="enemy-unit"):
    """One enemy moves and attacks."""

    unit: Number = 0
    goal: Number = -1
    left: Number = 0
    steps: Number = 0
    done: Numbers = field(default_factory=list)
    """Hexes it has attacked."""


class Battle(Frame, tag="battle"):
    """One attack, by us on `enemy` or by `enemy` on our hex."""

    ours: Number = 0
    enemy: Number = 0
    attacking: Number = 0
    target_hex: Number = 0
    left_out: Numbers = field(default_factory=list)
    called: Numbers = field(default_factory=list)
    """Weapons elsewhere that were called upon."""
    our_die: Number = 0
    enemy_die: Number = 0
    enemy_hex: Number = 0
    strays: Annotated[int, PUBLIC] = field(default=0, name="used_air")
    """1 if fire that strays was used. (Saved games know it by its first name.)"""
    won: Number = 0
    lost: Number = 0


class Casualties(Frame, tag="casualties"):
    """A hex of ours has lost a battle."""

    where: Number = 0
    team: Number = -1
    marker: Number = -1


class GearLoss(Frame, tag="gear-loss"):
    """Pieces of gear that must go from a hex, by the player's choice."""

    where: Number = 0
    count: Number = 0
    key: Annotated[str, PUBLIC] = "gear.loss"
