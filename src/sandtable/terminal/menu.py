"""The options of an ask as a numbered list, with all the words by which a person may mean one."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from msgspec import Struct, field

from sandtable.kernel.flow import G
from sandtable.kernel.options import Option, Seat
from sandtable.kernel.view import Asked, Board, Choice, Choices, Deck, Ref, Space, Token

SHORT_LIST = 9
LONG_LIST = 60
"""More than this are not listed: they stand on the map, and a label is quicker typed than found."""
MANY_TARGETS = 200
"""More answers of one verb than this are not numbered on the map: one types the label."""


class Item(Struct):
    """One option under its number."""

    number: int
    verb: str
    title: str
    choice: Choice
    standing: bool
    names: list[str]
    """What each argument is called."""
    words: frozenset[str]
    things: list[Ref | None] = field(default_factory=list)
    """What each argument is in the view: nothing, if it is not drawn."""
    spaces: list[int] = field(default_factory=list)
    tokens: list[Ref] = field(default_factory=list)
    price: str = ""
    """What it costs, where it is something on offer."""

    @property
    def option(self) -> Option:
        return self.choice.option

    @property
    def text(self) -> str:
        return self.choice.text


class Menu(Struct):
    """All that may be answered now: what needs no further word first, long lists last, so that no number is long."""

    items: list[Item]

    def __len__(self) -> int:
        return len(self.items)

    def numbered(self, number: int) -> Item | None:
        return self.items[number - 1] if 1 <= number <= len(self.items) else None

    def pointed(self) -> list[Item]:
        """The options worth looking at on the map: not those of which there are too many to number."""
        return [item for items in self.verbs() if len(items) <= MANY_TARGETS for item in items]

    def everywhere(self) -> list[Item]:
        """The options of the one verb that may name nearly any space, if no other verb points at the map."""
        pointing = [items for items in self.verbs() if items[0].spaces]
        return pointing[0] if len(pointing) == 1 and len(pointing[0]) > MANY_TARGETS else []

    def at_space(self, space: int) -> list[Item]:
        """The options that name a space last: those that are answered by pointing at it."""
        return [item for item in self.items if item.spaces and item.spaces[-1] == space]

    def verbs(self) -> list[list[Item]]:
        """The items by verb, in order."""
        grouped: dict[str, list[Item]] = {}
        for item in self.items:
            grouped.setdefault(item.verb, []).append(item)
        return list(grouped.values())


def split(text: str) -> list[str]:
    """The words of a text, in small letters: "Hand it to A-Team." gives hand, it, to, a, team."""
    return re.findall(r"[^\W_]+", text.lower())


class _Words:
    """What the arguments of options are: spaces of the board, tokens on it, or something else."""

    def __init__(
        self, g: G[Any, Any], seat: Seat, board: Board | None, tokens: Iterable[Token], decks: Iterable[Deck]
    ) -> None:
        self.g = g
        self.seat = seat
        self.places: dict[Ref, Space] = {space.thing: space for space in board.spaces} if board is not None else {}
        self.tokens = {token.ref for token in tokens}
        self.prices = {card.ref: card.cost for deck in decks for card in deck.cards if card.cost}

    def name(self, domain: str, value: int) -> str:
        return self.g.game.name(self.g.s, self.seat, domain, value)


def make_menu(
    g: G[Any, Any],
    seat: Seat,
    ask: Asked | None,
    board: Board | None,
    tokens: Iterable[Token] = (),
    decks: Iterable[Deck] = (),
) -> Menu:
    words = _Words(g, seat, board, tokens, decks)
    items: list[Item] = []
    for choices in _in_order(ask) if ask is not None else ():
        for choice in choices.choices:
            items.append(_item(words, choices, choice, len(items) + 1))
    return Menu(items)


def _in_order(ask: Asked) -> list[Choices]:
    """Long lists come last, standing options before them. What needs no further word, the default among it, comes
    first, unless all lists are short: so J-3 stays number 3 of a hand."""
    listed = max((len(choices.choices) for choices in ask.groups if not choices.standing), default=0) > SHORT_LIST

    def place(choices: Choices) -> tuple[bool, bool, bool]:
        return len(choices.choices) > LONG_LIST, choices.standing, listed and bool(choices.args)

    return sorted(ask.groups, key=place)


def _item(known: _Words, choices: Choices, choice: Choice, number: int) -> Item:
    domains = known.g.game.verbs[choices.verb].domains
    values = [int(value) for value in choice.option[1:]]
    names = [known.name(domain, value) for domain, value in zip(domains, values, strict=True)]
    things = [Ref(value, domain) if domain else None for domain, value in zip(choices.args, values, strict=True)]
    spaces = [known.places[thing] for thing in things if thing in known.places]
    words = [choices.verb, choices.text, choice.text, *names]
    for space in spaces:
        words += [space.label, space.name]
    return Item(
        number=number,
        verb=choices.verb,
        title=choices.text,
        choice=choice,
        standing=choices.standing,
        names=names,
        words=frozenset(word for text in words for word in split(text)),
        things=things,
        spaces=[space.id for space in spaces],
        tokens=[thing for thing in things if thing in known.tokens],
        price=next((known.prices[thing] for thing in things if thing in known.prices), ""),
    )
