"""The charts that are printed beside the map, with the values of the content in play."""

from __future__ import annotations

from itertools import pairwise

from sandtable.games.invasion.cards import Marker
from sandtable.games.invasion.pieces import Kit, in_points
from sandtable.games.invasion.rows import Fire, Gain, Level, Phase, Points, Recruits, Terrain, Zone
from sandtable.games.invasion.sight.piles import AFTER, WHEN
from sandtable.kernel.content import wording
from sandtable.kernel.view import Chart

PLACES = {
    "soviet-area": "Soviet Staging Area",
    "airfield-with-base": "controlled airfield with a Communist base",
    "soviet-base": "with a Soviet base",
    "base": "with a Communist base",
    "kabul": "Kabul",
    "held-town": "controlled city or town",
    "engineer": "with a Communist engineer",
    "air-available": "Air Available",
    "hand": "your hand",
}
FACES = [str(face) for face in range(1, 7)]


def charts(kit: Kit) -> list[Chart]:
    return [
        sequence(kit),
        morale(kit),
        morale_points(kit),
        recruiting(kit),
        counters(kit),
        terrain(kit),
        gains(kit),
        fire(kit),
        subversion(kit),
        placement(kit),
        markers(kit, "communist", "Communist markers"),
        markers(kit, "resistance", "Resistance markers"),
    ]


def sequence(kit: Kit) -> Chart:
    rows = [[f"{n}. {row.name}", row.text] for n, row in enumerate(kit.content.table("phases", Phase).values(), 1)]
    return Chart("Sequence of play", ["phase", "what happens"], rows, "year.turn")


def morale(kit: Kit) -> Chart:
    rows = [
        [level, str(row.communist_draws), str(row.resistance_draws), str(row.recruits)]
        for level, row in kit.content.table("morale", Level).items()
    ]
    heads = ["morale", "Communist markers", "Resistance markers", "Resistance recruits"]
    return Chart("Morale levels", heads, rows, "marker.communist")


def morale_points(kit: Kit) -> Chart:
    lines = list(kit.content.table("control", Points).values())
    rows = [[f"{line.least} to {after.least - 1}", str(line.points)] for line, after in pairwise(lines)]
    rows.append([f"{lines[-1].least} or more", str(lines[-1].points)])
    return Chart("Morale Point Chart", ["control points", "added to the index"], rows, "morale.chart")


def recruiting(kit: Kit) -> Chart:
    rows = []
    for row_id, row in kit.content.table("recruits", Recruits).items():
        named = kit.types[kit.type_of[row_id]].name if row_id in kit.type_of else "Subversion marker"
        where = " or ".join(PLACES[place] for place in row.where)
        rows.append([named, in_points(row.price.sixths), str(row.year), where])
    note = "All purchases of a Recruit Sub-Phase are added up; the sum is rounded up once."
    return Chart("Recruit Table", ["unit", "MP", "from", "where"], rows, "recruit.buy", note)


def counters(kit: Kit) -> Chart:
    rows = []
    for kind, unit in enumerate(kit.types):
        reduced = "" if unit.reduced_fire is None else f"{unit.reduced_fire} ({unit.reduced_guerrilla})"
        ground = not kit.is_air[kind] and unit.sort != "spectacular"
        factor = f"({unit.guerrilla})" if ground else ""
        move = ("∞" if unit.airmobile else str(unit.move)) if ground else ""
        rows.append([unit.name, str(unit.count), str(unit.fire), factor, move, reduced, str(unit.support or "")])
    heads = ["counter", "number", "fire", "guerrilla", "move", "reduced", "support"]
    return Chart("Counters", heads, rows, "recruit.limit")


def terrain(kit: Kit) -> Chart:
    rows = []
    for row in kit.content.table("terrain", Terrain).values():
        tie = "Communists" if row.tie == "communist" else "Resistance"
        rows.append([row.name, tie, "stop" if row.stops else ""])
    return Chart("Terrain Effects Chart", ["ground", "ties go to", "movement and support"], rows, "combat.superiority")


def gains(kit: Kit) -> Chart:
    rows = [
        [row.title, f"{row.communist:+}" if row.communist else "", f"{row.resistance:+}" if row.resistance else ""]
        for row in kit.content.table("gains", Gain).values()
    ]
    note = (
        "At most one point up and one down for a side in a battle; an elimination that counts goes before a reduction."
    )
    return Chart("Morale Gains & Losses", ["in a battle", "Communist", "Resistance"], rows, "morale.losses", note)


def fire(kit: Kit) -> Chart:
    rows = [[row.name, row.text] for row in kit.content.table("fire", Fire).values()]
    return Chart("Combat Results", ["fire", "result"], rows, "combat.fire")


def subversion(kit: Kit) -> Chart:
    rows = []
    for agent in kit.agents:
        side = "Communist" if agent.side == "communist" else "Resistance"
        rows.append([agent.name, side, str(agent.strength)])
    note = (
        f"A die up to the strength succeeds and counts as much as it shows; {kit.always_fails} fails always, "
        f"and against an area it raises Resistance morale by {kit.n.blowback}."
    )
    return Chart("Subversion", ["marker", "side", "strength"], rows, "subversion.attack", note)


def placement(kit: Kit) -> Chart:
    zones = {zone.cell: zone.name for zone in kit.content.table("zones", Zone).values()}
    rows = [[first, *(zones[f"{first}-{second}"] for second in FACES)] for first in FACES]
    return Chart(
        "Random Location Placement", ["first die", *(f"second {face}" for face in FACES)], rows, "terms.random-zone"
    )


def markers(kit: Kit, side: str, title: str) -> Chart:
    rows = []
    for row in kit.content.table("markers", Marker).values():
        if row.side == side:
            number = f" ({row.count} of them)" if row.count > 1 else ""
            rows.append([row.title + number, WHEN[row.when], wording(row.text, row.effects), AFTER[row.after]])
    return Chart(title, ["marker", "when", "effect", "afterwards"], rows, "marker.when")
