"""The plain player's Successes: what a J-2 or J-9 roll is worth before the dice, and how it is spent after them."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from itertools import accumulate
from operator import mul

from sandtable.games.bct import cards
from sandtable.games.bct.frames import Expose, Spend
from sandtable.games.bct.odds.chances import Faces, faces, success_floats
from sandtable.games.bct.pieces import COALITION, INSURGENT, UnitId
from sandtable.games.bct.plain.judgement import RISK, Outlook
from sandtable.games.bct.rules.battle import current
from sandtable.games.bct.rules.successes import HAND, OPERATIONAL, SUPPRESSED
from sandtable.games.bct.state import BG, RESERVES, foe, free_nets, is_covert
from sandtable.kernel.options import Option

NET = 0.12
"""What a SWET/Net is worth beside Control and points."""
RECRUIT = 0.05
SEEN = 0.12
"""What it is worth to turn up a Unit that can then be attacked."""
MOST = 10
"""More Successes than this nobody plans with."""
NOT_SOLD = MOST + 1


# ---- J-9 --------------------------------------------------------------------------------------------


Worths = tuple[float, ...]


class Fair:
    """What Successes can buy in a District: for each effect the sum of its worth after 0, 1, 2 ... of it."""

    def __init__(self, die: Faces, price: tuple[int, int, int], effects: tuple[Worths, Worths, Worths]) -> None:
        self.die, self.price = die, price
        self.assemble, self.subvert, self.recruit = effects
        self.worths: list[float] = []
        """What 0, 1, 2 ... Successes are worth, as far as anybody has asked."""
        self.means: dict[int, float] = {}

    def mean(self, dice: int) -> float:
        """What a roll of so many dice is worth."""
        if dice not in self.means:
            chances = success_floats(self.die, dice)
            while len(self.worths) < len(chances):
                won = len(self.worths)
                self.worths.append(self.best(won)[0] if won <= MOST else self.worths[MOST])
            self.means[dice] = sum(map(mul, chances, self.worths))
        return self.means[dice]

    def best(self, won: int) -> tuple[float, tuple[int, int, int]]:
        """The best way to spend so many, and its worth."""
        best, found = 0.0, (0, 0, 0)
        for built, gain in enumerate(self.assemble):
            left = won - built * self.price[0]
            if left < 0:
                break
            for hit, more in enumerate(self.subvert):
                rest = left - hit * self.price[1]
                if rest < 0:
                    break
                men = min(rest // self.price[2], len(self.recruit) - 1)
                total = gain + more + self.recruit[men]
                if total > best + 1e-9:
                    best, found = total, (built, hit, men)
        return best, found


@lru_cache(maxsize=1 << 12)
def fair_of(die: Faces, price: tuple[int, int, int], effects: tuple[Worths, Worths, Worths]) -> Fair:
    """Most Districts have the same to offer."""
    return Fair(die, price, effects)


def fair(o: Outlook, d: int) -> Fair:
    """Whoever rolls is in the District himself: what is Assembled and Recruited there does nothing for Control."""
    price, men = market(o)
    return fair_of(faces(o.kit), price, (_assembly(o, d), _subversion(o, d), _recruits(o, d, men)))


def _assembly(o: Outlook, d: int) -> Worths:
    s, kit = o.s, o.kit
    room = min(kit.net_limit[d] - s.nets[d] - s.nets[kit.size + d], free_nets(s, kit))
    found = [0.0, *accumulate([NET] * room)]
    return tuple([worth + o.deed("net-assembled", number) for number, worth in enumerate(found)])


def _recruits(o: Outlook, d: int, men: int) -> Worths:
    """The first is worth most; of the Coalition each is one more to be shot at."""
    risk = 0.0 if o.side == INSURGENT else RISK * min(2.0, max(0.0, o.threat[d] * 0.5 - o.cover(d)))
    found = [0.0, *accumulate([RECRUIT * 0.8**number - risk for number in range(min(men, MOST))])]
    return tuple([worth + o.deed("recruited", number) for number, worth in enumerate(found)])


def market(o: Outlook) -> tuple[tuple[int, int, int], int]:
    """What SWET/Nets, Subversion and Recruits cost; and how many Recruits there are."""
    if "market" not in o.memo:
        s, kit, side = o.s, o.kit, o.side
        asked = {type(price): price.price for price in sold(o, 9)}
        price = [asked.get(what, NOT_SOLD) for what in (cards.Assemble, cards.Subvert, cards.Recruit)]
        men = sum(s.at[t] == RESERVES and s.kind[t] == kit.local[side] for t in kit.units_of[side])
        o.memo["market"] = (tuple(price), men)
    found: tuple[tuple[int, int, int], int] = o.memo["market"]
    return found


def sold(o: Outlook, number: int) -> list[cards.Price]:
    """The price list of a card, if it has one."""
    card = o.kit.joint_ops[o.side].get(number)
    rolls = [action for action in card.actions if isinstance(action, cards.Roll)] if card is not None else []
    return [price for roll in rolls for price in roll.prices]


def _subversion(o: Outlook, d: int) -> Worths:
    """Suppressed SWET/Nets are taken away first; then one by one those that still work."""
    where = o.foe * o.kit.size + d
    down = o.s.nets_down[where]
    found, gone = [0.0], 0
    total = 0.0
    for _ in range(down):
        gone += 1
        total += NET
        found.append(total + o.deed("net-disassembled", gone))
    for silent in range(o.s.nets[where] - down):
        before = o.with_change([(o.foe, d, -silent, 0)]) if silent else 0.0
        total += o.with_change([(o.foe, d, -silent - 1, 0)]) - before + NET / 2
        found.append(total + o.deed("net-disassembled", gone))
        gone += 1
        total += NET / 2
        found.append(total + o.deed("net-disassembled", gone))
    return tuple(found)


def cimic_worth(o: Outlook, dice: int, d: int) -> float:
    """What a J-9 roll is worth with so many dice in a District."""
    fairs: dict[int, Fair] = o.memo.setdefault("fairs", {})
    here = fairs.get(d)
    if here is None:
        here = fairs[d] = fair(o, d)
    return here.mean(dice)


# ---- J-2 --------------------------------------------------------------------------------------------


def reveal_worth(o: Outlook, number: int) -> float:
    """What it is worth to turn up so many Covert Units."""
    each = SEEN if o.side == COALITION and o.s.hand[o.side][3] else SEEN / 4
    return o.deed("revealed", number) + each * number


def in_sight(o: Outlook, d: int) -> int:
    """How many hostile Covert counters lie in a District and next to it."""
    seen: list[int] | None = o.memo.get("in sight")
    if seen is None:
        hidden = Counter(o.s.at[t] for t in o.kit.units_of[o.foe] if is_covert(o.s, t))
        seen = [hidden[at] + sum(hidden[near] for near in o.kit.near[at]) for at in range(o.kit.size)]
        o.memo["in sight"] = seen
    return seen[d]


def scouting_worth(o: Outlook, dice: int, d: int) -> float:
    """What a J-2 roll outside a Battle is worth."""
    known: dict[tuple[int, int], float] = o.memo.setdefault("scouting", {})
    seen = in_sight(o, d)
    worth = known.get((dice, seen))
    if worth is None:
        price = next((p for p in sold(o, 2) if isinstance(p, cards.Reveal)), None)
        each = success_floats(faces(o.kit), dice) if price is not None else ()
        found = [
            chance * reveal_worth(o, min(seen, won // price.price * price.units))
            for won, chance in enumerate(each)
            if price is not None
        ]
        worth = known[dice, seen] = sum(found)
    return worth


# ---- spending ---------------------------------------------------------------------------------------


def spend(g: BG, f: Spend) -> Option:
    o = Outlook(g.s, g.kit, f.side)
    return _spend_cimic(g, f, o) if f.card == 9 else _spend_scouting(g, f, o)


def _spend_cimic(g: BG, f: Spend, o: Outlook) -> Option:
    here = fair(o, f.space)
    _, (built, hit, men) = here.best(min(f.successes, MOST))
    if hit:
        where = foe(f.side) * g.kit.size + f.space
        return ("subvert", SUPPRESSED if g.s.nets_down[where] else OPERATIONAL)
    if built:
        return ("assemble",)
    if men:
        return ("recruit-covert",) if g.kit.kinds[g.kit.local[f.side]].covert else ("recruit",)
    return ("done",)


def _spend_scouting(g: BG, f: Spend, o: Outlook) -> Option:
    """In a Battle the points that win it first; then HQs and whoever else lies near; then a look."""
    assert g.ask is not None
    offered = list(g.ask.options(f.side))
    if ("advantage",) in offered:
        battle = current(g.s)
        lead = battle.advantage[f.side] - battle.advantage[foe(f.side)]
        if lead <= 0:
            return ("advantage",)
    hidden = [int(option[1]) for option in offered if option[0] == "reveal"]
    if hidden:
        return ("reveal", max(hidden, key=lambda t: (near_us(o, t), g.kit.is_hq[t], o.threat_of(t))))
    if ("look", HAND) in offered:
        return ("look", HAND)
    return ("done",)


def near_us(o: Outlook, token: UnitId) -> bool:
    """Whether somebody of ours could attack it where it is."""
    d = o.s.at[token]
    spaces = (d, *o.kit.near[d])
    return any(o.s.at[t] in spaces and o.strength[t][1] > 2 for t in o.kit.units_of[o.side])


def expose(g: BG, f: Expose) -> Option:
    """The owner of a Covert HQ gives away the Unit that matters least; the HQ itself last."""
    assert g.ask is not None
    side = g.kit.side[f.hq]
    o = Outlook(g.s, g.kit, side)
    offered = [int(option[1]) for option in g.ask.options(side)]
    return ("expose", min(offered, key=lambda t: (g.kit.is_hq[t], o.unit_worth(t))))
