"""What is seen of a raid game. All of it is public but what lies in the enemy's cup."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.boards.looks import looks_of
from sandtable.games.raids.counters import counter_name, values
from sandtable.games.raids.pieces import CAMP, ENEMY, GEAR, KINDS, LEADER, MISSION, TEAM, Field, HexId, Kit, PieceId
from sandtable.games.raids.policies import Policy
from sandtable.games.raids.rules.victory import all_forfeited, score, standing
from sandtable.games.raids.state import RaidState, accomplished
from sandtable.games.raids.wares import aside, for_sale
from sandtable.kernel.naming import did_you_mean, meant
from sandtable.kernel.options import Seat
from sandtable.kernel.view import Board, Check, Deck, Fact, Facts, Mark, Side, Token, Track, View

SIDES = {"friend": Side("ours", 0), "enemy": Side("the enemy", 1, "stripes"), "mission": Side("missions", 2)}


def name(kit: Kit, s: RaidState, domain: str, value: int) -> str:
    if domain == "space":
        return in_play(kit, s).grid.label(value)
    if domain == "camp":
        at = s.at[value]
        return f"{kit.pieces[value].name} {in_play(kit, s).grid.label(at)}" if at >= 0 else kit.pieces[value].name
    title = counter_name(kit, value)
    if kit.pieces[value].kind == ENEMY and s.at[value] >= 0 and domain != "mover":
        return f"{title} ({in_play(kit, s).grid.label(s.at[value])})"
    return title


def in_play(kit: Kit, s: RaidState) -> Field:
    """The map in play."""
    return kit.fields[s.map]


def lookup(kit: Kit, s: RaidState, policy: Policy, domain: str, text: str) -> int:
    if domain == "space":
        return find_hex(kit, s, text)
    return find_piece(kit, policy, text)


def find_hex(kit: Kit, s: RaidState, text: str) -> int:
    """A hex of the map in play by its number; one of another map is told so."""
    try:
        return in_play(kit, s).grid.at(text)
    except ValueError:
        for other in kit.fields:
            if other.number != s.map and any(text == other.grid.label(h) for h in range(other.grid.size)):
                title, now = other.sheet.title or other.id, in_play(kit, s)
                raise ValueError(
                    f"Hex {text} is on the map {title}, and {now.sheet.title or now.id} is in play, whose hexes run "
                    f"from {now.grid.label(0)} to {now.grid.label(now.grid.size - 1)}."
                ) from None
        raise


def find_piece(kit: Kit, policy: Policy, text: str) -> int:
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
            f"{text!r} is not a piece: pieces are named as in the content, e.g. {policy.words.example}{near}"
        )
    return kit.by_id[known]


def board(kit: Kit, field: Field, policy: Policy, title: str) -> Board:
    """One map as it is drawn."""
    looks = looks_of(kit.terrain)
    for kind, (pattern, line) in policy.looks.items():
        if kind in looks:
            known = looks[kind]
            looks[kind] = replace(known, pattern=known.pattern or pattern, line=known.line or line)
    for kind, look in looks.items():
        looks[kind] = look if look.pattern else replace(look, pattern="plain")
    return field.grid.board(
        field.id, field.sheet.title or title, field.drawn, looks, field.links(), field.names, field.sides
    )


GRADES = {"E": "experienced", "V": "veteran"}
LETTERS = {TEAM: "T", LEADER: "L", CAMP: "C", GEAR: "g", ENEMY: "E", MISSION: "M"}


def token(kit: Kit, s: RaidState, t: PieceId) -> Token:
    piece = kit.pieces[t]
    badges = [GRADES[piece.grade]] if piece.grade else []
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


def view(kit: Kit, s: RaidState, policy: Policy, seat: Seat) -> View:
    seen = View(in_play(kit, s).id, seat, sides=SIDES)
    seen.tokens = [token(kit, s, t) for t, at in enumerate(s.at) if at >= 0]
    if s.mission >= 0:
        row = kit.missions[kit.pieces[s.mission].row]
        needs = " or ".join(" and ".join(kit.pieces[kit.by_id[g]].name for g in a) or "nothing" for a in row.needs)
        seen.marks = [Mark(s.at[s.mission], "mission", row.name)]
        seen.checks = [
            Check(
                f"{row.name} in {in_play(kit, s).grid.label(s.at[s.mission])}: needs {needs}",
                False,
                "mission.accomplish",
            )
        ]
    net = score(s, kit, policy)
    seen.tracks = [
        Track("turn", s.turn),
        Track("purchase points", s.pp),
        Track("accomplished", accomplished(s, kit)),
        Track("forfeited", all_forfeited(s, kit, policy)),
        Track(f"{policy.words.teams} lost", policy.teams_lost(s, kit)),
        Track("score", net, text=standing(s, kit, policy)),
    ]
    seen.decks = [
        Deck("missions in the cup", len(s.mission_cup)),
        Deck("enemies in the cup", len(s.enemy_cup)),
        Deck("casualties in the cup", len(s.marker_cup)),
        for_sale(kit, s, policy),
        *aside(kit, s, policy),
    ]
    return seen


def inspect(kit: Kit, s: RaidState, policy: Policy, domain: str, value: int) -> Facts:
    """Every value of a hex or counter with its source."""
    if domain == "space":
        return hex_facts(kit, s, value)
    piece = kit.pieces[value]
    facts = [Fact("kind", kinds(policy)[piece.kind])]
    for what in values(kit, value):
        field = {"firepower": "fire", "attack": "fire", "movement": "move"}.get(what.name, what.name)
        text = f"{what.text} ({what.note})" if what.note else what.text
        facts.append(Fact(what.name, text, str(kit.content.source(piece.table, piece.row, field))))
    if piece.capacity:
        facts.append(Fact("hauls", str(piece.capacity)))
    if s.at[value] >= 0:
        facts.append(Fact("hex", in_play(kit, s).grid.label(s.at[value])))
    facts += [Fact("state", badge) for badge in (token(kit, s, value).badges if s.at[value] >= 0 else [])]
    return Facts(piece.name, facts)


def hex_facts(kit: Kit, s: RaidState, h: HexId) -> Facts:
    here = in_play(kit, s)
    label = here.grid.label(h)
    facts = [
        Fact("cost to enter", str(here.cost[h])),
        Fact("noise", str(here.noise[h])),
        Fact("penalty for an attack into it", str(here.penalty[h])),
    ]
    for key in here.ground[h]:
        t = kit.terrain[key]
        text = f"cost {t.cost}, noise {t.noise}, penalty {t.penalty}"
        facts.append(Fact(t.name, text, str(kit.content.source("terrain", key, "cost"))))
    there = [kit.pieces[t].name for t, at in enumerate(s.at) if at == h]
    if there:
        facts.append(Fact("pieces", ", ".join(there)))
    return Facts(f"{label} {here.names.get(h, '')}".strip(), facts)


def kinds(policy: Policy) -> tuple[str, ...]:
    """What a book calls the kinds of counters."""
    own = {"team": policy.words.team, "camp": policy.words.camp}
    return tuple(own.get(kind, kind) for kind in KINDS)
