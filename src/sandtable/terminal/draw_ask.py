"""The question and its numbered options, grouped by verb; long groups flow as labels and fold when they must."""

from __future__ import annotations

from itertools import groupby

from rich.cells import cell_len
from rich.text import Text

from sandtable.kernel.view import Asked
from sandtable.terminal import colours
from sandtable.terminal.menu import Item, Menu

MANY = 5
"""So many options with the same words before their last one are listed as labels."""
GUTTER = 14

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
    if ask.budget:
        line.append(f"  budget {ask.budget}", colours.QUIET)
    return line


def options(menu: Menu, width: int, room: int) -> list[Text]:
    """The options in so many lines; a group that takes too much of them is folded."""
    gutter = min(GUTTER, max((cell_len(items[0].title) for items in menu.verbs()), default=0) + 2)
    blocks = [_block(items, gutter, width, len(str(len(menu)))) for items in menu.verbs()]
    while sum(map(len, blocks)) > room:
        longest = max(range(len(blocks)), key=lambda place: len(blocks[place]))
        if len(blocks[longest]) <= 2:
            break
        blocks[longest] = _folded(blocks[longest], menu.verbs()[longest][0].verb, gutter)
    return [line for block in blocks for line, _ in block]


def _folded(block: list[Line], verb: str, gutter: int) -> list[Line]:
    """A block one line shorter: its last lines become a count of what they held."""
    kept, hidden = block[:-2], sum(count for _, count in block[-2:])
    more = Text(" " * gutter).append(f"… {hidden} more: `options {verb}` lists them", colours.QUIET)
    return [*kept, (more, hidden)]


def _block(items: list[Item], gutter: int, width: int, digits: int) -> list[Line]:
    """All options of one verb, its title in the margin."""
    lines: list[Line] = []
    column = min(max(cell_len(item.text) for item in items), (width - gutter) // 2)
    for _, run in groupby(items, key=lambda item: item.lead or f"#{item.number}"):
        same = list(run)
        if len(same) >= MANY:
            lines += _flowing(same, width - gutter)
        else:
            lines += [(_single(item, digits, column), 1) for item in same]
    if items[0].standing:
        lines[0][0].append("  at any time", colours.QUIET)
    block: list[Line] = []
    for place, (line, count) in enumerate(lines):
        title = items[0].title[: gutter - 1] if place == 0 else ""
        block.append((Text.assemble((title.ljust(gutter), "bold"), line), count))
    return block


def _single(item: Item, digits: int, column: int) -> Text:
    """A line of its own: number, words, and from `column` on what the option risks."""
    line = Text.assemble((f"{item.number:>{digits}} ", "bold bright_yellow"), item.text)
    notes = [note for note in (item.choice.warning, item.choice.odds.text if item.choice.odds else "") if note]
    if notes:
        line.append(" " * (column - cell_len(item.text)))
        line.append(f"  ! {', '.join(notes)}", colours.RISK)
    return line


def _flowing(items: list[Item], width: int) -> list[Line]:
    """Options that differ in their last word only: those words once, then number and label of each."""
    lines: list[Line] = []
    line, count = Text(f"{items[0].lead}:" if items[0].lead else ""), 0
    for item in items:
        entry = Text.assemble((str(item.number), "bold bright_yellow"), " ", item.label, (_chance(item), colours.RISK))
        if cell_len(line.plain) + cell_len(entry.plain) + 2 > width and line.plain:
            lines.append((line, count))
            line, count = Text(" "), 0
        line.append("  " if line.plain else "").append(entry)
        count += 1
    lines.append((line, count))
    for warning in dict.fromkeys(item.choice.warning for item in items if item.choice.warning):
        meant = [item for item in items if item.choice.warning == warning]
        which = "" if len(meant) == len(items) else f"{', '.join(str(item.number) for item in meant[:8])}: "
        lines.append((Text(f"  ! {which}{warning}", style=colours.RISK), 0))
    return lines


def _chance(item: Item) -> str:
    """The first chance of an option, short; `why` and its number tell all of them."""
    odds = item.choice.odds
    if odds is None:
        return ""
    return f" {next(iter(odds.chances.values())):.0%}" if odds.chances else f" ({odds.text})"
