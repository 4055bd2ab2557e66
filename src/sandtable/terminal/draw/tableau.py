"""A tableau as a list: the places of the path in order, in each the rows of cards, and below them the hands."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rich.text import Text

from sandtable.kernel.view import Card, Hand, PipState, Ref
from sandtable.terminal.draw import colours
from sandtable.terminal.draw.layout import Layout, titled

SIGNS: Mapping[PipState, str] = {"open": "●", "marked": "◐", "gone": "○"}
"""Pips, told apart without colour."""
LONGEST_SIGHT = 4
"""So many numbers of answers stand before a card; after them a plus."""


def draw(scene: Layout, width: int, height: int, focus: Iterable[int] = ()) -> tuple[list[Text], list[int]]:
    """The path and the hands, in so many rows at most: what does not fit is left out where least is asked. Also the
    places that are told in full."""
    near = list(focus)
    places = [(space, _place(scene, space, width)) for space in scene.spaces]
    held = hands(scene, width)
    room = height - len(held)
    full = {space for space, _ in places}
    for space, lines in sorted(places, key=lambda one: near.count(one[0])):
        if sum(len(told) if at in full else 1 for at, told in places) <= room:
            break
        if len(lines) > 1:
            full.discard(space)
    drawn = [line for space, told in places for line in (told if space in full else [_folded(told)])]
    return [*drawn[: max(1, room)], *held], [space for space in scene.spaces if space in full]


def _folded(told: list[Text]) -> Text:
    """Only the head of a place, and how many lines lie under it."""
    return told[0].copy().append(f"  … {len(told) - 1} more (`map` shows all)", colours.QUIET)


def _place(scene: Layout, space: int, width: int) -> list[Text]:
    """Its own card on the first line, then a line for each row, and under it one for each further card."""
    here = [card for card in scene.view.cards if card.space == space and not scene.lies_on(card)]
    own = [card for card in here if not card.row]
    head = Text.assemble(_numbers(scene, scene.spaces[space].thing), (scene.label(space), colours.ASKED))
    for card in own:
        head.append(" · ").append(_card(scene, card))
    if not own:
        head.append("  no card", colours.QUIET)
    for mark in scene.marks(space):
        head.append(f"  * {mark.text or mark.kind}", colours.MARK)
    if loose := ", ".join(token.name for token in scene.tokens(space)):
        head.append(f"  {loose}", colours.QUIET)
    lines = [_cut(head, width)]
    rows = dict.fromkeys([*scene.board.rows, *(card.row for card in here if card.row)])
    for row in rows:
        for number, card in enumerate(card for card in here if card.row == row):
            lead = f"  {row}: " if number == 0 else " " * (len(row) + 4)
            line = Text.assemble((lead, colours.QUIET), _card(scene, card))
            laid = [one for one in scene.view.cards if one.on == card.ref]
            if laid:
                line.append(" with ", colours.QUIET).append(Text(", ").join(_card(scene, one) for one in laid))
            lines.append(_cut(line, width))
    return lines


def _card(scene: Layout, card: Card) -> Text:
    """The numbers of the answers that name it last, its title, its pips, its figures, counters on it, its note."""
    if card.face_down:
        return Text.assemble(_numbers(scene, card.ref), ("face down", colours.QUIET))
    text = Text.assemble(_numbers(scene, card.ref), (titled(card), "bold"))
    if card.cost:
        text.append(f" [{card.cost}]", colours.RISK)
    for pips in card.pips:
        text.append(f" {''.join(SIGNS[state] for state in pips.states)}")
    if card.values:
        text.append(f" {', '.join(f'{value.name} {value.text}' for value in card.values)}", colours.QUIET)
    if laid := [token.name for token in scene.view.tokens if token.on == card.ref]:
        text.append(f" ({', '.join(laid)})", colours.QUIET)
    return text.append(f" {card.note}", colours.RISK) if card.note else text


def _numbers(scene: Layout, thing: Ref) -> Text:
    numbers = scene.answers(thing)
    if not numbers:
        return Text()
    told = ",".join(map(str, numbers[:LONGEST_SIGHT])) + ("+" if len(numbers) > LONGEST_SIGHT else "")
    return Text.assemble((told, colours.LEGAL), " ")


def hands(scene: Layout, width: int) -> list[Text]:
    """A line for each hand: its owner, how many cards it has, and the titles of those that are seen."""
    return [_cut(hand(scene, one), width) for one in scene.view.hands]


def hand(scene: Layout, one: Hand) -> Text:
    line = Text.assemble((f"{one.name} ", colours.ASKED), (f"holds {one.count}", colours.QUIET))
    told = [Text.assemble(_numbers(scene, card.ref), titled(card)) for card in one.cards if not card.face_down]
    return line.append(": ").append(Text(", ").join(told)) if told else line


def _cut(line: Text, width: int) -> Text:
    line.truncate(width, overflow="ellipsis")
    line.no_wrap = True
    return line
