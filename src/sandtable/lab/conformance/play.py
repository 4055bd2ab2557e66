"""Conformance of play: copies, keys, saves, questions, pieces, citations, ends, entry points, chance."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from sandtable.kernel import sight
from sandtable.kernel.cases import CaseError
from sandtable.kernel.chance import ChanceError, Dealer, seed_key
from sandtable.kernel.flow import G
from sandtable.kernel.game import Game, Setup
from sandtable.kernel.ledger import KERNEL_RULES
from sandtable.kernel.options import Ask, Option
from sandtable.kernel.state import State, clone, save
from sandtable.lab import plans
from sandtable.lab.conformance.walks import Effort, Walk, Wanderer, at, called, differing, told, viewers
from sandtable.lab.figures import chi_square, chi_square_limit
from sandtable.players import RANDOM, Seated

FOLLOWED = 25
"""So many answers are played on from a loaded game or a dealt world."""
STANDING_IN_A_ROW = 1_000


def plays(walk: Walk) -> list[str]:
    """Random play meets no mistake of the rules: no missing step, no ask without options, no exception."""
    return [walk.trouble] if walk.trouble else []


class ManyMore:
    """Many games more, for the corners that a few do not visit."""

    def __init__(self, game: Game[Any, Any], setup: Setup, seed: object, effort: Effort) -> None:
        self.game, self.setup, self.seed, self.effort = game, setup, seed, effort
        self.unsound: list[str] = []

    def plays(self) -> list[str]:
        """They meet no mistake of the rules either."""
        decisions, number = 0, 0
        while decisions < self.effort.decisions:
            try:
                g = self.game.start(self.setup, f"on {self.seed} {number}".encode())
                decisions += 1 + self._play_on(g, f"{self.seed} {number}", self.effort.decisions - decisions)
            except Exception as error:
                return [f"in a game of its own play breaks off: {told(error)}"]
            number += 1
        return []

    def _play_on(self, g: G[Any, Any], seed: str, answers: int) -> int:
        if self.unsound:
            return play_on(g, seed, answers)
        return play_on(g, seed, answers, lambda given, option: self._look(g, given, option))

    def _look(self, g: G[Any, Any], given: int, option: Option) -> None:
        if not self.unsound:
            self.unsound += unsound(g, f"in a game of its own, after {given} answers, {option},")

    def sound(self) -> list[str]:
        """And each of their positions was sound."""
        return self.unsound


def unsound(g: G[Any, Any], when: str) -> list[str]:
    """What the game says is wrong with a position, and when that was."""
    return [f"{when} the position is not sound: {fault}" for fault in g.game.sound(g.s)]


def ends(walk: Walk) -> list[str]:
    """Random play ends, and nobody can go on for ever with standing options."""
    findings = []
    if not walk.trouble and not walk.over:
        findings.append(f"random play has not ended after {len(walk.answers)} decisions")
    listed, outcome = {end.rule for end in plans.ends(walk.game).values()}, walk.game.load(walk.saves[-1]).outcome
    if listed and outcome is not None and outcome.rule not in listed:
        findings.append(f"a game ended by {outcome.rule!r}, which ends.yaml does not list")
    for where, g in walk.sampled() if walk.game.standing_verbs else ():
        rng, trial = walk.rng(where), g.clone()
        for _ in range(STANDING_IN_A_ROW):
            offered = [(seat, o) for seat in viewers(trial)[:-1] for group in trial.standing(seat) for o in group]
            if not offered:
                break
            trial.take(*rng.choice(offered))
        else:
            findings.append(f"{where} standing options can be taken without end")
    return findings


def copies(walk: Walk) -> list[str]:
    """A position stays as it was while play goes on from its copy, or from a world dealt from it."""
    findings = []
    for index, g in enumerate(walk.kept):
        now = save(g.s)
        if now != walk.saves[index]:
            changed = differing(walk.saves[index], now)
            findings.append(f"the position {at(index, g)} changed while play went on from a copy of it: {changed}")
    for index, g in walk.samples if not findings else ():
        before = save(g.s)
        for seat in viewers(g):
            world = sight.world(g, seat)
            play_on(world, walk.seed, FOLLOWED)
            if save(g.s) != before:
                changed = differing(before, save(g.s))
                findings.append(
                    f"the position {at(index, g)} changed while a world dealt from it was played: {changed}"
                )
                break
    return findings


def play_on(g: G[Any, Any], seed: object, answers: int, after: Callable[[int, Option], None] | None = None) -> int:
    """Some random answers from here; says how many. `after` is told of each."""
    wanderer = Wanderer(g.game, g.game.seats(g.s), seed)
    for given in range(answers):
        if g.over:
            return given
        seat, option = wanderer.answer(g)
        g.take(seat, option)
        if after is not None:
            after(given + 1, option)
    return answers


def same_key(walk: Walk) -> list[str]:
    """The same key and the same answers give the same game, heard or not."""
    g = walk.start()
    for index, (seat, option) in enumerate(walk.answers):
        if save(g.s) != walk.saves[index]:
            break
        g.take(seat, option)
    else:
        index = len(walk.answers)
    if save(g.s) == walk.saves[index]:
        return []
    return [f"the same key and answers lead elsewhere after {index} answers: {differing(walk.saves[index], save(g.s))}"]


def saves(walk: Walk) -> list[str]:
    """A position saved and loaded is the same, asks the same, and play goes on from it alike."""
    findings = []
    for index, g in walk.samples:
        data = save(g.s)
        loaded = walk.game.load(data)
        if save(loaded) != data:
            findings.append(f"{at(index, g)} a loaded position differs: {differing(data, save(loaded))}")
            continue
        again = walk.game.resume(loaded)
        if again.ask != g.ask:
            findings.append(f"{at(index, g)} a loaded position asks otherwise: {again.ask} and not {g.ask}")
            continue
        for step in range(index, min(index + FOLLOWED, len(walk.answers))):
            again.take(*walk.answers[step])
            if save(again.s) != walk.saves[step + 1]:
                changed = differing(walk.saves[step + 1], save(again.s))
                findings.append(f"play from a position loaded {at(index, g)} goes elsewhere: {changed}")
                break
    return findings


class NoDice(Dealer):
    """Stands in for the dealer where chance must not be asked."""

    def roll(self, s: State, sides: int, purpose: str) -> int:
        raise ChanceError(f"it rolls a die for {purpose!r}")

    def draw(self, s: State, pool: list[int], purpose: str) -> int:
        raise ChanceError(f"it draws for {purpose!r}")

    def shuffle(self, s: State, deck: list[int], purpose: str) -> None:
        raise ChanceError(f"it shuffles for {purpose!r}")


def pure_asks(walk: Walk) -> list[str]:
    """Asking and looking change nothing, roll nothing, and say the same each time."""
    findings = []
    for where, g in walk.sampled():
        quiet = walk.game.resume(clone(g.s), NoDice())
        before = save(quiet.s)
        looks: list[tuple[str, Any]] = [("ask", lambda quiet=quiet: _asked(quiet))]
        for seat in viewers(g):
            looks.append((f"the view of seat {seat}", lambda quiet=quiet, seat=seat: sight.view_bytes(quiet, seat)))
            looks.append((f"the breadcrumb of seat {seat}", lambda quiet=quiet, seat=seat: quiet.crumbs(seat)))
            if seat >= 0:
                looks.append((f"standing of seat {seat}", lambda quiet=quiet, seat=seat: quiet.standing(seat)))
        for what, look in looks:
            try:
                first, second = look(), look()
            except ChanceError as error:
                findings.append(f"{where} {what} is not pure: {error}")
                break
            if save(quiet.s) != before:
                findings.append(f"{where} {what} is not pure: it changes {differing(before, save(quiet.s))}")
                break
            if first != second:
                findings.append(f"{where} {what} is not pure: twice in a row it says {first} and {second}")
    return findings


def _asked(g: G[Any, Any]) -> Ask | None:
    g.asked = None
    return g.ask


def census(walk: Walk) -> list[str]:
    """No piece is lost or made, in play or in a dealt world."""
    if not walk.kept:
        return []
    first = walk.game.census(walk.kept[0].s)
    for index, data in enumerate(walk.saves):
        s = walk.kept[index].s if index < len(walk.kept) else walk.game.load(data)
        if walk.game.census(s) != first:
            return [f"after {index} answers the census is {walk.game.census(s)}; it was {first}"]
    for where, g in walk.sampled():
        for seat in viewers(g):
            counted = walk.game.census(sight.world(g, seat).s)
            if counted != first:
                return [f"{where} a world dealt for seat {seat} has the census {counted}; it was {first}"]
    return []


def sound(walk: Walk) -> list[str]:
    """After every answer all is as the game says it must be, and in every world dealt from there."""
    for index, data in enumerate(walk.saves):
        s = walk.kept[index].s if index < len(walk.kept) else walk.game.load(data)
        faults = walk.game.sound(s)
        if faults:
            given = f", {walk.answers[index - 1][1]}," if index else ""
            return [f"after {index} answers{given} the position is not sound: {fault}" for fault in faults]
    for where, g in walk.sampled():
        for seat in viewers(g):
            for number in range(walk.effort.worlds):
                world = g.game.determinise(g.s, seat, seed_key(f"sound {number}"))
                if faults := walk.game.sound(world):
                    return [f"{where} a world dealt for {called(g, seat)} is not sound: {fault}" for fault in faults]
    return []


def cites(walk: Walk) -> list[str]:
    """Every event, every ask and the outcome cite a rule of the ledger."""
    known = walk.game.ledger.rules.keys() | KERNEL_RULES.keys()
    findings = [
        f"the event {e.public!r} cites {e.key!r}, which the ledger does not have"
        for e in walk.heard
        if e.key not in known
    ]
    for g in walk.kept:
        ask = g.ask
        if ask is not None and ask.key not in known:
            findings.append(f"the ask {ask.prompt!r} cites {ask.key!r}, which the ledger does not have")
    if walk.over:
        outcome = walk.game.load(walk.saves[-1]).outcome
        if outcome.rule not in known:
            findings.append(f"the outcome {outcome.label!r} cites {outcome.rule!r}, which the ledger does not have")
    return list(dict.fromkeys(findings))


def players(game: Game[Any, Any], setup: Setup, seed: object, effort: Effort) -> list[str]:
    """Every player of the game answers what is offered, in every seat, and breaks nothing."""
    findings = []
    for name in (RANDOM, *game.players):
        g = game.start(setup, f"players {seed} {name}".encode())
        seated, given = Seated(game, name, setup.seats, seed), 0
        try:
            while not g.over and given < effort.played:
                seat = seated.seat(g)
                g.take(seat, seated.answer(g, seat))
                given += 1
        except Exception as error:
            findings.append(f"the player {name!r} fails after {given} answers: {told(error)}")
    return findings


def entry_points(game: Game[Any, Any], setup: Setup) -> list[str]:
    """Every entry point of the referee can be started; one that needs more says so in a sentence."""
    findings = []
    for name, (enter, _) in game.referee.entries.items():
        position = game.referee.blank(game, setup)
        position.seats = setup.seats
        g = game.resume(position, Dealer(), [])
        try:
            enter(g)
            g.start()
        except CaseError:
            continue
        except Exception as error:
            findings.append(f"the entry point {name!r} does not start: {told(error)}")
            continue
        blank = game.sound(game.referee.blank(game, setup))  # a board on which nothing has been set up yet
        when = f"at the entry point {name!r} the position is not sound"
        findings += [f"{when}: {fault}" for fault in game.sound(g.s) if fault not in blank]
    return findings


class Watched(Dealer):
    """Deals as usual and notes how the outcomes lie: 0 to 1 each, which is flat if all are equally likely."""

    def __init__(self, seed: object) -> None:
        self.rng = random.Random(str(seed))
        self.fell: dict[str, list[float]] = {"roll": [], "draw": [], "shuffle": []}

    def note(self, kind: str, index: int, of: int) -> None:
        self.fell[kind].append((index + self.rng.random()) / of)

    def place(self, pool: list[int], piece: int) -> int:
        """Where a piece lay; of several alike any one, since nobody can tell them apart."""
        return self.rng.choice([index for index, other in enumerate(pool) if other == piece])

    def roll(self, s: State, sides: int, purpose: str) -> int:
        face = super().roll(s, sides, purpose)
        self.note("roll", face - 1, sides)
        return face

    def draw(self, s: State, pool: list[int], purpose: str) -> int:
        before = pool[:]
        piece = super().draw(s, pool, purpose)
        self.note("draw", self.place(before, piece), len(before))
        return piece

    def shuffle(self, s: State, deck: list[int], purpose: str) -> None:
        before = deck[:]
        super().shuffle(s, deck, purpose)
        for end in {0, len(deck) - 1} if deck else ():
            self.note("shuffle", self.place(before, deck[end]), len(deck))


BINS = 12
FEWEST = 10 * BINS


def fair_chance(game: Game[Any, Any], setup: Setup, seed: object, effort: Effort) -> list[str]:
    """Dice, draws and shuffles come out evenly over many games."""
    watched, decisions = Watched(seed), 0
    for number in range(effort.starts):
        g = game.start(setup, f"fair {seed} {number}".encode(), watched)
        decisions += play_on(g, f"{seed} {number}", max(0, effort.decisions - decisions))
    findings = []
    for kind, fell in watched.fell.items():
        counts = [0] * BINS
        for place in fell:
            counts[int(place * BINS)] += 1
        if len(fell) >= FEWEST and chi_square(counts) > chi_square_limit(BINS):
            findings.append(
                f"over {len(fell)} outcomes a {kind} is not fair: the twelfths of its range came up {counts}"
            )
    return findings
