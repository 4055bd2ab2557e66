"""The sequence of play: procedures as tuples of steps, in the order of the book."""

from __future__ import annotations

from sandtable.games.warfighter import setup
from sandtable.games.warfighter.frames import (
    Attack,
    Effecting,
    Fill,
    HostileAttack,
    HostileTurn,
    Lay,
    Lighten,
    Move,
    Payment,
    Play,
    Purchase,
    Redraw,
    Shop,
    Strike,
    Throw,
    Turn,
    Whole,
)
from sandtable.games.warfighter.rules import (
    assault,
    hand,
    hostiles,
    locations,
    moving,
    paying,
    playing,
    reactions,
    strikes,
    team,
    turn,
    wounds,
)
from sandtable.games.warfighter.state import SG
from sandtable.kernel.flow import Procedures, deed, procedure, question
from sandtable.kernel.options import Seat


def turn_crumb(g: SG, f: Turn, seat: Seat) -> str:
    return f"turn {g.s.turn}"


def attack_crumb(g: SG, f: HostileAttack, seat: Seat) -> str:
    return f"{g.kit.hostile(g.s.hostile[f.hostile]).title} attacks"


PROCEDURES = Procedures(
    procedure(
        "mission",
        Whole,
        deed(setup.draw_mission),
        question("foe", setup.ask_foe, setup.take_foe),
        question("report", setup.ask_report, setup.take_report),
        question("objective", setup.ask_objective, setup.take_objective),
        deed(setup.lay_out),
        deed(setup.buy),
        deed(turn.set_out),
        question("early-recon", hand.ask_early_recon, hand.take_recon),
        deed(hand.deal),
        question("recon", hand.ask_late_recon, hand.take_recon),
        deed(turn.each_turn),
    ),
    procedure(
        "purchase",
        Purchase,
        question("purchase", team.ask_purchase, team.take_purchase, team.refuse_purchase),
        level="phase",
        title="the team",
    ),
    procedure(
        "turn",
        Turn,
        deed(turn.begin_turn),
        question("act", turn.ask_act, turn.take_act, turn.refuse_act),
        deed(turn.begin_retain),
        deed(turn.next_support),
        question("retain", turn.ask_retain, turn.take_retain),
        deed(turn.keep_or_drop),
        deed(turn.end_soldiers),
        level="turn",
        crumb=turn_crumb,
    ),
    procedure(
        "payment",
        Payment,
        deed(paying.check_payment),
        question("give", paying.ask_payment, paying.take_payment, paying.refuse_payment),
        title="payment",
    ),
    procedure(
        "play",
        Play,
        deed(playing.pay_xp),
        deed(playing.pay_discards),
        deed(playing.lay_down),
        deed(playing.carry_out),
        level="action",
    ),
    procedure(
        "effect",
        Effecting,
        question("choose", playing.ask_effect, playing.take_effect, playing.refuse_effect),
        deed(playing.after_free),
        level="action",
    ),
    procedure(
        "attack",
        Attack,
        question("attack", assault.ask_attack, assault.take_attack, assault.refuse_aid),
        deed(assault.help_attack),
        deed(assault.shoot),
        level="action",
        title="attack",
    ),
    procedure("strike", Strike, deed(playing.strike_from_outside), level="action"),
    procedure("move", Move, deed(moving.pay_for_move), deed(moving.enter), level="action", title="Move"),
    procedure("lay", Lay, deed(locations.pay_for_location), deed(locations.lay), level="action"),
    procedure(
        "redraw",
        Redraw,
        question("redraw", hand.ask_redraw, hand.take_redraw, hand.refuse_redraw),
        level="action",
        title="Discard and Draw",
    ),
    procedure(
        "fill",
        Fill,
        deed(locations.look),
        question("peek", locations.ask_look, locations.take_look),
        deed(locations.come),
        deed(locations.next_event),
        question("cancel", locations.ask_cancel, locations.take_cancel),
        deed(locations.carry_out_event),
        deed(locations.event_effects),
        title="Hostiles come",
    ),
    procedure("throw", Throw, question("throw", hand.ask_throw, hand.take_throw)),
    procedure("shop", Shop, question("shop", playing.ask_shop, playing.take_shop), title="supplies"),
    procedure(
        "lighten",
        Lighten,
        question("lighten", wounds.ask_lighten, wounds.take_lighten, wounds.refuse_lighten),
        title="recount",
    ),
    procedure(
        "hostile-turn",
        HostileTurn,
        deed(hostiles.begin_hostile_turn),
        question("draw", hostiles.ask_draw, hostiles.take_draw),
        deed(hostiles.call_more),
        deed(hostiles.inspire),
        question("attacker", hostiles.ask_attacker, hostiles.take_attacker, hostiles.refuse_attacker),
        deed(hostiles.close_in),
        deed(hostiles.calm_down),
        deed(hostiles.advance_clock),
        level="phase",
        title="Hostile Turn",
    ),
    procedure(
        "hostile-attack",
        HostileAttack,
        deed(strikes.roll),
        question("reaction", reactions.ask_reaction, reactions.take_reaction, reactions.refuse_reaction),
        deed(reactions.pay_reaction),
        deed(reactions.react),
        deed(strikes.strike),
        level="action",
        crumb=attack_crumb,
    ),
)
