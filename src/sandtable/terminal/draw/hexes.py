r"""Hex maps in text: flat-topped hexes in staggered columns, drawn with slanted strokes.

         _____
    ____/~0302\____
        \_A2__/^ 4 \

A hex is two rows of text high, or four where the map is small and the screen is not. Its first row says the ground and
its number, or the number of the answer that names it; its last row the pieces in it.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct
from rich.text import Text

from sandtable.boards.hexes import HALF_HEIGHT
from sandtable.kernel.view import Board, Space
from sandtable.terminal.draw import colours
from sandtable.terminal.draw.canvas import Canvas
from sandtable.terminal.draw.layout import Layout

Cell = tuple[int, int]
"""A hex in doubled coordinates: its column, and half hexes down the sheet."""

LEAST_INNER, MOST_INNER = 5, 12
TINY_INNER = 2
WAVE = "~"
"""Fills a hex of open sea, so that it is told from land without colour."""
STROKES = ("_", "/", "\\", WAVE)


class Scale(Struct, frozen=True):
    """How large a hex is drawn: `inner` places between its strokes, and twice `half` rows."""

    inner: int
    half: int = 1

    @property
    def pitch(self) -> int:
        return self.inner + 1

    @property
    def tiny(self) -> bool:
        """Too small for numbers and names."""
        return self.inner < LEAST_INNER

    def left(self, row: int) -> int:
        """Where the left stroke of a hex stands in one of its rows."""
        return self.half - 1 - row if row < self.half else row - self.half

    def right(self, row: int) -> int:
        return self.pitch + (row if row < self.half else 2 * self.half - 1 - row)


class Window(Struct, frozen=True):
    """The part of a map that is shown, edges included."""

    left: int
    right: int
    top: int
    bottom: int

    def holds(self, cell: Cell) -> bool:
        return self.left <= cell[0] <= self.right and self.top <= cell[1] <= self.bottom


class HexSheet:
    """A hex board as cells."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.cells: dict[int, Cell] = {space.id: _cell(space) for space in board.spaces}
        columns = [column for column, _ in self.cells.values()]
        halves = [half for _, half in self.cells.values()]
        self.whole = Window(min(columns), max(columns), min(halves), max(halves))

    def window(self, scale: Scale, width: int, height: int, focus: Iterable[int], look_at: Iterable[int]) -> Window:
        """As much of the map as fits, round the middle of the focus, or of `look_at` where the focus does not fit."""
        across = min(self.whole.right - self.whole.left + 1, max(1, (width - 1) // scale.pitch))
        down = min(self.whole.bottom - self.whole.top, max(1, (height - 1) // scale.half - 2))
        cells = [self.cells[space] for space in focus if space in self.cells]
        first = [self.cells[space] for space in look_at if space in self.cells]
        if not _fits(cells, across, down) and first:
            cells = first
        if not _fits(cells, across, down):
            cells = [_innermost(cells)]
        left = _centred([column for column, _ in cells], across, self.whole.left, self.whole.right)
        top = _centred([half for _, half in cells], down + 1, self.whole.top, self.whole.bottom)
        return Window(left, left + across - 1, top, top + down)


def _cell(space: Space) -> Cell:
    return round((space.x - 0.5) / 0.75), round(space.y / HALF_HEIGHT) - 1


def _fits(cells: list[Cell], across: int, down: int) -> bool:
    if not cells:
        return True
    columns, halves = [column for column, _ in cells], [half for _, half in cells]
    return max(columns) - min(columns) < across and max(halves) - min(halves) <= down


def _innermost(cells: list[Cell]) -> Cell:
    """Of cells that lie far apart, the one nearest to the middle of them all."""
    columns, halves = [column for column, _ in cells], [half for _, half in cells]
    across, down = (min(columns) + max(columns)) / 2, (min(halves) + max(halves)) / 2
    return min(cells, key=lambda cell: abs(cell[0] - across) + abs(cell[1] - down) / 2)


def _centred(values: list[int], length: int, low: int, high: int) -> int:
    """Where a stretch of `length` begins that has the values in its middle and does not leave the map."""
    middle = (min(values) + max(values)) / 2 if values else (low + high) / 2
    return max(low, min(round(middle - (length - 1) / 2), high - length + 1))


def scale_for(sheet: HexSheet, width: int, height: int) -> Scale:
    """The largest hexes that still show the whole of a small map; of a large one, as many as can be read."""
    columns = sheet.whole.right - sheet.whole.left + 1
    halves = sheet.whole.bottom - sheet.whole.top + 2
    inner = max(LEAST_INNER, min(MOST_INNER, (width - 2) // columns - 1))
    return Scale(inner, 2 if 2 * halves + 1 <= height and inner >= 8 else 1)


def draw(scene: Layout, sheet: HexSheet, scale: Scale, window: Window, room: int) -> list[Text]:
    """The hexes of a window, in no more than `room` columns of text; tiny ones with their numbers along the edges."""
    width = (window.right - window.left + 1) * scale.pitch + scale.half
    edge = int(scale.tiny)
    canvas = Canvas(min(room, width + 3 * edge), (window.bottom - window.top + 2) * scale.half + 1 + edge)
    corners = {
        space: ((column - window.left) * scale.pitch, (half - window.top) * scale.half + 1 + edge)
        for space, (column, half) in sheet.cells.items()
        if window.holds((column, half))
    }
    for space, corner in corners.items():
        _draw_hex(canvas, scene, space, corner, scale)
    _draw_sides(canvas, scene, corners, scale)
    _draw_links(canvas, scene, sheet, corners, scale)
    if scale.tiny:
        _draw_edges(canvas, scene, sheet, window, corners, width)
    return canvas.lines()


def _draw_edges(
    canvas: Canvas, scene: Layout, sheet: HexSheet, window: Window, corners: dict[int, tuple[int, int]], width: int
) -> None:
    """Hexes are numbered CCRR: the columns above the map, the rows to the right of it where they fit."""
    for space, (x, y) in corners.items():
        label = scene.label(space)
        if len(label) == 4:
            canvas.put(x + 1, 0, label[:2], colours.QUIET)
            if sheet.cells[space][0] == window.right and width + 3 <= canvas.width:
                canvas.put(width + 1, y, label[2:], colours.QUIET)


def _draw_hex(canvas: Canvas, scene: Layout, space: int, corner: tuple[int, int], scale: Scale) -> None:
    x, y = corner
    rows = 2 * scale.half
    above = scale.left(rows - 1) + 1
    if canvas.is_blank(x + above, y - 1, scale.right(rows - 1) - above):
        canvas.put(x + above, y - 1, "_" * (scale.right(rows - 1) - above), colours.QUIET)
    style = colours.ground(scene.terrain(space)[0], scene.board.looks) if scene.terrain(space) else ""
    stroke = colours.stroke(style)
    texts = _tiny_texts(scene, space) if scale.tiny else _texts(scene, space, scale)
    for row in range(rows):
        left, right = x + scale.left(row), x + scale.right(row)
        canvas.put(left, y + row, "/" if row < scale.half else "\\", stroke)
        if canvas.is_blank(right, y + row):
            canvas.put(right, y + row, "\\" if row < scale.half else "/", stroke)
        blank = WAVE if scene.is_sea(space) else "_" if row == rows - 1 else " "
        canvas.put(left + 1, y + row, blank * (right - left - 1), style)
        place = left + 1
        for text, own in texts[row]:
            canvas.put(place, y + row, text[: right - place], own or style)
            place += len(text)


Run = tuple[str, str]
"""A few characters and their style; no style means that of the ground."""


def _texts(scene: Layout, space: int, scale: Scale) -> list[list[Run]]:
    """What stands in each row of a hex."""
    letter, label, name = scene.letters(space)[:1], scene.label(space), scene.name(space)
    numbers = scene.numbers(space, scale.inner - 2)
    width = scale.inner - (scale.half - 1)
    top: list[Run] = [(letter or " ", "")]
    if not numbers:
        top.append((label, ""))
    elif len(letter + label + numbers) + 2 <= width:
        top += [(label, ""), (" ", ""), (numbers, colours.LEGAL)]
    else:
        top += [(" " if len(numbers) + 2 < width else "", ""), (numbers, colours.LEGAL)]
    pieces = scene.pieces(space, scale.inner)
    mark: list[Run] = [("*", colours.MARK)] if scene.marked(space) else []
    if space in scene.legal and not numbers:
        mark.append(("+", colours.LEGAL))
    if scale.half == 2:
        return [top, [(" " + name[: scale.inner - 1], "")], [(" ", ""), *mark, *pieces], []]
    if pieces or mark:
        return [top, mark + pieces]
    rest = scene.letters(space)[1:3]
    return [top, [(rest, ""), (name.replace(" ", "_")[: max(0, scale.inner - len(rest))], "")]]


def _tiny_texts(scene: Layout, space: int) -> list[list[Run]]:
    """A hex of the whole map: its ground, a mark or an answer, a wave on a coast; then the first piece and how many."""
    flag: Run = (
        ("*", colours.MARK) if scene.marked(space) else ("+", colours.LEGAL) if space in scene.legal else ("", "")
    )
    top: list[Run] = [(scene.letters(space)[:1] or " ", ""), flag]
    if scene.is_coast(space):
        top = [top[0], flag if flag[0] else (" ", ""), (WAVE, "")]
    return [top, scene.pieces(space, TINY_INNER)]


def _draw_sides(canvas: Canvas, scene: Layout, corners: dict[int, tuple[int, int]], scale: Scale) -> None:
    """A cliff or river on a hexside stands in place of its stroke, letter by letter; a bridge over what it spans."""
    looks = scene.board.looks
    drawn: set[tuple[int, int]] = set()
    spans = [side.kind in looks and looks[side.kind].line == "bridge" for side in scene.board.hexsides]
    for _, side in sorted(zip(spans, scene.board.hexsides, strict=True), key=lambda pair: pair[0]):
        if side.space not in corners:
            continue
        x, y = corners[side.space]
        letter, style = scene.link_letter(side.kind), colours.line(side.kind, looks)
        for across, down in _stroke(side.side, scale):
            place = (x + across, y + down)
            if place in drawn or canvas.char(*place) in STROKES:  # pieces and names come first
                canvas.draw_over(*place, letter, style)
                drawn.add(place)


def _stroke(side: int, scale: Scale) -> list[Cell]:
    """Where the stroke of a side stands, from the left upper corner of its hex: its places across and down."""
    rows = range(scale.half) if side in (0, 1, 5) else range(scale.half, 2 * scale.half)
    if side in (1, 2):
        return [(scale.right(row), row) for row in rows]
    if side in (4, 5):
        return [(scale.left(row), row) for row in rows]
    last = 2 * scale.half - 1  # the foot of a hex, or of the one above it
    foot = [(place, last) for place in range(scale.left(last) + 1, scale.right(last))]
    return foot if side == 3 else [(place, -1) for place, _ in foot]


def _draw_links(
    canvas: Canvas, scene: Layout, sheet: HexSheet, corners: dict[int, tuple[int, int]], scale: Scale
) -> None:
    """A trail or river shows where it crosses from hex to hex, as its letter in place of the stroke between them."""
    for link in scene.board.links:
        if link.a not in corners or link.b not in corners:
            continue
        west, east = sorted((link.a, link.b), key=lambda space: sheet.cells[space])
        across = sheet.cells[east][0] - sheet.cells[west][0]
        down = sheet.cells[east][1] - sheet.cells[west][1]
        x, y = corners[west]
        letter, style = scene.link_letter(link.kind), colours.line(link.kind, scene.board.looks)
        if (across, abs(down)) == (1, 1):
            row = scale.half if down > 0 else scale.half - 1
            canvas.draw_over(x + scale.right(row), y + row, letter, style)
        elif (across, down) == (0, 2):
            row = 2 * scale.half - 1
            place = x + scale.right(row) - 1
            if canvas.char(place, y + row) == "_":  # pieces come first
                canvas.draw_over(place, y + row, letter, style)
