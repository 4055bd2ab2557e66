"""Conformance of what leaves a table: a position that is shared tells no more than its seat has seen.

A position that a seat takes away (an export, a what-if, the file behind a link) is a world dealt for it, whole: with
the call stack, the step at which it stands, every count and every length of a list. So whatever passed unseen must be
dealt away as well. Play is tried from one position in several ways, in the true game and in worlds that the seat cannot
tell from it; wherever it then sees and has heard the same, what it could take away must be the same, byte for byte.
"""

from __future__ import annotations

from typing import Any

import msgspec

from sandtable.kernel import sight
from sandtable.kernel.chance import Dealer
from sandtable.kernel.flow import Event, G, heard_by
from sandtable.kernel.options import Option, Seat
from sandtable.kernel.state import clone, save
from sandtable.kernel.typed import decoded
from sandtable.lab.conformance.hidden import deal
from sandtable.lab.conformance.interrupting import standing_options
from sandtable.lab.conformance.walks import Walk, called, differing, some, viewers

TRIED = 2
"""So many answers of others are tried at one position, beside none at all."""

Deed = tuple[Seat, Option]


def shared(walk: Walk) -> list[str]:
    """What a seat can take away is the same wherever it saw and heard the same."""
    findings = []
    for where, g in walk.sampled():
        for seat in viewers(g):
            deeds = _deeds_of_others(g, seat, walk)
            if not deeds:
                continue
            first: dict[Any, tuple[str, bytes]] = {}
            for position in (g, deal(g, seat, 0)):
                for deed in (None, *deeds):
                    tried = _tried(position, seat, deed)
                    if tried is None:
                        continue
                    seen, away = tried
                    said = f"{called(g, deed[0])} did {deed[1]}" if deed is not None else "nothing was done"
                    like, bytes_like = first.setdefault(seen, (said, away))
                    if away != bytes_like:
                        findings.append(
                            f"{where} {called(g, seat)} cannot see whether {like} or {said}, and yet a position it "
                            f"takes away tells: {apart(bytes_like, away)} differs"
                        )
    return list(dict.fromkeys(findings))


def _deeds_of_others(g: G[Any, Any], seat: Seat, walk: Walk) -> list[Deed]:
    """Some answers that others may give, and standing options that they may take."""
    ask = g.ask
    assert ask is not None
    asked = [(other, option) for other in ask.seats() if other != seat for option in ask.options(other)]
    standing = [(other, option) for other, option in standing_options(g) if other != seat]
    rng = walk.rng(f"shared {g.s.drawn} {len(asked)} {seat}")
    by_verb = {option[0]: (other, option) for other, option in some(rng, asked, len(asked))}
    return [*some(rng, list(by_verb.values()), TRIED), *some(rng, standing, 1)]


def _tried(g: G[Any, Any], seat: Seat, deed: Deed | None) -> tuple[Any, bytes] | None:
    """What a seat sees and has heard after something was done or not, and what it could then take away."""
    events: list[Event] = []
    trial = g.game.resume(clone(g.s), Dealer(), events)
    if deed is not None:
        if not trial.offers(*deed):
            return None
        trial.take(*deed)
    if trial.over:
        return None  # then everything is told
    heard = msgspec.json.encode(heard_by(events, seat))
    return (sight.view_bytes(trial, seat, odds=False), heard), save(sight.taken_away(trial, seat))


def apart(one: bytes, other: bytes) -> str:
    """In what two saved positions differ; of the call stack, in which frame and in what of it."""
    here, there = (decoded(data, dict[str, Any])["stack"] for data in (one, other))
    named = differing(one, other)
    if here == there:
        return named
    frames = [[frame["frame"] for frame in stack] for stack in (here, there)]
    if frames[0] != frames[1]:
        return f"{named} (the frames are {', '.join(frames[0])} and {', '.join(frames[1])})"
    parts = [
        f"{frame['frame']}.{name}"
        for frame, like in zip(here, there, strict=True)
        for name in frame
        if frame[name] != like.get(name)
    ]
    return f"{named} ({', '.join(parts)})"
