"""The ledger: every rule of a book in our own words, by key and by its number in the book."""

from __future__ import annotations

import re
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Literal

import msgspec
import yaml
from msgspec import Struct, field

from sandtable.kernel.typed import converted


class Rule(Struct, kw_only=True, forbid_unknown_fields=True):
    number: str
    title: str
    summary: str
    ruling: str = ""
    because: str = ""
    status: Literal["rule", "note"] = "rule"
    options: list[str] = field(default_factory=list)
    formerly: list[str] = field(default_factory=list)
    """Keys under which it stood before: cases and logs that people keep still find it."""


NUMBER = re.compile(r"\d+(\.\d+)?(-\d+[a-z]?)?")
"""A number of a book: a chapter, a section, a paragraph of it."""


class LedgerError(ValueError):
    """A ledger that cannot be read, with the reason."""


KERNEL_RULES = {
    "kernel.over": Rule(number="-", title="The game is over", summary="Nothing is asked any more."),
    "kernel.word": Rule(number="-", title="Not a word of the game", summary="Answers are the options offered."),
}


class Ledger:
    """Rules by key. Code cites keys, so that shared code serves two books; people see numbers."""

    def __init__(self, rules: dict[str, Rule]) -> None:
        self.rules = rules
        self._now = {old: key for key, rule in rules.items() for old in rule.formerly}

    def now(self, key: str) -> str:
        """The key of today for one that a rule had before; any other as it is."""
        return self._now.get(key, key)

    def __contains__(self, key: str) -> bool:
        """Whether the book has a rule under this key, or had it."""
        return self.now(key) in self.rules

    def __getitem__(self, key: str) -> Rule:
        found = self.rules.get(self.now(key)) or KERNEL_RULES.get(key)
        if found is None:
            raise LedgerError(f"the ledger has no rule {key!r}")
        return found

    def number(self, key: str) -> str:
        return self[key].number

    def shown(self, said: str) -> str:
        """What people read for a key: its number; what is no key of this book stays as it is."""
        return self[said].number if said in self else said

    def find(self, text: str) -> list[str]:
        """Keys meant by a key, a number ("12.3"; "12" means all of chapter 12, and so does "12.0" where no section has
        that number) or a word of the title."""
        if text in self:
            return [self.now(text)]
        if NUMBER.fullmatch(text):
            for asked in (text, text.removesuffix(".0")):
                exact = [key for key, rule in self.rules.items() if _within(rule.number, asked)]
                if exact:
                    return exact
        low = text.lower()
        return [key for key, rule in self.rules.items() if low in key or low in rule.title.lower()]


def _within(number: str, asked: str) -> bool:
    if "-" in asked:
        return number.rstrip("abcdefghijklmnopqrstuvwxyz") == asked or number == asked
    return number == asked or number.startswith(asked + "-") or ("." not in asked and number.startswith(asked + "."))


def read_ledger(file: Path | Traversable) -> Ledger:
    """A ledger from rules.yaml; all scalars are text."""
    text = _text(file)
    try:
        _refuse_doubles(yaml.compose(text, Loader=yaml.CBaseLoader), file.name)
        data = yaml.load(text, Loader=yaml.CBaseLoader)
    except yaml.YAMLError as error:
        raise LedgerError(f"{file.name} is broken YAML: {' '.join(str(error).split())}") from error
    try:
        rules = converted(data["rules"], dict[str, Rule], strict=False)
    except (msgspec.ValidationError, KeyError, TypeError) as error:
        raise LedgerError(f"{file.name}: {error}") from error
    for key, rule in rules.items():
        if bool(rule.ruling) != bool(rule.because):
            raise LedgerError(f"{file.name}: {key} gives a ruling without a reason, or a reason without a ruling")
        for old in rule.formerly:
            if old in rules:
                raise LedgerError(f"{file.name}: {key} was {old} formerly, which is a rule of its own")
    return Ledger(rules)


def read_primer(file: Traversable | Path) -> dict[str, str]:
    """The game in two minutes, for who has just sat down: headings and paragraphs. A game may do without."""
    if not file.is_file():
        return {}
    try:
        return converted(yaml.load(_text(file), Loader=yaml.CBaseLoader), dict[str, str])
    except (yaml.YAMLError, msgspec.ValidationError) as error:
        raise LedgerError(f"{file.name}: {' '.join(str(error).split())}") from error


def _text(file: Path | Traversable) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise LedgerError(f"{file.name} cannot be read: {error}") from error


def _refuse_doubles(node: yaml.Node | None, file: str) -> None:
    if not isinstance(node, yaml.MappingNode):
        return
    seen: set[str] = set()
    for key, value in node.value:
        if key.value in seen:
            mark = key.start_mark
            raise LedgerError(f"{file}:{mark.line + 1}:{mark.column + 1}: {key.value!r} stands twice")
        seen.add(key.value)
        _refuse_doubles(value, file)
