"""Flow: how a game runs, from the order of play that its rules declare to the door at which answers come in.

    procedures   what a game declares: steps in rulebook order
    events       what the table hears of it, each seat in its own words
    machine      what runs the steps up to the next question, and what the rules may do meanwhile
    door         where players, tables and screens come in: ask, refuse, take, apply

Rules and everybody else hold one thing, a `G`: the machine with its door. Import from here, not from the parts.
"""

from sandtable.kernel.flow.door import NOT_NOW, Cut, G
from sandtable.kernel.flow.events import Event, heard_by
from sandtable.kernel.flow.procedures import (
    NEXT,
    STAY,
    FlowError,
    Next,
    Procedure,
    Procedures,
    Step,
    deed,
    procedure,
    question,
)

__all__ = [
    "NEXT",
    "NOT_NOW",
    "STAY",
    "Cut",
    "Event",
    "FlowError",
    "G",
    "Next",
    "Procedure",
    "Procedures",
    "Step",
    "deed",
    "heard_by",
    "procedure",
    "question",
]
