"""What is seen of a raid game. All of it is public but the two enemies set aside unseen."""

from __future__ import annotations

from itertools import pairwise

from sandtable.games.raids.pieces import CAMP, ENEMY, GEAR, KINDS, LEADER, MISSION, TEAM, HexId, Kit, PieceId
from sandtable.games.raids.rules.victory import assessment, score
from sandtable.games.raids.state import BOX, RaidState, accomplished, forfeited, teams_lost
from sandtable.kernel.naming import did_you_mean, meant
from sandtable.kernel.options import Seat
from sandtable.kernel.sharing import tabled
from sandtable.kernel.view import (
    TOKEN,
    Board,
    Card,
    Check,
    Deck,
    Fact,
    Facts,
    LineClass,
    Link,
    Look,
    Mark,
    Side,
    Token,
    Track,
    Value,
    View,
)

# How the terrains of a table without columns for it look.
PATTERNS = {
    "trail": "path",
    "village": "houses",
    "peak": "peak",
    "crops": "rows",
    "clear": "plain",
    "mountain": "hachures",
    "landing-zone": "pad",
    "cave": "arch",
    "palm-grove": "dots",
    "river": "water",
}
LINES: dict[str, LineClass] = {"trail": "track", "river": "water"}
SIDES = {"friend": Side("ours", 0), "enemy": Side("the enemy", 1, "stripes"), "mission": Side("missions", 2)}


def name(kit: Kit, s: RaidState, domain: str, value: int) -> str:
    if domain == "space":
        return kit.grid.label(value)
    if domain == "camp":
        return f"{kit.pieces[value].name} {kit.grid.label(s.at[value])}" if s.at[value] >= 0 else kit.pieces[value].name
    title = counter_name(kit, value)
    if kit.pieces[value].kind == ENEMY and s.at[value] >= 0 and domain != "mover":
        return f"{title} ({kit.grid.label(s.at[value])})"
    return title


@tabled
def counter_name(kit: Kit, token: PieceId) -> str:
    piece = kit.pieces[token]
    copy = piece.id.removeprefix(piece.row).replace("-", " ")  # " 2" for the second counter of a kind
    return f"{piece.name}{copy}"


def lookup(kit: Kit, domain: str, text: str) -> int:
    if domain == "space":
        return kit.grid.at(text)
    return find_piece(kit, text)


def find_piece(kit: Kit, text: str) -> int:
    """A piece by its name, or as its counter has it: `m249`, `m249-1` and `M249` are the first of their kind."""
    if text in kit.by_id:
        return kit.by_id[text]
    first = text.removesuffix("-1")
    printed: dict[str, str] = {}
    for piece in reversed(kit.pieces):  # of those that are alike the first
        printed[piece.name] = piece.id
    known = meant(text, kit.by_id) or meant(first, kit.by_id, {row: name for name, row in printed.items()})
    if known is None:
        near = did_you_mean(first, kit.by_id)
        raise ValueError(
            f"{text!r} is not a piece: pieces are named as in the content, e.g. a-team, m249, m249-2{near}"
        )
    return kit.by_id[known]


def board(kit: Kit, title: str) -> Board:
    looks = {
        key: Look(t.name, t.pattern or PATTERNS.get(key, "plain"), t.letter, t.line or LINES.get(key, ""))
        for key, t in kit.terrain.items()
    }
    at = kit.grid.at
    links = [
        Link(at(a), at(b), kind)
        for kind, lines in (("trail", kit.sheet.trails), ("river", kit.sheet.rivers))
        for line in lines
        for a, b in pairwise(line)
    ]
    names = {at(label): text for label, text in kit.sheet.names.items()}
    return kit.grid.board(kit.sheet_id, title, kit.ground, looks, links, names)


@tabled
def values(kit: Kit, token: PieceId) -> list[Value]:
    """The four corners of the printed counter (2.4)."""
    piece = kit.pieces[token]
    if piece.kind in (TEAM, LEADER, GEAR):
        sign = "+" if piece.plus else "-" if piece.minus else ""
        fire = f"+{piece.fire}" if piece.plus_fire or piece.kind == LEADER else str(piece.fire)
        return [
            Value("firepower", fire, "tl"),
            Value("cost", str(piece.cost), "tr"),
            Value("noise", str(piece.noise), "bl"),
            Value("movement", f"{sign}{piece.move}", "br"),
        ]
    if piece.kind == ENEMY:
        return [Value("attack", str(piece.fire), "tl"), Value("movement", str(piece.move), "br")]
    if piece.kind == MISSION:
        return [Value("award", str(piece.cost), "tl")]
    return []


LETTERS = {TEAM: "T", LEADER: "L", CAMP: "C", GEAR: "g", ENEMY: "E", MISSION: "M"}


def token(kit: Kit, s: RaidState, t: PieceId) -> Token:
    piece = kit.pieces[t]
    badges = []
    if piece.kind == TEAM:
        if s.event[t]:
            badges.append("detected")
        if s.marker[t] >= 0:
            badges.append(kit.pieces[s.marker[t]].name)
    if s.moved >> t & 1:
        badges.append("moved")
    if s.fired >> t & 1:
        badges.append("fired")
    if s.suppressed >> t & 1:
        badges.append("suppressed")
    side = "enemy" if piece.kind == ENEMY else "mission" if piece.kind == MISSION else "friend"
    return Token(t, piece.name, s.at[t], None, "", side, piece.symbol, LETTERS[piece.kind], values(kit, t), badges)


def view(kit: Kit, s: RaidState, seat: Seat) -> View:
    seen = View(kit.sheet_id, seat, sides=SIDES)
    seen.tokens = [token(kit, s, t) for t, at in enumerate(s.at) if at >= 0]
    if s.mission >= 0:
        row = kit.missions[kit.pieces[s.mission].row]
        needs = " or ".join(" and ".join(kit.pieces[kit.by_id[g]].name for g in a) or "nothing" for a in row.needs)
        seen.marks = [Mark(s.at[s.mission], "mission", row.name)]
        seen.checks = [
            Check(f"{row.name} in {kit.grid.label(s.at[s.mission])}: needs {needs}", False, "mission.accomplish")
        ]
    net = score(s, kit)
    seen.tracks = [
        Track("turn", s.turn),
        Track("purchase points", s.pp),
        Track("accomplished", accomplished(s, kit)),
        Track("forfeited", forfeited(s, kit)),
        Track("teams lost", teams_lost(s, kit)),
        Track("score", net, text=assessment(kit, net)),
    ]
    seen.decks = [
        Deck("missions in the cup", len(s.mission_cup)),
        Deck("enemies in the cup", len(s.enemy_cup)),
        Deck("casualties in the cup", len(s.marker_cup)),
        for_sale(kit, s),
        *aside(kit, s),
    ]
    return seen


def for_sale(kit: Kit, s: RaidState) -> Deck:
    """Gear not in play: counters of one kind are one card, under the name of the one that is bought next. Old stock has
    prices of its own, each counter another."""
    stock = kit.gear if s.options.old_stock else kit.new_gear
    return shop(kit, tuple([(t, max(s.extra[t], 0)) for t in stock if s.at[t] == BOX]))


@tabled
def shop(kit: Kit, waiting: tuple[tuple[PieceId, int], ...]) -> Deck:
    """These counters, each with what it costs beyond its printed price."""
    kinds: dict[str, list[tuple[PieceId, int]]] = {}
    for t, extra in waiting:
        piece = kit.pieces[t]
        kinds.setdefault(piece.id if piece.old else piece.row, []).append((t, extra))
    cards = [on_offer(kit, *alike[0], len(alike)) for alike in kinds.values()]
    return Deck("for sale", len(waiting), cards)


def aside(kit: Kit, s: RaidState) -> list[Deck]:
    """Camps to be set up and people to be hired, each under a name of its own."""
    found = []
    for name, those in (("camps", kit.camps), ("people for hire", kit.people)):
        waiting = [on_offer(kit, t, max(s.extra[t], 0), 1) for t in those if s.at[t] == BOX]
        found += [Deck(name, len(waiting), waiting)] if waiting else []
    return found


@tabled
def on_offer(kit: Kit, t: PieceId, extra: int, count: int) -> Card:
    """A counter that lies beside the map, as a card."""
    piece = kit.pieces[t]
    title = piece.name if count > 1 else counter_name(kit, t)
    return Card(t, title, cost=str(piece.cost + extra), domain=TOKEN, count=count)


def inspect(kit: Kit, s: RaidState, domain: str, value: int) -> Facts:
    """Every value of a hex or counter with its source."""
    if domain == "space":
        return hex_facts(kit, s, value)
    piece = kit.pieces[value]
    facts = [Fact("kind", KINDS[piece.kind])]
    for what in values(kit, value):
        field = {"firepower": "fire", "attack": "fire", "movement": "move"}.get(what.name, what.name)
        facts.append(Fact(what.name, what.text, str(kit.content.source(piece.table, piece.row, field))))
    if piece.capacity:
        facts.append(Fact("hauls", str(piece.capacity)))
    if s.at[value] >= 0:
        facts.append(Fact("hex", kit.grid.label(s.at[value])))
    facts += [Fact("state", badge) for badge in (token(kit, s, value).badges if s.at[value] >= 0 else [])]
    return Facts(piece.name, facts)


def hex_facts(kit: Kit, s: RaidState, h: HexId) -> Facts:
    label = kit.grid.label(h)
    facts = [
        Fact("cost to enter", str(kit.cost[h])),
        Fact("noise", str(kit.noise[h])),
        Fact("penalty for an attack into it", str(kit.penalty[h])),
    ]
    for key in kit.ground[h]:
        t = kit.terrain[key]
        text = f"cost {t.cost}, noise {t.noise}, penalty {t.penalty}"
        facts.append(Fact(t.name, text, str(kit.content.source("terrain", key, "cost"))))
    there = [kit.pieces[t].name for t, at in enumerate(s.at) if at == h]
    if there:
        facts.append(Fact("pieces", ", ".join(there)))
    title = kit.sheet.names.get(label, "")
    return Facts(f"{label} {title}".strip(), facts)
