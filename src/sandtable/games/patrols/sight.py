"""What each seat sees and may think: names, the view, worlds it cannot tell from the true one, and odds."""

import random

from sandtable.games.patrols.pieces import Kit
from sandtable.games.patrols.state import (
    BLUE,
    GONE,
    MEN,
    PG,
    RED,
    SIDES,
    Ambush,
    Island,
    Man,
    Play,
    Side,
    enemy,
    fulfilled,
    is_here,
    is_trodden,
    knows,
    may_be_mined,
    side_of,
)
from sandtable.kernel import view
from sandtable.kernel.odds import percent, risk
from sandtable.kernel.options import Option, Seat
from sandtable.kernel.view import Look, Odds, Token, Track, View

COUNTERS = {SIDES[RED]: view.Side(SIDES[RED], 1), SIDES[BLUE]: view.Side(SIDES[BLUE], 3, "stripes")}
RISKS = {"mine": risk("lost"), "attack": risk("falls"), "defence": risk("falls")}
LOOKS = {"beach": Look("beach", "sand", "~"), "hill": Look("hill", "hills", "^"), "wild": Look("scrub", "dots")}


def man_name(s: Island, kit: Kit, seat: Seat, man: Man) -> str:
    kind = kit.kinds[s.kind[man]] if knows(s, seat, man) else "man"
    return f"{SIDES[side_of(man)]} {kind} {man + 1}"


def seen(s: Island, kit: Kit, seat: Seat) -> View:
    """An allow-list: built from what this seat knows, nothing is taken out afterwards. Seat -1 is an onlooker."""
    men = [
        Token(
            man,
            man_name(s, kit, seat, man),
            s.at[man],
            side=SIDES[side_of(man)],
            badges=["map case"] if man in s.case else [],
        )
        for man in range(len(s.at))
        if is_here(s, man)
    ]
    tracks = [Track("turn", s.turn, 0, 8)]
    if s.turn:
        order = kit.orders[s.orders[seat]] if seat >= 0 else "secret"
        tracks.append(Track("order", 0, text=order))
    return View("island", seat, men, tracks=tracks, sides=COUNTERS)


def deal(w: Island, kit: Kit, seat: Seat, key: bytes) -> None:
    """Deals anew what this seat does not know: the mine, which man is the scout, the orders of others."""
    rng = random.Random(key)
    if w.mine != GONE and not is_trodden(w, w.mine):
        w.mine = rng.choice([place for place in kit.wild if not is_trodden(w, place)])
    for side in {RED, BLUE} - {seat}:
        one, other = MEN[side]
        if not knows(w, seat, one):
            w.kind[one], w.kind[other] = rng.sample(sorted((w.kind[one], w.kind[other])), 2)
        if has_ordered(w, side):
            w.orders[side] = rng.choice([order for order in range(3) if not fulfilled(w, kit, side, order)])


def has_ordered(s: Island, side: Side) -> bool:
    """Whether a side has chosen its order: alone, Blue never does."""
    top = s.stack[-1]
    return side < (top.sealing if isinstance(top, Play) else s.seats)


def chances(g: PG, option: Option) -> Odds:
    """The odds of a risky option, in a world dealt for who asks."""
    unsafe = may_be_mined(g.s, g.kit)
    if option[0] == "step" and option[2] in unsafe:
        lost = 0.5 / len(unsafe)
        return Odds(f"lost to the mine {percent(lost)}", {"lost": lost})
    hit = 15 / 36
    if_so = "if they fire, " if option[0] == "step" and g.s.seats == 2 else ""
    return Odds(f"{if_so}your man falls {percent(hit)}, theirs {percent(hit)}", {"falls": hit, "wins": hit})


def tried(g: PG, seat: Seat, option: Option) -> set[str]:
    """Plays a risky option, the other side firing if it is asked: which of its chances have come true."""
    before = g.s.at[:]
    g.take(seat, option)
    while not g.over and isinstance(g.s.stack[-1], Ambush):
        g.take(g.awaited, ("fire",))
    ours = any(before[man] != GONE == g.s.at[man] for man in MEN[seat])
    theirs = any(before[man] != GONE == g.s.at[man] for man in MEN[enemy(seat)])
    mined = option[0] == "step" and option[2] not in before and not theirs
    return ({"lost" if mined else "falls"} if ours else set()) | ({"wins"} if theirs else set())


# ---- what must be true, whatever happened ----------------------------------------------------------


def faults(s: Island) -> list[str]:
    found = []
    for side, man in enumerate(s.case):
        if man != GONE and (man not in MEN[side] or not is_here(s, man)):
            found.append(f"Man {man + 1} has a map case, but is gone or of the other side.")
    for man in range(len(s.at)):
        if is_here(s, man) and not is_trodden(s, s.at[man]):
            found.append(f"Man {man + 1} stands where nobody has trodden.")
    return found
