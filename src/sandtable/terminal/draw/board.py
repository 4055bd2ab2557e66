"""The board in text, whatever its kind: what is near the action, or the whole of it."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct, field
from rich.text import Text

from sandtable.kernel.view import Token
from sandtable.terminal.draw import colours, graph, hexes, tableau
from sandtable.terminal.draw.hexes import TINY_INNER, HexSheet, Scale, Window
from sandtable.terminal.draw.layout import Layout, letter_of

MANY_PLACES = 45
"""More places than this do not fit on one drawing of an area or point map."""


WHOLE = 999
"""Rows enough for every card of a tableau."""


class Drawing(Struct):
    """The lines of a map and the spaces that are on it."""

    lines: list[Text] = field(default_factory=list)
    spaces: list[int] = field(default_factory=list)
    part: bool = False
    """Whether the map goes on beyond the drawing."""
    tiny: bool = False
    """Whether hexes are too small for the numbers of answers."""


def draw_near(scene: Layout, width: int, height: int, last: Iterable[int] = ()) -> Drawing:
    """The map round the spaces that the answers speak of; without any, where the eye was last, or the pieces."""
    if scene.board.kind == "cards" or not scene.board.spaces:
        return Drawing()
    targets, askers = scene.targets(), scene.askers()
    look_at = askers or targets or [space for space in last if space in scene.spaces]
    focus = [*targets, *askers] or look_at or scene.occupied()
    if scene.board.kind == "tableau":
        return _tableau(scene, width, height, focus)
    if scene.board.kind == "hex":
        sheet = HexSheet(scene.board)
        scale = hexes.scale_for(sheet, width, height)
        return _hexes(scene, sheet, scale, sheet.window(scale, width, height, focus, look_at or focus), width)
    return _graph(scene, width, height, _neighbourhood(scene, focus))


def draw_whole(scene: Layout, width: int, height: int) -> Drawing:
    """The whole map, as small as it must be; of a map too wide even so, as many columns as the screen holds."""
    if scene.board.kind == "cards" or not scene.board.spaces:
        return Drawing()
    if scene.board.kind == "tableau":
        return _tableau(scene, width, WHOLE, scene.spaces)
    if scene.board.kind != "hex":
        return _graph(scene, width, max(height, 20), set(scene.spaces))
    sheet = HexSheet(scene.board)
    columns = sheet.whole.right - sheet.whole.left + 1
    scale = hexes.scale_for(sheet, width, height)
    if columns * scale.pitch + scale.half > width:
        scale = Scale(max(TINY_INNER, (width - 1) // columns - 1))
    tall = 2 * (sheet.whole.bottom - sheet.whole.top + 4)
    focus = scene.targets() or scene.occupied()
    return _hexes(scene, sheet, scale, sheet.window(scale, width, tall, focus, ()), width)


def _hexes(scene: Layout, sheet: HexSheet, scale: Scale, window: Window, room: int) -> Drawing:
    spaces = [space for space, cell in sheet.cells.items() if window.holds(cell)]
    lines = hexes.draw(scene, sheet, scale, window, room)
    return Drawing(lines, spaces, len(spaces) < len(sheet.cells), scale.tiny)


def _tableau(scene: Layout, width: int, height: int, focus: Iterable[int]) -> Drawing:
    lines, spaces = tableau.draw(scene, width, height, focus)
    return Drawing(lines, spaces)


def _graph(scene: Layout, width: int, height: int, among: set[int]) -> Drawing:
    lines, left_out = graph.draw(scene, width, height, among)
    spaces = [space for space in scene.spaces if space in among and space not in left_out]
    return Drawing(lines, spaces, len(spaces) < len(scene.spaces))


def _neighbourhood(scene: Layout, focus: Iterable[int]) -> set[int]:
    """All places of a small map; of a large one those within a few links of the focus."""
    if len(scene.spaces) <= MANY_PLACES:
        return set(scene.spaces)
    near = set(focus) or set(list(scene.spaces)[:1])
    while True:
        wider = near | {b for link in scene.board.links for a, b in ((link.a, link.b), (link.b, link.a)) if a in near}
        if len(wider) > MANY_PLACES or wider == near:
            return near
        near = wider


# ---- beside the map -------------------------------------------------------------------------------


def legend(scene: Layout, drawing: Drawing) -> Text:
    """What the letters of the drawing mean."""
    text = Text(no_wrap=False)
    for entry in legend_entries(scene, drawing):
        text.append(entry)
    text.rstrip()
    return text


def legend_entries(scene: Layout, drawing: Drawing) -> list[Text]:
    """The same one by one: first which map it is, if there are several."""
    looks = scene.board.looks
    kinds = dict.fromkeys(kind for space in drawing.spaces for kind in scene.terrain(space))
    shown = set(drawing.spaces)
    links = dict.fromkeys(link.kind for link in scene.board.links if link.a in shown and link.b in shown)
    entries: list[Text] = []

    def add(letter: str, name: str, style: str) -> None:
        entries.append(Text.assemble((letter, style), (f" {name}  ", colours.QUIET)))

    if scene.several:
        entries.append(Text(f"{scene.board.title}: ", colours.QUIET))
    for kind in kinds:
        look = looks.get(kind)
        name = look.name.lower() if look else kind
        if scene.board.kind == "point":  # there the ground is the colour of a name, and no letter of it is drawn
            entries.append(Text(f"{name}  ", colours.ground(kind, looks)))
        else:
            add(look.letter if look else kind[:1], name, colours.ground(kind, looks))
    links |= dict.fromkeys(side.kind for side in scene.board.hexsides if side.space in shown)
    links |= dict.fromkeys(line.kind for line in scene.board.lines if scene.board.kind != "hex")
    for kind in links:
        if kind not in kinds:
            add(scene.link_letter(kind), looks[kind].name.lower() if kind in looks else kind, colours.line(kind, looks))
    if any(scene.marked(space) for space in drawing.spaces):
        add("*", "marked", colours.MARK)
    if any(space in scene.legal and (drawing.tiny or not scene.numbers(space, 9)) for space in drawing.spaces):
        add("+", "may be answered", colours.LEGAL)
    return entries


def caption(scene: Layout, drawing: Drawing) -> Text:
    """Which part of the map this is."""
    labels = sorted(scene.label(space) for space in drawing.spaces)
    return Text.assemble((f"{labels[0]} to {labels[-1]}", colours.QUIET), (" (`map` shows all) ", colours.QUIET))


def who_is_where(scene: Layout, spaces: Iterable[int]) -> list[Text]:
    """One line for each space that has pieces or marks: its name, its pieces with what they carry, its marks."""
    lines = []
    for space in spaces:
        tokens, marks = scene.tokens(space), scene.marks(space)
        if tokens or marks:
            line = Text().append(f"{scene.full_name(space)}: ", colours.QUIET)
            parts = [piece(scene, token) for token in tokens]
            parts += [Text(f"* {mark.text or mark.kind}", style=colours.MARK) for mark in marks]
            lines.append(line.append(Text(", ").join(parts)))
    return lines


def piece(scene: Layout, token: Token) -> Text:
    """A token in words: its letter on the map, its name, what its figures say of it, its badges, what rides on it."""
    text = Text()
    text.append(letter_of(token), scene.sides[token.side])
    text.append(f" {token.name}")
    notes = [*(value.note for value in token.values if value.note), *token.badges, *scene.laid_on(token.ref)]
    if notes:
        text.append(f" ({', '.join(notes)})", colours.QUIET)
    return text


def beside(scene: Layout) -> list[Text]:
    """What is told beside a map: who is where, and who is in no place of it. A tableau tells of its places itself."""
    return ([] if scene.board.kind == "tableau" else who_is_where(scene, scene.occupied())) + in_boxes(scene)


def in_boxes(scene: Layout) -> list[Text]:
    """One line for each box beside the map: the pieces that lie in it."""
    boxes: dict[str, list[Token]] = {}
    for token in scene.view.tokens:
        if token.box and token.on is None:
            boxes.setdefault(token.box, []).append(token)
    return [
        Text().append(f"{box}: ", colours.QUIET).append(Text(", ").join(piece(scene, token) for token in tokens))
        for box, tokens in boxes.items()
    ]
