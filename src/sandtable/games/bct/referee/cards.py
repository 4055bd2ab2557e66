"""How cases of BCT Command put cards into hands, decks and discards, and read them from there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sandtable.games.bct.pieces import SIDE_NAMES, SIDES, SideId
from sandtable.games.bct.referee.words import card, count, each_side
from sandtable.games.bct.sight import names
from sandtable.games.bct.state import BG, NONE, available
from sandtable.kernel.cases import Noun, forms

# ---- Joint Ops Cards --------------------------------------------------------------------------------


def cards(field: str, about: str) -> Noun:
    """Counts of Joint Ops Cards: {coalition: {j-3: 2}}; what is not named is none when given, not compared else."""

    def put(g: BG, value: Any) -> None:
        for _, side, said in each_side(value):
            piles = [0] * 10
            for name, copies in forms.mapping(said).items():
                piles[card(g, name)] = count(copies)
            getattr(g.s, field)[side] = piles

    return Noun(put, lambda g, value: _counted(g, value, getattr(g.s, field)), about)


def get_available(g: BG, value: Any) -> dict[str, dict[str, int]]:
    return _counted(g, value, [available(g.s, g.kit, side) for side in SIDES])


def _counted(g: BG, value: Any, piles: list[list[int]]) -> dict[str, dict[str, int]]:
    return {
        name: {which: piles[side][card(g, which)] for which in forms.mapping(said)}
        for name, side, said in each_side(value)
    }


# ---- Objective Cards --------------------------------------------------------------------------------


def objective(g: BG, name: Any) -> int:
    return names.lookup(g.kit, g.s, "objective", forms.name(name))


def objectives(g: BG, side: SideId, value: Any) -> list[int]:
    """Objective Cards of a side, none of them twice."""
    found: list[int] = []
    for name in forms.sequence(value):
        which = own_objective(g, side, name)
        if which in found:
            raise ValueError(f"{name!r} is there twice, and there is one such card")
        found.append(which)
    return found


def own_objective(g: BG, side: SideId, name: Any) -> int:
    which = objective(g, name)
    if which not in g.kit.objectives_of[side]:
        raise ValueError(f"{name!r} is an Objective Card of the other side, not of the {SIDE_NAMES[side]}")
    return which


def put_objectives(g: BG, value: Any) -> None:
    for _, side, said in each_side(value):
        held = objectives(g, side, said)
        g.s.objectives[side] = held
        g.s.objective_decks[side] = [o for o in g.kit.objectives_of[side] if o not in held]


def by_side(field: str) -> Callable[[BG, Any], dict[str, list[str]]]:
    def get(g: BG, value: Any) -> dict[str, list[str]]:
        piles = getattr(g.s, field)
        for _, side, said in each_side(value):
            objectives(g, side, said)
        return {name: [g.kit.objective_ids[o] for o in piles[side]] for name, side, _ in each_side(value)}

    return get


def put_seen(g: BG, value: Any) -> None:
    for _, side, said in each_side(value):
        g.s.seen[side] = sorted(objectives(g, side, said))


def put_revealed(g: BG, value: Any) -> None:
    """An open Objective Card; it is put into the hand if it is not there."""
    for _, side, name in each_side(value):
        if name == "none":
            g.s.revealed[side] = NONE
            continue
        which = own_objective(g, side, name)
        g.s.revealed[side] = which
        held, deck = g.s.objectives[side], g.s.objective_decks[side]
        if which not in held:
            deck.remove(which)
            deck += held[:1]
            held[:1] = [which]
        if which not in g.s.seen[side]:
            g.s.seen[side] = sorted([*g.s.seen[side], which])


def get_revealed(g: BG, value: Any) -> dict[str, str]:
    found = {}
    for name, side, said in each_side(value):
        if said != "none":
            own_objective(g, side, said)
        found[name] = g.kit.objective_ids[g.s.revealed[side]] if g.s.revealed[side] != NONE else "none"
    return found


def put_objective_deck(g: BG, value: Any) -> None:
    """The top cards of a deck, the first drawn first."""
    for _, side, said in each_side(value):
        top = objectives(g, side, said)
        deck = [o for o in g.s.objective_decks[side] if o not in top]
        g.s.objective_decks[side] = [*deck, *reversed(top)]


def put_whole_objective_deck(g: BG, value: Any) -> None:
    for _, side, said in each_side(value):
        deck = objectives(g, side, said)
        g.s.objective_decks[side] = deck[::-1]
        held = {*deck, *g.s.objectives[side]}
        g.s.objective_discards[side] = [o for o in g.kit.objectives_of[side] if o not in held]


def put_objective_discards(g: BG, value: Any) -> None:
    for _, side, said in each_side(value):
        gone = objectives(g, side, said)
        g.s.objective_discards[side] = gone
        g.s.objective_decks[side] = [o for o in g.s.objective_decks[side] if o not in gone]


# ---- Chaos Cards ------------------------------------------------------------------------------------


def chaos(g: BG, value: Any) -> list[int]:
    """Chaos Cards; of a card with several copies each name is the next one."""
    found: list[int] = []
    for name in forms.sequence(value):
        first = names.lookup(g.kit, g.s, "chaos", forms.name(name))
        copies = [c for c, known in enumerate(g.kit.chaos_ids) if known == g.kit.chaos_ids[first] and c not in found]
        if not copies:
            raise ValueError(f"{name!r} is there more often than the deck has it")
        found.append(copies[0])
    return found


def put_chaos(g: BG, value: Any) -> None:
    top = chaos(g, [value] if isinstance(value, str) else value)
    g.s.chaos_deck = [*(c for c in g.s.chaos_deck if c not in top), *reversed(top)]


def get_chaos(g: BG, value: Any) -> str:
    return g.kit.chaos_ids[g.s.chaos_discards[-1]] if g.s.chaos_discards else "none"


def put_spent_chaos(g: BG, value: Any) -> None:
    """The deck has run out, and these are all the cards that there are."""
    g.s.chaos_deck, g.s.chaos_discards = [], chaos(g, value)
