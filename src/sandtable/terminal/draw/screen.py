"""The screen: what is written on it, in what order, and how much of it fits."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress

from rich.console import Console, RenderableType
from rich.rule import Rule
from rich.table import Table as Grid
from rich.text import Text

from sandtable.kernel.ledger import Ledger
from sandtable.kernel.story import deeds
from sandtable.kernel.view import Said
from sandtable.terminal.draw import board, colours, panels, question
from sandtable.terminal.draw.board import Drawing
from sandtable.terminal.draw.layout import Layout

WIDE = 104
"""From this width on, tracks and pieces stand beside the map instead of under it."""
PANEL = 38
LEAST_COLUMN = 48
FEW_CHECKS = 2
FEW_IN_HAND = 3
PIPE_HEIGHT = 46
"""Rows to fill where no terminal says how many it has."""
FORGET = "\x1b[3J"
"""Tells a terminal to drop the lines above its screen."""
LEAST_MAP, MOST_MAP = 8, 32
LEGEND_ROWS = 3


class Screen:
    """Writes for a person: as wide and high as the terminal is; into a pipe 80 columns wide and without colour."""

    def __init__(self, console: Console | None = None) -> None:
        self.console = console or Console(highlight=False, soft_wrap=False)
        self.interactive = self.console.is_terminal and sys.stdin.isatty()
        if self.interactive:
            with suppress(ImportError):
                import readline  # noqa: F401  (arrow keys and history at the prompt)

    @property
    def width(self) -> int:
        return max(40, self.console.width)

    @property
    def height(self) -> int:
        return self.console.height if self.interactive else PIPE_HEIGHT

    def say(self, text: str, style: str = "") -> None:
        self.console.print(Text(text, style=style))

    def show(self, *things: RenderableType) -> None:
        for thing in things:
            self.console.print(thing)

    def read(self, prompt: str) -> str:
        """A line from the person; EOFError at the end. Lines from a pipe are echoed, so that transcripts read."""
        line = input(prompt)
        if not self.interactive:
            self.console.print(Text(line))
        return line.strip()

    def clear(self) -> None:
        """An empty screen; what was on it cannot be scrolled back to either."""
        if self.interactive:
            self.console.clear()
            self.console.file.write(FORGET)

    # -- the whole picture

    def table(self, title: str, scene: Layout, said: Sequence[Said], ledger: Ledger, last: Iterable[int]) -> None:
        """Where the game stands: breadcrumb, what was said, map, tracks, pieces, the question and its options."""
        view, ask = scene.view, scene.view.ask
        wide = self.width >= WIDE
        heard = [line for done in deeds(said) for line in panels.deed(done, ledger)]
        heard = _latest(heard, max(3, self.height // 6))
        played = panels.scene(view)
        room = self.height - sum(_rows(line, self.width) for line in [*heard, *played]) - 5
        below = [] if wide else self._below(scene, ledger, max(2, self.height // 8))
        beside_map = room - sum(_rows(line, self.width) for line in below) - LEAST_MAP
        offered = question.options(scene.menu, self.width, max(4, min(len(scene.menu) + 2, room // 2, beside_map)))
        room -= sum(_rows(line, self.width) for line in [*offered, *below])
        map_width = self.width - PANEL - 2 if wide else self.width
        rows_of_map = max(LEAST_MAP, min(MOST_MAP, room))
        drawing = board.draw_near(scene, map_width, rows_of_map, last)
        if not wide and (more := len(_legend(scene, drawing, self.width)) - 1):  # room was kept for one line of it
            drawing = board.draw_near(scene, map_width, max(LEAST_MAP, rows_of_map - more), last)

        self.show(Rule(Text(" · ".join([title, *view.crumbs]), style="bold"), align="left", style=colours.QUIET))
        self.show(*heard)
        if wide:
            self.show(self._beside(scene, drawing, ledger, map_width))
        else:
            self.show(*drawing.lines)
            if drawing.lines:
                self.show(*_legend(scene, drawing, self.width))
            self.show(*below)
        self.show(*played)
        if ask is not None:
            self.show(question.prompt(ask), *offered)

    def _below(self, scene: Layout, ledger: Ledger, room: int) -> list[Text]:
        """Under a narrow map: tracks in a line, conditions if they are few, cards in hand, who stands where."""
        view = scene.view
        lines: list[Text] = []
        if view.tracks:
            lines.append(panels.tracks_line(view.tracks, view.sides))
        if len(view.checks) <= FEW_CHECKS:
            lines += [panels.check(one, ledger) for one in view.checks]
        else:
            lines.append(panels.checks_line(view.checks))
        if len(view.hand) > FEW_IN_HAND:
            lines.append(panels.hand_line(view))
        else:
            lines += [panels.card(one, view) for one in view.hand]
        where = board.beside(scene)
        return lines + _shortened(where, room, self.width)

    def _beside(self, scene: Layout, drawing: Drawing, ledger: Ledger, map_width: int) -> Grid:
        """The map with its legend, and beside it the tracks and who stands where."""
        grid = Grid.grid(padding=(0, 2, 0, 0))
        drawn = max((line.cell_len for line in drawing.lines), default=0)
        grid.add_column(width=min(map_width, max(drawn, LEAST_COLUMN)), no_wrap=True)
        grid.add_column(width=PANEL - 2)
        room = max(12, len(drawing.lines) - 2)
        panel = panels.status(scene.view, ledger)
        if sum(_rows(line, PANEL - 2) for line in panel) > room:
            panel = panels.brief(scene.view, ledger)
        where = board.beside(scene)
        panel += _shortened(where, max(3, room - sum(_rows(line, PANEL - 2) for line in panel)), PANEL - 2)
        left = (
            Text("\n").join([*drawing.lines, *_legend(scene, drawing, max(drawn, LEAST_COLUMN))])
            if drawing.lines
            else Text()
        )
        grid.add_row(left, Text("\n").join(panel))
        return grid


def _legend(scene: Layout, drawing: Drawing, width: int) -> list[Text]:
    """What the letters mean, in a few lines at most; a kind stands on one line with its letter."""
    entries = board.legend_entries(scene, drawing)
    if drawing.part:
        entries.insert(0, board.caption(scene, drawing))
    lines = [Text()]
    for entry in entries:
        if lines[-1].cell_len and lines[-1].cell_len + entry.cell_len > width + 2:  # the last two are blanks
            lines.append(Text())
        lines[-1].append(entry)
    if len(lines) > LEGEND_ROWS:
        lines = lines[:LEGEND_ROWS]
        lines[-1].append("…")
    for line in lines:
        line.rstrip()
        line.truncate(width, overflow="ellipsis")
    return lines


def _rows(line: Text, width: int) -> int:
    return max(1, -(-line.cell_len // width))


def _latest(lines: list[Text], room: int) -> list[Text]:
    if len(lines) <= room:
        return lines
    return [
        Text(f"… {len(lines) - room + 1} lines before (`log {len(lines)}`)", style=colours.QUIET),
        *lines[1 - room :],
    ]


def _shortened(lines: list[Text], room: int, width: int) -> list[Text]:
    """The first of these lines, in so many rows of the screen."""
    if sum(_rows(line, width) for line in lines) <= room:
        return lines
    kept, rows = 0, 1
    while rows + _rows(lines[kept], width) <= room:
        rows += _rows(lines[kept], width)
        kept += 1
    return [*lines[:kept], Text(f"… {len(lines) - kept} more (`units` lists all)", style=colours.QUIET)]
