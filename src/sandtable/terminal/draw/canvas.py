"""A sheet of characters to draw maps on."""

from __future__ import annotations

from rich.text import Text


class Canvas:
    """Characters with styles in rows; what falls outside is cut off."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self._chars = [[" "] * width for _ in range(height)]
        self._styles = [[""] * width for _ in range(height)]

    def put(self, x: int, y: int, text: str, style: str = "") -> None:
        if not 0 <= y < self.height:
            return
        for place, char in enumerate(text, x):
            if 0 <= place < self.width:
                self._chars[y][place] = char
                self._styles[y][place] = style

    def char(self, x: int, y: int) -> str:
        return self._chars[y][x] if 0 <= y < self.height and 0 <= x < self.width else ""

    def draw_over(self, x: int, y: int, char: str, style: str) -> None:
        """A character on the ground that is there already."""
        if 0 <= y < self.height and 0 <= x < self.width:
            _, mark, ground = self._styles[y][x].partition("on ")
            self.put(x, y, char, f"{style} {mark}{ground}")

    def is_blank(self, x: int, y: int, length: int = 1) -> bool:
        """Whether nothing has been put on these places, all of which lie on the sheet."""
        if not (0 <= y < self.height and x >= 0 and x + length <= self.width):
            return False
        row, styles = self._chars[y], self._styles[y]
        return all(row[place] == " " and not styles[place] for place in range(x, x + length))

    def lines(self) -> list[Text]:
        """The rows from the first to the last that has something on it."""
        drawn = [_line(chars, styles) for chars, styles in zip(self._chars, self._styles, strict=True)]
        while drawn and not drawn[-1].plain:
            drawn.pop()
        while drawn and not drawn[0].plain:
            drawn.pop(0)
        return drawn


def _line(chars: list[str], styles: list[str]) -> Text:
    line = Text(no_wrap=True, overflow="crop", end="")
    start = 0
    end = max((i + 1 for i, char in enumerate(chars) if char != " " or styles[i]), default=0)
    while start < end:
        stop = start
        while stop < end and styles[stop] == styles[start]:
            stop += 1
        line.append("".join(chars[start:stop]), styles[start] or None)
        start = stop
    return line
