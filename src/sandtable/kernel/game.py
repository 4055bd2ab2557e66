"""What a game is to the rest of Sandtable, and how games are found."""

from __future__ import annotations

import importlib.metadata
import traceback
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any, ClassVar, Generic, TypeVar

import msgspec
from msgspec import Struct, field

from sandtable.kernel.chance import Dealer, dice_key, seed_key
from sandtable.kernel.content import Content, ContentError, Problem, Tables
from sandtable.kernel.content import load as load_content
from sandtable.kernel.flow import Event, G, Procedures
from sandtable.kernel.ledger import Ledger, LedgerError, read_ledger, read_primer
from sandtable.kernel.odds import Risk
from sandtable.kernel.options import SPECTATOR, Group, Option, Refusal, Seat, Verb
from sandtable.kernel.state import State, clone, load
from sandtable.kernel.story import Results
from sandtable.kernel.switches import Switch
from sandtable.kernel.typed import converted, decoded
from sandtable.kernel.view import SPACE, TOKEN, Board, Chart, Facts, LineClass, Odds, Trace, View
from sandtable.kernel.words import Words

S = TypeVar("S", bound=State)
K = TypeVar("K")

GROUP = "sandtable.games"
Answer = Callable[[G[Any, Any], Seat], Option]
"""A player: looks at a game from one seat and answers."""


class Meta(Struct, frozen=True):
    """What the shelf says about a game."""

    id: str
    title: str
    about: str
    designer: str
    publisher: str
    rights: str
    seats: tuple[str, ...]
    least_seats: int
    minutes: int
    scenarios: dict[str, str]
    """Id and one line of text; the first is the one a newcomer gets."""
    options: dict[str, Switch] = field(default_factory=dict)
    stage: str = "complete"


class Setup(Struct):
    """How a table is made: everything that a record needs to make it again."""

    scenario: str = ""
    options: dict[str, str] = field(default_factory=dict)
    seats: int = 0
    edition: int = 0
    """Of the game, see `Game.edition`; 0 is the newest."""


class SetupError(ValueError):
    """A table that cannot be made, with a sentence that says why."""


class UnknownGame(SetupError):
    """A game that is not installed."""

    def __init__(self, text: str, name: str = "") -> None:
        super().__init__(text)
        self.name = name


class BrokenGame(SetupError):
    """A game that is installed and cannot be opened, with a sentence that says why."""


class Game(Generic[S, K]):
    """The rules of one game with one content. Subclasses are found by entry point and opened with packs."""

    meta: ClassVar[Meta]
    package: ClassVar[str]
    """The Python package in which content/, rules.yaml, rulings/ and, where there is one, primer.yaml lie."""
    tables: ClassVar[Tables]
    """The row type of each table of the content."""
    state: type[S]
    kit: K
    """Tables made from the content, shared by all positions: geometry, costs, counter values."""
    content: Content
    verbs: ClassVar[Mapping[str, Verb]]
    standing_verbs: ClassVar[frozenset[str]]
    drawn: ClassVar[Mapping[str, str]] = {SPACE: SPACE, TOKEN: TOKEN}
    """The domains of options whose members are in the view, each with the domain under which they are there. Several
    may be one: whoever is asked for a `camp` or a `piece` points at a token."""
    plurals: ClassVar[frozenset[str]] = frozenset()
    """Names of things that are several: the Preachers go where the Militia goes."""
    procedures: ClassVar[Procedures]
    ledger: Ledger
    referee: ClassVar[Any]
    """The game's Referee: its words for rulings."""
    edition: ClassVar[int] = 1
    """Raised when set-up or dealing asks chance for something else than before, or a question is put where there was
    none. Tables keep the edition they began with (`State.edition`), so that their journals replay: such rules ask for
    it."""
    players: ClassVar[Mapping[str, Callable[[int], Answer]]]
    """Players of the game's own, by name, made from a seed. Everybody also has `random`."""

    def __init__(
        self, packs: Sequence[Path | Mapping[str, Any]] = (), kept: bytes | None = None, played: bool = False
    ) -> None:
        """With packs laid over its content, or over `kept`, its content as it once was; content out of a game that was
        `played` is held to no ranges."""
        home = files(self.package)
        self.content = load_content(home / "content" if kept is None else kept, self.tables, packs, played=played)
        self.ledger = _ledger(self.package)
        self.primer = read_primer(home / "primer.yaml")
        self.kit = self.build()

    def build(self) -> K:
        """The kit, from the content just loaded."""
        raise NotImplementedError

    # -- the position

    def new(self, setup: Setup) -> S:
        """The position before anything has happened, with the outermost frame on the stack."""
        raise NotImplementedError

    def seats(self, s: S) -> int:
        return s.seats

    several_boards: ClassVar[bool] = False
    """Whether the game has more boards than one: those that have say in `board` which is in play."""

    def board(self, s: S) -> str:
        """The id of the board in play."""
        return next(iter(self.boards()))

    def boards(self) -> dict[str, Board]:
        """All boards by their ids; clients fetch each when it first comes into play."""
        raise NotImplementedError

    def view(self, s: S, seat: Seat) -> View:
        """What this seat sees of the position; the kernel adds ask, breadcrumb and outcome."""
        raise NotImplementedError

    def inspect(self, s: S, seat: Seat, domain: str, value: int) -> Facts:
        """Everything this seat may know of one thing."""
        return Facts(self.name(s, seat, domain, value))

    def charts(self) -> list[Chart]:
        """The tables that are printed beside the board, with the values of this content."""
        return []

    def determinise(self, s: S, seat: Seat, key: bytes) -> S:
        """A world that this seat cannot tell from the true one, with chance of its own."""
        world = clone(s)
        world.key = key
        return world

    def odds(self, g: G[S, K], seat: Seat, option: Option) -> Odds | None:
        """The chances of a risky option, computed in a world dealt for this seat."""
        return None

    def ways(self, g: G[S, K], group: Group) -> Mapping[str | int, LineClass]:
        """By what one gets to some of the places that options of a group end with, where not all are reached alike."""
        return {}

    risks: ClassVar[Mapping[str, Risk]] = {}
    """What has to be told before each die falls, by the die's purpose: conformance holds play to it."""

    def borne_out(self, g: G[S, K], seat: Seat, option: Option) -> set[str]:
        """Plays an option that has odds in this world, and what follows as the odds assume it: which of the chances
        told have come true. Conformance does so many times, and holds the odds to what it sees. The world has a log
        (`heard`), and stops at the end of each phase (`Ask.ends`)."""
        raise NotImplementedError

    def census(self, s: S) -> dict[str, int]:
        """What must be conserved, counted."""
        return {}

    def sound(self, s: S) -> list[str]:
        """What is wrong with a position at an ask or at the end, in sentences: nothing, if the rules are kept.

        Where one rule interrupts another, each may leave to the other what then nobody does. So this says once what
        must be true whatever happened: a lost piece is nowhere, who is stacked with an enemy is at odds with it.
        """
        return []

    # -- standing options

    def standing(self, g: G[S, K], seat: Seat) -> list[Group]:
        return []

    def take_standing(self, g: G[S, K], seat: Seat, option: Option) -> None:
        raise NotImplementedError

    def refuse_standing(self, g: G[S, K], seat: Seat, option: Option) -> Refusal | None:
        return None

    def stands(self, g: G[S, K], seat: Seat, option: Option) -> bool:
        """Whether an answer that was legal when it was given, unseen by another seat, may be given again after that one
        has taken its own answers back. What is no longer offered falls, unless a game says that it can stand."""
        return g.offers(seat, option)

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.several_boards = cls.board is not Game.board
        cls.standing_verbs = frozenset(name for name, verb in getattr(cls, "verbs", {}).items() if verb.standing)

    def allied(self, s: S, seat: Seat, other: Seat) -> bool:
        """Whether what befalls one of these seats befalls the other, too: seats that play together are."""
        return seat == other

    def score(self, s: S) -> list[int]:
        """How each seat stands, as the end would count it, where a score can be told all through; else nothing."""
        return []

    def results(self, s: S) -> Results | None:
        """The table of results, with the line at which a game that is over has ended."""
        return None

    # -- words

    def name(self, s: S, seat: Seat, domain: str, value: int) -> str:
        """What this seat calls a member of a domain (a token, a space, a card)."""
        return str(value)

    def candidates(self, s: S, domain: str) -> Sequence[int]:
        """Every value that a member of a domain can have, legal or not."""
        raise NotImplementedError

    def lookup(self, s: S, domain: str, text: str) -> int:
        """The value that a person means by a name or a number; ValueError with a sentence if there is none."""
        for value in self.candidates(s, domain):
            if text in (str(value), self.name(s, SPECTATOR, domain, value)):
                return value
        raise ValueError(f"{text!r} is not a {domain}")

    def words(self, s: S, seat: Seat, text: str, args: Sequence[int | str]) -> str:
        """Fills a template: {0:token} is what this seat calls token args[0]."""
        return Words(self, s, seat).fill(text, args)

    def spaces_seen(self, s: S, seat: Seat, tokens: Collection[int]) -> dict[int, int]:
        """In which space this seat sees each of these tokens, those left out that it sees in none.

        It is asked for everything that moves: a game that can tell without drawing its whole view says so here.
        """
        seen = self.view(s, seat).tokens
        return {token.id: token.space for token in seen if token.domain == TOKEN and token.id in tokens}

    def traces(self, s: S, seat: Seat, moves: Sequence[Trace]) -> list[Trace]:
        """What this seat saw of these ways: all of those whose piece it sees where the way ends.

        A game in which pieces move unseen and then appear, or move on a board that is not in play, says here how much
        of the way was seen.
        """
        there = {(TOKEN, *place) for place in self.spaces_seen(s, seat, {move.token for move in moves}).items()}
        if any(move.domain != TOKEN for move in moves):
            there |= {(token.domain, token.id, token.space) for token in self.view(s, seat).tokens}
        if self.several_boards:
            here = self.board(s)
            moves = [move for move in moves if move.board in ("", here)]
        return [move for move in moves if (move.domain, move.token, move.path[-1]) in there]

    def roll_title(self, purpose: str) -> str:
        """What a roll is for, in words."""
        return purpose.replace("-", " ")

    def watched(self, s: S) -> object:
        """What people follow from answer to answer beside the deeds themselves, such as who holds which place."""
        return None

    def notice(self, g: G[S, K], before: Any) -> None:
        """Tells, after an answer and all that followed from it, what has become of what is `watched`."""

    def phrase(self, s: S, option: Option) -> str:
        """The template of an option, over its arguments: that of its verb, where nothing better can be said."""
        return self.verbs[str(option[0])].text

    def say(self, s: S, seat: Seat, option: Option) -> str:
        """An option in words."""
        return Words(self, s, seat).say(option)

    # -- what the kernel makes of it

    def checked(self, setup: Setup) -> Setup:
        """The setup with its defaults filled in, or a sentence why it cannot be."""
        meta = self.meta
        scenario = setup.scenario or next(iter(meta.scenarios))
        if scenario not in meta.scenarios:
            raise SetupError(f"{meta.title} has no scenario {scenario!r}; it has {', '.join(meta.scenarios)}.")
        seats = setup.seats or meta.least_seats
        if not meta.least_seats <= seats <= len(meta.seats):
            raise SetupError(f"{meta.title} seats {meta.least_seats} to {len(meta.seats)}, not {seats}.")
        options = {name: choice.default for name, choice in meta.options.items()}
        for name, value in setup.options.items():
            if name not in options:
                raise SetupError(f"{meta.title} has no option {name!r}; it has {', '.join(options) or 'none'}.")
            if value not in meta.options[name].values:
                raise SetupError(f"option {name} is one of {', '.join(meta.options[name].values)}, not {value!r}.")
            options[name] = value
        edition = setup.edition or self.edition
        if not 1 <= edition <= self.edition:
            raise SetupError(f"{meta.title} has the editions 1 to {self.edition}, not {edition}.")
        return Setup(scenario, options, seats, edition)

    def as_kept(self, setup: Setup) -> Setup:
        """The setup of a table or record made before some of today's options existed: it goes on as it began."""
        before = {name: choice.before or choice.default for name, choice in self.meta.options.items()}
        return self.checked(msgspec.structs.replace(setup, options=before | setup.options, edition=setup.edition or 1))

    def start(
        self,
        setup: Setup | None = None,
        key: bytes | None = None,
        dealer: Dealer | None = None,
        heard: list[Event] | None = None,
    ) -> G[S, K]:
        """A new game, run to its first ask."""
        fixed = self.checked(setup or Setup())
        s = self.new(fixed)
        s.seats, s.edition = fixed.seats, fixed.edition
        s.key = key if key is not None else dice_key(seed_key(0), [])
        g = G(self, s, dealer or Dealer(), heard)
        for frame in s.stack:
            frame.step = frame.step or self.procedures.first(frame)
        g.start()
        return g

    def resume(self, s: S, dealer: Dealer | None = None, heard: list[Event] | None = None) -> G[S, K]:
        """A game in play from a position that stands at an ask."""
        return G(self, s, dealer or Dealer(), heard)

    def load(self, data: bytes) -> S:
        return load(data, self.state, self.procedures.frames)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickles by name, with the values laid over its content, or the content itself where it is not today's."""
        kind, content = type(self), self.content
        installed = games().get(self.meta.id) is kind
        kept = None if installed and content.kept == _kept_now(self.meta.id) else content.kept
        laid_on = msgspec.json.encode(content.overlays)
        return _unpickled, (self.meta.id if installed else kind, laid_on, kept, content.digest)


@lru_cache(maxsize=16)
def _ledger(package: str) -> Ledger:
    """The ledger depends on no overlay: one for all tables of a game."""
    return read_ledger(files(package) / "rules.yaml")


# ---- finding games --------------------------------------------------------------------------------

ATTRIBUTES = ("meta", "package", "tables", "state", "verbs", "procedures", "referee", "players")
METHODS = ("build", "new", "boards", "view", "candidates")
"""What every game says for itself."""


@lru_cache(maxsize=1)
def _installed() -> tuple[dict[str, type[Game[Any, Any]]], dict[str, str]]:
    """The games that load, and for each that does not, why."""
    return installed(GROUP, _fault)


def installed(group: str, fault_of: Callable[[str, Any], str]) -> tuple[dict[str, Any], dict[str, str]]:
    """What packages bring under these entry points: what loads and has no fault, and for what does not, why. A package
    of somebody else's takes no other down."""
    found: dict[str, Any] = {}
    broken: dict[str, str] = {}
    for entry in sorted(importlib.metadata.entry_points(group=group)):
        try:
            kind = entry.load()
            fault = fault_of(entry.name, kind)
        except (Exception, SystemExit) as error:
            kind, fault = None, in_a_sentence(error)
        if fault:
            broken[entry.name] = fault
        else:
            found[entry.name] = kind
    return found, broken


def _fault(name: str, kind: Any) -> str:
    """What is missing or wrong in the class of a game, before it is opened."""
    if not (isinstance(kind, type) and issubclass(kind, Game)):
        return f"its entry point leads to {kind!r}, which is no class made from Game"
    lacking = [word for word in ATTRIBUTES if not hasattr(kind, word)]
    lacking += [f"{word}()" for word in METHODS if getattr(kind, word) is getattr(Game, word)]
    if lacking:
        return f"its class {kind.__name__} lacks {', '.join(lacking)}"
    try:
        meta = converted(msgspec.to_builtins(kind.meta), Meta)
    except (msgspec.ValidationError, TypeError) as error:
        return f"its meta is not as it should be: {error}"
    if meta.id != name:
        return f"its meta has the id {meta.id!r}, and it is installed as {name!r}"
    if not meta.scenarios:
        return "its meta names no scenario"
    if not 1 <= meta.least_seats <= len(meta.seats):
        return f"its meta says that {meta.least_seats} play at least, and has {len(meta.seats)} seats"
    unfit = [option for option, choice in meta.options.items() if choice.default not in choice.values]
    return f"the default of its option {unfit[0]} is not among the values" if unfit else ""


def in_a_sentence(error: BaseException) -> str:
    """An error in code of somebody else's as a sentence: what it says, and where."""
    if isinstance(error, ContentError):
        first, *others = error.problems
        return f"its content is wrong: {first.message}" + (f" (and {len(others)} more)" if others else "")
    if isinstance(error, LedgerError):
        return f"its rules are wrong: {error}"
    places = traceback.extract_tb(error.__traceback__)
    where = f" ({Path(places[-1].filename).name}, line {places[-1].lineno}, in {places[-1].name})" if places else ""
    text = " ".join(str(error).split())
    return f"{type(error).__name__}{': ' if text else ''}{text[:300]}{where}"


def games() -> dict[str, type[Game[Any, Any]]]:
    """All installed games by id; a third-party package adds one by an entry point of its own."""
    return _installed()[0]


def shelf() -> tuple[dict[str, Game[Any, Any]], dict[str, str]]:
    """The installed games, opened; and for each that cannot be, a sentence that says why."""
    opened: dict[str, Game[Any, Any]] = {}
    broken: dict[str, str] = {}
    found, unloaded = _installed()
    for name in sorted({*found, *unloaded}):
        try:
            opened[name] = open_game(name)
        except SetupError as error:
            broken[name] = str(error)
    return opened, broken


def why_broken(name: str) -> str:
    """Why a game cannot be opened here, in a sentence; nothing if it can."""
    try:
        open_game(name)
    except SetupError as error:
        return str(error)
    return ""


@lru_cache(maxsize=8)
def _plain(name: str) -> Game[Any, Any]:
    return games()[name]()


@lru_cache(maxsize=8)
def _kept(kind: Any, kept: bytes) -> Game[Any, Any]:
    opened: Game[Any, Any] = kind(kept=kept)
    return opened


def open_game(
    name: str, packs: Sequence[Path | Mapping[str, Any]] = (), kept: bytes | None = None, played: bool = False
) -> Game[Any, Any]:
    """A game by id, with overlay packs laid over its own content, or over `kept`, its content as it once was; `played`
    if the packs come out of a game that was played."""
    found, broken = _installed()
    if name in broken:
        raise BrokenGame(f"The game {name!r} is installed but does not load: {broken[name]}.")
    if name not in found:
        raise UnknownGame(f"There is no game {name!r}; installed are {', '.join(found) or 'none'}.", name)
    kind: Any = found[name]
    try:
        plain = _plain(name)
    except (Exception, SystemExit) as error:
        if kept is None and not (played and isinstance(error, ContentError)):
            raise BrokenGame(f"The game {name!r} is installed but cannot be opened: {in_a_sentence(error)}.") from error
    else:
        if not packs and kept in (None, plain.content.kept):
            return plain
    try:
        if kept is not None and not packs:
            return _kept(kind, kept)
        opened: Game[Any, Any] = kind(packs, kept, played) if kept is not None or played else kind(packs)
        return opened
    except (ContentError, SetupError):
        raise
    except Exception as error:  # it can be opened without them: so it is they that are wrong
        laid_on = ", ".join(str(pack) for pack in packs if isinstance(pack, Path)) or "the overlay"
        of = laid_on if packs else "the content it was played with"
        unfit = Problem(of, 0, 0, "values of which no game can be made", f"others ({in_a_sentence(error)})")
        raise ContentError([unfit]) from error


def _kept_now(name: str) -> bytes | None:
    """The content that an installed game has today; None if it cannot be opened with that."""
    return None if why_broken(name) else open_game(name).content.kept


@lru_cache(maxsize=8)
def _unpickled(named: Any, overlays: bytes, kept: bytes | None, digest: str) -> Game[Any, Any]:
    """The game that was pickled, by its id or (a class that is not installed) by its class."""
    packs = decoded(overlays, list[dict[str, Any]])
    opened: Game[Any, Any] = open_game(named, packs, kept, True) if isinstance(named, str) else named(packs, kept, True)
    if opened.content.digest != digest:
        raise SetupError(
            f"{opened.meta.title} was sent from where its content has the digest {digest[:12]}; here it is "
            f"{opened.content.digest[:12]}: install the same version of it in both places."
        )
    return opened


def past_contents(name: str) -> dict[str, bytes]:
    """The contents with which games were played before records embedded theirs, by their digests of then."""
    past = files(games()[name].package) / "past"
    return {file.name.removesuffix(".json"): file.read_bytes() for file in past.iterdir()} if past.is_dir() else {}
