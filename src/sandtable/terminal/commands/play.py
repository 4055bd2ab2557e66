"""`sandtable play` and `sandtable games`."""

from __future__ import annotations

import secrets
import time
from pathlib import Path
from typing import Annotated, Any

import msgspec
from cyclopts import Parameter
from rich.text import Text

from sandtable.kernel.chance import seed_key
from sandtable.kernel.game import Game as Rules
from sandtable.kernel.game import Setup, games, open_game, shelf
from sandtable.kernel.records import Record, decode, go_on, unsound
from sandtable.kernel.table import Table
from sandtable.players import broken_players, player_names
from sandtable.terminal import saves
from sandtable.terminal.bounds import bounded
from sandtable.terminal.draw import colours
from sandtable.terminal.draw.screen import Screen
from sandtable.terminal.reporting import (
    Complaint,
    Game,
    Json,
    Options,
    Packs,
    Scenario,
    Seats,
    console,
    folders,
    pairs,
    print_json,
    read_bytes,
)
from sandtable.terminal.saves import Sitting
from sandtable.terminal.seating import sit_down
from sandtable.terminal.session import Session


def play(
    game: Game = "",
    /,
    *,
    scenario: Scenario = "",
    option: Options = (),
    seats: Seats = 0,
    player: Annotated[tuple[str, ...], Parameter(name="--player", negative=())] = (),
    pack: Packs = (),
    seed: str = "",
    take_backs: Annotated[bool, Parameter(negative=())] = False,
    hotseat: Annotated[bool, Parameter(negative=())] = False,
    resume: Path | None = None,
    new: Annotated[bool, Parameter(negative=())] = False,
    auto: str = "",
) -> None:
    """Play a game in the terminal.

    The game shows where it stands and asks; you answer with the number of
    an option or its words. `help` lists what else can be typed: why not,
    inspect, undo, what-if, rules, save, quit. Every answer is saved at once,
    and the same command continues an unfinished game.

    For example:
      sandtable play patrols
      sandtable play patrols --seats 2 --player Blue=random
      sandtable play patrols --seats 2 --hotseat --new
      sandtable play --resume my-game.json
      sandtable play patrols --auto plain --seed 7

    Parameters
    ----------
    player
        Who sits where, as SEAT=NAME: a player of the game, random, or me. You get the first seat not named.
    seed
        Dice that can be repeated; without it nobody knows them beforehand.
    take_backs
        Allow undo beyond a die or another seat's answer; the record says so.
    hotseat
        People play all seats at this screen, in turn.
    resume
        Continue the game of this record.
    new
        Begin anew; an unfinished game is set aside.
    auto
        Let this player answer for every seat, and watch.
    """
    screen = Screen()
    if not game and resume is None:
        raise Complaint(f"Which game? Installed are {', '.join(games())}.")
    if resume is not None:
        with bounded():  # all through: a position from anywhere may fill the memory with an answer, too
            _resume(screen, resume, player, hotseat, game)
        return
    opened = open_game(game, folders(pack))
    setup = opened.checked(Setup(scenario, pairs(option), seats))
    asked_for_another = bool(scenario or option or seats or pack or seed or take_backs)
    waiting = None if auto else saves.unfinished(opened.meta.id)
    if waiting is not None and not new and not asked_for_another and _wanted(screen, opened, waiting):
        _resume(screen, waiting, player, hotseat, game)
        return
    wishes = tuple(f"{seat}={auto}" for seat in range(setup.seats)) if auto else player
    sitting = sit_down(opened, setup.seats, wishes, hotseat, seed or secrets.token_hex(4))
    table = Table(opened, setup, seed_key(seed) if seed else None, take_backs=take_backs)
    if waiting is not None:
        screen.say(f"The unfinished game is set aside as {saves.set_aside(waiting)}", colours.QUIET)
    _welcome(screen, table)
    _begin(screen, table, sitting, saves.new_file(opened.meta.id))


def _wanted(screen: Screen, game: Rules[Any, Any], file: Path) -> bool:
    """Whether to continue; who does not say no goes on."""
    when = time.strftime("%d %B %H:%M", time.localtime(file.stat().st_mtime))
    screen.say(f"An unfinished game of {game.meta.title} waits, last played {when}.")
    if not screen.interactive:
        screen.say("It goes on; --new would begin another.")
        return True
    try:
        return not screen.read("Continue it? [Y/n] ").lower().startswith("n")
    except EOFError:
        return True


def _resume(screen: Screen, file: Path, wishes: tuple[str, ...], hotseat: bool, game: str) -> None:
    record = decode(read_bytes(file))
    if game and record.game != game:
        raise Complaint(f"{file} is a game of {record.game}, not of {game}.")
    table = _opened(screen, record)
    kept = saves.read_sitting(file)
    if kept is None or wishes or hotseat:
        kept = sit_down(table.game, table.seats(), wishes, hotseat, secrets.token_hex(4))
    own = file.parent == saves.home() / record.game
    screen.say(f"{table.game.meta.title}, after {table.answers} answers.", "bold")
    _begin(screen, table, kept, file if own else saves.new_file(record.game))


def _opened(screen: Screen, record: Record) -> Table:
    """The table of a record. Where a rule was put right since, the player decides whether to go on from before it."""
    table, why = go_on(record)
    if wrong := unsound(record, table):
        screen.say(f"The position this game begins from is against the rules of today: {wrong}")
    if why:
        screen.say(f"A rule was put right since you played this: {why}")
        screen.say("The game can go on from before that answer, with dice mixed anew; its record will say so.")
        if not screen.interactive:
            screen.say("It goes on; --new would begin another.")
        elif screen.read("Go on from there? [Y/n] ").lower().startswith("n"):
            raise Complaint("The game stays as it is.")
    return table


def _begin(screen: Screen, table: Table, sitting: Sitting, file: Path) -> None:
    watch = len(sitting.players) == table.seats()
    if not watch:
        saves.write_sitting(file, sitting)
    Session(screen, table, sitting, file, watch).run()


def _welcome(screen: Screen, table: Table) -> None:
    meta = table.game.meta
    screen.show(Text.assemble((meta.title, "bold"), f"  {meta.about}"))
    screen.say(f"{meta.scenarios[table.setup.scenario]}", colours.QUIET)
    screen.say(f"The dice are committed ({table.commitment[:16]}…). Type `help` at any time.", colours.QUIET)


def list_games(*, json: Json = False) -> None:
    """List the installed games, their scenarios, options, seats and players.

    For example:
      sandtable games
      sandtable games --json
    """
    opened, broken = shelf()
    if json:
        listed = [_entry(game) for game in opened.values()]
        print_json({"games": listed, "broken": broken, "broken_players": broken_players()})
        return
    out = console()
    for game in opened.values():
        meta = game.meta
        out.print(Text.assemble((meta.id, "bold cyan"), "  ", (meta.title, "bold"), f"  {meta.about}"))
        seats = len(meta.seats)
        people = f"{meta.least_seats} to {seats}" if seats != meta.least_seats else str(seats)
        seated = f"{people} seat{'s' if seats > 1 else ''}: {', '.join(meta.seats)}"
        out.print(Text(f"  {meta.designer}, {meta.publisher} · {seated} · {meta.minutes} minutes"))
        for name, about in meta.scenarios.items():
            out.print(Text.assemble("  scenario ", (name, "bold"), f"  {about}"))
        for name, choice in meta.options.items():
            out.print(Text.assemble("  option ", (name, "bold"), f"  {choice.title}: {' or '.join(choice.values)}"))
        out.print(Text(f"  players {', '.join(player_names(game))}"))
        saved = saves.kept(meta.id)
        if saved:
            out.print(Text(f"  {len(saved)} records in {saves.home() / meta.id}", style=colours.QUIET))
        out.print(Text(f"  {meta.rights}", style=colours.QUIET))
    for why in (*broken.values(), *broken_players().values()):
        out.print(Text(why, style=colours.RISK))


def _entry(game: Rules[Any, Any]) -> dict[str, Any]:
    meta = game.meta
    return {
        "id": meta.id,
        "title": meta.title,
        "about": meta.about,
        "designer": meta.designer,
        "publisher": meta.publisher,
        "rights": meta.rights,
        "seats": meta.seats,
        "least_seats": meta.least_seats,
        "minutes": meta.minutes,
        "scenarios": meta.scenarios,
        "options": {
            name: {**msgspec.to_builtins(choice), "number": game.ledger.shown(choice.rule)}
            for name, choice in meta.options.items()
        },
        "players": player_names(game),
        "stage": meta.stage,
    }
