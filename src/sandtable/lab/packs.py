"""Whether a game can be played with its packs: they are read, a kit is built, and each scenario is played for a while.

    for problem in check_packs("patrols", [folder]):
        print(problem)

What the game declares of its tables is held first, with file and line. What nobody declared comes to light in play: the
players of the game and a random one sit down to each scenario, and what they run into is told.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any

from sandtable.kernel.chance import FastDealer, dice_key, seed_key
from sandtable.kernel.content import ContentError, Problem
from sandtable.kernel.content import check as problems_of
from sandtable.kernel.game import Game, Setup, games, in_a_sentence, open_game
from sandtable.players import RANDOM, Seated, play_out

DECISIONS = 200
"""How long each scenario is played by each player: past the set-up and into the second turn of a long game."""
PLAIN = "plain"
"""The player that a game brings to play as a person would."""

Overlay = Path | Mapping[str, Any]


def check_packs(game: str, packs: Sequence[Overlay] = (), decisions: int = DECISIONS) -> list[Problem]:
    """All that is wrong with the content of a game under these packs; each scenario is played so many decisions."""
    if game not in games():
        open_game(game)  # says why there is none
    kind = games()[game]
    problems = problems_of(files(kind.package) / "content", kind.tables, list(packs))
    if problems:
        return problems
    place = ", ".join(str(pack) for pack in packs if isinstance(pack, Path)) or game
    try:
        opened = kind(packs)
        for board in opened.boards().values():
            _spaces(board)
    except ContentError as error:
        return error.problems
    except Exception as error:
        return [Problem(place, 0, 0, "values of which no game can be made", f"others ({in_a_sentence(error)})")]
    return list(_tried(opened, place, decisions))


def _spaces(board: Any) -> None:
    if not board.spaces:
        raise ValueError(f"the board {board.id!r} has no spaces")


def _tried(game: Game[Any, Any], place: str, decisions: int) -> Iterator[Problem]:
    for scenario in game.meta.scenarios:
        for player in (PLAIN, RANDOM) if PLAIN in game.players else (RANDOM,):
            trouble = _trouble(game, scenario, player, decisions)
            if trouble:
                yield Problem(place, 0, 0, f"values with which {scenario!r} cannot be played", f"others ({trouble})")
                break


def _trouble(game: Game[Any, Any], scenario: str, player: str, decisions: int) -> str:
    """What a game of a scenario runs into, in words; nothing if it goes well."""
    taken = 0
    try:
        setup = game.checked(Setup(scenario, seats=len(game.meta.seats)))
        g = game.start(setup, dice_key(seed_key("a pack is checked"), []), FastDealer(0))
        census = game.census(g.s)
        players = Seated(game, player, setup.seats, seed=0)
        while taken < decisions and g.s.outcome is None:
            play_out(g, players, longest=1)
            taken += 1
        for seat in range(-1, setup.seats):
            game.view(g.s, seat)
        lost = [name for name, number in game.census(g.s).items() if census.get(name) != number]
        faults = [f"the number of {name} does not stay the same" for name in lost] + game.sound(g.s)
    except Exception as error:
        return f"after {taken} decisions of {player!r}: {in_a_sentence(error)}"
    return f"after {taken} decisions of {player!r}: {faults[0]}" if faults else ""
