"""How a game is begun from Python: bare, as players and searches want it, or at a table that keeps a record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias, TypeVar, overload

from sandtable.kernel.chance import Dealer, dice_key, new_key, seed_key
from sandtable.kernel.flow import G
from sandtable.kernel.game import Game, Setup, open_game
from sandtable.kernel.state import State
from sandtable.kernel.table import Table

S = TypeVar("S", bound=State)
K = TypeVar("K")

Play: TypeAlias = G[Any, Any]
"""A game in play, whichever game it is."""
Packs: TypeAlias = Sequence[Path | Mapping[str, Any]]


@overload
def new_game(
    game: Game[S, K],
    seed: int | str | None = None,
    *,
    scenario: str = "",
    options: Mapping[str, str] | None = None,
    seats: int = 0,
    dealer: Dealer | None = None,
    log: bool = False,
) -> G[S, K]: ...


@overload
def new_game(
    game: str,
    seed: int | str | None = None,
    *,
    scenario: str = "",
    options: Mapping[str, str] | None = None,
    seats: int = 0,
    dealer: Dealer | None = None,
    log: bool = False,
) -> Play: ...


def new_game(
    game: Game[Any, Any] | str,
    seed: int | str | None = None,
    *,
    scenario: str = "",
    options: Mapping[str, str] | None = None,
    seats: int = 0,
    dealer: Dealer | None = None,
    log: bool = False,
) -> Play:
    """A bare game at its first question: no journal, no undo, and so as fast as the rules are.

    The same seed gives the same dice; without one they are new. With `log` its `heard` fills with what happens.
    """
    key = dice_key(new_key() if seed is None else seed_key(seed), [])
    setup = Setup(scenario, dict(options or {}), seats)
    return opened(game).start(setup, key, dealer, [] if log else None)


def new_table(
    game: Game[Any, Any] | str,
    seed: int | str | None = None,
    *,
    scenario: str = "",
    options: Mapping[str, str] | None = None,
    seats: int = 0,
    take_backs: bool = False,
) -> Table:
    """A table at its first question: it keeps a journal, undoes, and can be written as a record."""
    setup = Setup(scenario, dict(options or {}), seats)
    return Table(opened(game), setup, None if seed is None else seed_key(seed), take_backs=take_backs)


def opened(game: Game[Any, Any] | str, packs: Packs = ()) -> Game[Any, Any]:
    """A game by its id, with packs laid over its content; or one that is open already."""
    return open_game(game, packs) if isinstance(game, str) else game
