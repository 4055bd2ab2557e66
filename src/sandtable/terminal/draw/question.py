"""The question and its numbered options, grouped by verb; long groups flow as labels and fold when they must."""

from __future__ import annotations

from rich.cells import cell_len
from rich.text import Text

from sandtable.kernel.view import Asked
from sandtable.terminal.draw import colours
from sandtable.terminal.menu import LONG_LIST, Item, Menu

MANY = 5
"""So many options that differ in one word are listed as labels behind what they share."""
MANY_STANDING = 3
"""What is allowed at any time must not bury what is asked: of each verb so many lines."""
GUTTER = 16
NUMBER = "bold bright_yellow"
OTHERWISE = "~"
"""Stands behind a place that is reached otherwise than most."""

Line = tuple[Text, int]
"""A line of a group and how many options stand in it."""


def prompt(ask: Asked) -> Text:
    """The question, its rule, and how many parts an answer has."""
    line = Text.assemble((ask.prompt, colours.ASKED))
    if ask.number not in ("", "-"):
        line.append(f" [{ask.number}]", "cyan")
    if ask.shape in ("many", "assign", "order") and ask.most > 1:
        count = str(ask.least) if ask.least == ask.most else f"{ask.least} to {ask.most}"
        line.append(f"  {count} in one line, e.g. `1 2`", colours.QUIET)
    if ask.equal:
        line.append("  `equals phase` leaves such choices to the table", colours.QUIET)
    return line


def options(menu: Menu, width: int, room: int) -> list[Text]:
    """The options in so many lines; groups that take too many of them are folded."""
    gutter = min(GUTTER, max((cell_len(items[0].title) for items in menu.verbs()), default=0) + 2)
    digits = len(str(max((item.number for item in menu.items), default=0)))
    blocks = [_block(items, gutter, width, digits) for items in menu.verbs()]
    for place, items in enumerate(menu.verbs()):
        while items[0].standing and len(blocks[place]) > MANY_STANDING:
            blocks[place] = _folded(blocks[place], items, gutter)
    while sum(map(len, blocks)) > room:
        longest = max(range(len(blocks)), key=lambda place: len(blocks[place]))
        if len(blocks[longest]) == 1:
            break
        blocks[longest] = _folded(blocks[longest], menu.verbs()[longest], gutter)
    return [line for block in blocks for line, _ in block]


def every(items: list[Item], width: int) -> list[Text]:
    """Options in full, each on a line of its own."""
    digits = len(str(max(item.number for item in items)))
    return [_single(item, digits, min(max(cell_len(one.text) for one in items), 2 * width // 3)) for item in items]


def _folded(block: list[Line], items: list[Item], gutter: int) -> list[Line]:
    """A block one line shorter: its last lines become a count of what they held, and at last a range of numbers."""
    kept, hidden = block[:-2], sum(count for _, count in block[-2:])
    more = f"… {hidden} more: `options {items[0].verb}` lists them"
    if kept:
        return [*kept, (Text(" " * gutter).append(more, colours.QUIET), hidden)]
    line = Text.assemble((items[0].title[: gutter - 1].ljust(gutter), "bold"))
    return [(line.append(f"{len(items)} ways: `options {items[0].verb}` lists them", colours.QUIET), hidden)]


def _block(items: list[Item], gutter: int, width: int, digits: int) -> list[Line]:
    """All options of one verb, its title in the margin."""
    place = varying(items)
    column = min(max(cell_len(item.text) for item in items), 2 * (width - gutter) // 3)
    lines: list[Line] = []
    for run in _runs(items, place):
        if len(run) > LONG_LIST:
            lines.append(_summary(run, place))
        elif len(run) >= MANY:
            lines += _flowing(run, place, width - gutter)
        else:
            lines += [(_single(item, digits, column), 1) for item in run]
    if items[0].standing:
        lines[0][0].append("  at any time", colours.QUIET)
    block: list[Line] = []
    for number, (line, count) in enumerate(lines):
        title = items[0].title[: gutter - 1] if number == 0 else ""
        block.append((Text.assemble((title.ljust(gutter), "bold"), line), count))
    return block


def varying(items: list[Item]) -> int:
    """The argument in which most options of a verb differ while the others stay: the last one, if all do equally."""
    places = range(len(items[0].names))
    return min(reversed(places), key=lambda place: len({_others(item, place) for item in items}), default=-1)


def _others(item: Item, place: int) -> tuple[str | int, ...]:
    return item.option[: place + 1] + item.option[place + 2 :]


def _runs(items: list[Item], place: int) -> list[list[Item]]:
    """The options that differ in this argument only; without arguments, each alone."""
    if place < 0:
        return [[item] for item in items]
    runs: dict[tuple[str | int, ...], list[Item]] = {}
    for item in items:
        runs.setdefault(_others(item, place), []).append(item)
    return list(runs.values())


def _shared(item: Item, place: int) -> str:
    """What the options of a run have in common: "buy … into Base Camp:"."""
    name = item.names[place]
    return item.text.replace(name, "…", 1).removesuffix("…").strip() if name in item.text else item.title


def _single(item: Item, digits: int, column: int) -> Text:
    """A line of its own: number, words, and from `column` on what the option risks."""
    line = Text.assemble((f"{item.number:>{digits}} ", NUMBER), item.text, _price(item))
    way = f"by {item.choice.way}" if item.choice.way else ""
    notes = [note for note in (way, item.choice.warning, item.choice.odds.text if item.choice.odds else "") if note]
    if notes:
        line.append(" " * (column - cell_len(item.text) - len(_price(item))))
        line.append(f"  ! {', '.join(notes)}", colours.RISK)
    return line


def _summary(run: list[Item], place: int) -> Line:
    """A run too long to list, as its numbers and an example."""
    line = Text(f"{_shared(run[0], place)} … {len(run)} ways")
    words = f": type one, such as {run[0].names[place]}; `options {run[0].verb}` lists them"
    return line.append(words, colours.QUIET), len(run)


def _flowing(run: list[Item], place: int, width: int) -> list[Line]:
    """Options that differ in one word: what they share once, then number and label of each."""
    shared = _shared(run[0], place)
    lines: list[Line] = []
    line, count = Text(f"{shared}:" if shared else ""), 0
    risk = next(
        (next(iter(item.choice.odds.chances)) for item in run if item.choice.odds and item.choice.odds.chances), ""
    )
    if risk:
        line.append(f" (% {risk})", colours.RISK)
    for item in run:
        mark = OTHERWISE if item.choice.way else ""
        entry = Text.assemble(
            (str(item.number), NUMBER), f" {item.names[place]}{mark}{_price(item)}", (_chance(item), colours.RISK)
        )
        if cell_len(line.plain) + cell_len(entry.plain) + 2 > width and line.plain:
            lines.append((line, count))
            line, count = Text(), 0
        line.append("  " if line.plain else "").append(entry)
        count += 1
    lines.append((line, count))
    for way in dict.fromkeys(item.choice.way for item in run if item.choice.way):
        lines.append((Text(f"{OTHERWISE} by {way}", style=colours.QUIET), 0))
    for warning in dict.fromkeys(item.choice.warning for item in run if item.choice.warning):
        meant = [str(item.number) for item in run if item.choice.warning == warning]
        which = "" if len(meant) == len(run) else f"{', '.join(meant[:8])}{'…' if len(meant) > 8 else ''}: "
        lines.append((Text(f"! {which}{warning}", style=colours.RISK), 0))
    return lines


def _price(item: Item) -> str:
    return f" [{item.price}]" if item.price else ""


def _chance(item: Item) -> str:
    """The first chance of an option, short; `why` and its number tell all of them."""
    odds = item.choice.odds
    if odds is None:
        return ""
    return f" {next(iter(odds.chances.values())):.0%}" if odds.chances else f" ({odds.text})"
