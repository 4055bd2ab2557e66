"""The sequence of play: procedures as tuples of steps, in the order of the book."""

from __future__ import annotations

from sandtable.games.bct import setup
from sandtable.games.bct.frames import (
    Advance,
    Battle,
    Campaign,
    ChaosEvent,
    ChooseHand,
    Closing,
    Combine,
    Deploy,
    Expose,
    Fire,
    Phase,
    Purchase,
    Reorganize,
    Retreat,
    Reward,
    Scout,
    Spend,
    Trim,
    Turn,
)
from sandtable.games.bct.rules import battle, chaos, fire, manoeuvre, operations, purchase, successes, turn
from sandtable.games.bct.rules.administration import ask_reorganize, refuse_reorganize, take_reorganize
from sandtable.games.bct.setup import hands
from sandtable.games.bct.state import BG
from sandtable.kernel.flow import Procedures, deed, procedure, question
from sandtable.kernel.options import Seat
from sandtable.kernel.state import Frame


def under_way(g: BG, f: Frame) -> bool:
    """Whether it is this one's turn: of two frames of a kind the lower one waits until the upper one is through."""
    return next(frame for frame in reversed(g.s.stack) if type(frame) is type(f)) is f


def deploy_crumb(g: BG, f: Deploy, seat: Seat) -> str:
    return f"{g.game.meta.seats[f.side]} sets up" if under_way(g, f) else ""


def hand_crumb(g: BG, f: ChooseHand, seat: Seat) -> str:
    return f"Joint Ops hand of the {g.game.meta.seats[f.side]}" if under_way(g, f) else ""


def turn_crumb(g: BG, f: Turn, seat: Seat) -> str:
    return f"turn {g.s.turn} of {g.s.turn + g.s.turns_left - 1}"


def phase_crumb(g: BG, f: Phase, seat: Seat) -> str:
    return f"{g.game.meta.seats[f.side]} phase" if under_way(g, f) else ""


def battle_crumb(g: BG, f: Battle, seat: Seat) -> str:
    return f"battle in {g.kit.space_name(f.space)}"


def fire_crumb(g: BG, f: Fire, seat: Seat) -> str:
    return f"{g.game.meta.seats[f.side]} fires"


PROCEDURES = Procedures(
    procedure(
        "campaign",
        Campaign,
        *setup.OPENING,
        deed(turn.each_turn),
    ),
    procedure("deploy", Deploy, *setup.DEPLOY_STEPS, level="phase", crumb=deploy_crumb),
    procedure("choose-hand", ChooseHand, *hands.HAND_STEPS, level="phase", crumb=hand_crumb),
    procedure(
        "turn",
        Turn,
        question("first", turn.ask_first, turn.take_first),
        deed(turn.play_phases),
        deed(turn.play_chaos),
        deed(turn.close_turn),
        level="turn",
        crumb=turn_crumb,
    ),
    procedure(
        "phase",
        Phase,
        deed(turn.return_markers),
        question("appeal", turn.ask_appeal, turn.take_appeal, turn.refuse_appeal),
        question("objective", turn.ask_objective, turn.take_objective, turn.refuse_objective),
        question("faces", turn.ask_faces, turn.take_faces, turn.refuse_faces),
        question("operations", operations.ask_operations, operations.take_operations, operations.refuse_operations),
        deed(turn.score_objective),
        deed(turn.gather_cards),
        level="phase",
        crumb=phase_crumb,
    ),
    procedure(
        "reorganize",
        Reorganize,
        question(
            "reorganize",
            ask_reorganize,
            take_reorganize,
            refuse_reorganize,
        ),
        title="reorganize",
    ),
    procedure(
        "purchase",
        Purchase,
        question("purchase", purchase.ask_purchase, purchase.take_purchase, purchase.refuse_purchase),
        title="purchase",
    ),
    procedure(
        "spend",
        Spend,
        question("spend", successes.ask_spend, successes.take_spend, successes.refuse_spend),
        title="successes",
    ),
    procedure(
        "expose", Expose, question("expose", successes.ask_expose, successes.take_expose, successes.refuse_expose)
    ),
    procedure(
        "advance", Advance, question("attack", manoeuvre.ask_attack, manoeuvre.take_attack, manoeuvre.refuse_attack)
    ),
    procedure("trim", Trim, question("trim", turn.ask_trim, turn.take_trim, turn.refuse_trim)),
    procedure(
        "battle",
        Battle,
        question("attacker-scouts", battle.ask_attacker_scouts, battle.take_scouts, battle.refuse_scouts),
        question("defender-scouts", battle.ask_defender_scouts, battle.take_scouts, battle.refuse_scouts),
        deed(battle.reveal_scouts),
        deed(battle.roll_scouts),
        deed(battle.settle_advantage),
        deed(battle.offer_withdrawal),
        deed(battle.end_if_withdrawn),
        question("attacker-cards", battle.ask_attacker_cards, battle.take_cards, battle.refuse_cards),
        question("defender-cards", battle.ask_defender_cards, battle.take_cards, battle.refuse_cards),
        deed(battle.reveal_cards),
        deed(battle.combine),
        deed(battle.display),
        deed(battle.first_fire),
        deed(battle.second_fire),
        deed(battle.consolidate),
        deed(battle.reward),
        level="action",
        closed=True,
        crumb=battle_crumb,
    ),
    procedure("scout", Scout, question("scout", battle.ask_scout, battle.take_scout, battle.refuse_scout)),
    procedure("retreat", Retreat, question("retreat", battle.ask_retreat, battle.take_retreat, battle.refuse_retreat)),
    procedure("combine", Combine, question("combine", battle.ask_combine, battle.take_combine, battle.refuse_combine)),
    procedure(
        "fire",
        Fire,
        question("flak", fire.ask_flak, fire.take_flak, fire.refuse_flak),
        deed(fire.roll_flak),
        question("expend-flak", fire.ask_expend_flak, fire.take_expend, fire.refuse_expend),
        question("ground", fire.ask_ground, fire.take_ground, fire.refuse_ground),
        question("dice", fire.ask_dice, fire.take_dice, fire.refuse_dice),
        deed(fire.roll_fire),
        question("expend-fire", fire.ask_expend_fire, fire.take_expend, fire.refuse_expend),
        question("cover", fire.ask_cover, fire.take_cover, fire.refuse_cover),
        question("hits", fire.ask_hits, fire.take_hits, fire.refuse_hits),
        deed(fire.collateral),
        crumb=fire_crumb,
    ),
    procedure("reward", Reward, question("reward", battle.ask_reward, battle.take_reward, battle.refuse_reward)),
    procedure(
        "chaos",
        ChaosEvent,
        deed(chaos.draw_chaos),
        question("victim", chaos.ask_victim, chaos.take_victim, chaos.refuse_victim),
        deed(chaos.begin_effect),
        question("effect", chaos.ask_effect, chaos.take_effect, chaos.refuse_effect),
        level="phase",
        title="chaos",
    ),
    procedure(
        "closing",
        Closing,
        deed(turn.count_chips),
        question("exchange", turn.ask_closing, turn.take_closing, turn.refuse_closing),
        deed(turn.next_turn),
        level="phase",
        title="record keeping",
    ),
)
