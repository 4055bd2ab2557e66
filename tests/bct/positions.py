"""Positions as cases write them, for tests that look at them from every seat."""

from __future__ import annotations

from typing import Any

from sandtable.games.bct.state import BG
from sandtable.kernel import sight
from sandtable.kernel.cases import Trial, Verdict
from sandtable.kernel.chance import seed_key
from sandtable.kernel.game import Setup
from sandtable.kernel.options import Seat
from sandtable.kernel.table import Table
from sandtable.kernel.view import Deck, Ref, Token, View


def position(**given: Any) -> BG:
    """The position that a case's `given` describes, with dice of its own; `at` says where play stands."""
    trial = Trial(Verdict("position", "1.0", "bct", True))
    trial._given(given, "bct")
    trial.g.s.key = b"position"
    return trial.g.game.resume(trial.g.s)


def table_at(g: BG) -> Table:
    """A table at which this position lies, with an empty log."""
    table = Table(g.game, Setup(g.s.scenario), seed_key(0))
    table.log.clear()
    table.g = g.game.resume(g.s, table.dealer, table.log)
    table.settle()
    return table


def seen_by(g: BG, seat: Seat) -> View:
    return sight.view(g, seat)


def unit(g: BG, name: str) -> int:
    return g.game.lookup(g.s, "token", name)


def counter(g: BG, seat: Seat, name: str) -> Token:
    """What this seat sees of a counter that the case calls so."""
    return next(token for token in seen_by(g, seat).tokens if token.ref == Ref(unit(g, name)))


def pile(g: BG, seat: Seat, name: str) -> Deck:
    return next(deck for deck in seen_by(g, seat).decks if deck.name == name)
