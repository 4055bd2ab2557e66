"""What a game adds to the vocabulary of cases: entry points, nouns, compound verbs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Generic, TypeVar

from msgspec import Struct

from sandtable.kernel.flow import G
from sandtable.kernel.game import Game, Setup
from sandtable.kernel.ledger import NUMBER
from sandtable.kernel.options import Option, Seat
from sandtable.kernel.state import State

S = TypeVar("S", bound=State)
K = TypeVar("K")


def question(g: G[Any, Any], said: str) -> str:
    """The question that stands as a case names it: by its key, or by a number of the book that it belongs to."""
    if g.ask is None:
        return "nothing"
    key, ledger = g.ask.key, g.game.ledger
    if ledger.now(said) == key or (NUMBER.fullmatch(said) and key in ledger.find(said)):
        return said
    return f"{ledger.number(key)} ({key})"


class Noun(Struct, frozen=True):
    """A word of `given` and `then`: how it is put into a position and how it is read from one."""

    put: Callable[[Any, Any], None] | None = None
    """put(g, value)"""
    get: Callable[[Any, Any], Any] | None = None
    """get(g, asked): the found value in the form the case uses; `asked` is what the case says, so that a
    noun with many members (place) answers for the named ones only."""
    about: str = ""
    loose: bool = False
    """The order of its lists means nothing."""
    names: tuple[str, ...] = ()
    """The domains whose members it names: they are compared by what they mean, whatever a case calls them."""


class Referee(Generic[S, K]):
    """What a game adds to the common vocabulary of cases."""

    def __init__(
        self,
        blank: Callable[[Game[S, K], Setup], S],
        entries: Mapping[str, tuple[Callable[[G[S, K]], None], str]],
        nouns: Mapping[str, Noun],
        compounds: Mapping[str, Callable[[G[S, K], Seat, Any], list[Option]]] | None = None,
        draws: Mapping[str, str] | None = None,
        overlay: Callable[[Game[S, K], Mapping[str, Any]], Mapping[str, Any]] | None = None,
        alike: Callable[[G[S, K], int], tuple[int, ...]] | None = None,
        check: Callable[[G[S, K], Mapping[str, Any]], None] | None = None,
        titles: Mapping[str, str] | None = None,
        instead: Mapping[str, str] | None = None,
        call: Callable[[G[S, K], str, int], str] | None = None,
        own: Callable[[G[S, K], Seat, str, str], str] | None = None,
        spread: Callable[[G[S, K], str], list[str]] | None = None,
        whole: Callable[[G[S, K]], bool] | None = None,
    ) -> None:
        self.blank = blank
        """An empty position of a scenario, into which the nouns of `given` are put."""
        self.entries = dict(entries)
        """Named points of the sequence of play: what puts the stack there, and a line of help."""
        self.nouns = dict(nouns)
        self.compounds = dict(compounds or {})
        """Verbs whose data is a mapping, turned into their parts as a client does."""
        self.draws = dict(draws or {})
        """The domain in which the outcomes of a draw or shuffle are named, by purpose."""
        self.overlay = overlay
        """Makes the content overlay of a case from its `given`, where nouns change the ground itself."""
        self.alike = alike
        """The tokens that serve as well as the one a case names in a draw."""
        self.check = check
        """check(g, given) looks at the position when it is whole: ValueError if no game can come to it."""
        self.titles = dict(titles or {})
        """What people call the members of a domain, with its article: a Unit, for `token`."""
        self.instead = dict(instead or {})
        """Verbs of the game that mean something else in a step (`roll`), and what a case writes for them."""
        self.call = call
        """call(g, domain, value): the name by which cases call a member of a domain."""
        self.own = own
        """own(g, seat, domain, name): a word that means each seat's own (`ready`), as one that all share."""
        self.spread = spread
        """spread(g, name): the names that one word stands for (`1101-1105`)."""
        self.whole = whole
        """Whether a game can go on for long from a position: a case may give only the corner that it is about."""
