"""What a line typed by a person means: a command, or one or several options of the menu."""

from __future__ import annotations

from msgspec import Struct

from sandtable.terminal.menu import Item, Menu, split

COMMANDS = {
    "help": "what can be typed",
    "why": "why something is not possible now, or what an option risks: `why scout hill`, `why 3`",
    "inspect": "all you may know of a space or a piece: `inspect hill`",
    "options": "every option, or those of one verb: `options move`",
    "status": "tracks, conditions, decks and hand",
    "units": "every piece and where it stands",
    "map": "the whole map; where there are several, `map NAME` shows another",
    "look": "this screen again",
    "log": "the last lines of the log: `log 20`",
    "charts": "the printed charts, or one of them by name: `charts recruit`",
    "primer": "how it is played, in two minutes",
    "rules": "a rule by number, key or word: `rules 3.1`, `rules mine`",
    "equals": "let the table decide between equals: `equals unit`, `equals phase`, `equals always`, `equals off`",
    "undo": "take back the last answer, or the action, phase or turn: `undo turn`",
    "whatif": "try something in a world that may be this one; `back` returns",
    "back": "leave the what-if",
    "wait": "let another seat that is also asked answer first",
    "save": "where the game is saved, or a copy: `save FILE`",
    "quit": "leave; the game is saved and can be continued",
}
OTHER_NAMES = {
    "?": "help", "h": "help", "q": "quit", "exit": "quit", "bye": "quit", "u": "undo", "i": "inspect", "m": "map",
    "l": "look", "what-if": "whatif", "rule": "rules", "o": "options", "stats": "status", "hand-cards": "status",
    "pieces": "units", "tables": "charts", "chart": "charts",
}  # fmt: skip
FILLERS = frozenset(("to", "the", "a", "an", "with", "at", "of", "in", "into", "and", "on", "from", "my"))


class Command(Struct, frozen=True):
    """A word for the table rather than an answer to the game."""

    word: str
    rest: str = ""


class NotUnderstood(Exception):
    """A line that means nothing here, or too many things; the text says so."""


def command(line: str, menu: Menu) -> Command | None:
    """The command that a line begins with. An option of the very same words comes first, but not before a slash."""
    slash = line.startswith("/")
    first, _, rest = line.removeprefix("/").strip().partition(" ")
    word = OTHER_NAMES.get(first.lower(), first.lower())
    if word not in COMMANDS:
        if slash:
            raise NotUnderstood(f"There is no command {first!r}; `help` lists them.")
        return None
    if not slash and any(split(item.text) == split(line) for item in menu.items):
        return None
    return Command(word, rest.strip())


def is_slip(text: str) -> bool:
    """A number with a sign means nothing here, though the number alone may be part of a name."""
    return text[:1] in ("+", "-")


def find(menu: Menu, text: str) -> list[Item]:
    """The options that a text can mean: by number, by all their words, by some of them, or by how those begin."""
    text = text.strip()
    if text.isdecimal() and text == str(int(text)) and (item := menu.numbered(int(text))) is not None:
        return [item]
    if is_slip(text):
        return []
    asked = split(text)
    asked = [word for word in asked if word not in FILLERS] or asked
    if not asked:
        return []
    whole = [item for item in menu.items if set(asked) == set(split(item.text)) - FILLERS]
    full = [item for item in menu.items if all(word in item.words for word in asked)]
    begun = [item for item in menu.items if all(_begins(word, item.words) for word in asked)]
    return whole or full or begun


def _begins(word: str, words: frozenset[str]) -> bool:
    """Numbers must be whole: 11 does not mean 1107."""
    return word in words or (not word.isdigit() and any(known.startswith(word) for known in words))


def one(menu: Menu, text: str) -> Item:
    """The one option that a text means; NotUnderstood if there is none or more than one."""
    found = find(menu, text)
    if len(found) == 1:
        return found[0]
    if not found:
        raise NotUnderstood(nothing(menu, text))
    told = ", ".join(f"{item.number} {item.text}" for item in found[:6])
    more = f", and {len(found) - 6} more" if len(found) > 6 else ""
    raise NotUnderstood(f"{text.strip()!r} can mean {told}{more}. Which one?")


def nothing(menu: Menu, text: str) -> str:
    count = f"a number from 1 to {len(menu)}" if len(menu) > 1 else "1"
    return f"{text.strip()!r} is not an option here: type {count}, the words of an option, or `help`."


def parts(line: str, menu: Menu, shape: str) -> list[str]:
    """The parts of an answer that a line holds: "3 5", "reeds then hill", "a, b"; a plain line is one part."""
    for mark in (",", ";", " then "):
        if mark in line:
            found = [part.strip() for part in line.replace(";", ",").replace(" then ", ",").split(",")]
            return [part for part in found if part]
    words = line.split()
    if len(words) > 1:
        numbers = all(word.isdecimal() and len(find(menu, word)) == 1 for word in words)
        if numbers or (shape != "pick" and not find(menu, line) and all(find(menu, word) for word in words)):
            return words
    return [line]
