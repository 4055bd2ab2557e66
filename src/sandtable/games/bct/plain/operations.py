"""The plain player's Joint Operations: what each way to play each card is worth, and which card comes first."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from msgspec import Struct

from sandtable.games.bct import cards
from sandtable.games.bct.frames import Advance
from sandtable.games.bct.odds.chances import SHAKEN, faces, likely
from sandtable.games.bct.pieces import COMBAT, J2, J9, CardId, SideId, UnitId
from sandtable.games.bct.plain.battles import advantage_price, attack_worth, body, joining_worth
from sandtable.games.bct.plain.forces import Body
from sandtable.games.bct.plain.gauges import Known
from sandtable.games.bct.plain.judgement import CARD, Outlook
from sandtable.games.bct.plain.successes import cimic_worth, scouting_worth
from sandtable.games.bct.rules.battle import battle_card
from sandtable.games.bct.rules.manoeuvre import targets
from sandtable.games.bct.state import BG, NONE, POOL, c2_level, is_covert, is_down, place
from sandtable.kernel.options import Group, Option

LEAST = 0.03
"""What a play must bring; cards are lost at the end of the phase anyway."""
BEFORE, AFTER = (8, 1, 7), (2, 9, 3, 4, 5, 6)
"""Which card is played before which: what strengthens first, what risks last."""
SUPPLIES, MUCH = 4, 0.6
"""A J-4 that is worth so much comes between them: before the cards that profit from it."""


class Play(Struct, gc=False):
    """A way to play a card."""

    worth: float
    option: Option
    key: object = None
    """Plays with the same key do not both make sense."""
    held: tuple[int, int] | None = None
    """Control after it, own and hostile, if it changes that."""

    @property
    def card(self) -> int:
        return int(self.option[1])


def operate(g: BG, side: SideId) -> Option:
    """The next card: of each kind the best use, in order; once one is good, those after it are not looked at."""
    assert g.ask is not None
    o = Outlook(g.s, g.kit, side)
    offered: dict[int, list[Group]] = {}
    for group in g.ask.groups:
        if group.verb in JUDGES:
            offered.setdefault(group.head[0], []).append(group)

    def best(card: CardId) -> Play | None:
        good = [play for play in plays(g, o, offered.get(card, ())) if play.worth > LEAST]
        return max(good, key=lambda play: play.worth, default=None)

    def first(order: tuple[int, ...]) -> Option | None:
        return next((play.option for card in order if (play := best(card)) is not None), None)

    chosen = first(BEFORE)
    if chosen is None and (supplies := best(SUPPLIES)) is not None and supplies.worth > MUCH:
        chosen = supplies.option
    return chosen or first(AFTER) or ("end-operations",)


def plays(g: BG, o: Outlook, groups: Iterable[Group]) -> list[Play]:
    """Every offered way to play a card with its worth."""
    found: list[Play] = []
    for group in groups:
        judge = JUDGES.get(group.verb)
        if judge is not None:
            found += judge(g, o, group)
    return found


# ---- J-1, J-5, J-7, J-8 -----------------------------------------------------------------------------


def more_cards(o: Outlook) -> float:
    """What a C2 Level for good is worth."""
    return CARD * 0.7 * min(6.0, max(0.0, o.turns - 1.0))


def soon(o: Outlook) -> float:
    """How much of its worth something still brings that pays only in turns to come."""
    return min(1.0, max(0.0, o.turns - 1.0) / 4)


def of_draft(g: BG, o: Outlook, group: Group) -> Iterable[Play]:
    for option in group:
        token = int(option[2])
        if o.kit.is_hq[token]:
            worth = more_cards(o)
        else:
            dice = sum(max(0, v) for v in o.kit.values[o.s.kind[token]])
            worth = soon(o) * (0.05 * dice + (0.15 if o.kit.kinds[o.s.kind[token]].supply else 0.0))
            worth -= 0.02 if group.verb == "draft-covert" else 0.0
        yield Play(worth, option, token)


def of_reorganize(g: BG, o: Outlook, group: Group) -> Iterable[Play]:
    s, kit = o.s, o.kit
    room = c2_level(s, o.side)
    for option in group:
        space = int(option[2])
        lying = [t for t in kit.units_of[o.side] if s.at[t] == space]
        loose = [
            t
            for t in lying
            if not kit.is_hq[t] and not kit.is_base[t] and not kit.kinds[s.kind[t]].immobile and not is_down(s, t)
        ]
        total = 0.0
        for hq in (t for t in lying if kit.is_hq[t] and not is_down(s, t)):
            alike = [t for t in loose if is_covert(s, t) == is_covert(s, hq)]
            free = room - (len(o.group(hq)) - 1)
            gains = sorted((joining_worth(o, t, hq) for t in alike), reverse=True)
            total = max(total, sum(gains[: max(0, free)]))
        yield Play(total * 0.8 * soon(o), option, space)


def of_rally(g: BG, o: Outlook, group: Group) -> Iterable[Play]:
    s, kit = o.s, o.kit
    for option in group:
        space = int(option[2])
        tokens = [t for t in kit.units_of[o.side] if o.at[t] == space and is_down(s, t)]
        worth = sum(SHAKEN * o.unit_worth(t) + 0.1 for t in tokens)
        open_ = sum(not is_covert(s, t) for t in tokens)
        if space < kit.size:
            worth += o.with_change([(o.side, space, open_, 0)]) if open_ else 0.0
        yield Play(worth, option, space)


def of_plan(g: BG, o: Outlook, group: Group) -> Iterable[Play]:
    for option in group:
        yield Play(0.8 * CARD if o.turns > 1 else 0.0, option, "plan")


def of_upgrade(g: BG, o: Outlook, group: Group) -> Iterable[Play]:
    s, kit = o.s, o.kit
    for option in group:
        token, kind = int(option[2]), int(option[3])
        more = sum(max(0, v) for v in kit.values[kind]) - sum(max(0, v) for v in kit.values[s.kind[token]])
        mobile = kit.kinds[s.kind[token]].immobile and not kit.kinds[kind].immobile
        worth = o.deed("upgraded") + (0.05 * more + 0.05 * mobile) * soon(o)
        if is_covert(s, token) and not kit.kinds[kind].covert:
            worth -= 0.1
        yield Play(worth, option, token)


def of_train(g: BG, o: Outlook, group: Group) -> Iterable[Play]:
    """An HQ for a SWET/Net: hidden, unless it has to be seen."""
    for option in group:
        d, covert = int(option[3]), group.verb == "train-covert"
        change = o.with_change([(o.side, d, -1 + (not covert), int(covert))])
        seen = 0.0 if covert else o.exposure([int(option[2])], d)
        yield Play(more_cards(o) + change - seen + o.piece_gain(int(option[2]), d, covert), option, option[2])


def of_buying(g: BG, o: Outlook, group: Group) -> Iterable[Play]:
    air = group.verb == "buy-air"
    stock = [a for a in o.kit.assets_of[o.side] if o.s.on[a] == POOL and o.kit.asset_rows[a].air == air]
    dice = sorted((sum(max(0, v) for v in o.kit.asset_values[a]) for a in stock), reverse=True)
    for option in group:
        yield Play(0.12 * sum(dice[: 1 if air else 4]) * soon(o), option, "buy")


# ---- J-2 and J-9 ------------------------------------------------------------------------------------


def of_roll(g: BG, o: Outlook, group: Group) -> Iterable[Play]:
    number = group.head[0]
    action = next(a for a in o.kit.joint_ops[o.side][number].actions if isinstance(a, cards.Roll))
    which = J2 if action.value == "j2" else J9
    for option in group:
        token = int(option[2])
        d = place(o.s, o.kit, token)
        dice = o.value_at(o.group(token), which, d)
        worth = cimic_worth(o, dice, d) if which == J9 else scouting_worth(o, dice, d)
        yield Play(worth, option, (number, d))


# ---- J-3 and J-4 ------------------------------------------------------------------------------------


def ahead(o: Outlook) -> float:
    """The chance to win Tactical Advantage with a J-2 Card in hand, against an opponent who commits none."""
    if "ahead" not in o.memo:
        price = advantage_price(o.kit, o.side)
        eyes = [
            o.value_at(o.group(t), J2, o.s.at[t])
            for t in o.kit.units_of[o.side]
            if 0 <= o.s.at[t] < o.kit.size and not is_covert(o.s, t)
        ]
        has = o.s.hand[o.side][2] and price
        o.memo["ahead"] = likely(faces(o.kit), max(eyes, default=0), price) if has else 0.0
    return float(o.memo["ahead"])


def more_dice(o: Outlook) -> int:
    """Dice of a J-4 in hand."""
    if "more dice" not in o.memo:
        number = battle_card(o.kit, o.side, cards.Supply)
        has = number != NONE and o.s.hand[o.side][number]
        actions = o.kit.joint_ops[o.side][number].actions if has else []
        o.memo["more dice"] = next((a.dice for a in actions if isinstance(a, cards.Supply)), 0)
    return int(o.memo["more dice"])


def of_attack(g: BG, o: Outlook, group: Group) -> Iterable[Play]:
    token = group.head[1]
    for option in group:
        worth = attack_worth(o, token, int(option[3]), o.s.at[token], ahead(o), more_dice(o))
        yield Play(worth, option, token)


def prey(o: Outlook, d: int) -> list[int]:
    """Whom one could attack in a District."""
    found: dict[int, list[int]] | None = o.memo.get("prey")
    if found is None:
        s, kit = o.s, o.kit
        found = o.memo["prey"] = {}
        for token in kit.units_of[o.foe]:
            if 0 <= s.at[token] < kit.size and not is_covert(s, token):
                found.setdefault(s.at[token], []).append(token)
        for at, seen in found.items():
            found[at] = [t for t in seen if not kit.is_base[t]] or seen
    return found.get(d, [])


def strike_worth(o: Outlook, token: UnitId, d: int) -> float:
    """What the best attack in a District would be worth to a Unit that came there."""
    found: dict[tuple[Body, int], float] = o.memo.setdefault("strikes", {})
    alike = body(o, token, bool(o.supply >> d & 1)), d
    worth = found.get(alike)
    if worth is None:
        lead, more = ahead(o), more_dice(o)
        worth = max([attack_worth(o, token, target, d, lead, more) for target in prey(o, d)], default=0.0)
        found[alike] = worth
    return worth


def of_move(g: BG, o: Outlook, group: Group) -> Iterable[Play]:
    """What changes in Control, what can be done there, what it risks; and the attack that follows, if one does."""
    s, kit = o.s, o.kit
    number, token = group.head
    if o.memo.setdefault("moved", {}).setdefault((number, sameness(o, token)), token) != token:
        return  # one like it has been looked at
    tokens = o.group(token)
    covert = is_covert(s, token)
    attacks = any(isinstance(a, cards.Move) and a.attack for a in kit.joint_ops[o.side][number].actions)
    follow = s.hand[o.side][3] > 0 and (kit.is_hq[token] or o.own_dice(token, COMBAT) > 2)
    fights = not covert and not is_down(s, token) and (attacks or follow)
    journeys: dict[int, Journey] = o.memo.setdefault("journeys", {})
    journey = journeys.get(token)
    if journey is None:
        journey = journeys[token] = Journey(o, tokens, covert)
    assert group.last is not None
    for d, worth, held in journey.to(group.last):
        if fights and prey(o, d):
            worth += max(0.0, strike_worth(o, token, d)) * (1.0 if attacks else 0.7)
        yield Play(worth - LEAST, ("move", number, token, d), token, held)


class Journey:
    """A group that might move: for each place what it is worth to be there, and not where it is, and Control then."""

    def __init__(self, o: Outlook, tokens: list[int], covert: bool) -> None:
        self.o, self.tokens, self.covert = o, tokens, covert
        self.known: dict[int, tuple[float, tuple[int, int]]] = {}
        self.risks = o.exposures(tokens)
        self.uses = uses_of(o, tokens[0])
        start = o.s.at[tokens[0]]
        fresh = sum([not is_down(o.s, t) for t in tokens])
        self.gives, self.hides = (0, len(tokens)) if covert else (fresh, 0)
        self.without = o.changed([(o.side, start, -self.gives, -self.hides)] if start < o.kit.size else [])
        self.left = self._paid(start) - self._risk(start)
        self.used = self.uses[start]

    def _paid(self, d: int) -> float:
        """What Objectives pay for its being there."""
        return sum([self.o.piece_gain(t, d, self.covert) for t in self.tokens]) if self.o.pieces else 0.0

    def _risk(self, d: int) -> float:
        return 0.0 if self.covert else self.risks[d]

    def to(self, places: Sequence[int]) -> Iterator[tuple[int, float, tuple[int, int]]]:
        """Each of these places, what it is worth, and Control, own and hostile, with the group there."""
        o, known = self.o, self.known
        for d in places:
            if d not in known:
                held = o.joined(self.without, d, self.gives, self.hides) if d < o.kit.size else self.without
                gain = o.worth_of[held] + self._paid(d) - self._risk(d) - self.left
                known[d] = gain + self.uses[d] - self.used, held
            yield d, *known[d]


def sameness(o: Outlook, token: UnitId) -> object:
    """Bare Tactical Units of one type in one place do equally well."""
    s, kit = o.s, o.kit
    if kit.is_hq[token] or o.loaded(token):
        return token
    return (s.kind[token], s.at[token], is_covert(s, token), is_down(s, token))


def use_of(o: Outlook, tokens: list[int], d: int) -> float:
    """What a group could do with J-9 and J-2 in a District, in this phase or the next."""
    return uses_of(o, tokens[0])[d]


def uses_of(o: Outlook, lead: int) -> Known[int, float]:
    """The same for every District: many groups are alike in that."""
    uses: dict[tuple[int, int, bool, bool], Known[int, float]] = o.memo.setdefault("uses", {})
    eyes, _, hands, _, supply = o.strength[lead]
    alike = eyes, hands, supply, o.kit.is_base[lead]
    if alike not in uses:
        uses[alike] = Known(lambda d: _use_of(o, d, *alike))
    return uses[alike]


def _use_of(o: Outlook, d: int, eyes: int, hands: int, supply: bool, base: bool) -> float:
    if not 0 <= d < o.kit.size or not (supply or o.supply >> d & 1):
        return 0.0
    if d in o.lent and not base:
        eyes += o.lent[d][J2] if eyes else 0
        hands += o.lent[d][J9] if hands else 0
    ready, total = o.s.hand[o.side], 0.0
    if hands > 1:
        total = cimic_worth(o, hands, d) * (0.7 if ready[9] else 0.2)
    if eyes > 1:
        total += scouting_worth(o, eyes, d) * (0.5 if ready[2] else 0.1)
    return total


def of_build(g: BG, o: Outlook, group: Group) -> Iterable[Play]:
    """A Base pays where it scores, supplies and shelters, and does not invite an attack."""
    s, kit = o.s, o.kit
    base = group.head[1]
    for option in group:
        d = int(option[3])
        friends = [t for t in kit.units_of[o.side] if o.at[t] == d]
        dice = sum(o.own_dice(t, which) for t in friends for which in (0, 1, 2))
        linked = o.supply >> d & 1
        held = o.changed([(o.side, d, 1, 0)])
        worth = o.piece_gain(base, d, False) + o.worth_of[held]
        if any(s.at[t] == d for t in kit.bases_of[o.side]):
            worth -= 0.2  # the first one does all that a Base does for others
        else:
            worth += 0.02 * min(dice, 15) + (0.0 if linked else 0.05 * min(dice, 10))
            worth += 0.1 * sum(not o.supply >> n & 1 for n in kit.near[d])
        guarded = any(not is_covert(s, t) and not kit.is_base[t] for t in friends)
        worth -= 0.0 if guarded else o.exposure([base], d)
        yield Play(worth * (0.4 + 0.6 * soon(o)), option, d, held)


JUDGES: dict[str, Callable[[BG, Outlook, Group], Iterable[Play]]] = {
    "draft": of_draft,
    "draft-covert": of_draft,
    "reorganize": of_reorganize,
    "rally": of_rally,
    "roll": of_roll,
    "move": of_move,
    "attack": of_attack,
    "build": of_build,
    "plan": of_plan,
    "upgrade": of_upgrade,
    "train": of_train,
    "train-covert": of_train,
    "buy-assets": of_buying,
    "buy-air": of_buying,
}


def strike(g: BG, f: Advance) -> Option:
    """After a move: the best attack, if it pays."""
    side = g.kit.side[f.unit]
    o = Outlook(g.s, g.kit, side)
    worth = {t: attack_worth(o, f.unit, t, g.s.at[f.unit], ahead(o), more_dice(o)) for t in targets(g, f.unit)}
    best = max(worth, key=lambda t: worth[t])
    return ("strike", best) if worth[best] > 0 else ("hold",)
