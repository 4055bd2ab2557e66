"""What one seat sees, looked up by space: the common ground of all drawings."""

from __future__ import annotations

from collections import Counter

from sandtable.kernel.view import Board, Card, Mark, Ref, Space, Token, View
from sandtable.terminal.draw import colours
from sandtable.terminal.menu import Menu


class Layout:
    """A view with its board and its menu."""

    def __init__(self, board: Board, view: View, menu: Menu, several: bool = False) -> None:
        self.board = board
        self.several = several
        """Whether the game has other boards too, so that this one is named."""
        self.view = view
        self.menu = menu
        self.spaces: dict[int, Space] = {space.id: space for space in board.spaces}
        self.sides = colours.sides(view.tokens)
        self._tokens: dict[int, list[Token]] = {}
        self._things = view.things()
        self._riders: dict[Ref, list[str]] = {}
        for thing in self._things.values():
            if thing.on is not None:
                self._riders.setdefault(thing.on, []).append(titled(thing))
        for token in view.tokens:
            if token.on is None and token.space >= 0:
                self._tokens.setdefault(token.space, []).append(token)
        self._marks: dict[int, list[Mark]] = {}
        for mark in view.marks:
            self._marks.setdefault(mark.space, []).append(mark)
        self._pointed = menu.pointed()
        self.legal = {item.spaces[-1] for item in [*menu.everywhere(), *self._pointed] if item.spaces}
        """Spaces to light up."""
        self._targets: dict[int, list[int]] = {}
        for item in self._pointed:
            if item.spaces:
                self._targets.setdefault(item.spaces[-1], []).append(item.number)

        self._answers: dict[Ref, list[int]] = {}
        for item in self._pointed:
            if last := next((thing for thing in reversed(item.things) if thing is not None), None):
                self._answers.setdefault(last, []).append(item.number)

    # -- spaces

    def terrain(self, space: int) -> list[str]:
        return self.spaces[space].terrain

    def letters(self, space: int) -> str:
        """A letter for each terrain of a space."""
        looks = self.board.looks
        return "".join(looks[kind].letter if kind in looks else kind[:1] for kind in self.terrain(space))

    def is_sea(self, space: int) -> bool:
        """Whether a space is open water, all of it."""
        return "sea" in self._patterns(space) and not self.is_coast(space)

    def is_coast(self, space: int) -> bool:
        return "coast" in self._patterns(space)

    def _patterns(self, space: int) -> list[str]:
        looks = self.board.looks
        return [looks[kind].pattern for kind in self.terrain(space) if kind in looks]

    def link_letter(self, kind: str) -> str:
        look = self.board.looks.get(kind)
        return look.letter[:1] if look is not None else "-"

    def label(self, space: int) -> str:
        return self.spaces[space].label

    def name(self, space: int) -> str:
        name = self.spaces[space].name
        return "" if name == self.label(space) else name

    def figures(self, space: int) -> str:
        """What the map prints at a space: "5", "3 2"."""
        return " ".join(figure.text for figure in self.spaces[space].figures)

    def full_name(self, space: int) -> str:
        """Label and name: "0103 Reeds"."""
        return f"{self.label(space)} {self.name(space)}".strip()

    def numbers(self, space: int, width: int) -> str:
        """The numbers of the answers that name a space: "3", "3,7", or "3+" if they do not all fit."""
        numbers = self._targets.get(space, [])
        told = ",".join(map(str, numbers))
        return told if len(told) <= width else f"{numbers[0]}+"

    # -- what lies in them

    def tokens(self, space: int) -> list[Token]:
        return self._tokens.get(space, [])

    def laid_on(self, thing: Ref) -> list[str]:
        """What the pieces and cards are called that lie on this one."""
        return self._riders.get(thing, [])

    def lies_on(self, card: Card) -> bool:
        """Whether it lies on a piece or card that is to be seen."""
        return card.on is not None and card.on in self._things

    def answers(self, thing: Ref) -> list[int]:
        """The numbers of the answers that name a thing last."""
        return self._answers.get(thing, [])

    def called(self, thing: Ref) -> str:
        """The name of a piece or the title of a card in sight."""
        found = self._things.get(thing)
        return titled(found) if found is not None else ""

    def marks(self, space: int) -> list[Mark]:
        return self._marks.get(space, [])

    def marked(self, space: int) -> bool:
        return space in self._marks

    def occupied(self) -> list[int]:
        return sorted(self._tokens.keys() & self.spaces.keys())

    def pieces(self, space: int, width: int) -> list[tuple[str, str]]:
        """The tokens in a space by letter and number, each in the colour of its side, in so many places."""
        counted = Counter((token.side, letter_of(token)) for token in self.tokens(space))
        runs: list[tuple[str, str]] = []
        room = width
        for left, ((side, letter), count) in zip(range(len(counted), 0, -1), counted.items(), strict=True):
            text = f"{letter}{count}" if count > 1 else letter
            if len(text) + (left > 1) > room:
                runs.append(("+"[:room], ""))
                break
            runs.append((text, self.sides[side]))
            room -= len(text)
        return runs

    # -- where to look

    def targets(self) -> list[int]:
        return [space for space in self._targets if space in self.spaces]

    def askers(self) -> list[int]:
        """Where the tokens stand that the answers speak of; on a tableau also where its cards lie."""
        asked = {token for item in self._pointed for token in item.tokens}
        if self.board.kind == "tableau":
            asked |= {thing for item in self._pointed for thing in item.things if thing in self._things}
        found = []
        for thing in sorted(asked, key=lambda one: (one.domain, one.id)):
            base = self._things.get(thing)
            for _ in self._things:  # no further than there are things, however they lie on each other
                if base is None or base.on is None:
                    break
                base = self._things.get(base.on)
            if base is not None and base.space in self.spaces:
                found.append(base.space)
        return found


def titled(thing: Token | Card) -> str:
    """A piece by its name, a card by its title, with how many alike it stands for."""
    if isinstance(thing, Token):
        return thing.name
    return f"{thing.title} x{thing.count}" if thing.count > 1 else thing.title


def letter_of(token: Token) -> str:
    """The letter of a token; one without a letter goes by its name, one that lies face down stays unknown."""
    if token.letter != "?" or token.face_down or not token.name:
        return token.letter[:1] or "?"
    return token.name[0].upper()
