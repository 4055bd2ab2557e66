"""The forms of what a case says: mappings, lists, names, numbers. Whatever has another form is told in a sentence.

The kernel reads its own words with these, and a game's referee may read the values of its nouns with them.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from sandtable.kernel.options import SPECTATOR, Seat


class CaseError(ValueError):
    """A case that does not hold, or cannot be read: what it wants and what is found, as data and as sentences."""

    def __init__(self, text: str, expected: Any = None, got: Any = None, wanted: str = "", found: str = "") -> None:
        super().__init__(text)
        self.expected = expected
        self.got = got
        self.wanted = wanted
        self.found = found or text


# ---- forms ------------------------------------------------------------------------------------------


def mapping(value: Any, where: str = "") -> Mapping[str, Any]:
    """A mapping; nothing at all is an empty one."""
    if value == "":
        return {}
    if not isinstance(value, Mapping):
        raise CaseError(f"{where} is a mapping, not {value!r}" if where else f"a mapping is wanted, not {value!r}")
    return value


def sequence(value: Any, where: str = "") -> list[Any]:
    """A list; nothing at all is an empty one, and one name is not taken for its letters."""
    if value == "":
        return []
    if not isinstance(value, list):
        wanted = f"{where} is a list" if where else "a list is wanted"
        hint = (": write []" if value == "none" else f": write [{value}]") if isinstance(value, str) else ""
        raise CaseError(f"{wanted}, not {value!r}{hint}")
    return value


def name(value: Any, where: str = "") -> str:
    """One name."""
    if not isinstance(value, str):
        raise CaseError(f"{where} is one name, not {value!r}" if where else f"one name is wanted, not {value!r}")
    return value


def spoken(value: Any, where: str) -> list[str]:
    """A list of words to be looked for in what somebody sees."""
    texts = [name(text, f"an entry of {where}") for text in sequence(value, where)]
    if "" in texts:
        raise CaseError(f"{where} has an empty entry, which is seen everywhere")
    return texts


def word(said: Any, known: Collection[str], what: str) -> str:
    """One of a few words."""
    found = name(said)
    if found not in known:
        raise CaseError(f"{found!r} is not {what}; there are {', '.join(known)}")
    return found


def yes(said: Any, where: str) -> bool:
    """Yes or no."""
    return word(said, ("yes", "no"), f"yes or no, as {where} is") == "yes"


def number(value: Any, where: str = "", least: int | None = None) -> int:
    """A whole number."""
    before = f"{where}: " if where else ""
    try:
        found = int(value)
    except (TypeError, ValueError):
        raise CaseError(f"{before}{value!r} is not a number") from None
    if least is not None and found < least:
        raise CaseError(f"{before}{found} is too low: the least is {least}")
    return found


def seat_words(titles: Sequence[str]) -> list[str]:
    """What cases call the seats."""
    return [title.lower().replace(" ", "-") for title in titles]


def seat_of(said: Any, titles: Sequence[str], *, watching: bool = False) -> Seat:
    """The seat that a case means by its number or its title; `spectator` where one only looks on."""
    words = seat_words(titles)
    seats = {word: seat for seat, title in enumerate(words) for word in (str(seat), title)}
    if watching:
        seats |= {"spectator": SPECTATOR, str(SPECTATOR): SPECTATOR}
    found = seats.get(str(said).lower())
    if found is None:
        there = [f"{seat} ({title})" for seat, title in enumerate(words)] + ["spectator"] * watching
        raise CaseError(f"{said!r} is not a seat; there are {', '.join(there)}")
    return found


def values_wanted(domains: Sequence[str], titles: Mapping[str, str]) -> str:
    """How many values a verb takes, and of what."""
    many = f"{len(domains)} value{'s' if len(domains) > 1 else ''}"
    return f"{many} ({', '.join(titles.get(d, d) for d in domains)})" if domains else 'no value (write "")'


def known_words(data: Mapping[str, Any], known: Any, where: str) -> None:
    """No word is passed over in silence."""
    for word in data:
        if word not in known:
            raise CaseError(f"{where} has no word {word!r}; it has {', '.join(sorted(known)) or 'none'}")


class Read(dict[str, Any]):
    """A mapping that notes which of its words were asked for, so that one that nobody reads can be told."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        super().__init__({word: Read(inner) if isinstance(inner, Mapping) else inner for word, inner in data.items()})
        self.asked: set[str] = set()

    def __getitem__(self, word: str) -> Any:
        self.asked.add(word)
        return super().__getitem__(word)

    def get(self, word: str, default: Any = None) -> Any:
        self.asked.add(word)
        return super().get(word, default)

    def __contains__(self, word: object) -> bool:
        self.asked.add(str(word))
        return super().__contains__(word)

    def __iter__(self) -> Iterator[str]:
        self.asked.update(super().keys())
        return super().__iter__()

    def keys(self) -> Any:
        self.asked.update(super().keys())
        return super().keys()

    def values(self) -> Any:
        self.asked.update(super().keys())
        return super().values()

    def items(self) -> Any:
        self.asked.update(super().keys())
        return super().items()

    def all_read(self, where: str) -> None:
        """Tells the first word that nobody asked for, and those that somebody did."""
        words = dict(dict.items(self))
        known_words(words, self.asked, where)
        for word, inner in words.items():
            if isinstance(inner, Read):
                inner.all_read(f"{where} {word}")


# ---- what went wrong, in words ----------------------------------------------------------------------


def in_words(error: Exception) -> str:
    """What a referee's function stumbled over, as a sentence where its own error is none."""
    said = str(error)
    number_wanted = re.fullmatch(r"invalid literal for int\(\) with base 10: (.*)", said)
    if number_wanted:
        return f"{number_wanted[1]} is not a number"
    if isinstance(error, KeyError):
        return f"{error.args[0]!r} is missing, or is not a word here"
    if isinstance(error, AttributeError) and error.name in ("items", "keys", "get", "values"):
        return f"a mapping is wanted, not {error.obj!r}"
    if isinstance(error, TypeError) and "indices must be integers" in said:
        return "a mapping is wanted, not a list or a name"
    if isinstance(error, ValueError) and ".index(x)" not in said:
        return said
    return "the value has a form that this word does not take, or names something that is not there"


def broken_rules(error: Exception) -> str:
    """Rules that fail on a position: it is told which error, since it may be the rules that are wrong."""
    return f"the rules cannot go on from here ({error!r}): can a game come to this position?"
