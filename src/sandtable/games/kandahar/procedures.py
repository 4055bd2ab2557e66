"""The sequence of play of Kandahar: that of the series, with the steps that its own chapters change or add."""

from __future__ import annotations

from sandtable.games.kandahar.frames import Attempt
from sandtable.games.kandahar.rules import indirect_fire, misadventure, old_stock
from sandtable.games.raids.procedures import sequence
from sandtable.games.raids.rules import combat
from sandtable.kernel.flow import deed, procedure, question

PROCEDURES = sequence(
    procedure("attempt", Attempt, deed(misadventure.attempt)),
    steps={
        ("placement", "purchase"): question(
            "purchase", old_stock.ask_purchase, old_stock.take_purchase, old_stock.refuse_purchase
        ),
        ("friendly-movement", "stack"): question(
            "stack", misadventure.ask_stack, misadventure.take_stack, misadventure.refuse_stack
        ),
        ("battle", "weapons"): question(
            "weapons", combat.ask_weapons, combat.take_weapons, indirect_fire.refuse_weapons
        ),
        ("battle", "fight"): (deed(combat.fight), deed(indirect_fire.spend_called)),
    },
)
