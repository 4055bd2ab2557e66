"""What a risky option risks, in words and exact chances, before anybody takes it."""

from __future__ import annotations

from collections.abc import Callable

from sandtable.games.bct import cards
from sandtable.games.bct.frames import Advance, Battle, Fire
from sandtable.games.bct.odds.chances import (
    Exchange,
    Line,
    Volley,
    at_least,
    declared,
    exchange,
    faces,
    line,
    mean_successes,
    or_more,
    supplied_openly,
    volley,
)
from sandtable.games.bct.pieces import INSURGENT, J2, J9, SIDES, CardId, Kit, UnitId, in_dice
from sandtable.games.bct.rules.battle import current, held, scout_card
from sandtable.games.bct.rules.fire import flak_dice
from sandtable.games.bct.rules.ground import scouts, supplied, value
from sandtable.games.bct.rules.successes import prices
from sandtable.games.bct.sight.names import SIDE_TITLES
from sandtable.games.bct.state import BG, Theatre, foe
from sandtable.kernel.odds import average, percent
from sandtable.kernel.options import Option, Seat
from sandtable.kernel.sharing import tabled
from sandtable.kernel.view import Odds


def odds(g: BG, seat: Seat, option: Option) -> Odds | None:
    """The chances of an option that carries a risk; None for any other, and where its question does not stand."""
    tell = TELLERS.get(str(option[0]))
    return None if tell is None else tell(g, seat, option)


# ---- J-2 and J-9 ------------------------------------------------------------------------------------


def of_roll(g: BG, seat: Seat, option: Option) -> Odds | None:
    action = next((a for a in g.kit.joint_ops[seat][int(option[1])].actions if isinstance(a, cards.Roll)), None)
    if action is None:
        return None
    return of_dice(g.kit, seat, int(option[1]), value(g.s, g.kit, int(option[2]), J2 if action.value == "j2" else J9))


def of_scout(g: BG, seat: Seat, option: Option) -> Odds | None:
    return of_dice(g.kit, seat, scout_card(g.kit, seat), value(g.s, g.kit, int(option[1]), J2))


@tabled
def of_dice(kit: Kit, seat: Seat, card: CardId, dice: int) -> Odds:
    """For each price on the card, how likely it can be paid."""
    die = faces(kit)
    chances = {}
    for price in sorted({price.price for price in prices(kit, seat, card)}):
        chances[or_more(price)] = float(at_least(die, dice, price))
    parts = [f"{what} {percent(chance)}" for what, chance in chances.items()]
    parts.append(f"{average(float(mean_successes(die, dice)))} on average")
    return Odds(f"{in_dice(dice)}: " + ", ".join(parts), chances)


# ---- battles ----------------------------------------------------------------------------------------


def lines_seen(s: Theatre, kit: Kit, seat: Seat) -> list[int]:
    """The Districts from which each side traces an LOC, the other side's as far as this seat can tell."""
    return [supplied(s, kit, side) if side == seat else supplied_openly(s, kit, seat, side) for side in SIDES]


def of_attack(g: BG, seat: Seat, option: Option) -> Odds:
    return of_battle(g, seat, int(option[2]), int(option[3]))


def of_strike(g: BG, seat: Seat, option: Option) -> Odds | None:
    f = g.s.stack[-1]
    return of_battle(g, seat, f.unit, int(option[1])) if isinstance(f, Advance) else None


def of_battle(g: BG, seat: Seat, attacker: UnitId, target: UnitId) -> Odds:
    """A Battle as it stands: nobody plays a card, both fire all dice, and losses go where they cost least."""
    s, kit = g.s, g.kit
    battle = declared(s, kit, attacker, target, lines_seen(s, kit, seat))
    first = INSURGENT  # rule: advantage.tie
    lines = [line(s, kit, battle, side, answers=side != first, seat=seat) for side in SIDES]
    fought = exchange(faces(kit), lines[first], lines[foe(first)])
    return _told(g, seat, battle, fought, lines, first)


def _told(g: BG, seat: Seat, battle: Battle, fought: Exchange, lines: list[Line], first: int) -> Odds:
    ours, theirs = (fought.first, fought.second) if first == seat else (fought.second, fought.first)
    target = lines[foe(seat)]
    earned, paid = ours.points + theirs.collateral, theirs.points + ours.collateral
    suppressed, destroyed = _losses(ours, target)
    own_suppressed, own_destroyed = _losses(theirs, lines[seat])
    likely = 1.0 if first == seat else first_with_cards(g, seat)
    other = SIDE_TITLES[foe(seat)]
    first_words = "you fire" if first == seat else f"the {other} fires"
    parts = [
        f"{in_dice(lines[seat].dice[0])} against {target.dice[0]}; with no J-2 Card played {first_words} first",
        f"theirs: a Unit Suppressed {percent(suppressed)}, Destroyed {percent(destroyed)}",
        f"yours: a Unit Suppressed {percent(own_suppressed)}, Destroyed {percent(own_destroyed)}",
        f"on average {average(earned)} VP for you, {average(paid)} for the {other}",
    ]
    if likely and first != seat:
        parts.insert(1, f"you first, with your J-2 Cards, {percent(likely)}")
    if ours.unapplied:
        parts.append(f"Collateral Damage, which pays the {other}, {percent(ours.unapplied)}")
    chances = {
        "theirs Suppressed": suppressed,
        "theirs Destroyed": destroyed,
        "yours Suppressed": own_suppressed,
        "yours Destroyed": own_destroyed,
        "you fire first": likely,
        "Collateral Damage": ours.unapplied,
    }
    return Odds("; ".join(parts), chances)


def _losses(fired: Volley, line: Line) -> tuple[float, float]:
    """How likely a side under this fire has a Unit Suppressed, and one Destroyed."""
    suppressed = sum(chance for hits, chance in enumerate(fired.hits) if line.suppressed[hits])
    destroyed = sum(chance for hits, chance in enumerate(fired.hits) if line.destroyed[hits])
    return suppressed, destroyed


def first_with_cards(g: BG, seat: Seat) -> float:
    """The chance that the own J-2 Cards, all of them, win Tactical Advantage if the opponent commits none."""
    s, kit = g.s, g.kit
    card = scout_card(kit, seat)
    if not held(g, seat, card):
        return 0.0
    best = max((value(s, kit, t, J2) for t in scouts(s, kit, seat, J2)), default=0)
    price = next((p.price for p in prices(kit, seat, card) if isinstance(p, cards.Advantage)), 0)
    if not price:
        return 0.0
    return float(1 - (1 - at_least(faces(kit), best, price)) ** held(g, seat, card))


# ---- fire -------------------------------------------------------------------------------------------


def of_fire(g: BG, seat: Seat, option: Option) -> Odds | None:
    f = g.s.stack[-1]
    if not isinstance(f, Fire):
        return None
    s, kit = g.s, g.kit
    battle = current(s)
    target = line(s, kit, battle, foe(seat), answers=battle.first == seat, seat=seat)
    fired = volley(faces(kit), int(option[1]), target)
    return _fire_told(fired, target)


def of_flak(g: BG, seat: Seat, option: Option) -> Odds | None:
    """Fire at Air Assets with the Heavy Weapons that were chosen, this one among them."""
    f = g.s.stack[-1]
    chosen = f.flak | (1 << int(option[1]) if option[0] == "flak" else 0) if isinstance(f, Fire) else 0
    if not isinstance(f, Fire) or not chosen:
        return None
    die, dice = faces(g.kit), flak_dice(g.s, g.kit, current(g.s), f.side, chosen)
    some = float(at_least(die, dice, 1))
    text = f"{in_dice(dice)} at Air Assets: a hit {percent(some)}, {average(mean_successes(die, dice))} hits on average"
    return Odds(text, {"Air Asset hit": some})


def _fire_told(fired: Volley, target: Line) -> Odds:
    some = sum(fired.hits[1:])
    destroyed = _losses(fired, target)[1]
    mean = sum(hits * chance for hits, chance in enumerate(fired.hits))
    parts = [
        f"a hit {percent(some)}, a Unit Destroyed {percent(destroyed)}",
        f"{average(mean)} hits and {average(fired.points)} VP on average",
    ]
    chances = {"hit": some, "Destroyed": destroyed}
    if target.collateral:
        chances["Collateral Damage"] = fired.unapplied
        parts.append(f"Collateral Damage {percent(fired.unapplied)}, {average(fired.collateral)} VP against you")
    return Odds("; ".join(parts), chances)


TELLERS: dict[str, Callable[[BG, Seat, Option], Odds | None]] = {
    "roll": of_roll,
    "scout": of_scout,
    "attack": of_attack,
    "strike": of_strike,
    "fire": of_fire,
    "flak": of_flak,
    "done": of_flak,
}
