"""The sequence of play of the raid series, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping

from sandtable.games.raids.frames import (
    Arrivals,
    Arrived,
    Battle,
    Casualties,
    EnemyPhase,
    EnemyUnit,
    Escape,
    FriendlyCombat,
    FriendlyMovement,
    GearLoss,
    Move,
    Placement,
    SetUp,
    Tour,
    Turn,
)
from sandtable.games.raids.policies import policy
from sandtable.games.raids.rules import (
    combat,
    detection,
    missions,
    movement,
    noise,
    purchase,
    pursuit,
    setup,
    suppression,
)
from sandtable.games.raids.rules import victory as ending
from sandtable.games.raids.state import RG
from sandtable.kernel.flow import STAY, FlowError, Next, Procedure, Procedures, Step, deed, procedure, question


def each_turn(g: RG, f: Tour) -> Next:
    g.s.turn += 1
    g.s.moved = 0
    policy(g).on_turn(g)
    if g.s.mission < 0 and not ending.missions_over(g):
        g.tell("mission.draw", "Mission {0}.", g.s.missions_drawn + 1, weight="chapter")
    g.tell("turn.phases", "Turn {0}.", g.s.turn, weight="turn")
    g.call(Turn())
    return STAY


def placement_phase(g: RG, f: Turn) -> None:
    """Only at the beginning and after the last mission was accomplished or forfeited."""
    if g.s.mission < 0:  # rule: turn.placement-phase
        g.s.placing = True
        g.tell("turn.placement-phase", "Mission Objective Placement.", weight="phase")
        g.call(Placement())  # rule: setup.first-mission


def movement_phase(g: RG, f: Turn) -> None:
    g.s.placing = False
    g.tell("turn.friendly-movement", "Friendly Movement.", weight="phase")
    g.call(FriendlyMovement())


def combat_phase(g: RG, f: Turn) -> None:
    if g.s.hunters:
        g.tell("turn.friendly-combat", "Friendly Combat.", weight="phase")
    g.call(FriendlyCombat(), idle=not g.s.hunters)


def enemy_phase(g: RG, f: Turn) -> None:
    if g.s.hunters:
        g.tell("turn.enemy-phase", "Enemy Movement/Combat.", weight="phase")
        g.call(EnemyPhase())


def success_phase(g: RG, f: Turn) -> None:
    if ending.missions_over(g):  # rule: turn.success-phase
        ending.finish(g, "victory.last-mission")


SHARED = (
    procedure("tour", Tour, deed(setup.set_up), deed(each_turn)),
    procedure(
        "set-up",
        SetUp,
        deed(setup.starting_points),
        deed(setup.before_set_up),
        question("camp", setup.ask_camp, setup.take_camp, setup.refuse_camp),
        question("second-camp", setup.ask_second_camp, setup.take_second_camp, setup.refuse_hire),
        deed(setup.camps_stand),
        question("people", setup.ask_people, setup.take_people, setup.refuse_hire),
        question("post", setup.ask_post, setup.take_post),
        level="phase",
        title="Set-up",
    ),
    procedure(
        "turn",
        Turn,
        deed(placement_phase),
        deed(movement_phase),
        deed(combat_phase),
        deed(enemy_phase),
        deed(success_phase),
        level="turn",
        crumb=lambda g, f, seat: f"Turn {g.s.turn}",
    ),
    procedure(
        "placement",
        Placement,
        deed(missions.draw_mission),
        deed(missions.mission_comes_to_us),
        question("purchase", purchase.ask_purchase, purchase.take_purchase, purchase.refuse_purchase),
        level="phase",
        title="Mission Objective Placement",
    ),
    procedure(
        "friendly-movement",
        FriendlyMovement,
        question("stack", movement.ask_stack, movement.take_stack, movement.refuse_stack),
        level="phase",
        title="Friendly Movement",
    ),
    procedure(
        "move",
        Move,
        question("form", movement.ask_form, movement.take_form, movement.refuse_form),
        question("leg", movement.ask_leg, movement.take_leg, movement.refuse_leg),
        deed(movement.settle_halts),
        level="action",
        title="a stack moves",
    ),
    procedure("arrived", Arrived, deed(noise.reach_mission), deed(noise.make_noise)),
    procedure(
        "escape",
        Escape,
        question("who", detection.ask_escape, detection.take_escape, detection.refuse_escape),
        deed(detection.abandon_gear),
        deed(detection.heard),
        title="heard",
    ),
    procedure("arrivals", Arrivals, deed(detection.arrive)),
    procedure(
        "friendly-combat",
        FriendlyCombat,
        question("attack", combat.ask_attack, combat.take_attack, combat.refuse_attack),
        level="phase",
        title="Friendly Combat",
    ),
    procedure(
        "battle",
        Battle,
        question("weapons", combat.ask_weapons, combat.take_weapons, combat.refuse_weapons),
        deed(combat.fight),
        deed(combat.enemy_loses),
        deed(combat.we_lose),
        deed(combat.stray),
        deed(combat.combat_noise),
        level="action",
        closed=True,
        title="battle",
    ),
    procedure(
        "casualties",
        Casualties,
        question("who", combat.ask_who, combat.take_who, combat.refuse_who),
        deed(combat.draw_marker),
        question("leader", combat.ask_leader, combat.take_leader),
        deed(combat.wound),
        deed(combat.lose_gear),
        deed(combat.claim_gear),
        closed=True,
        title="casualties",
    ),
    procedure(
        "gear-loss",
        GearLoss,
        question("lose", detection.ask_loss, detection.take_loss, detection.refuse_loss),
        title="gear lost",
    ),
    procedure(
        "enemy-phase",
        EnemyPhase,
        question("aim", suppression.ask_aim, suppression.take_aim, suppression.refuse_aim),
        deed(suppression.fire),
        deed(pursuit.muster),
        question("next", pursuit.ask_next, pursuit.take_next, pursuit.refuse_next),
        deed(pursuit.stand_down),
        level="phase",
        title="Enemy Movement/Combat",
    ),
    procedure(
        "enemy-unit",
        EnemyUnit,
        question("goal", pursuit.ask_goal, pursuit.take_goal, pursuit.refuse_way),
        question("step", pursuit.ask_step, pursuit.take_step, pursuit.refuse_way),
        question("prey", pursuit.ask_prey, pursuit.take_prey, pursuit.refuse_prey),
        level="action",
        title="an enemy acts",
    ),
)
"""The procedures of every game of the series."""


def sequence(*own: Procedure, steps: Mapping[tuple[str, str], Step | tuple[Step, ...]] | None = None) -> Procedures:
    """The sequence of play of one game: the shared one, with procedures of its own, and steps of its own in the place
    of shared ones, which are named by procedure and step. A procedure whose frame a shared one has takes its place."""
    instead = dict(steps or {})
    replaced = {one.frame for one in own}
    found = [with_steps(one, instead) for one in SHARED if one.frame not in replaced]
    if instead:
        raise FlowError(f"there is no step {' of '.join(reversed(next(iter(instead))))} to be replaced")
    return Procedures(*found, *own)


def with_steps(shared: Procedure, instead: dict[tuple[str, str], Step | tuple[Step, ...]]) -> Procedure:
    """A procedure with some of its steps replaced; those that were are taken out of the list."""
    steps: list[Step] = []
    for name, step in shared.steps.items():
        given = instead.pop((shared.name, name), step)
        steps += given if isinstance(given, tuple) else (given,)
    if steps == list(shared.steps.values()):
        return shared
    return Procedure(shared.name, shared.frame, steps, shared.level, shared.closed, shared.title, shared.crumb)
