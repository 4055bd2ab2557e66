"""Conformance of odds: what an answer can cost was told before, and the chances told are those that play bears out.

Games are played under watch, and no die may fall by an answer that told nothing of it. On the way positions are kept
in which options tell odds. Some of those options are played many times over, in worlds dealt for the seat that was
told, and each chance is held against how often it came true: by itself, and together with all others of the same verb
and name. The limits are such that honest odds raise an alarm less than once in a million runs (`FALSE_ALARMS`),
however many chances are looked at.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

import msgspec
from msgspec import Struct, field

from sandtable.kernel import sight
from sandtable.kernel.chance import Dealer, seed_key
from sandtable.kernel.flow import G
from sandtable.kernel.game import Game, Setup
from sandtable.kernel.options import Option, Seat
from sandtable.kernel.state import State
from sandtable.lab.conformance.walks import Effort, Wanderer, at, chosen_options, some, told
from sandtable.players import Seated

FALSE_ALARMS: Final = 1e-6
"""How likely a run over honest odds finds something."""
OF_A_VERB = 3
"""So many options of one verb are played at one position: hexes side by side risk much the same."""


def odds(game: Game[Any, Any], setup: Setup, seed: object, effort: Effort) -> list[str]:
    """What an answer can cost was told before, and every chance told agrees with how often it comes true."""
    watch = Watch(game, setup, seed, effort.risky)
    watch.play(effort.watched)
    return [*watch.untold, *borne_out(watch.told(), effort.trials)]


# ---- what an answer can cost was told before ------------------------------------------------------


class Watching(Dealer):
    """Deals as usual and notes for what each die fell."""

    def __init__(self) -> None:
        self.purposes: list[str] = []

    def roll(self, s: State, sides: int, purpose: str) -> int:
        self.purposes.append(purpose)
        return super().roll(s, sides, purpose)


class Watch:
    """Games played under watch, and positions of them kept for a closer look: so many for each verb with odds."""

    def __init__(self, game: Game[Any, Any], setup: Setup, seed: object, each: int) -> None:
        self.game, self.setup, self.seed, self.each = game, setup, seed, each
        self.rng = random.Random(f"odds {seed}")
        self.passed = 0
        self.untold: dict[str, None] = {}
        self.kept: dict[str, list[tuple[str, G[Any, Any]]]] = {}
        self.met: dict[str, int] = {}
        self.doubted: list[tuple[str, Seat, Option, G[Any, Any]]] = []
        """A die fell though the chance of what it decides was told as none."""

    def play(self, wanted: int) -> None:
        """Passes so many positions, in games of random play and of the game's own players in turn."""
        number, players = 0, ["", *self.game.players]
        share = max(1, wanted // (2 * len(players)))
        while self.passed < wanted:
            options = chosen_options(self.game, self.setup, self.rng.randrange(99), number)
            setup = msgspec.structs.replace(self.setup, options=options)
            player, seed = players[number % len(players)], f"{self.seed} {number}"
            self._play(self.game.start(setup, seed_key(f"odds {seed}")), player, seed, min(wanted, self.passed + share))
            number += 1

    def _play(self, g: G[Any, Any], player: str, seed: str, wanted: int) -> None:
        g.dealer = dealer = Watching()
        seats = self.game.seats(g.s)
        wanderer, seated = Wanderer(self.game, seats, seed), Seated(self.game, player or "random", seats, seed)
        while not g.over and self.passed < wanted:
            self.passed += 1
            if player:
                seat = seated.seat(g)
                option = seated.answer(g, seat)
            else:
                seat, option = wanderer.answer(g)
            before = g.clone()
            self._keep(before)
            dealer.purposes.clear()
            g.take(seat, option)
            if dealer.purposes:
                self._judge(before, seat, option, dealer.purposes)

    def _keep(self, g: G[Any, Any]) -> None:
        """A fair choice of the positions at which each verb told odds."""
        ask = g.ask
        for verb in sorted({group.verb for group in ask.groups if group.risky}) if ask is not None else ():
            met = self.met[verb] = self.met.get(verb, 0) + 1
            kept = self.kept.setdefault(verb, [])
            place = len(kept) if len(kept) < self.each else self.rng.randrange(met)
            if place < self.each:
                kept[place : place + 1] = [(at(self.passed, g), g)]

    def _judge(self, g: G[Any, Any], seat: Seat, option: Option, purposes: Iterable[str]) -> None:
        known = chances_told(g, seat, option)
        for purpose in dict.fromkeys(purposes):
            if fault := untold(self.game, option, purpose, known):
                self.untold.setdefault(f"{at(self.passed, g)} {fault}")
            elif any(known.get(name) == 0 for name in self.game.risks[purpose].told):
                self.doubted.append((at(self.passed, g), seat, option, g))

    def told(self) -> Iterator[tuple[str, Seat, Option, G[Any, Any]]]:
        """What is to be tried: some options of each verb with odds, and whatever there is reason to doubt."""
        for verb, kept in self.kept.items():
            for where, g in kept:
                for seat, option in some(self.rng, risky_options(g, verb), OF_A_VERB):
                    yield where, seat, option, g
        yield from some(self.rng, self.doubted, 2 * self.each)


def untold(game: Game[Any, Any], option: Option, purpose: str, known: dict[str, float]) -> str:
    """What is wrong with a die that fell by an answer which told these chances."""
    risk = game.risks.get(purpose)
    if risk is None:
        return f"a die falls for {purpose!r}, which is not among the risks of the game"
    if not risk.told or option[0] in risk.fated or risk.told & known.keys():
        return ""
    said = ", ".join(f"{name} {chance:.0%}" for name, chance in known.items()) or "nothing"
    wanted = " or ".join(sorted(risk.told))
    return f"{option} makes a die fall for {purpose!r} and should tell a chance of {wanted}: it tells {said}"


def chances_told(g: G[Any, Any], seat: Seat, option: Option) -> dict[str, float]:
    """What the seat reads beside this option before it answers."""
    ask = g.ask
    risky = ask is not None and any(one.seat == seat and one.risky and one.offers(option) for one in ask.groups)
    found = g.game.odds(sight.world(g, seat), seat, option) if risky else None
    return found.chances if found is not None else {}


# ---- the chances told are those that play bears out -----------------------------------------------


class Chance(Struct):
    """One chance that was told, and how often it came true."""

    where: str
    option: Option
    name: str
    told: float
    played: int = 0
    true: int = 0

    @property
    def verb(self) -> str:
        return str(self.option[0])

    def __str__(self) -> str:
        seen = f"it came true {self.true} times of {self.played}"
        return f"{self.where} {self.option} tells {self.name!r} at {self.told:.1%}: {seen}"


class Pool(Struct):
    """All chances of one verb and name together."""

    verb: str
    name: str
    played: int = 0
    true: int = 0
    mean: float = 0.0
    variance: float = 0.0
    examples: list[Chance] = field(default_factory=list)

    def add(self, chance: Chance) -> None:
        self.played += chance.played
        self.true += chance.true
        self.mean += chance.played * chance.told
        self.variance += chance.played * chance.told * (1 - chance.told)
        self.examples.append(chance)

    def __str__(self) -> str:
        worst = max(self.examples, key=lambda chance: abs(chance.true - chance.told * chance.played))
        return (
            f"over {self.played} plays of {self.verb!r}, {self.name!r} came true {self.true} times; by the odds told "
            f"it should be {self.mean:.1f}. For example {worst}"
        )


def borne_out(watched: Iterable[tuple[str, Seat, Option, G[Any, Any]]], trials: int) -> list[str]:
    """Every chance told agrees with how often it comes true."""
    chances: list[Chance] = []
    findings: list[str] = []
    for where, seat, option, g in watched:
        try:
            chances += tried(g, seat, option, trials, where)
        except Exception as error:
            findings.append(f"{where} the odds of {option} cannot be tried: {told(error)}")
    return [*findings, *judged(chances)]


def risky_options(g: G[Any, Any], verb: str) -> list[tuple[Seat, Option]]:
    groups = g.ask.groups if g.ask is not None else ()
    return [(group.seat, option) for group in groups if group.risky and group.verb == verb for option in group]


def tried(g: G[Any, Any], seat: Seat, option: Option, trials: int, where: str) -> list[Chance]:
    """An option played so many times, in worlds dealt for who was told its odds. What came true and was not told at
    all was told as never."""
    known = chances_told(g, seat, option)
    if not known:
        return []
    chances = {name: Chance(where, option, name, chance, trials) for name, chance in known.items()}
    for number in range(trials):
        dealt = g.game.determinise(g.s, seat, seed_key(f"{where} {option} {number}"))
        world = g.game.resume(dealt, heard=[])
        world.patient = True  # so that it can be told from what the next phase brings
        for name in g.game.borne_out(world, seat, option):
            chances.setdefault(name, Chance(where, option, name, 0.0, trials)).true += 1
    return list(chances.values())


def judged(chances: Sequence[Chance]) -> list[str]:
    """Which of these chances, alone or together, are further from what was seen than luck explains."""
    pools: dict[tuple[str, str], Pool] = {}
    for chance in chances:
        pools.setdefault((chance.verb, chance.name), Pool(chance.verb, chance.name)).add(chance)
    limit = FALSE_ALARMS / max(1, len(chances) + len(pools))
    likely = [(luck(chance.true, chance.played, chance.told), chance) for chance in chances]
    alone = sorted([one for one in likely if one[0] < limit], key=lambda one: one[0])
    named = {(chance.verb, chance.name) for _, chance in alone}
    together = [pool for key, pool in pools.items() if key not in named and pooled_luck(pool) < limit]
    return [*(str(chance) for _, chance in alone), *map(str, together)]


def luck(true: int, played: int, chance: float) -> float:
    """How likely a count so far from the chance is, on either side of it: exact, by the binomial distribution."""
    if chance <= 0 or chance >= 1:
        return float(true == played * round(chance))
    below = math.fsum(_binomial(n, played, chance) for n in range(true + 1))
    above = math.fsum(_binomial(n, played, chance) for n in range(true, played + 1))
    return min(1.0, 2 * min(below, above))


def _binomial(true: int, played: int, chance: float) -> float:
    ways = math.lgamma(played + 1) - math.lgamma(true + 1) - math.lgamma(played - true + 1)
    return math.exp(ways + true * math.log(chance) + (played - true) * math.log1p(-chance))


def pooled_luck(pool: Pool) -> float:
    """A bound on the same for chances of all sizes together (Bernstein's): never less than the truth."""
    off = abs(pool.true - pool.mean)
    return 1.0 if off < 1e-9 else min(1.0, 2 * math.exp(-off * off / (2 * (pool.variance + off / 3))))
