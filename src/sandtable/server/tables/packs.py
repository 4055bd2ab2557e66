"""Overlay packs that the host offers: whoever opens a table may lay them over the values of its game."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from sandtable.kernel.content import ContentError
from sandtable.kernel.game import SetupError, open_game

Offered = dict[str, dict[str, Path]]
"""By game, the folders by their names."""


class PackError(ValueError):
    """A pack that cannot be offered, with a sentence that says why."""


def offered(words: Sequence[str]) -> Offered:
    """`kandahar=my-values` each: the game and the folder, which is also its name for players."""
    found: Offered = {}
    for word in words:
        game, mark, folder = word.partition("=")
        if not mark or not game or not folder:
            raise PackError(f"A pack is offered as GAME=FOLDER, for example kandahar=my-values, not {word!r}.")
        place = Path(folder).expanduser()
        if not place.is_dir():
            raise PackError(f"The pack {folder} is not a folder.")
        found.setdefault(game, {})[place.resolve().name] = place
    return found


def tried(words: Sequence[str]) -> Offered:
    """The same, each laid over its game once: what is wrong with it is told before anybody comes."""
    found = offered(words)
    for game, packs in found.items():
        for name, place in packs.items():
            try:
                open_game(game, [place])
            except (ContentError, SetupError) as error:
                raise PackError(f"The pack {name} does not fit {game}: {error}") from error
    return found


def chosen(packs: Offered, game: str, names: Sequence[str]) -> list[Path]:
    """The folders of these names, in this order."""
    known = packs.get(game, {})
    for name in names:
        if name not in known:
            there = ", ".join(known) or "none"
            raise PackError(f"This host offers no pack {name!r} for {game}; there are: {there}.")
    return [known[name] for name in names]
