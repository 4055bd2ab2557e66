"""Patrols: two patrols on an island of seven hexes. The rules, in the order of play."""

from typing import Annotated

from msgspec import Struct, field

from sandtable.boards.hexes import HexGrid
from sandtable.kernel.chance import D6
from sandtable.kernel.flow import NEXT, STAY, G, Next, Procedures, deed, procedure, question
from sandtable.kernel.options import Ask, Group, Option, Refusal, Seat
from sandtable.kernel.state import HIDDEN, OWN, PUBLIC, Frame, Masked, State
from sandtable.kernel.view import Outcome, Trace

GONE, ALL = -1, 3
MEN = ((0, 1), (2, 3))  # the tokens of Red and of Blue
CARRY, HUNT, HOLD = 0, 1, 2


class Kit(Struct):
    grid: HexGrid
    names: list[str]
    kinds: list[str]
    reach: list[int]
    beaches: list[int]
    hill: int
    wild: list[int]
    orders: list[str]


class Island(State, kw_only=True):
    turn: Annotated[int, PUBLIC] = 0
    at: Annotated[list[int], PUBLIC]
    kind: Annotated[list[int], Masked("known")] = field(default_factory=lambda: [0, 1, 0, 1])
    known: Annotated[list[int], PUBLIC] = field(default_factory=lambda: [1, 1, 2, 2])  # by which seats, as bits
    case: Annotated[list[int], PUBLIC] = field(default_factory=lambda: [0, 2])  # who carries each side's map case
    handed: Annotated[int, PUBLIC] = 0  # sides that handed it over this turn, as bits
    mine: Annotated[int, HIDDEN] = GONE
    trodden: Annotated[int, PUBLIC]  # hexes that somebody has entered, as bits
    orders: Annotated[list[int], OWN] = field(default_factory=lambda: [HUNT, HUNT])


class Play(Frame, tag="play"):
    sealing: Annotated[int, PUBLIC] = 0


class Turn(Frame, tag="turn"):
    first: Annotated[int, PUBLIC] = 0


class Phase(Frame, tag="phase"):
    side: Annotated[int, PUBLIC] = 0
    man: Annotated[int, PUBLIC] = GONE
    steps: Annotated[int, PUBLIC] = 0


class Ambush(Frame, tag="ambush"):
    man: Annotated[int, PUBLIC] = 0
    came_from: Annotated[int, PUBLIC] = 0


PG = G[Island, Kit]


def lay_the_mine(g: PG, f: Play) -> None:
    g.s.mine = g.draw(g.kit.wild[:], "mine-hex", "setup.mine")


def mix_the_men(g: PG, f: Play) -> None:
    for a, b in MEN if g.s.edition >= 2 else ():  # or the first of each side would be its scout, as all know
        kinds = [g.s.kind[a], g.s.kind[b]]
        g.mix(kinds, "men", "setup.men")
        g.s.kind[a], g.s.kind[b] = kinds


def ask_order(g: PG, f: Play) -> Ask:
    return Ask("Choose an order.", "setup.order", [Group(f.sealing, "order", (), [CARRY, HUNT, HOLD])], secret=True)


def take_order(g: PG, f: Play, seat: Seat, option: Option) -> Next:
    g.s.orders[seat], f.sealing = int(option[1]), seat + 1
    g.tell("setup.order", "", private={seat: f"You choose to {g.kit.orders[g.s.orders[seat]]}."})
    return STAY if f.sealing < g.s.seats else NEXT


def each_turn(g: PG, f: Play) -> Next:
    if g.s.turn == 8:
        g.end(Outcome("Night falls", [0, 0], -1, "end.night"))
    g.s.turn, g.s.handed = g.s.turn + 1, 0
    g.call(Turn())
    return STAY


def ask_first(g: PG, f: Turn) -> Ask:
    return Ask("Whoever speaks first goes first.", "turn.first", [Group(side, "go") for side in range(g.s.seats)])


def take_first(g: PG, f: Turn, seat: Seat, option: Option) -> Next:
    f.first = seat
    return NEXT


def phases(g: PG, f: Turn) -> None:
    if g.s.seats == 2:
        g.call(Phase(side=1 - f.first))
    g.call(Phase(side=f.first))  # pushed last, played first


def ask_step(g: PG, f: Phase) -> Ask:
    groups, found = [Group(f.side, "halt")], g.s.mine != GONE and g.s.trodden >> g.s.mine & 1
    mined = [h for h in g.kit.wild if not found and not g.s.trodden >> h & 1]
    for man in MEN[f.side]:
        if g.s.at[man] != GONE and f.man in (GONE, man) and f.steps < g.kit.reach[g.s.kind[man]]:
            for fresh in (True, False):
                near = [h for h in g.kit.grid.neighbours[g.s.at[man]] if (h in mined) == fresh]
                if near:
                    groups.append(Group(f.side, "step", (man,), near, "it may be mined" if fresh else "", fresh))
    unknown = f.man != GONE and g.s.known[f.man] != ALL  # a rifleman is asked on, too, or all would know him by it
    return Ask("Step with one man, or halt.", "move.step", groups, shape="path", most=2, secret=unknown)


def take_step(g: PG, f: Phase, seat: Seat, option: Option) -> Next:
    if option[0] == "halt":
        return NEXT
    f.man, f.steps, came_from = int(option[1]), f.steps + 1, g.s.at[int(option[1])]
    if f.steps == 2:
        show(g, f.man)  # only a scout steps twice
    g.s.at[f.man] = space = int(option[2])
    g.tell("move.step", "{0:token} goes to {1:space}.", f.man, space, moves=[Trace(f.man, [came_from, space])])
    if not g.s.trodden >> space & 1:
        g.s.trodden |= 1 << space
        g.reveal()
        if space == g.s.mine and g.roll(D6, "mine", "contact.mine") <= 3:
            fall(g, f.man, "contact.mine")
            return NEXT
    if any(g.s.at[foe] == space for foe in MEN[1 - f.side]):
        g.call(Ambush(step="react" if g.s.seats == 2 else "exchange-fire", man=f.man, came_from=came_from))
        return NEXT
    return STAY


def refuse_step(g: PG, f: Phase, seat: Seat, option: Option) -> Refusal | None:
    man = int(option[1]) if option[0] == "step" else GONE
    if man not in MEN[f.side] or f.man not in (GONE, man) or g.s.at[man] == GONE:
        return Refusal("move.step", "Step with one of your own men, the same one all through.")
    if f.steps >= g.kit.reach[g.s.kind[man]]:
        return Refusal("move.reach", "He has no step left.")
    return Refusal("move.step", "A step goes to a neighbouring hex.")


def ask_react(g: PG, f: Ambush) -> Ask:
    seat = 1 - f.man // 2
    return Ask("Fire, or fall back?", "contact.react", [Group(seat, "fire", risky=True), Group(seat, "fall-back")])


def take_react(g: PG, f: Ambush, seat: Seat, option: Option) -> Next:
    if option[0] == "fall-back":
        for foe in MEN[seat]:
            g.s.at[foe] = g.kit.beaches[seat] if g.s.at[foe] == g.s.at[f.man] else g.s.at[foe]
        g.leave()
    return NEXT


def exchange_fire(g: PG, f: Ambush) -> None:
    foe = next(t for t in MEN[1 - f.man // 2] if g.s.at[t] == g.s.at[f.man])
    show(g, f.man)
    show(g, foe)
    ours, theirs = g.roll(D6, "attack", "contact.fire"), g.roll(D6, "defence", "contact.fire")
    if ours == theirs:
        g.s.at[f.man] = f.came_from
        g.tell("contact.fire", "{0:token} is driven back to {1:space}.", f.man, f.came_from)
    else:
        fall(g, foe if ours > theirs else f.man, "contact.fire")


def show(g: PG, man: int) -> None:
    if g.s.known[man] != ALL:  # everybody learns his kind, and so his comrade's
        for mate in MEN[man // 2]:
            g.s.known[mate] = ALL
        g.reveal()
        g.tell("move.reach", "{0:token} shows himself.", man)


def fall(g: PG, man: int, key: str) -> None:
    side = man // 2
    g.tell(key, "{0:token} falls.", man, weight="blow")
    g.s.at[man] = GONE
    g.s.case[side] = GONE if g.s.case[side] == man else g.s.case[side]
    if all(g.s.at[mate] == GONE for mate in MEN[side]):
        g.end(Outcome("Wiped out", [side, 1 - side], 1 - side, "end.wiped"))


def check_order(g: PG, f: Phase) -> None:
    if fulfilled(g.s, g.kit, f.side, g.s.orders[f.side]):
        g.end(Outcome("Order fulfilled", [1 - f.side, f.side], f.side, "end.order"))


def fulfilled(s: Island, kit: Kit, side: int, order: int) -> bool:
    if order == CARRY:
        return s.case[side] != GONE and s.at[s.case[side]] == kit.beaches[1 - side]
    return all(s.at[t] == kit.hill for t in MEN[side]) if order == HOLD else GONE in (s.at[t] for t in MEN[1 - side])


PROCEDURES = Procedures(
    procedure(
        "play", Play, deed(lay_the_mine), deed(mix_the_men), question("order", ask_order, take_order), deed(each_turn)
    ),
    procedure("turn", Turn, question("first", ask_first, take_first), deed(phases), level="turn", title="turn"),
    procedure("phase", Phase, question("step", ask_step, take_step, refuse_step), deed(check_order), level="phase"),
    procedure("ambush", Ambush, question("react", ask_react, take_react), deed(exchange_fire), closed=True),
)
