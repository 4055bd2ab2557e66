"""How the words of a case are put into a position of the raid series and read from one."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, cast

from sandtable.boards.hexes import HexGrid
from sandtable.games.raids.pieces import ENEMY, MARKER, MISSION, Kit, PieceId
from sandtable.games.raids.policies import Policy, policy
from sandtable.games.raids.rules.noise import noise_level
from sandtable.games.raids.rules.portage import allowance, capacity
from sandtable.games.raids.rules.victory import all_forfeited, assessment, score_of
from sandtable.games.raids.rules.weapons import attack_value
from sandtable.games.raids.sight import find_hex, find_piece
from sandtable.games.raids.state import (
    AWAY,
    BOX,
    DONE,
    FORFEITED,
    HELD,
    LOST,
    POOL,
    REPLACED,
    RG,
    WAITING,
    RaidState,
    accomplished,
    field,
)
from sandtable.kernel.cases import Noun, forms
from sandtable.kernel.cases.nouns import asks, each_once, figure, result

WORDS = {
    "box": BOX,
    "cup": POOL,
    "accomplished": DONE,
    "forfeited": FORFEITED,
    "lost": LOST,
    "held": HELD,
    "away": AWAY,
    "waiting": WAITING,
    "replaced": REPLACED,
    "to-come": AWAY,
}
CUPS = {"enemies": "enemy_cup", "missions": "mission_cup", "casualties": "marker_cup"}
PIECE = ("piece",)

# ---- names ----------------------------------------------------------------------------------------


def token(g: RG, said: Any) -> int:
    """A piece by its name: `m249` is the first of its kind, and so is `m249-1`."""
    return find_piece(g.kit, policy(g), forms.name(said))


def tokens(g: RG, said: Any) -> list[int]:
    """A list of pieces, none of them twice."""

    def twice(t: PieceId, one: str, other: str) -> str:
        row = g.kit.pieces[t].row
        many = sum(piece.row == row for piece in g.kit.pieces)
        more = f"; its kind has {row} and {row}-2 to {row}-{many}" if many > 1 else ""
        return f"{one!r} and {other!r} are the same piece{more}"

    return each_once(said, lambda name: token(g, name), twice)


def hex_at(g: RG, said: Any) -> int:
    return find_hex(g.kit, g.s, forms.name(said))


def map_named(kit: Kit, said: Any) -> int:
    """A map by its row in the content or its title."""
    name = forms.name(said)
    for map in kit.fields:
        if name in (map.id, map.sheet.title):
            return map.number
    raise ValueError(f"there is no map {name!r}; there are {', '.join(map.id for map in kit.fields)}")


def spread(grid: HexGrid, said: Any) -> list[str]:
    """The hexes that one word names: `1107`, or `1101-1105` (also `1101..1105`) for a run or a block of them."""
    name = forms.name(said)
    ends = re.fullmatch(r"(\d\d)(\d\d)(?:-|\.\.)(\d\d)(\d\d)", name)
    if ends is None:
        return [name]
    first_column, first_row, last_column, last_row = map(int, ends.groups())
    columns, rows = _run(first_column, last_column), _run(first_row, last_row)
    found = [f"{column:02}{row:02}" for column in columns for row in rows]
    for label in found:
        grid.at(label)
    return found


def _run(first: int, last: int) -> range:
    return range(first, last + 1) if first <= last else range(first, last - 1, -1)


def by_each_hex(grid: HexGrid, said: Any) -> dict[str, Any]:
    """What a mapping says of each hex, ranges taken apart; what it says of one hex alone goes before a range."""
    asked = forms.mapping(said)
    each = {label: inner for name, inner in asked.items() for label in spread(grid, name)}
    return each | {name: inner for name, inner in asked.items() if name in each}


# ---- pieces ---------------------------------------------------------------------------------------


def put_place(g: RG, value: Any) -> None:
    placed = forms.mapping(value)
    for t, where in zip(tokens(g, list(placed)), placed.values(), strict=True):
        put_one(g, t, forms.name(where))


def put_one(g: RG, t: PieceId, where: str) -> None:
    s, kind = g.s, g.kit.pieces[t].kind
    at = WORDS[where] if where in WORDS else hex_at(g, where)
    cups = {ENEMY: s.enemy_cup, MISSION: s.mission_cup, MARKER: s.marker_cup}
    if at == POOL and kind not in cups:
        raise ValueError(f"{g.kit.pieces[t].id} goes into no cup: missions, enemies and casualties do")
    for cup in (s.enemy_cup, s.mission_cup, s.marker_cup, s.hunters, policy(g).set_aside(s)):
        if t in cup:
            cast(list[int], cup).remove(t)
    s.at[t] = at
    if at == POOL:
        cups[kind].append(t)
    if kind == ENEMY and at >= 0:
        s.hunters.append(t)
    if kind == MISSION and at >= 0:
        s.mission = t


def get_place(g: RG, asked: Any) -> dict[str, str]:
    return {name: where(g, token(g, name)) for name in forms.mapping(asked)}


def where(g: RG, t: PieceId) -> str:
    h = g.s.at[t]
    if h == AWAY and t in g.kit.people:
        return "to-come"
    return field(g).grid.label(h) if h >= 0 else next(word for word, code in WORDS.items() if code == h)


def put_detected(g: RG, value: Any) -> None:
    """A list of teams is one detection; a list of lists is several."""
    listed = forms.sequence(value)
    for event in listed if listed and isinstance(listed[0], list) else [listed]:
        g.s.events += 1
        for t in tokens(g, event):
            g.s.event[t] = g.s.events


def get_detected(g: RG, asked: Any) -> list[str]:
    return [g.kit.pieces[t].id for t in g.kit.teams if g.s.at[t] >= 0 and g.s.event[t]]


def put_casualties(g: RG, value: Any) -> None:
    worn = forms.mapping(value)
    markers = tokens(g, list(worn.values()))
    for team, marker in zip(tokens(g, list(worn)), markers, strict=True):
        put_one(g, marker, "held")
        g.s.marker[team] = marker


def get_casualties(g: RG, asked: Any) -> dict[str, str]:
    """The marker on a team: by its kind, or that very one if the case numbers it."""
    found = {}
    for name, said in forms.mapping(asked).items():
        marker = g.s.marker[token(g, name)]
        numbered = said != "none" and g.kit.pieces[token(g, said)].row != said
        found[name] = "none" if marker < 0 else g.kit.pieces[marker].id if numbered else g.kit.pieces[marker].row
    return found


def bits(field: str) -> Noun:
    def put(g: RG, value: Any) -> None:
        setattr(g.s, field, sum(1 << t for t in tokens(g, value)))

    def get(g: RG, asked: Any) -> list[str]:
        tokens(g, asked)
        mask = getattr(g.s, field)
        return [piece.id for t, piece in enumerate(g.kit.pieces) if mask >> t & 1]

    return Noun(put, get, loose=True, names=PIECE)


def put_cup(g: RG, value: Any) -> None:
    """Only these pieces lie in the cup; the others of the kind are out of the game."""
    for name, pieces in forms.mapping(value).items():
        cup: list[int] = getattr(g.s, CUPS[forms.word(name, CUPS, "a cup")])
        inside = tokens(g, pieces)
        for t in cup[:]:
            put_one(g, t, "lost")
        for t in inside:
            put_one(g, t, "cup")
        if len(cup) != len(inside):
            raise ValueError(f"the cup of {name} holds {name} alone")


def get_cup(g: RG, asked: Any) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, said in forms.mapping(asked).items():
        ids = sorted(g.kit.pieces[t].id for t in getattr(g.s, CUPS[forms.word(name, CUPS, "a cup")]))
        found[name] = ids if isinstance(said, list) else len(ids)
    return found


def get_hex(g: RG, asked: Any) -> dict[str, list[str]]:
    """Every counter in a hex, in the order of the content."""
    inside: dict[int, list[str]] = {}
    for t, h in enumerate(g.s.at):
        inside.setdefault(h, []).append(g.kit.pieces[t].id)
    return _as_asked(g, asked, lambda h: inside.get(h, []))


def _as_asked(g: RG, asked: Any, found: Callable[[int], Any]) -> dict[str, Any]:
    """What is found in each hex that a case names; a range that has one value all through keeps its name."""
    answer: dict[str, Any] = {}
    for name in forms.mapping(asked):
        values = {label: found(hex_at(g, label)) for label in spread(field(g).grid, name)}
        alike = all(value == next(iter(values.values())) for value in values.values())
        answer |= {name: next(iter(values.values()))} if alike else values
    return answer


# ---- missions -------------------------------------------------------------------------------------


SETTLED: dict[str, Callable[[RaidState, Kit, Policy], int]] = {
    "accomplished": lambda s, kit, policy: accomplished(s, kit),
    "forfeited": all_forfeited,
}


def put_counts(g: RG, value: Any) -> None:
    """So many missions are settled already, those that are named elsewhere among them; the rest come from the cup."""
    for word, said in forms.mapping(value).items():
        named = SETTLED[forms.word(word, SETTLED, "a count of missions")](g.s, g.kit, policy(g))
        wanted, left = forms.number(said, least=0), len(g.s.mission_cup)
        if wanted < named:
            raise ValueError(f"{word}: {named} missions are named as {word}, which is more than {wanted}")
        if wanted - named > left:
            raise ValueError(f"{word}: {wanted} missions cannot be settled, for the cup holds {left} more only")
        for t in g.s.mission_cup[: wanted - named]:
            put_one(g, t, word)


def get_counts(g: RG, asked: Any) -> dict[str, int]:
    words = [forms.word(word, SETTLED, "a count of missions") for word in forms.mapping(asked)]
    return {word: SETTLED[word](g.s, g.kit, policy(g)) for word in words}


def missions_in(place: int) -> Noun:
    word = next(word for word, code in WORDS.items() if code == place)
    return Noun(
        lambda g, value: put_place(g, dict.fromkeys(forms.sequence(value), word)),
        lambda g, asked: [g.kit.pieces[t].id for t in g.kit.mission_tokens if g.s.at[t] == place],
        loose=True,
        names=PIECE,
    )


# ---- measures -------------------------------------------------------------------------------------


def measured(what: str, words: tuple[str, ...], measure: Callable[[RG, Mapping[str, Any]], int]) -> Noun:
    """A list of {..., is: n}: the same list with what is found. The first word is needed, others are yes or no."""

    def get(g: RG, asked: Any) -> list[dict[str, Any]]:
        found = []
        for said in forms.sequence(asked):
            row = forms.mapping(said, f"a row of {what}")
            forms.known_words(row, (*words, "is"), f"a row of {what}")
            for needed in (words[0], "is"):
                if needed not in row:
                    raise ValueError(f"a row does not say {needed!r}: write {{{words[0]}: ..., is: 3}}")
            found.append({**row, "is": measure(g, row)})
        return found

    return Noun(None, get)


def measure_allowance(g: RG, row: Mapping[str, Any]) -> int:
    return allowance(g, tokens(g, row["stack"]), [], [], forms.yes(row.get("afloat", "no"), "afloat"))


def measure_portage(g: RG, row: Mapping[str, Any]) -> int:
    return capacity(g, tokens(g, row["stack"]), [])


def measure_noise(g: RG, row: Mapping[str, Any]) -> int:
    return noise_level(g, hex_at(g, row["hex"]), forms.yes(row.get("stealthy", "no"), "stealthy"))


def by_hex(found: Callable[[RG, int], int]) -> Noun:
    return Noun(None, lambda g, asked: _as_asked(g, asked, lambda h: found(g, h)))


def get_totals(g: RG, asked: Any) -> Any:
    """What both sides came to in the battles of this case: the last one, or all in a list."""
    told = [event.public for event in g.heard or [] if event.key == "combat.higher-wins"]
    sums = [re.findall(r"= (-?\d+)", text) for text in told]
    battles = [{"ours": ours, "theirs": theirs} for ours, theirs in sums]
    if isinstance(asked, list):
        return battles
    if isinstance(asked, Mapping):
        forms.known_words(asked, ("ours", "theirs"), "the totals of a battle")
        return {side: battles[-1][side] for side in asked} if battles else "none"
    return battles[-1] if battles else "none"


def get_assessment(g: RG, asked: Any) -> dict[str, str]:
    return {net: assessment(g.kit, forms.number(net)) for net in forms.mapping(asked)}


NOUNS = {
    "hexes": Noun(lambda g, value: None, about="hex: terrain, or a list of terrains; the hex `all` means every hex"),
    "cup": Noun(put_cup, get_cup, "what lies in a cup: enemies, missions, casualties", True, PIECE),
    "place": Noun(put_place, get_place, "piece: hex, or box, cup, lost, accomplished, forfeited"),
    "detected": Noun(put_detected, get_detected, "detected teams; a list of lists: several detections", True, PIECE),
    "casualties": Noun(put_casualties, get_casualties, "team: marker", names=PIECE),
    "accomplished": missions_in(DONE),
    "forfeited": missions_in(FORFEITED),
    "drawn": figure("missions_drawn"),
    "pp": figure("pp"),
    "turn": figure("turn"),
    "moved": bits("moved"),
    "fired": bits("fired"),
    "suppressed": bits("suppressed"),
    "mission": Noun(None, lambda g, asked: g.kit.pieces[g.s.mission].id if g.s.mission >= 0 else "none", names=PIECE),
    "enemies": Noun(None, lambda g, asked: [g.kit.pieces[t].id for t in g.s.hunters], "on the map", names=PIECE),
    "hex": Noun(None, get_hex, "hex: every counter in it", True, PIECE),
    "score": Noun(None, lambda g, asked: score_of(g)),
    "assessment": Noun(None, get_assessment, "score: its line"),
    "result": result("the line of the victory table, Defeat, or none while play goes on"),
    "asks": asks(),
    "counts": Noun(put_counts, get_counts, "how many missions are settled"),
    "allowance": measured("allowance", ("stack", "afloat"), measure_allowance),
    "portage": measured("portage", ("stack",), measure_portage),
    "noise": measured("noise", ("hex", "stealthy"), measure_noise),
    "attack-value": by_hex(attack_value),
    "cost": by_hex(lambda g, h: field(g).cost[h]),
    "penalty": by_hex(lambda g, h: field(g).penalty[h]),
    "totals": Noun(None, get_totals, "what both sides came to in battle"),
}
