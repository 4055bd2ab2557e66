"""The sequence of play: procedures as tuples of steps, in the order of the book."""

from __future__ import annotations

from sandtable.games.invasion import setup
from sandtable.games.invasion.frames import (
    Admin,
    Agents,
    Battle,
    Campaign,
    Counteroffensive,
    Coup,
    Deploy,
    Draws,
    Enlist,
    Interdiction,
    Look,
    Operation,
    Operations,
    PolWar,
    Recruit,
    Refresh,
    Resolve,
    Transfer,
    Uprising,
    Year,
)
from sandtable.games.invasion.pieces import COMMUNIST
from sandtable.games.invasion.rules import battle, markers, operations, polwar, recruiting, year
from sandtable.games.invasion.state import WG
from sandtable.kernel.flow import Procedures, deed, procedure, question
from sandtable.kernel.options import Seat


def year_crumb(g: WG, f: Year, seat: Seat) -> str:
    return f"year {g.s.year} of {g.kit.scenarios[g.s.scenario].last}"


def draws_crumb(g: WG, f: Draws, seat: Seat) -> str:
    return "Communist markers" if f.side == COMMUNIST else "Resistance markers"


def marker_crumb(g: WG, f: Resolve, seat: Seat) -> str:
    return g.kit.marker_kinds[g.kit.marker[f.marker]].title


def battle_crumb(g: WG, f: Battle, seat: Seat) -> str:
    return f"battle in {g.kit.space_names[f.space]}"


PROCEDURES = Procedures(
    procedure(
        "campaign",
        Campaign,
        deed(setup.lay_markers),
        deed(setup.resistance_first),
        deed(setup.communist_fixed),
        deed(setup.deploy_choices),
        deed(setup.select_agents),
        deed(setup.resistance_second),
        deed(setup.desertions),
        deed(year.each_year),
    ),
    procedure(
        "deploy",
        Deploy,
        deed(setup.begin_choice),
        question("deploy", setup.ask_deploy, setup.take_deploy, setup.refuse_deploy),
        deed(setup.next_choice),
        level="phase",
        title="set-up",
    ),
    procedure(
        "year",
        Year,
        deed(year.control_check),
        deed(year.communist_markers),
        deed(year.communist_recruits),
        deed(year.resistance_markers),
        deed(year.resistance_recruits),
        deed(year.political_warfare),
        deed(year.operations),
        deed(year.dra_morale),
        deed(year.counteroffensive),
        deed(year.admin),
        level="turn",
        crumb=year_crumb,
    ),
    procedure(
        "draws",
        Draws,
        deed(markers.begin_draws),
        question("draw", markers.ask_draw, markers.take_draw, markers.refuse_draw),
        deed(markers.end_draws),
        level="phase",
        crumb=draws_crumb,
    ),
    procedure("resolve", Resolve, deed(markers.resolve), crumb=marker_crumb),
    procedure(
        "enlist", Enlist, question("enlist", recruiting.ask_enlist, recruiting.take_enlist, recruiting.refuse_enlist)
    ),
    procedure("agents", Agents, question("select", recruiting.ask_agents, recruiting.take_agents)),
    procedure("look", Look, question("look", markers.ask_look, markers.take_look, markers.refuse_look)),
    procedure(
        "recruit",
        Recruit,
        question("recruit", recruiting.ask_recruit, recruiting.take_recruit, recruiting.refuse_recruit),
        level="phase",
        title="recruits",
    ),
    procedure("uprising", Uprising, deed(year.uprise), level="phase", title="Resistance recruits"),
    procedure(
        "polwar",
        PolWar,
        question("polwar", polwar.ask_polwar, polwar.take_polwar, polwar.refuse_polwar),
        level="phase",
        title="Political Warfare",
    ),
    procedure("coup", Coup, question("coup", polwar.ask_coup, polwar.take_coup, polwar.refuse_coup)),
    procedure(
        "operations",
        Operations,
        question("operations", operations.ask_operations, operations.take_operations, operations.refuse_operations),
        level="phase",
        title="Operations",
    ),
    procedure(
        "operation",
        Operation,
        question("plan", operations.ask_plan, operations.take_plan, operations.refuse_plan),
        deed(operations.set_out),
        deed(operations.cross_the_border),
        deed(operations.react),
        deed(operations.engage),
        level="action",
        title="Operation",
    ),
    procedure(
        "transfer",
        Transfer,
        question("pay", operations.ask_transfer, operations.take_transfer),
        level="action",
        title="air transfer",
    ),
    procedure(
        "interdiction",
        Interdiction,
        question("plan", battle.ask_interdiction, battle.take_interdiction, battle.refuse_interdiction),
        deed(battle.interdict),
        question("losses", battle.ask_interdicted, battle.take_interdicted, battle.refuse_losses),
        deed(battle.interdiction_morale),
        level="action",
        title="interdiction",
    ),
    procedure("refresh", Refresh, question("refresh", operations.ask_refresh, operations.take_refresh), level="action"),
    procedure(
        "battle",
        Battle,
        question("terror", battle.ask_terror, battle.take_terror),
        deed(battle.reveal),
        question("reserve", battle.ask_reserve, battle.take_reserve, battle.refuse_reserve),
        question("air", battle.ask_air, battle.take_air, battle.refuse_air),
        deed(battle.strike),
        question("air-losses", battle.ask_air_losses, battle.take_air_losses, battle.refuse_losses),
        deed(battle.superiority),
        deed(battle.first_fire),
        question("first-losses", battle.ask_first_losses, battle.take_first_losses, battle.refuse_losses),
        deed(battle.second_fire),
        question("second-losses", battle.ask_second_losses, battle.take_second_losses, battle.refuse_losses),
        deed(battle.aftermath),
        level="action",
        crumb=battle_crumb,
    ),
    procedure(
        "counteroffensive",
        Counteroffensive,
        deed(year.launch),
        question("next-attack", year.ask_next_attack, year.take_next_attack),
        level="phase",
        title="Counteroffensive",
    ),
    procedure(
        "admin",
        Admin,
        deed(year.find_due),
        question("due", year.ask_due, year.take_due),
        deed(year.air_returns),
        deed(year.areas_recover),
        deed(year.conceal),
        deed(year.exfiltrate),
        deed(year.markers_return),
        deed(year.end_year),
        level="phase",
        title="Admin",
    ),
)
