"""Walks: games of random play that keep every position, for the conformance suite to look at."""

from __future__ import annotations

import random
import traceback
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

from msgspec import Struct

from sandtable.kernel.chance import dice_key, seed_key
from sandtable.kernel.flow import Event, G
from sandtable.kernel.game import Game, Setup
from sandtable.kernel.options import SPECTATOR, Option, Seat
from sandtable.kernel.state import State, save
from sandtable.kernel.table import Table
from sandtable.kernel.typed import decoded
from sandtable.players import GIVING_UP_EVERY, Seated, derived_seed, gives_up

STANDING_EVERY = 12
STEPPING_IN_EVERY = 12
"""Walks take standing options more often than players do, and for seats that are not asked, too."""


class Effort(Struct, frozen=True):
    """How much of everything: enough to find faults in seconds; a soak asks for more."""

    games: int = 4
    longest: int = 20_000
    """Random play that has not ended after so many decisions does not end."""
    samples: int = 16
    """Positions of one game that are looked at closely, or more if there are many kinds of question."""
    closely: int = 48
    """So many at most: other games look at other kinds."""
    keys: int = 20
    worlds: int = 3
    candidates: int = 80
    options: int = 24
    answers: int = 120
    """How many answers are given at a table with journal, undo and revisions."""
    interruptions: int = 160
    """Standing options that are taken on one walk, in the middle of all kinds of procedures."""
    arguments: int = 3
    """So many options of one standing verb are taken at one ask."""
    followed: int = 12
    """So many answers are played on from there."""
    cases: int = 16
    """So many of the game's cases are played on from, at each of their steps."""
    interrupted_cases: int = 3
    """And so many times with a standing option first."""
    truths: int = 120
    """True games from keys of their own, for the proof that nothing tells what they hide."""
    pairs: int = 200
    """So many pairs of something public and a value of one hidden field are compared in them."""
    played: int = 80
    """Answers of each player of the game."""
    watched: int = 4_000
    """Positions passed under watch, to see whether what an answer can cost was told before."""
    risky: int = 12
    """So many positions are kept for each verb that tells odds,"""
    trials: int = 60
    """and its options are played so many times from there."""
    starts: int = 300
    decisions: int = 6_000
    """How many games are begun, and decisions taken, to see whether chance is fair."""


def setups(game: Game[Any, Any]) -> list[Setup]:
    """Every scenario with every number of seats."""
    seats = range(game.meta.least_seats, len(game.meta.seats) + 1)
    return [Setup(scenario, {}, count) for scenario in game.meta.scenarios for count in seats]


def named(game: Game[Any, Any], setup: Setup) -> str:
    """A setup in a few words, for findings and the names of tests; options are told where they are not as usual."""
    usual = {name: choice.default for name, choice in game.meta.options.items()}
    chosen = [f"{name} {value}" for name, value in sorted(setup.options.items()) if value != usual.get(name)]
    return ", ".join([setup.scenario, f"{setup.seats} seat{'s' if setup.seats != 1 else ''}", *chosen])


def chosen_options(game: Game[Any, Any], setup: Setup, seed: int, number: int) -> dict[str, str]:
    """The rules options of one game: first as they stand, then each turned over now and then."""
    if number == 0:
        return setup.options
    turn = list(game.meta.scenarios).index(setup.scenario)
    return {
        name: choice.values[(number + place + seed + turn) % len(choice.values)]
        for place, (name, choice) in enumerate(game.meta.options.items())
    }


def viewers(g: G[Any, Any]) -> list[Seat]:
    """Everybody who may look: the seats, and whoever has none."""
    return [*range(g.game.seats(g.s)), SPECTATOR]


def called(g: G[Any, Any], seat: Seat) -> str:
    return "a spectator" if seat == SPECTATOR else g.game.meta.seats[seat]


class Wanderer:
    """Answers at random for all seats; now and then somebody takes a standing option, asked or not."""

    def __init__(self, game: Game[Any, Any], seats: int, seed: object) -> None:
        self.rng = random.Random(derived_seed(seed, "wanderer"))
        self.players = Seated(game, "random", seats, seed)

    def answer(self, g: G[Any, Any]) -> tuple[Seat, Option]:
        if g.game.standing_verbs and self.rng.random() * STANDING_EVERY < 1:
            seat = self.rng.randrange(g.game.seats(g.s))
            options = [option for group in g.standing(seat) for option in group]
            option = self.rng.choice(options) if options else ()
            if option and (self.rng.random() * GIVING_UP_EVERY < 1 or not gives_up(g, seat, option)):
                return seat, option
        seat = self.players.seat(g)
        if g.ask is not None and g.ask.waits and self.rng.random() * STEPPING_IN_EVERY < 1:
            seat = self.rng.choice(g.ask.seats())  # not only those that the table waits for
        return seat, self.players.answer(g, seat)


class Walk:
    """One game of random play. Play goes on from copies, so that each position kept must stay as it was."""

    def __init__(self, game: Game[Any, Any], setup: Setup, seed: object, effort: Effort) -> None:
        self.game = game
        self.setup = setup
        self.seed = str(seed)
        self.effort = effort
        self.heard: list[Event] = []
        self.kept: list[G[Any, Any]] = []
        """The game at each ask."""
        self.saves: list[bytes] = []
        """The same positions as they were when play passed them; one more than `kept` where the game ended."""
        self.answers: list[tuple[Seat, Option]] = []
        self.trouble = ""
        self.over = False
        try:
            self._play()
        except Exception as error:
            self.trouble = f"after {len(self.answers)} answers play breaks off: {told(error)}"

    def _play(self) -> None:
        g = self.start(self.heard)
        wanderer = Wanderer(self.game, self.setup.seats, self.seed)
        while not g.over and len(self.answers) < self.effort.longest:
            self.kept.append(g)
            self.saves.append(save(g.s))
            seat, option = wanderer.answer(g)
            g = g.clone()
            g.heard = self.heard
            self.answers.append((seat, option))
            g.take(seat, option)
        self.saves.append(save(g.s))
        self.over = g.over

    @property
    def key(self) -> bytes:
        return dice_key(seed_key(self.seed), [])

    def start(self, heard: list[Event] | None = None) -> G[Any, Any]:
        """The same game from its beginning."""
        return self.game.start(self.setup, self.key, heard=heard)

    def rng(self, purpose: str) -> random.Random:
        return random.Random(derived_seed(self.seed, purpose))

    @cached_property
    def samples(self) -> list[tuple[int, G[Any, Any]]]:
        """Which positions to look at closely: the first, some of each kind of question, and any others."""
        rng = self.rng("samples")
        kinds: dict[str, list[int]] = {}
        for index, g in enumerate(self.kept):
            kinds.setdefault(kind_of_ask(g.s), []).append(index)
        chosen = {0} if self.kept else set()
        for indexes in kinds.values():
            chosen.update(rng.sample(indexes, min(2, len(indexes))))
        if len(chosen) > self.effort.closely:
            chosen = set(rng.sample(sorted(chosen), self.effort.closely))
        spare = [index for index in range(len(self.kept)) if index not in chosen]
        chosen.update(rng.sample(spare, max(0, min(len(spare), self.effort.samples - len(chosen)))))
        return [(index, self.kept[index]) for index in sorted(chosen)]

    def sampled(self) -> Iterator[tuple[str, G[Any, Any]]]:
        """The positions looked at closely, each with words that say which it is."""
        for index, g in self.samples:
            yield at(index, g), g

    def forget(self) -> None:
        """Lets go of all positions but the sampled ones, so that many long games fit into memory."""
        assert self.samples is not None
        self.kept, self.saves, self.answers, self.heard = [], [], [], []

    def table(self, answers: int) -> Table:
        """A table at which the first so many answers of this walk have been given."""
        table = Table(self.game, self.setup, seed_key(self.seed))
        for seat, option in self.answers[:answers]:
            table.answer(seat, option)
        return table


def kind_of_ask(s: State) -> str:
    return "/".join(f"{type(frame).__name__}.{frame.step}" for frame in s.stack)


def at(answers: int, g: G[Any, Any]) -> str:
    frame = g.s.stack[-1] if g.s.stack else None
    step = f" ({g.game.procedures.of(frame).name}, {frame.step})" if frame is not None else ""
    return f"after {answers} answers{step}"


def told(error: BaseException) -> str:
    """An exception in one line, with the place in the code where it came from."""
    frames = traceback.extract_tb(error.__traceback__)
    place = f" [{frames[-1].name}, line {frames[-1].lineno}]" if frames else ""
    return f"{type(error).__name__}: {error}{place}"


def differing(before: bytes, after: bytes) -> str:
    """The fields in which two saved states differ."""
    old, new = (decoded(data, dict[str, Any]) for data in (before, after))
    return ", ".join(name for name in old if old[name] != new.get(name)) or "the layout"


def some(rng: random.Random, values: Sequence[Any], most: int) -> list[Any]:
    """All of a short list, a random part of a long one."""
    return list(values) if len(values) <= most else rng.sample(values, most)
