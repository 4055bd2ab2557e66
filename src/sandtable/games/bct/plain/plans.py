"""The plain player's plans: which Objective, which hand, which Units show themselves, what is bought for whom."""

from __future__ import annotations

from msgspec import Struct

from sandtable.games.bct.frames import Phase, Purchase
from sandtable.games.bct.pieces import COALITION, COMBAT, EMPTY, INSURGENT, J2, J9, AssetId, CardId, SideId, UnitId
from sandtable.games.bct.plain.gauges import Known
from sandtable.games.bct.plain.judgement import CIMIC, Outlook
from sandtable.games.bct.plain.operations import LEAST, Play, plays, prey, sameness, strike_worth, use_of
from sandtable.games.bct.rules.operations import ask_operations
from sandtable.games.bct.setup.hands import cards_left
from sandtable.games.bct.state import BG, NONE, available, c2_level, covert_capable, is_covert, is_down
from sandtable.kernel.options import Group, Option

AGAIN = {9: 0.85, 2: 0.6}
"""What a second roll with the same card brings of the first."""
READY = {2: 0.25, 4: 0.1}
"""What a card is worth in the hand besides, for the Battles of the opponent's phase."""


DEEDS_PAID = {"roll": {*CIMIC, "revealed"}, "upgrade": {"upgraded"}, "attack": {"attacked"}}
"""What an Objective may pay for by itself: the deeds of each play."""
NO_DEEDS: set[str] = set()
MANY = 4
"""J-2 or J-9 dice with which a Unit is worth sending where they count."""


class Plan(Struct):
    """An Objective and the cards that serve it, best first."""

    objective: int
    worth: float
    cards: list[int]


def hypothetical(g: BG, side: SideId, objective: int, hand: list[int]) -> BG:
    """The own next phase as if it were on: this Objective open, this hand, all own Units ready to act."""
    there = g.clone()
    s = there.s
    s.revealed[side] = objective
    s.hand[side] = hand[:]
    s.phase_deeds = [0] * len(s.phase_deeds)
    s.planned[side] = 0
    for token in there.kit.units_of[side]:
        s.covert &= ~(1 << token)
    return there


class Prospects:
    """What the cards could do in the own next phase, weighed for one Objective after another."""

    def __init__(self, g: BG, side: SideId, hand: list[int]) -> None:
        self.side, self.hand = side, hand
        self.there = hypothetical(g, side, NONE, hand)
        self.groups = ask_operations(self.there, Phase(side=side)).groups
        self.look = Outlook(self.there.s, self.there.kit, side)
        self.plays = [(group, plays(self.there, self.look, [group])) for group in self.groups]

    def plan(self, objective: int, size: int, ready: bool) -> Plan:
        """The best cards for an Objective."""
        found: dict[int, list[Play]] = {}
        for play in self._for(objective):
            found.setdefault(play.card, []).append(play)
        choices = []
        for card, copies in enumerate(self.hand):
            each = _one_after_another(card, found[card], copies) if card in found else []
            for number in range(copies):
                worth = each[number] if number < len(each) else 0.0
                choices.append((worth + (READY.get(card, 0.0) if ready and not number else 0.0), -card))
        choices.sort(reverse=True)
        held = self.look.held
        standing = self.look.pays(objective, held[self.side], held[1 - self.side])
        total = standing + sum(worth for worth, _ in choices[:size])
        return Plan(objective, total, [-card for _, card in choices[:size]])

    def _paid_again(self, objective: int, group: Group) -> bool:
        """Whether an Objective may pay for these plays beyond Control: deeds and hits, and moves to where they can be
        done."""
        paid = self.look.rewards[objective].keys()
        fights = bool(self.there.kit.objectives[objective].extras)
        if group.verb == "move":
            able = max(self.look.strength[group.head[1]][::2]) >= MANY
            return fights or (able and bool(DEEDS_PAID["roll"] & paid))
        return (fights and group.verb == "attack") or bool(DEEDS_PAID.get(group.verb, NO_DEEDS) & paid)

    def _for(self, objective: int) -> list[Play]:
        """The plays as this Objective pays for them: Control besides, and deeds all over again."""
        s, look = self.there.s, self.look
        s.revealed[self.side] = objective
        played = look.playing_for(objective)
        own, hostile = look.held[self.side], look.held[look.foe]
        before = look.pays(objective, own, hostile)
        more = Known[tuple[int, int] | None, float](
            lambda held: look.pays(objective, *held) - before if held is not None else 0.0
        )
        found = []
        for group, known in self.plays:
            again = self._paid_again(objective, group)
            for play in plays(self.there, played, [group]) if again else known:
                worth = play.worth + more[play.held]
                if worth > LEAST:
                    found.append(Play(worth, play.option, play.key))
        s.revealed[self.side] = NONE
        return found


def _one_after_another(card: CardId, some: list[Play], copies: int) -> list[float]:
    some.sort(key=lambda play: -play.worth)
    if card in AGAIN:
        best, worths = some[0].worth, []
        for number in range(copies):
            worths.append(best * AGAIN[card] ** number)
        return worths
    used: set[object] = set()
    worths = []
    for play in some:
        if play.key not in used:
            used.add(play.key)
            worths.append(play.worth)
    return worths[:copies]


# ---- Higher Command ---------------------------------------------------------------------------------

DEAR = 3
"""No card is worth more VP than this, so nobody thinks about it."""


def choose_appeal(g: BG, f: Phase) -> Option:
    """One more card in the next hand, where it brings more than it costs: for a side with few HQs left."""
    s, kit, side = g.s, g.kit, f.side
    assert g.ask is not None
    price = c2_level(s, side)
    chips = [int(option[1]) for option in g.ask.options(side) if option[0] == "appeal"]
    if not chips or price > DEAR or s.turns_left <= 1:
        return ("no-appeal",)
    prospects = Prospects(g, side, kit.copies[side])
    with_one_more, without = (
        max(prospects.plan(card, size, True).worth for card in s.objectives[side]) for size in (price + 1, price)
    )
    return ("appeal", max(chips)) if with_one_more - without > price else ("no-appeal",)


# ---- Objective --------------------------------------------------------------------------------------

USUAL, HITS = 2, 0.7
"""How many deeds that an Objective pays for are done in a phase, and how many Units hit for which it pays."""
LASTS = 0.8
"""How much of what a better Objective promises comes true, turn after turn."""


def promise(o: Outlook, objective: int) -> float:
    """About what an Objective brings in a phase: its score as things stand, and what it pays for deeds and hits."""
    total = o.pays(objective, o.held[o.side], o.held[o.foe])
    for scores in o.rewards[objective].values():
        for score in scores:
            earned = score.vp * USUAL / score.per if score.per else score.vp * min(1.0, USUAL / score.least)
            total += min(earned, score.most) if score.most else earned
    return total + HITS * sum(extra.vp for extra in o.kit.objectives[objective].extras)


def choose_exchange(g: BG, side: SideId, price: int) -> Option:
    """The poorest Objective goes if the card drawn for it promises more than the best one held, often enough to be
    worth the price; for nothing, if it is poorer than most."""
    s = g.s
    o = Outlook(s, g.kit, side)
    held = {card: promise(o, card) for card in sorted(s.objectives[side])}
    gone = {*held, *s.objective_discards[side]}
    pool = [card for card in g.kit.objectives_of[side] if card not in gone] or s.objective_discards[side]
    drawn = [promise(o, card) for card in pool]
    worst, best = min(held, key=lambda card: held[card]), max(held.values())
    if price:
        gain = LASTS * (s.turns_left - 1) * sum(max(0.0, worth - best) for worth in drawn) / len(drawn)
    else:
        gain = sum(drawn) / len(drawn) - held[worst]
    return ("exchange", worst) if gain > price else ("keep",)


def choose_objective(g: BG, f: Phase) -> Option:
    """The one that pays most with the hand that is held."""
    s, side = g.s, f.side
    size = sum(s.hand[side])
    prospects = Prospects(g, side, s.hand[side])
    plans = [prospects.plan(card, size, False) for card in sorted(s.objectives[side])]
    return ("objective", max(plans, key=lambda one: one.worth).objective)


class Hand:
    """The hand for the best plan of the next phase. It is thought of once: the cards are asked for one by one."""

    def __init__(self) -> None:
        self.planned: tuple[object, list[int]] = ((), [])

    def next_card(self, g: BG, side: SideId) -> Option:
        s, kit = g.s, g.kit
        pile = [held + left for held, left in zip(s.hand[side], available(s, kit, side), strict=True)]
        size = sum(s.hand[side]) + cards_left(s, kit, side)
        position = (side, s.turn, s.drawn, size, pile, s.at, s.down, s.objectives[side])
        if self.planned[0] != position:
            prospects = Prospects(g, side, pile)
            plans = [prospects.plan(card, size, True) for card in sorted(s.objectives[side])]
            self.planned = position, max(plans, key=lambda one: one.worth).cards
        wanted = self.planned[1][:]
        for number, held in enumerate(s.hand[side]):
            for _ in range(held):
                if number in wanted:
                    wanted.remove(number)
        return ("select", wanted[0])


# ---- faces ------------------------------------------------------------------------------------------


def choose_faces(g: BG, f: Phase) -> Option:
    """Who has something to do in the open shows himself, others hide; the Units in a box follow their HQ."""
    s, kit, side = g.s, g.kit, f.side
    assert g.ask is not None
    offered = [int(option[1]) for option in g.ask.options(side) if option[0] == "flip"]
    if not offered:
        return ("done",)
    o = Outlook(s, kit, side)
    seen: set[object] = set()
    for token in offered:
        if s.box[token] >= 0 or sameness(o, token) in seen:
            continue
        if shows(o, token) == is_covert(s, token):
            return ("flip", token)
        seen.add(sameness(o, token))
    for token in offered:
        if s.box[token] >= 0:
            hq = next(t for t in kit.hqs_of[side] if s.front[t] == s.box[token])
            if is_covert(s, token) != is_covert(s, hq):
                return ("flip", token)
    return ("done",)


def shows(o: Outlook, token: UnitId) -> bool:
    """Whether a Unit, with its box, had better be Active in this phase and the next of the opponent."""
    s, kit = o.s, o.kit
    tokens, d = o.group(token), s.at[token]
    if any(not covert_capable(s, kit, t) for t in tokens):
        return True  # it would lose them
    hand = s.hand[o.side]
    was = is_covert(s, token)
    gain = -0.05
    if d < kit.size:
        n, operational = len(tokens), sum(not is_down(s, t) for t in tokens)
        turned = [(o.side, d, operational, -n)] if was else [(o.side, d, -operational, n)]
        change = o.with_change(turned)
        gain += change if was else -change
        gain += sum(o.piece_gain(t, d, False) - o.piece_gain(t, d, True) for t in tokens)
        gain -= o.exposure(tokens, d)
    if not is_down(s, token):
        gain += deeds_open(o, tokens, d, hand)
    return gain > 0


def deeds_open(o: Outlook, tokens: list[int], d: int, hand: list[int]) -> float:
    """What it could do in the open with the cards in hand."""
    kit = o.kit
    best = 0.0
    if d < kit.size:
        best = max(best, use_of(o, tokens, d) if hand[9] or hand[2] else 0.0)
        spaces = [d] if kit.kinds[o.s.kind[tokens[0]]].immobile else [d, *kit.near[d]]
    else:
        spaces = [n for n in range(kit.size) if o.side == COALITION or n in kit.border or o.s.nets[kit.size + n]]
    if hand[3]:
        for space in spaces:
            if prey(o, space):
                best = max(best, strike_worth(o, tokens[0], space))
    return best


# ---- Assets -----------------------------------------------------------------------------------------

WEIGHTS = {COALITION: (0.6, 0.7, 1.2), INSURGENT: (0.4, 1.1, 1.0)}
"""What a die of J-2, Combat and J-9 is worth to each side."""


ENOUGH = 9
"""So many dice do what dice can do; more of them serve others better."""


def choose_purchase(g: BG, f: Purchase) -> Option:
    """What does most for the Unit that can use it best."""
    assert g.ask is not None
    o = Outlook(g.s, g.kit, f.side)
    best, found = 0.0, None
    for option in g.ask.options(f.side):
        if option[0] == "buy":
            worth = serves(o, int(option[1]), int(option[2]))
            if worth > best:
                best, found = worth, option
    return found or ("done",)


def serves(o: Outlook, asset: AssetId, token: UnitId) -> float:
    """What an Asset is worth on a Unit: dice in boxes that are not empty, more with those who do such things."""
    s, kit = o.s, o.kit
    hq = kit.is_hq[token]
    boxes = kit.values[s.kind[token]]
    total = 0.0
    for which in (J2, COMBAT, J9):
        dice = max(0, kit.asset_values[asset][which])
        if dice and (hq or boxes[which] != EMPTY):
            own = sum(o.own_dice(t, which) for t in o.group(token))
            more = 1.0 + 0.15 * own if own < ENOUGH else 0.6
            total += dice * WEIGHTS[o.side][which] * more
    if kit.is_base[token]:
        total *= 0.7
    if not 0 <= o.at[token] < kit.size:
        total *= 0.6 if o.at[token] == kit.ready[o.side] else 0.3
    return total * (1.1 if hq else 1.0)
