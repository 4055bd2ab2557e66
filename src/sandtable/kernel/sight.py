"""What one seat gets to see: its view, its ask and its log, never more."""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec

from sandtable.kernel.flow import G
from sandtable.kernel.options import Ask, Group, Seat
from sandtable.kernel.state import State
from sandtable.kernel.view import Asked, Choice, Choices, Odds, View
from sandtable.kernel.words import Words


def world_key(s: State, seat: Seat) -> bytes:
    """The key of the world in which odds and refusals for this seat are worked out: it depends on nothing hidden."""
    return hashlib.blake2b(f"world {s.drawn} {seat}".encode(), digest_size=32).digest()


def world(g: G[Any, Any], seat: Seat) -> G[Any, Any]:
    """The game as this seat may think it is: hidden things dealt anew, chance its own."""
    return g.game.resume(g.game.determinise(g.s, seat, world_key(g.s, seat)))


def view(g: G[Any, Any], seat: Seat, odds: bool = True) -> View:
    """The whole view of a seat; SPECTATOR has none and sees the public side."""
    seen = g.game.view(g.s, seat)
    seen.crumbs = g.crumbs(seat)
    seen.outcome = g.s.outcome
    ask = g.ask
    if ask is not None:
        seen.ask = asked(g, ask, seat, odds)
    return seen


def asked(g: G[Any, Any], ask: Ask, seat: Seat, odds: bool = True) -> Asked:
    """The ask as a seat sees it. Who is not asked learns whom the table waits for, and no more."""
    seats = ask.seats()
    mine = seat in seats
    seen = Asked(
        prompt=ask.prompt if mine else waiting_for(g, seats),
        rule=ask.key if mine else "",
        number=g.game.ledger.number(ask.key) if mine else "",
        shape=ask.shape if mine else "pick",
        seats=seats,
        least=ask.least if mine else 1,
        most=ask.most if mine else 1,
        budget=ask.budget if mine else 0,
    )
    if seat >= 0:
        risky = odds and any(group.risky and group.seat == seat for group in ask.groups)
        dealt = world(g, seat) if risky else None
        groups = [group for group in ask.groups if group.seat == seat]
        words = Words(g.game, g.s, seat)
        seen.groups = _choices(g, groups, words, dealt, False)
        seen.groups += _choices(g, g.standing(seat), words, None, True)
    return seen


def waiting_for(g: G[Any, Any], seats: list[Seat]) -> str:
    names = g.game.meta.seats
    return "Waiting for " + " or ".join(names[seat] for seat in seats) + "."


def _choices(
    g: G[Any, Any], groups: list[Group], words: Words, dealt: G[Any, Any] | None, standing: bool
) -> list[Choices]:
    by_verb: dict[str, Choices] = {}
    for group in groups:
        verb = g.game.verbs[group.verb]
        shown = by_verb.get(group.verb)
        if shown is None:
            domain = verb.domains[-1] if verb.domains else ""
            title = group.title or verb.title or group.verb
            shown = by_verb[group.verb] = Choices(group.verb, title, domain, [], standing)
            shown.grave = verb.grave
            shown.args = [g.game.drawn(name)[0] for name in verb.domains]
            offsets = [g.game.drawn(name)[1] for name in verb.domains]
            shown.offsets = offsets if any(offsets) else []
        for option in group:
            chance: Odds | None = None
            if dealt is not None and group.risky:
                chance = g.game.odds(dealt, words.seat, option)
            text = group.title if group.title and group.last is None else words.say(option)
            shown.choices.append(Choice(option, text, group.warning, chance))
    return list(by_verb.values())


def view_bytes(g: G[Any, Any], seat: Seat, odds: bool = True) -> bytes:
    return msgspec.json.encode(view(g, seat, odds))
