"""The plain player's Joint Operations: what each way to play each card is worth, and which card comes first."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from msgspec import Struct

from sandtable.games.bct import cards
from sandtable.games.bct.battle import battle_card
from sandtable.games.bct.chances import SHAKEN, at_least, faces
from sandtable.games.bct.frames import Advance
from sandtable.games.bct.judgement import CARD, Change, Outlook
from sandtable.games.bct.manoeuvre import targets
from sandtable.games.bct.pieces import COMBAT, J2, J9
from sandtable.games.bct.plain_battles import advantage_price, attack_worth, joining_worth
from sandtable.games.bct.plain_successes import cimic_worth, scouting_worth
from sandtable.games.bct.state import BG, NONE, POOL, c2_level, is_covert, is_down
from sandtable.kernel.options import Group, Option

LEAST = 0.03
"""What a play must bring; cards are lost at the end of the phase anyway."""
ORDER = {8: 0, 1: 1, 7: 2, 2: 4, 9: 5, 3: 6, 4: 7, 5: 8}
"""Which card is played before which: what strengthens first, what risks last."""
AT_ONCE = 3
"""The place of a J-4 that is worth much: before the cards that profit from it."""
MUCH = 0.6


class Play(Struct):
    """A way to play a card."""

    worth: float
    option: Option
    key: object = None
    """Plays with the same key do not both make sense."""
    changes: list[Change] | None = None
    """What it does to Control."""

    @property
    def card(self) -> int:
        return int(self.option[1])


def operate(g: BG, side: int) -> Option:
    """The next card: of each kind the best use, then in order."""
    assert g.ask is not None
    o = Outlook(g.s, g.kit, side)
    best: dict[int, Play] = {}
    for play in plays(g, o, g.ask.groups):
        if play.card not in best or play.worth > best[play.card].worth:
            best[play.card] = play
    good = [play for play in best.values() if play.worth > LEAST]
    if not good:
        return ("end-operations",)

    def place(play: Play) -> tuple[int, float]:
        rank = AT_ONCE if play.card == 4 and play.worth > MUCH else ORDER.get(play.card, 9)
        return rank, -play.worth

    return min(good, key=place).option


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
        d = o.s.at[token]
        dice = o.value_at(o.group(token), which, d)
        worth = cimic_worth(o, dice, d) if which == J9 else scouting_worth(o, dice, d)
        yield Play(worth, option, (number, d))


# ---- J-3 and J-4 ------------------------------------------------------------------------------------


def ahead(o: Outlook) -> float:
    """The chance to win Tactical Advantage with a J-2 Card in hand, against an opponent who commits none."""
    if "ahead" not in o.memo:
        price, card = advantage_price(o.kit, o.side), 2
        eyes = [
            o.value_at(o.group(t), J2, o.s.at[t])
            for t in o.kit.units_of[o.side]
            if 0 <= o.s.at[t] < o.kit.size and not is_covert(o.s, t)
        ]
        has = o.s.hand[o.side][card] and price
        o.memo["ahead"] = float(at_least(faces(o.kit), max(eyes, default=0), price)) if has else 0.0
    return float(o.memo["ahead"])


def more_dice(o: Outlook) -> int:
    """Dice of a J-4 in hand."""
    number = battle_card(o.kit, o.side, cards.Supply)
    if number == NONE or not o.s.hand[o.side][number]:
        return 0
    return next(a.dice for a in o.kit.joint_ops[o.side][number].actions if isinstance(a, cards.Supply))


def of_attack(g: BG, o: Outlook, group: Group) -> Iterable[Play]:
    token = group.head[1]
    for option in group:
        worth = attack_worth(o, token, int(option[3]), o.s.at[token], ahead(o), more_dice(o))
        yield Play(worth, option, token)


def prey(o: Outlook, d: int) -> list[int]:
    """Whom one could attack in a District."""
    found: dict[int, list[int]] = o.memo.setdefault("prey", {})
    if d not in found:
        s, kit = o.s, o.kit
        seen = [t for t in kit.units_of[o.foe] if s.at[t] == d and not is_covert(s, t)]
        found[d] = [t for t in seen if not kit.is_base[t]] or seen
    return found[d]


def strike_worth(o: Outlook, token: int, d: int) -> float:
    """What the best attack in a District would be worth to a Unit that came there."""
    found: dict[tuple[int, int], float] = o.memo.setdefault("strikes", {})
    if (token, d) not in found:
        worths = [attack_worth(o, token, target, d, ahead(o), more_dice(o)) for target in prey(o, d)]
        found[token, d] = max(worths, default=0.0)
    return found[token, d]


def of_move(g: BG, o: Outlook, group: Group) -> Iterable[Play]:
    """What changes in Control, what can be done there, what it risks; and the attack that follows, if one does."""
    s, kit = o.s, o.kit
    number, token = group.head
    if o.memo.setdefault("moved", {}).setdefault((number, _alike(o, token)), token) != token:
        return  # one like it has been looked at
    tokens = o.group(token)
    covert = is_covert(s, token)
    attacks = any(isinstance(a, cards.Move) and a.attack for a in kit.joint_ops[o.side][number].actions)
    follow = s.hand[o.side][3] > 0 and (kit.is_hq[token] or o.own_dice(token, COMBAT) > 2)
    fights = not covert and not is_down(s, token) and (attacks or follow)
    left = _leaving(o, tokens, s.at[token], covert)
    gone: dict[tuple[int, int], tuple[float, list[Change]]] = o.memo.setdefault("gone", {})
    for option in group:
        d = int(option[3])
        if (token, d) not in gone:
            changes = _changes(o, tokens, s.at[token], d, covert)
            gain = _coming(o, tokens, d, covert, changes) - left
            gone[token, d] = gain + use_of(o, tokens, d) - use_of(o, tokens, s.at[token]), changes
        worth, changes = gone[token, d]
        if fights and d < kit.size and prey(o, d):
            worth += max(0.0, strike_worth(o, token, d)) * (1.0 if attacks else 0.7)
        yield Play(worth - LEAST, option, token, changes)


def _alike(o: Outlook, token: int) -> object:
    """Bare Tactical Units of one type in one place do equally well."""
    s, kit = o.s, o.kit
    if kit.is_hq[token] or o.loaded(token):
        return token
    return (s.kind[token], s.at[token], is_covert(s, token), is_down(s, token))


def _leaving(o: Outlook, tokens: list[int], space: int, covert: bool) -> float:
    """What a group's being where it is brings beyond Control."""
    held = sum(o.piece_gain(t, space, covert) for t in tokens)
    return held - (0.0 if covert else o.exposure(tokens, space))


def _changes(o: Outlook, tokens: list[int], start: int, d: int, covert: bool) -> list[Change]:
    gives = 0 if covert else sum(not is_down(o.s, t) for t in tokens)
    hides = len(tokens) if covert else 0
    moved = ((o.side, start, -gives, -hides), (o.side, d, gives, hides))
    return [change for change in moved if change[1] < o.kit.size]


def _coming(o: Outlook, tokens: list[int], d: int, covert: bool, changes: list[Change]) -> float:
    """The same for the place it goes to, with what changes in Control."""
    worth = o.with_change(changes) + sum(o.piece_gain(t, d, covert) for t in tokens)
    return worth - (0.0 if covert else o.exposure(tokens, d))


def use_of(o: Outlook, tokens: list[int], d: int) -> float:
    """What a group could do with J-9 and J-2 in a District, in this phase or the next."""
    if not 0 <= d < o.kit.size:
        return 0.0
    uses: dict[tuple[int, int], float] = o.memo.setdefault("uses", {})
    if (tokens[0], d) not in uses:
        uses[tokens[0], d] = _use_of(o, tokens, d)
    return uses[tokens[0], d]


def _use_of(o: Outlook, tokens: list[int], d: int) -> float:
    ready = o.s.hand[o.side]
    dice = o.value_at(tokens, J9, d)
    total = cimic_worth(o, dice, d) * (0.7 if ready[9] else 0.2) if dice > 1 else 0.0
    eyes = o.value_at(tokens, J2, d)
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
        changes: list[Change] = [(o.side, d, 1, 0)]
        worth = o.piece_gain(base, d, False) + o.with_change(changes)
        if any(s.at[t] == d for t in kit.bases_of[o.side]):
            worth -= 0.2  # the first one does all that a Base does for others
        else:
            worth += 0.02 * min(dice, 15) + (0.0 if linked else 0.05 * min(dice, 10))
            worth += 0.1 * sum(not o.supply >> n & 1 for n in kit.near[d])
        guarded = any(not is_covert(s, t) and not kit.is_base[t] for t in friends)
        worth -= 0.0 if guarded else o.exposure([base], d)
        yield Play(worth * (0.4 + 0.6 * soon(o)), option, d, changes)


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
