"""Maps of areas and of points: names where the places lie, dotted lines between them."""

from __future__ import annotations

from itertools import pairwise
from math import hypot

from rich.text import Text

from sandtable.kernel.view import Point
from sandtable.terminal.draw import colours
from sandtable.terminal.draw.canvas import Canvas
from sandtable.terminal.draw.layout import Layout

LONGEST = 12
SHORE = "."
"""The edge of the land."""
SHIFTS = (0, 1, -1, 2, -2)
"""Rows by which a name may stand beside its place where another name is in the way."""


def draw(scene: Layout, width: int, height: int, among: set[int]) -> tuple[list[Text], list[int]]:
    """The named places with the lines between them, and those that found no room."""
    canvas = Canvas(width, height)
    points = _points(scene, width, height, among)
    labels = {space: _label(scene, space) for space in points}
    left_out = [space for space in points if not _place(canvas, points[space], labels[space])]
    for link in scene.board.links:
        if link.a in points and link.b in points:
            way = [points[link.a], *(_scaled(scene, point, width, height, among) for point in link.via), points[link.b]]
            if link.figure:
                _put_figure(canvas, *_middle(way), link.figure)
            for start, end in pairwise(way):
                _line(canvas, start, end, scene.link_letter(link.kind), colours.line(link.kind, scene.board.looks))
    _draw_country(canvas, scene, among)
    return canvas.lines(), left_out


def _draw_country(canvas: Canvas, scene: Layout, among: set[int]) -> None:
    """What lies between the places, where there is room: names of countries and seas, rivers, the edge of the land."""
    board, width, height = scene.board, canvas.width, canvas.height
    for label in board.labels:
        x, y = _scaled(scene, (label.x, label.y), width, height, among)
        start = x - len(label.text) // 2
        if canvas.is_blank(start, y, len(label.text)):
            canvas.put(start, y, label.text, colours.LETTERING)
    for line in board.lines:
        letter, style = scene.link_letter(line.kind), colours.line(line.kind, board.looks)
        for start_at, end_at in pairwise(_scaled(scene, point, width, height, among) for point in line.points):
            _line(canvas, start_at, end_at, letter, style)
    for outline in board.ground:
        points = [_scaled(scene, point, width, height, among) for point in outline]
        for start_at, end_at in pairwise([*points, *points[:1]]):
            _line(canvas, start_at, end_at, SHORE, colours.QUIET)


Label = list[tuple[str, str]]


def _label(scene: Layout, space: int) -> Label:
    """The number of the answer, the name, then the pieces: "12 Kabul A2"."""
    numbers, name = scene.numbers(space, 4), scene.name(space) or scene.label(space)
    style = colours.ground(scene.terrain(space)[0], scene.board.looks) if scene.terrain(space) else "bold"
    label: Label = [(numbers, colours.LEGAL), (" ", "")] if numbers else []
    label.append((_short(scene, name), style))
    if scene.marked(space):
        label.append(("*", colours.MARK))
    if figures := scene.figures(space):
        label.append((f"[{figures}]", colours.QUIET))
    pieces = scene.pieces(space, 6)
    return [*label, (" ", ""), *pieces] if pieces else label


def _short(scene: Layout, name: str) -> str:
    """The beginning of a long name; where others begin so, too, with the letter in which they differ."""
    names = [scene.name(space) or scene.label(space) for space in scene.spaces]
    if len(name) <= LONGEST or sum(other[:LONGEST] == name[:LONGEST] for other in names) < 2:
        return name[:LONGEST]
    return f"{name[: LONGEST - 1].rstrip()} {name.split()[-1][0]}"


def _place(canvas: Canvas, at: tuple[int, int], label: Label) -> bool:
    """Puts a label over its place, or a little above or below; false if there is no room."""
    length = sum(len(text) for text, _ in label)
    x = max(0, min(at[0] - length // 2, canvas.width - length))
    for shift in SHIFTS:
        if canvas.is_blank(max(0, x - 1), at[1] + shift, min(length + 2, canvas.width - max(0, x - 1))):
            for text, style in label:
                canvas.put(x, at[1] + shift, text, style or "default")
                x += len(text)
            return True
    return False


def _line(canvas: Canvas, start: tuple[int, int], end: tuple[int, int], letter: str, style: str) -> None:
    """A dotted line over what is still blank."""
    steps = max(abs(end[0] - start[0]) // 2, abs(end[1] - start[1]), 1)
    for step in range(1, steps):
        x = round(start[0] + (end[0] - start[0]) * step / steps)
        y = round(start[1] + (end[1] - start[1]) * step / steps)
        if canvas.is_blank(x, y):
            canvas.put(x, y, letter, style)


def _put_figure(canvas: Canvas, x: int, y: int, figure: str) -> None:
    """What is printed on a line, at the middle of it if there is room; the line is drawn round it."""
    start = x - len(figure) // 2
    if canvas.is_blank(start, y, len(figure)):
        canvas.put(start, y, figure, "bold")


def _middle(way: list[tuple[int, int]]) -> tuple[int, int]:
    """Halfway along a line; rows count twice, for they are as high as two letters are wide."""
    lengths = [hypot(x - a, 2 * (y - b)) for (a, b), (x, y) in pairwise(way)]
    left = sum(lengths) / 2
    for ((a, b), (x, y)), length in zip(pairwise(way), lengths, strict=True):
        if left <= length and length:
            return round(a + (x - a) * left / length), round(b + (y - b) * left / length)
        left -= length
    return way[-1]


def _points(scene: Layout, width: int, height: int, among: set[int]) -> dict[int, tuple[int, int]]:
    return {
        space.id: _scaled(scene, (space.x, space.y), width, height, among)
        for space in scene.board.spaces
        if space.id in among
    }


def _scaled(scene: Layout, point: Point, width: int, height: int, among: set[int]) -> tuple[int, int]:
    xs = [scene.spaces[space].x for space in among]
    ys = [scene.spaces[space].y for space in among]
    margin = LONGEST // 2
    across = (point[0] - min(xs)) / ((max(xs) - min(xs)) or 1)
    down = (point[1] - min(ys)) / ((max(ys) - min(ys)) or 1)
    return margin + round(across * (width - 1 - 2 * margin)), round(down * (height - 1))
