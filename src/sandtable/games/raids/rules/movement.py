"""Movement: the Friendly Movement Phase. A stack is formed, then goes in legs to any hex within reach."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.boards.paths import IMPASSABLE, bits, listed, mask_of, union
from sandtable.games.raids.field import Way
from sandtable.games.raids.frames import Arrived, FriendlyMovement, Move
from sandtable.games.raids.pieces import GEAR, HexId, PieceId
from sandtable.games.raids.policies import policy, words
from sandtable.games.raids.rules.loads import left_with
from sandtable.games.raids.rules.losses import come_home, given_up
from sandtable.games.raids.rules.portage import allowance, capacity, cargo, carried, overloaded, speeding
from sandtable.games.raids.state import PLAYER, RG, any_team, field, gear_at, is_team, leaders_at, piece
from sandtable.kernel.flow import NEXT, STAY, Next
from sandtable.kernel.options import Ask, Group, Option, Refusal, Seat
from sandtable.kernel.view import Trace
from sandtable.kernel.words import how_many, plural

# ---- which stack ----------------------------------------------------------------------------------


def ask_stack(g: RG, f: FriendlyMovement) -> Ask:
    at, moved = g.s.at, g.s.moved
    movers = sorted({at[t] for t in g.kit.self_moving if at[t] >= 0 and not moved >> t & 1})
    sea = field(g).sea  # a transport left there alone, which is cargo by water, begins no move
    movers = [h for h in movers if not sea[h] or joinable(g, Move(start=h, here=h), 0)]
    if policy(g).cargo_afloat:
        movers = [h for h in movers if policy(g).refuse_form(g, h) is None]
    idle = "nobody has moved" if movers and not moved else ""
    groups = [Group(PLAYER, "done", warning=idle, title="end movement")]
    if movers:
        groups.append(Group(PLAYER, "form", (), movers))
    return Ask("Move a stack: from which hex? Or end movement.", "turn.friendly-movement", groups, ends=True)


def take_stack(g: RG, f: FriendlyMovement, seat: Seat, option: Option) -> Next:
    if option[0] == "done":
        return NEXT
    h = int(option[1])
    g.call(Move(start=h, here=h))
    return STAY


def refuse_stack(g: RG, f: FriendlyMovement, seat: Seat, option: Option) -> Refusal | None:
    if option[0] == "form":
        own = policy(g).refuse_form(g, int(option[1]))
        if own is not None:
            return own
        there = [t for t in g.kit.mobile if g.s.at[t] == int(option[1])]
        if any(piece(g, t).kind != GEAR or piece(g, t).plus for t in there):
            return Refusal("move.once", "Everything there that could move has moved this turn.")
        return Refusal("move.minus-alone", "Nothing there can move by itself.")
    if option[0] in ("buy", "hire", "camp", "move-camp"):
        return Refusal("purchase.when", "Points are spent in the Mission Objective Placement Phase only.")
    return None


# ---- forming it -----------------------------------------------------------------------------------


def joinable(g: RG, f: Move, room: int | None = None) -> list[int]:
    """Pieces in the hex that may still join; cargo only while somebody has room for it (known to who counts it)."""
    at, moved = g.s.at, g.s.moved
    there = [t for t in g.kit.mobile if at[t] == f.here and t not in f.stack and not moved >> t & 1]
    wet = by_water(g, f)
    room = capacity(g, f.stack, f.late, wet) - len(cargo(g, f.stack, wet)) if room is None else room
    hauled, limited = g.kit.is_cargo, g.kit.gear_that_rides if wet else g.kit.is_black
    return [
        t for t in there if (room > 0 if hauled[t] else not limited[t] or not overloaded(g, [*f.stack, t], f.late, wet))
    ]


def by_water(g: RG, f: Move) -> bool:
    """Whether a stack can go by water alone, in a game where transports are cargo then."""
    return policy(g).cargo_afloat and (f.spent >= IMPASSABLE or field(g).sea[f.here])


def ask_form(g: RG, f: Move) -> Ask:
    groups = [Group(PLAYER, "ready")] if f.stack else []
    wet = by_water(g, f)
    load, room = len(cargo(g, f.stack, wet)), capacity(g, f.stack, f.late, wet)
    there = joinable(g, f, room - load)
    if there:
        groups.append(Group(PLAYER, "take", (), there))
    if not f.stack:
        groups.append(Group(PLAYER, "all"))
    return Ask(f"Who goes? Carrying {load} of {room}.", "move.stack", groups, "many", 1, 99)


def take_form(g: RG, f: Move, seat: Seat, option: Option) -> Next:
    if option[0] == "take":
        f.stack.append(int(option[1]))  # rule: gear.strip
        return STAY
    if option[0] == "all":
        everybody(g, f)
        return STAY
    return NEXT


def everybody(g: RG, f: Move) -> None:
    """Everyone in the hex, with as much gear as they can haul."""
    wet = by_water(g, f)
    for t in [t for t in g.kit.self_moving if g.s.at[t] == f.here and not g.s.moved >> t & 1]:
        if t not in f.stack and not overloaded(g, [*f.stack, t], f.late, wet):
            f.stack.append(t)
    room = capacity(g, f.stack, f.late, wet) - len(cargo(g, f.stack, wet))
    f.stack += [t for t in g.kit.hauled if g.s.at[t] == f.here and not g.s.moved >> t & 1][:room]


def refuse_form(g: RG, f: Move, seat: Seat, option: Option) -> Refusal | None:
    if option[0] == "ready":
        return Refusal("move.stack", "Nobody has been chosen to move.")
    if option[0] == "take":
        return refuse_join(g, f, int(option[1]))
    return None


def refuse_join(g: RG, f: Move, token: PieceId) -> Refusal:
    p = piece(g, token)
    if g.s.at[token] != f.here or token not in g.kit.mobile:
        return Refusal("move.stack", f"There is no {p.name} to be moved from there.")
    if token in f.stack:
        return Refusal("move.stack", f"Already going: {p.name}.")
    if g.s.moved >> token & 1:
        return Refusal("move.once", f"Finished for this turn: {p.name}.")
    if not f.stack and p.kind == GEAR and p.minus:
        return Refusal("move.minus-alone", f"The {p.name} cannot move by itself: choose who hauls it first.")
    return refuse_load(g, f)


def refuse_load(g: RG, f: Move) -> Refusal:
    """The limit is a team's, a transport's, a leader's, or that of a team and the plus pieces it began with."""
    transports = [t for t in f.stack if piece(g, t).plus and t not in f.late]
    if any(is_team(g, t) for t in f.stack):
        key = "portage.combined" if transports else "portage.team"
    else:
        key = "portage.plus" if any(piece(g, t).kind == GEAR for t in transports) else "portage.leader"
    return Refusal(key, f"They can haul {how_many(capacity(g, f.stack, f.late, by_water(g, f)), 'piece')} and no more.")


# ---- under way ------------------------------------------------------------------------------------


class Ways:
    """What the next leg of a move can reach: for each price the hexes it buys, as masks."""

    def __init__(self, land: list[int], boat: list[int], minimum: int, limit: int) -> None:
        self.land = land
        self.boat = boat
        self.minimum = minimum
        """Hexes that only the minimum move reaches."""
        self.limit = limit
        """The allowance that holds for it."""

    def goals(self, here: HexId) -> Sequence[HexId]:
        return listed((self.minimum | union(self.land) | union(self.boat)) & ~(1 << here))

    def by_water(self) -> list[HexId]:
        """Hexes that only a craft reaches."""
        return bits(union(self.boat) & ~(self.minimum | union(self.land)))


def price(layers: list[int], h: HexId) -> int:
    """What a hex costs; -1 if it is out of reach."""
    for cost, layer in enumerate(layers):
        if layer >> h & 1:
            return cost
    return -1


def ways(g: RG, f: Move) -> Ways:
    """Hexes held by an enemy are closed; by boat a hex of water costs one and others are closed."""
    own, stack = policy(g), f.stack
    land: list[int] = []
    boat: list[int] = []
    minimum = limit = 0
    if f.spent_all or own.holds_back(g, f) is not None:
        return Ways(land, boat, minimum, f.spent)
    closed = mask_of(held_against(g, stack))  # rule: move.no-zones
    if goes_by_land(g, f):
        limit = allowance(g, stack, f.late, f.shed, False)
        budget = max(min(limit - f.spent, 250), 0)
        on_foot = field(g).foot
        land = on_foot.flood(f.here, budget, closed)
        if not f.hexes:
            minimum = on_foot.beside[f.here] & ~closed  # rule: move.minimum
    if f.afloat >= 0 and carries_boat(g, f) and not (own.cargo_afloat and overloaded(g, stack, f.late, True)):
        afloat = allowance(g, stack, f.late, f.shed, True)
        budget = max(min(afloat - f.afloat, 250), int(not f.hexes))
        boat = way(g, True).flood(f.here, budget, closed)  # rule: river.boat
        limit = max(limit, afloat) if f.hexes or not limit else limit
    return Ways(land, boat, minimum, limit)


def held_against(g: RG, stack: list[int]) -> list[int]:
    """Hexes that a stack may not enter because of the enemy there; a team may, if the table plays it so."""
    if policy(g).enters_enemy_hexes(g.s) and any_team(g, stack):
        return []
    at = g.s.at
    return [at[enemy] for enemy in g.s.hunters]  # rule: move.enemy-hex


def steps_between(g: RG, f: Move, h: HexId) -> int:
    """How many hexes a leg enters at least: what counts is whether it was one."""
    return field(g).grid.distance[f.here][h]


def ask_leg(g: RG, f: Move) -> Ask:
    groups = [Group(PLAYER, "halt", risky=f.hexes > 0), *policy(g).ends(g, f)]
    g.memo = found = ways(g, f)
    goals = found.goals(f.here)
    if goals:
        heard = any_team(g, f.stack) or any(f.halts[1::2])  # those dropped off, too, once it ends
        groups.append(Group(PLAYER, "go", (), goals, risky=heard))
    if f.hexes:
        dropped = droppable(g, f)  # rule: portage.exchange
        if dropped:
            groups.append(Group(PLAYER, "drop", (), dropped))
        there = claimable(g, f)
        if there:
            groups.append(Group(PLAYER, "claim", (), there))
    spent = "all" if f.spent_all else str(f.spent if f.afloat <= 0 else f.afloat)
    prompt = f"Where to? {spent} of {found.limit} movement spent."
    stands = f.hexes > 0 or not goals  # before a die falls the player sees what halting risks; who cannot go hears why
    return Ask(prompt, "move.direction", groups, "path", 0, max(found.limit, 1), always=stands)


def droppable(g: RG, f: Move) -> list[int]:
    """Who or what may stay behind here, so that the rest can still go on with what it has spent."""
    return [t for t in f.stack if len(f.stack) > 1 and refuse_drop(g, f, t) is None]


def refuse_drop(g: RG, f: Move, token: PieceId) -> Refusal | None:
    p = piece(g, token)
    if token not in f.stack or len(f.stack) == 1:
        return Refusal("move.drop-off", f"The {p.name} cannot be dropped off.")
    rest = [t for t in f.stack if t != token]
    if all(carried(g, t, rest) for t in rest):
        return Refusal("move.minus-alone", "Nobody would be left to haul the rest.")
    if overloaded(g, rest, f.late, by_water(g, f)):
        return Refusal("portage.combined", "The others cannot haul what is left: drop gear first.")
    shed, _ = left_with(g, f, token)
    paid = f.spent_all or (f.spent < IMPASSABLE and keeps_pace(g, f, rest, shed, False))
    floated = f.afloat >= 0 and any(piece(g, t).craft for t in rest) and keeps_pace(g, f, rest, shed, True)
    if not (paid or floated):
        return Refusal("move.plus-bonus", f"Without the {p.name} the stack could not have come this far.")
    return policy(g).refuse_drop(g, f, token)


def keeps_pace(g: RG, f: Move, rest: list[int], shed: list[int], by_boat: bool) -> bool:
    """Whether what was spent is within the allowance of those who are left, or dropping costs none."""
    left = allowance(g, rest, f.late, shed, by_boat)
    return (f.afloat if by_boat else f.spent) <= left or left >= allowance(g, f.stack, f.late, f.shed, by_boat)


def claimable(g: RG, f: Move) -> list[int]:
    """Gear lying here that has not moved this turn, as far as it can be hauled."""
    there = [*gear_at(g, f.here), *leaders_at(g, f.here)]  # rule: gear.reclaim
    return [t for t in there if t not in f.stack and refuse_claim(g, f, t) is None]


def refuse_claim(g: RG, f: Move, token: PieceId) -> Refusal | None:
    if token in f.stack or g.s.at[token] != f.here or token not in g.kit.mobile or is_team(g, token):
        return Refusal("gear.pick-up", f"There is no {piece(g, token).name} to be picked up there.")
    if g.s.moved >> token & 1:
        return Refusal("move.once", f"Finished for this turn: {piece(g, token).name}.")
    joined = [*f.late, token] if piece(g, token).plus else f.late
    if overloaded(g, [*f.stack, token], joined, by_water(g, f)):
        return refuse_load(g, f)
    return None


def take_leg(g: RG, f: Move, seat: Seat, option: Option) -> Next:
    if len(option) == 1:
        policy(g).come_to_rest(g, f, f.stack, str(option[0]))
        halted(g, f, f.stack)
        return NEXT
    token = int(option[1])
    if option[0] == "drop":
        f.shed, f.hands = left_with(g, f, token)
        f.stack.remove(token)
        policy(g).come_to_rest(g, f, [token], "drop")
        halted(g, f, [token])  # rule: move.drop-off move.partial-halt
    elif option[0] == "claim":
        f.stack.append(token)
        if piece(g, token).plus:
            f.late.append(token)  # rule: gear.pick-up
    else:
        go(g, f, int(option[1]))
    return STAY


def go(g: RG, f: Move, h: HexId) -> None:
    """One leg. Terrain is paid once for the whole stack."""
    found = g.memo if isinstance(g.memo, Ways) else ways(g, f)
    land, boat = price(found.land, h), price(found.boat, h)
    f.spent_all = int(land < 0 and boat < 0)  # rule: move.minimum
    f.spent = f.spent + land if land >= 0 else IMPASSABLE  # rule: move.cost move.cost-once
    f.afloat = f.afloat + boat if boat >= 0 else -1
    f.hexes += steps_between(g, f, h)
    f.hands = []
    matters = g.heard is not None or any(g.s.event[t] for t in f.stack if is_team(g, t))
    left, gone = f.here, route(g, f.here, h, found) if matters else []
    f.here = h
    for token in f.stack:
        g.s.at[token] = h  # rule: stacking.no-limit
    people = [t for t in f.stack if piece(g, t).kind != GEAR] or f.stack
    *most, last = (f"{{{n}:token}}" for n in range(1, len(people) + 1))
    who = f"{', '.join(most)} and {last}" if most else last
    told = f"{who} {plural(len(people), 'goes', 'go')} to {{0:space}}."
    g.tell("move.direction", told, h, *people, moves=[Trace(token, gone) for token in f.stack if gone])
    given_up(g, left)
    policy(g).on_left(g, left)
    for entered in gone[1:]:  # rule: camp.undetects
        come_home(g, entered, f.stack)


def route(g: RG, here: HexId, h: HexId, found: Ways) -> list[int]:
    """The hexes of a leg: a cheapest way, and of those one that passes through as many camps as can be.

    It is found back from its end along what each hex has cost.
    """
    by_boat = price(found.land, h) < 0
    layers, going = found.boat if by_boat else found.land, way(g, by_boat)
    if price(layers, h) < 0:
        return [here, h]  # the minimum move goes over the allowance
    homes = {g.s.at[t] for t in g.kit.camps}
    known = {here: 0}

    def before(entered: int) -> list[int]:
        paid = price(layers, entered) - going.cost[entered]
        return [
            n for n in field(g).grid.neighbours[entered] if layers[paid] >> n & 1 and entered in going.neighbours[n]
        ]

    def passed(entered: int) -> int:
        """Camps on the way to a hex and in it."""
        if entered not in known:
            known[entered] = max(passed(n) for n in before(entered)) + (entered in homes)
        return known[entered]

    near = any(0 < price(layers, home) < price(layers, h) for home in homes if home >= 0)
    choose = passed if near else lambda entered: 0
    back = [h]
    while back[-1] != here:
        back.append(max(before(back[-1]), key=choose))
    return back[::-1]


def halted(g: RG, f: Move, tokens: list[int]) -> None:
    """Whoever halts has finished for this turn."""
    for token in tokens:
        g.s.moved |= 1 << token
    if not f.hexes:
        return
    come_by_team = f.hexes if any(is_team(g, t) for t in tokens) else 0  # rule: noise.plus-alone
    if f.here in f.halts[::2]:
        known = f.halts[::2].index(f.here) * 2 + 1
        f.halts[known] = max(f.halts[known], come_by_team)
    else:
        f.halts += [f.here, come_by_team]


def refuse_leg(g: RG, f: Move, seat: Seat, option: Option) -> Refusal | None:
    if option[0] == "take" and not f.hexes and int(option[1]) not in joinable(g, f):
        return refuse_join(g, f, int(option[1]))
    if option[0] in ("take", "drop", "claim") and not f.hexes:
        return Refusal("move.stack", "The stack is formed; it has not moved yet.")
    if option[0] == "drop":
        return refuse_drop(g, f, int(option[1]))
    if option[0] == "claim":
        return refuse_claim(g, f, int(option[1]))
    return refuse_go(g, f, int(option[1])) if option[0] == "go" else None


def refuse_go(g: RG, f: Move, h: HexId) -> Refusal:
    if h == f.here:
        return Refusal("move.direction", "The stack is there already.")
    if h in held_against(g, f.stack):
        return Refusal("move.enemy-hex", "An enemy holds that hex.")
    own = policy(g).holds_back(g, f) or policy(g).refuse_leg(g, f, h)
    if own is not None:
        return own
    water = carries_boat(g, f) and way(g, True).cost[h] < IMPASSABLE
    if field(g).sea[h] and not water:
        return Refusal("move.direction", "That hex is open water.")
    if f.spent_all:
        return Refusal("move.minimum", "A minimum move spends everything.")
    by_boat = boat_reaches(g, f, h)
    if not by_boat and carries_boat(g, f) and not any(is_team(g, t) for t in f.stack):
        return Refusal(
            "river.boat-on-land", f"Without a {words(g).team} a boat stays on the river, and no river leads there."
        )
    if not by_boat and f.spent >= IMPASSABLE:
        return Refusal("river.boat", "They have come so far by boat, and go on only by river.")
    total, spent = allowance(g, f.stack, f.late, f.shed, by_boat), f.afloat if by_boat else f.spent
    unhindered = way(g, by_boat).flood(f.here, max(total - spent, 0), 0)
    if price(unhindered, h) >= 0:
        return Refusal("move.enemy-hex", f"Enemies bar the way: the allowance is {total}, {spent} of it spent.")
    if price(way(g, by_boat).flood(f.here, max(fastest(g, f, by_boat) - spent, 0), 0), h) >= 0:
        team, lent = words(g).team, speeding(g, f.stack, f.late, by_boat)
        who = f"the {piece(g, lent[0]).name}" if len(lent) == 1 else "each of what they have"
        slow = f"One {team} alone would come so far, but {who} speeds up one {team} only"
        return Refusal("move.one-team", f"{slow}, and together they go {total}.")
    return Refusal("move.allowance", f"Too far: the allowance is {total}, {spent} of it spent.")


def fastest(g: RG, f: Move, by_boat: bool) -> int:
    """How far one team of the stack would come with what speeds it up, if the other teams stayed behind; 0 where
    there is one team only, or nothing that speeds it up."""
    teams = [t for t in f.stack if is_team(g, t)]
    if len(teams) < 2 or not speeding(g, f.stack, f.late, by_boat):
        return 0
    others = [t for t in f.stack if t not in teams]
    return max(allowance(g, [team, *others], f.late, f.shed, by_boat) for team in teams)


def way(g: RG, by_boat: bool) -> Way:
    """How a stack gets about, and what it costs to enter each hex."""
    here = field(g)
    return here.way("craft") if by_boat else here.foot  # rule: move.same-cost move.highest-cost river.enter


def carries_boat(g: RG, f: Move) -> bool:
    """Whether a craft is along that began the move with the stack and is nobody's cargo on the water."""
    wet = policy(g).cargo_afloat
    return any(not carried(g, t, f.stack, wet) for t in crafts(g, f))


def crafts(g: RG, f: Move) -> list[int]:
    """The craft that began the move with the stack."""
    is_craft = g.kit.is_craft
    return [t for t in f.stack if is_craft[t] and t not in f.late]


def goes_by_land(g: RG, f: Move) -> bool:
    """A craft without a team never goes over land, unless a transport has it as its load."""
    if not policy(g).walks(g, f):
        return False
    return any_team(g, f.stack) or all(carried(g, t, f.stack) for t in crafts(g, f))


def boat_reaches(g: RG, f: Move, h: HexId) -> bool:
    """Whether a boat that is along, with movement enough, could come to a hex by water alone."""
    if not carries_boat(g, f) or f.afloat < 0:
        return False
    closed = mask_of(held_against(g, f.stack))
    water = way(g, True).flood(f.here, IMPASSABLE - 1, closed)
    return price(water, h) >= 0


def settle_halts(g: RG, f: Move) -> Next:
    """After the whole move, hex by hex in the order of halting: mission, then noise."""
    if not f.halts:
        return NEXT
    h, hexes = f.halts[0], f.halts[1]
    del f.halts[:2]
    g.call(Arrived(where=h, hexes=hexes))  # rule: mission.halt
    return STAY
