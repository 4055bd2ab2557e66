"""What clients draw: boards once, then one view per seat after each answer.

Every client (terminal, browser, notebook) draws any game from these types alone.
They are plain data: they encode with msgspec and hold no rules.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct, field

Point = tuple[float, float]
BoardKind = Literal["hex", "area", "point", "cards"]


class Look(Struct, omit_defaults=True):
    """How one kind of terrain or link is drawn: a pattern name the clients know, and a letter for text."""

    name: str
    pattern: str = ""
    letter: str = "."


class Space(Struct, omit_defaults=True):
    """One place on a board. `outline` is empty for points; x, y is where counters sit."""

    id: int
    label: str
    x: float
    y: float
    outline: list[Point] = field(default_factory=list)
    terrain: list[str] = field(default_factory=list)
    name: str = ""


class Link(Struct, omit_defaults=True):
    """A line between two spaces: a trail, a river, a border, a sea lane."""

    a: int
    b: int
    kind: str
    via: list[Point] = field(default_factory=list)


class Board(Struct, omit_defaults=True):
    """Geometry that never changes during a game; sent once."""

    id: str
    title: str
    kind: BoardKind
    width: float
    height: float
    spaces: list[Space]
    links: list[Link] = field(default_factory=list)
    looks: dict[str, Look] = field(default_factory=dict)


class Value(Struct, omit_defaults=True):
    """A figure on a counter or card, e.g. noise 2; `corner` says where the printed counter has it."""

    name: str
    text: str
    corner: Literal["", "tl", "tr", "bl", "br"] = ""


class Token(Struct, omit_defaults=True):
    """A piece as this seat sees it: in a space, on another token, or in a named box off the map."""

    id: int
    name: str
    space: int = -1
    on: int = -1
    box: str = ""
    side: str = ""
    symbol: str = ""
    letter: str = "?"
    values: list[Value] = field(default_factory=list)
    badges: list[str] = field(default_factory=list)
    face_down: bool = False


class Mark(Struct, omit_defaults=True):
    """A note on a space: a target, control, a hazard."""

    space: int
    kind: str
    text: str = ""


class Track(Struct, omit_defaults=True):
    """A printed track or counter: purchase points, turn, morale."""

    name: str
    value: int
    low: int = 0
    high: int = 0
    text: str = ""


class Check(Struct, omit_defaults=True):
    """One line of a checklist, e.g. a victory condition and whether it holds now."""

    text: str
    done: bool
    rule: str = ""


class Card(Struct, omit_defaults=True):
    id: int
    title: str
    text: str = ""
    cost: str = ""
    face_down: bool = False


class Deck(Struct, omit_defaults=True):
    """A pile or pool: how many lie in it and what of it this seat may see."""

    name: str
    count: int
    cards: list[Card] = field(default_factory=list)


class Odds(Struct, omit_defaults=True):
    """The chances of one option, in words a player reads before the risk."""

    text: str
    chances: dict[str, float] = field(default_factory=dict)


class Choice(Struct, omit_defaults=True):
    """One legal answer, ready to show: the option itself, its words, its odds."""

    option: tuple[str | int, ...]
    text: str
    warning: str = ""
    odds: Odds | None = None


class Choices(Struct, omit_defaults=True):
    """The options of one verb. `domain` says what the last argument is, so that clients can light it up."""

    verb: str
    text: str
    domain: str
    choices: list[Choice]
    standing: bool = False
    args: list[str] = field(default_factory=list)
    """What each argument is on the board: space, token, or nothing that is drawn."""


class Asked(Struct, omit_defaults=True):
    """The question as one seat sees it. A seat that is not asked sees whom the table waits for."""

    prompt: str
    rule: str
    number: str
    shape: str
    seats: list[int]
    least: int = 1
    most: int = 1
    budget: int = 0
    groups: list[Choices] = field(default_factory=list)


class Said(Struct, omit_defaults=True):
    """One line of the log as one seat hears it."""

    rule: str
    text: str
    dice: list[int] = field(default_factory=list)


class Outcome(Struct, omit_defaults=True):
    """How the game ended: a label from the game's result table, a score per seat, and the winner if there is one."""

    label: str
    scores: list[int]
    winner: int = -1
    rule: str = ""


class View(Struct, omit_defaults=True):
    """What one seat may see, whole."""

    board: str
    seat: int
    tokens: list[Token] = field(default_factory=list)
    marks: list[Mark] = field(default_factory=list)
    tracks: list[Track] = field(default_factory=list)
    checks: list[Check] = field(default_factory=list)
    decks: list[Deck] = field(default_factory=list)
    hand: list[Card] = field(default_factory=list)
    crumbs: list[str] = field(default_factory=list)
    ask: Asked | None = None
    outcome: Outcome | None = None


class Fact(Struct, omit_defaults=True):
    """One line of the inspector: what, how much, and where it comes from."""

    name: str
    text: str
    source: str = ""


class Facts(Struct, omit_defaults=True):
    title: str
    facts: list[Fact] = field(default_factory=list)
