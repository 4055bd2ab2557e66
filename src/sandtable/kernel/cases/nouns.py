"""Nouns, entry points and lists that every referee needs: a game picks those it has and adds its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from sandtable.kernel.cases import forms
from sandtable.kernel.cases.referee import Noun, question
from sandtable.kernel.flow import G
from sandtable.kernel.options import Seat
from sandtable.kernel.state import Frame, clone

F = TypeVar("F", bound=Frame)

# ---- entry points -----------------------------------------------------------------------------------


def enter(*frames: Frame, first: Callable[[Any], None] | None = None) -> Callable[[Any], None]:
    """Puts the sequence of play where these frames stand, outermost first; before that `first` is done to the game."""

    def entering(g: Any) -> None:
        if first is not None:
            first(g)
        g.s.stack = [clone(frame) for frame in frames]

    return entering


def frame_of(g: G[Any, Any], kind: type[F]) -> F | None:
    """The innermost frame of a kind, if there is one."""
    return next((frame for frame in reversed(g.s.stack) if isinstance(frame, kind)), None)


# ---- lists ------------------------------------------------------------------------------------------


def each_once(said: Any, find: Callable[[Any], int], twice: Callable[[int, str, str], str]) -> list[int]:
    """The things that a list names, none of them twice: what is named twice would be there once, and one would be
    lost. `twice` words that for a thing and the two names that it was given."""
    found: dict[int, str] = {}
    for name in forms.sequence(said):
        thing = find(name)
        if thing in found:
            raise ValueError(twice(thing, found[thing], name))
        found[thing] = name
    return list(found)


# ---- nouns ------------------------------------------------------------------------------------------


def figure(field: str, least: int | None = None, about: str = "") -> Noun:
    """One number of the state."""
    return Noun(
        lambda g, value: setattr(g.s, field, forms.number(value, least=least)),
        lambda g, value: getattr(g.s, field),
        about,
    )


def asks(about: str = "the key of the question that stands, or its number in the book") -> Noun:
    return Noun(None, lambda g, value: question(g, forms.name(value)), about)


def result(about: str = "how the game ended, or none while it goes on") -> Noun:
    return Noun(None, lambda g, value: g.s.outcome.label if g.s.outcome is not None else "none", about)


def asked(about: str = "the seat that is asked", names: tuple[str, ...] = ()) -> Noun:
    return Noun(
        None, lambda g, value: "nobody" if g.ask is None else seat_word(g, g.ask.awaited()[0]), about, names=names
    )


def winner(about: str = "the seat that won, a list if several did, or none", names: tuple[str, ...] = ()) -> Noun:
    def get(g: G[Any, Any], value: Any) -> str | list[str]:
        won = [seat_word(g, seat) for seat in g.s.outcome.won()] if g.s.outcome is not None else []
        return won if len(won) > 1 else (won or ["none"])[0]

    return Noun(None, get, about, loose=True, names=names)


def seat_word(g: G[Any, Any], seat: Seat) -> str:
    """What cases call a seat: its title in small letters."""
    return forms.seat_words(g.game.meta.seats)[seat]
