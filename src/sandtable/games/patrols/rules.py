"""The rules of Patrols, in the order of play. Read them beside rules.yaml; code cites the rule it carries out.

A *deed* does something and goes on. A *question* has three functions: `ask_` lists the legal answers, `take_` applies
one of them, `refuse_` says why something else is not legal.
"""

from sandtable.games.patrols.state import (
    CARRY,
    EVERYBODY,
    GONE,
    HOLD,
    HUNT,
    MEN,
    PG,
    SIDES,
    Ambush,
    Man,
    Phase,
    Play,
    Side,
    Turn,
    enemy,
    fulfilled,
    has_handed,
    is_here,
    is_trodden,
    may_be_mined,
    side_of,
)
from sandtable.kernel.chance import D6
from sandtable.kernel.flow import NEXT, STAY, Next, Procedures, deed, procedure, question
from sandtable.kernel.options import Ask, Group, Option, Refusal, Seat
from sandtable.kernel.story import Contender, Contest, Loss
from sandtable.kernel.view import Outcome, Trace

NIGHT = 8
"""The last turn."""

ENDS = {
    "Order fulfilled": "a side has done what its order says",
    "Wiped out": "a side has lost both its men",
    "Night falls": "nobody has won by the end of turn 8",
}
"""The ways it can end."""

# ---- 1. setting up ---------------------------------------------------------------------------------


def lay_the_mine(g: PG, f: Play) -> None:
    g.s.mine = g.draw(g.kit.wild[:], "mine-hex", "setup.mine")


def mix_the_men(g: PG, f: Play) -> None:
    if g.s.edition < 2:  # games from before men were mixed go on as they began
        return
    for one, other in MEN:
        kinds = [g.s.kind[one], g.s.kind[other]]
        g.mix(kinds, "men", "setup.men")  # or the first of each side would be its scout, as all know
        g.s.kind[one], g.s.kind[other] = kinds


def ask_order(g: PG, f: Play) -> Ask:
    orders = Group(f.sealing, "order", (), [CARRY, HUNT, HOLD])
    return Ask("Choose an order.", "setup.order", [orders], secret=True)


def take_order(g: PG, f: Play, seat: Seat, option: Option) -> Next:
    order = int(option[1])
    g.s.orders[seat] = order
    g.tell("setup.order", "", private={seat: f"You choose to {g.kit.orders[order]}."})
    f.sealing = seat + 1
    return STAY if f.sealing < g.s.seats else NEXT


# ---- 2. the turn -----------------------------------------------------------------------------------


def each_turn(g: PG, f: Play) -> Next:
    if g.s.turn == NIGHT:
        g.end(Outcome("Night falls", [0, 0], rule="end.night"))
    g.s.turn += 1
    g.s.handed = 0
    g.call(Turn())
    return STAY


def ask_first(g: PG, f: Turn) -> Ask:
    """Groups of several seats in one ask: whoever answers first acts."""
    return Ask("Whoever speaks first goes first.", "turn.first", [Group(side, "go") for side in range(g.s.seats)])


def take_first(g: PG, f: Turn, seat: Seat, option: Option) -> Next:
    f.first = seat
    g.tell("turn.first", f"Turn {{0}}: {SIDES[seat]} goes first.", g.s.turn, weight="turn")
    return NEXT


def phases(g: PG, f: Turn) -> None:
    if g.s.seats == 2:
        g.call(Phase(side=enemy(f.first)))
    g.call(Phase(side=f.first))  # called last, played first


# ---- 3. movement -----------------------------------------------------------------------------------


def ask_step(g: PG, f: Phase) -> Ask:
    groups = [Group(f.side, "halt")]
    mined = may_be_mined(g.s, g.kit)
    for man in MEN[f.side]:
        if not may_step(g, f, man):
            continue
        near = g.kit.grid.neighbours[g.s.at[man]]
        held = [place for place in near if any(g.s.at[foe] == place for foe in MEN[enemy(f.side)])]
        if risky := [place for place in near if place in mined]:
            groups.append(Group(f.side, "step", (man,), risky, "it may be mined", risky=True))
        if held:
            groups.append(Group(f.side, "step", (man,), held, "an enemy is there", risky=True))
        if quiet := [place for place in near if place not in mined and place not in held]:
            groups.append(Group(f.side, "step", (man,), quiet))
    # A rifleman is asked after his one step, too: if his phase ended by itself, all would know him by it.
    unknown = f.man != GONE and g.s.known[f.man] != EVERYBODY
    return Ask("Step with one man, or halt.", "move.step", groups, shape="path", most=2, secret=unknown)


def may_step(g: PG, f: Phase, man: Man) -> bool:
    return is_here(g.s, man) and f.man in (GONE, man) and f.steps < reach(g, man)


def reach(g: PG, man: Man) -> int:
    return g.kit.reach[g.s.kind[man]]  # rule: move.reach


def take_step(g: PG, f: Phase, seat: Seat, option: Option) -> Next:
    if option[0] == "halt":
        return NEXT
    man, place = int(option[1]), int(option[2])
    came_from = g.s.at[man]
    f.man = man
    f.steps += 1
    if f.steps == 2:
        show(g, man)  # only a scout steps twice
    g.s.at[man] = place
    way = [Trace(man, [came_from, place])]
    g.tell("move.step", "{0:token} goes to {1:space}.", man, place, moves=way, main=True)
    if not is_trodden(g.s, place):
        g.s.trodden |= 1 << place
        g.reveal()  # whether a mine lies here is known now, and nobody takes that back
        if place == g.s.mine and g.roll(D6, "mine", "contact.mine") <= 3:
            fall(g, man, "contact.mine")
            return NEXT
    if any(g.s.at[foe] == place for foe in MEN[enemy(f.side)]):
        reacts = "react" if g.s.seats == 2 else "exchange-fire"  # rule: contact.react: alone, the enemy fires
        g.call(Ambush(step=reacts, man=man, came_from=came_from))
        return NEXT
    return STAY


def refuse_step(g: PG, f: Phase, seat: Seat, option: Option) -> Refusal | None:
    man = int(option[1]) if option[0] == "step" else GONE
    if man not in MEN[f.side] or f.man not in (GONE, man) or not is_here(g.s, man):
        return Refusal("move.step", "Step with one of your own men, the same one all through.")
    if f.steps >= reach(g, man):
        return Refusal("move.reach", "He has no step left.")
    return Refusal("move.step", "A step goes to a neighbouring hex.")


def show(g: PG, man: Man) -> None:
    """Everybody learns what he is, and so what his comrade is."""
    if g.s.known[man] == EVERYBODY:
        return
    for mate in MEN[side_of(man)]:
        g.s.known[mate] = EVERYBODY
    g.reveal()
    g.tell("move.reach", "{0:token} shows himself.", man, weight="blow", whose=side_of(man), at=g.s.at[man])


def hand_over(g: PG, side: Side) -> list[Group]:
    """To whom the map case may pass, at any time: see `Patrols.standing`."""
    holder = g.s.case[side]
    if holder == GONE or has_handed(g.s, side):
        return []
    mates = [man for man in MEN[side] if man != holder and g.s.at[man] == g.s.at[holder]]
    return [Group(side, "hand", (), mates)] if mates else []


def take_hand_over(g: PG, side: Side, man: Man) -> None:
    g.s.case[side] = man
    g.s.handed |= 1 << side
    g.tell("case.hand", "{0:token} takes the map case.", man)


# ---- 4. contact ------------------------------------------------------------------------------------


def ask_react(g: PG, f: Ambush) -> Ask:
    side = enemy(side_of(f.man))
    return Ask("Fire, or fall back?", "contact.react", [Group(side, "fire", risky=True), Group(side, "fall-back")])


def take_react(g: PG, f: Ambush, seat: Seat, option: Option) -> Next:
    if option[0] == "fall-back":
        for foe in MEN[seat]:
            if g.s.at[foe] == g.s.at[f.man]:
                g.s.at[foe] = g.kit.beaches[seat]
        g.leave()
    return NEXT


def exchange_fire(g: PG, f: Ambush) -> None:
    foe = next(man for man in MEN[enemy(side_of(f.man))] if g.s.at[man] == g.s.at[f.man])
    show(g, f.man)
    show(g, foe)
    ours = g.roll(D6, "attack", "contact.fire")
    theirs = g.roll(D6, "defence", "contact.fire")
    sides = [
        Contender("{0:token}", ours, [ours], D6, side=SIDES[side_of(f.man)]),
        Contender("{1:token}", theirs, [theirs], D6, side=SIDES[side_of(foe)]),
    ]
    tie = ours == theirs
    contest = Contest(sides, -1 if tie else int(theirs > ours), tie)
    g.tell("contact.fire", "{0:token} and {1:token} exchange fire.", f.man, foe, at=g.s.at[foe], contest=contest)
    if tie:
        g.s.at[f.man] = f.came_from
        told = "A tie: {0:token} is driven back to {1:space}."
        g.tell("contact.fire", told, f.man, f.came_from, main=True)
    else:
        fall(g, foe if ours > theirs else f.man, "contact.fire")


# ---- 5. the end ------------------------------------------------------------------------------------


def fall(g: PG, man: Man, key: str) -> None:
    side = side_of(man)
    lost = [Loss("{0:token}", SIDES[side])]
    g.tell(key, "{0:token} falls.", man, weight="blow", whose=side, at=g.s.at[man], lost=lost, main=True)
    g.s.at[man] = GONE
    if g.s.case[side] == man:
        g.s.case[side] = GONE
    if not any(is_here(g.s, mate) for mate in MEN[side]):
        g.end(victory("Wiped out", enemy(side), "end.wiped"))


def check_order(g: PG, f: Phase) -> None:
    if fulfilled(g.s, g.kit, f.side, g.s.orders[f.side]):
        g.end(victory("Order fulfilled", f.side, "end.order"))


def victory(label: str, side: Side, key: str) -> Outcome:
    return Outcome(label, [int(each == side) for each in range(2)], side, key)


# ---- the sequence of play --------------------------------------------------------------------------

PROCEDURES = Procedures(
    procedure(
        "play",
        Play,
        deed(lay_the_mine),
        deed(mix_the_men),
        question("order", ask_order, take_order),
        deed(each_turn),
    ),
    procedure(
        "turn",
        Turn,
        question("first", ask_first, take_first),
        deed(phases),
        level="turn",
        title="turn",
    ),
    procedure(
        "phase",
        Phase,
        question("step", ask_step, take_step, refuse_step),
        deed(check_order),
        level="phase",
    ),
    procedure(
        "ambush",
        Ambush,
        question("react", ask_react, take_react),
        deed(exchange_fire),
        closed=True,
    ),
)
