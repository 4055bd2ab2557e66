"""The proof over true games: no hidden value is told by a number, an order or a place better than the rules allow.

A view may be the same in every dealt world and give the truth away nevertheless, if the truth is not made as worlds are
dealt: counters numbered by their types, a deck in the order of the box. So this begins many games from different keys
and compares: what a seat does not know must be spread over numbers, orders and places in true games as it is in worlds
dealt for it. Once somebody who knows a thing has answered, where it lies may tell what it is, for that was his choice;
but among things that lie alike their numbers still tell nothing, so there the truth is held against itself, mixed.
Who takes what the game suggests has chosen nothing, and everybody can read the suggestion: so other games are begun as
suggested, and there nothing may tell anything.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any

from msgspec import Struct, field

from sandtable.kernel.chance import seed_key
from sandtable.kernel.flow import Event, G
from sandtable.kernel.game import Game, Setup
from sandtable.kernel.options import Option, Seat
from sandtable.kernel.state import Knowledge, State
from sandtable.lab.conformance.fields import (
    Drawing,
    Path,
    beside,
    fields,
    knowers,
    knows,
    public,
    rows,
    spelt,
    values,
)
from sandtable.lab.conformance.telling import MEMORY, Subject, Tallies
from sandtable.lab.conformance.walks import Effort, Wanderer, called, some, viewers
from sandtable.players import derived_seed

STAGES = (("at the first ask", 0, 0), ("early", 1, 6), ("later", 7, 40), ("late", 41, 120))
"""When a game is looked at: once in each stretch of so many to so many answers."""
SUGGESTED = "as suggested"
"""When the games are looked at that are begun so: after each answer of that kind."""
RANKS = 6
"""So many are looked at from either end of what is not known."""
SUGGESTIONS = 12
"""So many of them are taken at most."""
FEW = 4
"""Something public that is one of so few things is looked at for each of them."""
DEALT = 2
"""Worlds dealt for each viewer at each look."""


class Look(Struct):
    """One field of one true game at one ask, as far as a viewer does not know it, and the same in dealt worlds."""

    game: int
    stage: str
    unknown: list[Path]
    blind: list[Path]
    """Of these, what nobody knew who has answered so far: no choice can have told it."""
    truth: dict[Path, Any]
    dealt: list[dict[Path, Any]]
    beside: dict[str, list[Any]] = field(default_factory=dict)
    rows: dict[str, list[int]] = field(default_factory=dict)
    public: dict[str, Any] = field(default_factory=dict)
    """At the first ask, or as suggested: all that is public, and each word heard so far."""


class Memory(Struct):
    """What a viewer knew before an answer that mixed it with others, and whether it lies among them."""

    game: int
    truth: bool
    dealt: list[bool]


Field = tuple[str, str]
"""The full name of a field and the viewer to whom it is hidden."""


Masks = dict[str, tuple[list[Any], list[int]]]
"""Each masked field with its mask."""


class TrueGames:
    """Plays many games from keys of their own and looks at what is hidden in them."""

    def __init__(self, game: Game[Any, Any], setup: Setup, seed: object, effort: Effort) -> None:
        self.game, self.setup, self.seed, self.effort = game, setup, seed, effort
        self.dealer = Drawing()
        self.kinds: dict[str, Knowledge] = {}
        self.looks: dict[Field, list[Look]] = {}
        self.memories: dict[Field, list[Memory]] = {}
        for number in range(effort.truths):
            self._play(number)
        if any(verb.suggested for verb in game.verbs.values()):
            for number in range(effort.truths):
                self._take_suggestions(effort.truths + number)

    def rng(self, *purpose: object) -> random.Random:
        return random.Random(derived_seed(self.seed, "truths", *purpose))

    # -- playing

    def _play(self, number: int) -> None:
        rng, heard = self.rng(number), list[Event]()
        g = self.game.start(self.setup, seed_key(f"true game {self.seed} {number}"), self.dealer, heard)
        opening, g.heard = heard[:], None
        wanderer = Wanderer(self.game, self.setup.seats, f"true game {self.seed} {number}")
        stops = {rng.randint(low, high): stage for stage, low, high in STAGES}
        answered: set[Seat] = set()
        masked = self._masked(g.s)
        for given in range(max(stops) + 1):
            if g.over:
                break
            if given in stops:
                seen = public(g) if given == 0 else {}
                for viewer in viewers(g):
                    heard_so_far = seen | words(opening, viewer) if given == 0 else {}
                    self._look(g, viewer, number, stops[given], answered, heard_so_far)
            seat, option = wanderer.answer(g)
            g.take(seat, option)
            answered.add(seat)
            masked, before = self._masked(g.s), masked
            if not g.over:
                self._remember(g, before, masked, number)

    def _take_suggestions(self, number: int) -> None:
        """Everybody takes what is suggested, as long as something is; all that they know was laid down by the game."""
        heard = list[Event]()
        g = self.game.start(self.setup, seed_key(f"true game {self.seed} {number}"), self.dealer, heard)
        for answers in range(1, SUGGESTIONS + 1):
            found = suggestion(g)
            if found is None:
                break
            g.take(*found)
            if g.over:
                break
            seen = public(g)
            for viewer in viewers(g):
                self._look(g, viewer, number, f"{SUGGESTED}, answer {answers},", set(), seen | words(heard, viewer))

    def _worlds(self, g: G[Any, Any], viewer: Seat, number: int, purpose: str) -> list[State]:
        keys = (seed_key(f"dealt {self.seed} {number} {viewer} {purpose} {world}") for world in range(DEALT))
        return [self.game.determinise(g.s, viewer, key) for key in keys]

    def _look(
        self, g: G[Any, Any], viewer: Seat, number: int, stage: str, answered: set[Seat], seen: dict[str, Any]
    ) -> None:
        seats, who = self.game.seats(g.s), called(g, viewer)
        worlds = self._worlds(g, viewer, number, stage)
        dealt = [{full: getattr(holder, name) for full, holder, name, _ in fields(world)} for world in worlds]
        for full, holder, name, known in fields(g.s):
            if known.kind == "public":
                continue
            self.kinds[full] = known
            value = getattr(holder, name)
            truth = values(value, self._sorted(full))
            about = {path: knowers(holder, known, path, seats) for path in truth}
            unknown = [path for path, those in about.items() if not knows(viewer, those, seats)]
            if unknown:
                long = len(value) if isinstance(value, list) and known.kind == "masked" else 0
                self.looks.setdefault((full, who), []).append(
                    Look(
                        number,
                        stage,
                        unknown,
                        [path for path in unknown if not about[path] & answered],
                        truth,
                        [values(world[full], self._sorted(full)) for world in dealt if full in world],
                        beside(g.s, long) if long else {},
                        rows(g.s, long) if long else {},
                        seen,
                    )
                )

    def _sorted(self, full: str) -> bool:
        """A hand has the order its owner likes, and a pool that is drawn from blindly has none."""
        return self.kinds[full].kind == "own" or full in self.dealer.pools

    # -- remembering

    def _masked(self, s: State) -> Masks:
        return {
            full: (getattr(holder, name)[:], getattr(holder, known.mask)[:])
            for full, holder, name, known in fields(s)
            if known.kind == "masked"
        }

    def _remember(self, g: G[Any, Any], before: Masks, now: Masks, number: int) -> None:
        """Who knew a value before this answer and does not know it any more has seen it nevertheless."""
        for full, (value, mask) in now.items():
            old, had = before.get(full, (value, mask))
            for viewer in viewers(g)[:-1] if had != mask else ():
                lost = [i for i in range(len(old)) if had[i] >> viewer & 1 and not mask[i] >> viewer & 1]
                kept = self.memories.setdefault((full, called(g, viewer)), [])
                if not lost or (kept and kept[-1].game == number):
                    continue
                entry = self.rng("memory", number, viewer).choice(lost)
                alike = beside(g.s, len(value)).values()
                heap = [i for i in range(len(value)) if all(row[i] == row[entry] for row in alike)]
                worlds = [self._masked(world)[full][0] for world in self._worlds(g, viewer, number, "memory")]
                there, *dealt = (str(old[entry]) in {str(world[i]) for i in heap} for world in (value, *worlds))
                kept.append(Memory(number, there, dealt))

    # -- telling

    def told(self) -> list[str]:
        """What the games just played tell of what they hide."""
        tallies = Tallies()
        for (full, who), looks in self.looks.items():
            self._by_number(tallies, full, who, looks)
            self._by_place(tallies, full, who, looks)
            if self.kinds[full].kind == "masked":
                self._among_alike(tallies, full, who, looks)
            for stage in sorted({look.stage for look in looks if look.public}):
                self._by_what_is_public(tallies, full, who, stage, [look for look in looks if look.stage == stage])
        for (full, who), memories in self.memories.items():
            what = "whether what was seen lies among the things it was mixed with"
            for memory in memories:
                tallies.add(Subject(full, who, MEMORY, what), memory.game, memory.truth, memory.dealt)
        return [found.text for found in tallies.findings()]

    def _by_number(self, tallies: Tallies, full: str, who: str, looks: list[Look]) -> None:
        """Each value by its number, by its rank among those that are not known, and with the next one."""
        for look in looks:
            pairs = [path for path in look.blind if following(path) in look.truth]
            for what, path in chain(((spelt(full, path), path) for path in look.blind), self._ranked(full, look)):
                dealt = [world[path] for world in look.dealt if path in world]
                tallies.add(
                    Subject(full, who, "its number", f"{what} {look.stage}"), look.game, look.truth[path], dealt
                )
            if pairs:
                path = self.rng("number", full, who, look.game, look.stage).choice(pairs)
                step = f"the step from a value of {full} to the next one {look.stage}"
                truth, *dealt = (compared(world, path) for world in (look.truth, *look.dealt))
                tallies.add(Subject(full, who, "its order", step), look.game, truth, dealt)

    def _ranked(self, full: str, look: Look) -> Iterator[tuple[str, Path]]:
        """The first and the last of what is not known: in a deck, or among the counters in one place."""
        heaps: dict[str, list[Path]] = {}
        for path in look.blind:
            within = spelt(full, path[:-1])
            heaps.setdefault(within, []).append(path)
            for name, row in look.beside.items():
                heaps.setdefault(f"{within}, where {name} is {row[path[0]]},", []).append(path)
        for within, heap in heaps.items():
            for rank, path in enumerate(heap[:RANKS] if len(heap) > 1 else (), 1):
                yield f"unknown number {rank} of {within}", path
            for rank, path in enumerate(heap[: -RANKS - 1 : -1] if len(heap) > 1 else (), 1):
                yield f"unknown number {rank} from the end of {within}", path

    def _by_place(self, tallies: Tallies, full: str, who: str, looks: list[Look]) -> None:
        """What lies in one place, or stands first in a row, by any public list."""
        for look in looks:
            rng = self.rng("its place", full, who, look.game, look.stage)
            seen: dict[tuple[str, str], list[Path]] = {}
            for path in look.blind if look.beside or look.rows else ():
                for name, row in look.beside.items():
                    seen.setdefault(("its place", f"where {name} is {row[path[0]]}, {full}"), []).append(path)
                for name, order in look.rows.items():
                    if path[0] in order:
                        place = order.index(path[0])
                        seen.setdefault(("its order", f"where it stands at {name}[{place}], {full}"), []).append(path)
                        seen.setdefault(
                            ("its order", f"where it stands at {name}[{place - len(order)}], {full}"), []
                        ).append(path)
            for (by, what), paths in seen.items():
                path = rng.choice(paths)
                dealt = [world[path] for world in look.dealt]
                tallies.add(Subject(full, who, by, f"{what} {look.stage}"), look.game, look.truth[path], dealt)

    def _among_alike(self, tallies: Tallies, full: str, who: str, looks: list[Look]) -> None:
        """Among things that lie alike, also where somebody who knows them put them there, no number tells anything."""
        classes = exchanged(looks)
        for look in looks:
            rng = self.rng("alike", full, who, look.game, look.stage)
            heaps: dict[Any, list[Path]] = {}
            for path in look.unknown if all(len(path) == 1 for path in look.unknown) else ():  # not within a hand
                lies = tuple(row[path[0]] for row in look.beside.values())
                heaps.setdefault((classes[path], lies), []).append(path)
            mixed = [mixed_within(look.truth, heaps.values(), rng) for _ in range(DEALT)]
            for path in (path for heap in heaps.values() if len(heap) > 1 for path in heap):
                others = [world[path] for world in mixed]
                tallies.add(
                    Subject(full, who, "its number", f"{spelt(full, path)} {look.stage}", MIXED),
                    look.game,
                    look.truth[path],
                    others,
                )
            neighbours = [
                (a, b) for a, b in zip(look.unknown, look.unknown[1:], strict=False) if classes[a] == classes[b]
            ]
            for near in (True, False):
                pairs = [
                    (a, b) for a, b in neighbours if any(a in heap and b in heap for heap in heaps.values()) == near
                ]
                if pairs:
                    a, b = rng.choice(pairs)
                    where = "in one place" if near else "in two places"
                    what = f"whether two of {full} with numbers next to each other {where} are equal {look.stage}"
                    truth, *others = (world[a] == world[b] for world in (look.truth, *mixed))
                    tallies.add(Subject(full, who, "its number", what, MIXED), look.game, truth, others)

    def _by_what_is_public(self, tallies: Tallies, full: str, who: str, stage: str, looks: list[Look]) -> None:
        """What games have in common that everybody sees or hears tells nothing of what they hide."""
        names = {name for look in looks for name in look.public}
        seen = {name: Counter(look.public.get(name) for look in looks) for name in names}
        varying = sorted(name for name, counts in seen.items() if 1 < len(counts) < len(looks))
        hidden = {
            path: [look for look in looks if path in look.truth] for path in {p for look in looks for p in look.blind}
        }
        single, listed = ([name for name in varying if ("[" in name) == inside] for inside in (False, True))
        rng = self.rng("public", full, who, stage)
        pairs = [(name, path) for name in single for path in sorted(hidden)]
        if stage.startswith(SUGGESTED):  # by then much has been said
            pairs = some(rng, pairs, self.effort.pairs // 2)
        more = [(name, path) for name in listed for path in sorted(hidden)]
        pairs += some(rng, more, max(0, self.effort.pairs - len(pairs)))
        for name, path in pairs:
            if len(seen[name]) <= FEW:
                self._where(tallies, full, who, name, stage, path, hidden[path])
            else:
                self._in_common(tallies, full, who, name, stage, path, hidden[path])

    def _where(
        self, tallies: Tallies, full: str, who: str, name: str, stage: str, path: Path, looks: list[Look]
    ) -> None:
        """A value where something public is so or so."""
        what = f"{spelt(full, path)} {stage}"
        for look in looks:
            subject = Subject(full, who, name, f"where that is {look.public.get(name)}, {what}")
            tallies.add(subject, look.game, look.truth[path], [world.get(path) for world in look.dealt])

    def _in_common(
        self, tallies: Tallies, full: str, who: str, name: str, stage: str, path: Path, looks: list[Look]
    ) -> None:
        """Two games that have something rare in common, a word heard or a number: what they hide is not in common."""
        what = f"whether {spelt(full, path)} {stage} is the same in two games that have it in common"
        subject = Subject(full, who, name, what)
        waiting: dict[Any, Look] = {}
        for look in looks:
            other = waiting.pop(look.public.get(name), None)
            if other is None:
                waiting[look.public.get(name)] = look
                continue
            dealt = [a.get(path) == b.get(path) for a, b in zip(look.dealt, other.dealt, strict=False)]
            tallies.add(subject, look.game, look.truth[path] == other.truth[path], dealt)


MIXED = "mixed with those that lie alike"


def suggestion(g: G[Any, Any]) -> tuple[Seat, Option] | None:
    """What the ask suggests to somebody, if it does."""
    groups = g.ask.groups if g.ask is not None else []
    return next(
        ((group.seat, option) for group in groups if g.game.verbs[group.verb].suggested for option in group), None
    )


def words(heard: Iterable[Event], viewer: Seat) -> dict[str, str]:
    """Each word of a log as a viewer hears it, by its line and place."""
    lines = [text for event in heard if (text := event.said(viewer).text)]
    return {
        f"word {place} in line {line} of the log of the set-up": word
        for line, text in enumerate(lines, 1)
        for place, word in enumerate(text.split(), 1)
    }


def following(path: Path) -> Path:
    return (*path[:-1], path[-1] + 1) if path else ()


def compared(world: dict[Path, Any], path: Path) -> str:
    """How a value and the next one in its list compare."""
    one, other = world.get(path), world.get(following(path))
    if one == other:
        return "to the same"
    if not isinstance(one, int) or not isinstance(other, int):
        return "to another"
    return (
        "one up"
        if other == one + 1
        else "one down"
        if other == one - 1
        else "further up"
        if other > one
        else "further down"
    )


def exchanged(looks: list[Look]) -> dict[Path, int]:
    """Which entries of a field can be dealt what others of it have: counters with the same back."""
    root: dict[Any, Any] = {}

    def find(one: Any) -> Any:
        while root.setdefault(one, one) != one:
            one = root[one]
        return one

    for look in looks:
        for path in look.unknown:
            for world in look.dealt:
                root[find(path)] = find(("value", world[path]))
    numbers: dict[Any, int] = {}
    return {path: numbers.setdefault(find(path), len(numbers)) for look in looks for path in look.unknown}


def mixed_within(truth: dict[Path, Any], heaps: Iterable[list[Path]], rng: random.Random) -> dict[Path, Any]:
    """The truth with the things of each heap mixed."""
    world = dict(truth)
    for heap in heaps:
        for path, value in zip(heap, rng.sample([truth[one] for one in heap], len(heap)), strict=True):
            world[path] = value
    return world


def true_games(game: Game[Any, Any], setup: Setup, seed: object, effort: Effort) -> list[str]:
    """Over many true games nothing hidden is told by a number, an order, a place, a log or a mix forgotten."""
    return TrueGames(game, setup, seed, effort).told()
