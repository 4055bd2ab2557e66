"""What everybody at a table must know of it, for ever: kept as short words, told in sentences.

Dice are fair to all only while nobody knows their key, and a seat keeps its secrets only while one person has held it.
Where that is not so the table says so, before anybody sits down and afterwards.
"""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.kernel.options import Seat

IMPORTED = "imported"
EXPORTED = "exported"
SEEDED = "seeded"
WHAT_IF = "what-if"
GIVEN = "given "
LONGEST = 300
"""Letters of what a game says is wrong."""

_KNOWN = "knows the key of its dice: every die to come, and all that is hidden"
_SENTENCES = {
    IMPORTED: f"This table was opened from a record. Whoever has that file {_KNOWN}.",
    EXPORTED: f"A record with the key was taken from this table while it was played. Whoever has that file {_KNOWN}.",
    SEEDED: f"This server throws its dice from a seed that its host has set. Whoever knows the seed {_KNOWN}.",
    WHAT_IF: f"This table is a what-if, dealt for one player. Whoever took a record of it {_KNOWN}.",
}


def given(seat: Seat) -> str:
    """That a seat went to another person in play."""
    return f"{GIVEN}{seat}"


def unsound_note(why: str) -> str:
    """That the position a table began from is not one that the rules of today leave; it is its own sentence."""
    return f"This table began from a position that is against the rules of today: {why[:LONGEST]}"


def in_words(notes: Sequence[str], seats: Sequence[str]) -> list[str]:
    return [_sentence(note, seats) for note in notes]


def _sentence(note: str, seats: Sequence[str]) -> str:
    if note.startswith(GIVEN):
        return f"{_name(note, seats)} changed hands in play. Who gave it away knew all that it held until then."
    return _SENTENCES.get(note, note)


def _name(note: str, seats: Sequence[str]) -> str:
    number = int(note.removeprefix(GIVEN))
    return seats[number] if number < len(seats) else f"Seat {number}"


def before_joining(seat: str) -> str:
    """What is said of a seat that would change hands."""
    return (
        f"Who invites you holds {seat} until you sit down, and knows what it has held so far. "
        "From then on it is yours alone, and the table tells everybody that it changed hands."
    )
