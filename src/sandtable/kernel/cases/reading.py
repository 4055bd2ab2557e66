"""Files of cases: YAML, read as text."""

from __future__ import annotations

from importlib.resources import as_file, files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

import yaml

from sandtable.kernel.cases.forms import CaseError
from sandtable.kernel.game import Game


def read_cases(file: Path) -> list[dict[str, Any]]:
    """The cases of a file: a YAML list, all scalars read as text."""
    try:
        text = file.read_text(encoding="utf-8")
        refuse_doubles(yaml.compose(text, Loader=yaml.CBaseLoader), file.name)
        data = yaml.load(text, Loader=yaml.CBaseLoader)
    except yaml.YAMLError as error:
        raise CaseError(f"{file.name}: {error}") from error
    if not isinstance(data, list) or not all(isinstance(case, dict) for case in data):
        raise CaseError(f"{file.name}: a file of cases is a list of mappings")
    return data


def game_cases(game: Game[Any, Any]) -> list[dict[str, Any]]:
    """Every case that comes with a game, those in folders of its rulings too."""
    home = files(game.package) / "rulings"
    return _cases_under(home) if home.is_dir() else []


def _cases_under(home: Traversable) -> list[dict[str, Any]]:
    cases: list[dict[str, Any]] = []
    for entry in sorted(home.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            cases += _cases_under(entry)
        elif entry.name.endswith(".yaml"):
            with as_file(entry) as file:
                cases += read_cases(file)
    return cases


def refuse_doubles(node: yaml.Node | None, file: str) -> None:
    """YAML keeps the last of two equal words in one mapping and forgets the first: here that is an error."""
    seen: set[str] = set()
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            if isinstance(key, yaml.ScalarNode):
                if key.value in seen:
                    mark = key.start_mark
                    raise CaseError(f"{file}:{mark.line + 1}:{mark.column + 1}: {key.value!r} stands twice")
                seen.add(key.value)
            refuse_doubles(value, file)
    elif isinstance(node, yaml.SequenceNode):
        for inner in node.value:
            refuse_doubles(inner, file)
