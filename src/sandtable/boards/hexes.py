"""Hex maps as printed in wargames: flat-topped hexes in vertical columns, numbered CCRR, a hexside facing north.

Every second column stands half a hex higher. Inside, a hex has *doubled* coordinates: x counts columns, y counts half
hexes down the sheet, so a step north is (0, -2) and a step southeast (1, 1), in every column alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from itertools import compress
from typing import Final

from sandtable.boards.paths import bits, mask_of
from sandtable.kernel.view import Board, Hexside, Label, Line, Link, Look, Point, Space, Value

# Directions 0 to 5, clockwise as in a scatter diagram: a die of 1 is direction 0.
DIRECTIONS: Final = ("north", "northeast", "southeast", "south", "southwest", "northwest")
OFFSETS: Final = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))

# Drawing: a hex is 1 wide from corner to corner. Corners as (widths, half heights) from the centre, clockwise.
HALF_HEIGHT: Final = 3**0.5 / 4
CORNERS: Final = ((-0.25, -1), (0.25, -1), (0.5, 0), (0.25, 1), (-0.25, 1), (-0.5, 0))


class Edge(StrEnum):
    """What becomes of a walk that would leave the map: it goes on from the opposite edge, turns round on the last hex
    and comes back along the same line, stops on the last hex, or is lost.

    A hole is an edge too, except to a walk that wraps: that one passes over holes without counting them.
    """

    WRAP = "wrap"
    REFLECT = "reflect"
    STOP = "stop"
    LEAVE = "leave"


class HexGrid:
    """All that geometry can tell of one hex map, as tables made once.

    Hexes are numbered 0 to size-1 down each column, columns from west to east. `columns` and `rows` say how many there
    are, `first_column` and `first_row` where the printed numbers begin, so that a map cut out of a larger sheet keeps
    that sheet's labels. Odd printed columns stand half a hex higher, unless `odd_up` is false. `holes` are hexes inside
    that rectangle which the map does not have, as printed numbers (303 for hex 0303).

    size        how many hexes
    every       the mask of all hexes
    step        step[h][d] is the next hex in direction d, or -1 off the map
    neighbours  the hexes next to each hex, clockwise from the north
    distance    distance[a][b] in hexes, as a ruler on the sheet would count them: holes between them count too
    """

    __slots__ = (
        "_around",
        "_cells",
        "_high",
        "_hollow",
        "_indices",
        "_labels",
        "_low",
        "_lowered",
        "_not_bottom",
        "_not_top",
        "_wrapped",
        "_x",
        "_y",
        "columns",
        "distance",
        "every",
        "neighbours",
        "rows",
        "size",
        "step",
    )

    def __init__(
        self,
        columns: int,
        rows: int,
        odd_up: bool = True,
        first_column: int = 1,
        first_row: int = 1,
        holes: frozenset[int] = frozenset(),
    ) -> None:
        _check_range("column", columns, first_column)
        _check_range("row", rows, first_row)
        numbers = [(first_column + x) * 100 + first_row + row for x in range(columns) for row in range(rows)]
        _check_holes(holes, numbers)
        present = [number not in holes for number in numbers]
        kept = [cell for cell, here in enumerate(present) if here]

        self.columns: int = columns
        self.rows: int = rows
        self.size: int = len(kept)
        self.every: int = (1 << len(kept)) - 1
        self._hollow: bool = bool(holes)
        # 1 for each column that stands half a hex lower, and for the one east of the map, which a wrapping walk enters.
        self._lowered: list[int] = [int(((first_column + x) % 2 == 1) != odd_up) for x in range(columns + 1)]
        self._cells: list[int] = [-1] * len(numbers)
        for h, cell in enumerate(kept):
            self._cells[cell] = h
        self._labels: list[str] = [f"{numbers[cell]:04}" for cell in kept]
        self._indices: dict[str, int] = {label: h for h, label in enumerate(self._labels)}
        self._x: list[int] = [cell // rows for cell in kept]
        self._y: list[int] = [2 * (cell % rows) + self._lowered[cell // rows] for cell in kept]

        self.step: tuple[tuple[int, ...], ...] = tuple(
            [tuple([self._find(x + dx, y + dy) for dx, dy in OFFSETS]) for x, y in zip(self._x, self._y, strict=True)]
        )
        self.neighbours: tuple[tuple[int, ...], ...] = tuple(
            [tuple([n for n in steps if n >= 0]) for steps in self.step]
        )
        self.distance: tuple[bytes, ...] = self._distances(present)
        self._wrapped: list[list[int]] = [[self._step_wrapped(h, d) for d in range(6)] for h in range(self.size)]
        self._around: dict[int, tuple[int, ...]] = {}
        self._low: int = mask_of(h for h in range(self.size) if self._lowered[self._x[h]])
        self._high: int = self.every ^ self._low
        self._not_top: int = mask_of(h for h in range(self.size) if self._y[h] // 2 > 0)
        self._not_bottom: int = mask_of(h for h in range(self.size) if self._y[h] // 2 < rows - 1)

    def __repr__(self) -> str:
        return f"<HexGrid of {self.size} hexes from {self._labels[0]} to {self._labels[-1]}>"

    # Names

    def label(self, h: int) -> str:
        """The printed number of a hex: two digits of column, two of row."""
        return self._labels[h]

    def at(self, label: str) -> int:
        """The hex with this printed number."""
        h = self._indices.get(label, -1)
        if h < 0:
            raise ValueError(
                f"There is no hex {label!r} on this map, whose hexes run from {self._labels[0]} to {self._labels[-1]}; "
                "a hex is named by four digits, two of column and two of row."
            )
        return h

    def letters(self, rows: Sequence[str]) -> list[str]:
        """The letter of each hex, from a map drawn as text: a string for each row, in it a letter for each column."""
        if len(rows) != self.rows:
            raise ValueError(f"The map has {self.rows} rows of hexes, but {len(rows)} rows of letters are given.")
        for place, row in enumerate(rows, 1):
            if len(row) != self.columns:
                raise ValueError(
                    f"Row {place} of the drawn map holds {len(row)} letters; "
                    f"it needs {self.columns}, one for each column."
                )
        return [rows[y // 2][x] for x, y in zip(self._x, self._y, strict=True)]

    def cut(self, first: str, last: str) -> HexGrid:
        """The map between two printed numbers, its north-western and its south-eastern hex, cut out of this sheet.

        It keeps the printed numbers, the height of its columns and its holes, but counts its own hexes from 0, as every
        board does.
        """
        corners = [self._indices.get(label, -1) for label in (first, last)]
        (left, top), (right, bottom) = ((int(label[:2]), int(label[2:])) for label in (first, last))
        if min(corners) < 0 or left > right or top > bottom:
            raise ValueError(
                f"Nothing can be cut from {first} to {last}: this sheet runs from {self._labels[0]} to "
                f"{self._labels[-1]}, and a map is named by its north-western and its south-eastern hex."
            )
        inside = [column * 100 + row for column in range(left, right + 1) for row in range(top, bottom + 1)]
        holes = frozenset(number for number in inside if f"{number:04}" not in self._indices)
        high = not self._lowered[self._x[corners[0]]]
        return HexGrid(right - left + 1, bottom - top + 1, high == bool(left % 2), left, top, holes)

    # Near and far

    def mask(self, h: int, r: int) -> int:
        """All hexes within r of a hex, itself among them."""
        return self.around(r)[h]

    def around(self, r: int) -> tuple[int, ...]:
        """The masks of all hexes within r, one for each hex; made when a radius is first asked for, then kept."""
        discs = self._around.get(r)
        if discs is None:
            # A row of distances, each turned into the digit 1 or 0, is the mask written in base two, last hex first.
            digits = bytes([ord("1") if distance <= r else ord("0") for distance in range(256)])
            discs = tuple([int(row[::-1].translate(digits), 2) for row in self.distance])
            self._around[r] = discs
        return discs

    def grow(self, mask: int) -> int:
        """The hexes of a mask and all their neighbours."""
        if self._hollow:
            near = self.around(1)
            for h in bits(mask):
                mask |= near[h]
            return mask
        # Without holes a column is always `rows` bits long, so that all hexes can be stepped at once by shifting.
        north = (mask & self._not_top) >> 1
        south = (mask & self._not_bottom) << 1
        # The columns beside a hex touch it in its own row and in one more: above if it stands high, below if low.
        beside = mask | north & self._high | south & self._low
        return mask | north | south | (beside << self.rows | beside >> self.rows) & self.every

    def ring(self, h: int, r: int) -> tuple[int, ...]:
        """The hexes exactly r away, clockwise from the north; those off the map are left out."""
        if r == 0:
            return (h,)
        x, y = self._x[h], self._y[h] - 2 * r
        found: list[int] = []
        for side in range(6):
            dx, dy = OFFSETS[(side + 2) % 6]  # from the northern corner southeast, and so on round
            for _ in range(r):
                found.append(self._find(x, y))
                x, y = x + dx, y + dy
        return tuple([n for n in found if n >= 0])

    def line(self, a: int, b: int) -> list[int]:
        """The hexes under a straight line from centre to centre, both ends included; the same hexes either way.

        Where the line runs along a hexside it takes the hex that is on the map, or of two such the western one (the
        northern one if they lie in one column). Holes under the line are left out.
        """
        steps = self.distance[a][b]
        x, y = from_x, from_y = self._x[a], self._y[a]
        hexes = [a]
        for i in range(1, steps + 1):
            # The point i/steps along the line, times steps so that it stays whole; then the nearest hex, measured true:
            # one x is three halves of a hexside long and one y half the square root of three.
            at_x = from_x * steps + (self._x[b] - from_x) * i
            at_y = from_y * steps + (self._y[b] - from_y) * i
            nearest = [
                (
                    3 * ((x + dx) * steps - at_x) ** 2 + ((y + dy) * steps - at_y) ** 2,
                    self._find(x + dx, y + dy) < 0,
                    x + dx,
                    y + dy,
                )
                for dx, dy in OFFSETS
            ]
            _, missing, x, y = min(nearest)
            if not missing:
                hexes.append(self._find(x, y))
        return hexes

    def direction(self, a: int, b: int) -> int:
        """The direction of b seen from its neighbour a."""
        for d in range(6):
            if self.step[a][d] == b:
                return d
        raise ValueError(f"Hexes {self._labels[a]} and {self._labels[b]} are not next to each other.")

    def border(self, h: int) -> int:
        """How many of its six neighbours a hex lacks: 0 inside the map."""
        return 6 - len(self.neighbours[h])

    # Scatter

    def walk(self, h: int, d: int, k: int, edge: Edge) -> int:
        """Where k steps in direction d end; -1 if the walk leaves the map and that is where it stays.

        WRAP joins the east edge to the west edge and the north edge to the south edge, and takes them step by step.
        Walking back the same way always leads home. Over an even number of columns every hex keeps its true neighbours
        across the seam. An odd number puts two columns of one height side by side there: a walk that crosses the seam
        eastwards keeps the row number it would have had, and thereby slips half a hex; westwards it slips back.
        """
        if edge == Edge.WRAP:
            for _ in range(k):
                h = self._wrapped[h][d]
            return h
        for _ in range(k):
            onward = self.step[h][d]
            if onward < 0:
                if edge == Edge.LEAVE:
                    return -1
                if edge == Edge.STOP:
                    return h
                d = (d + 3) % 6
                onward = self.step[h][d]
                if onward < 0:  # the line has no other hex
                    return h
            h = onward
        return h

    def course(self, h: int, d: int, k: int, edge: Edge) -> list[int]:
        """The hexes of such a walk in order, its start among them: what a client shows of it.

        It ends where `walk` ends; of a walk that leaves the map for good it is the part that was on it.
        """
        hexes = [self.walk(h, d, steps, edge) for steps in range(k + 1)]
        hexes = [here for here in hexes if here >= 0]
        return [here for n, here in enumerate(hexes) if n == 0 or here != hexes[n - 1]]

    # Hexsides

    def sides(self, kind: str, texts: Iterable[str]) -> list[Hexside]:
        """The hexsides that carry something, from a hex and what lies across each of its sides: "0304 0305 north".

        What lies across is a neighbour's number, or a direction where the side is the edge of the map.
        """
        found: list[Hexside] = []
        for text in texts:
            first, *across = text.split()
            h = self.at(first)
            if not across:
                raise ValueError(
                    f"{kind} {text!r} names no side: after the hex say what lies across, as in '0304 0305'."
                )
            for word in across:
                d = DIRECTIONS.index(word) if word in DIRECTIONS else self.direction(h, self.at(word))
                found.append(Hexside(h, d, kind))
        return found

    # Drawing

    def centre(self, h: int) -> Point:
        """The middle of a hex, in widths of a hex from the top left of the map."""
        return self._point(h, 0.0, 0)

    def corners(self, h: int) -> list[Point]:
        """The six corners clockwise from the north-west: hexside d runs from corner d to the next one."""
        return [self._point(h, across, down) for across, down in CORNERS]

    def board(
        self,
        id: str,
        title: str,
        terrain: Sequence[Sequence[str]],
        looks: Mapping[str, Look],
        links: Sequence[Link] = (),
        names: Mapping[int, str] = {},
        hexsides: Sequence[Hexside] = (),
        figures: Mapping[int, Sequence[Value]] = {},
        lines: Sequence[Line] = (),
        labels: Sequence[Label] = (),
    ) -> Board:
        """The map as clients draw it: the terrains of each hex, and the names of those hexes that have one.

        `links` run through the middles of hexes, `hexsides` lie between them; `figures` are printed in a hex. Free
        lines and labels are in widths of a hex from the top left of the map, as `centre` and `corners` are.
        """
        if len(terrain) != self.size:
            raise ValueError(f"Board {id!r} has {self.size} hexes, but terrain is given for {len(terrain)}.")
        for side in hexsides:
            if not (0 <= side.space < self.size and 0 <= side.side < 6):
                raise ValueError(
                    f"Board {id!r} has a {side.kind} on side {side.side} of hex {side.space}; "
                    f"hexes are numbered 0 to {self.size - 1} and sides 0 (north) to 5, clockwise."
                )
        spaces: list[Space] = []
        for h in range(self.size):
            x, y = self.centre(h)
            spaces.append(
                Space(
                    h,
                    self._labels[h],
                    x,
                    y,
                    self.corners(h),
                    terrain=list(terrain[h]),
                    name=names.get(h, ""),
                    figures=list(figures.get(h, ())),
                )
            )
        width = 0.75 * self.columns + 0.25
        lowered = self._lowered[: self.columns]
        height = round((2 * self.rows + max(lowered) - min(lowered)) * HALF_HEIGHT, 4)
        return Board(
            id,
            title,
            "hex",
            width,
            height,
            spaces,
            list(links),
            dict(looks),
            hexsides=list(hexsides),
            lines=list(lines),
            labels=list(labels),
        )

    # Coordinates

    def _find(self, x: int, y: int) -> int:
        """The hex at doubled coordinates, or -1."""
        if not 0 <= x < self.columns:
            return -1
        row = (y - self._lowered[x]) // 2
        return self._cells[x * self.rows + row] if 0 <= row < self.rows else -1

    def _step_wrapped(self, h: int, d: int) -> int:
        dx, dy = OFFSETS[d]
        x, y = self._x[h], self._y[h]
        slip = self._lowered[self.columns] - self._lowered[0]
        while True:
            x, y = x + dx, y + dy
            if x == self.columns:
                x, y = 0, y - slip
            elif x < 0:
                x, y = self.columns - 1, y + slip
            y %= 2 * self.rows
            if (onward := self._find(x, y)) >= 0:  # a line comes round to its start at last, whatever the holes
                return onward

    def _distances(self, present: list[bool]) -> tuple[bytes, ...]:
        """All distances, cut out of strips: one strip tells the distances from a hex to a very long column.

        A column that is dx columns away is reached by dx diagonal steps; they cover dx half hexes up or down for free.
        """
        rows = self.rows
        strips: dict[tuple[int, int], bytes] = {
            (dx, half): bytes([dx + max(0, abs(2 * down + half) - dx) // 2 for down in range(1 - rows, rows)])
            for dx in range(self.columns)
            for half in (-1, 0, 1)
        }
        table: list[bytes] = []
        for x, y in zip(self._x, self._y, strict=True):
            start = rows - 1 - y // 2
            row = b"".join(
                [
                    strips[abs(x - column), self._lowered[column] - self._lowered[x]][start : start + rows]
                    for column in range(self.columns)
                ]
            )
            table.append(bytes(compress(row, present)) if self._hollow else row)
        return tuple(table)

    def _point(self, h: int, across: float, down: int) -> Point:
        """A point of the drawing, rounded so that hexes which share a corner name the same point."""
        top = min(self._lowered[: self.columns])
        return 0.75 * self._x[h] + 0.5 + across, round((self._y[h] - top + 1 + down) * HALF_HEIGHT, 4)


def _check_range(what: str, count: int, first: int) -> None:
    if count < 1 or first < 0 or first + count - 1 > 99:
        raise ValueError(
            f"A map cannot have {count} {what}s beginning with {what} {first}: "
            "it needs one or more, numbered from 0 to 99, since a label has two digits for each."
        )


def _check_holes(holes: frozenset[int], numbers: list[int]) -> None:
    if strangers := holes.difference(numbers):
        raise ValueError(
            f"Hole {min(strangers):04} is not on the map, whose hexes run from {numbers[0]:04} to {numbers[-1]:04}; "
            "holes are given as printed numbers, 303 for hex 0303."
        )
    if len(holes) == len(numbers):
        raise ValueError("A map needs at least one hex, but every hex of this one is a hole.")
