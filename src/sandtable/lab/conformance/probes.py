"""Conformance of what may be tried: an answer that is refused is no look, and an undo shows nothing of others.

Whoever may answer in parts can try a part and have the whole refused by a last part that is nonsense, or go back by an
undo. In worlds that the seat cannot tell apart that must come out alike, unless a die fell or something was shown: that
then stands. And what another seat did unseen shows by nothing of one's own: not by the undo that is offered, nor by
what it brings back.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from sandtable.kernel import sight
from sandtable.kernel.chance import seed_key
from sandtable.kernel.flow import G
from sandtable.kernel.options import Option, Refusal, Refused, Seat
from sandtable.kernel.state import save
from sandtable.kernel.table import KeptAs, Table, UndoLevel
from sandtable.lab.conformance.hidden import deal
from sandtable.lab.conformance.interrupting import standing_options
from sandtable.lab.conformance.options import candidates, offered, seats
from sandtable.lab.conformance.walks import Walk, at, called, kind_of_ask, some

NONSENSE: Option = ("no such verb",)
TRIED = 4
"""So many answers of two or three parts are tried for a seat at one ask."""
ASKED_WHY = 8
UNSEEN = 4
"""So many asks of a walk, and so many things that others may do at each, are looked at for what an undo shows."""
BESIDE = {"before": (1, 0), "after": (0, 1), "often before and again after": (UNSEEN, UNSEEN)}
"""How often another seat does something unseen before an answer, and after it: what it may do again thanks to that
answer could not stand, were the answer taken back."""


# ---- answers in parts -----------------------------------------------------------------------------


def probes(walk: Walk) -> list[str]:
    """A refusal tells nothing that the seat may not know: of one answer, of a later part, nor when asked why not."""
    findings = []
    for where, g in walk.sampled():
        for seat in seats(g):
            rng = walk.rng(f"probes {where} {seat}")
            world = deal(g, seat, rng.randrange(1000))
            for parts in in_parts(g, seat, rng):
                here, there = (_answered(position, seat, parts) for position in (g, world))
                if here != there and "" in (here[1], there[1]):
                    told = " and in another ".join(" ".join(filter(None, one)) for one in (here, there))
                    findings.append(f"{where} {called(g, seat)} can probe with {parts}: in one world it is {told}")
            for option in some(rng, candidates(g, seat, rng, ASKED_WHY), ASKED_WHY):
                if _why(g, seat, option) != _why(world, seat, option):
                    findings.append(
                        f"{where} why {called(g, seat)} may not {option} is told otherwise in another world"
                    )
    return findings


def in_parts(g: G[Any, Any], seat: Seat, rng: random.Random) -> Iterator[list[Option]]:
    """Answers of which the last part is nonsense, or a word of the game that may be none here."""
    first = [option for group in offered(g, seat) for option in group]
    for option in some(rng, first, TRIED):
        yield [option]
        yield [option, NONSENSE]
        trial = g.clone()
        trial.take(seat, option)
        if not trial.over and (more := [o for group in offered(trial, seat) for o in group]):
            yield [option, rng.choice(more), NONSENSE]
            yield [option, rng.choice(candidates(g, seat, rng, len(g.game.verbs)))]


def _answered(g: G[Any, Any], seat: Seat, parts: list[Option]) -> tuple[str, str, str]:
    """What becomes of an answer; whether chance or a reveal stands by it; and the sentence."""
    trial = g.clone()
    try:
        cut = trial.apply(seat, parts, _why)
    except Refused as refused:
        return "refused", "", refused.refusal.text
    stands = "and stands" if trial.over or (trial.s.drawn, trial.s.shown) != (g.s.drawn, g.s.shown) else ""
    if cut is None:
        return "taken", stands, ""
    return f"cut after {cut.parts}", stands, cut.refusal.text


def _why(g: G[Any, Any], seat: Seat, option: Option) -> Refusal | None:
    return None if g.offers(seat, option) else sight.world(g, seat).why_not(seat, option)


# ---- what others do unseen ------------------------------------------------------------------------


def unseen(walk: Walk) -> list[str]:
    """What another seat did unseen does not show by an undo, and an undo does not touch it."""
    return [*_done_beside(walk), *_answered_next(walk)] if walk.setup.seats > 1 else []


def _answered_next(walk: Walk) -> list[str]:
    """What is asked of another seat next, and answered unseen, ends no undo that was offered until then: such an ask is
    secret, and while it stands nobody else may go back."""
    rng, findings = walk.rng("next"), []
    for index in some(rng, _where_others_follow(walk), UNSEEN):
        seat, option = walk.answers[index]
        alone = table_at(walk, walk.kept[index])
        alone.answer(seat, option)
        ask = alone.g.ask
        if ask is None or not alone.can_undo(seat):
            continue
        asked = [(other, deed) for other in ask.seats() if other != seat for deed in ask.options(other)]
        for other, deed in some(rng, asked, UNSEEN):
            both = alone.fork()
            both.answer(other, deed)
            if both.revisions[seat] == alone.revisions[seat]:
                when = f"{at(index, walk.kept[index])}, where {called(alone.g, other)} then answers {deed} unseen"
                faults = _undone(alone, both, seat, [(other, deed)])
                findings += [f"{when}, {called(alone.g, seat)} {fault}" for fault in faults]
    return findings


def _where_others_follow(walk: Walk) -> list[int]:
    """Answers, one of each kind, after which another seat answered."""
    found: dict[str, int] = {}
    for index, ((seat, option), (other, _)) in enumerate(pairwise(walk.answers[: len(walk.kept)])):
        if seat != other:
            found[f"{kind_of_ask(walk.kept[index].s)} {option[0]}"] = index
    return sorted(found.values())


def _done_beside(walk: Walk) -> list[str]:
    """Standing options that others take before or after an answer."""
    if not walk.game.standing_verbs:
        return []
    rng, findings = walk.rng("unseen"), []
    for index in some(rng, _where_others_may(walk), UNSEEN):
        seat, option = walk.answers[index]
        g = walk.kept[index]
        others = [(other, deed) for other, deed in standing_options(g) if other != seat]
        table = table_at(walk, g)
        alone = table.fork()
        alone.answer(seat, option)
        if not alone.can_undo(seat):
            continue
        for other, deed in some(rng, others, UNSEEN):
            for beside, (before, after) in BESIDE.items():
                both = table.fork()
                deeds = _unseen_deeds(both, seat, other, deed, before)
                if not both.g.offers(seat, option):
                    continue
                both.answer(seat, option)
                deeds += _unseen_deeds(both, seat, other, deed, after)
                if deeds:
                    when = f"{at(index, g)}, where {called(g, other)} did {deed} unseen {beside} {option}"
                    findings += [f"{when}, {called(g, seat)} {fault}" for fault in _undone(alone, both, seat, deeds)]
    return findings


def _where_others_may(walk: Walk) -> list[int]:
    """Asks, one of each kind, at which somebody may do something beside the answer of the seat that is asked."""
    found: dict[str, int] = {}
    for index, (seat, option) in enumerate(walk.answers[: len(walk.kept)]):
        g = walk.kept[index]
        if option[0] not in walk.game.standing_verbs and any(other != seat for other, _ in standing_options(g)):
            found[f"{kind_of_ask(g.s)} {option[0]}"] = index
    return sorted(found.values())


def table_at(walk: Walk, g: G[Any, Any]) -> Table:
    """A table that begins where a walk stands."""
    key = seed_key(walk.seed)
    plain = Table(walk.game, walk.setup, key)
    return Table(walk.game, host_key=key, kept=KeptAs(plain.began, plain.content, plain.commitment, save(g.s)))


def _unseen_deeds(table: Table, seat: Seat, other: Seat, deed: Option, most: int) -> list[tuple[Seat, Option]]:
    """Lets another seat do something of which this one notices nothing, and the like of it as often as it may; what it
    did."""
    deeds: list[tuple[Seat, Option]] = []
    while len(deeds) < most and table.g.ask is not None and deed:
        trial = table.fork()
        if not trial.g.offers(other, deed):
            deed = _like(trial.g, other, deed)
            continue
        trial.answer(other, deed)
        if trial.over or trial.revisions[seat] != table.revisions[seat]:
            break
        table.answer(other, deed)
        deeds.append((other, deed))
    return deeds


def _like(g: G[Any, Any], seat: Seat, deed: Option) -> Option:
    """Something that may be done with the same thing as before, or nothing."""
    offered = (option for group in g.standing(seat) for option in group)
    return next((option for option in offered if option[:2] == deed[:2] and option != deed), ())


def _undone(alone: Table, both: Table, seat: Seat, deeds: Sequence[tuple[Seat, Option]]) -> Iterator[str]:
    """What a seat could tell by its undo of what another did; and whether that still stands."""
    if apart := _apart(alone, both, seat):
        yield f"can tell by the {apart}"
        return
    for level in alone.can_undo(seat):
        here, there = alone.fork(), both.fork()
        said = [_undo(table, seat, level) for table in (here, there)]
        if said[0] != said[1]:
            yield f"can tell by the undo of the {level}: {said[0] or 'done'!r} and {said[1] or 'done'!r}"
        elif apart := _apart(here, there, seat):
            yield f"can tell by the {apart} after the undo of the {level}"
        elif _done_again(here, deeds) and save(here.g.s) != save(there.g.s):
            yield f"takes back by the undo of the {level} what was not its own"


def _done_again(table: Table, deeds: Sequence[tuple[Seat, Option]]) -> bool:
    """Does again what was done; whether all of it is offered here, too."""
    for seat, option in deeds:
        if not table.g.offers(seat, option):
            return False
        table.answer(seat, option)
    return True


def _undo(table: Table, seat: Seat, level: UndoLevel) -> str:
    try:
        table.undo(seat, level)
    except Refused as refused:
        return refused.refusal.text
    return ""


def _apart(one: Table, other: Table, seat: Seat) -> str:
    """By what a seat can tell two tables apart."""
    channels: dict[str, Any] = {
        "view": lambda table: sight.view_bytes(table.g, seat, odds=False),
        "log": lambda table: table.said(seat),
        "undo": lambda table: table.can_undo(seat),
        "name of the ask": lambda table: (table.revisions[seat], table.deeds[seat]),
    }
    return " and the ".join(name for name, look in channels.items() if look(one) != look(other))
