"""What goes over the wire: the bodies of requests and answers. The OpenAPI schema is made from these types."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from sandtable.kernel.ending import Losses, Luck
from sandtable.kernel.options import Seat
from sandtable.kernel.story import Contest, Loss, Results, Weight
from sandtable.kernel.table import UndoLevel
from sandtable.kernel.view import Chart, Outcome, Trace, View

SeatNumber = Annotated[int, Meta(ge=0, le=63)]
Word = Annotated[str, Meta(min_length=1, max_length=80)]
Count = Annotated[int, Meta(ge=0, le=1_000_000)]
Text = Annotated[str, Meta(max_length=200)]
Part = Annotated[list[str | int], Meta(min_length=1, max_length=16)]
"""One option: a verb and its numbers."""


# ---- what a browser sends -------------------------------------------------------------------------


class NewTable(Struct, kw_only=True, forbid_unknown_fields=True):
    game: Word
    scenario: Text = ""
    options: Annotated[dict[str, str], Meta(max_length=50)] = field(default_factory=dict)
    seats: Annotated[int, Meta(ge=0, le=63)] = 0
    """How many sit down; the fewest the game allows if 0."""
    take_backs: bool = False
    players: Annotated[dict[str, Word], Meta(max_length=64)] = field(default_factory=dict)
    """Computer players by seat number."""
    open: Annotated[list[SeatNumber], Meta(max_length=64)] = field(default_factory=list)
    """Seats for somebody else: nothing is dealt before they are taken. All other seats are the maker's own."""
    name: Text = ""
    salt: Text = ""
    """Mixed into the dice, so that the host does not choose them alone; needed where seats are open."""
    packs: Annotated[list[Text], Meta(max_length=20)] = field(default_factory=list)
    """Of those that the host offers for the game, by name: they are laid over its values, one after the other."""


class Answer(Struct, kw_only=True, forbid_unknown_fields=True):
    seat: SeatNumber
    ask: Word
    options: Annotated[list[Part], Meta(min_length=1, max_length=200)]
    leave: Literal["", "unit", "phase", "always", "ask"] = ""
    """From here on choices between equals are left to the table, so far; or they are asked again."""
    log_since: Count = 0
    """How many lines of the log one has; those are not sent again."""
    log_mark: Text = ""
    """The mark that came with them (`Seen.log_mark`): those that were unsaid since, or are another seat's, come anew.
    Without a mark just so many lines are left out."""


class Undo(Struct, kw_only=True, forbid_unknown_fields=True):
    seat: SeatNumber
    level: UndoLevel = "answer"
    ask: Text = ""
    log_since: Count = 0
    log_mark: Text = ""


class Yield(Struct, kw_only=True, forbid_unknown_fields=True):
    seat: SeatNumber
    ask: Word
    log_since: Count = 0
    log_mark: Text = ""


class Question(Struct, kw_only=True, forbid_unknown_fields=True):
    seat: SeatNumber
    option: Part


class Trial(Struct, kw_only=True, forbid_unknown_fields=True):
    """Parts that a player is gathering, not answered yet."""

    seat: SeatNumber
    ask: Word
    options: Annotated[list[Part], Meta(min_length=1, max_length=200)]


class Branch(Struct, kw_only=True, forbid_unknown_fields=True):
    seat: SeatNumber
    at: Count | None = None
    """A moment of this seat; now if not given."""


class Invite(Struct, kw_only=True, forbid_unknown_fields=True):
    seat: SeatNumber


class Join(Struct, kw_only=True, forbid_unknown_fields=True):
    salt: Text = ""
    """Mixed into the dice; needed for a seat of a table that is not dealt yet."""


class Fill(Struct, kw_only=True, forbid_unknown_fields=True):
    """Who gets an open seat after all."""

    player: Text = ""
    """A computer player; who made the table if empty."""


# ---- what it gets ---------------------------------------------------------------------------------


class OptionCard(Struct):
    title: str
    values: list[str]
    default: str
    rule: str
    """The key of the rule in the ledger."""
    number: str
    """What people call it."""


class GameCard(Struct):
    id: str
    title: str
    about: str
    designer: str
    publisher: str
    rights: str
    seats: list[str]
    least_seats: int
    minutes: int
    scenarios: dict[str, str]
    options: dict[str, OptionCard]
    players: list[str]
    stage: str
    primer: dict[str, str]
    """The game in two minutes: headings and paragraphs, in this order."""
    broken: str = ""
    """Why this game cannot be played here, as a sentence; its card then says nothing else."""
    packs: list[str] = field(default_factory=list)
    """Overlay packs of this host that a table can be opened with."""


class RuleCard(Struct):
    key: str
    number: str
    title: str
    summary: str
    ruling: str
    because: str
    status: str


class ChartCard(Chart, omit_defaults=True):
    """A chart with the number of its rule in the book."""

    number: str = ""


class TableCard(Struct):
    id: str
    game: str
    title: str
    name: str
    scenario: str
    turn: str
    over: bool
    outcome: Outcome | None
    updated: str
    seats: list[Seat]
    """The seats that this guest holds."""
    waiting: bool
    """Whether the table waits for this guest."""
    scratch: bool
    dealt: bool
    """Whether all seats are taken; before that nothing is dealt."""
    broken: str = ""
    """Why the game of this table cannot be opened here, as a sentence."""
    wishes: list[Seat] = field(default_factory=list)
    """The seats whose holders want this table deleted: it goes when everybody does."""


class Opened(Struct, omit_defaults=True):
    table: str
    seat: Seat
    links: dict[str, str] = field(default_factory=dict)
    """An invitation for each open seat of a new table."""


class SeatCard(Struct):
    seat: Seat
    name: str
    holder: Literal["you", "other", "computer", "open"]
    player: str = ""


class Promised(Struct, kw_only=True):
    """What may be known of a table before anybody sits down at it."""

    title: str
    game: str
    name: str
    scenario: str
    """In words."""
    host: list[str]
    """The seats of whoever made the table."""
    options: list[str]
    """Those that are not as usual, in words."""
    seats: list[SeatCard]
    dealt: bool
    commitment: str
    """Of the host's half of the dice; worth noting before one adds a salt to them."""
    notes: list[str]
    """What everybody at this table must know: who may know its dice, which seat changed hands."""


class Room(Promised, kw_only=True):
    """A table and who is awaited there."""

    table: str
    mine: list[Seat]
    owner: bool
    """Whether this guest made the table, and so may fill its open seats."""
    players: list[str]


class Invitation(Promised, kw_only=True):
    """What a link leads to."""

    seat: Seat
    """-1 to watch."""
    seat_name: str
    salted: bool
    """Whether who sits down adds a salt to the dice: nothing is dealt yet."""


class LogLine(Struct, omit_defaults=True):
    n: int
    """Its place among the lines that this seat has heard."""
    rule: str
    number: str
    text: str
    dice: list[int]
    moves: list[Trace]
    weight: Weight
    sides: int = 0
    """Of the dice."""
    purpose: str = ""
    """What the dice were for, in words."""
    counts: dict[str, int] = field(default_factory=dict)
    """What the line counts or sums up, by name."""
    joined: bool = False
    """Whether it belongs to the deed of the line before it."""
    main: bool = False
    """Whether it says what came of its deed; otherwise the last blow or gain does, or the last line."""
    places: list[int] = field(default_factory=list)
    """The spaces that it speaks of."""
    board: str = ""
    """On which board these lie, in a game of several."""
    contest: Contest | None = None
    losses: list[Loss] = field(default_factory=list)


class Seen(Struct, kw_only=True):
    """A table as one seat sees it."""

    table: str
    game: str
    title: str
    name: str
    scenario: str
    options: dict[str, str]
    take_backs: bool
    scratch: bool
    scratch_of: str | None
    seat: Seat
    """From where it is seen; -1 for a spectator."""
    mine: list[Seat]
    seats: list[SeatCard]
    revision: int
    """Rises whenever what this seat sees has changed, and only then."""
    ask: str
    """Names the position for this seat; an answer must name it back."""
    view: View
    log: list[LogLine]
    """The lines that were asked for: the last ones of the log."""
    log_length: int
    """How many lines this seat's log has; those before the ones sent are as they were. An undo shortens it."""
    log_mark: str
    """Names the log as it is now, to ask for what comes after it."""
    undo: list[UndoLevel]
    can_yield: bool
    entries: int
    """How many times what this seat sees has changed since the opening: the last moment."""
    over: bool
    commitment: str
    head: str
    """The head of the journal as of the last change that this seat saw: who notes it can hold the record to it."""
    content: str
    notes: list[str]
    """What everybody at this table must know: who may know its dice, which seat changed hands."""
    left: str = ""
    """How far this seat leaves choices between equals to the table: for a unit, the phase, always; or not."""
    taken: int | None = None
    """How many parts of the answer just given were taken; chance may have cut off the rest."""


class Heading(Struct):
    """A heading of the log: where it stands among the lines, and what it is the heading of."""

    n: int
    weight: Weight
    text: str


class LogPage(Struct, omit_defaults=True):
    """Some lines of a seat's log, and if asked for all its headings."""

    lines: list[LogLine]
    length: int
    """How many lines the log has."""
    mark: str
    headings: list[Heading] = field(default_factory=list)


class Stand(Struct):
    """The score at a moment."""

    n: int
    turn: int
    score: list[int]
    """Of each seat."""


class Turning(Struct, omit_defaults=True):
    """A moment at which much changed."""

    n: int
    turn: int
    text: str
    weight: Weight = ""
    change: list[int] = field(default_factory=list)
    """By how much the score of each seat changed."""


class Ending(Struct, kw_only=True, omit_defaults=True):
    """How a game ended, and how it came to that."""

    outcome: Outcome
    results: Results | None = None
    number: str = ""
    """What people call the rule of the table of results."""
    course: list[Stand] = field(default_factory=list)
    turning: list[Turning] = field(default_factory=list)
    losses: list[Losses] = field(default_factory=list)
    luck: list[Luck] = field(default_factory=list)
    again: dict[str, str] = field(default_factory=dict)
    """The seats of this guest at the next game, if somebody at this table has opened one."""


class Moment(Struct):
    """A position of the past as this seat saw it."""

    n: int
    entries: int
    view: View
    log: list[LogLine]
    """The last lines of the log as it was then."""
    log_length: int
    """How many lines it had then."""
    told: int
    """How many of them had been told before this moment: the rest led to it."""


class WhyNot(Struct, omit_defaults=True):
    legal: bool = False
    rule: str = ""
    number: str = ""
    text: str = ""


class Preview(Struct, omit_defaults=True):
    """What the gathered parts would lead to, as far as it depends on nothing hidden and on no die."""

    taken: int
    """How many parts can be gathered: the next one rolls, reveals, leads on, or is not legal."""
    view: View | None = None
    """The position after all the parts, if all can be gathered."""
    why: WhyNot | None = None
    """Why the next part is not legal; none if it is, and would be answered rather than gathered."""


class LinkCard(Struct):
    url: str


class Problem(Struct, omit_defaults=True):
    """What went wrong, for a person; nothing has changed."""

    error: str
    text: str
    rule: str = ""
    number: str = ""
    view: Seen | None = None
