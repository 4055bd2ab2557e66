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
from sandtable.games.raids.noise import noise_level
from sandtable.games.raids.pieces import ENEMY, MARKER, MISSION, Kit
from sandtable.games.raids.portage import allowance, capacity
from sandtable.games.raids.state import (
    BOX,
    DONE,
    FORFEITED,
    HELD,
    LOST,
    POOL,
    RG,
    RaidState,
    accomplished,
    forfeited,
    leaders_at,
    teams_at,
)
from sandtable.games.raids.victory import assessment, score
from sandtable.games.raids.weapons import attack_value
from sandtable.kernel.game import Game, Setup
from sandtable.kernel.options import Option, Seat
from sandtable.kernel.rulings import Noun, Referee
from sandtable.kernel.state import Frame, clone

WORDS = {"box": BOX, "cup": POOL, "accomplished": DONE, "forfeited": FORFEITED, "lost": LOST, "held": HELD}

# ---- entry points ---------------------------------------------------------------------------------


def at(turn_step: str, *frames: Frame, placing: bool = False) -> Callable[[RG], None]:
    """Puts the sequence of play at a phase; `turn_step` is the deed of the turn that comes after it."""

    def enter(g: RG) -> None:
        g.s.placing = placing
        g.s.stack = [Tour(step="each-turn"), Turn(step=turn_step), *(clone(frame) for frame in frames)]

    return enter


def at_set_up(g: RG) -> None:
    g.s.turn, g.s.placing = 0, True
    g.s.stack = [Tour(step="set-up")]


ENTRIES = {
    "set-up": (at_set_up, "the beginning: withheld enemies are drawn, then the camp is placed"),
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

# ---- nouns ----------------------------------------------------------------------------------------


def token(g: RG, name: str) -> int:
    if name not in g.kit.by_id:
        raise ValueError(f"{name!r} is not a piece: pieces are named as in the content, e.g. a-team, m249, m249-2")
    return g.kit.by_id[name]


def put_place(g: RG, value: Mapping[str, str]) -> None:
    for name, where in value.items():
        put_one(g, token(g, name), where)


def put_one(g: RG, t: int, where: str) -> None:
    s, kind = g.s, g.kit.pieces[t].kind
    for cup in (s.enemy_cup, s.mission_cup, s.marker_cup, s.hunters, s.withheld):
        if t in cup:
            cup.remove(t)
    s.at[t] = WORDS[where] if where in WORDS else g.kit.grid.at(where)
    if s.at[t] == POOL:
        {ENEMY: s.enemy_cup, MISSION: s.mission_cup, MARKER: s.marker_cup}[kind].append(t)
    if kind == ENEMY and s.at[t] >= 0:
        s.hunters.append(t)
    if kind == MISSION and s.at[t] >= 0:
        s.mission = t


def get_place(g: RG, asked: Any) -> dict[str, str]:
    return {name: where(g, token(g, name)) for name in asked}


def where(g: RG, t: int) -> str:
    h = g.s.at[t]
    return g.kit.grid.label(h) if h >= 0 else next(word for word, code in WORDS.items() if code == h)


def put_detected(g: RG, value: list[Any]) -> None:
    """A list of teams is one detection; a list of lists is several."""
    for event in value if value and isinstance(value[0], list) else [value]:
        g.s.events += 1
        for name in event:
            g.s.event[token(g, name)] = g.s.events


def get_detected(g: RG, asked: Any) -> list[str]:
    return [g.kit.pieces[t].id for t in g.kit.teams if g.s.at[t] >= 0 and g.s.event[t]]


def put_casualties(g: RG, value: Mapping[str, str]) -> None:
    for team, marker in value.items():
        put_one(g, token(g, marker), "held")
        g.s.marker[token(g, team)] = token(g, marker)


def get_casualties(g: RG, asked: Any) -> dict[str, str]:
    found = {name: g.s.marker[token(g, name)] for name in asked}
    return {name: "none" if marker < 0 else g.kit.pieces[marker].row for name, marker in found.items()}


def bits(field: str) -> Noun:
    def put(g: RG, value: list[str]) -> None:
        setattr(g.s, field, sum(1 << token(g, name) for name in value))

    def get(g: RG, asked: Any) -> list[str]:
        mask = getattr(g.s, field)
        return [piece.id for t, piece in enumerate(g.kit.pieces) if mask >> t & 1]

    return Noun(put, get, loose=True)


def number(field: str) -> Noun:
    return Noun(lambda g, value: setattr(g.s, field, int(value)), lambda g, asked: getattr(g.s, field))


CUPS = {"enemies": "enemy_cup", "missions": "mission_cup", "casualties": "marker_cup"}


def put_cup(g: RG, value: Mapping[str, list[str]]) -> None:
    """Only these pieces lie in the cup; the others of the kind are out of the game."""
    for name, pieces in value.items():
        cup: list[int] = getattr(g.s, CUPS[name])
        for t in cup[:]:
            put_one(g, t, "lost")
        for piece in pieces:
            put_one(g, token(g, piece), "cup")


def get_cup(g: RG, asked: Mapping[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, said in asked.items():
        ids = sorted(g.kit.pieces[t].id for t in getattr(g.s, CUPS[name]))
        found[name] = ids if isinstance(said, list) else len(ids)
    return found


def get_hex(g: RG, asked: Mapping[str, Any]) -> dict[str, list[str]]:
    """Every counter in a hex, in the order of the content."""
    return {label: [g.kit.pieces[t].id for t, h in enumerate(g.s.at) if h == g.kit.grid.at(label)] for label in asked}


def measured(measure: Callable[[RG, Mapping[str, Any]], int]) -> Noun:
    """A list of {..., is: n}: the same list with what is found."""
    return Noun(None, lambda g, asked: [{**row, "is": measure(g, row)} for row in asked])


def measure_allowance(g: RG, row: Mapping[str, Any]) -> int:
    stack = [token(g, name) for name in row["stack"]]
    return allowance(g, stack, [], [], row.get("afloat") == "yes")


def measure_noise(g: RG, row: Mapping[str, Any]) -> int:
    return noise_level(g, g.kit.grid.at(row["hex"]), row.get("stealthy") == "yes")


def by_hex(found: Callable[[RG, int], int]) -> Noun:
    return Noun(None, lambda g, asked: {label: found(g, g.kit.grid.at(label)) for label in asked})


def result(g: RG, asked: Any) -> str:
    return g.s.outcome.label if g.s.outcome else "none"


def asks(g: RG, asked: Any) -> str:
    """The rule number of the question that stands, or its key if the case names a key."""
    if g.ask is None:
        return "nothing"
    return g.ask.key if asked in g.game.ledger.rules else g.game.ledger.number(g.ask.key)


def put_counts(g: RG, value: Mapping[str, str]) -> None:
    """So many missions are settled already: the first ones in the cup."""
    for word, count in value.items():
        for t in g.s.mission_cup[: int(count)]:
            put_one(g, t, word)


def put_price(g: RG, value: Mapping[str, str]) -> None:
    for name, extra in value.items():
        g.s.extra[token(g, name)] = int(extra)


def missions_in(place: int) -> Noun:
    word = next(word for word, code in WORDS.items() if code == place)
    return Noun(
        lambda g, value: put_place(g, dict.fromkeys(value, word)),
        lambda g, asked: [g.kit.pieces[t].id for t in g.kit.mission_tokens if g.s.at[t] == place],
        loose=True,
    )


NOUNS = {
    "hexes": Noun(lambda g, value: None, about="hex: terrain, or a list of terrains; the hex `all` means every hex"),
    "cup": Noun(put_cup, get_cup, "what lies in a cup: enemies, missions, casualties", True),
    "place": Noun(put_place, get_place, "piece: hex, or box, cup, lost, accomplished, forfeited"),
    "detected": Noun(put_detected, get_detected, "detected teams; a list of lists gives several detections", True),
    "casualties": Noun(put_casualties, get_casualties, "team: marker"),
    "accomplished": missions_in(DONE),
    "forfeited": missions_in(FORFEITED),
    "drawn": number("missions_drawn"),
    "pp": number("pp"),
    "turn": number("turn"),
    "leaders-lost": number("leaders_lost"),
    "moved": bits("moved"),
    "fired": bits("fired"),
    "suppressed": bits("suppressed"),
    "price": Noun(put_price, lambda g, asked: {name: g.s.extra[token(g, name)] for name in asked}),
    "mission": Noun(None, lambda g, asked: g.kit.pieces[g.s.mission].id if g.s.mission >= 0 else "none"),
    "enemies": Noun(None, lambda g, asked: [g.kit.pieces[t].id for t in g.s.hunters], "enemies on the map"),
    "withheld": Noun(None, lambda g, asked: len(g.s.withheld)),
    "hex": Noun(None, get_hex, "hex: every counter in it", True),
    "score": Noun(None, lambda g, asked: score(g.s, g.kit)),
    "assessment": Noun(None, lambda g, asked: {net: assessment(g.kit, int(net)) for net in asked}, "score: its line"),
    "result": Noun(None, result, "the line of the victory table, Defeat, or none while play goes on"),
    "asks": Noun(None, asks, "the rule number or key of the question that stands"),
    "counts": Noun(
        put_counts,
        lambda g, asked: {
            name: {"accomplished": accomplished, "forfeited": forfeited}[name](g.s, g.kit) for name in asked
        },
    ),
    "allowance": measured(measure_allowance),
    "portage": measured(lambda g, row: capacity(g, [token(g, name) for name in row["stack"]], [])),
    "noise": measured(measure_noise),
    "attack-value": by_hex(attack_value),
    "cost": by_hex(lambda g, h: g.kit.cost[h]),
    "penalty": by_hex(lambda g, h: g.kit.penalty[h]),
}

# ---- compound verbs -------------------------------------------------------------------------------


def expand_move(g: RG, seat: Seat, data: Mapping[str, Any]) -> list[Option]:
    """move: {stack, path, drop: {hex: [...]}, claim: {hex: [...]}, halt: no to leave the move open}."""
    stack = [token(g, name) for name in data["stack"]]
    places = {g.s.at[t] for t in stack}
    start = g.kit.grid.at(data["from"]) if "from" in data else next(iter(sorted(places, reverse=True)))
    stack.sort(key=lambda t: g.kit.pieces[t].minus)  # haulers first, whatever the order of the list
    parts: list[Option] = [("form", start), *(("take", t) for t in stack), ("ready",)]
    for label in data.get("path", []):
        parts.append(("go", g.kit.grid.at(label)))
        parts += [("drop", token(g, name)) for name in data.get("drop", {}).get(label, [])]
        parts += [("claim", token(g, name)) for name in data.get("claim", {}).get(label, [])]
    return parts if data.get("halt") == "no" else [*parts, ("halt",)]


def expand_attack(g: RG, seat: Seat, data: Mapping[str, Any]) -> list[Option]:
    """attack: {by: piece or hex, at: enemy, leave: [...], call: [...]}."""
    by = str(data["by"])
    h = g.s.at[token(g, by)] if by in g.kit.by_id else g.kit.grid.at(by)
    parts: list[Option] = [("attack", h, token(g, data["at"]))]
    return [*parts, *weapons(g, data)]


def expand_weapons(g: RG, seat: Seat, data: Mapping[str, Any]) -> list[Option]:
    """weapons: {leave: [...], call: [...]}: the answer to 'with which weapons?'."""
    return weapons(g, data)


def weapons(g: RG, data: Mapping[str, Any]) -> list[Option]:
    parts: list[Option] = [("leave", token(g, name)) for name in data.get("leave", [])]
    parts += [("call", token(g, name)) for name in data.get("call", [])]
    return [*parts, ("fight",)]


def expand_suppress(g: RG, seat: Seat, data: Mapping[str, str]) -> list[Option]:
    """suppress: {weapon: enemy, ...}: all of it declared, then fired."""
    return [*(("suppress", token(g, w), token(g, e)) for w, e in data.items()), ("done",)]


def expand_purchase(g: RG, seat: Seat, data: Any) -> list[Option]:
    """purchase: [pieces] into the first camp, or {camp: id, gear: [pieces]}."""
    home = token(g, data["camp"]) if isinstance(data, Mapping) else next(t for t in g.kit.camps if g.s.at[t] >= 0)
    names = data["gear"] if isinstance(data, Mapping) else data
    tokens = [token(g, name) for name in names]
    return [("hire" if t in g.kit.people else "buy", t, home) for t in tokens]


def expand_escape(g: RG, seat: Seat, data: Mapping[str, str]) -> list[Option]:
    """escape: {person: camp, ...}: those, and nobody else."""
    parts: list[Option] = [("escape", token(g, who), token(g, camp)) for who, camp in data.items()]
    h = g.s.at[int(parts[0][1])]
    rest = {*teams_at(g, h), *leaders_at(g, h)} - {int(part[1]) for part in parts}
    return [*parts, ("stand",)] if rest else parts


def expand_discard(g: RG, seat: Seat, data: list[str]) -> list[Option]:
    """discard: [pieces]: the gear that goes."""
    return [("lose", token(g, name)) for name in data]


# ---- content of a case ----------------------------------------------------------------------------


def overlay(game: Game[RaidState, Kit], given: Mapping[str, Any]) -> dict[str, Any]:
    """`content` as it stands, `pieces` sorted into their tables, and `hexes` laid on the map."""
    laid = {name: dict(rows) for name, rows in given.get("content", {}).items()}
    tables = {piece.row: piece.table for piece in game.kit.pieces}
    for row, fields in laid.pop("pieces", {}).items():
        if row not in tables:
            raise ValueError(f"there is no piece {row!r}: give a new one under its table (gear, enemies, people)")
        laid.setdefault(tables[row], {})[row] = fields
    if "hexes" in given:
        ground = {label: kinds if isinstance(kinds, list) else [kinds] for label, kinds in given["hexes"].items()}
        laid.setdefault("map", {}).setdefault(game.kit.sheet_id, {})["changed"] = ground
    return laid


def alike(g: RG, t: int) -> tuple[int, ...]:
    """A case that draws `militia` means any of them; one that draws `militia-2` means that one."""
    piece = g.kit.pieces[t]
    if piece.id != piece.row:
        return (t,)
    return (t, *(other for other, p in enumerate(g.kit.pieces) if p.row == piece.row and other != t))


def blank(game: Game[RaidState, Kit], setup: Setup) -> RaidState:
    s: RaidState = game.blank(setup)  # type: ignore[attr-defined]
    s.turn = 1
    s.pp = game.kit.scenarios[setup.scenario].start_pp
    return s


REFEREE: Referee[RaidState, Kit] = Referee(
    blank,
    ENTRIES,
    NOUNS,
    {
        "move": expand_move,
        "attack": expand_attack,
        "weapons": expand_weapons,
        "suppress": expand_suppress,
        "purchase": expand_purchase,
        "escape": expand_escape,
        "discard": expand_discard,
    },
    {"mission": "piece", "enemy": "piece", "casualty": "piece", "withheld": "piece"},
    overlay,
    alike,
)
