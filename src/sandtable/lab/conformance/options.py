"""Conformance of options: described, cited, accepted when offered and refused when not."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from sandtable.kernel.flow import G
from sandtable.kernel.game import Game
from sandtable.kernel.ledger import KERNEL_RULES
from sandtable.kernel.options import Group, Option, Refusal, Refused, Seat
from sandtable.kernel.state import save
from sandtable.lab.conformance.walks import Walk, called, differing, some, told, viewers

NONSENSE: tuple[Option, ...] = ((), ("",), ("no such verb",), ("no such verb", 1), (7, 7))


FOR_SO_MANY = 16
"""A refusal that is given to more verbs than this at one question speaks of none of them."""


def offered(g: G[Any, Any], seat: Seat) -> list[Group]:
    """The groups of a seat: those of the ask and the standing ones."""
    ask = g.ask
    return [*(group for group in (ask.groups if ask else ()) if group.seat == seat), *g.standing(seat)]


def seats(g: G[Any, Any]) -> list[Seat]:
    return viewers(g)[:-1]


def options(walk: Walk) -> list[str]:
    """Options are unique, made of the game's words, and read well and differently."""
    findings = []
    if type(walk.game).standing is not Game.standing and not walk.game.standing_verbs:
        findings.append("it says what may be done at any time, but none of its verbs has standing=True")
    for where, g in walk.sampled():
        for seat in seats(g):
            findings += [f"{where} {fault}" for fault in _badly_made(g, seat)]
    return findings


def _badly_made(g: G[Any, Any], seat: Seat) -> Iterator[str]:
    game = g.game
    texts: dict[str, Option] = {}
    seen: set[Option] = set()
    members: dict[str, set[int]] = {}
    for group in offered(g, seat):
        if len(group) == 0:
            yield f"{called(g, seat)} is offered a group of {group.verb!r} that holds no option"
        for option in group:
            verb = game.verbs.get(group.verb)
            if verb is None or len(option) != 1 + len(verb.domains):
                yield f"{option} is not a word of the game with its arguments"
                continue
            if option in seen:
                yield f"{option} is offered twice to {called(g, seat)}"
                continue
            seen.add(option)
            text = game.say(g.s, seat, option)
            if not text.strip():
                yield f"{option} reads as nothing"
            elif text in texts:
                yield f"{option} and {texts[text]} read alike: {text!r}"
            texts[text] = option
            yield from _raw_numbers(g, seat, option)
            yield from _unlisted(g, option, members)


def _unlisted(g: G[Any, Any], option: Option, members: dict[str, set[int]]) -> Iterator[str]:
    """Whatever is offered is a candidate of its domain, or who asks for it in words is told that there is no such."""
    for domain, value in zip(g.game.verbs[str(option[0])].domains, option[1:], strict=True):
        if domain not in members:
            members[domain] = set(g.game.candidates(g.s, domain))
        if value not in members[domain]:
            yield f"{option} is offered, but {value} is not a candidate of {domain}"


def _raw_numbers(g: G[Any, Any], seat: Seat, option: Option) -> Iterator[str]:
    """An argument of a domain whose members have names must be called by its name."""
    for domain, value in zip(g.game.verbs[str(option[0])].domains, option[1:], strict=True):
        name = g.game.name(g.s, seat, domain, int(value))
        if not name.strip():
            yield f"{option}: the {domain} {value} has no name"
        elif name == str(value):
            others = (other for other in g.game.candidates(g.s, domain) if other != value)
            if any(g.game.name(g.s, seat, domain, other) != str(other) for other in others):
                yield f"{option}: the {domain} {value} is called by its number, others of its kind by a name"


def accepted(walk: Walk) -> list[str]:
    """What is offered is accepted."""
    findings = []
    for where, g in walk.sampled():
        rng = walk.rng(where)
        for seat in seats(g):
            for option in some(rng, [o for group in offered(g, seat) for o in group], walk.effort.options):
                trial = g.clone()
                try:
                    trial.apply(seat, [option])
                    if g.game.verbs[str(option[0])].final and not trial.over:
                        findings.append(f"{where} {option} is said to be final, and yet the game goes on")
                    elif trial.over and g.game.verbs[str(option[0])].grave and not g.game.verbs[str(option[0])].final:
                        findings.append(f"{where} {option} ends the game, and its verb does not say that it is final")
                except Refused as refused:
                    text = refused.refusal.text
                    findings.append(f"{where} {option} is offered to {called(g, seat)} and yet refused: {text}")
                except Exception as error:
                    findings.append(f"{where} {option}, offered to {called(g, seat)}, breaks the game: {told(error)}")
    return findings


def refused(walk: Walk) -> list[str]:
    """What is not offered is refused with a sentence and a rule, which speak of it, and changes nothing."""
    findings = []
    told_of: dict[tuple[str, str], set[str]] = {}
    for where, g in walk.sampled():
        rng = walk.rng(where)
        for seat in seats(g):
            for option in candidates(g, seat, rng, walk.effort.candidates):
                if not is_offered(g, seat, option):
                    faults = wrongly_refused(g, seat, option)
                    findings += [f"{where} {fault}" for fault in faults]
                    if not faults:
                        _note_sentence(g, seat, option, told_of)
            findings += [f"{where} {fault}" for fault in _half_taken(g, seat, rng)]
    for (step, text), verbs in told_of.items():
        if len(verbs) > FOR_SO_MANY:
            findings.append(f"at {step} whatever is said is refused alike ({len(verbs)} verbs): {text!r}")
    return findings


def _note_sentence(g: G[Any, Any], seat: Seat, option: Option, told_of: dict[tuple[str, str], set[str]]) -> None:
    """Which verbs get which sentence, but for the one that says what is asked instead: that fits all of them."""
    ask, frame = g.ask, g.s.stack[-1]
    verb = g.game.verbs.get(str(option[0])) if option else None
    if ask is None or seat not in ask.seats() or verb is None or verb.standing:
        return
    refusal = g.why_not(seat, option)
    if refusal is not None and refusal.key not in KERNEL_RULES and ask.prompt not in refusal.text:
        told_of.setdefault((f"{type(frame).__name__}.{frame.step}", refusal.text), set()).add(str(option[0]))


def is_offered(g: G[Any, Any], seat: Seat, option: Option) -> bool:
    """Whether an option is among those that this seat could read, one by one."""
    return any(option == other for group in offered(g, seat) for other in group)


def candidates(g: G[Any, Any], seat: Seat, rng: random.Random, most: int) -> list[Option]:
    """Words of the game with any arguments of their domains, near misses of what is offered, and nonsense."""
    game = g.game
    found: list[Option] = list(NONSENSE)
    each = max(1, most // max(1, len(game.verbs)))
    for name, verb in game.verbs.items():
        members = [game.candidates(g.s, domain) for domain in verb.domains]
        if all(members):
            found += [(name, *map(rng.choice, members)) for _ in range(each if members else 1)]
    for group in offered(g, seat):
        for option in some(rng, list(group), 3):
            domains = game.verbs[group.verb].domains
            found.append((*option, 0))
            if domains and len(option) == 1 + len(domains):
                place = rng.randrange(len(domains))
                found.append(
                    (*option[: place + 1], rng.choice(game.candidates(g.s, domains[place])), *option[place + 2 :])
                )
    return list(dict.fromkeys(found))


def wrongly_refused(g: G[Any, Any], seat: Seat, option: Option) -> list[str]:
    """What is wrong with how an option is refused that was not offered."""
    before, asked = save(g.s), g.ask
    try:
        refusal = g.why_not(seat, option)
    except Exception as error:
        return [f"asking why not {option} breaks the rules: {told(error)}"]
    if refusal is None:
        return [f"{option} is not offered to {called(g, seat)}, but nothing speaks against it"]
    faults = badly_worded(g, option, refusal)
    trial = g.clone()
    try:
        trial.apply(seat, [option])
        faults.append(f"{option} is not offered to {called(g, seat)}, but it is accepted")
    except Refused as raised:
        if raised.refusal != refusal:
            faults.append(f"{option} is refused with {raised.refusal.text!r}, but why-not says {refusal.text!r}")
    except Exception as error:
        faults.append(f"{option} is not refused, it breaks the game: {told(error)}")
    for game, who in ((g, "asking why not"), (trial, "refusing")):
        if save(game.s) != before or game.ask != asked:
            faults.append(f"{who} {option} changes the position: {differing(before, save(game.s))}")
    return faults


def badly_worded(g: G[Any, Any], option: Option, refusal: Refusal) -> list[str]:
    faults = []
    if refusal.key not in g.game.ledger.rules and refusal.key not in KERNEL_RULES:
        faults.append(f"the refusal of {option} cites {refusal.key!r}, which the ledger does not have")
    if len(refusal.text.split()) < 3 or refusal.text.rstrip()[-1:] not in (".", "!", "?"):
        faults.append(f"the refusal of {option} is not a sentence: {refusal.text!r}")
    return faults


def _half_taken(g: G[Any, Any], seat: Seat, rng: random.Random) -> list[str]:
    """An answer of two parts, the second of which is nonsense, is refused whole; or cut, if chance came between."""
    first = [option for group in offered(g, seat) for option in group]
    if not first:
        return []
    option, before, trial = rng.choice(first), save(g.s), g.clone()
    trial.heard = []
    try:
        cut = trial.apply(seat, [option, ("no such verb",)])
    except Refused:
        if save(trial.s) == before and not trial.heard:
            return []
        return [
            f"{option} followed by nonsense is refused, but its first part stays: {differing(before, save(trial.s))}"
        ]
    if cut is None:
        return [f"{option} followed by nonsense is accepted"]
    alone = g.clone()
    alone.take(seat, option)
    if not alone.over and (alone.s.drawn, alone.s.shown) == (g.s.drawn, g.s.shown):
        return [f"{option} followed by nonsense is cut, though no die fell and nothing was shown"]
    if cut.parts != 1 or save(trial.s) != save(alone.s):
        return [f"{option} followed by nonsense is cut, but what stands is not {option} alone"]
    return []
