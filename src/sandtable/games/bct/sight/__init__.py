"""What is seen of the theatre: for each seat the counters, marks, tracks and cards as it knows them.

The view is an allow-list: it is built from what a seat knows, and a spectator knows what both sides know.
"""

from __future__ import annotations

from sandtable.games.bct.frames import Battle
from sandtable.games.bct.pieces import SIDE_NAMES, SIDES, AssetId, Dice, Kit, SideId, SpaceId, UnitId
from sandtable.games.bct.rules.ground import control, supplied
from sandtable.games.bct.rules.objectives import worth
from sandtable.games.bct.setup.staging import STAGED
from sandtable.games.bct.sight.facts import inspect
from sandtable.games.bct.sight.knowledge import laid_on, told, values_known
from sandtable.games.bct.sight.names import SIDE_TITLES, back_title, face_title, net_number
from sandtable.games.bct.sight.piles import decks, joint_ops, objective, objective_text
from sandtable.games.bct.sight.printed import LOOK_OF_COLOUR, SHAPES, figures
from sandtable.games.bct.sight.province import BOARD, board, box_space
from sandtable.games.bct.sight.scene import scene
from sandtable.games.bct.state import BOXED, RESERVES, Theatre, c2_level
from sandtable.kernel.options import Seat
from sandtable.kernel.sharing import shared, tabled
from sandtable.kernel.view import Check, Mark, Ref, Side, Token, Track, View

__all__ = ["BOARD", "board", "inspect", "view"]

LOOKS = {
    "coalition": Side("Coalition", 3),
    "afghan": Side("Coalition, Afghan", 3, "dots"),
    "insurgent": Side("Insurgent", 1, "stripes"),
}
SIZES = {"tactical": 1.0, "hq": 1.2, "base": 1.0}
MARKER = 0.7
TRACK = 9
"""The last box of the units row."""


def view(kit: Kit, s: Theatre, seat: Seat) -> View:
    seen = View(BOARD, seat, sides=LOOKS)
    seen.tokens = tokens(s, kit, seat)
    seen.marks = marks(kit, s)
    seen.tracks = tracks(kit, s)
    seen.decks = decks(kit, s, seat)
    seen.scene = scene(kit, s)
    if seat >= 0:
        own = sorted(s.objectives[seat])
        seen.hand = [*joint_ops(kit, seat, s.hand[seat], "card"), *(objective(kit, s, o) for o in own)]
        seen.checks = [objective_check(kit, s, seat, o) for o in own]
    return seen


# ---- counters ---------------------------------------------------------------------------------------


@shared("at", "box", "kind", "front", "known", "covert", "down", "on", "open", "nets", "nets_down")
def tokens(s: Theatre, kit: Kit, seat: Seat) -> list[Token]:
    return [*units(kit, s, seat), *assets(kit, s, seat), *nets(kit, s)]


def units(kit: Kit, s: Theatre, seat: Seat) -> list[Token]:
    """Every Unit on the board, those in boxes in the space of the box; and what a side has yet to set up, to itself."""
    reach = supplied(s, kit, seat) if seat >= 0 else 0
    laid = laid_on(s, seat)
    found = []
    for token, at in enumerate(s.at):
        if at == RESERVES or (at == STAGED and kit.side[token] != seat):
            continue
        space = box_space(kit, s.box[token]) if at == BOXED else at
        covert, down = s.covert >> token & 1, s.down >> token & 1
        if told(seat, s.known[token]):
            cut_off = kit.side[token] == seat and 0 <= at < kit.size and not reach >> at & 1
            dice = values_known(kit, s, seat, token, laid)
            found.append(face(kit, token, s.kind[token], s.front[token], space, covert, down, cut_off, dice))
        else:
            found.append(back(kit, token, space, covert, down))  # rule: covert.hidden
    return found


@tabled
def back(kit: Kit, token: UnitId, space: SpaceId, covert: int, down: int) -> Token:
    """A counter of which a seat sees no more than its size and where it lies."""
    seen = counter(kit, token, back_title(kit, token, bool(covert)), space, down)
    seen.face_down = True
    return seen


@tabled
def face(
    kit: Kit, token: UnitId, kind: int, front: int, space: SpaceId, covert: int, down: int, cut_off: bool, dice: Dice
) -> Token:
    """A counter that a seat knows, whichever side is up."""
    row = kit.kinds[kind]  # rule: units.open
    seen = counter(kit, token, face_title(kit, token, kind, front), space, down)
    seen.side, seen.symbol, seen.letter = LOOK_OF_COLOUR[row.colour], row.symbol, row.letter
    seen.values = figures(dice)
    if covert:
        seen.badges.append("covert")
    elif cut_off:
        seen.badges.append("no line of communication")
    return seen


def counter(kit: Kit, token: UnitId, title: str, space: SpaceId, down: int) -> Token:
    size = "hq" if kit.is_hq[token] else "base" if kit.is_base[token] else "tactical"
    seen = Token(token, title, side=SIDE_NAMES[kit.side[token]])
    seen.shape, seen.size = SHAPES[size], SIZES[size]
    if space == STAGED:
        seen.box = "to be set up"
    else:
        seen.space = space
    if down:
        seen.badges.append("suppressed")
    return seen


def assets(kit: Kit, s: Theatre, seat: Seat) -> list[Token]:
    """Assets that this seat knows to lie on a Unit."""
    found = []
    for asset, token in enumerate(s.on):
        if token >= 0 and told(seat, s.open[asset]):  # rule: asset.hidden
            found.append(marker(kit, asset, token))
    return found


@tabled
def marker(kit: Kit, asset: AssetId, token: UnitId) -> Token:
    """The marker of an Asset on the Unit that has it."""
    row = kit.asset_rows[asset]
    seen = Token(asset, row.name, on=Ref(token), side=row.side, symbol=row.symbol, letter=row.letter)
    seen.domain = "asset"
    seen.values = figures(kit.asset_values[asset])
    seen.shape, seen.size = "round", MARKER
    return seen


def nets(kit: Kit, s: Theatre) -> list[Token]:
    """SWET/Nets, each a marker; the Suppressed ones of a District first."""
    found = []
    for where, laid in enumerate(s.nets):
        found += [net(kit, where, n, n < s.nets_down[where]) for n in range(laid)]
    return found


@tabled
def net(kit: Kit, where: int, number: int, down: bool) -> Token:
    side, district = divmod(where, kit.size)
    seen = Token(
        net_number(kit, side, district, number),
        "SWET/Net",
        district,
        side=SIDE_NAMES[side],
        letter="N",
        badges=["suppressed"] if down else [],
    )
    seen.domain, seen.shape, seen.size = "net", "round", MARKER
    return seen


# ---- beside the counters ----------------------------------------------------------------------------


def marks(kit: Kit, s: Theatre) -> list[Mark]:
    """Who Controls what, and where a Battle is fought."""
    held = control(s, kit)
    found = [
        Mark(district, "control", SIDE_TITLES[side], SIDE_NAMES[side])
        for side in SIDES
        for district in range(kit.size)
        if held[side] >> district & 1
    ]
    found += [Mark(frame.space, "battle", "Battle") for frame in s.stack if isinstance(frame, Battle)]
    return found


def tracks(kit: Kit, s: Theatre) -> list[Track]:
    """The Record Track."""
    found = [Track("turn", s.turn, 0, kit.scenarios[s.scenario].turns)]
    found += [Track("victory points", s.vp[side], side=SIDE_NAMES[side]) for side in SIDES]
    found += [Track("VP Chips this turn", s.chips[side], side=SIDE_NAMES[side]) for side in SIDES]
    found += [Track("C2 Level", c2_level(s, side), 0, TRACK, c2_text(s, side), SIDE_NAMES[side]) for side in SIDES]
    return found


def c2_text(s: Theatre, side: SideId) -> str:
    """What makes the Level, if it is not the marker alone."""
    parts = [("Higher Command", s.appealed[side]), ("J-5", s.planned[side]), ("Chaos", s.swayed[side])]
    changes = [f"{title} {change:+d}" for title, change in parts if change]
    return f"marker {s.c2[side]}, {', '.join(changes)}" if changes else ""


def objective_check(kit: Kit, s: Theatre, side: SideId, number: int) -> Check:
    """An Objective of the own hand, and what it would score as things stand."""
    card = kit.objectives[number]
    now = worth(s, kit, side, number)
    title = f"{card.title} (revealed)" if s.revealed[side] == number else card.title
    text = f"{title}: {objective_text(kit, number, s.rules.balanced)}"
    check = Check(text, now > 0, "objective.score", Ref(number, "objective"))
    if card.scores:
        check.now = f"Now {now} VP."
    return check
