"""What a person means who speaks of something that is not offered: the nearest option, thing or space by its words."""

from __future__ import annotations

import re
from collections.abc import Collection
from itertools import islice, product
from typing import Any

from msgspec import Struct

from sandtable.kernel.flow import G
from sandtable.kernel.options import Option, Seat
from sandtable.kernel.view import SPACE, TOKEN, Board, Ref
from sandtable.terminal.menu import Menu, split
from sandtable.terminal.parse import FILLERS, is_slip

MOST_TRIED = 400


class Thing(Struct, frozen=True):
    """A member of a domain, by the name it has in the view, and what it is called."""

    ref: Ref
    name: str


class Names:
    """The words for every member of every domain, as one seat knows them."""

    def __init__(self, g: G[Any, Any], seat: Seat, board: Board | None) -> None:
        self.g = g
        self.seat = seat
        self.labels = {space.id: f"{space.label} {space.name}" for space in board.spaces} if board else {}
        self._words: dict[str, dict[int, frozenset[str]]] = {}

    def of(self, domain: str) -> dict[int, frozenset[str]]:
        if domain not in self._words:
            game, s = self.g.game, self.g.s
            self._words[domain] = {
                value: frozenset(
                    split(game.name(s, self.seat, domain, value))
                    + (split(self.labels.get(value, "")) if domain == SPACE else [])
                )
                for value in game.candidates(s, domain)
            }
        return self._words[domain]

    def best(self, domain: str, asked: list[str]) -> tuple[int, list[int]]:
        """The members that most of the words fit, and how many words those are."""
        fits = {value: sum(_fits(word, words) for word in asked) for value, words in self.of(domain).items()}
        most = max(fits.values(), default=0)
        return most, [value for value, count in fits.items() if count == most] if most else []


def _fits(word: str, words: frozenset[str]) -> bool:
    return word in words or (len(word) > 2 and not word.isdigit() and any(known.startswith(word) for known in words))


def things(names: Names, text: str, in_play: Collection[Ref]) -> list[Thing]:
    """The spaces and tokens in play that all words of a text fit; if there are none, the other pieces in play, whose
    names may speak of those; and then the other things of the game."""
    asked = [word for word in split(text) if word not in FILLERS] or split(text)
    named = [d for verb in names.g.game.verbs.values() for d in verb.domains]
    domains = dict.fromkeys([SPACE, TOKEN, *named, *(thing.domain for thing in in_play)])
    found: dict[Ref, Thing] = {}
    for domain in domains:
        try:
            most, values = names.best(domain, asked)
        except (NotImplementedError, LookupError, ValueError):  # a game without tokens or spaces of that name
            continue
        if most == len(asked):
            shown = names.g.game.drawn.get(domain, domain)
            for value in values:
                thing = Thing(Ref(value, shown), names.g.game.name(names.g.s, names.seat, domain, value))
                found.setdefault(thing.ref, thing)
    seen = [thing for thing in found.values() if thing.ref.domain == SPACE or thing.ref in in_play]
    first = [thing for thing in seen if thing.ref.domain in (SPACE, TOKEN)]
    return first or seen or list({thing.name: thing for thing in reversed(found.values())}.values())


def options(names: Names, menu: Menu, text: str) -> list[Option]:
    """The options, offered or not, that a text speaks of most fully.

    An argument that the words do not name is taken from what is offered now: "why hill" means a step of those who
    may step. What can be done at any time is meant only if nothing else fits, and nobody does a thing to itself.
    """
    asked = [] if is_slip(text) else [word for word in split(text) if word not in FILLERS]
    offered = [item.verb for item in menu.items]
    scored: list[tuple[tuple[int, bool, bool], Option]] = []
    for verb, word in names.g.game.verbs.items():
        own = {*split(verb), *split(word.title), *split(re.sub(r"{.*?}", " ", word.text))}
        said = [one for one in asked if _fits(one, frozenset(own))]
        score, values = len(said), []
        for place, domain in enumerate(word.domains):
            most, best = names.best(domain, [one for one in asked if one not in said])
            score += most
            usual = [int(item.option[place + 1]) for item in menu.items if item.verb == verb]
            values.append(best or list(dict.fromkeys(usual)) or list(names.of(domain))[:8])
        if score and score >= len(asked):
            fit = (score, not word.standing, verb in offered)
            for chosen in islice(product(*values), MOST_TRIED):
                if len({*zip(word.domains, chosen, strict=True)}) == len(chosen):
                    scored.append((fit, (verb, *chosen)))
    if not scored:
        return []
    closest = max(fit for fit, _ in scored)
    return [option for fit, option in scored if fit == closest]
