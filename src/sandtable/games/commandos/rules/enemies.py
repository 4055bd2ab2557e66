"""Enemies on wheels and on the water: where they land, what bars them, which way they come."""

from __future__ import annotations

from functools import lru_cache

from sandtable.games.commandos.state import chosen
from sandtable.games.raids.field import Field, Way
from sandtable.games.raids.pieces import HexId, PieceId
from sandtable.games.raids.state import RG, field, piece

FAR = 9999

# ---- landing --------------------------------------------------------------------------------------


def lands(g: RG, enemy: PieceId, h: HexId) -> bool:
    """Boats on the sea, others on land; vehicles not on a river, ship, pier or breakwater."""
    return field(g).lands(piece(g, enemy).mobility, h, chosen(g).vehicles_land_on_bridges)


def no_landing(g: RG, enemy: PieceId, h: HexId) -> tuple[str, str]:
    if piece(g, enemy).mobility == "boat":
        return "boat.arrives", "{0:token} would land in {1:space}, where no boat can be, and does not come."
    if field(g).sea[h]:
        return "arrive.all-water", "{0:token} would land in open sea, in {1:space}, and does not come."
    return "vehicle.arrives", "{0:token} would land in {1:space}, where no vehicle can be, and does not come."


# ---- pursuit --------------------------------------------------------------------------------------


def way_of(g: RG, enemy: PieceId) -> Way:
    """Vehicles keep off broken ground, rivers and cliffs; a road opens ground to them if the table plays it so."""
    mobility = piece(g, enemy).mobility
    if mobility == "vehicle" and chosen(g).vehicles_by_road:
        return field(g).way("vehicle-by-road")  # rule: vehicle.barred
    return field(g).way(mobility)  # rule: vehicle.cliff vehicle.river vehicle.bridge vehicle.waits sea.waits sea.side


def closer_by_water(g: RG, enemy: PieceId, goal: HexId, way: Way) -> list[HexId]:
    """A boat's next hexes on the shortest water way to a hex next to its goal."""
    here = g.s.at[enemy]
    left = sailing(field(g), goal, waters(field(g))[here])
    return [h for h in way.neighbours[here] if left[h] < left[here]]  # rule: boat.way sea.base


@lru_cache(maxsize=16)
def waters(map: Field) -> list[int]:
    """For each hex the number of the water that it belongs to, all of which a boat can reach; 0 on land."""
    near, found = map.way("boat").neighbours, [0] * map.grid.size
    for start in range(map.grid.size):
        if found[start] or not (map.sea[start] or map.coast[start] or map.river[start]):
            continue
        number, fresh = max(found) + 1, [start]
        found[start] = number
        for h in fresh:
            for n in near[h]:
                if not found[n]:
                    found[n] = number
                    fresh.append(n)
    return found


@lru_cache(maxsize=4096)
def sailing(map: Field, goal: HexId, water: int) -> list[int]:
    """From each hex of a water, how many hexes it is to one next to the goal; where no water leads there, to the hex
    of that water that is nearest to it."""
    mine = [h for h, number in enumerate(waters(map)) if number == water]
    away, left = map.grid.distance[goal], [FAR] * map.grid.size
    nearest = max(min((away[h] for h in mine if h != goal), default=0), 1)  # rule: boat.no-way
    fresh = [h for h in mine if away[h] <= nearest]
    for h in fresh:
        left[h] = 0
    near = map.way("boat").neighbours
    for h in fresh:
        for n in near[h]:
            if left[n] == FAR:
                left[n] = left[h] + 1
                fresh.append(n)
    return left
