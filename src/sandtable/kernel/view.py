"""What clients draw: boards once, then one view per seat after each answer.

Every client (terminal, browser, notebook) draws any game from these types alone.
They are plain data: they encode with msgspec and hold no rules.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct, field

from sandtable.kernel.options import Place
from sandtable.kernel.story import Contest, Loss, Weight

Point = tuple[float, float]
BoardKind = Literal["hex", "area", "point", "cards", "tableau"]
"""A `tableau` is a path of places, each with its card, cards beside it in rows, cards and counters on cards: its
geometry is nothing but the order of the places."""
LineClass = Literal[
    "",
    "water",
    "river",
    "canal",
    "road",
    "track",
    "path",
    "rail",
    "bridge",
    "border",
    "wall",
    "cliff",
    "ridge",
    "pier",
    "breakwater",
    "sea",
    "air",
]
Pattern = Literal[
    "",
    "plain",
    "sand",
    "rows",
    "dots",
    "village",
    "hills",
    "hachures",
    "ridge",
    "snow",
    "marsh",
    "beach",
    "water",
    "sea",
    "coast",
    "path",
    "houses",
    "building",
    "airfield",
    "oasis",
    "peak",
    "pass",
    "arch",
    "pad",
    "pier",
    "breakwater",
    "ship",
    "bridge",
]
"""The names of patterns that clients know; a table of terrains that has a column for them is checked against these."""
SpaceKind = Literal["", "box", "track"]
TokenShape = Literal["square", "round", "hex", "diamond"]
SPACE, TOKEN, CARD = "space", "token", "card"
"""The domains that every client knows: places of a board, pieces, cards. A game may have others of its own."""
NUMBER = "number"
"""The domain of bare numbers: dice, points."""
SidePattern = Literal["", "stripes", "dots", "bars"]
ValueShape = Literal["", "circle", "wave"]
PipState = Literal["open", "marked", "gone"]
"""As it was printed; with a counter on it that passes; lost for good."""


class Ref(Struct, frozen=True, omit_defaults=True):
    """The name of a thing: its number in its domain. Options, views, the log and the inspector all use it."""

    id: int
    domain: str = TOKEN


class Look(Struct, omit_defaults=True):
    """How one kind of terrain or link is drawn: a pattern name the clients know, and a letter for text.

    `line` says what a link, hexside or free line of this kind is, so that clients draw a river as water whatever the
    game calls it. docs/add-a-game.md lists the names of patterns and classes; an unknown pattern is plain ground.
    """

    name: str
    pattern: str = ""
    letter: str = "."
    line: LineClass = ""


class Side(Struct, omit_defaults=True):
    """How a side's counters look: a place in the clients' palette of colours, and a pattern for those who see none."""

    name: str = ""
    palette: int = 0
    pattern: SidePattern = ""


class Value(Struct, omit_defaults=True):
    """A figure on a counter, a card or the map, e.g. noise 2; `corner` says where the printed one has it.

    `shape` is what is drawn with it, a ring round it or a wave under it, and `note` says what that means.
    """

    name: str
    text: str
    corner: Literal["", "tl", "tr", "bl", "br"] = ""
    shape: ValueShape = ""
    note: str = ""


class Space(Struct, omit_defaults=True):
    """One place on a board. `outline` is empty for plain points; x, y is where counters sit.

    A box is a printed rectangle beside the map (a holding box, a sanctuary); a track space is one box of a track.
    `name_at` is where the name stands, if the middle of the counters is not the place for it. `figures` are what the
    map prints at a place: what it is worth, how it is supplied.
    """

    id: int
    label: str
    x: float
    y: float
    outline: list[Point] = field(default_factory=list)
    terrain: list[str] = field(default_factory=list)
    name: str = ""
    kind: SpaceKind = ""
    name_at: Point | None = None
    figures: list[Value] = field(default_factory=list)
    ref: Ref | None = None
    """What options call it, if it is a member of another domain than `space`: the box of a headquarters."""

    @property
    def thing(self) -> Ref:
        return self.ref or Ref(self.id, SPACE)


class Link(Struct, omit_defaults=True):
    """A line between two spaces: a trail, a river, a border, a sea lane.

    It runs through `via` on its way from middle to middle; on a map of areas `via`, if given, is its whole course.
    `figure` is printed on the middle of it: its price, how many may pass.
    """

    a: int
    b: int
    kind: str
    via: list[Point] = field(default_factory=list)
    figure: str = ""


class Hexside(Struct, omit_defaults=True):
    """What one side of a hex carries: a cliff, a river, a bridge across it; open sea, if its line is `sea`.

    Side d of a space runs from corner d of its outline to the next one. Of a cliff or ridge the space is the high
    ground.
    """

    space: int
    side: int
    kind: str


class Line(Struct, omit_defaults=True):
    """A line that joins no spaces: a river across a country, a frontier."""

    points: list[Point]
    kind: str


class Label(Struct, omit_defaults=True):
    """Lettering that belongs to no space: a country, a sea, a range of mountains; `turn` is in degrees, clockwise."""

    text: str
    x: float
    y: float
    size: float = 1.0
    turn: float = 0.0
    kind: Literal["", "land", "water"] = ""


class Patch(Struct, omit_defaults=True):
    """Relief under a map of points: this part of the country is mountains, that one sand."""

    outline: list[Point]
    kind: str


class Board(Struct, omit_defaults=True):
    """Geometry that never changes during a game; sent once, when it is first in play.

    Spaces are numbered anew on each board of a game, so that a number means nothing without its board: in a view it is
    `View.board`, in the way of a piece `Trace.board`.
    """

    id: str
    title: str
    kind: BoardKind
    width: float
    height: float
    spaces: list[Space]
    links: list[Link] = field(default_factory=list)
    looks: dict[str, Look] = field(default_factory=dict)
    ground: list[list[Point]] = field(default_factory=list)
    """Outlines of land under the spaces: the country of a point-to-point map."""
    hexsides: list[Hexside] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)
    labels: list[Label] = field(default_factory=list)
    patches: list[Patch] = field(default_factory=list)
    around: str = ""
    """The kind of ground that lies around the land, sea for an island; without one it is bare paper."""
    rows: list[str] = field(default_factory=list)
    """Of a tableau: the rows of cards beside each place, by name, from the top down."""


class Token(Struct, omit_defaults=True):
    """A piece as this seat sees it: in a space, on another token, on a card, or in a named box off the map."""

    id: int
    name: str
    space: int = -1
    on: Ref | None = None
    """The token or card on which it lies."""
    box: str = ""
    side: str = ""
    symbol: str = ""
    letter: str = "?"
    values: list[Value] = field(default_factory=list)
    badges: list[str] = field(default_factory=list)
    face_down: bool = False
    shape: TokenShape = "square"
    size: float = 1.0
    """Against an ordinary counter: a headquarters may be larger, a marker smaller."""
    domain: str = TOKEN
    """What options call it: its number is its own among the members of this domain."""

    @property
    def ref(self) -> Ref:
        return Ref(self.id, self.domain)


class Mark(Struct, omit_defaults=True):
    """A note on a space: a target, a hazard, or (with `side`) who controls it."""

    space: int
    kind: str
    text: str = ""
    side: str = ""


class Track(Struct, omit_defaults=True):
    """A printed track or counter: purchase points, turn, morale."""

    name: str
    value: int
    low: int = 0
    high: int = 0
    text: str = ""
    side: str = ""
    """Whose marker it is; markers of one name share one printed track."""
    notes: list[str] = field(default_factory=list)
    """What each box from `low` on brings to whose marker stands there: cards drawn, recruits."""

    @property
    def note(self) -> str:
        """What the box brings in which the marker stands."""
        place = self.value - self.low
        return self.notes[place] if 0 <= place < len(self.notes) else ""


class Check(Struct, omit_defaults=True):
    """One line of a checklist, e.g. a victory condition and whether it holds now."""

    text: str
    done: bool
    rule: str = ""
    of: Ref | None = None
    """The thing it speaks of: clients tell it there."""
    now: str = ""
    """How it stands now, beyond what the thing says of itself."""


class Pips(Struct, omit_defaults=True):
    """Things on a card that are marked one by one: the Hostiles of a group, the Health of a Soldier."""

    name: str
    states: list[PipState]


class Card(Struct, omit_defaults=True):
    """A card in a hand, on a pile, or lying in a space of a board of cards; or a piece that a shop shows as a card."""

    id: int
    title: str
    text: str = ""
    cost: str = ""
    face_down: bool = False
    kind: str = ""
    """A word under the title: weapon, objective, chaos."""
    symbol: str = ""
    values: list[Value] = field(default_factory=list)
    keywords: dict[str, str] = field(default_factory=dict)
    """Words of the text that stand out, each with its rule key."""
    side: str = ""
    space: int = -1
    domain: str = CARD
    """What options call it; a piece that lies in a shop or a pool keeps the domain of pieces."""
    on: Ref | None = None
    """The card or token on which it lies."""
    seat: int = -1
    """Whose it is; -1 nobody's."""
    count: int = 1
    """How many alike it stands for."""
    shape: TokenShape | Literal[""] = ""
    """What lies here is a counter of this shape, and is drawn as one; empty for a card."""
    letter: str = ""
    """Of a counter without a symbol."""
    unit: str = ""
    """What the cost is counted in: points."""
    use: str = ""
    """What it is good for, in one line."""
    wanted: str = ""
    """Who asks for it now: the mission at hand."""
    barred: str = ""
    """Why it cannot be had now, in a sentence; empty if it can. Of a card in hand: why it cannot be played."""
    row: str = ""
    """The row beside its place in which it lies, on a tableau; the place's own card lies in none."""
    pips: list[Pips] = field(default_factory=list)
    chart: Chart | None = None
    """A table of figures that is printed on it."""
    note: str = ""
    """What is to be known of it now, with chances: who is aimed at, how likely he is hurt."""

    @property
    def ref(self) -> Ref:
        return Ref(self.id, self.domain)


class Hand(Struct, omit_defaults=True):
    """One of several hands that lie open or are counted: whose it is, and what of it this seat may see."""

    name: str
    count: int
    seat: int = -1
    cards: list[Card] = field(default_factory=list)
    of: Ref | None = None
    """The card or piece that holds it: a Soldier."""


class Deck(Struct, omit_defaults=True):
    """A pile or pool: how many lie in it and what of it this seat may see."""

    name: str
    count: int
    cards: list[Card] = field(default_factory=list)
    checks: list[Check] = field(default_factory=list)
    """What is asked of what lies here: what the mission at hand needs, has and lacks."""


class Odds(Struct, omit_defaults=True):
    """The chances of one option, in words a player reads before the risk."""

    text: str
    chances: dict[str, float] = field(default_factory=dict)
    lines: list[str] = field(default_factory=list)
    """What else is to be known before the risk, a line each: what it costs, who may come, what may be lost."""


class Choice(Struct, omit_defaults=True):
    """One legal answer, ready to show: the option itself, its words, its odds."""

    option: tuple[str | int, ...]
    text: str
    warning: str = ""
    odds: Odds | None = None
    grave: bool = False
    """To be asked again before it is sent, though others of its verb are not."""
    way: LineClass = ""
    """By what one gets there, where some places are reached otherwise than others: over water."""


class Choices(Struct, omit_defaults=True):
    """The options of one verb; `args` says what their arguments are, so that clients can light them up."""

    verb: str
    text: str
    choices: list[Choice]
    standing: bool = False
    grave: bool = False
    """To be asked again before it is sent: it ends or gives up something for good."""
    final: bool = False
    """No undo brings these back."""
    place: Place = ""
    """Where a page keeps it: see `Verb.place`. What ends something is asked again where its choice has a warning."""
    figures: bool = False
    """Its answers are a number each (dice, points): clients draw them as a row of figures."""
    args: list[str] = field(default_factory=list)
    """The domain of each argument, by which and by its number it is found in the view; "" if it is not drawn."""


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
    gesture: bool = False
    """One of several questions whose answers are parts of one: they are sent with that which has the place confirm."""
    equal: str = ""
    """Whose choice between equals it is: such ones can be left to the table, for this unit, this phase or for good."""


class Trace(Struct, omit_defaults=True):
    """The way of a piece over the board, from where it stood to where it came, as far as this seat saw it."""

    token: int
    path: list[int]
    board: str = ""
    """The board it led over, in a game of several; the kernel fills in the one in play when the way is told."""
    domain: str = TOKEN
    arrives: bool = False
    """It came from beside the map, out of a pool or a bin, to the first space of its path."""

    @property
    def ref(self) -> Ref:
        return Ref(self.token, self.domain)


class Said(Struct, omit_defaults=True):
    """One line of the log as one seat hears it."""

    rule: str
    text: str
    dice: list[int] = field(default_factory=list)
    """The faces that fell."""
    moves: list[Trace] = field(default_factory=list)
    weight: Weight = ""
    sides: int = 0
    """How many sides the dice have."""
    purpose: str = ""
    """What the dice were for, in words."""
    counts: dict[str, int] = field(default_factory=dict)
    """What the line counts or sums up, by name: successes 2, victory points 3."""
    joined: bool = False
    """Whether it belongs to the deed of the line before it."""
    main: bool = False
    """Whether it says what came of its deed; otherwise the last blow or gain does, or the last line."""
    places: list[int] = field(default_factory=list)
    """The spaces that it speaks of, on `board` if the game has several."""
    board: str = ""
    contest: Contest | None = None
    losses: list[Loss] = field(default_factory=list)


class Outcome(Struct, omit_defaults=True):
    """How the game ended: a label from the game's result table, a score per seat, and who won, if anybody did.

    Where seats win together `winners` names them all (and `winner` the first, who speaks for them); where nobody wins
    and yet it is no draw, `losers` says whose game is lost.
    """

    label: str
    scores: list[int]
    winner: int = -1
    rule: str = ""
    winners: list[int] = field(default_factory=list)
    losers: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        if self.winners and self.winner < 0:
            self.winner = self.winners[0]

    def won(self) -> list[int]:
        """The seats that won, alone or together."""
        return self.winners or ([self.winner] if self.winner >= 0 else [])

    def lost(self) -> list[int]:
        """The seats that lost: whom the game names, or all others where somebody won; in a draw nobody."""
        won = self.won()
        return self.losers or [seat for seat in range(len(self.scores)) if won and seat not in won]


class Fact(Struct, omit_defaults=True):
    """One line of the inspector: what, how much, and where it comes from."""

    name: str
    text: str
    source: str = ""


class Party(Struct, omit_defaults=True):
    """One side of a scene: the pieces it has in it, and lines about them."""

    side: str
    title: str
    tokens: list[Ref] = field(default_factory=list)
    lines: list[Fact] = field(default_factory=list)


class Scene(Struct, omit_defaults=True):
    """Something that is played out step by step before everybody's eyes: a battle, a negotiation.

    Clients show it beside the board: the steps with the one it stands at, and the parties face to face.
    """

    title: str
    steps: list[str]
    at: int
    space: int = -1
    parties: list[Party] = field(default_factory=list)
    ways: list[Trace] = field(default_factory=list)
    """Where pieces will go if what is planned is carried out: drawn on the map as long as the scene stands."""


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
    hands: list[Hand] = field(default_factory=list)
    """Where there are several hands: all of them, those of this seat first; `hand` then stays empty."""
    cards: list[Card] = field(default_factory=list)
    """Cards that lie in spaces of the board."""
    sides: dict[str, Side] = field(default_factory=dict)
    scene: Scene | None = None
    crumbs: list[str] = field(default_factory=list)
    ask: Asked | None = None
    outcome: Outcome | None = None
    public: str = ""
    """Changes with everything that all may know, drawn or not: where procedures stand, what is being gathered."""

    def every_card(self) -> list[Card]:
        """Those in hand, on the board, and those of piles that are to be seen."""
        held = (card for hand in self.hands for card in hand.cards)
        return [*self.hand, *held, *self.cards, *(card for deck in self.decks for card in deck.cards)]

    def things(self) -> dict[Ref, Token | Card]:
        """Every piece and card by its name; of cards that lie alike in several places the first."""
        found: dict[Ref, Token | Card] = {token.ref: token for token in self.tokens}
        for card in self.every_card():
            found.setdefault(card.ref, card)
        return found


class Facts(Struct, omit_defaults=True):
    title: str
    facts: list[Fact] = field(default_factory=list)


class Chart(Struct, omit_defaults=True):
    """A table that is printed beside the board, for looking things up: what recruits cost, which ground favours whom.

    The first cell of each row says what the row is about.
    """

    title: str
    columns: list[str]
    rows: list[list[str]]
    rule: str = ""
    note: str = ""
