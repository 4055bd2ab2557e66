"""Conformance of hidden information: two proofs over positions of real play, and sealed choices.

A world dealt for a seat is one that the seat cannot tell from the true one. So whatever the seat is shown must be
the same in both (the first proof), what it knows must stay in every world, and what it does not know must really
vary over the keys (the second): a view could otherwise pass the first proof because nothing was ever hidden.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import msgspec
from msgspec import Struct

from sandtable.kernel import sight
from sandtable.kernel.chance import Dealer
from sandtable.kernel.flow import Event, G, heard_by
from sandtable.kernel.game import Game
from sandtable.kernel.options import SPECTATOR, Ask, Option, Seat
from sandtable.kernel.state import Knowledge, State, clone, knowledge, save
from sandtable.kernel.view import Asked
from sandtable.lab.conformance.walks import Effort, Walk, called, differing, some, viewers

INSPECTED = 120
"""So many things are inspected in one world, of each domain as many; another world looks at others."""
HEARD = 2
"""So many answers are tried in one world; another world tries others."""
SECRET_ASKS = 6


def deal(g: G[Any, Any], seat: Seat, number: int) -> G[Any, Any]:
    """One of the worlds that this seat cannot tell from the true one."""
    return g.game.resume(g.game.determinise(g.s, seat, world_key(number)))


def world_key(number: int) -> bytes:
    return hashlib.blake2b(f"proof {number}".encode(), digest_size=32).digest()


# ---- the first proof ------------------------------------------------------------------------------


def worlds(walk: Walk) -> list[str]:
    """Worlds that a seat cannot tell apart show it the same, ask it the same and tell it the same."""
    findings = []
    for where, g in walk.sampled():
        for seat in viewers(g):
            for number in range(walk.effort.worlds):
                world = deal(g, seat, number)
                faults = [
                    *_shown_otherwise(g, world, seat),
                    *_inspected_otherwise(g, world, seat, walk.rng(f"{where} {seat} {number}")),
                    *_heard_otherwise(g, world, seat, walk.rng(f"heard {seat} {number}")),
                ]
                if faults:
                    findings += [f"{where} {called(g, seat)} can tell worlds apart: {fault}" for fault in faults]
                    break
    return findings


def _shown_otherwise(g: G[Any, Any], world: G[Any, Any], seat: Seat) -> Iterator[str]:
    """Everything that a seat is shown without asking for it."""
    if g.crumbs(seat) != world.crumbs(seat):
        yield f"the breadcrumb reads {g.crumbs(seat)} and {world.crumbs(seat)}"
    for mark in ("drawn", "shown", "begun"):
        if getattr(g.s, mark) != getattr(world.s, mark):
            yield f"the undo mark {mark!r} differs"
    ask, other = g.ask, world.ask
    assert ask is not None and other is not None
    if ask.awaited() != other.awaited() or ask.secret != other.secret:
        yield f"other seats are asked: {ask.awaited()} and {other.awaited()}"
    if seat >= 0:
        if seat in ask.seats() and msgspec.structs.replace(ask, groups=[]) != msgspec.structs.replace(other, groups=[]):
            yield f"the ask reads {ask.prompt!r} and {other.prompt!r}"
        if list(ask.options(seat)) != list(other.options(seat)):
            yield f"the options differ: {_apart(list(ask.options(seat)), list(other.options(seat)))}"
        elif [m for m in ask.groups if m.seat == seat] != [m for m in other.groups if m.seat == seat]:
            yield "the groups of the options differ in their warnings or in what is risky"
        if g.standing(seat) != world.standing(seat):
            yield "the standing options differ"
    yield from _drawn_otherwise(g, world, seat)


def _inspected_otherwise(g: G[Any, Any], world: G[Any, Any], seat: Seat, rng: random.Random) -> Iterator[str]:
    """What the inspector tells a seat that points at things."""
    named = {domain for verb in g.game.verbs.values() for domain in verb.domains}
    domains = sorted(named | {thing.domain for thing in g.game.view(g.s, seat).things()})
    for domain in domains:
        for value in some(rng, g.game.candidates(g.s, domain), INSPECTED // len(domains)):
            if g.game.name(g.s, seat, domain, value) != g.game.name(world.s, seat, domain, value):
                yield f"the name of {domain} {value} differs"
            elif g.game.inspect(g.s, seat, domain, value) != g.game.inspect(world.s, seat, domain, value):
                yield f"inspecting {domain} {value} tells otherwise"


def _drawn_otherwise(g: G[Any, Any], world: G[Any, Any], seat: Seat) -> Iterator[str]:
    """The view, apart from what has been compared by itself."""
    seen, other = sight.view(g, seat), sight.view(world, seat)
    if odds(seen.ask) != odds(other.ask):
        yield "the odds differ"
    for view in (seen, other):
        view.crumbs, view.ask = [], None
    for field in seen.__struct_fields__:
        if getattr(seen, field) != getattr(other, field):
            yield f"the view differs in its {field}: {getattr(seen, field)} and {getattr(other, field)}"


def odds(asked: Asked | None) -> list[Any]:
    return [choice.odds for group in (asked.groups if asked else ()) for choice in group.choices]


def _apart(one: list[Option], other: list[Option]) -> str:
    return f"only here {sorted(set(one) - set(other), key=str)}, only there {sorted(set(other) - set(one), key=str)}"


def _heard_otherwise(g: G[Any, Any], world: G[Any, Any], seat: Seat, rng: random.Random) -> Iterator[str]:
    """The same answer, given in both: as long as no die falls and nothing is revealed, it sounds and looks the same."""
    asked = g.ask
    assert asked is not None and world.ask is not None
    both = [(s, o) for s in asked.seats() for o in asked.options(s) if world.ask.offers(s, o)]
    if _left(asked) != _left(world.ask):
        both = []  # another seat gathers in secret, and the same part may be its last here and not there
    for answering, option in some(rng, both, HEARD):
        heard: list[list[Event]] = [[], []]
        ends = []
        for position, events in zip((g, world), heard, strict=True):
            trial = g.game.resume(clone(position.s), Dealer(), events)
            trial.take(answering, option)
            ends.append(trial)
        if any(end.over or end.s.drawn != g.s.drawn or end.s.shown != g.s.shown for end in ends):
            continue
        here, there = (heard_by(events, seat) for events in heard)
        if here != there:
            yield f"after {option}, with nothing revealed, the log says {here} and {there}"
        for fault in _shown_otherwise(ends[0], ends[1], seat):
            yield f"after {option}, with nothing revealed, {fault}"


def _left(ask: Ask) -> tuple[int, int, int]:
    """How much of an answer in parts is still to come."""
    return ask.least, ask.most, ask.budget


def dealt_alike(walk: Walk) -> list[str]:
    """With one key, worlds are dealt alike from the truth and from any world: or a dealt world would tell the truth.

    Keys of worlds are no secret. Were a world the truth with some things exchanged by the key, then whoever has the
    world (a shared link, an export) and the key could exchange them back.
    """
    findings = []
    for where, g in walk.sampled():
        for seat in viewers(g):
            for number in range(walk.effort.worlds):
                direct, by_way = deal(g, seat, number), deal(deal(g, seat, number + 1), seat, number)
                if save(direct.s) != save(by_way.s):
                    what = differing(save(direct.s), save(by_way.s))
                    who = called(g, seat)
                    findings.append(f"{where} a world dealt for {who} gives the truth away, since {what} depends on it")
                    break
    return findings


# ---- the second proof -----------------------------------------------------------------------------


def declared(game: Game[Any, Any]) -> list[str]:
    """Every field of the state and of each frame says who knows it, and masks exist."""
    findings = []
    for kind in (game.state, *game.procedures.frames.values()):
        try:
            told = knowledge(kind)
        except TypeError as error:
            findings.append(f"{error}")
            continue
        for name, known in told.items():
            if known.kind == "masked" and known.mask not in told:
                findings.append(f"{kind.__name__}.{name} is masked by {known.mask!r}, which is not a field beside it")
    return findings


known_to = lru_cache(maxsize=None)(knowledge)


class SecondProof:
    """Deals many worlds at every sampled position and looks at each field of state and frames."""

    def __init__(self, walks: list[Walk], effort: Effort) -> None:
        self.walks = walks
        self.keys = effort.keys
        self.broken: dict[str, None] = {}
        """What a seat knows and yet found changed, in the order found."""
        self.used: set[str] = set()
        self.varied: set[str] = set()

    def known_stays(self) -> list[str]:
        """What is public, or known to a seat, is the same in every world dealt for it."""
        for walk in self.walks:
            for where, g in walk.sampled():
                for seat in viewers(g):
                    for number in range(self.keys):
                        self._compare_states(where, g.s, deal(g, seat, number).s, seat)
        return list(self.broken)

    def hidden_varies(self) -> list[str]:
        """What a seat does not know really varied over the keys just dealt; otherwise nothing hides it."""
        still = sorted(self.used - self.varied)
        return [f"{name} is not known to all, but over {self.keys} keys it never varied" for name in still]

    def _compare_states(self, where: str, s: State, world: State, seat: Seat) -> None:
        self._compare(where, s, world, seat)
        if [type(frame) for frame in s.stack] != [type(frame) for frame in world.stack]:
            self.broken[f"{where} a world dealt for seat {seat} has other frames on its stack"] = None
            return
        for frame, other in zip(s.stack, world.stack, strict=True):
            self._compare(where, frame, other, seat)

    def _compare(self, where: str, one: Struct, other: Struct, seat: Seat) -> None:
        for name, known in known_to(type(one)).items():
            if name == "stack" and isinstance(one, State):
                continue  # frame by frame
            here, there = getattr(one, name), getattr(other, name)
            full = f"{type(one).__name__}.{name}"
            if known.kind != "public" and not _unused(here):
                self.used.add(full)
            if here == there:
                continue
            self.varied.add(full)
            if known.kind == "public":
                self.broken[f"{where} a world dealt for seat {seat} changes {full}, which is public"] = None
            elif any(index >= len(there) or here[index] != there[index] for index in _mine(one, here, known, seat)):
                self.broken[f"{where} a world dealt for seat {seat} changes in {full} what this seat knows"] = None


def _mine(holder: Struct, values: Any, known: Knowledge, seat: Seat) -> list[int]:
    """The entries of a field that this seat knows."""
    if seat == SPECTATOR or known.kind == "hidden":
        return []
    if known.kind == "own":
        return [seat] if seat < len(values) else []
    mask = getattr(holder, known.mask)
    return [index for index in range(len(values)) if mask[index] >> seat & 1]


def _unused(value: Any) -> bool:
    """Nothing has been put into it: an empty deck cannot vary."""
    if isinstance(value, (list, tuple, set, frozenset, dict)):
        return all(_unused(entry) for entry in (value.values() if isinstance(value, dict) else value))
    return value in (None, 0, -1, "", b"")


# ---- sealed choices -------------------------------------------------------------------------------


def secrets(walk: Walk) -> list[str]:
    """Until the reveal nobody else can tell how a secret ask was answered: not by view, log, undo or revision."""
    findings = []
    asked = [i for i, g in enumerate(walk.kept) if g.ask is not None and g.ask.secret]
    table, given = walk.table(0), 0
    for index in sorted(some(walk.rng("secrets"), asked, SECRET_ASKS)):
        g = walk.kept[index]
        for seat, option in walk.answers[given:index]:
            table.answer(seat, option)
        ask, given = g.ask, index
        assert ask is not None
        for seat in ask.seats():
            shown: dict[Option, dict[Seat, Any]] = {}
            for option in some(walk.rng("sealed"), list(ask.options(seat)), walk.effort.options):
                branch = table.fork()
                branch.answer(seat, option)
                if branch.g.ask is not None and branch.g.ask.secret and not _last_part(ask, branch.g.ask):
                    shown[option] = {other: _gets(branch, table, other) for other in viewers(g) if other != seat}
            for option, got in shown.items():
                first, like = next(iter(shown.items()))
                for other, parts in got.items():
                    apart = [what for what, part in parts.items() if part != like[other][what]]
                    if apart:
                        who, means = called(g, other), " and the ".join(apart)
                        findings.append(
                            f"after {index} answers {who} can tell the secret {option} from {first} by the {means}"
                        )
    return findings


def _last_part(ask: Ask, after: Ask) -> bool:
    """Whether parts are gathered, and this was the last: that others see, as they see whom the table waits for."""
    return ask.shape == "many" and after.awaited() != ask.awaited()


def _gets(branch: Any, before: Any, seat: Seat) -> dict[str, Any]:
    return {
        "view": sight.view_bytes(branch.g, seat),
        "log": branch.said(seat),
        "revision": branch.revisions[seat] - before.revisions[seat],
        "undo": branch.can_undo(seat),
    }
