"""Names as people write them: `A-Team`, `Med Kit` and `medkit` mean what the content calls a-team and med-kit."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import get_close_matches


def bare(text: str) -> str:
    """A name without capitals, spaces, hyphens and stops, by which two spellings of it are the same."""
    return "".join(letter for letter in text.lower() if letter.isalnum())


def meant(text: str, known: Iterable[str], titles: Mapping[str, str] | None = None) -> str | None:
    """The known name that a text means: the name itself, or the only one, or the only printed title, spelled alike."""
    every = list(known)
    if text in every:
        return text
    spelled = bare(text)
    alike = [name for name in every if bare(name) == spelled]
    if not alike and titles:
        alike = [name for name, title in titles.items() if bare(title) == spelled]
    return alike[0] if len(alike) == 1 else None


def did_you_mean(text: str, known: Iterable[str]) -> str:
    """The known names that come near to a wrong one, as the end of a sentence; empty if none does."""
    near = get_close_matches(text.lower().replace(" ", "-"), list(known), 3, 0.6)
    return f"; did you mean {' or '.join(near)}?" if near else ""
