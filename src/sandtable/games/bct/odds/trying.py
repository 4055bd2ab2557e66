"""What odds are held to: a risky option played out, as the odds assume it, and what of them has come true."""

from __future__ import annotations

from collections.abc import Mapping

from sandtable.games.bct.frames import Battle, Fire, Scout
from sandtable.games.bct.odds.chances import line, next_hit, or_more, parts_of, side_of
from sandtable.games.bct.pieces import SideId
from sandtable.games.bct.position import DEEDS
from sandtable.games.bct.rules.battle import current, scout_card
from sandtable.games.bct.rules.fire import reduction
from sandtable.games.bct.rules.successes import prices
from sandtable.games.bct.state import BG, foe, is_down, place
from sandtable.kernel.odds import Risk, risk
from sandtable.kernel.options import Option, Seat
from sandtable.kernel.state import Frame

RISKS: Mapping[str, Risk] = {
    **dict.fromkeys(("j-2", "j-9"), risk("a Success")),
    "fire": risk("hit"),
    "flak": risk("Air Asset hit"),
}


def tried(g: BG, seat: Seat, option: Option) -> set[str]:
    """Which of the chances told of an option come true in this world."""
    verb = option[0]
    if verb in ("roll", "scout"):
        return of_roll(g, seat, option)
    if verb in ("flak", "done"):
        return of_flak(g, seat, option)
    if verb == "fire":
        return of_fire(g, seat, option)
    return of_battle(g, seat, option)


def of_roll(g: BG, seat: Seat, option: Option) -> set[str]:
    card = int(option[1]) if option[0] == "roll" else scout_card(g.kit, seat)
    g.take(seat, option)
    won = next(event.counts["successes"] for event in g.heard or () if "successes" in event.counts)
    return {or_more(price.price) for price in prices(g.kit, seat, card) if price.price <= won}


def of_flak(g: BG, seat: Seat, option: Option) -> set[str]:
    g.take(seat, option)
    if option[0] == "flak" and g.s.stack[-1].step == "flak":
        g.take(seat, ("done",))
    won = next((event.counts["successes"] for event in g.heard or () if "successes" in event.counts), 0)
    return {"Air Asset hit"} if won else set()


def of_fire(g: BG, seat: Seat, option: Option) -> set[str]:
    before = Losses(g, foe(seat))
    g.take(seat, option)
    play_out(g, Fire, seat)
    found = {"hit"} if before.suppressed(g) or before.destroyed(g) else set()
    found |= {"Destroyed"} if before.destroyed(g) else set()
    return found | ({"Collateral Damage"} if before.paid(g) else set())


def of_battle(g: BG, seat: Seat, option: Option) -> set[str]:
    """The Battle without cards; and, in a world of its own, who fires first if all J-2 Cards are played."""
    found = {"you fire first"} if fires_first(g.clone(), seat, option) else set()
    theirs, ours = Losses(g, foe(seat)), Losses(g, seat)
    g.take(seat, option)
    play_out(g, Battle, seat)
    for whose, losses in (("theirs", theirs), ("yours", ours)):
        found |= {f"{whose} Suppressed"} if losses.suppressed(g) else set()
        found |= {f"{whose} Destroyed"} if losses.destroyed(g) else set()
    return found | ({"Collateral Damage"} if theirs.paid(g) else set())


def fires_first(g: BG, seat: Seat, option: Option) -> bool:
    """With all J-2 Cards of this side and none of the other's, each rolled by the best Unit and spent on this alone."""
    g.take(seat, option)
    while (battle := current(g.s)).step in ("attacker-scouts", "defender-scouts", "roll-scouts"):
        offered = g.options()
        if g.awaited == seat and isinstance(g.s.stack[-1], Scout):
            g.take(seat, max(offered, key=lambda one: chance_of(g, seat, one)))
        elif g.awaited == seat and ("advantage",) in offered:
            g.take(seat, ("advantage",))
        elif g.awaited == seat and offered[0][0] == "commit":
            g.take(seat, offered[-1])
        else:
            g.take(g.awaited, assumed(g))
    return battle.first == seat


def chance_of(g: BG, seat: Seat, option: Option) -> float:
    odds = g.game.odds(g, seat, option)
    return sum(odds.chances.values()) if odds is not None else 0.0


class Losses:
    """How a side stood before, to tell what has become of it."""

    def __init__(self, g: BG, side: SideId) -> None:
        self.up = [t for t in g.kit.units_of[side] if self._there(g, t) and not is_down(g.s, t)]
        self.there = [t for t in g.kit.units_of[side] if self._there(g, t)]
        self.given = foe(side) * len(DEEDS) + DEEDS.index("collateral-given")
        self.deeds = g.s.turn_deeds[self.given]

    @staticmethod
    def _there(g: BG, token: int) -> bool:
        """In a District, by itself or in a box."""
        return 0 <= place(g.s, g.kit, token) < g.kit.size

    def suppressed(self, g: BG) -> bool:
        """Somebody was Suppressed, if only to be Destroyed then."""
        return any(is_down(g.s, t) or not self._there(g, t) for t in self.up)

    def destroyed(self, g: BG) -> bool:
        return any(not self._there(g, t) for t in self.there)

    def paid(self, g: BG) -> bool:
        """The other side's fire has paid it for Collateral Damage."""
        return g.s.turn_deeds[self.given] > self.deeds


def play_out(g: BG, risked: type[Battle] | type[Fire], seat: Seat) -> None:
    """Answers as the odds assume it until what was risked is over."""
    depth = next((n for n, frame in enumerate(g.s.stack) if isinstance(frame, risked)), None)
    while depth is not None and not g.over and len(g.s.stack) > depth and _lasts(g.s.stack[depth], risked, seat):
        g.take(g.awaited, assumed(g))


def _lasts(frame: Frame, risked: type[Frame], seat: Seat) -> bool:
    return isinstance(frame, risked) and (not isinstance(frame, Fire) or frame.side == seat)


def assumed(g: BG) -> Option:
    """Nobody plays a card or withdraws, all dice are fired, cover and hits are where they cost least."""
    offered = g.options()
    verb = str(offered[0][0])
    if verb == "suffer":
        return "suffer", hit_least(g)
    if verb == "no-cover":
        return cover(g, offered)
    if verb == "fire":
        return max(offered)
    if verb in ("commit", "seal"):
        return min(offered)
    return offered[0]


def hit_least(g: BG) -> int:
    s, kit, battle, f = g.s, g.kit, current(g.s), g.s.stack[-1]
    assert isinstance(f, Fire)
    side = foe(f.side)
    parts = parts_of(s, kit, battle, side)
    return parts[next_hit(parts, side_of(s, kit, battle, side), answers=battle.first == f.side)].token


def cover(g: BG, offered: list[Option]) -> Option:
    s, kit, battle, f = g.s, g.kit, current(g.s), g.s.stack[-1]
    assert isinstance(f, Fire)
    wanted = line(s, kit, battle, foe(f.side), answers=battle.first == f.side).cover(f.hits)
    return next(
        (one for one in offered if one[0] == "cover" and reduction(kit, battle, int(one[1])) == wanted),
        ("no-cover",),
    )
