"""The words that cases of the raid series are written in: entry points, nouns, compound verbs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sandtable.games.raids.frames import (
    EnemyPhase,
    FriendlyCombat,
    FriendlyMovement,
    Placement,
    Tour,
    Turn,
)
from sandtable.games.raids.pieces import Field, Kit, PieceId
from sandtable.games.raids.referee.words import NOUNS, by_each_hex, hex_at, map_named, spread, token, tokens
from sandtable.games.raids.state import RG, RaidState, field, leaders_at, teams_at, teams_in_play
from sandtable.kernel.cases import Noun, Referee, forms
from sandtable.kernel.cases.nouns import enter
from sandtable.kernel.game import Game, Setup
from sandtable.kernel.options import Option, Seat
from sandtable.kernel.state import Frame

# ---- entry points ---------------------------------------------------------------------------------


def at(turn_step: str, *frames: Frame, placing: bool = False) -> Callable[[RG], None]:
    """Puts the sequence of play at a phase; `turn_step` is the deed of the turn that comes after it."""

    def place(g: RG) -> None:
        g.s.placing = placing

    return enter(Tour(step="each-turn"), Turn(step=turn_step), *frames, first=place)


def at_set_up(g: RG) -> None:
    g.s.turn, g.s.placing = 0, True
    g.s.stack = [Tour(step="set-up")]


ENTRIES = {
    "set-up": (at_set_up, "the beginning: the camp is placed"),
    "placement": (at("movement-phase", Placement(step="draw-mission"), placing=True), "a mission is drawn and placed"),
    "purchase": (
        at("movement-phase", Placement(step="purchase"), placing=True),
        "the mission is there, purchases are asked",
    ),
    "friendly-movement": (at("combat-phase", FriendlyMovement(step="stack")), "choose a stack to move"),
    "friendly-combat": (at("enemy-phase", FriendlyCombat(step="attack")), "choose an attack"),
    "enemy-phase": (
        at("success-phase", EnemyPhase(step="aim")),
        "suppressive fire is asked first: answer done to go on",
    ),
    "success": (at("success-phase"), "the end of a turn"),
}

# ---- compound verbs -------------------------------------------------------------------------------


def expand_move(g: RG, seat: Seat, data: Mapping[str, Any]) -> list[Option]:
    """move: {stack, path, drop: {hex: [...]}, claim: {hex: [...]}, halt: no to leave the move open}."""
    stack = tokens(g, data["stack"])
    if not stack:
        raise ValueError("the stack is empty: name who goes")
    places = {g.s.at[t] for t in stack}
    start = hex_at(g, data["from"]) if "from" in data else next(iter(sorted(places, reverse=True)))
    stack.sort(key=lambda t: g.kit.pieces[t].minus)  # haulers first, whatever the order of the list
    parts: list[Option] = [("form", start), *(("take", t) for t in stack), ("ready",)]
    drop, claim = forms.mapping(data.get("drop", {}), "drop"), forms.mapping(data.get("claim", {}), "claim")
    for label in route(g, data.get("path", [])):
        parts.append(("go", hex_at(g, label)))
        parts += [("drop", t) for t in tokens(g, drop.get(label, []))]
        parts += [("claim", t) for t in tokens(g, claim.get(label, []))]
    return [*parts, ("halt",)] if forms.yes(data.get("halt", "yes"), "halt") else parts


def route(g: RG, said: Any) -> list[str]:
    """The hexes of a path in their order; a range in it runs along a column or a row."""
    path: list[str] = []
    for name in forms.sequence(said, "path"):
        hexes = spread(field(g).grid, name)
        if hexes[0][:2] != hexes[-1][:2] and hexes[0][2:] != hexes[-1][2:]:
            raise ValueError(f"{name!r} is a block of hexes: a range in a path runs along a column or a row")
        path += hexes
    return path


def expand_attack(g: RG, seat: Seat, data: Mapping[str, Any]) -> list[Option]:
    """attack: {by: piece or hex, at: enemy, leave: [...], call: [...]}; several pieces attack from their one hex."""
    by = data["by"] if isinstance(data["by"], list) else [data["by"]]
    places = {hex_at(g, who) if str(who).isdecimal() else g.s.at[token(g, who)] for who in by}
    if len(places) != 1:
        raise ValueError("attackers of one attack stand in one hex; those of several hexes attack one by one: attacks")
    (h,) = places
    parts: list[Option] = [("attack", h, token(g, data["at"]))]
    return [*parts, *weapons(g, data)]


def expand_attacks(g: RG, seat: Seat, data: Any) -> list[Option]:
    """attacks: [{by, at}, {by, at}]: one attack after the other, if nothing else is asked between them."""
    parts: list[Option] = []
    for each in forms.sequence(data):
        said = forms.Read(forms.mapping(each, "an attack"))
        parts += expand_attack(g, seat, said)
        said.all_read("an attack")
    return parts


def expand_weapons(g: RG, seat: Seat, data: Mapping[str, Any]) -> list[Option]:
    """weapons: {leave: [...], call: [...]}: the answer to 'with which weapons?'."""
    return weapons(g, data)


def weapons(g: RG, data: Mapping[str, Any]) -> list[Option]:
    parts: list[Option] = [("leave", t) for t in tokens(g, data.get("leave", []))]
    parts += [("call", t) for t in tokens(g, data.get("call", []))]
    return [*parts, ("fight",)]


def expand_suppress(g: RG, seat: Seat, data: Mapping[str, str]) -> list[Option]:
    """suppress: {weapon: enemy, ...}: all of it declared, then fired."""
    return [*(("suppress", token(g, w), token(g, e)) for w, e in data.items()), ("done",)]


def expand_purchase(g: RG, seat: Seat, data: Any) -> list[Option]:
    """purchase: [pieces] into the first camp, or {camp: id, gear: [pieces]}."""
    home = token(g, data["camp"]) if isinstance(data, Mapping) else next(t for t in g.kit.camps if g.s.at[t] >= 0)
    names = data["gear"] if isinstance(data, Mapping) else data
    return [("hire" if t in g.kit.people else "buy", t, home) for t in tokens(g, names)]


def expand_escape(g: RG, seat: Seat, data: Mapping[str, str]) -> list[Option]:
    """escape: {person: camp, ...}: those, and nobody else."""
    parts: list[Option] = [("escape", token(g, who), token(g, camp)) for who, camp in data.items()]
    h = g.s.at[int(parts[0][1])]
    rest = {*teams_at(g, h), *leaders_at(g, h)} - {int(part[1]) for part in parts}
    return [*parts, ("stand",)] if rest else parts


def expand_discard(g: RG, seat: Seat, data: list[str]) -> list[Option]:
    """discard: [pieces]: the gear that goes."""
    return [("lose", t) for t in tokens(g, data)]


# ---- content of a case ----------------------------------------------------------------------------


def shared_overlay(game: Game[RaidState, Kit], given: Mapping[str, Any]) -> dict[str, Any]:
    """`content` as it stands, `pieces` sorted into their tables, and `hexes` laid on the map."""
    laid = {name: dict(rows) for name, rows in given.get("content", {}).items()}
    tables = {piece.row: piece.table for piece in game.kit.pieces}
    for row, fields in laid.pop("pieces", {}).items():
        if row not in tables:
            known = game.kit.by_id.get(row, -1)
            if known >= 0:
                kind = game.kit.pieces[known].row
                raise ValueError(f"content gives values to kinds, not to counters: write {kind} for {row}")
            raise ValueError(f"there is no piece {row!r}: give a new one under its table (gear, enemies, people)")
        laid.setdefault(tables[row], {})[row] = fields
    if "hexes" in given:
        map = map_given(game, given)
        said = by_each_hex(map.grid, given["hexes"])
        ground = {label: kinds if isinstance(kinds, list) else [kinds] for label, kinds in said.items()}
        laid.setdefault("map", {}).setdefault(map.id, {})["changed"] = ground
    return laid


def map_given(game: Game[RaidState, Kit], given: Mapping[str, Any]) -> Field:
    """The map on which a case is played: the one it names, else the first of its scenario."""
    if "map" in given:
        return game.kit.fields[map_named(game.kit, given["map"])]
    scenario = forms.name(given.get("scenario", "")) or next(iter(game.meta.scenarios))
    known = scenario in game.kit.scenarios
    return game.kit.fields[game.kit.maps(scenario)[0] if known else 0]


def alike(g: RG, t: PieceId) -> tuple[int, ...]:
    """A case that draws `militia` means any of them; one that draws `militia-2` means that one."""
    piece = g.kit.pieces[t]
    if piece.id != piece.row:
        return (t,)
    return (t, *(other for other, p in enumerate(g.kit.pieces) if p.row == piece.row and other != t))


def call(g: RG, domain: str, value: int) -> str:
    """What cases call a member of a domain: a hex by its number, a piece by its name in the content."""
    return field(g).grid.label(value) if domain == "space" else g.kit.pieces[value].id


def own(g: RG, seat: Seat, domain: str, said: str) -> str:
    """`m249-1` is the first M249, which the game calls m249."""
    return call(g, domain, token(g, said)) if domain != "space" else said


def blank(game: Game[RaidState, Kit], setup: Setup) -> RaidState:
    s: RaidState = game.blank(setup)  # type: ignore[attr-defined]
    s.turn = 1
    s.pp = game.kit.scenarios[setup.scenario].start_pp
    return s


COMPOUNDS = {
    "move": expand_move,
    "attack": expand_attack,
    "attacks": expand_attacks,
    "weapons": expand_weapons,
    "suppress": expand_suppress,
    "purchase": expand_purchase,
    "escape": expand_escape,
    "discard": expand_discard,
}
DRAWS = {"mission": "piece", "enemy": "piece", "casualty": "piece"}


def referee(
    nouns: Mapping[str, Noun],
    draws: Mapping[str, str],
    entries: Mapping[str, tuple[Callable[[RG], None], str]] | None = None,
    compounds: Mapping[str, Callable[[RG, Seat, Any], list[Option]]] | None = None,
    before: Mapping[str, Noun] | None = None,
    overlay: Callable[[Game[RaidState, Kit], Mapping[str, Any]], dict[str, Any]] = shared_overlay,
    check: Callable[[RG, Mapping[str, Any]], None] | None = None,
    own: Callable[[RG, Seat, str, str], str] = own,
    blank: Callable[[Game[RaidState, Kit], Setup], RaidState] = blank,
) -> Referee[RaidState, Kit]:
    """The words of one game: its own nouns, draws, entry points and compound verbs beside those of the series.

    Nouns are put in their order: those of `before` come first of all. `overlay` may lay more on the content; `check`
    looks at the position when it is whole.
    """
    return Referee(
        blank,
        {**ENTRIES, **(entries or {})},
        {**(before or {}), **NOUNS, **nouns},
        {**COMPOUNDS, **(compounds or {})},
        {**DRAWS, **draws},
        overlay,
        alike,
        check,
        call=call,
        own=own,
        spread=lambda g, said: spread(field(g).grid, said),
        whole=lambda g: bool(teams_in_play(g)),
    )
