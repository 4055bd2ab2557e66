"""The view of the table: the same for everybody, for the one player knows no more than who looks on."""

from __future__ import annotations

from sandtable.boards.paths import bits
from sandtable.games.invasion.frames import Battle
from sandtable.games.invasion.pieces import COMMUNIST, RESISTANCE, Kit
from sandtable.games.invasion.rules.victory import Standing, conditions
from sandtable.games.invasion.sight.counters import LOOKS, SOVIET, tokens
from sandtable.games.invasion.sight.counters import RESISTANCE as THEIRS
from sandtable.games.invasion.sight.country import BOARD
from sandtable.games.invasion.sight.facts import inspect
from sandtable.games.invasion.sight.piles import decks, hand
from sandtable.games.invasion.sight.scene import scene
from sandtable.games.invasion.state import War, occupied, resisted
from sandtable.kernel.content import wording
from sandtable.kernel.options import Seat
from sandtable.kernel.sharing import tabled
from sandtable.kernel.view import Check, Mark, Track, View

__all__ = ["inspect", "view"]


def view(kit: Kit, s: War, seat: Seat) -> View:
    seen = View(BOARD, seat, sides=LOOKS)
    seen.tokens = tokens(kit, s)
    seen.marks = marks(kit, s)
    seen.tracks = tracks(kit, s)
    seen.checks = checks(kit, s)
    seen.decks = decks(kit, s)
    seen.hand = hand(kit, s)
    seen.scene = scene(kit, s)
    return seen


def marks(kit: Kit, s: War) -> list[Mark]:
    """Who controls what: a disputed space has the marks of both, one in which nobody is has none (8.2)."""
    ours, theirs = occupied(s, kit), resisted(s)
    found = []
    for space in range(kit.size):
        here = (ours >> space & 1, theirs >> space & 1)
        if kit.ussr >> space & 1:
            here = (1, 0)
        elif kit.abroad >> space & 1:
            here = (here[COMMUNIST], s.active >> space & 1)
            if not here[RESISTANCE]:
                continue
        kind = "disputed" if all(here) else "control"
        if here[COMMUNIST]:
            found.append(Mark(space, kind, "Communist", SOVIET))
        if here[RESISTANCE]:
            found.append(Mark(space, kind, "Resistance", THEIRS))
    found += [Mark(frame.space, "battle", "Battle") for frame in s.stack if isinstance(frame, Battle)]
    return found


def tracks(kit: Kit, s: War) -> list[Track]:
    scenario = kit.scenarios[s.scenario]
    low, high = kit.n.lowest, kit.n.highest
    ours, theirs = level_notes(kit)
    year = [Track("year", s.year, scenario.first, scenario.last)] if s.year else []
    return [
        *year,
        Track("morale", s.morale[COMMUNIST], low, high, side=SOVIET, notes=ours),
        Track("morale", s.morale[RESISTANCE], low, high, side=THEIRS, notes=theirs),
    ]


@tabled
def level_notes(kit: Kit) -> tuple[list[str], list[str]]:
    """What each level of the morale track brings to either side."""
    levels = kit.levels[kit.n.lowest :]
    ours = [f"draws {level.communist_draws}" for level in levels]
    return ours, [f"draws {level.resistance_draws}, recruits {level.recruits}" for level in levels]


def checks(kit: Kit, s: War) -> list[Check]:
    """The conditions of the scenario, with the spaces held and missing."""
    scenario = kit.scenarios[s.scenario]
    found = [
        Check(
            kit.conditions[row].title,
            standing.met,
            "victory.conditions",
            now=f"{condition_text(kit, row)} {how_far(kit, s, standing)}",
        )
        for row, standing in conditions(s, kit).items()
    ]
    if scenario.needed < len(found):
        met = sum(check.done for check in found)
        text = f"{scenario.needed} of {len(found)} conditions"
        found.append(Check(text, met >= scenario.needed, "victory.conditions", now=f"Now {met}."))
    return found


@tabled
def condition_text(kit: Kit, row: str) -> str:
    condition = kit.conditions[row]
    return wording(condition.text, [condition.goal])


def how_far(kit: Kit, s: War, standing: Standing) -> str:
    """How many there are now, and by name what is held, disputed and missing."""
    told = f"{standing.has} of {standing.needs}."
    if not standing.among:
        return told
    disputed = standing.among & ~standing.spaces & occupied(s, kit)
    for title, mask in (
        ("Held", standing.spaces),
        ("Disputed", disputed),
        ("Missing", standing.among & ~standing.spaces & ~disputed),
    ):
        if mask:
            told += f" {title}: {', '.join(kit.space_names[space] for space in bits(mask))}."
    return told
