"""What one seat gets to see: its view, its ask and its log, never more."""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec

from sandtable.kernel.flow import G
from sandtable.kernel.options import Ask, Group, Seat
from sandtable.kernel.state import State, save_public
from sandtable.kernel.view import NUMBER, Asked, Choice, Choices, View
from sandtable.kernel.words import Words


def world_key(s: State, seat: Seat, which: int | str = 0) -> bytes:
    """The key of the world in which odds and refusals for this seat are worked out: it depends on nothing hidden."""
    told = f"world {s.drawn} {seat} {which}" if which else f"world {s.drawn} {seat}"
    return hashlib.blake2b(told.encode(), digest_size=32).digest()


def world(g: G[Any, Any], seat: Seat, which: int | str = 0) -> G[Any, Any]:
    """The game as this seat may think it is: hidden things dealt anew, chance its own; another for each `which`."""
    return g.game.resume(g.game.determinise(g.s, seat, world_key(g.s, seat, which)))


def taken_away(g: G[Any, Any], seat: Seat, key: bytes = b"", number: int = 0) -> State:
    """A world dealt for this seat to take away: exported, shared by a link, or played on as a what-if.

    Without a key it is dealt by what is public, so that it is the same as long as the seat notices nothing. How often
    chance was asked is counted anew: that others had something shuffled unseen is not to be read off it.
    """
    chosen = key or hashlib.blake2b(f"away {public_mark(g.s)} {seat} {number}".encode(), digest_size=32).digest()
    dealt: State = g.game.determinise(g.s, seat, chosen)
    dealt.drawn = 0
    return dealt


def public_mark(s: State) -> str:
    """Tells that something public has changed, though a game draws it nowhere.

    A position that a seat takes away holds all that is public, to the step at which each procedure stands. So all of it
    is to be noticed: else whoever takes one away before and after learns what passed between.
    """
    return hashlib.blake2b(save_public(s), digest_size=8).hexdigest()


def view(g: G[Any, Any], seat: Seat, odds: bool = True) -> View:
    """The whole view of a seat; SPECTATOR has none and sees the public side."""
    seen = g.game.view(g.s, seat)
    seen.crumbs = g.crumbs(seat)
    seen.outcome = g.s.outcome
    seen.public = public_mark(g.s)
    ask = g.ask
    if ask is not None:
        seen.ask = asked(g, ask, seat, odds)
    return seen


def asked(g: G[Any, Any], ask: Ask, seat: Seat, odds: bool = True) -> Asked:
    """The ask as a seat sees it. Who is not asked learns whom the table waits for, and no more."""
    seats = ask.awaited()
    mine = any(group.seat == seat for group in ask.groups)
    seen = Asked(
        prompt=ask.prompt if mine else waiting_for(g, seats),
        rule=ask.key if mine else "",
        number=g.game.ledger.number(ask.key) if mine else "",
        shape=ask.shape if mine else "pick",
        seats=seats,
        least=ask.least if mine else 1,
        most=ask.most if mine else 1,
        budget=ask.budget if mine else 0,
        gesture=bool(ask.gesture) and mine,
        equal=ask.equal if mine else "",
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
            heading = group.title or verb.title or group.verb
            shown = by_verb[group.verb] = Choices(group.verb, heading, [], standing)
            shown.grave = verb.grave
            shown.final = verb.final
            shown.place = verb.place
            shown.figures = verb.domains == (NUMBER,)
            shown.args = [g.game.drawn.get(name, "") for name in verb.domains]
        risked_in = dealt if group.risky else None
        title = group.title if group.last is None else ""
        ways = g.game.ways(g, group)
        for option, said in zip(group, [title] if title else words.say_each(group), strict=True):
            chance = None if risked_in is None else g.game.odds(risked_in, words.seat, option)
            way = ways.get(option[-1], "") if ways else ""
            shown.choices.append(Choice(option, said, group.warning, chance, group.grave, way))
    return list(by_verb.values())


def view_bytes(g: G[Any, Any], seat: Seat, odds: bool = True) -> bytes:
    return msgspec.json.encode(view(g, seat, odds))
