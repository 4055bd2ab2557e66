"""Fuzzing: random play with hostile input, in search of exceptions and of promises that the kernel does not keep.

A game of fuzzing is a row of *acts*: answers, words that are not offered, saves, copies, looks. Whatever breaks is
written to a crash file with the answers so far and the act that broke it, and `refuzz` does just that again:

    report = fuzz("patrols", games=200, seed=7, folder=Path("crashes"))
    refuzz(Path(report.crashes[0]))         # the sentence of the crash, or "" if it does not happen any more
"""

from __future__ import annotations

import random
import time
import traceback
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec import Struct, field

from sandtable.kernel import sight
from sandtable.kernel.chance import dice_key, seed_key
from sandtable.kernel.flow import G
from sandtable.kernel.game import Game, Setup, open_game
from sandtable.kernel.options import Option, Refused, Seat
from sandtable.kernel.state import save
from sandtable.kernel.typed import decoded
from sandtable.lab.conformance.options import candidates, is_offered, wrongly_refused
from sandtable.lab.conformance.walks import Wanderer, differing, setups, told, viewers
from sandtable.players import LONGEST, derived_seed

HOSTILE_EVERY = 4
"""Between two answers there is a hostile act about once in so many."""
FAR_OUT = (-1, -(2**31), 2**31, 2**64, 10**30)
PLAYED_ON = 8


Kind = Literal["answer", "try", "save", "copy", "look"]
HOSTILE: tuple[Kind, ...] = ("try", "try", "try", "save", "copy", "look")


class Act(Struct, omit_defaults=True):
    """One thing done to a game: everything needed to do it again."""

    kind: Kind
    seat: Seat = 0
    option: tuple[str | int, ...] = ()
    seed: int = 0


class Crash(Struct):
    """A game that broke, and how to break it again."""

    game: str
    setup: Setup
    seed: str
    what: str
    journal: list[Act]
    """The answers that led there."""
    act: Act | None = None
    """The act that broke it; none if it broke before the first ask."""
    trace: list[str] = field(default_factory=list)


class FuzzReport(Struct):
    games: int
    decisions: int
    crashes: list[str]
    """The crash files."""


class Violation(Exception):
    """A promise of the kernel that a game does not keep."""


def fuzz(
    game: str, *, games: int = 50, seed: int = 0, folder: Path = Path("crashes"), seconds: float = 0
) -> FuzzReport:
    """Games in every scenario and number of seats by turns, until so many are played or the seconds are over."""
    opened = open_game(game)
    ways = setups(opened)
    report = FuzzReport(0, 0, [])
    began = time.monotonic()
    for number in range(games):
        if seconds and time.monotonic() - began > seconds:
            break
        setup = ways[number % len(ways)]
        setup.options = {
            name: random.Random(f"{seed}/{number}/{name}").choice(choice.values)
            for name, choice in opened.meta.options.items()
        }
        crash, decisions = fuzz_game(opened, setup, f"{seed}/{number}")
        report.games += 1
        report.decisions += decisions
        if crash is not None:
            report.crashes.append(str(write_crash(folder, crash)))
    return report


def fuzz_game(game: Game[Any, Any], setup: Setup, seed: str) -> tuple[Crash | None, int]:
    """One game; the crash, if it came to one, and the number of decisions."""
    rng, wanderer = random.Random(derived_seed(seed, "fuzz")), Wanderer(game, setup.seats, seed)
    crash = Crash(game.meta.id, game.checked(setup), seed, "", [])
    try:
        g = start(game, crash)
        while not g.over and len(crash.journal) < LONGEST:
            while rng.random() * HOSTILE_EVERY < 1:
                crash.act = _hostile(g, rng)
                perform(g, crash.act)
            crash.act = Act("answer", *wanderer.answer(g))
            perform(g, crash.act)
            crash.journal.append(crash.act)
    except Exception as error:
        crash.what = told(error)
        crash.trace = traceback.format_exc().splitlines()[-12:]
        return crash, len(crash.journal)
    return None, len(crash.journal)


def start(game: Game[Any, Any], crash: Crash) -> G[Any, Any]:
    return game.start(crash.setup, dice_key(seed_key(crash.seed), []), heard=[])


def _hostile(g: G[Any, Any], rng: random.Random) -> Act:
    kind = rng.choice(HOSTILE)
    seats = [*range(g.game.seats(g.s)), g.game.seats(g.s), -1] if rng.random() < 0.1 else range(g.game.seats(g.s))
    seat = rng.choice(seats)
    if kind != "try":
        return Act(kind, seat, seed=rng.getrandbits(32))
    option = rng.choice(candidates(g, max(0, min(seat, g.game.seats(g.s) - 1)), rng, len(g.game.verbs)))
    if len(option) > 1 and rng.random() < 0.2:
        place = rng.randrange(1, len(option))
        option = (*option[:place], rng.choice(FAR_OUT), *option[place + 1 :])
    return Act("try", seat, option)


# ---- acts -----------------------------------------------------------------------------------------


def perform(g: G[Any, Any], act: Act) -> None:
    """Does an act and sees whether the kernel's promises hold; Violation, or any other exception, if not."""
    if act.kind == "answer":
        _answer(g, act.seat, act.option)
    elif act.kind == "try":
        _try(g, act.seat, act.option)
    elif act.kind == "save":
        _save(g, act.seed)
    elif act.kind == "copy":
        _copy(g, act.seed)
    else:
        _look(g)


def _answer(g: G[Any, Any], seat: Seat, option: Option) -> None:
    census = g.game.census(g.s)
    try:
        g.apply(seat, [option])
    except Refused as refused:
        raise Violation(f"{option} is offered to seat {seat} and yet refused: {refused.refusal.text}") from refused
    if g.game.census(g.s) != census:
        raise Violation(f"{option} changes the census from {census} to {g.game.census(g.s)}")
    for fault in g.game.sound(g.s):
        raise Violation(f"after {option} the position is not sound: {fault}")


def _try(g: G[Any, Any], seat: Seat, option: Option) -> None:
    if 0 <= seat < g.game.seats(g.s) and is_offered(g, seat, option):
        _answer(g.clone(), seat, option)
        return
    for fault in wrongly_refused(g, seat, option):
        raise Violation(fault)


def _save(g: G[Any, Any], seed: int) -> None:
    data = save(g.s)
    loaded = g.game.resume(g.game.load(data))
    if save(loaded.s) != data:
        raise Violation(f"a loaded position differs: {differing(data, save(loaded.s))}")
    if loaded.ask != g.ask:
        raise Violation(f"a loaded position asks {loaded.ask}, not {g.ask}")
    here, there = g.clone(), loaded
    _play_on(here, seed)
    _play_on(there, seed)
    if save(here.s) != save(there.s):
        raise Violation(f"play from a loaded position goes elsewhere: {differing(save(here.s), save(there.s))}")


def _copy(g: G[Any, Any], seed: int) -> None:
    data = save(g.s)
    _play_on(g.clone(), seed)
    if save(g.s) != data:
        raise Violation(f"the position changed while a copy was played: {differing(data, save(g.s))}")


def _play_on(g: G[Any, Any], seed: int) -> None:
    wanderer = Wanderer(g.game, g.game.seats(g.s), seed)
    for _ in range(PLAYED_ON):
        if g.over:
            return
        g.take(*wanderer.answer(g))


def _look(g: G[Any, Any]) -> None:
    data = save(g.s)
    for seat in viewers(g):
        sight.view_bytes(g, seat)
        _play_on(sight.world(g, seat), seat)
        if save(g.s) != data:
            raise Violation(f"looking for seat {seat} changes the position: {differing(data, save(g.s))}")


# ---- crash files ----------------------------------------------------------------------------------


def write_crash(folder: Path, crash: Crash) -> Path:
    """A file of its own for each crash: JSON that a person can read."""
    folder.mkdir(parents=True, exist_ok=True)
    setup = crash.setup
    file = folder / f"{crash.game}-{setup.scenario}-{setup.seats}-{crash.seed.replace('/', '-')}.json"
    file.write_bytes(msgspec.json.format(msgspec.json.encode(crash), indent=1) + b"\n")
    return file


def refuzz(file: Path) -> str:
    """Does again what a crash file tells; the sentence of what happens now, or nothing if all goes well."""
    crash = decoded(file.read_bytes(), Crash)
    try:
        g = start(open_game(crash.game), crash)
        for answer in crash.journal:
            perform(g, answer)
        if crash.act is not None:
            perform(g, crash.act)
    except Exception as error:
        return told(error)
    return ""
