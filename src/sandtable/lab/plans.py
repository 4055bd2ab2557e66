"""What a game says of itself to the lab, in small files beside its rules: how it can end, and how it should play.

`ends.yaml` lists every way the game can end; a golden record is kept for each:

    order: {rule: end.order, seats: [2]}
    stop-early: {rule: victory.stop-early, scenarios: [full], gives_up: [stop]}

`balance.yaml` says what `make balance` plays and what must come of it; see `tools/balance.py`. So a new game is one
folder, and nothing that tests or tables need of it stands anywhere else.
"""

from __future__ import annotations

from importlib.resources import files
from typing import Any

import msgspec
import yaml
from msgspec import Struct

from sandtable.kernel.game import Game, Setup, open_game
from sandtable.kernel.options import Option
from sandtable.kernel.typed import converted


class End(Struct, frozen=True, forbid_unknown_fields=True):
    """One way to end: by which rule and, where the rule knows several, with which result."""

    rule: str
    label: str = ""
    scenarios: tuple[str, ...] = ("",)
    """Games of these scenarios are tried, in turn; the first of the game's if none is named."""
    seats: tuple[int, ...] = (0,)
    gives_up: Option = ()
    """Whoever is asked takes this standing option when half the game is over."""
    players: tuple[str, ...] = ("plain", "random")
    """They take turns from seed to seed."""
    overlay: dict[str, Any] = {}
    """Laid over the game's content for an end that play hardly ever gets to: it begins close to it."""

    @property
    def setups(self) -> list[Setup]:
        return [Setup(scenario, seats=seats) for scenario in self.scenarios for seats in self.seats]


class Forecast(Struct, frozen=True, forbid_unknown_fields=True, tag_field="form"):
    """What `make balance` plays of a game, and the words over its tables; {braces} hold fields of this plan."""

    seed: int
    often: float
    """How often plain play should do better than chance."""
    results: tuple[str, ...]
    """Every result that a game can have, in the order in which they are listed."""
    introduction: str


class Scores(Forecast, frozen=True, forbid_unknown_fields=True, tag="scores", kw_only=True):
    """One side against the game itself: what counts is the score."""

    scenarios: tuple[str, ...]
    """The first of them is the one that must play as it should."""
    players: tuple[str, ...] = ("plain", "random")
    games: int
    median: tuple[float, float]
    """Where the median of plain play should lie, from and to."""
    reached: tuple[str, str]
    """The results that plain play should reach, from and to."""


class Wins(Forecast, frozen=True, forbid_unknown_fields=True, tag="wins", kw_only=True):
    """One side against the game itself: what counts is whether it wins."""

    scenarios: tuple[str, ...]
    players: tuple[str, ...] = ("plain", "random")
    games: int
    share: tuple[float, float]
    """How many games of each scenario plain play should win, from and to."""
    chance: float
    """Fewer than so many are won by chance."""
    judged: tuple[str, ...] = ()
    """The results of games that were played to their last day: of these the page says which conditions were met."""
    apart: dict[str, str] = {}
    """Scenarios in which no values were found that do so, and why: the page says it, and it is no fault."""
    listed: int = 10
    """The games of plain play that are listed one by one, so that anybody can play them again."""


class Duel(Forecast, frozen=True, forbid_unknown_fields=True, tag="duel", kw_only=True):
    """Two sides: what counts is who wins."""

    matches: dict[str, int]
    """Who plays the two sides, and how often: plain against itself first."""
    even: tuple[float, float] = (0.0, 1.0)
    """How many of the games of plain against plain that were decided each side should win, from and to."""
    least: float = 0.0
    """How many of all of them each side should win at least; a draw is won by nobody."""
    listed: int = 10
    """The games of plain against plain that are listed one by one, so that anybody can play them again."""


def ends(game: str | Game[Any, Any]) -> dict[str, End]:
    """Every way a game can end, by name; nothing if it does not say."""
    found: dict[str, End] | None = _beside(game, "ends.yaml", dict[str, End])
    return found or {}


def forecast(game: str | Game[Any, Any]) -> Scores | Wins | Duel | None:
    """How a game should play; None if it does not say."""
    found: Scores | Wins | Duel | None = _beside(game, "balance.yaml", Scores | Wins | Duel)
    return found


def _beside(game: str | Game[Any, Any], name: str, kind: Any) -> Any:
    opened = open_game(game) if isinstance(game, str) else game
    file = files(opened.package) / name
    if not file.is_file():
        return None
    try:
        return converted(yaml.safe_load(file.read_text(encoding="utf-8")), kind)
    except (yaml.YAMLError, msgspec.ValidationError) as error:
        raise ValueError(f"{opened.meta.id}/{name}: {' '.join(str(error).split())}") from error
